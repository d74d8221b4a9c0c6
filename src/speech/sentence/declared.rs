//! Names that are used, as they are written where they are declared.

use crate::hir::{Hook, Proc, Rules, Symbol};
use crate::intern::Sym;
use crate::speech::voice::Voice;

impl Voice<'_> {
    /// What is used by its name: called as it is where it is declared.
    #[must_use]
    pub fn known(&self, sym: Sym) -> String {
        let rules = self.rules;
        let symbols = rules.symbols.get(&rules.names.key_of(sym));
        self.first_of(sym, symbols.into_iter().flatten().filter_map(|s| declared(rules, *s)))
    }

    /// A named row or need, where it stands.
    pub(super) fn row_name(&self, sym: Sym, within: Option<&Hook>) -> String {
        let r = self.rules;
        let mut lines: Vec<Option<Sym>> = Vec::new();
        match within {
            Some(Hook::Value(v)) => lines.extend(r.values.get(*v).iter().flat_map(|v| &v.rows).map(|row| row.line.name)),
            Some(Hook::Cost(p) | Hook::Proc(p) | Hook::Step(p, _)) => {
                let proc = r.procs.get(*p);
                lines.extend(proc.iter().flat_map(|p| &p.needs).map(|n| n.line.name));
                lines.extend(proc.and_then(Proc::rows).unwrap_or_default().iter().map(|row| row.line.name));
            }
            Some(Hook::Rule(_) | Hook::Row(_) | Hook::Coming) | None => {}
        }
        self.first_of(sym, lines.into_iter().flatten())
    }

    /// Of names that are this one, the one written alike, or the first; this one if there is none.
    fn first_of(&self, sym: Sym, names: impl Iterator<Item = Sym>) -> String {
        let mut first = None;
        for name in names.filter(|n| self.rules.names.same(*n, sym)) {
            if name == sym {
                return self.name(sym);
            }
            first = first.or(Some(name));
        }
        self.name(first.unwrap_or(sym))
    }
}

/// What something is called where it is declared.
fn declared(r: &Rules, symbol: Symbol) -> Option<Sym> {
    match symbol {
        Symbol::State(id) => r.states.get(id).map(|s| s.name),
        Symbol::Terrain(id) => r.terrains.get(id).map(|t| t.name),
        Symbol::Row(id) => r.rows.get(id).map(|row| row.name),
        Symbol::Count(id) => r.counts.get(id).map(|c| c.name),
        Symbol::Value(id) => r.values.get(id).map(|v| v.head.name),
        Symbol::Proc(id) | Symbol::Manner(id) => r.procs.get(id).map(|p| p.head.name),
        Symbol::Table(id) => r.tables.get(id).map(|t| t.head.name),
        Symbol::Rule(id) => r.rules.get(id).map(|rule| rule.title),
        Symbol::Ruling(id) => r.rulings.get(id).map(|x| x.name),
        Symbol::Reading(id, n) => r.rulings.get(id).and_then(|x| x.readings.get(n as usize)).map(|(name, _)| *name),
        Symbol::Word(name) => Some(name),
        Symbol::Thing(id) => r.things.get(id).map(|t| t.name),
        Symbol::Deck(id) => r.decks.get(id).map(|d| d.name),
    }
}
