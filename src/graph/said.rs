//! What lines say, worked out once for rules of which later only a few lines are other: it is most of what a graph costs.

use std::collections::HashMap;

use super::Met;
use super::order::said_by;
use crate::hir::Rules;

/// What each line says at each of its places, as a text to be compared.
#[derive(Debug)]
pub struct Said(HashMap<Met, String>);

impl Said {
    /// What the lines of these rules say.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        let meets = rules.attaches.iter().flat_map(|(attach, line)| (0..).zip(&line.meets).map(move |(nth, _)| Met { attach, nth }));
        Self(meets.map(|met| (met, said_by(rules, met))).collect())
    }

    /// What a line says at one of its places.
    pub(super) fn at(&self, met: Met) -> Option<&str> {
        self.0.get(&met).map(String::as_str)
    }
}
