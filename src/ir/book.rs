//! The symbol table of a pack.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{
    CountNo, Id as _, Key, KindNo, List, ListRowNo, Measure, POINTS, ProcNo, RuleNo, SlotNo, StateNo, TableNo, TerrainNo, ThingNo, Type,
};
use crate::source::Span;

/// What the engine makes of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KindBase {
    /// The game as a whole; there is one.
    Game,
    /// A player's side.
    Side,
    /// A group of pieces or of groups.
    Group,
    /// A piece on the table.
    Piece,
    /// Something that stands on the table and belongs to nobody.
    Feature,
    /// In no place on the table, in decks and hands.
    Card,
    /// A named row of a list.
    Row,
    /// A sort of rule.
    Rule,
    /// A sort of action.
    Action,
}

/// A kind of thing, and the word for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Its word.
    pub word: String,
    /// What it is to the engine.
    pub base: KindBase,
    /// The kinds it belongs to or may be carried by.
    pub of: Vec<String>,
    /// Where it was declared.
    pub span: Span,
}

/// When a state ends by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Until {
    /// Never.
    Stays,
    /// At the end of the turn.
    Turn,
    /// At the end of the named phase.
    Phase(Key),
}

/// What sort of yes-or-no a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    /// Put on and taken off.
    Marker,
    /// One of several that exclude each other.
    Formation,
    /// What its pieces are by nature.
    Tag,
    /// A rule that it carries.
    Rule,
    /// That it did something this turn.
    DidTurn,
    /// That it did something this phase.
    DidPhase,
    /// That it did something this game.
    DidGame,
    /// What the machine notes and no player is told of.
    Note,
}

impl StateKind {
    /// Whether players are told of it.
    #[must_use]
    pub const fn told(self) -> bool {
        matches!(self, Self::Marker | Self::Formation | Self::Tag | Self::Rule)
    }
}

/// A yes-or-no that things can have: one bit of its bearer.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// As written.
    pub name: String,
    /// What sort.
    pub kind: StateKind,
    /// The kind of thing that bears it.
    pub of: KindNo,
    /// When it ends.
    pub until: Until,
    /// Whether a group has it when most of its pieces do.
    pub majority: bool,
    /// Whether a group has it when any of its pieces does.
    pub any: bool,
    /// Where it was declared.
    pub span: Span,
}

/// Who sees into what holds cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sees {
    /// A deck.
    #[default]
    Nobody,
    /// A hand.
    Side,
    /// A tray.
    All,
}

impl Sees {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Nobody => "deck",
            Self::Side => "hand",
            Self::All => "tray",
        }
    }

    /// Whether it is a deck.
    #[must_use]
    pub fn is_deck(&self) -> bool {
        *self == Self::Nobody
    }
}

/// What may be known to one side alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hidden {
    /// A stored number.
    Count(CountNo),
    /// A state.
    State(StateNo),
    /// Which card it is, of one of this kind.
    Card(KindNo),
}

/// Something that is known to one side alone until it is revealed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Secret {
    /// What.
    pub what: Hidden,
    /// The state of those of which it is revealed.
    pub told: StateNo,
}

/// A deck, a hand or a tray, of the game or of one side.
#[derive(Clone, Debug, PartialEq)]
pub struct Deck {
    /// As written.
    pub name: String,
    /// The state of having a card in it.
    pub state: StateNo,
    /// The kind of those that have one.
    pub kind: KindNo,
    /// Who sees into it.
    pub sees: Sees,
    /// Whose it is; 0 for the game's.
    pub side: i64,
}

/// A stored number.
#[derive(Clone, Debug, PartialEq)]
pub struct Count {
    /// As written.
    pub name: String,
    /// The kind that bears it.
    pub of: KindNo,
    /// What it holds.
    pub holds: Type,
    /// Where it was declared.
    pub span: Span,
}

/// A blank of a head.
#[derive(Clone, Debug, PartialEq)]
pub struct Role {
    /// The word before it.
    pub prep: String,
    /// What stands in it.
    pub ty: Type,
    /// The local that it fills.
    pub local: String,
    /// Where.
    pub span: Span,
}

/// A name with blanks.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// As written.
    pub name: String,
    /// What sort of declaration: `value`, `pool`, `action` ...
    pub word: String,
    /// Its blanks in order.
    pub roles: Vec<Role>,
    /// What comes of asking or doing it.
    pub gives: Type,
    /// Where.
    pub span: Span,
}

