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
}
