//! What came of a test.

use serde::Serialize;

use crate::findings::Findings;

/// What came of a test that stands beside the rules.
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// Its title.
    pub name: String,
    /// Where it stands: `file:line:column`.
    pub place: String,
    /// Whether it passed.
    pub passed: bool,
    /// What was wrong.
    pub why: Option<String>,
    /// The same with its place, to be drawn; empty if it passed.
    #[serde(skip)]
    pub findings: Findings,
}
