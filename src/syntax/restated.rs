//! Sentences of other books for which the language has one form: it is offered whole, in the words of the author.

use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// Words for equal totals.
const TIES: [&str; 8] = ["tie", "ties", "tied", "draw", "draws", "drawn", "equal", "equals"];

/// Words for dice that are rolled anew.
const ANEW: [&str; 8] = ["again", "anew", "reroll", "rerolls", "rerolled", "re-roll", "re-rolled", "rerolling"];

/// What in other books the dice are called to which something is added, one by one.
const EACH_DIE: [&str; 12] = [
    "to each die",
    "to every die",
    "to each dice",
    "to all dice",
    "to all the dice",
    "to the dice",
    "on each die",
    "on every die",
    "on all dice",
    "for each die",
    "for every die",
    "per die",
];

/// How in other books the reading of a ruling begins that is in force.
const CHOSEN: [&str; 8] = ["we use ", "we choose ", "we take ", "play ", "reading ", "chosen: ", "ours: ", "in force: "];

impl Faulty<'_> {
    /// `opposed Lots: d6, reroll ties`, `opposed Lots: d6 (on a tie roll again)`
    pub fn ties_again(&self) -> Option<Diagnostic> {
        let (line, cites) = self.without_cites()?;
        let body = line.find(": ").map_or(0, |i| i + 2);
        let opposed = line.split_whitespace().take(2).any(|w| w == "opposed");
        let begins = line.match_indices([',', ';', '(']).map(|(i, _)| i).filter(|i| *i >= body && opposed);
        let from = begins.filter(|i| line.get(*i..).is_some_and(rolls_ties_anew)).min().or_else(|| {
            // nothing parts the sentence from the dice, or it stands on a line of its own
            let read = line.get(..self.at)?.trim_end().len();
            let own = !self.head && line.split_whitespace().count() < 7;
            (opposed && read > body || own).then_some(if own { 0 } else { read })
        })?;
        let (dice, said) = line.split_at_checked(from)?;
        if !rolls_ties_anew(said) {
            return None;
        }
        let begun = said.find(|c: char| !matches!(c, ',' | ';' | ' ')).unwrap_or(0);
        let message = "what comes of a tie is said in one form";
        let told = |help| self.found(Code::Syntax, from + begun, said.len() - begun, message, help);
        if dice.is_empty() {
            return Some(told("write `, ties roll again` behind the dice, and take this line out"));
        }
        let parted = said.starts_with([',', ';']);
        let reads = self.reads(&format!("{dice}, ties roll again{cites}"));
        reads.then(|| told(if parted { "write `ties roll again`" } else { "write `, ties roll again`" }))
    }

    /// `option More Men: 25 pts, 4 more Ranger`
    pub fn price_first(&self) -> Option<Diagnostic> {
        let (line, cites) = self.without_cites()?;
        let (head, says) = line.split_once(": ").filter(|(head, _)| head.starts_with("option "))?;
        let bare = says.trim_start_matches("for ").trim_start_matches(['(', '+']);
        let (number, rest) = bare.split_once(" pts")?;
        let (each, rest) = rest.strip_prefix(" each").map_or(("", rest), |rest| (" each", rest));
        let rest = rest.trim_start_matches([',', ':', ';', ')', '=', ' ']).trim_start_matches("for ");
        let (what, more) = rest.find(", ").map_or((rest, ""), |comma| rest.split_at(comma));
        let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        // who joins those that a unit has may lack his `more`, too
        let joins = what.split_once(' ').map(|(n, name)| format!("{n} more {name}"));
        let whole = |what: &str| format!("{what} {number} pts{each}{more}");
        let said = [Some(what.to_owned()), joins].into_iter().flatten().map(|what| whole(&what));
        let meant = said.into_iter().find(|s| plain && !what.is_empty() && self.reads(&format!("{head}: {s}{cites}")))?;
        let message = "in an option what is bought stands before its price";
        Some(self.found(Code::Syntax, head.len() + 2, says.len(), message, format!("write `{meant}`")))
    }

    /// `use Thick for The Fog`
    pub fn used_for(&self) -> Option<Diagnostic> {
        let (line, _) = self.without_cites()?;
        let (reading, ruling) = line.strip_prefix("use ")?.split_once(" for ").filter(|_| !line.contains('='))?;
        let message = "the ruling stands before the reading that is taken";
        let help = format!("write `use {} = {}`", ruling.trim(), reading.trim());
        Some(self.found(Code::Syntax, "use ".len(), line.trim_end().len() - "use ".len(), message, help))
    }

    /// `unit 55 pts Herring`
    pub fn priced_before_name(&self) -> Option<Diagnostic> {
        let (line, _) = self.without_cites()?;
        let (word, rest) = line.split_once(' ').filter(|_| self.head)?;
        let (number, name) = rest.split_once(" pts ")?;
        let plain = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) && name.starts_with(char::is_uppercase);
        let message = "the name of an entry stands before its price";
        plain.then(|| self.found(Code::Syntax, word.len() + 1, rest.len(), message, format!("write `{name} {number} pts`")))
    }

    /// `on Wave of any unit: +1 to each die`, `on Wave of any unit: add 1 to all dice`
    pub fn added_to_each_die(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let from = line.rfind(": ").map_or(0, |i| i + 2);
        let says = line.get(from..)?;
        let (sign, rest) = [("add ", "+"), ("subtract ", "-"), ("+", "+"), ("-", "-")]
            .into_iter()
            .find_map(|(word, sign)| Some((sign, says.strip_prefix(word)?.trim_start())))?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (amount, behind) = rest.split_at_checked(digits).filter(|(amount, _)| !amount.is_empty())?;
        let whose = EACH_DIE.into_iter().find(|w| behind.strip_prefix(' ').is_some_and(|b| b.starts_with(w)))?;
        let length = says.len() - behind.len() + 1 + whose.len();
        (!self.head && self.at >= from && self.at <= from + length).then(|| {
            let message = "what is added to every die is said with `each die`";
            self.found(Code::Syntax, from, length, message, format!("write `each die {sign}{amount}`"))
        })
    }

    /// Its first line, and what it cites at its end.
    fn without_cites(&self) -> Option<(&str, &str)> {
        let line = self.code.lines().next()?.trim_end();
        let cites = line.rfind(" [").filter(|_| line.ends_with(']')).unwrap_or(line.len());
        let (says, cites) = line.split_at_checked(cites)?;
        Some((says.trim_end(), cites))
    }
}

