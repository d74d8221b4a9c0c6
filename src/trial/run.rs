//! Runs tests.

use std::collections::{BTreeMap, HashMap};

use super::script::{Given, Script};
use super::stage::heading;
use super::stage::{Stage, stage};
use crate::diag::{Diagnostic, any_error};
use crate::graph::{Known, Program, Snippet, called, snippet};
use crate::lab::Odds;
use crate::model::{Key, Type};
use crate::muster::Entries;
use crate::source::{Files, Span};
use crate::stats::Exact;
use crate::syntax::{Declaration, Line, Node, Rule};
use crate::vm::{Choice, Game, Machine, NONE_CHOICE, Stop, Trace, Traced, Wanted, World};

/// What came of a test.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Its title.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// The clauses it cites.
    pub cites: Vec<String>,
    /// What was wrong, and where; none if it passed.
    pub failed: Option<(Span, String)>,
}

/// All that tests need.
pub struct Trial<'a> {
    /// The texts.
    pub files: &'a Files,
    /// The pack.
    pub program: &'a Program,
    /// What can be mustered.
    pub entries: &'a Entries,
    /// Every declaration: tests and situations among them.
    pub declarations: &'a [Declaration],
}

/// Runs every test, or those of which `wanted` approves, in the order of the files.
pub fn run(trial: &Trial<'_>, mut wanted: impl FnMut(&str) -> bool) -> Vec<Verdict> {
    let situations = situations(trial);
    let mut stages: HashMap<Key, Result<Stage, (Span, String)>> = HashMap::new();
    let mut out = Vec::new();
    for d in trial.declarations.iter().filter(|d| d.head.rule == Rule::test_d) {
        let name = d.head.find(Rule::quoted).map_or("", |q| q.text(trial.files)).trim_matches('"').to_owned();
        if !wanted(&name) {
            continue;
        }
        let cites = d.cites.iter().map(|c| c.text(trial.files).to_owned()).collect();
        let failed = one(trial, d, &situations, &mut stages).err();
        out.push(Verdict { name, span: d.head.span, cites, failed });
    }
    out
}

pub(super) type Outcome<T> = Result<T, (Span, String)>;
type Situations<'a> = HashMap<Key, &'a Declaration>;
type Stages = HashMap<Key, Outcome<Stage>>;

fn situations<'a>(trial: &Trial<'a>) -> Situations<'a> {
    let named = |d: &'a Declaration| d.head.find(Rule::name).map(|n| (Key::new(n.text(trial.files)), d));
    trial.declarations.iter().filter(|d| d.head.rule == Rule::situation_d).filter_map(named).collect()
}

fn one(trial: &Trial<'_>, d: &Declaration, situations: &Situations<'_>, stages: &mut Stages) -> Outcome<()> {
    let mut run = begin(trial, d, situations, stages)?;
    for line in &d.body {
        for part in &line.parts {
            run.part(part, line)?;
        }
    }
    Ok(())
}

/// A test about to run: its situation on the table, its words known.
fn begin<'a>(trial: &'a Trial<'a>, d: &Declaration, situations: &Situations<'_>, stages: &mut Stages) -> Outcome<Run<'a>> {
    let Some(name) = d.head.find(Rule::name) else { return Err((d.head.span, "it says `in` no situation".into())) };
    let key = Key::new(name.text(trial.files));
    let Some(situation) = situations.get(&key) else {
        return Err((name.span, format!("there is no situation `{}`", name.text(trial.files))));
    };
    let set = stages.entry(key).or_insert_with(|| stage(trial, situation)).clone()?;
    let mut run = Run {
        trial,
        program: trial.program.clone(),
        known: set.known,
        cast: set.cast,
        world: set.world,
        script: Script::default(),
        seen: HashMap::new(),
        acts: HashMap::new(),
    };
    let mut words = Vec::new();
    for part in d.body.iter().flat_map(|l| &l.parts) {
        part.walk(&mut |n| {
            if n.rule == Rule::local {
                words.push(n.span);
            }
        });
    }
    for span in words {
        let word = trial.files.slice(span).to_owned();
        let label = run.program.label(&word);
        run.seen.insert(word, (label, None));
    }
    Ok(run)
}

pub(super) struct Run<'a> {
    pub(super) trial: &'a Trial<'a>,
    pub(super) program: Program,
    pub(super) known: Vec<Known>,
    pub(super) cast: crate::vm::Cast,
    pub(super) world: World,
    pub(super) script: Script,
    /// Results of steps by their word: label, last value.
    pub(super) seen: HashMap<String, (u16, Option<i64>)>,
    /// Procedures that were done, by key.
    acts: HashMap<Key, u32>,
}

