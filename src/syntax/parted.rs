//! Sentences that were parted in two lines, the second no deeper than the first: told once, where the second half begins.

use super::fault::Faulty;
use super::layout::strip_comment;
use super::nearly::{BREAKS_OFF, GOES_ON};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// Words with which no sentence ends.
const JOINS: &[&str] = &[
    "and", "or", "of", "than", "within", "at", "by", "with", "from", "to", "where", "if", "unless", "is", "not", "other", "the", "any",
    "for", "each", "while", "during", "least", "most", "more", "less",
];

/// Tells of the second half alone. `start` is the offset of the text.
pub(super) fn told_once(text: &str, start: usize, found: &mut Vec<Diagnostic>) {
    let above = |d: &Diagnostic| {
        let before = text.get(..(d.span.start as usize).checked_sub(start)?)?.trim_end();
        Some(start + before.len())
    };
    let ends: Vec<usize> = found.iter().filter(|d| d.message == GOES_ON).filter_map(above).collect();
    found.retain(|d| d.message != BREAKS_OFF || !ends.iter().any(|end| (*end).abs_diff(d.span.start as usize) <= 1));
    if found.len() < 2 {
        return;
    }
    let lines = lines(text, start);
    for (first, second) in lines.iter().zip(lines.iter().skip(1)) {
        let Some(join) = join(first) else { continue };
        // a line that would be deeper is read with the one above
        let cut = |d: &Diagnostic| (join.start..=join.end + 1).contains(&d.span.start);
        let rest = |d: &Diagnostic| second.holds(d);
        if goes_on(second) && found.iter().any(cut) && found.iter().any(rest) {
            found.retain(|d| !cut(d) && !rest(d));
            found.push(told(second, join));
        }
    }
}

/// A line without its comment, and where it begins.
struct Line<'t> {
    code: &'t str,
    start: usize,
}

impl Line<'_> {
    fn holds(&self, d: &Diagnostic) -> bool {
        (self.start..=self.start + self.code.len()).contains(&(d.span.start as usize))
    }

    /// Its first word, and where that begins.
    fn first(&self) -> (usize, &str) {
        let at = self.code.len() - self.code.trim_start().len();
        (self.start + at, self.code.split_whitespace().next().unwrap_or(""))
    }
}

fn lines(text: &str, start: usize) -> Vec<Line<'_>> {
    let mut at = start;
    let all = text.split_inclusive('\n').map(|line| {
        let begun = at;
        at += line.len();
        Line { code: strip_comment(line.trim_end()).trim_end(), start: begun }
    });
    all.filter(|l| !l.code.trim().is_empty()).collect()
}

/// The word or comma with which a line cannot end, if it ends so.
fn join(line: &Line<'_>) -> Option<Span> {
    // a heading of a table ends with whatever its last column is called
    let last = line.code.split_whitespace().next_back().filter(|_| !line.code.trim_start().starts_with("profile "))?;
    let end = line.start + line.code.len();
    let length = if last.ends_with(',') { 1 } else { Some(last.len()).filter(|_| JOINS.contains(&last))? };
    Some(Span::new(end - length, end))
}

/// Whether nothing begins with the first word of a line.
fn goes_on(line: &Line<'_>) -> bool {
    let mut words = line.code.split_whitespace();
    let (first, second) = (words.next().unwrap_or(""), words.next());
    let plain = first.trim_end_matches([':', ',']);
    let named = Faulty::begins_declarations(plain) && second != Some("of");
    !named && !Faulty::begins_lines(plain)
}

fn told(line: &Line<'_>, join: Span) -> Diagnostic {
    let (at, first) = line.first();
    let message = if at == line.start { GOES_ON } else { "this seems to go on from the line above" };
    Diagnostic::new(Code::Syntax, Span::new(at, at + first.len()), message)
        .label(join, "the sentence is not over here")
        .help("indent it by four spaces more than the line that it belongs to")
}
