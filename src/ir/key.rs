//! Names are compared by key: letters and digits only, case folded.

use serde::{Deserialize, Serialize};

use crate::intern::folded;

/// What is left of a name when capitals, punctuation and quotes are forgotten.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Key(String);

impl Key {
    /// The key of a name as written; words are joined by `-`.
    #[must_use]
    pub fn new(written: &str) -> Self {
        Self(folded(written))
    }

    /// The key as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
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
