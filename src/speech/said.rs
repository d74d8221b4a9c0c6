//! What has been said: a sentence, and sentences that belong to it.

use super::phrase::english::sentence;
use crate::intern::Sym;
use crate::source::At;

/// A sentence and those that belong to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Without capital and full stop.
    pub text: String,
    /// What belongs to it.
    pub below: Vec<Said>,
    /// Where it is written.
    pub at: At,
    /// The clauses that it cites.
    pub cites: Vec<Sym>,
    /// Something was drawn into the sentence, so that nothing may follow it there.
    pub open: bool,
    /// It goes on from the sentence before: `otherwise`.
    pub goes_on: bool,
    /// Where the sentences are written that were drawn into it.
    pub drawn: Vec<At>,
}

/// A line of the spoken form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// How far it is indented.
    pub depth: usize,
    /// The sentence.
    pub text: String,
    /// Where it is written.
    pub at: At,
    /// The clauses that it cites.
    pub cites: Vec<Sym>,
    /// Where the sentences are written that were drawn into it.
    pub drawn: Vec<At>,
}

/// A declaration in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Speech {
    /// The sentences in order, each with its place, clauses and depth.
    pub lines: Vec<Spoken>,
}

impl Speech {
    /// The sentences alone, a line for each.
    #[must_use]
    pub fn text(&self) -> String {
        let bullet = |depth: usize| if depth == 0 { String::new() } else { format!("{}- ", "  ".repeat(depth - 1)) };
        self.lines.iter().map(|l| format!("{}{}", bullet(l.depth), l.text)).collect::<Vec<_>>().join("\n")
    }
}

impl From<Said> for Speech {
    fn from(said: Said) -> Self {
        let mut lines = Vec::new();
        said.lines(0, &mut lines);
        Self { lines }
    }
}

/// A sentence may be this long when short ones are drawn together.
const LONGEST: usize = 210;

impl Said {
    /// A sentence alone.
    pub fn new(text: impl Into<String>, at: At) -> Self {
        Self { text: text.into(), at, ..Self::default() }
    }

    /// The same, citing clauses.
    pub fn citing(mut self, cites: &[Sym]) -> Self {
        self.cites.extend(cites.iter().filter(|c| !self.cites.contains(c)).copied().collect::<Vec<_>>());
        self
    }

    /// The same, citing clauses before those that it cites already: those of its head.
    pub fn headed(mut self, cites: &[Sym]) -> Self {
        let below = std::mem::take(&mut self.cites);
        self.citing(cites).citing(&below)
    }

    /// A beginning such as `if the die is 6` and what follows it, in one sentence if that is short.
    pub fn opening(text: String, below: Vec<Self>, at: At) -> Self {
        Self { text, below, at, ..Self::default() }.drawn_in(",")
    }

    /// The same, for a title.
    pub fn titled(text: String, below: Vec<Self>, at: At) -> Self {
        Self { text, below, at, ..Self::default() }.drawn_in(":")
    }

    /// A title with what is said below it; in one sentence if that is one thing.
    pub fn short(text: String, below: Vec<Self>, at: At) -> Self {
        if below.len() == 1 && below.iter().all(|b| b.below.is_empty()) {
            return Self::titled(text, below, at);
        }
        Self { text, below, at, ..Self::default() }
    }

    fn drawn_in(mut self, by: &str) -> Self {
        if let Some(joined) = joined(&self.below).filter(|j| j.len() + self.text.len() <= LONGEST) {
            self.text = format!("{}{by} {joined}", self.text);
            for b in std::mem::take(&mut self.below) {
                self = self.citing(&b.cites);
                self.drawn.push(b.at);
                self.drawn.extend(b.drawn);
            }
            self.open = true;
        }
        self
    }

    /// Its lines, indented by `depth`.
    pub fn lines(&self, depth: usize, out: &mut Vec<Spoken>) {
        let text =
            if self.below.is_empty() { sentence(&self.text) } else { sentence(&format!("{}:", self.text.trim_end_matches([',', ':']))) };
        if !text.is_empty() {
            out.push(Spoken { depth, text, at: self.at, cites: self.cites.clone(), drawn: self.drawn.clone() });
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
    if start.iter().zip(all.iter().skip(1)).any(|(s, next)| s.open && !next.goes_on) {
        return None;
    }
    let texts: Vec<&str> = all.iter().map(|s| s.text.as_str()).collect();
    // two that happen are one sentence, unless somebody else chooses
    let chooses = texts.iter().any(|t| t.contains(" chooses "));
    Some(match texts.as_slice() {
        [a, b] if !chooses && !last.goes_on && [a, b].iter().all(|t| ![" and ", "; ", ", "].iter().any(|w| t.contains(w))) => {
            // somebody does the one, and whoever plays the other
            let and = if b.starts_with("resolve ") && !a.starts_with("resolve ") { "; then" } else { " and" };
            format!("{a}{and} {b}")
        }
        _ => texts.join("; "),
    })
}
