//! Situations and tests that are read and not run: what `check` says of them.

use std::collections::HashMap;

use super::bench::{Asked, Bench, edition, use_lines, use_names};
use super::mustered::unasked;
use super::run::{Outcome, Run, Trial, begin_on};
use super::stage::{Stage, stage};
use crate::diag::{Code, Diagnostic, nearest};
use crate::graph::Program;
use crate::model::{Key, take_reading};
use crate::source::Span;
use crate::syntax::{Declaration, Node, Rule};

type Fault = (Span, String);

/// Lays out every situation and reads every test that is `wanted`; nothing is done and nothing is asked.
pub fn review(trial: &Trial<'_>, wanted: impl Fn(&Declaration) -> bool) -> Vec<Diagnostic> {
    let is = |d: &&Declaration| matches!(d.head.rule, Rule::situation_d | Rule::test_d) && wanted(d);
    let mut reader = Reader { bench: Bench::new(trial), trial, stages: HashMap::new(), program: None };
    let mut found = Vec::new();
    for d in trial.declarations.iter().filter(is) {
        let what = if d.head.rule == Rule::test_d { "a test cannot be run" } else { "a situation cannot be laid out" };
        found.extend(reader.faults(d).into_iter().map(|(span, why)| told(span, what, &why)));
    }
    found
}

/// A fault with its fix, which stands after what is wrong.
fn told(span: Span, what: &str, why: &str) -> Diagnostic {
    let d = Diagnostic::new(Code::Test, span, what);
    match why.split_once(": ") {
        Some((why, fix)) => d.here(why).help(fix),
        None => d.here(why).help("write what the rules and the situation have, or leave it out"),
    }
}

struct Reader<'a> {
    bench: Bench<'a>,
    trial: &'a Trial<'a>,
    /// The situations under the readings in force; none for one that cannot be laid out.
    stages: HashMap<Span, Option<Stage>>,
    /// The rules, to which each statement and question is added.
    program: Option<Program>,
}

impl<'a> Reader<'a> {
    fn faults(&mut self, d: &'a Declaration) -> Vec<Fault> {
        let own: Vec<Fault> = use_lines(d).filter_map(|part| self.misread(part).err()).collect();
        if !own.is_empty() {
            return own;
        }
        let result = if d.head.rule == Rule::test_d { self.test(d) } else { self.situation(d).map(|()| Vec::new()) };
        result.unwrap_or_else(|fault| vec![fault])
    }

    /// Whether there is the reading that a line takes.
    fn misread(&self, part: &Node) -> Outcome<()> {
        let ruling = |d: &&Declaration| d.head.rule == Rule::ruling_d;
        let mut rulings: Vec<Declaration> = self.trial.declarations.iter().filter(ruling).cloned().collect();
        let words = use_names(self.trial, part).join(" = ");
        take_reading(self.trial.files, &mut rulings, &words)
            .map_err(|d| (part.span, format!("{}{}", d.message, d.help.map_or(String::new(), |h| format!(": {h}")))))
    }

    /// Lays a situation out. What is wrong under the readings in force may be right under those that it takes.
    fn situation(&mut self, d: &'a Declaration) -> Outcome<()> {
        let laid = stage(self.trial, d);
        self.stages.insert(d.span, laid.as_ref().ok().cloned());
        let Err(fault) = laid else { return Ok(()) };
        let asked = self.bench.asked(d, None)?;
        if asked.is_empty() { Err(fault) } else { self.other(&asked, d).map(|_| ()) }
    }

    /// A situation under other readings.
    fn other(&self, asked: &[Asked], d: &'a Declaration) -> Outcome<Stage> {
        let edition = edition(self.trial, asked)?;
        stage(&self.trial.under(&edition.program, &edition.entries), d)
    }

