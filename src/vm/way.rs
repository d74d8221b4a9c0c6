//! Ways: what a move keeps to, what it must not run into, where it may end, and how to get round what is in between.

use std::cell::Cell;

use super::eval::{Ask, NOTHING, put};
use super::great;
use super::listing::Listing;
use super::machine::{Frame, Game, Machine};
use crate::ir::{KindBase, MannerPart, Motion, Moves, ProcNo, S, TerrainNo, WINDOW};
use crate::table::{self, Base, Board, Cost, Patch, Point, Segment, Shape, Stand, Within};

/// Searches for a way round that one move may make.
const SEARCHES: u32 = 24;

/// What a move must keep to. All lists name pieces.
#[derive(Clone, Debug, Default)]
pub(super) struct Limits {
    /// Stays this far, in mils, from these, on the way and at the end.
    pub clear: Vec<(i32, Vec<i64>)>,
    /// Ends this far, in mils, from these.
    pub end: Vec<(i32, Vec<i64>)>,
    /// Those it may pass through.
    pub through: Vec<i64>,
    /// Those it passes through if there is no other way.
    pub forced: Vec<i64>,
    /// Sorts of ground of which it stays on one each; anywhere if there are none.
    pub inside: Vec<Vec<TerrainNo>>,
    /// Those of its own who stay where they are.
    pub stay: Vec<i64>,
    /// Whether a piece must stay within reach of its fellows.
    pub coherent: bool,
    /// Whether it may leave the board.
    pub leaving: bool,
    /// Whether it goes on past those who stand where it would end.
    pub going_on: bool,
    /// Whether it ends facing the way it went.
    pub turning: bool,
    /// Whether it ends facing as it did.
    pub keeps_facing: bool,
}

impl Machine {
    /// What a move of somebody must keep to, as things stand.
    pub(super) fn limits(&mut self, game: Game<'_>, frame: Frame, m: &Motion, who: i64) -> Limits {
        let ask = Self::ask(game, &self.world, frame.context);
        let mut out = Limits::default();
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        for says in &m.says {
            ask.besides(says, regs, &mut out);
        }
        if let Some(manner) = m.manner {
            ask.in_manner(manner, who, &mut out);
        }
        out
    }
}

impl Ask<'_> {
    /// What a manner says of somebody who moves so, and what the rules say that meet it.
    fn in_manner(&self, manner: ProcNo, who: i64, out: &mut Limits) {
        let Some(p) = self.program.procs.get(manner) else { return };
        if let Some(touched) = &self.program.touched {
            touched.note_proc(manner);
        }
        for part in &p.manner {
            let mut regs = [NOTHING; WINDOW];
            put(&mut regs, 0, who);
            self.part_of_manner(part, &mut regs, out);
        }
    }

    /// One thing that is said of whoever moves so: once, or once for each carrier of its rule for whom it holds.
    fn part_of_manner(&self, part: &MannerPart, regs: &mut [i64], out: &mut Limits) {
        let says = |ask: &Self, regs: &mut [i64], out: &mut Limits| {
            if ask.holds(part.guard, regs) && !ask.off(part.row, regs) {
                ask.besides(&part.says, regs, out);
            }
        };
        let Some((reg, rule)) = part.me else { return says(self, regs, out) };
        for e in self.carriers(rule) {
            let e = i64::from(*e);
            if self.world.alive(e) {
                put(regs, reg, e);
                says(self, regs, out);
            }
        }
    }

    fn besides(&self, says: &Moves, regs: &mut [i64], out: &mut Limits) {
        match says {
            Moves::Keep(mils, s) => out.clear.push((great::length(self.x(*mils, regs)), self.pieces_of(*s, regs))),
            Moves::End(mils, s) => out.end.push((great::length(self.x(*mils, regs)), self.pieces_of(*s, regs))),
            Moves::Through(s) => out.through.extend(self.pieces_of(*s, regs)),
            Moves::Forced(s) => out.forced.extend(self.pieces_of(*s, regs)),
            Moves::Without(s) => out.stay.extend(self.pieces_of(*s, regs)),
            Moves::Inside(grounds) => out.inside.push(grounds.clone()),
            Moves::Coherent => out.coherent = true,
            Moves::Leaving => out.leaving = true,
            Moves::GoingOn => out.going_on = true,
            Moves::Turning => out.turning = true,
            Moves::KeepsFacing => out.keeps_facing = true,
        }
    }

    /// The pieces of what a description finds.
    fn pieces_of(&self, s: S, regs: &mut [i64]) -> Vec<i64> {
        let mut out = Vec::new();
        self.each(s, regs, &mut |ask, _, e| {
            out.extend(ask.pieces(e));
            true
        });
        out
    }
}

