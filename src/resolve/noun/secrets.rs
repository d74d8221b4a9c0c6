//! Names that only a choice in secret, or a scenario, makes known.

use crate::ast::{Chooser, Chosen, DeclKind, Name, Part, StmtKind, Walk as _};
use crate::hir::Symbol;

use super::super::Resolver;

impl Resolver<'_> {
    /// `choose plan of each side: Attack or Hold, in secret`: where nothing is called by any of the names, all of them are names of
    /// what is chosen. Where something is, another is misspelt.
    pub(super) fn secret_names(&mut self) {
        for (_, d) in self.declared() {
            let mut lists: Vec<&[Name]> = Vec::new();
            d.walk(&mut |part| {
                let Part::Stmt(stmt) = part else { return };
                if let StmtKind::Choose(choose) = &*stmt.kind {
                    let secret = choose.secret || matches!(choose.by, Some(Chooser::Secretly));
                    if let (Chosen::OneOf(names), true) = (&choose.of, secret) {
                        lists.push(names);
                    }
                }
            });
            for names in lists {
                if names.iter().all(|n| self.lookup(n.sym).is_empty()) {
                    for name in names {
                        if self.lookup(name.sym).is_empty() {
                            self.enter(name.sym, Symbol::Word(name.sym));
                        }
                    }
                }
            }
        }
    }

    /// Makes the names of scenarios known, as they are declared: a table may say which one is played.
    pub(super) fn scenario_names(&mut self) {
        for (_, d) in self.declared() {
            if let DeclKind::Scenario(scenario) = &*d.kind
                && let Some(title) = &scenario.title
                && self.lookup(title.name.sym).is_empty()
            {
                self.enter(title.name.sym, Symbol::Word(title.name.sym));
            }
        }
    }
}
