//! Forms of the first edition of the language, and what is written in the second.

use super::Rule;
use super::described::describes;
use super::fault::Faulty;
use super::layout::strip_comment;
use crate::diag::{Code, Diagnostic};

/// Words of the first edition, and those of the second.
const WORDS: &[(&str, &str)] = &[
    ("when", "if"),
    ("else", "otherwise"),
    ("best", "highest"),
    ("most", "highest"),
    ("over", ", overriding"),
    ("stays", "until removed"),
];

/// Signs that compared, the longest first, and what is said instead.
const SIGNS: &[(&str, &str)] =
    &[("<>", "is not"), ("<=", "is at most"), (">=", "is at least"), ("=", "is"), ("<", "is less than"), (">", "is more than")];

/// What is written now for a word or sign of the first edition.
#[must_use]
pub fn replaced(old: &str) -> Option<&'static str> {
    WORDS.iter().chain(SIGNS).find(|(word, _)| *word == old).map(|(_, now)| *now)
}

/// What is written now for `forbid` and the rest of its line.
fn ban(rest: &str) -> Option<String> {
    let (list, rest) = rest.split_once(" by ")?;
    let ends = [" at ", " with ", " from ", " to ", " if ", " unless ", " during ", ", during "];
    let end = ends.iter().filter_map(|word| rest.find(word)).min().unwrap_or(rest.len());
    let (who, tail) = rest.split_at(end);
    let list = if list.starts_with("any ") { format!("take {list}") } else { list.to_owned() };
    Some(match who.strip_prefix("any ") {
        Some(who) => format!("no {who} may {list}{tail}"),
        None if who == "me" => format!("may not {list}{tail}"),
        None => format!("{who} may not {list}{tail}"),
    })
}

