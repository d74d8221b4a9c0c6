//! What a variant changes of its parents' declarations.

use super::decl::{RoleHead, TableKey};
use super::deed::MoveOption;
use super::expr::Expr;
use super::item::{BandKind, Item};
use super::literal::Int;
use super::name::{Name, NameOrWord, Word};
use super::row::{Cell, Pair};
use super::stmt::Block;
use super::value::ChanceBase;
use crate::source::At;

/// `amend value Name of unit: = 3, was 2`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amend {
    /// What is amended.
    pub target: Target,
    /// What changes on its head line.
    pub head: Option<AmendHead>,
    /// What changes of its lines; those on the head line first.
    pub items: Vec<Item>,
}

/// What is amended or removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The word that it is declared with.
    pub word: Word,
    /// Whether `list` follows it.
    pub list: bool,
    /// Its name; of kinds and lists their word; of the turn nothing.
    pub name: Option<NameOrWord>,
    /// The keys in brackets, if they are said.
    pub keys: Vec<TableKey>,
    /// Its blanks, as far as they are said.
    pub roles: Vec<RoleHead>,
    /// All of it.
    pub at: At,
}

/// What a variant changes on a head line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AmendHead {
    /// `12 pts each, was 10 pts`
    Price {
        /// What it costs now.
        price: Price,
        /// What it is believed to cost.
        was: Option<HeadWas<Price>>,
    },
    /// `3d6, was 2d6`
    Base {
        /// What is thrown now.
        base: ChanceBase,
        /// What is believed to be thrown.
        was: Option<HeadWas<ChanceBase>>,
    },
    /// `4 to 6 12, was 10`
    Pairs {
        /// The keys and what they give now.
        pairs: Vec<Pair>,
        /// What the last of them is believed to give.
        was: Option<HeadWas<PairWas>>,
    },
}

/// A price on a head line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// How many points.
    pub points: Int,
    /// Whether `each` is said.
    pub each: bool,
    /// Where.
    pub at: At,
}

/// What the parent is believed to say on a head line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeadWas<T> {
    /// `was nothing`
    Nothing(At),
    /// What it says.
    Is(T),
}

/// What a key of a table is believed to give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairWas {
    /// The key and what it gives.
    Pair(Pair),
    /// Only what it gives.
    Gives(Cell),
}

/// `remove rule Name, Other`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remove {
    /// The first.
    pub target: Target,
    /// The others.
    pub others: Vec<Name>,
    /// What stands below; nothing comes of it.
    pub items: Vec<Item>,
}

/// `step pick, for 6" read 2"`: what a variant changes within a line of its parent's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// Within what.
    pub of: EditOf,
    /// What it changes.
    pub what: EditWhat,
}

/// Within what a variant changes something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditOf {
    /// A step.
    Step(Word),
    /// A row, by its name.
    Row(Name),
    /// What follows from a result, and where the result is named.
    Result(BandKind, At),
    /// All of the declaration.
    Whole,
}

/// What a variant changes within a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditWhat {
    /// `for 6" read 2"`
    Read {
        /// What stands there.
        old: Expr,
        /// What is to stand there.
        new: Expr,
        /// The two as cells of a row have them.
        cells: Box<[Cell; 2]>,
    },
    /// `adding: without ...`: to each move of the step.
    Adding(Vec<MoveOption>),
    /// `then: ...`: behind what the step does.
    Then(Block),
    /// `first: ...`: before what the step does.
    First(Block),
    /// `only if a`: the line holds in fewer cases.
    OnlyIf(Expr),
    /// `also if a`: the line holds in more cases.
    AlsoIf(Expr),
}