impl Run<'_> {
    fn text(&self, node: &Node) -> String {
        node.text(self.trial.files).trim_matches('"').to_owned()
    }

    fn part(&mut self, part: &Node, line: &Line) -> Outcome<()> {
        match part.rule {
            Rule::given => {
                let name = part.find(Rule::name).map_or(String::new(), |n| self.text(n));
                let faces = part.all(Rule::integer).filter_map(|i| i.text(self.trial.files).parse::<u32>().ok());
                self.script.faces.entry(Key::new(&name)).or_default().extend(faces);
                Ok(())
            }
            Rule::answers => part.all(Rule::answer).try_for_each(|a| self.answer(a)),
            Rule::do_item => {
                let Some(stmts) = part.find(Rule::stmts) else { return Ok(()) };
                let parts = stmts.kids.iter().filter_map(|s| s.first().cloned()).collect();
                let line = Line { span: part.span, parts, cites: Vec::new(), below: line.below.clone() };
                self.act(&[line], part.span)
            }
            Rule::expect => self.expect(part),
            Rule::note_item => Ok(()),
            _ => Err((part.span, "a test has `given`, `answer`, `do` and `expect`".into())),
        }
    }

    fn answer(&mut self, node: &Node) -> Outcome<()> {
        let Some(word) = node.find(Rule::word).or_else(|| node.find(Rule::name)) else { return Ok(()) };
        let label = self.text(word);
        let choice = match node.kids.get(1) {
            None => {
                let text = node.text(self.trial.files);
                if text.ends_with("none") { NONE_CHOICE } else { Choice::of(i64::from(text.ends_with("yes"))) }
            }
            Some(v) if v.rule == Rule::heading => Choice::of(i64::from(heading(&self.text(v)).0)),
            Some(v) => {
                let (program, id) = self.compile(Snippet::Ask(v), v.span)?;
                let mut m = Machine::start(Game::new(&program, &self.cast), self.world.clone(), id, &self.locals(), 0);
                self.finish(&program, &mut m, v.span)?;
                Choice::of(m.result)
            }
        };
        self.script.answers.entry(Key::new(&label)).or_default().push_back(choice);
        Ok(())
    }

    /// Labels of earlier steps, in the order of their words.
    pub(super) fn labels(&self) -> Vec<u16> {
        let mut words: Vec<_> = self.seen.iter().collect();
        words.sort_by(|a, b| a.0.cmp(b.0));
        words.into_iter().map(|(_, (label, _))| *label).collect()
    }

    /// Words of earlier steps, as locals.
    pub(super) fn locals(&self) -> Vec<i64> {
        let mut words: Vec<_> = self.seen.iter().collect();
        words.sort_by(|a, b| a.0.cmp(b.0));
        words.into_iter().map(|(_, (_, v))| v.unwrap_or(0)).collect()
    }

    pub(super) fn compile(&mut self, what: Snippet<'_>, span: Span) -> Outcome<(Program, u16)> {
        let mut words: Vec<&String> = self.seen.keys().collect();
        words.sort();
        let mut known = Vec::new();
        for w in words {
            known.push(Known { name: w.clone(), value: 0, ty: Type::Unknown });
        }
        known.extend(self.known.iter().cloned());
        let (program, id, found) = snippet(self.trial.files, self.program.clone(), &known, what);
        if any_error(&found) {
            let first: Option<&Diagnostic> = found.first();
            return Err(first.map_or((span, String::new()), |d| {
                (d.span, format!("{}{}", d.message, d.help.as_ref().map_or(String::new(), |h| format!(": {h}"))))
            }));
        }
        Ok((program, id))
    }

    fn act(&mut self, lines: &[Line], span: Span) -> Outcome<()> {
        let (program, id) = self.compile(Snippet::Do(lines), span)?;
        let mut m = Machine::start(Game::new(&program, &self.cast), self.world.clone(), id, &self.locals(), 0);
        m.watch = self.seen.values().map(|(l, _)| (*l, None)).collect();
        self.finish(&program, &mut m, span)?;
        for (label, value) in &m.watch {
            if let (Some(v), Some(slot)) = (value, self.seen.values_mut().find(|(l, _)| l == label)) {
                slot.1 = Some(*v);
            }
        }
        self.world = m.world;
        Ok(())
    }

    fn finish(&mut self, program: &Program, m: &mut Machine, span: Span) -> Outcome<()> {
        let game = Game::new(program, &self.cast);
        let mut dice = Given { program, script: &mut self.script.clone(), missing: None };
        let mut answers = self.script.clone();
        let mut trace = Traced::default();
        for _ in 0..10_000 {
            match m.run(game, &mut dice, &mut trace) {
                Stop::Done(_) => {
                    for e in &trace.0 {
                        if let crate::vm::Event::Begin { proc, .. } = e {
                            let name = program.procs.get(*proc as usize).map_or("", |p| p.name.as_str());
                            *self.acts.entry(Key::new(name)).or_default() += 1;
                        }
                    }
                    if let Some(name) = dice.missing {
                        return Err((span, format!("dice are rolled for `{name}`, and too few are given")));
                    }
                    self.script.faces = dice.script.faces.clone();
                    self.script.answers = answers.answers;
                    return Ok(());
                }
                Stop::Decision(d) => {
                    let c = answers.decide(program, &d);
                    if !d.options.contains(&c) && !matches!(d.wanted, Wanted::Place | Wanted::Thing | Wanted::Facing) {
                        return Err((span, "the answer given is not one that can be picked here".into()));
                    }
                    m.answer(c);
                }
                Stop::Chance(_) => return Err((span, "dice without an answer".into())),
                Stop::Stuck(p) => {
                    return Err((span, format!("`{}` does not end", program.procs.get(p as usize).map_or("", |p| p.name.as_str()))));
                }
            }
        }
        Err((span, "it does not end".into()))
    }

    fn expect(&mut self, part: &Node) -> Outcome<()> {
        if let Some(chance) = part.find(Rule::chance_is) {
            return self.chance(chance);
        }
        if let Some(allowed) = part.find(Rule::allowed) {
            let want = self.text(allowed) == "allowed";
            let Some(st) = part.find(Rule::do_st) else { return Ok(()) };
            return self.allowed(st, want);
        }
        let Some(e) = part.find(Rule::expr) else { return Ok(()) };
        let (program, id) = self.compile(Snippet::Ask(e), e.span)?;
        let mut m = Machine::start(Game::new(&program, &self.cast), self.world.clone(), id, &self.locals(), 0);
        self.finish(&program, &mut m, e.span)?;
        if m.result != 0 {
            return Ok(());
        }
        Err((e.span, self.why(e)))
    }

    /// What the left side of a comparison is instead.
    fn why(&mut self, e: &Node) -> String {
        let at = e
            .kids
            .iter()
            .position(|k| matches!(k.rule, Rule::equal | Rule::at_least | Rule::at_most | Rule::less | Rule::more | Rule::not_equal));
        let Some(at) = at else { return "it does not hold".into() };
        let left = Node { rule: Rule::expr, span: e.span, kids: e.kids.get(..at).unwrap_or(&[]).to_vec() };
        let Ok((program, id)) = self.compile(Snippet::Ask(&left), e.span) else { return "it does not hold".into() };
        let mut m = Machine::start(Game::new(&program, &self.cast), self.world.clone(), id, &self.locals(), 0);
        match self.finish(&program, &mut m, e.span) {
            Ok(()) => format!("it is {}", m.result),
            Err(_) => "it does not hold".into(),
        }
    }

    fn allowed(&mut self, st: &Node, want: bool) -> Outcome<()> {
        let (program, id) = self.compile(Snippet::One(st), st.span)?;
        let Some((proc, args)) = called(&program, id) else { return Err((st.span, "this is not an action".into())) };
        let ask = Game::new(&program, &self.cast).ask(&self.world, 0);
        let mut regs = [0i64; 64];
        let list = program.lists.get(args as usize).cloned().unwrap_or_default();
        let values: Vec<i64> = list.iter().map(|x| ask.x(*x, &mut [0i64; 48])).collect();
        for (r, v) in regs.iter_mut().zip(values) {
            *r = v;
        }
        let why = ask.why_not(proc, &mut regs);
        match (why, want) {
            (None, true) | (Some(_), false) => Ok(()),
            (None, false) => Err((st.span, "it is allowed".into())),
            (Some(row), true) => {
                let row = program.rows.get(row as usize).map_or("", |r| r.name.as_str());
                Err((st.span, format!("it is forbidden by `{row}`")))
            }
        }
    }

    fn chance(&mut self, node: &Node) -> Outcome<()> {
        let wanted = node.first().map_or("", |n| n.text(self.trial.files));
        let (a, b) = wanted.split_once('/').unwrap_or((wanted, "1"));
        let (Ok(a), Ok(b)) = (a.parse::<i64>(), b.parse::<i64>()) else { return Err((node.span, "a chance is a fraction".into())) };
        let Some(want) = Exact::from(a).over(&Exact::from(b)) else { return Err((node.span, "a chance has no zero below".into())) };
        let found = self.outcomes(node)?;
        let is: Exact = found.outcomes.iter().filter(|(n, _)| **n != 0).map(|(_, p)| p.clone()).sum();
        if is == want { Ok(()) } else { Err((node.span, format!("the chance is {is}"))) }
    }
}

/// The exact distribution asked by the first `expect chance` of a test, and how often each outcome came in `games` games.
///
/// # Errors
/// What is wrong, and where.
pub fn distribution(trial: &Trial<'_>, d: &Declaration, games: u64, seed: u64) -> Outcome<(Odds, BTreeMap<i64, u64>)> {
    let situations = situations(trial);
    let mut run = begin(trial, d, &situations, &mut HashMap::new())?;
    for line in &d.body {
        for part in &line.parts {
            match part.find(Rule::chance_is) {
                Some(c) => return Ok((run.outcomes(c)?, run.sampled(c, games, seed)?)),
                None => run.part(part, line)?,
            }
        }
    }
    Err((d.head.span, "no chance is asked for".into()))
}

/// Whether anybody listens is a matter of type.
const _: bool = <Traced as Trace>::ON;
