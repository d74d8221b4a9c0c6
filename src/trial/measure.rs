//! What a `chance of ... in ...` asks, of a call that is run many times.

use std::cell::Cell;
use std::collections::BTreeSet;

use super::expect::Asked;
use super::outcome::Ending;
use super::put::Put;
use super::run::{Outcome, Run};
use super::script::{Given, Script};
use super::words::local;
use crate::ast::{ChanceOf, Expr};
use crate::ir::{Ex, LabelNo, Op, ProcNo, Program, Reg, Type};
use crate::source::Span;
use crate::vm::{Game, Machine, NoTrace, Stop, World};

/// What is asked of the end of a run.
#[derive(Clone, Copy)]
enum Asks {
    /// The result of the call itself.
    Result,
    /// How the game has come out.
    Ending(Ending),
    /// What this procedure answers.
    By(ProcNo),
}

/// A call to be run many times, and the questions put to what comes of it.
pub(super) struct Measured {
    pub call: ProcNo,
    /// What is asked, and where it is written.
    asks: Vec<(Asks, Span)>,
    /// The labels of earlier steps, in the order of their words.
    labels: Vec<LabelNo>,
    /// Of these, those that the questions ask for and that are not there yet.
    pub wanted: Vec<(LabelNo, Span)>,
    /// Where the first question stands that throws dice or asks a player, which nobody answers there.
    open: Cell<Option<Span>>,
}

impl Measured {
    /// Whether an answer is a length: by what is asked, or by the step whose result it is.
    fn length(&self, program: &Program, asks: Asks) -> bool {
        let by = match asks {
            Asks::Result => self.call,
            Asks::By(ask) => ask,
            Asks::Ending(_) => return false,
        };
        program.proc_heads.get(by).is_some_and(|h| h.gives == Type::LENGTH)
    }

    /// The answers to all questions, in order.
    pub fn of(&self, game: Game<'_>, m: &Machine) -> Vec<i64> {
        self.asks.iter().map(|(asks, span)| self.answer(game, m, *asks, *span)).collect()
    }

    fn answer(&self, game: Game<'_>, m: &Machine, asks: Asks, span: Span) -> i64 {
        let ask = match asks {
            Asks::Result => return m.result,
            Asks::Ending(ending) => return i64::from(ending.holds(&m.world)),
            Asks::By(ask) => ask,
        };
        let args: Vec<i64> = m.watch.iter().map(|(_, v)| v.unwrap_or(0)).collect();
        let mut asking = Machine::start(game, going_on(&m.world), ask, &args, 0);
        let mut none = Script::default();
        let mut dice = Given { program: game.program, script: &mut none, fault: None, short: None };
        let stop = asking.run(game, &mut dice, &mut NoTrace);
        if dice.fault.is_some() || matches!(stop, Stop::Decision(_)) {
            self.open.set(self.open.get().or(Some(span)));
        }
        asking.result
    }

    /// That a question throws dice itself when all is done.
    pub fn closed(&self) -> Outcome<()> {
        let why =
            "this is asked when all is done, and nobody throws dice or decides then: ask for it without a call, or let the call do it";
        self.open.get().map_or(Ok(()), |span| Err((span, why.into())))
    }

    /// A machine that is about to make the call.
    pub fn start(&self, run: &Run<'_>, game: Game<'_>) -> Machine {
        let mut start = Machine::start(game, run.world.clone(), self.call, &run.locals(), 0);
        start.watch = self.labels.iter().map(|l| (*l, None)).collect();
        start
    }
}

