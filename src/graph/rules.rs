//! Rules: who may carry them, and one for each parameter they are given.

use std::collections::HashMap;

use super::carry::Mute;
use super::compile::Pass;
use super::ir::RuleInfo;
use super::numbers::short;
use crate::model::{Key, KindBase, State, StateKind, Symbol, Until};
use crate::source::Span;
use crate::syntax::{Declaration, Line, Node, Rule};

/// What stands in the brackets of a rule's name.
#[derive(Clone, Debug)]
pub(super) struct Param {
    /// The word for it in the rule.
    pub word: String,
    /// A number, dice, or a Name; empty if nobody gives one.
    pub given: String,
    /// Where it is given.
    pub at: Span,
}

impl Param {
    /// Whether it is rolled.
    pub fn is_dice(&self) -> bool {
        self.name().is_none() && self.given.contains('d')
    }

    /// The Name that it is, if it is one.
    pub fn name(&self) -> Option<Node> {
        let name = Node { rule: Rule::name, span: self.at, kids: Vec::new() };
        self.given.starts_with(char::is_uppercase).then(|| Node { rule: Rule::name_ref, span: self.at, kids: vec![name] })
    }
}

/// What is known of rules beside their heads.
#[derive(Default)]
pub(super) struct Rules<'a> {
    /// What all rules of a kind share.
    pub kind_items: HashMap<String, Vec<&'a Line>>,
    /// Terms that a rule sets for itself: `may`, `cost`, `once per`.
    pub own_terms: HashMap<u16, Vec<&'a Node>>,
    /// The bit of each limit of each rule.
    pub limit_bits: HashMap<(Span, u16), u16>,
    /// The parameter of a rule: its word and what it is.
    pub params: HashMap<u16, Param>,
    /// The rules that one declaration with a parameter makes.
    pub instances: HashMap<Span, Vec<u16>>,
    /// Rules that others switch off for whoever carries both.
    pub muted: HashMap<u16, Vec<Mute<'a>>>,
    /// Whether a rule, by its place in the texts, has its carrier in blanks other than `of`.
    pub by_carrier: HashMap<Span, bool>,
}

