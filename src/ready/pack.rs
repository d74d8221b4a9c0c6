//! A pack made ready to play: compiled, with its entries, scenarios and rosters.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::refused::Refused;
use super::rosters::Paper;
use super::shelves::{self, Shelves};
use crate::diag::{Diagnostic, any_error};
use crate::findings;
use crate::ir::{ProcNo, Program};
use crate::muster::{Entries, Priced, Problem, Questions, Roster, Rulebook, Scenario, setup_game};
use crate::packs::{Compiled, Library, Loaded, Prints};
use crate::play::Record;
use crate::trial::Trial;
use crate::vm::{Cast, World};

/// A pack ready to play.
pub struct Ready {
    /// Where packs are.
    pub library: Library,
    /// The texts.
    pub loaded: Loaded,
    /// The rules.
    pub compiled: Compiled,
    /// What can be mustered.
    pub entries: Entries,
    /// Where to play.
    pub scenarios: Vec<Scenario>,
    /// Worked out when first asked for: each game that is recorded asks.
    prints: OnceLock<Prints>,
    /// What is asked of sides, compiled when somebody asks.
    questions: OnceLock<Questions>,
}

/// A game about to begin.
pub struct Table {
    /// Who is who.
    pub cast: Cast,
    /// How things stand.
    pub world: World,
    /// How it is set up.
    pub setup: ProcNo,
    /// The scenario's name.
    pub scenario: String,
    /// The rosters as TOML.
    pub rosters: [String; 2],
}

impl Ready {
    /// Opens a pack, by path or by name.
    ///
    /// # Errors
    /// What is wrong, if the pack is not sound.
    pub fn open(shelves: &Shelves, wanted: &str) -> Result<Self, Refused> {
        let (library, loaded) = shelves::open(shelves, wanted);
        let (compiled, found) = findings::compile(&loaded);
        Self::of(library, loaded, compiled, found)
    }

    /// A pack that was read and compiled.
    ///
    /// # Errors
    /// What is wrong, if the pack is not sound.
    pub fn of(library: Library, loaded: Loaded, compiled: Compiled, mut found: Vec<Diagnostic>) -> Result<Self, Refused> {
        let unknown = loaded.folder.is_empty() && loaded.homes.is_empty();
        let book = compiled.book(&loaded.files);
        let (entries, more) = Entries::read(book);
        let (scenarios, last) = Scenario::read(book);
        if !any_error(&found) {
            found.extend(more);
            found.extend(last);
            findings::settle(&loaded, &mut found);
        }
        if any_error(&found) {
            return Err(Refused::found(&loaded.files, found, unknown || loaded.misread));
        }
        Ok(Self { library, loaded, compiled, entries, scenarios, prints: OnceLock::new(), questions: OnceLock::new() })
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        self.compiled.program()
    }

    /// The pack as musters and trials read it.
    #[must_use]
    pub fn book(&self) -> Rulebook<'_> {
        self.compiled.book(&self.loaded.files)
    }

    /// What its tests are run with.
    #[must_use]
    pub fn trial(&self) -> Trial<'_> {
        Trial { book: self.book(), entries: &self.entries }
    }

    /// The fingerprint of its rules.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.prints().rules
    }

    /// The fingerprints of its force lists, by what they are called.
    #[must_use]
    pub fn list_prints(&self) -> &BTreeMap<String, String> {
        &self.prints().lists
    }

    /// Puts into a record by which rules it was played. They are printed for it, which nobody waits for before a game.
    pub fn stamp(&self, record: &mut Record) {
        self.fingerprint().clone_into(&mut record.rules);
        record.lists.clone_from(self.list_prints());
    }

    fn prints(&self) -> &Prints {
        self.prints.get_or_init(|| self.loaded.prints(&self.compiled))
    }

    /// The scenario of that name, else the plainest of the pack's own, else of its parent's: of those that say how they begin, and
    /// are not made for tests, the one that brings the fewest rules, then the one with the least on its table, and of equals the
    /// first by name.
    ///
    /// # Errors
    /// Which there are, if there is none such.
    pub fn scenario(&self, wanted: Option<&str>) -> Result<&Scenario, Refused> {
        let chosen = match wanted {
            Some(name) => Scenario::find(&self.scenarios, name),
            None => {
                let plainest = |s: &&Scenario| {
                    let begins = (s.setup.is_some(), self.loaded.said_by(s.span), !self.loaded.files.is_for_tests(s.span));
                    (begins, Reverse(s.rules.len()), Reverse(s.places.len()))
                };
                self.scenarios.iter().rev().max_by_key(plainest)
            }
        };
        chosen.ok_or_else(|| {
            let names: Vec<&str> = self.scenarios.iter().map(|s| s.name.as_str()).collect();
            Refused::misused(format!("there is no such scenario; there are: {}", names.join(", ")))
        })
    }

    /// Sets a table: a scenario (else the plainest) and two rosters (else those that come with the pack).
    ///
    /// # Errors
    /// What is missing or not legal.
    pub fn table(&self, scenario: Option<&str>, rosters: &[String]) -> Result<Table, Refused> {
        self.table_of(self.scenario(scenario)?, self.rosters().two(rosters)?)
    }

    /// What a roster costs.
    ///
    /// And all that makes it illegal.
    pub fn bill(&self, roster: &Roster) -> (Priced, Vec<Problem>) {
        self.questions().bill(&self.entries, roster)
    }

    /// What is asked of sides, before a game and in it.
    pub(super) fn questions(&self) -> &Questions {
        self.questions.get_or_init(|| Questions::read(self.book(), &self.entries).0)
    }

    /// Sets a table from rosters.
    ///
    /// # Errors
    /// Why a roster cannot be read or is not legal.
    pub fn table_of(&self, scenario: &Scenario, papers: [Paper; 2]) -> Result<Table, Refused> {
        let looked = papers.each_ref().map(|p| self.look(p));
        if looked.iter().any(|l| !l.found.is_empty()) {
            return Err(Refused::of(looked.into_iter().map(|l| l.found).collect(), false));
        }
        let [a, b] = &looked;
        match setup_game(self.program(), &self.entries, scenario, [&a.roster, &b.roster]) {
            Ok((cast, world, setup)) => {
                let rosters = papers.map(|p| p.text);
                Ok(Table { cast, world, setup, scenario: scenario.name.clone(), rosters })
            }
            Err(problems) => Err(Refused::all(problems.iter().map(problem).collect())),
        }
    }
}

/// A problem as a line.
#[must_use]
pub fn problem(p: &Problem) -> String {
    match &p.unit {
        Some(u) => format!("{u}: {}\n  {}", p.what, p.fix),
        None => format!("{}\n  {}", p.what, p.fix),
    }
}
