//! When markers and effects end: with the game, a turn, a phase, any procedure, or its next run for their bearer.

use super::compile::Pass;
use super::ir::{Next, Op, X};
use super::numbers::short;
use crate::diag::Code;
use crate::model::{Key, KindBase, State, StateKind, Symbol, Type, Until};
use crate::syntax::{Declaration, Node, Rule};

impl Pass<'_> {
    /// Markers whose end is said.
    pub fn marker_ends(&mut self, declarations: &[Declaration]) {
        for d in declarations {
            if d.head.rule != Rule::named_d || self.word_of(d) != "marker" {
                continue;
            }
            let Some((name, _)) = self.title(&d.head) else { continue };
            let state = self.program.book.find(&name, Symbol::State).map(short);
            for part in d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::until_item) {
                let (Some(state), Some(what)) = (state, part.find(Rule::until_what)) else { continue };
                let until = self.ends_with(state, what);
                if let Some(s) = self.program.book.states.get_mut(state as usize) {
                    s.until = until;
                }
            }
        }
    }

    /// When a state ends, as `until ...` says it. What ends with a procedure is cleared by that.
    pub fn ends_with(&mut self, state: u16, what: &Node) -> Until {
        let text = self.text(what);
        if text == "removed" {
            return Until::Stays;
        }
        let inner = what.find(Rule::kw_this_name).unwrap_or(what);
        let next = text.split_whitespace().any(|w| w == "next");
        let Some(name) = inner.find(Rule::name) else {
            return match inner.find(Rule::word).map_or("", |w| self.text(w)) {
                "turn" if next => self.ends_with_next(state, self.program.turn),
                "turn" => Until::Turn,
                "phase" if !next => Until::Phase(Key::default()),
                "game" if !next => Until::Stays,
                word => {
                    let help = "write `until end of turn`, `phase` or `game`, or name what it ends with";
                    self.fault(Code::Name, what.span, format!("nothing ends that is called `{word}`"), help);
                    Until::Turn
                }
            };
        };
        let written = self.name(name);
        if !text.starts_with("end") {
            self.fault(Code::Syntax, what.span, "it ends with something", format!("write `until end of {written}`"));
            return Until::Turn;
        }
        let Some(proc) = self.procedure_named(name, written) else { return Until::Turn };
        if next {
            return self.ends_with_next(state, Some(proc));
        }
        if self.program.procs.get(proc as usize).is_some_and(|p| p.phase) {
            return Until::Phase(Key::new(written));
        }
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.clears.push(state);
        }
        Until::Stays
    }

    /// A state that lasts through the next run of a procedure for its bearer: a hidden one says that it has begun.
    fn ends_with_next(&mut self, state: u16, proc: Option<u16>) -> Until {
        let Some(proc) = proc else { return Until::Turn };
        let Some(of) = self.program.book.states.get(state as usize).cloned() else { return Until::Turn };
        let begun = short(self.program.book.states.len());
        let name = format!("last of {}", of.name);
        self.program.book.states.push(State { name, kind: StateKind::Note, until: Until::Stays, majority: false, any: false, ..of });
        let whose = self.program.proc_heads.get(proc as usize).and_then(|h| h.roles.first()).map(|r| r.ty.clone());
        let of_one = matches!(whose, Some(Type::Thing(k)) if !self.program.book.is(k, KindBase::Game));
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.nexts.push(Next { state, begun, of_one });
        }
        Until::Stays
    }

    /// Somebody gets a state, or loses it; one that lasts through the next run of something begins anew.
    pub fn turn_state(&mut self, code: &mut Vec<Op>, who: X, state: u16, on: bool) {
        code.push(if on { Op::Gain(who, state) } else { Op::Lose(who, state) });
        let begun: Vec<u16> = self.program.procs.iter().flat_map(|p| &p.nexts).filter(|n| n.state == state).map(|n| n.begun).collect();
        code.extend(begun.into_iter().map(|b| Op::Lose(who, b)));
        let mut along = vec![state];
        while let Some(next) = self.program.along.iter().find(|(by, s)| along.contains(by) && !along.contains(s)).map(|(_, s)| *s) {
            along.push(next);
            code.push(if on { Op::Gain(who, next) } else { Op::Lose(who, next) });
        }
    }
}
