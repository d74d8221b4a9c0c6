//! A declaration as its own lines with everything that meets it spliced in at the right place.

use std::collections::BTreeSet;

use super::meeting::{At, Meeting};
use super::spoken::{own_name, plain, title};
use crate::model::Key;
use crate::source::{Files, Span};
use crate::syntax::{Block, Declaration, Line, Node, Rule};

/// A line of the woven view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thread {
    /// How far it is indented.
    pub depth: usize,
    /// The sentence, without comment and citations.
    pub text: String,
    /// Where it stands.
    pub span: Span,
    /// The clauses that it carries out.
    pub cites: Vec<String>,
    /// The rule that puts it there, if it is not a line of its own.
    pub from: Option<String>,
}

/// What is needed to weave.
pub struct Loom<'a> {
    /// The texts.
    pub files: &'a Files,
    /// Everything declared.
    pub declarations: &'a [Declaration],
    /// Where rules meet the game.
    pub meetings: &'a [Meeting<'a>],
    /// The rules that may be carried, if only one carrier is asked about.
    pub carried: Option<BTreeSet<Key>>,
}

impl<'a> Loom<'a> {
    /// The declaration with all that meets it.
    #[must_use]
    pub fn weave(&self, d: &'a Declaration) -> Vec<Thread> {
        let mut out = Vec::new();
        let head = title(self.files, d);
        out.push(Thread { depth: 0, text: head, span: d.head.span, cites: cites(self.files, &d.cites), from: None });
        let met: Vec<&Meeting<'_>> = self.meetings.iter().filter(|m| self.meets(m, d)).collect();
        let whole = |m: &&&Meeting<'_>| m.step.is_none() && !m.cost;
        self.shared(d, &mut out);
        self.splice(met.iter().filter(whole).filter(|m| matches!(m.at, At::Forbid | At::Before)), 1, &mut out);
        if !d.body.iter().any(|l| has(l, Rule::cost)) {
            self.splice(met.iter().filter(|m| m.cost), 1, &mut out);
        }
        for line in &d.body {
            self.line(d, line, 1, &met, &mut out);
        }
        self.splice(met.iter().filter(whole).filter(|m| matches!(m.at, At::On | At::Instead)), 1, &mut out);
        self.splice(met.iter().filter(whole).filter(|m| m.at == At::After), 1, &mut out);
        out
    }

    fn line(&self, d: &'a Declaration, line: &'a Line, depth: usize, met: &[&Meeting<'_>], out: &mut Vec<Thread>) {
        let step = line.parts.iter().find(|p| p.rule == Rule::step).and_then(|p| p.find(Rule::word)).map(|w| w.text(self.files));
        let here = |m: &&&Meeting<'_>| step.is_some() && m.step.as_deref() == step;
        self.splice(met.iter().filter(here).filter(|m| m.at == At::Before), depth, out);
        out.push(self.own(line, depth, None));
        if has(line, Rule::cost) {
            self.price(line, depth + 1, out);
            self.splice(met.iter().filter(|m| m.cost), depth + 1, out);
        }
        for name in line.parts.iter().filter(|p| matches!(p.rule, Rule::named_row | Rule::needs)).filter_map(|p| p.find(Rule::name)) {
            let key = Key::new(name.text(self.files));
            let rows = self.meetings.iter().filter(|m| m.name.as_ref() == Some(&key) && self.fits(m, d)).collect::<Vec<_>>();
            self.splice(rows.iter(), depth + 1, out);
        }
        self.splice(met.iter().filter(here).filter(|m| matches!(m.at, At::On | At::Instead | At::Forbid)), depth + 1, out);
        for inner in &line.below {
            self.line(d, inner, depth + 1, &[], out);
        }
        self.splice(met.iter().filter(here).filter(|m| m.at == At::After), depth, out);
        self.touched(line, depth + 1, out);
    }

    /// Below a price that is asked for: what it is.
    fn price(&self, line: &Line, depth: usize, out: &mut Vec<Thread>) {
        let asked = line.parts.iter().filter(|p| p.rule == Rule::cost).filter_map(|p| p.find(Rule::name_ref));
        for name in asked.map(|n| Key::new(n.text(self.files))) {
            for d in self.declarations.iter().filter(|d| own_name(self.files, d).is_some_and(|n| Key::new(&n) == name)) {
                let cites = cites(self.files, &d.cites);
                out.push(Thread { depth, text: title(self.files, d), span: d.head.span, cites, from: Some("meets".into()) });
            }
        }
    }

    /// Below a line that meets something: what that is and where it stands.
    fn touched(&self, line: &Line, depth: usize, out: &mut Vec<Thread>) {
        for m in self.meetings.iter().filter(|m| m.line.span == line.span && m.name.is_some()) {
            for d in self.declarations.iter().filter(|d| self.meets_name(m, d)) {
                let cites = cites(self.files, &d.cites);
                out.push(Thread { depth, text: title(self.files, d), span: d.head.span, cites, from: Some("meets".into()) });
            }
        }
    }

    /// What all declarations of its kind share.
    fn shared(&self, d: &Declaration, out: &mut Vec<Thread>) {
        let Some(word) = d.head.find(Rule::decl_word).map(|w| w.text(self.files)) else { return };
        let kind = self
            .declarations
            .iter()
            .find(|k| k.head.rule == Rule::kind_d && k.head.find(Rule::word).is_some_and(|w| w.text(self.files) == word));
        for line in kind.iter().flat_map(|k| &k.body) {
            out.push(self.own(line, 1, Some(&format!("every {word}"))));
        }
    }

    /// What a rule asks for before it does anything, by itself and by its kind.
    fn terms(&self, rule: &Declaration, depth: usize, from: &str, out: &mut Vec<Thread>) {
        let is_term = |l: &&Line| l.parts.iter().any(|p| matches!(p.rule, Rule::needs | Rule::cost | Rule::limit | Rule::mood_item));
        if self.happens(rule) {
            return;
        }
        let mut kind = Vec::new();
        self.shared(rule, &mut kind);
        kind.retain(|t| rule.head.rule == Rule::named_d && !t.text.starts_with("gains"));
        out.extend(kind.into_iter().map(|t| Thread { depth, from: Some(from.to_owned()), ..t }));
        out.extend(rule.body.iter().filter(is_term).map(|l| self.own(l, depth, Some(from))));
    }

    fn own(&self, line: &Line, depth: usize, from: Option<&str>) -> Thread {
        Thread {
            depth,
            text: plain(self.files, line.span),
            span: line.span,
            cites: cites(self.files, &line.cites),
            from: from.map(str::to_owned),
        }
    }

    fn splice<'m>(&self, met: impl Iterator<Item = &'m &'m Meeting<'m>>, depth: usize, out: &mut Vec<Thread>) {
        let mut done: Vec<Span> = Vec::new();
        for m in met {
            if done.contains(&m.sentence.span) {
                continue;
            }
            let from = self.rule_name(m.by);
            if !done.iter().any(|s| s.start >= m.by.span.start && s.end <= m.by.span.end) {
                self.terms(m.by, depth, &from, out);
            }
            done.push(m.sentence.span);
            let citing = if m.line.cites.is_empty() { &m.by.cites } else { &m.line.cites };
            out.push(Thread {
                depth,
                text: plain(self.files, m.sentence.span),
                span: m.sentence.span,
                cites: cites(self.files, citing),
                from: Some(from.clone()),
            });
            below(self, &m.line.below, depth + 1, &from, out);
        }
    }

