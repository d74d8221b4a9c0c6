//! Lines on the table: `touching the line from A to B`, `within 3" of the line from A through B for 30"`.

use super::compile::Pass;
use super::ir::{Ex, X};
use super::scope::Scope;
use crate::diag::Code;
use crate::model::Type;
use crate::syntax::{Node, Rule};

/// The word between the two ends of a line that goes on beyond the second.
const BEYOND: &str = "through";

impl Pass<'_> {
    /// Whether `of` lies within `wide` of a line; touches it where `wide` is none.
    pub fn along(&mut self, scope: &mut Scope, of: X, line: &Node, wide: Option<X>) -> X {
        let ends: Vec<&Node> = line.all(Rule::r#ref).collect();
        let refs: Vec<X> = ends.iter().map(|r| self.expr(scope, r).0).collect();
        let (from, to) = (refs.first().copied().unwrap_or(0), refs.get(1).copied().unwrap_or(0));
        let between = ends.first().zip(ends.get(1)).map_or("", |(a, b)| {
            let (start, end) = (a.span.end as usize, b.span.start as usize);
            self.files.slice(crate::source::Span::new(start, end))
        });
        let beyond = between.trim() == BEYOND;
        let long = match line.find(Rule::sum_expr) {
            Some(e) => {
                let (x, ty) = self.expr(scope, e);
                if !ty.fits(&Type::LENGTH) {
                    let is = self.program.book.describe(&ty);
                    self.fault(
                        Code::Measure,
                        e.span,
                        format!("a line is so many inches long, and this is {is}"),
                        "give a length such as 30\"",
                    );
                }
                x
            }
            None => self.int(-1),
        };
        if beyond != line.has(Rule::sum_expr) {
            self.fault(
                Code::Place,
                line.span,
                "nothing says where the line ends",
                format!("write `to`, or `{BEYOND}` and how long it is: `for 30\"`"),
            );
        }
        let wide = wide.unwrap_or_else(|| self.int(0));
        let list = self.program.list(vec![of, from, to, wide, long]);
        self.program.ex(Ex::Along(list))
    }
}

/// The line that a relation speaks of, if it does.
pub(super) fn line_in(node: &Node) -> Option<&Node> {
    node.find(Rule::r#ref).and_then(|r| r.find(Rule::line_ref))
}
