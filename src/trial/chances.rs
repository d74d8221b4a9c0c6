//! How likely what is asked is: exactly, over many runs, or over many runs alone where there are too many positions.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::bench::Bench;
use super::expect::Asked;
use super::measure::Measured;
use super::parts::head;
use super::run::{Outcome, Run, Trial};
use super::script::{Answers, Said};
use super::watch::{Barred, Watch};
use crate::ast::{AnswerValue, Answers as AnswersLine, Decl, ItemKind};
use crate::ir::{Key, LabelNo, ProcNo, Program};
use crate::lab::{Open, Policy as _, Walk, odds, to_end};
use crate::lower::Lowered;
use crate::source::Span;
use crate::stats::Exact;
use crate::vm::{self, Dice, Game, Keyed, Machine, Memo, See, Stop, Toss};

/// What each combination of answers comes to, by the answers in the order of their questions.
type By<T> = BTreeMap<Vec<i64>, T>;

/// How likely each outcome is.
#[derive(Clone, Debug)]
pub struct Distribution {
    /// Exactly, each combination of answers in the order of the questions; none if there were too many positions.
    pub odds: Option<BTreeMap<Vec<i64>, Exact>>,
    /// How often each came in the games that were played.
    pub sampled: BTreeMap<Vec<i64>, u64>,
    /// Offers that were declined, since nothing answers them.
    pub declined: BTreeSet<String>,
    /// Of which questions the outcomes are lengths, in thousandths of an inch.
    pub lengths: Vec<bool>,
    /// What was not done, and why, where nothing else shows it.
    pub remarks: Vec<String>,
}

/// What came of some runs.
#[derive(Default)]
struct Came {
    /// The results that any of them gave.
    results: BTreeSet<LabelNo>,
    /// Whether any of them changed anything.
    changed: bool,
    /// Whether they came to more than one outcome.
    many: bool,
}

/// How a distribution is wanted.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// In how many games it is tried, too.
    pub games: u64,
    /// The seed of those.
    pub seed: u64,
    /// For each line of answers whether the last of it holds only if the throw that is looked at has failed.
    pub if_failed: Vec<bool>,
}

/// The distribution asked by the `expect chance` lines of a test, which come last in it, and how often each outcome came in games.
///
/// # Errors
/// What is wrong, and where.
pub fn distribution(trial: &Trial<'_>, d: &Decl, wish: &Wish) -> Outcome<Distribution> {
    Bench::new(trial).with(d, |run| {
        let (mut asked, mut lines) = (Vec::new(), wish.if_failed.iter());
        for item in d.kind.items() {
            match &item.kind {
                ItemKind::Expect(e) if run.chance_asked(e).is_some() => asked.extend(run.chance_asked(e)),
                ItemKind::Answers(line) => {
                    run.item(item)?;
                    if lines.next() == Some(&true) {
                        run.only_if_failed(line)?;
                    }
                }
                _ => run.item(item)?,
            }
        }
        match asked.first() {
            Some(first) => run.distribution(&asked, first.span, wish),
            None => Err((head(d), "no chance is asked for".into())),
        }
    })
}

