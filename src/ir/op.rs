//! What happens: instructions, moves and choices.

use serde::{Deserialize, Serialize};

use super::id::{
    AnswersNo, CountNo, KindNo, LabelNo, ListNo, MotionNo, PickNo, ProcNo, RowNo, RuleNo, S, StateNo, TakeNo, TerrainNo, ThrowNo, X,
};
use super::{Faces, Hidden, Id as _, Reg};

/// What stays as it was when a group takes up a formation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AsBefore {
    /// Which way it faces.
    Facing,
    /// That, and how many stand in front, if so many still may.
    FacingAndFront,
}

/// How a group or piece moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// Who.
    pub who: X,
    /// Towards what, away from what, into contact with what.
    pub course: Course,
    /// How far.
    pub distance: Option<X>,
    /// Whether it may be less.
    pub up_to: bool,
    /// What is said of it besides.
    pub says: Vec<Moves>,
    /// The manner in which it is made, which says more.
    pub manner: Option<ProcNo>,
    /// Whether it is noted how many mils it took, two registers behind that of its result.
    pub noted: bool,
}

/// What is said of a move beside its way.
#[derive(Clone, Debug, PartialEq)]
pub enum Moves {
    /// Keeps this far from these.
    Keep(X, S),
    /// Ends this far from these.
    End(X, S),
    /// Passes through these.
    Through(S),
    /// Passes through these if there is no other way.
    Forced(S),
    /// Stays on ground of these sorts.
    Inside(Vec<TerrainNo>),
    /// These of the group stay where they are.
    Without(S),
    /// Stays within reach of its fellows.
    Coherent,
    /// May leave the board.
    Leaving,
    /// Goes on past those who stand where it would end.
    GoingOn,
    /// Ends facing the way it went.
    Turning,
    /// Ends facing as it did.
    KeepsFacing,
}

/// What a manner says, or a rule that meets it: who moves stands in the first register.
#[derive(Clone, Debug, PartialEq)]
pub struct MannerPart {
    /// Its line.
    pub row: RowNo,
    /// When it holds.
    pub guard: X,
    /// Where it holds for whoever there is that carries its rule: the register of `me`, and the rule.
    pub me: Option<(Reg, RuleNo)>,
    /// What it says.
    pub says: Moves,
}

/// How something turns where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// As its player likes, by this angle at most.
    UpTo(X),
    /// To this facing.
    To(X),
    /// To this thing or place.
    Towards(X),
    /// To the opposite.
    About,
    /// About one of its front corners, as its player likes, the other going at most so far.
    Wheel(X),
}

impl Motion {
    /// How it turns, if it does so where it stands.
    #[must_use]
    pub const fn turn(&self) -> Option<Turn> {
        if let Course::Turn(turn) = self.course { Some(turn) } else { None }
    }
}

/// The sort of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Course {
    /// Where its player likes.
    Free,
    /// Straight at it.
    Towards(X),
    /// Straight away from it.
    Away(X),
    /// Away from it along the line between the centres, past nothing.
    StraightAway(X),
    /// Nowhere: it turns where it stands.
    Turn(Turn),
    /// Until bases touch.
    Contact(X),
    /// Off an edge of the board.
    Home(X),
    /// Where its player likes before its front.
    Forward,
    /// Where its player likes, by this angle to either side of straight ahead, or by less if the second says so.
    Aside(X, bool),
    /// Straight ahead.
    Ahead,
    /// Straight back.
    Back,
    /// To that very place, as far as it goes.
    Onto(X),
}

/// What a place that is chosen keeps to.
#[derive(Clone, Debug, PartialEq)]
pub struct Limit {
    /// As written.
    pub said: String,
    /// What that means.
    pub stays: Stays,
}

/// Where a place stays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Stays {
    /// No farther than this from that.
    Within(X, X),
    /// Farther than this from that.
    Beyond(X, X),
    /// Farther than this from all of these.
    BeyondAll(X, S),
    /// In this zone, or in the zone of this side.
    Inside(X),
}

impl Limit {
    /// The zone that it names, if it does.
    #[must_use]
    pub fn zone(&self) -> Option<X> {
        if let Stays::Inside(zone) = self.stays { Some(zone) } else { None }
    }
}

