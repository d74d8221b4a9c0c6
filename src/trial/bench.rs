//! Where tests are laid out: situations, and the rules under the readings that a test asks for, each made once.

use std::collections::HashMap;
use std::sync::Arc;

use super::mustered::unasked;
use super::parts::{head, situation_of, test_of};
use super::put::Put;
use super::run::{Outcome, Run, Trial};
use super::stage::{Stage, stage};
use crate::ast::{Decl, DoItem, ItemKind, Name, Part, UseReading, Walk as _};
use crate::diag::{Diagnostic, Severity, nearest};
use crate::hir::Rules;
use crate::intern::KeyId;
use crate::ir::Program;
use crate::ir::{Key, ProcNo};
use crate::lower::{Lowered, forget_snippets, lower, lower_again};
use crate::muster::{Entries, Rulebook};
use crate::resolve::resolve;
use crate::resolve::variant::take_reading;
use crate::source::{At, Span};

/// The rules under other readings than those in force.
pub(super) struct Edition {
    pub rules: Rules,
    pub lowered: Lowered,
    pub entries: Entries,
}

impl Edition {
    /// Some tests under these rules.
    pub fn under<'a>(&'a self, trial: &Trial<'a>) -> Trial<'a> {
        let book = Rulebook { rules: &self.rules, lowered: &self.lowered, ..trial.book };
        Trial { book, entries: &self.entries }
    }
}

/// Some tests under the rules that are asked for, or as they stand.
pub(super) fn under<'a>(edition: Option<&'a Arc<Edition>>, trial: &Trial<'a>) -> Trial<'a> {
    edition.map_or(*trial, |e| e.under(trial))
}

/// A reading that is asked for: in which words, and where.
type Reading = (String, Span);

/// What a test or a situation asks of the rules.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    /// The readings; the last of each ruling holds.
    readings: Vec<Reading>,
    /// Whether it gives a rule in brackets what the rules give it nowhere.
    gives: bool,
}

impl Asked {
    /// The same without the readings.
    pub fn given(&self) -> Self {
        Self { readings: Vec::new(), gives: self.gives }
    }

    /// Whether it gives a rule in brackets what the rules give it nowhere.
    pub fn gives(&self) -> bool {
        self.gives
    }

    /// Whether readings are asked for.
    pub fn reads(&self) -> bool {
        !self.readings.is_empty()
    }

    /// Whether the rules as they are will do.
    pub fn nothing(&self) -> bool {
        self.readings.is_empty() && !self.gives
    }

    /// The words by which editions are told apart.
    fn words(&self) -> Vec<String> {
        self.readings.iter().map(|(w, _)| w.clone()).chain(self.gives.then(String::new)).collect()
    }
}

/// Rules under other readings that are kept at once: a book has hundreds of readings, and its rules take up many megabytes.
const KEPT: usize = 12;

pub(super) struct Bench<'a> {
    trial: &'a Trial<'a>,
    situations: HashMap<KeyId, &'a Decl>,
    editions: HashMap<Vec<String>, Outcome<Arc<Edition>>>,
    stages: HashMap<(Vec<String>, KeyId), Outcome<Stage>>,
    /// The rules under some readings and their program, grown by the words of the tests that were run under them: they are copied once.
    grown: HashMap<Vec<String>, (Rules, Lowered)>,
    /// Whether the rules are sound as they stand; else they are not so under other readings either.
    sound: bool,
}

impl<'a> Bench<'a> {
    pub fn new(trial: &'a Trial<'a>) -> Self {
        Self { trial, situations: situations(trial), editions: HashMap::new(), stages: HashMap::new(), grown: HashMap::new(), sound: true }
    }

    /// For reading alone: whether the rules are sound is known.
    pub fn reading(trial: &'a Trial<'a>, sound: bool) -> Self {
        Self { sound, ..Self::new(trial) }
    }

    /// The situation that a test is in.
    pub fn situation(&self, d: &Decl) -> Outcome<(KeyId, &'a Decl)> {
        let names = &self.trial.book.rules.names;
        let Some(name) = test_of(d).and_then(|t| t.situation) else {
            return Err((head(d), "it is in no situation: write `in` and the name of one behind its title".into()));
        };
        let key = names.key_of(name.sym);
        let Some(situation) = self.situations.get(&key).copied() else {
            let written = names.text(name.sym);
            let known = self.situations.values().filter_map(|d| situation_of(d)).map(|s| names.text(s.name.sym));
            let help = nearest(written, known).map_or_else(
                || format!("declare it: `situation {written}`, and below it who stands where"),
                |meant| format!("did you mean `{meant}`?"),
            );
            return Err((name.at.span(), format!("there is no situation `{written}`: {help}")));
        };
        Ok((key, situation))
    }

