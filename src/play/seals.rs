//! Seals of a record: whether it still is as it was written, and if not, what of it was changed.

use serde::{Deserialize, Serialize};

use super::record::{Record, normal};

/// A short hash of each part of a record that its own rules do not settle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seals {
    seed: String,
    scenario: String,
    rosters: [String; 2],
    answers: String,
    /// How it ended, or where it was left.
    end: String,
}

impl Seals {
    /// The seals of a record as it is now.
    #[must_use]
    pub fn of(record: &Record) -> Self {
        Self {
            seed: seal(&record.seed),
            scenario: seal(&record.scenario),
            rosters: record.rosters.each_ref().map(|r| seal(&normal(r))),
            answers: seal(&record.answers),
            end: seal(&(&record.finish, &record.stopped)),
        }
    }

    /// What was changed in a record since it was sealed so.
    #[must_use]
    pub fn changed(&self, record: &Record) -> Vec<&'static str> {
        let now = Self::of(record);
        let ([first, second], [then, later]) = (&now.rosters, &self.rosters);
        let parts = [
            (self.seed == now.seed, "the seed"),
            (self.scenario == now.scenario, "the scenario"),
            (then == first, "the first roster"),
            (later == second, "the second roster"),
            (self.answers == now.answers, "the answers"),
            (self.end == now.end, "how it ended"),
        ];
        parts.into_iter().filter(|(same, _)| !same).map(|(_, what)| what).collect()
    }
}

fn seal<T: Serialize>(part: &T) -> String {
    const DIGITS: usize = 16;
    let hash = blake3::hash(&serde_json::to_vec(part).unwrap_or_default());
    hash.to_hex().chars().take(DIGITS).collect()
}
