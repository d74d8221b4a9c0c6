//! Lines of tests and of situations in words of other tools, or as one would say them.

use super::fault::{Faulty, capital};
use super::quantifiers::singular;
use crate::diag::{Code, Diagnostic};

impl Faulty<'_> {
    /// Whether the line stands in a test.
    fn in_test(&self) -> bool {
        !self.head && self.around.above.starts_with("test ")
    }

    /// Whether the line stands in a situation.
    fn in_situation(&self) -> bool {
        !self.head && ["situation ", "test "].iter().any(|head| self.around.above.starts_with(head))
    }

    /// `do A waves at B`, `do A rests`
    pub fn does_in_english(&self) -> Option<Diagnostic> {
        let deed = self.said().strip_prefix("do ")?;
        let words: Vec<&str> = deed.split(' ').collect();
        let verb = words.iter().position(|w| w.starts_with(char::is_lowercase)).filter(|i| *i > 0)?;
        let (who, what) = (words.get(..verb)?.join(" "), *words.get(verb)?);
        let rest = words.get(verb + 1..)?;
        let rest = match rest.first() {
            Some(whom) if whom.starts_with(char::is_uppercase) => format!(" at {}", rest.join(" ")),
            Some(_) => format!(" {}", rest.join(" ")),
            None => String::new(),
        };
        let named = words.get(..verb)?.iter().all(|w| w.starts_with(char::is_uppercase));
        let verb = what.ends_with('s') && !super::slips::VERBS.contains(&what) && !matches!(what, "is" | "has");
        let now = format!("{} by {who}{rest}", capital(&singular(what)));
        (self.in_test() && named && verb && self.reads(&format!("do {now}"))).then(|| {
            let message = "what is done stands first, and then by whom";
            self.found(Code::Syntax, "do ".len(), deed.len(), message, format!("write `{now}`"))
        })
    }

    /// `given 6, 6, 6`
    pub fn given_to_nothing(&self) -> Option<Diagnostic> {
        let line = self.said();
        let faces = line.strip_prefix("given ")?;
        let plain = faces.split([',', ' ']).all(|f| f.is_empty() || f.trim_start_matches('d').bytes().all(|b| b.is_ascii_digit()));
        (plain && self.in_test()).then(|| {
            let help = format!("write what is thrown before them: `given ... {}`", faces.replace(", ", " ").replace(',', " "));
            self.found(Code::Syntax, "given ".len(), faces.len(), "this does not say to which throw these faces are given", help)
        })
    }

    /// `expect B has lost 2 models`
    pub fn expects_losses(&self) -> Option<Diagnostic> {
        let said = self.said().strip_prefix("expect ")?;
        let (who, rest) = [" has lost ", " lost ", " loses "].iter().find_map(|w| said.split_once(w))?;
        let (number, kind) = rest.split_once(' ')?;
        let digits = number.bytes().all(|b| b.is_ascii_digit()) && kind.starts_with(char::is_lowercase) && !kind.contains(' ');
        (self.in_test() && digits).then(|| {
            let help = format!("write `count of {} of {who} is`, and how many are left", singular(kind));
            self.found(Code::Syntax, "expect ".len(), said.len(), "what is left is asked, not what is lost", help)
        })
    }

    /// `expect chance of 50% that ...`, `expect chance 50% of ...`
    pub fn chance_in_percent(&self) -> Option<Diagnostic> {
        let at = self.code.find("chance ").filter(|_| self.code.starts_with("expect "))?;
        let from = at + self.code.get(at..)?.find(|c: char| c.is_ascii_digit())?;
        let (number, _) = self.code.get(from..)?.split_once('%')?;
        let percent: u32 = number.parse().ok().filter(|n| *n <= 100)?;
        let by = (1..=percent.max(1)).rev().find(|d| percent.is_multiple_of(*d) && 100_u32.is_multiple_of(*d)).unwrap_or(1);
        let help = format!("write `{}/{}`", percent / by, 100 / by);
        Some(self.found(Code::Syntax, from, number.len() + 1, "a chance is a fraction", help))
    }

    /// `expect A cannot Wave at B`
    pub fn expects_that_none_can(&self) -> Option<Diagnostic> {
        let said = self.said().strip_prefix("expect ")?;
        let (who, deed) = [" cannot ", " can not ", " can't ", " may not ", " must not ", " is forbidden to ", " is not allowed to "]
            .iter()
            .find_map(|w| said.split_once(w))?;
        let many = deed.split(' ').take_while(|w| w.starts_with(char::is_uppercase)).count().max(1);
        let words: Vec<&str> = deed.split(' ').collect();
        let action = words.get(..many)?.iter().map(|w| capital(w)).collect::<Vec<_>>().join(" ");
        let rest = words.get(many..)?.iter().fold(String::new(), |all, w| format!("{all} {w}"));
        let now = format!("forbidden {action} by {who}{rest}");
        (self.in_test() && self.reads(&format!("expect {now}"))).then(|| {
            let message = "what may not be done is asked with `forbidden` before it";
            self.found(Code::Syntax, "expect ".len(), said.len(), message, format!("write `{now}`"))
        })
    }

    /// `when A is Holding`, `assume A is Holding`, `given A is Holding`
    pub fn supposed_in_test(&self) -> Option<Diagnostic> {
        let line = self.said();
        let word =
            ["when", "assume", "if", "suppose", "let", "given", "where", "with", "set", "assuming"].iter().find(|w| self.first() == **w)?;
        let (who, what) = line.get(word.len() + 1..)?.split_once(" is ")?;
        let named = [who, what].iter().all(|t| t.split(' ').all(|w| w.starts_with(char::is_uppercase)));
        (self.in_test() && named).then(|| {
            let message = "what a test begins with stands in its situation, or is done first";
            self.found(Code::Syntax, 0, line.len(), message, format!("write `do {who} gains {what}`"))
        })
    }

    /// `do Rally by A; expect A is Holding`
    pub fn two_in_test(&self) -> Option<Diagnostic> {
        let at = ["; expect ", "; do ", ", expect ", ", then expect ", " and expect "].iter().find_map(|w| self.code.find(w))?;
        let rest = self.code.get(at..)?.trim_start_matches([';', ',', ' ']);
        let rest = rest.trim_start_matches("then ").trim_start_matches("and ").trim_end();
        let sign = self.code.get(at..)?.chars().next().map_or(1, char::len_utf8);
        self.in_test().then(|| {
            let message = "each line of a test says one thing";
            self.found(Code::Layout, at, sign, message, format!("write `{rest}` on a line of its own"))
        })
    }

    /// `Red: A: Rangers (5) at ...`, `Red: A: Rangers x5 at ...`
    pub fn number_in_brackets(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?;
        let end = line.find(" at ")?;
        let (entry, number) = line.get(..end)?.rsplit_once(' ')?;
        let bare = number.trim_start_matches(['(', 'x']).trim_end_matches([')', 'x']);
        let marked = bare != number && !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit());
        (self.in_situation() && marked && entry.contains(": ")).then(|| {
            let message = "how many there are stands behind a comma, with the word of their kind";
            let from = entry.len() + 1;
            let help = format!("write `, {bare} models` in its place, with the word that your game has for models");
            self.found(Code::Syntax, from, number.len(), message, help)
        })
    }

    /// `A: Rangers at 10",10" Tired`
    pub fn marker_behind_place(&self) -> Option<Diagnostic> {
        let line = self.said();
        let at = line.find(" at ")?;
        let (before, marker) = line.rsplit_once(' ')?;
        let marker_at = before.len() + 1;
        let entry = line.get(..at)?;
        let rest = before.get(at..)?.trim_end_matches(',');
        let named = marker.starts_with(char::is_uppercase) && marker_at > at;
        let now = format!("{entry}, {marker}{rest}");
        (self.in_situation() && named && self.reads(&now)).then(|| {
            let message = "what somebody is stands before his place, behind a comma";
            let said = now.split(": ").last().unwrap_or("").trim();
            self.found(Code::Syntax, marker_at, marker.len(), message, format!("write `{said}`"))
        })
    }

    /// `option Up to 5 more Dane 10 pts each`
    pub fn option_without_name(&self) -> Option<Diagnostic> {
        let said = self.said().strip_prefix("option ")?;
        let what = said.strip_prefix("Up ").map_or_else(|| said.to_owned(), |rest| format!("up {rest}"));
        let free = !said.contains(':') && self.reads(&format!("option More Of Them: {what}"));
        (!self.head && free).then(|| {
            let message = "an option has a name, and what is bought stands behind `:`";
            self.found(Code::Syntax, "option ".len(), said.len(), message, format!("write `Its Name: {what}`, with a name for it"))
        })
    }

    /// `option More Men: +4 Jaeger 30 pts`, `option More Men: add 4 Jaeger 30 pts`
    pub fn option_adds(&self) -> Option<Diagnostic> {
        let said = self.said().strip_prefix("option ")?;
        let at = self.said().len() - said.len() + said.find(": ")? + 2;
        let what = self.said().get(at..)?;
        let rest = ["+", "add ", "adds ", "plus ", "an extra ", "extra "].iter().find_map(|w| what.strip_prefix(w))?.trim_start();
        let (number, rest) = rest.split_once(' ')?;
        let now = format!("{number} more {rest}");
        self.with(at, self.said().len(), &now).then(|| {
            let message = "who comes in besides is bought with `more`";
            let kind = rest.split_once(' ').map_or(rest, |(kind, _)| kind);
            let length = what.find(kind).map_or(what.len(), |i| i + kind.len());
            self.found(Code::Syntax, at, length, message, format!("write `{number} more {kind}`"))
        })
    }
}
