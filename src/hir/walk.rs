//! A walk over resolved rules that may change them: each method visits what is below its node.
//!
//! There is no arm for all that is left, so that a new sort of node must say its parts.

use super::{
    Attach, Band, Bearing, Blank, Block, Body, Call, Cell, Chance, ChanceKind, Change, ChangeKind, Choice, Coming, Course, Every, Expr,
    ExprKind, Factor, Fill, Forbid, Forced, Gather, Guard, Limit, Loop, Meeting, Motion, Need, Offer, Order, OwnRow, Placing, Price, Proc,
    ProcKind, Quality, Ray, Repeat, Sel, Spend, Stays, Step, Stmt, StmtKind, Stop, Table, TableKey, Take, Target, Terms, Test, Thing,
    Value,
};

/// Visits nodes; what is not overridden goes on to what is below.
pub trait Walk: Sized {
    /// A question.
    fn expr(&mut self, e: &mut Expr) {
        walk_expr(self, e);
    }
    /// A description.
    fn sel(&mut self, s: &mut Sel) {
        s.tests.iter_mut().for_each(|t| self.test(t));
    }
    /// What a description says.
    fn test(&mut self, t: &mut Test) {
        walk_test(self, t);
    }
    /// What something can be.
    fn quality(&mut self, q: &mut Quality) {
        match q {
            Quality::Condition(_, args) => args.iter_mut().for_each(|a| self.expr(a)),
            Quality::Same(e) => self.expr(e),
            Quality::State(_) | Quality::Rule(_) | Quality::Row(_) | Quality::Tagged(..) | Quality::Ground(_) | Quality::Error => {}
        }
    }
    /// Statements.
    fn block(&mut self, b: &mut Block) {
        b.iter_mut().for_each(|s| self.stmt(s));
    }
    /// A statement.
    fn stmt(&mut self, s: &mut Stmt) {
        walk_stmt(self, s);
    }
    /// A change.
    fn change(&mut self, c: &mut Change) {
        walk_change(self, &mut c.kind);
        self.guards(&mut c.guard);
    }
    /// When something holds.
    fn guards(&mut self, g: &mut Vec<Guard>) {
        g.iter_mut().for_each(|g| self.expr(&mut g.test));
    }
    /// A limit.
    fn limit(&mut self, l: &mut Limit) {
        l.of.iter_mut().for_each(|e| self.expr(e));
    }
    /// What is asked before something is done.
    fn needs(&mut self, n: &mut Vec<Need>) {
        n.iter_mut().for_each(|n| self.expr(&mut n.test));
    }
    /// What is paid.
    fn price(&mut self, p: &mut Price) {
        self.expr(&mut p.of);
        self.expr(&mut p.amount);
    }
    /// A line at one place.
    fn meeting(&mut self, m: &mut Meeting) {
        walk_meeting(self, m);
    }
    /// A call.
    fn call(&mut self, c: &mut Call) {
        c.args.iter_mut().for_each(|a| self.expr(a));
        c.answers.iter_mut().for_each(|(_, a)| self.expr(a));
    }
}

/// Rows below a quantity or throw.
pub fn walk_rows<W: Walk>(w: &mut W, rows: &mut [OwnRow]) {
    rows.iter_mut().for_each(|r| w.change(&mut r.change));
}

/// A quantity.
pub fn walk_value<W: Walk>(w: &mut W, v: &mut Value) {
    [&mut v.base, &mut v.least, &mut v.most].into_iter().flatten().for_each(|e| w.expr(e));
    walk_rows(w, &mut v.rows);
}

/// Something that happens.
pub fn walk_proc<W: Walk>(w: &mut W, p: &mut Proc) {
    p.costs.iter_mut().for_each(|c| w.price(c));
    w.needs(&mut p.needs);
    p.limits.iter_mut().for_each(|l| w.limit(l));
    p.steps.iter_mut().for_each(|s| walk_step(w, s));
    if let ProcKind::Chance(c) = &mut p.kind {
        walk_chance(w, c);
    }
}

/// A step.
pub fn walk_step<W: Walk>(w: &mut W, s: &mut Step) {
    s.guard.iter_mut().for_each(|g| w.expr(g));
    s.result.iter_mut().for_each(|(_, e)| w.expr(e));
    s.or_else.iter_mut().for_each(|b| w.block(b));
    w.block(&mut s.block);
}