    fn test(&mut self, d: &'a Declaration) -> Outcome<Vec<Fault>> {
        let (_, situation) = self.bench.situation(d)?;
        let asked = self.bench.asked(situation, Some(d))?;
        let laid = self.stages.entry(situation.span).or_insert_with(|| stage(self.trial, situation).ok()).clone();
        let found = match laid {
            Some(set) => {
                unasked(d, set.mustered())?;
                self.lines(d, set)
            }
            // its fault is told there
            None if asked.is_empty() => return Ok(Vec::new()),
            None => vec![(d.head.span, String::new())],
        };
        if found.is_empty() || asked.is_empty() {
            return Ok(found);
        }
        let edition = edition(self.trial, &asked)?;
        let trial = self.trial.under(&edition.program, &edition.entries);
        let Ok(set) = stage(&trial, situation) else { return Ok(Vec::new()) };
        Ok(begin_on(&trial, edition.program.clone(), d, set).faults(d))
    }

    /// What is wrong with the lines of a test under the readings in force.
    fn lines(&mut self, d: &Declaration, set: Stage) -> Vec<Fault> {
        let (procs, heads) = (self.trial.program.procs.len(), self.trial.program.proc_heads.len());
        let mut program = self.program.take().unwrap_or_else(|| self.trial.program.clone());
        // what other tests say is not of this one
        program.procs.truncate(procs);
        program.proc_heads.truncate(heads);
        let mut run = begin_on(self.trial, program, d, set);
        let found = run.faults(d);
        self.program = Some(run.program);
        found
    }
}

impl Run<'_> {
    /// What is wrong with each line of a test; nothing is done.
    fn faults(&mut self, d: &Declaration) -> Vec<Fault> {
        if let Err(fault) = shows(d) {
            return vec![fault];
        }
        self.reads = true;
        d.body.iter().flat_map(|l| l.parts.iter().map(move |p| (p, l))).filter_map(|(p, l)| self.part(p, l).err()).collect()
    }

    /// Whether dice are rolled under a name.
    pub(super) fn is_rolled(&self, part: &Node, name: &str) -> Outcome<()> {
        let (throws, key) = (&self.program.throws, Key::new(name));
        if throws.iter().any(|t| t.name == name) || throws.iter().any(|t| Key::new(&t.name) == key) {
            return Ok(());
        }
        let span = part.find(Rule::name).map_or(part.span, |n| n.span);
        Err((span, format!("no dice are rolled for `{name}`: {}", meant(name, throws.iter().map(|t| t.name.as_str()), "the roll"))))
    }

    /// Whether anything may be asked under a name.
    pub(super) fn is_asked(&self, word: &Node, name: &str) -> Outcome<()> {
        let key = Key::new(name);
        let labels = self.program.labels.iter().map(String::as_str);
        let rows = self.program.rows.iter().map(|r| r.name.as_str());
        let all = || super::script::GENERAL.iter().copied().chain(["via"]).chain(labels.clone()).chain(rows.clone());
        if all().any(|n| n == name) || all().any(|n| Key::new(n) == key) {
            return Ok(());
        }
        Err((word.span, format!("nobody asks for this answer, `{name}`: {}", meant(name, all(), "what is asked"))))
    }
}

/// The one fix of a name that nothing has.
fn meant<'n>(name: &str, all: impl Iterator<Item = &'n str>, what: &str) -> String {
    // a name with a capital was not meant for a word
    let named = |n: &&str| n.starts_with(char::is_uppercase) == name.starts_with(char::is_uppercase);
    nearest(name, all.filter(named))
        .map_or_else(|| format!("write {what} as the rules name it"), |meant| format!("did you mean `{meant}`?"))
}

/// A test must do or expect something.
pub(super) fn shows(d: &Declaration) -> Outcome<()> {
    let mut parts = d.body.iter().flat_map(|l| &l.parts);
    if parts.any(|p| matches!(p.rule, Rule::do_item | Rule::expect)) {
        return Ok(());
    }
    Err((d.head.span, "it does nothing and expects nothing: write an `expect` below it".into()))
}
