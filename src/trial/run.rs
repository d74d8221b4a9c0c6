//! Runs tests.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::ahead::Ahead;
use super::bench::Bench;
use super::measure::going_on;
use super::mustered::Mustered;
use super::parts::{head, test_of};
use super::put::Put;
use super::review::shows;
use super::script::{Given, Script, fits, general, names};
use super::stage::{Known, Stage};
use super::thrown::done_in;
use super::watch::{Barred, Watch};
use super::words::Seen;
use crate::ast::{Block, Change, Decl, DoItem, Expr, ExprKind, Item, ItemKind, Stmt, StmtKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::{LocalId, Rules};
use crate::intern::Sym;
use crate::ir::Program;
use crate::ir::{Key, LabelNo, ProcNo};
use crate::lower::Lowered;
use crate::muster::{Entries, Rulebook};
use crate::resolve::Scene;
use crate::source::{At, Span};
use crate::vm::{Game, Machine, Missed, Stop, World};

/// What came of a test.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Its title.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// What was wrong, and where; none if it passed.
    pub failed: Option<(Span, String)>,
}

impl Verdict {
    /// What was wrong, as it is shown; none if it passed.
    #[must_use]
    pub fn told(&self) -> Option<Diagnostic> {
        let (span, why) = self.failed.as_ref()?;
        Some(Diagnostic::new(Code::Test, *span, format!("the test `{}` fails", self.name)).here(why.clone()))
    }
}

/// All that tests need.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    /// The pack: its rules, and among its declarations the tests and situations.
    pub book: Rulebook<'a>,
    /// What can be mustered.
    pub entries: &'a Entries,
}

/// Runs every test, or those of which `wanted` approves, in the order of the files.
pub fn run(trial: &Trial<'_>, mut wanted: impl FnMut(&str) -> bool) -> Vec<Verdict> {
    run_some(trial, |_, name| wanted(name))
}

/// As [`run`], for tests by their place and title.
pub fn run_some(trial: &Trial<'_>, mut wanted: impl FnMut(Span, &str) -> bool) -> Vec<Verdict> {
    let mut bench = Bench::new(trial);
    let mut out = Vec::new();
    for d in trial.book.decls {
        let Some(test) = test_of(d) else { continue };
        let name = trial.book.rules.names.text(test.name.sym);
        let span = head(d);
        if !wanted(span, name) {
            continue;
        }
        let failed = bench.with(d, |run| run.whole(d)).err();
        out.push(Verdict { name: name.to_owned(), span, failed });
    }
    out
}

/// Tests that are run one at a time, in whatever order; situations are laid out once.
pub struct Tests<'a>(Bench<'a>);

impl<'a> Tests<'a> {
    /// None is run yet.
    #[must_use]
    pub fn new(trial: &'a Trial<'a>) -> Self {
        Self(Bench::new(trial))
    }

    /// Whether a test passes.
    pub fn passes(&mut self, d: &Decl) -> bool {
        self.0.with(d, |run| run.whole(d)).is_ok()
    }
}

/// Where something is wrong, and what.
pub(super) type Fault = (Span, String);
pub(super) type Outcome<T> = Result<T, Fault>;

