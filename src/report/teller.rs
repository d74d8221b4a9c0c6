//! Whoever tells a story, at the depth that is asked for, to those who may know what is in it.

use super::watch::{Eyes, Watch};
use super::{Brief, Depth, Full, Story, Telling};
use crate::vm::Event;

/// Tells events at one depth.
pub struct Teller<'a> {
    watch: Watch<'a>,
    told: Told<'a>,
}

enum Told<'a> {
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
    pub fn new(story: Story<'a>, depth: Depth, eyes: Eyes) -> Self {
        let watch = Watch::new(story.game, eyes);
        let told = match depth {
            Depth::Brief => Told::Brief(Brief::new(story)),
            Depth::Full => Told::Full(Full::new(story)),
            Depth::All => Told::All(Telling::new(story)),
        };
        Self { watch, told }
    }

    /// Tells from now on what others may know.
    pub fn look(&mut self, eyes: Eyes) {
        self.watch.look(eyes);
    }

    /// What an event adds to the story; empty for what is not worth telling, not yet, or not for whoever looks on.
    #[must_use]
    pub fn tell(&mut self, event: &Event) -> String {
        let seen = self.watch.pass(event);
        let told = |e: &Event| match &mut self.told {
            Told::Brief(t) => t.tell(e),
            Told::Full(t) => t.tell(e),
            Told::All(t) => t.tell(e),
        };
        seen.iter().map(told).collect()
    }

    /// What is to be said before somebody decides.
    #[must_use]
    pub fn pause(&mut self) -> String {
        if let Told::Full(t) = &mut self.told { t.rest() } else { String::new() }
    }

    /// What is left to say where the game is over or is left.
    #[must_use]
    pub fn rest(&mut self) -> String {
        match &mut self.told {
            Told::Brief(t) => t.rest(),
            Told::Full(t) => t.rest(),
            Told::All(_) => String::new(),
        }
    }
}
