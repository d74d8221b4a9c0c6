//! Parts of lines below declarations.

use super::super::{
    Answers, Apart, Band, ChanceDeed, ChanceOf, Comparison, Cost, Custom, DieSays, DoItem, EachDie, Edit, EditWhat, Expect, ExpectKind,
    Gains, Ground, GroundTest, Item, ItemKind, Legal, Needs, OptionPart, OptionPartKind, OptionWhat, Paid, Row, ShapeKind, ShapePart, Step,
    UnitOption,
};
use super::{Part, PartMut, Walk, WalkMut, walk_both, walk_parts};

walk_parts! {
    Step { value, guard, block, or_else }
    Cost { named, paid }
    Paid { thing, of }
    Needs { expr }
    Band { block }
    EachDie { says }
    Comparison { with }
    Gains { rules, guard }
    ShapePart { kind }
    GroundTest { expr }
    Custom { when }
    UnitOption { what, parts }
    OptionPart { kind }
    Legal { expr }
    Expect { kind }
    ChanceDeed { deed }
    Row { first, cells }
    Answers { answers }
    Edit { what }
}

impl Walk for Item {
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
        f(Part::Item(self));
        self.cites.walk(f);
        self.kind.walk(f);
    }
}

impl WalkMut for Item {
    fn walk(&mut self, f: &mut dyn FnMut(PartMut<'_>)) {
        WalkMut::walk(&mut self.kind, f);
    }
}

walk_both!(ItemKind, self, f => {
    match self {
        Self::Step(i) => i.walk(f),
        Self::Cost(i) => i.walk(f),
        Self::Needs(i) => i.walk(f),
        Self::Forbid(i) => i.walk(f),
        Self::Comes(i) => i.walk(f),
        Self::Attach(i) => i.walk(f),
        Self::Band(i) => i.walk(f),
        Self::EachDie(i) => i.walk(f),
        Self::Natural(i) => i.walk(f),
        Self::Rules(names) => names.walk(f),
        Self::Option(i) => i.walk(f),
        Self::Gains(i) => i.walk(f),
        Self::Answers(i) => i.walk(f),
        Self::Expect(i) => i.walk(f),
        Self::Do(DoItem::Block(block)) | Self::Setup(block) | Self::Does(block) => block.walk(f),
        Self::Legal(i) => i.walk(f),
        Self::Shape(parts) => parts.walk(f),
        Self::Ground(i) => i.walk(f),
        Self::Dice(e) | Self::PassesWith { number: e, .. } | Self::Starts(e) | Self::Simultaneous(e) => e.walk(f),
        Self::Custom(i) => i.walk(f),
        Self::Named { contrib, .. } | Self::Contrib(contrib) => contrib.walk(f),
        Self::Row(i) => i.walk(f),
        Self::Edit(i) => i.walk(f),
        Self::Manner(options) => options.walk(f),
        Self::Remove(_)
        | Self::Limit(_)
        | Self::Keep(_)
        | Self::Carries(_)
        | Self::Has(_)
        | Self::Use(_)
        | Self::Shown(_)
        | Self::Ways(_)
        | Self::May
        | Self::Until(_)
        | Self::Given(_)
        | Self::Do(DoItem::Setup)
        | Self::Board(_)
        | Self::Turns(_)
        | Self::Side(_)
        | Self::Allies(_)
        | Self::Units(_)
        | Self::Options(_)
        | Self::Column(_)
        | Self::Listed(..) => {}
    }
});

walk_both!(EditWhat, self, f => {
    match self {
        Self::Read { old, new, cells: _ } => {
            old.walk(f);
            new.walk(f);
        }
        Self::Adding(options) => options.walk(f),
        Self::Then(block) | Self::First(block) => block.walk(f),
        Self::OnlyIf(e) | Self::AlsoIf(e) => e.walk(f),
    }
});

walk_both!(DieSays, self, f => {
    if let Self::Compared(c) = self {
        c.walk(f);
    }
});

walk_both!(ShapeKind, self, f => {
    match self {
        Self::Front { when, .. } | Self::Loose(Some(Apart { when, .. })) | Self::Gap(Apart { when, .. }) => when.walk(f),
        Self::Loose(None) | Self::Ranks(_) | Self::Drill(_) | Self::Else(_) => {}
    }
});

walk_both!(Ground, self, f => {
    if let Self::Costs { whom, .. } | Self::Crossing { whom, .. } = self {
        whom.walk(f);
    }
});

walk_both!(OptionWhat, self, f => {
    if let Self::Gains(names) = self {
        names.walk(f);
    }
});

walk_both!(OptionPartKind, self, f => {
    match self {
        Self::Gains(names) | Self::Loses(names) => names.walk(f),
        Self::Guard(guard) => guard.walk(f),
        Self::Swaps { .. } | Self::Carries(_) | Self::Limit { .. } => {}
    }
});

walk_both!(ExpectKind, self, f => {
    match self {
        Self::Allowed { deed, .. } => deed.walk(f),
        Self::Chance { of, deed, .. } => {
            of.walk(f);
            deed.walk(f);
        }
        Self::Holds(e) => e.walk(f),
        Self::NobodyAsks(_) | Self::Ending(_) | Self::Legal { .. } => {}
    }
});

walk_both!(ChanceOf, self, f => {
    if let Self::Holds(e) = self {
        e.walk(f);
    }
});
