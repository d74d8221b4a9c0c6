//! What an expression is made of.

use super::Ex;
use super::id::{ListNo, S, X};

/// What stands for a part that is blanked out.
const NO_X: X = X(0);
const NO_S: S = S(0);
const NO_LIST: ListNo = ListNo(0);

/// An expression taken apart.
pub struct Parts {
    /// The expression with its parts blanked out: two of one shape differ in their parts only.
    pub shape: Ex,
    /// The expressions in it, in order.
    pub kids: Vec<X>,
    /// Its argument list, if it has one.
    pub list: Option<ListNo>,
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
            Self::Bit { of, state } => (Self::Bit { of: NO_X, state }, vec![of], None, None),
            Self::FormOf(x) => (Self::FormOf(NO_X), vec![x], None, None),
            Self::RowHas { row, rule } => (Self::RowHas { row: NO_X, rule }, vec![row], None, None),
            Self::Cell { of, count } => (Self::Cell { of: NO_X, count }, vec![of], None, None),
            Self::Column { row, col } => (Self::Column { row: NO_X, col }, vec![row], None, None),
            Self::Shown { counts, histogram, face } => (Self::Shown { counts: NO_X, histogram, face }, vec![counts], None, None),
            Self::Alike { counts, histogram } => (Self::Alike { counts: NO_X, histogram }, vec![counts], None, None),
            Self::TypeRow(x) => (Self::TypeRow(NO_X), vec![x], None, None),
            Self::Value { slot, args } => (Self::Value { slot, args: NO_LIST }, vec![], Some(args), None),
            Self::Table { table, args } => (Self::Table { table, args: NO_LIST }, vec![], Some(args), None),
            Self::Neg(x) => (Self::Neg(NO_X), vec![x], None, None),
            Self::Not(x) => (Self::Not(NO_X), vec![x], None, None),
            Self::Two(op, a, b) => (Self::Two(op, NO_X, NO_X), vec![a, b], None, None),
            Self::Div(a, b, way) => (Self::Div(NO_X, NO_X, way), vec![a, b], None, None),
            Self::If(c, a, b) => (Self::If(NO_X, NO_X, NO_X), vec![c, a, b], None, None),
            Self::Count(s) => (Self::Count(NO_S), vec![], None, Some(s)),
            Self::Exists(s) => (Self::Exists(NO_S), vec![], None, Some(s)),
            Self::First(s) => (Self::First(NO_S), vec![], None, Some(s)),
            Self::Extreme { sel, value, high } => (Self::Extreme { sel: NO_S, value: NO_X, high }, vec![value], None, Some(sel)),
            Self::Majority { sel, value } => (Self::Majority { sel: NO_S, value: NO_X }, vec![value], None, Some(sel)),
            Self::Commonest { sel, kind } => (Self::Commonest { sel: NO_S, kind }, vec![], None, Some(sel)),
            Self::Sum { sel, value } => (Self::Sum { sel: NO_S, value: NO_X }, vec![value], None, Some(sel)),
            Self::Distance(a, b) => (Self::Distance(NO_X, NO_X), vec![a, b], None, None),
            Self::March(a, b) => (Self::March(NO_X, NO_X), vec![a, b], None, None),
            Self::Along(list) => (Self::Along(NO_LIST), vec![], Some(list), None),
            Self::PlaceOf(x) => (Self::PlaceOf(NO_X), vec![x], None, None),
            Self::FacingOf(x) => (Self::FacingOf(NO_X), vec![x], None, None),
            Self::Ring(ring, a, b) => (Self::Ring(ring, NO_X, NO_X), vec![a, b], None, None),
            Self::EdgeOf(x) => (Self::EdgeOf(NO_X), vec![x], None, None),
            Self::PlaceCell { of, count } => (Self::PlaceCell { of: NO_X, count }, vec![of], None, None),
            Self::PlaceFrom(list) => (Self::PlaceFrom(NO_LIST), vec![], Some(list), None),
            Self::InArc { of, from, half } => (Self::InArc { of: NO_X, from: NO_X, half }, vec![of, from], None, None),
            Self::Touches(a, b) => (Self::Touches(NO_X, NO_X), vec![a, b], None, None),
            Self::Sees(a, b) => (Self::Sees(NO_X, NO_X), vec![a, b], None, None),
            Self::InTerrain(x, t) => (Self::InTerrain(NO_X, t), vec![x], None, None),
            Self::In { of, from, spot } => (Self::In { of: NO_X, from: NO_X, spot }, vec![of, from], None, None),
            Self::Ground(x, t) => (Self::Ground(NO_X, t), vec![x], None, None),
            Self::Side(x) => (Self::Side(NO_X), vec![x], None, None),
            Self::OtherSide(x) => (Self::OtherSide(NO_X), vec![x], None, None),
            Self::Leader(x) => (Self::Leader(NO_X), vec![x], None, None),
            Self::Up(x, kind) => (Self::Up(NO_X, kind), vec![x], None, None),
            Self::Rank(x) => (Self::Rank(NO_X), vec![x], None, None),
            Self::InPlay(x) => (Self::InPlay(NO_X), vec![x], None, None),
            Self::OnBoard(x) => (Self::OnBoard(NO_X), vec![x], None, None),
            Self::Price(x) => (Self::Price(NO_X), vec![x], None, None),
            Self::Allowance(x) => (Self::Allowance(NO_X), vec![x], None, None),
            Self::Carries(a, b) => (Self::Carries(NO_X, NO_X), vec![a, b], None, None),
        };
        Parts { shape, kids, list, sel }
    }
}
