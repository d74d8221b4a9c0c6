//! Places: what limits them, and what is put there.

use super::super::{Resolver, Scope};
use crate::ast::{self, PlaceLimitKind, PutKind, Whom};
use crate::diag::Code;
use crate::hir::{Expr, KindBase, LocalId, Placing, Stays, StmtKind, Ty};
use crate::source::At;

impl Resolver<'_> {
    /// What a place that is chosen keeps to.
    pub(super) fn place_limits<'l>(&mut self, scope: &mut Scope, limits: impl Iterator<Item = &'l ast::PlaceLimit>) -> Vec<(Stays, At)> {
        limits.filter_map(|l| Some((self.place_limit(scope, l)?, l.at))).collect()
    }

    fn place_limit(&mut self, scope: &mut Scope, limit: &ast::PlaceLimit) -> Option<Stays> {
        Some(match &limit.kind {
            PlaceLimitKind::Within(ast::Within { not, distance, of }) => {
                let (far, of) = (self.length_of(scope, distance), self.expr(scope, of));
                if *not { Stays::Beyond(far, of) } else { Stays::Within(far, of) }
            }
            PlaceLimitKind::MoreThan { distance, from } => {
                let far = self.length_of(scope, distance);
                match from {
                    Whom::One(of) => Stays::Beyond(far, self.expr(scope, of)),
                    Whom::Any(s) => match self.only_word(scope, s) {
                        Some(local) => Stays::Beyond(far, self.local_expr(local, s.at)),
                        None => Stays::BeyondAll(far, self.sel(scope, s)),
                    },
                }
            }
            PlaceLimitKind::In(zone) => Stays::Inside(self.expr(scope, zone)),
            PlaceLimitKind::Where(_) | PlaceLimitKind::Spot(_) => {
                let help = "limit it with `within 6\" of ...`, `more than 6\" from ...` and `in ...`";
                self.fault(Code::Unready, limit.at, "a place cannot be limited so", help);
                return None;
            }
        })
    }

    /// What the one word of a description stands for, if it is no kind.
    fn only_word(&self, scope: &Scope, s: &ast::Selector) -> Option<LocalId> {
        let alone = s.adjectives.is_empty() && s.relatives.is_empty() && s.noun.called.is_none();
        let word = Some(s.noun.kind.sym).filter(|w| alone && self.kind(*w).is_none())?;
        scope.find(word)
    }

    fn length_of(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let x = self.expr(scope, e);
        if !x.ty.fits(Ty::LENGTH) {
            let is = self.describe(x.ty);
            self.fault(Code::Measure, e.at, format!("how far is in inches, and this is {is}"), "give a length such as 6\"");
        }
        x
    }

    /// `x is placed at y, facing z, by w`.
    pub(super) fn put(&mut self, scope: &mut Scope, place: &ast::PlaceIt, at: At) -> Option<StmtKind> {
        let who = self.expr(scope, &place.who);
        let by = place.by.as_ref().map(|by| self.expr(scope, by));
        let (mut spot, mut facing) = (None, None);
        for put in &place.puts {
            let twice = match &put.kind {
                PutKind::At(e) => spot.replace(self.expr(scope, e)).is_some(),
                PutKind::Facing(e) => facing.replace(self.faced(scope, e)).is_some(),
                PutKind::Limit(_) => false,
            };
            if twice {
                self.fault(Code::Place, put.at, "this is said already", "leave out one of the two");
            }
        }
        let limit = place.puts.iter().find(|p| matches!(p.kind, PutKind::Limit(_)));
        if let Some(limit) = limit.filter(|_| spot.is_some()) {
            self.fault(Code::Place, limit.at, "where it is placed is said already", "leave out one of the two");
        }
        let lies = match who.ty {
            Ty::Thing(kind) => self.kind_of(kind).map(|k| k.base),
            _ => None,
        };
        let feature = lies == Some(KindBase::Feature);
        let decided = spot.is_some() && (!feature || facing.is_some());
        if let Some(by) = place.by.as_ref().filter(|_| decided) {
            self.fault(Code::Place, by.at, "all is said already, so nobody decides", "leave out `by` and who it is");
        }
        match lies {
            Some(KindBase::Feature) if by.is_none() && spot.is_none() => {
                let is = self.describe(who.ty);
                let help = "say which side's player, as in `, by side`";
                self.fault(Code::Place, at, format!("{is} is nobody's, and nothing says who places it"), help);
            }
            Some(KindBase::Feature | KindBase::Group | KindBase::Piece) => {}
            None if who.ty == Ty::Unknown => {}
            _ => {
                let is = self.describe(who.ty);
                let help = "place a group, a piece or a feature";
                self.fault(Code::Type, at, format!("this is {is}, which never stands on the table"), help);
                return None;
            }
        }
        // where its place is not said, its player finds one that fits; a feature's player turns it too
        let limits = if spot.is_some() && !feature {
            Vec::new()
        } else {
            let limits = place.puts.iter().filter_map(|p| if let PutKind::Limit(l) = &p.kind { Some(l) } else { None });
            self.place_limits(scope, limits)
        };
        Some(StmtKind::Place(Placing { who, feature, spot, facing, limits, by }))
    }
}
