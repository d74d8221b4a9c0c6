//! Lines that can be cited, named and switched off: the row of each, made where it is not there yet.

use super::build::Builder;
use crate::graph::{Met, Row, Shut};
use crate::hir::{Head, Line, OwnRow, ProcId, RuleId, ValueId};
use crate::intern::Sym;
use crate::ir::RowNo;
use crate::lower::number;

impl<'a> Builder<'a> {
    /// The row of a line that another switches off.
    pub fn row_of(&mut self, row: Row) -> RowNo {
        match row {
            Row::Met(met) => self.place_row(met),
            Row::Shut(shut) => self.shut_row(shut),
            Row::OfValue(value, i) => self.value_row(value, i as usize),
            Row::OfThrow(proc, i) => self.chance_row(proc, i as usize),
            Row::Need(proc, i) => self.need_row(proc, i as usize),
        }
    }

    /// The row of a rule's line at one of its places.
    pub fn place_row(&mut self, met: Met) -> RowNo {
        if let Some(row) = self.maps.places.get(&met) {
            return *row;
        }
        let rules = self.rules;
        let Some((line, meeting)) = met.of(rules) else { return RowNo::default() };
        // what is met by its kind is one row
        let same = (0..).zip(&line.meets).filter(|(_, m)| m.listed == meeting.listed).map(|(nth, _)| Met { nth, ..met });
        let known = same.into_iter().find_map(|other| self.maps.places.get(&other).copied());
        let row = known.unwrap_or_else(|| self.rule_row(line.rule, &line.line));
        self.maps.places.insert(met, row);
        row
    }

    /// The row of what a rule forbids, at an action.
    pub fn shut_row(&mut self, shut: Shut) -> RowNo {
        let key = (shut.forbid as usize, shut.nth as usize);
        if let Some(row) = self.maps.forbids.get(&key) {
            return *row;
        }
        let rules = self.rules;
        let Some(line) = rules.forbids.get(key.0) else { return RowNo::default() };
        let row = self.rule_row(line.rule, &line.line);
        self.maps.forbids.insert(key, row);
        row
    }

    /// A row of a rule: it is called as the rule is, and cites what the rule does where it cites nothing itself.
    fn rule_row(&mut self, rule: Option<RuleId>, line: &'a Line) -> RowNo {
        let owner = rule.and_then(|r| self.rules.rules.get(r));
        let name = owner.map_or_else(String::new, |r| self.text(r.name));
        let cites = cites_of(line, owner.map(|r| &r.line));
        let rule = rule.map(number::rule);
        self.row(name, line.at, cites, rule)
    }

    /// The row of a row below a value.
    pub fn value_row(&mut self, value: ValueId, i: usize) -> RowNo {
        if let Some(row) = self.maps.value_rows.get(&(value, i)) {
            return *row;
        }
        let rules = self.rules;
        let Some((head, own)) = rules.values.get(value).and_then(|v| Some((&v.head, v.rows.get(i)?))) else { return RowNo::default() };
        let row = self.own_row(head, own);
        self.maps.value_rows.insert((value, i), row);
        row
    }

    /// The row of a row below a throw or a manner.
    pub fn chance_row(&mut self, proc: ProcId, i: usize) -> RowNo {
        if let Some(row) = self.maps.chance_rows.get(&(proc, i)) {
            return *row;
        }
        let rules = self.rules;
        let Some(p) = rules.procs.get(proc) else { return RowNo::default() };
        let Some(own) = p.rows().and_then(|rows| rows.get(i)) else { return RowNo::default() };
        let row = self.own_row(&p.head, own);
        self.maps.chance_rows.insert((proc, i), row);
        row
    }

    /// The row of what an action needs.
    pub fn need_row(&mut self, proc: ProcId, i: usize) -> RowNo {
        if let Some(row) = self.maps.need_rows.get(&(proc, i)) {
            return *row;
        }
        let rules = self.rules;
        let Some((head, need)) = rules.procs.get(proc).and_then(|p| Some((&p.head, p.needs.get(i)?))) else { return RowNo::default() };
        let row = self.line_row(head, &need.line);
        self.maps.need_rows.insert((proc, i), row);
        row
    }

    fn own_row(&mut self, head: &'a Head, own: &'a OwnRow) -> RowNo {
        self.line_row(head, &own.line)
    }

    /// A row that stands below a head: it is called as the head is where it has no name.
    fn line_row(&mut self, head: &'a Head, line: &'a Line) -> RowNo {
        let name = self.text(line.name.unwrap_or(head.name));
        let cites = cites_of(line, Some(&head.line));
        self.row(name, line.at, cites, None)
    }
}

/// The clauses that a line cites, else those of what it stands in.
pub(super) fn cites_of<'a>(line: &'a Line, around: Option<&'a Line>) -> &'a [Sym] {
    if line.cites.is_empty() { around.map_or(&[], |a| a.cites.as_slice()) } else { &line.cites }
}
