//! Rulings: questions that a rulebook leaves open, and the reading that a pack takes.

use super::compile::Pass;
use super::ir::Ruling;
use super::ir::{Bin, Ex, X};
use super::numbers::mils;
use crate::diag::Code;
use crate::model::{Symbol, Type};
use crate::syntax::{Declaration, Node, Rule};

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
                ruling.measure = a.find(Rule::name).map_or(Type::PLAIN, |m| self.measured(m));
                n
            } else if let Some(p) = reading.find(Rule::points) {
                ruling.measure = self.in_points();
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
        match d.head.all(Rule::name).last() {
            Some(takes) => match ruling.reading(self.name(takes)) {
                Some(i) => ruling.chosen = i,
                None => self.no_reading(&ruling, takes),
            },
            None => {
                let first = ruling.readings.first().map_or("READING", |(title, _)| title.as_str());
                let help = format!("write `; takes {first}` at its end, or another of its readings");
                self.fault(Code::Syntax, span, format!("nothing says which reading of `{name}` is in force"), help);
            }
        }
        let id = self.program.rulings.len();
        self.program.rulings.push(ruling);
        self.enter_once(&name, span, Symbol::Ruling(id), |s| matches!(s, Symbol::Ruling(_)));
    }

    /// The ruling that a question is about.
    pub fn ruling_named(&self, node: &Node) -> Option<usize> {
        let mut name = node;
        while matches!(name.rule, Rule::deep_ref | Rule::bracket_ref | Rule::r#ref) || name.rule == Rule::call && name.kids.len() == 1 {
            name = name.first()?;
        }
        let name = Some(name).filter(|n| n.rule == Rule::name_ref)?.find(Rule::name)?;
        self.program.book.find(self.name(name), Symbol::Ruling)
    }

    /// `RULING is A or B`: whether the reading in force is one of these, whatever else has their names.
    pub fn takes_reading(&mut self, id: usize, node: &Node) -> Option<X> {
        let names: Vec<&Node> = match node.kids.iter().find(|k| k.rule != Rule::no_not)? {
            what if what.rule == Rule::name_list => what.kids.iter().filter_map(|l| l.find(Rule::name_ref)).collect(),
            what if what.rule == Rule::r#ref => what.find(Rule::name_ref).into_iter().collect(),
            _ => return None,
        };
        let ruling = self.program.rulings.get(id).cloned().filter(|_| !names.is_empty())?;
        let chosen = self.int(i64::try_from(ruling.chosen).unwrap_or(0));
        let mut any = None;
        for name in names {
            let written = self.name(name.find(Rule::name).unwrap_or(name));
            let Some(reading) = ruling.reading(written) else {
                self.no_reading(&ruling, name);
                continue;
            };
            let reading = self.int(i64::try_from(reading).unwrap_or(0));
            let one = self.program.ex(Ex::Two(Bin::Eq, chosen, reading));
            any = Some(any.map_or(one, |a| self.program.ex(Ex::Two(Bin::Or, a, one))));
        }
        let any = any.unwrap_or_else(|| self.int(0));
        Some(self.negate(node.has(Rule::no_not), any))
    }

    fn no_reading(&mut self, ruling: &Ruling, name: &Node) {
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let readings: Vec<String> = ruling.readings.iter().map(|(n, _)| format!("`{n}`")).collect();
        let help = format!("its readings: {}", readings.join(", "));
        self.fault(Code::Name, name.span, format!("`{}` has no reading `{written}`", ruling.name), help);
    }

    /// The reading in force, as a value.
    pub fn ruling(&mut self, id: usize) -> (X, Type) {
        let Some(r) = self.program.rulings.get(id).cloned() else { return (self.int(0), Type::Unknown) };
        let chosen = r.readings.get(r.chosen);
        if let Some((_, Some(n))) = chosen {
            return (self.int(*n), r.measure);
        }
        let name = chosen.map_or("", |(name, _)| name.as_str());
        let reading = self.program.book.find(name, Symbol::Reading).and_then(|i| i64::try_from(i).ok());
        (self.int(reading.unwrap_or(0)), Type::Name)
    }
}
