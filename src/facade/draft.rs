//! A pack as it was read, sound or not.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Beside, Pack};
use crate::catalog::{self, Begun, Catalogue, Contents, HookRow, PackRow, SortRow};
use crate::check::uncited;
use crate::diag::{Code, Diagnostic, Severity};
use crate::explain::{self, Explained, Paragraph, Written};
use crate::findings::{self, Findings};
use crate::ledger::{self, Extent, Ledger, Report, Watch};
use crate::muster::Roster;
use crate::packs::{Compiled, Library, Loaded};
use crate::ready::{self, Paper, Ready, Refused, Rosters, Shelves};
use crate::source::{Files, Span};

/// A pack as it was read: it may be looked at whatever is wrong with it, and played if nothing is.
pub struct Draft {
    library: Library,
    loaded: Loaded,
    compiled: OnceLock<(Compiled, Vec<Diagnostic>)>,
}

impl Shelves {
    /// Reads the pack that is named, by path or by name. Where there is none, that is among its findings.
    #[must_use]
    pub fn open(&self, wanted: &str) -> Draft {
        Draft::of(ready::open(self, wanted))
    }

    /// Reads what is named: one pack, or every pack in a folder of packs.
    #[must_use]
    pub fn all_of(&self, wanted: &str) -> Vec<Draft> {
        ready::all_of(self, wanted).into_iter().map(Draft::of).collect()
    }

    /// Reads every pack there is.
    #[must_use]
    pub fn every(&self) -> Vec<Draft> {
        ready::every(self).into_iter().map(Draft::of).collect()
    }

    /// Every pack there is, nearest to the user first. Only their `pack` lines are read.
    #[must_use]
    pub fn packs(&self) -> Vec<PackRow> {
        catalog::packs(&ready::library(self, ""))
    }

    /// What the pack is called that has the force of the roster at this path; nothing if there is no such file or pack.
    #[must_use]
    pub fn of_roster(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(path).ok().and_then(|text| ready::of_roster(self, path, &text))
    }

    /// What the first pack is called, if there is any.
    #[must_use]
    pub fn first(&self) -> Option<String> {
        ready::first(self)
    }
}

impl Draft {
    fn of((library, loaded): (Library, Loaded)) -> Self {
        Self { library, loaded, compiled: OnceLock::new() }
    }

    fn compiled(&self) -> &(Compiled, Vec<Diagnostic>) {
        self.compiled.get_or_init(|| findings::compile(&self.loaded))
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.loaded.name
    }

    /// Whether there is no such pack, or a reading that was asked for is none: then something else should be asked for.
    #[must_use]
    pub fn is_misread(&self) -> bool {
        self.loaded.misread || self.is_unknown()
    }

    fn is_unknown(&self) -> bool {
        self.loaded.folder.is_empty() && self.loaded.homes.is_empty()
    }

    /// How many errors its texts and rules have. What is not sound is left out of what is explained or listed.
    #[must_use]
    pub fn faults(&self) -> usize {
        self.compiled().1.iter().filter(|d| d.severity() == Severity::Error).count()
    }

    /// How many declarations hold.
    #[must_use]
    pub fn declarations(&self) -> usize {
        self.loaded.effective.decls.len()
    }

