//! Situations and tests that are read and not run: what `check` says of them.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::bench::{Asked, Bench, Edition, under, use_lines, use_words};
use super::larger;
use super::mustered::unasked;
use super::parts::{head, test_of};
use super::run::{Fault, Outcome, Run, Trial};
use super::stage::{Stage, laid_out, stage};
use super::thrown;
use crate::ast::{Decl, DeclKind, Given, ItemKind, Name, UseReading};
use crate::diag::{Code, Diagnostic, nearest};
use crate::hir::Rules;
use crate::ir::{Key, Throw};
use crate::lower::{Lowered, forget_snippets};
use crate::resolve::variant::take_reading;
use crate::source::{At, Span};

/// Lays out every situation and reads every test that is `wanted`; nothing is done and nothing is asked. Of rules that are not
/// sound, what is wrong with them is not told again.
pub fn review(trial: &Trial<'_>, sound: bool, wanted: impl Fn(&Decl) -> bool) -> Vec<Diagnostic> {
    let is = |d: &&Decl| matches!(&*d.kind, DeclKind::Situation(_) | DeclKind::Test(_)) && wanted(d);
    let all: Vec<&Decl> = trial.book.decls.iter().filter(is).collect();
    // each part with a bench of its own: what is laid out for one test serves its neighbours
    let part = all.len().div_ceil(rayon::current_num_threads()).max(PART);
    let mut found: Vec<Diagnostic> = all.par_chunks(part).flat_map_iter(|some| read(trial, sound, some)).collect();
    found.extend(larger::only(trial, wanted));
    found
}

/// So many are worth a bench of their own.
const PART: usize = 100;

fn read(trial: &Trial<'_>, sound: bool, some: &[&Decl]) -> Vec<Diagnostic> {
    let mut reader = Reader { bench: Bench::reading(trial, sound), trial, plain: Ground::default(), given: None };
    let mut found = Vec::new();
    for d in some {
        // what finds no room in the program has no place of its own
        let at = |span: Span| if span == Span::default() { head(d) } else { span };
        found.extend(reader.faults(d).into_iter().map(|(span, why)| told(at(span), &why)));
    }
    found.extend(reader.doubts());
    found
}

/// A fault with its fix, which stands after what is wrong.
fn told(span: Span, why: &str) -> Diagnostic {
    let (why, fix) = why.split_once(": ").unwrap_or((why, "write what the rules and the situation have, or leave it out"));
    Diagnostic::new(Code::Test, span, why).help(fix)
}

struct Reader<'a> {
    bench: Bench<'a>,
    trial: &'a Trial<'a>,
    /// The rules as they stand.
    plain: Ground,
    /// The rules with what tests give in brackets, once a test does; none if they are not sound so.
    given: Option<Outcome<Ground>>,
}

/// Rules under the readings in force, and what was laid out by them.
#[derive(Default)]
struct Ground {
    /// None for the rules as they stand.
    edition: Option<Arc<Edition>>,
    /// The situations; none for one that cannot be laid out.
    stages: HashMap<Span, Option<Stage>>,
    /// The rules and the program, to which each statement and question is added.
    grown: Option<(Rules, Lowered)>,
    /// What tests ask and need not.
    doubts: Vec<Diagnostic>,
}

impl Ground {
    fn stage(&mut self, trial: &Trial<'_>, d: &Decl) -> Outcome<Stage> {
        let laid = laid_out(&under(self.edition.as_ref(), trial), d);
        // where somebody finds no room, its tests are read all the same
        self.stages.insert(d.at.span(), laid.as_ref().ok().map(|(stage, _)| stage.clone()));
        let (stage, fault) = laid?;
        fault.map_or(Ok(stage), Err)
    }

    /// A situation that was laid out before, or is now.
    fn laid(&mut self, trial: &Trial<'_>, d: &Decl) -> Option<Stage> {
        match self.stages.get(&d.at.span()) {
            Some(laid) => laid.clone(),
            None => self.stage(trial, d).ok().or_else(|| self.stages.get(&d.at.span()).cloned().flatten()),
        }
    }

    /// What is wrong with the lines of a test.
    fn lines(&mut self, trial: &Trial<'_>, d: &Decl, set: Stage) -> Vec<Fault> {
        let trial = under(self.edition.as_ref(), trial);
        let (rules, mut lowered) = self.grown.take().unwrap_or_else(|| (trial.book.rules.clone(), trial.book.lowered.clone()));
        forget_snippets(&mut lowered.program, trial.book.program());
        let mut run = Run::begin(&trial, (rules, lowered), d, set);
        let found = run.faults(d);
        self.doubts.append(&mut run.doubts);
        self.grown = Some((run.rules, run.lowered));
        found
    }
}