/// What a name may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A yes-or-no of things.
    State(StateNo),
    /// A kind of ground.
    Terrain(TerrainNo),
    /// A row of a list.
    Row(ListRowNo),
    /// A stored number.
    Count(CountNo),
    /// A quantity or condition.
    Value(SlotNo),
    /// Something rolled, by its place among what is.
    Chance(usize),
    /// A table.
    Table(TableNo),
    /// Something that happens.
    Procedure(ProcNo),
    /// A rule.
    Rule(RuleNo),
    /// A ruling.
    Ruling(usize),
    /// A reading of a ruling.
    Reading(usize),
    /// A result that only a table names.
    Word(usize),
    /// A thing that is declared by name, such as a feature.
    Thing(ThingNo),
    /// A deck: the state that says whose cards are in it.
    Deck(usize),
}

/// Every name of a pack, by drawer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Book {
    /// The pack's name and version.
    pub name: String,
    /// Version as written.
    pub version: String,
    /// Parent packs.
    pub extends: Vec<String>,
    /// Kinds, built-in first.
    pub kinds: List<KindNo, Kind>,
    /// Markers, formations, tags, carried rules.
    pub states: List<StateNo, State>,
    /// Sets of tags of which a thing has at most one.
    pub exclusive: Vec<Vec<StateNo>>,
    /// Stored numbers.
    pub counts: List<CountNo, Count>,
    /// All that has a head, each list in the order of keys.
    pub names: HashMap<Key, Vec<Symbol>>,
    /// Measures that counts and columns introduce.
    pub measures: Vec<(Key, String)>,
}

impl Book {
    /// The number of a kind by its word; a plural `s` is forgiven.
    #[must_use]
    pub fn kind(&self, word: &str) -> Option<KindNo> {
        let find = |w: &str| self.kinds.all().iter().position(|k| k.word == w).and_then(KindNo::new);
        find(word).or_else(|| word.strip_suffix('s').and_then(find))
    }

    /// The word of the kind of group that pieces belong to; the game if there are none.
    #[must_use]
    pub fn home_of_pieces(&self) -> String {
        let home = self.kinds.all().iter().find(|k| k.base == KindBase::Piece).and_then(|k| k.of.first());
        home.cloned().unwrap_or_else(|| "game".to_owned())
    }

    /// Whether a kind is of this sort.
    #[must_use]
    pub fn is(&self, kind: KindNo, base: KindBase) -> bool {
        self.kinds.get(kind).is_some_and(|k| k.base == base)
    }

    /// Everything of that name.
    #[must_use]
    pub fn lookup(&self, name: &str) -> &[Symbol] {
        self.names.get(&Key::new(name)).map_or(&[], Vec::as_slice)
    }

    /// Enters a name.
    pub fn enter(&mut self, name: &str, symbol: Symbol) {
        self.names.entry(Key::new(name)).or_default().push(symbol);
    }

    /// The measure of that name, if any count or column has it.
    #[must_use]
    pub fn measure(&self, name: &str) -> Option<Measure> {
        let key = Key::new(name);
        (key == Key::new(POINTS) || self.measures.iter().any(|(k, _)| *k == key)).then_some(Measure::Named(key))
    }

    /// How a type is called in messages.
    #[must_use]
    pub fn describe(&self, ty: &Type) -> String {
        match ty {
            Type::Number(Measure::None) => "a plain number".into(),
            Type::Number(Measure::Inches) => "inches".into(),
            Type::Number(Measure::Degrees) => "degrees".into(),
            Type::Number(Measure::Named(k)) => {
                self.measures.iter().find(|(m, _)| m == k).map_or_else(|| k.as_str().to_owned(), |(_, n)| n.clone())
            }
            Type::Truth => "yes or no".into(),
            Type::Thing(k) | Type::Row(k) => self.kinds.get(*k).map_or_else(String::new, |k| format!("a {}", k.word)),
            Type::Need => "a score needed".into(),
            Type::Place => "a place".into(),
            Type::Facing => "a facing".into(),
            Type::Edge => "an edge of the board".into(),
            Type::State => "a formation".into(),
            Type::Name => "a name".into(),
            Type::Nothing => "nothing".into(),
            Type::Unknown => "unknown".into(),
        }
    }
}
