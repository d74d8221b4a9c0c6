//! What instructions and questions touch: states, numbers, places.

use std::collections::BTreeSet;

use crate::graph::ir::{Course, Domain, Ex, Op, Pick, S, Stays, X};
use crate::ir::Program;

/// Something that is remembered between two moments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cell {
    /// A state.
    State(u16),
    /// A stored number.
    Count(u16),
    /// Which formation.
    Form,
    /// Where things stand, who is in play, who leads.
    Places,
    /// Who belongs to whom.
    Groups,
}

/// What something touches.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    pub reads: BTreeSet<Cell>,
    pub gains: BTreeSet<u16>,
    pub loses: BTreeSet<u16>,
    pub adds: BTreeSet<u16>,
    pub sets: BTreeSet<Cell>,
    /// Whether it rolls.
    pub rolls: bool,
    /// Whether somebody decides.
    pub decides: bool,
    /// Whether it may end what runs around it.
    pub stops: bool,
}

impl Touched {
    /// Whether it would be seen by somebody who decides.
    pub fn shows(&self) -> bool {
        self.rolls || self.decides || !self.writes().is_empty()
    }

    /// What it changes.
    fn writes(&self) -> BTreeSet<Cell> {
        let states = self.gains.union(&self.loses).map(|s| Cell::State(*s));
        states.chain(self.adds.iter().map(|c| Cell::Count(*c))).chain(self.sets.iter().copied()).collect()
    }

    /// Something on which the order of the two hangs, if there is anything.
    pub fn clash(&self, other: &Self) -> Option<Cell> {
        let (mine, theirs) = (self.writes(), other.writes());
        let read = |w: &BTreeSet<Cell>, t: &Self| w.iter().find(|c| t.reads.contains(c)).copied();
        if let Some(c) = read(&mine, other).or_else(|| read(&theirs, self)) {
            return Some(c);
        }
        // both add, both give or both take: in either order the same
        mine.intersection(&theirs).copied().find(|c| match c {
            Cell::State(s) => {
                !(self.gains.contains(s) && other.gains.contains(s) && !self.loses.contains(s) && !other.loses.contains(s)
                    || self.loses.contains(s) && other.loses.contains(s) && !self.gains.contains(s) && !other.gains.contains(s))
            }
            Cell::Count(_) => self.sets.contains(c) || other.sets.contains(c),
            Cell::Form | Cell::Places | Cell::Groups => true,
        })
    }
}

/// Walks a program, each value and procedure once.
pub(super) struct Toucher<'p> {
    program: &'p Program,
    slots: BTreeSet<u16>,
    procs: BTreeSet<u16>,
    pub found: Touched,
}

impl<'p> Toucher<'p> {
    /// Nothing touched yet.
    pub fn new(program: &'p Program) -> Self {
        Self { program, slots: BTreeSet::new(), procs: BTreeSet::new(), found: Touched::default() }
    }

    /// What a question reads.
    pub fn ask(&mut self, x: X) {
        let Some(ex) = self.program.exs.get(x as usize).copied() else { return };
        match ex {
            Ex::Bit { state, .. } if self.program.forms.iter().any(|f| f.state == state) => self.reads(Cell::Form),
            Ex::Bit { state, .. } => self.reads(Cell::State(state)),
            Ex::FormOf(_) => self.reads(Cell::Form),
            Ex::Cell { count, .. } => self.reads(Cell::Count(count)),
            Ex::Up(..) => self.reads(Cell::Groups),
            Ex::PlaceCell { count, .. } => self.reads(Cell::Count(count)),
            Ex::Distance(..)
            | Ex::March(..)
            | Ex::Along(_)
            | Ex::PlaceOf(_)
            | Ex::PlaceFrom(_)
            | Ex::EdgeOf(_)
            | Ex::InArc { .. }
            | Ex::Touches(..)
            | Ex::Sees(..)
            | Ex::InTerrain(..)
            | Ex::In { .. }
            | Ex::Leader(_)
            | Ex::Carries(..)
            | Ex::Rank(_)
            | Ex::InPlay(_)
            | Ex::OnBoard(_) => self.reads(Cell::Places),
            Ex::Value { slot, .. } => self.slot(slot),
            Ex::Off(row) => self.offs(row),
            // what no instruction changes, what is the rule's own, and what is taken apart below
            Ex::Int(_)
            | Ex::Reg(_)
            | Ex::Game
            | Ex::Turn
            | Ex::Turns
            | Ex::RowHas { .. }
            | Ex::Column { .. }
            | Ex::TypeRow(_)
            | Ex::Table { .. }
            | Ex::Neg(_)
            | Ex::Not(_)
            | Ex::Two(..)
            | Ex::Div(..)
            | Ex::If(..)
            | Ex::Count(_)
            | Ex::Exists(_)
            | Ex::First(_)
            | Ex::Extreme { .. }
            | Ex::Majority { .. }
            | Ex::Commonest { .. }
            | Ex::Sum { .. }
            | Ex::Named(_)
            | Ex::Ground(..)
            | Ex::Side(_)
            | Ex::OtherSide(_)
            | Ex::Price(_)
            | Ex::Allowance(_)
            | Ex::During(_) => {}
        }
        let parts = ex.parts();
        parts.kids.iter().for_each(|k| self.ask(*k));
        if let Some(list) = parts.list.and_then(|l| self.program.lists.get(l as usize)) {
            list.clone().iter().for_each(|x| self.ask(*x));
        }
        if let Some(s) = parts.sel {
            self.sel(s);
        }
    }

