//! Finds packs and reads their files, through one trait that stands between the core and the disk.
//! Knows folders and `pack` lines, not what rules mean.

mod built_in;
mod compiled;
mod disk;
mod header;
mod instead;
mod library;
mod lists;
mod load;
mod print;
mod removed;
mod scope;
mod source;

pub use built_in::BuiltIn;
pub use compiled::Compiled;
pub use disk::{Disk, tidy};
pub use library::{Home, Item, Library, Shelf};
pub use load::Loaded;
pub use print::Prints;
pub use scope::Scope;
pub use source::Source;

/// Reads the pack that a user names, by path or by name, and the shelves it was looked for on.
#[must_use]
pub fn open(wanted: &str, packs: Option<&str>, scope: Scope) -> (Library, Loaded) {
    let wanted = tidy(wanted.trim_end_matches('/'));
    let library = Library::of_user(&wanted, packs).reading(scope);
    let loaded = library.load(&wanted);
    (library, loaded)
}
