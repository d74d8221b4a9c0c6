//! A pack made ready to play: compiled, with its entries, scenarios and rosters.

use super::render::Renderer;
use super::{Common, Exit, findings, out};
use crate::diag::any_error;
use crate::graph::Program;
use crate::model::Key;
use crate::muster::{Entries, Priced, Problem, Questions, Roster, Scenario, setup_game};
use crate::packs::{Library, Loaded};
use crate::vm::{Cast, World};

/// A pack ready to play.
pub struct Ready {
    /// Where packs are.
    pub library: Library,
    /// The texts.
    pub loaded: Loaded,
    /// The rules.
    pub program: Program,
    /// What can be mustered.
    pub entries: Entries,
    /// Where to play.
    pub scenarios: Vec<Scenario>,
}

/// A game about to begin.
pub struct Table {
    /// Who is who.
    pub cast: Cast,
    /// How things stand.
    pub world: World,
    /// How it is set up.
    pub setup: u16,
    /// The scenario's name.
    pub scenario: String,
    /// The rosters as TOML.
    pub rosters: [String; 2],
}

impl Ready {
    /// Opens a pack; faults are shown.
    ///
    /// # Errors
    /// How the command ends, if the pack is not sound.
    pub fn open(common: &Common, wanted: &str) -> Result<Self, Exit> {
        let first = if wanted.is_empty() { common.first() } else { None };
        let (library, loaded) = common.open(first.as_deref().unwrap_or(wanted));
        let unknown = loaded.folder.is_empty() && loaded.homes.is_empty();
        let (program, mut found) = findings::compile(&loaded);
        let sound = !any_error(&found);
        let (entries, more) = Entries::read(&loaded.files, &loaded.declarations, &program);
        found.extend(more.into_iter().filter(|_| sound));
        let (scenarios, more) = Scenario::read(&loaded.files, &loaded.declarations, &program);
        found.extend(more.into_iter().filter(|_| sound));
        loaded.tell_removed(&mut found);
        findings::sort(&mut found);
        if any_error(&found) {
            let renderer = Renderer::new(out::width(), true);
            for d in &found {
                out::complain(renderer.draw(&loaded.files, d));
            }
            return Err(if unknown { Exit::Misused } else { Exit::Fails });
        }
        Ok(Self { library, loaded, program, entries, scenarios })
    }

    /// The fingerprint of its rules.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        self.loaded.fingerprint()
    }

    /// The rosters that come with it, its own before its parents': name of the file and its text.
    #[must_use]
    pub fn rosters(&self) -> Vec<(String, String)> {
        let mut all = Vec::new();
        for home in self.loaded.homes.iter().rev() {
            for item in self.library.files(home, ".toml").into_iter().filter(|i| i.path.contains("/rosters/")) {
                if let Ok(text) = self.library.read(&item) {
                    all.push((item.path.clone(), text));
                }
            }
        }
        all
    }

    /// The text of a roster by path, or by the name of one that comes with the pack.
    ///
    /// # Errors
    /// How the command ends, if there is none.
    pub fn roster(&self, wanted: &str) -> Result<String, Exit> {
        if let Ok(text) = std::fs::read_to_string(wanted) {
            return Ok(text);
        }
        let all = self.rosters();
        let stem = |p: &str| p.rsplit('/').next().unwrap_or(p).trim_end_matches(".toml").to_owned();
        let found = all.iter().find(|(p, _)| Key::new(&stem(p)) == Key::new(wanted));
        found.map(|(_, t)| t.clone()).ok_or_else(|| {
            let names: Vec<String> = all.iter().map(|(p, _)| stem(p)).collect();
            out::complain(format!("there is no roster `{wanted}`; with this pack come: {}", names.join(", ")));
            Exit::Misused
        })
    }

    /// Sets a table: a scenario (else the first) and two rosters (else those that come with the pack).
    ///
    /// # Errors
    /// How the command ends, if something is missing or not legal.
    pub fn table(&self, scenario: Option<&str>, rosters: &[String]) -> Result<Table, Exit> {
        let chosen = match scenario {
            Some(name) => Scenario::find(&self.scenarios, name),
            None => self.scenarios.first(),
        };
        let Some(chosen) = chosen else {
            let names: Vec<&str> = self.scenarios.iter().map(|s| s.name.as_str()).collect();
            out::complain(format!("there is no such scenario; there are: {}", names.join(", ")));
            return Err(Exit::Misused);
        };
        let texts = match rosters {
            [] => {
                let mut own = self.rosters().into_iter().map(|(_, t)| t);
                let first = own.next().unwrap_or_default();
                [first.clone(), own.next().unwrap_or(first)]
            }
            [one] => [self.roster(one)?, self.roster(one)?],
            [a, b, ..] => [self.roster(a)?, self.roster(b)?],
        };
        self.table_of(chosen, texts)
    }

    /// What a roster costs.
    ///
    /// # Errors
    /// All that makes it illegal.
    pub fn bill(&self, roster: &Roster) -> Result<Priced, Vec<Problem>> {
        Questions::read(&self.loaded.files, &self.program, &self.entries).0.bill(&self.entries, roster)
    }

    /// Sets a table from texts.
    ///
    /// # Errors
    /// How the command ends, if a roster cannot be read or is not legal.
    pub fn table_of(&self, scenario: &Scenario, texts: [String; 2]) -> Result<Table, Exit> {
        let mut read = Vec::new();
        for text in &texts {
            match Roster::parse(text) {
                Ok(r) => read.push(r),
                Err(e) => {
                    out::complain(e.to_string());
                    return Err(Exit::Fails);
                }
            }
        }
        let [a, b] = read.as_slice() else { return Err(Exit::Misused) };
        let problems: Vec<Problem> = read.iter().filter_map(|r| self.bill(r).err()).flatten().collect();
        let set = if problems.is_empty() { setup_game(&self.program, &self.entries, scenario, [a, b]) } else { Err(problems) };
        match set {
            Ok((cast, world, setup)) => Ok(Table { cast, world, setup, scenario: scenario.name.clone(), rosters: texts }),
            Err(problems) => {
                for p in &problems {
                    out::complain(problem(p));
                }
                Err(Exit::Fails)
            }
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
