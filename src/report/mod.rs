//! Telling people what happened. Knows words and layout, decides nothing.

mod story;
mod telling;

pub use story::Story;
pub use telling::Telling;
