//! All that rules ask and do, wherever it stands.

use super::{self as walk, Walk};
use crate::hir::{ListCell, Rules};

/// Shows every part to somebody who walks over rules.
pub fn part<W: Walk>(rules: &Rules, w: &mut W) {
    rules.values.all().iter().for_each(|v| walk::walk_value(w, v));
    rules.procs.all().iter().for_each(|p| walk::walk_proc(w, p));
    rules.tables.all().iter().for_each(|t| walk::walk_table(w, t));
    lines(rules, w);
    thing(rules, w);
}

/// Shows what is asked of things for themselves, not by what happens: where counts begin, what ground costs, what formations are
/// open to, what rows and decks hold.
pub fn thing<W: Walk>(rules: &Rules, w: &mut W) {
    let exprs = rules.counts.all().iter().flat_map(crate::hir::Count::asked);
    let exprs = exprs.chain(rules.terrains.all().iter().flat_map(|t| &t.costs).filter_map(|c| c.1.as_ref()).map(|(_, e)| e));
    let exprs = exprs.chain(rules.forms.iter().filter_map(|f| f.open.as_ref()).map(|(_, e)| e));
    let exprs = exprs.chain(rules.forms.iter().flat_map(|f| &f.fronts).filter_map(|f| f.2.as_ref()).map(|(_, e)| e));
    let exprs = exprs.chain(rules.forms.iter().flat_map(|f| &f.gaps).filter_map(|f| f.1.as_ref()).map(|(_, e)| e));
    let exprs = exprs.chain(rules.settings.simultaneous.as_ref().map(|(_, e)| e));
    exprs.for_each(|e| w.expr(e));
    for (_, cell) in rules.rows.all().iter().flat_map(|r| &r.cells) {
        if let ListCell::Is(e) = cell {
            w.expr(e);
        }
    }
    rules.decks.all().iter().filter_map(|d| d.has.as_ref()).for_each(|s| w.sel(s));
}

/// Shows the lines of rules.
fn lines<W: Walk>(rules: &Rules, w: &mut W) {
    rules.attaches.all().iter().for_each(|a| walk::walk_attach(w, a));
    rules.forbids.iter().for_each(|f| walk::walk_forbid(w, f));
}