impl Faulty<'_> {
    /// A form of the first edition where reading stopped.
    pub fn first_edition(&self) -> Option<Diagnostic> {
        self.old_ruling()
            .or_else(|| self.old_answer())
            .or_else(|| self.old_offer())
            .or_else(|| self.old_lift())
            .or_else(|| self.old_near())
            .or_else(|| self.old_opponent())
            .or_else(|| self.old_line())
            .or_else(|| self.old_ban())
            .or_else(|| self.old_limit())
            .or_else(|| self.old_step())
            .or_else(|| self.old_die())
            .or_else(|| self.old_order())
            .or_else(|| self.old_arc())
            .or_else(|| self.old_set())
            .or_else(|| self.old_each())
            .or_else(|| self.old_sign())
            .or_else(|| self.old_measure())
            .or_else(|| self.old_word())
            .or_else(|| self.nickname())
    }

    fn old(&self, at: usize, said: &str, now: &str) -> Diagnostic {
        self.found(Code::FirstEdition, at, said.len(), format!("`{said}` is said otherwise in this language"), format!("write `{now}`"))
    }

    /// `ruling Mist: Thin, Thick; takes Thin`
    fn old_ruling(&self) -> Option<Diagnostic> {
        let head = self.first() == "ruling" || self.code.starts_with("replace ruling");
        let at = self.code.find(':').filter(|at| head && self.head && *at <= self.at)?;
        let help = "end the line before `:`, and write below it `we play` with the reading in force and `or` with each other one";
        Some(self.found(Code::FirstEdition, at, self.code.len() - at, "each reading of a ruling begins a line of its own", help))
    }

    /// `may unit gains Tired`: who may stands first, and the verb is plain.
    fn old_offer(&self) -> Option<Diagnostic> {
        let at = self.code.get(..self.at)?.rfind("may")?;
        let between = self.code.get(at + "may".len()..self.at)?;
        let rest = self.code.get(at + "may".len()..)?.trim_start();
        let alone = self.code.get(..at)?.trim_end();
        if !between.trim().is_empty() || !(alone.is_empty() || alone.ends_with([':', ';', '{'])) {
            return None;
        }
        let spends = rest.strip_prefix("spend ").and_then(|r| r.split_once(" of ")).map(|(what, of)| {
            let who = of.split([':', ';']).next().unwrap_or(of).trim_end();
            format!("write `{who} may spend {what}`")
        });
        let help = spends.unwrap_or_else(|| {
            let verbs = ["gains", "loses", "becomes", "forms", "moves", "turns", "wheels"];
            let found = verbs.iter().find_map(|v| rest.split_once(&format!(" {v} ")).map(|(who, _)| (who, v)));
            match found {
                // what somebody has is changed, and nobody is named who may
                Some((who, &"becomes")) if who.starts_with(char::is_uppercase) && who.contains(" of ") => {
                    let before = alone.trim_end_matches([':', ';']);
                    format!("write `may` before the colon: `{}, may: {rest}`", before.trim_start())
                }
                Some((who, verb)) if !who.contains(':') => {
                    let plain = if *verb == "loses" { "lose" } else { verb.trim_end_matches('s') };
                    format!("write `{who} may {plain} ...`")
                }
                _ => "say who may: `unit may gain ...`, `side of unit may: ...`".to_owned(),
            }
        });
        Some(self.found(Code::FirstEdition, at, "may".len(), "this does not say who may", help))
    }

    /// `on Row by me: ignore`, `on step go of Leap: skip`
    fn old_lift(&self) -> Option<Diagnostic> {
        let line = self.code.trim_end();
        let word = ["ignore", "skip"].into_iter().find(|word| line.ends_with(&format!(": {word}")))?;
        let read = line.get(..line.len() - word.len())?.trim_end().strip_suffix(':')?;
        let from = read.rfind("on ").filter(|at| read.get(..*at).is_some_and(|b| !b.ends_with(char::is_alphabetic)))?;
        let met = read.get(from + "on ".len()..)?;
        Some(self.old(line.len() - word.len(), word, &format!("{word} {met}")))
    }

    /// `unit within 6" of foe`, where it is asked.
    fn old_near(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?;
        let said = if rest.starts_with("not within") { "not within" } else { "within" };
        let asked = rest.starts_with(said) && !matches!(self.before(), "is" | "am" | "are" | "comes");
        asked.then(|| {
            self.found(Code::Syntax, self.at, said.len(), "what is asked of something begins with `is`", format!("write `is {said}`"))
        })
    }

    /// `other side of side of unit`
    fn old_opponent(&self) -> Option<Diagnostic> {
        const OLD: &str = "other side of";
        let (at, _) = self.code.match_indices(OLD).find(|(at, _)| (*at..*at + OLD.len()).contains(&self.at))?;
        let whose = self.code.get(at + OLD.len()..)?;
        let said = if whose.starts_with(" side of ") { "other side of side of" } else { OLD };
        Some(self.old(at, said, "opponent of"))
    }

    /// `way aimed, delayed`, `give hits`
    fn old_line(&self) -> Option<Diagnostic> {
        let line = self.code.trim_start();
        let at = self.code.len() - line.len();
        if let Some(ways) = line.strip_prefix("way ") {
            let ways: Vec<&str> = ways.split(',').map(str::trim).collect();
            return Some(self.old(at, "way", &format!("can be {}", ways.join(" or "))));
        }
        let from =
            self.code.rfind("give ").filter(|from| *from == at || self.code.get(..*from).is_some_and(|b| b.trim_end().ends_with(':')))?;
        let what = self.code.get(from + "give ".len()..)?.trim_end();
        (from <= self.at).then(|| self.old(from, "give", &format!("the result is {what}")))
    }

    /// `yes` and `no` behind the name of a row, and behind what a rule meets.
    fn old_answer(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        if !matches!(word, "yes" | "no") || self.head || !self.code.get(..self.at)?.trim_end().ends_with(':') {
            return None;
        }
        if self.first() == "on" {
            let who = if word == "yes" { "any ... counts as" } else { "no ... counts as" };
            return Some(self.old(self.at, word, &format!("{who} ...")));
        }
        self.code.starts_with(char::is_uppercase).then(|| self.old(self.at, word, if word == "yes" { "also" } else { "never" }))
    }

    /// `forbid Leap by any Tired unit`
    fn old_ban(&self) -> Option<Diagnostic> {
        let at = self.code.match_indices("forbid ").map(|(at, _)| at).find(|at| *at == 0 || self.code[..*at].ends_with(": "))?;
        let now = ban(strip_comment(self.code.get(at + "forbid ".len()..)?).trim_end())?;
        (at <= self.at).then(|| self.old(at, "forbid", &now))
    }

    /// `value Pace of unit, at least 2 = 7`: limits and rounding stood before what they limit.
    fn old_limit(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?;
        let from = [", at least ", ", at most ", ", rounded "].iter().filter_map(|word| read.find(word)).min()?;
        let old = self.head && self.token().starts_with('=') && read.contains("value ");
        let limit = read.get(from..)?.trim_end();
        old.then(|| {
            let message = "limits and rounding stand behind what they limit";
            self.found(Code::FirstEdition, from, limit.len(), message, format!("write `= ...{limit}`"))
        })
    }

    /// `in the 45° arc of foe`
    fn old_arc(&self) -> Option<Diagnostic> {
        let rest = self.code.get(self.at..)?;
        let (angle, _) = rest.strip_prefix("the ").unwrap_or(rest).split_once("° arc of")?;
        let said = format!("in the {angle}° arc of");
        let (at, _) = self.code.match_indices(&said).find(|(at, _)| (*at..*at + said.len()).contains(&self.at))?;
        Some(self.old(at, &said, &format!("within {angle}° left or right of straight ahead of")))
    }

    /// `Leap.go`, where `step go of Leap` is said now.
    fn old_step(&self) -> Option<Diagnostic> {
        let step = self.code.get(self.at..)?.strip_prefix('.')?;
        let end = step.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(step.len());
        let (step, read) = (step.get(..end)?, self.code.get(..self.at)?);
        let of_name = |word: &&str| word.starts_with(|c: char| c.is_uppercase() || c.is_numeric());
        let behind: usize = read.rsplit(' ').take_while(of_name).map(|word| word.len() + 1).sum();
        let from = (read.len() + 1).saturating_sub(behind);
        let name = read.get(from..)?;
        let said = self.code.get(from..self.at + 1 + end)?;
        (!name.is_empty() && !step.is_empty()).then(|| self.old(from, said, &format!("step {step} of {name}")))
    }

    /// `when`, `else`, `best`, and `for every`.
    fn old_word(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        let read = self.code.get(..self.at)?;
        for old in ["best", "most"] {
            let (before, behind) = read.rsplit_once(&format!(" {old} ")).unwrap_or_default();
            let named = !behind.is_empty() && behind.split_whitespace().all(|w| w.starts_with(char::is_uppercase));
            if word == "of" && named && !before.ends_with(" at") {
                return Some(self.old(before.len() + 1, old, "highest"));
            }
        }
        if word == "every" && self.before() == "for" {
            return Some(self.old(self.at, "every", "each"));
        }
        let (old, new) = WORDS.iter().find(|(old, _)| *old == word)?;
        // without its comma more is wrong than the word
        let comma = word != "else" || self.before().ends_with(',');
        (self.at > 0 && comma).then(|| self.old(self.at, old, new))
    }

    /// `over`, `before` and `after` behind what a line meets, where they said which of two lines holds.
    fn old_order(&self) -> Option<Diagnostic> {
        let (word, met) = (self.stopper(), matches!(self.first(), "on" | "before" | "after" | "instead" | "as" | "anytime"));
        let named = self.code.get(self.at + word.len()..)?.trim_start().starts_with(char::is_uppercase);
        let new = match word {
            "over" => "overriding",
            "before" => "earlier than",
            "after" => "later than",
            _ => return None,
        };
        (met && named && self.at > 0).then(|| self.old(self.at, word, &format!(", {new}")))
    }

    /// `on Pace of me: = 4"`: `=` stands where a quantity is declared.
    fn old_set(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        (self.token() == "=" && read.ends_with([':', ';'])).then(|| self.old(self.at, "=", "it is"))
    }

    /// `each +1`
    fn old_each(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        let at = read.len() - "each".len().min(read.len());
        (read.ends_with("each") && self.token().starts_with(['+', '-'])).then(|| self.old(at, "each", "each die"))
    }

    /// `=`, `<>`, `<=` and the like in a question.
    fn old_sign(&self) -> Option<Diagnostic> {
        // these are of other languages too
        let token = Some(self.token()).filter(|t| !t.starts_with("==") && !t.starts_with("!="))?;
        let (old, new) = SIGNS.iter().find(|(sign, _)| token.starts_with(sign))?;
        let asks = ["if ", "where ", "unless ", "while ", "needs ", "expect ", "condition ", "legal ", "check ", " and ", " or ", "until "];
        let read = self.code.get(..self.at)?;
        (*old != "=" || asks.iter().any(|word| read.contains(word)) || read.starts_with('=')).then(|| {
            let message = format!("`{old}` compares nothing: a question says it in words");
            self.found(Code::FirstEdition, self.at, old.len(), message, format!("write `{new}`"))
        })
    }

    /// `each d6 hits on 4+`
    fn old_die(&self) -> Option<Diagnostic> {
        let token = self.token();
        let old = [">=", "<=", ">", "<"].into_iter().find(|sign| token.starts_with(sign))?;
        let new = if old.starts_with('>') { "hits on ... or more" } else { "hits on ... or less" };
        (self.first() == "each").then(|| self.old(self.at, old, new))
    }

    /// `, inches` and `, need` in the head of a value.
    fn old_measure(&self) -> Option<Diagnostic> {
        let word = self.stopper();
        let new = match word {
            "inches" => "in inches",
            "need" => "in score",
            _ => return None,
        };
        (self.head && self.before().ends_with(',')).then(|| self.old(self.at, word, new))
    }

    /// `enemy unit target`, without brackets round what the unit is called.
    fn nickname(&self) -> Option<Diagnostic> {
        let (word, before) = (self.stopper(), self.before());
        let small = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        let meets = matches!(self.first(), "before" | "after" | "instead");
        let changed = self.first() == "on" && super::again(Rule::contribs, self.code.get(self.at..)?, 0).is_some();
        let done = || changed || meets && super::door::read_whole(Rule::stmts, self.code.get(self.at..).unwrap_or(""), 0).is_ok();
        (self.at > 0
            && small(word)
            && small(before)
            && self.wants(&[Rule::gloss])
            && !Self::begins_lines(word)
            && !describes(word)
            && !done()
            && self.further(self.at, word.len(), &format!("(the {word})")))
        .then(|| {
            let message = format!("what the {before} is called stands in brackets");
            self.found(Code::FirstEdition, self.at, word.len(), message, format!("write `(the {word})`"))
        })
    }
}