impl Pass<'_> {
    /// Enters a rule, or one rule for each parameter it is given.
    pub fn declare_rule(&mut self, d: &Declaration, word: &str, name: &str, span: Span) {
        let param = d.head.find(Rule::title).and_then(|t| t.find(Rule::word)).map(|w| self.text(w).to_owned());
        let Some(param) = param else {
            self.new_rule(d, word, name, span);
            return;
        };
        // a rule with a parameter is one rule for each that is named anywhere
        let mut given = self.params_of(name);
        given.sort();
        given.dedup_by(|a, b| a.0 == b.0);
        if given.is_empty() {
            // nobody has it: what it says is looked through all the same
            given.push((String::new(), span));
        }
        for (value, at) in given {
            let id = self.program.rules.len();
            let called = if value.is_empty() { name.to_owned() } else { format!("{name}({value})") };
            self.new_rule(d, word, &called, span);
            self.rules.params.insert(short(id), Param { word: param.clone(), given: value, at });
            self.rules.instances.entry(span).or_default().push(short(id));
        }
    }

    /// Every parameter that a rule is given in the texts, and where.
    fn params_of(&self, name: &str) -> Vec<(String, Span)> {
        let key = Key::new(name);
        let mut out = Vec::new();
        for id in self.files.ids() {
            let text = self.files.slice(self.files.whole(id));
            for (at, _) in text.match_indices('(') {
                let before = text.get(..at).unwrap_or("");
                let start = before.rfind([',', '\n', ':', '"', '|']).map_or(0, |i| i + 1);
                let written = before.get(start..).unwrap_or("");
                let Some(close) = text.get(at..).and_then(|t| t.find(')')) else { continue };
                let inner = text.get(at + 1..at + close).unwrap_or("").trim();
                let fits = written.len() >= name.len() && Key::new(written).as_str().ends_with(key.as_str());
                let number = inner.starts_with(|c: char| c.is_ascii_digit() || c == 'd')
                    && inner.chars().all(char::is_alphanumeric)
                    && inner.chars().any(|c| c.is_ascii_digit());
                let named = inner.starts_with(char::is_uppercase) && inner.chars().all(|c| c.is_alphanumeric() || " '-".contains(c));
                let said = before.rfind("--") > before.rfind('\n');
                if fits && !said && (number || named) {
                    let from = self.files.whole(id).start as usize + at + 1;
                    out.push((inner.to_owned(), Span::new(from, from + inner.len())));
                }
            }
        }
        out
    }

    fn new_rule(&mut self, d: &Declaration, word: &str, name: &str, span: Span) {
        let cites = self.cites(&d.cites);
        let row = self.new_row(name, span, cites, None);
        let id = self.program.rules.len();
        let own = self.program.book.find(name, Symbol::State).map(short).filter(|_| matches!(word, "marker" | "formation"));
        let of = self.carrier_words(d, word);
        let rows = of.iter().any(|w| self.program.book.kind(w).is_some_and(|k| self.program.book.is(k, KindBase::Row)));
        let bearer = of.iter().find(|w| {
            self.program.book.kind(w).is_some_and(|k| !self.program.book.is(k, KindBase::Row) && !self.program.book.is(k, KindBase::Game))
        });
        // a scenario's rule is carried by the game, and only where the scenario names it
        let scenario = "game".to_owned();
        let bearer = bearer.or_else(|| of.iter().any(|w| w == "scenario").then_some(&scenario));
        let always = bearer.is_none();
        let state = match (own, bearer) {
            (Some(s), _) => Some(s),
            (None, Some(of)) if !always => {
                let s = short(self.program.book.states.len());
                self.program.book.states.push(State {
                    name: name.into(),
                    kind: StateKind::Rule,
                    of: of.clone(),
                    until: Until::Stays,
                    majority: false,
                    any: false,
                    span,
                });
                Some(s)
            }
            _ => None,
        };
        let price = d.head.find(Rule::kind_price).and_then(|p| p.find(Rule::integer)).and_then(|i| self.text(i).parse().ok()).unwrap_or(0);
        self.program.rules.push(RuleInfo { name: name.into(), word: word.into(), state, rows, row, price, span });
        if let Some(r) = self.program.rows.get_mut(row as usize) {
            r.rule = Some(short(id));
        }
        self.enter_once(name, span, Symbol::Rule(id), |s| matches!(s, Symbol::Rule(_)));
    }

    /// Who may carry a rule: as its head says, else as its kind says.
    fn carrier_words(&mut self, d: &Declaration, word: &str) -> Vec<String> {
        let mut of = Vec::new();
        for r in d.head.all(Rule::role_head) {
            if let Some(w) = r.find(Rule::noun).and_then(|n| n.find(Rule::word)) {
                of.push(self.text(w).to_owned());
            }
        }
        if of.is_empty() {
            if let Some(k) = self.program.book.kind(word).and_then(|k| self.program.book.kinds.get(k)) {
                of.clone_from(&k.of);
            }
        }
        of
    }

    /// The rules that a declaration is: none, one, or one for each parameter.
    pub fn rules_of(&self, d: &Declaration) -> Vec<Option<u16>> {
        let span = self.title(&d.head).map_or(d.head.span, |t| t.1);
        match self.rules.instances.get(&span) {
            Some(list) => list.iter().map(|r| Some(*r)).collect(),
            None => vec![self.rule_of(d)],
        }
    }

    /// Those rules; below a kind of rules, all that are of it.
    pub fn rules_meant(&self, d: &Declaration) -> Vec<Option<u16>> {
        let word = d.head.find(Rule::word).filter(|_| d.head.rule == Rule::kind_d).map(|w| self.text(w));
        let kind = word.and_then(|w| self.program.book.kind(w)).filter(|k| self.program.book.is(*k, KindBase::Rule));
        match (kind, word) {
            (Some(_), Some(word)) => {
                let all = self.program.rules.iter().enumerate().filter(|(_, r)| r.word == word);
                all.map(|(i, _)| Some(short(i))).collect()
            }
            _ => self.rules_of(d),
        }
    }

    /// The rule that a declaration is, if it is one.
    fn rule_of(&self, d: &Declaration) -> Option<u16> {
        let (name, span) = self.title(&d.head)?;
        self.program.book.lookup(&name).iter().find_map(|s| match s {
            Symbol::Rule(r) if self.program.rules.get(*r).is_some_and(|i| i.span == span) => Some(short(*r)),
            _ => None,
        })
    }

    /// Whether all rules of its kind are offers.
    pub fn kind_says_may(&self, rule: u16) -> bool {
        let Some(r) = self.program.rules.get(rule as usize) else { return false };
        self.rules
            .kind_items
            .get(&r.word)
            .is_some_and(|lines| lines.iter().flat_map(|l| &l.parts).any(|p| p.rule == Rule::mood_item && self.text(p).starts_with("may")))
    }
}
