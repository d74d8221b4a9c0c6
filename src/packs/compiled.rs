//! What was loaded, through the stages of the compiler.

use std::collections::BTreeSet;

use super::Loaded;
use crate::ast::{self, Decl};
use crate::diag::Diagnostic;
use crate::intern::Names;
use crate::lower::{Lowered, lower};
use crate::ir::Program;
use crate::muster::Rulebook;
use crate::resolve::variant::{Effective, Layer, effective, layers, take_reading};
use crate::resolve::{Resolved, resolve};
use crate::source::{FileId, Files};
use crate::syntax;

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
}

impl Compiled {
    /// Texts that were read one after the other, cut into packs where one extends another.
    #[must_use]
    pub fn of(files: &Files) -> Self {
        let (names, decls, found) = Self::read(files);
        let layers = layers(files, &names, &decls);
        Self::of_layers(files, names, &layers, &[], found)
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

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.lowered.program
    }

    /// Declarations that hold as they are.
    #[must_use]
    pub fn of_decls(names: Names, decls: Vec<Decl>) -> Self {
        Self::of_effective(names, Effective { decls, ..Effective::default() }, Vec::new())
    }

    /// The declarations of some texts as they stand there, and the names in them.
    #[must_use]
    pub fn read(files: &Files) -> (Names, Vec<Decl>, Vec<Diagnostic>) {
        let (mut names, mut found) = (Names::default(), Vec::new());
        let decls = read(files, files.ids(), &mut names, &mut found);
        (names, decls, found)
    }

    fn of_layers(files: &Files, mut names: Names, layers: &[Layer], readings: &[String], mut found: Vec<Diagnostic>) -> Self {
        let mut effective = effective(files, &mut names, layers);
        found.append(&mut effective.found);
        for words in readings {
            found.extend(take_reading(&names, &mut effective.decls, words).err());
        }
        let mut made = Self::of_effective(names, effective, found);
        made.lowered.say_limits(|at| files.slice(at.span()).to_owned());
        made
    }

    fn of_effective(names: Names, effective: Effective, mut found: Vec<Diagnostic>) -> Self {
        let rules: Vec<Decl> = effective.decls.iter().filter(|d| !d.is_test()).cloned().collect();
        let mut resolved = resolve(names, &rules);
        found.append(&mut resolved.found);
        let (lowered, faults) = lower(&resolved.rules);
        found.extend(faults);
        Self { effective, resolved, lowered, found }
    }
}

/// The declarations of some files.
fn read(files: &Files, ids: impl IntoIterator<Item = FileId>, names: &mut Names, found: &mut Vec<Diagnostic>) -> Vec<Decl> {
    let mut decls = Vec::new();
    for id in ids {
        let (tree, faults) = syntax::tree(files, id);
        found.extend(faults);
        let (own, faults) = ast::declarations(files, &tree, names);
        found.extend(faults);
        decls.extend(own);
    }
    decls
}

impl Loaded {
    /// Compiles what was loaded.
    #[must_use]
    pub fn compiled(&self) -> Compiled {
        let mut names = Names::default();
        let mut found = Vec::new();
        let mut layers = Vec::new();
        for layer in &self.layers {
            let ids: BTreeSet<FileId> = layer.declarations.iter().filter_map(|d| self.files.file_of(d.span)).collect();
            let decls = read(&self.files, ids, &mut names, &mut found);
            layers.push(Layer { titles: layer.titles.clone(), decls });
        }
        Compiled::of_layers(&self.files, names, &layers, &self.readings, found)
    }
}
