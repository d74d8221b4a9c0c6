//! Headings that a profile lacks, offered whole.

use super::names::Names;
use crate::ast::{Cell, CellSays};
use crate::hir::{Column, KindId};

impl Names<'_> {
    /// How the headings are written that these cells of a row lack: all columns of pieces, or of pieces and groups, where there
    /// are as many of them as cells.
    pub(super) fn headings_above(&self, cells: &[&Cell], kinds: [KindId; 2]) -> String {
        let tags = cells.last().is_some_and(|c| matches!(c.says, CellSays::Names(_) | CellSays::Dash));
        let all = |kinds: &[KindId]| -> Vec<&str> {
            let own = |c: &&Column| kinds.contains(&c.kind);
            let columns = self.rules.columns.all().iter().filter(own).map(|c| self.text(c.short.unwrap_or(c.name)));
            columns.chain(tags.then_some("is")).collect()
        };
        let [piece, _] = kinds;
        let fits = [all(&[piece]), all(&kinds)].into_iter().find(|all| all.len() == cells.len());
        let heads = fits.map_or_else(|| "...".to_owned(), |all| all.join(" | "));
        format!("write `profile | {heads}` above it")
    }
}
