//! Words and signs that would be right elsewhere.

use super::Rule;
use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// Items that are their word and what it says, without a colon.
const PLAIN_ITEMS: &[&str] = &[
    "cost",
    "needs",
    "dice",
    "once",
    "rules",
    "carries",
    "has",
    "expect",
    "do",
    "shape",
    "board",
    "turns",
    "starts",
    "asks",
    "allies",
    "units",
    "options",
    "given",
    "answer",
    "setup",
    "gains",
    "shown",
    "legal",
    "always",
    "use",
    "coherency",
    "measure",
    "blocks",
    "shelters",
    "until",
];

/// Words that say where a rule meets the game.
pub(super) const PLACES: &[&str] = &["on", "before", "after", "instead", "anytime"];

impl Faulty<'_> {
    /// A word that is right elsewhere.
    pub fn word(&self) -> Option<Diagnostic> {
        let token = self.token();
        if token == "=" && self.first() == "given" {
            let help = "write the faces behind the name, one for each die: `given Its Roll 4 5`";
            return Some(self.found(Code::Syntax, self.at, 1, "no `=` stands before faces that are given", help));
        }
        if token == "=" && !self.head {
            return Some(self.found(
                Code::Syntax,
                self.at,
                1,
                "`=` gives a name to a result; it changes nothing",
                "write `becomes` to change what is stored",
            ));
        }
        if token.starts_with('.') && token.len() > 1 {
            let help = "turn it about: first what is asked for, then `of`, then of whom";
            return Some(self.found(Code::Habit, self.at, token.len(), format!("`{token}` is not of this language"), help));
        }
        None
    }

    /// A comma, or `then`, where a block begins.
    pub fn colon_instead(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        let opens = matches!(self.first(), "if" | "otherwise" | "for") && !read.contains(':');
        if opens && self.stopper() == "then" {
            return Some(self.found(Code::Habit, self.at, 4, "`then` is not said here", "write `:` in its place"));
        }
        (opens && read.ends_with(',')).then(|| {
            let message = format!("what `{}` leads to begins behind a `:`", self.first());
            self.found(Code::Syntax, read.len() - 1, 1, message, "write `:` in the place of the comma")
        })
    }

    /// A colon where none is.
    pub fn no_colon(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        let at = if read.ends_with(':') { read.len() - 1 } else { self.at };
        let stops = self.token().starts_with(':') || read.ends_with(':');
        let word = self.before().trim_end_matches(':');
        if stops && PLAIN_ITEMS.contains(&word) {
            return Some(self.found(Code::Syntax, at, 1, format!("no `:` stands behind `{word}`"), "take the `:` away"));
        }
        let ends = self.head && self.token().is_empty() && read.ends_with(':');
        ends.then(|| {
            let help = "take the `:` away: what stands deeper belongs to it anyway";
            self.found(Code::Syntax, at, 1, "no `:` stands at the end of the first line of a declaration", help)
        })
    }

    /// `if` behind what happens.
    pub fn guard(&self) -> Option<Diagnostic> {
        let (word, first) = (self.stopper(), self.first());
        let read = self.code.get(..self.at)?;
        if self.head || self.at == 0 || !matches!(word, "if" | "unless") || !self.wants(&[Rule::EOI]) {
            return None;
        }
        let met = PLACES.contains(&first) || self.code.starts_with(['+', '-']);
        if !met {
            return self.condition_last(word, read);
        }
        read.contains(':').then(|| {
            let message = format!("`{word}` stands behind what happens");
            self.found(
                Code::Syntax,
                self.at,
                word.len(),
                message,
                format!("put it before the `:`, with all that it asks: `{first} ... {word} ...:`"),
            )
        })
    }

    /// `band gains 1 Zeal if band is Calm`, alone or behind `step end:`.
    fn condition_last(&self, word: &str, read: &str) -> Option<Diagnostic> {
        let rest = self.code.get(self.at + word.len()..)?;
        let asked = rest.lines().next()?.trim().trim_end_matches(':');
        let begun = read.rfind('\n').map_or(0, |i| i + 1);
        let line = read.get(begun..)?.trim();
        let help = match line.split_once(':') {
            Some((step, done)) if step.starts_with("step ") && !step.contains(" if ") => {
                format!("write `{step} {word} {asked}: {}`", done.trim())
            }
            None if word == "unless" => format!("write `if not ({asked}): {line}`"),
            None => format!("write `if {asked}: {line}`"),
            Some(_) => return None,
        };
        Some(self.found(Code::Syntax, self.at, word.len(), format!("`{word}` stands behind what happens"), help))
    }

    /// What is changed before where it is met.
    pub fn place_behind(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        let changed = self.code.starts_with(['+', '-']) || matches!(self.first(), "reroll" | "ignore" | "each" | "natural");
        let place = matches!(word, "on" | "before" | "after");
        if !self.head && place && self.at == 2 && self.code.starts_with("- ") {
            return Some(self.dash());
        }
        (!self.head && changed && self.at > 0 && place).then(|| {
            let help = format!("begin with `{word}` and where it is, then `:` and what is changed");
            self.found(Code::Syntax, self.at, word.len(), format!("`{word}` stands before what it changes"), help)
        })
    }

    /// Inches in words, a how near it is to nobody, dice behind `roll`, and how many dice there are.
    pub fn amount(&self) -> Option<Diagnostic> {
        let (word, before) = (self.stopper(), self.before().trim_start_matches('('));
        let digits = |w: &str| !w.is_empty() && w.bytes().all(|b| b.is_ascii_digit());
        let from = self.code.get(..self.at)?.trim_end().len().checked_sub(before.len())?;
        let whole = self.at + word.len() - from;
        let dice = before.split_once('d').is_some_and(|(n, sides)| (n.is_empty() || digits(n)) && digits(sides));
        if (digits(before) || dice) && matches!(word, "inches" | "inch") {
            return Some(self.found(Code::Syntax, from, whole, "a length has the sign of inches", format!("write `{before}\"`")));
        }
        if digits(before) && word == "dice" && from == 0 {
            return Some(self.found(
                Code::Syntax,
                from,
                whole,
                "how many dice there are is said behind `dice`",
                format!("write `dice {before}`"),
            ));
        }
        let near =
            self.code.get(..from)?.trim_end().ends_with("within") && before.ends_with('"') && matches!(word, "" | ":" | "," | ")" | ";");
        if near {
            return Some(self.found(
                Code::Syntax,
                from,
                before.len(),
                format!("within {before} of whom is not said"),
                "write `of` behind it, and whom",
            ));
        }
        if matches!(before, "all" | "every") && word.strip_suffix('s').is_some_and(digits) {
            let message = format!("`{before}` is not said before the face of a die");
            return Some(self.found(Code::Syntax, from, before.len(), message, format!("write `{word}` alone")));
        }
        let (many, sides) = word.split_once('d')?;
        let dice = (many.is_empty() || digits(many)) && digits(sides.trim_end_matches('"'));
        (dice && before == "roll").then(|| {
            self.found(
                Code::Habit,
                from,
                4,
                "dice are rolled where they are named, without `roll`",
                format!("give what is rolled a name: `x = {word}`"),
            )
        })
    }

    /// A change of one line, which stands behind a colon.
    pub fn change(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        let rest = self.code.get(self.at..)?.trim_end();
        let changes = self.head && self.first() == "amend" && !read.contains(':') && rest.starts_with('=');
        changes.then(|| {
            let help = format!("write `{read}: {rest}`");
            self.found(Code::Syntax, self.at, 1, "what a variant changes stands behind a `:`", help)
        })
    }

    /// What things of a kind may be.
    pub fn sort(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        (self.head && self.first() == "kind" && self.before() == "is" && !word.is_empty()).then(|| {
            let without = self.code.get(self.at..).and_then(|rest| rest.strip_prefix(word)).map_or("", str::trim_start);
            if matches!(word, "a" | "an" | "the") && self.reads(&format!("{}{without}", self.code.get(..self.at).unwrap_or(""))) {
                let sort = without.split_whitespace().next().unwrap_or("");
                return self.found(Code::Kind, self.at, word.len(), format!("`{word}` is not said here"), format!("write `is {sort}`"));
            }
            let article = matches!(word, "a" | "an" | "the");
            let word = if article { without.split_whitespace().next().unwrap_or(word) } else { word };
            let message = format!("`{word}` is nothing that a kind can be");
            let sorts = "`group`, `piece`, `feature`, `card`, `item`, `rule`, `action` or `side`";
            let kind = self.code.split_whitespace().nth(1).unwrap_or("");
            let mut name = kind.to_owned();
            if let Some(first) = name.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            let help = if word == "row" {
                "write `item`: a line of a list".to_owned()
            } else if matches!(word, "part" | "member" | "element" | "component") {
                "write `piece`".to_owned()
            } else {
                format!("write {sorts}; if a {kind} is a sort of {word}, write `tags {name} of {word}`")
            };
            self.found(Code::Kind, self.at, word.len(), message, help)
        })
    }
}
