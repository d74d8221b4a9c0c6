//! What a `chance of ... in ...` asks: exactly, and over many runs.

use std::collections::{BTreeMap, BTreeSet};

use super::bench::Bench;
use super::outcome::Ending;
use super::run::{Outcome, Run, Trial};
use super::script::{Answers, Given, Script};
use crate::graph::{Ex, Op, Program, Reg, Snippet};
use crate::lab::{Odds, Open, Walk, odds};
use crate::model::Type;
use crate::source::Span;
use crate::syntax::{Declaration, Node, Rule};
use crate::vm::{Game, Machine, Memo, NoTrace, World};

/// A call to be run many times, and the question put to what comes of it.
struct Measured {
    program: Program,
    call: u16,
    /// The procedure that asks; the call's own result is asked without it.
    ask: Option<u16>,
    /// What is asked of the end of the game instead.
    ending: Option<Ending>,
    /// The labels of earlier steps, in the order of their words.
    labels: Vec<u16>,
}

impl Measured {
    /// Whether the answer is a length: by what is asked, or by the step whose result it is.
    fn lengths(&self) -> bool {
        let Some(ask) = self.ask.or_else(|| self.ending.is_none().then_some(self.call)) else { return false };
        self.program.proc_heads.get(ask as usize).is_some_and(|h| h.gives == Type::LENGTH)
    }

    fn of(&self, game: Game<'_>, m: &Machine) -> i64 {
        if let Some(ending) = self.ending {
            return i64::from(ending.holds(&m.world));
        }
        let Some(ask) = self.ask else { return m.result };
        let args: Vec<i64> = m.watch.iter().map(|(_, v)| v.unwrap_or(0)).collect();
        let mut asking = Machine::start(game, going_on(&m.world), ask, &args, 0);
        let mut none = Script::default();
        let mut dice = Given { program: &self.program, script: &mut none, fault: None };
        let _ = asking.run(game, &mut dice, &mut NoTrace);
        asking.result
    }
}

impl Run<'_> {
    fn measured(&mut self, node: &Node) -> Outcome<Measured> {
        if let Some(asked) = node.find(Rule::ending_is) {
            let ending = Some(self.ending(asked)?);
            let Some(st) = node.find(Rule::do_st) else { return Err((node.span, "say in what, with `in`".into())) };
            let (program, call) = self.compile(Snippet::One(st), st.span)?;
            return Ok(Measured { program, call, ask: None, ending, labels: self.labels() });
        }
        let Some(e) = node.find(Rule::expr) else { return Err((node.span, "nothing is asked".into())) };
        let Some(st) = node.find(Rule::do_st) else {
            if let Some((word, span)) =
                self.results_asked(e).into_iter().find(|(word, _)| self.seen.get(word).is_none_or(|s| s.1.is_none()))
            {
                return Err((span, format!("`{word}` is the result of a step, and nothing is done: say in what, with `in`")));
            }
            let (program, call) = self.compile(Snippet::Ask(e), e.span)?;
            return Ok(Measured { program, call, ask: None, ending: None, labels: Vec::new() });
        };
        let (program, call) = self.compile(Snippet::One(st), st.span)?;
        self.program = program;
        self.given_by(call, e)?;
        let (program, ask) = self.compile(Snippet::Ask(e), e.span)?;
        Ok(Measured { program, call, ask: Some(ask), ending: None, labels: self.labels() })
    }

    /// The results of steps that a question asks for.
    fn results_asked(&self, e: &Node) -> Vec<(String, Span)> {
        let mut out = Vec::new();
        e.walk(&mut |n| {
            let word = n.text(self.trial.files);
            if n.rule == Rule::local && self.seen.contains_key(word) {
                out.push((word.to_owned(), n.span));
            }
        });
        out
    }

    /// Whether the only thing asked for is the result of a step that is a length.
    fn asks_length(&self, program: &Program, node: &Node) -> bool {
        let Some(e) = node.find(Rule::expr) else { return false };
        let text = e.text(self.trial.files).trim_matches(['(', ')']);
        self.seen.get(text).is_some_and(|(label, _)| gives_length(program, *label))
    }

    /// Whether a call may give each result that is asked for.
    fn given_by(&self, call: u16, e: &Node) -> Outcome<()> {
        let Some(given) = results_of(&self.program, call) else { return Ok(()) };
        let missing = |word: &String| self.seen.get(word).is_some_and(|(label, _)| !given.contains(label));
        let Some((word, span)) = self.results_asked(e).into_iter().find(|(word, _)| missing(word)) else { return Ok(()) };
        let mut names: Vec<String> = given.iter().filter_map(|l| self.program.labels.get(*l as usize)).map(|l| format!("`{l}`")).collect();
        names.sort();
        let gives = if names.is_empty() { "nothing that has a name".to_owned() } else { names.join(", ") };
        Err((span, format!("nothing that is done here has a result `{word}`: it gives {gives}")))
    }

    fn start(&self, game: Game<'_>, measured: &Measured) -> Machine {
        let mut start = Machine::start(game, self.world.clone(), measured.call, &self.locals(), 0);
        start.watch = measured.labels.iter().map(|l| (*l, None)).collect();
        start
    }

    /// Whether a question can be put; it is not.
    pub(super) fn understood(&mut self, node: &Node) -> Outcome<()> {
        let measured = self.measured(node)?;
        self.program = measured.program;
        Ok(())
    }

    /// The exact distribution.
    pub(super) fn outcomes(&mut self, node: &Node) -> Outcome<Odds> {
        let measured = self.measured(node)?;
        let memo = Memo::new(&measured.program);
        let game = Game::with(&measured.program, &self.cast, &memo);
        let policy = Answers::new(game, self.script.clone());
        let (heard, fault, declined) = (policy.heard.clone(), policy.fault.clone(), policy.declined.clone());
        let found = odds(game, &self.start(game, &measured), &policy, &mut |m| measured.of(game, m));
        // each branch has them from the beginning; what any of them uses was asked for
        self.hear(&heard.borrow());
        self.declined.extend(declined.borrow().iter().cloned());
        self.lengths = measured.lengths() || self.asks_length(&measured.program, node);
        self.program = measured.program;
        found.map_err(|open| no_odds(&open, fault.take(), node.span))
    }

    /// The same, played `games` times with keyed dice: how often each outcome came.
    pub(super) fn sampled(&mut self, node: &Node, games: u64, seed: u64) -> Outcome<BTreeMap<i64, u64>> {
        let measured = self.measured(node)?;
        let memo = Memo::new(&measured.program);
        let game = Game::with(&measured.program, &self.cast, &memo);
        let policy = Answers::new(game, self.script.clone());
        let fault = policy.fault.clone();
        let told = |open: Open| no_odds(&open, fault.take(), node.span);
        let mut walk = Walk::new(game, self.start(game, &measured), policy, |m| measured.of(game, m)).map_err(told)?;
        let mut out = BTreeMap::new();
        for n in 0..games {
            let is = walk.run(seed.wrapping_add(n)).map_err(told)?;
            *out.entry(is).or_insert(0) += 1;
        }
        drop(walk);
        self.program = measured.program;
        Ok(out)
    }
}

