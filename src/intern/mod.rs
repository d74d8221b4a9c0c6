//! Names as numbers: each text is kept once, and each key by which texts are the same name is kept once. Also what numbers of
//! other things are: one type for each sort.

mod id;
mod key;

use std::fmt;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

pub(crate) use id::ids;
pub use id::{Id, List};
pub use key::folded;

/// A text that was written, by its number in a [`Names`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Sym(pub u32);

/// What is left of a name when capitals, accents, punctuation and quotes are forgotten, by its number in a [`Names`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct KeyId(pub u32);

impl fmt::Debug for Sym {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sym({})", self.0)
    }
}

impl fmt::Debug for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyId({})", self.0)
    }
}

#[derive(Clone, Debug)]
struct Entry {
    text: Box<str>,
    key: KeyId,
}

/// All texts and keys that were met so far. Numbers are given in the order of meeting and never change.
#[derive(Clone, Debug, Default)]
pub struct Names {
    texts: Vec<Entry>,
    keys: Vec<Box<str>>,
    by_text: FxHashMap<Box<str>, Sym>,
    by_key: FxHashMap<Box<str>, KeyId>,
}

/// The next number of a list. Memory ends long before 32 bits do: each number has a text of its own.
fn next(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

impl Names {
    /// The number of a text as written, without quotes around it and with one space for each gap.
    pub fn intern(&mut self, written: &str) -> Sym {
        let text = plain(written);
        if let Some(sym) = self.by_text.get(text.as_str()) {
            return *sym;
        }
        let key = self.key(&text);
        let sym = Sym(next(self.texts.len()));
        let text: Box<str> = text.into();
        self.texts.push(Entry { text: text.clone(), key });
        self.by_text.insert(text, sym);
        sym
    }

    /// The number of the key of a text, which is met or made.
    pub fn key(&mut self, written: &str) -> KeyId {
        let folded = folded(written);
        if let Some(key) = self.by_key.get(folded.as_str()) {
            return *key;
        }
        let key = KeyId(next(self.keys.len()));
        let folded: Box<str> = folded.into();
        self.keys.push(folded.clone());
        self.by_key.insert(folded, key);
        key
    }

    /// The key of a text, if anything of that key was met.
    #[must_use]
    pub fn find_key(&self, written: &str) -> Option<KeyId> {
        self.by_key.get(folded(written).as_str()).copied()
    }

    /// The number of a text, if it was met as it is written here.
    #[must_use]
    pub fn find(&self, written: &str) -> Option<Sym> {
        self.by_text.get(plain(written).as_str()).copied()
    }

    /// A text as written, without quotes; empty for a number of another list.
    #[must_use]
    pub fn text(&self, sym: Sym) -> &str {
        self.texts.get(sym.0 as usize).map_or("", |e| &e.text)
    }

    /// The key of a text. A number of another list has the key of nothing.
    #[must_use]
    pub fn key_of(&self, sym: Sym) -> KeyId {
        self.texts.get(sym.0 as usize).map_or(KeyId(u32::MAX), |e| e.key)
    }

    /// A key as text; empty for a number of another list.
    #[must_use]
    pub fn key_text(&self, key: KeyId) -> &str {
        self.keys.get(key.0 as usize).map_or("", |k| k)
    }

    /// Whether two texts are the same name.
    #[must_use]
    pub fn same(&self, a: Sym, b: Sym) -> bool {
        a == b || self.key_of(a) == self.key_of(b)
    }

    /// How many texts were met.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether nothing was met.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// A text without quotes around it and with one space for each gap.
fn plain(written: &str) -> String {
    let bare = written.trim();
    let bare = bare.strip_prefix('"').and_then(|b| b.strip_suffix('"')).unwrap_or(bare);
    bare.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::Names;

    #[test]
    fn equal_keys_share_a_number() {
        let mut names = Names::default();
        let (a, b, c) = (names.intern("Wave!"), names.intern("Wave"), names.intern("\"wave...\""));
        assert_ne!(a, b);
        assert!(names.same(a, b) && names.same(b, c));
        assert_eq!(names.text(c), "wave...");
        assert_eq!(names.key_text(names.key_of(a)), "wave");
        assert_eq!(names.intern("Wave!"), a);
        assert_eq!(names.intern("Step  Over\n  It"), names.intern("\"Step Over It\""));
        assert!(!names.same(a, names.find("Step Over It").unwrap_or(a)));
        assert_eq!(names.find_key("WAVE"), Some(names.key_of(a)));
        assert_eq!(names.find_key("Mud"), None);
    }
}