    /// The readings that a situation takes, and a test in it.
    pub fn asked(&self, situation: &Decl, d: Option<&Decl>) -> Outcome<Asked> {
        // what the test says comes last, and so holds
        let line: Vec<&Decl> = lineage(self.trial, situation)?.into_iter().chain(d).collect();
        let readings = line.iter().flat_map(|d| use_lines(d)).map(|(says, at)| (use_words(self.trial, says), at.span())).collect();
        Ok(Asked { readings, gives: line.iter().any(|d| gives(self.trial, d)) })
    }

    /// The rules as they are asked for, if they are not as they stand.
    pub fn edition(&mut self, asked: &Asked) -> Outcome<Option<Arc<Edition>>> {
        if asked.nothing() {
            return Ok(None);
        }
        let words = asked.words();
        if self.editions.len() >= KEPT && !self.editions.contains_key(&words) {
            self.make_room();
        }
        self.editions.entry(words).or_insert_with(|| edition(self.trial, asked, self.sound)).clone().map(Some)
    }

    /// Forgets what was made for other readings: tests of one reading mostly stand together.
    fn make_room(&mut self) {
        self.editions.clear();
        self.stages.retain(|(words, _), _| words.is_empty());
        self.grown.retain(|words, _| words.is_empty());
    }

    /// Lays a test out and does with it what is wanted.
    pub fn with<T>(&mut self, d: &Decl, then: impl FnOnce(&mut Run<'_>) -> Outcome<T>) -> Outcome<T> {
        let (key, situation) = self.situation(d)?;
        let asked = self.asked(situation, Some(d))?;
        let words = asked.words();
        let edition = self.edition(&asked)?;
        let trial = under(edition.as_ref(), self.trial);
        let set = self.stages.entry((words.clone(), key)).or_insert_with(|| stage(&trial, situation)).clone()?;
        unasked(d, &set.mustered)?;
        let (rules, mut lowered) = self.grown.remove(&words).unwrap_or_else(|| (trial.book.rules.clone(), trial.book.lowered.clone()));
        forget_snippets(&mut lowered.program, trial.book.program());
        let mut run = Run::begin(&trial, (rules, lowered), d, set);
        let out = then(&mut run);
        self.grown.insert(words, (run.rules, run.lowered));
        out
    }
}

/// A test laid out, and the first thing that it does, which is not done: the position, the program, the procedure of it.
///
/// # Errors
/// What is wrong, and where.
pub fn about_to(trial: &Trial<'_>, d: &Decl) -> Outcome<(Stage, Program, ProcNo)> {
    let block = d.kind.items().iter().find_map(|i| if let ItemKind::Do(DoItem::Block(block)) = &i.kind { Some(block) } else { None });
    let Some(block) = block else { return Err((head(d), "it does nothing".into())) };
    Bench::new(trial).with(d, |run| {
        let proc = run.compile(Put::Do(block), head(d))?;
        Ok((run.stage(), run.program().clone(), proc))
    })
}

/// The readings that a test takes, in its own words or in those of its situation, as `Ruling = Reading`: what comes later
/// holds. An empty text stands behind them if it gives a rule in brackets what the rules give it nowhere.
#[must_use]
pub fn readings_taken(trial: &Trial<'_>, d: &Decl) -> Vec<String> {
    let bench = Bench::new(trial);
    let asked = bench.situation(d).and_then(|(_, situation)| bench.asked(situation, Some(d)));
    asked.unwrap_or_default().words()
}

/// A reading that a test takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The ruling.
    pub ruling: Key,
    /// The reading of it.
    pub reading: Key,
}

/// The readings that a test takes, in its own words or in those of its situation.
#[must_use]
pub fn uses(trial: &Trial<'_>, d: &Decl) -> Vec<Use> {
    let names = &trial.book.rules.names;
    let named = test_of(d).and_then(|t| t.situation).map(|n| names.key_of(n.sym));
    let situation = named.and_then(|key| situations(trial).get(&key).copied());
    let line = situation.and_then(|s| lineage(trial, s).ok()).unwrap_or_default();
    let read = |(says, _): (&UseReading, At)| {
        let key = |n: Name| Key::new(names.text(n.sym));
        Use { ruling: key(says.ruling), reading: key(says.reading) }
    };
    line.into_iter().chain([d]).flat_map(use_lines).map(read).collect()
}

/// The readings that a test or situation takes itself, and where.
pub(super) fn use_lines(d: &Decl) -> impl Iterator<Item = (&UseReading, At)> {
    d.kind.items().iter().filter_map(|i| if let ItemKind::Use(u) = &i.kind { Some((u, i.at)) } else { None })
}

