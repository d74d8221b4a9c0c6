//! Rosters: where they are, and what is wrong with them.

use super::pack::Ready;
use super::refused::Refused;
use crate::ast::{Decl, DeclKind};
use crate::findings::Findings;
use crate::ir::Key;
use crate::muster::{Priced, Problem, Roster, Sheet, clauses};
use crate::packs::{Library, Loaded};
use crate::source::{Files, Span};

/// A roster's file: how it is called, and its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paper {
    /// Its path, or what stands in its place.
    pub path: String,
    /// The TOML.
    pub text: String,
}

/// What a roster came to when it was looked at.
pub struct Looked {
    /// What it says; nothing if it cannot be read.
    pub roster: Roster,
    /// What it costs, as far as its names are known; none if it cannot be read.
    pub priced: Option<Priced>,
    /// What is wrong with it.
    pub found: Findings,
}

/// The rosters that come with a pack, its own before its parents'.
pub struct Rosters<'a> {
    /// Where packs are.
    pub library: &'a Library,
    /// The pack, sound or not.
    pub loaded: &'a Loaded,
}

impl Rosters<'_> {
    /// All of them. Of its parents' those are left out whose force it has removed.
    #[must_use]
    pub fn all(&self) -> Vec<Paper> {
        let mut all = Vec::new();
        for (above, home) in self.loaded.homes.iter().rev().enumerate() {
            for item in self.library.files(home, ".toml").into_iter().filter(|i| i.path.contains("/rosters/")) {
                let Ok(text) = self.library.read(&item) else { continue };
                if above == 0 || self.has_force_of(&text) {
                    all.push(Paper { path: item.path.clone(), text });
                }
            }
        }
        all
    }

    /// Whether there is the force that a roster is of; also if the roster cannot be read.
    pub(super) fn has_force_of(&self, text: &str) -> bool {
        let Ok(roster) = Roster::parse(text) else { return true };
        let wanted = Key::new(&roster.force);
        let force = |d: &Decl| if let DeclKind::Force(f) = &*d.kind { f.title.as_ref().map(|t| t.name.sym) } else { None };
        self.loaded.effective.decls.iter().filter_map(force).any(|name| Key::new(self.loaded.names.text(name)) == wanted)
    }

    /// A roster by path, or by the name of one that comes with the pack.
    ///
    /// # Errors
    /// Which there are, if there is none such.
    pub fn one(&self, wanted: &str) -> Result<Paper, Refused> {
        if let Ok(text) = std::fs::read_to_string(wanted) {
            return Ok(Paper { path: wanted.to_owned(), text });
        }
        let all = self.all();
        let stem = |p: &str| p.rsplit('/').next().unwrap_or(p).trim_end_matches(".toml").to_owned();
        let found = all.iter().find(|p| Key::new(&stem(&p.path)) == Key::new(wanted));
        found.cloned().ok_or_else(|| {
            let names: Vec<String> = all.iter().map(|p| stem(&p.path)).collect();
            let others = if names.is_empty() {
                "none comes with this pack".to_owned()
            } else {
                format!("with this pack come: {}", names.join(", "))
            };
            Refused::misused(format!("there is no roster `{wanted}`; {others}"))
        })
    }

    /// One for each side: those named, else those that come with the pack.
    ///
    /// # Errors
    /// Which is not there.
    pub fn two(&self, wanted: &[String]) -> Result<[Paper; 2], Refused> {
        Ok(match wanted {
            [] => {
                let mut own = self.all().into_iter();
                let Some(first) = own.next() else {
                    let why = format!(
                        "no rosters come with `{}`: name two, `--rosters FIRST SECOND`, or put some into `forcelists/{}/rosters`",
                        self.loaded.name,
                        self.loaded.folder.rsplit('/').next().unwrap_or("PACK")
                    );
                    return Err(Refused::misused(why));
                };
                [first.clone(), own.next().unwrap_or(first)]
            }
            [one] => {
                let why = format!("a game wants two rosters, and only `{one}` is named: `--rosters {one} SECOND`");
                return Err(Refused::misused(why));
            }
            [a, b, ..] => [self.one(a)?, self.one(b)?],
        })
    }
}

impl Ready {
    /// The rosters that come with it.
    #[must_use]
    pub fn rosters(&self) -> Rosters<'_> {
        Rosters { library: &self.library, loaded: &self.loaded }
    }

    /// Reads a roster and prices it.
    #[must_use]
    pub fn look(&self, paper: &Paper) -> Looked {
        let mut files = Files::default();
        let id = files.add(paper.path.as_str(), &paper.text);
        let (sheet, mut found) = Sheet::read(&files, id);
        let (priced, problems) = self.bill(&sheet.roster);
        let told = |p: &Problem| {
            let mut told = sheet.told(p);
            let cites = clauses(self.book(), &sheet.roster, p);
            if !cites.is_empty() {
                told.message = format!("{} [{}]", told.message, cites.join(" "));
            }
            told
        };
        if found.is_empty() {
            let found = Findings::new(&files, problems.iter().map(told).collect());
            return Looked { roster: sheet.roster, priced: Some(priced), found };
        }
        // of what cannot be read whole, the names that are not known are told all the same
        let names = problems.iter().filter(|p| p.unknown && !p.breaks.is_empty()).map(told);
        let names: Vec<_> = names.filter(|d| found.iter().all(|f| apart(f.span, d.span))).collect();
        found.extend(names);
        found.sort_by_key(|d| d.span.start);
        Looked { roster: Roster::default(), priced: None, found: Findings::new(&files, found) }
    }
}

/// What is wrong with the text of a roster by itself, whatever its pack says; nothing if it can be read, or there is no such file.
#[must_use]
pub fn misread(path: &str) -> Option<Refused> {
    let text = std::fs::read_to_string(path).ok()?;
    let mut files = Files::default();
    let id = files.add(path, &text);
    let (_, found) = Sheet::read(&files, id);
    (!found.is_empty()).then(|| Refused::found(&files, found, false))
}

/// Whether two places have nothing in common.
const fn apart(a: Span, b: Span) -> bool {
    a.end <= b.start || b.end <= a.start
}
