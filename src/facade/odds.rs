//! Exact odds of a situation.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::ast::Decl;
use crate::diag::{Code, Diagnostic, any_error};
use crate::num::Measure;
use crate::ready::{Ready, Refused};
use crate::stats::{Exact, Proportion};
use crate::trial::{Distribution, Wish, distribution};

/// What is asked of a situation.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// The situation, by name.
    pub situation: String,
    /// What is asked: a result such as `hits`, a value of a thing, or a check.
    pub asked: String,
    /// What is done, in the words of a rule; what is done before it, with `;` between.
    pub call: Option<String>,
    /// Answers to what is decided, each as its label and what is picked; `yes if failed` is yes only where the throw that is
    /// looked at has failed.
    pub answers: Vec<String>,
    /// In how many games it is tried, too.
    pub sample: u64,
    /// The seed of those.
    pub seed: u64,
    /// What is asked besides, of the same call.
    pub also: Vec<String>,
    /// Whether each combination of answers is wanted too.
    pub joint: bool,
}

/// How likely each outcome is.
#[derive(Clone, Debug, Serialize)]
pub struct Odds {
    /// Each outcome of the first question, least first.
    pub outcomes: Vec<Outcome>,
    /// What comes of it on average, where it is more than a yes or no; of lengths in inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
    /// All questions, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub questions: Vec<Answered>,
    /// Each combination of answers, if that was wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub joint: Vec<Combination>,
    /// Whether the chances are exact; else there were too many positions, and they are shares of the games that were tried.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub exact: bool,
    /// Offers that were declined, since nothing answers them.
    #[serde(skip)]
    pub declined: Vec<String>,
    /// What was not done, and why, where nothing else shows it.
    #[serde(skip)]
    pub remarks: Vec<String>,
}

/// One of several questions.
#[derive(Clone, Debug, Serialize)]
pub struct Answered {
    /// As it was asked.
    pub asked: String,
    /// Each outcome, least first.
    pub outcomes: Vec<Outcome>,
    /// What comes of it on average, where it is more than a yes or no; of lengths in inches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<f64>,
}

/// An outcome, and how likely it is.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// What comes out; of lengths, in thousandths of an inch.
    pub is: i64,
    /// As a length, if it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<String>,
    /// How likely it is.
    #[serde(flatten)]
    pub chance: Chance,
}

/// What comes of several questions at once, and how likely that is.
#[derive(Clone, Debug, Serialize)]
pub struct Combination {
    /// What comes out, in the order of the questions; of lengths, in thousandths of an inch.
    pub is: Vec<i64>,
    /// The same as it is shown.
    pub shown: Vec<String>,
    /// How likely it is.
    #[serde(flatten)]
    pub chance: Chance,
}

/// How likely something is.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Chance {
    /// The exact probability, as a fraction; none if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p: Option<String>,
    /// The nearest floating-point number to it, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub float: Option<f64>,
    /// The share of the games that were tried in which it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<f64>,
    /// Wilson's 95% confidence interval of that share, where the exact probability is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<(f64, f64)>,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is = self.length.clone().unwrap_or_else(|| self.is.to_string());
        write!(f, "{is:>6}  {}", self.chance)
    }
}

impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shown.iter().try_for_each(|is| write!(f, "{is:>6}  "))?;
        write!(f, "{}", self.chance)
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(float), Some(p)) = (self.float, &self.p) {
            write!(f, "{:>8.4}%  {p}", float * 100.0)?;
            return self.sampled.map_or(Ok(()), |s| write!(f, "  sampled {s:.4}"));
        }
        let (low, high) = self.interval.unwrap_or((0.0, 1.0));
        write!(f, "{:>8.4}%  sampled, 95%: {:.4}% to {:.4}%", self.sampled.unwrap_or(0.0) * 100.0, low * 100.0, high * 100.0)
    }
}

/// Asks as a test would that stands in the pack.
pub(super) fn ask(ready: &mut Ready, q: &Question) -> Result<Odds, Refused> {
    let text = Text::of(q);
    let asked: Vec<String> = std::iter::once(&q.asked).chain(&q.also).map(|asked| text.form(ready, asked)).collect();
    let (declarations, found) = read(ready, &text.test(&asked));
    let files = &ready.loaded.files;
    if any_error(&found) {
        return Err(Refused::found(files, found, true));
    }
    let Some(test) = declarations.first() else { return Err(Refused::misused("nothing is asked")) };
    let wish = Wish { games: q.sample, seed: q.seed, if_failed: text.if_failed.clone() };
    match distribution(&ready.trial(), test, &wish) {
        Ok(found) => Ok(told(&found, q)),
        Err((span, why)) => {
            let d = Diagnostic::new(Code::Test, span, "there are no odds of this").here(of_odds(&why));
            Err(Refused::found(files, vec![d], true))
        }
    }
}

/// Why there are no odds, without what is said of tests alone.
fn of_odds(why: &str) -> String {
    if why.contains("faces are given") {
        return "dice are thrown before the last `;`, and the odds are of what stands behind it: ask for a procedure that does all of it"
            .into();
    }
    why.replace(", and say `expect nobody asks ...` if that is what is shown", "")
}

fn read(ready: &mut Ready, text: &str) -> (Vec<Decl>, Vec<Diagnostic>) {
    let id = ready.loaded.files.add("the question", text);
    ready.compiled.read_more(&ready.loaded.files, id)
}

/// The words of a question as a test has them.
struct Text {
    situation: String,
    /// What comes before the call.
    first: String,
    answers: String,
    /// Which of the answers hold only if something failed.
    if_failed: Vec<bool>,
    call: String,
}

