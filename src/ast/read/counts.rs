//! Counts and records: what is remembered of something.

use super::Reader;
use super::decls::Lines;
use super::families::Family;
use super::kids::Kids;
use crate::ast::{Bounds, Count, DeclKind, NameOrWord};
use crate::diag::{Code, with_article};
use crate::intern::folded;
use crate::source::At;
use crate::syntax::{Node, Rule};

/// Words for what numbers are measured in.
const MEASURES: &[&str] = &["inches", "score", "degrees", "pts"];

impl Reader<'_> {
    /// `count Zeal of unit`, `record Quarry of unit, a unit`
    pub(super) fn count(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>) -> Option<DeclKind> {
        let secret = k.mark(Rule::k_secret);
        k.either(&[Rule::k_count, Rule::k_record])?;
        let names = self.names_next(k);
        k.mark(Rule::k_of);
        let of = k.take(Rule::word).map(|w| self.word(w))?;
        let measure = match k.take(Rule::a_thing) {
            Some(node) => Some(self.a_thing(node)?),
            None if k.mark(Rule::k_in) => {
                let what = k.take_any(&[Rule::name, Rule::word])?;
                let list: Vec<&str> = names.iter().map(|n| self.files.slice(n.at.span())).collect();
                self.no_number(what, &format!("record {} of {}", list.join(", "), self.files.slice(of.at.span())));
                Some(self.name_or_word(what))
            }
            None => None,
        };
        let bounds = match k.take(Rule::bounds) {
            Some(node) => Some(self.bounds(node)?),
            None => None,
        };
        let starts = if k.mark(Rule::k_starts) { Some(k.take(Rule::choice).and_then(|c| self.expr(c))?) } else { None };
        Some(DeclKind::Count(Count { secret, names, of, measure, bounds, starts, items: self.own_items(k, lines, Family::Count)? }))
    }

    /// `a unit`: what is held is no number.
    fn a_thing(&mut self, node: &Node) -> Option<NameOrWord> {
        self.read(node, |r, k| {
            k.either(&[Rule::k_a, Rule::k_an])?;
            k.take(Rule::word).map(|w| r.name_or_word(w))
        })
    }

    /// Faults `in unit`, where no number is measured.
    pub(super) fn no_number(&mut self, what: &Node, head: &str) {
        let word = self.text(what).to_owned();
        if what.rule == Rule::word && !MEASURES.contains(&word.as_str()) {
            let named = |w: &str| w.starts_with(char::is_uppercase) && folded(w) == folded(&word);
            if let Some(name) = head.split([' ', ',']).find(|w| named(w)) {
                let message = format!("a measure has a name, and `{word}` begins small");
                self.fault(Code::Name, At(what.span), message, format!("write `in {name}`"));
                return;
            }
            let word = with_article(&word);
            let message = format!("`in` says in what a number is measured, and {word} is no number");
            self.fault(Code::FirstEdition, At(what.span), message, format!("write `{head}, {word}`"));
        }
    }

    /// `from 0 to 20`
    fn bounds(&mut self, node: &Node) -> Option<Bounds> {
        self.read(node, |r, k| {
            k.mark(Rule::k_from);
            let least = k.take(Rule::sum_expr).and_then(|e| r.expr(e))?;
            k.mark(Rule::k_to);
            Some(Bounds { least, most: k.take(Rule::sum_expr).and_then(|e| r.expr(e))? })
        })
    }
}
