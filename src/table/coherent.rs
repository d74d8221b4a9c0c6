//! Whether stands keep together.

use super::gap::gap;
use super::stand::Stand;

/// Whether all stands hang together in one cluster by steps of at most `limit` mils.
#[must_use]
pub fn clustered(stands: &[Stand], limit: i32) -> bool {
    clusters(stands, limit).iter().all(|&c| c == 0)
}

/// The cluster each stand belongs to, numbered from 0 in the order of their first stands.
#[must_use]
pub fn clusters(stands: &[Stand], limit: i32) -> Vec<usize> {
    let mut of: Vec<Option<usize>> = vec![None; stands.len()];
    let mut count = 0;
    let mut open: Vec<Stand> = Vec::new();
    while let Some((slot, first)) = of.iter_mut().zip(stands).find(|(slot, _)| slot.is_none()) {
        *slot = Some(count);
        open.push(*first);
        while let Some(a) = open.pop() {
            for (slot, b) in of.iter_mut().zip(stands) {
                if slot.is_none() && gap(&a, b) <= limit {
                    *slot = Some(count);
                    open.push(*b);
                }
            }
        }
        count += 1;
    }
    of.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::super::point::Point;
    use super::*;

    fn row(xs: &[i32]) -> Vec<Stand> {
        xs.iter().map(|&x| Stand::disc(Point::new(x, 0), 500)).collect()
    }

    #[test]
    fn two_pairs_are_two_clusters() {
        let pairs = row(&[0, 2000, 9000, 11_000]);
        assert!(!clustered(&pairs, 1000));
        assert_eq!(clusters(&row(&[0, 9000, 2000, 11_000]), 1000), [0, 1, 0, 1]);
        assert!(clustered(&pairs, 6000));
    }

    #[test]
    fn few() {
        assert!(clustered(&[], 0));
        assert!(clustered(&row(&[5]), 0));
    }
}
