//! Two lines that stand on one, parts that lack the comma between them, and changes of parts that are said outside of what they
//! are parts of.

use super::Rule;
use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// Words that begin a line of an entry and stand nowhere else in it.
const ENTRY_LINES: &[&str] = &["carries", "rules", "has", "option", "options", "profile", "shown"];

/// Words that begin a line, and go on with none.
const BEGIN: &[&str] = &[
    "step", "needs", "cost", "once", "carries", "rules", "option", "passed", "failed", "setup", "legal", "board", "given", "do", "expect",
];

/// Words that begin another part of how something moves, behind a comma.
const PARTS_OF_MOVES: &[&str] = &["through", "keeping", "ending", "leaving", "ignoring", "towards", "away", "inside", "to"];

impl Faulty<'_> {
    /// `Quick Feet: + 2" if crew is Nimble Heavy: - 1" if crew is Brute`
    pub fn two_rows(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        let line = read.rfind('\n').map_or(0, |i| i + 1);
        let (name, before) = (self.before(), read.get(line..)?);
        let named =
            name.starts_with(char::is_uppercase) && before.split_once(": ").is_some_and(|(row, _)| row.starts_with(char::is_uppercase));
        let says = self.code.get(self.at..)?.strip_prefix(':')?.trim_start();
        let change =
            says.starts_with(['+', '-', 'x']) || ["it is ", "each ", "at least ", "at most ", "also "].iter().any(|w| says.starts_with(w));
        (!self.head && named && change).then(|| {
            let message = format!("a second row, `{name}:`, begins within this line");
            self.found(Code::Layout, read.len() - name.len(), name.len() + 1, message, "put it on a line of its own")
        })
    }

    /// `carries Lamp  rules Old Hands`
    pub fn two_entry_lines(&self) -> Option<Diagnostic> {
        let (word, first) = (self.stopper(), self.first());
        let named = self.code.get(self.at + word.len()..)?.trim_start().starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit());
        let both = !self.head && ENTRY_LINES.contains(&first) && ENTRY_LINES.contains(&word) && word != first;
        (both && named && self.at > 0).then(|| {
            let message = format!("`{word}` begins a line, and stands within another");
            self.found(Code::Layout, self.at, word.len(), message, "put it and what follows on a line of its own")
        })
    }

    /// `once per turn step go: ...`, `step acts: take any action by band  step done: band gains Tired`
    pub fn two_lines(&self) -> Option<Diagnostic> {
        let (word, read) = (self.stopper(), self.code.get(..self.at)?.trim_end());
        let both = BEGIN.contains(&word) && self.at > 0 && !read.ends_with([',', ':']) && self.reads(read);
        (both && super::door::read_whole(Rule::item_line, self.code.get(self.at..)?, 0).is_ok()).then(|| {
            let message = format!("`{word}` begins a line, and stands within another");
            self.found(Code::Layout, self.at, word.len(), message, format!("begin a new line before `{word}`"))
        })
    }

    /// `kind lake is feature kind order is action of band`
    pub fn two_declarations(&self) -> Option<Diagnostic> {
        let (word, read) = (self.stopper(), self.code.get(..self.at)?.trim_end());
        let both = self.head && read.contains(' ') && !read.ends_with([',', ':', '=']) && self.reads(read);
        let head = || super::door::read_whole(Rule::head_line, self.code.get(self.at..).unwrap_or(""), 0).is_ok();
        (both && word.starts_with(char::is_lowercase) && (Self::begins_declarations(word) || self.is_declared_kind(word)) && head()).then(
            || {
                let message = format!("`{word}` begins a declaration, and stands within another");
                self.found(Code::Layout, self.at, word.len(), message, format!("begin a new line before `{word}`"))
            },
        )
    }

    /// Whether the text declares a kind by this word.
    fn is_declared_kind(&self, word: &str) -> bool {
        self.around.file.lines().any(|line| line.strip_prefix("kind ").is_some_and(|rest| rest.split(' ').next() == Some(word)))
    }

    /// `keeping 1" from enemy band through friendly band`
    pub fn comma_in_move(&self) -> Option<Diagnostic> {
        let (word, read) = (self.stopper(), self.code.get(..self.at)?.trim_end());
        let moves = read.contains(" moves ") || self.first() == "manner";
        (moves && PARTS_OF_MOVES.contains(&word) && !read.ends_with([',', ':']) && self.wants(&[Rule::gloss])).then(|| {
            let message = format!("a comma stands before `{word}`");
            self.found(Code::Syntax, self.at, word.len(), message, format!("write `{}, {word}`", self.before()))
        })
    }

    /// `value Stride of band in inches = 6"`
    pub fn comma_before_measure(&self) -> Option<Diagnostic> {
        let (at, said) = [" in inches", " in score"].iter().find_map(|said| Some((self.code.find(said)?, *said)))?;
        let (before, behind) = (self.code.get(..at)?, self.code.get(at..)?);
        (self.first() == "value" && self.reads(&format!("{before},{behind}"))).then(|| {
            let message = "a comma stands before the measure of a value";
            self.found(Code::Syntax, at + 1, said.len() - 1, message, format!("write `,{said}`"))
        })
    }

    /// `options Strategies at most 2`
    pub fn comma_before_limit(&self) -> Option<Diagnostic> {
        let at = self.code.find(" at most ")?;
        let read = self.code.get(..at)?;
        (self.first() == "options" && self.at > at && !read.ends_with(',')).then(|| {
            let message = "a comma stands before the limit of a list";
            self.found(Code::Syntax, at + 1, "at most".len(), message, "write `, at most`")
        })
    }

    /// `Red: Scouts: Rangers with Piper at 24",6"`
    pub fn comma_in_side(&self) -> Option<Diagnostic> {
        let (word, read) = (self.stopper(), self.code.get(..self.at)?.trim_end());
        let named = self.code.get(self.at + word.len()..)?.trim_start().starts_with(char::is_uppercase);
        let side = read.split_once(": ").is_some_and(|(side, _)| side.starts_with(char::is_uppercase) && !side.contains(' '));
        let placed = self.code.get(self.at..)?.contains(" at ");
        (!self.head && matches!(word, "with" | "without" | "facing") && named && side && placed && !read.ends_with(',')).then(|| {
            let message = format!("a comma stands before `{word}`");
            self.found(Code::Syntax, self.at, word.len(), message, format!("write `{}, {word}`", self.before()))
        })
    }

    /// `replace step ram of Load: ...`, `remove row Led of value Pluck`
    pub fn part_changed_outside(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let verb = ["replace", "remove", "amend"].into_iter().find(|v| self.first() == *v)?;
        let part = line.get(verb.len()..)?.trim_start();
        let sort = ["step", "row", "line"].into_iter().find(|s| part.strip_prefix(s).is_some_and(|rest| rest.starts_with(' ')))?;
        let (head, does) = part.get(sort.len()..)?.trim_start().split_once(':').unwrap_or((part.get(sort.len()..)?.trim_start(), ""));
        let (name, of) = head.split_once(" of ")?;
        let of = if of.starts_with(char::is_uppercase) { format!("action {of}") } else { of.to_owned() };
        let step = if sort == "step" { "step " } else { "" };
        let below = match verb {
            "remove" => format!("remove {step}{name}"),
            _ if does.is_empty() => format!("{step}{name}: ..."),
            _ => format!("{step}{name}:{does}"),
        };
        self.head.then(|| {
            let from = line.find(sort).unwrap_or(0);
            let message = format!("a {sort} is changed below what it is a {sort} of");
            self.found(Code::Syntax, from, sort.len(), message, format!("write `amend {of}`, and below it `{below}`"))
        })
    }
}
