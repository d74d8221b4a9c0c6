//! The end of making a cast: reserves, who may carry what, where counts lie.

use std::collections::{HashMap, HashSet};

use super::builder::{Builder, Leaders};
use crate::ir::{CountNo, Key, KindBase, KindNo, List, ProcNo, RuleNo, StateKind, StateNo, Type};
use crate::ir::{Op, Program};
use crate::vm::{Cast, EntId};

impl Builder<'_> {
    /// The cast, and who leads its groups.
    #[must_use]
    pub fn finish(mut self) -> (Cast, Leaders) {
        self.deal();
        self.reserves();
        self.name_features();
        self.bills();
        self.cast.given.sort_unstable();
        self.cast.given.dedup();
        self.cast.index(self.program.book.kinds.len());
        self.cast.carriers = carriers(self.program, &self.cast);
        let (cell_of, cells) = cells(self.program);
        self.cast.cell_of = cell_of;
        self.cast.cells = cells;
        (self.cast, self.leaders)
    }

    /// The cards that are always there. Those of one sort are numbered from the second on.
    fn deal(&mut self) {
        let mut dealt: HashMap<(StateNo, i64), u16> = HashMap::new();
        for deal in &self.program.deals {
            let deck = |(inside, _)| self.program.decks.iter().find(|d| d.state == inside);
            // what each side has of its own is called alike
            let side = deal.deck.and_then(deck).map_or(0, |d| d.side);
            for _ in 0..deal.number {
                let n = *dealt.entry((deal.sort, side)).and_modify(|n| *n += 1).or_insert(1);
                let name = if n > 1 { format!("{} {n}", deal.name) } else { deal.name.clone() };
                let Some(card) = self.thing(name, deal.kind, 0, 0) else { return };
                self.cast.given.push((card, deal.sort));
                self.cast.given.extend(deal.deck.iter().flat_map(|(inside, listed)| [(card, *inside), (card, *listed)]));
                self.share(card, deal.kind);
            }
        }
    }

    /// Gives a unit, or its pieces, a rule beside those of its entry.
    pub fn give(&mut self, unit: EntId, rule: RuleNo) {
        self.bestow(unit, rule);
    }

    /// Groups that are made in play stand in reserve: those of groups or pieces of which none is mustered.
    fn reserves(&mut self) {
        let program = self.program;
        let mut there: List<KindNo, usize> = vec![0; program.book.kinds.len()].into();
        for ent in &self.cast.ents {
            add(&mut there, ent.kind);
        }
        // what is gathered by what it has in common may stand alone
        let alike = |op: &Op| if let Op::Alike { kind, .. } = op { Some(*kind) } else { None };
        let alone: HashSet<KindNo> = program.procs.all().iter().flat_map(|p| &p.code).filter_map(alike).collect();
        for (kind, k) in program.book.kinds.iter() {
            let mustered = |kind: KindNo| there.get(kind).copied().unwrap_or(0);
            if k.base != KindBase::Group || mustered(kind) > 0 {
                continue;
            }
            let of =
                k.of.iter()
                    .filter_map(|w| program.book.kind(w))
                    .filter(|o| program.book.is(*o, KindBase::Group) || program.book.is(*o, KindBase::Piece));
            let members: usize = of.map(mustered).sum();
            if members == 0 {
                continue;
            }
            let most = if alone.contains(&kind) { members } else { members / 2 + 1 };
            for n in 1..=most {
                if let Some(id) = self.thing(format!("{} {}", k.word, n), kind, 0, 0) {
                    add(&mut there, kind);
                    self.cast.spare.push((kind, id));
                    self.share(id, kind);
                }
            }
        }
    }

    /// What each side spent, and what it might have.
    fn bills(&mut self) {
        let sides: Vec<EntId> = self.cast.ents.iter().filter(|e| e.base == KindBase::Side).map(|e| e.side).collect();
        for side in sides {
            let own = self.cast.ents.iter().filter(|e| e.side == side && e.base == KindBase::Group);
            let spent = own.map(|e| e.price).fold(0, i64::saturating_add);
            if let Some(e) = self.cast.ents.get_mut(side as usize) {
                e.price = spent;
            }
            self.cast.allowances.push(self.allowed.get(&side).copied().unwrap_or(spent));
        }
    }

    fn name_features(&mut self) {
        let find = |name: &str, kind: KindNo| {
            let at = self.cast.ents.iter().position(|e| e.kind == kind && Key::new(&e.name) == Key::new(name));
            at.and_then(|i| EntId::try_from(i).ok()).unwrap_or(0)
        };
        self.cast.named = self.program.things.all().iter().map(|(name, kind)| find(name, *kind)).collect();
    }
}

/// One thing more of a kind.
fn add(there: &mut List<KindNo, usize>, kind: KindNo) {
    if let Some(n) = there.get_mut(kind) {
        *n += 1;
    }
}

/// Lets everyone of the kind carry what some procedure gives: one that was not there when the cast was made.
pub fn may_gain(program: &Program, cast: &mut Cast, proc: ProcNo) {
    let code = program.procs.get(proc).map_or(&[][..], |p| &p.code);
    for state in code.iter().filter_map(given) {
        let Some(kind) = program.book.states.get(state).filter(|s| s.kind == StateKind::Rule).map(|s| s.of) else { continue };
        let all: Vec<EntId> = cast.of_kind(kind).collect();
        for ((_, carriers), _) in cast.carriers.iter_mut().zip(program.rules.all()).filter(|(_, r)| r.state == Some(state)) {
            carriers.clone_from(&all);
        }
    }
}

/// The state that an instruction gives.
fn given(op: &Op) -> Option<StateNo> {
    if let Op::Gain(_, state) = op { Some(*state) } else { None }
}

/// Who may ever carry each rule: who has its state from the start, and where states come and go, everyone of the kind.
fn carriers(program: &Program, cast: &Cast) -> List<RuleNo, Vec<EntId>> {
    let gained: HashSet<StateNo> = program.procs.all().iter().flat_map(|p| &p.code).filter_map(given).collect();
    let mut out = Vec::with_capacity(program.rules.len());
    for (id, rule) in program.rules.iter() {
        let Some((number, state)) = rule.state.and_then(|s| Some((s, program.book.states.get(s)?))) else {
            out.push(Vec::new());
            continue;
        };
        let comes = matches!(state.kind, StateKind::Marker | StateKind::Formation)
            || state.majority
            || state.any
            || gained.contains(&number)
            || program.brings.iter().any(|(r, _)| *r == id);
        out.push(if comes {
            cast.of_kind(state.of).collect()
        } else {
            cast.given.iter().filter(|(_, s)| *s == number).map(|(who, _)| *who).collect()
        });
    }
    out.into()
}

/// Where each count lies among those of its bearer, and how many numbers each kind remembers.
pub(super) fn cells(program: &Program) -> (List<CountNo, u32>, List<KindNo, u32>) {
    let mut cells: List<KindNo, u32> = vec![0; program.book.kinds.len()].into();
    let mut cell_of = Vec::with_capacity(program.book.counts.len());
    for count in program.book.counts.all() {
        let cell = cells.get_mut(count.of);
        cell_of.push(cell.map_or(0, |n| {
            let at = *n;
            // a place is two numbers; of a kind that remembers too much there is never a thing
            *n = n.saturating_add(if count.holds == Type::Place { 2 } else { 1 });
            at
        }));
    }
    (cell_of.into(), cells)
}
