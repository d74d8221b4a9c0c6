//! A body that looks outwards: stands along the four sides of a box.

use super::drill::SIDES;
use super::facing::Facing;
use super::layout::spacing;
use super::point::{Point, Vector};
use super::stand::{Base, Stand};

/// Puts down a group along four sides, each stand with its back to the middle, as many to each side as can be: who is over
/// stands in front, then in the rear, then to the right. The sides touch one another. The first base is the leader's, in
/// the middle of the front, and so is the first stand of the result; the right side, the left and the rear follow.
#[must_use]
pub fn outwards(leader_at: Point, facing: Facing, bases: &[Base], gap: i32) -> Vec<Stand> {
    let step = spacing(bases, gap);
    let n = i32::try_from(bases.len()).unwrap_or(i32::MAX);
    let sides = i32::from(SIDES);
    let [front, rear, right, left] = [0, 1, 2, 3].map(|turn| n / sides + i32::from(turn < n % sides));
    let half = |count: i32| count.saturating_mul(step.x) / 2;
    // the sides stand between front and rear, their outer edges level with the ends of the front
    let wing = half(front).max(half(rear)).max(step.y);
    let long = right.max(left).saturating_mul(step.x);
    // the leader is not in the very middle of an even number
    let centre = if front % 2 == 0 { half(1) } else { 0 };
    // a rear that is narrower than the front closes up to the right side
    let rear_end = if rear < front { wing } else { half(rear) };
    let across = |k: i32| if k % 2 == 1 { k / 2 + 1 } else { -(k / 2) };
    let beside = |x: i32, k: i32| (x, -(step.y / 2 + half(1) + k.saturating_mul(step.x)));
    let slots = (0..front)
        .map(|k| (0, (across(k).saturating_mul(step.x), 0)))
        .chain((0..right).map(|k| (1, beside(centre + wing - step.y / 2, k))))
        .chain((0..left).map(|k| (3, beside(centre - wing + step.y / 2, k))))
        .chain((0..rear).map(|k| (2, (centre + rear_end - half(1) - k.saturating_mul(step.x), -(step.y + long)))));
    let quarter = i32::from(Facing::EAST.0);
    let put = |(base, (turn, (x, y))): (&Base, (i32, (i32, i32)))| {
        let v = Vector { x, y };
        Stand::new(leader_at.offset(facing, v.y, v.x), facing.turned(turn * quarter), *base)
    };
    bases.iter().zip(slots).map(put).collect()
}

#[cfg(test)]
mod tests {
    use super::super::gap::{SLACK, separation, touching};
    use super::*;
    use proptest::prelude::*;

    fn spots(n: usize, base: Base) -> Vec<(i32, i32, Facing)> {
        outwards(Point::ORIGIN, Facing::NORTH, &vec![base; n], 0).iter().map(|s| (s.at.x, s.at.y, s.facing)).collect()
    }

    /// Four stands of 1" by 0.5" stand round a box 1" wide and 2" deep: two abreast between front and rear.
    #[test]
    fn one_to_each_side() {
        let want = [(0, 0, Facing::NORTH), (250, -750, Facing::EAST), (-250, -750, Facing::WEST), (0, -1500, Facing::SOUTH)];
        assert_eq!(spots(4, Base::rect(1000, 500)), want);
    }

    /// Eight of 1" by 0.5": two to each side round a yard 1" wide and 2" deep.
    #[test]
    fn two_to_each_side() {
        let want = [
            (0, 0, Facing::NORTH),
            (1000, 0, Facing::NORTH),
            (1250, -750, Facing::EAST),
            (1250, -1750, Facing::EAST),
            (-250, -750, Facing::WEST),
            (-250, -1750, Facing::WEST),
            (1000, -2500, Facing::SOUTH),
            (0, -2500, Facing::SOUTH),
        ];
        assert_eq!(spots(8, Base::rect(1000, 500)), want);
    }

    proptest! {
        #[test]
        fn all_hang_together(n in 4..14_usize, width in 200..3000_i32, depth in 200..3000_i32, f: u16) {
            let all = outwards(Point::new(50, 70), Facing(f), &vec![Base::rect(width, depth); n], 0);
            prop_assert_eq!(all.len(), n);
            let mut joined = vec![0];
            for _ in 0..n {
                let more: Vec<usize> = (0..n).filter(|i| !joined.contains(i) && joined.iter().any(|j| touching(&all[*i], &all[*j]))).collect();
                joined.extend(more);
            }
            prop_assert_eq!(joined.len(), n);
            for (i, s) in all.iter().enumerate() {
                prop_assert!(all.iter().skip(i + 1).all(|o| separation(o, s) >= -SLACK));
                // a step ahead of each is nobody of his own
                let ahead = s.moved(s.at.offset(s.facing, depth, 0));
                prop_assert!(all.iter().enumerate().all(|(j, o)| i == j || separation(o, &ahead) >= -SLACK));
            }
            let facing = |turn: i32| all.iter().filter(|s| s.facing == Facing(f).turned(turn)).count();
            let [a, b, c, d] = [0, 16_384, 32_768, 49_152].map(facing);
            prop_assert!([a, b, c, d].iter().all(|k| *k == n / 4 || *k == n / 4 + 1) && a + b + c + d == n);
        }
    }
}
