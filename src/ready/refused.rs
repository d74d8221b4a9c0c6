//! Why something that was asked for cannot be had.

use std::fmt;

use crate::diag::Diagnostic;
use crate::findings::Findings;
use crate::source::Files;

/// Why something cannot be had: in words, or by what was found wrong in the texts that were to give it.
#[derive(Clone, Debug)]
pub struct Refused {
    words: Vec<String>,
    findings: Vec<Findings>,
    misused: bool,
}

impl Refused {
    /// What was asked for cannot be meant.
    #[must_use]
    pub(crate) fn misused(why: impl Into<String>) -> Self {
        Self { words: vec![why.into()], findings: Vec::new(), misused: true }
    }

    /// What was asked for does not hold.
    #[must_use]
    pub(crate) fn fails(why: impl Into<String>) -> Self {
        Self { misused: false, ..Self::misused(why) }
    }

    /// What was asked for does not hold, for several reasons.
    #[must_use]
    pub(crate) fn all(words: Vec<String>) -> Self {
        Self { words, findings: Vec::new(), misused: false }
    }

    /// Faults were found in these files.
    #[must_use]
    pub(crate) fn found(files: &Files, found: Vec<Diagnostic>, misused: bool) -> Self {
        Self::of(vec![Findings::new(files, found)], misused)
    }

    /// Faults were found, each list in files of its own.
    #[must_use]
    pub(crate) fn of(findings: Vec<Findings>, misused: bool) -> Self {
        Self { words: Vec::new(), findings, misused }
    }

    /// Why, each a line or a few; empty where findings say it.
    #[must_use]
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// What was found wrong, for each set of files; empty where words say it.
    #[must_use]
    pub fn findings(&self) -> &[Findings] {
        &self.findings
    }

    /// Whether something else should have been asked for, rather than that something does not hold.
    #[must_use]
    pub fn is_misused(&self) -> bool {
        self.misused
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drawn = self.findings.iter().flat_map(|list| list.drawn(100).0);
        f.write_str(&self.words.iter().cloned().chain(drawn).collect::<Vec<_>>().join("\n"))
    }
}

impl std::error::Error for Refused {}
