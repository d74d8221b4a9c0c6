//! What a `chance of ... in ...` asks: exactly, and over many runs.

use std::collections::{BTreeMap, BTreeSet};

use super::bench::Bench;
use super::expect::Asked;
use super::outcome::Ending;
use super::parts::head;
use super::put::Put;
use super::run::{Outcome, Run, Trial};
use super::script::{Answers, Given, Script};
use super::watch::{Barred, Watch};
use super::words::local;
use crate::ast::{ChanceOf, Decl, Expr, ItemKind};
use crate::ir::{Ex, LabelNo, Op, ProcNo, Program, Reg, Type};
use crate::lab::{Odds, Open, Policy as _, Walk, odds};
use crate::lower::Lowered;
use crate::source::Span;
use crate::vm::{self, Dice, Game, Keyed, Machine, Memo, NoTrace, See, Stop, Toss, World};

/// A call to be run many times, and the question put to what comes of it.
struct Measured {
    call: ProcNo,
    /// The procedure that asks; the call's own result is asked without it.
    ask: Option<ProcNo>,
    /// What is asked of the end of the game instead.
    ending: Option<Ending>,
    /// The labels of earlier steps, in the order of their words.
    labels: Vec<LabelNo>,
    /// Of these, those that the question asks for and that are not there yet; where it does.
    wanted: Vec<(LabelNo, Span)>,
}

impl Measured {
    /// Whether the answer is a length: by what is asked, or by the step whose result it is.
    fn lengths(&self, program: &Program) -> bool {
        let Some(ask) = self.ask.or_else(|| self.ending.is_none().then_some(self.call)) else { return false };
        program.proc_heads.get(ask).is_some_and(|h| h.gives == Type::LENGTH)
    }

    fn of(&self, game: Game<'_>, m: &Machine) -> i64 {
        if let Some(ending) = self.ending {
            return i64::from(ending.holds(&m.world));
        }
        let Some(ask) = self.ask else { return m.result };
        let args: Vec<i64> = m.watch.iter().map(|(_, v)| v.unwrap_or(0)).collect();
        let mut asking = Machine::start(game, going_on(&m.world), ask, &args, 0);
        let mut none = Script::default();
        let mut dice = Given { program: game.program, script: &mut none, fault: None, short: None };
        let _ = asking.run(game, &mut dice, &mut NoTrace);
        asking.result
    }
}

impl Run<'_> {
    fn measured(&mut self, asked: Asked<'_>) -> Outcome<Measured> {
        let e = match asked.of {
            ChanceOf::Ending(ending) => {
                let ending = Some(self.ending(ending)?);
                let Some(d) = asked.deed else { return Err((asked.span, "say in what, with `in`".into())) };
                let call = self.compile_deed(&d.deed)?;
                return Ok(Measured { call, ask: None, ending, labels: self.labels(), wanted: Vec::new() });
            }
            ChanceOf::Holds(e) => e,
        };
        let Some(d) = asked.deed else {
            if let Some((seen, span)) = self.results_asked(e).into_iter().find(|(s, _)| s.value.is_none()) {
                let word = self.text(seen.word);
                return Err((span, format!("`{word}` is the result of a step, and nothing is done: say in what, with `in`")));
            }
            let call = self.compile(Put::Ask(e), e.at.span())?;
            return Ok(Measured { call, ask: None, ending: None, labels: Vec::new(), wanted: Vec::new() });
        };
        let call = self.compile_deed(&d.deed)?;
        self.given_by(call, e)?;
        let ask = self.compile(Put::Ask(e), e.at.span())?;
        let wanted = self.results_asked(e).into_iter().filter(|(s, _)| s.value.is_none()).map(|(s, span)| (s.label, span)).collect();
        Ok(Measured { call, ask: Some(ask), ending: None, labels: self.labels(), wanted })
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

    fn start(&self, game: Game<'_>, measured: &Measured) -> Machine {
        let mut start = Machine::start(game, self.world.clone(), measured.call, &self.locals(), 0);
        start.watch = measured.labels.iter().map(|l| (*l, None)).collect();
        start
    }

    /// Whether a question can be put; it is not.
    pub(super) fn understood(&mut self, asked: Asked<'_>) -> Outcome<()> {
        self.measured(asked).map(|_| ())
    }

    /// The exact distribution.
    pub(super) fn outcomes(&mut self, asked: Asked<'_>) -> Outcome<Odds> {
        let measured = self.measured(asked)?;
        if let Some(b) = self.barred(measured.call) {
            let span = self.place_of(self.program(), b.proc).unwrap_or(asked.span);
            return Err((span, self.not_done(self.program(), &b)));
        }
        self.with_program(|run, program| {
            let (memo, cast) = (Memo::new(program), run.cast.clone());
            let game = Game::with(program, &cast, &memo);
            let policy = Answers::new(game, run.script.clone(), run.ahead.clone());
            let (heard, fault, declined) = (policy.heard.clone(), policy.fault.clone(), policy.declined.clone());
            let (put, ahead) = (policy.asked.clone(), policy.ahead.clone());
            let start = run.start(game, &measured);
            // which results came in any branch, and whether any branch did anything
            let mut came: BTreeSet<LabelNo> = BTreeSet::new();
            let mut changed = false;
            let found = odds(game, &start, &policy, &mut |m| {
                came.extend(m.watch.iter().filter(|(_, v)| v.is_some()).map(|(l, _)| *l));
                changed = changed || m.world != start.world;
                measured.of(game, m)
            });
            let found = found.map_err(|open| no_odds(&open, fault.take(), asked.span))?;
            let fresh = Answers::new(game, run.script.clone(), run.ahead.clone());
            drop(policy);
            // each branch has them from the beginning; what any of them uses was asked for
            run.hear(&heard.borrow());
            run.ahead = ahead.take();
            let nothing = !changed && put.borrow().is_empty() && came.is_empty() && found.outcomes.len() < 2;
            let absent = measured.wanted.iter().find(|(l, _)| !came.contains(l)).copied();
            let idle = run.leftover().is_err() || run.ahead.idle(measured.call).is_some();
            if nothing || absent.is_some() || idle {
                let heard = passes(game, &start, &fresh);
                heard.into_iter().for_each(|w| drop(run.note(w)));
            }
            put.take().into_iter().for_each(|n| run.is_put(n));
            run.idle_odds = nothing && asked.deed.is_some();
            run.declined.extend(declined.borrow().iter().cloned());
            run.lengths = measured.lengths(program) || run.asks_length(program, asked);
            let faulty = absent.map(|(label, span)| (span, run.not_given(program, label)));
            faulty.map_or(Ok(found), Err)
        })
        .and_then(|found| self.unasked_ahead(measured.call).map(|()| found))
    }

    /// What keeps a test's own call from being made, if anything does.
    pub(super) fn barred(&self, id: ProcNo) -> Option<Barred> {
        let game = Game::new(self.program(), &self.cast);
        let mut m = Machine::start(game, self.world.clone(), id, &self.locals(), 0);
        let mut watch = Watch::default();
        let _ = m.run(game, &mut Waiting, &mut watch);
        watch.barred
    }

    /// The same, played `games` times with keyed dice: how often each outcome came.
    pub(super) fn sampled(&mut self, asked: Asked<'_>, games: u64, seed: u64) -> Outcome<BTreeMap<i64, u64>> {
        let measured = self.measured(asked)?;
        self.with_program(|run, program| {
            let memo = Memo::new(program);
            let game = Game::with(program, &run.cast, &memo);
            let policy = Answers::new(game, run.script.clone(), run.ahead.clone());
            let fault = policy.fault.clone();
            let told = |open: Open| no_odds(&open, fault.take(), asked.span);
            let mut walk = Walk::new(game, run.start(game, &measured), policy, |m| measured.of(game, m)).map_err(told)?;
            let mut out = BTreeMap::new();
            for n in 0..games {
                let is = walk.run(seed.wrapping_add(n)).map_err(told)?;
                *out.entry(is).or_insert(0) += 1;
            }
            Ok(out)
        })
    }

    /// Does something with the program, which stands aside meanwhile.
    fn with_program<T>(&mut self, then: impl FnOnce(&mut Self, &Program) -> T) -> T {
        let lowered: Lowered = std::mem::take(&mut self.lowered);
        let out = then(self, &lowered.program);
        self.lowered = lowered;
        out
    }
}

