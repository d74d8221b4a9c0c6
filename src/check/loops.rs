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
use crate::hir::{Block, Body, Expr, ExprKind, LocalId, Quality, Reach, Repeat, Rules, Sel, Stmt, StmtKind, Until};
use crate::source::At;

/// Reports them. A sentence is resolved once for each place it meets: it is only at fault if it is so everywhere.
pub(super) fn check(whole: Whole<'_>, faulty: &Faulty<'_>) -> Vec<Diagnostic> {
    let mut loops = Loops::default();
    every::part(whole.rules, &mut loops);
    let mut found: BTreeMap<(u32, u32), (At, bool)> = BTreeMap::new();
    for (test, block) in &loops.0 {
        let span = test.at.span();
        let endless = is_endless(whole, faulty, test, block);
        found.entry((span.start, span.end)).or_insert((test.at, true)).1 &= endless;
    }
    let endless = found.into_values().filter(|(_, endless)| *endless);
    endless
        .map(|(at, _)| {
            Diagnostic::new(Code::Cycle, at.span(), "nothing in this loop changes what it asks")
                .here("once it goes round, it goes round without end")
                .help("let something in it change this, or say how often: `repeat 3 times`")
        })
        .collect()
}

/// Loops with what they ask.
#[derive(Default)]
struct Loops(Vec<(Expr, Block)>);

impl Walk for Loops {
    fn stmt(&mut self, s: &Stmt) {
        if let StmtKind::Repeat(Repeat::While(test) | Repeat::Until(test), block) = &s.kind {
            self.0.push((test.clone(), block.clone()));
        }
        walk::walk_stmt(self, s);
    }
}

fn is_endless(whole: Whole<'_>, faulty: &Faulty<'_>, test: &Expr, block: &Block) -> bool {
    let Whole { rules, graph, files, .. } = whole;
    let mut plain = Plain { other: spoilt::any([test]) || spoilt::block(block), words: BTreeSet::new() };
    plain.expr(test);
    if plain.other || faulty.says(files.slice(test.at.span())) {
        return false;
    }
    let mut ways = Ways::default();
    block.iter().for_each(|s| ways.stmt(s));
    if ways.ends || ways.given.intersection(&plain.words).next().is_some() {
        return false;
    }
    let reads = asked(rules, graph, std::slice::from_ref(test)).reads;
    let (does, procs) = done(rules, graph, block);
    let mut deep = Ways::default();
    for id in procs {
        let Some(proc) = rules.procs.get(id) else { return false };
        if faulty.says(rules.names.text(proc.head.name)) {
            return false;
        }
        walk::walk_proc(&mut deep, proc);
        for met in graph.splices_of(id) {
            if let Some(Body::Happens(block)) = met.of(rules).map(|(_, meeting)| &meeting.body) {
                deep.block(block);
            }
        }
    }
    // who moves may be met, and what passes by itself may pass here
    let changed = [&does.gains, &does.loses, &does.adds, &does.sets].into_iter().any(|cells| cells.iter().any(|c| reads.contains(c)));
    !(changed || does.stops || does.sets.contains(&Cell::Places) || ways.wakes || deep.wakes || reads.iter().any(|c| passes(rules, *c)))
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
