//! How a line is said where two packs are compared: as its author wrote it, so that he knows it again.

use super::Side;
use crate::source::At;

/// The words of a line or of a part of one: without comments, citations and the layout. Empty where nothing is written.
#[must_use]
pub fn words(side: &Side<'_>, at: At) -> String {
    let lines = side.book.files.slice(at.span()).lines().map(plain).filter(|l| !l.is_empty());
    let text = lines.collect::<Vec<_>>().join("\n");
    // what a whole declaration takes the place of is told by what stood there
    balanced(text.strip_prefix("replace ").unwrap_or(&text))
}

/// The line that comes of `for ... read ...`, where what it changes stands in the line once.
#[must_use]
pub fn read_anew(old: &str, change: &str) -> Option<String> {
    let begins = |at: &usize| change.get(..*at).is_some_and(|before| before.is_empty() || before.ends_with([' ', ',']));
    let (at, _) = change.match_indices("for ").find(|(at, _)| begins(at))?;
    let (from, to) = change.get(at + "for ".len()..)?.split_once(" read ")?;
    (old.matches(from).count() == 1).then(|| old.replacen(from, to, 1))
}

/// Brackets around a part of a line may stand outside of it.
fn balanced(text: &str) -> String {
    let (mut open, mut missing) = (0usize, 0usize);
    for c in text.chars() {
        match c {
            '(' => open += 1,
            ')' if open == 0 => missing += 1,
            ')' => open -= 1,
            _ => {}
        }
    }
    format!("{}{text}{}", "(".repeat(missing), ")".repeat(open))
}

/// A line without its comment and citations, with single blanks.
fn plain(line: &str) -> String {
    let line = line.split_once("--").map_or(line, |(before, _)| before);
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((_, after)) = after.split_once(']').filter(|(cited, _)| !cited.contains('"')) else { break };
        text.push_str(before.trim_end());
        rest = after;
    }
    text.push_str(rest);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn layout_comments_and_citations_say_nothing() {
        assert_eq!(plain("  Far:   + 1\"  if it is so   [reach.far reach.near]"), "Far: + 1\" if it is so");
        assert_eq!(plain("value Reach = 5   -- as the book has it"), "value Reach = 5");
        assert_eq!(plain("-- nothing"), "");
        assert_eq!(plain("test \"one\" [rest.one rest.two] in Field"), "test \"one\" in Field");
        assert_eq!(super::balanced("a) or (b"), "(a) or (b)");
    }

    #[test]
    fn what_is_read_anew_is_shown_in_its_line() {
        let read = super::read_anew("Old Hands: + 1 if unit is Steady", "Old Hands, for 1 read 3");
        assert_eq!(read.as_deref(), Some("Old Hands: + 3 if unit is Steady"));
        assert_eq!(super::read_anew("Old Hands: + 1 for each full 1 model", "Old Hands, for 1 read 3"), None);
    }
}
