//! Names are compared by key: letters and digits only, case folded.

use serde::{Deserialize, Serialize};

/// What is left of a name when capitals, punctuation and quotes are forgotten.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key(String);

impl Key {
    /// The key of a name as written; words are joined by `-`.
    #[must_use]
    pub fn new(written: &str) -> Self {
        let mut out = String::with_capacity(written.len());
        for c in written.chars() {
            if c.is_alphanumeric() {
                out.extend(fold(c).to_lowercase());
            } else if (c == ' ' || c == '-') && !out.is_empty() && !out.ends_with('-') {
                out.push('-');
            }
        }
        while out.ends_with('-') {
            out.pop();
        }
        Self(out)
    }

    /// The key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Latin letters without their marks, so that accents are not needed to refer to a name.
fn fold(c: char) -> char {
    match c {
        'à'..='å' | 'À'..='Å' => 'a',
        'è'..='ë' | 'È'..='Ë' => 'e',
        'ì'..='ï' | 'Ì'..='Ï' => 'i',
        'ò'..='ö' | 'Ò'..='Ö' => 'o',
        'ù'..='ü' | 'Ù'..='Ü' => 'u',
        'ç' | 'Ç' => 'c',
        'ñ' | 'Ñ' => 'n',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn punctuation_and_case_do_not_count() {
        assert_eq!(Key::new("Jump!"), Key::new("Jump"));
        assert_eq!(Key::new("\"Softly, Softly...\""), Key::new("Softly Softly"));
        assert_eq!(Key::new("Leap over the Wall"), Key::new("Leap Over The Wall"));
        assert_ne!(Key::new("Jump On"), Key::new("Jumpon"));
    }
}
