//! `a` or `an`.

/// Whether a word begins with the sound of a vowel: `order`, and not `unit`.
#[must_use]
pub fn sounds_open(word: &str) -> bool {
    let lower = word.to_lowercase();
    let as_you = ["uni", "use", "one", "eu"].iter().any(|p| lower.starts_with(p)) && !lower.starts_with("unin");
    lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !as_you
}

/// `a marker`, `an action`.
#[must_use]
pub fn with_article(word: &str) -> String {
    format!("{} {word}", if sounds_open(word) { "an" } else { "a" })
}
