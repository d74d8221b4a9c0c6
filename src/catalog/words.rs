//! The words of the language, each with what it does and an example.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::diag::nearest;
use crate::syntax::replaced;

/// The words, as they are kept.
const TEXT: &str = include_str!("words.toml");

/// A word of the language, with its other forms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    /// As it is written, the form that is written most first.
    pub words: Vec<String>,
    /// What it does, in a sentence.
    pub does: String,
    /// An example.
    pub example: String,
    /// The code with which the example is refused, where the word is understood and not carried out yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Words near it.
    #[serde(default)]
    pub see: Vec<String>,
}

impl Word {
    /// What is to be known of the example, if it is not carried out.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        self.refused.as_ref().map(|code| format!("This is understood, and not carried out yet: it is refused as `{code}`."))
    }
}

/// What somebody asked for who asked for a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// A word of the language, and what is written now for another use that it had in the first edition.
    Word(&'static Word, Option<&'static str>),
    /// A word or sign of the first edition: what is written now, and the word of that if there is one.
    Replaced(&'static str, Option<&'static Word>),
    /// None; the nearest word, if one is near.
    Unknown(Option<&'static str>),
}

#[derive(Default, Deserialize)]
struct Words {
    word: Vec<Word>,
}

/// Every word of the language, from A to Z.
#[must_use]
pub fn words() -> &'static [Word] {
    static ALL: OnceLock<Vec<Word>> = OnceLock::new();
    ALL.get_or_init(|| {
        // that it can be read is asked by a test
        let mut all = toml::from_str::<Words>(TEXT).unwrap_or_default().word;
        all.sort_by(|a, b| a.words.cmp(&b.words));
        all
    })
}

/// The word that is asked for, whatever its form.
#[must_use]
pub fn word(name: &str) -> Sought {
    let name = name.trim().trim_matches('`');
    let is = |name: &str| words().iter().find(|w| w.words.iter().any(|form| form == name));
    let small = name.to_lowercase();
    if let Some(found) = is(name).or_else(|| is(&small)) {
        return Sought::Word(found, replaced(&small));
    }
    if let Some(now) = replaced(&small) {
        return Sought::Replaced(now, is(now.trim_start_matches(", ")));
    }
    Sought::Unknown(nearest(&small, words().iter().flat_map(|w| &w.words).map(String::as_str)))
}

/// All words as a document.
#[must_use]
pub fn words_written() -> String {
    let mut out = vec![
        "# The words of the language".to_owned(),
        "Made from `src/catalog/words.toml`; `grognard word NAME` tells of one. Each example is checked together with\n\
         `tests/words/frame.grog`, from which it borrows."
            .to_owned(),
    ];
    for w in words() {
        out.extend([format!("## {}", w.words.join(", ")), w.does.clone(), format!("```grog\n{}\n```", w.example.trim())]);
        out.extend(w.note());
        let see: Vec<String> = w.see.iter().map(|s| format!("`{s}`")).collect();
        out.push(format!("See also {}.", see.join(", ")));
    }
    out.join("\n\n") + "\n"
}
