//! Formations as the table lays them out.

use super::build::Builder;
use super::ground::mils;
use crate::hir::{Expr, Form, LocalId};
use crate::ir::{self, X};
use crate::lower::number;

impl Builder<'_> {
    /// All formations.
    pub fn forms(&mut self) {
        let rules = self.rules;
        let forms: Vec<ir::Form> = rules.forms.iter().map(|f| self.form(f)).collect();
        self.program.forms = forms;
    }

    fn form(&mut self, f: &Form) -> ir::Form {
        let mut whom = |of: &Option<(LocalId, Expr)>| -> Option<X> { of.as_ref().map(|(word, e)| self.of_one(*word, e)) };
        let open = whom(&f.open);
        let gaps = f.gaps.iter().map(|(gap, of)| (mils(*gap), whom(of))).collect();
        let fronts = f.fronts.iter().map(|(least, most, of)| (*least, *most, whom(of))).collect();
        ir::Form {
            state: number::state(f.state),
            loose: f.loose,
            gaps,
            ranks: f.ranks,
            fronts,
            open,
            drills: f.drills.clone(),
            lost: f.lost.map(number::state),
            first: f.first,
        }
    }
}
