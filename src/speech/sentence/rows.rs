//! The rows that quantities and throws have of their own.

use crate::hir::{Change, ExprKind, Guard, OwnRow};
use crate::speech::phrase::Place;
use crate::speech::said::Said;
use crate::speech::voice::Voice;

impl Voice<'_> {
    /// A row of a quantity or throw.
    pub(in crate::speech) fn row(&self, row: &OwnRow, at: &Place) -> Said {
        let OwnRow { line, change } = row;
        let Change { kind, guard, at: _ } = change;
        // what it is said of stands first, lest it be heard as a part of what is asked
        let (during, rest): (Vec<Guard>, Vec<Guard>) =
            guard.iter().cloned().partition(|g| matches!(*g.test.kind, ExprKind::During(..)) && g.result.is_none());
        let text = if during.is_empty() || rest.is_empty() {
            self.changed(change, at)
        } else {
            format!("{}, {}{}", self.guards(&during).trim_start(), self.change(kind, at), self.guards(&rest))
        };
        let text = line.name.map_or(text.clone(), |n| format!("{}: {text}", self.name(n)));
        Said::new(text, line.at).citing(&line.cites)
    }

    /// A change, and when it applies.
    pub(in crate::speech) fn changed(&self, change: &Change, at: &Place) -> String {
        let Change { kind, guard, at: _ } = change;
        format!("{}{}", self.change(kind, at), self.guards(guard))
    }
}
