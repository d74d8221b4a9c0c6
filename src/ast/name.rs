//! Names, words, quoted texts, citations, and the small words that join them.

use super::literal::{Dice, Int};
use crate::intern::Sym;
use crate::source::At;

/// A name of the author's: a run of capitalised words, or a title in quotes (the quotes are not kept).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    /// As written.
    pub sym: Sym,
    /// Where.
    pub at: At,
}

/// A word in small letters: a kind, a blank, a step, a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    /// As written.
    pub sym: Sym,
    /// Where.
    pub at: At,
}

/// A text in quotes that is shown and names nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Text {
    /// What stands between the quotes.
    pub sym: Sym,
    /// Where.
    pub at: At,
}

/// A clause of the book that a line cites.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cite {
    /// Its id.
    pub id: Sym,
    /// Where.
    pub at: At,
}

/// A name with what may stand in brackets: `Hits (3)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameRef {
    /// The name.
    pub name: Name,
    /// One number, dice or name in brackets: the parameter of a rule, or the one key of a table.
    pub param: Option<Param>,
    /// All of it.
    pub at: At,
}

/// What stands in brackets right behind a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Param {
    /// A whole number.
    Int(Int),
    /// Dice.
    Dice(Dice),
    /// A name.
    Name(Name),
}

/// A name or a word, where either may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameOrWord {
    /// Of the author's.
    Name(Name),
    /// In small letters.
    Word(Word),
}

impl NameOrWord {
    /// As written.
    #[must_use]
    pub const fn sym(self) -> Sym {
        match self {
            Self::Name(n) => n.sym,
            Self::Word(w) => w.sym,
        }
    }

    /// Where.
    #[must_use]
    pub const fn at(self) -> At {
        match self {
            Self::Name(n) => n.at,
            Self::Word(w) => w.at,
        }
    }
}

/// A preposition that begins a blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
pub enum Prep {
    /// `by`
    By,
    /// `at`
    At,
    /// `of`
    Of,
    /// `with`
    With,
    /// `from`
    From,
    /// `to`
    To,
    /// `against`
    Against,
    /// `for`
    For,
    /// `in`
    In,
    /// `on`
    On,
}

impl Prep {
    /// As it is written.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::By => "by",
            Self::At => "at",
            Self::Of => "of",
            Self::With => "with",
            Self::From => "from",
            Self::To => "to",
            Self::Against => "against",
            Self::For => "for",
            Self::In => "in",
            Self::On => "on",
        }
    }
}

/// A stretch of the game that limits and memories are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// `game`
    Game,
    /// `turn`
    Turn,
    /// `phase`
    Phase,
    /// A procedure by its name.
    Name(Name),
    /// A word that is none of these: for resolve to fault.
    Word(Word),
}
