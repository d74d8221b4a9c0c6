//! What many games came to.

use serde::Serialize;

use crate::ready::Part;
use crate::stats::{Mean, Proportion};

/// What one game came to.
pub(super) struct Trialled {
    pub winner: Option<u8>,
    pub points: [i64; 2],
    /// Why it did not come to its end.
    pub fault: Option<String>,
    /// What went wrong with who decided.
    pub astray: Option<String>,
    /// What took part, if that was wanted.
    pub parts: Vec<Part>,
}

/// What is looked at in many games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watched {
    /// Whether the pack's `always` lines hold at each decision, no bases overlap and none is off the board.
    pub always: bool,
    /// Which rules took part, and how often.
    pub rules: bool,
}

/// How often the rules of one name took part in many games.
#[derive(Clone, Debug, Serialize)]
pub struct TookPart {
    /// As written.
    pub name: String,
    /// The clauses that they carry out.
    pub clauses: Vec<String>,
    /// How often.
    pub times: u64,
    /// In how many of the games.
    pub games: u64,
    /// Whether it is an action, or a rule that is carried.
    #[serde(skip)]
    pub awaited: bool,
}

/// What many games came to.
#[derive(Clone, Debug, Serialize)]
pub struct Totals {
    /// How many were played.
    pub games: u64,
    /// Won by the first player.
    pub first_wins: u64,
    /// Won by the second.
    pub second_wins: u64,
    /// Won by neither.
    pub draws: u64,
    /// Games that did not come to their end, each with its seed.
    pub faults: Vec<String>,
    /// The share that the first player won, from 0 to 1.
    pub first_share: f64,
    /// Wilson's 95% confidence interval of that share.
    pub interval: Option<(f64, f64)>,
    /// Points of the first player and the second, on average.
    pub mean_points: [f64; 2],
    /// What took part and how often, most often first, and what never did; empty if nobody asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<TookPart>,
    /// What went wrong with those who decided, each with the seed of its game.
    #[serde(skip)]
    pub astray: Vec<String>,
}

impl Totals {
    pub(super) fn of(mut all: Vec<Trialled>) -> Self {
        let parts = Part::together(all.iter_mut().map(|game| std::mem::take(&mut game.parts)));
        let count = |w: Option<u8>| u64::try_from(all.iter().filter(|o| o.fault.is_none() && o.winner == w).count()).unwrap_or(0);
        let (first_wins, second_wins, draws) = (count(Some(1)), count(Some(2)), count(None));
        let share = Proportion::new(first_wins, second_wins + draws);
        let mean = |side: usize| {
            let mut m = Mean::default();
            for o in &all {
                m.observe(o.points.get(side).copied().unwrap_or(0) as f64);
            }
            m.estimate().unwrap_or(0.0)
        };
        Self {
            games: u64::try_from(all.len()).unwrap_or(0),
            first_wins,
            second_wins,
            draws,
            faults: all.iter().filter_map(|o| o.fault.clone()).collect(),
            first_share: share.estimate().unwrap_or(0.0),
            interval: share.wilson(0.95).map(|i| (i.low, i.high)),
            mean_points: [mean(0), mean(1)],
            rules: parts.into_iter().map(TookPart::of).collect(),
            astray: all.iter().filter_map(|o| o.astray.clone()).collect(),
        }
    }
}

impl TookPart {
    fn of(part: Part) -> Self {
        let Part { name, awaited, cites, times, games } = part;
        Self { name, clauses: cites.into_iter().collect(), times, games, awaited }
    }
}
