//! Rows that another line switches off wherever they stand.

use super::super::Whole;
use super::super::apart::met_holds;
use super::super::own::Own;
use crate::diag::{Code, Diagnostic};
use crate::graph::{Off, Row};
use crate::hir::{Carrier, OwnRow, Rules};

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    whole.graph.offs.iter().filter(|off| !off.over).filter_map(|off| told(whole, off)).collect()
}

fn told(whole: Whole<'_>, off: &Off) -> Option<Diagnostic> {
    let rules = whole.rules;
    let row = own_row(rules, off.row)?;
    let (attach, meeting) = off.by.of(rules)?;
    let carried = attach.rule.and_then(|r| rules.rules.get(r)).is_some_and(|r| r.state.is_some() || r.by_rows());
    let always = meeting.carrier == Carrier::Nobody && !carried && attach.lasting.is_none() && met_holds(rules, off.by).is_empty();
    if !always {
        return None;
    }
    let name = rules.names.text(row.line.name?);
    let (at, by) = (attach.line.at.span(), row.line.at.span());
    let (first, other, inherited) = Own::of(whole.files, whole.decls).first(whole, (at, at), (by, by));
    let d = Diagnostic::new(Code::Never, first, format!("`{name}` never counts"));
    let says = |here| if here == at { "this switches it off for all" } else { "it says nothing any more" };
    let d = d.here(says(first)).label(other, says(other));
    let help = if inherited {
        "say for whom it is switched off, or take it away: `remove`, below `amend`"
    } else {
        "say for whom it is switched off"
    };
    Some(d.help(help))
}

/// A row of a value's own or of a throw's own.
fn own_row(rules: &Rules, row: Row) -> Option<&OwnRow> {
    match row {
        Row::OfValue(id, i) => rules.values.get(id)?.rows.get(i as usize),
        Row::OfThrow(id, i) => rules.procs.get(id)?.rows()?.get(i as usize),
        _ => None,
    }
}
