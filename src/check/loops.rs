//! Loops that ask what nothing in them changes.

use std::collections::{BTreeMap, BTreeSet};

use super::Whole;
use super::faulty::Faulty;
use super::spoilt;
use super::touch::{asked, done};
use super::touched::Cell;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{
    Block, Body, Comparison, CountId, Expr, ExprKind, Hook, LocalId, Quality, Reach, Repeat, Rules, Sel, Stmt, StmtKind, Thing, Until,
};
use crate::source::At;

/// Reports them. A sentence is resolved once for each place it meets: it is only at fault if it is so everywhere.
pub(super) fn check(whole: Whole<'_>, faulty: &Faulty<'_>) -> Vec<Diagnostic> {
    let mut loops = Loops::default();
    every::part(whole.rules, &mut loops);
    let mut found: BTreeMap<(u32, u32), (At, Option<Endless>)> = BTreeMap::new();
    for (until, test, block) in &loops.0 {
        let span = test.at.span();
        let endless = endless(whole, faulty, (*until, test), block);
        let told = found.entry((span.start, span.end)).or_insert((test.at, endless));
        told.1 = told.1.filter(|_| endless.is_some());
    }
    let endless = found.into_values().filter_map(|(at, endless)| Some((at, endless?)));
    endless
        .map(|(at, endless)| {
            let (message, help) = match endless {
                Endless::Unchanged => {
                    ("nothing in this loop changes what it asks", "let something in it change this, or say how often: `repeat 3 times`")
                }
                Endless::Grows => ("this loop only adds to what must become less for it to end", "write `loses` in it, or ask for more"),
                Endless::Always => ("nothing is less than 0, so this loop never ends", "write `more than 0`, or another number"),
                Endless::Shrinks => {
                    ("this loop only takes from what must become more for it to end", "write `gains` in it, or ask for less")
                }
            };
            Diagnostic::new(Code::Cycle, at.span(), message).here("once it goes round, it goes round without end").help(help)
        })
        .collect()
}

/// Why a loop never ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Endless {
    /// What it asks stays as it is.
    Unchanged,
    /// What it asks becomes more, and should become less.
    Grows,
    /// What it asks becomes less, and should become more.
    Shrinks,
    /// What it asks is so whatever comes.
    Always,
}

/// Loops with what they ask, and whether that ends them.
#[derive(Default)]
struct Loops(Vec<(bool, Expr, Block)>);

impl Walk for Loops {
    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Repeat(Repeat::While(test), block) => self.0.push((false, test.clone(), block.clone())),
            StmtKind::Repeat(Repeat::Until(test), block) => self.0.push((true, test.clone(), block.clone())),
            _ => {}
        }
        walk::walk_stmt(self, s);
    }
}

fn endless(whole: Whole<'_>, faulty: &Faulty<'_>, (until, test): (bool, &Expr), block: &Block) -> Option<Endless> {
    let Whole { rules, graph, files, .. } = whole;
    let mut plain = Plain { other: spoilt::any([test]) || spoilt::block(block), words: BTreeSet::new() };
    plain.expr(test);
    if plain.other || faulty.says(files.slice(test.at.span())) {
        return None;
    }
    let mut ways = Ways::default();
    block.iter().for_each(|s| ways.stmt(s));
    if ways.ends || ways.given.intersection(&plain.words).next().is_some() {
        return None;
    }
    let wanted = wanted(until, test);
    let mut changes = Changes { of: wanted.map(|w| w.0), ..Changes::default() };
    changes.block(block);
    let reads = asked(rules, graph, std::slice::from_ref(test)).reads;
    let (does, procs) = done(rules, graph, block);
    let mut deep = Ways::default();
    for id in procs {
        let proc = rules.procs.get(id)?;
        if faulty.says(rules.names.text(proc.head.name)) {
            return None;
        }
        walk::walk_proc(&mut deep, proc);
        walk::walk_proc(&mut changes, proc);
        for met in graph.splices_of(id) {
            if let Some(Body::Happens(block)) = met.of(rules).map(|(_, meeting)| &meeting.body) {
                deep.block(block);
                changes.block(block);
            }
        }
    }
    // who moves may be met, and what passes by itself may pass here
    let changed = [&does.gains, &does.loses, &does.adds, &does.sets].into_iter().any(|cells| cells.iter().any(|c| reads.contains(c)));
    if does.stops || ways.wakes || deep.wakes || reads.iter().any(|c| passes(rules, *c)) {
        return None;
    }
    match wanted {
        Some((_, Endless::Always)) => Some(Endless::Always),
        _ if !changed => Some(Endless::Unchanged).filter(|_| !does.sets.contains(&Cell::Places) || !any_coming(rules)),
        Some((_, Endless::Grows)) if changes.up && !changes.down && !changes.other => Some(Endless::Grows),
        Some((_, Endless::Shrinks)) if changes.down && !changes.up && !changes.other => Some(Endless::Shrinks),
        _ => None,
    }
}

