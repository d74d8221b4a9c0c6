//! Declarations: one struct for each family.
//!
//! A family's `items` hold only what it may have: conversion reports any other where it stands, and leaves it out. What a
//! pack's own word declares is [`Named`], and amendments are [`Amend`]: which items those may have is known when kinds are.

use super::amend::{Amend, Remove};
use super::expr::Expr;
use super::item::Item;
use super::literal::Dice;
use super::name::{Cite, Name, NameOrWord, Prep, Text, Word};
use super::row::{Cell, Pair};
use super::select::Selector;
use super::value::{Chance, Condition, Value};
use crate::source::At;

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decl {
    /// What it declares.
    pub kind: Box<DeclKind>,
    /// The clauses cited on its head line.
    pub cites: Vec<Cite>,
    /// Whether some line of it could not be read, so that it is not whole. That has been told.
    pub unread: bool,
    /// The ruling in whose box it stands: it goes with that.
    pub inside: Option<crate::intern::Sym>,
    /// Its head line.
    pub head: At,
    /// All of it.
    pub at: At,
}

impl Decl {
    /// Whether it is a test or a situation, new or in the place of another.
    #[must_use]
    pub fn is_test(&self) -> bool {
        let of = |kind: &DeclKind| matches!(kind, DeclKind::Test(_) | DeclKind::Situation(_));
        match &*self.kind {
            DeclKind::Replace(inner) => of(inner),
            kind => of(kind),
        }
    }
}

/// What a declaration declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclKind {
    /// `pack Name 1.0 extends Other`
    Pack(Pack),
    /// `kind unit is group of army`
    Kind(Kind),
    /// `tags Foot, Horse of model, exclusive`
    Tags(Tags),
    /// `count AP of unit in AP starts 2`
    Count(Count),
    /// `many weapon | Range | Score`
    Many(Many),
    /// `table Name (key, key) gives kind`
    Table(Table),
    /// `value Name of unit, inches = ...`
    Value(Value),
    /// `condition Name of unit = ...`
    Condition(Condition),
    /// `roll`, `pool`, `check`, `opposed`
    Chance(Chance),
    /// `ruling Name`, and its readings below it
    Ruling(Ruling),
    /// `test "..." in Situation`
    Test(Test),
    /// `situation Name extends Other of Scenario`
    Situation(Situation),
    /// `columns of model`
    Columns(Columns),
    /// `marker Name of unit`
    Marker(Titled),
    /// `formation Name of Foot unit`
    Formation(Titled),
    /// `terrain Name`
    Terrain(Titled),
    /// `deck Name`
    Deck(Titled),
    /// `turn`, `phase Name`, `procedure Name by unit`, `manner Name of unit: ...`
    Process(Process),
    /// `scenario Name`
    Scenario(Titled),
    /// `force list Name`
    Force(Force),
    /// `options Books`: options that several entries offer.
    Options(Titled),
    /// What begins with a word of the pack's own, or with `action` or `rule`.
    Named(Named),
    /// `amend value Name: = 3`
    Amend(Amend),
    /// `remove rule Name, Other`
    Remove(Remove),
    /// `replace value Name = 3`: a whole declaration in the place of the parent's.
    Replace(Box<DeclKind>),
    /// `use Ruling = Reading`
    Use(super::item::UseReading),
}

/// `pack Name 1.0 extends Parent 1.0, Other`. Items: customs, who orders rules of one moment, what makes a side legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// Its name.
    pub name: Name,
    /// Its version, if that is said.
    pub version: Option<Version>,
    /// What it builds on.
    pub extends: Vec<Parent>,
    /// Its lines.
    pub items: Vec<Item>,
}

/// A pack that another builds on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parent {
    /// Its name.
    pub name: Name,
    /// Which version, if that is said.
    pub version: Option<Version>,
}

/// `1.0.2`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its numbers. Two or more.
    pub numbers: Vec<u64>,
    /// As written.
    pub text: Text,
}

/// `kind unit is group of army or side`. Items: what all things of the kind have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its word.
    pub word: Word,
    /// What it is, if that is said.
    pub base: Option<Base>,
    /// Whose it is.
    pub of: Vec<Word>,
    /// Its lines.
    pub items: Vec<Item>,
}

impl Kind {
    /// What its things are: rules, if nothing else is said.
    #[must_use]
    pub fn is(&self) -> Base {
        self.base.unwrap_or(Base::Rule)
    }
}

/// What things of a kind are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// `group`
    Group,
    /// `piece`
    Piece,
    /// `feature`
    Feature,
    /// `card`
    Card,
    /// `row`
    Row,
    /// `rule`
    Rule,
    /// `action`
    Action,
    /// `side`
    Side,
}

/// `tags Foot, Horse of model, majority for unit, exclusive`. No items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tags {
    /// Their names.
    pub names: Vec<Name>,
    /// Of what kind.
    pub of: Word,
    /// What holds for them.
    pub rules: Vec<TagRule>,
    /// What stands below; nothing comes of it.
    pub items: Vec<Item>,
}

/// What holds for tags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagRule {
    /// `majority for unit`
    Majority(Word),
    /// `any for unit`
    Any(Word),
    /// `exclusive`
    Exclusive,
}

/// `count AP of unit in AP starts 2`. No items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Whether each is known to its own side alone: `secret count`.
    pub secret: bool,
    /// Their names.
    pub names: Vec<Name>,
    /// Whose they are.
    pub of: Word,
    /// In what they are measured, or of what kind they hold one.
    pub measure: Option<NameOrWord>,
    /// Least and most of them.
    pub bounds: Option<Bounds>,
    /// With what they begin.
    pub starts: Option<Expr>,
    /// What stands below; nothing comes of it.
    pub items: Vec<Item>,
}