impl<'a> Reader<'a> {
    fn faults(&mut self, d: &'a Decl) -> Vec<Fault> {
        let own: Vec<Fault> = use_lines(d).filter_map(|(says, at)| self.misread(says, at).err()).collect();
        if !own.is_empty() {
            return own;
        }
        let result = if test_of(d).is_some() { self.test(d) } else { self.situation(d).map(|()| Vec::new()) };
        result.unwrap_or_else(|fault| vec![fault])
    }

    /// What tests ask and need not.
    fn doubts(self) -> Vec<Diagnostic> {
        let given = self.given.and_then(Result::ok).map_or_else(Vec::new, |g| g.doubts);
        [self.plain.doubts, given].concat()
    }

    /// Whether there is the reading that a line takes.
    fn misread(&self, says: &UseReading, at: At) -> Outcome<()> {
        let ruling = |d: &&Decl| matches!(&*d.kind, DeclKind::Ruling(_));
        let mut rulings: Vec<Decl> = self.trial.book.decls.iter().filter(ruling).cloned().collect();
        let words = use_words(self.trial, says);
        take_reading(&self.trial.book.rules.names, &mut rulings, &words)
            // which of the two is not there
            .map_err(|d| (if d.code == Code::Name && d.message.contains("has no reading") { says.reading.at } else { at }.span(), d))
            .map_err(|(at, d)| (at, format!("{}{}", d.message, d.help.map_or(String::new(), |h| format!(": {h}")))))
    }

    /// The rules under the readings in force, with what is given in brackets if anything is.
    fn ground(&mut self, asked: &Asked) -> Outcome<&mut Ground> {
        if !asked.gives() {
            return Ok(&mut self.plain);
        }
        let bench = &mut self.bench;
        let ground = self.given.get_or_insert_with(|| Ok(Ground { edition: bench.edition(&asked.given())?, ..Ground::default() }));
        ground.as_mut().map_err(|fault| fault.clone())
    }

    /// Lays a situation out. What is wrong under the readings in force may be right under those that it takes.
    fn situation(&mut self, d: &'a Decl) -> Outcome<()> {
        let asked = self.bench.asked(d, None)?;
        let trial = self.trial;
        let Err(fault) = self.ground(&asked).and_then(|g| g.stage(trial, d)) else { return Ok(()) };
        if asked.reads() { self.other(&asked, d).map(|_| ()) } else { Err(fault) }
    }

    /// A situation under other readings.
    fn other(&mut self, asked: &Asked, d: &'a Decl) -> Outcome<Stage> {
        let edition = self.bench.edition(asked)?;
        stage(&under(edition.as_ref(), self.trial), d)
    }

    fn test(&mut self, d: &'a Decl) -> Outcome<Vec<Fault>> {
        let (_, situation) = self.bench.situation(d)?;
        let asked = self.bench.asked(situation, Some(d))?;
        let trial = self.trial;
        let found = match self.ground(&asked).map(|g| g.laid(trial, situation)) {
            Ok(Some(set)) => {
                unasked(d, set.mustered())?;
                Some(self.ground(&asked)?.lines(trial, d, set))
            }
            Err(fault) if !asked.reads() => return Err(fault),
            _ => None,
        };
        if !asked.reads() || found.as_ref().is_some_and(Vec::is_empty) {
            // what a situation lacks is told there
            return Ok(found.unwrap_or_default());
        }
        let Some(edition) = self.bench.edition(&asked)? else { return Ok(Vec::new()) };
        let trial = edition.under(self.trial);
        let Ok(set) = stage(&trial, situation) else { return Ok(Vec::new()) };
        Ok(Run::begin(&trial, (edition.rules.clone(), edition.lowered.clone()), d, set).faults(d))
    }
}

