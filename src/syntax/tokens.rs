//! All of a file's text in order: what the sentences are made of, and what stands between them.

use super::{Node, Rule, Tree, TreeLine};
use crate::source::{Files, Span};

/// What a stretch of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A word, a name, a number or a sign, by its rule of the grammar.
    Leaf(Rule),
    /// Spaces and tabs.
    Space,
    /// The end of a line. Two of them with nothing or only spaces between are a blank line.
    Newline,
    /// `--` to the end of its line.
    Comment,
    /// Part of a line that could not be read.
    Unread,
}

/// A stretch of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where. Never empty.
    pub span: Span,
}

impl Tree {
    /// Every token of the file in order, with nothing between one and the next: their texts together are the file.
    #[must_use]
    pub fn tokens(&self, files: &Files) -> Vec<Token> {
        let mut out = Tokens { files, at: self.span.start, list: Vec::new() };
        self.lines.iter().for_each(|line| out.line(line));
        out.up_to(self.span.end);
        out.list
    }
}

struct Tokens<'a> {
    files: &'a Files,
    /// Up to where all has been told.
    at: u32,
    list: Vec<Token>,
}

impl Tokens<'_> {
    fn line(&mut self, line: &TreeLine) {
        match &line.node {
            Some(node) => self.leaves(node),
            None => {
                self.up_to(line.span.start);
                self.unread(line.span);
            }
        }
        line.below.iter().for_each(|below| self.line(below));
    }

    fn leaves(&mut self, node: &Node) {
        if !node.kids.is_empty() {
            node.kids.iter().for_each(|kid| self.leaves(kid));
        } else if !node.span.is_empty() {
            self.up_to(node.span.start);
            self.push(TokenKind::Leaf(node.rule), node.span.end);
        }
    }

    fn push(&mut self, kind: TokenKind, end: u32) {
        if end > self.at {
            self.list.push(Token { kind, span: Span { start: self.at, end } });
            self.at = end;
        }
    }

    /// What stands before the next token: white space and comments; nothing else, or it would be in the tree.
    fn up_to(&mut self, end: u32) {
        while self.at < end {
            let text = self.files.slice(Span { start: self.at, end });
            let newline = text.starts_with('\n') || text.starts_with("\r\n");
            let (kind, len) = if newline {
                (TokenKind::Newline, text.find('\n').map_or(1, |i| i + 1))
            } else if text.starts_with("--") {
                (TokenKind::Comment, text.find(['\r', '\n']).unwrap_or(text.len()))
            } else {
                let space = |c: char| c.is_whitespace() && c != '\n' && c != '\r';
                match text.find(|c| !space(c)).unwrap_or(text.len()) {
                    0 => (TokenKind::Unread, text.chars().next().map_or(1, char::len_utf8)),
                    len => (TokenKind::Space, len),
                }
            };
            self.push(kind, self.at + u32::try_from(len).unwrap_or(1));
        }
    }

    /// The words of a line that could not be read, and the white space and comments between them.
    fn unread(&mut self, span: Span) {
        self.push(TokenKind::Unread, span.end);
    }
}
