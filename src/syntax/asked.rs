//! Questions as English asks them: how many there are, who is near, what a condition is.

use super::fault::Faulty;
use super::quantifiers::singular;
use crate::diag::{Code, Diagnostic, sounds_open};

/// Words behind which a question begins.
const BEFORE_QUESTIONS: &[&str] = &["if", "unless", "and", "or", "not", "=", "expect", "where", "while"];

/// How much is marked of what was said in English, and what follows it.
const fn length_of(said: &str, rest: &str) -> usize {
    said.len() + rest.len()
}

impl Faulty<'_> {
    /// `expect Band has 3 men`, `if unit has 3 men or more`
    pub fn has_so_many(&self) -> Option<Diagnostic> {
        let at = self.code.find(" has ").or_else(|| self.code.find(" have "))? + 1;
        let verb = self.code.get(at..)?.split(' ').next()?;
        let mut words = self.code.get(at + verb.len() + 1..)?.split([' ', ':', ',', ')']);
        let (number, noun) = (words.next()?, words.next()?);
        let rest = self.code.get(at + verb.len() + 1 + number.len() + 1 + noun.len()..)?;
        let (than, tail) = [
            (" or more", "at least "),
            (" or fewer", "at most "),
            (" or less", "at most "),
            (" left", ""),
            (" remaining", ""),
            (" alive", ""),
        ]
        .iter()
        .find_map(|(said, than)| Some((*than, rest.strip_prefix(said)?)))
        .unwrap_or(("", rest));
        let before = self.code.get(..at)?.trim_end();
        let from = BEFORE_QUESTIONS.iter().filter_map(|w| before.rfind(&format!("{w} ")).map(|i| i + w.len() + 1)).max()?;
        let who = before.get(from..)?.trim_start_matches("the ");
        let one = singular(noun);
        let so = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) && noun.starts_with(char::is_lowercase);
        let now = format!("count of {one} of {who} is {than}{number}");
        let length = self.code.len() - tail.len() - from;
        (so && self.with(from, from + length, &now)).then(|| {
            let message = "how many somebody has of what it is made of is counted";
            self.found(Code::Syntax, from, length, message, format!("write `{now}`"))
        })
    }

    /// `if band has at least 3 men`, `if band has fewer than 3 men`
    pub fn has_so_many_at_least(&self) -> Option<Diagnostic> {
        const HOW: [(&str, &str); 8] = [
            ("at least ", "at least "),
            ("at most ", "at most "),
            ("no more than ", "at most "),
            ("no fewer than ", "at least "),
            ("fewer than ", "less than "),
            ("less than ", "less than "),
            ("more than ", "more than "),
            ("only ", ""),
        ];
        let at = self.code.find(" has ").or_else(|| self.code.find(" have "))? + 1;
        let behind = self.code.get(at..)?.split_once(' ')?.1;
        let (said, how) = HOW.iter().find(|(said, _)| behind.starts_with(said))?;
        let mut words = behind.get(said.len()..)?.split([' ', ':', ',', ')']);
        let (number, noun) = (words.next()?, words.next()?);
        let before = self.code.get(..at)?.trim_end();
        let from = BEFORE_QUESTIONS.iter().filter_map(|w| before.rfind(&format!("{w} ")).map(|i| i + w.len() + 1)).max()?;
        let who = before.get(from..)?.trim_start_matches("the ");
        let now = format!("count of {} of {who} is {how}{number}", singular(noun));
        let to = self.code.len() - behind.len() + said.len() + number.len() + 1 + noun.len();
        let so = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) && noun.starts_with(char::is_lowercase);
        (so && self.with(from, to, &now)).then(|| {
            let message = "how many somebody has of what it is made of is counted";
            self.found(Code::Syntax, from, to - from, message, format!("write `{now}`"))
        })
    }

    /// `if the ruling How Deep is Shallow`
    pub fn ruling_is(&self) -> Option<Diagnostic> {
        let from = self.code.find("the ruling ")?;
        let rest = self.code.get(from..)?;
        let (said, at) = [" is not ", " is ", " = "].iter().filter_map(|said| Some((*said, rest.find(said)?))).min_by_key(|(_, at)| *at)?;
        let title = rest.get("the ruling ".len()..at)?;
        let (start, end) = (from + at + 1, from + at + said.len() - 1);
        (title.starts_with(char::is_uppercase) && self.with(start, end, "says")).then(|| {
            let message = "what a ruling is read as is asked with `says`";
            self.found(Code::Syntax, start, end - start, message, "write `says`")
        })
    }

    /// `if enemy band within 6" of me`, `if there are enemy band within 6" of me`
    pub fn there_is(&self) -> Option<Diagnostic> {
        const SAID: &[(&str, &str)] = &[
            ("enemy ", "there is an enemy "),
            ("friendly ", "there is a friendly "),
            ("an enemy ", "there is an enemy "),
            ("a friendly ", "there is a friendly "),
            ("a ", "there is a "),
            ("an ", "there is an "),
            ("there is enemy ", "there is an enemy "),
            ("there is friendly ", "there is a friendly "),
            ("there is any ", "there is a "),
            ("there is one ", "there is a "),
            ("there are any ", "there is a "),
            ("there are no ", "there is no "),
            ("there's a ", "there is a "),
            ("there's an ", "there is an "),
            ("there isn't a ", "there is no "),
            ("there isn't any ", "there is no "),
            ("there is not a ", "there is no "),
            ("there is not any ", "there is no "),
        ];
        SAID.iter().find_map(|(said, now)| {
            let (at, _) = self.code.match_indices(said).find(|(at, _)| {
                let before = self.code.get(..*at).unwrap_or("").trim_end();
                BEFORE_QUESTIONS.iter().any(|w| before.ends_with(w)) && before.len() < *at
            })?;
            let rest = self.code.get(at + said.len()..)?.split([':', ',', '[']).next()?.trim_end();
            // of whom something is said, any one is meant
            let verb = [" is ", " touches ", " sees ", " carries ", " has ", " did "].iter().any(|verb| rest.contains(verb));
            if verb && now.starts_with("there is a") && !rest.contains(" where ") {
                let whose = now.trim_start_matches("there is an ").trim_start_matches("there is a ");
                let now = format!("any {whose}");
                let message = "whether something is so of one of them is asked with `any`";
                return self
                    .further(at, said.len(), &now)
                    .then(|| self.found(Code::Syntax, at, length_of(said, rest), message, format!("write `{now}{rest}`")));
            }
            let now = if now.ends_with("is a ") && sounds_open(rest) { "there is an " } else { now };
            self.further(at, said.len(), now).then(|| {
                let message = "whether there is one is asked with `there is`";
                self.found(Code::Syntax, at, length_of(said, rest), message, format!("write `{now}{rest}`"))
            })
        })
    }

    /// `condition band is Eager when band is Hidden`, `condition band is Eager: band is Hidden`
    pub fn condition_without_equals(&self) -> Option<Diagnostic> {
        let line = self.code.strip_prefix("condition ").map(|_| self.code).filter(|line| !line.contains(" = "))?;
        [": ", " when ", " if ", " where ", " as ", " means "].iter().find_map(|said| {
            let at = line.find(said)?;
            let word = said.trim();
            let from = at + said.len() - said.trim_start().len();
            self.with(at, at + said.len(), " = ").then(|| {
                let message = "what a condition asks stands behind `=`";
                let help = if word == ":" { "write ` =` in its place" } else { "write `=` in its place" };
                self.found(Code::Syntax, from, word.len(), message, help)
            })
        })
    }

    /// `value Zeal of band`, and below it a number alone
    pub fn number_below_value(&self) -> Option<Diagnostic> {
        let number = self.code.trim_end();
        let head = self.around.above.lines().next()?.split("  [").next()?.trim_end();
        let plain = !self.head && !number.is_empty() && number.trim_end_matches('"').bytes().all(|b| b.is_ascii_digit());
        (plain && head.starts_with("value ") && !head.contains('=')).then(|| {
            let message = "what a value is stands in its head, behind `=`";
            self.found(Code::Syntax, 0, number.len(), message, format!("write `{head} = {number}`, and take this line out"))
        })
    }

    /// `3-6: nothing`
    pub fn nothing_happens(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let (result, said) = line.split_once(": ")?;
        let nothing =
            ["nothing", "no effect", "nothing happens", "none", "-", "no change", "no result"].contains(&said.to_lowercase().as_str());
        (!self.head && nothing && self.at >= result.len()).then(|| {
            let message = "a result of which nothing comes has no line";
            self.found(Code::Syntax, result.len() + 2, said.len(), message, "take the line out")
        })
    }

    /// `move band 6"`
    pub fn verb_first(&self) -> Option<Diagnostic> {
        ["move", "gain", "lose", "remove"].iter().find_map(|verb| {
            let (at, _) = self.code.match_indices(verb).find(|(at, _)| {
                let before = self.code.get(..*at).unwrap_or("");
                before.is_empty() || before.ends_with(": ") || before.ends_with("; ")
            })?;
            let mut rest = self.code.get(at + verb.len()..)?.strip_prefix(' ')?.splitn(2, ' ');
            let (who, what) = (rest.next()?, rest.next()?);
            let now = format!("{who} {verb}s {what}");
            let small = !self.head && who.starts_with(char::is_lowercase) && !self.around.above.starts_with("terrain ");
            let length = verb.len() + 1 + who.len();
            (small && self.with(at, self.code.len(), &now)).then(|| {
                let message = "who does it stands first";
                self.found(Code::Syntax, at, length, message, format!("write `{who} {verb}s`"))
            })
        })
    }
}
