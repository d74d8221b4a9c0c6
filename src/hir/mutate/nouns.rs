//! What could be meant otherwise in nouns: settings, states, counts, rules, rows, tables, ground, formations, rulings.

use super::{Mutator, Part};
use crate::hir::walk::alter::{Walk as _, walk_table};
use crate::hir::{Cell, Form, GroundCost, ListCell, ListRow, LocalId, Rule, Rules, Ruling, Settings, Table, TableKey, Terrain, Until};
use crate::hir::{Expr, State};
use crate::source::At;

impl Mutator {
    /// Walks one declaration.
    pub(super) fn part(&mut self, r: &mut Rules, part: Part) {
        match part {
            Part::Settings => {
                self.line = r.pack.line.at;
                self.settings(&mut r.settings);
            }
            Part::Kind(id) => each(r.kinds.get_mut(id), |k| {
                let line = k.line.clone();
                self.on_line(&line, &mut k.terms, Self::terms);
            }),
            Part::State(id) => each(r.states.get_mut(id), |s| self.state(s)),
            Part::Count(id) => each(r.counts.get_mut(id), |c| {
                let line = c.line.clone();
                self.on_line(&line, &mut c.starts, |m, s| m.described("start left out", line.at, s));
                self.on_line(&line, &mut c.bounds, |m, b| m.bounds(line.at, b));
            }),
            Part::Value(id) => each(r.values.get_mut(id), |v| self.value(v)),
            Part::Proc(id) => each(r.procs.get_mut(id), |p| self.proc(p)),
            Part::Table(id) => each(r.tables.get_mut(id), |t| {
                let line = t.head.line.clone();
                self.on_line(&line, t, Self::table);
            }),
            Part::Rule(id) => each(r.rules.get_mut(id), |rule| {
                let line = rule.line.clone();
                self.on_line(&line, &mut rule.terms, Self::terms);
            }),
            Part::Brought(id) => each(r.rules.get_mut(id), |rule| {
                let line = rule.line.clone();
                self.on_line(&line, rule, |m, rule| m.brought(rule, line.at));
            }),
            Part::Attach(id) => each(r.attaches.get_mut(id), |a| self.attach(a)),
            Part::Forbid(at) => each(r.forbids.get_mut(at), |f| self.forbid(f)),
            Part::Lasting(id) => each(r.lasting.get_mut(id), |l| {
                let line = l.line.clone();
                self.on_line(&line, &mut l.until, |m, u| m.until("end", u, line.at));
            }),
            Part::Row(id) => each(r.rows.get_mut(id), |row| {
                let line = row.line.clone();
                self.on_line(&line, row, |m, row| m.row(row, line.at));
            }),
            Part::Terrain(id) => each(r.terrains.get_mut(id), |t| {
                let line = t.line.clone();
                self.on_line(&line, t, |m, t| m.terrain(t, line.at));
            }),
            Part::Form(at) => each(r.forms.get_mut(at), |f| {
                let line = f.line.clone();
                self.on_line(&line, f, |m, f| m.form(f, line.at));
            }),
            Part::Ruling(id) => each(r.rulings.get_mut(id), |ruling| {
                let line = ruling.line.clone();
                self.on_line(&line, ruling, |m, r| m.ruling(r, line.at));
            }),
            Part::Deck(id) => each(r.decks.get_mut(id), |d| {
                let line = d.line.clone();
                self.on_line(&line, d, |m, d| {
                    d.has.iter_mut().for_each(|s| m.sel(s));
                    let listed = d.lists.iter_mut().enumerate();
                    listed.for_each(|(i, (_, n))| m.number_nth("number of cards", line.at, i, n, 1));
                });
            }),
            Part::Column(_) | Part::Thing(_) => {}
        }
    }

    fn settings(&mut self, s: &mut Settings) {
        let at = self.line;
        self.unsay("measured from the leader left out", at, &mut s.from_leader);
        self.unsay("measured to the leader left out", at, &mut s.to_leader);
        self.unsay("near the leader left out", at, &mut s.about_leader);
        self.unsay("the leader walks left out", at, &mut s.leader_walks);
        if let Some(n) = &mut s.coherency {
            self.number("coherency", at, n, 1000);
        }
        if let Some(phase) = &mut s.once_per_phase {
            self.flip("once per turn or phase", at, phase);
        }
        self.described("order of rules left out", at, &mut s.simultaneous);
    }

    /// What holds for whom it is said: it, and all that it says.
    fn described(&mut self, what: &'static str, at: At, said: &mut Option<(LocalId, Expr)>) {
        self.without(what, said, at);
        said.iter_mut().for_each(|(_, e)| self.expr(e));
    }

    /// Least and most of a count.
    fn bounds(&mut self, at: At, bounds: &mut Option<(LocalId, [Expr; 2])>) {
        self.without("bounds left out", bounds, at);
        bounds.iter_mut().flat_map(|(_, both)| both).for_each(|e| self.expr(e));
    }

    fn state(&mut self, s: &mut State) {
        let line = s.line.clone();
        self.on_line(&line, s, |m, s| {
            m.until(super::END, &mut s.until, line.at);
            m.unsay("majority left out", line.at, &mut s.majority);
            m.unsay("any left out", line.at, &mut s.any);
        });
    }

    /// When something ends; what stays for good stays so.
    fn until(&mut self, what: &'static str, until: &mut Until, at: At) {
        if *until != Until::Stays && self.here(what, at) {
            *until = if *until == Until::Turn { Until::Stays } else { Until::Turn };
        }
    }

    fn brought(&mut self, rule: &mut Rule, at: At) {
        if rule.price != 0 {
            self.number("price", at, &mut rule.price, 1);
        }
        self.leave_one_out("what it brings left out", &mut rule.brings, at);
    }