pub(super) struct Run<'a> {
    pub(super) trial: Trial<'a>,
    /// The rules, which grow by what the test says.
    pub(super) rules: Rules,
    /// The program, which grows with them.
    pub(super) lowered: Lowered,
    pub(super) known: Vec<Known>,
    /// The words that stand for those that are known.
    pub(super) stand: Vec<LocalId>,
    pub(super) cast: crate::vm::Cast,
    pub(super) world: World,
    pub(super) mustered: Vec<Mustered>,
    setup: Option<ProcNo>,
    pub(super) script: Script,
    /// Throws of which faces are given further down.
    late: Vec<(Key, Span)>,
    /// Results of steps, in the order of their words.
    pub(super) seen: Vec<Seen>,
    /// What was passed over.
    pub(super) missed: Vec<Missed>,
    /// What rules would do, and what kept it from being done.
    pub(super) below: Vec<Barred>,
    /// Procedures that were done.
    pub(super) called: HashSet<ProcNo>,
    /// Answers that are given with calls.
    pub(super) ahead: Ahead,
    /// What was asked, in order.
    pub(super) questions: Vec<String>,
    /// Where each thing is that is done now, by its name.
    pub(super) deeds: Vec<(Key, Span)>,
    /// Where each die was given, and for what.
    pub(super) told: Vec<(Key, Span)>,
    /// Where each answer was given, and to what.
    pub(super) answered: Vec<(Key, Span)>,
    /// How many of the answers to each thing were asked for.
    pub(super) heard: BTreeMap<Key, usize>,
    /// Names under which something was asked that the test does not answer.
    pub(super) asked: HashSet<Key>,
    /// Offers that were declined since the test does not answer them.
    pub(super) declined: BTreeSet<String>,
    /// Whether nothing at all was done for the last chances.
    pub(super) idle_odds: bool,
    /// Whether there were too many positions for the last chances.
    pub(super) crowded: bool,
    /// Which of the last chances were of a length.
    pub(super) lengths: Vec<bool>,
    /// What was not done where one thing alone came of the last chances, and why.
    pub(super) remarks: Vec<String>,
    /// The names in what it does.
    pub(super) does: Vec<Sym>,
    /// Whether lines are read only, and nothing is done.
    pub(super) reads: bool,
    /// What it asks and need not, where it is only read.
    pub(super) doubts: Vec<Diagnostic>,
}

impl<'a> Run<'a> {
    /// A test about to run: its situation on the table, its words known. The rules and the program are copies, of their own
    /// or of other tests of these rules.
    pub fn begin(trial: &Trial<'a>, (mut rules, lowered): (Rules, Lowered), d: &Decl, set: Stage) -> Self {
        let mut scene = Scene::default();
        let stand = set.known.iter().map(|k| scene.name(&mut rules, k.name, k.ty)).collect();
        let mut run = Self {
            trial: *trial,
            rules,
            lowered,
            known: set.known,
            stand,
            cast: set.cast,
            world: set.world,
            mustered: set.mustered,
            setup: set.setup,
            script: Script::default(),
            seen: Vec::new(),
            missed: Vec::new(),
            below: Vec::new(),
            called: HashSet::new(),
            ahead: Ahead::default(),
            questions: Vec::new(),
            deeds: Vec::new(),
            told: Vec::new(),
            late: Vec::new(),
            answered: Vec::new(),
            heard: BTreeMap::new(),
            asked: HashSet::new(),
            declined: BTreeSet::new(),
            idle_odds: false,
            crowded: false,
            lengths: Vec::new(),
            remarks: Vec::new(),
            does: done_in(d),
            reads: false,
            doubts: Vec::new(),
        };
        run.learn(d);
        run
    }
}

