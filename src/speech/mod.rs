//! The spoken form, made from the resolved rules: knows how what they mean is said in English, and not what any name means.
//!
//! Each node is taken apart field by field, so that none that changes the meaning goes unsaid: two declarations that mean
//! different things are never said alike.

mod phrase;
mod said;
mod sentence;
mod voice;
mod whole;

pub use phrase::{As, CLOSE, Place, english};
pub use said::{Speech, Spoken};
pub use sentence::in_force;
pub use voice::Voice;
pub use whole::{Part, Piece, Titles, What, all, book, part_of, pieces, said_ban, said_line, said_terms, say};
