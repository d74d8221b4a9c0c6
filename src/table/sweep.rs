//! A stand that slides along a straight line, its facing kept.

use super::gap::{CONTACT, SLACK, separation};
use super::halving::halved;
use super::point::Point;
use super::segment::Segment;
use super::stand::{Base, Stand};

/// Whether a stand that slides to a place runs into an obstacle: overlaps it deeper than
/// [`CONTACT`] at some place, and deeper than at the start.
#[must_use]
pub fn sweeps_into(mover: &Stand, to: Point, obstacle: &Stand) -> bool {
    sweeps_within(mover, to, obstacle, -CONTACT)
}

/// Whether a stand that slides to a place comes nearer to an obstacle than `limit` mils (overlap is
/// negative), and nearer than it was at the start.
#[must_use]
pub fn sweeps_within(mover: &Stand, to: Point, obstacle: &Stand, limit: i32) -> bool {
    let (_, least) = nearest(mover, to, obstacle, limit.max(0));
    least < limit && least < separation(mover, obstacle).saturating_sub(SLACK)
}

/// Mils that a stand may slide towards a place before it [`sweeps_within`] a limit.
#[must_use]
pub fn free_slide(mover: &Stand, to: Point, obstacle: &Stand, limit: i32) -> i32 {
    let length = mover.at.distance(to);
    if !sweeps_within(mover, to, obstacle, limit) {
        return length;
    }
    let shut = limit.min(separation(mover, obstacle).saturating_sub(SLACK)).saturating_sub(1);
    first_within(mover, to, obstacle, shut).map_or(length, |mils| mils.saturating_sub(1).max(0))
}

/// The stand so many mils along its slide.
pub(super) fn slid(mover: &Stand, to: Point, mils: i32) -> Stand {
    mover.moved(mover.at.towards(to, mils))
}

/// Where along the slide a stand comes nearest to an obstacle, and their separation there; an obstacle farther off than `reach`
/// mils may be given as far as it is at the start.
fn nearest(mover: &Stand, to: Point, obstacle: &Stand, reach: i32) -> (i32, i32) {
    let line = Segment::new(mover.at, to);
    let length = line.length();
    let apart = |mils: i32| separation(&slid(mover, to, mils), obstacle);
    if are_discs(mover, obstacle) {
        let foot = line.foot(obstacle.at).clamp(0, length);
        return (foot, apart(foot));
    }
    if is_beyond(mover, line, obstacle, reach) {
        return (0, apart(0));
    }
    // Separation is convex along a slide: compare two inner places, drop the worse third.
    let (mut low, mut high) = (0, length);
    while high - low > 3 {
        let third = (high - low) / 3;
        let (a, b) = (low + third, high - third);
        if apart(a) <= apart(b) {
            high = b;
        } else {
            low = a;
        }
    }
    (low..=high).map(|mils| (mils, apart(mils))).min_by_key(|&(_, s)| s).unwrap_or((0, apart(0)))
}

const fn are_discs(a: &Stand, b: &Stand) -> bool {
    matches!((a.base, b.base), (Base::Circle { .. }, Base::Circle { .. }))
}

/// Whether an obstacle is farther than `reach` mils from all of a slide, by the discs round both.
fn is_beyond(mover: &Stand, line: Segment, obstacle: &Stand, reach: i32) -> bool {
    let bound = mover.radius_bound().saturating_add(obstacle.radius_bound());
    line.distance(obstacle.at) > bound.saturating_add(SLACK).saturating_add(reach)
}

/// The first place along the slide, in mils, where the separation is at most `limit`; none if there is none.
#[must_use]
pub fn first_within(mover: &Stand, to: Point, obstacle: &Stand, limit: i32) -> Option<i32> {
    let line = Segment::new(mover.at, to);
    if !are_discs(mover, obstacle) {
        if is_beyond(mover, line, obstacle, limit.max(0)) {
            return None;
        }
        match advance(mover, to, line.length(), obstacle, limit) {
            Advance::Within(mils) => return Some(mils),
            Advance::Never => return None,
            Advance::Grazing => {}
        }
    }
    let apart = |mils: i32| separation(&slid(mover, to, mils), obstacle);
    let (near, least) = nearest(mover, to, obstacle, limit.max(0));
    if least > limit {
        return None;
    }
    if apart(0) <= limit {
        return Some(0);
    }
    Some(halved(near, 0, 1, |mils| apart(mils) <= limit))
}

/// Steps of [`advance`] before it gives up.
const STEPS: u32 = 32;

/// Where stepping along a slide ends.
enum Advance {
    /// Here a stand is near first.
    Within(i32),
    /// It is near nowhere.
    Never,
    /// It passes so near that steps are too short.
    Grazing,
}

/// Steps along a slide by as much as a stand may go without coming nearer than `limit`: as far as it is off (conservative
/// advancement; Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996).
fn advance(mover: &Stand, to: Point, length: i32, obstacle: &Stand, limit: i32) -> Advance {
    let (mut at, mut last) = (0, i32::MAX);
    for _ in 0..STEPS {
        let apart = separation(&slid(mover, to, at), obstacle);
        if apart <= limit {
            return Advance::Within(at);
        }
        // separation is convex along a slide: who has begun to go away does not come back
        if at >= length || apart > last.saturating_add(SLACK) {
            return Advance::Never;
        }
        last = apart;
        at = at.saturating_add(apart.saturating_sub(limit).saturating_sub(SLACK).max(1)).min(length);
    }
    Advance::Grazing
}

