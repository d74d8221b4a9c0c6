//! The symbol table of the program: kinds, states, counts, names.

use super::ask::reading_number;
use super::build::Builder;
use crate::hir::{self, KindBase, MeasureId, Symbol};
use crate::intern::Sym;
use crate::ir::{self, Book, Count, Key, Kind, List, ListRowNo, State, StateKind, Until};
use crate::lower::number;

impl Builder<'_> {
    /// All nouns and names. When states end is said once there are procedures to end with.
    pub(super) fn book(&mut self) {
        let rules = self.rules;
        let mut book = Book {
            name: rules.pack.name.map_or_else(String::new, |n| self.text(n)),
            version: rules.pack.version.clone(),
            extends: rules.pack.extends.iter().map(|n| self.text(*n)).collect(),
            kinds: rules.kinds.all().iter().map(|k| self.book_kind(k)).collect(),
            states: rules.states.all().iter().map(|s| self.book_state(s)).collect(),
            exclusive: rules.exclusive.iter().map(|set| set.iter().map(|s| number::state(*s)).collect()).collect(),
            counts: List::default(),
            names: std::collections::HashMap::new(),
            measures: rules.measures.ids().map(|m| self.book_measure(m)).collect(),
        };
        for count in rules.counts.all() {
            let (name, of, holds) = (self.text(count.name), number::kind(count.of), self.program_type(count.holds));
            book.counts.push(Count { name, of, holds, span: count.line.at.span() });
        }
        for (key, symbols) in &rules.symbols {
            let symbols = symbols.iter().map(|s| self.book_symbol(*s)).collect();
            book.names.insert(Key::new(rules.names.key_text(*key)), symbols);
        }
        // the program's keys fold fewer signs than the compiler's: each way in which a name was written is entered
        for sym in (0..rules.names.len()).filter_map(|n| u32::try_from(n).ok()).map(Sym) {
            let Some(symbols) = rules.symbols.get(&rules.names.key_of(sym)) else { continue };
            let key = Key::new(rules.names.text(sym));
            book.names.entry(key).or_insert_with(|| symbols.iter().map(|s| self.book_symbol(*s)).collect());
        }
        self.program.book = book;
    }

    fn book_kind(&self, kind: &hir::Kind) -> Kind {
        let base = match kind.base {
            KindBase::Game => ir::KindBase::Game,
            KindBase::Side => ir::KindBase::Side,
            KindBase::Group => ir::KindBase::Group,
            KindBase::Piece => ir::KindBase::Piece,
            KindBase::Feature => ir::KindBase::Feature,
            KindBase::Card => ir::KindBase::Card,
            KindBase::Row => ir::KindBase::Row,
            KindBase::Rule => ir::KindBase::Rule,
            KindBase::Action => ir::KindBase::Action,
        };
        Kind { word: self.text(kind.word), base, of: kind.of.iter().map(|w| self.text(*w)).collect(), span: kind.line.at.span() }
    }

    fn book_state(&self, state: &hir::State) -> State {
        let kind = match state.kind {
            hir::StateKind::Marker => StateKind::Marker,
            hir::StateKind::Formation => StateKind::Formation,
            hir::StateKind::Tag => StateKind::Tag,
            hir::StateKind::Rule => StateKind::Rule,
        };
        State {
            name: self.text(state.name),
            kind,
            of: number::kind(state.of),
            until: Until::Stays,
            majority: state.majority,
            any: state.any,
            span: state.line.at.span(),
        }
    }

    fn book_measure(&self, measure: MeasureId) -> (Key, String) {
        let name = self.rules.measures.get(measure).map_or_else(String::new, |n| self.text(*n));
        (Key::new(&name), name)
    }

    /// What a name may be, by the numbers of the machine.
    fn book_symbol(&self, symbol: Symbol) -> ir::Symbol {
        let wide = |n: u32| n as usize;
        let value = |n: i64| usize::try_from(n).unwrap_or_default();
        match symbol {
            Symbol::State(s) => ir::Symbol::State(number::state(s)),
            Symbol::Terrain(t) => ir::Symbol::Terrain(number::terrain(t)),
            Symbol::Row(r) => ir::Symbol::Row(ListRowNo(r.0)),
            Symbol::Count(c) => ir::Symbol::Count(number::count(c)),
            Symbol::Value(v) => ir::Symbol::Value(number::slot(v)),
            Symbol::Proc(p) | Symbol::Manner(p) => match self.maps.chances.get(&p) {
                Some(chance) => ir::Symbol::Chance(*chance),
                None => ir::Symbol::Procedure(number::proc(p)),
            },
            Symbol::Table(t) => ir::Symbol::Table(number::table(t)),
            Symbol::Rule(r) => ir::Symbol::Rule(number::rule(r)),
            Symbol::Ruling(r) => ir::Symbol::Ruling(wide(r.0)),
            Symbol::Reading(r, n) => ir::Symbol::Reading(value(reading_number(r, n))),
            Symbol::Word(w) => ir::Symbol::Word(value(self.word_number(w))),
            Symbol::Thing(t) => ir::Symbol::Thing(number::thing(t)),
            Symbol::Deck(d) => ir::Symbol::Deck(wide(d.0)),
        }
    }

    /// When each state ends.
    pub(super) fn state_ends(&mut self) {
        for (id, state) in self.rules.states.iter() {
            let number = number::state(id);
            let until = self.ends_with(number, &state.until);
            if let Some(s) = self.program.book.states.get_mut(number) {
                s.until = until;
            }
        }
    }
}
