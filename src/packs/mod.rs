//! Finds packs and reads their files, through one trait that stands between the core and the disk.
//! Knows folders and `pack` lines, not what rules mean.

mod built_in;
mod disk;
mod header;
mod library;
mod load;
mod source;

pub use built_in::BuiltIn;
pub use disk::Disk;
pub use library::{Home, Item, Library, Shelf};
pub use load::Loaded;
pub use source::Source;