/// What may be chosen.
#[derive(Clone, Debug, PartialEq)]
pub enum Pick {
    /// One of these things.
    Thing {
        /// Which.
        of: S,
        /// Whether of those that are alike in all but their places each is offered.
        each: bool,
    },
    /// A number from here to there.
    Number(X, X),
    /// One of these names, by what each stands for.
    Names(Vec<X>),
    /// One of these formations.
    Forms(Vec<X>),
    /// A place.
    Place {
        /// What it keeps to.
        limits: Vec<Limit>,
        /// Who is to stand there, if anybody is.
        who: Option<X>,
    },
    /// A direction to face.
    Facing,
    /// One of these rules, by its row, of those for which it holds.
    Rules(Vec<(RowNo, X)>),
}

/// Rules among which one is chosen are numbered from here, apart from things and places.
const RULES: i64 = 1 << 60;

impl Pick {
    /// A rule as an answer, by its row.
    #[must_use]
    pub fn rule(row: RowNo) -> i64 {
        RULES + row.value()
    }

    /// The row of the rule that an answer is.
    #[must_use]
    pub fn row_of(answer: i64) -> Option<RowNo> {
        answer.checked_sub(RULES).and_then(RowNo::of_value)
    }
}

/// How a player picks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choosing {
    /// What of.
    pub pick: PickNo,
    /// Who.
    pub by: X,
    /// The answer.
    pub to: Reg,
    /// Where to go when nothing is picked.
    pub none: u32,
    /// Whether nothing may be picked.
    pub may: bool,
    /// What it is called.
    pub label: LabelNo,
    /// Whether nothing is told of it until it is shown.
    pub secret: bool,
    /// Whether only who picks is told what it is.
    pub closed: bool,
}

/// What a player is offered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offering {
    /// Who says yes or no.
    pub by: X,
    /// Where to go on no.
    pub no: u32,
    /// What it is called.
    pub label: LabelNo,
    /// The row that offers, if one does.
    pub row: Option<RowNo>,
    /// For whom.
    pub who: X,
}

/// How an action is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taking {
    /// Who acts.
    pub who: X,
    /// Of this kind.
    pub kind: KindNo,
    /// Whether none may be taken.
    pub may: bool,
    /// Only of these; of any, if it is not said.
    pub among: Option<TakeNo>,
    /// Where to go when none is.
    pub exit: u32,
}

/// How somebody is put down on the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Putting {
    /// Who.
    pub who: X,
    /// At this place.
    pub at: X,
    /// The zone it was chosen in, if it was.
    pub zone: Option<X>,
    /// What it faces, and whether that is a direction and not a thing or place.
    pub facing: Option<(X, bool)>,
}

/// How a feature is laid down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Laying {
    /// Which.
    pub who: X,
    /// Where it may lie.
    pub pick: PickNo,
    /// At this place, if it is said.
    pub at: Option<X>,
    /// What it faces, and whether that is a direction and not a thing or place.
    pub facing: Option<(X, bool)>,
    /// Who decides what is not said.
    pub by: X,
}

/// How one of many is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawing {
    /// Of these.
    pub sel: S,
    /// What it is keyed by.
    pub throw: ThrowNo,
    /// The one.
    pub to: Reg,
}

/// How dice of a pool are rolled again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rerolling {
    /// The throw.
    pub throw: ThrowNo,
    /// The register of its result; how the dice lie stands behind it.
    pub reg: Reg,
    /// Which dice.
    pub faces: Faces,
    /// The row of the rule that has them rolled again.
    pub row: RowNo,
}

