//! Nothing panics, whatever the coordinates and sizes.

use super::*;
use proptest::prelude::*;

fn number() -> impl Strategy<Value = i32> {
    prop_oneof![any::<i32>(), -1_000_000..=1_000_000_i32, -20..20_i32, Just(i32::MIN), Just(i32::MAX),]
}

fn spot() -> impl Strategy<Value = Point> {
    (number(), number()).prop_map(|(x, y)| Point { x, y })
}

fn base() -> impl Strategy<Value = Base> {
    prop_oneof![
        number().prop_map(|radius| Base::Circle { radius }),
        (number(), number()).prop_map(|(half_width, half_depth)| Base::Rect { half_width, half_depth }),
    ]
}

fn stand() -> impl Strategy<Value = Stand> {
    (spot(), any::<u16>(), base()).prop_map(|(at, f, base)| Stand::new(at, Facing(f), base))
}

fn shape() -> impl Strategy<Value = Shape> {
    let points = || prop::collection::vec(spot(), 0..6);
    prop_oneof![
        (spot(), number()).prop_map(|(centre, radius)| Shape::Disc { centre, radius }),
        points().prop_map(|points| Shape::Polygon { points }),
        points().prop_map(|points| Shape::Wall { points }),
    ]
}

fn cost_of_ground() -> impl Strategy<Value = Cost> {
    prop_oneof![
        (any::<u32>(), any::<u32>()).prop_map(|(num, den)| Cost::Times { num, den }),
        (0..4_u32, 0..4_u32).prop_map(|(num, den)| Cost::Times { num, den }),
        number().prop_map(Cost::Toll),
        number().prop_map(Cost::Exit),
        Just(Cost::HalfRest),
        Just(Cost::Forbidden),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn measuring(a in stand(), b in stand(), shape in shape(), p in spot(), q in spot(), n in number(), h: u16) {
        let line = Segment::new(p, q);
        let _ = (gap(&a, &b), separation(&a, &b), touching(&a, &b), collides(&a, &b));
        let _ = (a.covers(p), a.corners(), a.bounds(), a.front(), a.course(line), a.base.inset(n));
        let _ = (gap_to_segment(&a, line), gap_to_point(&a, p), line.foot(a.at), line.at(n));
        let _ = (shape.contains(p), shape.crosses(line), shape.entries(line), shape.bounds());
        let _ = (shape.gap_to(&a), shape.touches(&a), shape.wholly_contains(&a));
        let _ = (shape.gap_to_segment(line), shape.gap_to_point(p));
        let _ = (bearing(&a, p), in_arc(&a, h, p), quarter(&a, h, h, p));
        let _ = stand_in_arc(&a, h, &b);
        let row = Row { left: a, right: b, facing: Facing(h) };
        let _ = row.stand_in_front(&a);
        let _ = Row::of(&[a, b], Facing(h));
        let _ = under_line(&a, p, q, n);
        let blockers = [Blocker::stand(&b, 0), Blocker { permeable: true, ..Blocker::shape(&shape, 0) }];
        let _ = sees(Eye { at: p, level: 0 }, &a, 0, blockers);
        let _ = clustered(&[a, b], n);
        let board = Board::new(p.x, p.y);
        let _ = (board.contains(&a), board.nearest_edge(&a));
        let _ = (p.offset(Facing(h), n, n), p.about(q, Facing(h)), Bounds::round(p, n).grown(n));
    }

    #[test]
    fn moving(a in stand(), b in stand(), c in stand(), shape in shape(), cost in cost_of_ground(), p in spot(), n in number()) {
        let patches = [Patch::new(&shape, cost)];
        let _ = straight(a.at, p, &patches, n);
        let _ = path(a.at, p, n / 3, n, &[b], &patches);
        let _ = (sweeps_into(&a, p, &b), advance_to_contact(&a, &b, &[c]));
        let _ = rigid(&[a, b], p, c.at, n);
        let _ = ranks(p, a.facing, &[b.base; 5], &[3, 2], i32::MAX);
        let _ = pack_loose(a, &[b.base, b.base], n, |_| true);
        let movers = [Mover { stand: a, reach: n }, Mover { stand: b, reach: n }];
        let _ = wrap(&[c], &movers, n, |_, _| true);
        let _ = (ring(p, n, 9, 4), full_reach(p, a.facing, n, 9, 4), grid(&shape, n, 16));
        let _ = behind(&shape, p, n, 5, 16);
    }
}
