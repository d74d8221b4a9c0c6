//! Bringing stands together edge to edge.

use super::facing::Facing;
use super::gap::{CONTACT, SLACK, separation, touching};
use super::halving::halved;
use super::stand::{Base, Stand};
use super::sweep::{first_within, slid, sweeps_into};

/// Edge to edge distance that contact aims at, in mils: half of [`CONTACT`], safe from rounding
/// both ways.
pub(super) const SNUG: i32 = CONTACT / 2;

/// Slides a stand straight towards the centre of a target until they touch, 0 to [`CONTACT`] mils
/// apart. Where they touch already it stays. `None` when an obstacle is run into on the way.
#[must_use]
pub fn advance_to_contact(mover: &Stand, target: &Stand, obstacles: &[Stand]) -> Option<Stand> {
    if touching(mover, target) {
        return Some(*mover);
    }
    let mils = first_within(mover, target.at, target, SNUG)?;
    let there = slid(mover, target.at, mils);
    let free = !obstacles.iter().any(|o| o != target && sweeps_into(mover, there.at, o));
    free.then_some(there)
}

/// A base put down beside a stand, in direction `bearing` from its centre, `space` mils from it
/// edge to edge (off by at most 1).
#[must_use]
pub fn beside(anchor: &Stand, base: Base, facing: Facing, bearing: Facing, space: i32) -> Stand {
    let space = space.max(0);
    let reach = anchor.radius_bound().saturating_add(base.radius_bound()).saturating_add(space);
    let put = |mils: i32| Stand::new(anchor.at.offset(bearing, mils, 0), facing, base);
    if let (Base::Circle { .. }, Base::Circle { .. }) = (anchor.base, base) {
        return put(reach);
    }
    // Further out is never nearer: find the first place that is far enough.
    let far = reach.saturating_add(SLACK);
    put(halved(far, 0, 1, |mils| separation(anchor, &put(mils)) >= space))
}

#[cfg(test)]
mod tests {
    use super::super::gap::gap;
    use super::super::point::Point;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn into_contact() {
        let mover = Stand::disc(Point::ORIGIN, 500);
        let target = Stand::disc(Point::new(10_000, 0), 1000);
        let there = advance_to_contact(&mover, &target, &[]).map(|s| s.at);
        assert_eq!(there, Some(Point::new(8495, 0)));
        let rock = Stand::disc(Point::new(5000, 800), 500);
        assert_eq!(advance_to_contact(&mover, &target, &[rock]), None);
        let aside = rock.moved(Point::new(5000, 1000));
        assert!(advance_to_contact(&mover, &target, &[aside, target]).is_some());
    }

    #[test]
    fn side_by_side() {
        let anchor = Stand::new(Point::ORIGIN, Facing::NORTH, Base::rect(2000, 1000));
        let right = beside(&anchor, Base::round(800), Facing::WEST, Facing::EAST, 100);
        assert_eq!(right.at, Point::new(1500, 0));
        let disc = Stand::disc(Point::ORIGIN, 300);
        assert_eq!(beside(&disc, Base::round(400), Facing::NORTH, Facing::SOUTH, 5).at.y, -505);
    }

    fn base() -> impl Strategy<Value = Base> {
        prop_oneof![(200..3000_i32).prop_map(Base::round), (200..3000_i32, 200..3000_i32).prop_map(|(w, d)| Base::rect(w, d)),]
    }

    proptest! {
        #[test]
        fn contact_is_contact(a in base(), b in base(), x in -20_000..20_000_i32, y in -20_000..20_000_i32, f: u16, g: u16) {
            let mover = Stand::new(Point { x, y }, Facing(f), a);
            let target = Stand::new(Point::ORIGIN, Facing(g), b);
            prop_assume!(gap(&mover, &target) > CONTACT);
            let Some(there) = advance_to_contact(&mover, &target, &[]) else {
                return Err(TestCaseError::fail("no contact"));
            };
            let apart = separation(&there, &target);
            prop_assert!((0..=CONTACT).contains(&apart), "{apart}");
        }

        #[test]
        fn beside_is_that_far(a in base(), b in base(), f: u16, g: u16, h: u16, space in 0..3000_i32) {
            let anchor = Stand::new(Point::new(5, 7), Facing(f), a);
            let put = beside(&anchor, b, Facing(g), Facing(h), space);
            prop_assert!((separation(&anchor, &put) - space).abs() <= 2);
        }
    }
}
