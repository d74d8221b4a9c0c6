//! Exact odds of a situation.

use std::fmt;

use serde::Serialize;

use crate::diag::{Code, Diagnostic, any_error};
use crate::num::Measure;
use crate::ready::{Ready, Refused};
use crate::stats::Exact;
use crate::trial::{Distribution, distribution};

/// What is asked of a situation.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The situation, by name.
    pub situation: String,
    /// What is asked: a result such as `hits`, a value of a thing, or a check.
    pub asked: String,
    /// What is done, in the words of a rule; what is done before it, with `;` between.
    pub call: Option<String>,
    /// Answers to what is decided, each as its label and what is picked.
    pub answers: Vec<String>,
    /// In how many games it is tried, too.
    pub sample: u64,
    /// The seed of those.
    pub seed: u64,
}

/// How likely each outcome is.
#[derive(Clone, Debug, Serialize)]
pub struct Odds {
    /// Each outcome, least first.
    pub outcomes: Vec<Outcome>,
    /// Offers that were declined, since nothing answers them.
    #[serde(skip)]
    pub declined: Vec<String>,
}

/// An outcome, and how likely it is.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// What comes out; of lengths, in thousandths of an inch.
    pub is: i64,
    /// As a length, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<String>,
    /// Its exact probability, as a fraction.
    pub p: String,
    /// The nearest floating-point number to it, from 0 to 1.
    pub float: f64,
    /// The share of the games that were tried in which it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<f64>,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is = self.length.clone().unwrap_or_else(|| self.is.to_string());
        write!(f, "{is:>6}  {:>8.4}%  {}", self.float * 100.0, self.p)?;
        self.sampled.map_or(Ok(()), |s| write!(f, "  sampled {s:.4}"))
    }
}

/// Asks as a test would that stands in the pack.
pub(super) fn ask(ready: &mut Ready, q: &Question) -> Result<Odds, Refused> {
    let answers: String = q.answers.iter().map(|a| format!("  answer {a}\n")).collect();
    // of several statements the last is asked about, and the others come first
    let (first, call) = q.call.as_ref().map_or(("", ""), |c| c.rsplit_once(';').unwrap_or(("", c)));
    let line = |word: &str, said: &str| if said.trim().is_empty() { String::new() } else { format!("{word} {}", said.trim()) };
    let (first, call) = (line("  do", first), line(" in", call));
    let first = if first.is_empty() { first } else { first + "\n" };
    let written = |asked: &str| format!("test \"odds\" in {}\n{first}{answers}  expect chance 1 of {asked}{call}\n", q.situation);
    // a question of several words is put in brackets; how the game came out may not be
    let (declarations, found) = [format!("({})", q.asked), q.asked.clone()]
        .iter()
        .map(|asked| {
            let id = ready.loaded.files.add("the question", &written(asked));
            ready.compiled.read_more(&ready.loaded.files, id)
        })
        .reduce(|first, second| if any_error(&first.1) { second } else { first })
        .unwrap_or_default();
    let files = &ready.loaded.files;
    if any_error(&found) {
        return Err(Refused::found(files, found, true));
    }
    let Some(test) = declarations.first() else { return Err(Refused::misused("nothing is asked")) };
    match distribution(&ready.trial(), test, q.sample, q.seed) {
        Ok(found) => Ok(told(&found, q.sample)),
        Err((span, why)) => {
            let d = Diagnostic::new(Code::Test, span, "there are no odds of this").here(why);
            Err(Refused::found(files, vec![d], true))
        }
    }
}

fn told(found: &Distribution, games: u64) -> Odds {
    let share = |n: i64| {
        let f = |k: u64| k as f64 / games as f64;
        (games > 0).then(|| f(found.sampled.get(&n).copied().unwrap_or(0)))
    };
    let outcomes = found.odds.outcomes.iter();
    let outcome = |(is, p): (&i64, &Exact)| Outcome {
        is: *is,
        length: found.lengths.then(|| Measure::from_thousandths(*is).to_string()),
        p: p.to_string(),
        float: p.to_f64(),
        sampled: share(*is),
    };
    Odds { outcomes: outcomes.map(outcome).collect(), declined: found.declined.iter().cloned().collect() }
}
