//! What an expression is made of.

use super::{Ex, S, X};

/// An expression taken apart.
pub struct Parts {
    /// The expression with its parts blanked out: two of one shape differ in their parts only.
    pub shape: Ex,
    /// The expressions in it, in order.
    pub kids: Vec<X>,
    /// Its argument list, if it has one.
    pub list: Option<u32>,
    /// The description that it speaks of, if it does.
    pub sel: Option<S>,
}

impl Ex {
    /// Takes an expression apart. There is no arm for all that is left, so that a new sort must say its parts.
    #[must_use]
    pub fn parts(&self) -> Parts {
        let (shape, kids, list, sel) = match *self {
            Self::Int(_) | Self::Reg(_) | Self::Game | Self::Turn | Self::Turns | Self::Named(_) | Self::Off(_) | Self::During(_) => {
                (*self, vec![], None, None)
            }
            Self::Bit { of, state } => (Self::Bit { of: 0, state }, vec![of], None, None),
            Self::FormOf(x) => (Self::FormOf(0), vec![x], None, None),
            Self::RowHas { row, rule } => (Self::RowHas { row: 0, rule }, vec![row], None, None),
            Self::Cell { of, count } => (Self::Cell { of: 0, count }, vec![of], None, None),
            Self::Column { row, col } => (Self::Column { row: 0, col }, vec![row], None, None),
            Self::TypeRow(x) => (Self::TypeRow(0), vec![x], None, None),
            Self::Value { slot, args } => (Self::Value { slot, args: 0 }, vec![], Some(args), None),
            Self::Table { table, args } => (Self::Table { table, args: 0 }, vec![], Some(args), None),
            Self::Neg(x) => (Self::Neg(0), vec![x], None, None),
            Self::Not(x) => (Self::Not(0), vec![x], None, None),
            Self::Two(op, a, b) => (Self::Two(op, 0, 0), vec![a, b], None, None),
            Self::Div(a, b, way) => (Self::Div(0, 0, way), vec![a, b], None, None),
            Self::If(c, a, b) => (Self::If(0, 0, 0), vec![c, a, b], None, None),
            Self::Count(s) => (Self::Count(0), vec![], None, Some(s)),
            Self::Exists(s) => (Self::Exists(0), vec![], None, Some(s)),
            Self::First(s) => (Self::First(0), vec![], None, Some(s)),
            Self::Extreme { sel, value, high } => (Self::Extreme { sel: 0, value: 0, high }, vec![value], None, Some(sel)),
            Self::Majority { sel, value } => (Self::Majority { sel: 0, value: 0 }, vec![value], None, Some(sel)),
            Self::Commonest { sel, kind } => (Self::Commonest { sel: 0, kind }, vec![], None, Some(sel)),
            Self::Sum { sel, value } => (Self::Sum { sel: 0, value: 0 }, vec![value], None, Some(sel)),
            Self::Distance(a, b) => (Self::Distance(0, 0), vec![a, b], None, None),
            Self::March(a, b) => (Self::March(0, 0), vec![a, b], None, None),
            Self::Along(list) => (Self::Along(0), vec![], Some(list), None),
            Self::PlaceOf(x) => (Self::PlaceOf(0), vec![x], None, None),
            Self::EdgeOf(x) => (Self::EdgeOf(0), vec![x], None, None),
            Self::PlaceCell { of, count } => (Self::PlaceCell { of: 0, count }, vec![of], None, None),
            Self::PlaceFrom(list) => (Self::PlaceFrom(0), vec![], Some(list), None),
            Self::InArc { of, from, half } => (Self::InArc { of: 0, from: 0, half }, vec![of, from], None, None),
            Self::Touches(a, b) => (Self::Touches(0, 0), vec![a, b], None, None),
            Self::Sees(a, b) => (Self::Sees(0, 0), vec![a, b], None, None),
            Self::InTerrain(x, t) => (Self::InTerrain(0, t), vec![x], None, None),
            Self::In { of, from, spot } => (Self::In { of: 0, from: 0, spot }, vec![of, from], None, None),
            Self::Ground(x, t) => (Self::Ground(0, t), vec![x], None, None),
            Self::Side(x) => (Self::Side(0), vec![x], None, None),
            Self::OtherSide(x) => (Self::OtherSide(0), vec![x], None, None),
            Self::Leader(x) => (Self::Leader(0), vec![x], None, None),
            Self::Up(x, kind) => (Self::Up(0, kind), vec![x], None, None),
            Self::Rank(x) => (Self::Rank(0), vec![x], None, None),
            Self::InPlay(x) => (Self::InPlay(0), vec![x], None, None),
            Self::OnBoard(x) => (Self::OnBoard(0), vec![x], None, None),
            Self::Price(x) => (Self::Price(0), vec![x], None, None),
            Self::Allowance(x) => (Self::Allowance(0), vec![x], None, None),
            Self::Carries(a, b) => (Self::Carries(0, 0), vec![a, b], None, None),
        };
        Parts { shape, kids, list, sel }
    }
}
