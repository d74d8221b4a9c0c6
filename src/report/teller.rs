//! Whoever tells a story, at the depth that is asked for.

use super::{Brief, Depth, Full, Story, Telling};
use crate::vm::Event;

/// Tells events at one depth.
pub enum Teller<'a> {
    /// What was done and what came of it.
    Brief(Brief<'a>),
    /// What is said at a table.
    Full(Full<'a>),
    /// All.
    All(Telling<'a>),
}

impl<'a> Teller<'a> {
    /// Nothing is told yet.
    #[must_use]
    pub fn new(story: Story<'a>, depth: Depth) -> Self {
        match depth {
            Depth::Brief => Self::Brief(Brief::new(story)),
            Depth::Full => Self::Full(Full::new(story)),
            Depth::All => Self::All(Telling::new(story)),
        }
    }

    /// What an event adds to the story; empty for what is not worth telling, or not yet.
    #[must_use]
    pub fn tell(&mut self, event: &Event) -> String {
        match self {
            Self::Brief(t) => t.tell(event),
            Self::Full(t) => t.tell(event),
            Self::All(t) => t.tell(event),
        }
    }

    /// What is to be said before somebody decides.
    #[must_use]
    pub fn pause(&mut self) -> String {
        if let Self::Full(t) = self { t.rest() } else { String::new() }
    }

    /// What is left to say where the game is over or is left.
    #[must_use]
    pub fn rest(&mut self) -> String {
        match self {
            Self::Brief(t) => t.rest(),
            Self::Full(t) => t.rest(),
            Self::All(_) => String::new(),
        }
    }
}
