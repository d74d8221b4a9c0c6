//! Nouns: kinds, states, counts, lists, ground, formations, rulings, decks.

use serde::{Deserialize, Serialize};

use super::{AttachId, CountId, DeckId, Expr, KindId, Line, ListCell, LocalId, RuleId, Sel, StateId, Terms, Ty, Until, ValueId};
use crate::intern::Sym;
use crate::ir::Sees;
use crate::table::Drill;

/// What the engine makes of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
    /// On no table, in decks and hands.
    Card,
    /// A named row of a list.
    Row,
    /// A sort of rule.
    Rule,
    /// A sort of action.
    Action,
}

/// A kind of thing, and the word for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Kind {
    /// Its word.
    pub word: Sym,
    /// What it is to the engine.
    pub base: KindBase,
    /// The words of the kinds it belongs to or may be carried by.
    pub of: Vec<Sym>,
    /// What all its rules ask before they act.
    pub terms: Terms,
    /// What all its rules share.
    pub lines: Vec<AttachId>,
    /// Its line.
    pub line: Line,
}

/// What sort of yes-or-no a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StateKind {
    /// Put on and taken off.
    Marker,
    /// One of several that exclude each other.
    Formation,
    /// What its pieces are by nature.
    Tag,
    /// A rule that it carries.
    Rule,
}

/// A yes-or-no that things can have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// As written.
    pub name: Sym,
    /// What sort.
    pub kind: StateKind,
    /// The kind of thing that bears it; the game's where nothing says whose it is.
    pub of: KindId,
    /// The word for that, as written.
    pub of_word: Sym,
    /// When it ends.
    pub until: Until,
    /// Whether a group has it when most of its pieces do.
    pub majority: bool,
    /// Whether a group has it when any of its pieces does.
    pub any: bool,
    /// Whether the side of whoever has it knows it alone, until it is revealed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
    /// The first of the tags that are declared together with it. How they are spread over lines is no part of the rules.
    #[serde(skip)]
    pub beside: Option<Sym>,
    /// Its line.
    pub line: Line,
}

/// A stored number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Count {
    /// As written.
    pub name: Sym,
    /// The kind that bears it.
    pub of: KindId,
    /// What it holds.
    pub holds: Ty,
    /// What it starts at: the word for whose it is, and how much.
    pub starts: Option<(LocalId, Expr)>,
    /// Least and most of it: the word for whose it is, and how much.
    pub bounds: Option<(LocalId, [Expr; 2])>,
    /// Whether the side of whoever has it knows it alone, until it is revealed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
    /// Its line.
    pub line: Line,
}

impl Count {
    /// All that is asked when it begins, and where it changes.
    pub fn asked(&self) -> impl Iterator<Item = &Expr> {
        self.starts.iter().map(|(_, e)| e).chain(self.bounds.iter().flat_map(|(_, both)| both))
    }
}

/// A rule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// As written, with what it was given in brackets.
    pub name: Sym,
    /// The name without what it was given.
    pub title: Sym,
    /// The word of its kind, such as `rule`, `marker` or the pack's own.
    pub word: Sym,
    /// The state that says a thing carries it; none if it is always in force, or carried by rows alone.
    pub state: Option<StateId>,
    /// Kinds of rows that carry it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<KindId>,
    /// Price in points.
    pub price: i64,
    /// What was given in brackets.
    pub given: Option<Given>,
    /// What it asks before it acts, beside what its kind asks.
    pub terms: Terms,
    /// Rules that come along with it: for whoever has the marker or formation, else for its carrier. Those of another bearer,
    /// his side or his men, have them from the muster.
    pub brings: Vec<RuleId>,
    /// Its line.
    pub line: Line,
}

impl Rule {
    /// Whether rows carry it.
    #[must_use]
    pub const fn by_rows(&self) -> bool {
        !self.rows.is_empty()
    }
}

/// What stands in the brackets of a rule's name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Given {
    /// Nobody gives it anything.
    Nothing,
    /// A number.
    Number(i64),
    /// Dice.
    Dice(super::Dice),
    /// A name.
    Name(Sym),
}

/// A column of lists or profiles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// As written.
    pub name: Sym,
    /// The kind of its rows.
    pub kind: KindId,
    /// The letters that tables of profiles may head it by.
    pub short: Option<Sym>,
    /// The value that asks for it.
    pub value: ValueId,
    /// The tag that it stands for, if it says which rows have a tag.
    pub tag: Option<StateId>,
    /// Its line.
    pub line: Line,
}

/// A row of a list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ListRow {
    /// As written.
    pub name: Sym,
    /// Its kind.
    pub kind: KindId,
    /// Its cells.
    pub cells: Vec<(super::ColumnId, ListCell)>,
    /// The rules it carries.
    pub rules: Vec<RuleId>,
    /// The tags it has.
    pub tags: Vec<StateId>,
    /// Its line.
    pub line: Line,
}

