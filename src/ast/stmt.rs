//! What happens: statements and their blocks.

use super::contrib::Limit;
use super::expr::{Call, Expr, Point, Role, Within};
use super::item::{Item, Until};
use super::literal::Int;
use super::name::{Cite, Name, NameOrWord, NameRef, Prep, Text, Word};
use super::select::{Best, Selector, Spot, Whom};
use crate::source::At;

/// Statements in order, whether they stood behind the colon, in braces or on deeper lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block(pub Vec<Stmt>);

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// What happens.
    pub kind: Box<StmtKind>,
    /// The clauses that its line cites.
    pub cites: Vec<Cite>,
    /// Where, its block included if that stands on the same line.
    pub at: At,
}

/// What happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// `if a: ...`, `otherwise if b: ...`, `otherwise: ...`
    If(If),
    /// `for each unit, lowest Trade first: ...`
    ForEach(ForEach),
    /// `alternate side from x, while y: ...`
    Alternate(Alternate),
    /// `repeat 3 times: ...`, `repeat while a: ...`, `repeat until a: ...`
    Repeat(Repeat),
    /// `share 5 among unit: ...`
    Share(ShareOut),
    /// `take any action by unit among A, B`
    Take(Take),
    /// `choose target: enemy unit, by side`
    Choose(Choose),
    /// `stop`, `stop Charge`, `stop movement of x`
    Stop(Stop),
    /// `again from step, once`
    Again {
        /// The step.
        from: Word,
        /// Whether only the first time.
        once: bool,
    },
    /// `this is aimed`
    ThisIs(Word),
    /// `until end of turn: ...`
    Until(Lasting),
    /// `x is placed at y, facing z, by side`
    Place(PlaceIt),
    /// `gather unit into throng, alike in Side, at most 3 to 1`
    Gather(Gather),
    /// `the game ends`
    GameEnds,
    /// `hand = draw 3 from Deck`
    Draw {
        /// What they are called.
        word: Word,
        /// How many, if that is said.
        number: Option<Expr>,
        /// From which deck.
        from: NameRef,
    },
    /// `shuffle Deck`
    Shuffle(NameRef),
    /// `spend 1 AP of x`
    Spend(Spend),
    /// `give x`
    Give(Expr),
    /// `x forms Line, moving up to 3"`
    Form {
        /// Who.
        who: Expr,
        /// Into what: a name or a word.
        into: NameOrWord,
        /// How far each may move to do so.
        moving: Option<Expr>,
    },
    /// `note "..."`
    Note(Text),
    /// `x may: ...`, `may spend 1 AP: ...`
    May(May),
    /// `x gains Shaken`, `x loses 1 AP, Hidden`, `Count of x becomes 3`
    Change {
        /// Of whom, or what.
        who: Expr,
        /// What changes.
        what: Change,
    },
    /// `x moves up to 6" towards y, keeping 1" from enemy unit`
    Move(Move),
    /// `x is removed`
    Remove(Expr),
    /// `x leads y`
    Lead {
        /// Who.
        who: Expr,
        /// Whom.
        whom: Expr,
    },
    /// `x joins y`
    Join {
        /// Who.
        who: Expr,
        /// What.
        what: Expr,
    },
    /// `x leaves y`
    Leave {
        /// Who.
        who: Expr,
        /// What.
        what: Expr,
    },
    /// `x wins`
    Wins(Expr),
    /// `n = d6`
    Let {
        /// What it is called.
        word: Word,
        /// What it is.
        value: Expr,
    },
    /// `aimed Fire by unit at target, action none, or: ...`
    Do(Do),
}

/// Cases, the first of which that holds is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct If {
    /// What is asked and what is done then. Never empty.
    pub arms: Vec<Arm>,
    /// What is done else, if that is said.
    pub otherwise: Option<Otherwise>,
}

/// One case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// What is asked.
    pub test: Expr,
    /// What is done.
    pub block: Block,
    /// The clauses that its line cites.
    pub cites: Vec<Cite>,
    /// Where.
    pub at: At,
}

/// What is done where no case holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Otherwise {
    /// What is done.
    pub block: Block,
    /// The clauses that its line cites.
    pub cites: Vec<Cite>,
    /// The word itself.
    pub at: At,
}

/// Something done for each of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForEach {
    /// Of whom.
    pub each: Selector,
    /// In which order.
    pub orders: Vec<Order>,
    /// What is done.
    pub block: Block,
}

/// In which order several come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// What it says.
    pub kind: OrderKind,
    /// Where.
    pub at: At,
}

