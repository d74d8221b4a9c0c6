//! Whether two lines at one place can never count together.

use super::holds::holds;
use super::reach::Reach;
use super::reader::Reader;
use super::spoilt;
use crate::graph::{Graph, Met, Row};
use crate::hir::{Expr, Rules};

/// Whether two lists of questions cannot all be answered yes together.
pub(super) fn apart(rules: &Rules, reach: &Reach, a: &[Expr], b: &[Expr]) -> bool {
    // nothing is said of what did not resolve
    if spoilt::any(a.iter().chain(b)) {
        return true;
    }
    let mut reader = Reader::new(rules, reach);
    let (a, b) = (reader.all(a), reader.all(b));
    reader.laws.apart(&a, &b)
}

/// When a line holds at one of its places.
pub(super) fn met_holds(rules: &Rules, met: Met) -> Vec<Expr> {
    met.of(rules).map_or_else(Vec::new, |(attach, meeting)| holds(rules, attach.rule, attach.lasting, meeting))
}

/// Whether one of two lines switches the other off.
pub(super) fn settled(graph: &Graph, a: (Row, Option<Met>), b: (Row, Option<Met>)) -> bool {
    let off = |row: Row, by: Option<Met>| by.is_some_and(|by| graph.offs.iter().any(|o| o.row == row && o.by.attach == by.attach));
    off(a.0, b.1) || off(b.0, a.1)
}
