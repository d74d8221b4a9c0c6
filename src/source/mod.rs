//! Files and places in them. Knows nothing of the language.

mod files;
mod span;

pub use files::{FileId, Files, Position};
pub use span::Span;