/// In which order several come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderKind {
    /// `together`
    Together,
    /// `in order chosen by x`; with `ties`, `ties chosen by x`.
    ChosenBy {
        /// Whether only those that are alike are put in order so.
        ties: bool,
        /// Who chooses.
        by: Expr,
    },
    /// `from x`: who begins.
    From(Expr),
    /// `lowest Trade first`
    First {
        /// Which end.
        best: Best,
        /// Of which value.
        of: NameRef,
    },
}

/// Sides in turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternate {
    /// What the one whose turn it is is called.
    pub word: Word,
    /// Who begins.
    pub from: Expr,
    /// As long as this holds.
    pub while_: Expr,
    /// What is done.
    pub block: Block,
}

/// Something done again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// How often.
    pub how: HowOften,
    /// What is done.
    pub block: Block,
}

/// How often something is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HowOften {
    /// `3 times`
    Times(Expr),
    /// `while a`
    While(Expr),
    /// `until a`
    Until(Expr),
}

/// An amount dealt out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareOut {
    /// How much.
    pub amount: Expr,
    /// Among whom.
    pub among: Selector,
    /// Who decides, if that is said.
    pub by: Option<Expr>,
    /// What is done to each.
    pub block: Block,
}

/// An action, or any number of them, that a player chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Take {
    /// Whether any number is taken: `any`; else `one`.
    pub any: bool,
    /// The kind of action.
    pub kind: Word,
    /// By whom.
    pub by: Expr,
    /// To what it is done.
    pub roles: Vec<Role>,
    /// Which ones there are to choose from; all if none is named.
    pub among: Vec<NameRef>,
}

/// A choice that somebody makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choose {
    /// Whether nothing may be chosen.
    pub may: bool,
    /// What it is called.
    pub word: Word,
    /// Of what.
    pub of: Chosen,
    /// Who chooses, if that is said.
    pub by: Option<Chooser>,
}

/// Of what a choice is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// `1 to 3`
    Numbers {
        /// The least.
        from: Expr,
        /// The most.
        to: Expr,
    },
    /// `place within 6" of x`, `facing`, `edge`
    Somewhere {
        /// What of the table.
        what: Somewhere,
        /// What it is limited to.
        limits: Vec<PlaceLimit>,
    },
    /// `Left, Right or Centre`
    OneOf(Vec<Name>),
    /// `enemy unit within 6" of x`
    Of(Selector),
}

/// Something of the table that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Somewhere {
    /// `place`
    Place,
    /// `facing`
    Facing,
    /// `edge`
    Edge,
}

/// What a place is limited to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceLimit {
    /// What it says.
    pub kind: PlaceLimitKind,
    /// Where.
    pub at: At,
}

/// What a place is limited to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceLimitKind {
    /// `within 6" of x`
    Within(Within),
    /// `in x`
    In(Expr),
    /// `more than 6" from x`, `... from enemy unit`
    MoreThan {
        /// How far.
        distance: Expr,
        /// From whom.
        from: Whom,
    },
    /// `where a`
    Where(Expr),
    /// `in front of x`
    Spot(Spot),
}

/// Who chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chooser {
    /// `by x`
    By(Expr),
    /// `at random`
    Random,
}

/// What is stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// What is going on.
    This,
    /// A procedure by its name.
    Named(Name),
    /// `movement of x`, `action`
    Word {
        /// What.
        word: Word,
        /// Of whom, if that is said.
        of: Option<Expr>,
    },
}

/// What holds until something ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasting {
    /// How long.
    pub until: Until,
    /// What it meets and forbids: only [`super::ItemKind::Attach`] and [`super::ItemKind::Forbid`].
    pub rules: Vec<Item>,
}

/// Something put on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceIt {
    /// What.
    pub who: Expr,
    /// Where, and how it faces.
    pub puts: Vec<Put>,
    /// Who decides, if that is said.
    pub by: Option<Expr>,
}

/// Where something is put, and how it faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put {
    /// What it says.
    pub kind: PutKind,
    /// Where.
    pub at: At,
}

/// Where something is put, and how it faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PutKind {
    /// `at x`
    At(Expr),
    /// `facing x`
    Facing(Expr),
    /// `within 6" of x`
    Limit(PlaceLimit),
}

/// Things put together into groups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gather {
    /// Whom.
    pub who: Selector,
    /// Into groups of what kind.
    pub into: Word,
    /// In what all of a group are alike.
    pub alike: Vec<Name>,
    /// How many there are at most of one side for how many of the other.
    pub at_most: Option<(Expr, Expr)>,
}

/// What is paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spend {
    /// What.
    pub thing: Thing,
    /// By whom, if that is said.
    pub of: Option<Expr>,
    /// Where.
    pub at: At,
}

