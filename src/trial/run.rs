//! Runs tests.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::bench::Bench;
use super::measure::going_on;
use super::mustered::Mustered;
use super::review::shows;
use super::script::{GENERAL, Given, Said, Script, general, names};
use super::stage::{Stage, heading};
use super::words::unsound;
use crate::diag::{Code, Diagnostic, any_error};
use crate::graph::{Known, Op, Pick, Program, Snippet, called, snippet};
use crate::model::{Key, Symbol, Type};
use crate::muster::{Entries, may_gain};
use crate::source::{Files, Span};
use crate::stats::Exact;
use crate::syntax::{Declaration, Line, Node, Rule};
use crate::vm::{Choice, Game, Machine, NONE_CHOICE, Stop, Traced, World};

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

impl<'a> Trial<'a> {
    /// The same tests under other rules.
    pub(super) fn under<'b>(&self, program: &'b Program, entries: &'b Entries) -> Trial<'b>
    where
        'a: 'b,
    {
        Trial { files: self.files, program, entries, declarations: self.declarations }
    }
}

/// Runs every test, or those of which `wanted` approves, in the order of the files.
pub fn run(trial: &Trial<'_>, mut wanted: impl FnMut(&str) -> bool) -> Vec<Verdict> {
    run_some(trial, |_, name| wanted(name))
}

/// As [`run`], for tests by their place and title.
pub fn run_some(trial: &Trial<'_>, mut wanted: impl FnMut(Span, &str) -> bool) -> Vec<Verdict> {
    let mut bench = Bench::new(trial);
    let mut out = Vec::new();
    for d in trial.declarations.iter().filter(|d| d.head.rule == Rule::test_d) {
        let name = d.head.find(Rule::quoted).map_or("", |q| q.text(trial.files)).trim_matches('"').to_owned();
        if !wanted(d.head.span, &name) {
            continue;
        }
        let failed = bench.with(d, |run| run.whole(d)).err();
        out.push(Verdict { name, span: d.head.span, failed });
    }
    out
}

pub(super) type Outcome<T> = Result<T, (Span, String)>;

/// A test about to run: its situation on the table, its words known.
pub(super) fn begin<'a>(trial: &'a Trial<'a>, d: &Declaration, set: Stage) -> Run<'a> {
    begin_on(trial, trial.program.clone(), d, set)
}

/// As [`begin`], on a copy of the rules that is there already.
pub(super) fn begin_on<'a>(trial: &'a Trial<'a>, program: Program, d: &Declaration, set: Stage) -> Run<'a> {
    let mut run = Run {
        trial,
        program,
        known: set.known,
        cast: set.cast,
        world: set.world,
        mustered: set.mustered,
        setup: set.setup,
        script: Script::default(),
        seen: HashMap::new(),
        acts: HashMap::new(),
        told: Vec::new(),
        answered: Vec::new(),
        heard: BTreeMap::new(),
        asked: HashSet::new(),
        declined: BTreeSet::new(),
        lengths: false,
        reads: false,
    };
    run.learn(d);
    run
}

pub(super) struct Run<'a> {
    pub(super) trial: &'a Trial<'a>,
    pub(super) program: Program,
    pub(super) known: Vec<Known>,
    pub(super) cast: crate::vm::Cast,
    pub(super) world: World,
    pub(super) mustered: Vec<Mustered>,
    setup: Option<u16>,
    pub(super) script: Script,
    /// Results of steps by their word: label, last value.
    pub(super) seen: HashMap<String, (u16, Option<i64>)>,
    /// Procedures that were done, by key.
    acts: HashMap<Key, u32>,
    /// Where each die was given, and for what.
    pub(super) told: Vec<(Key, Span)>,
    /// Where each answer was given, and to what.
    pub(super) answered: Vec<(Key, Span)>,
    /// How many of the answers to each thing were asked for.
    pub(super) heard: BTreeMap<Key, usize>,
    /// Names under which something was asked.
    asked: HashSet<Key>,
    /// Offers that were declined since the test does not answer them.
    pub(super) declined: BTreeSet<String>,
    /// Whether the last chances were of a length.
    pub(super) lengths: bool,
    /// Whether lines are read only, and nothing is done.
    pub(super) reads: bool,
}

