//! What all questions share: constants, types that go together, grounds by name.

use crate::ast::NameRef;
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, KindBase, KindId, TerrainId, Ty};
use crate::resolve::Resolver;
use crate::source::At;

impl Resolver<'_> {
    /// The kind of sides.
    pub fn side_kind(&self) -> KindId {
        self.first_kind(KindBase::Side).unwrap_or(KindId(1))
    }

    /// A sort of ground by name, told if there is none.
    pub fn terrain(&mut self, name: &NameRef) -> Option<TerrainId> {
        let found = self.terrain_named(name.name.sym);
        if found.is_none() {
            let written = self.said(name.name.sym);
            let thing = self.lookup(name.name.sym).iter().any(|s| matches!(s, crate::hir::Symbol::Thing(_)));
            if thing {
                let message = format!("`{written}` is one piece of ground, and no kind of it");
                self.fault(Code::Name, name.at, message, format!("ask `... is within 0\" of {written}`"));
            } else {
                self.fault(Code::Name, name.at, format!("`{written}` is no kind of ground"), "declare it with `terrain`");
            }
        }
        found
    }

    /// The number that is known before any game, if it is one: as written, or as the reading in force has it.
    pub fn constant(&self, e: &Expr) -> Option<i64> {
        match *e.kind {
            ExprKind::Int(n) => Some(n),
            ExprKind::Truth(yes) => Some(i64::from(yes)),
            ExprKind::ReadingNumber(r) => {
                self.settled.borrow_mut().insert(r);
                self.rules.rulings.get(r).and_then(|r| r.readings.get(r.chosen as usize)).and_then(|(_, n)| *n)
            }
            _ => None,
        }
    }

    /// Whether it is 0, which goes with every measure.
    pub fn zero(&self, e: &Expr) -> bool {
        e.is_error() || self.constant(e) == Some(0)
    }

    /// Faults what is neither yes nor no.
    pub fn yes_or_no(&mut self, ty: Ty, at: At) {
        if !ty.fits(Ty::Truth) {
            let was = self.describe(ty);
            self.fault(Code::Type, at, format!("this is {was}, not yes or no"), "compare it with something, or name a condition");
        }
    }

    /// Faults two values of one question that are not measured alike.
    pub fn agree(&mut self, a: Ty, b: Ty, at: At) {
        if !a.fits(b) {
            let (x, y) = (self.describe(a), self.describe(b));
            self.fault(Code::Measure, at, format!("{x} and {y} do not go together"), format!("give both in {x}"));
        }
    }

    /// Faults two things of which one is never the other.
    pub fn agree_thing(&mut self, a: Ty, b: Ty, at: At) {
        if !a.fits(b) {
            let (x, y) = (self.describe(a), self.describe(b));
            self.fault(Code::Type, at, format!("{x} is never {y}"), "compare things of one kind");
        }
    }
}