/// The labels of all results that a procedure may come to, with all that it calls; none if it may do any action.
fn results_of(program: &Program, call: u16) -> Option<BTreeSet<u16>> {
    let (mut met, mut open, mut out) = (BTreeSet::from([call]), vec![call], BTreeSet::new());
    while let Some(p) = open.pop() {
        for op in program.procs.get(p as usize).map_or(&[][..], |p| &p.code) {
            match op {
                Op::Take { .. } => return None,
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
fn gives_length(program: &Program, label: u16) -> bool {
    let given = |code: &[Op], reg: Reg| {
        let mut wanted = reg;
        for op in code.iter().rev() {
            match op {
                Op::Call { proc, to, .. } if *to == wanted => {
                    return program.proc_heads.get(*proc as usize).is_some_and(|h| h.gives == Type::LENGTH);
                }
                Op::Set(to, x) if *to == wanted => match program.exs.get(*x as usize) {
                    Some(Ex::Reg(from)) => wanted = *from,
                    Some(Ex::Value { slot, .. }) => return program.slot_heads.get(*slot as usize).is_some_and(|h| h.gives == Type::LENGTH),
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
    program.procs.iter().any(|p| result(&p.code))
}

fn no_odds(open: &Open, fault: Option<String>, span: Span) -> (Span, String) {
    let why = match open {
        Open::Decision(_) => fault.unwrap_or_else(|| "a decision has no answer".into()),
        Open::TooMany(n) => format!("too many positions: {n}"),
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
pub fn distribution(trial: &Trial<'_>, d: &Declaration, games: u64, seed: u64) -> Outcome<Distribution> {
    Bench::new(trial).with(d, |run| {
        for line in &d.body {
            for part in &line.parts {
                match part.find(Rule::chance_is) {
                    Some(c) => {
                        let odds = run.outcomes(c)?;
                        let (declined, lengths) = (std::mem::take(&mut run.declined), run.lengths);
                        let sampled = run.sampled(c, games, seed)?;
                        return run.leftover().map(|()| Distribution { odds, sampled, declined, lengths });
                    }
                    None => run.part(part, line)?,
                }
            }
        }
        Err((d.head.span, "no chance is asked for".into()))
    })
}