pub(super) fn use_words(trial: &Trial<'_>, says: &UseReading) -> String {
    let names = &trial.book.rules.names;
    format!("{} = {}", names.text(says.ruling.sym), names.text(says.reading.sym))
}

fn situations<'a>(trial: &Trial<'a>) -> HashMap<KeyId, &'a Decl> {
    let names = &trial.book.rules.names;
    let named = |d: &'a Decl| situation_of(d).map(|s| (names.key_of(s.name.sym), d));
    trial.book.decls.iter().filter_map(named).collect()
}

/// A situation after those that it extends, the first of them first.
pub(super) fn lineage<'a>(trial: &Trial<'a>, d: &'a Decl) -> Outcome<Vec<&'a Decl>> {
    let names = &trial.book.rules.names;
    // few extend another: all need not be known
    let called = |key: KeyId| trial.book.decls.iter().rev().find(|d| situation_of(d).is_some_and(|s| names.key_of(s.name.sym) == key));
    let mut line = vec![d];
    let mut last = d;
    while let Some(parent) = situation_of(last).and_then(|s| s.extends) {
        let Some(next) = called(names.key_of(parent.sym)) else {
            return Err((parent.at.span(), format!("there is no situation `{}`", names.text(parent.sym))));
        };
        if line.iter().any(|l| std::ptr::eq(*l, next)) {
            return Err((parent.at.span(), "the two situations extend each other".into()));
        }
        line.insert(0, next);
        last = next;
    }
    Ok(line)
}

/// Whether a test or situation gives a rule in brackets what the rules give it nowhere.
fn gives(trial: &Trial<'_>, d: &Decl) -> bool {
    let rules = trial.book.rules;
    let mut out = false;
    d.walk(&mut |part| {
        if let Part::Name(name) = part {
            out |= name.param.is_some() && rules.lookup(name.name.sym).is_empty() && rules.rule_named(name).is_none();
        }
    });
    out
}

/// The rules with the readings of these words in force, `Ruling = Reading`, if nothing else is other for it.
pub(crate) fn reread<'w>(rules: &Rules, mut words: impl Iterator<Item = &'w str>) -> Option<Rules> {
    let mut rules = rules.clone();
    let taken = words.all(|w| w.split_once(" = ").is_some_and(|(ruling, reading)| rules.take_reading(ruling, reading)));
    taken.then_some(rules)
}

/// The rules under the readings that are asked for; if tests and situations give rules anything, with what they give.
fn edition(trial: &Trial<'_>, asked: &Asked, strict: bool) -> Outcome<Arc<Edition>> {
    let words = asked.readings.iter().map(|(w, _)| w.as_str());
    if let Some(rules) = if asked.gives { None } else { reread(trial.book.rules, words) } {
        return made(trial, asked, strict, trial.book.decls, (rules, true));
    }
    let told = |d: &Diagnostic| format!("{}{}", d.message, d.help.as_ref().map_or(String::new(), |h| format!(": {h}")));
    let names = trial.book.rules.names.clone();
    let mut decls: Vec<Decl> = trial.book.decls.iter().filter(|d| asked.gives || !d.is_test()).cloned().collect();
    for (words, span) in &asked.readings {
        take_reading(&names, &mut decls, words).map_err(|d| (*span, told(&d)))?;
    }
    let resolved = resolve(names, &decls);
    sound(asked, strict, &resolved.found)?;
    made(trial, asked, strict, &decls, (resolved.rules, false))
}

/// The program of rules under some readings, and what can be mustered; whether they differ in nothing but their readings.
fn made(trial: &Trial<'_>, asked: &Asked, strict: bool, decls: &[Decl], (rules, alike): (Rules, bool)) -> Outcome<Arc<Edition>> {
    let (mut lowered, found) = if alike { lower_again(&rules, trial.book.lowered) } else { lower(&rules) };
    lowered.say_limits(|at| trial.book.files.slice(at.span()).to_owned());
    lowered.program.touched.clone_from(&trial.book.program().touched);
    sound(asked, strict, &found)?;
    let (entries, found) = Entries::read(Rulebook { files: trial.book.files, decls, rules: &rules, lowered: &lowered });
    sound(asked, strict, &found)?;
    Ok(Arc::new(Edition { rules, lowered, entries }))
}

/// Whether nothing is wrong with rules under some readings, where that matters.
fn sound(asked: &Asked, strict: bool, found: &[Diagnostic]) -> Outcome<()> {
    let place = asked.readings.last().map_or(Span::default(), |(_, span)| *span);
    match found.iter().find(|d| strict && d.severity() == Severity::Error) {
        Some(d) => Err((place, format!("the rules are not sound with this reading: {}", d.message))),
        None => Ok(()),
    }
}
