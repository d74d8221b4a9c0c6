//! What players put in front, and what stands there instead: conditions, whom it concerns, what is changed.

use super::fault::{Faulty, capital};
use super::quantifiers::singular;
use crate::diag::{Code, Diagnostic};

impl Faulty<'_> {
    /// `if turn is 1, Pace of any band: - 1"`
    pub fn condition_before_value(&self) -> Option<Diagnostic> {
        let line = self.said();
        let word = Some(self.first()).filter(|w| matches!(*w, "if" | "when" | "while" | "unless"))?;
        let (asked, rest) = line.get(word.len() + 1..)?.split_once(", ").or_else(|| line.get(word.len() + 1..)?.split_once(": "))?;
        let (value, change) = rest.strip_prefix("on ").unwrap_or(rest).split_once(": ")?;
        let said = if word == "unless" { word } else { "if" };
        let now = format!("on {value} {said} {asked}: {change}");
        (!self.head && value.starts_with(char::is_uppercase) && self.reads(&now)).then(|| {
            let message = "a rule begins with what is changed, and then asks whether";
            self.found(Code::Syntax, 0, line.len(), message, format!("write `{now}`"))
        })
    }

    /// `on turn 1: may not Wave`, `in turn 1, may not Wave`
    pub fn turn_in_front(&self) -> Option<Diagnostic> {
        let line = self.said();
        let (at, number, rest) = ["on turn ", "in turn ", "during turn ", "turn "].iter().find_map(|said| {
            let (number, rest) = line.strip_prefix(said)?.split_once([':', ','])?;
            Some((line.len() - rest.len() - 1, number, rest.trim()))
        })?;
        let plain = !self.head && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        let asked = format!("if turn is {number}");
        let now = match rest.split_once(": ") {
            Some((met, says)) => format!("{met} {asked}: {says}"),
            None => format!("{rest} {asked}"),
        };
        plain.then(|| {
            let help = if self.reads(&now) { format!("write `{now}`") } else { format!("put `{asked}` behind what is met or done") };
            self.found(Code::Syntax, 0, at, "in which turn something is so is asked behind it", help)
        })
    }

    /// `rule Steady of all bands`, `rule Steady of each band`, `rule Steady for bands`
    pub fn of_all_in_head(&self) -> Option<Diagnostic> {
        let line = self.said();
        let (from, said) = [" of all ", " of each ", " of every ", " of any ", " of the ", " of a ", " for all ", " for every ", " for "]
            .iter()
            .find_map(|said| Some((line.find(said)?, *said)))?;
        let whom = line.get(from + said.len()..)?.split([',', '=', ':', '(']).next()?;
        let whom = whom.split(" until ").next()?.split(" starts ").next()?.trim_end();
        let kind = whom.rsplit(' ').next()?;
        let now = format!("of {}{}", whom.strip_suffix(kind)?, singular(kind));
        let to = from + said.len() + whom.len();
        (self.head && self.with(from + 1, to, &now)).then(|| {
            let message = "a head names the kind that it is of: it is of each of them";
            self.found(Code::Syntax, from + 1, to - from - 1, message, format!("write `{now}`"))
        })
    }

    /// `Wave costs 1 Zeal`
    pub fn costs_so_much(&self) -> Option<Diagnostic> {
        let line = self.said();
        let (action, amount) = [" costs ", " now costs ", " cost "].iter().find_map(|said| line.split_once(said))?;
        let (action, amount) = (action.trim_end_matches(" now"), amount.trim_start_matches("only "));
        let named = action.split(' ').all(|w| w.starts_with(char::is_uppercase));
        let priced = amount.starts_with(|c: char| c.is_ascii_digit()) && !amount.contains([':', ',']);
        (named && priced).then(|| {
            let (message, help) = if self.head {
                let help = format!("write `amend`, the word that it is declared with, `{action}: cost {amount}`");
                ("no declaration begins with what is changed", help)
            } else {
                let help = format!("write `on cost of {action} by ...: it is {amount}`, with who does it");
                ("what is changed is said of a quantity, `on`", help)
            };
            self.found(Code::Syntax, 0, line.len(), message, help)
        })
    }

    /// `change Wave Cost to 1`, `increase Pace by 1`
    pub fn changes_to(&self) -> Option<Diagnostic> {
        let line = self.said();
        let word = Some(self.first())
            .filter(|w| matches!(*w, "change" | "set" | "make" | "increase" | "raise" | "reduce" | "lower" | "decrease"))?;
        let (name, amount) = [" to ", " by ", " = ", ": "].iter().find_map(|said| line.get(word.len() + 1..)?.split_once(said))?;
        let named = name.split(' ').all(|w| w.starts_with(char::is_uppercase)) && !amount.is_empty();
        (self.head && named).then(|| {
            let message = format!("no declaration begins with `{word}`");
            let change = match word {
                "increase" | "raise" => format!("`on {name} of any ...: + {amount}` below a line such as `rule A Name Of Yours`"),
                "reduce" | "lower" | "decrease" => {
                    format!("`on {name} of any ...: - {amount}` below a line such as `rule A Name Of Yours`")
                }
                _ => format!("`amend`, the word that it is declared with, and `{name}: = {amount}`"),
            };
            self.found(Code::ItemWord, 0, word.len(), message, format!("write {change}"))
        })
    }

    /// `Rangers 20 pts` among the entries of a force list
    pub fn priced_in_list(&self) -> Option<Diagnostic> {
        let line = self.said();
        let (entry, number) = line.strip_suffix(" pts").or_else(|| line.strip_suffix(" points"))?.rsplit_once(' ')?;
        let list = self.around.above.starts_with("force list ") || self.around.above.starts_with("amend force list ");
        let named = line.starts_with(char::is_uppercase) || line.starts_with("units ");
        let plain = number.bytes().all(|b| b.is_ascii_digit()) && !self.head && list && named;
        let at = line.find(&format!(" {number} ")).map(|at| at + 1)?;
        plain.then(|| {
            let message = "what an entry costs stands where it is declared";
            let entry = entry.trim_start_matches("units ").trim();
            let help = format!("write `{number} pts` behind its name where `{entry}` is declared, and leave it out here");
            self.found(Code::Syntax, at, line.len() - at, message, help)
        })
    }

    /// `+ 1 against bowmen`, `+ 1 at short range`
    pub fn against_whom(&self) -> Option<Diagnostic> {
        const LINKS: &[&str] = &["against", "versus", "vs", "vs.", "at", "in", "during", "near", "while", "under", "on"];
        let line = self.said();
        let (met, change) = line.split_once(": ").filter(|_| !self.head)?;
        let word = self.stopper();
        let from = met.len() + 2;
        let amount = line.get(from..self.at)?.trim_end();
        let signed = change.starts_with(['+', '-', 'x']) || change.starts_with("it is ");
        let link = LINKS.contains(&word) && signed && self.with(from, line.len(), amount);
        link.then(|| {
            let whom = line.get(self.at + word.len()..).unwrap_or("").trim();
            let named = if matches!(word, "against" | "versus" | "vs" | "vs.") {
                format!("write `{amount} if ... is {}`, with the word for whom it is against", capital(whom))
            } else {
                format!("write `{amount} if`, and behind it what must hold")
            };
            self.found(Code::Syntax, self.at, line.len() - self.at, "when it holds is asked with `if`", named)
        })
    }

    /// `immune to Tired`
    pub fn immune_to(&self) -> Option<Diagnostic> {
        let line = self.said();
        let what = ["immune to ", "is immune to ", "are immune to ", "I am immune to "].iter().find_map(|said| line.strip_prefix(said))?;
        let named = !self.head && what.split(' ').all(|w| w.starts_with(char::is_uppercase));
        named.then(|| {
            let help = format!("write `may not gain {what}`");
            self.found(Code::Syntax, 0, line.len(), "what somebody never gets is said with `may not`", help)
        })
    }

    /// `points 80, was 75`
    pub fn points_amended(&self) -> Option<Diagnostic> {
        let line = self.said();
        let (word, rest) = line.split_once(' ').filter(|(w, _)| matches!(*w, "points" | "pts" | "cost" | "costs" | "price"))?;
        let (now, was) = rest.split_once(", was ")?;
        let number = |t: &str| t.trim_end_matches(" pts").trim_end_matches(" points").parse::<u32>().ok();
        let (now, was) = (number(now)?, number(was)?);
        let head = self.around.above.lines().next().filter(|head| head.starts_with("amend "))?;
        (!self.head).then(|| {
            let message = "the price of an entry stands behind its name";
            let help = format!("write `{}: {now} pts, was {was} pts`, on one line", head.trim_end());
            self.found(Code::Syntax, 0, word.len(), message, help)
        })
    }

    /// `on Courage if turn is at least 5 of any band: - 1`
    pub fn whose_behind_if(&self) -> Option<Diagnostic> {
        let line = self.said();
        let (met, change) = line.split_once(": ").filter(|_| !self.head)?;
        let at = [" if ", " unless "].iter().filter_map(|said| met.find(said)).min()?;
        let (value, asked) = met.split_at_checked(at)?;
        let whose = [" of any ", " of me", " of my ", " by any ", " by me", " by my "].iter().filter_map(|said| asked.rfind(said)).max()?;
        let (asked, whose) = asked.split_at_checked(whose)?;
        let now = format!("{value}{whose}{asked}: {change}");
        self.reads(&now).then(|| {
            let message = "whose it is stands before what is asked";
            self.found(Code::Syntax, at + asked.len() + 1, whose.len() - 1, message, format!("write `{now}`"))
        })
    }

    /// `before gloom of Pray by me`, where `step` is left out
    pub fn step_left_out(&self) -> Option<Diagnostic> {
        let line = self.said();
        let when = ["before ", "after ", "instead of "].into_iter().find(|w| line.starts_with(w)).filter(|_| !self.head)?;
        let rest = line.get(when.len()..)?;
        let (word, of) = rest.split_once(" of ")?;
        let small = word.starts_with(char::is_lowercase) && word.chars().all(|c| c.is_alphanumeric() || c == '-');
        // a line that ends in a colon has its lines below
        let now = format!("{when}step {rest}");
        let met = small && of.starts_with(char::is_uppercase) && self.at <= when.len() + word.len();
        (met && (self.reads(&now) || now.ends_with(':'))).then(|| {
            let message = "what is met in the middle of something is a step of it";
            self.found(Code::Syntax, when.len(), word.len(), message, format!("write `step {word}`"))
        })
    }

    /// `if turn is 1: AP of me = 3 AP`
    pub fn equals_for_becomes(&self) -> Option<Diagnostic> {
        let line = self.said();
        let from = line.rfind(": ")? + 2;
        let at = from + line.get(from..)?.find(" = ")?;
        (!self.head && self.with(at, at + 3, " becomes ")).then(|| {
            let message = "`=` gives a name to a result; it changes nothing";
            self.found(Code::Syntax, at + 1, 1, message, "write `becomes` to change what is stored")
        })
    }

    /// `marker Tired of band for 1 turn`, `until turn ends`, `for the rest of the turn`
    pub fn lasts_otherwise(&self) -> Option<Diagnostic> {
        const LASTS: &[(&str, &str)] = &[
            ("for 1 turn", "turn"),
            ("for one turn", "turn"),
            ("for a turn", "turn"),
            ("for this turn", "turn"),
            ("for the turn", "turn"),
            ("for the rest of the turn", "turn"),
            ("for the rest of this turn", "turn"),
            ("this turn", "turn"),
            ("until turn ends", "turn"),
            ("until the turn ends", "turn"),
            ("till the turn ends", "turn"),
            ("for 2 turns", "next turn"),
            ("for two turns", "next turn"),
            ("next turn", "next turn"),
            ("for the game", "game"),
            ("for the rest of the game", "game"),
        ];
        LASTS.iter().find_map(|(said, end)| {
            let at = self.code.find(&format!(" {said}"))? + 1;
            let comma = self.code.get(..at)?.trim_end().strip_suffix(',').map_or(at, str::len);
            let lasts =
                [" lasts ", " that lasts ", " lasting "].iter().find_map(|w| self.code.get(..at)?.strip_suffix(w)).map_or(comma, str::len);
            let now = if *end == "game" { "until removed".to_owned() } else { format!("until end of {end}") };
            self.with(lasts, at + said.len(), &format!(" {now}")).then(|| {
                let message = "how long something lasts is said by `until end of` and a name";
                self.found(Code::Syntax, at, said.len(), message, format!("write `{now}`"))
            })
        })
    }

    /// `for the rest of the turn: on Nerve of foe: - 1`
    pub fn lasts_in_front(&self) -> Option<Diagnostic> {
        const FRONTS: &[&str] = &[
            "for the rest of the turn",
            "for the rest of this turn",
            "during this turn",
            "during the turn",
            "for this turn",
            "for the turn",
            "this turn",
            "until turn ends",
            "until the turn ends",
            "until the end of the turn",
            "until the end of turn",
        ];
        FRONTS.iter().find_map(|said| {
            let (at, _) = self.code.match_indices(said).find(|(at, _)| {
                let before = self.code.get(..*at).unwrap_or("");
                let behind = self.code.get(at + said.len()..).unwrap_or("");
                (before.trim().is_empty() || before.ends_with(": ")) && behind.starts_with([':', ','])
            })?;
            let behind = self.code.get(at + said.len()..)?.trim_start_matches([':', ',']);
            let now = format!("until end of turn:{behind}");
            self.with(at, self.code.len(), &now).then(|| {
                let message = "how long something lasts is said by `until end of` and a name";
                self.found(Code::Syntax, at, said.len(), message, "write `until end of turn`, and `:` behind it")
            })
        })
    }

    /// `units 0-1 Old Rangers, Others`, `units up to 2 Rangers`, `units Rangers x2`
    pub fn limit_first(&self) -> Option<Diagnostic> {
        let line = self.said();
        let list = self.first() == "units" || self.around.above.starts_with("force list ") || self.around.above.starts_with("amend force ");
        let entries = line.strip_prefix("units ").unwrap_or(line);
        let mut from = line.len() - entries.len();
        let mut fault = None;
        let mut now = Vec::new();
        for entry in entries.split(',') {
            let (start, said) = (from + entry.len() - entry.trim_start().len(), entry.trim());
            from += entry.len() + 1;
            let meant = limited(said);
            if let Some(meant) = meant.as_ref().filter(|_| fault.is_none()) {
                fault = Some((start, said.len(), meant.clone()));
            }
            now.push(meant.unwrap_or_else(|| said.to_owned()));
        }
        let (at, len, meant) = fault.filter(|_| list && !self.head)?;
        let whole = format!("{}{}", line.get(..line.len() - entries.len())?, now.join(", "));
        self.reads(&whole).then(|| {
            let message = "how many there may be stands behind the name";
            self.found(Code::Syntax, at, len, message, format!("write `{meant}`"))
        })
    }
}