    fn reads(&mut self, cell: Cell) {
        self.found.reads.insert(cell);
    }

    fn sel(&mut self, s: S) {
        let Some(sel) = self.program.sels.get(s as usize).cloned() else { return };
        match sel.domain {
            Domain::Of(_, of) | Domain::RowsOf(_, of) => self.ask(of),
            Domain::Carriers(rule) => {
                if let Some(state) = self.program.rules.get(rule as usize).and_then(|r| r.state) {
                    self.reads(Cell::State(state));
                }
            }
            _ => {}
        }
        // who is there at all
        if matches!(sel.domain, Domain::All(_) | Domain::Of(..)) {
            self.reads(Cell::Places);
        }
        sel.filters.iter().chain(sel.extreme.iter().map(|(x, _)| x)).for_each(|x| self.ask(*x));
    }

    fn slot(&mut self, id: u16) {
        if !self.slots.insert(id) {
            return;
        }
        let Some(slot) = self.program.slots.get(id as usize) else { return };
        for (_, c) in Program::contributions(slot) {
            self.ask(c.guard);
            self.ask(c.x);
            self.offs(c.row);
        }
        [slot.base, slot.least, slot.most].into_iter().flatten().for_each(|x| self.ask(x));
    }

    /// What switches a line off.
    fn offs(&mut self, row: u16) {
        let offs = self.program.rows.get(row as usize).map_or(&[][..], |r| &r.off);
        offs.iter().for_each(|o| self.ask(o.guard));
    }

    fn proc(&mut self, id: u16) {
        if !self.procs.insert(id) {
            return;
        }
        if let Some(p) = self.program.procs.get(id as usize) {
            self.run(&p.code);
            for state in p
                .limits
                .iter()
                .map(|l| l.1)
                .chain(p.did.iter().flatten().copied())
                .chain(p.clears.iter().copied())
                .chain(p.nexts.iter().flat_map(|n| [n.state, n.begun]))
            {
                self.found.sets.insert(Cell::State(state));
            }
        }
    }

    /// What instructions touch.
    pub fn run(&mut self, code: &[Op]) {
        code.iter().for_each(|op| self.op(op));
    }

