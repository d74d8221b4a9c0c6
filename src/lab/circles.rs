//! Exact odds of what may come round to the same position: the positions are an absorbing Markov chain, whose expected
//! visits solve linear equations (Kemeny and Snell, Finite Markov Chains, chapter 3), one circle at a time.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry;

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef as _;
use rustc_hash::FxHashMap;

use super::exact::{Odds, cut};
use super::pool::{Spread, weights};
use super::run_on::{Open, Policy, to_throw};
use crate::stats::Exact;
use crate::vm::{Game, Machine, Toss};

/// Positions in all, at most.
const MOST: usize = 100_000;
/// Positions of one circle, at most: its equations take time with the cube of them.
const MOST_AROUND: usize = 300;

/// Every position that can be met, with its throws and ends.
type Chain<T> = DiGraph<Place<T>, Exact>;

/// Where a branch stands: before a throw, or at an end.
enum Place<T> {
    Throw,
    End(T),
}

/// The exact distribution of `measure`, as [`super::odds`] gives it, where positions may come again.
///
/// # Errors
/// As for [`super::odds`]; and a circle that nothing leads out of.
pub(super) fn solve<P: Policy, T: Ord + Clone>(
    game: Game<'_>,
    start: &Machine,
    policy: &P,
    measure: &mut dyn FnMut(&Machine) -> T,
) -> Result<Odds<T>, Open> {
    let (chain, first, followed) = explore(game, start, policy, measure)?;
    let mut visits = vec![Exact::ZERO; chain.node_count()];
    add(&mut visits, first, &Exact::ONE);
    let mut outcomes: BTreeMap<T, Exact> = BTreeMap::new();
    // strongly connected components come in reverse topological order
    for around in tarjan_scc(&chain).iter().rev() {
        if let ([one], false) = (around.as_slice(), around.iter().any(|n| chain.contains_edge(*n, *n))) {
            if let Some(Place::End(is)) = chain.node_weight(*one) {
                let visits = visits.get(one.index()).cloned().unwrap_or(Exact::ZERO);
                outcomes.entry(is.clone()).and_modify(|sum| *sum = &*sum + &visits).or_insert(visits);
            }
        } else {
            settle(&chain, around, &mut visits)?;
        }
        for n in around {
            let here = visits.get(n.index()).cloned().unwrap_or(Exact::ZERO);
            for e in chain.edges(*n).filter(|e| !around.contains(&e.target())) {
                add(&mut visits, e.target(), &(&here * e.weight()));
            }
        }
    }
    Ok(Odds { outcomes, followed })
}

fn add(visits: &mut [Exact], to: NodeIndex, more: &Exact) {
    if let Some(sum) = visits.get_mut(to.index()) {
        *sum = &*sum + more;
    }
}

/// Every position that can be met from the start, and the chance of each step from one to another; and [`Odds::followed`].
fn explore<P: Policy, T: Ord + Clone>(
    game: Game<'_>,
    start: &Machine,
    policy: &P,
    measure: &mut dyn FnMut(&Machine) -> T,
) -> Result<(Chain<T>, NodeIndex, Option<u8>), Open> {
    let mut chain = Chain::new();
    let mut known: FxHashMap<(Machine, P), NodeIndex> = FxHashMap::default();
    let mut ends: BTreeMap<T, NodeIndex> = BTreeMap::new();
    let mut waiting: Vec<(Machine, P, Toss, NodeIndex)> = Vec::new();
    let mut reach = |chain: &mut Chain<T>, waiting: &mut Vec<(Machine, P, Toss, NodeIndex)>, mut machine: Machine, mut policy: P| {
        let Some(toss) = to_throw(game, &mut machine, &mut policy)? else {
            let is = measure(&machine);
            return Ok(*ends.entry(is.clone()).or_insert_with(|| chain.add_node(Place::End(is))));
        };
        match known.entry((machine, policy)) {
            Entry::Occupied(held) => Ok(*held.get()),
            Entry::Vacant(place) => {
                let n = chain.add_node(Place::Throw);
                waiting.push((place.key().0.clone(), place.key().1.clone(), toss, n));
                place.insert(n);
                if chain.node_count() > MOST { Err(Open::TooMany(MOST)) } else { Ok(n) }
            }
        }
    };
    let first = reach(&mut chain, &mut waiting, start.clone(), policy.clone())?;
    let mut followed = None;
    while let Some((machine, policy, toss, from)) = waiting.pop() {
        followed = followed.max(cut(&toss));
        let (outcomes, sum): Spread = weights(&toss);
        for (outcome, weight) in outcomes {
            let mut branch = machine.clone();
            branch.settle(outcome);
            let to = reach(&mut chain, &mut waiting, branch, policy.clone())?;
            let chance = Exact::share(&weight, &sum).unwrap_or(Exact::ZERO);
            match chain.find_edge(from, to).and_then(|e| chain.edge_weight_mut(e)) {
                Some(held) => *held = &*held + &chance,
                None => {
                    chain.add_edge(from, to, chance);
                }
            }
        }
    }
    Ok((chain, first, followed))
}

