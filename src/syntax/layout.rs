//! Indentation: splits a file into declarations and each declaration into a tree of logical lines,
//! before any line is parsed, so that a fault in one line leaves the others readable.

use super::limits;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// A logical line, not yet parsed: one or more physical lines, and the block below it.
#[derive(Debug)]
pub(super) struct RawLine {
    /// Global byte offsets of the text, continuation lines included.
    pub span: Span,
    pub below: Vec<RawLine>,
}

struct Physical {
    start: usize,
    end: usize,
    depth: usize,
    opens: bool,
    row: bool,
    unfinished: bool,
    /// Whether it begins as a declaration does.
    declares: bool,
    ruling: bool,
}

/// Words with which a line of a rule begins: below a reading every other word begins a declaration.
const LINES: &[&str] = &[
    "before", "after", "instead", "on", "ignore", "skip", "take", "can", "as", "any", "no", "that", "my", "me", "I", "during", "anytime",
    "shown", "may",
];

/// How many spaces a tab counts as.
const TAB: usize = 2;

/// Whether a line below a reading begins as a declaration does.
pub(super) fn declares(line: &str) -> bool {
    let word = line.split(|c: char| !c.is_alphabetic() && c != '-').next().unwrap_or("");
    word.starts_with(|c: char| c.is_ascii_lowercase()) && !LINES.contains(&word)
}

/// Splits `text`, whose first byte has the global offset `base`.
pub(super) fn split(text: &str, base: usize, found: &mut Vec<Diagnostic>) -> Vec<RawLine> {
    let mut lines: Vec<Physical> = Vec::new();
    let mut offset = 0;
    for raw in text.split_inclusive('\n') {
        let content = raw.trim_end();
        if let Some(mut line) = physical(content, base + offset) {
            if content.starts_with('\t') || content.trim_start_matches(' ').starts_with('\t') {
                found.push(
                    Diagnostic::new(Code::Layout, Span::new(base + offset, base + offset + 1), "a tab at the start of a line")
                        .help("indent with spaces"),
                );
                // however far it moves the line on the author's screen, it was meant to be deeper than what it is below
                line.depth = line.depth.max(lines.last().filter(|above| above.opens).map_or(0, |above| above.depth + TAB));
            }
            lines.push(line);
        }
        offset += raw.len();
    }
    let mut at = 0;
    let mut out = Vec::new();
    while at < lines.len() {
        let ruling = lines.get(at).is_some_and(|line| line.ruling);
        out.push(tree(&lines, &mut at, Level { depth: 0, ruling }, found));
    }
    out
}

fn physical(content: &str, start: usize) -> Option<Physical> {
    let code = strip_comment(content);
    let trimmed = code.trim();
    if trimmed.is_empty() {
        return None;
    }
    let indent = code.len() - code.trim_start().len();
    // a tab is told, and counts as the indent that it probably stands for
    let depth = code.chars().take_while(|c| c.is_whitespace()).map(|c| if c == '\t' { TAB } else { c.len_utf8() }).sum();
    let bare = strip_cites(trimmed);
    Some(Physical {
        start: start + indent,
        end: start + code.trim_end().len(),
        depth,
        opens: bare.ends_with(':'),
        row: has_bar(bare),
        unfinished: bare.ends_with(',') || bare.ends_with('=') || bare.ends_with('+'),
        declares: declares(trimmed),
        ruling: trimmed.strip_prefix("replace ").unwrap_or(trimmed).trim_start().starts_with("ruling "),
    })
}

/// How far in a line stands, and whether that is in the box of a ruling.
#[derive(Clone, Copy)]
struct Level {
    depth: usize,
    ruling: bool,
}

impl Level {
    /// Whether a line there takes deeper lines as its own, and never as what it goes on with.
    fn is_head(self, line: &Physical) -> bool {
        match self.depth {
            0 => true,
            1 => self.ruling,
            2 => self.ruling && line.declares,
            _ => false,
        }
    }
}

/// The line at `at` with all that is deeper.
fn tree(lines: &[Physical], at: &mut usize, level: Level, found: &mut Vec<Diagnostic>) -> RawLine {
    let Some(first) = lines.get(*at) else {
        return RawLine { span: Span::default(), below: Vec::new() };
    };
    let (depth, head) = (first.depth, level.is_head(first));
    let (start, mut end) = (first.start, first.end);
    let (mut opens, row) = (first.opens || head, first.row);
    let mut unfinished = first.unfinished;
    *at += 1;
    if !row || unfinished {
        while let Some(next) = lines.get(*at) {
            let goes_on = next.depth > depth && !next.row && (unfinished || !opens);
            if !goes_on {
                break;
            }
            end = next.end;
            unfinished = next.unfinished;
            opens = next.opens || head;
            *at += 1;
        }
    }
    let mut below = Vec::new();
    while let Some(next) = lines.get(*at).filter(|next| next.depth > depth) {
        if level.depth + 1 >= limits::LINE_DEPTH {
            found.push(limits::too_far_in(Span::new(next.start, next.end)));
            while lines.get(*at).is_some_and(|next| next.depth > depth) {
                *at += 1;
            }
            break;
        }
        below.push(tree(lines, at, Level { depth: level.depth + 1, ..level }, found));
    }
    RawLine { span: Span::new(start, end), below }
}

/// The line without its comment; dashes inside quotes are kept.
#[must_use]
pub fn strip_comment(line: &str) -> &str {
    if !line.contains("--") {
        return line;
    }
    let mut quoted = false;
    let mut before = ' ';
    for (i, c) in line.char_indices() {
        if opens_or_closes(c, before, quoted) {
            quoted = !quoted;
        }
        if !quoted && line[i..].starts_with("--") {
            return &line[..i];
        }
        before = c;
    }
    line
}

/// Whether a quote begins or ends here. Behind a digit the sign is inches, but for one that ends a title.
pub(super) fn opens_or_closes(c: char, before: char, quoted: bool) -> bool {
    c == '"' && (quoted || !before.is_ascii_digit())
}

/// The line without the clauses that it cites at its end.
#[must_use]
pub fn strip_cites(line: &str) -> &str {
    if !line.ends_with(']') {
        return line;
    }
    match line.rfind('[') {
        Some(i) => line[..i].trim_end(),
        None => line,
    }
}

pub(super) fn has_bar(line: &str) -> bool {
    if !line.contains('|') {
        return false;
    }
    let mut quoted = false;
    let mut before = ' ';
    for c in line.chars() {
        if opens_or_closes(c, before, quoted) {
            quoted = !quoted;
        }
        if c == '|' && !quoted {
            return true;
        }
        before = c;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{has_bar, strip_comment};

    #[test]
    fn a_title_may_end_in_a_digit() {
        assert_eq!(strip_comment("test \"a six is a 6\" -- of a die"), "test \"a six is a 6\" ");
        assert_eq!(strip_comment("moves 6\" -- \"far\""), "moves 6\" ");
        assert!(has_bar("\"Line 3\" | 6\""));
        assert!(!has_bar("\"a | b 3\""));
    }
}