    fn rule_name(&self, d: &Declaration) -> String {
        let word = d.head.find(Rule::decl_word).map_or("", |w| w.text(self.files));
        format!("{word} {}", own_name(self.files, d).unwrap_or_default()).trim().to_owned()
    }

    /// Whether a meeting is with that declaration, and may happen to the carrier asked about.
    fn meets(&self, m: &Meeting<'_>, d: &Declaration) -> bool {
        self.meets_name(m, d) && self.fits(m, d)
    }

    fn meets_name(&self, m: &Meeting<'_>, d: &Declaration) -> bool {
        let asked = matches!(d.head.rule, Rule::value_d | Rule::condition_d | Rule::chance_d | Rule::table_d);
        if !asked && !self.happens(d) {
            return false;
        }
        let Some(name) = own_name(self.files, d).map(|n| Key::new(&n)) else { return false };
        match (&m.name, &m.any) {
            (Some(met), _) => *met == name && self.same_kind(m, d),
            (None, Some((word, except))) => self.is_word(d, word) && !except.contains(&name),
            _ => false,
        }
    }

    /// Whether a declaration is something that happens.
    fn happens(&self, d: &Declaration) -> bool {
        let word = d.head.find(Rule::decl_word).map_or("", |w| w.text(self.files));
        d.head.rule == Rule::named_d && (matches!(word, "procedure" | "phase" | "turn") || self.is_word(d, "action"))
    }

    /// Values of one name differ by the kind of their first blank.
    fn same_kind(&self, m: &Meeting<'_>, d: &Declaration) -> bool {
        let first = d.head.find(Rule::role_head).and_then(|r| r.find(Rule::noun)).and_then(Node::first).map(|w| w.text(self.files));
        let twins = self.declarations.iter().filter(|o| own_name(self.files, o) == own_name(self.files, d)).count();
        match (m.first_kind(self.files), first) {
            (Some(wanted), Some(first)) if twins > 1 => wanted == first,
            _ => true,
        }
    }

    /// Whether a declaration begins with that word, or with a kind of action where any action is meant.
    fn is_word(&self, d: &Declaration, word: &str) -> bool {
        let Some(own) = d.head.find(Rule::decl_word).or_else(|| d.head.find(Rule::chance_word)).map(|w| w.text(self.files)) else {
            return false;
        };
        let is_kind = |k: &&Declaration| k.head.rule == Rule::kind_d && k.head.find(Rule::word).is_some_and(|w| w.text(self.files) == own);
        let base = self.declarations.iter().find(is_kind).and_then(|k| k.head.find(Rule::base_kind)).map(|b| b.text(self.files));
        own == word || base == Some(word)
    }

    /// Whether the carrier asked about may carry the rule, where it stands in the first blank.
    fn fits(&self, m: &Meeting<'_>, d: &Declaration) -> bool {
        let Some(carried) = &self.carried else { return true };
        let word = m.by.head.find(Rule::decl_word).map_or("", |w| w.text(self.files));
        let always = matches!(word, "marker" | "formation" | "terrain") || plain(self.files, m.by.head.span).contains(" of game");
        let first = d.head.find(Rule::role_head).and_then(|r| r.find(Rule::prep)).map_or("", |p| p.text(self.files));
        let named = own_name(self.files, m.by).is_some_and(|n| carried.contains(&Key::new(&n)));
        always || named || !m.carrier_in(self.files, first)
    }
}

fn below(loom: &Loom<'_>, lines: &Block, depth: usize, from: &str, out: &mut Vec<Thread>) {
    for line in lines {
        out.push(loom.own(line, depth, Some(from)));
        below(loom, &line.below, depth + 1, from, out);
    }
}

fn has(line: &Line, rule: Rule) -> bool {
    line.parts.iter().any(|p| p.rule == rule)
}

fn cites(files: &Files, nodes: &[Node]) -> Vec<String> {
    nodes.iter().map(|n| n.text(files).to_owned()).collect()
}
