//! The algebra of guards: when two can hold together, when one follows from another, when one never holds.
//!
//! A **term** is something that has one whole number at a moment: a state (0 or 1), a count, a distance, which
//! formation. A **guard** says of some terms which numbers they may have, as a disjunction of conjunctions. States,
//! equations, comparisons and readings all come to this. [`Laws`] say what is known of terms anyway: their least and
//! most, and which of them exclude each other.
//!
//! Sound: what is called `never` has no state of the game in which it holds. Where a guard would grow too large it is
//! taken to be always possible, so a meeting may be suspected that never comes, and none is missed.

use std::collections::{BTreeMap, HashMap};

/// Something that has one whole number at a moment.
pub type Term = u32;

/// The most conjunctions that are kept apart.
const MOST: usize = 96;

/// A set of whole numbers: spans, ascending, not touching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges(Vec<(i64, i64)>);

impl Ranges {
    /// From `low` to `high`, both included.
    #[must_use]
    pub fn span(low: i64, high: i64) -> Self {
        Self(if low <= high { vec![(low, high)] } else { Vec::new() })
    }

    /// Just `n`.
    #[must_use]
    pub fn one(n: i64) -> Self {
        Self::span(n, n)
    }

    /// Every number that is not in it.
    #[must_use]
    pub fn not(&self) -> Self {
        let mut out = Vec::new();
        let mut from = Some(i64::MIN);
        for (low, high) in &self.0 {
            if let (Some(f), Some(end)) = (from, low.checked_sub(1)) {
                if f <= end {
                    out.push((f, end));
                }
            }
            from = high.checked_add(1);
        }
        if let Some(f) = from {
            out.push((f, i64::MAX));
        }
        Self(out)
    }

    /// What is in both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut out = Vec::new();
        for (a, b) in &self.0 {
            for (c, d) in &other.0 {
                let (low, high) = (*a.max(c), *b.min(d));
                if low <= high {
                    out.push((low, high));
                }
            }
        }
        Self(out)
    }

    /// Whether `n` is in it.
    #[must_use]
    pub fn has(&self, n: i64) -> bool {
        self.0.iter().any(|(a, b)| (*a..=*b).contains(&n))
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What is known of terms whatever the state of the game.
#[derive(Clone, Debug, Default)]
pub struct Laws {
    /// Least and most.
    pub bounds: HashMap<Term, (i64, i64)>,
    /// Of each of these at most one is not 0.
    pub rivals: Vec<Vec<Term>>,
}

type Clause = BTreeMap<Term, Ranges>;

/// A condition: any of its clauses, each of which asks all of its terms to be in range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard(Vec<Clause>);

impl Guard {
    /// Always holds, or never does.
    #[must_use]
    pub fn of(truth: bool) -> Self {
        Self(if truth { vec![Clause::new()] } else { Vec::new() })
    }

    /// Holds while the term is in range.
    #[must_use]
    pub fn within(term: Term, ranges: Ranges) -> Self {
        Self(vec![Clause::from([(term, ranges)])])
    }

    /// Both hold.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        if self.0.len().saturating_mul(other.0.len()) > MOST {
            // one of the two alone is asked less, so no meeting is missed
            return if self.0.len() <= other.0.len() { self.clone() } else { other.clone() };
        }
        let mut out = Vec::new();
        for a in &self.0 {
            for b in &other.0 {
                let mut both = a.clone();
                for (term, ranges) in b {
                    let narrowed = both.get(term).map_or_else(|| ranges.clone(), |r| r.and(ranges));
                    both.insert(*term, narrowed);
                }
                if !both.values().any(Ranges::is_empty) && !out.contains(&both) {
                    out.push(both);
                }
            }
        }
        Self(out)
    }

    /// Either holds.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let mut out = self.0.clone();
        out.extend(other.0.iter().filter(|c| !self.0.contains(c)).cloned());
        if out.len() > MOST { Self::of(true) } else { Self(out) }
    }
}

impl Laws {
    /// Whether it cannot hold.
    #[must_use]
    pub fn never(&self, guard: &Guard) -> bool {
        guard.0.iter().all(|c| self.impossible(c))
    }

    /// Whether the two cannot hold together.
    #[must_use]
    pub fn apart(&self, a: &Guard, b: &Guard) -> bool {
        self.never(&a.and(b))
    }

    /// Whether `a` holds only where something else does, told by `not_b`, its opposite.
    #[must_use]
    pub fn implies(&self, a: &Guard, not_b: &Guard) -> bool {
        self.apart(a, not_b)
    }

