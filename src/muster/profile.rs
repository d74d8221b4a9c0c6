//! Rows of profiles.

use super::entry::Profile;
use super::names::Names;
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::{Key, Measure, StateKind, Type};
use crate::num::mils;
use crate::source::Span;
use crate::syntax::{Declaration, Line, Node, Rule, plain_signs};

/// What a column of the rows means.
#[derive(Clone, Copy)]
enum Heading {
    /// A column of the pack.
    Column(usize),
    /// Tags.
    Is,
    /// Wrong, and reported.
    Nothing,
}

/// The cells of a row, its own name first.
pub(super) fn cells(line: &Line) -> Option<Vec<&Node>> {
    let mut out = Vec::new();
    for part in &line.parts {
        match part.rule {
            Rule::row_first => out.push(part),
            Rule::row_cells => out.extend(part.all(Rule::cell_text)),
            _ => {}
        }
    }
    (!out.is_empty()).then_some(out)
}

/// The number in a cell: `5`, `5+`, `6"`, `+2`, `-`.
fn number(text: &str) -> Option<i64> {
    let text = text.trim();
    if matches!(text, "" | "-" | "–") {
        return Some(0);
    }
    if text.ends_with('"') {
        return mils(text).ok().map(i64::from);
    }
    text.trim_end_matches('+').trim_start_matches('+').parse::<i32>().ok().map(i64::from)
}

