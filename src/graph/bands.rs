//! What follows from the total of a roll: `6 to 8: ...` below it.

use super::compile::{Pass, land};
use super::ir::{Bin, Ex, Op, Reg, X};
use super::scope::Scope;
use crate::diag::Code;
use crate::model::Type;
use crate::syntax::{Declaration, Rule};

impl<'a> Pass<'a> {
    /// The bands of a roll whose total is in a register; `else` is for what no other names.
    pub fn score_bands(&mut self, d: &'a Declaration, scope: &mut Scope, code: &mut Vec<Op>, total: Reg, gives: &Type) {
        let mut named: Option<X> = None;
        for line in &d.body {
            for part in line.parts.iter().filter(|p| p.rule == Rule::band) {
                let Some(range) = part.find(Rule::score).and_then(|s| s.find(Rule::range)) else {
                    let span = part.first().map_or(part.span, |what| what.span);
                    self.fault(
                        Code::Place,
                        span,
                        "a roll has a total, and is neither passed nor won",
                        "write `1 to 3: ...`, or `else: ...`",
                    );
                    continue;
                };
                let score = self.program.ex(Ex::Reg(total));
                let guard = if range.has(Rule::always) {
                    let any = named.unwrap_or_else(|| self.int(0));
                    self.negate(true, any)
                } else {
                    let inches = self.text(range).contains('"');
                    if inches != (*gives == Type::LENGTH) {
                        let (is, help) =
                            if inches { ("a plain number", "leave out the `\"`") } else { ("a length", "write inches, such as `3\"`") };
                        self.fault(Code::Measure, range.span, format!("the total of this roll is {is}"), help);
                    }
                    let Some((low, high)) = self.span_of(range) else { continue };
                    let (low, high) = (self.int(low), self.int(high));
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
