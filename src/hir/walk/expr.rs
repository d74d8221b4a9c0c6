//! What is below questions and descriptions.

macro_rules! walk_exprs {
    ($iter:ident $($mut:tt)?) => {
        fn walk_ray<W: Walk>(w: &mut W, r: &$($mut)? Ray) {
            w.expr(&$($mut)? r.from);
            w.expr(&$($mut)? r.to);
            r.length.$iter().for_each(|l| w.expr(l));
        }

        /// To what a distance is taken.
        fn walk_target<W: Walk>(w: &mut W, t: &$($mut)? Target) {
            match t {
                Target::One(e) => w.expr(e),
                Target::Any(s) => w.sel(s),
                Target::Ray(r) => walk_ray(w, r),
            }
        }

        /// What a description says.
        pub fn walk_test<W: Walk>(w: &mut W, t: &$($mut)? Test) {
            match t {
                Test::Is(list, _) | Test::With(list, _) => list.$iter().for_each(|q| w.quality(q)),
                Test::Enemy(e)
                | Test::Friendly(e)
                | Test::Other(e)
                | Test::Of(e)
                | Test::In(e)
                | Test::SeenBy(e, _)
                | Test::OtherThan(e)
                | Test::Carrying(e)
                | Test::InSpot(_, e)
                | Test::Where(e)
                | Test::Most(_, e)
                | Test::Nearest(e, _) => w.expr(e),
                Test::Within(e, target, _) => {
                    w.expr(e);
                    walk_target(w, target);
                }
                Test::Touching(target, _) => walk_target(w, target),
                Test::InDeck(pile) => walk_pile(w, pile),
                Test::InGround(_) | Test::InHand(_) => {}
            }
        }

        /// Whose deck it is.
        pub fn walk_pile<W: Walk>(w: &mut W, pile: &$($mut)? Pile) {
            if let Pile::Of(_, e) = pile {
                w.expr(e);
            }
        }

        /// A question.
        pub fn walk_expr<W: Walk>(w: &mut W, e: &$($mut)? Expr) {
            use ExprKind as K;
            match &$($mut)? *e.kind {
                K::Error
                | K::Int(_)
                | K::Truth(_)
                | K::Local(_)
                | K::Game
                | K::Turn
                | K::Turns
                | K::Thing(_)
                | K::Row(_)
                | K::Formation(_)
                | K::Word(_)
                | K::Compass(_)
                | K::Edge(_)
                | K::Deed(_)
                | K::PlaceAt(..)
                | K::Reading(..)
                | K::Takes(..)
                | K::ReadingNumber(_)
                | K::Faces(..)
                | K::During(..)
                | K::Result(_)
                | K::Roll(_) => {}
                K::Ask(_, list) | K::Look(_, list) | K::And(list) | K::Or(list) | K::Pick(_, list) => list.$iter().for_each(|e| w.expr(e)),
                K::Count(_, e)
                | K::Did(e, ..)
                | K::InPlay(e)
                | K::OffBoard(e)
                | K::InGround(e, _)
                | K::Revealed(_, e)
                | K::InHand(e, _)
                | K::Not(e)
                | K::Neg(e)
                | K::Share(_, _, e, _)
                | K::Rounded(e, _)
                | K::Reach(_, e)
                | K::Picked(_, _, e)
                | K::RollCell(e) => w.expr(e),
                K::InDeck(e, pile) => {
                    w.expr(e);
                    walk_pile(w, pile);
                }
                K::Is(e, list) | K::HasAny(e, _, list) => {
                    w.expr(e);
                    list.$iter().for_each(|q| w.quality(q));
                }
                K::HasAmount(a, _, b)
                | K::Same(a, b)
                | K::EnemyOf(a, b)
                | K::FriendOf(a, b)
                | K::Sees(a, b)
                | K::Carries(a, b)
                | K::InSpot(a, _, b)
                | K::Compare(_, a, b)
                | K::Math(_, a, b)
                | K::Quotient(a, b, _)
                | K::Distance(a, b)
                | K::March(a, b)
                | K::Ring(_, a, b) => {
                    w.expr(a);
                    w.expr(b);
                }
                K::HasSome(e, s) | K::Most(_, s, e) | K::ExtremeOf(_, e, s) | K::MajorityOf(e, s) | K::SumOf(e, s) => {
                    w.expr(e);
                    w.sel(s);
                }
                K::Within(a, limit, target) => {
                    w.expr(a);
                    w.expr(limit);
                    walk_target(w, target);
                }
                K::Touches(e, target) => {
                    w.expr(e);
                    walk_target(w, target);
                }
                K::Between(e, low, high) => [e, low, high].into_iter().for_each(|e| w.expr(e)),
                K::If(arms, last) => {
                    for (test, value) in arms {
                        w.expr(test);
                        w.expr(value);
                    }
                    w.expr(last);
                }
                K::CountOf(s) | K::Exists(_, s) | K::The(s) | K::CommonestOf(_, s) => w.sel(s),
                K::PlaceFrom(of, far, bearing) => {
                    w.expr(of);
                    w.expr(far);
                    match bearing {
                        Bearing::Towards(e) | Bearing::Facing(e) => w.expr(e),
                        Bearing::Ahead | Bearing::Behind => {}
                    }
                }
                K::Do(call) => w.call(call),
                K::TotalOf(call, s) => {
                    w.call(call);
                    w.sel(s);
                }
            }
        }
    };
}
pub(super) use walk_exprs;
