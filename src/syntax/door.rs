//! The only place that touches pest.
#![allow(missing_docs)] // the rules that pest derives carry no docs

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::OnceLock;

use pest::Parser as _;
use pest::error::{Error, InputLocation};
use pest::iterators::Pair;
use pest_derive::Parser;

use super::layout::strip_comment;
use super::{Node, limits};
use crate::source::Span;

#[derive(Parser)]
#[grammar = "grammar/lexis.pest"]
#[grammar = "grammar/keywords.pest"]
#[grammar = "grammar/expressions.pest"]
#[grammar = "grammar/statements.pest"]
#[grammar = "grammar/items.pest"]
#[grammar = "grammar/declarations.pest"]
struct Grammar;

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
    let pair = match Grammar::parse(rule, text) {
        Ok(mut pairs) => pairs.next(),
        Err(e) => return Err(stuck(&e)),
    };
    let pair = pair.ok_or(Stuck { at: 0, wanted: Vec::new(), limit: None })?;
    Build { text, start }.node(pair, 0).map_err(|at| Stuck { at, wanted: Vec::new(), limit: Some(Limit::Depth) })
}

/// Whether a word stands for something everywhere, so that nothing else is called so.
pub(super) fn is_reserved(word: &str) -> bool {
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

impl Build<'_> {
    /// A node with all that stands in it; where it is too deep, the place of that.
    fn node(&self, pair: Pair<'_, Rule>, depth: usize) -> Result<Node, usize> {
        let rule = pair.as_rule();
        let raw = pair.as_span();
        if depth > limits::TREE_DEPTH {
            return Err(raw.start());
        }
        // pest's spans swallow trailing white space
        let end = raw.start() + raw.as_str().trim_end().len();
        let mut kids = Vec::new();
        let mut at = raw.start();
        for inner in pair.into_inner() {
            let span = inner.as_span();
            let (from, to) = (span.start(), span.end());
            self.signs(at, from, &mut kids);
            kids.push(self.node(inner, depth + 1)?);
            at = to;
        }
        // a node without parts is one token, but for a block that is only begun
        if !kids.is_empty() || matches!(rule, Rule::block | Rule::body) {
            self.signs(at, end, &mut kids);
        }
        Ok(Node { rule, span: self.span(raw.start(), end), kids })
    }

    fn span(&self, from: usize, to: usize) -> Span {
        Span::new(self.start + from, self.start + to)
    }

    /// The punctuation between two nodes, each sign by itself. Comments and white space are none.
    fn signs(&self, from: usize, to: usize, kids: &mut Vec<Node>) {
        let mut start = from;
        for line in self.text.get(from..to).unwrap_or("").split_inclusive('\n') {
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