/// What is thrown.
pub fn walk_chance_kind<W: Walk>(w: &mut W, kind: &mut ChanceKind) {
    match kind {
        ChanceKind::Pool { dice, each, passes, or_less: _ } => {
            dice.iter_mut().for_each(|d| w.expr(d));
            each.iter_mut().filter_map(|e| e.need.as_mut()).for_each(|n| w.expr(n));
            passes.iter_mut().for_each(|p| w.expr(p));
        }
        ChanceKind::Roll(roll) | ChanceKind::Opposed { roll, ties_again: _, side: _ } => roll.iter_mut().for_each(|r| w.expr(r)),
        ChanceKind::Check { dice: _, base, need, low: _ } => [base, need].into_iter().for_each(|e| w.expr(e)),
        ChanceKind::Error => {}
    }
}

/// A throw.
pub fn walk_chance<W: Walk>(w: &mut W, c: &mut Chance) {
    walk_chance_kind(w, &mut c.kind);
    for (_, _, forced) in &mut c.naturals {
        walk_forced(forced);
    }
    walk_rows(w, &mut c.rows);
    for (_, band, block) in &mut c.bands {
        match band {
            Band::Passed | Band::Failed | Band::FailedBy(..) | Band::Difference(..) | Band::Score(..) | Band::Otherwise => w.block(block),
        }
    }
}

fn walk_forced(f: &mut Forced) {
    match f {
        Forced::Succeeds | Forced::Fails | Forced::Counts(_) => {}
    }
}

/// A table.
pub fn walk_table<W: Walk>(w: &mut W, t: &mut Table) {
    for key in t.keys.iter_mut().flatten() {
        match key {
            TableKey::Is(e) => w.expr(e),
            TableKey::So(q) => w.quality(q),
            TableKey::Numbers(..) | TableKey::Otherwise => {}
        }
    }
    for cell in &mut t.cells {
        match cell {
            Cell::Is(e) => w.expr(e),
            Cell::Dash | Cell::Dice(_) => {}
        }
    }
}

/// What a rule asks before it acts.
pub fn walk_terms<W: Walk>(w: &mut W, t: &mut Terms) {
    w.needs(&mut t.needs);
    t.limits.iter_mut().for_each(|l| w.limit(l));
    t.costs.iter_mut().for_each(|c| w.price(c));
}

/// A line where a rule meets the game.
pub fn walk_attach<W: Walk>(w: &mut W, a: &mut Attach) {
    walk_terms(w, &mut a.terms);
    a.meets.iter_mut().for_each(|m| w.meeting(m));
}

/// What a rule forbids.
pub fn walk_forbid<W: Walk>(w: &mut W, f: &mut Forbid) {
    f.meets.iter_mut().for_each(|m| w.meeting(m));
}

/// A line at one place.
pub fn walk_meeting<W: Walk>(w: &mut W, m: &mut Meeting) {
    for Blank { fill, .. } in &mut m.blanks {
        match fill {
            Fill::Me(tests) | Fill::Described(_, tests) => tests.iter_mut().for_each(|t| w.test(t)),
            Fill::My(e, tests) => {
                w.expr(e);
                tests.iter_mut().for_each(|t| w.test(t));
            }
            Fill::Exactly(e) => w.expr(e),
            Fill::Number => {}
        }
    }
    m.during.iter_mut().for_each(|d| w.expr(d));
    w.guards(&mut m.guard);
    if let Some(Coming { who, limit, of }) = &mut m.coming {
        w.sel(who);
        w.expr(limit);
        w.expr(of);
    }
    match &mut m.body {
        Body::Changes(changes) => changes.iter_mut().for_each(|c| w.change(c)),
        Body::Happens(block) => w.block(block),
        Body::Also(guards) => w.guards(guards),
        Body::Skip | Body::Ignore | Body::Mute => {}
    }
}

fn walk_every<W: Walk>(w: &mut W, every: &mut Option<Every>) {
    match every {
        Some(Every::Of(_, sel)) => w.sel(sel),
        Some(Every::By(_, e)) => w.expr(e),
        None => {}
    }
}

