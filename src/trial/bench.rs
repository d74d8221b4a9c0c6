//! Where tests are laid out: situations, and the rules under the readings that a test asks for, each made once.

use std::collections::HashMap;
use std::rc::Rc;

use super::mustered::unasked;
use super::run::{Outcome, Run, Trial, begin};
use super::stage::{Stage, stage};
use crate::diag::{Diagnostic, Severity, nearest};
use crate::graph::{Program, compile};
use crate::model::{Key, take_reading};
use crate::muster::Entries;
use crate::source::Span;
use crate::syntax::{Declaration, Node, Rule};

/// The rules under other readings than those in force.
pub(super) struct Edition {
    pub program: Program,
    pub entries: Entries,
}

/// A reading that is asked for: in which words, and where.
pub(super) type Asked = (String, Span);

pub(super) struct Bench<'a> {
    trial: &'a Trial<'a>,
    situations: HashMap<Key, &'a Declaration>,
    editions: HashMap<Vec<String>, Outcome<Rc<Edition>>>,
    stages: HashMap<(Vec<String>, Key), Outcome<Stage>>,
}

impl<'a> Bench<'a> {
    pub fn new(trial: &'a Trial<'a>) -> Self {
        Self { trial, situations: situations(trial), editions: HashMap::new(), stages: HashMap::new() }
    }

    /// The situation that a test is in.
    pub fn situation(&self, d: &Declaration) -> Outcome<(Key, &'a Declaration)> {
        let files = self.trial.files;
        let Some(name) = d.head.find(Rule::name) else { return Err((d.head.span, "it says `in` no situation".into())) };
        let key = Key::new(name.text(files));
        let Some(situation) = self.situations.get(&key).copied() else {
            let known = self.situations.values().filter_map(|d| d.head.find(Rule::name)).map(|n| n.text(files));
            let help = nearest(name.text(files), known).map_or_else(String::new, |meant| format!(": did you mean `{meant}`?"));
            return Err((name.span, format!("there is no situation `{}`{help}", name.text(files))));
        };
        Ok((key, situation))
    }

    /// The readings that a situation takes, and a test in it.
    pub fn asked(&self, situation: &Declaration, d: Option<&Declaration>) -> Outcome<Vec<Asked>> {
        // what the test says comes last, and so holds
        let line = lineage(self.trial, situation)?;
        let lines = line.into_iter().chain(d).flat_map(use_lines);
        Ok(lines.map(|part| (use_names(self.trial, part).join(" = "), part.span)).collect())
    }

    /// Lays a test out and does with it what is wanted.
    pub fn with<T>(&mut self, d: &Declaration, then: impl FnOnce(&mut Run<'_>) -> Outcome<T>) -> Outcome<T> {
        let files = self.trial.files;
        let (key, situation) = self.situation(d)?;
        let asked = self.asked(situation, Some(d))?;
        let words: Vec<String> = asked.iter().map(|(w, _)| w.clone()).collect();
        let edition = match asked.as_slice() {
            [] => None,
            _ => Some(self.editions.entry(words.clone()).or_insert_with(|| edition(self.trial, &asked)).clone()?),
        };
        let (program, entries) = edition.as_ref().map_or((self.trial.program, self.trial.entries), |e| (&e.program, &e.entries));
        let trial = Trial { files, program, entries, declarations: self.trial.declarations };
        let set = self.stages.entry((words, key)).or_insert_with(|| stage(&trial, situation)).clone()?;
        unasked(d, &set.mustered)?;
        then(&mut begin(&trial, d, set))
    }
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
pub fn uses(trial: &Trial<'_>, d: &Declaration) -> Vec<Use> {
    let named = d.head.find(Rule::name).map(|n| Key::new(n.text(trial.files)));
    let situation = named.and_then(|key| situations(trial).get(&key).copied());
    let line = situation.and_then(|s| lineage(trial, s).ok()).unwrap_or_default();
    let read = |part: &Node| {
        let names = use_names(trial, part);
        Some(Use { ruling: Key::new(names.first()?), reading: Key::new(names.get(1)?) })
    };
    line.into_iter().chain([d]).flat_map(use_lines).filter_map(read).collect()
}

pub(super) fn use_lines(d: &Declaration) -> impl Iterator<Item = &Node> {
    d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::use_item)
}

pub(super) fn use_names<'a>(trial: &Trial<'a>, part: &Node) -> Vec<&'a str> {
    part.all(Rule::name).map(|n| n.text(trial.files)).collect()
}

fn situations<'a>(trial: &Trial<'a>) -> HashMap<Key, &'a Declaration> {
    let named = |d: &'a Declaration| d.head.find(Rule::name).map(|n| (Key::new(n.text(trial.files)), d));
    trial.declarations.iter().filter(|d| d.head.rule == Rule::situation_d).filter_map(named).collect()
}

/// A situation after those that it extends, the first of them first.
pub(super) fn lineage<'a>(trial: &Trial<'a>, d: &'a Declaration) -> Outcome<Vec<&'a Declaration>> {
    let all = situations(trial);
    let mut line = vec![d];
    let mut last = d;
    while let Some(parent) = last.head.all(Rule::name).nth(1) {
        let name = parent.text(trial.files);
        let Some(next) = all.get(&Key::new(name)) else { return Err((parent.span, format!("there is no situation `{name}`"))) };
        if line.iter().any(|l| l.span == next.span) {
            return Err((parent.span, "the two situations extend each other".into()));
        }
        line.insert(0, next);
        last = next;
    }
    Ok(line)
}

/// The rules under the readings that are asked for.
pub(super) fn edition(trial: &Trial<'_>, asked: &[Asked]) -> Outcome<Rc<Edition>> {
    let told = |d: &Diagnostic| format!("{}{}", d.message, d.help.as_ref().map_or(String::new(), |h| format!(": {h}")));
    let mut rules: Vec<Declaration> = trial.declarations.iter().filter(|d| !d.is_test()).cloned().collect();
    for (words, span) in asked {
        take_reading(trial.files, &mut rules, words).map_err(|d| (*span, told(&d)))?;
    }
    let place = asked.last().map_or(Span::default(), |(_, span)| *span);
    let sound = |found: &[Diagnostic]| match found.iter().find(|d| d.severity() == Severity::Error) {
        Some(d) => Err((place, format!("the rules are not sound with this reading: {}", d.message))),
        None => Ok(()),
    };
    let (program, found) = compile(trial.files, &rules);
    sound(&found)?;
    let (entries, found) = Entries::read(trial.files, &rules, &program);
    sound(&found)?;
    Ok(Rc::new(Edition { program, entries }))
}
