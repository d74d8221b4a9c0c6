//! Sentences of another mood than their line wants: what happens where something is asked, a question of which nobody knows
//! what it is for, and prose.

use super::fault::Faulty;
use crate::diag::{Code, Diagnostic};

/// From how many words on a line may be prose.
const MANY_WORDS: usize = 5;

impl Faulty<'_> {
    /// `expect Band gains Tired`
    pub fn expects_a_deed(&self) -> Option<Diagnostic> {
        let verb = self.stopper();
        let who = self.code.get(..self.at)?.trim().strip_prefix("expect ").filter(|_| self.first() == "expect")?.trim();
        // behind `in` stands what is done, and no bare deed
        if let Some((asked, _)) = who.split_once(" in ").filter(|_| who.starts_with("chance ")) {
            let message = format!("behind `in` stands what is called, and `{verb}` is a deed");
            let help = format!(
                "write `expect {asked} in ...`, with a check, an action or a procedure behind `in`, and the deed behind `do` above it"
            );
            return Some(self.found(Code::Syntax, self.at, verb.len(), message, help));
        }
        let deed = matches!(verb, "gains" | "loses" | "becomes" | "moves");
        let what = self.code.get(self.at + verb.len()..)?.trim();
        let named = !what.is_empty() && what.split(' ').all(|w| w.starts_with(char::is_uppercase));
        deed.then(|| {
            let so = match verb {
                "gains" | "becomes" if named => format!("{who} is {what}"),
                "loses" if named => format!("{who} is not {what}"),
                "moves" => "... is within 1\" of ...".to_owned(),
                _ => format!("... of {who} is ..."),
            };
            let message = format!("`expect` asks whether something is so, and `{verb}` makes it so");
            let help = format!("write `expect {so}`, and what makes it so behind `do`");
            self.found(Code::Syntax, self.at, verb.len(), message, help)
        })
    }

    /// `expect Band to be Tired`, `expect Band should be Tired`
    pub fn expects_to_be(&self) -> Option<Diagnostic> {
        const SAID: &[(&str, &str)] = &[
            ("to be not", "is not"),
            ("not to be", "is not"),
            ("to not be", "is not"),
            ("should not be", "is not"),
            ("to be", "is"),
            ("should be", "is"),
            ("will be", "is"),
            ("must be", "is"),
            ("to have", "has"),
            ("should have", "has"),
        ];
        let (at, said, now) = SAID.iter().find_map(|(said, now)| Some((self.code.find(&format!(" {said} "))? + 1, said, now)))?;
        let near = (at..=at + said.len() + 1).contains(&self.at);
        (self.first() == "expect" && near).then(|| {
            let message = "`expect` asks whether something is so";
            self.found(Code::Syntax, at, said.len(), message, format!("write `{now}`"))
        })
    }

    /// `step march, if unit is Tired`: of a line that is the parent's.
    pub fn amended_if_alone(&self) -> Option<Diagnostic> {
        let comma = self.code.get(..self.at)?.trim_end().strip_suffix(',')?;
        let named = comma.strip_prefix("step ").unwrap_or(comma).trim();
        let one = comma.starts_with("step ") && !named.contains(' ') || named.split(' ').all(|w| w.starts_with(char::is_uppercase));
        let question = self.code.get(self.at..)?.trim_end();
        let asks = self.stopper() == "if" && !question.contains(':');
        (!self.head && !named.is_empty() && one && asks).then(|| {
            let message = "`if` alone does not say whether this is asked besides, or is one case more";
            let help = format!("write `only {question}` where both must be so, `also {question}` where one is enough");
            self.found(Code::Syntax, self.at, "if".len(), message, help)
        })
    }

    /// `A side that is tired rests.`, in the first column
    pub fn prose(&self) -> Option<Diagnostic> {
        let line = self.code.trim_end();
        let words = line.split_whitespace();
        let small = words.clone().filter(|w| w.starts_with(|c: char| c.is_ascii_lowercase())).count();
        let many = words.count() >= MANY_WORDS && small >= MANY_WORDS;
        (self.head && many && line.ends_with(['.', '!', '?']) && !Self::begins_declarations(self.first())).then(|| {
            let message = "no declaration begins so: this reads like a remark";
            self.found(Code::Syntax, 0, line.len(), message, "write `--` before it, if it is one")
        })
    }
    /// A sentence of a book: its first word has a capital, a full stop ends it, and no line of the language is like it.
    pub fn sentence_of_a_book(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let words = line.split_whitespace().count();
        let plain = line.split_whitespace().filter(|w| w.starts_with(char::is_lowercase)).count();
        // what happens in a step may be one, too
        let begun = line.split_once(": ").filter(|(step, _)| step.starts_with("step ")).map_or(0, |(step, _)| step.len() + 2);
        let line = line.get(begun..)?;
        let book = !self.head && line.ends_with('.') && line.starts_with(char::is_uppercase);
        let noted = ["Note: ", "NB: ", "Example: ", "Remember: ", "Important: ", "Designer's note: "].iter().any(|w| line.starts_with(w));
        let book = book && (noted || !line.contains(':'));
        (book && words >= MANY_WORDS && plain * 2 > words).then(|| {
            let help = "say what it changes, such as `on NAME of me: + 1 if ...`, or begin the line with `--` to keep it as a comment";
            self.found(Code::Syntax, begun, line.len(), "this is a sentence of a book, and the language says it in forms of its own", help)
        })
    }
}
