//! How a position is written: column by column, and what comes several times in a row once, with how often.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Entries of one list, at most: a file that says more is no position.
const MOST: usize = 1 << 20;

/// Something that comes once, or so many times in a row.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Run<T> {
    One(T),
    Many(T, u32),
}

/// A list by its runs.
#[derive(Serialize, Deserialize)]
pub struct Runs<T>(Vec<Run<T>>);

impl<T: PartialEq + Copy> Runs<T> {
    pub fn of(list: impl IntoIterator<Item = T>) -> Self {
        let mut runs: Vec<Run<T>> = Vec::new();
        for next in list {
            match runs.last_mut() {
                Some(last) if last.holds(next) => last.grow(),
                _ => runs.push(Run::One(next)),
            }
        }
        Self(runs)
    }

    /// The list.
    ///
    /// # Errors
    /// More entries than a position has.
    pub fn list<E: de::Error>(&self) -> Result<Vec<T>, E> {
        let mut out = Vec::new();
        for (value, many) in self.0.iter().map(Run::parts) {
            if out.len().saturating_add(many) > MOST {
                return Err(E::custom("a list of the position is too long"));
            }
            out.resize(out.len() + many, value);
        }
        Ok(out)
    }
}

impl<T: PartialEq + Copy> Run<T> {
    fn parts(&self) -> (T, usize) {
        match self {
            Self::One(value) => (*value, 1),
            Self::Many(value, many) => (*value, *many as usize),
        }
    }

    fn holds(&self, value: T) -> bool {
        self.parts().0 == value
    }

    fn grow(&mut self) {
        let (value, many) = self.parts();
        *self = Self::Many(value, u32::try_from(many).unwrap_or(u32::MAX).saturating_add(1));
    }
}

/// Writes a list by its runs.
pub fn serialize<T: PartialEq + Copy + Serialize, S: Serializer>(list: &[T], to: S) -> Result<S::Ok, S::Error> {
    Runs::of(list.iter().copied()).serialize(to)
}

/// Reads such a list.
pub fn deserialize<'de, T: PartialEq + Copy + Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    Runs::deserialize(from)?.list()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_comes_again_is_written_once() {
        let runs = Runs::of([0, 0, 0, 7, 7, 5]);
        assert_eq!(serde_json::to_string(&runs).unwrap(), "[[0,3],[7,2],5]");
    }

    #[test]
    fn too_long_is_no_position() {
        let text = "[[0,4000000000],[0,4000000000]]";
        assert!(serde_json::from_str::<Runs<i32>>(text).unwrap().list::<serde_json::Error>().is_err());
    }

    proptest! {
        #[test]
        fn read_is_as_written(list in proptest::collection::vec(-2..3_i64, 0..40)) {
            let text = serde_json::to_string(&Runs::of(list.iter().copied())).unwrap();
            let read: Runs<i64> = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(read.list::<serde_json::Error>().unwrap(), list);
        }
    }
}
