//! The only place that touches pest.
#![allow(missing_docs)] // the rules that pest derives carry no docs

use std::collections::HashMap;
use std::sync::OnceLock;

use pest::Parser as _;
use pest::error::{Error, InputLocation};
use pest::iterators::Pair;
use pest_derive::Parser;

use super::Node;
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
}

/// Reads one logical line. `start` is the global offset of its first byte.
pub(super) fn read(rule: Rule, text: &str, start: usize) -> Result<Node, Stuck> {
    match Grammar::parse(rule, text) {
        Ok(mut pairs) => pairs.next().map(|p| build(p, start)).ok_or(Stuck { at: 0, wanted: Vec::new() }),
        Err(e) => Err(stuck(&e)),
    }
}

/// Whether a word stands for something everywhere, so that nothing else is called so.
pub(super) fn is_reserved(word: &str) -> bool {
    Grammar::parse(Rule::reserved, word).is_ok_and(|found| found.as_str() == word)
}

fn stuck(error: &Error<Rule>) -> Stuck {
    let at = match error.location {
        InputLocation::Pos(p) | InputLocation::Span((p, _)) => p,
    };
    let wanted = match &error.variant {
        pest::error::ErrorVariant::ParsingError { positives, .. } => positives.clone(),
        pest::error::ErrorVariant::CustomError { .. } => Vec::new(),
    };
    Stuck { at, wanted }
}

fn build(pair: Pair<'_, Rule>, start: usize) -> Node {
    let rule = pair.as_rule();
    let raw = pair.as_span();
    // pest's spans swallow trailing white space
    let text = raw.as_str();
    let len = text.trim_end().len();
    let span = Span::new(start + raw.start(), start + raw.start() + len);
    let kids = pair.into_inner().filter(|p| !is_keyword(p.as_rule())).map(|p| build(p, start)).collect();
    Node { rule, span, kids }
}

/// Keywords are rules of their own so that messages can name them, but say nothing in the tree.
pub(super) fn is_keyword(rule: Rule) -> bool {
    keyword_of(rule).is_some() || rule == Rule::EOI
}

/// The word that a keyword rule stands for.
pub(super) fn keyword_of(rule: Rule) -> Option<&'static str> {
    static WORDS: OnceLock<HashMap<Rule, String>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let named = Rule::all_rules().iter().map(|r| (*r, format!("{r:?}")));
        named.filter_map(|(r, n)| n.strip_prefix("k_").map(|w| (r, w.replace('_', "-")))).collect()
    });
    words.get(&rule).map(String::as_str)
}
