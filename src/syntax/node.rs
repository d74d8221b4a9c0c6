//! The tree that parsing gives: declarations of lines, lines of nodes.

use super::{Rule, door};
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

    /// What fills a blank.
    #[must_use]
    pub fn filled(&self) -> Option<&Node> {
        self.find(Rule::operand).or_else(|| self.find(Rule::operand_for))
    }

    /// The node without keywords and punctuation: what is left are its parts, which name each other.
    #[must_use]
    pub fn bare(mut self) -> Node {
        self.kids = self.kids.into_iter().filter(|k| !door::is_keyword(k.rule)).map(Node::bare).collect();
        self
    }

    /// Whether it is a keyword, a sign or the end of a line.
    #[must_use]
    pub fn is_mark(&self) -> bool {
        door::is_keyword(self.rule)
    }

    /// Calls `f` on this node and everything below it, parents first.
    pub fn walk<'a>(&'a self, f: &mut impl FnMut(&'a Node)) {
        f(self);
        for kid in &self.kids {
            kid.walk(f);
        }
    }
}

/// A logical line and the deeper lines that belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The whole line, citations and all.
    pub span: Span,
    /// What it says: items or statements in order, or a row of cells.
    pub parts: Vec<Node>,
    /// The clauses it cites.
    pub cites: Vec<Node>,
    /// The lines below it.
    pub below: Block,
}

/// Lines of one depth.
pub type Block = Vec<Line>;

/// A declaration: its head line and all that is indented below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// From the first byte of the head to the last of the last line.
    pub span: Span,
    /// The declaration's own form, such as [`Rule::value_d`].
    pub head: Node,
    /// The clauses cited on the head line.
    pub cites: Vec<Node>,
    /// Items written on the head line, then the lines below.
    pub body: Block,
    /// Whether a line of it could not be read, and so is not there.
    pub unread: bool,
}

impl Declaration {
    /// Whether it is a test or a situation, new or in the place of another.
    #[must_use]
    pub fn is_test(&self) -> bool {
        let of = |rule: Rule| matches!(rule, Rule::test_d | Rule::situation_d);
        of(self.head.rule) || (self.head.rule == Rule::replace_d && self.head.first().is_some_and(|h| of(h.rule)))
    }
}
