//! What a side does not know of the other, imagined: for players that look ahead.

use std::collections::BTreeMap;

use crate::dice::{RollKey, face};
use crate::ir::{CountNo, Hidden, Id as _, KindBase, KindNo, ListRowNo, Sees, StateNo, Type, WINDOW};
use crate::vm::{Game, NONE, World};

/// Numbers that are as good as any.
struct Chance {
    key: RollKey,
    asked: u32,
}

impl Chance {
    /// One of so many.
    fn one_of(&mut self, many: usize) -> usize {
        self.asked += 1;
        let many = u32::try_from(many).unwrap_or(u32::MAX).max(1);
        face(self.key, 0, self.asked, many) as usize - 1
    }

    fn mix<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.one_of(last + 1);
            list.swap(last, other);
        }
    }
}

/// A position, of which something is imagined.
pub(super) struct Imagined<'w>(pub &'w mut World);

impl Imagined<'_> {
    /// What the other side knows alone becomes something that might be so, as far as a side can tell: what several of its things
    /// have, some other of them have; what only one can have is anything that it may be; cards that one does not see change
    /// places, such as are listed by one deck.
    pub fn imagine(&mut self, game: Game<'_>, side: i64, number: u64) {
        let mut chance = Chance { key: RollKey { seed: number, context: 0x0073_6563_7265_7473 }, asked: 0 };
        for secret in &game.program.secrets {
            match secret.what {
                Hidden::State(state) => {
                    for who in self.veiled(game, side, of_state(game, state), secret.told) {
                        self.imagine_state(&who, state, &mut chance);
                    }
                }
                Hidden::Count(count) => {
                    for who in self.veiled(game, side, of_count(game, count), secret.told) {
                        self.imagine_count(game, &who, count, &mut chance);
                    }
                }
                Hidden::Card(kind) => self.imagine_cards(game, side, kind, &mut chance),
            }
        }
    }

    /// Those of a kind, of each other side, of whom something is not revealed.
    fn veiled(&self, game: Game<'_>, side: i64, kind: Option<KindNo>, told: StateNo) -> Vec<Vec<i64>> {
        let of = |other: i64| {
            let all = (0..).zip(&game.cast.ents).filter(|(id, e)| {
                let owner = if e.base == KindBase::Side { *id } else { i64::from(e.side) };
                Some(e.kind) == kind && owner == other && self.0.alive(*id) && !self.0.has(*id, told)
            });
            all.map(|(id, _)| id).collect()
        };
        [1, 2].into_iter().filter(|other| *other != side).map(of).collect()
    }

    fn imagine_state(&mut self, who: &[i64], state: StateNo, chance: &mut Chance) {
        let mut has: Vec<bool> = who.iter().map(|w| self.0.has(*w, state)).collect();
        match has.as_mut_slice() {
            [one] => *one = chance.one_of(2) == 0,
            more => chance.mix(more),
        }
        for (who, has) in who.iter().zip(has) {
            self.0.set(*who, state, has);
        }
    }

    fn imagine_count(&mut self, game: Game<'_>, who: &[i64], count: CountNo, chance: &mut Chance) {
        let place = game.program.book.counts.get(count).is_some_and(|c| c.holds == Type::Place);
        if place {
            let mut all: Vec<i64> = who.iter().map(|w| self.0.place_cell(game.cast, *w, count)).collect();
            if let [one] = all.as_mut_slice() {
                *one = NONE;
            }
            chance.mix(&mut all);
            who.iter().zip(all).for_each(|(w, at)| self.0.store_place(game.cast, *w, count, at));
            return;
        }
        let mut all: Vec<i64> = who.iter().map(|w| self.0.cell(game.cast, *w, count)).collect();
        if let ([one], [who]) = (all.as_mut_slice(), who) {
            *one = self.any_of(game, *who, count, chance);
        }
        chance.mix(&mut all);
        who.iter().zip(all).for_each(|(w, is)| self.0.store(game.cast, *w, count, is));
    }

    /// Anything that a count may be: within its bounds, or one of its kind; else what it began with.
    fn any_of(&self, game: Game<'_>, who: i64, count: CountNo, chance: &mut Chance) -> i64 {
        let ask = game.ask(self.0, 0);
        if let Some([least, most]) = game.program.bounds.get(count).copied().flatten() {
            let (least, most) = (ask.x(least, &mut [who; WINDOW]), ask.x(most, &mut [who; WINDOW]));
            let many = usize::try_from(most.saturating_sub(least).saturating_add(1)).unwrap_or(1);
            return least.saturating_add(i64::try_from(chance.one_of(many)).unwrap_or(0));
        }
        let all: Vec<i64> = match game.program.book.counts.get(count).map(|c| &c.holds) {
            Some(Type::Thing(kind)) => {
                let all = (0..).zip(&game.cast.ents).filter(|(id, e)| e.kind == *kind && self.0.alive(*id));
                all.map(|(id, _)| id).collect()
            }
            Some(Type::Row(kind)) => {
                let all = game.program.list_rows.iter().filter(|(_, r)| r.kind == *kind);
                all.map(|(row, _): (ListRowNo, _)| row.value()).collect()
            }
            Some(Type::Facing) => (0..8).map(|n| n * 8192).collect(),
            _ => Vec::new(),
        };
        let begins = || game.program.starts.get(count).copied().flatten().map_or(0, |x| ask.x(x, &mut [who; WINDOW]));
        all.get(chance.one_of(all.len())).copied().unwrap_or_else(begins)
    }

    /// Cards in the other's hand, and in decks into which nobody sees, change places with others that the same deck lists.
    fn imagine_cards(&mut self, game: Game<'_>, side: i64, kind: KindNo, chance: &mut Chance) {
        let program = game.program;
        let closed = |w: &World, card: i64| {
            let deck = program.decks.iter().find(|d| d.kind == kind && w.has(card, d.state))?;
            let hidden = deck.sees == Sees::Nobody || w.holder(program, card).is_some_and(|owner| owner != side);
            hidden.then_some(deck.state)
        };
        let listed: Vec<StateNo> =
            program.deals.iter().filter(|d| d.kind == kind).filter_map(|d| d.deck).map(|(_, listed)| listed).collect();
        let mut heaps: BTreeMap<Option<StateNo>, Vec<(i64, StateNo)>> = BTreeMap::new();
        for (card, _) in (0..).zip(&game.cast.ents).filter(|(_, e)| e.kind == kind) {
            if let Some(lies) = closed(self.0, card) {
                let by = listed.iter().copied().find(|l| self.0.has(card, *l));
                heaps.entry(by).or_default().push((card, lies));
            }
        }
        for heap in heaps.into_values() {
            let mut places: Vec<StateNo> = heap.iter().map(|(_, lies)| *lies).collect();
            chance.mix(&mut places);
            heap.iter().for_each(|(card, lies)| self.0.set(*card, *lies, false));
            heap.iter().zip(places).for_each(|((card, _), lies)| self.0.set(*card, lies, true));
        }
    }
}

fn of_state(game: Game<'_>, state: StateNo) -> Option<KindNo> {
    game.program.book.states.get(state).map(|s| s.of)
}

fn of_count(game: Game<'_>, count: CountNo) -> Option<KindNo> {
    game.program.book.counts.get(count).map(|c| c.of)
}