impl Text {
    fn of(q: &Question) -> Self {
        // of several statements the last is asked about, and the others come first
        let (first, call) = q.call.as_ref().map_or(("", ""), |c| c.rsplit_once(';').unwrap_or(("", c)));
        let line = |word: &str, said: &str, end: &str| match said.trim() {
            "" => String::new(),
            said => format!("{word} {said}{end}"),
        };
        let (answers, if_failed): (Vec<String>, Vec<bool>) = q.answers.iter().map(|a| only_if_failed(a)).unzip();
        Self {
            situation: q.situation.clone(),
            first: line("  do", first, "\n"),
            answers: answers.iter().map(|a| format!("  answer {a}\n")).collect(),
            if_failed,
            call: line(" in", call, ""),
        }
    }

    /// A test that asks for chances.
    fn test(&self, asked: &[String]) -> String {
        let lines: String = asked.iter().map(|asked| format!("  expect chance 1 of {asked}{}\n", self.call)).collect();
        format!("test \"odds\" in {}\n{}{}{lines}", self.situation, self.first, self.answers)
    }

    /// A question as it is read: one of several words is put in brackets; how the game came out may not be.
    fn form(&self, ready: &mut Ready, asked: &str) -> String {
        let bracketed = format!("({asked})");
        let (_, found) = read(ready, &self.test(std::slice::from_ref(&bracketed)));
        if any_error(&found) { asked.to_owned() } else { bracketed }
    }
}

/// An answer without `if failed`, and whether it had that.
fn only_if_failed(answer: &str) -> (String, bool) {
    let words: Vec<&str> = answer.split_whitespace().collect();
    match words.as_slice() {
        [said @ .., "if", "failed"] => (said.join(" "), true),
        _ => (answer.to_owned(), false),
    }
}

fn told(found: &Distribution, q: &Question) -> Odds {
    let questions = q.also.len() + 1;
    let outcomes: Vec<Vec<Outcome>> = (0..questions).map(|n| marginal(found, q.sample, n)).collect();
    let asked = std::iter::once(&q.asked).chain(&q.also);
    let several =
        asked.zip(&outcomes).map(|(asked, outcomes)| Answered { asked: asked.clone(), outcomes: outcomes.clone(), mean: mean(outcomes) });
    let shown = |(n, is): (usize, &i64)| if is_length(found, n) { length(*is) } else { is.to_string() };
    let each = chances(found, q.sample, Clone::clone).into_iter();
    let joint = each.map(|(is, chance)| Combination { shown: is.iter().enumerate().map(shown).collect(), is, chance });
    Odds {
        joint: if q.joint { joint.collect() } else { Vec::new() },
        questions: if questions > 1 { several.collect() } else { Vec::new() },
        mean: outcomes.first().and_then(|first| mean(first)),
        outcomes: outcomes.into_iter().next().unwrap_or_default(),
        exact: found.odds.is_some(),
        declined: found.declined.iter().cloned().collect(),
        remarks: found.remarks.clone(),
    }
}

/// The outcomes of one question.
fn marginal(found: &Distribution, games: u64, n: usize) -> Vec<Outcome> {
    let each = chances(found, games, |all| all.get(n).copied().unwrap_or(0)).into_iter();
    each.map(|(is, chance)| Outcome { is, length: is_length(found, n).then(|| length(is)), chance }).collect()
}

/// The expected value; none where only 0 and 1 can come, or one thing alone.
#[allow(clippy::cast_precision_loss, reason = "results of a game, far below 2^52")]
fn mean(outcomes: &[Outcome]) -> Option<f64> {
    let thousandths = outcomes.iter().any(|o| o.length.is_some());
    let share = |o: &Outcome| o.chance.float.or(o.chance.sampled).unwrap_or(0.0);
    let sum: f64 = outcomes.iter().map(|o| o.is as f64 * share(o)).sum();
    let counts = outcomes.len() > 1 && outcomes.iter().any(|o| !(0..=1).contains(&o.is));
    counts.then_some(if thousandths { sum / 1000.0 } else { sum })
}

fn is_length(found: &Distribution, n: usize) -> bool {
    found.lengths.get(n).copied().unwrap_or(false)
}

fn length(thousandths: i64) -> String {
    Measure::from_thousandths(thousandths).to_string()
}

/// The chances of what a part of the answers is.
fn chances<K: Ord>(found: &Distribution, games: u64, part: impl Fn(&Vec<i64>) -> K) -> BTreeMap<K, Chance> {
    let mut seen: BTreeMap<K, u64> = BTreeMap::new();
    for (all, n) in &found.sampled {
        *seen.entry(part(all)).or_default() += n;
    }
    let share = |n: u64| Proportion::new(n, games.saturating_sub(n));
    let Some(odds) = &found.odds else {
        let sampled =
            |n: u64| Chance { sampled: share(n).estimate(), interval: share(n).wilson(0.95).map(|i| (i.low, i.high)), ..Chance::default() };
        return seen.into_iter().map(|(is, n)| (is, sampled(n))).collect();
    };
    let mut exact: BTreeMap<K, Exact> = BTreeMap::new();
    for (all, p) in odds {
        let sum = exact.entry(part(all)).or_insert(Exact::ZERO);
        *sum = &*sum + p;
    }
    let chance = |is: &K, p: &Exact| Chance {
        p: Some(p.to_string()),
        float: Some(p.to_f64()),
        sampled: share(seen.get(is).copied().unwrap_or(0)).estimate().filter(|_| games > 0),
        interval: None,
    };
    let told = |(is, p): (K, Exact)| {
        let chance = chance(&is, &p);
        (is, chance)
    };
    exact.into_iter().map(told).collect()
}
