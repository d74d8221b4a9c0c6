//! What somebody may not do, as English says it.

use super::door::read_whole;
use super::fault::{Faulty, capital};
use super::quantifiers::{described, singular};
use super::{Rule, strip_cites};
use crate::diag::{Code, Diagnostic};

/// Words for what somebody may not do, the longest first.
const FORBIDS: &[&str] = &[
    "is not allowed to",
    "are not allowed to",
    "is forbidden to",
    "are forbidden to",
    "is unable to",
    "are unable to",
    "may no longer",
    "does not",
    "shall not",
    "mustn't",
    "must not",
    "will not",
    "can never",
    "may never",
    "can not",
    "do not",
    "cannot",
    "can't",
    "can’t",
    "never",
];

/// A line that forbids in English.
#[derive(Debug)]
pub struct Ban<'a> {
    /// Where its words for it begin.
    pub at: usize,
    /// Those words.
    pub said: &'a str,
    /// The line as it is written here.
    pub now: String,
}

/// What a line forbids in English.
#[must_use]
pub fn ban(line: &str) -> Option<Ban<'_>> {
    let line = strip_cites(line.lines().next()?.trim_end());
    let find = |said: &&&str| {
        let at = line.find(**said)?;
        let alone = (at == 0 || line.get(..at)?.ends_with(' ')) && line.get(at + said.len()..)?.starts_with(' ');
        alone.then_some((at, line.get(at..at + said.len())?))
    };
    let (at, said) = FORBIDS.iter().find_map(|said| find(&said)).or_else(|| nobody_can(line))?;
    let (who, rest) = (line.get(..at)?.trim_end(), line.get(at + said.len()..)?.trim_start());
    if who.contains([':', ';', ',']) {
        return None;
    }
    let rest = in_turn(&rest.replace(" when ", " if "));
    // `never gains Tired`
    let rest = rest.strip_prefix("gains ").map_or(rest.clone(), |what| format!("gain {what}"));
    let gained = rest.strip_prefix("be ").filter(|what| what.starts_with(char::is_uppercase)).map(|what| format!("gain {what}"));
    let rest = gained.unwrap_or(rest);
    let first = rest.split(' ').next()?;
    let small = !matches!(first, "take" | "be" | "gain") && first.starts_with(char::is_lowercase);
    let deed = if small { format!("{}{}", capital(first), rest.get(first.len()..)?) } else { rest.clone() };
    let now = format!("{} {deed}", forbidden(who)?).trim().to_owned();
    let reads = read_whole(Rule::item_line, &now, 0).is_ok();
    reads.then_some(Ban { at, said, now })
}

/// `on turn 1`, said as a condition.
fn in_turn(rest: &str) -> String {
    let said = [" on turn ", " in turn ", " during turn "].iter().find_map(|said| rest.split_once(said));
    match said {
        Some((before, turn)) if turn.bytes().all(|b| b.is_ascii_digit()) => format!("{before} if turn is {turn}"),
        _ => rest.to_owned(),
    }
}

/// `no unit can Wave`
fn nobody_can(line: &str) -> Option<(usize, &str)> {
    let at = line.find(" can ").filter(|_| line.starts_with("no "))? + 1;
    Some((at, line.get(at..at + "can".len())?))
}

/// Who may not, up to the verb.
fn forbidden(who: &str) -> Option<String> {
    let bare = ["any ", "every ", "each ", "all ", "no ", "a ", "an "].iter().find_map(|w| who.strip_prefix(w));
    if !who.contains(' ') && who.starts_with(char::is_lowercase) && singular(who) != who {
        return Some(format!("no {} may", singular(who)));
    }
    if who.is_empty()
        || bare.is_none() && who.split(' ').count() < 3 && who.split(' ').all(|w| !w.starts_with(char::is_uppercase) || w == "I")
    {
        return Some(format!("{who} may not").trim().to_owned());
    }
    let (so, noun) = described(bare.unwrap_or(who))?;
    let rest = bare.unwrap_or(who).split_once(noun)?.1;
    let so = so.iter().map(|w| format!("{w} ")).collect::<String>();
    Some(format!("no {so}{}{rest} may", singular(noun)))
}

impl Faulty<'_> {
    /// `cannot Wave if turn is 1`, `Tired bands may never Wave`
    pub fn forbids_in_english(&self) -> Option<Diagnostic> {
        let found = ban(self.code).filter(|_| !self.head)?;
        Some(self.found(Code::Syntax, found.at, found.said.len(), found.message(), found.help()))
    }
}

impl Ban<'_> {
    /// What is wrong with it.
    #[must_use]
    pub fn message(&self) -> String {
        format!("`{}` forbids nothing in this language", self.said)
    }

    /// What is written instead.
    #[must_use]
    pub fn help(&self) -> String {
        format!("write `{}`", self.now)
    }
}