/// Who pays what for crossing ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroundCost {
    /// Each inch of it costs two.
    Double,
    /// Half of what is left of the move is lost where it begins.
    HalfRest,
    /// It is not entered.
    Forbidden,
    /// Crossing its edge costs so much.
    Crossing(i64),
    /// Leaving it costs so much.
    Leaving(i64),
    /// Crossing its edge costs half of what is left.
    CrossingHalfRest,
    /// Its edge is not crossed.
    CrossingForbidden,
    /// Each inch beyond its edge costs two.
    CrossingDouble,
}

/// A sort of ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terrain {
    /// As written.
    pub name: Sym,
    /// What it costs, and for whom; the word is for the mover's group.
    pub costs: Vec<(GroundCost, Option<(LocalId, Expr)>)>,
    /// Stops sight.
    pub blocks: bool,
    /// Hides what stands so near behind it, in mils.
    pub shelters: Option<i64>,
    /// Lies a level above the table.
    pub raised: bool,
    /// Who leads a group onto it brings all of it.
    pub by_leader: bool,
    /// Its line.
    pub line: Line,
}

/// Least and most of a front rank, and whom it holds for; the word is for the group.
pub type Front = (u8, u8, Option<(LocalId, Expr)>);

/// A formation's layout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Form {
    /// The state.
    pub state: StateId,
    /// In no ranks.
    pub loose: bool,
    /// How far apart bases stand in mils, in ranks those side by side, each with whom it holds for; the word is for the group.
    pub gaps: Vec<(i64, Option<(LocalId, Expr)>)>,
    /// Least and most ranks.
    pub ranks: (u8, u8),
    /// Least and most of the front rank, each with whom it holds for; the word is for the group.
    pub fronts: Vec<Front>,
    /// Who may take it.
    pub open: Option<(LocalId, Expr)>,
    /// How it stands besides, each once, in canonical order.
    pub drills: Vec<Drill>,
    /// The formation that it falls into when its numbers no longer allow it.
    pub lost: Option<StateId>,
    /// Taken at the start.
    pub first: bool,
    /// Its line.
    pub line: Line,
}

/// A ruling and its readings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ruling {
    /// As written.
    pub name: Sym,
    /// What is unclear, each question in a line.
    pub asks: Vec<Sym>,
    /// Readings: name and, if it stands for a number, that.
    pub readings: Vec<(Sym, Option<i64>)>,
    /// The reading in force.
    pub chosen: u32,
    /// What its readings measure.
    pub measure: Ty,
    /// Its line; it cites the unclear place.
    pub line: Line,
}

/// A thing that is declared by name, such as a feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Named {
    /// As written.
    pub name: Sym,
    /// Its kind.
    pub kind: KindId,
    /// Its line.
    pub line: Line,
}

/// What is known to one side alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Hidden {
    /// A secret count.
    Count(CountId),
    /// A secret marker.
    State(StateId),
    /// Which card it is.
    Card(KindId),
}

/// A deck that there is once, or that of one side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Pile {
    /// The one.
    One(DeckId),
    /// That of a side.
    Of(DeckId, Expr),
}

impl Pile {
    /// Which, whosoever it is.
    #[must_use]
    pub const fn deck(&self) -> DeckId {
        match self {
            Self::One(deck) | Self::Of(deck, _) => *deck,
        }
    }
}

/// A deck, a hand or a tray.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deck {
    /// As written.
    pub name: Sym,
    /// The kind of those that have a card in it.
    pub of: KindId,
    /// Who has a card in it when it is shuffled.
    pub has: Option<Sel>,
    /// The cards that it lists, and how many of each; those are in it from the start.
    pub lists: Vec<(super::ThingId, i64)>,
    /// Who sees into it.
    #[serde(default, skip_serializing_if = "Sees::is_deck")]
    pub sees: Sees,
    /// Whether each side has one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub each: bool,
    /// Its line.
    pub line: Line,
}

/// Sets of tags of which a thing has at most one.
pub type Exclusive = Vec<StateId>;

/// What the pack as a whole says of the game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Distances begin at the leader's base, not the nearest.
    pub from_leader: bool,
    /// Distances end at the leader's base, not the nearest.
    pub to_leader: bool,
    /// Pieces of a group stay this close, in mils.
    pub coherency: Option<i64>,
    /// Whether pieces in loose order stay within that of their leader, not of each other.
    pub about_leader: bool,
    /// Whether of a group only its leader walks.
    pub leader_walks: bool,
    /// Whether each action may be taken once per turn (no) or phase (yes), where it is limited.
    pub once_per_phase: Option<bool>,
    /// Who puts rules in order that happen at one moment: the word for the side that is asked about, and who.
    pub simultaneous: Option<(LocalId, Expr)>,
    /// A count that a side has scored, for reports.
    pub score: Option<ValueId>,
    /// How a side stands, for players that look ahead.
    pub standing: Option<ValueId>,
}
