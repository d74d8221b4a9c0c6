//! What stands below a declaration, each item with its own citations.

use super::amend::Edit;
use super::contrib::{Attach, Comes, Contrib, Forbid, Guard, Keeping, Limit, Natural, OrWay, Pattern};
use super::custom::Custom;
use super::deed::MoveOption;
use super::expr::{Expr, Op};
use super::literal::{Dice, Int, Length, Range};
use super::muster::{Carries, EntryRef, HasCrew, Legal, OptionsOf, PriceOf, UnitOption, UnitsOf};
use super::name::{Cite, Name, NameRef, Period, Text, Word};
use super::row::{Row, ShortColumn};
use super::scene::{Answers, Board, DoItem, Expect, Given, SideItem};
use super::stmt::{Block, Thing};
use crate::source::At;
use crate::table::Drill;

/// An item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it says.
    pub kind: ItemKind,
    /// What its parent is believed to say, if that is said.
    pub was: Option<Was>,
    /// The clauses that its line cites.
    pub cites: Vec<Cite>,
    /// All of it, with what belongs to it on the same line; neither `was` nor citations.
    pub at: At,
}

/// What an item says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// `step go = Test of unit, or: ...`
    Step(Box<Step>),
    /// `remove step go, on Pace of me`: in an amended declaration.
    Remove(Vec<Removal>),
    /// `step pick, for 6" read 2"`: in an amended declaration.
    Edit(Box<Edit>),
    /// `cost 1 AP, 2 Wits of side`
    Cost(Cost),
    /// `needs Name: a`
    Needs(Needs),
    /// `once per turn of side as Name`
    Limit(Limit),
    /// `no Tired unit may Wave`
    Forbid(Box<Forbid>),
    /// `as enemy unit comes within 6" of me: ...`
    Comes(Box<Comes>),
    /// `on Pace of me: + 2"`
    Attach(Box<Attach>),
    /// `failed by 1 to 2: ...`
    Band(Band),
    /// `each d6 hits on 4+`
    EachDie(EachDie),
    /// `dice 3`
    Dice(Expr),
    /// `natural 6 hits`
    Natural(Natural),
    /// `passes with 3 or more`
    PassesWith {
        /// How many successes.
        number: Expr,
        /// That many and which others.
        or: OrWay,
    },
    /// `keep highest 2`
    Keep(Keeping),
    /// `carries Lamp, Hook`
    Carries(Carries),
    /// `has 5 Worker, 1 Foreman leader`
    Has(HasCrew),
    /// `rules Steady, Lucky (2)`
    Rules(Vec<NameRef>),
    /// `option Name: 5 more Worker for 10 pts`
    Option(Box<UnitOption>),
    /// `options Books, at most 2`
    Options(OptionsOf),
    /// `use Ruling = Reading`
    Use(UseReading),
    /// `gains Steady if ...`
    Gains(Gains),
    /// `shown as "..."`
    Shown(Text),
    /// `way aimed, delayed`
    Ways(Vec<Word>),
    /// `may`
    May,
    /// `starts 6`
    Starts(Expr),
    /// `until end of turn`
    Until(Until),
    /// `given Throw 3 4 5`
    Given(Given),
    /// `answer target Enemy`
    Answers(Answers),
    /// `expect a`
    Expect(Box<Expect>),
    /// `do ...`
    Do(DoItem),
    /// `board 48" x 48"`
    Board(Board),
    /// `turns 6`
    Turns(Int),
    /// `setup Deploy`
    Setup(Block),
    /// `Red: Watch at 10",10"`
    Side(Box<SideItem>),
    /// `allies A, B`
    Allies(Vec<Name>),
    /// `units Foot: A 0-2, B`
    Units(UnitsOf),
    /// `legal Name: a`, `always Name: a`
    Legal(Legal),
    /// `shape loose 0.5", arc front`
    Shape(Vec<ShapePart>),
    /// `ground costs double if unit is Horse`
    Ground(Ground),
    /// `simultaneous in order chosen by x`
    Simultaneous(Expr),
    /// `coherency 1"`
    Custom(Custom),
    /// `Trade in AP`, `Command short "Cd"`: only below `columns`.
    Column(ShortColumn),
    /// What a card does, where that stands below it without a step.
    Does(Block),
    /// `keeping 1" from enemy unit, ...`: only of a `manner`.
    Manner(Vec<MoveOption>),
    /// `Rain Or Snow 2`: only below `deck`.
    Listed(Name, i64),
    /// `Name: + 1 if ...`
    Named {
        /// Its name.
        name: Name,
        /// What it changes.
        contrib: Box<Contrib>,
    },
    /// `+ 1 if ...`
    Contrib(Box<Contrib>),
    /// `Lamp | 18" | 5+`
    Row(Row),
}

/// What the parent is believed to say in the place of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Was {
    /// What.
    pub kind: WasKind,
    /// The words behind `was`.
    pub at: At,
    /// All of it, with the comma before it.
    pub whole: At,
}

/// What the parent is believed to say, in the form of what it is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WasKind {
    /// `was nothing`
    Nothing,
    /// The whole item. Where only what follows its name or first word is written, that stands before it here too.
    Item(Box<ItemKind>),
    /// Only the price of an option.
    Price(PriceOf),
    /// Only what a die is compared with.
    Comparison(Comparison),
    /// Only what a step does.
    Block(Block),
    /// One of a list of names.
    Name(NameRef),
    /// One of the entries of a list.
    Entry(EntryRef),
    /// One of a list of men.
    Crew(super::muster::Crew),
}

