//! How rules and places are called in messages.

use crate::graph::{Met, Order};
use crate::hir::{ProcId, Rules};
use crate::intern::Sym;
use crate::source::Span;

/// The step that a rule's statements stand at, as written.
pub(super) fn place(rules: &Rules, proc: ProcId, step: Option<Sym>) -> String {
    let name = rules.procs.get(proc).map_or("", |p| rules.names.text(p.head.name));
    step.map_or_else(|| name.to_owned(), |s| format!("step {} of {name}", rules.names.text(s)))
}

/// From where it meets the game to the end of the place it meets.
pub(super) fn met_words(rules: &Rules, met: Met) -> Span {
    let Some((attach, meeting)) = met.of(rules) else { return Span::default() };
    let (line, place) = (attach.line.at.span(), meeting.at.span());
    Span { start: line.start.min(place.start), end: place.end }
}

/// What a line is called: as its rule is.
pub(super) fn met_name(rules: &Rules, met: Met) -> String {
    Order::new(rules).name(met.attach).map_or_else(String::new, |n| rules.names.text(n).to_owned())
}

/// A name as rules write it: in quotes if not all of its words have capitals.
pub(super) fn written(name: &str) -> String {
    let small = name.split_whitespace().any(|w| w.starts_with(char::is_lowercase));
    if small { format!("\"{name}\"") } else { name.to_owned() }
}