/// Whether words say that equal totals are rolled anew.
fn rolls_ties_anew(said: &str) -> bool {
    let words = || said.split(|c: char| !c.is_alphabetic() && c != '-').map(str::to_lowercase);
    let off = said.contains("roll off") || said.contains("roll-off");
    words().any(|w| TIES.contains(&w.as_str())) && (off || words().any(|w| ANEW.contains(&w.as_str())))
}

/// A reading below a ruling that is not told to be the one in force, where none is. `text` begins at `start`, and `others` are
/// the lines beside it.
pub(super) fn unplayed<'t>(ruling: &str, text: &str, start: usize, mut others: impl Iterator<Item = &'t str>) -> Option<Diagnostic> {
    let said = text.lines().next()?.split(" [").next()?.trim_end();
    let name = CHOSEN.iter().find_map(|w| said.strip_prefix(w)).unwrap_or(said);
    let word = |w: &str| w.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
    let named = name.starts_with(char::is_uppercase) && name.trim_end_matches(':').split(' ').all(word);
    if !named || others.any(|line| line.starts_with("we play ")) {
        return None;
    }
    let title = ruling.split_once("ruling ")?.1.split(" [").next()?.trim_end();
    let span = crate::source::Span::new(start, start + said.trim_end_matches(':').len());
    let message = format!("nothing says which reading of `{title}` is in force");
    Some(Diagnostic::new(Code::Syntax, span, message).help(format!("write `we play {}`", name.trim_end_matches(':'))))
}

/// A line below `amend` that is right behind its head, with a colon between them: a pair of a table, dice, a price. `text` begins
/// at `start`.
pub(super) fn behind_head(head: &str, text: &str, start: usize) -> Option<Diagnostic> {
    let head = super::strip_comment(head.lines().next()?).split(" [").next()?.trim_end();
    let said = text.trim_end();
    let bare = head.starts_with("amend ") && !head.starts_with("amend many ") && !head.contains(':') && !said.contains('\n');
    let forms = [said.to_owned(), said.replacen(':', "", 1)].map(|says| format!("{head}: {says}"));
    let meant = forms.into_iter().find(|line| bare && super::again(super::Rule::head_line, line, 0).is_some())?;
    let message = "this is changed on the line that names what is amended";
    let span = crate::source::Span::new(start, start + said.len());
    Some(Diagnostic::new(Code::Syntax, span, message).help(format!("write `{meant}`, on one line")))
}
