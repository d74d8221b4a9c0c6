//! Values, conditions and throws.

use super::decl::{RoleHead, Title};
use super::expr::Expr;
use super::item::Item;
use super::literal::Rounded;
use super::name::NameOrWord;
use crate::source::At;

/// `value Name of unit, inches = ..., rounded up, at least 1`. Items: what changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its name.
    pub title: Title,
    /// Its blanks.
    pub roles: Vec<RoleHead>,
    /// What it is measured in, how it is rounded, how small and great it may be.
    pub options: Vec<ValueOption>,
    /// What it is.
    pub base: Option<Expr>,
    /// What changes it.
    pub items: Vec<Item>,
}

/// What is said of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueOption {
    /// What.
    pub kind: ValueOptionKind,
    /// Where.
    pub at: At,
}

/// What is said of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueOptionKind {
    /// `inches`
    Inches,
    /// `need`
    Need,
    /// `rounded up`
    Rounded(Rounded),
    /// `at least 1`
    AtLeast(Expr),
    /// `at most 6`
    AtMost(Expr),
    /// `in AP`, `in weapon`
    In(NameOrWord),
}

/// `condition Name of unit = ...`. Items: what changes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Its name.
    pub title: Title,
    /// Its blanks.
    pub roles: Vec<RoleHead>,
    /// What is asked.
    pub base: Option<Expr>,
    /// What changes it.
    pub items: Vec<Item>,
}

/// What is rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChanceSort {
    /// `roll`
    Roll,
    /// `pool`
    Pool,
    /// `check`
    Check,
    /// `opposed`
    Opposed,
}

/// `roll Name of unit: 2d6 + 1`. Items: its dice, what changes them, what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance {
    /// What sort of throw.
    pub sort: ChanceSort,
    /// Its name.
    pub title: Title,
    /// Its blanks.
    pub roles: Vec<RoleHead>,
    /// What is thrown, if it stands on the head line.
    pub base: Option<ChanceBase>,
    /// Its lines.
    pub items: Vec<Item>,
}

/// What is thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceBase {
    /// What.
    pub expr: Expr,
    /// Whether ties are thrown again.
    pub ties_roll_again: bool,
    /// Where.
    pub at: At,
}
