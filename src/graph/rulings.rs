//! Rulings: questions that a rulebook leaves open, and the reading that a pack takes.

use super::compile::Pass;
use super::ir::X;
use super::numbers::mils;
use super::program::Ruling;
use crate::model::{Key, POINTS, Symbol, Type};
use crate::syntax::{Declaration, Rule};

impl Pass<'_> {
    /// Enters a ruling and its readings.
    pub fn declare_ruling(&mut self, d: &Declaration) {
        let Some((name, span)) = self.title(&d.head) else { return };
        let mut cites = self.cites(&d.cites);
        if let Some(c) = d.head.find(Rule::cites) {
            cites.extend(self.cites(&c.kids));
        }
        let row = self.new_row(&name, span, cites, None);
        let mut ruling = Ruling { name: name.clone(), row, measure: Type::Name, ..Ruling::default() };
        for reading in d.head.all(Rule::reading) {
            let Some(n) = reading.find(Rule::name) else { continue };
            let title = self.name(n).to_owned();
            let value = if let Some(a) = reading.find(Rule::amount) {
                let n = a.find(Rule::integer).and_then(|i| self.text(i).parse().ok());
                ruling.measure = a.find(Rule::name).map_or(Type::PLAIN, |m| self.measured(self.name(m)));
                n
            } else if let Some(p) = reading.find(Rule::points) {
                ruling.measure = self.measured(POINTS);
                p.find(Rule::integer).and_then(|i| self.text(i).parse().ok())
            } else if let Some(l) = reading.find(Rule::literal) {
                ruling.measure = if self.text(l).ends_with('"') { Type::LENGTH } else { Type::PLAIN };
                Some(if self.text(l).ends_with('"') { mils(self.text(l)) } else { self.text(l).trim_end_matches('+').parse().unwrap_or(0) })
            } else {
                None
            };
            let id = self.program.labels.len() + 1000 * self.program.rulings.len() + ruling.readings.len();
            self.program.book.enter(&title, Symbol::Reading(id));
            ruling.readings.push((title, value));
        }
        if let Some(takes) = d.head.all(Rule::name).last() {
            let wanted = Key::new(self.name(takes));
            ruling.chosen = ruling.readings.iter().position(|(n, _)| Key::new(n) == wanted).unwrap_or(0);
        }
        let id = self.program.rulings.len();
        self.program.rulings.push(ruling);
        self.enter_once(&name, span, Symbol::Ruling(id), |s| matches!(s, Symbol::Ruling(_)));
    }

    /// The reading in force, as a value.
    pub fn ruling(&mut self, id: usize) -> (X, Type) {
        let Some(r) = self.program.rulings.get(id).cloned() else { return (self.int(0), Type::Unknown) };
        let chosen = r.readings.get(r.chosen);
        if let Some((_, Some(n))) = chosen {
            return (self.int(*n), r.measure);
        }
        let name = chosen.map_or("", |(name, _)| name.as_str());
        let reading =
            self.program.book.lookup(name).iter().find_map(|s| if let Symbol::Reading(i) = s { i64::try_from(*i).ok() } else { None });
        (self.int(reading.unwrap_or(0)), Type::Name)
    }
}
