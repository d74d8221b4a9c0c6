//! The packs that there are.

use serde::Serialize;

use crate::packs::{Home, Library};

/// A pack that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PackRow {
    /// What commands call it: what its folder or its file is called.
    pub pack: String,
    /// Its name, as its `pack` line has it.
    pub name: String,
    /// Its version; may be empty.
    pub version: String,
    /// The packs that it extends.
    pub extends: Vec<String>,
    /// Its folder, or its file if it is one alone.
    pub path: String,
    /// The shelf that it lies on, in words.
    pub shelf: String,
}

/// Every pack, nearest to the user first.
#[must_use]
pub fn packs(library: &Library) -> Vec<PackRow> {
    let row = |home: &Home| {
        let path = home.file.as_deref().unwrap_or(&home.folder);
        let title = home.title();
        PackRow {
            pack: if title.is_empty() { home.name.clone() } else { title.to_owned() },
            name: home.name.clone(),
            version: home.version.clone(),
            extends: home.extends.clone(),
            path: if path.is_empty() { "." } else { path }.to_owned(),
            shelf: library.shelf_of(home).to_owned(),
        }
    };
    library.packs().iter().map(row).collect()
}
