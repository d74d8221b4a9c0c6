//! Typed trees of what was written: words became enums, literals numbers, lines below a `:` blocks.
//!
//! Nothing behind this floor asks for source text: names, words, quoted texts and literals are all that a node holds of it.
//! Places are for messages alone: two trees are equal if they say the same.

mod amend;
mod contrib;
mod custom;
mod decl;
mod declares;
mod deed;
mod expr;
mod item;
mod literal;
mod muster;
mod name;
mod parts;
mod read;
mod row;
mod scene;
mod select;
mod show;
mod stmt;
mod under;
mod value;
mod walk;

pub use amend::*;
pub use contrib::*;
pub use custom::*;
pub use decl::*;
pub use deed::*;
pub use expr::*;
pub use item::*;
pub use literal::*;
pub use muster::*;
pub use name::*;
pub use read::declarations;
pub use row::*;
pub use scene::*;
pub use select::*;
pub use show::{keyed, named, shown};
pub use stmt::*;
pub use under::{freed, under};
pub use value::*;
pub use walk::{Part, PartMut, Walk, WalkMut};
