//! Names are compared by key: letters and digits only, case folded, accents dropped.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The key of a name as written; words are joined by `-`.
#[must_use]
pub fn folded(written: &str) -> String {
    let mut out = String::with_capacity(written.len());
    let mut add = |c: char| {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if (c.is_whitespace() || c == '-') && !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    };
    // most names have no accents
    if written.is_ascii() {
        written.chars().for_each(add);
    } else {
        written.nfd().filter(|c| !is_combining_mark(*c)).for_each(&mut add);
    }
    while out.ends_with('-') {
        out.pop();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn accents_do_not_count() {
        assert_eq!(folded("Łódź"), "łodz");
        assert_eq!(folded("Žižka"), folded("Zizka"));
        assert_eq!(folded("E\u{301}tat"), folded("État"));
    }
}
