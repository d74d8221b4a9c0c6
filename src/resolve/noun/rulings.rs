//! Rulings: questions that a rulebook leaves open, and the reading that a pack takes.

use crate::ast::{self, Decl, NameOrWord, ReadingValue};
use crate::diag::Code;
use crate::hir::{Ruling, RulingId, Symbol, Ty};

use super::super::Resolver;
use super::kinds::line;

impl Resolver<'_> {
    /// Enters a ruling and its readings.
    pub(super) fn declare_ruling(&mut self, d: &Decl, ruling: &ast::Ruling) {
        let name = ruling.title.name;
        let Some(id) = self.rules.rulings.next_id() else { return };
        let line = line(Some(name.sym), name.at, d);
        let mut readings = Vec::new();
        let mut measure = Ty::Name;
        for (i, reading) in ruling.readings.iter().enumerate() {
            let value = reading.value.map(|v| {
                let (n, ty) = self.reading_value(v, reading);
                self.measured_as_before(&mut measure, ty, n, reading);
                n
            });
            self.enter(reading.name.sym, Symbol::Reading(id, u32::try_from(i).unwrap_or(u32::MAX)));
            readings.push((reading.name.sym, value));
        }
        if readings.iter().any(|(_, n)| n.is_some()) {
            for (reading, _) in ruling.readings.iter().zip(&readings).filter(|(_, (_, n))| n.is_none()) {
                let help = format!("write one behind `{}`, as the others have", self.said(reading.name.sym));
                self.fault(Code::Measure, reading.name.at, "other readings stand for a number, and this one for none", help);
            }
        }
        self.rules.rulings.push(Ruling {
            name: name.sym,
            asks: ruling.asks.iter().map(|t| t.sym).collect(),
            readings,
            chosen: 0,
            measure,
            line,
        });
        self.choose_reading(id, ruling);
        self.enter_once(name.sym, name.at, Symbol::Ruling(id), |_, s| matches!(s, Symbol::Ruling(_)).then_some(None));
    }

    /// All readings of a ruling stand for numbers of one measure.
    fn measured_as_before(&mut self, measure: &mut Ty, ty: Ty, n: i64, reading: &ast::Reading) {
        if *measure == Ty::Name {
            *measure = ty;
        } else if *measure != ty && n != 0 && ty != Ty::Unknown {
            let (is, before) = (self.describe(ty), self.describe(*measure));
            let message = format!("this reading is {is}, and the first is {before}");
            self.fault(Code::Measure, reading.at, message, format!("give it as {before}"));
        }
    }

    /// What a reading stands for, and what that measures.
    fn reading_value(&mut self, value: ReadingValue, reading: &ast::Reading) -> (i64, Ty) {
        match value {
            ReadingValue::Amount { value, measure } => (value, self.measured(NameOrWord::Name(measure))),
            ReadingValue::Points(n) => (n, Ty::POINTS),
            ReadingValue::Int(n) | ReadingValue::Need(n) => (n, Ty::PLAIN),
            ReadingValue::Length(n) => (n, Ty::LENGTH),
            ReadingValue::Share(_) => {
                self.fault(Code::Type, reading.at, "a reading stands for a whole number", "write a number, a length or an amount");
                (0, Ty::Unknown)
            }
        }
    }

    /// The reading that is in force.
    fn choose_reading(&mut self, id: RulingId, ruling: &ast::Ruling) {
        let name = ruling.title.name;
        match &ruling.takes {
            Some(takes) => match self.reading_named(id, takes.sym) {
                Some(chosen) => {
                    if let Some(r) = self.rules.rulings.get_mut(id) {
                        r.chosen = chosen;
                    }
                }
                None => drop(self.no_reading(id, takes)),
            },
            None => {
                let first = ruling.readings.first().map_or("READING", |r| self.text(r.name.sym));
                let help = format!("write `we play {first}`, or that before another of its readings");
                let message = format!("nothing says which reading of `{}` is in force", self.text(name.sym));
                self.fault(Code::Syntax, name.at, message, help);
            }
        }
    }
}
