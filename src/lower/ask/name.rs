//! Words and names that stand for something.

use super::Doing;
use crate::hir::{Expr, ExprKind, LocalId, Origin, RulingId, Symbol, TableId, Ty};
use crate::intern::Sym;
use crate::ir::{Bin, Ex, Id as _, X};
use crate::lower::build::Builder;
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;
use crate::table::pack_place;

/// Words that only tables know are numbered from here, clear of all other names.
const WORDS: i64 = 100_000;
/// Readings of one ruling are numbered within so many.
const READINGS: i64 = 1000;

impl Builder<'_> {
    /// What a word stands for.
    pub(super) fn local(&mut self, f: &Frame, local: LocalId, at: At) -> X {
        if let Some(reg) = f.reg(local) {
            return self.reg(reg);
        }
        if let Some(x) = f.noted.get(&local) {
            return *x;
        }
        let known = self.rules.locals.get(local);
        // what it is did not resolve, and that was told
        if known.is_some_and(|l| l.ty == Ty::Unknown && matches!(l.origin, Origin::Carrier | Origin::Chosen)) {
            return self.int(0);
        }
        let known = known.map(|l| (l.origin, l.word));
        match (known, f.me) {
            // what a kind or a rule asks of its carrier, wherever that stands
            (Some((Origin::Carrier, _)), Some(me)) => self.reg(me.reg),
            (word, _) => {
                let word = word.map_or_else(String::new, |(_, w)| self.text(w));
                self.nowhere(at, &format!("`{word}`"))
            }
        }
    }

    /// A number, a truth, or what is known by name.
    pub(super) fn named(&mut self, kind: &ExprKind) -> X {
        let n = match *kind {
            ExprKind::Int(n) | ExprKind::Compass(n) | ExprKind::Edge(n) => n,
            ExprKind::Truth(yes) => i64::from(yes),
            ExprKind::Game => return self.ex(Ex::Game),
            ExprKind::Turn => return self.ex(Ex::Turn),
            ExprKind::Turns => return self.ex(Ex::Turns),
            ExprKind::Thing(thing) => return self.ex(Ex::Named(number::thing(thing))),
            ExprKind::Row(row) => number::list_row(row),
            ExprKind::Formation(state) => number::state(state).value(),
            ExprKind::Word(word) => self.word_number(word),
            ExprKind::Deed(proc) => number::proc(proc).value(),
            ExprKind::PlaceAt(x, y) => packed(x, y),
            ExprKind::Reading(ruling, reading) => self.reading_value(ruling, reading),
            ExprKind::Takes(ruling, reading) => {
                let chosen = self.rules.rulings.get(ruling).map_or(0, |r| r.chosen);
                let (chosen, reading) = (self.int(i64::from(chosen)), self.int(i64::from(reading)));
                return self.two(Bin::Eq, chosen, reading);
            }
            ExprKind::ReadingNumber(ruling) => {
                let Some(r) = self.rules.rulings.get(ruling) else { return self.int(0) };
                let number = r.readings.get(r.chosen as usize).and_then(|(_, n)| *n);
                number.unwrap_or_else(|| self.reading_value(ruling, r.chosen))
            }
            _ => 0,
        };
        self.int(n)
    }

    /// A name that only tables know, as a value: the same for all ways of writing it.
    pub fn word_number(&self, word: Sym) -> i64 {
        WORDS + i64::from(self.rules.names.key_of(word).0)
    }

    /// A reading as it is compared: that of the first ruling that has one of this name, so that names can be compared.
    pub fn reading_value(&self, ruling: RulingId, reading: u32) -> i64 {
        let name = self.rules.rulings.get(ruling).and_then(|r| r.readings.get(reading as usize)).map(|(n, _)| *n);
        let symbols = name.and_then(|n| self.rules.symbols.get(&self.rules.names.key_of(n)));
        let first = symbols.and_then(|s| s.iter().find_map(|s| if let Symbol::Reading(r, i) = s { Some((*r, *i)) } else { None }));
        let (ruling, reading) = first.unwrap_or((ruling, reading));
        reading_number(ruling, reading)
    }

    /// Values, stored numbers, tables.
    pub(super) fn quantity(&mut self, f: &mut Frame, code: &mut Doing<'_>, kind: &ExprKind) -> X {
        match kind {
            ExprKind::Ask(value, args) => {
                let args = args.iter().map(|a| self.put(f, code, a)).collect();
                let (slot, args) = (number::slot(*value), self.list(args));
                self.ex(Ex::Value { slot, args })
            }
            ExprKind::Count(count, of) => {
                let of = self.put(f, code, of);
                let place = self.rules.counts.get(*count).is_some_and(|c| c.holds == Ty::Place);
                let count = number::count(*count);
                self.ex(if place { Ex::PlaceCell { of, count } } else { Ex::Cell { of, count } })
            }
            ExprKind::Look(table, keys) => {
                let keys: Vec<X> = keys.iter().map(|k| self.put(f, code, k)).collect();
                self.looked_up(*table, keys)
            }
            _ => self.int(0),
        }
    }

    /// What a table has for keys.
    pub fn looked_up(&mut self, table: TableId, keys: Vec<X>) -> X {
        let args = self.list(keys);
        let table = number::table(table);
        match self.program.tables.get(table).and_then(|t| t.slot) {
            Some(slot) => self.ex(Ex::Value { slot, args }),
            None => self.ex(Ex::Table { table, args }),
        }
    }

    /// Every one of some questions, only asked.
    pub(crate) fn all(&mut self, f: &mut Frame, list: &[Expr]) -> Vec<X> {
        list.iter().map(|e| self.ask(f, e)).collect()
    }
}

/// The number of a reading among all.
pub(crate) fn reading_number(ruling: RulingId, reading: u32) -> i64 {
    READINGS * i64::from(ruling.0) + i64::from(reading)
}

/// A place written as two lengths.
fn packed(x: i64, y: i64) -> i64 {
    let clip = |n: i64| i32::try_from(n).unwrap_or(i32::MAX / 2);
    pack_place(clip(x), clip(y))
}