/// What is changed.
pub fn walk_change<W: Walk>(w: &mut W, c: &mut ChangeKind) {
    match c {
        ChangeKind::Set(e)
        | ChangeKind::Floor(e)
        | ChangeKind::Ceiling(e)
        | ChangeKind::Exactly(e, _)
        | ChangeKind::Need(e)
        | ChangeKind::HitCounts(e)
        | ChangeKind::Each { amount: e, .. }
        | ChangeKind::Total { amount: e, .. } => w.expr(e),
        ChangeKind::Add { amount, every, .. } | ChangeKind::Dice { amount, every, .. } => {
            w.expr(amount);
            walk_every(w, every);
        }
        ChangeKind::Scale(Factor::By(e), _) => w.expr(e),
        ChangeKind::Natural(_, forced) => walk_forced(forced),
        ChangeKind::Scale(Factor::Share(..), _)
        | ChangeKind::Yes
        | ChangeKind::No
        | ChangeKind::Reroll { .. }
        | ChangeKind::Explode(..)
        | ChangeKind::Keep(_)
        | ChangeKind::HitDice(_)
        | ChangeKind::Passes
        | ChangeKind::Fails => {}
    }
}

fn walk_ray<W: Walk>(w: &mut W, r: &mut Ray) {
    w.expr(&mut r.from);
    w.expr(&mut r.to);
    r.length.iter_mut().for_each(|l| w.expr(l));
}

/// To what a distance is taken.
pub fn walk_target<W: Walk>(w: &mut W, t: &mut Target) {
    match t {
        Target::One(e) => w.expr(e),
        Target::Any(s) => w.sel(s),
        Target::Ray(r) => walk_ray(w, r),
    }
}

/// What a description says.
pub fn walk_test<W: Walk>(w: &mut W, t: &mut Test) {
    match t {
        Test::Is(list, _) | Test::With(list, _) => list.iter_mut().for_each(|q| w.quality(q)),
        Test::Enemy(e)
        | Test::Friendly(e)
        | Test::Other(e)
        | Test::Of(e)
        | Test::In(e)
        | Test::SeenBy(e)
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
        Test::InGround(_) | Test::InDeck(_) | Test::InHand(_) => {}
    }
}

