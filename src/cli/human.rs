//! A player at the terminal.

use std::io::{BufRead as _, IsTerminal as _};

use grognard::{Choice, Decision, Game, Wanted};

use super::out;

/// What `?` tells.
const HELP: &str = "\
  a number picks what stands behind it, and so do its words, such as yes, no or north
  ? and a number tells what that action does, how that unit stands, or what the rules say of it
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
        Wanted::Way => "which way",
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
    if !d.effect.is_empty() {
        out::say(format!("  {}", d.effect));
    }
    if d.wanted != Wanted::YesNo {
        for (i, (((_, option), note), cost)) in d.options.iter().zip(&d.notes).zip(&d.costs).enumerate() {
            let note = if note.is_empty() { String::new() } else { format!(", {note}") };
            let cost = if cost.is_empty() { String::new() } else { format!(" ({cost})") };
            out::say(format!("  {:>2}  {option}{note}{cost}", i + 1));
        }
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
            line => match (line.strip_prefix('?').and_then(|n| option(d, n)), picked(d, line)) {
                (Some(choice), _) => match game.about(choice).as_slice() {
                    [] => out::say("nothing more is known of it"),
                    lines => lines.iter().for_each(out::say),
                },
                (None, Some(choice)) => return Some(choice),
                (None, None) if d.wanted == Wanted::YesNo => out::say("answer `yes` or `no`, or `?` for help"),
                (None, None) => out::say(format!("answer with a number from 1 to {}, or `?` for help", d.options.len())),
            },
        }
    }
}

/// Takes an answer that nobody else may see off the screen.
pub fn hide() {
    if std::io::stdin().is_terminal() {
        out::say("\u{1b}[2J\u{1b}[3J\u{1b}[H");
    }
    out::say("(chosen in secret)");
}

/// The option of a number.
fn option(d: &Decision, number: &str) -> Option<Choice> {
    d.options.get(number.trim().parse::<usize>().ok()?.checked_sub(1)?).map(|(choice, _)| *choice)
}

/// What a line picks: the option of a number or of these words, or a place.
fn picked(d: &Decision, line: &str) -> Option<Choice> {
    let yes_no = d.wanted == Wanted::YesNo;
    let says = |option: &str| option.eq_ignore_ascii_case(line) || yes_no && option.starts_with(&line.to_lowercase());
    let mut said = d.options.iter().filter(|(_, option)| !line.is_empty() && says(option));
    if let Some(choice) = said.next().map(|(choice, _)| *choice).or_else(|| option(d, line)) {
        return Some(choice);
    }
    let (via, place) = line.strip_prefix("via ").map_or((false, line), |rest| (true, rest));
    let (x, y) = place.split_once(',')?;
    d.place(x, y, via)
}
