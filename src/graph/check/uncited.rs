//! Rules that cite no clause.

use crate::diag::{Code, Diagnostic};
use crate::ir::Program;

/// A note for each rule of which no line cites a clause of the book.
#[must_use]
pub fn uncited(program: &Program) -> Vec<Diagnostic> {
    let mut out: Vec<Diagnostic> = Vec::new();
    for (i, rule) in program.rules.iter().enumerate() {
        let cites = program.rows.iter().any(|r| r.rule.is_some_and(|o| usize::from(o) == i) && !r.cites.is_empty());
        if cites || out.iter().any(|d| d.span == rule.span) {
            continue;
        }
        out.push(
            Diagnostic::new(Code::Uncited, rule.span, format!("`{}` cites no clause of the book", rule.name))
                .help("end its line with the clause that it carries out, in `[...]`"),
        );
    }
    out
}
