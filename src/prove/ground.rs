//! What changes are tried on: the rules, under each set of readings that tests take, and the tests with what they touch.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::ast::{Decl, DeclKind, ItemKind, Situation, Test};
use crate::diag::{Diagnostic, any_error};
use crate::graph::Said;
use crate::hir::Rules;
use crate::hir::mutate::{Mutation, Places, mutations};
use crate::ir::Touched;
use crate::lower::{Lowered, lower, lower_again};
use crate::muster::{Entries, Rulebook};
use crate::resolve::resolve;
use crate::resolve::variant::take_reading;
use crate::source::Files;
use crate::trial::{Tests, Trial, readings_taken, reread};

/// The rules under some readings.
pub(super) struct Edition {
    /// All that is declared, the readings taken.
    pub decls: Arc<Vec<Decl>>,
    pub rules: Rules,
    pub lowered: Lowered,
    pub entries: Entries,
    /// Where each change is made in these rules.
    pub places: Arc<Places>,
    /// What the lines of these rules say.
    pub said: Arc<Said>,
}

/// A test that passes.
#[derive(Debug)]
pub struct Tried {
    /// Its title.
    pub name: String,
    /// Its place among the declarations.
    pub(super) at: usize,
    /// The readings under which it is run, by their place.
    pub(super) edition: usize,
    /// What it comes by.
    pub(super) touched: Arc<Touched>,
}

/// All that changes are tried on.
pub struct Ground<'a> {
    pub(super) files: &'a Files,
    /// The rules under each set of readings; as they are first.
    pub(super) editions: Vec<Edition>,
    /// The tests that pass, the shortest first: a change that several notice is noticed cheaply.
    pub(super) tests: Vec<Tried>,
}

impl Edition {
    /// The rules as they are.
    fn first(book: Rulebook<'_>) -> Option<Self> {
        let rules = book.rules.clone();
        let mut decls = book.decls.to_vec();
        // the readings are taken, and nobody asks for them again
        decls.iter_mut().for_each(forget);
        let (places, said) = (Arc::new(Places::of(&rules)), Arc::new(Said::of(&rules)));
        Self::of(book.files, lower(&rules), (rules, Arc::new(decls), places, said))
    }

    /// The rules with their program, if nothing is wrong with it.
    fn of(
        files: &Files,
        (lowered, faults): (Lowered, Vec<Diagnostic>),
        (rules, decls, places, said): (Rules, Arc<Vec<Decl>>, Arc<Places>, Arc<Said>),
    ) -> Option<Self> {
        let (entries, found) = Entries::read(Rulebook { files, decls: &decls, rules: &rules, lowered: &lowered });
        (!any_error(&faults) && !any_error(&found)).then_some(Self { decls, rules, lowered, entries, places, said })
    }

    /// The rules under readings that tests ask for.
    fn under(trial: &Trial<'_>, first: &Self, readings: &[String]) -> Option<Self> {
        // an empty text stands for what tests give besides
        if let Some(rules) = reread(trial.book.rules, readings.iter().map(String::as_str)) {
            let lowered = lower_again(&rules, &first.lowered);
            return Self::of(
                trial.book.files,
                lowered,
                (rules, Arc::clone(&first.decls), Arc::clone(&first.places), Arc::clone(&first.said)),
            );
        }
        let names = trial.book.rules.names.clone();
        let mut decls = trial.book.decls.to_vec();
        for words in readings.iter().filter(|w| !w.is_empty()) {
            take_reading(&names, &mut decls, words).ok()?;
        }
        decls.iter_mut().for_each(forget);
        let resolved = resolve(names, &decls);
        if any_error(&resolved.found) {
            return None;
        }
        let (places, said) = (Arc::new(Places::of(&resolved.rules)), Arc::new(Said::of(&resolved.rules)));
        Self::of(trial.book.files, lower(&resolved.rules), (resolved.rules, Arc::new(decls), places, said))
    }
}

/// Takes out of a test or situation the lines that take readings.
fn forget(d: &mut Decl) {
    if let DeclKind::Test(Test { items, .. }) | DeclKind::Situation(Situation { items, .. }) = &mut *d.kind {
        items.retain(|item| !matches!(item.kind, ItemKind::Use(_)));
    }
}

impl<'a> Ground<'a> {
    /// Runs the tests of a pack that is sound, each once, and notes what it comes by.
    #[must_use]
    pub fn new(trial: &Trial<'a>) -> Self {
        let book = trial.book;
        let mut sets: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::from([(Vec::new(), Vec::new())]);
        for (at, d) in book.decls.iter().enumerate() {
            if matches!(&*d.kind, DeclKind::Test(_)) {
                sets.entry(readings_taken(trial, d)).or_default().push(at);
            }
        }
        let sets: Vec<(Vec<String>, Vec<usize>)> = sets.into_iter().collect();
        let mut ground = Self { files: book.files, editions: Vec::new(), tests: Vec::new() };
        let Some(first) = Edition::first(book) else { return ground };
        // the empty set comes first
        let mut sets = sets.into_iter();
        let plain = sets.next().map_or_else(Vec::new, |(_, list)| list);
        let others: Vec<(Option<Edition>, Vec<usize>)> =
            sets.collect::<Vec<_>>().into_par_iter().map(|(readings, list)| (Edition::under(trial, &first, &readings), list)).collect();
        let (mut editions, mut all) = (Vec::new(), Vec::new());
        for (edition, list) in std::iter::once((Some(first), plain)).chain(others) {
            let Some(edition) = edition else { continue };
            all.extend(list.into_iter().map(|at| (editions.len(), at)));
            editions.push(edition);
        }
        ground.editions = editions;
        ground.tests = all.into_par_iter().filter_map(|(edition, at)| ground.tried(edition, at)).collect();
        ground.tests.sort_by_key(|t| (t.touched.work(), t.at));
        ground
    }

    /// Runs a test by itself, and notes what it comes by, its situation laid out anew. None if it fails.
    fn tried(&self, edition: usize, at: usize) -> Option<Tried> {
        let under = self.editions.get(edition)?;
        let d = under.decls.get(at)?;
        let DeclKind::Test(test) = &*d.kind else { return None };
        let mut lowered = under.lowered.clone();
        let touched = Arc::new(Touched::of(&lowered.program));
        lowered.program.touched = Some(touched.clone());
        let book = Rulebook { files: self.files, decls: &under.decls, rules: &under.rules, lowered: &lowered };
        let trial = Trial { book, entries: &under.entries };
        let name = under.rules.names.text(test.name.sym).to_owned();
        Tests::new(&trial).passes(d).then_some(Tried { name, at, edition, touched })
    }

    /// All that can be changed, in the order of the texts.
    #[must_use]
    pub fn mutations(&self) -> Vec<Mutation> {
        self.editions.first().map_or_else(Vec::new, |e| mutations(&e.rules))
    }

    /// The tests that pass with the rules as they are.
    #[must_use]
    pub fn tests(&self) -> &[Tried] {
        &self.tests
    }
}
