//! The customs of a pack: how it measures, how pieces keep together, whose move counts.

use super::compile::Pass;
use super::ir::{Bin, Ex, X};
use super::numbers::mils;
use super::scope::Scope;
use crate::diag::Code;
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
            match words.as_slice() {
                ["movement", "of", "leader"] => self.program.leader_walks = true,
                ["measure", _, "from", a, "to", b] => {
                    self.program.gauge.from_leader = *a == "leader";
                    self.program.gauge.to_leader = *b == "leader";
                }
                ["coherency", d, about @ ..] => {
                    self.program.coherency = i32::try_from(mils(d)).unwrap_or(1000);
                    self.program.about_leader = about == ["from", "leader"];
                }
                ["actions", "once", "per", "turn"] => self.program.once_per_turn = true,
                _ => {}
            }
        }
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
