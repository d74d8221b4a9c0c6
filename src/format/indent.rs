//! How far in each line stands.

use super::lines::{Code, Text};

/// Spaces for each line that a line stands below.
const LEVEL: usize = 2;
/// Spaces more for a line that goes on with the one before, so that it differs from lines below that.
const GOES_ON: usize = 4;

/// A line behind which a comment may stand.
struct Open {
    /// How far in it stood.
    depth: usize,
    indent: usize,
    /// Whether more may stand below it.
    opens: bool,
}

/// The spaces before each line.
pub(super) fn indents(text: &Text) -> Vec<usize> {
    let mut out = Vec::with_capacity(text.lines.len());
    let mut open: Vec<Open> = Vec::new();
    for (at, line) in text.lines.iter().enumerate() {
        let Some(code) = &line.code else {
            out.push(comment(text, at, &open));
            continue;
        };
        let level = level(text, code);
        out.push(of(text, code));
        let ends = code.pieces.last().is_some_and(|p| p.text == ":");
        if code.goes_on {
            open.iter_mut().last().iter_mut().for_each(|last| last.opens = ends || level == 0);
        } else {
            open.truncate(level);
            open.push(Open { depth: line.depth, indent: level * LEVEL, opens: ends || level == 0 });
        }
    }
    out
}

fn level(text: &Text, code: &Code) -> usize {
    text.said.get(code.said).map_or(0, |said| said.level)
}

fn of(text: &Text, code: &Code) -> usize {
    level(text, code) * LEVEL + if code.goes_on { GOES_ON } else { 0 }
}

/// A comment stands as far in as the line that follows, but where it stood further in it ends the block before that line.
fn comment(text: &Text, at: usize, open: &[Open]) -> usize {
    let depth = text.lines.get(at).map_or(0, |line| line.depth);
    let next = text.lines.iter().skip(at).find_map(|line| line.code.as_ref().map(|code| (line.depth, code)));
    let least = next.map_or(0, |(_, code)| of(text, code));
    let Some(last) = open.last() else { return least };
    if next.is_some_and(|(stood, code)| depth <= stood || code.goes_on || least > last.indent) {
        return least;
    }
    if depth > last.depth && last.opens {
        return last.indent + LEVEL;
    }
    let fits = open.iter().rev().find(|line| line.depth <= depth);
    fits.map_or(0, |line| line.indent).max(least)
}