/// Dice that never answer: what is done is run as far as the first of them.
struct Waiting;

impl Dice for Waiting {
    fn toss(&mut self, _: &Toss, _: Option<See<'_>>) -> Option<vm::Outcome> {
        None
    }
}

/// So many runs are listened to where something is missed.
const RUNS: u64 = 8;

/// What is heard in a few runs.
fn passes(game: Game<'_>, start: &Machine, policy: &Answers<'_>) -> Vec<Watch> {
    let one = |seed: u64| {
        let (mut m, mut policy, mut watch) = (start.clone(), policy.clone(), Watch::default());
        while let Stop::Decision(d) = m.run(game, &mut Keyed { seed }, &mut watch) {
            let Some(choice) = policy.decide(&d, &m) else { break };
            m.answer(choice);
        }
        watch
    };
    (0..RUNS).map(one).collect()
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

fn no_odds(open: &Open, fault: Option<String>, span: Span) -> (Span, String) {
    let why = match open {
        Open::Decision(_) => fault.unwrap_or_else(|| "a decision has no answer".into()),
        Open::TooMany(n) => format!("too many positions: {n}"),
        Open::Great(_) => "a number is greater than can be counted".into(),
        Open::Stuck(_) | Open::Endless => "it does not end".into(),
    };
    (span, why)
}

/// How likely each outcome is.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// Exactly.
    pub odds: Odds,
    /// How often each came in the games that were played.
    pub sampled: BTreeMap<i64, u64>,
    /// Offers that were declined, since nothing answers them.
    pub declined: BTreeSet<String>,
    /// Whether outcomes are lengths, in thousandths of an inch.
    pub lengths: bool,
}

/// The exact distribution asked by the first `expect chance` of a test, and how often each outcome came in `games` games.
///
/// # Errors
/// What is wrong, and where.
pub fn distribution(trial: &Trial<'_>, d: &Decl, games: u64, seed: u64) -> Outcome<Distribution> {
    Bench::new(trial).with(d, |run| {
        for item in d.kind.items() {
            let asked = if let ItemKind::Expect(e) = &item.kind { run.chance_asked(e) } else { None };
            let Some(asked) = asked else {
                run.item(item)?;
                continue;
            };
            let odds = run.outcomes(asked)?;
            run.leftover()?;
            if run.idle_odds {
                return Err((asked.span, run.nothing_done()));
            }
            let (declined, lengths) = (std::mem::take(&mut run.declined), run.lengths);
            let sampled = run.sampled(asked, games, seed)?;
            return Ok(Distribution { odds, sampled, declined, lengths });
        }
        Err((head(d), "no chance is asked for".into()))
    })
}
