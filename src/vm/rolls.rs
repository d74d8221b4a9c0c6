//! How often like dice were rolled: the n of their keys.

use serde::{Deserialize, Serialize};

/// Counts of rolls. Two positions that differ only in these are the same position.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Rolls(pub Vec<(u64, u32)>);

impl PartialEq for Rolls {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Rolls {}
impl std::hash::Hash for Rolls {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Rolls {
    /// The number of this roll among its like, and counts it.
    pub fn next(&mut self, context: u64) -> u32 {
        match self.0.iter_mut().find(|(c, _)| *c == context) {
            Some((_, n)) => {
                *n += 1;
                *n
            }
            None => {
                self.0.push((context, 0));
                0
            }
        }
    }
}
