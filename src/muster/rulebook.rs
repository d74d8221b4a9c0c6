//! A pack as whatever is mustered and tried reads it.

use crate::ast::Decl;
use crate::hir::Rules;
use crate::ir::Program;
use crate::lower::Lowered;
use crate::source::Files;

/// What is written, what it means, and the program made of it.
#[derive(Clone, Copy, Debug)]
pub struct Rulebook<'a> {
    /// The texts, for messages.
    pub files: &'a Files,
    /// What is declared, with variants applied: rules, musters, situations, tests.
    pub decls: &'a [Decl],
    /// The resolved rules.
    pub rules: &'a Rules,
    /// The program of these rules.
    pub lowered: &'a Lowered,
}

impl<'a> Rulebook<'a> {
    /// The program.
    #[must_use]
    pub fn program(&self) -> &'a Program {
        &self.lowered.program
    }
}
