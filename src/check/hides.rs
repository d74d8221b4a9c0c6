//! Names of a pack's own that are names of the language too.

use super::Whole;
use crate::diag::{Code, Diagnostic};
use crate::hir::{Rules, StateKind, Symbol};
use crate::ir::Key;
use crate::source::At;
use crate::table::Facing;

/// Reports them: what a pack declares is meant before a point of the compass of the same name.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let Whole { rules, .. } = whole;
    let mut out: Vec<Diagnostic> = Vec::new();
    for (name, _) in Facing::COMPASS {
        let point = Key::new(name);
        let named = rules.symbols.values().flatten().filter_map(|s| place(rules, *s));
        for (_, at) in named.filter(|(sym, _)| Key::new(rules.names.text(*sym)) == point) {
            let d = Diagnostic::new(Code::Hides, at.span(), format!("`{name}` is a point of the compass too"))
                .here("this is meant now wherever rules say the name")
                .help(format!("call it otherwise, such as `{name} Side`"));
            if !out.contains(&d) {
                out.push(d);
            }
        }
    }
    out
}

/// What a symbol is called, and where.
fn place(rules: &Rules, symbol: Symbol) -> Option<(crate::intern::Sym, At)> {
    match symbol {
        // a marker is what somebody is, and no value: where a direction is wanted it is told
        Symbol::State(s) => rules.states.get(s).filter(|x| x.kind == StateKind::Formation).map(|x| (x.name, x.line.at)),
        Symbol::Terrain(t) => rules.terrains.get(t).map(|x| (x.name, x.line.at)),
        Symbol::Row(r) => rules.rows.get(r).map(|x| (x.name, x.line.at)),
        Symbol::Count(c) => rules.counts.get(c).map(|x| (x.name, x.line.at)),
        Symbol::Value(v) => rules.values.get(v).map(|x| (x.head.name, x.head.line.at)),
        Symbol::Proc(p) | Symbol::Manner(p) => rules.procs.get(p).map(|x| (x.head.name, x.head.line.at)),
        Symbol::Table(t) => rules.tables.get(t).map(|x| (x.head.name, x.head.line.at)),
        Symbol::Rule(r) => rules.rules.get(r).filter(|x| x.state.is_none()).map(|x| (x.name, x.line.at)),
        Symbol::Ruling(r) => rules.rulings.get(r).map(|x| (x.name, x.line.at)),
        Symbol::Thing(t) => rules.things.get(t).map(|x| (x.name, x.line.at)),
        Symbol::Deck(d) => rules.decks.get(d).map(|x| (x.name, x.line.at)),
        Symbol::Reading(..) | Symbol::Word(_) => None,
    }
}
