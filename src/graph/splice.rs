//! What stands at a step, and which of two comes first.

use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::hir::{Body, Moment, Precedence};

use super::{Met, Order};

/// Where a line's statements stand at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Splice {
    /// Before it.
    Before,
    /// After it.
    After,
    /// In its place.
    Instead,
    /// It is left out.
    Skip,
    /// It happens in this case too.
    Also,
}

impl Splice {
    /// Where a line stands, if it stands at a step at all.
    #[must_use]
    pub const fn of(moment: Moment, body: &Body) -> Option<Self> {
        match (moment, body) {
            (Moment::Before, _) => Some(Self::Before),
            (Moment::After, _) => Some(Self::After),
            (Moment::Instead, _) => Some(Self::Instead),
            (Moment::On, Body::Skip) => Some(Self::Skip),
            (Moment::On, Body::Also(_)) => Some(Self::Also),
            (Moment::On | Moment::Anytime, _) => None,
        }
    }
}

impl Order<'_> {
    /// Whether the first of two at one moment says that it comes before the second, or the second that it comes after it.
    #[must_use]
    pub fn comes_first(&self, a: Met, b: Met) -> bool {
        self.says(a, Precedence::Before, b) || self.says(b, Precedence::After, a)
    }

    /// Whether a line names another behind a word.
    fn says(&self, a: Met, word: Precedence, b: Met) -> bool {
        let Some(title) = self.title(b.attach) else { return false };
        let Some(line) = self.rules.attaches.get(a.attach) else { return false };
        line.precedence.iter().any(|(p, name, _)| *p == word && self.rules.names.same(*name, title))
    }

    /// Each pair at one moment of which the first says that it comes before the second, or the second after it.
    pub(super) fn firsts(&self, list: &[Met]) -> Vec<(Met, Met)> {
        let ordered = |m: &Met| self.rules.attaches.get(m.attach).is_some_and(|a| !a.precedence.is_empty());
        if !list.iter().any(ordered) {
            return Vec::new();
        }
        let pairs = list.iter().flat_map(|a| list.iter().filter(move |b| *b != a).map(move |b| (*a, *b)));
        pairs.filter(|(a, b)| self.comes_first(*a, *b)).collect()
    }

    /// Who comes before whom at one moment.
    #[must_use]
    pub fn before(&self, list: &[Met]) -> DiGraph<Met, ()> {
        let mut graph = DiGraph::new();
        let nodes: Vec<(NodeIndex, Met)> = list.iter().map(|m| (graph.add_node(*m), *m)).collect();
        for (a, first) in &nodes {
            for (b, second) in nodes.iter().filter(|(b, _)| b != a) {
                if self.comes_first(*first, *second) {
                    graph.add_edge(*a, *b, ());
                }
            }
        }
        graph
    }

    /// Lines at one moment each of which says that it comes before the next, in a circle: there is no order of them.
    #[must_use]
    pub fn circles(&self, list: &[Met]) -> Vec<Vec<Met>> {
        let graph = self.before(list);
        let parts = petgraph::algo::tarjan_scc(&graph).into_iter().filter(|part| part.len() > 1);
        parts.map(|part| part.into_iter().filter_map(|n| graph.node_weight(n).copied()).collect()).collect()
    }
}

/// Those that say what they come before or after; the rest keep the order of the list. In a circle the first comes first.
pub(super) fn settle(order: &Order<'_>, list: &mut Vec<Met>) {
    let orders = |m: &Met| order.rules.attaches.get(m.attach).is_some_and(|a| !a.precedence.is_empty());
    if list.len() < 2 || !list.iter().any(orders) {
        return;
    }
    let graph = order.before(list);
    let mut left: Vec<NodeIndex> = graph.node_indices().collect();
    let mut out = Vec::with_capacity(list.len());
    while !left.is_empty() {
        let free = |n: &NodeIndex| !graph.neighbors_directed(*n, Direction::Incoming).any(|o| left.contains(&o));
        let first = left.iter().position(free).unwrap_or(0);
        out.extend(graph.node_weight(left.remove(first)).copied());
    }
    *list = out;
}
