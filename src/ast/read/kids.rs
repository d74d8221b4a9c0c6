//! The parts of a node, handed out one by one: what nobody takes is told.

use super::Reader;
use crate::diag::{Code, Diagnostic};
use crate::source::{At, Files, Span};
use crate::syntax::{Node, Rule, TreeLine};

/// Signs that only keep other parts from each other. All others say something, and must be read.
const SEPARATORS: &[&str] = &[",", ";", ":", "(", ")", "{", "}", "[", "]", "|"];

/// A cursor over the parts of a node.
pub(super) struct Kids<'n> {
    kids: &'n [Node],
    files: &'n Files,
}

impl<'n> Kids<'n> {
    /// What comes next, separators left out.
    pub fn peek(&self) -> Option<&'n Node> {
        self.kids.iter().find(|k| !self.is_separator(k))
    }

    /// Takes what comes next.
    pub fn next(&mut self) -> Option<&'n Node> {
        let at = self.kids.iter().position(|k| !self.is_separator(k))?;
        let node = self.kids.get(at);
        self.kids = self.kids.get(at + 1..).unwrap_or(&[]);
        node
    }

    /// Whether what comes next is of this rule.
    pub fn is(&self, rule: Rule) -> bool {
        self.peek().is_some_and(|k| k.rule == rule)
    }

    /// Takes what comes next if it is of this rule.
    pub fn take(&mut self, rule: Rule) -> Option<&'n Node> {
        if self.is(rule) { self.next() } else { None }
    }

    /// Takes what comes next if it is of one of these rules.
    pub fn take_any(&mut self, rules: &[Rule]) -> Option<&'n Node> {
        self.peek().filter(|k| rules.contains(&k.rule))?;
        self.next()
    }

    /// Takes a keyword, or a node that is nothing but keywords; whether it was there.
    pub fn mark(&mut self, rule: Rule) -> bool {
        self.take(rule).is_some()
    }

    /// Takes keywords that stand right behind each other; whether all of them were there.
    pub fn marks(&mut self, rules: &[Rule]) -> bool {
        let before = self.kids;
        let all = rules.iter().all(|r| self.mark(*r));
        if !all {
            self.kids = before;
        }
        all
    }

    /// Takes one of these keywords, and says which.
    pub fn either(&mut self, rules: &[Rule]) -> Option<Rule> {
        self.take_any(rules).map(|n| n.rule)
    }

    /// Takes a sign if it is the very next thing, separators among them.
    pub fn sign(&mut self, sign: &str) -> bool {
        match self.kids.split_first() {
            Some((first, rest)) if first.rule == Rule::sign && self.files.slice(first.span) == sign => {
                self.kids = rest;
                true
            }
            _ => false,
        }
    }

    /// All that follow of this rule, with only separators between.
    pub fn all(&mut self, rule: Rule) -> Vec<&'n Node> {
        std::iter::from_fn(|| self.take(rule)).collect()
    }

    /// What is left, separators left out.
    pub fn rest(&mut self) -> Vec<&'n Node> {
        std::iter::from_fn(|| self.next()).collect()
    }

    fn is_separator(&self, node: &Node) -> bool {
        node.rule == Rule::EOI || (node.rule == Rule::sign && SEPARATORS.contains(&self.files.slice(node.span)))
    }
}

/// The lines below a line, until some construct of it takes them.
pub(super) struct Below<'n> {
    lines: &'n [TreeLine],
}

impl<'n> Below<'n> {
    /// These lines.
    pub const fn new(lines: &'n [TreeLine]) -> Self {
        Self { lines }
    }

    /// No lines.
    pub const fn none() -> Self {
        Self { lines: &[] }
    }

    /// Whether each of them could be read.
    pub fn is_whole(&self) -> bool {
        !self.lines.iter().any(TreeLine::unread)
    }

    /// All of them; nobody else gets them.
    pub fn take(&mut self) -> &'n [TreeLine] {
        std::mem::take(&mut self.lines)
    }
}

impl Reader<'_> {
    /// Reads the parts of a node: what is left of them is told, and so is a node that could not be read.
    pub fn read<'n, T>(&mut self, node: &'n Node, f: impl FnOnce(&mut Self, &mut Kids<'n>) -> Option<T>) -> Option<T>
    where
        Self: 'n,
    {
        self.read_parts(&node.kids, node.span, f)
    }

    /// The same for some of a node's parts.
    pub fn read_parts<'n, T>(&mut self, parts: &'n [Node], span: Span, f: impl FnOnce(&mut Self, &mut Kids<'n>) -> Option<T>) -> Option<T>
    where
        Self: 'n,
    {
        let mut kids = Kids { kids: parts, files: self.files };
        let told = self.found.len();
        let out = f(self, &mut kids);
        let rest = kids.rest();
        if let (Some(first), Some(last)) = (rest.first(), rest.last()) {
            if out.is_some() || self.found.len() == told {
                self.unread(first.span.to(last.span));
            }
        }
        if out.is_none() && self.found.len() == told {
            self.unread(span);
        }
        out
    }

    /// Tells of lines that no construct took.
    pub fn nothing_below(&mut self, below: &mut Below<'_>) {
        let lines = below.take();
        if let Some((first, rest)) = lines.split_first() {
            let end = rest.last().unwrap_or(first).span;
            self.unread(first.span.to(end));
        }
    }

    /// The finding for words that nothing reads.
    fn unread(&mut self, span: Span) {
        if let Some(lines) = self.in_head(span) {
            let d = Diagnostic::new(Code::Unread, span, "what stands below a declaration has lines of its own");
            self.found.push(d.help(format!("write {lines}, each on a line below it, indented by two spaces")));
            return;
        }
        self.found.push(
            Diagnostic::new(Code::Unread, span, "nothing reads this here")
                .help("take it away; or, if it belongs to the line above it, begin it where that line begins"),
        );
    }

    /// Names that stand behind the colon of a head, as `columns of man: Skill, Grit`; none if it is something else.
    fn in_head(&self, span: Span) -> Option<String> {
        let (line, said) = (self.files.line_of(span), self.files.slice(span));
        let names: Vec<&str> = said.trim_start_matches([':', ' ']).split(',').map(str::trim).collect();
        let named = names.iter().all(|n| n.starts_with(char::is_uppercase) && !n.contains(['"', ':']));
        let head = line.starts_with(char::is_lowercase) && line.trim_end().ends_with(said.trim_end()) && line.contains(':');
        (head && named).then(|| names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(" and "))
    }

    /// A finding.
    pub fn fault(&mut self, code: Code, at: At, message: impl Into<String>, help: impl Into<String>) {
        self.found.push(Diagnostic::new(code, at.span(), message).help(help));
    }
}
