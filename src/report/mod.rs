//! Telling people what happened. Knows words and layout, decides nothing.

mod story;

pub use story::Story;