    fn op(&mut self, op: &Op) {
        match op {
            Op::Left(..) | Op::Jump(_) | Op::Next { .. } | Op::Step(_) | Op::Note(_) | Op::Result(..) | Op::Tag(..) => {}
            // what it calls may stop itself
            Op::Stop(p) => self.found.stops |= !self.procs.contains(p),
            Op::End => self.found.stops = true,
            Op::Did(p) => {
                let did = self.program.procs.get(*p as usize).map_or(Vec::new(), |p| p.did.iter().flatten().copied().collect());
                self.found.gains.extend(did);
            }
            Op::Set(_, x) | Op::Unless(x, _) | Op::Give(x) => self.ask(*x),
            Op::Call { proc, args, answers, .. } => {
                let args = self.program.lists.get(*args as usize).cloned().unwrap_or_default();
                let answers = self.program.answers.get(*answers as usize).cloned().unwrap_or_default();
                args.iter().chain(answers.iter().map(|(_, x)| x)).for_each(|x| self.ask(*x));
                self.proc(*proc);
            }
            Op::Roll(id, _) | Op::Again(id, ..) => self.throw(*id),
            Op::Each { sel, order, .. } => {
                self.sel(*sel);
                order.iter().for_each(|(x, _)| self.ask(*x));
            }
            Op::Order { by, .. } => {
                self.found.decides = true;
                self.ask(*by);
            }
            Op::Gain(x, s) => {
                self.ask(*x);
                self.found.gains.insert(*s);
            }
            Op::Lose(x, s) => {
                self.ask(*x);
                self.found.loses.insert(*s);
            }
            Op::Become(x, f) => {
                self.ask(*x);
                self.ask(*f);
                self.found.sets.extend([Cell::Form, Cell::Places]);
                // a tag, and those that it drives out
                let tag = self.program.constant(*f).and_then(|s| usize::try_from(s).ok());
                let sets = self.program.book.exclusive.iter().filter(|set| tag.is_some_and(|t| set.contains(&t)));
                self.found.sets.extend(sets.flatten().filter_map(|s| u16::try_from(*s).ok()).map(Cell::State));
            }
            Op::Form(x, f, most) => {
                [Some(*x), Some(*f), *most].into_iter().flatten().for_each(|x| self.ask(x));
                self.found.sets.extend([Cell::Form, Cell::Places]);
                self.found.decides = true;
            }
            Op::Store(x, count, v) => {
                self.ask(*x);
                self.ask(*v);
                self.found.sets.insert(Cell::Count(*count));
            }
            Op::Add(x, count, v) => {
                self.ask(*x);
                self.ask(*v);
                self.found.adds.insert(*count);
            }
            Op::Choose { pick, by, .. } => {
                self.found.decides = true;
                self.ask(*by);
                self.pick(*pick);
            }
            Op::Offer { by, .. } => {
                self.found.decides = true;
                self.ask(*by);
            }
            Op::Move(m, _) => {
                self.motion(*m);
                self.found.sets.insert(Cell::Places);
            }
            Op::Put { who, at, zone, facing } => {
                [Some(*who), Some(*at), *zone, facing.map(|f| f.0)].into_iter().flatten().for_each(|x| self.ask(x));
                self.found.sets.insert(Cell::Places);
            }
            Op::Lay { who, pick, at, facing, by } => {
                [Some(*who), *at, facing.map(|f| f.0), Some(*by)].into_iter().flatten().for_each(|x| self.ask(x));
                self.pick(*pick);
                self.found.decides = true;
                self.found.sets.insert(Cell::Places);
            }
            Op::Remove(x) => {
                self.ask(*x);
                self.found.sets.insert(Cell::Places);
            }
            Op::Lead(a, b) => {
                self.ask(*a);
                self.ask(*b);
                self.found.sets.insert(Cell::Places);
            }
            // any action, a new group, the end of the game: everything hangs on the order
            _ => {
                self.found.decides = true;
                self.found.reads.insert(Cell::Places);
                self.found.sets.extend([Cell::Places, Cell::Groups]);
            }
        }
    }

    fn pick(&mut self, pick: u16) {
        match self.program.picks.get(pick as usize).cloned() {
            Some(Pick::Thing(s)) => self.sel(s),
            Some(Pick::Rules(rules)) => rules.iter().for_each(|(_, x)| self.ask(*x)),
            Some(Pick::Number(a, b)) => [a, b].iter().for_each(|x| self.ask(*x)),
            Some(Pick::Names(names)) => names.iter().for_each(|(_, x)| self.ask(*x)),
            Some(Pick::Place { limits, who }) => {
                self.reads(Cell::Places);
                who.into_iter().for_each(|x| self.ask(x));
                for limit in limits {
                    match limit.stays {
                        Stays::Within(far, of) | Stays::Beyond(far, of) => [far, of].iter().for_each(|x| self.ask(*x)),
                        Stays::BeyondAll(far, sel) => {
                            self.ask(far);
                            self.sel(sel);
                        }
                        Stays::Inside(zone) => self.ask(zone),
                    }
                }
            }
            Some(Pick::Facing) | None => self.reads(Cell::Places),
        }
    }

    fn motion(&mut self, id: u16) {
        let Some(m) = self.program.motions.get(id as usize).cloned() else { return };
        self.found.decides |= m.up_to || m.course == Course::Free;
        self.reads(Cell::Places);
        let course = match m.course {
            Course::Towards(x) | Course::Away(x) | Course::Contact(x) | Course::Home(x) | Course::Onto(x) => Some(x),
            Course::Free | Course::Forward | Course::Ahead | Course::Back => None,
        };
        let far = [m.keep, m.end].into_iter().flatten();
        [Some(m.who), m.distance, course].into_iter().flatten().chain(far.clone().map(|f| f.0)).for_each(|x| self.ask(x));
        [m.through, m.forced, m.without].into_iter().flatten().chain(far.map(|f| f.1)).for_each(|s| self.sel(s));
        // what ground costs hangs on who goes there
        self.program.terrains.iter().flat_map(|t| &t.costs).filter_map(|c| c.1).for_each(|x| self.ask(x));
    }

    fn throw(&mut self, id: u16) {
        self.found.rolls = true;
        let Some(t) = self.program.throws.get(id as usize).cloned() else { return };
        for c in t.contributions() {
            self.ask(c.guard);
            self.ask(c.x);
            self.offs(c.row);
        }
        [Some(t.dice), t.need, t.base].into_iter().flatten().for_each(|x| self.ask(x));
    }
}
