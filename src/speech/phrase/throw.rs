//! Throws: what each die must show, which dice are meant, what comes of a throw.

use super::english::times;
use crate::hir::{Band, EachDie, Extreme, Faces, Forced, Natural};
use crate::speech::Voice;

/// Words of the longest score that is said before `or more`.
const LONG: usize = 6;

impl Voice<'_> {
    /// What comes of a throw, as a condition: `it is failed by 2 or more`.
    #[must_use]
    pub fn band(&self, b: &Band) -> String {
        match b {
            Band::Passed => "it is passed".to_owned(),
            Band::Failed => "it is failed".to_owned(),
            Band::FailedBy(from, to) => format!("it is failed by {}", span(*from, *to)),
            Band::Difference(from, to) => format!("the totals differ by {}", span(*from, *to)),
            Band::Score(from, to) => format!("the total is {}", span(*from, *to)),
            Band::Otherwise => "the total is anything else".to_owned(),
        }
    }

    /// What each die must show.
    #[must_use]
    pub fn each_die(&self, d: &EachDie) -> String {
        let EachDie { sides, need, low, counts } = d;
        let mut out = format!("each d{sides}");
        if let Some(need) = need {
            let need = self.noun(need);
            // behind a long one, `or more` would be heard of its last word
            out = match (need.split(' ').count() > LONG, *low) {
                (true, false) => format!("{out} succeeds on at least {need}"),
                (true, true) => format!("{out} succeeds on at most {need}"),
                (false, low) => format!("{out} succeeds on {need} or {}", if low { "less" } else { "more" }),
            };
        } else if *low {
            out += " succeeds with its score or less";
        }
        if !counts.is_empty() {
            let each: Vec<String> = counts.iter().map(|(from, to, n)| format!("{} counts {n}", span(*from, *to))).collect();
            out = format!("{out}{} {}", if need.is_some() || *low { ";" } else { ":" }, each.join(", "));
        }
        out
    }

    /// Which dice.
    #[must_use]
    pub fn faces(&self, f: Faces) -> String {
        match f {
            Faces::Failures => "failures".to_owned(),
            Faces::Successes => "successes".to_owned(),
            Faces::All => "all dice".to_owned(),
            Faces::Face(n) => format!("dice that show {n}"),
            Faces::Score(n) => format!("dice that score {n} or more"),
            Faces::Some(1) => "1 failure".to_owned(),
            Faces::Some(n) => format!("up to {n} failures"),
            Faces::Worst(1) => "the worst die".to_owned(),
            Faces::Worst(n) => format!("the worst {n} dice"),
        }
    }

    /// Natural scores.
    #[must_use]
    pub fn natural(&self, n: Natural) -> String {
        match n {
            Natural::Exactly(n) => format!("a natural {n}"),
            Natural::OrMore(n) => format!("a natural {n} or more"),
            Natural::OrLess(n) => format!("a natural {n} or less"),
        }
    }

    /// What a face is forced to.
    #[must_use]
    pub fn forced(&self, f: &Forced) -> String {
        match f {
            Forced::Succeeds => "succeeds".to_owned(),
            Forced::Fails => "fails".to_owned(),
            Forced::Counts(n) => format!("succeeds and counts {}", times(&n.to_string()).replace(" times", "")),
        }
    }
}

/// Which end.
pub(super) const fn end(e: Extreme) -> &'static str {
    match e {
        Extreme::Highest => "highest",
        Extreme::Lowest => "lowest",
    }
}

/// A span of numbers, both ends included.
fn span(from: i64, to: i64) -> String {
    match (from, to) {
        _ if from == to => from.to_string(),
        (i64::MIN, i64::MAX) => "anything".to_owned(),
        (_, i64::MAX) => format!("{from} or more"),
        (i64::MIN, _) => format!("{to} or less"),
        _ => format!("{from} to {to}"),
    }
}
