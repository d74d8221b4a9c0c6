//! English: articles, plurals, possessives, lists, capitals.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::diag::sounds_open;

/// Nouns without a plural.
const MASS: &[&str] = &["scenery", "terrain", "ground", "dice", "points", "cover"];

/// Closes what was put in between: `the target` in `at an enemy, the target, with a stone`.
pub const CLOSE: char = '\u{1}';

/// `a` or `an` before it.
#[must_use]
pub fn a(noun: &str) -> String {
    if MASS.iter().any(|m| noun.ends_with(m)) || noun.starts_with("The ") {
        return noun.to_owned();
    }
    let vowel = sounds_open(&plainly(noun.trim_start_matches('"')));
    // letters that are spelt out
    let spelt = noun.starts_with('8') || noun.starts_with("11") || noun.starts_with("18");
    format!("{} {noun}", if vowel || spelt { "an" } else { "a" })
}

/// A title in plain letters, each word with a capital: what English makes of it does not hang on how it is written.
#[must_use]
pub fn plainly(title: &str) -> String {
    let bare = |w: &str| w.nfd().filter(|c| !is_combining_mark(*c)).collect::<String>().to_lowercase();
    title.split(' ').map(|w| if w.starts_with(char::is_lowercase) { bare(w) } else { capital(&bare(w)) }).collect::<Vec<_>>().join(" ")
}

/// The word of a step, marked as one where it stands in a sentence: `“go”`.
#[must_use]
pub fn label(word: &str) -> String {
    format!("\u{201c}{word}\u{201d}")
}

/// More than one of a noun.
#[must_use]
pub fn plural(noun: &str) -> String {
    let lower = plainly(noun).to_lowercase();
    if MASS.iter().any(|m| lower.ends_with(m)) {
        return noun.to_owned();
    }
    if let Some(stem) = noun.get(..noun.len().saturating_sub(3)).filter(|_| lower.ends_with("man")) {
        return format!("{stem}men");
    }
    if let Some(stem) = noun.strip_suffix(['y', 'Y']).filter(|_| !["ay", "ey", "oy", "uy"].iter().any(|e| lower.ends_with(e))) {
        return format!("{stem}ies");
    }
    if ["s", "x", "ch", "sh"].iter().any(|e| lower.ends_with(e)) {
        return format!("{noun}es");
    }
    format!("{noun}s")
}

/// Whose it is: `the unit's`, `its`.
#[must_use]
pub fn whose(owner: &str) -> String {
    match owner {
        "it" => "its".into(),
        _ if owner.to_lowercase().ends_with('s') && !owner.to_lowercase().ends_with("ss") => format!("{owner}'"),
        _ => format!("{owner}'s"),
    }
}

/// `x of owner`, the shorter way if the owner is short.
#[must_use]
pub fn of(owner: &str, x: &str) -> String {
    let long = owner.split_whitespace().count() > 4
        || owner.contains(',')
        || [" of ", " where ", " with ", "'s ", "s' "].iter().any(|w| owner.contains(w));
    if long { format!("the {x} of {owner}") } else { format!("{} {x}", whose(owner)) }
}

/// `a, b and c`.
#[must_use]
pub fn list(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., end] => format!("{} {last} {end}", start.join(", ")),
    }
}

/// With a capital at its start.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(c) => c.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// A sentence: a capital, and a full stop unless it has an end.
#[must_use]
pub fn sentence(text: &str) -> String {
    let text = capital(closed(text).trim().trim_end_matches([',', ';']));
    if text.is_empty() || text.ends_with(['.', ':', '?', '!']) || text.ends_with(".)") { text } else { format!("{text}.") }
}

/// Commas where something that was put in between ends, unless another sign stands there.
fn closed(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != CLOSE {
            out.push(c);
        } else if chars.peek().is_some_and(|n| *n == ' ') && chars.clone().nth(1) != Some('(') {
            out.push(',');
        }
    }
    out.replace(",,", ",")
}

/// `1 to 3 and 5` for numbers that follow each other.
#[must_use]
pub fn numbers(items: &[String]) -> String {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for item in items {
        let Ok(n) = item.parse::<i64>() else { return list(items, "and") };
        match runs.last_mut() {
            Some((_, end)) if *end + 1 == n => *end = n,
            _ => runs.push((n, n)),
        }
    }
    let said = runs.iter().map(|(a, b)| match b - a {
        0 => a.to_string(),
        1 => format!("{a} and {b}"),
        _ => format!("{a} to {b}"),
    });
    list(&said.collect::<Vec<_>>(), "and")
}

/// A word of a step as a title: `take-up` is `Take-up`.
#[must_use]
pub fn title(word: &str) -> String {
    capital(word)
}

/// Small numbers of times in words.
#[must_use]
pub fn times(n: &str) -> String {
    match n {
        "1" => "once".into(),
        "2" => "twice".into(),
        _ => format!("{n} times"),
    }
}
