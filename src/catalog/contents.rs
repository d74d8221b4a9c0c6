//! What a pack holds, by its sorts.

use serde::Serialize;

use super::place::{place, stem};
use crate::ast::{DeclKind, RoleHead};
use crate::compare::Where;
use crate::hir::{KindId, Proc, ProcId, ProcKind, StateKind};
use crate::ir::{Key, KindNo};
use crate::muster::{Entries, Roster, Scenario};
use crate::packs::{Compiled, Library, Loaded};
use crate::ready::Rosters;
use crate::source::Files;
use crate::speech::{Piece, What, pieces};

/// What a pack holds, with what it extends: each sort in the order of names, but units by force list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Contents {
    /// What it is called.
    pub pack: String,
    /// Where it can be played.
    pub scenarios: Vec<ScenarioRow>,
    /// What rosters are drawn from.
    pub forces: Vec<ForceRow>,
    /// What can be mustered.
    pub units: Vec<UnitRow>,
    /// What players can do.
    pub actions: Vec<ActionRow>,
    /// The rules that entries, models and things may have.
    pub rules: Vec<RuleRow>,
    /// What is unclear, and how it is read.
    pub rulings: Vec<ReadingsRow>,
    /// The positions of its tests, which `odds` can begin with.
    pub situations: Vec<SituationRow>,
    /// Scripts that play it.
    pub doctrines: Vec<DoctrineRow>,
    /// Rosters that come with it.
    pub rosters: Vec<RosterRow>,
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScenarioRow {
    /// Its name.
    pub name: String,
    /// How many turns it lasts, if it says.
    pub turns: Option<usize>,
    /// Where.
    pub place: Option<Where>,
}

/// A force list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ForceRow {
    /// Its name.
    pub name: String,
    /// How many units it offers, without those of allies.
    pub units: usize,
    /// The lists whose units may join.
    pub allies: Vec<String>,
    /// Where.
    pub place: Option<Where>,
}

/// A unit that can be mustered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitRow {
    /// Its name.
    pub name: String,
    /// The word that it is declared with.
    pub sort: String,
    /// Its price without options.
    pub points: i64,
    /// The force lists that offer it.
    pub forces: Vec<String>,
    /// Where.
    pub place: Option<Where>,
}

/// An action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ActionRow {
    /// Its name.
    pub name: String,
    /// The word that it is declared with.
    pub sort: String,
    /// What it costs, each in words; none if it is free.
    pub costs: Vec<String>,
    /// Who does it, and to what, as its head says.
    pub who: String,
    /// Where.
    pub place: Option<Where>,
}

/// A rule that is carried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleRow {
    /// Its name.
    pub name: String,
    /// The word that it is declared with.
    pub sort: String,
    /// The words for whoever can have it.
    pub of: Vec<String>,
    /// Where.
    pub place: Option<Where>,
}

/// A ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadingsRow {
    /// Its name.
    pub name: String,
    /// How it can be read.
    pub readings: Vec<String>,
    /// The reading in force.
    pub chosen: String,
    /// Where.
    pub place: Option<Where>,
}

/// A situation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SituationRow {
    /// Its name.
    pub name: String,
    /// Where.
    pub place: Option<Where>,
}

/// A script that decides for a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DoctrineRow {
    /// Its name.
    pub name: String,
    /// Its file.
    pub file: String,
}

/// A roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RosterRow {
    /// What commands call it.
    pub name: String,
    /// The force list that it is drawn from; empty if it cannot be read.
    pub force: String,
    /// What it may cost.
    pub points: i64,
    /// Its file.
    pub file: String,
}

impl Contents {
    /// What a pack holds. What is not sound in it is left out.
    #[must_use]
    pub fn of(library: &Library, loaded: &Loaded, compiled: &Compiled) -> Self {
        let book = compiled.book(&loaded.files);
        let entries = Entries::read(book).0;
        let scenarios = Scenario::read(book).0;
        let all = All { files: &loaded.files, compiled };
        let scenario = |s: &Scenario| ScenarioRow { name: s.name.clone(), turns: s.turns, place: place(&loaded.files, s.span) };
        let mut contents = Self {
            pack: loaded.name.clone(),
            scenarios: scenarios.iter().map(scenario).collect(),
            forces: all.forces(&entries),
            units: all.units(&entries),
            actions: all.actions(),
            rules: all.rules(),
            rulings: all.rulings(),
            situations: all.situations(),
            doctrines: doctrines(library, loaded),
            rosters: rosters(library, loaded),
        };
        contents.forces.sort_by_key(|f| Key::new(&f.name));
        contents
            .units
            .sort_by_cached_key(|u| (u.forces.is_empty(), u.forces.iter().map(|f| Key::new(f)).collect::<Vec<_>>(), Key::new(&u.name)));
        contents.actions.sort_by_key(|a| Key::new(&a.name));
        contents.rules.sort_by_key(|r| Key::new(&r.name));
        contents.rulings.sort_by_key(|r| Key::new(&r.name));
        contents.situations.sort_by_key(|s| Key::new(&s.name));
        contents
    }
}

/// What a compiled pack declares.
struct All<'a> {
    files: &'a Files,
    compiled: &'a Compiled,
}

