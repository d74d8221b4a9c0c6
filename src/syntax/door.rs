//! The only place that touches pest.

use std::borrow::Cow;
use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::OnceLock;

use pest::error::{Error, InputLocation};
use pest::iterators::Pairs;
use pest::{Parser as _, Token};

use super::layout::strip_comment;
use super::{Node, limits};
use crate::source::Span;

use derived::Grammar;
pub use derived::Rule;

#[allow(missing_docs, reason = "pest says nothing of what it derives, but for variants of which the grammar has doc comments")]
mod derived {
    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/lexis.pest"]
    #[grammar = "grammar/keywords.pest"]
    #[grammar = "grammar/expressions.pest"]
    #[grammar = "grammar/statements.pest"]
    #[grammar = "grammar/items.pest"]
    #[grammar = "grammar/declarations.pest"]
    pub(super) struct Grammar;
}

/// Where and why a line could not be read.
pub(super) struct Stuck {
    /// Byte offset from the start of the line.
    pub at: usize,
    /// What could have stood there.
    pub wanted: Vec<Rule>,
    /// What was too much to go on, if that is why.
    pub limit: Option<Limit>,
}

/// What was too much for the reader of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Limit {
    /// Its parts stand too deep in each other.
    Depth,
    /// It reads in too many ways.
    Steps,
}

/// Reads one logical line, keywords and punctuation and all. `start` is the global offset of its first byte.
pub(super) fn read_whole(rule: Rule, text: &str, start: usize) -> Result<Node, Stuck> {
    static STEPS: OnceLock<()> = OnceLock::new();
    STEPS.get_or_init(|| pest::set_call_limit(NonZeroUsize::new(limits::STEPS)));
    let bare = without_comments(text);
    let found = Grammar::parse(rule, &bare).map_err(|e| stuck(&e))?;
    let too_deep = |at| Stuck { at, wanted: Vec::new(), limit: Some(Limit::Depth) };
    Build { text, start }.tree(found).map_err(too_deep)?.ok_or(Stuck { at: 0, wanted: Vec::new(), limit: None })
}

/// A line with space in place of its comments, so that everything else stands where it stood.
fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains("--") {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let code = strip_comment(line);
        let rest = line.get(code.len()..).unwrap_or("");
        out.push_str(code);
        out.extend(rest.bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }));
    }
    Cow::Owned(out)
}

/// Whether a word stands for something everywhere, so that nothing else is called so.
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    Grammar::parse(Rule::reserved, word).is_ok_and(|found| found.as_str() == word)
}

fn stuck(error: &Error<Rule>) -> Stuck {
    let at = match error.location {
        InputLocation::Pos(p) | InputLocation::Span((p, _)) => p,
    };
    match &error.variant {
        pest::error::ErrorVariant::ParsingError { positives, .. } => Stuck { at, wanted: positives.clone(), limit: None },
        // the parser has no error of ours: it ran out of stack, or of steps
        pest::error::ErrorVariant::CustomError { message } => {
            let limit = if message.contains("stack") { Limit::Depth } else { Limit::Steps };
            Stuck { at, wanted: Vec::new(), limit: Some(limit) }
        }
    }
}

/// Makes nodes of what was parsed.
struct Build<'a> {
    text: &'a str,
    start: usize,
}

/// A node of which the end was not seen yet.
struct Open {
    rule: Rule,
    from: usize,
    /// How far its text stands in its parts.
    at: usize,
    kids: Vec<Node>,
}

impl Build<'_> {
    /// The tree of what was parsed, token by token, so that no depth of it is too much for the stack; where it is too deep, the
    /// place of that. Nothing if nothing was parsed.
    fn tree(&self, found: Pairs<'_, Rule>) -> Result<Option<Node>, usize> {
        let mut open: Vec<Open> = Vec::new();
        for token in found.tokens() {
            match token {
                Token::Start { rule, pos } => {
                    let from = pos.pos();
                    if open.len() > limits::TREE_DEPTH {
                        return Err(from);
                    }
                    if let Some(above) = open.last_mut() {
                        self.signs(above.at, from, &mut above.kids);
                    }
                    open.push(Open { rule, from, at: from, kids: Vec::new() });
                }
                Token::End { pos, .. } => {
                    let Some(last) = open.pop() else { break };
                    let node = self.node(last, pos.pos());
                    let Some(above) = open.last_mut() else { return Ok(Some(node)) };
                    above.kids.push(node);
                    above.at = pos.pos();
                }
            }
        }
        Ok(None)
    }

    fn node(&self, open: Open, to: usize) -> Node {
        let Open { rule, from, at, mut kids } = open;
        // pest's spans swallow trailing white space
        let end = from + self.text.get(from..to).unwrap_or("").trim_end().len();
        // a node without parts is one token, but for a block that is only begun
        if !kids.is_empty() || matches!(rule, Rule::block | Rule::body) {
            self.signs(at, end, &mut kids);
        }
        Node { rule, span: self.span(from, end), kids }
    }

    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.start + from, self.start + to)
    }

    /// The punctuation between two nodes, each sign by itself. Comments and white space are none.
    fn signs(&self, from: usize, to: usize, kids: &mut Vec<Node>) {
        let between = self.text.get(from..to).unwrap_or("");
        if between.trim_start().is_empty() {
            return;
        }
        let mut start = from;
        for line in between.split_inclusive('\n') {
            let signs = strip_comment(line).char_indices().filter(|(_, c)| !c.is_whitespace());
            kids.extend(signs.map(|(i, c)| Node {
                rule: Rule::sign,
                span: self.span(start + i, start + i + c.len_utf8()),
                kids: Vec::new(),
            }));
            start += line.len();
        }
    }
}

/// The word that a keyword rule stands for: keywords are rules of their own so that messages can name them.
pub(super) fn keyword_of(rule: Rule) -> Option<&'static str> {
    static WORDS: OnceLock<HashMap<Rule, String>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let named = Rule::all_rules().iter().map(|r| (*r, format!("{r:?}")));
        named.filter_map(|(r, n)| n.strip_prefix("k_").map(|w| (r, w.replace('_', "-")))).collect()
    });
    words.get(&rule).map(String::as_str)
}
