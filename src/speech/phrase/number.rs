//! Numbers: amounts of a measure, dice, rounding, parts.

use crate::hir::{Dice, Measure, Ty};
use crate::num::{self, Rounding};
use crate::speech::Voice;

impl Voice<'_> {
    /// A number of a measure: `6"`, `2 points`.
    #[must_use]
    pub fn amount(&self, n: i64, m: Measure) -> String {
        match m {
            Measure::Plain => n.to_string(),
            Measure::Inches => inches(n),
            Measure::Area => format!("{} times 1\"", inches(n)),
            Measure::Degrees => format!("{}°", super::space::degrees(n)),
            Measure::Points => format!("{n} {}", if n == 1 { "point" } else { "points" }),
            Measure::Named(id) => match self.rules.measures.get(id) {
                Some(name) => format!("{n} {}", self.name(*name)),
                None => n.to_string(),
            },
        }
    }

    /// A number as its type says it.
    pub(super) fn typed(&self, n: i64, ty: Ty) -> String {
        match ty {
            Ty::Number(m) => self.amount(n, m),
            Ty::Need => format!("{n}+"),
            Ty::Truth if n == 0 => "no".to_owned(),
            Ty::Truth if n == 1 => "yes".to_owned(),
            Ty::Truth
            | Ty::Thing(_)
            | Ty::Row(_)
            | Ty::Place
            | Ty::Facing
            | Ty::Edge
            | Ty::Formation
            | Ty::Name
            | Ty::Nothing
            | Ty::Unknown => n.to_string(),
        }
    }

    /// Dice: `2d6 plus 3`, in inches `2d6" plus 3"`.
    #[must_use]
    pub fn dice(&self, d: &Dice) -> String {
        let Dice { number, sides, plus, inches: long, at: _ } = d;
        let many = if *number == 1 { String::new() } else { number.to_string() };
        let (sign, plus_said) =
            if *long { ("\"", inches(plus.saturating_abs().saturating_mul(1000))) } else { ("", plus.saturating_abs().to_string()) };
        let more = match plus.signum() {
            1 => format!(" plus {plus_said}"),
            -1 => format!(" minus {plus_said}"),
            _ => String::new(),
        };
        format!("{many}d{sides}{sign}{more}")
    }
}

/// A length of so many thousandths.
pub(super) fn inches(mils: i64) -> String {
    num::Measure::from_thousandths(mils).to_string()
}

/// ` rounded up`, or nothing.
pub(in crate::speech) fn rounded(how: Option<Rounding>) -> &'static str {
    match how {
        Some(Rounding::Up) => " rounded up",
        Some(Rounding::Down) => " rounded down",
        Some(Rounding::Nearest) => " rounded to the nearest",
        None => "",
    }
}

/// A part: `half`, `1/4 of`.
pub(super) fn part(n: i64, d: i64) -> String {
    match (n, d) {
        (1, 2) => "half".to_owned(),
        (n, 100) => format!("{n}% of"),
        _ => format!("{n}/{d} of"),
    }
}
