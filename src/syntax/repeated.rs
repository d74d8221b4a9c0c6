//! A line that was copied and stands below itself.

use super::TreeLine;
use super::layout::strip_comment;
use crate::diag::{Code, Diagnostic};
use crate::source::{Files, Span};

/// First words of lines that say nothing more when they are said again. Of other lines it is told elsewhere, or twice is meant.
const SAID_ONCE: &[&str] = &["board", "turns", "shape", "once", "dice", "ignore", "on", "skip", "take", "expect", "measure", "coherency"];

/// Finds lines below a declaration that say what the line above them said.
pub(super) fn lines(files: &Files, lines: &[TreeLine], found: &mut Vec<Diagnostic>) {
    for head in lines {
        for (first, second) in head.below.iter().zip(head.below.iter().skip(1)) {
            let (one, two) = (said(files, first), said(files, second));
            let plain = first.below.is_empty() && second.below.is_empty() && second.node.is_some();
            let once = one.split_whitespace().next().is_some_and(|word| SAID_ONCE.contains(&word));
            if plain && once && one == two {
                let whole = |line: &TreeLine, text: &str| Span::new(line.span.start as usize, line.span.start as usize + text.len());
                let d = Diagnostic::new(Code::Twice, whole(second, two), "the line above says this already");
                found.push(d.label(whole(first, one), "here").help("take one of the two out"));
            }
        }
    }
}

fn said<'f>(files: &'f Files, line: &TreeLine) -> &'f str {
    strip_comment(files.slice(line.span)).trim_end()
}
