//! What is kept of a game, so that it can be played again and proved the same.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Seals;
use crate::vm::Choice;

/// A decision's answer, as values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Whose.
    pub side: i64,
    /// What was asked.
    pub label: String,
    /// What was answered.
    pub choice: Choice,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finish {
    /// The side that won: 1 or 2; none for a draw.
    pub winner: Option<u8>,
    /// Turns played.
    pub turns: u16,
    /// The hash of everything that made it.
    pub hash: String,
}

/// A game on record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// What sort of file this is.
    pub format: String,
    /// The program's version.
    pub version: String,
    /// The generator of the dice.
    pub generator: String,
    /// The pack, by name.
    pub pack: String,
    /// The readings of rulings that were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
    /// The fingerprint of its rules, and of those that they extend.
    pub rules: String,
    /// The fingerprints of the force lists that it needs, by their names.
    #[serde(default)]
    pub lists: BTreeMap<String, String>,
    /// The scenario, by name.
    pub scenario: String,
    /// The two rosters, as TOML.
    pub rosters: [String; 2],
    /// The seed.
    pub seed: u64,
    /// Every answer in order.
    pub answers: Vec<Answer>,
    /// How it ended, if it did.
    pub finish: Option<Finish>,
    /// The hash of everything up to the decision before which it was saved, if it did not end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
    /// What tells whether it was changed since it was written.
    pub seals: Seals,
}

impl Record {
    /// The format that this version writes.
    pub const FORMAT: &'static str = "grognard-game/2";

    /// The hash of a game: rules, rosters, scenario, seed, dice, answers and final position; no source places.
    #[must_use]
    pub fn hash(&self, position: &[u8]) -> String {
        let mut h = blake3::Hasher::new();
        for part in [&self.rules, &self.scenario, &self.generator] {
            h.update(part.as_bytes());
            h.update(&[0]);
        }
        for (name, print) in &self.lists {
            h.update(name.as_bytes());
            h.update(print.as_bytes());
            h.update(&[0]);
        }
        for roster in &self.rosters {
            h.update(normal(roster).as_bytes());
            h.update(&[0]);
        }
        h.update(&self.seed.to_le_bytes());
        for a in &self.answers {
            h.update(&a.side.to_le_bytes());
            h.update(&a.choice.value.to_le_bytes());
            h.update(&a.choice.second.to_le_bytes());
        }
        h.update(position);
        h.finalize().to_hex().to_string()
    }
}

/// A roster without comments and white space.
pub(super) fn normal(toml: &str) -> String {
    toml.lines().map(|l| l.split('#').next().unwrap_or("").trim()).filter(|l| !l.is_empty()).collect::<Vec<_>>().join("\n")
}
