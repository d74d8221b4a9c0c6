//! How things stand: the part of a game that changes.

mod laid;
mod marks;
mod place;
pub(super) mod saved;
mod tie;
mod world;

pub use marks::Marks;
pub use place::Place;
pub use world::World;
