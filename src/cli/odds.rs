//! `odds`: the exact distribution of what may come of a situation.

use serde::Serialize;

use super::ready::Ready;
use super::{Common, Exit, findings, out};
use crate::diag::{Code, Diagnostic, any_error};
use crate::num::Measure;
use crate::packs::Scope;
use crate::trial::{Distribution, distribution};

/// The exact odds of a situation
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The situation, by name
    #[arg(value_name = "SITUATION")]
    situation: String,
    /// What is asked: a result such as `hits`, a value of a thing, or a check
    #[arg(value_name = "QUESTION")]
    question: String,
    /// What is done first, in the words of a rule
    #[arg(value_name = "CALL")]
    call: Option<String>,
    /// An answer, such as `aimed yes`; as many as there are
    #[arg(long, value_name = "LABEL ANSWER")]
    answer: Vec<String>,
    /// Play it so many times too, and compare
    #[arg(long, default_value_t = 0, value_name = "N")]
    sample: u64,
    /// The seed of those
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The pack; without it the first there is
    #[arg(long, default_value = "", hide_default_value = true, value_name = "PACK")]
    pack: String,
}

#[derive(Serialize)]
struct Answer {
    outcomes: Vec<One>,
}

#[derive(Serialize)]
struct One {
    is: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<String>,
    p: String,
    float: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sampled: Option<f64>,
}

/// Does it.
#[must_use]
pub fn run(args: &Args, common: &Common) -> Exit {
    let mut ready = match Ready::open(&common.reading(Scope::Scenes), &args.pack) {
        Ok(r) => r,
        Err(e) => return e,
    };
    let answers: String = args.answer.iter().map(|a| format!("  answer {a}\n")).collect();
    let call = args.call.as_ref().map_or(String::new(), |c| format!(" in {c}"));
    let asked = |question: &str| format!("test \"odds\" in {}\n{answers}  expect chance 1 of {question}{call}\n", args.situation);
    // a question of several words is put in brackets; how the game came out may not be
    let (declarations, found) = [format!("({})", args.question), args.question.clone()]
        .iter()
        .map(|question| {
            let id = ready.loaded.files.add("the question", &asked(question));
            ready.compiled.read_more(&ready.loaded.files, id)
        })
        .reduce(|first, second| if any_error(&first.1) { second } else { first })
        .unwrap_or_default();
    if any_error(&found) {
        findings::refuse(common, &ready.loaded.files, &found);
        return Exit::Misused;
    }
    let Some(test) = declarations.first() else { return Exit::Misused };
    match distribution(&ready.trial(), test, args.sample, args.seed) {
        Ok(found) => {
            show(&found, args.sample, common.json);
            for offer in &found.declined {
                out::mention(format!("`{offer}` was offered and declined: take it by `--answer \"{offer} yes\"`"));
            }
            Exit::Well
        }
        Err((span, why)) => {
            let d = Diagnostic::new(Code::Test, span, "there are no odds of this").here(why);
            findings::refuse(common, &ready.loaded.files, &[d]);
            Exit::Misused
        }
    }
}

fn show(found: &Distribution, games: u64, json: bool) {
    let (odds, sampled) = (&found.odds, &found.sampled);
    let length = |is: i64| Measure::from_thousandths(is).to_string();
    let share = |n: &i64| {
        #[allow(clippy::cast_precision_loss)] // a share of games, far below 2^52
        let f = |k: u64| k as f64 / games as f64;
        (games > 0).then(|| f(sampled.get(n).copied().unwrap_or(0)))
    };
    if json {
        let outcomes = odds
            .outcomes
            .iter()
            .map(|(is, p)| One {
                is: *is,
                length: found.lengths.then(|| length(*is)),
                p: p.to_string(),
                float: p.to_f64(),
                sampled: share(is),
            })
            .collect();
        out::json(&Answer { outcomes });
        return;
    }
    for (is, p) in &odds.outcomes {
        let sample = share(is).map_or(String::new(), |s| format!("  sampled {s:.4}"));
        let is = if found.lengths { length(*is) } else { is.to_string() };
        out::say(format!("{is:>6}  {:>8.4}%  {p}{sample}", p.to_f64() * 100.0));
    }
}
