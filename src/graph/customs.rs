//! The customs of a pack: how it measures, how pieces keep together, whose move counts.

use super::compile::Pass;
use super::ir::{Bin, Ex, X};
use super::numbers::mils;
use super::scope::Scope;
use crate::diag::Code;
use crate::model::KindBase;
use crate::syntax::{Declaration, Node, Rule};

impl<'a> Pass<'a> {
    /// The lines below `pack`. One with `if` holds only where the readings in force say so.
    pub fn customs(&mut self, d: &'a Declaration) {
        for part in d.body.iter().flat_map(|l| &l.parts) {
            self.simultaneous_item(part);
            if part.rule != Rule::kind_item {
                continue;
            }
            if part.find(Rule::guard_if).is_some_and(|g| !self.in_force(g)) {
                continue;
            }
            let word = part.find(Rule::kind_word).map_or("", |w| self.text(w));
            let rest = part.find(Rule::kind_rest).map_or("", |r| self.text(r));
            let words: Vec<&str> = std::iter::once(word).chain(rest.split_whitespace()).collect();
            let group = |w: &str| self.program.book.kind(w).is_some_and(|k| self.program.book.is(k, KindBase::Group));
            let ends = |w: &str| matches!(w, "leader" | "nearest");
            match words.as_slice() {
                ["movement", "of", "leader"] => self.program.leader_walks = true,
                ["measure", what, "from", a, "to", b] if group(what) && ends(a) && ends(b) => {
                    self.program.gauge.from_leader = *a == "leader";
                    self.program.gauge.to_leader = *b == "leader";
                }
                ["coherency", d] if d.ends_with('"') => self.keep_together(d, false),
                ["coherency", d, "from", "leader"] if d.ends_with('"') => self.keep_together(d, true),
                ["actions", "once", "per", "turn"] => self.program.once_per = Some(0),
                ["actions", "once", "per", "phase"] => self.program.once_per = Some(1),
                _ => self.unknown_custom(part, word, &words),
            }
        }
    }

    fn keep_together(&mut self, distance: &str, about_leader: bool) {
        self.program.coherency = i32::try_from(mils(distance)).unwrap_or(1000);
        self.program.about_leader = about_leader;
    }

    /// Faults a custom that is like none, and shows how the one is written that it is likest to.
    fn unknown_custom(&mut self, part: &Node, word: &str, words: &[&str]) {
        let group = self.program.book.home_of_pieces();
        let measures: Vec<String> = [("leader", "nearest"), ("leader", "leader"), ("nearest", "nearest"), ("nearest", "leader")]
            .map(|(a, b)| format!("measure {group} from {a} to {b}"))
            .to_vec();
        let others =
            ["movement of leader", "coherency 1\"", "coherency 6\" from leader", "actions once per turn", "actions once per phase"];
        let known = measures.iter().map(String::as_str).chain(others).filter(|k| k.starts_with(word));
        let written = words.join(" ");
        let near = known.min_by_key(|k| strsim::damerau_levenshtein(&written, k)).unwrap_or_default();
        self.fault(Code::Name, part.span, "there is no such custom", format!("write `{near}`"));
    }

    /// Whether a custom holds: that hangs on readings only, which are known before any game.
    fn in_force(&mut self, guard: &Node) -> bool {
        let Some(expr) = guard.find(Rule::expr) else { return true };
        let x = self.truth(&mut Scope::default(), expr);
        self.settled(x).map_or_else(
            || {
                self.fault(Code::Place, expr.span, "a custom holds in the whole game", "ask only which reading of a ruling is in force");
                true
            },
            |n| n != 0,
        )
    }

    /// What does not hang on any game.
    fn settled(&self, x: X) -> Option<i64> {
        match *self.program.exs.get(x as usize)? {
            Ex::Int(n) => Some(n),
            Ex::Not(x) => self.settled(x).map(|n| i64::from(n == 0)),
            Ex::Two(op, a, b) => {
                let (a, b) = (self.settled(a)?, self.settled(b)?);
                match op {
                    Bin::And => Some(i64::from(a != 0 && b != 0)),
                    Bin::Or => Some(i64::from(a != 0 || b != 0)),
                    Bin::Eq => Some(i64::from(a == b)),
                    Bin::Ne => Some(i64::from(a != b)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}
