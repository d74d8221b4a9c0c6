//! A game, step by step.

use super::decision::Decision;
use super::player::Player;
use super::table::Table;
use crate::play::{Finish, Record, Seals};
use crate::ready::{self, Course, Ready, points, standing};
use crate::report::{Depth, Eyes, Story, Teller};
use crate::vm::{self, Choice, Listing, Traced, show};

/// A game that is played step by step: [`Game::advance`] runs to the next decision, which is answered by
/// [`Game::answer`] or by a [`Player`].
pub struct Game<'t> {
    course: Course<'t>,
    teller: Teller<'t>,
    ready: &'t Ready,
    pending: Option<vm::Decision>,
    story: Vec<String>,
}

/// What comes next in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// The side of this number, 1 or 2, decides.
    Decision(u8),
    /// The game is over.
    Over,
    /// The game cannot go on, and why.
    Fault(String),
}

impl<'t> Game<'t> {
    pub(super) fn of(table: &'t Table<'_>, seed: u64) -> Self {
        let course = Course::begin(table.ready, &table.set, Some(&table.memo), seed);
        let teller = Teller::new(Story { game: course.game, files: &table.ready.loaded.files }, Depth::All, Eyes::All);
        Self { course, teller, ready: table.ready, pending: None, story: Vec::new() }
    }

    /// How much of what happens from now on is told; all, if nobody asks for less. To be said before the game begins.
    pub fn tell(&mut self, depth: Depth) {
        let eyes = if depth == Depth::All { Eyes::All } else { Eyes::Of([false, false]) };
        self.teller = Teller::new(Story { game: self.course.game, files: &self.ready.loaded.files }, depth, eyes);
    }

    /// Tells from now on only what those who play these sides, 1 or 2, may all know: no secrets of others that are not revealed.
    /// Without it a story that does not tell all keeps the secrets of both sides, and one that tells all keeps none.
    pub fn tell_only(&mut self, sides: &[u8]) {
        let alone = |side| sides == [side];
        self.teller.look(Eyes::Of([alone(1), alone(2)]));
    }

    /// Runs to the next decision or the end. While a decision waits, nothing happens.
    pub fn advance(&mut self) -> Next {
        self.run(true)
    }

    /// As [`Game::advance`], without a story.
    pub fn advance_untold(&mut self) -> Next {
        self.run(false)
    }

    fn run(&mut self, told: bool) -> Next {
        if let Some(d) = &self.pending {
            return Next::Decision(side(d));
        }
        let next = if told {
            let mut trace = Traced::default();
            let next = self.course.advance(&mut trace);
            let lines = trace.0.iter().map(|e| self.teller.tell(e)).filter(|t| !t.is_empty());
            self.story.extend(lines.map(|t| t.trim_end().to_owned()));
            let more = if matches!(next, ready::Next::Decision(_)) { self.teller.pause() } else { self.teller.rest() };
            self.story.extend(more.lines().map(str::to_owned));
            next
        } else {
            self.course.advance(&mut vm::NoTrace)
        };
        match next {
            ready::Next::Decision(d) => {
                let side = side(&d);
                self.pending = Some(d);
                Next::Decision(side)
            }
            ready::Next::Over => Next::Over,
            ready::Next::Fault(why) => Next::Fault(why),
        }
    }

    /// What happened since this was last asked, told.
    pub fn story(&mut self) -> Vec<String> {
        std::mem::take(&mut self.story)
    }

    /// The decision that waits, as whoever makes it sees it.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.pending.as_ref().map(|d| Decision::of(self.ready, &self.course, d))
    }

    /// What is behind an option of the decision that waits, in sentences; none where nothing is known of it.
    #[must_use]
    pub fn about(&self, choice: Choice) -> Vec<String> {
        let Some(d) = &self.pending else { return Vec::new() };
        let shown = Decision::of(self.ready, &self.course, d).options.into_iter().find(|(c, _)| *c == choice);
        shown.map_or_else(Vec::new, |(_, name)| ready::option(self.ready, &self.course, d, (choice, &name)))
    }

    /// Answers the decision that waits. What will not do is asked again, with the reason.
    pub fn answer(&mut self, choice: Choice) {
        if let Some(d) = self.pending.take() {
            self.course.answer(&d, choice);
        }
    }

    /// Lets a player answer the decision that waits.
    pub fn decide(&mut self, player: &mut Player) {
        if let Some(d) = self.pending.take() {
            let player = player.mind();
            let listing = player.listing();
            let d = if listing == Listing::All { d } else { self.course.asked_as(listing).unwrap_or(d) };
            let choice = player.decide(self.course.game, &self.course.session, &d);
            self.course.answer(&d, choice);
        }
    }

    /// Answers the decision that waits as it was answered before, in place of a player.
    pub fn repeat(&mut self, choice: Choice, player: Option<&mut Player>) {
        // those who look ahead count the decisions they were asked
        if let Some(player) = player {
            player.mind().skip();
        }
        self.answer(choice);
    }

    /// Leaves the game before the decision that waits: its record can be gone on with from there.
    pub fn leave(&mut self) {
        if let Some(d) = &self.pending {
            self.course.leave(d);
            let rest = self.teller.rest();
            self.story.extend(rest.lines().map(str::to_owned));
        }
    }

    /// The game on record as far as it was played.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut record = self.course.kept();
        record.seals = Seals::of(&record);
        record
    }

    /// How it ended, if it did.
    #[must_use]
    pub fn finish(&self) -> Option<&Finish> {
        self.course.record.finish.as_ref()
    }

    /// Whether it was called a draw, since it did not end by its rules.
    #[must_use]
    pub fn was_called(&self) -> bool {
        self.course.session.called
    }

    /// How things stand: the turn, the points, who stands where and in what state, a line each; as the side
    /// sees it that decides.
    #[must_use]
    pub fn standing(&self) -> String {
        let viewer = self.pending.as_ref().map_or(0, |d| d.side);
        standing(self.course.game, &self.course.session, viewer)
    }

    /// The points of each side, by the pack's own count; 0 where it has none.
    #[must_use]
    pub fn points(&self) -> [i64; 2] {
        points(self.course.game, &self.course.session)
    }

    /// What the sides are called.
    #[must_use]
    pub fn sides(&self) -> [String; 2] {
        [1, 2].map(|side| show(self.course.game, side))
    }
}

fn side(d: &vm::Decision) -> u8 {
    if d.side == 2 { 2 } else { 1 }
}
