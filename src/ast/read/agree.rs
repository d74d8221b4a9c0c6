//! Verbs that go with whoever does it: `I am`, `unit is`.

use super::Reader;
use crate::diag::Code;
use crate::source::{At, Span};

/// Verbs as I do them, and as everybody else does.
const VERBS: &[(&str, &str)] = &[
    ("am", "is"),
    ("have", "has"),
    ("touch", "touches"),
    ("see", "sees"),
    ("carry", "carries"),
    ("do", "does"),
    ("gain", "gains"),
    ("lose", "loses"),
    ("become", "becomes"),
    ("move", "moves"),
    ("turn", "turns"),
    ("wheel", "wheels"),
];

impl Reader<'_> {
    /// Faults the verb with which a sentence goes on behind its subject, if the two do not go together; and `me`, which does
    /// nothing.
    pub(super) fn agree(&mut self, subject: Span, said: Span) {
        let text = self.files.slice(said);
        let verb = text.split_whitespace().next().unwrap_or("");
        let Some((mine, theirs)) = VERBS.iter().find(|(mine, theirs)| [*mine, *theirs].contains(&verb)) else { return };
        let start = said.start as usize + text.len() - text.trim_start().len();
        let at = At(Span::new(start, start + verb.len()));
        match self.files.slice(subject).trim() {
            "me" => self.fault(Code::Syntax, At(subject).to(at), "`me` does nothing by itself", format!("write `I {mine}`")),
            "I" if verb == *theirs => {
                self.fault(Code::Syntax, at, format!("`I` and `{verb}` do not go together"), format!("write `I {mine}`"));
            }
            "I" => {}
            _ if verb == *mine => {
                let message = format!("`{verb}` is said with `I` and behind `may`, and of nobody else");
                self.fault(Code::Syntax, at, message, format!("write `{theirs}`"));
            }
            _ => {}
        }
    }

    /// The same for a statement that begins with its subject.
    pub(super) fn agree_in(&mut self, statement: &crate::syntax::Node) {
        if let Some(subject) = statement.kids.first() {
            let (from, to) = (subject.span.end as usize, statement.span.end as usize);
            self.agree(subject.span, Span::new(from, to));
        }
    }
}
