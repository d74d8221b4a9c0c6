//! A player at the terminal.

use std::io::BufRead as _;

use grognard::{Choice, Decision, Game, Wanted};

use super::out;

/// What `?` tells.
const HELP: &str = "\
  a number picks what stands behind it
  12\",20\" is a place, 12 inches from the west and 20 from the south; `via` before it: only on the way
  state  shows how things stand: points, who is where, what each has left
  q      leaves the game and saves it";

/// Asks whoever sits at the terminal for a decision; none if they leave, or the input ends.
pub fn ask(game: &Game<'_>, d: &Decision) -> Option<Choice> {
    let what = match d.wanted {
        Wanted::Action => "which action",
        Wanted::Place => "where to (a number, a place such as 12\",20\", or `via` and a place on the way)",
        Wanted::Facing => "which way it faces (a number, or a place to face such as 12\",20\")",
        Wanted::Front => "how many in the front rank",
        Wanted::YesNo => "yes or no",
        Wanted::Number => "how many",
        _ if d.order => "which happens first",
        _ => "which",
    };
    let about = [&d.label, &d.rule].into_iter().filter(|t| !t.is_empty() && *t != "place").cloned().collect::<Vec<_>>().join(", ");
    let about = if about.is_empty() { what.to_owned() } else { format!("{about}: {what}") };
    if let Some(why) = &d.refused {
        out::say(why);
    }
    let whom = if d.whom.is_empty() { String::new() } else { format!(" for {}", d.whom) };
    out::say(format!("\n{} decides{whom}: {about}?", d.by));
    for (i, (_, option)) in d.options.iter().enumerate() {
        out::say(format!("  {:>2}  {option}", i + 1));
    }
    let stdin = std::io::stdin();
    loop {
        let mut line = String::new();
        if stdin.lock().read_line(&mut line).unwrap_or(0) == 0 {
            return None;
        }
        match line.trim() {
            "q" => return None,
            "?" => out::say(HELP),
            "state" => out::say(game.standing()),
            line => match picked(d, line) {
                Some(choice) => return Some(choice),
                None => out::say(format!("answer with a number from 1 to {}, or `?` for help", d.options.len())),
            },
        }
    }
}

/// What a line picks: the option of a number, or a place.
fn picked(d: &Decision, line: &str) -> Option<Choice> {
    let option = || d.options.get(line.parse::<usize>().ok()?.checked_sub(1)?);
    if let Some((choice, _)) = option() {
        return Some(*choice);
    }
    let (via, place) = line.strip_prefix("via ").map_or((false, line), |rest| (true, rest));
    let (x, y) = place.split_once(',')?;
    d.place(x, y, via)
}
