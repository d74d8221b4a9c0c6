//! What many games came to.

use serde::Serialize;

use crate::stats::{Mean, Proportion};

/// What one game came to.
pub(super) struct Trialled {
    pub winner: Option<u8>,
    pub points: [i64; 2],
    /// Why it did not come to its end.
    pub fault: Option<String>,
    /// What went wrong with who decided.
    pub astray: Option<String>,
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
    /// What went wrong with those who decided, each with the seed of its game.
    #[serde(skip)]
    pub astray: Vec<String>,
}

impl Totals {
    pub(super) fn of(all: &[Trialled]) -> Self {
        let count = |w: Option<u8>| u64::try_from(all.iter().filter(|o| o.fault.is_none() && o.winner == w).count()).unwrap_or(0);
        let (first_wins, second_wins, draws) = (count(Some(1)), count(Some(2)), count(None));
        let share = Proportion::new(first_wins, second_wins + draws);
        let mean = |side: usize| {
            let mut m = Mean::default();
            for o in all {
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
            astray: all.iter().filter_map(|o| o.astray.clone()).collect(),
        }
    }
}
