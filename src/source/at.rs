//! Where something stands, for messages alone.

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::Span;

/// A place that takes no part in meaning: any two are equal, none is hashed, none is printed.
///
/// A tree that holds its places as `At` may derive its comparison, and compares what it says and never where.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub struct At(pub Span);

impl At {
    /// The place itself.
    #[must_use]
    pub const fn span(self) -> Span {
        self.0
    }

    /// The smallest place that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self(self.0.to(other.0))
    }
}

impl At {
    /// From where this begins to where the other ends.
    #[must_use]
    pub fn from_start_to(self, other: Self) -> Self {
        Self(Span { start: self.0.start, end: other.0.end })
    }
}

impl From<Span> for At {
    fn from(span: Span) -> Self {
        Self(span)
    }
}

impl PartialEq for At {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for At {}

impl Hash for At {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl fmt::Debug for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("@")
    }
}
