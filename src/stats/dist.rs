//! An exact distribution of finitely many outcomes.

use std::collections::BTreeMap;

use super::exact::Exact;
use super::weight::Weight;

/// Why there is no such distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DistError {
    /// No outcome has a chance.
    #[error("a distribution needs an outcome that can happen")]
    Empty,
}

/// Outcomes with their exact chances, in the order of the outcomes.
///
/// Whole weights over their sum: the chances are never 0, and add up to 1 by construction. The
/// weights have no common divisor, so that equal distributions are equal values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dist<T> {
    weights: BTreeMap<T, Weight>,
    total: Weight,
}

impl<T: Ord> Dist<T> {
    /// One outcome, for certain.
    #[must_use]
    pub fn certain(outcome: T) -> Self {
        Self::gather([(outcome, Weight::ONE)])
    }

    /// All outcomes as likely; one that is given twice, twice as likely.
    ///
    /// # Errors
    /// [`DistError::Empty`] if there are none.
    pub fn uniform(outcomes: impl IntoIterator<Item = T>) -> Result<Self, DistError> {
        Self::weighted(outcomes.into_iter().map(|outcome| (outcome, Weight::ONE)))
    }

    /// Outcomes as likely as their weights say; equal outcomes are merged, those of no weight left
    /// out.
    ///
    /// # Errors
    /// [`DistError::Empty`] if nothing has a weight.
    pub fn weighted<W: Into<Weight>>(outcomes: impl IntoIterator<Item = (T, W)>) -> Result<Self, DistError> {
        let dist = Self::gather(outcomes.into_iter().map(|(outcome, w)| (outcome, w.into())));
        if dist.weights.is_empty() { Err(DistError::Empty) } else { Ok(dist) }
    }

    /// The chance of an outcome.
    #[must_use]
    pub fn probability(&self, outcome: &T) -> Exact {
        self.weights.get(outcome).map_or(Exact::ZERO, |weight| self.share(weight))
    }

    /// The mean of what `value` makes of the outcomes, each as often as its chance.
    #[must_use]
    pub fn expectation<V: Into<Exact>>(&self, mut value: impl FnMut(&T) -> V) -> Exact {
        self.iter().map(|(outcome, chance)| &chance * &value(outcome).into()).sum()
    }

    /// The outcomes that can happen, in order, with their chances.
    pub fn iter(&self) -> impl Iterator<Item = (&T, Exact)> {
        self.weights.iter().map(|(outcome, weight)| (outcome, self.share(weight)))
    }

    /// The outcomes that can happen, in order, with their weights out of [`total`](Self::total).
    pub fn weights(&self) -> impl Iterator<Item = (&T, &Weight)> {
        self.weights.iter()
    }

    /// The sum of the weights.
    #[must_use]
    pub const fn total(&self) -> &Weight {
        &self.total
    }

    /// What becomes of the outcomes; those that become equal are merged.
    #[must_use]
    pub fn map<U: Ord>(&self, mut become_: impl FnMut(&T) -> U) -> Dist<U> {
        Dist::gather(self.weights.iter().map(|(outcome, w)| (become_(outcome), w.clone())))
    }

    /// What comes of going on by chance from each outcome.
    #[must_use]
    pub fn and_then<U: Ord>(&self, mut go_on: impl FnMut(&T) -> Dist<U>) -> Dist<U> {
        let next: Vec<(&Weight, Dist<U>)> = self.weights.iter().map(|(outcome, weight)| (weight, go_on(outcome))).collect();
        let common = next.iter().fold(Weight::ONE, |common, (_, dist)| lcm(&common, &dist.total));
        Dist::gather(next.into_iter().flat_map(|(weight, dist)| {
            let scale = weight.times(&common.over(&dist.total));
            dist.weights.into_iter().map(move |(outcome, w)| (outcome, w.times(&scale)))
        }))
    }

    /// What comes of two independent outcomes.
    #[must_use]
    pub fn convolve<U: Ord, V: Ord>(&self, other: &Dist<U>, mut combine: impl FnMut(&T, &U) -> V) -> Dist<V> {
        let mut products = Vec::with_capacity(self.weights.len() * other.weights.len());
        for (a, v) in &self.weights {
            products.extend(other.weights.iter().map(|(b, w)| (combine(a, b), v.times(w))));
        }
        Dist::gather(products)
    }

    /// What comes of so many independent outcomes of this distribution, joined by `combine`, which
    /// must be associative; of none, `nothing`, which must change nothing when joined.
    #[must_use]
    pub fn repeat(&self, times: u32, nothing: T, combine: impl Fn(&T, &T) -> T) -> Self
    where
        T: Clone,
    {
        let (mut result, mut power, mut left) = (Self::certain(nothing), self.clone(), times);
        while left > 0 {
            if left % 2 == 1 {
                result = result.convolve(&power, &combine);
            }
            left /= 2;
            if left > 0 {
                power = power.convolve(&power, &combine);
            }
        }
        result
    }

    /// The distribution once it is known that `holds` holds; `None` if it cannot.
    #[must_use]
    pub fn given(&self, mut holds: impl FnMut(&T) -> bool) -> Option<Self>
    where
        T: Clone,
    {
        let held = self.weights.iter().filter(|(outcome, _)| holds(outcome));
        Self::weighted(held.map(|(outcome, weight)| (outcome.clone(), weight.clone()))).ok()
    }

    /// The weights merged, less those of nought, and reduced.
    fn gather(outcomes: impl IntoIterator<Item = (T, Weight)>) -> Self {
        let mut weights = BTreeMap::<T, Weight>::new();
        let mut total = Weight::ZERO;
        for (outcome, weight) in outcomes {
            if weight.is_zero() {
                continue;
            }
            total = total.plus(&weight);
            weights.entry(outcome).and_modify(|sum| *sum = sum.plus(&weight)).or_insert(weight);
        }
        let mut divisor = total.clone();
        for weight in weights.values() {
            if divisor == Weight::ONE {
                break;
            }
            divisor = divisor.gcd(weight);
        }
        if divisor != Weight::ONE {
            for weight in weights.values_mut() {
                *weight = weight.over(&divisor);
            }
            total = total.over(&divisor);
        }
        Self { weights, total }
    }

    fn share(&self, weight: &Weight) -> Exact {
        // There is a total: what has no outcome is no distribution.
        Exact::share(weight, &self.total).unwrap_or(Exact::ZERO)
    }
}

/// The least common multiple of two weights that are not nought.
#[must_use]
pub fn lcm(a: &Weight, b: &Weight) -> Weight {
    a.over(&a.gcd(b)).times(b)
}