impl Run<'_> {
    pub(super) fn program(&self) -> &Program {
        &self.lowered.program
    }

    /// The position as it is now.
    pub(super) fn stage(&self) -> Stage {
        let (cast, world) = (self.cast.clone(), self.world.clone());
        Stage { cast, world, known: self.known.clone(), mustered: self.mustered.clone(), setup: self.setup }
    }

    /// A name or a word as written.
    pub(super) fn text(&self, sym: Sym) -> &str {
        self.rules.names.text(sym)
    }

    /// The words that stand at a place.
    pub(super) fn words(&self, at: At) -> &str {
        self.trial.book.files.slice(at.span())
    }

    /// All of a test.
    fn whole(&mut self, d: &Decl) -> Outcome<()> {
        let given = |i: &Item| if let ItemKind::Given(g) = &i.kind { Some((Key::new(self.text(g.name.sym)), i.at.span())) } else { None };
        self.late = d.kind.items().iter().filter_map(given).collect();
        let unrolled = self.late.first().filter(|_| !d.kind.items().iter().any(|i| matches!(i.kind, ItemKind::Do(_)))).cloned();
        for item in d.kind.items() {
            let done = self.item(item);
            if let (Err(_), Some((_, place)), ItemKind::Expect(_)) = (&done, &unrolled, &item.kind) {
                return Err((*place, "nothing in this test rolls these dice: write `do` and what rolls them below".into()));
            }
            if let (Err((span, why)), ItemKind::Expect(_)) = (&done, &item.kind) {
                let at = item.at.span().start;
                return Err(late_answer(d, at).filter(|_| self.leftover().is_err()).unwrap_or_else(|| {
                    let early =
                        if is_early(d, at) { ": what brings it about is done further down; write this line below that" } else { "" };
                    (*span, format!("{}{early}", self.besides(why)))
                }));
            }
            done?;
        }
        self.leftover()?;
        shows(d)
    }

    /// Why something is not as expected, and what was given to no purpose before.
    fn besides(&self, why: &str) -> String {
        let Err((at, what)) = self.leftover() else { return why.to_owned() };
        let what = what.split_once(": ").map_or(what.as_str(), |(what, _)| what);
        format!("{why}; and of `{}` further up, {what}", self.trial.book.files.slice(at))
    }

    /// Where faces are given for a roll.
    fn faces_of(&self, roll: &Key) -> Option<Span> {
        let mut all = self.told.iter().filter(|(key, _)| key == roll).map(|(_, span)| *span);
        let first = all.next()?;
        Some(all.fold(first, |whole, next| Span { end: next.end.max(whole.end), ..whole }))
    }

    pub(super) fn item(&mut self, item: &Item) -> Outcome<()> {
        match &item.kind {
            ItemKind::Given(given) => {
                if !self.late.is_empty() {
                    self.late.remove(0);
                }
                let name = self.text(given.name.sym).to_owned();
                self.is_rolled(given, &name)?;
                self.can_show(given, &name)?;
                let key = Key::new(&name);
                self.told.extend(given.faces.iter().map(|i| (key.clone(), i.at.span())));
                let faces = given.faces.iter().filter_map(|i| u32::try_from(i.value).ok());
                self.script.faces.entry(key).or_default().extend(faces);
                Ok(())
            }
            ItemKind::Answers(all) => all.answers.iter().try_for_each(|a| self.answer(a, all.refused)),
            ItemKind::Do(DoItem::Setup) => self.set_up(item.at.span()),
            ItemKind::Do(DoItem::Block(block)) => {
                let apart = |a: &Stmt| self.turn_set(a).is_none();
                let chunks: Vec<&[Stmt]> = block.0.chunk_by(|a, b| apart(a) && apart(b)).collect();
                for some in chunks {
                    match some {
                        [one] if self.turn_set(one).is_some() => self.begin_turn(self.turn_set(one).unwrap_or(0)),
                        _ => self.act(&Block(some.to_vec()), item.at)?,
                    }
                }
                Ok(())
            }
            ItemKind::Expect(e) => self.expect(e),
            // the readings are taken before the test begins
            ItemKind::Use(_) => Ok(()),
            _ => Err((item.at.span(), "a test has `use`, `given`, `answer`, `do` and `expect`".into())),
        }
    }

    /// Sets the scenario of the situation up, as before the first turn.
    fn set_up(&mut self, span: Span) -> Outcome<()> {
        let Some(setup) = self.setup else { return Err((span, "nothing says how this begins: name a `scenario` in the situation".into())) };
        if self.reads {
            return Ok(());
        }
        let mut world = self.world.clone();
        let turn = world.turn();
        world.set_turn(0);
        let mut m = Machine::start(Game::new(self.program(), &self.cast), world, setup, &[], 0);
        self.finish(&mut m, span)?;
        self.world = m.world;
        self.world.set_turn(turn);
        Ok(())
    }

    /// Begins another turn: what lasts until the end of the one before is over.
    fn begin_turn(&mut self, turn: u16) {
        if turn != self.world.turn() {
            self.world.lapse(&self.lowered.program, None);
            self.world.set_turn(turn);
        }
    }

    /// `turn becomes 6`: no rule may say so, but a test begins wherever it likes.
    fn turn_set(&self, st: &Stmt) -> Option<u16> {
        let StmtKind::Change { who, what: Change::Becomes(to) } = &*st.kind else { return None };
        match (&*who.kind, &*to.kind) {
            (ExprKind::Local(word), ExprKind::Int(n)) if self.text(word.sym) == "turn" => u16::try_from(*n).ok(),
            _ => None,
        }
    }

    /// What a name of the situation stands for.
    pub(super) fn named(&self, name: Sym) -> Option<i64> {
        self.known.iter().find(|k| self.rules.names.same(k.name, name)).map(|k| k.value)
    }

    /// Labels of earlier steps, in the order of their words.
    pub(super) fn labels(&self) -> Vec<LabelNo> {
        self.seen.iter().map(|s| s.label).collect()
    }

    /// Words of earlier steps, as locals.
    pub(super) fn locals(&self) -> Vec<i64> {
        self.seen.iter().map(|s| s.value.unwrap_or(0)).collect()
    }

    /// What something is now.
    pub(super) fn value_of(&mut self, e: &Expr) -> Outcome<i64> {
        self.ask(Put::Ask(e), e.at.span())
    }

    /// What is answered now.
    pub(super) fn ask(&mut self, what: Put<'_>, span: Span) -> Outcome<i64> {
        let id = self.compile(what, span)?;
        self.run_asked(id, span)
    }

    /// What a question that is compiled is answered now.
    pub(super) fn run_asked(&mut self, id: ProcNo, span: Span) -> Outcome<i64> {
        if self.reads {
            return Ok(0);
        }
        let mut m = Machine::start(Game::new(self.program(), &self.cast), going_on(&self.world), id, &self.locals(), 0);
        self.finish(&mut m, span).map(|()| m.result)
    }

    fn act(&mut self, block: &Block, at: At) -> Outcome<()> {
        let span = at.span();
        let id = self.compile(Put::Do(block), span)?;
        if self.reads {
            self.seen.iter_mut().for_each(|s| s.value = Some(0));
            return Ok(());
        }
        let mut m = Machine::start(Game::new(self.program(), &self.cast), self.world.clone(), id, &self.locals(), 0);
        m.watch = self.seen.iter().map(|s| (s.label, None)).collect();
        self.finish(&mut m, span)?;
        self.unasked_ahead(id)?;
        for (label, value) in &m.watch {
            if let (Some(v), Some(seen)) = (value, self.seen.iter_mut().find(|s| s.label == *label)) {
                seen.value = Some(*v);
            }
        }
        self.world = m.world;
        Ok(())
    }

    /// Goes on with what is done until it is over.
    pub(super) fn finish(&mut self, m: &mut Machine, span: Span) -> Outcome<()> {
        let lowered = std::mem::take(&mut self.lowered);
        let done = self.go_on(&lowered.program, m, span);
        self.lowered = lowered;
        done
    }

    fn go_on(&mut self, program: &Program, m: &mut Machine, span: Span) -> Outcome<()> {
        let game = Game::new(program, &self.cast);
        let mut dice = Given { program, script: &mut self.script.clone(), fault: None, short: None };
        let mut answers = self.script.clone();
        let mut watch = Watch::default();
        let mut ahead = std::mem::take(&mut self.ahead);
        let mut asked = Vec::new();
        let mut ended = Err((span, "it does not end".into()));
        for _ in 0..10_000 {
            match m.run(game, &mut dice, &mut watch) {
                Stop::Done(_) => ended = Ok(()),
                Stop::Decision(d) => {
                    let mut put = names(program, &d).to_vec();
                    if program.labels.get(d.label).is_none() {
                        put.push(general(d.wanted).to_owned());
                    }
                    let left = answers.left();
                    let foreseen = ahead.answer(game, m, &d);
                    let open = foreseen.is_none();
                    let choice = match foreseen {
                        Some(choice) => fits(game, m, &d, choice),
                        None => answers.answer(game, m, &d),
                    };
                    let open = open && answers.left() == left;
                    asked.extend(put.into_iter().map(|name| (name, open)));
                    match choice {
                        Ok(choice) => {
                            m.answer(choice);
                            continue;
                        }
                        Err(why) => ended = Err((span, why)),
                    }
                }
                Stop::Chance(_) => ended = Err((span, "dice without an answer".into())),
                Stop::Stuck(p) => {
                    ended = Err((span, format!("`{}` does not end", program.procs.get(p).map_or("", |p| p.name.as_str()))));
                }
                Stop::Great(_) => ended = Err((span, "a number is greater than can be counted".into())),
            }
            break;
        }
        self.ahead = ahead;
        asked.into_iter().for_each(|(name, open)| self.is_put(name, open));
        let crowded = watch.missed.iter().find_map(|m| self.no_room(program, m, 1));
        let barred = self.note(watch);
        if let Some(b) = barred {
            return Err((self.place_of(program, b.proc).unwrap_or(span), self.not_done(program, &b)));
        }
        ended?;
        if let Some(why) = crowded {
            return Err((span, why));
        }
        if let Some(fault) = dice.fault {
            let late = dice.short.as_ref().and_then(|roll| self.late.iter().find(|(key, _)| key == roll));
            if let Some((_, place)) = late {
                return Err((*place, "these faces are given too late: write this line above the `do` that rolls them".into()));
            }
            return Err((dice.short.and_then(|roll| self.faces_of(&roll)).unwrap_or(span), fault));
        }
        self.script.faces = dice.script.faces.clone();
        self.hear(&answers);
        self.script.answers = answers.answers;
        Ok(())
    }

    /// Something is asked under a name; `open` if the test has no answer to it.
    pub(super) fn is_put(&mut self, name: String, open: bool) {
        if name.is_empty() {
            return;
        }
        if open {
            self.asked.insert(Key::new(&name));
        }
        if !self.questions.contains(&name) {
            self.questions.push(name);
        }
    }

    /// Takes in what was heard while something ran; what the test itself says and was not done.
    pub(super) fn note(&mut self, watch: Watch) -> Option<Barred> {
        self.missed.extend(watch.missed);
        self.below.extend(watch.below);
        self.called.extend(watch.called);
        watch.barred
    }

    /// Where the test says that something is done, if it says so once.
    pub(super) fn place_of(&self, program: &Program, proc: ProcNo) -> Option<Span> {
        let name = Key::new(&program.procs.get(proc)?.name);
        let mut all = self.deeds.iter().filter(|(key, _)| *key == name).map(|(_, span)| *span);
        all.next().filter(|_| all.next().is_none())
    }
}

/// Whether nothing is done above a place in a test, and something is below it.
fn is_early(d: &Decl, at: u32) -> bool {
    let mut done = d.kind.items().iter().filter(|i| matches!(i.kind, ItemKind::Do(_))).map(|i| i.at.span().start);
    done.next().is_some_and(|first| at < first)
}

/// An answer between the last thing that is done above a place in a test and that place: nobody asks for it any more.
fn late_answer(d: &Decl, at: u32) -> Option<Fault> {
    let above = || d.kind.items().iter().filter(|i| i.at.span().start < at);
    let done = above().filter(|i| matches!(i.kind, ItemKind::Do(_))).map(|i| i.at.span().start).max()?;
    let late = above().find(|i| matches!(&i.kind, ItemKind::Answers(all) if !all.refused) && i.at.span().start > done)?;
    Some((late.at.span(), "nothing is done below this that could ask for it: write it above the `do` that asks".to_owned()))
}
