//! Texts of rules, cut where the language cuts them: into declarations, into the lines below one, into names.

use grognard::floors::source::{Files, Span};
use grognard::floors::syntax::{self, Node, Rule, Tree, TreeLine};

/// A text with its tree.
pub struct Text {
    pub name: String,
    pub body: String,
    files: Files,
    pub tree: Tree,
}

/// What stands in one place instead.
pub type Edit = (usize, usize, String);

impl Text {
    pub fn new(name: &str, text: String) -> Self {
        let mut files = Files::default();
        let id = files.add(name, &text);
        let (tree, found) = syntax::tree(&files, id);
        assert!(found.is_empty(), "{name}: {found:?}");
        Self { name: name.to_owned(), body: text, files, tree }
    }

    pub fn slice(&self, span: Span) -> &str {
        self.files.slice(span)
    }

    /// Whether it says what the pack is called.
    pub fn names_a_pack(&self) -> bool {
        let mut found = false;
        self.walk(|_, n| found |= n.rule == Rule::pack_d);
        found
    }

    /// Where something begins and ends in the text.
    pub fn range(&self, span: Span) -> (usize, usize) {
        ((span.start - self.tree.span.start) as usize, (span.end - self.tree.span.start) as usize)
    }

    /// Where the line begins in which something stands.
    fn line_start(&self, span: Span) -> usize {
        self.body[..self.range(span).0].rfind('\n').map_or(0, |n| n + 1)
    }

    /// Where lines stand, each up to the next; the last up to `end`.
    fn cut(&self, lines: &[TreeLine], end: usize) -> Vec<(usize, usize)> {
        let starts: Vec<usize> = lines.iter().map(|l| self.line_start(l.span)).collect();
        let ends = starts.iter().skip(1).copied().chain([end]);
        starts.iter().copied().zip(ends).collect()
    }

    /// Each declaration: its head and its text, with a line end.
    pub fn declarations(&self) -> Vec<(&TreeLine, String)> {
        let cut = self.cut(&self.tree.lines, self.body.len());
        self.tree.lines.iter().zip(cut).map(|(l, (from, to))| (l, format!("{}\n", self.body[from..to].trim_end()))).collect()
    }

    /// Each declaration: its head, and the lines below it with where they stand.
    pub fn below(&self) -> Vec<(&TreeLine, Vec<(usize, usize)>)> {
        let cut = self.cut(&self.tree.lines, self.body.len());
        self.tree.lines.iter().zip(cut).map(|(l, (_, to))| (l, self.cut(&l.below, to))).collect()
    }

    /// Each piece of a sentence, with the rules of the grammar that it stands in.
    pub fn walk<'a>(&'a self, mut f: impl FnMut(&[Rule], &'a Node)) {
        fn node<'a>(above: &mut Vec<Rule>, n: &'a Node, f: &mut impl FnMut(&[Rule], &'a Node)) {
            f(above, n);
            above.push(n.rule);
            n.kids.iter().for_each(|k| node(above, k, f));
            above.pop();
        }
        fn line<'a>(l: &'a TreeLine, f: &mut impl FnMut(&[Rule], &'a Node)) {
            l.node.iter().for_each(|n| node(&mut Vec::new(), n, f));
            l.below.iter().for_each(|b| line(b, f));
        }
        self.tree.lines.iter().for_each(|l| line(l, &mut f));
    }

    /// The text with other things in some places.
    pub fn edited(&self, mut edits: Vec<Edit>) -> String {
        edits.sort();
        let (mut out, mut at) = (String::new(), 0);
        for (from, to, with) in edits {
            assert!(from >= at, "{}: two edits at {from}", self.name);
            out.push_str(&self.body[at..from]);
            out.push_str(&with);
            at = to;
        }
        out.push_str(&self.body[at..]);
        out
    }
}

/// All pieces of a line and of those below it.
pub fn pieces<'a>(l: &'a TreeLine, f: &mut impl FnMut(&'a Node)) {
    l.node.iter().for_each(|n| n.walk(f));
    l.below.iter().for_each(|b| pieces(b, f));
}
