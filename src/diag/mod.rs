//! Diagnostics as plain data: what is wrong, where, why, and one fix. Rendering is done elsewhere.

mod advice;
mod akin;
mod article;
mod code;

pub use advice::Advice;
pub use akin::{akin, one_of};
pub use article::{sounds_open, with_article};
pub use code::Code;

use crate::source::Span;

/// How grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Nothing runs until it is mended.
    Error,
    /// It runs, but probably not as meant.
    Warning,
    /// Nothing is wrong; shown to those who ask.
    Note,
}

impl Severity {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A place and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What is to be seen there; lower-case, no full stop.
    pub text: String,
}

/// One finding. The message is lower-case without a full stop, the help one imperative sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What sort of fault.
    pub code: Code,
    /// What is wrong.
    pub message: String,
    /// Exactly the faulty words.
    pub span: Span,
    /// What the faulty words are, shown beneath them; may be empty.
    pub here: String,
    /// Other places that say why.
    pub labels: Vec<Label>,
    /// The one fix.
    pub help: Option<String>,
    /// Whether only the grammar is known to refuse it, so that whoever knows the names may tell a better fix.
    pub vague: bool,
    /// Whether its fix is a guess, of which only the grammar is known to take it.
    pub guessed: bool,
}

impl Diagnostic {
    /// A finding at `span`.
    #[must_use]
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), span, here: String::new(), labels: Vec::new(), help: None, vague: false, guessed: false }
    }

    /// With the words shown beneath the fault.
    #[must_use]
    pub fn here(mut self, text: impl Into<String>) -> Self {
        self.here = text.into();
        self
    }

    /// With one more place that says why.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// With the one fix.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help = Some(text.into());
        self
    }

    /// Its fix is a guess.
    #[must_use]
    pub fn guessed(mut self) -> Self {
        self.guessed = true;
        self
    }

    /// Only the grammar is known to refuse it.
    #[must_use]
    pub fn vague(mut self) -> Self {
        self.vague = true;
        self
    }

    /// How grave it is.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }
}

/// Whether any of these forbids going on.
#[must_use]
pub fn any_error(found: &[Diagnostic]) -> bool {
    found.iter().any(|d| d.severity() == Severity::Error)
}

/// Letters of the longest word for which another is looked for.
const LONGEST: usize = 100;

/// The candidate that is one slip of the pen from `word`, if there is one: for words that may as well be new.
#[must_use]
pub fn misspelt<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest(word, candidates).filter(|meant| strsim::damerau_levenshtein(word, meant) <= 1)
}

/// The candidates, each once, those most like `word` first: what shares a word with it, then what is spelt most like it.
#[must_use]
pub fn likest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let low: String = word.to_lowercase().chars().take(LONGEST).collect();
    let apart = |c: &str| {
        let one = c.to_lowercase();
        let shares = one.split_whitespace().any(|w| low.split_whitespace().any(|own| own == w));
        (!shares, strsim::damerau_levenshtein(&low, &one))
    };
    let mut all: Vec<((bool, usize), &str)> = candidates.into_iter().map(|c| (apart(c), c)).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|(_, c)| c).collect()
}

/// The candidate most like `word`, if any is near enough to be what was meant: spelt almost so, or of the same words.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let low = word.to_lowercase();
    let letters = low.chars().count();
    if letters > LONGEST {
        return None;
    }
    let all: Vec<&str> = candidates.into_iter().collect();
    let words = |name: &str| {
        let mut all: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
        all.sort_unstable();
        all
    };
    let own = words(word);
    let shuffled = || all.iter().copied().filter(|c| own.len() > 1 && c.chars().count() == letters && words(c) == own).min();
    let spelt = all
        .iter()
        .copied()
        // each letter more is one change at least
        .filter(|c| c.chars().count().abs_diff(letters) <= 1 + letters / 4)
        .map(|c| (strsim::damerau_levenshtein(&low, &c.to_lowercase()), c))
        // of two letters one is half of the word, and of four two are
        .filter(|(d, c)| match c.chars().count().min(low.chars().count()) {
            0..=2 => *d == 0,
            4 => *d <= 1,
            n => *d <= 1 + n / 4,
        })
        // of two that are as near, the one that goes on
        .min_by_key(|(d, c)| (*d, !c.to_lowercase().starts_with(&low), *c))
        .map(|(_, c)| c);
    spelt.or_else(shuffled)
}
