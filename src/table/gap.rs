//! How far apart two stands are, edge to edge.

use super::point::{FINE_BITS, Local, Point};
use super::segment::{Segment, line_squared};
use super::stand::{Base, Stand};
use super::trig::{ONE_BITS, narrow, root, shift_round};

/// Two stands no further apart than this touch, and may overlap as deep: 1/100 inch, in mils.
pub const CONTACT: i32 = 10;

/// What rounding may cost when something must lie wholly within something, in mils.
pub const SLACK: i32 = 2;

/// Distance between two stands edge to edge, off by at most 1 mil: 0 when they overlap.
#[must_use]
pub fn gap(a: &Stand, b: &Stand) -> i32 {
    separation(a, b).max(0)
}

/// Whether two stands touch: [`gap`] at most [`CONTACT`].
#[must_use]
pub fn touching(a: &Stand, b: &Stand) -> bool {
    separation(a, b) <= CONTACT
}

/// Whether two stands overlap deeper than [`CONTACT`].
#[must_use]
pub fn collides(a: &Stand, b: &Stand) -> bool {
    separation(a, b) < -CONTACT
}

/// [`gap`] when apart, minus [`depth`] when not; the same in either order.
#[must_use]
pub fn separation(a: &Stand, b: &Stand) -> i32 {
    match (a.base, b.base) {
        (Base::Circle { radius: r }, Base::Circle { radius: s }) => a.at.distance(b.at).saturating_sub(r.max(0)).saturating_sub(s.max(0)),
        (Base::Circle { radius }, Base::Rect { .. }) => disc_rect(a.at, radius, b),
        (Base::Rect { .. }, Base::Circle { radius }) => disc_rect(b.at, radius, a),
        (Base::Rect { .. }, Base::Rect { .. }) => rect_rect(a, b),
    }
}

/// Distance from a stand's edge to a point: 0 when it covers the point.
#[must_use]
pub fn gap_to_point(stand: &Stand, p: Point) -> i32 {
    gap(stand, &Stand::point(p))
}

/// Distance from a stand's edge to a line, off by at most 1 mil: 0 when they meet.
#[must_use]
pub fn gap_to_segment(stand: &Stand, line: Segment) -> i32 {
    match stand.base {
        Base::Circle { radius } => line.distance(stand.at).saturating_sub(radius.max(0)).max(0),
        Base::Rect { .. } => rect_segment(stand.fine_halves(), stand.local(line.from), stand.local(line.to)),
    }
}

/// Squared distance from a point to the box of half sides (w, d) round the origin.
fn box_squared((w, d): (i64, i64), p: Local) -> i64 {
    let across = (p.right.abs() - w).max(0);
    let along = (p.ahead.abs() - d).max(0);
    (across * across).saturating_add(along * along)
}

/// A squared length in 1/256 mil to whole mils.
fn mils(fine_square: i64) -> i32 {
    narrow(shift_round(root(fine_square), FINE_BITS))
}

fn disc_rect(centre: Point, radius: i32, rect: &Stand) -> i32 {
    let (w, d) = rect.fine_halves();
    let p = rect.local(centre);
    let nearest = (p.right.abs() - w).max(p.ahead.abs() - d);
    let edge = if nearest <= 0 { narrow(shift_round(nearest, FINE_BITS)) } else { mils(box_squared((w, d), p)) };
    edge.saturating_sub(radius.max(0))
}

fn rect_rect(a: &Stand, b: &Stand) -> i32 {
    let (corners_of_b, corners_of_a) = (seen_corners(a, b), seen_corners(b, a));
    // Two boxes are apart when one of the four axes parts them; then their distance is reached
    // at a corner of one of them.
    let apart = axis_gap(a, &corners_of_b).max(axis_gap(b, &corners_of_a));
    if apart <= 0 {
        return narrow(shift_round(apart, FINE_BITS));
    }
    let least = |stand: &Stand, corners: &[Local; 4]| {
        let halves = stand.fine_halves();
        corners.iter().map(|&c| box_squared(halves, c)).min().unwrap_or(i64::MAX)
    };
    mils(least(a, &corners_of_b).min(least(b, &corners_of_a)))
}

