//! What has been said: a sentence, and sentences that belong to it.

use super::english::sentence;
use crate::source::Span;

/// A sentence and those that belong to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Without capital and full stop.
    pub text: String,
    /// What belongs to it.
    pub below: Vec<Said>,
    /// Where it is written.
    pub span: Span,
    /// The clauses that it cites.
    pub cites: Vec<String>,
    /// Something was drawn into the sentence, so that nothing may follow it there.
    pub open: bool,
    /// It goes on from the sentence before: `otherwise`.
    pub goes_on: bool,
}

/// A line of the spoken form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// How far it is indented.
    pub depth: usize,
    /// The sentence.
    pub text: String,
    /// Where it is written.
    pub span: Span,
    /// The clauses that it cites.
    pub cites: Vec<String>,
}

/// A sentence may be this long when short ones are drawn together.
const LONGEST: usize = 210;

impl Said {
    pub fn new(text: impl Into<String>, span: Span) -> Self {
        Self { text: text.into(), span, ..Self::default() }
    }

    /// A beginning such as `if the die is 6` and what follows it, in one sentence if that is short.
    pub fn opening(text: String, below: Vec<Self>, span: Span) -> Self {
        let said = Self { text, below, span, ..Self::default() };
        said.drawn_in(",")
    }

    /// The same, for a title.
    pub fn titled(text: String, below: Vec<Self>, span: Span) -> Self {
        Self { text, below, span, ..Self::default() }.drawn_in(":")
    }

    fn drawn_in(mut self, by: &str) -> Self {
        if let Some(joined) = joined(&self.below).filter(|j| j.len() + self.text.len() <= LONGEST) {
            self.text = format!("{}{by} {joined}", self.text);
            for b in std::mem::take(&mut self.below) {
                self.cites.extend(b.cites);
            }
            self.cites.dedup();
            self.open = true;
        }
        self
    }

    /// Its lines, indented by `depth`.
    pub fn lines(&self, depth: usize, out: &mut Vec<Spoken>) {
        let text =
            if self.below.is_empty() { sentence(&self.text) } else { sentence(&format!("{}:", self.text.trim_end_matches([',', ':']))) };
        if !text.is_empty() {
            out.push(Spoken { depth, text, span: self.span, cites: self.cites.clone() });
        }
        for b in &self.below {
            b.lines(depth + 1, out);
        }
    }
}

/// Sentences in one, if that can be understood.
pub fn joined(all: &[Said]) -> Option<String> {
    let (last, start) = all.split_last()?;
    if !last.below.is_empty() || start.iter().any(|s| !s.below.is_empty()) {
        return None;
    }
    for (s, next) in start.iter().zip(all.iter().skip(1)) {
        if s.open && !next.goes_on {
            return None;
        }
    }
    let mut text = String::new();
    for (i, s) in all.iter().enumerate() {
        if i > 0 {
            text.push_str("; ");
        }
        text.push_str(&s.text);
    }
    Some(text)
}
