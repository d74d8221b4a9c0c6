//! What is said, as a text that does not hang on the order in which anything was read: numbers become names.

use std::fmt::Debug;

use crate::hir::{
    ColumnId, CountId, DeckId, KindId, LocalId, MeasureId, ProcId, RowId, RuleId, Rules, RulingId, StateId, TableId, TerrainId, ThingId,
    ValueId,
};
use crate::intern::Sym;

/// What is said as a text to be compared: the print of it, in which names stand for numbers and words that stand for something
/// are told apart by the order in which they come up.
pub(super) fn canonical(rules: &Rules, what: &impl Debug) -> String {
    let printed = format!("{what:?}");
    let (mut out, mut rest, mut words) = (String::with_capacity(printed.len()), printed.as_str(), Vec::new());
    while let Some(found) = first_id(rest) {
        out.push_str(rest.get(..found.from).unwrap_or(""));
        rest = rest.get(found.to..).unwrap_or("");
        match named(rules, &found, &mut words) {
            Some(name) => out.push_str(&name),
            None => out.push_str(found.sort),
        }
        // a reading is its name, not its place
        if let ("RulingId", Some((n, behind))) = (found.sort, rest.strip_prefix(", ").and_then(digits)) {
            let ruling = rules.rulings.get(RulingId(found.number));
            let reading = ruling.and_then(|r| r.readings.get(n as usize)).map_or("", |(name, _)| rules.names.text(*name));
            out.push_str(", ");
            out.push_str(reading);
            rest = behind;
        }
    }
    out.push_str(rest);
    out
}

/// A number in a print, with the sort of what it stands for.
struct Found<'t> {
    sort: &'t str,
    number: u32,
    from: usize,
    to: usize,
}

/// The first `Sort(12)` of a text, where the sort is one of those that stand for names.
fn first_id(text: &str) -> Option<Found<'_>> {
    let mut at = 0;
    while let Some(open) = text.get(at..)?.find('(').map(|i| i + at) {
        at = open + 1;
        let before = text.get(..open)?;
        let from = before.rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |i| i + 1);
        let sort = before.get(from..)?;
        if sort != "Sym" && !sort.ends_with("Id") {
            continue;
        }
        let Some((number, behind)) = digits(text.get(at..)?) else { continue };
        let Some(behind) = behind.strip_prefix(')') else { continue };
        return Some(Found { sort, number, from, to: text.len() - behind.len() });
    }
    None
}

/// The number that a text begins with, and what stands behind it.
fn digits(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (number, behind) = text.split_at_checked(end)?;
    Some((number.parse().ok()?, behind))
}

/// What a number stands for, by name.
fn named(rules: &Rules, found: &Found<'_>, words: &mut Vec<u32>) -> Option<String> {
    let n = found.number;
    let sym = match found.sort {
        "Sym" => Sym(n),
        "KindId" => rules.kinds.get(KindId(n))?.word,
        "MeasureId" => *rules.measures.get(MeasureId(n))?,
        "StateId" => rules.states.get(StateId(n))?.name,
        "CountId" => rules.counts.get(CountId(n))?.name,
        "TableId" => rules.tables.get(TableId(n))?.head.name,
        "RuleId" => rules.rules.get(RuleId(n))?.name,
        "RowId" => rules.rows.get(RowId(n))?.name,
        "ColumnId" => rules.columns.get(ColumnId(n))?.name,
        "RulingId" => rules.rulings.get(RulingId(n))?.name,
        "TerrainId" => rules.terrains.get(TerrainId(n))?.name,
        "ThingId" => rules.things.get(ThingId(n))?.name,
        "DeckId" => rules.decks.get(DeckId(n))?.name,
        "ProcId" => rules.procs.get(ProcId(n))?.head.name,
        "ValueId" => rules.values.get(ValueId(n))?.head.name,
        "LocalId" => {
            let at = words.iter().position(|w| *w == n).unwrap_or_else(|| {
                words.push(n);
                words.len() - 1
            });
            let word = rules.locals.get(LocalId(n)).map_or("", |l| rules.names.text(l.word));
            return Some(format!("{word}#{at}"));
        }
        _ => return None,
    };
    Some(rules.names.text(sym).to_owned())
}
