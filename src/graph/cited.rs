//! A line without a citation stands under that of the line, or of the declaration, around it; so what it does is told with its
//! clause wherever it is told.

use super::compile::Pass;
use crate::model::Key;
use crate::source::Span;
use crate::syntax::{Declaration, Line};

/// A stretch of text, and what stands around it.
struct Around {
    span: Span,
    cites: Vec<String>,
    /// The declaration, by name.
    owner: String,
}

impl Pass<'_> {
    /// Hands citations down to the lines that have none, and names of declarations to the dice that rules bring elsewhere.
    pub fn cited(&mut self, declarations: &[Declaration]) {
        let mut all = Vec::new();
        for d in declarations.iter().filter(|d| !d.is_test()) {
            let owner = self.title(&d.head).map_or_else(String::new, |(name, _)| name);
            let cites = self.cites(&d.cites);
            self.around(&d.body, &owner, &cites, &mut all);
            all.push(Around { span: d.head.span, cites, owner });
        }
        all.sort_by_key(|a| (a.span.start, a.span.end));
        let find = |span: Span| {
            let before = all.partition_point(|a| a.span.start <= span.start);
            all.iter().take(before).rev().take(3).find(|a| span.start < a.span.end)
        };
        for row in self.program.rows.iter_mut().filter(|r| r.cites.is_empty()) {
            row.cites = find(row.span).map_or_else(Vec::new, |a| a.cites.clone());
        }
        for throw in &mut self.program.throws {
            let Some(row) = self.program.rows.get(throw.row as usize) else { continue };
            if let Some(a) = find(row.span).filter(|a| !a.owner.is_empty() && Key::new(&a.owner) != Key::new(&throw.name)) {
                throw.title = format!("{}, {}", a.owner, throw.name);
            }
        }
    }

    fn around(&self, lines: &[Line], owner: &str, above: &[String], out: &mut Vec<Around>) {
        for line in lines {
            let own = self.cites(&line.cites);
            let cites = if own.is_empty() { above.to_vec() } else { own };
            self.around(&line.below, owner, &cites, out);
            out.push(Around { span: line.span, cites, owner: owner.to_owned() });
        }
    }
}
