//! What two packs say otherwise.

use serde::Serialize;

use crate::compare::{Difference, Turned};

/// A pack that is compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Named {
    /// Its name.
    pub pack: String,
    /// Its version; may be empty.
    pub version: String,
}

/// What a pack says otherwise than another.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The one.
    pub old: Named,
    /// The other.
    pub new: Named,
    /// Declaration by declaration, in the order of a rulebook.
    pub changes: Vec<Difference>,
    /// The tests with another verdict, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tests: Option<Vec<Turned>>,
}