/// Whether something happens when anybody comes near: whoever moves may set it off.
fn any_coming(rules: &Rules) -> bool {
    rules.attaches.iter().any(|(_, a)| a.meets.iter().any(|m| matches!(m.hook, Hook::Coming)))
}

/// The count that a loop asks, and what it must not only do so that the loop ends.
fn wanted(until: bool, test: &Expr) -> Option<(CountId, Endless)> {
    use Comparison as C;
    let ExprKind::Compare(how, of, than) = &*test.kind else { return None };
    let (ExprKind::Count(count, _), ExprKind::Int(n)) = (&*of.kind, &*than.kind) else { return None };
    if *n <= 0 && matches!((until, how), (false, C::AtLeast) | (true, C::Less)) {
        return Some((*count, Endless::Always));
    }
    let less = match (until, how) {
        // no count is less than 0
        (true, C::Equal) | (false, C::Unequal) if *n == 0 => true,
        (true, C::Less | C::AtMost) | (false, C::More | C::AtLeast) => true,
        (true, C::More | C::AtLeast) | (false, C::Less | C::AtMost) => false,
        _ => return None,
    };
    Some((*count, if less { Endless::Grows } else { Endless::Shrinks }))
}

/// Looks for what becomes of one count.
#[derive(Default)]
struct Changes {
    of: Option<CountId>,
    up: bool,
    down: bool,
    other: bool,
}

impl Changes {
    fn is_of(&self, things: &[Thing]) -> bool {
        things.iter().any(|t| matches!(t, Thing::Amount(c, _) | Thing::All(c) if Some(*c) == self.of))
    }
}

impl Walk for Changes {
    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Gain(_, things) if self.is_of(things) => self.up = true,
            StmtKind::Lose(_, things) if self.is_of(things) => self.down = true,
            StmtKind::Store(count, ..) if Some(*count) == self.of => self.other = true,
            StmtKind::Spend(_) | StmtKind::Take(_) | StmtKind::Error => self.other = true,
            _ => {}
        }
        walk::walk_stmt(self, s);
    }
}

/// Whether something that is remembered may end by itself.
fn passes(rules: &Rules, cell: Cell) -> bool {
    match cell {
        Cell::State(state) => rules.states.get(state).is_none_or(|s| s.until != Until::Stays),
        _ => false,
    }
}

/// Looks for what makes a question hang on more than what is remembered and the words in it.
struct Plain {
    other: bool,
    words: BTreeSet<LocalId>,
}

impl Walk for Plain {
    fn expr(&mut self, e: &Expr) {
        use ExprKind as K;
        if let K::Local(word) = *e.kind {
            self.words.insert(word);
        }
        self.other |= !matches!(
            &*e.kind,
            K::Int(_)
                | K::Truth(_)
                | K::Local(_)
                | K::Game
                | K::Thing(_)
                | K::Count(..)
                | K::HasAmount(..)
                | K::Is(..)
                | K::Same(..)
                | K::EnemyOf(..)
                | K::FriendOf(..)
                | K::InPlay(_)
                | K::OffBoard(_)
                | K::InGround(..)
                | K::Within(..)
                | K::Touches(..)
                | K::Sees(..)
                | K::Not(_)
                | K::And(_)
                | K::Or(_)
                | K::Compare(..)
                | K::Between(..)
                | K::Neg(_)
                | K::Math(..)
                | K::CountOf(_)
                | K::Exists(..)
                | K::HasSome(..)
                | K::SumOf(..)
                | K::Distance(..)
                | K::Reach(Reach::Side | Reach::OtherSide | Reach::Leader | Reach::Formation | Reach::Place, _)
        );
        walk::walk_expr(self, e);
    }

    fn quality(&mut self, q: &Quality) {
        match q {
            Quality::State(_) => {}
            Quality::Same(e) => self.expr(e),
            _ => self.other = true,
        }
    }

    fn sel(&mut self, s: &Sel) {
        s.tests.iter().for_each(|t| self.test(t));
    }
}

/// Looks for what ends a loop, or lets other rules hold, and for the words that are given something.
#[derive(Default)]
struct Ways {
    ends: bool,
    wakes: bool,
    given: BTreeSet<LocalId>,
}

impl Walk for Ways {
    fn stmt(&mut self, s: &Stmt) {
        use StmtKind as K;
        match &s.kind {
            K::Stop(_) | K::Give(_) | K::Again(..) => self.ends = true,
            K::Wake(_) | K::Take(_) | K::Win(_) | K::End | K::Way(_) | K::Error => {
                self.ends = true;
                self.wakes = true;
            }
            _ => {}
        }
        self.given.extend(s.kind.words());
        walk::walk_stmt(self, s);
    }
}
