//! Units, their options, and the lists that offer them.

use super::contrib::Guard;
use super::expr::Expr;
use super::literal::{Int, Rounded};
use super::name::{Name, NameRef, Word};
use crate::source::At;

/// `carries Lamp, Hook`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Carries {
    /// What.
    pub what: Vec<Name>,
}

/// `has 5 Worker as Guard, 1 Foreman leader`; with `leader`, `leader 1 Foreman`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HasCrew {
    /// Whether the line begins with `leader`.
    pub leader: bool,
    /// Who.
    pub crews: Vec<Crew>,
}

/// Men of one sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crew {
    /// How many.
    pub number: Int,
    /// The profile.
    pub profile: Name,
    /// In which guise, if not in its own.
    pub guise: Option<Name>,
    /// Whether they lead.
    pub leader: bool,
    /// Where.
    pub at: At,
}

/// An option of a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitOption {
    /// Its name.
    pub name: Name,
    /// What it does.
    pub what: OptionWhat,
    /// Where that is said.
    pub what_at: At,
    /// What it costs, if that is said.
    pub price: Option<PriceOf>,
    /// What else is said of it.
    pub parts: Vec<OptionPart>,
    /// Of an entry that has it from a list of options: the line that takes it from there.
    pub from: Option<OptionsOf>,
}

/// `options Books, at most 2`: what a list of options offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionsOf {
    /// The list.
    pub list: Name,
    /// How many of it may be bought, if that is said.
    pub most: Option<MostOf>,
}

/// `at most 2 in the force`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MostOf {
    /// How many.
    pub number: Int,
    /// In which whole, if that is said.
    pub of: Option<Word>,
}

/// What an option does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionWhat {
    /// `up to 5 more Worker`
    More {
        /// Whether fewer may be taken.
        up_to: bool,
        /// How many.
        number: Int,
        /// The profile.
        profile: Name,
    },
    /// `1 Worker for every 5 models as Helper leader`
    Upgrade {
        /// How many.
        number: Int,
        /// The profile.
        profile: Name,
        /// For every how many, if that is said.
        every: Option<Every>,
        /// In which guise.
        guise: Name,
        /// Whether they lead.
        leader: bool,
    },
    /// `2 models`, `any model`: some get what the option swaps and carries.
    Equip {
        /// How many; none for `any`.
        number: Option<Int>,
        /// The kind of piece.
        kind: Word,
        /// For every how many, if that is said.
        every: Option<Every>,
    },
    /// `all as Guard`
    Whole {
        /// In which guise, if in another.
        guise: Option<Name>,
    },
    /// `gains Steady, Lucky`
    Gains(Vec<NameRef>),
    /// `leader`: whoever leads the unit as its entry has it gets what the option swaps, gives and carries.
    Leader,
    /// `Worker becomes Guard`
    Becomes {
        /// The profile.
        profile: Name,
        /// In which guise.
        guise: Name,
    },
    /// `0 to 2 unit at its price`: other entries with it.
    Offer {
        /// The least, if that is said.
        least: Option<Int>,
        /// The most.
        most: Int,
        /// Whether `up to` is said.
        up_to: bool,
        /// The kind.
        kind: Word,
        /// Whether each costs what it costs alone.
        at_its_price: bool,
    },
}

/// `for every 5 models rounded up`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Every {
    /// How many.
    pub models: Int,
    /// How it is rounded.
    pub rounded: Option<Rounded>,
    /// Where.
    pub at: At,
}

/// What an option costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriceOf {
    /// In points.
    pub points: i64,
    /// For what.
    pub per: Per,
    /// Where.
    pub at: At,
}

/// For what a price is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// Once each time that it is taken.
    Time,
    /// `each`
    Each,
    /// `a model`
    A(Word),
}

/// What else is said of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionPart {
    /// What.
    pub kind: OptionPartKind,
    /// Where.
    pub at: At,
}

/// What else is said of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionPartKind {
    /// `swaps Lamp, Hook for Rope`
    Swaps {
        /// What is given up.
        from: Vec<Name>,
        /// What is got.
        to: Vec<Name>,
    },
    /// `gains Steady`
    Gains(Vec<NameRef>),
    /// `loses Steady`
    Loses(Vec<NameRef>),
    /// `carries Hook`
    Carries(Vec<Name>),
    /// `when Other Option`
    Guard(Guard),
    /// `at most 2 in the force`
    Limit(MostOf),
}

/// `units Foot: Watch 0-2, Guild`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitsOf {
    /// Under which heading they stand, if under one.
    pub section: Option<Name>,
    /// The entries.
    pub entries: Vec<EntryRef>,
}

/// An entry of a list: `Watch 0-2`, `Watch 1 or more`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryRef {
    /// The entry.
    pub name: Name,
    /// At least how many, if that is said.
    pub least: Option<Int>,
    /// At most how many, if that is said.
    pub most: Option<Int>,
    /// Where.
    pub at: At,
}

/// A question that a side must meet: before it may be fielded, or always.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// Whether it is asked at each decision of a game.
    pub always: bool,
    /// How messages call it.
    pub name: Option<Name>,
    /// What must be so.
    pub expr: Expr,
}
