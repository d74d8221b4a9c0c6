//! Circles: what leads back to where it began.

use std::collections::BTreeSet;

use petgraph::graph::{DiGraph, NodeIndex};

use crate::source::Span;

/// For each knot, where it leads, and the words that say so.
pub(super) type Links = Vec<Vec<(usize, Span)>>;

/// One shortest circle through each knot of a graph: where it goes, and the words that lead on from there.
pub(super) fn circles(next: &Links) -> Links {
    let parts = parts(next);
    let mut done = BTreeSet::new();
    let mut out = Vec::new();
    for start in 0..next.len() {
        if done.contains(&start) {
            continue;
        }
        if let Some(circle) = through(next, &parts, start) {
            done.extend(circle.iter().map(|(i, _)| *i));
            out.push(circle);
        }
    }
    out
}

/// For each knot the part that it is in: all of a part lead to each other. None where no circle goes through the knot.
fn parts(next: &Links) -> Vec<Option<usize>> {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let knots: Vec<NodeIndex> = next.iter().map(|_| graph.add_node(())).collect();
    for (from, list) in knots.iter().zip(next) {
        for to in list.iter().filter_map(|(to, _)| knots.get(*to)) {
            graph.add_edge(*from, *to, ());
        }
    }
    let mut out = vec![None; next.len()];
    for (n, part) in petgraph::algo::kosaraju_scc(&graph).into_iter().enumerate() {
        let itself = |knot: &NodeIndex| graph.find_edge(*knot, *knot).is_some();
        if part.len() > 1 || part.iter().any(itself) {
            for knot in part {
                if let Some(of) = out.get_mut(knot.index()) {
                    *of = Some(n);
                }
            }
        }
    }
    out
}

/// A shortest circle through a knot.
fn through(next: &Links, parts: &[Option<usize>], start: usize) -> Option<Vec<(usize, Span)>> {
    let part = parts.get(start).copied().flatten()?;
    // each that was reached: by which before it, and by which words
    let mut reached: Vec<(usize, Option<(usize, Span)>)> = vec![(start, None)];
    let mut seen = BTreeSet::new();
    let mut i = 0;
    while let Some((here, _)) = reached.get(i).copied() {
        for (to, span) in next.get(here).into_iter().flatten() {
            if *to == start {
                let mut circle = vec![(here, *span)];
                let mut at = i;
                while let Some((before, words)) = reached.get(at).and_then(|r| r.1) {
                    circle.push((reached.get(before)?.0, words));
                    at = before;
                }
                circle.reverse();
                return Some(circle);
            }
            if parts.get(*to).copied().flatten() == Some(part) && seen.insert(*to) {
                reached.push((*to, Some((i, *span))));
            }
        }
        i += 1;
    }
    None
}

/// A knot behind which there are more than `most`, where none comes back to itself.
pub(super) fn deep(next: &Links, most: usize) -> Option<usize> {
    let mut behind = vec![0; next.len()];
    loop {
        let mut grown = false;
        for (at, asked) in next.iter().enumerate() {
            let deepest = asked.iter().filter_map(|(to, _)| behind.get(*to)).max().map_or(0, |n| n + 1);
            if deepest > most {
                return Some(at);
            }
            if let Some(old) = behind.get_mut(at).filter(|old| **old < deepest) {
                *old = deepest;
                grown = true;
            }
        }
        if !grown {
            return None;
        }
    }
}

/// A knot behind which there are more than `most` questions in all, each counted as often as it is asked, where none comes
/// back to itself.
pub(super) fn many(next: &Links, most: u64) -> Option<usize> {
    let mut behind: Vec<u64> = vec![0; next.len()];
    loop {
        let mut grown = false;
        for (at, asked) in next.iter().enumerate() {
            let all = asked.iter().filter_map(|(to, _)| behind.get(*to)).fold(0, |sum: u64, n| sum.saturating_add(*n).saturating_add(1));
            if all > most {
                return Some(at);
            }
            if let Some(old) = behind.get_mut(at).filter(|old| **old < all) {
                *old = all;
                grown = true;
            }
        }
        if !grown {
            return None;
        }
    }
}
