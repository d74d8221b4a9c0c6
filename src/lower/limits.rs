//! States that remember: what was done, and how often something may be; and when states end.

use super::build::Builder;
use super::frame::Frame;
use crate::hir::{self, KindBase, KindId, Limit, Per, ProcId, Ty};
use crate::ir::{CountNo, Ex, Key, Next, State, StateKind, StateNo, Until, X};
use crate::lower::number;
use crate::source::{At, Span};

impl Builder<'_> {
    /// Another state than those of the rules.
    pub(super) fn new_state(&mut self, state: State, at: At) -> StateNo {
        let id = self.number(self.program.book.states.len(), at, "states");
        self.program.book.states.push(state);
        id
    }

    /// A state that only the machine speaks of.
    pub(super) fn hidden_state(&mut self, name: &str, of: KindId, at: At) -> StateNo {
        self.new_state(Self::state_of(name, StateKind::Marker, of, at.span()), at)
    }

    /// A state that stays.
    pub(super) fn state_of(name: &str, kind: StateKind, of: KindId, span: Span) -> State {
        State { name: name.to_owned(), kind, of: number::kind(of), until: Until::Stays, majority: false, any: false, span }
    }

    /// A count that only the machine speaks of.
    pub(super) fn hidden_count(&mut self, name: &str, of: KindId, at: At) -> CountNo {
        let id = self.number(self.program.book.counts.len(), at, "counts");
        let holds = crate::ir::Type::Unknown;
        self.program.book.counts.push(crate::ir::Count { name: name.to_owned(), of: number::kind(of), holds, span: at.span() });
        id
    }

    /// The word of a kind.
    pub(super) fn kind_word(&self, kind: KindId) -> String {
        self.rules.kinds.get(kind).map_or_else(String::new, |k| self.text(k.word))
    }

    /// A state that is cleared at the end of what a limit is per.
    pub(super) fn limit_state(&mut self, limit: &Limit, of: KindId) -> StateNo {
        let (name, kind, until) = match limit.per {
            Per::Turn => ("once per turn", StateKind::DidTurn, Until::Turn),
            Per::Phase => ("once per phase", StateKind::DidPhase, Until::Phase(Key::default())),
            Per::Game => ("once per game", StateKind::DidGame, Until::Stays),
            Per::Proc(_) => ("once per", StateKind::DidGame, Until::Stays),
        };
        let state = State { until, ..Self::state_of(name, kind, of, limit.at.span()) };
        let id = self.new_state(state, limit.at);
        if let Per::Proc(proc) = limit.per {
            let proc = number::proc(proc);
            if let Some(p) = self.program.procs.get_mut(proc) {
                p.clears.push(id);
            }
        }
        id
    }

    /// How often something may be done: a state of the bearer that the deed sets.
    pub(super) fn limit_of(&mut self, proc: ProcId, f: &mut Frame, limit: &Limit) {
        let kind = |ty: Ty| if let Ty::Thing(k) = ty { k } else { KindId(0) };
        let (who, of): (X, KindId) = match &limit.of {
            Some(e) => (self.ask(f, e), kind(e.ty)),
            None => (self.ex(Ex::Reg(0)), self.doer(proc)),
        };
        let state = self.limit_bit(limit, of);
        let proc = number::proc(proc);
        if let Some(p) = self.program.procs.get_mut(proc) {
            p.limits.push((who, state));
        }
    }

    /// The kind of whoever does something: of its first blank, else the game.
    fn doer(&self, proc: ProcId) -> KindId {
        let first = self.rules.procs.get(proc).and_then(|p| p.head.roles.first()).map(|r| self.ty(r.local));
        if let Some(Ty::Thing(k)) = first { k } else { KindId(0) }
    }

    /// The state that says a thing did a procedure: in the turn (0), the phase (1), the game (2). Made when it is first
    /// asked for.
    pub(super) fn did_state(&mut self, proc: ProcId, span: usize) -> StateNo {
        let number = number::proc(proc);
        if let Some(Some(state)) = self.program.procs.get(number).and_then(|p| p.did.get(span)) {
            return *state;
        }
        let head = self.rules.procs.get(proc).map(|p| (p.head.name, p.head.line.at));
        let (name, at) = head.map_or_else(Default::default, |(n, at)| (self.text(n), at));
        let (kind, until) = match span {
            0 => (StateKind::DidTurn, Until::Turn),
            1 => (StateKind::DidPhase, Until::Phase(Key::default())),
            _ => (StateKind::DidGame, Until::Stays),
        };
        let state = State { until, ..Self::state_of(&name, kind, self.doer(proc), at.span()) };
        let id = self.new_state(state, at);
        if let Some(d) = self.program.procs.get_mut(number).and_then(|p| p.did.get_mut(span)) {
            *d = Some(id);
        }
        id
    }

    /// The state that says a thing had another state at the end of the turn before.
    pub(super) fn last_state(&mut self, now: StateNo) -> StateNo {
        if let Some((_, last)) = self.program.lasts.iter().find(|(n, _)| *n == now) {
            return *last;
        }
        let Some(state) = self.program.book.states.get(now).cloned() else { return now };
        let at = At(state.span);
        let id = self.new_state(State { kind: StateKind::Note, until: Until::Stays, ..state }, at);
        self.program.lasts.push((now, id));
        id
    }

    /// When a state ends. What ends with a procedure is cleared by that.
    pub(super) fn ends_with(&mut self, state: StateNo, until: &hir::Until) -> Until {
        match *until {
            hir::Until::Stays => Until::Stays,
            hir::Until::Turn => Until::Turn,
            hir::Until::Phase => Until::Phase(Key::default()),
            hir::Until::NextTurn => {
                let turn = self.rules.procs.iter().find(|(_, p)| p.kind == hir::ProcKind::Turn).map(|(i, _)| i);
                turn.map_or(Until::Turn, |turn| self.ends_with_next(state, turn))
            }
            hir::Until::NextProc(proc) => self.ends_with_next(state, proc),
            hir::Until::Proc(proc) => {
                let Some(p) = self.rules.procs.get(proc) else { return Until::Turn };
                if p.kind == hir::ProcKind::Phase {
                    return Until::Phase(Key::new(self.rules.names.text(p.head.name)));
                }
                let proc = number::proc(proc);
                if let Some(p) = self.program.procs.get_mut(proc) {
                    p.clears.push(state);
                }
                Until::Stays
            }
        }
    }

    /// A state that lasts through the next run of a procedure for its bearer: a hidden one says that it has begun.
    fn ends_with_next(&mut self, state: StateNo, proc: ProcId) -> Until {
        let Some(of) = self.program.book.states.get(state).cloned() else { return Until::Turn };
        let at = At(of.span);
        let name = format!("last of {}", of.name);
        let begun = State { name, kind: StateKind::Note, until: Until::Stays, majority: false, any: false, ..of };
        let begun = self.new_state(begun, at);
        let first = self.rules.procs.get(proc).and_then(|p| p.head.roles.first()).map(|r| self.ty(r.local));
        let of_one = matches!(first, Some(Ty::Thing(k)) if !self.is(k, KindBase::Game));
        let proc = number::proc(proc);
        if let Some(p) = self.program.procs.get_mut(proc) {
            p.nexts.push(Next { state, begun, of_one });
            self.maps.nexts.entry(state).or_default().push(begun);
        }
        Until::Stays
    }
}