/// A base that is not of the mover's own.
struct Other {
    id: i64,
    stand: Stand,
    /// Kept all the way, in mils.
    clear: i32,
    /// Kept at the end, in mils.
    end: i32,
    /// Does not bar the way.
    passed: bool,
}

/// The surroundings of one move, gathered once.
pub(super) struct Going<'a> {
    board: Board,
    patches: Vec<Patch<'a>>,
    others: Vec<Other>,
    /// Ground that all reach whose leader does.
    by_leader: Vec<&'a Shape>,
    /// Grounds that the way stays on, on all of these.
    inside: Vec<Vec<&'a Shape>>,
    stay: Vec<i64>,
    searches: Cell<u32>,
}

impl<'a> Ask<'a> {
    /// What a move of a group, or of one piece, meets.
    pub(super) fn going(&self, who: i64, limits: &Limits) -> Going<'a> {
        let mut others = Vec::with_capacity(self.cast.ents.len());
        let home = self.world.parent_of(who);
        let alone = self.cast.ent(who).is_some_and(|e| e.base == KindBase::Piece);
        let kept = |all: &[(i32, Vec<i64>)], id: i64| all.iter().filter(|(_, l)| l.contains(&id)).map(|(d, _)| *d).max().unwrap_or(0);
        for (i, e) in self.cast.ents.iter().enumerate() {
            let id = i64::try_from(i).unwrap_or(0);
            let stays = limits.stay.contains(&id);
            if e.base != KindBase::Piece || id == who || (self.world.parent_of(id) == who && !stays) {
                continue;
            }
            let Some(stand) = self.stand(id) else { continue };
            let mate = stays || alone && self.world.parent_of(id) == home;
            let passed = mate || limits.through.contains(&id);
            others.push(Other { id, stand, clear: kept(&limits.clear, id), end: kept(&limits.end, id), passed });
        }
        let board = Board::new(self.cast.board.0, self.cast.board.1);
        let inside = limits.inside.iter().map(|sorts| self.ground_of(sorts)).collect();
        let (patches, by_leader) = (self.patches(who), self.reached_by_leader());
        Going { board, patches, others, by_leader, inside, stay: limits.stay.clone(), searches: Cell::new(SEARCHES) }
    }

    fn reached_by_leader(&self) -> Vec<&'a Shape> {
        let sorts: Vec<TerrainNo> = self.program.terrains.iter().filter(|(_, t)| t.by_leader).map(|(n, _)| n).collect();
        self.ground_of(&sorts)
    }

    /// Where ground of these sorts lies.
    pub(super) fn ground_of(&self, sorts: &[TerrainNo]) -> Vec<&'a Shape> {
        self.sites().filter(|f| f.terrains.iter().any(|t| sorts.contains(t))).map(|f| f.shape).collect()
    }
}

impl<'a> Going<'a> {
    /// Whether a piece of the mover's own stays where it is.
    pub fn left(&self, piece: i64) -> bool {
        self.stay.contains(&piece)
    }

