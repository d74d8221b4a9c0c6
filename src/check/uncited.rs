//! Rules that cite no clause.

use crate::diag::{Code, Diagnostic};
use crate::hir::Rules;

/// A note for each rule of which no line cites a clause of the book.
#[must_use]
pub fn uncited(rules: &Rules) -> Vec<Diagnostic> {
    let mut out: Vec<Diagnostic> = Vec::new();
    for (id, rule) in rules.rules.iter() {
        let lines = rules.attaches.all().iter().map(|a| (a.rule, &a.line)).chain(rules.forbids.iter().map(|f| (f.rule, &f.line)));
        let mut own = lines.filter(|(of, _)| *of == Some(id)).map(|(_, line)| line);
        let span = rule.line.at.span();
        if !rule.line.cites.is_empty() || own.any(|l| !l.cites.is_empty()) || out.iter().any(|d| d.span == span) {
            continue;
        }
        let message = format!("`{}` cites no clause of the book", rules.names.text(rule.name));
        out.push(Diagnostic::new(Code::Uncited, span, message).help("end its line with the clause that it carries out, in `[...]`"));
    }
    out
}
