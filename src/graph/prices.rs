//! What was paid and agreed on when forces were mustered.

use super::compile::Pass;
use super::ir::{Ex, X};
use crate::diag::Code;
use crate::model::{KindBase, Type};
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// A number of points: `45 pts`.
    pub fn points(&mut self, node: &Node) -> (X, Type) {
        let n = node.find(Rule::integer).map_or(0, |i| self.text(i).parse().unwrap_or(i64::MAX));
        (self.int(n), self.in_points())
    }

    /// `price of unit`, `price of side`, `allowance of side`.
    pub fn bill(&mut self, x: X, ty: &Type, word: &Node) -> (X, Type) {
        let written = self.text(word);
        let paid = |k: usize| self.program.book.is(k, KindBase::Group) || self.program.book.is(k, KindBase::Side);
        let fits = match ty {
            Type::Thing(k) => paid(*k),
            _ => *ty == Type::Unknown,
        };
        if !fits {
            let was = self.program.book.describe(ty);
            let fix = if written == "price" { "ask for the price of a group or of a side" } else { "ask for the allowance of a side" };
            return self.fault(Code::Type, word.span, format!("{was} has no {written}"), fix);
        }
        let ex = if written == "price" { Ex::Price(x) } else { Ex::Allowance(x) };
        (self.program.ex(ex), self.in_points())
    }
}