impl Run<'_> {
    /// Several questions, all of the call that the first names. One alone may do without a call.
    pub(super) fn measured(&mut self, asked: &[Asked<'_>]) -> Outcome<Measured> {
        let Some(first) = asked.first() else { return Err((Span::default(), "nothing is asked".into())) };
        let Some(d) = first.deed else {
            if let Some(second) = asked.get(1) {
                return Err((second.span, "several questions are asked of one call: name the call too, or ask one at a time".into()));
            }
            return self.measured_alone(*first);
        };
        let call = self.compile_deed(&d.deed)?;
        let mut out = Measured { call, asks: Vec::new(), labels: Vec::new(), wanted: Vec::new(), open: Cell::new(None) };
        for a in asked {
            let asks = match a.of {
                ChanceOf::Ending(ending) => Asks::Ending(self.ending(ending)?),
                ChanceOf::Holds(e) => {
                    self.given_by(call, e)?;
                    let ask = self.compile(Put::Ask(e), e.at.span())?;
                    let wanted = self.results_asked(e).into_iter().filter(|(s, _)| s.value.is_none());
                    out.wanted.extend(wanted.map(|(s, span)| (s.label, span)));
                    Asks::By(ask)
                }
            };
            out.asks.push((asks, a.span));
        }
        out.labels = self.labels();
        Ok(out)
    }

    /// A question that is asked of the position as it is.
    fn measured_alone(&mut self, asked: Asked<'_>) -> Outcome<Measured> {
        let e = match asked.of {
            ChanceOf::Ending(ending) => {
                self.ending(ending)?;
                return Err((asked.span, "say in what, with `in`".into()));
            }
            ChanceOf::Holds(e) => e,
        };
        if let Some((seen, span)) = self.results_asked(e).into_iter().find(|(s, _)| s.value.is_none()) {
            let word = self.text(seen.word);
            return Err((span, format!("`{word}` is the result of a step, and nothing is done: say in what, with `in`")));
        }
        let call = self.compile(Put::Ask(e), e.at.span())?;
        Ok(Measured { call, asks: vec![(Asks::Result, asked.span)], labels: Vec::new(), wanted: Vec::new(), open: Cell::new(None) })
    }

    /// Whether questions can be put; they are not.
    pub(super) fn understood(&mut self, asked: &[Asked<'_>]) -> Outcome<()> {
        self.measured(asked).map(|_| ())
    }

    /// Which answers are lengths.
    pub(super) fn lengths_of(&self, program: &Program, measured: &Measured, asked: &[Asked<'_>]) -> Vec<bool> {
        let one = |(a, (asks, _)): (&Asked<'_>, &(Asks, Span))| measured.length(program, *asks) || self.asks_length(program, *a);
        asked.iter().zip(&measured.asks).map(one).collect()
    }

    /// Whether the only thing asked for is the result of a step that is a length.
    fn asks_length(&self, program: &Program, asked: Asked<'_>) -> bool {
        let ChanceOf::Holds(e) = asked.of else { return false };
        local(e).and_then(|w| self.seen(w)).is_some_and(|s| gives_length(program, s.label))
    }

    /// Whether a call may give each result that is asked for.
    fn given_by(&self, call: ProcNo, e: &Expr) -> Outcome<()> {
        let program = self.program();
        let Some(given) = results_of(program, call) else { return Ok(()) };
        let Some((seen, span)) = self.results_asked(e).into_iter().find(|(s, _)| !given.contains(&s.label)) else { return Ok(()) };
        let mut names: Vec<String> = given.iter().filter_map(|l| program.labels.get(*l)).map(|l| format!("`{l}`")).collect();
        names.sort();
        let gives = if names.is_empty() { "nothing that has a name".to_owned() } else { names.join(", ") };
        let word = self.text(seen.word);
        Err((span, format!("nothing that is done here has a result `{word}`: it gives {gives}")))
    }
}

/// The labels of all results that a procedure may come to, with all that it calls; none if it may do any action.
fn results_of(program: &Program, call: ProcNo) -> Option<BTreeSet<LabelNo>> {
    let (mut met, mut open, mut out) = (BTreeSet::from([call]), vec![call], BTreeSet::new());
    while let Some(p) = open.pop() {
        for op in program.procs.get(p).map_or(&[][..], |p| &p.code) {
            match op {
                Op::Take(_) => return None,
                Op::Result(label, _) => drop(out.insert(*label)),
                Op::Call { proc, .. } if met.insert(*proc) => open.push(*proc),
                _ => {}
            }
        }
    }
    Some(out)
}

/// A position that is asked about, though the game may be over: a machine whose game is over answers nothing.
pub(super) fn going_on(world: &World) -> World {
    let mut world = world.clone();
    world.result = None;
    world
}

/// Whether the result of a step is a length, as far as what gives it shows.
fn gives_length(program: &Program, label: LabelNo) -> bool {
    let given = |code: &[Op], reg: Reg| {
        let mut wanted = reg;
        for op in code.iter().rev() {
            match op {
                Op::Call { proc, to, .. } if *to == wanted => {
                    return program.proc_heads.get(*proc).is_some_and(|h| h.gives == Type::LENGTH);
                }
                Op::Set(to, x) if *to == wanted => match program.exs.get(*x) {
                    Some(Ex::Reg(from)) => wanted = *from,
                    Some(Ex::Value { slot, .. }) => return program.slot_heads.get(*slot).is_some_and(|h| h.gives == Type::LENGTH),
                    Some(ex) => return matches!(ex, Ex::Distance(..) | Ex::March(..)),
                    None => return false,
                },
                _ => {}
            }
        }
        false
    };
    let result = |code: &[Op]| {
        code.iter().enumerate().any(|(at, op)| match op {
            Op::Result(l, reg) if *l == label => given(code.get(..at).unwrap_or(&[]), *reg),
            _ => false,
        })
    };
    program.procs.all().iter().any(|p| result(&p.code))
}
