//! Where packs are looked for, and how they are read.

use super::rosters::Rosters;
use crate::packs::{self, Home, Library, Loaded, Scope};

/// Where packs are looked for, which readings of their rulings are taken, and how much of them is read.
#[derive(Clone, Debug, Default)]
pub struct Shelves {
    /// A folder of packs, looked through before those that are built in.
    pub folder: Option<String>,
    /// Readings of rulings, each as `Ruling = Reading`.
    pub readings: Vec<String>,
    /// How much of packs is read.
    pub scope: Scope,
}

impl Shelves {
    /// The same for who needs no more than this of a pack.
    #[must_use]
    pub fn reading(&self, scope: Scope) -> Self {
        Self { scope, ..self.clone() }
    }
}

/// Reads the pack that is named, by path or by name.
#[must_use]
pub fn open(shelves: &Shelves, wanted: &str) -> (Library, Loaded) {
    let (library, mut loaded) = packs::open(wanted, shelves.folder.as_deref(), shelves.scope);
    loaded.take_readings(&shelves.readings);
    (library, loaded)
}

/// Reads what is named: one pack, or every pack in a folder of packs.
#[must_use]
pub fn all_of(shelves: &Shelves, wanted: &str) -> Vec<(Library, Loaded)> {
    let one = open(shelves, wanted);
    if one.1.homes.is_empty() {
        let library = library(shelves, &format!("{}/", wanted.trim_end_matches('/')));
        let inside = read(shelves, &library, &library.beside());
        if !inside.is_empty() {
            return inside;
        }
    }
    vec![one]
}

/// Reads every pack there is.
#[must_use]
pub fn every(shelves: &Shelves) -> Vec<(Library, Loaded)> {
    let library = library(shelves, "");
    read(shelves, &library, &library.packs())
}

/// What the first pack is called.
#[must_use]
pub fn first(shelves: &Shelves) -> Option<String> {
    library(shelves, "").packs().first().map(|home| home.title().to_owned())
}

/// What the pack is called that has the force of a roster, given as TOML: the one in whose folder of lists its file lies, else
/// the first.
#[must_use]
pub fn of_roster(shelves: &Shelves, path: &str, text: &str) -> Option<String> {
    let library = library(&shelves.reading(Scope::Rules), "");
    let has = |home: &&Home| Rosters { library: &library, loaded: &library.load_home(home) }.has_force_of(text);
    let (mut packs, rest): (Vec<Home>, Vec<Home>) = library.packs().iter().cloned().partition(|h| path.contains(&h.lists_folder()));
    packs.extend(rest);
    packs.iter().find(has).map(|home| home.title().to_owned())
}

/// The shelves that a pack of that name, or at that path, is looked for on.
#[must_use]
pub fn library(shelves: &Shelves, wanted: &str) -> Library {
    Library::of_user(wanted, shelves.folder.as_deref()).reading(shelves.scope)
}

/// Reads packs that were found.
fn read(shelves: &Shelves, library: &Library, homes: &[Home]) -> Vec<(Library, Loaded)> {
    let one = |home: &Home| {
        let mut loaded = library.load_home(home);
        loaded.take_readings(&shelves.readings);
        (library.clone(), loaded)
    };
    homes.iter().map(one).collect()
}
