//! Circles: what leads back to where it began.

use std::collections::BTreeSet;

use crate::source::Span;

/// For each knot, where it leads, and the words that say so.
pub(super) type Links = Vec<Vec<(usize, Span)>>;

/// One shortest circle through each knot of a graph: where it goes, and the words that lead on from there.
pub(super) fn circles(next: &Links) -> Links {
    let mut done = BTreeSet::new();
    let mut out = Vec::new();
    for start in 0..next.len() {
        if done.contains(&start) {
            continue;
        }
        let mut paths: Links = vec![Vec::new()];
        let mut at = vec![start];
        let mut seen = BTreeSet::new();
        let mut circle = None;
        let mut i = 0;
        while let (Some(here), None) = (at.get(i).copied(), &circle) {
            for (to, span) in next.get(here).into_iter().flatten() {
                let mut path = paths.get(i).cloned().unwrap_or_default();
                path.push((here, *span));
                if *to == start {
                    circle = Some(path);
                    break;
                }
                if seen.insert(*to) {
                    at.push(*to);
                    paths.push(path);
                }
            }
            i += 1;
        }
        if let Some(c) = circle {
            done.extend(c.iter().map(|(i, _)| *i));
            out.push(c);
        }
    }
    out
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