/// An offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct May {
    /// To whom, if that is said.
    pub who: Option<Expr>,
    /// What it costs, if it costs something and more follows: `may spend 1 AP: ...`.
    pub spend: Option<Spend>,
    /// What is done.
    pub block: Block,
}

/// What changes of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// `gains Shaken, 1 AP`
    Gains(Vec<Thing>),
    /// `loses Shaken, 1 AP`
    Loses(Vec<Thing>),
    /// `becomes 3`
    Becomes(Expr),
}

/// A state or an amount that is gained, lost or paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thing {
    /// What.
    pub kind: ThingKind,
    /// Where.
    pub at: At,
}

/// A state or an amount that is gained, lost or paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ThingKind {
    /// `all AP`
    All(NameRef),
    /// `2 AP`, `(a + b) AP`, `d3 AP`
    Amount {
        /// How much.
        amount: Expr,
        /// Of what.
        of: NameRef,
    },
    /// `Shaken`
    Name(NameRef),
    /// A word that stands for something.
    Word(Word),
    /// A number that does not say what it counts: for resolve to fault.
    Number(Int),
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Who.
    pub who: Expr,
    /// Whether less is enough.
    pub up_to: bool,
    /// How far, if that is said.
    pub distance: Option<Expr>,
    /// Where to, if that is said.
    pub course: Option<Course>,
    /// What else is said of it.
    pub options: Vec<MoveOption>,
}

/// Where a move goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// Which way.
    pub way: CourseWay,
    /// To or from whom.
    pub whom: Whom,
    /// Where.
    pub at: At,
}

/// Which way a move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CourseWay {
    /// `towards`
    Towards,
    /// `away from`
    AwayFrom,
    /// `into contact with`
    IntoContactWith,
    /// `to`
    To,
    /// `after`
    After,
    /// `onto`
    Onto,
}

/// What is said of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveOption {
    /// What it says.
    pub kind: MoveOptionKind,
    /// Where.
    pub at: At,
}

/// What is said of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveOptionKind {
    /// `keeping 1" from enemy unit`, `stopping 1" from enemy unit`
    Keeping {
        /// How far.
        distance: Expr,
        /// From whom.
        from: Selector,
    },
    /// `ending 1" from enemy unit`
    Ending {
        /// How far.
        distance: Expr,
        /// From whom.
        from: Selector,
    },
    /// `inside Wood or Marsh`
    Inside(Vec<Name>),
    /// `without model where ...`: who stay where they are.
    Without(Selector),
    /// `through friendly unit`, `through friendly unit if surrounded`
    Through {
        /// Whom.
        whom: Selector,
        /// Whether only if there is no other way.
        if_surrounded: bool,
    },
    /// `forward`
    Forward,
    /// `straight`
    Straight,
    /// `straight back`
    StraightBack,
    /// `leaving board`
    LeavingBoard,
    /// `keeping coherency`
    KeepingCoherency,
    /// `wheeling`
    Wheeling,
    /// `turning about`
    TurningAbout,
}

/// Something that is done by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Do {
    /// The tags that it is done with.
    pub tags: Vec<Word>,
    /// What.
    pub call: Call,
    /// What is answered in advance.
    pub answers: Vec<Answer>,
    /// What is done if it is failed.
    pub or_else: Option<Block>,
    /// Where.
    pub at: At,
}

/// A choice that is made in advance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is asked: a choice by its word, an offer by its name.
    pub label: NameOrWord,
    /// What is answered.
    pub value: AnswerValue,
    /// Where.
    pub at: At,
}

/// What is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerValue {
    /// `yes`
    Yes,
    /// `no`
    No,
    /// `none`
    None,
    /// `north`
    Heading(Heading),
    /// `Fire at Enemy`, `3`, `12",6"`, `the unit where ...`
    Is {
        /// What.
        what: Expr,
        /// What an action is done to.
        to: Option<(Prep, Expr)>,
    },
}

/// A quarter of the compass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heading {
    /// `north`
    North,
    /// `south`
    South,
    /// `east`
    East,
    /// `west`
    West,
}

/// How something faces that is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// `facing north`
    Heading(Heading),
    /// `facing 12",6"`
    Towards(Point),
}

/// Whether somebody is asked, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mood {
    /// What it says.
    pub kind: MoodKind,
    /// Where.
    pub at: At,
}

/// Whether somebody is asked, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoodKind {
    /// `may`
    May,
    /// `first time per turn`
    FirstTime(Limit),
    /// `once per turn`
    Once(Limit),
}