/// A question.
pub fn walk_expr<W: Walk>(w: &mut W, e: &mut Expr) {
    use ExprKind as K;
    match &mut *e.kind {
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
        K::Ask(_, list) | K::Look(_, list) | K::And(list) | K::Or(list) | K::Pick(_, list) => list.iter_mut().for_each(|e| w.expr(e)),
        K::Count(_, e)
        | K::Did(e, ..)
        | K::InPlay(e)
        | K::OffBoard(e)
        | K::InGround(e, _)
        | K::InDeck(e, _)
        | K::InHand(e, _)
        | K::Not(e)
        | K::Neg(e)
        | K::Share(_, _, e, _)
        | K::Rounded(e, _)
        | K::Reach(_, e)
        | K::RollCell(e) => w.expr(e),
        K::Is(e, list) | K::HasAny(e, _, list) => {
            w.expr(e);
            list.iter_mut().for_each(|q| w.quality(q));
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
        | K::March(a, b) => {
            w.expr(a);
            w.expr(b);
        }
        K::HasSome(e, s) | K::Every(s, e) | K::ExtremeOf(_, e, s) | K::MajorityOf(e, s) | K::SumOf(e, s) => {
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

fn walk_stays<W: Walk>(w: &mut W, s: &mut Stays) {
    match s {
        Stays::Within(a, b) | Stays::Beyond(a, b) => {
            w.expr(a);
            w.expr(b);
        }
        Stays::BeyondAll(e, s) => {
            w.expr(e);
            w.sel(s);
        }
        Stays::Inside(e) => w.expr(e),
    }
}

fn walk_choice<W: Walk>(w: &mut W, c: &mut Choice) {
    match c {
        Choice::Thing(s) => w.sel(s),
        Choice::Number(a, b) => {
            w.expr(a);
            w.expr(b);
        }
        Choice::Names(list) => list.iter_mut().for_each(|(_, e)| w.expr(e)),
        Choice::Place(limits, who) => {
            limits.iter_mut().for_each(|(s, _)| walk_stays(w, s));
            who.iter_mut().for_each(|e| w.expr(e));
        }
        Choice::Facing | Choice::Edge => {}
    }
}

fn walk_motion<W: Walk>(w: &mut W, m: &mut Motion) {
    w.expr(&mut m.who);
    match &mut m.course {
        Course::Towards(e) | Course::Away(e) | Course::Contact(e) | Course::Home(e) | Course::Onto(e) => w.expr(e),
        Course::Free | Course::Forward | Course::Ahead | Course::Back => {}
    }
    m.distance.iter_mut().for_each(|d| w.expr(d));
    for (far, whom) in [&mut m.keeping, &mut m.ending].into_iter().flatten() {
        w.expr(far);
        w.sel(whom);
    }
    [&mut m.through, &mut m.if_surrounded, &mut m.without].into_iter().flatten().for_each(|s| w.sel(s));
}

fn walk_placing<W: Walk>(w: &mut W, p: &mut Placing) {
    w.expr(&mut p.who);
    p.spot.iter_mut().for_each(|e| w.expr(e));
    p.facing.iter_mut().for_each(|(e, _)| w.expr(e));
    p.limits.iter_mut().for_each(|(s, _)| walk_stays(w, s));
    p.by.iter_mut().for_each(|e| w.expr(e));
}

fn walk_spend<W: Walk>(w: &mut W, s: &mut Spend) {
    w.expr(&mut s.of);
    w.expr(&mut s.amount);
}

fn walk_things<W: Walk>(w: &mut W, list: &mut [Thing]) {
    for thing in list {
        match thing {
            Thing::Amount(_, e) | Thing::Formation(e) => w.expr(e),
            Thing::State(_) | Thing::Rule(_) | Thing::All(_) => {}
        }
    }
}

fn walk_loop<W: Walk>(w: &mut W, l: &mut Loop) {
    w.sel(&mut l.over);
    for order in &mut l.order {
        match order {
            Order::Rank(_, e) | Order::First(e) => w.expr(e),
        }
    }
    l.chosen_by.iter_mut().for_each(|e| w.expr(e));
}

/// A statement.
pub fn walk_stmt<W: Walk>(w: &mut W, s: &mut Stmt) {
    use StmtKind as K;
    match &mut s.kind {
        K::Error | K::Way(_) | K::Shuffle(_) | K::Again(..) | K::End | K::Wake(_) | K::Note(_) => {}
        K::If(arms, last) => {
            for (test, block) in arms {
                w.expr(test);
                w.block(block);
            }
            last.iter_mut().for_each(|b| w.block(b));
        }
        K::ForEach(l, block) => {
            walk_loop(w, l);
            w.block(block);
        }
        K::Alternate(_, first, test, block) => {
            w.expr(first);
            w.expr(test);
            w.block(block);
        }
        K::Repeat(how, block) => {
            match how {
                Repeat::Times(e) | Repeat::While(e) | Repeat::Until(e) => w.expr(e),
            }
            w.block(block);
        }
        K::Share(amount, among, by, _, block) => {
            w.expr(amount);
            w.sel(among);
            by.iter_mut().for_each(|e| w.expr(e));
            w.block(block);
        }
        K::Take(Take { by, target, .. }) => {
            w.expr(by);
            target.iter_mut().for_each(|e| w.expr(e));
        }
        K::Choose { choice, by, .. } => {
            walk_choice(w, choice);
            by.iter_mut().for_each(|e| w.expr(e));
        }
        K::PickAtRandom(_, s) => w.sel(s),
        K::May(Offer { who, spend, block, .. }) => {
            who.iter_mut().for_each(|e| w.expr(e));
            spend.iter_mut().for_each(|s| walk_spend(w, s));
            w.block(block);
        }
        K::Spend(s) => walk_spend(w, s),
        K::Stop(Stop::Movement(of)) => of.iter_mut().for_each(|e| w.expr(e)),
        K::Stop(Stop::This | Stop::Proc(_)) => {}
        K::Give(e)
        | K::Let(_, e)
        | K::Set(_, e)
        | K::Remove(e)
        | K::Leave(e)
        | K::LeaveDeck(e, _)
        | K::JoinDeck(e, _)
        | K::Win(e)
        | K::Draw(_, e, _) => {
            w.expr(e);
        }
        K::Do(call, or_else) => {
            w.call(call);
            or_else.iter_mut().for_each(|b| w.block(b));
        }
        K::Gain(e, list) | K::Lose(e, list) => {
            w.expr(e);
            walk_things(w, list);
        }
        K::Become(a, b) | K::Store(_, a, b) | K::Lead(a, b) | K::Join(a, b) => {
            w.expr(a);
            w.expr(b);
        }
        K::Move(m) => walk_motion(w, m),
        K::Form(a, b, far) => {
            w.expr(a);
            w.expr(b);
            far.iter_mut().for_each(|e| w.expr(e));
        }
        K::Place(p) => walk_placing(w, p),
        K::Gather(s, _, how) => {
            w.sel(s);
            match how {
                Gather::Touching => {}
                Gather::Pairs(a, b) => {
                    w.expr(a);
                    w.expr(b);
                }
                Gather::Alike(list) => list.iter_mut().for_each(|e| w.expr(e)),
            }
        }
    }
}
