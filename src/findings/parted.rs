//! Words that are parted at the end of a line, as pages are printed: told once, not for either half.

use crate::diag::{Code, Diagnostic};
use crate::source::{Files, Span};

/// Tells of the whole word in place of its halves.
pub(super) fn told(files: &Files, found: &mut Vec<Diagnostic>) {
    let halves: Vec<(Span, Span, String)> = found.iter().filter(|d| d.code == Code::Name).filter_map(|d| parted(files, d.span)).collect();
    for (first, second, whole) in halves {
        found.retain(|d| d.span.start != second.start);
        for d in found.iter_mut().filter(|d| d.span == first) {
            *d = Diagnostic::new(Code::Layout, first, "a word is parted at the end of the line")
                .help(format!("write `{whole}` in one piece"));
        }
    }
}

/// The halves of a word, and the whole, if this is the first half of one.
fn parted(files: &Files, first: Span) -> Option<(Span, Span, String)> {
    let file = files.whole(files.file_of(first)?);
    let text = files.slice(Span { start: first.end, ..file });
    let rest = text.strip_prefix('-')?;
    let second = rest.trim_start();
    let blank = rest.len() - second.len();
    let half: String = second.chars().take_while(char::is_ascii_lowercase).collect();
    let start = first.end + u32::try_from(1 + blank).ok()?;
    let end = start + u32::try_from(half.len()).ok()?;
    let apart = rest.get(..blank)?.contains('\n') && !half.is_empty();
    apart.then(|| (first, Span { start, end }, format!("{}{half}", files.slice(first))))
}
