//! What is kept and leads to nothing: markers that nobody gains or of which nobody asks, counts that never change, cards that
//! nobody can draw, words of which nobody asks, amounts that are nothing, markers given twice.

mod already;
mod amounts;
mod armed;
mod bearers;
mod brief;
mod cards;
mod dead;
mod dealt;
mod drift;
mod ends;
mod formed;
mod gaps;
mod inert;
mod itself;
mod kept;
mod laid;
mod lapsed;
mod limits;
mod mutual;
mod needed;
mod outdone;
mod outliers;
mod unending;
mod words;

use super::Whole;
use super::mentions::Mentions;
use crate::diag::Diagnostic;

pub(super) use already::check as already;
pub(super) use amounts::check as amounts;
pub(super) use drift::{Drifts, drifts};
pub(super) use limits::check as limits;
pub(super) use needed::in_vain;

/// Reports them.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let mentions = Mentions::of(&whole.rules.names, whole.decls);
    let mut found = kept::check(whole);
    found.extend(cards::check(whole, &mentions));
    found.extend(formed::check(whole));
    found.extend(words::check(whole));
    found.extend(drift::check(whole));
    found.extend(laid::check(whole, &mentions));
    found.extend(lapsed::check(whole));
    // where nobody has the arms that a rule is about, that is told once
    let armed = armed::check(whole);
    let title = |d: &Diagnostic| d.message.split('`').nth(1).map(str::to_owned);
    let said: Vec<_> = armed.iter().map(title).collect();
    found.extend(inert::check(whole).into_iter().filter(|d| !said.contains(&title(d))));
    found.extend(armed);
    found.extend(outdone::check(whole));
    found.extend(needed::check(whole));
    found.extend(brief::check(whole));
    found.extend(unending::check(whole));
    found.extend(mutual::check(whole));
    found
}

/// Rows that never count, and rows that stand apart from all others: this hangs on nothing but the row itself.
pub(super) fn rows(whole: Whole<'_>) -> Vec<Diagnostic> {
    let mut found = dead::check(whole);
    found.extend(outliers::check(whole));
    found.extend(ends::check(whole));
    found.extend(itself::check(whole));
    found.extend(gaps::check(whole));
    found
}