#[cfg(test)]
mod tests {
    use super::super::facing::Facing;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn passing_by() {
        let mover = Stand::disc(Point::ORIGIN, 500);
        let rock = Stand::disc(Point::new(5000, 1200), 500);
        assert_eq!(nearest(&mover, Point::new(9000, 0), &rock, 0), (5000, 200));
        assert!(!sweeps_into(&mover, Point::new(9000, 0), &rock));
        assert!(sweeps_into(&mover, Point::new(9000, 600), &rock));
        // 1000 apart at x = 5000 - sqrt(1000^2 - 800^2) = 4400 for a rock at height 800.
        let low = rock.moved(Point::new(5000, 800));
        assert_eq!(first_within(&mover, Point::new(9000, 0), &low, 0), Some(4400));
        assert_eq!(first_within(&mover, Point::new(4000, 0), &low, 0), None);
    }

    #[test]
    fn a_block_passes_a_block() {
        let mover = Stand::new(Point::ORIGIN, Facing::NORTH, Base::rect(2000, 1000));
        let other = Stand::new(Point::new(9000, 1020), Facing::NORTH, Base::rect(2000, 1000));
        let (_, apart) = nearest(&mover, Point::new(20_000, 0), &other, 0);
        assert_eq!(apart, 20);
        let near = other.moved(Point::new(9000, 900));
        assert_eq!(first_within(&mover, Point::new(20_000, 0), &near, 0), Some(7000));
    }

    proptest! {
        #[test]
        fn a_free_slide_ends_free(x in -9000..9000_i32, y in -9000..9000_i32, limit in -10..1500_i32) {
            let mover = Stand::disc(Point::ORIGIN, 500);
            let rock = Stand::disc(Point::new(4000, 300), 700);
            let to = Point { x, y };
            let free = free_slide(&mover, to, &rock, limit);
            prop_assert!(!sweeps_within(&mover, slid(&mover, to, free).at, &rock, limit));
            // and it goes as far as there is room: past a rock that is only grazed, the room hardly changes along the way
            let shut = limit.min(separation(&mover, &rock).saturating_sub(SLACK));
            prop_assert!(free + 3 >= mover.at.distance(to) || separation(&slid(&mover, to, free + 3), &rock) <= shut + 3);
        }

        #[test]
        fn what_is_within_first_is_so_at_no_place_before(
            x in -9000..9000_i32, y in -9000..9000_i32, f: u16, g: u16, w in 100..2000_i32, limit in -10..3000_i32,
        ) {
            let mover = Stand::new(Point::ORIGIN, Facing(f), Base::rect(2000, w));
            let other = Stand::new(Point::new(4000, 0), Facing(g), Base::rect(w, 2000));
            let to = Point { x, y };
            let apart = |mils| separation(&slid(&mover, to, mils), &other);
            let first = first_within(&mover, to, &other, limit);
            prop_assert!(first.is_none_or(|mils| apart(mils) <= limit));
            let (length, end) = (mover.at.distance(to), first.unwrap_or(mover.at.distance(to) + 1));
            // what rounding may lose
            prop_assert!((0..length).step_by(20).chain([length]).filter(|m| *m < end).all(|m| apart(m) > limit - SLACK));
        }

        #[test]
        fn who_comes_too_near_on_the_way_is_seen(
            x in -9000..9000_i32, y in -9000..9000_i32, f: u16, g: u16, w in 100..2000_i32, limit in -10..3000_i32,
        ) {
            let mover = Stand::new(Point::ORIGIN, Facing(f), Base::rect(2000, w));
            let other = Stand::new(Point::new(4000, 0), Facing(g), Base::rect(w, 2000));
            let to = Point { x, y };
            let length = mover.at.distance(to);
            let least = (0..=32).map(|k| separation(&slid(&mover, to, length * k / 32), &other)).min().unwrap_or(i32::MAX);
            let begins = separation(&mover, &other);
            // what rounding may lose
            prop_assert!(sweeps_within(&mover, to, &other, limit) || least >= limit - 3 || least >= begins - SLACK - 3);
        }

        #[test]
        fn no_sampled_place_is_nearer(
            x in -9000..9000_i32, y in -9000..9000_i32, f: u16, g: u16, w in 100..2000_i32,
        ) {
            let mover = Stand::new(Point::ORIGIN, Facing(f), Base::rect(2000, w));
            let other = Stand::new(Point::new(4000, 0), Facing(g), Base::rect(w, 2000));
            let to = Point { x, y };
            let (_, least) = nearest(&mover, to, &other, 0);
            let length = mover.at.distance(to);
            for k in 0..=32 {
                let apart = separation(&slid(&mover, to, length * k / 32), &other);
                // Those out of reach are not searched.
                prop_assert!(least <= apart + 3 || apart > 0 && least > 0);
            }
        }
    }
}