impl Run<'_> {
    /// The exact distribution.
    pub(super) fn outcomes(&mut self, asked: &[Asked<'_>]) -> Outcome<By<Exact>> {
        let mut followed = None;
        let exact = self.answered(asked, |game, start, policy, measure| {
            let found = odds(game, start, policy, measure)?;
            followed = found.followed;
            Ok(found.outcomes)
        });
        self.remarks.extend(followed.map(|n| {
            format!("of dice that bring others {n} in a row are followed: for each die this leaves out less than 1 in 1,000,000,000,000")
        }));
        exact
    }

    fn distribution(&mut self, asked: &[Asked<'_>], span: Span, wish: &Wish) -> Outcome<Distribution> {
        let exact = self.outcomes(asked);
        let crowded = std::mem::take(&mut self.crowded);
        let (odds, sampled) = match exact {
            Ok(odds) => (Some(odds), None),
            Err(_) if crowded && wish.games > 0 => (None, Some(self.in_games(asked, wish)?)),
            Err((span, why)) if crowded => return Err((span, format!("{why}, or play it many times with `--sample N`"))),
            Err(fault) => return Err(fault),
        };
        self.leftover()?;
        if self.idle_odds {
            return Err((span, self.nothing_done()));
        }
        let (declined, lengths) = (std::mem::take(&mut self.declined), std::mem::take(&mut self.lengths));
        let remarks = std::mem::take(&mut self.remarks);
        let sampled = match sampled {
            Some(sampled) => sampled,
            None => self.sampled(asked, wish)?,
        };
        Ok(Distribution { odds, sampled, declined, lengths, remarks })
    }

    /// The last answer of a line holds each time, and only if the throw that is looked at has failed.
    fn only_if_failed(&mut self, line: &AnswersLine) -> Outcome<()> {
        let Some(last) = line.answers.last() else { return Ok(()) };
        let span = last.at.span();
        if !matches!(last.value, AnswerValue::Yes) || line.refused {
            return Err((span, "`if failed` stands behind `yes` alone: say `LABEL yes if failed`, or leave `if failed` out".into()));
        }
        let key = Key::new(self.text(last.label.sym()));
        if let Some(said) = self.script.answers.get_mut(&key).and_then(VecDeque::back_mut) {
            said.if_failed = true;
        }
        Ok(())
    }

    /// Answers questions by runs that are made somehow, and listens to them.
    fn answered<T>(
        &mut self,
        asked: &[Asked<'_>],
        made: impl FnOnce(Game<'_>, &Machine, &Answers<'_>, &mut dyn FnMut(&Machine) -> Vec<i64>) -> Result<By<T>, Open>,
    ) -> Outcome<By<T>> {
        self.never_reached()?;
        let measured = self.measured(asked)?;
        if let Some(b) = self.barred(measured.call) {
            let span = self.place_of(self.program(), b.proc).unwrap_or_else(|| span_of(asked));
            return Err((span, self.not_done(self.program(), &b)));
        }
        let found = self.with_program(|run, program| run.listened(program, (&measured, asked), made))?;
        self.unasked_ahead(measured.call)?;
        Ok(found)
    }

    /// Runs that are made somehow, while somebody listens.
    fn listened<T>(
        &mut self,
        program: &Program,
        (measured, asked): (&Measured, &[Asked<'_>]),
        made: impl FnOnce(Game<'_>, &Machine, &Answers<'_>, &mut dyn FnMut(&Machine) -> Vec<i64>) -> Result<By<T>, Open>,
    ) -> Outcome<By<T>> {
        let (memo, cast) = (Memo::new(program), self.cast.clone());
        let game = Game::with(program, &cast, &memo);
        let policy = Answers::new(game, self.script.clone(), self.ahead.clone());
        let start = measured.start(self, game);
        let mut came = Came::default();
        let found = made(game, &start, &policy, &mut |m| {
            came.results.extend(m.watch.iter().filter(|(_, v)| v.is_some()).map(|(l, _)| *l));
            came.changed = came.changed || m.world != start.world;
            measured.of(game, m)
        });
        self.crowded = matches!(found, Err(Open::TooMany(_)));
        let found = found.map_err(|open| no_odds(&open, policy.fault.take(), span_of(asked)))?;
        measured.closed()?;
        came.many = found.len() > 1;
        self.missed(game, &start, &policy, (measured, asked), &came)?;
        Ok(found)
    }

    /// Notes what no run used, did or gave.
    fn missed(
        &mut self,
        game: Game<'_>,
        start: &Machine,
        policy: &Answers<'_>,
        (measured, asked): (&Measured, &[Asked<'_>]),
        came: &Came,
    ) -> Outcome<()> {
        let fresh = Answers::new(game, self.script.clone(), self.ahead.clone());
        // each branch has them from the beginning; what any of them uses was asked for
        self.hear(&policy.heard.borrow());
        self.ahead = policy.ahead.take();
        let called = asked.first().is_some_and(|a| a.deed.is_some());
        let alone = called && !came.many;
        let nothing = !came.changed && policy.asked.borrow().is_empty() && came.results.is_empty() && !came.many;
        let absent = measured.wanted.iter().find(|(l, _)| !came.results.contains(l)).copied();
        let idle = self.leftover().is_err() || self.ahead.idle(measured.call).is_some();
        let before = self.below.len();
        if nothing || alone || absent.is_some() || idle {
            passes(game, start, &fresh).into_iter().for_each(|w| drop(self.note(w)));
        }
        for name in policy.asked.take() {
            let open = !self.script.has(&name);
            self.is_put(name, open);
        }
        self.idle_odds = nothing && called;
        self.declined.extend(policy.declined.borrow().iter().cloned());
        self.lengths = self.lengths_of(game.program, measured, asked);
        if alone {
            self.remarks.extend(self.below.get(before).map(|b| self.is_barred(game.program, b)));
        }
        if policy.idle.get() {
            self.remarks.push("`action` was asked and nothing answers it, so none was taken: name one by `--answer \"action ...\"`".into());
        }
        absent.map_or(Ok(()), |(label, span)| Err((span, self.not_given(game.program, label))))
    }

    /// That an answer which holds each time leaves nothing for one behind it.
    fn never_reached(&self) -> Outcome<()> {
        let behind = |(_, queue): &(&Key, &VecDeque<Said>)| queue.iter().rev().skip(1).any(|s| s.if_failed);
        let Some((key, _)) = self.script.answers.iter().find(behind) else { return Ok(()) };
        let span = self.answered.iter().rev().find(|(k, _)| k == key).map_or(Span::default(), |(_, span)| *span);
        Err((span, "an answer with `if failed` holds each time, so this one is never taken: leave one of the two out".into()))
    }

    /// What keeps a test's own call from being made, if anything does.
    pub(super) fn barred(&self, id: ProcNo) -> Option<Barred> {
        let game = Game::new(self.program(), &self.cast);
        let mut m = Machine::start(game, self.world.clone(), id, &self.locals(), 0);
        let mut watch = Watch::default();
        let _ = m.run(game, &mut Waiting, &mut watch);
        watch.barred
    }

    /// The shares of many games with keyed dice, in place of exact odds.
    fn in_games(&mut self, asked: &[Asked<'_>], wish: &Wish) -> Outcome<By<u64>> {
        self.answered(asked, |game, start, policy, measure| {
            let mut out = BTreeMap::new();
            for n in 0..wish.games {
                let (mut m, mut policy) = (start.clone(), policy.clone());
                to_end(game, &mut m, &mut policy, wish.seed.wrapping_add(n))?;
                *out.entry(measure(&m)).or_insert(0) += 1;
            }
            Ok(out)
        })
    }

    /// The same besides exact odds: how often each outcome came.
    fn sampled(&mut self, asked: &[Asked<'_>], wish: &Wish) -> Outcome<By<u64>> {
        let measured = self.measured(asked)?;
        let span = span_of(asked);
        self.with_program(|run, program| {
            let memo = Memo::new(program);
            let game = Game::with(program, &run.cast, &memo);
            let policy = Answers::new(game, run.script.clone(), run.ahead.clone());
            let (start, fresh) = (measured.start(run, game), policy.clone());
            let fault = policy.fault.clone();
            let told = |open: Open| no_odds(&open, fault.take(), span);
            let mut walk = Walk::new(game, start.clone(), policy, |m| measured.of(game, m)).map_err(told)?;
            let mut out = BTreeMap::new();
            for n in 0..wish.games {
                let seed = wish.seed.wrapping_add(n);
                let is = match walk.run(seed) {
                    Err(Open::TooMany(_)) => unkept(game, (&start, &fresh), &measured, seed),
                    is => is,
                };
                *out.entry(is.map_err(told)?).or_insert(0) += 1;
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

/// What a run comes to of which no position is kept.
fn unkept(game: Game<'_>, (start, policy): (&Machine, &Answers<'_>), measured: &Measured, seed: u64) -> Result<Vec<i64>, Open> {
    let (mut m, mut policy) = (start.clone(), policy.clone());
    to_end(game, &mut m, &mut policy, seed).map(|()| measured.of(game, &m))
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

fn span_of(asked: &[Asked<'_>]) -> Span {
    asked.first().map_or(Span::default(), |a| a.span)
}

fn no_odds(open: &Open, fault: Option<String>, span: Span) -> (Span, String) {
    let why = match open {
        Open::Decision(_) => fault.unwrap_or_else(|| "a decision has no answer".into()),
        Open::TooMany(n) => format!("too many positions: {n}: ask less of it, such as a procedure instead of an action"),
        Open::Great(_) => "a number is greater than can be counted".into(),
        Open::Stuck(_) | Open::Endless => "it does not end".into(),
    };
    (span, why)
}
