//! Telling what happens. With [`NoTrace`] it costs nothing: every call is empty and is compiled away.

use super::eval::Ask;
use super::toss::{Outcome, Toss};
use crate::ir::{CountNo, Hidden, LabelNo, ProcNo, RowNo, SlotNo, StateNo};

/// One rule's part in a throw or value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// Its row.
    pub row: RowNo,
    /// What it does there.
    pub what: &'static str,
    /// How much.
    pub amount: i64,
    /// Whether that is a length.
    pub length: bool,
}

impl Share {
    /// A part that is a plain number.
    #[must_use]
    pub fn new(row: RowNo, what: &'static str, amount: i64) -> Self {
        Self { row, what, amount, length: false }
    }
}

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A turn began, of this number.
    Turn(u16),
    /// It was settled who wins, or that the game is over: the side, or -1.
    Settled(i64),
    /// A procedure began, with what fills its blanks.
    Begin {
        /// Which.
        proc: ProcNo,
        /// Its blanks.
        args: Vec<i64>,
        /// How deep it stands.
        depth: usize,
    },
    /// A procedure ended.
    Ended {
        /// How deep it stood.
        depth: usize,
        /// What it gave.
        value: i64,
    },
    /// What a roll is made of beside its dice.
    Added(Vec<Share>),
    /// A value that rules touch was worked out for a step.
    Worked {
        /// Which.
        slot: SlotNo,
        /// Its blanks.
        args: Vec<i64>,
        /// What it is.
        value: i64,
        /// Which rules touched it, and what they touch it with.
        shares: Vec<Share>,
    },
    /// A note, by its row.
    Note(RowNo),
    /// The dice of a check or of a total are about to be rolled again, by this row.
    Again(RowNo),
    /// A step began.
    Step(RowNo),
    /// A result became known.
    Result {
        /// Its name.
        label: LabelNo,
        /// What it is.
        value: i64,
    },
    /// Dice were rolled.
    Rolled {
        /// What.
        toss: Toss,
        /// The faces, and which were rolled again.
        faces: Vec<(u32, bool)>,
        /// What came of it.
        outcome: Outcome,
        /// Which rules touched it.
        shares: Vec<Share>,
    },
    /// A thing got or lost a state.
    State {
        /// Who.
        who: i64,
        /// Which.
        state: StateNo,
        /// Got it.
        on: bool,
    },
    /// A stored number changed.
    Count {
        /// Whose.
        who: i64,
        /// Which.
        count: CountNo,
        /// To what.
        value: i64,
    },
    /// A stored number would have gone beyond its bounds, and did not.
    Bound {
        /// Whose.
        who: i64,
        /// Which.
        count: CountNo,
        /// The least or the most that it can be.
        value: i64,
    },
    /// A thing left play.
    Gone(i64),
    /// A thing left the board, and is still in play.
    Left(i64),
    /// A thing moved, so far.
    Moved {
        /// Who.
        who: i64,
        /// Where its leader stood, in mils; nothing if it was not on the board.
        from: Option<(i32, i32)>,
        /// Where its leader stands now, in mils.
        to: (i32, i32),
    },
    /// A thing turned where it stands.
    Turned {
        /// Who.
        who: i64,
        /// Which way it faces now, in 1/65536 turn.
        to: u16,
    },
    /// A player decided.
    Decided {
        /// Which side.
        side: i64,
        /// About what.
        label: LabelNo,
        /// The answer, shown.
        answer: String,
        /// The same as it is offered, where that is other words.
        offered: Option<String>,
        /// Whether only that side knows what was answered.
        closed: bool,
    },
    /// Everybody is told what one side alone knew.
    Revealed {
        /// Of whom.
        who: i64,
        /// What.
        what: Hidden,
        /// What it is: a number, or whether it is so.
        value: i64,
    },
    /// A card went where whoever is told of it does not see which it is.
    Unseen {
        /// The side whose hand it is; 0 if it is the game's.
        side: i64,
        /// The hand or deck.
        deck: StateNo,
        /// Whether it was drawn.
        drawn: bool,
        /// Whether it came there.
        on: bool,
    },
}

/// Too little of what is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Short {
    /// Who has it.
    pub who: i64,
    /// What.
    pub count: CountNo,
    /// How much there is.
    pub has: i64,
    /// How much is asked for.
    pub wants: i64,
}

/// Something that is not done or not asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missed {
    /// Instructions were passed over, since something does not hold.
    Passed {
        /// Of which procedure.
        proc: ProcNo,
        /// The one that passes over what follows.
        from: u32,
        /// The first that is done again.
        to: u32,
        /// What there is too little of, if it is that.
        short: Option<Short>,
    },
    /// A player has nothing to pick among.
    Alone {
        /// What it is called.
        label: LabelNo,
        /// All that there is, shown; none if there is nothing.
        only: Option<String>,
    },
    /// There is no room for a formation.
    NoForm {
        /// Whose.
        who: i64,
        /// Which.
        state: StateNo,
        /// How deep what takes it up stands.
        depth: usize,
    },
    /// There is no room for somebody.
    NoRoom {
        /// Who.
        who: i64,
        /// Where he should have come to stand.
        at: i64,
        /// How deep what places him stands.
        depth: usize,
    },
}

/// Listens to the machine.
pub trait Trace {
    /// Whether anybody listens.
    const ON: bool;
    /// Takes an event.
    fn event(&mut self, event: impl FnOnce() -> Event);
    /// Takes what is not done: for those who ask why.
    #[inline]
    fn missed(&mut self, _: impl FnOnce() -> Missed) {}
    /// Takes a call that is about to be made, whether or not something forbids it, and how deep it stands.
    #[inline]
    fn calls(&mut self, _ask: Ask<'_>, _proc: ProcNo, _args: &[i64], _depth: usize) {}
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoTrace;

impl Trace for NoTrace {
    const ON: bool = false;
    #[inline]
    fn event(&mut self, _: impl FnOnce() -> Event) {}
}

/// Everything is kept.
#[derive(Clone, Debug, Default)]
pub struct Traced(pub Vec<Event>);

impl Trace for Traced {
    const ON: bool = true;
    fn event(&mut self, event: impl FnOnce() -> Event) {
        self.0.push(event());
    }
}
