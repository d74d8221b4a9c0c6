//! Something about a roster that will not do.

use crate::diag::{akin, nearest};

/// What is wrong, with which unit, and how to mend it. Plain data: whoever shows it finds the words ready.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong; lower-case, no full stop.
    pub what: String,
    /// What of the list does not hold, as it is called there: an entry, an option, a question, or `points`.
    pub breaks: String,
    /// The unit it is about, as it is called; none if it is about the whole force.
    pub unit: Option<String>,
    /// The place of that unit in the roster, from 0.
    pub index: Option<usize>,
    /// The fix, one imperative sentence without a full stop.
    pub fix: String,
    /// Whether a name is not known: what counts and sums say then may be no more than an echo of it.
    pub unknown: bool,
}

impl Problem {
    /// A problem of the whole force.
    #[must_use]
    pub fn new(what: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { what: what.into(), fix: fix.into(), ..Self::default() }
    }

    /// The same problem, with what it breaks.
    #[must_use]
    pub fn breaking(mut self, name: &str) -> Self {
        name.clone_into(&mut self.breaks);
        self
    }

    /// The same problem, which is a name that is not known.
    #[must_use]
    pub fn unknown(mut self) -> Self {
        self.unknown = true;
        self
    }

    /// The same problem, of one unit.
    #[must_use]
    pub fn of(mut self, unit: &str, index: usize) -> Self {
        self.unit = Some(unit.to_owned());
        self.index = Some(index);
        self
    }
}

/// `did you mean` if something is near, else what there is to choose from.
pub(super) fn choice<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    if known.is_empty() {
        return "leave it out".into();
    }
    if let Some(meant) = nearest(written, known.iter().copied()) {
        return format!("write `{meant}`");
    }
    match akin(written, known.iter().copied()).as_slice() {
        [] => format!("choose among {}", known.join(", ")),
        [meant] => format!("write `{meant}`"),
        some => format!("choose among {}", some.join(", ")),
    }
}
