//! What happens: statements and their blocks.

use super::contrib::Limit;
use super::deed::{Choose, Do, Move, PlaceIt, Take, Turn};
use super::expr::{Call, Expr};
use super::item::{Item, Until};
use super::literal::Int;
use super::name::{Cite, Name, NameOrWord, NameRef, Text, Word};
use super::select::{Best, Selector};
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
    /// `side chooses target: enemy unit`
    Choose(Choose),
    /// `stop`, `stop Leap`, `stop movement of x`
    Stop(Stop),
    /// `again from step, once`
    Again {
        /// The step.
        from: Word,
        /// Whether only the first time.
        once: bool,
    },
    /// `this is aimed`
    ThisBecomes(Word),
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
        from: Call,
    },
    /// `drawn happens by side`
    Happens {
        /// Which card.
        card: Expr,
        /// What its blanks get.
        roles: Vec<super::expr::Role>,
        /// `happens` and what stands behind it.
        said: At,
    },
    /// `shuffle Deck`
    Shuffle(Call),
    /// `Plan of side is revealed`
    Reveal(Expr),
    /// `spend 1 AP of x`
    Spend(Spend),
    /// `the result is x`
    Give(Expr),
    /// `x forms Line, moving up to 3"`
    Form {
        /// Who.
        who: Expr,
        /// Into what: a name or a word.
        into: NameOrWord,
        /// `keeping facing`
        keeps_facing: bool,
        /// `keeping facing and front`
        keeps_front: bool,
        /// How far each may move to do so.
        moving: Option<Expr>,
    },
    /// `note "..."`
    Note(Text),
    /// `x may: ...`, `may spend 1 AP: ...`
    May(May),
    /// `x gains Tired`, `x loses 1 AP, Hidden`, `Count of x becomes 3`
    Change {
        /// Of whom, or what.
        who: Expr,
        /// What changes.
        what: Change,
    },
    /// `x moves up to 6" towards y, keeping 1" from enemy unit`
    Move(Move),
    /// `x turns to y`
    Turn(Turn),
    /// `x is removed`
    Remove(Expr),
    /// `x leaves the board`
    Withdraw(Expr),
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
    /// `aimed Wave by unit at target, action none, or: ...`
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
    /// `gains Tired, 1 AP`
    Gains(Vec<Thing>),
    /// `loses Tired, 1 AP`
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
    /// `Tired`
    Name(NameRef),
    /// A word that stands for something.
    Word(Word),
    /// A number that does not say what it counts: for resolve to fault.
    Number(Int),
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