impl All<'_> {
    fn forces(&self, entries: &Entries) -> Vec<ForceRow> {
        let called = |n: &usize| entries.forces.get(*n).map(|f| f.name.clone());
        let row = |f: &crate::muster::Force| ForceRow {
            name: f.name.clone(),
            units: f.units.len(),
            allies: f.allies.iter().filter_map(called).collect(),
            place: place(self.files, f.span),
        };
        entries.forces.iter().filter(|f| !self.files.is_for_tests(f.span)).map(row).collect()
    }

    fn units(&self, entries: &Entries) -> Vec<UnitRow> {
        let row = |(n, e): (usize, &crate::muster::Entry)| {
            let offers = |f: &&crate::muster::Force| f.units.iter().any(|q| q.entry == n);
            UnitRow {
                name: e.name.clone(),
                sort: self.word(e.kind),
                points: e.price,
                forces: entries.forces.iter().filter(offers).map(|f| f.name.clone()).collect(),
                place: place(self.files, e.span),
            }
        };
        entries.entries.iter().enumerate().filter(|(_, e)| !self.files.is_for_tests(e.span)).map(row).collect()
    }

    fn situations(&self) -> Vec<SituationRow> {
        let names = &self.compiled.resolved.rules.names;
        let row = |d: &crate::ast::Decl| match &*d.kind {
            DeclKind::Situation(s) => {
                Some(SituationRow { name: names.text(s.name.sym).to_owned(), place: place(self.files, s.name.at.span()) })
            }
            _ => None,
        };
        self.compiled.effective.decls.iter().filter_map(row).collect()
    }

    /// The word of a kind.
    fn word(&self, kind: KindNo) -> String {
        let rules = &self.compiled.resolved.rules;
        rules.kinds.get(KindId(kind.0)).map_or("", |k| rules.names.text(k.word)).to_owned()
    }

    fn rules(&self) -> Vec<RuleRow> {
        let rules = &self.compiled.resolved.rules;
        let word = |kind: KindId| rules.kinds.get(kind).map_or("", |k| rules.names.text(k.word)).to_owned();
        let mut rows: Vec<RuleRow> = Vec::new();
        for (_, r) in rules.rules.iter() {
            let state = r.state.and_then(|s| rules.states.get(s));
            // a marker is put on, and a formation taken up
            if state.is_some_and(|s| s.kind != StateKind::Rule) || self.files.is_for_tests(r.line.at.span()) {
                continue;
            }
            let of: Vec<String> = state.map(|s| s.of).into_iter().chain(r.rows.iter().copied()).map(word).collect();
            let (name, sort) = (rules.names.text(r.title).to_owned(), rules.names.text(r.word).to_owned());
            if !of.is_empty() && !rows.iter().any(|row| row.name == name && row.sort == sort) {
                rows.push(RuleRow { name, sort, of, place: place(self.files, r.line.at.span()) });
            }
        }
        rows
    }

    fn actions(&self) -> Vec<ActionRow> {
        let rules = &self.compiled.resolved.rules;
        let row = |(id, p): (ProcId, &Proc)| {
            let ProcKind::Action(kind) = p.kind else { return None };
            Some(ActionRow {
                name: rules.names.text(p.head.name).to_owned(),
                sort: rules.kinds.get(kind).map_or("", |k| rules.names.text(k.word)).to_owned(),
                costs: self.costs(id),
                who: self.who(p),
                place: place(self.files, p.head.line.at.span()),
            })
        };
        rules.procs.iter().filter_map(row).collect()
    }

    /// What something costs, as it is read aloud.
    fn costs(&self, id: ProcId) -> Vec<String> {
        let parts = pieces(&self.compiled.resolved.rules, &What::Proc(id)).map_or_else(Vec::new, |(_, parts)| parts);
        let costs = parts.into_iter().filter(|(piece, _)| *piece == Piece::Cost);
        let said = costs.flat_map(|(_, said)| said.lines).map(|l| l.text);
        said.map(|text| text.trim_start_matches("It costs ").trim_end_matches('.').to_owned()).collect()
    }

    /// The blanks of an action as they are written.
    fn who(&self, p: &Proc) -> String {
        let names = &self.compiled.resolved.rules.names;
        let roles = self.compiled.effective.decls.iter().find_map(|d| match &*d.kind {
            DeclKind::Named(n) if n.title.as_ref().is_some_and(|t| names.same(t.name.sym, p.head.name)) && !n.roles.is_empty() => {
                Some(&n.roles)
            }
            _ => None,
        });
        let words = |r: &RoleHead| self.files.slice(r.at.span()).split_whitespace().collect::<Vec<_>>().join(" ");
        roles.map_or_else(String::new, |roles| roles.iter().map(words).collect::<Vec<_>>().join(" "))
    }

    fn rulings(&self) -> Vec<ReadingsRow> {
        let rules = &self.compiled.resolved.rules;
        let row = |r: &crate::hir::Ruling| {
            let readings: Vec<String> = r.readings.iter().map(|(n, _)| rules.names.text(*n).to_owned()).collect();
            ReadingsRow {
                name: rules.names.text(r.name).to_owned(),
                chosen: readings.get(r.chosen as usize).cloned().unwrap_or_default(),
                readings,
                place: place(self.files, r.line.at.span()),
            }
        };
        rules.rulings.all().iter().map(row).collect()
    }
}

/// Scripts in the folder `doctrine` of a pack, its own before its parents'.
fn doctrines(library: &Library, loaded: &Loaded) -> Vec<DoctrineRow> {
    let items = loaded.homes.iter().rev().flat_map(|home| library.files(home, ".rhai"));
    let files = items.map(|i| i.path).filter(|p| p.contains("/doctrine/") || p.starts_with("doctrine/"));
    files.map(|file| DoctrineRow { name: stem(&file), file }).collect()
}

fn rosters(library: &Library, loaded: &Loaded) -> Vec<RosterRow> {
    let row = |paper: &crate::ready::Paper| {
        let roster = Roster::parse(&paper.text).unwrap_or_default();
        RosterRow { name: stem(&paper.path), force: roster.force, points: roster.points, file: paper.path.clone() }
    };
    Rosters { library, loaded }.all().iter().map(row).collect()
}
