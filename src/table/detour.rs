//! Ways round ground that may not be entered, of which it is asked how much movement they take.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::ground::{Patch, least};
use super::path::path;
use super::point::Point;

/// A way that is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Detour {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// How much room the mover needs to each side, in mils.
    pub clearance: i32,
    /// The most that it may cost, in mils.
    pub most: i32,
}

impl Detour {
    /// One number for all that the way over this ground hangs on.
    #[must_use]
    pub fn key(&self, patches: &[Patch]) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        for patch in patches {
            (patch.shape, patch.cost, patch.reach).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// The least allowance with which the shortest way can be gone, in mils; `None` if there is no way.
    #[must_use]
    pub fn least(&self, patches: &[Patch]) -> Option<i32> {
        let points = path(self.from, self.to, self.clearance, self.most, &[], patches)?.points;
        let mut legs = points.iter().zip(points.iter().skip(1)).rev();
        legs.try_fold(0, |left, (a, b)| least(*a, *b, patches, left))
    }
}

#[cfg(test)]
mod tests {
    use super::super::ground::Cost;
    use super::super::shape::Shape;
    use super::*;

    #[test]
    fn what_a_way_hangs_on() {
        let at = |x, y| Point { x, y };
        let (house, hut) = (Shape::rect(at(2000, -1000), at(4000, 3000)), Shape::rect(at(2000, -1000), at(4000, 3001)));
        let twin = house.clone();
        let way = Detour { from: at(0, 0), to: at(6000, 0), clearance: 0, most: 9000 };
        let over = |shape, cost| way.key(&[Patch::new(shape, cost)]);
        assert_eq!(over(&house, Cost::Forbidden), over(&twin, Cost::Forbidden));
        assert_ne!(over(&house, Cost::Forbidden), over(&hut, Cost::Forbidden));
        assert_ne!(over(&house, Cost::Forbidden), over(&house, Cost::HalfRest));
        assert_ne!(over(&house, Cost::Forbidden), Detour { clearance: 1, ..way }.key(&[Patch::new(&house, Cost::Forbidden)]));
        // by the southern corners: 2236 + 2000 + 2236
        let far = way.least(&[Patch::new(&house, Cost::Forbidden)]);
        assert!(far.is_some_and(|far| (6472..6500).contains(&far)), "{far:?}");
        assert_eq!(Detour { most: 6400, ..way }.least(&[Patch::new(&house, Cost::Forbidden)]), None);
    }
}
