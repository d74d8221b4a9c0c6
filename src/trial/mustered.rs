//! Sides of a situation that muster from a force list: what they cost, and whether they may be fielded.

use super::run::{Outcome, Run, Trial};
use crate::ast::{Breach, Decl, ExpectKind, ItemKind, Musters, Name};
use crate::ir::Key;
use crate::muster::{ALLOWANCE, Picked, Problem, Questions, Roster};
use crate::source::Span;
use crate::vm::Cast;

/// A side and its roster.
#[derive(Clone)]
pub(super) struct Mustered {
    pub side: u16,
    pub roster: Roster,
    /// Whether points were agreed on; else it may have what it costs.
    pub agreed: bool,
    /// What keeps its units from being fielded as they are listed, and where.
    pub faults: Vec<(Span, String)>,
}

impl Mustered {
    /// The roster of a side that musters as is said, without a unit yet.
    pub fn new(trial: &Trial<'_>, side: u16, name: &str, said: &Musters) -> Self {
        let force = trial.book.rules.names.text(said.force.sym).to_owned();
        let roster = Roster { name: name.to_owned(), force, points: said.points.map_or(0, |n| n.value), units: Vec::new() };
        Self { side, roster, agreed: said.points.is_some(), faults: Vec::new() }
    }

    pub fn add(&mut self, entry: &str, name: &str, options: Vec<String>) {
        self.roster.units.push(Picked { entry: entry.to_owned(), name: Some(name.to_owned()), options });
    }

    /// Agrees on what the side costs, if on nothing else.
    pub fn settle(&mut self, cast: &Cast) {
        if !self.agreed {
            self.roster.points = cast.allowance(i64::from(self.side));
        }
    }
}

/// What keeps a unit from being fielded fails every test that does not ask whether its side may be.
pub(super) fn unasked(d: &Decl, mustered: &[Mustered]) -> Outcome<()> {
    if d.kind.items().iter().any(|i| matches!(&i.kind, ItemKind::Expect(e) if matches!(e.kind, ExpectKind::Legal { .. }))) {
        return Ok(());
    }
    mustered.iter().flat_map(|m| &m.faults).next().map_or(Ok(()), |f| Err(f.clone()))
}

impl Run<'_> {
    /// `expect Red is legal`, `expect Red is not legal: Well Led, points`.
    pub(super) fn legal(&self, name: Name, breaches: &[Breach], span: Span) -> Outcome<()> {
        let side = self.side_called(name)?;
        let Some(mustered) = self.mustered.iter().find(|m| i64::from(m.side) == side) else {
            let name = self.words(name.at);
            return Err((span, format!("`{name}` is drawn from no list: write `{name} musters ...` in the situation")));
        };
        if self.reads {
            return Ok(());
        }
        let (questions, found) = Questions::read(self.trial.book, self.trial.entries);
        if let Some(d) = found.into_iter().next() {
            return Err((d.span, d.message));
        }
        let problems = questions.bill(self.trial.entries, &mustered.roster).1;
        let told = |p: &Problem| p.unit.as_ref().map_or_else(|| p.what.clone(), |u| format!("{u}: {}", p.what));
        let wanted: Vec<(Key, Span, &str)> = breaches
            .iter()
            .map(|b| match b {
                Breach::Points(at) => (Key::new(ALLOWANCE), at.span(), ALLOWANCE),
                Breach::Name(name) => (Key::new(self.text(name.sym)), name.at.span(), self.text(name.sym)),
            })
            .collect();
        if let Some(p) = problems.iter().find(|p| !wanted.iter().any(|(k, ..)| *k == Key::new(&p.breaks))) {
            let also = if wanted.is_empty() { "it is not" } else { "it is not only this" };
            return Err((span, format!("{also}: {}, which breaks `{}`", told(p), p.breaks)));
        }
        match wanted.iter().find(|(k, ..)| !problems.iter().any(|p| *k == Key::new(&p.breaks))) {
            Some((_, span, written)) => Err((*span, format!("nothing breaks `{written}`"))),
            None => Ok(()),
        }
    }
}