/// A part of something that happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What it is called.
    pub word: Word,
    /// Where a new one goes in an amended procedure.
    pub place: Option<StepPlace>,
    /// What it comes to, if it has a result.
    pub value: Option<Expr>,
    /// When it is done.
    pub guard: Option<Guard>,
    /// What is done, if anything is.
    pub block: Option<Block>,
    /// What is done if what it comes to is failed.
    pub or_else: Option<Block>,
}

/// Where a new step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepPlace {
    /// Whether it goes behind the other.
    pub after: bool,
    /// The other.
    pub step: Word,
    /// Where.
    pub at: At,
}

/// What an amended declaration loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Removal {
    /// What.
    pub kind: RemovalKind,
    /// Where.
    pub at: At,
}

/// What an amended declaration loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemovalKind {
    /// `step go`
    Step(Word),
    /// `on Pace of me`
    Place {
        /// At which moment.
        place: super::contrib::AtPlace,
        /// Of what.
        patterns: Vec<Pattern>,
    },
    /// `Name`
    Name(Name),
    /// `once`, `cost`: the item that begins so.
    Item(Word),
}

/// What is paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cost {
    /// A price by its name: `cost Price Of It`. It stands first.
    pub named: Option<NameRef>,
    /// Amounts, each with whoever pays it if that is said.
    pub paid: Vec<Paid>,
}

/// An amount that is paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paid {
    /// What.
    pub thing: Thing,
    /// By whom, if that is said.
    pub of: Option<Expr>,
}

/// What must be so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needs {
    /// How messages call it.
    pub name: Option<Name>,
    /// What must be so.
    pub expr: Expr,
}

/// What follows from a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// From which.
    pub what: BandKind,
    /// Where that is said.
    pub what_at: At,
    /// What follows.
    pub block: Block,
}

/// A result from which something follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandKind {
    /// `passed`
    Passed,
    /// `failed`
    Failed,
    /// `failed by 1 to 2`
    FailedBy(Range),
    /// `difference 2 or more`
    Difference(Range),
    /// `6 to 8`
    Score(Range),
}

/// What each die of a pool does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EachDie {
    /// The die.
    pub dice: Dice,
    /// What it says.
    pub says: Option<DieSays>,
}

/// What each die of a pool does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DieSays {
    /// `>= 4`
    Compared(Comparison),
    /// `5 to 6 counts 1, 7 counts 2`
    Counts(Vec<FaceCounts>),
}

/// `>= 4`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How.
    pub op: Op,
    /// With what.
    pub with: Expr,
    /// Where.
    pub at: At,
}

/// How much some faces count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceCounts {
    /// The first face.
    pub from: Int,
    /// The last, if there are several.
    pub to: Option<Int>,
    /// How much each counts.
    pub counts: Int,
    /// Where.
    pub at: At,
}

/// `use Ruling = Reading`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UseReading {
    /// The ruling.
    pub ruling: Name,
    /// The reading that holds.
    pub reading: Name,
}

/// Rules that are brought along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gains {
    /// Which.
    pub rules: Vec<NameRef>,
    /// When.
    pub guard: Option<Guard>,
}

/// How long something lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Until {
    /// How long.
    pub kind: UntilKind,
    /// Where.
    pub at: At,
}

/// How long something lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UntilKind {
    /// `end of turn`, `end of next Advance`, `end of this Leap`
    End {
        /// Whether the next run of it is meant.
        next: bool,
        /// Whether `this` is said.
        this: bool,
        /// Of what.
        of: Period,
    },
    /// `removed`
    Removed,
}

/// How a formation stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapePart {
    /// What it says.
    pub kind: ShapeKind,
    /// Where.
    pub at: At,
}

/// How a formation stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeKind {
    /// `loose 0.5" if unit is Steady`: in no ranks, with this gap between bases, if it is said.
    Loose(Option<Apart>),
    /// `gap 2" if unit is Steady`: so far apart are those who stand side by side in ranks.
    Gap(Apart),
    /// `ranks 2 to 10`
    Ranks(Fewest),
    /// `front 3 to 6 if unit is Steady`
    Front {
        /// How many.
        files: Fewest,
        /// When.
        when: Option<Expr>,
    },
    /// `even`
    Drill(Drill),
    /// `else Loose`
    Else(Name),
}

/// How far apart bases stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// So far.
    pub gap: Length,
    /// When.
    pub when: Option<Expr>,
}

/// How many there are at least and at most; either may not be said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fewest {
    /// The least.
    pub least: Option<Int>,
    /// The most.
    pub most: Option<Int>,
}

/// What a sort of ground does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// `blocks sight`
    BlocksSight,
    /// `shelters 6"`
    Shelters(Length),
    /// `ground raised`
    Raised,
    /// `ground reached by leader`
    ReachedByLeader,
    /// `ground costs double if a`
    Costs {
        /// What it costs.
        cost: GroundCost,
        /// Whom.
        whom: Option<GroundTest>,
    },
    /// `crossing costs 2" unless a`
    Crossing {
        /// What it costs.
        cost: GroundCost,
        /// Whom.
        whom: Option<GroundTest>,
    },
}

/// What ground costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroundCost {
    /// `double`
    Double,
    /// `half-rest`
    HalfRest,
    /// `forbidden`
    Forbidden,
    /// `2"`: only of what is crossed.
    Toll(Length),
    /// So much, to leave it.
    Leaving(Length),
}

/// Whom ground costs something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroundTest {
    /// Whether it must not hold.
    pub unless: bool,
    /// What is asked.
    pub expr: Expr,
}