/// When things of a loop are dealt with at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtOnce {
    /// The loop begins: how things stand is kept.
    Begin,
    /// One is done with: the next sees how things stood.
    Next,
    /// All are: what each did has happened.
    End,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// A register gets a value.
    Set(Reg, X),
    /// Goes on elsewhere.
    Jump(u32),
    /// Goes on elsewhere unless it holds.
    Unless(X, u32),
    /// Does a procedure; its result goes to the register.
    Call {
        /// Which.
        proc: ProcNo,
        /// Its blanks.
        args: ListNo,
        /// The result.
        to: Reg,
        /// Tags it runs under.
        tags: u64,
        /// Answers given by the call, if it gives any.
        answers: Option<AnswersNo>,
    },
    /// Rolls; the result goes to the register, the margin of a check or the faces that are counted in a pool to the next, and
    /// how the dice lie, if they are looked at, to the four behind it.
    Roll(ThrowNo, Reg),
    /// How many dice of a pool would be rolled again, and where the number goes.
    Left(Rerolling, Reg),
    /// Rolls dice of a pool again.
    Again(Rerolling),
    /// Collects a selection for a loop. Registers: index, end.
    Each {
        /// Of these.
        sel: S,
        /// Where the loop stands.
        at: Reg,
        /// First by these, greatest (true) or least; then canonical.
        order: Vec<(X, bool)>,
    },
    /// A player says which of the loop comes next, where several may.
    Order {
        /// Who.
        by: X,
        /// Where the loop stands.
        at: Reg,
    },
    /// The next of the loop, or on to the exit.
    Next {
        /// Gets the thing.
        var: Reg,
        /// Where the loop stands.
        at: Reg,
        /// Where to go when done.
        exit: u32,
    },
    /// Gives a state.
    Gain(X, StateNo),
    /// Takes a state.
    Lose(X, StateNo),
    /// Changes formation.
    Become(X, X),
    /// Sets a stored number.
    Store(X, CountNo, X),
    /// Changes a stored number.
    Add(X, CountNo, X),
    /// A player picks.
    Choose(Choosing),
    /// What the first and the second side picked in secret is told.
    Show(Reg, Reg, PickNo, LabelNo),
    /// Everybody is told what one side alone knew of somebody.
    Reveal(X, Hidden),
    /// A player says yes or no.
    Offer(Offering),
    /// A player takes an action with a group, or goes to the exit.
    Take(Taking),
    /// Notes that an action was done.
    Did(ProcNo),
    /// Ends a procedure further out.
    Stop(ProcNo),
    /// Ends this one with a result.
    Give(X),
    /// Tags the running procedure of this number.
    Tag(u8, ProcNo),
    /// Moves.
    Move(MotionNo, Reg),
    /// Ends the move of somebody, or the innermost, where it has come to.
    Halt(Option<X>),
    /// Takes up a formation; each piece goes at most so far.
    Form {
        /// Who.
        who: X,
        /// In what formation.
        form: X,
        /// How far.
        limit: Option<X>,
        /// What stays as it was, so that nobody is asked.
        keeps: Option<AsBefore>,
    },
    /// Puts down on the table.
    Put(Putting),
    /// Lays a feature down.
    Lay(Laying),
    /// Out of play.
    Remove(X),
    /// Off the board, and still in play.
    Withdraw(X),
    /// Takes the lead of its group.
    Lead(X, X),
    /// Groups linked by contact become groups of this kind.
    Gather(S, KindNo),
    /// Enemies in contact become groups of this kind of at most so many to so many.
    Pair {
        /// Of these.
        sel: S,
        /// The kind of group.
        kind: KindNo,
        /// So many.
        most: X,
        /// To so many.
        to: X,
    },
    /// Those of a selection of which all of these are the same become groups of this kind.
    Alike {
        /// Of these.
        sel: S,
        /// The kind of group.
        kind: KindNo,
        /// What is compared, of the one that is looked at.
        keys: ListNo,
    },
    /// A thing becomes part of a group.
    Join(X, X),
    /// A thing is part of no group of its kind any more, but of the one that it came with.
    Leave(X),
    /// One of a selection, each as likely; none if there is none.
    Pick(Drawing),
    /// Nobody has this state.
    Clear(StateNo),
    /// A place is stored.
    StorePlace(X, CountNo, X),
    /// Things of a loop are dealt with at once.
    AtOnce(AtOnce),
    /// Ends this one with two results.
    GiveBoth(X, X),
    /// A side has won.
    Win(X),
    /// The game is over.
    End,
    /// A note of the rules, by its row: for traces.
    Note(RowNo),
    /// The dice of a check or of a total are rolled again, by this row: for traces.
    Anew(RowNo),
    /// A step begins: for traces.
    Step(RowNo),
    /// A step's result is known: for traces and tests.
    Result(LabelNo, Reg),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game runs over these: none is wider than what a loop needs.
    #[test]
    fn instructions_are_small() {
        assert_eq!(size_of::<Op>(), 32);
    }
}
