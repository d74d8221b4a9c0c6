//! Parts of questions.

use super::super::{Call, Chain, Choice, Expr, ExprKind, Has, Is, Line, Link, PlaceAt, Role, Said, Tail, TailKind, Total, Way, Within};
use super::{Part, PartMut, Walk, WalkMut, walk_both, walk_parts};

walk_parts! {
    Chain { first, rest }
    Choice { arms, otherwise }
    Link { expr }
    Said { of, tails }
    Within { distance, of }
    Role { with }
    Call { name, args, roles }
    Total { of, roles, each }
    Line { from, to, long }
    PlaceAt { distance, way }
    Tail { kind }
}

impl Walk for Expr {
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
        f(Part::Expr(self));
        self.kind.walk(f);
    }
}

impl WalkMut for Expr {
    fn walk(&mut self, f: &mut dyn FnMut(PartMut<'_>)) {
        WalkMut::walk(&mut self.kind, f);
        f(PartMut::Expr(self));
    }
}

walk_both!(ExprKind, self, f => {
    match self {
        Self::Choice(c) => c.walk(f),
        Self::Chain(c) => c.walk(f),
        Self::Said(s) => s.walk(f),
        Self::Not(of)
        | Self::Negative(of)
        | Self::Half { of, .. }
        | Self::ShareOf { of, .. }
        | Self::FacesIn { of, .. } => of.walk(f),
        Self::Of { word, of } => {
            word.walk(f);
            of.walk(f);
        }
        Self::Count(s) | Self::The(s) | Self::Exists { among: s, .. } => s.walk(f),
        Self::Total(t) => t.walk(f),
        Self::Sum { of, among } | Self::Majority { of, among } => {
            of.walk(f);
            among.walk(f);
        }
        Self::Pick { of, .. } => of.walk(f),
        Self::Between { from, to, .. } => {
            from.walk(f);
            to.walk(f);
        }
        Self::Extreme { of, among, .. } => {
            of.walk(f);
            among.walk(f);
        }
        Self::Call(c) => c.walk(f),
        Self::Line(l) => l.walk(f),
        Self::Spot(p) => p.walk(f),
        Self::ThisIs { .. } => {}
        Self::My(word) | Self::This(word) | Self::Local(word) => word.walk(f),
        Self::Share(_)
        | Self::Int(_)
        | Self::Length(_)
        | Self::Degrees(_)
        | Self::Need(_)
        | Self::Amount { .. }
        | Self::Points(_)
        | Self::Yes
        | Self::No
        | Self::Dice(_)
        | Self::Me
        | Self::It
        | Self::Takes(..)
        | Self::Place(_) => {}
    }
});

walk_both!(TailKind, self, f => {
    match self {
        Self::Rounded { .. } => {}
        Self::Is { what, .. } => what.walk(f),
        Self::Has { what, .. } => what.walk(f),
        Self::Did { names, .. } => names.walk(f),
        Self::Within(w) => w.walk(f),
        Self::Touches { whom, .. } => whom.walk(f),
        Self::Sees { whom: of, .. } | Self::Carries { what: of, .. } => of.walk(f),
        Self::Span(_, low, high) => {
            low.walk(f);
            high.walk(f);
        }
        Self::In(s) => s.walk(f),
    }
});

walk_both!(Is, self, f => {
    match self {
        Self::So(call) | Self::InPile(call) => call.walk(f),
        Self::EnemyOf(of) | Self::FriendOf(of) | Self::Thing(of) => of.walk(f),
        Self::In(s) => s.walk(f),
        Self::InTerrain(names) | Self::Names(names) | Self::Says(names) => names.walk(f),
        Self::Revealed | Self::InPlay | Self::OffBoard | Self::Range(_) => {}
    }
});

walk_both!(Has, self, f => {
    match self {
        Self::Amount { .. } => {}
        Self::Names(names) => names.walk(f),
        Self::Some(s) => s.walk(f),
    }
});

walk_both!(Way, self, f => {
    match self {
        Self::Towards { from, to } | Self::Facing { from, to } => {
            from.walk(f);
            to.walk(f);
        }
        Self::Ahead(of) | Self::Behind(of) => of.walk(f),
    }
});