/// Expected visits of the positions of a circle from those that come in: `visits = came in + visits × steps within`.
fn settle<T>(chain: &Chain<T>, around: &[NodeIndex], visits: &mut [Exact]) -> Result<(), Open> {
    if around.len() > MOST_AROUND {
        return Err(Open::TooMany(around.len()));
    }
    let place = |n: NodeIndex| around.iter().position(|m| *m == n);
    let mut rows: Vec<Vec<Exact>> = vec![vec![Exact::ZERO; around.len() + 1]; around.len()];
    for (i, n) in around.iter().enumerate() {
        let came = visits.get(n.index()).cloned().unwrap_or(Exact::ZERO);
        let mut put = |row: usize, column: usize, x: &Exact| {
            if let Some(cell) = rows.get_mut(row).and_then(|r| r.get_mut(column)) {
                *cell = &*cell + x;
            }
        };
        put(i, i, &Exact::ONE);
        put(i, around.len(), &came);
        for e in chain.edges(*n) {
            if let Some(to) = place(e.target()) {
                put(to, i, &(&Exact::ZERO - e.weight()));
            }
        }
    }
    let solved = eliminate(rows).ok_or(Open::Endless)?;
    for (n, x) in around.iter().zip(solved) {
        if let Some(sum) = visits.get_mut(n.index()) {
            *sum = x;
        }
    }
    Ok(())
}

/// Solves linear equations by Gauss and Jordan: each row holds its coefficients and then what they come to. None if they
/// do not have one solution.
fn eliminate(mut rows: Vec<Vec<Exact>>) -> Option<Vec<Exact>> {
    let size = rows.len();
    for column in 0..size {
        let pivot = (column..size).find(|r| rows.get(*r).and_then(|row| row.get(column)).is_some_and(|x| *x != Exact::ZERO))?;
        rows.swap(column, pivot);
        let mut chosen = std::mem::take(rows.get_mut(column)?);
        let first = chosen.get(column)?.clone();
        for x in chosen.iter_mut().skip(column) {
            *x = x.over(&first)?;
        }
        for row in rows.iter_mut().filter(|r| !r.is_empty()) {
            let factor = row.get(column)?.clone();
            if factor == Exact::ZERO {
                continue;
            }
            for (x, c) in row.iter_mut().zip(&chosen).skip(column) {
                *x = &*x - &(&factor * c);
            }
        }
        *rows.get_mut(column)? = chosen;
    }
    rows.into_iter().map(|mut row| row.pop()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &[[i64; 3]; 2]) -> Vec<Vec<Exact>> {
        text.iter().map(|r| r.iter().map(|n| Exact::from(*n)).collect()).collect()
    }

    #[test]
    fn equations_are_solved_or_refused() {
        // 2x + y = 5, x - y = 1
        assert_eq!(eliminate(of(&[[2, 1, 5], [1, -1, 1]])), Some(vec![Exact::from(2), Exact::from(1)]));
        // the pivot is below
        assert_eq!(eliminate(of(&[[0, 1, 3], [2, 0, 8]])), Some(vec![Exact::from(4), Exact::from(3)]));
        assert_eq!(eliminate(of(&[[1, 1, 2], [2, 2, 4]])), None);
    }
}
