//! Where features lie that were put down in play.

use serde::{Deserialize, Serialize};

use crate::table::Shape;

/// Shapes by the number of the feature in the cast, as long as the last that was put down.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Laid(Vec<Option<Shape>>);

impl Clone for Laid {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }

    /// What lies on the table seldom changes, and shapes are dear to copy.
    fn clone_from(&mut self, from: &Self) {
        if self.0 != from.0 {
            self.0.clone_from(&from.0);
        }
    }
}

impl Laid {
    /// Where a feature lies, if it was put down.
    #[inline]
    pub fn of(&self, number: usize) -> Option<&Shape> {
        self.0.get(number).and_then(Option::as_ref)
    }

    /// Puts a feature down.
    pub fn put(&mut self, number: usize, shape: Shape) {
        if self.0.len() <= number {
            self.0.resize(number + 1, None);
        }
        if let Some(slot) = self.0.get_mut(number) {
            *slot = Some(shape);
        }
    }

    /// Takes over what was put down from `before` to `now`.
    pub fn take_over(&mut self, before: &Self, now: &Self) {
        for (number, shape) in now.0.iter().enumerate() {
            if let Some(shape) = shape.as_ref().filter(|s| before.of(number) != Some(*s)) {
                self.put(number, shape.clone());
            }
        }
    }
}