    /// The ground onto which a leader who ends there brings all of his.
    pub fn brought(&self, leader: Point) -> Option<&'a Shape> {
        self.by_leader.iter().copied().find(|s| s.contains(leader))
    }

    /// Opens the way through some more.
    pub fn open(&mut self, pieces: &[i64]) {
        for o in &mut self.others {
            o.passed |= pieces.contains(&o.id);
            if pieces.contains(&o.id) {
                o.clear = 0;
            }
        }
    }

    /// The same where nobody else stands.
    pub fn alone(&self) -> Self {
        let (patches, by_leader, inside) = (self.patches.clone(), self.by_leader.clone(), self.inside.clone());
        Self { board: self.board, patches, others: Vec::new(), by_leader, inside, stay: self.stay.clone(), searches: self.searches.clone() }
    }

    /// Whether a base may come to rest there; `from` is where it began.
    pub fn rests(&self, stand: &Stand, from: Option<&Stand>) -> bool {
        if !self.board.contains(stand) || self.patches.iter().any(|p| p.cost == Cost::Forbidden && p.shape.gap_to(stand) == 0) {
            return false;
        }
        self.keeps_clear(stand, from)
    }

    /// Whether a base stands as far from all others as it must.
    pub fn keeps_clear(&self, stand: &Stand, from: Option<&Stand>) -> bool {
        self.others.iter().all(|o| {
            let want = o.clear.max(o.end);
            if far(stand, &o.stand, want) {
                return true;
            }
            let apart = table::separation(stand, &o.stand);
            if apart < -table::CONTACT {
                return false;
            }
            // who already stands nearer may go, but not closer
            apart.max(0) >= want || from.is_some_and(|f| table::gap(f, &o.stand) < want && table::gap(f, &o.stand) <= apart.max(0))
        })
    }

    /// Whether a base may slide straight to a point: nobody barred, no forbidden ground.
    fn slides(&self, from: &Stand, to: Point) -> bool {
        let line = Segment::new(from.at, to);
        let half = line.length() / 2;
        let middle = from.at.midpoint(to);
        let barred = self.others.iter().filter(|o| !o.passed).any(|o| {
            let reach = from.base.reach().saturating_add(o.stand.base.reach()).saturating_add(o.clear).saturating_add(half);
            let near = (middle.x - o.stand.at.x).abs() <= reach && (middle.y - o.stand.at.y).abs() <= reach;
            near && table::sweeps_within(from, to, &o.stand, bar(o.clear))
        });
        !barred
            && self.stays(from, to) == from.at.distance(to)
            && self.patches.iter().all(|p| p.cost != Cost::Forbidden || clears(from, line, p))
    }

    /// Mils of a straight slide before a base leaves the ground that it must stay on.
    fn stays(&self, from: &Stand, to: Point) -> i32 {
        const STEP: usize = 50;
        let length = from.at.distance(to);
        if self.inside.is_empty() {
            return length;
        }
        let reach = narrow(from);
        let on = |mils: &i32| {
            let at = from.at.towards(to, *mils);
            self.inside.iter().all(|ground| ground.iter().any(|s| s.gap_to_point(at) <= reach))
        };
        let mut kept = 0;
        for mils in (0..length).step_by(STEP).chain([length]) {
            if !on(&mils) {
                return kept;
            }
            kept = mils;
        }
        length
    }

    /// Mils of a straight slide that nothing bars.
    pub fn run(&self, from: &Stand, to: Point) -> i32 {
        let line = Segment::new(from.at, to);
        let mut run = self.stays(from, to);
        for o in self.others.iter().filter(|o| !o.passed) {
            run = run.min(table::free_slide(from, to, &o.stand, bar(o.clear)));
        }
        for p in self.patches.iter().filter(|p| p.cost == Cost::Forbidden) {
            if clears(from, line, p) {
                continue;
            }
            let free = |mils: i32| clears(from, Segment::new(from.at, from.at.towards(to, mils)), p);
            if !free(run) {
                run = table::halved(0, run, 1, free);
            }
        }
        run
    }

    /// What a straight walk costs, if the ground allows it for so much.
    pub fn toll(&self, from: Point, to: Point, allowance: i32) -> Option<i32> {
        if self.patches.is_empty() {
            let d = from.distance(to);
            return (d <= allowance).then_some(d);
        }
        table::cost(from, to, &self.patches, allowance)
    }

    /// How far a straight walk gets over the ground.
    pub fn walk(&self, from: Point, to: Point, allowance: i32) -> table::Walk {
        table::straight(from, to, &self.patches, allowance)
    }

    /// What one leg costs a base, if nothing bars it and so much is enough.
    pub fn step(&self, from: &Stand, to: Point, allowance: i32) -> Option<i32> {
        let spent = self.toll(from.at, to, allowance)?;
        self.slides(from, to).then_some(spent)
    }

    /// By lot, the first two answers in the order drawn that will do without a search for a way round. Searches are few, so that
    /// what is found by one hangs on what was asked before; what is found without any does not.
    pub fn drawn<A>(&self, listing: Listing, answers: impl FnOnce() -> Vec<A>, fits: impl FnMut(&A) -> bool) -> Vec<A> {
        let Listing::Lot(_) = listing else { return Vec::new() };
        let left = self.searches.replace(0);
        let out = listing.fitting(answers(), fits);
        self.searches.set(left);
        out
    }

    /// Sets how many searches for a way round there may be yet.
    pub fn glances(&self, searches: u32) {
        self.searches.set(searches);
    }

    /// Whether a base may walk these legs for so much.
    pub fn may_walk(&self, from: &Stand, legs: &[Point], allowance: i32) -> bool {
        let mut at = *from;
        let mut rest = allowance;
        for to in legs {
            let Some(spent) = self.step(&at, *to, rest) else { return false };
            rest -= spent;
            at = at.moved(*to);
        }
        true
    }

    /// Whether a base may slide along these legs, whatever the ground costs.
    pub fn passes(&self, from: &Stand, legs: impl Iterator<Item = Point>) -> bool {
        let mut at = *from;
        for to in legs {
            if !self.slides(&at, to) {
                return false;
            }
            at = at.moved(to);
        }
        true
    }

    /// The legs of a way to a point: straight if that is free, else round what is in between.
    pub fn way(&self, from: &Stand, to: Point, allowance: i32) -> Option<Vec<Point>> {
        if self.may_walk(from, &[to], allowance) {
            return Some(vec![to]);
        }
        if from.at.distance(to) > allowance || self.searches.get() == 0 {
            return None;
        }
        self.searches.set(self.searches.get() - 1);
        let bars: Vec<Stand> = self.others.iter().filter(|o| !o.passed).map(|o| wider(&o.stand, o.clear)).collect();
        let route = table::path(from.at, to, narrow(from), allowance, &bars, &self.patches)?;
        let legs: Vec<Point> = route.points.into_iter().skip(1).collect();
        let on_board = legs.iter().all(|p| self.board.contains(&from.moved(*p)) || *p == to);
        (on_board && !legs.is_empty() && self.may_walk(from, &legs, allowance.saturating_add(2))).then_some(legs)
    }
}

