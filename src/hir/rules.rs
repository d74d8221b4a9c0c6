//! The whole: all that a pack declares, resolved.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::{
    Attach, AttachId, Column, ColumnId, Count, CountId, Deck, DeckId, Exclusive, Forbid, Form, Kind, KindBase, KindId, Lasting, LastingId,
    Line, List, ListRow, Local, LocalId, Measure, MeasureId, Named, Proc, ProcId, RowId, Rule, RuleId, Ruling, RulingId, Settings, State,
    StateId, StateKind, Table, TableId, Terrain, TerrainId, ThingId, Ty, Value, ValueId,
};
use crate::dice::Histogram;
use crate::intern::{KeyId, Names, Sym};

/// What a name may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Symbol {
    /// A yes-or-no of things.
    State(StateId),
    /// A sort of ground.
    Terrain(TerrainId),
    /// A row of a list.
    Row(RowId),
    /// A stored number.
    Count(CountId),
    /// A quantity or condition.
    Value(ValueId),
    /// Something that happens, or is thrown.
    Proc(ProcId),
    /// A table.
    Table(TableId),
    /// A rule.
    Rule(RuleId),
    /// A ruling.
    Ruling(RulingId),
    /// A reading of a ruling.
    Reading(RulingId, u32),
    /// A result that only a table names.
    Word(Sym),
    /// A thing that is declared by name.
    Thing(ThingId),
    /// A deck.
    Deck(DeckId),
    /// A manner, which stands among what happens.
    Manner(ProcId),
}

/// Who a pack is, and what it extends.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pack {
    /// Its name.
    pub name: Option<Sym>,
    /// Its version as written.
    pub version: String,
    /// The packs that it extends.
    pub extends: Vec<Sym>,
    /// Its line.
    pub line: Line,
}

/// The resolved rules of a pack, variants applied.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Every name, as written and by key.
    pub names: Names,
    /// The pack.
    pub pack: Pack,
    /// What each key may be.
    pub symbols: BTreeMap<KeyId, Vec<Symbol>>,
    /// Kinds, built-in first.
    pub kinds: List<KindId, Kind>,
    /// Measures that counts and columns introduce: their names.
    pub measures: List<MeasureId, Sym>,
    /// Markers, formations, tags, carried rules.
    pub states: List<StateId, State>,
    /// Sets of tags of which a thing has at most one.
    pub exclusive: Vec<Exclusive>,
    /// Stored numbers.
    pub counts: List<CountId, Count>,
    /// Quantities and conditions.
    pub values: List<ValueId, Value>,
    /// What happens and what is thrown.
    pub procs: List<ProcId, Proc>,
    /// Tables.
    pub tables: List<TableId, Table>,
    /// Rules.
    pub rules: List<RuleId, Rule>,
    /// Lines where rules meet the game.
    pub attaches: List<AttachId, Attach>,
    /// What rules forbid.
    pub forbids: Vec<Forbid>,
    /// Effects that last.
    pub lasting: List<LastingId, Lasting>,
    /// Columns.
    pub columns: List<ColumnId, Column>,
    /// Rows of lists.
    pub rows: List<RowId, ListRow>,
    /// Ground.
    pub terrains: List<TerrainId, Terrain>,
    /// Formations.
    pub forms: Vec<Form>,
    /// Rulings.
    pub rulings: List<RulingId, Ruling>,
    /// Things declared by name.
    pub things: List<ThingId, Named>,
    /// Decks.
    pub decks: List<DeckId, Deck>,
    /// Words that stand for something.
    pub locals: List<LocalId, Local>,
    /// The faces of pools that are counted apart.
    pub histograms: BTreeMap<ProcId, Histogram>,
    /// What the pack says of the game as a whole.
    pub settings: Settings,
    /// Rulings whose reading in force decided what something means: with another one, all is resolved anew.
    pub settled: BTreeSet<RulingId>,
}

impl Rules {
    /// The count that is meant by its measure, of those that will do: the one of the same name, else the first.
    #[must_use]
    pub fn count_in(&self, measure: Ty, will_do: impl Fn(&Count) -> bool) -> Option<CountId> {
        let name = if let Ty::Number(Measure::Named(m)) = measure { self.measures.get(m).copied() } else { None };
        let all = || self.counts.iter().filter(|(_, c)| c.holds == measure && will_do(c));
        let named = all().find(|(_, c)| name.is_some_and(|n| self.names.same(n, c.name)));
        named.or_else(|| all().next()).map(|(id, _)| id)
    }

    /// Takes another reading of a ruling, both by name. Whether that is all: the ruling and the reading are there, and nothing
    /// means something else for it.
    pub fn take_reading(&mut self, ruling: &str, reading: &str) -> bool {
        let names = &self.names;
        let (Some(ruling), Some(reading)) = (names.find_key(ruling), names.find_key(reading)) else { return false };
        let Some((id, asked)) = self.rulings.iter().find(|(_, r)| names.key_of(r.name) == ruling) else { return false };
        let place = asked.readings.iter().position(|(name, _)| names.key_of(*name) == reading);
        let Some(place) = place.and_then(|p| u32::try_from(p).ok()).filter(|_| !self.settled.contains(&id)) else { return false };
        if let Some(asked) = self.rulings.get_mut(id) {
            asked.chosen = place;
        }
        true
    }

    /// Whether a thing is a sort of card.
    #[must_use]
    pub fn is_card(&self, thing: ThingId) -> bool {
        let kind = self.things.get(thing).and_then(|t| self.kinds.get(t.kind));
        kind.is_some_and(|k| k.base == KindBase::Card)
    }

    /// Whether it is something into which others are gathered: a group of groups, or of pieces that are of another.
    #[must_use]
    pub fn is_gathered(&self, ty: Ty) -> bool {
        let Ty::Thing(kind) = ty else { return false };
        self.kinds.get(kind).is_some_and(|k| k.base == KindBase::Group && !k.of.is_empty())
    }

    /// Whether a state says of what sort a card is.
    #[must_use]
    pub fn is_sort(&self, state: StateId) -> bool {
        let Some(s) = self.states.get(state) else { return false };
        self.things.iter().any(|(id, t)| t.kind == s.of && self.names.same(t.name, s.name) && self.is_card(id))
    }

    /// Whether things of a kind can ever have a state: it is declared of such, or of the pieces of which a group takes it over.
    /// Where nothing says whose it is, and there are no pieces, anybody may have it.
    #[must_use]
    pub fn bears(&self, kind: KindId, state: StateId) -> bool {
        let base = |kind: KindId| self.kinds.get(kind).map(|k| k.base);
        let Some((state, of)) = self.states.get(state).and_then(|s| Some((s, base(s.of)?))) else { return true };
        let taken_over = (state.majority || state.any) && of == KindBase::Piece && base(kind) == Some(KindBase::Group);
        of == KindBase::Game || base(kind) == Some(of) || taken_over
    }

    /// What a rule brings along whenever somebody comes to have it, in the middle of a game too: all that a marker or a
    /// formation brings, and of what another rule brings that which its own carriers carry.
    pub fn along(&self, rule: &Rule) -> impl Iterator<Item = RuleId> {
        let state = |rule: &Rule| rule.state.and_then(|s| self.states.get(s));
        let passing = state(rule).is_some_and(|s| matches!(s.kind, StateKind::Marker | StateKind::Formation));
        let of = state(rule).map(|s| s.of_word);
        let same = move |b: &RuleId| passing || self.rules.get(*b).and_then(state).map(|s| s.of_word) == of;
        rule.brings.iter().copied().filter(same)
    }
}
