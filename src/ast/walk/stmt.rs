//! Parts of statements.

use super::super::{
    Alternate, Answer, AnswerValue, Arm, Block, Change, Choose, Chooser, Chosen, Course, Do, ForEach, Gather, HowOften, If, Lasting, May,
    Mood, Move, MoveOption, MoveOptionKind, Order, OrderKind, Otherwise, PlaceIt, PlaceLimit, PlaceLimitKind, Put, PutKind, Repeat,
    ShareOut, Spend, Stmt, StmtKind, Stop, Take, Thing, ThingKind, Turn, TurnWay,
};
use super::{Part, PartMut, Walk, WalkMut, walk_both, walk_parts};

walk_parts! {
    Block { 0 }
    If { arms, otherwise }
    Arm { cites, test, block }
    Otherwise { cites, block }
    ForEach { each, orders, block }
    Order { kind }
    Alternate { from, while_, block }
    Repeat { how, block }
    ShareOut { amount, among, by, block }
    Take { by, roles, among }
    Choose { of, by }
    PlaceLimit { kind }
    Lasting { rules }
    PlaceIt { who, puts, by }
    Put { kind }
    Gather { who, at_most }
    Spend { thing, of }
    May { who, spend, block }
    Move { who, distance, course, options }
    Turn { who, way, options }
    Course { whom }
    MoveOption { kind }
    Do { call, answers, or_else }
    Answer { value }
}

impl Walk for Stmt {
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
        f(Part::Stmt(self));
        self.cites.walk(f);
        self.kind.walk(f);
    }
}

impl WalkMut for Stmt {
    fn walk(&mut self, f: &mut dyn FnMut(PartMut<'_>)) {
        WalkMut::walk(&mut self.kind, f);
        f(PartMut::Stmt(self));
    }
}

impl Walk for Thing {
    fn walk<'a>(&'a self, f: &mut dyn FnMut(Part<'a>)) {
        self.kind.walk(f);
    }
}

impl WalkMut for Thing {
    fn walk(&mut self, f: &mut dyn FnMut(PartMut<'_>)) {
        WalkMut::walk(&mut self.kind, f);
        f(PartMut::Thing(self));
    }
}

walk_both!(StmtKind, self, f => {
    match self {
        Self::If(s) => s.walk(f),
        Self::ForEach(s) => s.walk(f),
        Self::Alternate(s) => s.walk(f),
        Self::Repeat(s) => s.walk(f),
        Self::Share(s) => s.walk(f),
        Self::Take(s) => s.walk(f),
        Self::Choose(s) => s.walk(f),
        Self::Stop(s) => s.walk(f),
        Self::Until(s) => s.walk(f),
        Self::Place(s) => s.walk(f),
        Self::Gather(s) => s.walk(f),
        Self::Draw { number, from, .. } => {
            number.walk(f);
            from.walk(f);
        }
        Self::Shuffle(deck) => deck.walk(f),
        Self::Happens { card, roles, .. } => {
            card.walk(f);
            roles.walk(f);
        }
        Self::Spend(s) => s.walk(f),
        Self::Form { who, moving, .. } => {
            who.walk(f);
            moving.walk(f);
        }
        Self::May(s) => s.walk(f),
        Self::Change { who, what } => {
            who.walk(f);
            what.walk(f);
        }
        Self::Move(s) => s.walk(f),
        Self::Turn(s) => s.walk(f),
        Self::Give(e) | Self::Remove(e) | Self::Withdraw(e) | Self::Reveal(e) | Self::Wins(e) | Self::Let { value: e, .. } => e.walk(f),
        Self::Lead { who, whom: what } | Self::Join { who, what } | Self::Leave { who, what } => {
            who.walk(f);
            what.walk(f);
        }
        Self::Do(s) => s.walk(f),
        Self::Again { .. } | Self::ThisBecomes(_) | Self::GameEnds | Self::Note(_) => {}
    }
});

walk_both!(OrderKind, self, f => {
    match self {
        Self::Together => {}
        Self::ChosenBy { by: e, .. } | Self::From(e) => e.walk(f),
        Self::First { of, .. } => of.walk(f),
    }
});

walk_both!(HowOften, self, f => {
    let (Self::Times(e) | Self::While(e) | Self::Until(e)) = self;
    e.walk(f);
});

walk_both!(Chosen, self, f => {
    match self {
        Self::Numbers { from, to } => {
            from.walk(f);
            to.walk(f);
        }
        Self::Somewhere { limits, .. } => limits.walk(f),
        Self::OneOf(_) => {}
        Self::Of { who, each: _ } => who.walk(f),
    }
});

walk_both!(Chooser, self, f => {
    if let Self::By(e) = self {
        e.walk(f);
    }
});

walk_both!(PlaceLimitKind, self, f => {
    match self {
        Self::Within(w) => w.walk(f),
        Self::In(e) | Self::Where(e) => e.walk(f),
        Self::MoreThan { distance, from } => {
            distance.walk(f);
            from.walk(f);
        }
        Self::Spot(s) => s.walk(f),
    }
});

walk_both!(Stop, self, f => {
    if let Self::Word { of, .. } = self {
        of.walk(f);
    }
});

walk_both!(PutKind, self, f => {
    match self {
        Self::At(e) | Self::Facing(e) => e.walk(f),
        Self::Limit(limit) => limit.walk(f),
    }
});

walk_both!(Change, self, f => {
    match self {
        Self::Gains(things) | Self::Loses(things) => things.walk(f),
        Self::Becomes(e) => e.walk(f),
    }
});

walk_both!(ThingKind, self, f => {
    match self {
        Self::All(name) | Self::Name(name) => name.walk(f),
        Self::Amount { amount, of } => {
            amount.walk(f);
            of.walk(f);
        }
        Self::Word(word) => word.walk(f),
        Self::Number(_) => {}
    }
});

walk_both!(TurnWay, self, f => {
    match self {
        Self::UpTo(e) | Self::To(e) | Self::Wheel(e) => e.walk(f),
        Self::About => {}
    }
});

walk_both!(MoveOptionKind, self, f => {
    match self {
        Self::Keeping { distance, from } | Self::Ending { distance, from } => {
            distance.walk(f);
            from.walk(f);
        }
        Self::Without(s) | Self::Through { whom: s, .. } => s.walk(f),
        Self::Aside { angle, .. } => angle.walk(f),
        Self::Manner(name) | Self::Spending { count: name, .. } => name.walk(f),
        Self::Inside(_)
        | Self::Forward
        | Self::Straight
        | Self::StraightBack
        | Self::LeavingBoard
        | Self::GoingOn
        | Self::KeepingCoherency
        | Self::KeepingFacing
        | Self::Wheeling
        | Self::TurningAbout => {}
    }
});

walk_both!(AnswerValue, self, f => {
    if let Self::Is { what, to } = self {
        what.walk(f);
        if let Some((_, e)) = to {
            e.walk(f);
        }
    }
});

walk_both!(Mood, self, _f => {});