impl Run<'_> {
    /// What is wrong with each line of a test; nothing is done.
    fn faults(&mut self, d: &Decl) -> Vec<Fault> {
        self.reads = true;
        let found: Vec<Fault> = d.kind.items().iter().filter_map(|i| self.item(i).err()).collect();
        if found.is_empty() { shows(d).err().into_iter().collect() } else { found }
    }

    /// Whether dice are rolled under a name.
    pub(super) fn is_rolled(&self, given: &Given, name: &str) -> Outcome<()> {
        let (throws, key) = (&self.program().throws, Key::new(name));
        if throws.all().iter().any(|t| t.name == name) || throws.all().iter().any(|t| Key::new(&t.name) == key) {
            return Ok(());
        }
        let span = given.name.at.span();
        let thrown = thrown::by_name(&self.rules, name);
        if !thrown.is_empty() {
            let each = thrown.iter().map(|t| format!("`given {t} ...`")).collect::<Vec<_>>().join(" or ");
            let they = if thrown.len() == 1 { "this" } else { "these" };
            return Err((span, format!("no dice are rolled for `{name}` itself: write {each}, as `{name}` rolls {they}")));
        }
        let come = thrown::come_of(&self.rules, &self.does);
        let fix = match (nearly(name, throws.all().iter().map(|t| t.name.as_str())), come.as_slice()) {
            (Some(meant), _) => format!("did you mean `{meant}`?"),
            (None, []) => "write the roll as the rules name it".to_owned(),
            (None, [one]) => {
                let faces: Vec<String> = given.faces.iter().map(|f| f.value.to_string()).collect();
                format!("write `given {one} {}`: this is rolled here", faces.join(" "))
            }
            (None, [all @ .., last]) => {
                let all: Vec<String> = all.iter().map(|t| format!("`{t}`")).collect();
                format!("write {} or `{last}`, which are rolled here", all.join(", "))
            }
        };
        Err((span, format!("no dice are rolled for `{name}`: {fix}")))
    }

    /// Whether the dice of a throw can show what is given.
    pub(super) fn can_show(&self, given: &Given, name: &str) -> Outcome<()> {
        let key = Key::new(name);
        let throws: Vec<&Throw> = self.program().throws.all().iter().filter(|t| Key::new(&t.name) == key).collect();
        // a die may be thrown by halving another, and of a deck cards are drawn
        let deck = self.rules.decks.all().iter().any(|d| Key::new(self.rules.names.text(d.name)) == key);
        if deck || throws.iter().any(|t| t.halve || t.sides == 0) {
            return Ok(());
        }
        let most = throws.iter().map(|t| i64::from(t.sides)).max().unwrap_or(i64::MAX);
        match given.faces.iter().find(|f| !(1..=most).contains(&f.value)) {
            Some(f) => Err((f.at.span(), format!("no die of `{name}` shows `{}`: write numbers from 1 to {most}", f.value))),
            None => Ok(()),
        }
    }

    /// Whether anything may be asked under a name.
    pub(super) fn is_asked(&self, word: Name, name: &str) -> Outcome<()> {
        let key = Key::new(name);
        let labels = self.program().labels.all().iter().map(String::as_str);
        let rows = self.program().rows.all().iter().map(|r| r.name.as_str());
        let all = || super::script::GENERAL.iter().copied().chain(["via"]).chain(labels.clone()).chain(rows.clone());
        if all().any(|n| n == name) || all().any(|n| Key::new(n) == key) {
            return Ok(());
        }
        let help = nearly(name, all()).map_or_else(
            || "take it away, or write what is asked as the rules name it".to_owned(),
            |meant| format!("did you mean `{meant}`?"),
        );
        Err((word.at.span(), format!("nobody asks for this answer, `{name}`: {help}")))
    }
}

/// The name that is nearly this one, or begins so.
fn nearly<'n>(name: &str, all: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    // a name with a capital was not meant for a word
    let named = |n: &&str| n.starts_with(char::is_uppercase) == name.starts_with(char::is_uppercase);
    let all: Vec<&str> = all.filter(named).collect();
    let begins = |n: &&&str| name.chars().count() > 2 && (n.starts_with(name) || name.starts_with(**n) && n.len() > 2);
    nearest(name, all.iter().copied()).or_else(|| all.iter().find(begins).copied())
}

/// A test must expect something, or have an answer refused: without that it passes whatever comes of what it does.
pub(super) fn shows(d: &Decl) -> Outcome<()> {
    let any = |f: fn(&ItemKind) -> bool| d.kind.items().iter().any(|i| f(&i.kind));
    let asks = |i: &ItemKind| match i {
        ItemKind::Answers(answers) => answers.refused,
        kind => matches!(kind, ItemKind::Expect(_)),
    };
    // a line that could not be read was told, and may have been all that it expects
    if d.unread || any(asks) {
        return Ok(());
    }
    let does = any(|i| matches!(i, ItemKind::Do(_)));
    let what = if does { "it expects nothing, and passes whatever comes of it" } else { "it does nothing and expects nothing" };
    Err((head(d), format!("{what}: write an `expect` below it")))
}