    /// The files that were read.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.loaded.files.ids().map(|id| self.loaded.files.name(id))
    }

    /// Everything that is wrong with it or probably not meant, its citations of clauses too; with `cite` also what cites none.
    #[must_use]
    pub fn check(&self, cite: bool) -> Findings {
        let (compiled, mut found) = findings::check(&self.loaded);
        let mut files = self.loaded.files.clone();
        found.extend(self.citations(&compiled, cite, &mut files));
        findings::sort(&mut found);
        Findings::new(&files, found)
    }

    /// What is cited and is no clause, and, for those who ask, what cites none; and what is odd in the ledger. Only where the
    /// pack has a ledger of clauses.
    fn citations(&self, compiled: &Compiled, cite: bool, files: &mut Files) -> Vec<Diagnostic> {
        let (ledger, odd) = match Ledger::gathered(&self.library, &self.loaded) {
            Ok(gathered) => gathered,
            Err(fault) => return fault.told(files),
        };
        let odd = odd.map_or_else(Vec::new, |fault| fault.told(files));
        if ledger.clause.is_empty() || self.loaded.orphan {
            return odd;
        }
        let mut found = ledger::strays(&ledger, &ledger::citations(&ledger, &self.loaded.names, &self.loaded.effective.decls));
        if cite {
            // a parent's rules are asked of the parent
            found.extend(uncited(&compiled.resolved.rules).into_iter().filter(|d| self.loaded.is_own(d.span)));
        }
        found.extend(odd);
        found
    }

    /// Everything of a name, a title or a clause in sentences, and woven with all that meets it unless `spoken` alone is asked;
    /// `of` a unit only what that may carry.
    ///
    /// # Errors
    /// That nothing is called so.
    pub fn explain(&self, name: &str, of: Option<&str>, spoken: bool) -> Result<Vec<Explained>, Refused> {
        explain::explain(&self.loaded, name, of, spoken).map_err(|d| Refused::found(&Files::default(), vec![d], true))
    }

    /// Every declaration of a name, a title or a clause as it is written, each followed by what amends it.
    ///
    /// # Errors
    /// That nothing is called so.
    pub fn source(&self, name: &str) -> Result<Vec<Written>, Refused> {
        explain::source(&self.loaded, name).map_err(|d| Refused::found(&Files::default(), vec![d], true))
    }

    /// What it holds with all that it extends, by sort. What is not sound is left out.
    ///
    /// # Errors
    /// That there is no such pack, or no such reading.
    pub fn contents(&self) -> Result<Contents, Refused> {
        Ok(Contents::of(&self.library, &self.loaded, self.meant()?))
    }

    /// What its force lists offer, at which price. What is not sound is left out.
    ///
    /// # Errors
    /// That there is no such pack, or no such reading.
    pub fn catalogue(&self) -> Result<Catalogue, Refused> {
        Ok(Catalogue::of(&self.loaded, self.meant()?))
    }

    /// The places that its rules can meet, and those of them alone in which all of these words stand.
    ///
    /// # Errors
    /// That there is no such pack or reading, or no such place.
    pub fn hooks(&self, words: &[String]) -> Result<Vec<HookRow>, Refused> {
        let compiled = self.meant()?;
        let all = catalog::hooks(&self.loaded.files, &compiled.resolved.rules, compiled.lowered.graph());
        catalog::search(&self.loaded.name, all, words).map_err(Refused::fails)
    }

    /// How much of each sort there is that can be explained.
    ///
    /// # Errors
    /// That there is no such pack, or no such reading.
    pub fn sorts(&self) -> Result<Vec<SortRow>, Refused> {
        Ok(catalog::sorts(self.meant()?))
    }

    /// A new pack that extends this one: a file at this path, or a folder if it is `whole`. Nothing is written.
    ///
    /// # Errors
    /// That there is no such pack, or that the path ends in no name.
    pub fn new_pack(&self, path: &str, whole: bool) -> Result<Begun, Refused> {
        catalog::pack(path, whole, &self.loaded, &self.contents()?).map_err(Refused::misused)
    }

    /// A new force list of it. Nothing is written.
    ///
    /// # Errors
    /// That there is no such pack, or such a list already, or none to learn from.
    pub fn new_list(&self, name: &str) -> Result<Begun, Refused> {
        catalog::list(name, &self.loaded, self.meant()?).map_err(Refused::misused)
    }

    /// The pack compiled, if it is the one that was asked for.
    fn meant(&self) -> Result<&Compiled, Refused> {
        let (compiled, found) = self.compiled();
        if self.is_misread() { Err(Refused::found(&self.loaded.files, found.clone(), true)) } else { Ok(compiled) }
    }

    /// The whole pack read aloud, by file, without its tests.
    #[must_use]
    pub fn rulebook(&self) -> BTreeMap<String, Vec<Paragraph>> {
        explain::rulebook(&self.loaded.files, &self.compiled().0)
    }

    /// A hash of all its texts, those of its parents and of its tests among them.
    #[must_use]
    pub fn hash(&self) -> String {
        self.loaded.files.hash()
    }

    /// The clauses of its book with all that cites them, and citations of what is no clause; with `watch`, each thing that the
    /// rules say within the extent is changed too, if they are sound, and what no test notices is told.
    ///
    /// # Errors
    /// That there is no pack, no ledger of clauses that can be read (without `watch` there must be one), or nothing of what the extent
    /// names.
    pub fn clauses(&self, watch: Option<&dyn Watch>, extent: &Extent) -> Result<(Report, Findings), Refused> {
        let files = &self.loaded.files;
        if self.loaded.homes.is_empty() {
            return Err(Refused::found(files, self.compiled().1.clone(), true));
        }
        let (compiled, found) = self.compiled();
        let ledger = Ledger::read(&self.library, &self.loaded).map_err(|fault| {
            let mut files = files.clone();
            let told = fault.told(&mut files);
            Refused::found(&files, told, false)
        })?;
        // what tests notice can be asked without clauses
        if ledger.clause.is_empty() && watch.is_none() {
            let d = Diagnostic::new(Code::File, Span::default(), format!("`{}` has no ledger of clauses", self.loaded.name));
            let help = if self.loaded.folder.is_empty() {
                format!("give the pack a folder of its own, and write its `{}` there", ledger::FILE)
            } else {
                format!("write one: `{}/{}`", self.loaded.folder, ledger::FILE)
            };
            let d = d.help(help);
            return Err(Refused::found(files, vec![d], true));
        }
        let errors = findings::count(found).0;
        let (mut report, strays) =
            ledger::report(&self.loaded, compiled, ledger, watch.filter(|_| errors == 0), extent).map_err(Refused::misused)?;
        report.errors = errors;
        Ok((report, Findings::new(files, strays)))
    }

    /// A roster for each side: the two that are named, else those that come with the pack.
    ///
    /// # Errors
    /// Which is not there, or that there is no such pack.
    pub fn papers(&self, wanted: &[String]) -> Result<[Paper; 2], Refused> {
        if self.is_misread() {
            return Err(Refused::found(&self.loaded.files, self.compiled().1.clone(), true));
        }
        Rosters { library: &self.library, loaded: &self.loaded }.two(wanted)
    }

    /// The pack made ready to play.
    ///
    /// # Errors
    /// What is wrong, if it is not sound.
    pub fn ready(self) -> Result<Pack, Refused> {
        let (compiled, found) = self.compiled.into_inner().unwrap_or_else(|| findings::compile(&self.loaded));
        Ready::of(self.library, self.loaded, compiled, found).map(Pack)
    }

    /// The pack without its faults: each line mended as its fault asks, or else taken out. What is wrong with its tests and rosters
    /// can be told so, before it is sound. Nothing if too much is wrong with it.
    #[must_use]
    pub fn beside(self) -> Option<Beside> {
        if self.is_misread() {
            return None;
        }
        let mended = findings::mended(&self.loaded)?;
        let (compiled, found) = findings::compile(&mended.loaded);
        let pack = Ready::of(self.library, mended.loaded.clone(), compiled, found).ok()?;
        Some(Beside::new(Pack(pack), mended))
    }

    /// The pack made ready to play with no more force lists than a game between these rosters needs: what others hold, or
    /// whether they are there, makes no difference to its games.
    ///
    /// # Errors
    /// What is wrong, if it is not sound.
    pub fn ready_for(self, rosters: &[Paper; 2]) -> Result<Pack, Refused> {
        let forces: Vec<String> = rosters.iter().filter_map(|p| Roster::parse(&p.text).ok()).map(|r| r.force).collect();
        let forces: Vec<&str> = forces.iter().map(String::as_str).collect();
        let fewer = self.loaded.fielding(&forces).map(|loaded| Self::of((self.library.clone(), loaded)).ready());
        // lists may hang together in ways that only the rules show; what is wrong is told of the whole
        match fewer {
            Some(Ok(pack)) => Ok(pack),
            _ => self.ready(),
        }
    }

    /// The pack that it extends, as it is by itself.
    ///
    /// # Errors
    /// That it extends none, or what is wrong with it.
    pub fn parent(&self) -> Result<Self, Refused> {
        let Some(parent) = self.loaded.homes.len().checked_sub(2).filter(|_| !self.loaded.orphan) else {
            if self.loaded.homes.len() == 1 && !self.loaded.orphan {
                let why = format!("`{}` extends no other pack: name the one to compare it with", self.loaded.name);
                return Err(Refused::misused(why));
            }
            return Err(Refused::found(&self.loaded.files, self.compiled().1.clone(), self.is_misread()));
        };
        let mut up = self.loaded.up_to(parent);
        up.name = up.homes.last().map_or_else(String::new, |h| h.name.clone());
        Ok(Self::of((self.library.clone(), up)))
    }
}