/// The corners of `other` as `base` sees them.
fn seen_corners(base: &Stand, other: &Stand) -> [Local; 4] {
    let centre = base.local(other.at);
    let turn = other.facing.turned(-i32::from(base.facing.0));
    let (s, c) = (turn.sine(), turn.cosine());
    let (w, d) = other.fine_halves();
    let part = |size: i64, factor: i64| shift_round(size * factor, ONE_BITS);
    let (wide_right, wide_ahead) = (part(w, c), -part(w, s));
    let (deep_right, deep_ahead) = (part(d, s), part(d, c));
    [(1, 1), (-1, 1), (-1, -1), (1, -1)].map(|(i, j)| Local {
        right: centre.right + i * wide_right + j * deep_right,
        ahead: centre.ahead + i * wide_ahead + j * deep_ahead,
    })
}

/// The wider of the gaps along the two axes of `base`; minus the least overlap when there is none.
fn axis_gap(base: &Stand, corners: &[Local; 4]) -> i64 {
    let (w, d) = base.fine_halves();
    let along = |half: i64, value: fn(&Local) -> i64| {
        let low = corners.iter().map(value).min().unwrap_or(0);
        let high = corners.iter().map(value).max().unwrap_or(0);
        (low - half).max(-half - high)
    };
    along(w, |c| c.right).max(along(d, |c| c.ahead))
}

fn rect_segment((w, d): (i64, i64), from: Local, to: Local) -> i32 {
    let (dx, dy) = (to.right - from.right, to.ahead - from.ahead);
    let cross = (dx * from.ahead).saturating_sub(dy * from.right);
    let reach = w.saturating_mul(dy.abs()).saturating_add(d.saturating_mul(dx.abs()));
    let parted = from.right.min(to.right) > w
        || from.right.max(to.right) < -w
        || from.ahead.min(to.ahead) > d
        || from.ahead.max(to.ahead) < -d
        || cross.abs() > reach;
    if !parted {
        return 0;
    }
    let square = (dx * dx).saturating_add(dy * dy);
    let corners = [(w, d), (w, -d), (-w, -d), (-w, d)].into_iter().filter_map(|(x, y)| {
        let (vx, vy) = (x - from.right, y - from.ahead);
        let cross = (dx * vy).saturating_sub(dy * vx);
        let dot = (dx * vx).saturating_add(dy * vy);
        line_squared(cross, dot, square)
    });
    let ends = box_squared((w, d), from).min(box_squared((w, d), to));
    mils(corners.fold(ends, i64::min))
}

#[cfg(test)]
mod tests {
    use super::super::facing::Facing;
    use super::*;
    use proptest::prelude::*;

    fn disc(x: i32, y: i32, r: i32) -> Stand {
        Stand::disc(Point { x, y }, r)
    }

    fn rect(x: i32, y: i32, degrees: i32, w: i32, d: i32) -> Stand {
        let base = Base::Rect { half_width: w, half_depth: d };
        Stand::new(Point { x, y }, Facing::NORTH.turned(degrees * 65_536 / 360), base)
    }

    /// How deep two stands overlap: the shortest push that parts them, in mils; 0 when apart.
    fn depth(a: &Stand, b: &Stand) -> i32 {
        separation(a, b).saturating_neg().max(0)
    }

    #[test]
    fn discs() {
        let (a, b) = (disc(0, 0, 500), disc(3000, 4000, 1000));
        assert_eq!((gap(&a, &b), depth(&a, &b)), (3500, 0));
        let c = disc(1200, 0, 1000);
        assert_eq!((gap(&a, &c), depth(&a, &c)), (0, 300));
        assert!(touching(&a, &disc(1010, 0, 500)) && !touching(&a, &disc(1011, 0, 500)));
        assert!(collides(&a, &disc(989, 0, 500)) && !collides(&a, &disc(990, 0, 500)));
    }

    #[test]
    fn disc_and_rect() {
        let r = rect(0, 0, 90, 2000, 500);
        // Facing east it reaches 500 east and 2000 north.
        assert_eq!(gap(&disc(1500, 0, 300), &r), 700);
        assert_eq!(gap(&r, &disc(0, 2500, 300)), 200);
        // From the corner (500, 2000): 300 and 400 away.
        assert_eq!(gap(&r, &disc(800, 2400, 100)), 400);
        // Centre inside, 100 from the east edge.
        assert_eq!(depth(&r, &disc(400, 0, 300)), 400);
    }