    fn row(&mut self, row: &mut ListRow, at: At) {
        for (n, (_, cell)) in row.cells.iter_mut().enumerate() {
            match cell {
                ListCell::Dash => {}
                ListCell::Is(e) => self.expr(e),
                ListCell::Dice(dice) => self.dice(dice),
            }
            if *cell != ListCell::Dash && self.here_nth("cell left out", at, n) {
                *cell = ListCell::Dash;
            }
        }
        self.leave_one_out("rule left out", &mut row.rules, at);
        self.leave_one_out("tag left out", &mut row.tags, at);
    }

    fn table(&mut self, t: &mut Table) {
        walk_table(self, t);
        for cell in &mut t.cells {
            if let Cell::Dice(dice) = cell {
                self.dice(dice);
            }
        }
        let head = t.head.line.at;
        let Some(first) = t.keys.first().map(Vec::len) else { return };
        let width = t.cells.len().checked_div(first).unwrap_or(0);
        let places: Vec<At> = (0..first).map(|n| place(t, n * width).unwrap_or(head)).collect();
        for (n, keys) in t.keys.iter_mut().enumerate() {
            for (i, key) in keys.iter_mut().enumerate() {
                let at = places.get(i).copied().filter(|_| n == 0).unwrap_or(head);
                if let TableKey::Numbers(from, to) = key {
                    if from == to {
                        if self.here_nth("key", at, n) {
                            *from = from.saturating_add(1);
                            *to = *from;
                        }
                    } else {
                        self.end("first key", at, n, from);
                        self.end("last key", at, n, to);
                    }
                }
            }
        }
        let gone = (0..first).find(|n| self.here_nth("row left out", places.get(*n).copied().unwrap_or(head), *n));
        if let (Some(n), Some(keys)) = (gone, t.keys.first_mut()) {
            keys.remove(n);
            t.cells.drain((n * width).min(t.cells.len())..((n + 1) * width).min(t.cells.len()));
        }
    }

    fn terrain(&mut self, t: &mut Terrain, at: At) {
        for (n, (cost, who)) in t.costs.iter_mut().enumerate() {
            if let GroundCost::Crossing(far) | GroundCost::Leaving(far) = cost {
                self.number_nth("crossing", at, n, far, 1000);
            } else if self.here_nth("cost of ground", at, n) {
                *cost = match cost {
                    GroundCost::Double => GroundCost::Forbidden,
                    GroundCost::Forbidden | GroundCost::HalfRest => GroundCost::Double,
                    GroundCost::CrossingForbidden | GroundCost::CrossingHalfRest => GroundCost::CrossingDouble,
                    GroundCost::CrossingDouble | GroundCost::Crossing(_) | GroundCost::Leaving(_) => GroundCost::CrossingForbidden,
                };
            }
            if who.is_some() && self.here_nth("for whom left out", at, n) {
                *who = None;
            }
            who.iter_mut().for_each(|(_, e)| self.expr(e));
        }
        self.leave_one_out("cost left out", &mut t.costs, at);
        self.unsay("blocks sight left out", at, &mut t.blocks);
        self.unsay("raised left out", at, &mut t.raised);
        self.unsay("by its leader left out", at, &mut t.by_leader);
        if let Some(n) = &mut t.shelters {
            self.number("shelter", at, n, 1000);
        }
    }

    fn form(&mut self, f: &mut Form, at: At) {
        for (nth, (gap, who)) in f.gaps.iter_mut().enumerate() {
            self.number_nth("gap", at, nth, gap, 1000);
            if who.is_some() && self.here_nth("whose gap left out", at, nth) {
                *who = None;
            }
            who.iter_mut().for_each(|(_, e)| self.expr(e));
        }
        self.small("least ranks", at, &mut f.ranks.0);
        if f.ranks.1 < u8::MAX {
            self.small("most ranks", at, &mut f.ranks.1);
        }
        for (n, (least, most, who)) in f.fronts.iter_mut().enumerate() {
            if self.here_nth("least front", at, n) {
                *least = least.saturating_add(1);
            }
            if *most < u8::MAX && self.here_nth("most front", at, n) {
                *most = most.saturating_add(1);
            }
            if who.is_some() && self.here_nth("whose front left out", at, n) {
                *who = None;
            }
            who.iter_mut().for_each(|(_, e)| self.expr(e));
        }
        self.described("who may left out", at, &mut f.open);
        self.leave_one_out("how it stands left out", &mut f.drills, at);
        self.without("what it falls into left out", &mut f.lost, at);
        self.unsay("first left out", at, &mut f.first);
    }

    fn ruling(&mut self, r: &mut Ruling, at: At) {
        let chosen = r.chosen as usize;
        let by = if r.measure == crate::hir::Ty::LENGTH { 1000 } else { 1 };
        for (nth, (_, n)) in r.readings.iter_mut().enumerate() {
            if let Some(n) = n {
                self.number_nth("number of a reading", at, nth, n, by);
            }
        }
        if r.readings.len() > 1 && self.here(super::READING, at) {
            r.chosen = u32::try_from((chosen + 1) % r.readings.len()).unwrap_or(0);
        }
    }
}

/// Where a cell of a table stands.
fn place(t: &Table, cell: usize) -> Option<At> {
    match t.cells.get(cell)? {
        Cell::Dash => None,
        Cell::Is(e) => Some(e.at),
        Cell::Dice(dice) => Some(dice.at),
    }
}

fn each<T>(node: Option<&mut T>, f: impl FnOnce(&mut T)) {
    if let Some(node) = node {
        f(node);
    }
}
