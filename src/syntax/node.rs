//! The pieces of a sentence.

use super::Rule;
use crate::source::{Files, Span};

/// A piece of a sentence: which rule of the grammar it is, where it stands, what it is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The rule of the grammar.
    pub rule: Rule,
    /// Where, without white space at its ends.
    pub span: Span,
    /// Its parts in order.
    pub kids: Vec<Node>,
}

impl Node {
    /// The text as written.
    #[must_use]
    pub fn text<'a>(&self, files: &'a Files) -> &'a str {
        files.slice(self.span)
    }

    /// The first part of this rule.
    #[must_use]
    pub fn find(&self, rule: Rule) -> Option<&Node> {
        self.kids.iter().find(|k| k.rule == rule)
    }

    /// Every part of this rule.
    pub fn all(&self, rule: Rule) -> impl Iterator<Item = &Node> {
        self.kids.iter().filter(move |k| k.rule == rule)
    }

    /// Whether there is a part of this rule.
    #[must_use]
    pub fn has(&self, rule: Rule) -> bool {
        self.find(rule).is_some()
    }

    /// The first part, of whatever rule.
    #[must_use]
    pub fn first(&self) -> Option<&Node> {
        self.kids.first()
    }

    /// Calls `f` on this node and everything below it, parents first.
    pub fn walk<'a>(&'a self, f: &mut impl FnMut(&'a Node)) {
        f(self);
        for kid in &self.kids {
            kid.walk(f);
        }
    }
}