    fn impossible(&self, clause: &Clause) -> bool {
        let bound = |t: &Term| self.bounds.get(t).map_or_else(|| Ranges::span(i64::MIN, i64::MAX), |(a, b)| Ranges::span(*a, *b));
        clause.iter().any(|(t, r)| r.and(&bound(t)).is_empty())
            || self.rivals.iter().any(|set| set.iter().filter(|t| clause.get(t).is_some_and(|r| !r.and(&bound(t)).has(0))).count() > 1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Guard, Laws, Ranges, Term};
    use proptest::prelude::*;

    /// A condition as written: the oracle evaluates it as it stands.
    #[derive(Clone, Debug)]
    enum Said {
        Within(Term, i64, i64),
        Not(Box<Said>),
        And(Box<Said>, Box<Said>),
        Or(Box<Said>, Box<Said>),
    }

    const COUNT: Term = 5;
    const TERMS: usize = COUNT as usize;

    fn said() -> impl Strategy<Value = Said> {
        let leaf = (0..COUNT, -1..4_i64, 0..3_i64).prop_map(|(t, a, n)| Said::Within(t, a, a + n));
        leaf.prop_recursive(4, 24, 2, |inner| {
            prop_oneof![
                inner.clone().prop_map(|a| Said::Not(Box::new(a))),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| Said::And(Box::new(a), Box::new(b))),
                (inner.clone(), inner).prop_map(|(a, b)| Said::Or(Box::new(a), Box::new(b))),
            ]
        })
    }

    fn holds(said: &Said, at: &[i64; TERMS]) -> bool {
        match said {
            Said::Within(t, a, b) => (*a..=*b).contains(&at[*t as usize]),
            Said::Not(x) => !holds(x, at),
            Said::And(x, y) => holds(x, at) && holds(y, at),
            Said::Or(x, y) => holds(x, at) || holds(y, at),
        }
    }

    /// Pushes `not` down to the terms, as the reader of expressions does.
    fn guard(said: &Said, yes: bool) -> Guard {
        match (said, yes) {
            (Said::Within(t, a, b), true) => Guard::within(*t, Ranges::span(*a, *b)),
            (Said::Within(t, a, b), false) => Guard::within(*t, Ranges::span(*a, *b).not()),
            (Said::Not(x), _) => guard(x, !yes),
            (Said::And(x, y), true) | (Said::Or(x, y), false) => guard(x, yes).and(&guard(y, yes)),
            (Said::Or(x, y), true) | (Said::And(x, y), false) => guard(x, yes).or(&guard(y, yes)),
        }
    }

    /// Terms 0 and 1 are states, 2 and 3 exclude each other, 4 is a number.
    fn laws() -> Laws {
        let bounds = [(0, 0, 1), (1, 0, 1), (2, 0, 2), (3, 0, 2), (4, 0, 3)];
        Laws { bounds: bounds.into_iter().map(|(t, a, b)| (t, (a, b))).collect(), rivals: vec![vec![2, 3]] }
    }

    fn states() -> Vec<[i64; TERMS]> {
        let mut out = Vec::new();
        for n in 0..2 * 2 * 3 * 3 * 4 {
            let at = [n % 2, n / 2 % 2, n / 4 % 3, n / 12 % 3, n / 36];
            if at[2] == 0 || at[3] == 0 {
                out.push(at);
            }
        }
        out
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn what_is_called_never_never_holds(a in said()) {
            let any = states().iter().any(|s| holds(&a, s));
            if laws().never(&guard(&a, true)) {
                prop_assert!(!any, "{a:?}");
            }
        }

        #[test]
        fn what_is_called_apart_never_meets(a in said(), b in said()) {
            let meet = states().iter().any(|s| holds(&a, s) && holds(&b, s));
            if laws().apart(&guard(&a, true), &guard(&b, true)) {
                prop_assert!(!meet, "{a:?} {b:?}");
            }
        }

        #[test]
        fn what_follows_follows(a in said(), b in said()) {
            let follows = states().iter().all(|s| !holds(&a, s) || holds(&b, s));
            if laws().implies(&guard(&a, true), &guard(&b, false)) {
                prop_assert!(follows, "{a:?} {b:?}");
            }
        }

        #[test]
        fn small_guards_are_decided(t in 0..COUNT, a in -1..4_i64, u in 0..COUNT, b in -1..4_i64) {
            let both = Said::And(Box::new(Said::Within(t, a, a + 1)), Box::new(Said::Not(Box::new(Said::Within(u, b, b + 1)))));
            let any = states().iter().any(|s| holds(&both, s));
            prop_assert_eq!(laws().never(&guard(&both, true)), !any);
        }
    }
}
