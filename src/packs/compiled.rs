//! What was loaded, through the stages of the compiler.

use std::sync::Arc;

use super::{Loaded, load};
use crate::ast::Decl;
use crate::check::{self, Weighed, Whole};
use crate::diag::{Diagnostic, any_error};
use crate::graph::Graph;
use crate::intern::Names;
use crate::ir::Program;
use crate::lower::{Lowered, Pairs, lower_in_order};
use crate::muster::Rulebook;
use crate::resolve::variant::{Effective, effective, layers};
use crate::resolve::{Resolved, resolve};
use crate::source::{FileId, Files};

/// A pack after each stage.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The declarations that hold, variants applied.
    pub effective: Effective,
    /// The resolved rules.
    pub resolved: Resolved,
    /// The program.
    pub lowered: Lowered,
    /// What was wrong.
    pub found: Vec<Diagnostic>,
    /// How many of that was wrong before anything was resolved: with what was read, and with what variants amend.
    pub read: usize,
    /// Whether the machine has no room for all of it: then the program is not whole.
    pub crowded: bool,
}

impl Compiled {
    /// Texts that were read one after the other, cut into packs where one extends another.
    #[must_use]
    pub fn of(files: &Files) -> Self {
        let (mut names, decls, mut found) = Self::read(files);
        let layers = layers(files, &names, &decls);
        let mut effective = effective(files, &mut names, &layers);
        found.append(&mut effective.found);
        Self::of_effective(files, names, effective, found)
    }

    /// What is declared from here on, in the names of these rules: what a test or a question says that was read later.
    pub fn read_more(&mut self, files: &Files, id: FileId) -> (Vec<Decl>, Vec<Diagnostic>) {
        let mut found = Vec::new();
        let decls = read(files, [id], &mut self.resolved.rules.names, &mut found);
        (decls, found)
    }

    /// The pack as musters and trials read it.
    #[must_use]
    pub fn book<'a>(&'a self, files: &'a Files) -> Rulebook<'a> {
        Rulebook { files, decls: &self.effective.decls, rules: &self.resolved.rules, lowered: &self.lowered }
    }

    /// The same, as far as it hangs on its own sentence alone: also where others are at fault.
    #[must_use]
    pub fn sure_doubts(&self, files: &Files) -> Vec<Diagnostic> {
        check::sure_doubts(self.whole(files))
    }

    /// As [`Self::sure_doubts`], with what is known of counts where nothing is at fault.
    #[must_use]
    pub fn own_doubts(&self, files: &Files) -> Vec<Diagnostic> {
        check::own_doubts(self.whole(files))
    }

    /// What nothing leads to, as far as it was read.
    #[must_use]
    pub fn loose_ends(&self, files: &Files) -> Vec<Diagnostic> {
        check::loose_ends(self.whole(files))
    }

    /// What is no fault and yet probably not meant.
    #[must_use]
    pub fn doubts(&self, files: &Files) -> Vec<Diagnostic> {
        check::doubts(self.whole(files))
    }

    fn whole<'a>(&'a self, files: &'a Files) -> Whole<'a> {
        Whole { files, decls: &self.effective.decls, rules: &self.resolved.rules, graph: self.lowered.graph() }
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.lowered.program
    }

    /// Declarations that hold as they are.
    #[must_use]
    pub fn of_decls(files: &Files, names: Names, decls: Vec<Decl>) -> Self {
        Self::of_effective(files, names, Effective { decls, ..Effective::default() }, Vec::new())
    }

    /// The declarations of some texts as they stand there, and the names in them.
    #[must_use]
    pub fn read(files: &Files) -> (Names, Vec<Decl>, Vec<Diagnostic>) {
        let (mut names, mut found) = (Names::default(), Vec::new());
        let decls = read(files, files.ids(), &mut names, &mut found);
        (names, decls, found)
    }

    fn of_effective(files: &Files, names: Names, effective: Effective, mut found: Vec<Diagnostic>) -> Self {
        let read = found.len();
        let rules: Vec<Decl> = effective.decls.iter().filter(|d| !d.is_test()).cloned().collect();
        let mut resolved = resolve(names, &rules);
        found.append(&mut resolved.found);
        let graph = Arc::new(Graph::of(&resolved.rules));
        let weighed = Weighed::of(&resolved.rules, &graph);
        // who puts rules in order is only asked of rules that can be played
        let pairs = if any_error(&found) { Pairs::default() } else { weighed.undecided(&resolved.rules) };
        let (mut lowered, faults) = lower_in_order(&resolved.rules, graph, pairs);
        lowered.say_limits(|at| files.slice(at.span()).to_owned());
        let crowded = any_error(&faults);
        found.extend(faults);
        let mut compiled = Self { effective, resolved, lowered, found, read, crowded };
        let faults = check::faults(compiled.whole(files), weighed, &compiled.found);
        compiled.found.extend(faults);
        let mut later = compiled.found.split_off(read);
        later.sort_by(|a, b| (a.span.start, a.code, &a.message).cmp(&(b.span.start, b.code, &b.message)));
        later.dedup();
        compiled.found.append(&mut later);
        compiled
    }
}

/// The declarations of some files.
fn read(files: &Files, ids: impl IntoIterator<Item = FileId>, names: &mut Names, found: &mut Vec<Diagnostic>) -> Vec<Decl> {
    let mut decls = Vec::new();
    for id in ids {
        let (own, faults) = load::read(files, id, names);
        found.extend(faults);
        decls.extend(own);
    }
    decls
}

impl Loaded {
    /// Compiles what was loaded. What was wrong with texts, packs and variants is told with what is wrong with the rules.
    #[must_use]
    pub fn compiled(&self) -> Compiled {
        Compiled::of_effective(&self.files, self.names.clone(), self.effective.clone(), self.diagnostics.clone())
    }
}
