//! Files and places in them. Knows nothing of the language.

mod at;
mod files;
mod span;

pub use at::At;
pub use files::{FileId, Files, Position};
pub use span::Span;
