//! The rows that quantities and throws have of their own.

use crate::hir::{Change, OwnRow};
use crate::speech::phrase::Place;
use crate::speech::said::Said;
use crate::speech::voice::Voice;

impl Voice<'_> {
    /// A row of a quantity or throw.
    pub(in crate::speech) fn row(&self, row: &OwnRow, at: &Place) -> Said {
        let OwnRow { line, change } = row;
        let text = self.changed(change, at);
        let text = line.name.map_or(text.clone(), |n| format!("{}: {text}", self.name(n)));
        Said::new(text, line.at).citing(&line.cites)
    }

    /// A change, and when it applies.
    pub(in crate::speech) fn changed(&self, change: &Change, at: &Place) -> String {
        let Change { kind, guard, at: _ } = change;
        format!("{}{}", self.change(kind, at), self.guards(guard))
    }
}
