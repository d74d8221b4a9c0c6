//! What follows from the total of a roll: `6 to 8: ...` below it.

use super::checks::band_range;
use super::compile::{Pass, land};
use super::ir::{Bin, Ex, Op, Reg, X};
use super::scope::Scope;
use crate::syntax::{Declaration, Rule};

impl<'a> Pass<'a> {
    /// The bands of a roll whose total is in a register; `else` is for what no other names.
    pub fn score_bands(&mut self, d: &'a Declaration, scope: &mut Scope, code: &mut Vec<Op>, total: Reg) {
        let mut named: Option<X> = None;
        for line in &d.body {
            for part in line.parts.iter().filter(|p| p.rule == Rule::band) {
                let Some(range) = part.find(Rule::score).and_then(|s| s.find(Rule::range)) else { continue };
                let score = self.program.ex(Ex::Reg(total));
                let guard = if range.has(Rule::always) {
                    let any = named.unwrap_or_else(|| self.int(0));
                    self.negate(true, any)
                } else {
                    let inches = self.text(range).contains('"');
                    let text = self.text(range).replace(" or more", "+").replace('"', "");
                    let (low, high) = span(&text);
                    let unit = if inches { 1000 } else { 1 };
                    let (low, high) = (self.int(low.saturating_mul(unit)), self.int(high.saturating_mul(unit)));
                    let from = self.program.ex(Ex::Two(Bin::Le, low, score));
                    let to = self.program.ex(Ex::Two(Bin::Le, score, high));
                    let within = self.both(Some(from), to);
                    named = Some(named.map_or(within, |n| self.program.ex(Ex::Two(Bin::Or, n, within))));
                    within
                };
                let jump = code.len();
                code.push(Op::Unless(guard, 0));
                self.block(scope, code, part.find(Rule::block), &line.below);
                land(code, jump);
            }
        }
    }
}

/// From what to what, also for `under 3`, `over 9`, `to 5`.
fn span(text: &str) -> (i64, i64) {
    let end = i64::from(i32::MAX);
    let number = |rest: &str| rest.trim().parse::<i64>().unwrap_or(0);
    match text.trim().split_once(' ') {
        Some(("under", n)) => (-end, number(n) - 1),
        Some(("over", n)) => (number(n) + 1, end),
        Some(("to", n)) => (-end, number(n)),
        _ => band_range(text),
    }
}
