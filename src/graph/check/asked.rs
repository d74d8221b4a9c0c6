//! Questions that decide something, noted where they are compiled and looked at when all is known.

use crate::graph::compile::Pass;
use crate::graph::ir::X;
use crate::graph::scope::Scope;
use crate::model::Symbol;
use crate::source::Span;
use crate::syntax::{Node, Rule};

/// A question on which it hangs whether something happens or counts.
pub(in crate::graph) struct Asked {
    /// Its words.
    pub span: Span,
    /// The question.
    pub x: X,
    /// Those before it in one chain: it is only asked where none of them holds.
    pub earlier: Vec<X>,
    /// The procedure whose registers it speaks of.
    pub proc: Option<u16>,
    /// Whether it is all that a rule asks where it meets the game, not one sentence of it.
    pub whole: bool,
}

impl Pass<'_> {
    /// Notes a question. Not where its answer hangs on a ruling or on the number of a rule: there it is meant to be
    /// settled before play.
    pub fn asks(&mut self, scope: &Scope, span: Span, node: &Node, x: X, earlier: &[X]) {
        let mut settled = scope.param.is_some() || !self.known.is_empty();
        node.walk(&mut |n| {
            let name = if n.rule == Rule::name { self.program.book.lookup(self.files.slice(n.span).trim_matches('"')) } else { &[] };
            settled |= name.iter().any(|s| matches!(s, Symbol::Ruling(_)));
        });
        if !settled {
            let whole = node.rule == Rule::attach || node.rule == Rule::forbid;
            self.asked.push(Asked { span, x, earlier: earlier.to_vec(), proc: scope.proc, whole });
        }
    }
}