/// An entry of a force list with its limit behind it, if it stands before: `0-1 Rangers`, `up to 2 Rangers`, `Rangers x2`.
fn limited(said: &str) -> Option<String> {
    let digits = |t: &str| !t.is_empty() && t.bytes().all(|b| b.is_ascii_digit());
    let named = |name: &str| name.starts_with(char::is_uppercase);
    if let Some((name, number)) = said.rsplit_once(" x").filter(|(name, number)| named(name) && digits(number.trim())) {
        return Some(format!("{name} 0-{}", number.trim()));
    }
    let most = ["up to ", "at most ", "max ", "maximum "].iter().find_map(|w| said.strip_prefix(w));
    if let Some((number, name)) = most.and_then(|rest| rest.split_once(' ')) {
        return (digits(number) && named(name)).then(|| format!("{name} 0-{number}"));
    }
    let (number, rest) = said.split_once(' ')?;
    if let Some(name) = ["or more ", "or more of "].iter().find_map(|w| rest.strip_prefix(w)) {
        return (digits(number) && named(name)).then(|| format!("{name} {number} or more"));
    }
    let span = number.split_once('-').is_some_and(|(low, high)| digits(low) && digits(high));
    let plain = number.strip_suffix('+').filter(|n| digits(n));
    let limit = if span { Some(number.to_owned()) } else { plain.map(|n| format!("{n} or more")) };
    let limit = limit.or_else(|| digits(number).then(|| format!("{number}-{number}")))?;
    named(rest).then(|| format!("{rest} {limit}"))
}

/// What is wrong with a sentence that does not say of whom it is, and what is written: `counts as Horse`, `ignores The Wood`.
#[must_use]
pub fn without_subject(text: &str) -> Option<(String, String)> {
    let said = |what: &str| format!("`{what}` does not say of whom");
    let line = text.lines().next()?;
    if let Some(what) = line.strip_prefix("ignores ") {
        return Some((said("ignores"), format!("write `ignore {what} by me`, with the name of the row that has no effect")));
    }
    let (word, what) =
        [("counts as", "counts as "), ("count as", "count as ")].iter().find_map(|(w, s)| Some((*w, line.strip_prefix(s)?)))?;
    Some((said(word), format!("write `I count as {what}`")))
}
