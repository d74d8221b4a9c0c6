//! Who speaks: the texts, the words, and what small words stand for where it is.

use std::cell::RefCell;
use std::collections::HashMap;

use super::words::Words;
use crate::source::Files;
use crate::syntax::{Node, Rule};

/// Words that do not stand after `the`.
const NOT_NOUNS: &[&str] = &[
    "lost", "stood", "caught", "far", "ours", "theirs", "full", "near", "short", "saved", "more", "many", "first", "second", "wiped",
    "hurt",
];

/// Speaks the sentences of one declaration.
pub(super) struct Voice<'a> {
    pub files: &'a Files,
    pub words: &'a Words,
    /// What `me` is: `this unit`.
    pub me: String,
    /// Its rules are only offered.
    pub offer: bool,
    /// A marker that says nothing else goes at the end of the turn.
    pub fades: std::cell::Cell<bool>,
    /// What is being done: its tags are said of it.
    pub deed: RefCell<Option<String>>,
    /// Its words come from another declaration.
    pub amends: bool,
    /// What it amends is a yes or no.
    pub asks: bool,
    /// What local words stand for.
    scope: RefCell<HashMap<String, String>>,
    /// What could only be repeated as it is written.
    pub lost: RefCell<Vec<Rule>>,
}

impl<'a> Voice<'a> {
    pub fn new(files: &'a Files, words: &'a Words, me: String) -> Self {
        Self {
            files,
            words,
            me,
            offer: false,
            fades: std::cell::Cell::new(true),
            deed: RefCell::default(),
            amends: false,
            asks: false,
            scope: RefCell::default(),
            lost: RefCell::default(),
        }
    }

    pub fn text(&self, node: &Node) -> &'a str {
        node.text(self.files)
    }

    /// The words of a sentence of unknown shape, without its signs.
    pub fn plain(&self, node: &Node) -> String {
        self.lost.borrow_mut().push(node.rule);
        let text: String = self.text(node).chars().map(|c| if "()[]{}=<>;:_".contains(c) { ' ' } else { c }).collect();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A name as it is shown: without quotes, its parameter after it.
    pub fn name(&self, node: &Node) -> String {
        match node.rule {
            Rule::name_ref => {
                let mut out = node.find(Rule::name).map_or(String::new(), |n| self.name(n));
                if let Some(p) = node.find(Rule::params) {
                    out = format!("{out} {}", self.text(p).trim_matches(['(', ')']));
                }
                match node.find(Rule::member) {
                    Some(m) => format!("the {} of {out}", self.text(m).trim_start_matches('.')),
                    None => out,
                }
            }
            _ => {
                let text = self.text(node).split_whitespace().collect::<Vec<_>>().join(" ");
                let text = text.trim_matches('"');
                self.words.shouted(text).unwrap_or(text).to_owned()
            }
        }
    }

    /// Remembers what a word stands for.
    pub fn bind(&self, word: &str, phrase: impl Into<String>) -> Option<String> {
        self.scope.borrow_mut().insert(word.to_owned(), phrase.into())
    }

    /// Forgets it again.
    pub fn restore(&self, word: &str, before: Option<String>) {
        let mut scope = self.scope.borrow_mut();
        match before {
            Some(phrase) => scope.insert(word.to_owned(), phrase),
            None => scope.remove(word),
        };
    }

    /// What a small word stands for.
    pub fn local(&self, word: &str) -> String {
        if let Some(phrase) = self.scope.borrow().get(word) {
            return phrase.clone();
        }
        if self.words.is_kind(word) || (self.amends && word.len() > 1) { format!("the {word}") } else { word.to_owned() }
    }

    /// A result of a step as it is called later.
    pub fn result_word(word: &str) -> String {
        if word.len() < 2 || NOT_NOUNS.contains(&word) { word.to_owned() } else { format!("the {word}") }
    }

    /// Whether a small word is known to stand for something.
    pub fn knows(&self, word: &str) -> bool {
        self.scope.borrow().contains_key(word) || self.words.is_kind(word)
    }
}
