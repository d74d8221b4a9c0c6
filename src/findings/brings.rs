//! What a line that could not be read may bring: the names that it declares, and the words that stand for somebody in it. What it
//! only speaks of stands elsewhere, and is missing for another reason.

/// First words of lines that declare no name: where a rule meets the game and what it does, what a test gives and does.
const NAMELESS: &[&str] = &[
    "on",
    "before",
    "after",
    "instead",
    "anytime",
    "no",
    "any",
    "if",
    "unless",
    "otherwise",
    "for",
    "each",
    "repeat",
    "while",
    "cost",
    "reroll",
    "natural",
    "ignore",
    "skip",
    "take",
    "may",
    "must",
    "stop",
    "given",
    "answer",
    "do",
    "expect",
];

/// The part of a line that may bring something.
pub(super) fn brings(line: &str) -> String {
    let first = line.split(|c: char| !c.is_alphanumeric()).find(|w| !w.is_empty()).unwrap_or("");
    if !line.starts_with(char::is_whitespace) || !NAMELESS.contains(&first) {
        return line.to_owned();
    }
    let word = |w: &&str| w.trim_start_matches(['(', '"']).starts_with(char::is_lowercase);
    line.split_whitespace().filter(word).collect::<Vec<_>>().join(" ")
}
