//! Parts of descriptions.

use super::super::{Adjective, AdjectiveKind, Relative, RelativeKind, Selector, Spot, Whom};
use super::{Part, PartMut, Walk, WalkMut, walk_both, walk_parts};

walk_parts! {
    Adjective { kind }
    Relative { kind }
    Spot { of }
}

impl Walk for Selector {
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
        f(Part::Selector(self));
        self.adjectives.walk(f);
        self.relatives.walk(f);
    }
}

impl WalkMut for Selector {
    fn walk(&mut self, f: &mut dyn FnMut(PartMut<'_>)) {
        WalkMut::walk(&mut self.adjectives, f);
        WalkMut::walk(&mut self.relatives, f);
    }
}

walk_both!(AdjectiveKind, self, f => {
    match self {
        Self::Not(name) => name.walk(f),
        Self::Names(names) => names.walk(f),
        Self::Enemy | Self::Friendly | Self::Other => {}
    }
});

walk_both!(RelativeKind, self, f => {
    match self {
        Self::Within(w) => w.walk(f),
        Self::Touching { whom, .. } => whom.walk(f),
        Self::SeenBy(e, _)
        | Self::OtherThan(e)
        | Self::Of(e)
        | Self::Where(e)
        | Self::NearestTo(e)
        | Self::FurthestFrom(e)
        | Self::In(e)
        | Self::Carrying(e)
        | Self::From(e) => e.walk(f),
        Self::With { names, .. } => names.walk(f),
        Self::WithBest { of, .. } => of.walk(f),
        Self::Spot(s) => s.walk(f),
    }
});

walk_both!(Whom, self, f => {
    match self {
        Self::One(e) => e.walk(f),
        Self::Any(s) => s.walk(f),
    }
});
