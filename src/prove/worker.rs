//! Tries changes, one after the other.

use std::collections::BTreeSet;

use super::ground::{Edition, Ground, Tried};
use super::reach::Reach;
use crate::diag::any_error;
use crate::hir::mutate::{Mutation, Part, READING, change, restore};
use crate::hir::{AttachId, Rules};
use crate::lower::lower_knowing;
use crate::muster::{Entries, Rulebook};
use crate::trial::{Tests, Trial};

/// What came of a change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Whether any test failed.
    pub noticed: bool,
    /// The title of the first that did.
    pub by: Option<String>,
    /// Of those that were asked for by a test of their own, which got a test that failed.
    pub bitten: BTreeSet<usize>,
    /// How many tests were run.
    pub run: usize,
}

impl Outcome {
    fn failed(&mut self, test: &str) {
        self.noticed = true;
        self.by.get_or_insert_with(|| test.to_owned());
    }
}

/// Rules that are changed and put back, one set for each set of readings; none is copied before it is needed.
pub struct Worker<'g, 'a> {
    ground: &'g Ground<'a>,
    work: Vec<Option<Rules>>,
    /// Whether every test is run, whatever it comes by.
    blind: bool,
}

impl<'g, 'a> Worker<'g, 'a> {
    /// Who tries changes on this ground.
    #[must_use]
    pub fn new(ground: &'g Ground<'a>) -> Self {
        Self { ground, work: ground.editions.iter().map(|_| None).collect(), blind: false }
    }

    /// Runs every test, whatever it comes by: for those who doubt what a change can reach.
    #[must_use]
    pub fn blind(mut self) -> Self {
        self.blind = true;
        self
    }

    /// Tries one change. Each of `asked` wants to know whether one of its tests fails, by their titles; beyond that the first
    /// test that fails is enough. None if it is no change, or if the machine has no room for it.
    pub fn attempt(&mut self, mutation: &Mutation, asked: &[&BTreeSet<&str>]) -> Option<Outcome> {
        let ground = self.ground;
        let first = ground.editions.first()?;
        let reach = |e: &Edition, m: &Mutation| if self.blind { Reach::Anywhere } else { Reach::of(&e.rules, &e.lowered, m) };
        let met = |reach: Reach| ground.tests.iter().filter(move |t| reach.meets(t));
        let all: Vec<&Tried> = met(reach(first, mutation)).collect();
        let (mut out, mut changed) = (Outcome::default(), false);
        for (n, edition) in ground.editions.iter().enumerate() {
            // a test that takes a reading says nothing of which one is in force
            if n > 0 && mutation.what == READING {
                break;
            }
            let Some(here) = edition.places.here(mutation) else { continue };
            let mine: Vec<&Tried> = if here.parts == mutation.parts {
                all.iter().copied().filter(|t| t.edition == n).collect()
            } else {
                met(reach(edition, &here)).filter(|t| t.edition == n).collect()
            };
            let wants = |out: &Outcome, name: &str| asked.iter().enumerate().any(|(i, set)| !out.bitten.contains(&i) && set.contains(name));
            let wanted = !out.noticed || mine.iter().any(|t| wants(&out, &t.name));
            if n > 0 && (mine.is_empty() || !wanted) {
                continue;
            }
            let Some(slot) = self.work.get_mut(n) else { continue };
            let work = slot.get_or_insert_with(|| edition.rules.clone());
            if change(work, &here) {
                let tried = try_under(ground, edition, work, &here, |tests| {
                    let citing = mine.iter().filter(|t| asked.iter().any(|set| set.contains(t.name.as_str())));
                    let others = mine.iter().filter(|t| !asked.iter().any(|set| set.contains(t.name.as_str())));
                    for t in citing {
                        if out.noticed && !wants(&out, &t.name) {
                            continue;
                        }
                        let Some(d) = edition.decls.get(t.at) else { continue };
                        out.run += 1;
                        if !tests.passes(d) {
                            out.failed(&t.name);
                            out.bitten.extend((0..asked.len()).filter(|i| asked.get(*i).is_some_and(|s| s.contains(t.name.as_str()))));
                        }
                    }
                    for t in others {
                        if out.noticed {
                            break;
                        }
                        let Some(d) = edition.decls.get(t.at) else { continue };
                        out.run += 1;
                        if !tests.passes(d) {
                            out.failed(&t.name);
                        }
                    }
                });
                changed |= tried;
            }
            restore(work, &edition.rules, &here);
        }
        changed.then_some(out)
    }
}

/// Lowers changed rules and runs tests with them. False if the program and what can be mustered are as they were, or if there is
/// no room for the program.
fn try_under(ground: &Ground<'_>, edition: &Edition, rules: &Rules, mutation: &Mutation, f: impl FnOnce(&mut Tests<'_>)) -> bool {
    let lines: Vec<AttachId> = mutation.parts.iter().filter_map(|p| if let Part::Attach(line) = p { Some(*line) } else { None }).collect();
    let (lowered, faults) = lower_knowing(rules, &edition.said, &lines);
    if any_error(&faults) {
        return false;
    }
    let book = Rulebook { files: ground.files, decls: &edition.decls, rules, lowered: &lowered };
    let anew = mutation.parts.iter().any(|p| mustered(&edition.rules, rules, *p)).then(|| Entries::read(book).0);
    let entries = anew.as_ref().unwrap_or(&edition.entries);
    if lowered.program == edition.lowered.program && *entries == edition.entries {
        return false;
    }
    f(&mut Tests::new(&Trial { book, entries }));
    true
}

/// Whether what can be mustered may be other where this part is.
fn mustered(before: &Rules, after: &Rules, part: Part) -> bool {
    match part {
        Part::Value(_) | Part::Proc(_) | Part::Attach(_) | Part::Forbid(_) | Part::Table(_) => false,
        Part::Rule(rule) => before.rules.get(rule).map(|r| &r.brings) != after.rules.get(rule).map(|r| &r.brings),
        _ => true,
    }
}
