//! What was loaded, through the stages of the compiler.

use std::collections::BTreeSet;

use super::Loaded;
use crate::ast::{self, Decl, DeclKind};
use crate::diag::Diagnostic;
use crate::intern::Names;
use crate::lower::{Lowered, lower};
use crate::resolve::variant::{Effective, Layer, effective, take_reading};
use crate::resolve::{Resolved, resolve};
use crate::source::FileId;
use crate::syntax;

/// A pack after each stage.
#[derive(Debug)]
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

impl Loaded {
    /// Compiles what was loaded.
    #[must_use]
    pub fn compiled(&self) -> Compiled {
        let mut names = Names::default();
        let mut found = Vec::new();
        let mut layers = Vec::new();
        for layer in &self.layers {
            let ids: BTreeSet<FileId> = layer.declarations.iter().filter_map(|d| self.files.file_of(d.span)).collect();
            let mut decls: Vec<Decl> = Vec::new();
            for id in ids {
                let (tree, faults) = syntax::tree(&self.files, id);
                found.extend(faults);
                let (own, faults) = ast::declarations(&self.files, &tree, &mut names);
                found.extend(faults);
                decls.extend(own);
            }
            layers.push(Layer { titles: layer.titles.clone(), decls });
        }
        let mut effective = effective(&self.files, &mut names, &layers);
        found.append(&mut effective.found);
        for words in &self.readings {
            found.extend(take_reading(&names, &mut effective.decls, words).err());
        }
        let test = |d: &&Decl| !matches!(*d.kind, DeclKind::Test(_) | DeclKind::Situation(_));
        let rules: Vec<Decl> = effective.decls.iter().filter(test).cloned().collect();
        let mut resolved = resolve(names, &rules);
        found.append(&mut resolved.found);
        let (mut lowered, faults) = lower(&resolved.rules);
        lowered.say_limits(|at| self.files.slice(at.span()).to_owned());
        found.extend(faults);
        Compiled { effective, resolved, lowered, found }
    }
}
