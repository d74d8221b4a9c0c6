//! Quantities, procedures and tables: what rules meet.

use serde::{Deserialize, Serialize};

use super::{Block, Chance, Expr, KindId, Limit, Line, LocalId, Need, OwnRow, Price, Quality, Sel, Ty};
use crate::ast::Prep;
use crate::intern::Sym;
use crate::num::Rounding;
use crate::source::At;

/// A blank of a head.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Role {
    /// The word before it.
    pub prep: Prep,
    /// The word that stands for what fills it; its type is the word's.
    pub local: LocalId,
    /// Where.
    pub at: At,
}

/// A name with blanks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// What it is called.
    pub name: Sym,
    /// Its blanks in order.
    pub roles: Vec<Role>,
    /// What comes of asking or doing it.
    pub gives: Ty,
    /// Its line.
    pub line: Line,
}

/// A word that stands for something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Local {
    /// As written; the kind's own word where it has none of its own.
    pub word: Sym,
    /// What it stands for.
    pub ty: Ty,
    /// What made it.
    pub origin: Origin,
}

/// What made a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// A blank of a head.
    Blank,
    /// Whoever carries the rule.
    Carrier,
    /// The one that a description looks at.
    Candidate,
    /// The result of a step.
    Result,
    /// A choice, or a value that was given a word.
    Chosen,
    /// What an effect that lasts noted when it was woken.
    Noted,
    /// What a throw or procedure makes known, such as `winner`.
    Given,
}

/// A quantity, or a condition if it gives yes or no.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Value {
    /// Its name and blanks.
    pub head: Head,
    /// What it is before anything is changed.
    pub base: Option<Expr>,
    /// How a fraction becomes whole.
    pub rounding: Option<Rounding>,
    /// Its own least.
    pub least: Option<Expr>,
    /// Its own most.
    pub most: Option<Expr>,
    /// Its own rows.
    pub rows: Vec<OwnRow>,
    /// The column that it asks for, where it is one.
    pub column: Option<super::ColumnId>,
}

/// What sort of thing happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ProcKind {
    /// Called by others.
    Procedure,
    /// A phase.
    Phase,
    /// The turn.
    Turn,
    /// What is done before the game, where rules meet it.
    Opening,
    /// An action of this kind.
    Action(KindId),
    /// What a sort of card of this kind does.
    Card(KindId),
    /// A throw.
    Chance(Box<Chance>),
    /// No more than how something moves that moves so: moves name it.
    Manner(Manner),
}

/// How something moves that moves so: all of it holds, in whatever order it is said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Manner {
    /// What it says.
    pub rows: Vec<OwnRow>,
}

/// Something that happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proc {
    /// Its name and blanks.
    pub head: Head,
    /// What sort.
    pub kind: ProcKind,
    /// What it costs.
    pub costs: Vec<Price>,
    /// What must hold for it to be chosen: its kind's, then its own.
    pub needs: Vec<Need>,
    /// How often it may be done.
    pub limits: Vec<Limit>,
    /// Whom a player may name for the second blank of an action. None where there is no second blank, and where it is a
    /// formation.
    pub aim: Option<Sel>,
    /// What is done, in order: steps that its kind shares first.
    pub steps: Vec<Step>,
    /// How it is shown to players, if not by its name.
    pub shown: Option<Sym>,
    /// Its ways.
    pub ways: Vec<Sym>,
    /// Words that its steps make known, in order, for rules that meet it.
    pub results: Vec<(Sym, LocalId)>,
}

impl Proc {
    /// The rows that it has of its own: those of a throw or a manner.
    #[must_use]
    pub fn rows(&self) -> Option<&[OwnRow]> {
        match &self.kind {
            ProcKind::Chance(chance) => Some(&chance.rows),
            ProcKind::Manner(manner) => Some(&manner.rows),
            _ => None,
        }
    }
}

/// A step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// Its line; its name is the step's.
    pub line: Line,
    /// When it happens.
    pub guard: Option<Expr>,
    /// Its result.
    pub result: Option<(LocalId, Expr)>,
    /// What is done if the call that is its result fails.
    pub or_else: Option<Block>,
    /// What is done.
    pub block: Block,
}

/// A key of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TableKey {
    /// Numbers from here to there, or a single state, row or name as the machine numbers it.
    Numbers(i64, i64),
    /// This very thing.
    Is(Expr),
    /// Of the thing looked up it is so; its word is the key's in [`Table::words`].
    So(Quality),
    /// All that is left.
    Otherwise,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Cell {
    /// Nothing.
    Dash,
    /// This.
    Is(Expr),
    /// What these dice show.
    Dice(super::Dice),
}

/// A table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Its name; its blanks are its keys, where they are asked for by blanks.
    pub head: Head,
    /// What each key is, by its word.
    pub takes: Vec<Ty>,
    /// The word for what is looked up by each key; a table with blanks is looked up by its first blank alone.
    pub words: Vec<LocalId>,
    /// For each key, its rows.
    pub keys: Vec<Vec<TableKey>>,
    /// Its cells, last key fastest.
    pub cells: Vec<Cell>,
}
