//! Effects that last: rules that are bound from the start and asleep until they are woken.

use std::collections::HashMap;

use super::compile::{HookId, Pass};
use super::ir::{Ex, Op, X};
use super::numbers::short;
use super::scope::Scope;
use crate::model::{Count, KindBase, State, StateKind, Type, Until};
use crate::source::Span;
use crate::syntax::{Declaration, Line, Node, Rule};

/// Where an effect that lasts stands, and of which of the rules that stand there it is.
type Owned = (Span, Option<u16>);

/// What is known of effects that last.
#[derive(Default)]
pub(super) struct Sleep {
    /// The hidden state of each lasting effect.
    pub sleepers: HashMap<Owned, u16>,
    /// Attachments that hold only while a hidden state does: that of each rule that they are of.
    pub asleep: HashMap<Span, HashMap<Option<u16>, u16>>,
    /// What an effect that is asleep notes when it is woken: the word, and the count that keeps it; by where it stands.
    pub notes: HashMap<Owned, Vec<(String, u16)>>,
    /// The word for whoever has an effect that lasts, if it is not its rule's carrier; by where it stands.
    pub lasts_on: HashMap<Span, String>,
}

impl<'a> Pass<'a> {
    /// Effects that last: their rules are bound from the start and asleep until they are woken. `around` are the words
    /// that stand for something where the line stands.
    pub fn lasting(
        &mut self,
        rule: Option<u16>,
        line: &'a Line,
        ignores: &mut Vec<(Option<u16>, u16, &'a Node, &'a Node)>,
        around: &[String],
    ) {
        let around = self.words_around(line, around);
        let mut found: Vec<&'a Node> = Vec::new();
        for part in &line.parts {
            part.walk(&mut |n| {
                if n.rule == Rule::until_st {
                    found.push(n);
                }
            });
        }
        for node in found {
            let what = node.find(Rule::until_what).map_or("", |w| self.text(w)).to_owned();
            let inner: Vec<&'a Node> = node.kids.iter().chain(node.all(Rule::braced).flat_map(|b| &b.kids)).filter(|n| meets(n)).collect();
            let whom = self.of_whom(&inner.iter().copied().chain(node_below(line)).collect::<Vec<_>>(), &around);
            let carrier = rule
                .and_then(|r| self.program.rules.get(r as usize))
                .and_then(|r| r.state)
                .and_then(|s| self.program.book.states.get(s as usize))
                .map_or("game".to_owned(), |s| s.of.clone());
            let bearer = whom.clone().unwrap_or(carrier);
            self.program.book.states.push(State {
                name: format!("until {what}"),
                kind: StateKind::Note,
                of: bearer,
                until: Until::Stays,
                majority: false,
                any: false,
                span: node.span,
            });
            let state = short(self.program.book.states.len() - 1);
            let until = node.find(Rule::until_what).map_or(Until::Turn, |w| self.ends_with(state, w));
            if let Some(s) = self.program.book.states.get_mut(state as usize) {
                s.until = until;
            }
            self.sleep.sleepers.insert((node.span, rule), state);
            let mut noted = Vec::new();
            for attach in inner.iter().copied().chain(node_below(line)) {
                self.note_words(attach, &around, &mut noted);
            }
            noted.retain(|w| whom.as_ref() != Some(w));
            let bearer = self.program.book.states.get(state as usize).map_or_else(String::new, |s| s.of.clone());
            let notes: Vec<(String, u16)> = noted.into_iter().map(|w| (w.clone(), self.hidden_count(&w, &bearer, node.span))).collect();
            for at in std::iter::once(node).chain(inner.iter().copied()).chain(node_below(line)) {
                self.sleep.notes.insert((at.span, rule), notes.clone());
                self.sleep.lasts_on.extend(whom.clone().map(|w| (at.span, w)));
            }
            let here = inner.into_iter().map(|attach| (line, attach));
            let below = line.below.iter().flat_map(|l| l.parts.iter().filter(|p| meets(p)).map(move |p| (l, p)));
            for (line, attach) in here.chain(below) {
                self.sleep.asleep.entry(attach.span).or_default().insert(rule, state);
                match attach.rule {
                    Rule::forbid => self.forbid(rule, line, attach),
                    _ => self.attach(rule, line, attach, ignores),
                }
            }
        }
        for below in &line.below {
            self.lasting(rule, below, ignores, &around);
        }
    }