impl Run<'_> {
    fn text(&self, node: &Node) -> String {
        node.text(self.trial.files).trim_matches('"').to_owned()
    }

    /// All of a test.
    fn whole(&mut self, d: &Declaration) -> Outcome<()> {
        shows(d)?;
        for line in &d.body {
            for part in &line.parts {
                self.part(part, line)?;
            }
        }
        self.leftover()
    }

    pub(super) fn part(&mut self, part: &Node, line: &Line) -> Outcome<()> {
        match part.rule {
            Rule::given => {
                let name = part.find(Rule::name).map_or(String::new(), |n| self.text(n));
                self.is_rolled(part, &name)?;
                self.told.extend(part.all(Rule::integer).map(|i| (Key::new(&name), i.span)));
                let faces = part.all(Rule::integer).filter_map(|i| i.text(self.trial.files).parse::<u32>().ok());
                self.script.faces.entry(Key::new(&name)).or_default().extend(faces);
                Ok(())
            }
            Rule::answers => part.all(Rule::answer).try_for_each(|a| self.answer(a, part.has(Rule::kw_refused))),
            Rule::do_item if part.has(Rule::kw_setup) => self.set_up(part.span),
            Rule::do_item => {
                let Some(stmts) = part.find(Rule::stmts) else { return Ok(()) };
                let parts: Vec<Node> = stmts.kids.iter().filter_map(|s| s.first().cloned()).collect();
                for some in parts
                    .chunk_by(|a, b| self.turn_set(a).is_none() && self.turn_set(b).is_none())
                    .map(<[Node]>::to_vec)
                    .collect::<Vec<_>>()
                {
                    if let Some(turn) = some.first().and_then(|s| self.turn_set(s)) {
                        self.world.set_turn(turn);
                        continue;
                    }
                    let line = Line { span: part.span, parts: some, cites: Vec::new(), below: line.below.clone() };
                    self.act(&[line], part.span)?;
                }
                Ok(())
            }
            Rule::expect => self.expect(part),
            // the readings are taken before the test begins
            Rule::use_item => Ok(()),
            _ => Err((part.span, "a test has `use`, `given`, `answer`, `do` and `expect`".into())),
        }
    }

    /// Sets the scenario of the situation up, as before the first turn.
    fn set_up(&mut self, span: Span) -> Outcome<()> {
        let Some(setup) = self.setup else { return Err((span, "nothing says how this begins: name a `scenario` in the situation".into())) };
        if self.reads {
            return Ok(());
        }
        let program = self.program.clone();
        let mut world = self.world.clone();
        let turn = world.turn();
        world.set_turn(0);
        let mut m = Machine::start(Game::new(&program, &self.cast), world, setup, &[], 0);
        self.finish(&program, &mut m, span)?;
        self.world = m.world;
        self.world.set_turn(turn);
        Ok(())
    }

    /// `turn becomes 6`: no rule may say so, but a test begins wherever it likes.
    fn turn_set(&self, st: &Node) -> Option<u16> {
        let mut words = st.text(self.trial.files).split_whitespace();
        match (words.next(), words.next(), words.next(), words.next()) {
            (Some("turn"), Some("becomes"), Some(n), None) => n.parse().ok(),
            _ => None,
        }
    }

    /// What a name of the situation stands for.
    pub(super) fn named(&self, name: &Node) -> Option<i64> {
        let key = Key::new(&self.text(name));
        self.known.iter().find(|k| Key::new(&k.name) == key).map(|k| k.value)
    }

    /// An action that is named in an answer, and what it is done to.
    fn deed(&mut self, label: &str, value: &Node, to: Option<&Node>) -> Outcome<Option<Choice>> {
        if value.rule != Rule::name_ref || self.named(value).is_some() {
            return Ok(None);
        }
        let written = self.text(value);
        let rule = self.program.book.find(&written, Symbol::Rule).and_then(|r| self.program.rules.get(r));
        // a formation is meant as what is chosen, not as what it does
        let state = self.program.book.find(&written, Symbol::State).is_some();
        if let Some(rule) = rule.filter(|_| label == "order" && !state) {
            return Ok(Some(Choice::of(Pick::rule(rule.row))));
        }
        let found = self.program.book.find(&written, Symbol::Procedure);
        let Some(proc) = found.and_then(|p| i64::try_from(p).ok()) else {
            let fault = (value.span, format!("there is no action `{written}`"));
            return if label == "action" { Err(fault) } else { Ok(None) };
        };
        let Some(to) = to.and_then(|t| t.find(Rule::r#ref)) else { return Ok(Some(Choice::of(proc))) };
        let state = self.program.book.find(&self.text(to), Symbol::State);
        let second = match state.filter(|_| self.named(to).is_none()) {
            Some(state) => i64::try_from(state).unwrap_or(-1),
            None => self.asked(to)?,
        };
        Ok(Some(Choice { value: proc, second }))
    }

    /// What something is now.
    fn asked(&mut self, e: &Node) -> Outcome<i64> {
        self.ask(Snippet::Ask(e), e)
    }

    fn ask(&mut self, what: Snippet<'_>, e: &Node) -> Outcome<i64> {
        let (program, id) = self.compile(what, e.span)?;
        if self.reads {
            self.program = program;
            return Ok(0);
        }
        let mut m = Machine::start(Game::new(&program, &self.cast), going_on(&self.world), id, &self.locals(), 0);
        let done = self.finish(&program, &mut m, e.span);
        self.program = program;
        done.map(|()| m.result)
    }

    fn answer(&mut self, node: &Node, refused: bool) -> Outcome<()> {
        let Some(word) = node.find(Rule::word).or_else(|| node.find(Rule::name)) else { return Ok(()) };
        let label = self.text(word);
        self.is_asked(word, &label)?;
        let choice = match node.kids.get(1) {
            None => {
                let text = node.text(self.trial.files);
                if text.ends_with("none") { NONE_CHOICE } else { Choice::of(i64::from(text.ends_with("yes"))) }
            }
            Some(v) if v.rule == Rule::heading => Choice::of(i64::from(heading(&self.text(v)).0)),
            Some(v) if self.absent(v) => {
                let what = self.text(v);
                return Err((
                    v.span,
                    format!("`{what}` is not on this table: begin the situation with a scenario that has it, or answer with what is there"),
                ));
            }
            Some(v) => match self.deed(&label, v, node.find(Rule::answer_to))? {
                Some(choice) => choice,
                None => Choice::of(self.asked(v)?),
            },
        };
        self.answered.push((Key::new(&label), node.span));
        self.script.answers.entry(Key::new(&label)).or_default().push_back(Said { choice, refused });
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
        // whoever compiles puts the program back: it grows by each statement, and is not copied
        let (program, id, found) = snippet(self.trial.files, std::mem::take(&mut self.program), &known, what);
        if any_error(&found) {
            self.program = program;
            return Err(found.first().map_or((span, String::new()), |d| unsound(self.trial.files, &self.program, d)));
        }
        if !self.reads {
            may_gain(&program, &mut self.cast, id);
        }
        Ok((program, id))
    }

    fn act(&mut self, lines: &[Line], span: Span) -> Outcome<()> {
        let (program, id) = self.compile(Snippet::Do(lines), span)?;
        if self.reads {
            self.program = program;
            self.seen.values_mut().for_each(|s| s.1 = Some(0));
            return Ok(());
        }
        let alone = matches!(lines, [line] if line.parts.len() == 1 && line.below.is_empty());
        let shut = if alone { self.gate(&program, id, false) } else { None };
        if let Some(row) = shut {
            let why = format!("it is forbidden by `{row}`, and so nothing is done");
            self.program = program;
            return Err((span, why));
        }
        let mut m = Machine::start(Game::new(&program, &self.cast), self.world.clone(), id, &self.locals(), 0);
        m.watch = self.seen.values().map(|(l, _)| (*l, None)).collect();
        let done = self.finish(&program, &mut m, span);
        self.program = program;
        done?;
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
        let mut dice = Given { program, script: &mut self.script.clone(), fault: None };
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
                    if let Some(fault) = dice.fault {
                        return Err((span, fault));
                    }
                    self.script.faces = dice.script.faces.clone();
                    self.hear(&answers);
                    self.script.answers = answers.answers;
                    return Ok(());
                }
                Stop::Decision(d) => {
                    self.asked.extend(names(program, &d).map(|n| Key::new(&n)));
                    if program.labels.get(usize::from(d.label)).is_none() {
                        self.asked.insert(Key::new(general(d.wanted)));
                    }
                    m.answer(answers.answer(game, m, &d).map_err(|why| (span, why))?);
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
        if let Some(asked) = part.find(Rule::nobody_asks) {
            return self.nobody_asks(asked);
        }
        if let Some(asked) = part.find(Rule::legal_is) {
            return self.legal(asked);
        }
        if let Some(asked) = part.find(Rule::ending_is) {
            return if self.ending(asked)?.holds(&self.world) || self.reads { Ok(()) } else { Err((asked.span, self.ended())) };
        }
        let Some(e) = part.find(Rule::expr) else { return Ok(()) };
        if self.ask(Snippet::Whether(e), e)? != 0 || self.reads { Ok(()) } else { Err((e.span, self.why(e))) }
    }

    /// Whether nobody was asked something in all that the test has done.
    fn nobody_asks(&self, node: &Node) -> Outcome<()> {
        let Some(name) = node.find(Rule::name).or_else(|| node.find(Rule::word)) else { return Ok(()) };
        let key = Key::new(&self.text(name));
        let rules = self.program.rules.iter().map(|r| &r.name);
        let asks = |op: &Op| if let Op::Choose { label, .. } | Op::Offer { label, .. } = op { Some(usize::from(*label)) } else { None };
        let labels = self.program.procs.iter().flat_map(|p| &p.code).filter_map(asks).filter_map(|l| self.program.labels.get(l));
        let general = GENERAL.iter().any(|n| Key::new(n) == key);
        if !general && !labels.chain(rules).any(|n| Key::new(n) == key) {
            return Err((name.span, format!("nothing in the rules ever asks `{}`", self.text(name))));
        }
        if self.asked.contains(&key) { Err((node.span, "it is asked".into())) } else { Ok(()) }
    }

    /// What the left side of a comparison is instead.
    fn why(&mut self, e: &Node) -> String {
        let at = e
            .kids
            .iter()
            .position(|k| matches!(k.rule, Rule::equal | Rule::at_least | Rule::at_most | Rule::less | Rule::more | Rule::not_equal));
        let Some(at) = at else { return "it does not hold".into() };
        let left = Node { rule: Rule::expr, span: e.span, kids: e.kids.get(..at).unwrap_or(&[]).to_vec() };
        self.asked(&left).map_or_else(|_| "it does not hold".into(), |n| format!("it is {n}"))
    }

    /// How the game stands.
    fn ended(&self) -> String {
        match self.world.result {
            None => "the game is not over".into(),
            Some(side) => {
                self.cast.ent(i64::from(side)).filter(|_| side > 0).map_or("nobody has won".into(), |e| format!("{} has won", e.name))
            }
        }
    }

    fn allowed(&mut self, st: &Node, want: bool) -> Outcome<()> {
        let (program, id) = self.compile(Snippet::One(st), st.span)?;
        let is_action = called(&program, id).is_some();
        let why = if self.reads { None } else { self.gate(&program, id, true) };
        self.program = program;
        match (why, want) {
            _ if !is_action => Err((st.span, "this is not an action".into())),
            _ if self.reads => Ok(()),
            (None, true) | (Some(_), false) => Ok(()),
            (None, false) => Err((st.span, "it is allowed".into())),
            (Some(row), true) => Err((st.span, format!("it is forbidden by `{row}`"))),
        }
    }

    /// The line that keeps a snippet from taking its action, if any does; its price may do so too.
    fn gate(&self, program: &Program, id: u16, priced: bool) -> Option<String> {
        let (proc, args) = called(program, id)?;
        let ask = Game::new(program, &self.cast).ask(&self.world, 0);
        let mut regs = [0i64; 64];
        let list = program.lists.get(args as usize)?;
        for (r, x) in regs.iter_mut().zip(list) {
            *r = ask.x(*x, &mut [0i64; 48]);
        }
        let row = if priced { ask.why_not(proc, &mut regs) } else { ask.shut_gate(proc, &mut regs) }?;
        Some(program.rows.get(row as usize).map_or_else(String::new, |r| r.name.clone()))
    }

    fn chance(&mut self, node: &Node) -> Outcome<()> {
        let wanted = node.first().map_or("", |n| n.text(self.trial.files));
        let (a, b) = wanted.split_once('/').unwrap_or((wanted, "1"));
        let (Ok(a), Ok(b)) = (a.parse::<i64>(), b.parse::<i64>()) else { return Err((node.span, "a chance is a fraction".into())) };
        let Some(want) = Exact::from(a).over(&Exact::from(b)) else { return Err((node.span, "a chance has no zero below".into())) };
        if self.reads {
            return self.understood(node);
        }
        let found = self.outcomes(node)?;
        let is: Exact = found.outcomes.iter().filter(|(n, _)| **n != 0).map(|(_, p)| p.clone()).sum();
        if is == want { Ok(()) } else { Err((node.span, format!("the chance is {is}"))) }
    }
}
