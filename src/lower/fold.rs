//! Questions whose answer is known before any game: the readings of rulings are.

use super::build::Builder;
use crate::ir::{Bin, Ex, X};

impl Builder<'_> {
    /// Two-place. What is known of it is worked out now.
    pub fn two(&mut self, op: Bin, a: X, b: X) -> X {
        match self.known(op, a, b) {
            Some(n) => self.int(n),
            None => self.ex(Ex::Two(op, a, b)),
        }
    }

    /// An answer, or its opposite.
    pub fn negate(&mut self, not: bool, x: X) -> X {
        match self.program.constant(x) {
            _ if !not => x,
            Some(n) => self.int(i64::from(n == 0)),
            None => self.ex(Ex::Not(x)),
        }
    }

    /// Whether something is known never to hold.
    pub fn never(&self, x: X) -> bool {
        self.program.constant(x) == Some(0)
    }

    /// What two numbers come to, as far as it is known.
    fn known(&self, op: Bin, a: X, b: X) -> Option<i64> {
        let (a, b) = (self.program.constant(a), self.program.constant(b));
        let both = a.zip(b);
        match op {
            Bin::And => [a, b].contains(&Some(0)).then_some(0).or_else(|| both.map(|_| 1)),
            Bin::Or => [a, b].iter().flatten().any(|n| *n != 0).then_some(1).or_else(|| both.map(|_| 0)),
            Bin::Eq => both.map(|(a, b)| i64::from(a == b)),
            Bin::Ne => both.map(|(a, b)| i64::from(a != b)),
            Bin::Lt => both.map(|(a, b)| i64::from(a < b)),
            Bin::Le => both.map(|(a, b)| i64::from(a <= b)),
            // what is too great is told where it is worked out
            Bin::Add | Bin::Sub | Bin::Mul | Bin::Min | Bin::Max => None,
        }
    }
}