/// `from 0 to 20`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The least.
    pub least: Expr,
    /// The most.
    pub most: Expr,
}

/// `many weapon | Range | Score`. Items: rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Many {
    /// The kind of row.
    pub kind: Word,
    /// What heads the columns.
    pub columns: Vec<Cell>,
    /// Its rows.
    pub items: Vec<Item>,
}

/// `table Name (key, key) of unit gives kind: 1 to 3 8, 4 to 6 10`. Items: rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: Name,
    /// What it is looked up by.
    pub keys: Vec<TableKey>,
    /// Of whom.
    pub roles: Vec<RoleHead>,
    /// What it gives, if that is said.
    pub gives: Option<NameOrWord>,
    /// Its rows, if they stand on the head line.
    pub pairs: Vec<Pair>,
    /// Its rows below.
    pub items: Vec<Item>,
}

/// What a table is looked up by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableKey {
    /// A kind, or any word that stands for numbers or names.
    Word(Word),
    /// Dice.
    Dice(Dice),
    /// Something else: for resolve to fault.
    Expr(Expr),
}

/// A name and the words in brackets behind it: `Lucky (n)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Title {
    /// The name.
    pub name: Name,
    /// What its bearers fill in.
    pub params: Vec<Word>,
    /// All of it.
    pub at: At,
}

/// A blank of a head: `by Foot unit (the target) within 6" of me`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoleHead {
    /// Its preposition.
    pub prep: Prep,
    /// Who fills it.
    pub who: Selector,
    /// Where.
    pub at: At,
}

/// `ruling Name`, and below it `asks "..."`, `we play A 1`, `or B 2`. What holds under a reading stands in declarations of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Its name.
    pub title: Title,
    /// What is unclear, each question in a line.
    pub asks: Vec<Text>,
    /// How it may be read. Never empty.
    pub readings: Vec<Reading>,
    /// Which reading holds, if that is said.
    pub takes: Option<Name>,
}

/// How a ruling may be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Its name.
    pub name: Name,
    /// What it stands for, if it stands for a number.
    pub value: Option<ReadingValue>,
    /// Where.
    pub at: At,
}

/// What a reading stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingValue {
    /// `2 AP`
    Amount {
        /// How much.
        value: i64,
        /// Of what measure.
        measure: Name,
    },
    /// `15 pts`
    Points(i64),
    /// `3`
    Int(i64),
    /// `6"`, in thousandths of an inch.
    Length(i64),
    /// `4+`
    Need(i64),
    /// `25%`, `1/2`: for resolve to fault.
    Share(super::literal::Share),
}

/// `test "..." in Situation`. Items: `use`, `given`, `answer`, `do`, `expect`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// What it is called.
    pub name: Text,
    /// Where it is played.
    pub situation: Option<Name>,
    /// Its lines, in order.
    pub items: Vec<Item>,
}

/// `situation Name extends Other of Scenario`. Items: board, turns, sides, readings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// Its name.
    pub name: Name,
    /// What it is like but for its own lines.
    pub extends: Option<Name>,
    /// The scenario that it begins with.
    pub scenario: Option<Name>,
    /// Its lines.
    pub items: Vec<Item>,
}

/// `columns of model`. Items: columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    /// Of what kind.
    pub roles: Vec<RoleHead>,
    /// The columns.
    pub items: Vec<Item>,
}

/// A declaration of the language's own words that has a title, blanks and lines: markers, formations, terrain, decks,
/// scenarios.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Titled {
    /// Whether what has it is known to its own side alone: `secret marker`.
    pub secret: bool,
    /// Who sees into it, if it holds cards.
    pub holds: Option<Holds>,
    /// Its name, if it has one.
    pub title: Option<Title>,
    /// Its blanks.
    pub roles: Vec<RoleHead>,
    /// Its lines.
    pub items: Vec<Item>,
}

/// Who sees into what holds cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeckSort {
    /// `deck`: nobody
    Deck,
    /// `hand`: its side
    Hand,
    /// `tray`: everybody
    Tray,
}

/// `deck Orders of order, one for each side`: what only holders of cards say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holds {
    /// Who sees into it.
    pub sort: DeckSort,
    /// Of what kind each has one, if that is said.
    pub each: Option<Word>,
}

/// What sort of thing happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProcessSort {
    /// `turn`
    Turn,
    /// `phase`
    Phase,
    /// `procedure`
    Procedure,
    /// `manner`: how something moves
    Manner,
}

/// `procedure Name by unit`. Items: steps, and rules that hold while it goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Process {
    /// What sort.
    pub sort: ProcessSort,
    /// Its name. A turn has none.
    pub title: Option<Title>,
    /// Its blanks.
    pub roles: Vec<RoleHead>,
    /// Its lines, in order.
    pub items: Vec<Item>,
}

/// `force list Name`. Items: units, allies, what makes it legal, what it is shown as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// Whether `list` is said.
    pub list: bool,
    /// Its name.
    pub title: Option<Title>,
    /// Its lines.
    pub items: Vec<Item>,
}

/// What begins with a word of the pack's own, or with `action` or `rule`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The word.
    pub word: Word,
    /// Whether `list` follows it.
    pub list: bool,
    /// Its name, if it has one.
    pub title: Option<Title>,
    /// What it costs: `15 pts`.
    pub price: Option<Points>,
    /// Its blanks.
    pub roles: Vec<RoleHead>,
    /// The names behind its colon.
    pub names: Vec<Name>,
    /// Its lines, in order.
    pub items: Vec<Item>,
}

/// `15 pts`, `-5 pts`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Points {
    /// How many.
    pub value: i64,
    /// Where.
    pub at: At,
}
