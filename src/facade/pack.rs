//! A pack ready to play.

use super::compared::{Comparison, Named};
use super::{Bill, Odds, Question, Table, Verdict, odds};
use crate::compare::{Side, compare, turned};
use crate::findings::Findings;
use crate::play::Record;
use crate::ready::{self, Paper, Ready, Refused, Shelves};
use crate::source::Span;
use crate::trial::run_some;

/// A pack that is sound: its tests can be run, its rosters priced, its situations asked and its games played.
pub struct Pack(pub(super) Ready);

impl Pack {
    /// Opens the pack that is named, by path or by name.
    ///
    /// # Errors
    /// What is wrong, if there is none or it is not sound.
    pub fn open(shelves: &Shelves, wanted: &str) -> Result<Self, Refused> {
        Ready::open(shelves, wanted).map(Self)
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.loaded.name
    }

    /// The fingerprint of its rules: the same for texts that say the same, whatever their layout and order.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        self.0.fingerprint()
    }

    /// Runs its tests: those whose title or place (`file:line`) holds a text, capitals or not; or those alone that stand in the
    /// pack itself and not in what it extends.
    #[must_use]
    pub fn test(&self, only: Option<&str>, own: bool) -> Vec<Verdict> {
        self.verdicts(only, |span| !own || self.0.loaded.is_own(span))
    }

    /// What comes of the tests whose title or place holds a text, of those whose place is wanted.
    pub(super) fn verdicts(&self, only: Option<&str>, place: impl Fn(Span) -> bool) -> Vec<Verdict> {
        let files = &self.0.loaded.files;
        let only = only.map(str::to_lowercase);
        let holds = |text: &str| only.as_ref().is_none_or(|only| text.to_lowercase().contains(only));
        let wanted = |span, name: &str| (holds(name) || holds(&files.place(span))) && place(span);
        let verdicts = run_some(&self.0.trial(), wanted);
        let of = |v: &crate::trial::Verdict| Verdict {
            name: v.name.clone(),
            place: files.place(v.span),
            passed: v.failed.is_none(),
            why: v.failed.as_ref().map(|f| f.1.clone()),
            findings: Findings::new(files, v.told().into_iter().collect()),
        };
        verdicts.iter().map(of).collect()
    }

    /// The rosters that come with it, its own before those of what it extends.
    #[must_use]
    pub fn rosters(&self) -> Vec<Paper> {
        self.0.rosters().all()
    }

    /// A roster by path, or by the name of one that comes with the pack.
    ///
    /// # Errors
    /// That there is none such, and which there are.
    pub fn roster(&self, wanted: &str) -> Result<Paper, Refused> {
        self.0.rosters().one(wanted)
    }

    /// A roster for each side: the two that are named, else those that come with the pack.
    ///
    /// # Errors
    /// Which is not there.
    pub fn papers(&self, wanted: &[String]) -> Result<[Paper; 2], Refused> {
        self.0.rosters().two(wanted)
    }

    /// What a roster costs, or why it is not legal.
    #[must_use]
    pub fn price(&self, paper: &Paper) -> Bill {
        Bill::of(self.0.look(paper))
    }

    /// The exact odds of what may come of a situation.
    ///
    /// # Errors
    /// What is wrong with the question, or why there are no odds.
    pub fn odds(&mut self, question: &Question) -> Result<Odds, Refused> {
        odds::ask(&mut self.0, question)
    }

    /// Sets a table: the scenario of that name, else the pack's first, and two rosters.
    ///
    /// # Errors
    /// That there is no such scenario, or what is wrong with a roster.
    pub fn table(&self, scenario: Option<&str>, rosters: [Paper; 2]) -> Result<Table<'_>, Refused> {
        let table = self.0.table_of(self.0.scenario(scenario)?, rosters)?;
        Ok(Table::of(&self.0, table))
    }

    /// Sets the table of a game on record.
    ///
    /// # Errors
    /// What has changed since it was played.
    pub fn table_of(&self, record: &Record) -> Result<Table<'_>, Refused> {
        Ok(Table::of(&self.0, ready::table(&self.0, record)?))
    }

    /// What another pack, or another version of this, says otherwise; with `tests`, also which tests have another verdict.
    #[must_use]
    pub fn compare(&self, new: &Self, tests: bool) -> Comparison {
        let (a, b) = (self.side(), new.side());
        let tests = tests.then(|| turned(&a, &b));
        Comparison { old: self.named(), new: new.named(), changes: compare(&a, &b), tests }
    }

    fn side(&self) -> Side<'_> {
        Side { book: self.0.book(), entries: &self.0.entries, changes: &self.0.compiled.effective.changes }
    }

    fn named(&self) -> Named {
        let rules = &self.0.compiled.resolved.rules;
        let name = rules.pack.name.map_or_else(|| self.0.loaded.name.clone(), |n| rules.names.text(n).to_owned());
        Named { pack: name, version: rules.pack.version.clone() }
    }
}
