//! `odds`: the exact distribution of what may come of a situation.

use grognard::{Odds, Question, Scope};

use super::{Common, Exit, out};

/// The exact odds of a situation
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The situation, by name
    #[arg(value_name = "SITUATION")]
    situation: String,
    /// What is asked: a result such as `hits`, a value of a thing, or a check
    #[arg(value_name = "QUESTION")]
    question: String,
    /// What is done, in the words of a rule; what is done before it stands first, with `;` between
    #[arg(value_name = "CALL")]
    call: Option<String>,
    /// Ask this too, of the same call; as many as there are
    #[arg(long, value_name = "QUESTION")]
    also: Vec<String>,
    /// With `--also`: each combination of answers too
    #[arg(long, requires = "also")]
    joint: bool,
    /// An answer, such as `aimed yes`; `LABEL yes if failed` takes an offer only where the throw that is looked at has failed
    #[arg(long, value_name = "LABEL ANSWER")]
    answer: Vec<String>,
    /// Play it so many times too, and compare; where there are too many positions for exact odds, these are the answer
    #[arg(long, default_value_t = 0, value_name = "N")]
    sample: u64,
    /// The seed of those
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The pack; without it the first there is
    #[arg(long, default_value = "", hide_default_value = true, value_name = "PACK")]
    pack: String,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    let mut pack = match common.pack(&args.pack, Scope::Scenes) {
        Ok(pack) => pack,
        Err(exit) => return exit,
    };
    let question = Question {
        situation: args.situation.clone(),
        asked: args.question.clone(),
        call: args.call.clone(),
        answers: args.answer.clone(),
        sample: args.sample,
        seed: args.seed,
        also: args.also.clone(),
        joint: args.joint,
    };
    let odds = match pack.odds(&question) {
        Ok(odds) => odds,
        Err(why) => return common.refused(&why),
    };
    if common.json {
        out::json(&odds);
    } else {
        print(&odds);
    }
    if !odds.exact {
        let games = out::many(usize::try_from(args.sample).unwrap_or(usize::MAX), "game");
        out::mention(format!("these are shares of {games}, not exact chances: there are too many positions"));
    }
    odds.remarks.iter().for_each(out::mention);
    for offer in &odds.declined {
        out::mention(format!("`{offer}` was offered and declined: take it by `--answer \"{offer} yes\"`"));
    }
    Exit::Well
}

/// What comes on average, if that means anything.
fn average(mean: Option<f64>) {
    if let Some(mean) = mean {
        out::say(format!("on average {mean:.4}"));
    }
}

/// The outcomes; of several questions each below what was asked.
fn print(odds: &Odds) {
    if odds.questions.is_empty() {
        odds.outcomes.iter().for_each(|o| out::say(o.to_string()));
        average(odds.mean);
    }
    for q in &odds.questions {
        out::say(&q.asked);
        q.outcomes.iter().for_each(|o| out::say(o.to_string()));
        average(q.mean);
    }
    if !odds.joint.is_empty() {
        let asked: Vec<&str> = odds.questions.iter().map(|q| q.asked.as_str()).collect();
        out::say(format!("joint: {}", asked.join(", ")));
        odds.joint.iter().for_each(|o| out::say(o.to_string()));
    }
}
