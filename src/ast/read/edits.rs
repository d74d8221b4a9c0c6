//! What an amended line says otherwise than the parent's, which keeps all the rest.

use super::Reader;
use super::kids::{Below, Kids};
use crate::ast::{Edit, EditOf, EditWhat, ItemKind};
use crate::syntax::{Node, Rule};

impl Reader<'_> {
    /// `step pick, for 6" read 2"`
    pub fn edit(&mut self, k: &mut Kids<'_>, below: &mut Below<'_>) -> Option<ItemKind> {
        let of = if k.mark(Rule::k_step) {
            EditOf::Step(k.take(Rule::word).map(|w| self.word(w))?)
        } else if let Some((what, at)) = self.result(k) {
            EditOf::Result(what, at)
        } else if let Some(name) = k.take(Rule::name) {
            EditOf::Row(self.name(name))
        } else {
            EditOf::Whole
        };
        let what = k.next().and_then(|node| self.edit_what(node, below))?;
        Some(ItemKind::Edit(Box::new(Edit { of, what })))
    }

    fn edit_what(&mut self, node: &Node, below: &mut Below<'_>) -> Option<EditWhat> {
        self.read(node, |r, k| match node.rule {
            Rule::reads => {
                k.mark(Rule::k_for);
                let old = k.take(Rule::choice).and_then(|e| r.expr(e))?;
                k.mark(Rule::k_read);
                let new = k.take(Rule::choice).and_then(|e| r.expr(e))?;
                // the same signs may stand in a row, where they are read as cells
                let cells = [&old, &new].map(|e| r.cell_of(r.files.slice(e.at.span()), e.at.span()));
                Some(EditWhat::Read { old, new, cells: Box::new(cells) })
            }
            Rule::adding => {
                k.mark(Rule::k_adding);
                k.all(Rule::move_opt).into_iter().map(|o| r.move_option(o)).collect::<Option<_>>().map(EditWhat::Adding)
            }
            Rule::edit_then => {
                k.mark(Rule::k_then);
                k.take(Rule::block).and_then(|b| r.block(b, below)).map(EditWhat::Then)
            }
            Rule::edit_first => {
                k.mark(Rule::k_first);
                k.take(Rule::block).and_then(|b| r.block(b, below)).map(EditWhat::First)
            }
            Rule::edit_only if k.marks(&[Rule::k_only, Rule::k_if]) => k.take(Rule::expr).and_then(|e| r.expr(e)).map(EditWhat::OnlyIf),
            Rule::edit_also if k.marks(&[Rule::k_also, Rule::k_if]) => k.take(Rule::expr).and_then(|e| r.expr(e)).map(EditWhat::AlsoIf),
            _ => None,
        })
    }
}