    #[test]
    fn rects() {
        let a = rect(0, 0, 0, 1000, 1000);
        assert_eq!(gap(&a, &rect(2500, 0, 0, 1000, 1000)), 500);
        assert_eq!(depth(&a, &rect(1900, 0, 0, 1000, 1000)), 100);
        // Turned by 45 degrees it reaches 1414.2 to the west.
        assert_eq!(gap(&a, &rect(3000, 0, 45, 1000, 1000)), 586);
        assert_eq!(depth(&a, &rect(2314, 0, 45, 1000, 1000)), 100);
        // Corner to corner: 300 and 400 apart.
        assert_eq!(gap(&a, &rect(2300, 2400, 0, 1000, 1000)), 500);
        // A cross: no corner inside the other.
        let (wide, tall) = (rect(0, 0, 0, 2000, 100), rect(0, 0, 0, 100, 2000));
        assert_eq!(gap(&wide, &tall), 0);
        assert!(collides(&wide, &tall));
    }

    #[test]
    fn lines() {
        let line = |a, b, c, d| Segment::new(Point::new(a, b), Point::new(c, d));
        let r = rect(0, 0, 90, 2000, 500);
        assert_eq!(gap_to_segment(&r, line(700, -9000, 700, 9000)), 200);
        assert_eq!(gap_to_segment(&r, line(-700, 0, 700, 0)), 0);
        assert_eq!(gap_to_segment(&r, line(800, 2400, 5000, 9000)), 500);
        // x + y = 3000 is 500 / sqrt 2 from the corner (500, 2000).
        assert_eq!(gap_to_segment(&r, line(0, 3000, 3000, 0)), 354);
        assert_eq!(gap_to_segment(&disc(0, 0, 100), line(-50, 300, 50, 300)), 200);
        assert_eq!(gap_to_point(&r, Point::new(500, 2100)), 100);
    }

    fn stand() -> impl Strategy<Value = Stand> {
        let base = prop_oneof![
            (0..3000_i32).prop_map(|radius| Base::Circle { radius }),
            (0..3000_i32, 0..3000_i32).prop_map(|(half_width, half_depth)| Base::Rect { half_width, half_depth }),
        ];
        (-9000..9000_i32, -9000..9000_i32, any::<u16>(), base).prop_map(|(x, y, f, base)| Stand::new(Point { x, y }, Facing(f), base))
    }

    proptest! {
        #[test]
        fn order_does_not_matter(a in stand(), b in stand()) {
            prop_assert_eq!(separation(&a, &b), separation(&b, &a));
        }

        #[test]
        fn gaps_lie_between_the_bounds(a in stand(), b in stand()) {
            let centres = a.at.distance(b.at);
            prop_assert!(gap(&a, &b) <= centres + 1);
            prop_assert!(gap(&a, &b) >= centres - a.radius_bound() - b.radius_bound() - 1);
        }

        #[test]
        fn turning_the_table_changes_nothing(a in stand(), b in stand(), f: u16) {
            let turn = |s: &Stand| Stand {
                at: s.at.about(Point::ORIGIN, Facing(f)),
                facing: s.facing.turned(f.into()),
                ..*s
            };
            let off = separation(&a, &b) - separation(&turn(&a), &turn(&b));
            prop_assert!(off.abs() <= 3, "{off}");
        }

        #[test]
        fn a_way_round_is_no_shorter(a in stand(), b in stand(), x in -9000..9000_i32, y in -9000..9000_i32) {
            let p = Point { x, y };
            prop_assert!(gap(&a, &b) <= gap_to_point(&a, p) + gap_to_point(&b, p) + 2);
        }

        #[test]
        fn a_covered_point_has_no_gap(a in stand(), x in -9000..9000_i32, y in -9000..9000_i32) {
            let p = Point { x, y };
            if a.covers(p) {
                prop_assert_eq!(gap_to_point(&a, p), 0);
            } else {
                prop_assert!(separation(&a, &Stand::point(p)) >= 0);
            }
        }

        #[test]
        fn a_flat_line_is_a_thin_rect(a in stand(), b in stand()) {
            let Base::Rect { half_width, .. } = b.base else { return Ok(()) };
            let thin = Stand { base: Base::Rect { half_width, half_depth: 0 }, ..b };
            let line = Segment::new(thin.spot(0, -half_width), thin.spot(0, half_width));
            prop_assert!((gap(&a, &thin) - gap_to_segment(&a, line)).abs() <= 2);
        }

        #[test]
        fn pushing_by_the_depth_parts(a in stand(), b in stand()) {
            let d = depth(&a, &b);
            // Some push of that length parts them: try many directions.
            let parted = (0..512_u32).any(|k| {
                let to = b.moved(b.at.offset(Facing::spoke(k, 512), d + d / 50 + 3, 0));
                depth(&a, &to) <= d / 20 + 3
            });
            prop_assert!(parted);
        }
    }
}