impl Names<'_> {
    /// The profiles of an entry. `kinds` are those whose columns may stand there, pieces first.
    pub fn profiles(&mut self, d: &Declaration, kinds: [usize; 2]) -> Vec<Profile> {
        let mut out: Vec<Profile> = Vec::new();
        let mut headings: Option<Vec<Heading>> = None;
        for line in &d.body {
            let Some(cells) = cells(line) else { continue };
            let Some((first, rest)) = cells.split_first() else { continue };
            let name = self.name(first);
            if name == "profile" {
                headings = Some(rest.iter().map(|c| self.heading(c, kinds)).collect());
                continue;
            }
            let Some(headings) = &headings else {
                self.found.push(
                    Diagnostic::new(Code::Place, line.span, "a row of cells without headings").help("write `profile | ...` above it"),
                );
                continue;
            };
            if out.iter().any(|p| Key::new(&p.name) == Key::new(name)) {
                self.found.push(
                    Diagnostic::new(Code::TwiceRow, first.span, format!("there are two profiles `{name}`"))
                        .help("give one of them another name"),
                );
            }
            if rest.len() != headings.len() {
                let d = Diagnostic::new(
                    Code::MissingRow,
                    line.span,
                    format!("`{name}` has {} cells, and there are {} headings", rest.len(), headings.len()),
                );
                self.found.push(d.help("write `-` where there is nothing"));
            }
            let profile = self.fill_profile(name, headings, rest);
            out.push(profile);
        }
        out
    }

    fn heading(&mut self, cell: &Node, kinds: [usize; 2]) -> Heading {
        let written = self.name(cell);
        if written == "is" {
            return Heading::Is;
        }
        let found = kinds.iter().find_map(|k| self.column(written, *k));
        if let Some(c) = found {
            return Heading::Column(c);
        }
        let program = self.program;
        let known: Vec<&str> = program.columns.iter().filter(|c| kinds.contains(&c.kind)).map(|c| c.name.as_str()).collect();
        self.unknown(cell.span, written, "column", known.into_iter().chain(["is"]));
        Heading::Nothing
    }

    /// A column by its name, its code, its measure, or its first letter if no other begins so.
    fn column(&self, written: &str, kind: usize) -> Option<usize> {
        let key = Key::new(written);
        let program = self.program;
        let own = || program.columns.iter().enumerate().filter(|(_, c)| c.kind == kind);
        let by_name = own().find(|(_, c)| Key::new(&c.name) == key).map(|(i, _)| i);
        let measured = |name: &str| {
            let head = program.slot_heads.iter().find(|h| {
                h.word == "column" && Key::new(&h.name) == Key::new(name) && h.roles.first().is_some_and(|r| r.ty == Type::Thing(kind))
            });
            head.is_some_and(|h| h.gives == Type::Number(Measure::Named(key.clone())))
        };
        let by_code = || own().find(|(_, c)| c.code.as_deref() == Some(written)).map(|(i, _)| i);
        by_name.or_else(by_code).or_else(|| own().find(|(_, c)| measured(&c.name)).map(|(i, _)| i)).or_else(|| {
            let mut begin =
                own().filter(|(_, c)| written.chars().count() == 1 && c.name.to_lowercase().starts_with(&written.to_lowercase()));
            begin.next().filter(|_| begin.next().is_none()).map(|(i, _)| i)
        })
    }

    fn fill_profile(&mut self, name: &str, headings: &[Heading], rest: &[&Node]) -> Profile {
        let mut profile = Profile { name: name.to_owned(), ..Profile::default() };
        for (heading, cell) in headings.iter().zip(rest) {
            let text = self.text(cell).trim();
            match heading {
                Heading::Nothing => {}
                Heading::Column(c) => match number(text) {
                    Some(n) => {
                        profile.columns.push((*c, n));
                        self.measure_of(*c, text, cell);
                    }
                    None => {
                        let help = "write a number, a length, a score such as 5+, or `-`";
                        let help = plain_signs(text).map_or(help.to_owned(), |plain| format!("write `{plain}`, in plain signs"));
                        self.found.push(Diagnostic::new(Code::Type, cell.span, format!("`{text}` is not a number")).help(help));
                    }
                },
                Heading::Is => profile.tags.extend(self.tags(cell)),
            }
        }
        profile
    }

    /// Faults a cell that measures something else than its column.
    fn measure_of(&mut self, column: usize, text: &str, cell: &Node) {
        let program = self.program;
        let Some(info) = program.columns.get(column) else { return };
        let wanted = program.slot_heads.get(usize::from(info.slot)).map_or(&Type::Unknown, |h| &h.gives);
        let is = match text {
            "" | "-" | "–" | "0" => return,
            t if t.ends_with('"') => Type::LENGTH,
            t if t.ends_with('+') => Type::Need,
            _ => Type::PLAIN,
        };
        // a plain cell takes the measure of its heading, and a score may stand where its number is asked
        let good = is.fits(wanted) || (is == Type::PLAIN && *wanted != Type::LENGTH) || (is == Type::Need && *wanted == Type::PLAIN);
        if !good {
            let (is, want) = (program.book.describe(&is), program.book.describe(wanted));
            let start = cell.span.start as usize + self.text(cell).find(text).unwrap_or(0);
            let span = Span::new(start, start + text.len());
            let d = Diagnostic::new(Code::Measure, span, format!("this cell is {is}, and `{}` is {want}", info.name));
            self.found.push(d.help(format!("give it as {want}")));
        }
    }

    /// The tags that a cell names.
    pub fn tags(&mut self, cell: &Node) -> Vec<u16> {
        let text = self.text(cell);
        let mut out = Vec::new();
        let mut at = cell.span.start as usize;
        for bit in text.split(',') {
            let written = bit.trim();
            let start = at + (bit.len() - bit.trim_start().len());
            at += bit.len() + 1;
            if matches!(written, "" | "-" | "–") {
                continue;
            }
            if let Some(tag) = self.find_tag(written) {
                out.push(tag);
                continue;
            }
            let known: Vec<&str> = self.program.book.states.iter().filter(|s| s.kind == StateKind::Tag).map(|s| s.name.as_str()).collect();
            let span = Span::new(start, start + written.len());
            let d = Diagnostic::new(Code::Name, span, format!("there is no tag `{written}`"));
            self.found.push(match nearest(written, known) {
                Some(meant) => d.help(format!("did you mean `{meant}`?")),
                None => d.help("declare it with `tags`"),
            });
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_of_cells() {
        assert_eq!(number(" 5+ "), Some(5));
        assert_eq!(number("2.5\""), Some(2500));
        assert_eq!(number("-"), Some(0));
        assert_eq!(number("+2"), Some(2));
        assert_eq!(number("é\""), None);
        assert_eq!(number("99999999999999"), None);
    }
}