/// The gap below which the way is barred: contact does not bar it.
const fn bar(clear: i32) -> i32 {
    if clear > 0 { clear } else { -table::CONTACT }
}

fn far(a: &Stand, b: &Stand, want: i32) -> bool {
    let reach = a.base.reach().saturating_add(b.base.reach()).saturating_add(want).saturating_add(20);
    (a.at.x - b.at.x).abs() > reach || (a.at.y - b.at.y).abs() > reach
}

/// Half of a base's least breadth.
fn narrow(stand: &Stand) -> i32 {
    let (w, d) = stand.base.halves();
    w.min(d)
}

/// A base grown by a margin.
fn wider(stand: &Stand, by: i32) -> Stand {
    let base = match stand.base {
        Base::Circle { radius } => Base::Circle { radius: radius.saturating_add(by) },
        Base::Rect { half_width, half_depth } => {
            Base::Rect { half_width: half_width.saturating_add(by), half_depth: half_depth.saturating_add(by) }
        }
    };
    Stand { base, ..*stand }
}

/// Whether a base on this line keeps off ground that nobody may enter; who is on it may leave.
fn clears(from: &Stand, line: Segment, patch: &Patch<'_>) -> bool {
    if patch.shape.within(from.at) == Within::Inside {
        return true;
    }
    let began = patch.shape.gap_to_point(from.at);
    patch.shape.gap_to_segment(line) >= began.min(narrow(from)).saturating_sub(table::SLACK)
}
