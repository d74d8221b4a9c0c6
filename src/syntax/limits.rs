//! How much is read: what is longer, deeper or larger is told with its place, and nothing else comes of it.

use super::layout::strip_comment;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// Bytes of one file. All offsets into any number of such files fit 32 bits as long as there are fewer than 2,048.
pub const FILE_BYTES: usize = 2 << 20;
/// Lines of one file.
pub const FILE_LINES: usize = 30_000;
/// Bytes of one logical line, that is with the deeper lines that go on with it.
pub const LINE_BYTES: usize = 20_000;
/// Brackets, braces and prefix words (`not`, `half`, `-`) of one line that stand in each other.
pub const NESTING: usize = 64;
/// How deep the tree of one line may be, whatever makes it deep: [`NESTING`] of any one construct fits.
pub const TREE_DEPTH: usize = 450;
/// How many lines may stand below each other, each deeper than the one before.
pub const LINE_DEPTH: usize = 32;
/// Findings of one file that are told; of the others only how many they are.
pub const FINDINGS: usize = 1_000;
/// Steps that the reader of one line takes at most: a line that reads in many ways at once takes twice as many with each bracket.
pub const STEPS: usize = 20_000_000;

/// Words that are said of what follows them, so that each goes one deeper.
const PREFIXES: &[&str] = &["not", "half"];
/// How much of what is too long is shown.
const SHOWN: usize = 40;

/// What keeps a line from being read at all.
pub(super) fn refused(text: &str, span: Span) -> Option<Diagnostic> {
    if text.len() > LINE_BYTES {
        let message = format!("this line has {} bytes, and at most {LINE_BYTES} are read", text.len());
        return Some(told(span, 0, text, message, "say it in several lines"));
    }
    deepest(text).map(|at| too_deep(span, at, text))
}

/// The finding for a line whose parts stand too deep in each other.
pub(super) fn too_deep(span: Span, at: usize, text: &str) -> Diagnostic {
    let message = format!("more than {NESTING} brackets or questions stand in each other here");
    told(span, at, text, message, "give a part of it a name of its own: a `value` or a `condition`")
}

/// The finding for a line that takes too long to read.
pub(super) fn too_tangled(span: Span, text: &str) -> Diagnostic {
    told(span, 0, text, "this line can be read in too many ways".to_owned(), "say it in several sentences")
}

/// The finding for a file that is too large.
pub(super) fn too_large(span: Span, text: &str) -> Option<Diagnostic> {
    let lines = text.bytes().filter(|b| *b == b'\n').count();
    let (n, what, most) = match text.len() {
        bytes if bytes > FILE_BYTES => (bytes, "bytes", FILE_BYTES),
        _ if lines > FILE_LINES => (lines, "lines", FILE_LINES),
        _ => return None,
    };
    let message = format!("this file has {n} {what}, and at most {most} are read");
    Some(told(span, 0, text, message, "divide it: a pack may have many files"))
}

/// The finding for lines that stand too deep.
pub(super) fn too_far_in(span: Span) -> Diagnostic {
    let help = "give what happens here a name of its own: a `procedure`";
    Diagnostic::new(Code::Limit, span, format!("lines are read at most {LINE_DEPTH} deep, and this one is deeper")).help(help)
}

/// Keeps as many findings as are told, and says how many were not.
pub(crate) fn shorten(found: &mut Vec<Diagnostic>) {
    let more = found.len().saturating_sub(FINDINGS);
    if more == 0 {
        return;
    }
    found.truncate(FINDINGS);
    if let Some(last) = found.last() {
        let message = format!("{more} more findings of this file are not told");
        found.push(Diagnostic::new(Code::Limit, last.span, message).help("mend the first of them, and check again"));
    }
}

fn told(span: Span, at: usize, text: &str, message: String, help: &str) -> Diagnostic {
    let rest = text.get(at..).unwrap_or("");
    let shown =
        rest.lines().next().unwrap_or("").char_indices().nth(SHOWN).map_or_else(|| rest.lines().next().unwrap_or("").len(), |(i, _)| i);
    let start = span.start as usize + at;
    Diagnostic::new(Code::Limit, Span::new(start, start + shown.max(1)), message).help(help)
}

/// Where a line goes too deep, if it does. Reads signs and words only, and never calls itself.
fn deepest(text: &str) -> Option<usize> {
    let signs = text.bytes().filter(|b| matches!(b, b'(' | b'{' | b'-')).count();
    let words: usize = PREFIXES.iter().map(|word| text.matches(word).count()).sum();
    if signs + words <= NESTING {
        return None;
    }
    let mut scan = Scan::default();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(at) = scan.line(strip_comment(line)) {
            return Some(start + at);
        }
        start += line.len();
    }
    None
}

/// What is open where a scan stands.
#[derive(Default)]
struct Scan {
    brackets: usize,
    /// Prefix words right behind each other.
    prefixes: usize,
}

impl Scan {
    fn line(&mut self, code: &str) -> Option<usize> {
        let in_word = |c: char| c.is_alphanumeric();
        let (mut at, mut before) = (0, ' ');
        while let Some(c) = code.get(at..).and_then(|rest| rest.chars().next()) {
            let rest = code.get(at..).unwrap_or("");
            let mut len = c.len_utf8();
            if in_word(c) {
                len = rest.find(|c| !in_word(c)).unwrap_or(rest.len());
                let word = rest.get(..len).unwrap_or("");
                self.prefixes = if PREFIXES.contains(&word) { self.prefixes + 1 } else { 0 };
            } else {
                match c {
                    // behind a digit it is the sign of inches
                    '"' if !before.is_ascii_digit() => {
                        len += rest.get(1..).map_or(0, |quoted| quoted.find('"').map_or(quoted.len(), |i| i + 1));
                    }
                    '(' | '{' => self.brackets += 1,
                    ')' | '}' => self.brackets = self.brackets.saturating_sub(1),
                    '-' => self.prefixes += 1,
                    _ => {}
                }
            }
            if self.brackets + self.prefixes > NESTING {
                return Some(at);
            }
            before = rest.get(..len).and_then(|t| t.chars().next_back()).unwrap_or(c);
            at += len;
        }
        None
    }
}
