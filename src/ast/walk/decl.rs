//! Parts of declarations.

use super::super::{
    Amend, AmendHead, Bounds, Chance, ChanceBase, Columns, Condition, Count, Decl, DeclKind, Force, HeadWas, Kind, Many, Named, Pack, Pair,
    PairWas, Price, Process, Remove, RoleHead, Situation, Table, Tags, Test, Titled, Value, ValueOption, ValueOptionKind,
};
use super::{Part, PartMut, Walk, WalkMut, walk_both, walk_parts};

walk_parts! {
    Decl { cites, kind }
    Pack { items }
    Kind { items }
    Tags { items }
    Count { bounds, starts, items }
    Bounds { least, most }
    Many { columns, items }
    Table { roles, pairs, items }
    Pair { gives }
    RoleHead { who }
    Value { roles, options, base, items }
    ValueOption { kind }
    Condition { roles, base, items }
    Chance { roles, base, items }
    ChanceBase { expr }
    Test { items }
    Situation { items }
    Columns { roles, items }
    Titled { roles, items }
    Process { roles, items }
    Force { items }
    Named { roles, items }
    Amend { head, items }
    Remove { items }
}

walk_both!(DeclKind, self, f => {
    match self {
        Self::Pack(d) => d.walk(f),
        Self::Kind(d) => d.walk(f),
        Self::Tags(d) => d.walk(f),
        Self::Count(d) => d.walk(f),
        Self::Many(d) => d.walk(f),
        Self::Table(d) => d.walk(f),
        Self::Value(d) => d.walk(f),
        Self::Condition(d) => d.walk(f),
        Self::Chance(d) => d.walk(f),
        Self::Test(d) => d.walk(f),
        Self::Situation(d) => d.walk(f),
        Self::Columns(d) => d.walk(f),
        Self::Marker(d) | Self::Formation(d) | Self::Terrain(d) | Self::Deck(d) | Self::Scenario(d) | Self::Options(d) => d.walk(f),
        Self::Process(d) => d.walk(f),
        Self::Force(d) => d.walk(f),
        Self::Named(d) => d.walk(f),
        Self::Amend(d) => d.walk(f),
        Self::Remove(d) => d.walk(f),
        Self::Replace(d) => d.walk(f),
        Self::Ruling(_) | Self::Use(_) => {}
    }
});

walk_both!(ValueOptionKind, self, f => {
    if let Self::AtLeast(e) | Self::AtMost(e) = self {
        e.walk(f);
    }
});

walk_both!(AmendHead, self, f => {
    match self {
        Self::Price { .. } => {}
        Self::Base { base, was } => {
            base.walk(f);
            was.walk(f);
        }
        Self::Pairs { pairs, was } => {
            pairs.walk(f);
            was.walk(f);
        }
    }
});

impl<T: Walk> Walk for HeadWas<T> {
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
        if let Self::Is(what) = self {
            what.walk(f);
        }
    }
}

impl<T: WalkMut> WalkMut for HeadWas<T> {
    fn walk(&mut self, f: &mut dyn FnMut(PartMut<'_>)) {
        if let Self::Is(what) = self {
            what.walk(f);
        }
    }
}

walk_both!(PairWas, self, f => {
    match self {
        Self::Pair(pair) => pair.walk(f),
        Self::Gives(cell) => cell.walk(f),
    }
});

walk_both!(Price, self, _f => {});
