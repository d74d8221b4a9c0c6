//! Parts of lines where rules meet the game.

use super::super::{
    Attach, Body, Comes, Contrib, ContribKind, Counted, DiceMod, During, Factor, ForEvery, Forbid, Guard, GuardTest, Met, Natural,
    NaturalResult, Pattern, PatternRole, PatternWho, Signed,
};
use super::{walk_both, walk_parts};

walk_parts! {
    Attach { patterns, guard, body }
    Comes { who, distance, of, guard, body }
    Forbid { roles, during, guard }
    Pattern { what, roles, during }
    PatternRole { who }
    During { name }
    Guard { test, during }
    GuardTest { expr }
    Contrib { kind, guard }
    Signed { amount }
    Natural { result }
    DiceMod { amount, per }
    ForEvery { of }
}

walk_both!(Met, self, f => {
    if let Self::Named { name, .. } = self {
        name.walk(f);
    }
});

walk_both!(PatternWho, self, f => {
    match self {
        Self::The(s) | Self::Any(s) => s.walk(f),
        Self::Mine { adjectives, .. } => adjectives.walk(f),
        Self::That(_) => {}
        Self::Is(e) => e.walk(f),
    }
});

walk_both!(Body, self, f => {
    match self {
        Self::Contribs(all) => all.walk(f),
        Self::Block(block) => block.walk(f),
    }
});

walk_both!(ContribKind, self, f => {
    match self {
        Self::Also(guard) => guard.walk(f),
        Self::HitCounts(e) | Self::Need(e) | Self::AtLeast(e) | Self::AtMost(e) | Self::Set(e) | Self::Base(e) | Self::Exactly { number: e, .. } => {
            e.walk(f);
        }
        Self::Each(signed) | Self::Total(signed) => signed.walk(f),
        Self::Natural(natural) => natural.walk(f),
        Self::Dice(change) => change.walk(f),
        Self::Scale { by: Factor::Times(e), .. } => e.walk(f),
        Self::Add { amount, per } => {
            amount.walk(f);
            per.walk(f);
        }
        Self::Moves(option) => option.walk(f),
        Self::Scale { by: Factor::Half, .. }
        | Self::Ignore
        | Self::Skip
        | Self::Reroll(_)
        | Self::Explode { .. }
        | Self::Keep(_)
        | Self::Passes
        | Self::Fails
        | Self::No
        | Self::Yes => {}
    }
});

walk_both!(NaturalResult, self, f => {
    if let Self::Counts(e) = self {
        e.walk(f);
    }
});

walk_both!(Counted, self, f => {
    match self {
        Self::Things(s) => s.walk(f),
        Self::Value(call) => call.walk(f),
    }
});
