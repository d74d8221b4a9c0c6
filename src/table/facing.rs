//! A direction on the table.

use super::point::Point;
use super::trig::{cosine, sine};

/// A direction in 1/65536 turn, clockwise from north: 0 north, 16384 east, 32768 south.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Facing(pub u16);

impl Facing {
    /// The points of the compass, by name.
    pub const COMPASS: [(&'static str, Self); 8] = [
        ("North", Self(0)),
        ("North East", Self(8192)),
        ("East", Self(16_384)),
        ("South East", Self(24_576)),
        ("South", Self(32_768)),
        ("South West", Self(40_960)),
        ("West", Self(49_152)),
        ("North West", Self(57_344)),
    ];
    /// Towards +y.
    pub const NORTH: Self = Self(0);
    /// Towards +x.
    pub const EAST: Self = Self(16_384);
    /// Towards -y.
    pub const SOUTH: Self = Self(32_768);
    /// Towards -x.
    pub const WEST: Self = Self(49_152);

    /// The direction from one point to another, to the nearest step; north when they coincide.
    #[must_use]
    pub fn towards(from: Point, to: Point) -> Self {
        let v = from.to(to);
        let (x, y) = (i64::from(v.x).abs(), i64::from(v.y).abs());
        if (x, y) == (0, 0) {
            return Self::NORTH;
        }
        // Fold into the quarter from north to east, where x is the sine's side.
        let step = quarter_towards(x, y);
        match (v.x < 0, v.y < 0) {
            (false, false) => Self(step),
            (false, true) => Self(32_768 - step),
            (true, true) => Self(32_768 + step),
            (true, false) => Self(0_u16.wrapping_sub(step)),
        }
    }

    /// Turned by so many steps, clockwise when positive.
    #[must_use]
    pub fn turned(self, steps: i32) -> Self {
        Self(wrap(i64::from(self.0) + i64::from(steps)))
    }

    /// The opposite direction.
    #[must_use]
    pub fn reversed(self) -> Self {
        self.turned(32_768)
    }

    /// The shortest turn to another facing: -32768..=32767 steps, clockwise positive.
    #[must_use]
    pub fn turn_to(self, other: Self) -> i32 {
        i32::from(other.0.wrapping_sub(self.0).cast_signed())
    }

    /// The size of the shortest turn to another facing, 0..=32768 steps.
    #[must_use]
    pub fn apart(self, other: Self) -> i32 {
        self.turn_to(other).abs()
    }

    /// Turned by so many thousandths of a degree, clockwise when positive, to the nearest step.
    #[must_use]
    pub fn turned_by(self, thousandths: i64) -> Self {
        let steps = (thousandths.rem_euclid(CIRCLE) * 65_536 + CIRCLE / 2).div_euclid(CIRCLE);
        Self(wrap(i64::from(self.0) + steps))
    }

    /// The angle to another facing in thousandths of a degree, 0 to 180 000, to the nearest hundredth of a degree: a step is
    /// less than that, so that an angle which was turned by is measured again as what it was.
    #[must_use]
    pub fn angle(self, other: Self) -> i64 {
        let tenths = i64::from(self.apart(other)) * (CIRCLE / 10);
        (tenths + 32_768).div_euclid(65_536) * 10
    }

    /// The `k`-th of `n` facings spread evenly round the circle from north.
    #[must_use]
    pub fn spoke(k: u32, n: u32) -> Self {
        Self(wrap(i64::from(k) * 65_536 / i64::from(n.max(1))))
    }

    /// The eastward part of a step of 1 this way, with 30 fraction bits.
    pub(super) fn sine(self) -> i64 {
        sine(self.0)
    }

    /// The northward part of a step of 1 this way, with 30 fraction bits.
    pub(super) fn cosine(self) -> i64 {
        cosine(self.0)
    }
}

/// Thousandths of a degree in a full turn.
const CIRCLE: i64 = 360_000;

fn wrap(steps: i64) -> u16 {
    u16::try_from(steps.rem_euclid(65_536)).unwrap_or(0)
}

/// Steps from north to the direction (x, y), both not negative: 0..=16384.
fn quarter_towards(x: i64, y: i64) -> u16 {
    // Positive while the direction is clockwise of the step.
    let lead = |step: u16| x * cosine(step) - y * sine(step);
    let (mut low, mut high) = (0_u16, 16_384_u16);
    while high - low > 1 {
        let middle = u16::midpoint(low, high);
        if lead(middle) >= 0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    if lead(low) > -lead(high) { high } else { low }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const O: Point = Point { x: 0, y: 0 };

    #[test]
    fn the_compass() {
        let to = |x, y| Facing::towards(O, Point { x, y }).0;
        assert_eq!([to(0, 5), to(5, 5), to(5, 0), to(5, -5)], [0, 8192, 16_384, 24_576]);
        assert_eq!([to(0, -5), to(-5, -5), to(-5, 0), to(-5, 5)], [32_768, 40_960, 49_152, 57_344]);
        assert_eq!(to(0, 0), 0);
    }

    #[test]
    fn a_known_angle() {
        // atan(1/2) = 26.565051 degrees = 4836.03 steps.
        assert_eq!(Facing::towards(O, Point { x: 1000, y: 2000 }).0, 4836);
    }

    #[test]
    fn angles_by_hand() {
        assert_eq!(Facing::NORTH.turned_by(45_000).0, 8192);
        assert_eq!(Facing::NORTH.turned_by(-90_000), Facing::WEST);
        assert_eq!(Facing::NORTH.turned_by(22_500).0, 4096);
        assert_eq!(Facing::EAST.angle(Facing::WEST), 180_000);
        assert_eq!(Facing::NORTH.angle(Facing(57_344)), 45_000);
        // 4836 steps are 26.5649 degrees
        assert_eq!(Facing::NORTH.angle(Facing(4836)), 26_560);
        // beyond a full turn, and from a great number
        assert_eq!(Facing::SOUTH.turned_by(450_000), Facing::WEST);
        assert_eq!(Facing::NORTH.turned_by(i64::MIN), Facing::NORTH.turned_by(i64::MIN.rem_euclid(360_000)));
    }

    #[test]
    fn turns_are_the_short_way() {
        assert_eq!(Facing(65_000).turn_to(Facing(536)), 1072);
        assert_eq!(Facing(536).turn_to(Facing(65_000)), -1072);
        assert_eq!(Facing::NORTH.apart(Facing::SOUTH), 32_768);
        assert_eq!(Facing::spoke(3, 4), Facing::WEST);
    }

    #[test]
    fn extremes_do_not_overflow() {
        let far = Point { x: i32::MAX, y: i32::MIN };
        assert_eq!(Facing::towards(Point { x: i32::MIN, y: i32::MAX }, far).0, 24_576);
    }

    proptest! {
        #[test]
        fn towards_inverts_offset(f: u16, d in 100_000..1_000_000_i32) {
            let there = O.offset(Facing(f), d, 0);
            prop_assert!(Facing::towards(O, there).apart(Facing(f)) <= 1);
        }

        #[test]
        fn an_angle_turned_by_is_measured_again(f: u16, hundredths in 0..=18_000_i64) {
            let turned = Facing(f).turned_by(hundredths * 10);
            prop_assert_eq!(Facing(f).angle(turned), hundredths * 10);
        }

        #[test]
        fn there_and_back_are_opposite(x in -9999..9999_i32, y in -9999..9999_i32) {
            prop_assume!((x, y) != (0, 0));
            let p = Point { x, y };
            prop_assert!(Facing::towards(O, p).reversed().apart(Facing::towards(p, O)) <= 1);
        }
    }
}
