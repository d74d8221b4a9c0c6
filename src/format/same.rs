//! Whether two texts say the same in other layout.

use crate::diag::any_error;
use crate::source::Files;
use crate::syntax::{self, Node, TokenKind, Tree, TreeLine};

/// Whether a text has the words, signs and comments of a tree in their order, and is read as the same tree.
pub(super) fn same(files: &Files, tree: &Tree, text: &str) -> bool {
    let mut others = Files::default();
    let id = others.add(files.name(tree.file), text);
    let (other, found) = syntax::tree(&others, id);
    let texts = Texts { one: files, other: &others };
    !any_error(&found) && tokens(files, tree) == tokens(&others, &other) && texts.lines(&tree.lines, &other.lines)
}

/// All but white space.
fn tokens(files: &Files, tree: &Tree) -> Vec<(TokenKind, String)> {
    let all = tree.tokens(files).into_iter();
    all.filter(|token| !matches!(token.kind, TokenKind::Space | TokenKind::Newline))
        .map(|token| (token.kind, plain(token.kind, files.slice(token.span))))
        .collect()
}

/// Without the white space that means nothing.
fn plain(kind: TokenKind, text: &str) -> String {
    match kind {
        TokenKind::Comment => text.trim_end().to_owned(),
        _ if text.contains('"') => text.to_owned(),
        _ => text.split_whitespace().collect::<Vec<_>>().join(" "),
    }
}

struct Texts<'a> {
    one: &'a Files,
    other: &'a Files,
}

impl Texts<'_> {
    fn lines(&self, one: &[TreeLine], other: &[TreeLine]) -> bool {
        let line = |(a, b): (&TreeLine, &TreeLine)| self.line(a, b);
        one.len() == other.len() && one.iter().zip(other).all(line)
    }

    fn line(&self, one: &TreeLine, other: &TreeLine) -> bool {
        let nodes = match (&one.node, &other.node) {
            (Some(a), Some(b)) => self.node(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        nodes && self.lines(&one.below, &other.below)
    }

    /// Whether they are the same parts of the grammar; a tree is never deeper than its limit.
    fn node(&self, one: &Node, other: &Node) -> bool {
        let leaf = one.kids.is_empty();
        let text = |node: &Node, files: &Files| plain(TokenKind::Leaf(node.rule), node.text(files));
        one.rule == other.rule
            && one.kids.len() == other.kids.len()
            && (!leaf || text(one, self.one) == text(other, self.other))
            && one.kids.iter().zip(&other.kids).all(|(a, b)| self.node(a, b))
    }
}