    /// The one whom an effect is about, where it speaks of no carrier and the same word fills a blank wherever it meets the
    /// game: then whoever it is has the effect, and as many as are meant have it at once.
    fn of_whom(&self, meets: &[&'a Node], around: &[String]) -> Option<String> {
        let mut seen_from = false;
        for m in meets {
            m.walk(&mut |n| seen_from |= matches!(n.rule, Rule::me | Rule::my | Rule::allegiance | Rule::kw_other));
        }
        let filled = |place: &Node, word: &str| {
            let nouns = place.all(Rule::pattern_role).filter_map(|r| r.find(Rule::selector_role)?.find(Rule::noun));
            nouns.filter(|n| self.just(n, word)).count() == 1
        };
        let everywhere = |word: &str| {
            meets.iter().all(|m| match m.rule {
                Rule::forbid => filled(m, word),
                _ => m.all(Rule::pattern).all(|p| filled(p, word)),
            })
        };
        let kind = |word: &str| self.program.book.kind(word).is_some_and(|k| !self.program.book.is(k, KindBase::Row));
        around.iter().find(|w| !seen_from && !meets.is_empty() && kind(w) && everywhere(w)).cloned()
    }

    /// Whether a description is this word and gives no other.
    pub fn just(&self, noun: &Node, word: &str) -> bool {
        let mut words = noun.all(Rule::word);
        words.next().is_some_and(|w| self.text(w) == word) && words.next().is_none()
    }

    /// The words that stand for something in a procedure: its blanks.
    pub fn words_of_head(&self, d: &Declaration) -> Vec<String> {
        match self.hook_of(d) {
            Some(HookId::Proc(p)) => {
                self.program.proc_heads.get(p as usize).map_or_else(Vec::new, |h| h.roles.iter().map(|r| r.local.clone()).collect())
            }
            _ => Vec::new(),
        }
    }

    /// Those, and what the line itself finds: whom its rule meets, and each of whom it speaks in turn.
    fn words_around(&self, line: &Line, around: &[String]) -> Vec<String> {
        let mut out = around.to_vec();
        line.parts.iter().for_each(|part| self.words_found(part, &mut out));
        out
    }

    fn words_found(&self, node: &Node, out: &mut Vec<String>) {
        let finds = match node.rule {
            Rule::until_st => return,
            Rule::for_each_st => node.find(Rule::selector).into_iter().collect(),
            Rule::pattern => node.all(Rule::pattern_role).filter_map(|r| r.find(Rule::selector_role)).collect(),
            Rule::comes => node.all(Rule::selector).collect(),
            _ => Vec::new(),
        };
        for noun in finds.into_iter().filter_map(|sel| sel.find(Rule::noun)) {
            out.extend(noun.all(Rule::word).last().map(|w| self.text(w).to_owned()));
        }
        node.kids.iter().for_each(|kid| self.words_found(kid, out));
    }

    /// Words of an effect that may have to be noted when it is woken. A bare `unit` is the one of which the sentences
    /// around it speak, if they do.
    fn note_words(&self, attach: &Node, around: &[String], out: &mut Vec<String>) {
        let mut named: Vec<&str> = Vec::new();
        attach.walk(&mut |n| {
            if n.rule != Rule::noun {
                return;
            }
            let words: Vec<&str> = n.all(Rule::word).map(|w| self.text(w)).collect();
            match words.as_slice() {
                [one] if around.iter().any(|w| w == one) => out.push((*one).to_owned()),
                [.., own] => named.push(own),
                [] => {}
            }
        });
        out.dedup();
        attach.walk(&mut |n| {
            let text = self.text(n);
            let own = matches!(text, "turn" | "game") || named.contains(&text) || out.iter().any(|w| w == text);
            if n.rule == Rule::local && !own {
                out.push(text.to_owned());
            }
        });
    }

    /// A count that only the machine speaks of.
    pub fn hidden_count(&mut self, name: &str, of: &str, span: Span) -> u16 {
        self.program.book.counts.push(Count { name: format!("{name} noted"), of: of.to_owned(), holds: Type::Unknown, span });
        short(self.program.book.counts.len() - 1)
    }

    /// Wakes an effect that lasts, and notes what it speaks of.
    pub fn wake(&mut self, scope: &Scope, code: &mut Vec<Op>, node: &Node, state: u16) {
        let whom = self.sleep.lasts_on.get(&node.span).and_then(|w| scope.find(w)).map(|l| l.reg);
        let who = match whom {
            Some(reg) => self.program.ex(Ex::Reg(reg)),
            None => self.bearer_of_effect(scope),
        };
        for (word, count) in self.sleep.notes.get(&(node.span, scope.rule)).cloned().unwrap_or_default() {
            if let Some(local) = scope.find(&word) {
                let x = self.program.ex(Ex::Reg(local.reg));
                code.push(Op::Store(who, count, x));
            }
        }
        self.turn_state(code, who, state, true);
    }

    /// Who has the state of an effect that lasts: whoever carries its rule, else the game.
    pub fn bearer_of_effect(&mut self, scope: &Scope) -> X {
        match &scope.me {
            Some(me) => {
                let reg = me.reg;
                self.program.ex(Ex::Reg(reg))
            }
            None => self.program.ex(Ex::Game),
        }
    }
}

/// Whether a sentence says where a rule meets the game.
fn meets(node: &Node) -> bool {
    matches!(node.rule, Rule::attach | Rule::forbid)
}

/// What stands below a line and meets the game.
fn node_below(line: &Line) -> impl Iterator<Item = &Node> {
    line.below.iter().flat_map(|l| &l.parts).filter(|p| meets(p))
}
