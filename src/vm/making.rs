//! Working out a throw from what the rules say of it: how many dice, what each face is worth, which are rolled again.

use super::eval::Ask;
use super::great;
use super::toss::{MOST_MORE, Toss};
use super::trace::Share;
use crate::dice::{Histogram, Keep, Kept};
use crate::ir::{Contribution, Explode, Faces, Look, Natural, RowNo, Throw, ThrowKind, ThrowNo, X};

/// Dice of one throw.
const MOST_DICE: u32 = 1000;

/// A throw that is being worked out.
pub(super) struct Making<'g, 'r> {
    pub ask: Ask<'g>,
    pub t: &'g Throw,
    /// Registers of the procedure that rolls.
    pub regs: &'r mut [i64],
    /// What each rule did to it, for whoever asks.
    pub shares: Option<&'r mut Vec<Share>>,
}

impl<'g> Making<'g, '_> {
    /// The toss; its key is not known yet.
    pub fn toss(mut self, id: ThrowNo) -> Toss {
        let t = self.t;
        let dice = self.dice();
        let need = self.need();
        let each = self.sum("each", &t.each);
        let (seen, told) = self.looked_at();
        let mut toss = Toss {
            throw: id,
            context: 0,
            again: 0,
            dice: great::kept(u32::try_from(dice.max(0)).ok().filter(|n| *n <= MOST_DICE), || MOST_DICE),
            sides: t.sides.into(),
            kind: t.kind.into(),
            halve: t.halve,
            worth: [0; 20],
            reroll: 0,
            reroll_some: 0,
            keep: Kept::default(),
            drop: (0, 0),
            explode: 0,
            chain: 0,
            asked: t.asked,
            told,
            seen,
            base: each + self.base(),
            need,
            low: t.low,
            forced: (0, 0),
        };
        if t.kind == ThrowKind::Pool {
            worth_of_faces(t, &mut toss, need, each);
        }
        self.naturals(&mut toss);
        for (faces, c) in &t.rerolls {
            if self.live(c) {
                self.share(c.row, "reroll", 0);
                toss.rerolled(*faces);
            }
        }
        self.explodes(&mut toss, each);
        self.keeps(&mut toss);
        // as many as can be told apart
        let each = i64::from(toss.chain) + 1;
        if i64::from(toss.dice) * each > toss.told.most() {
            let room = u32::try_from(toss.told.most() / each).unwrap_or(u32::MAX);
            toss.dice = great::kept(None, || room);
        }
        toss
    }

    /// Whether anybody in this game may look at the dice before some are rolled again, and the faces that are told apart: those that
    /// are counted, and those that such a rule asks for.
    fn looked_at(&self) -> (bool, Histogram) {
        let carried = |look: &&Look| look.rule.is_none_or(|r| !self.ask.carriers(r).is_empty());
        let mut looks = self.t.looks.iter().filter(carried);
        let told = looks.clone().fold(self.t.asked, |all, look| match look.faces {
            Faces::Face(n) => all.and(Histogram::of(n)),
            Faces::Score(_) => all.and(Histogram::EVERY.within(self.t.sides.into())),
            _ => all,
        });
        (self.t.seen && looks.any(|look| !look.anew), told)
    }

    fn share(&mut self, row: RowNo, what: &'static str, amount: i64) {
        if let Some(shares) = self.shares.as_deref_mut() {
            shares.push(Share::new(row, what, amount));
        }
    }

    /// Notes what a number asks for.
    fn parts(&mut self, x: X) {
        if let Some(shares) = self.shares.as_deref_mut() {
            shares.extend(self.ask.parts(x, self.regs));
        }
    }

    fn live(&mut self, c: &'g Contribution) -> bool {
        self.ask.live(c, self.regs)
    }

    /// What a contribution gives, noted under `what`.
    fn given(&mut self, what: &'static str, c: &'g Contribution) -> i64 {
        let x = self.ask.x(c.x, self.regs);
        self.share(c.row, what, x);
        self.parts(c.x);
        x
    }

    fn sum(&mut self, what: &'static str, list: &'g [Contribution]) -> i64 {
        list.iter().map(|c| if self.live(c) { self.given(what, c) } else { 0 }).sum()
    }

    /// The last of those that hold; the graph sees to it that they agree.
    fn set(&mut self, what: &'static str, list: &'g [Contribution]) -> Option<i64> {
        let mut found = None;
        for c in list {
            if self.live(c) {
                found = Some(self.given(what, c));
            }
        }
        found
    }

    fn dice(&mut self) -> i64 {
        let t = self.t;
        let first = self.ask.x(t.dice, self.regs);
        self.share(t.row, "dice", first);
        self.parts(t.dice);
        let all = first + self.sum("dice", &t.more);
        self.set("dice exactly", &t.exact).unwrap_or(all)
    }

    fn need(&mut self) -> i64 {
        let t = self.t;
        let need = t.need.map_or(0, |x| self.ask.x(x, self.regs));
        if let Some(x) = t.need {
            self.share(t.row, "need", need);
            self.parts(x);
        }
        self.set("need", &t.needs).unwrap_or(need)
    }

    fn base(&mut self) -> i64 {
        let Some(base) = self.t.base else { return 0 };
        let x = self.ask.x(base, self.regs);
        self.share(self.t.row, "base", x);
        self.parts(base);
        x
    }

    fn naturals(&mut self, toss: &mut Toss) {
        let t = self.t;
        for (face, natural, c) in &t.naturals {
            if *face == 0 || *face > t.sides || !self.live(c) {
                continue;
            }
            self.share(c.row, "natural", i64::from(*face));
            let bit = 1u32.checked_shl(u32::from(*face) - 1).unwrap_or(0);
            let at = usize::from(*face) - 1;
            let was = toss.worth.get(at).copied().unwrap_or(0);
            let is = match natural {
                Natural::Hits => {
                    toss.forced.0 |= bit;
                    was.max(1)
                }
                Natural::Misses => {
                    toss.forced.1 |= bit;
                    0
                }
                Natural::Counts(k) => i8::try_from(*k).unwrap_or(1),
            };
            if let Some(worth) = toss.worth.get_mut(at) {
                *worth = is;
            }
        }
    }

    fn explodes(&mut self, toss: &mut Toss, each: i64) {
        let t = self.t;
        for (which, once, c) in &t.explodes {
            if !self.live(c) {
                continue;
            }
            let brings = |face: &u8| match which {
                Explode::Face(f) => face == f,
                Explode::Score(s) => i64::from(*face) + each >= i64::from(*s),
            };
            self.share(c.row, "explode", 0);
            toss.chain = toss.chain.max(if *once { 1 } else { MOST_MORE });
            toss.explode |= (1..=t.sides.min(32)).filter(brings).fold(0, |m, f| m | 1 << (f - 1));
        }
    }

    fn keeps(&mut self, toss: &mut Toss) {
        let t = self.t;
        for (keep, c) in &t.keep {
            if !self.live(c) {
                continue;
            }
            if keep.drop && t.kind == ThrowKind::Sum {
                // several rules may each put dice aside, of the lowest and of the highest
                let side = if keep.highest { &mut toss.drop.1 } else { &mut toss.drop.0 };
                *side = great::kept(side.checked_add(keep.number), || u8::MAX);
                self.share(c.row, "drop", i64::from(keep.number));
            } else {
                let many = Some(toss.dice).filter(|n| *n <= Keep::MOST || !keep.drop);
                toss.keep = keep.of(great::kept(many, || Keep::MOST));
                self.share(c.row, "keep", toss.keep.told());
            }
        }
    }
}

/// What each face of a pool counts by the score that is needed.
fn worth_of_faces(t: &Throw, toss: &mut Toss, need: i64, each: i64) {
    for (i, worth) in toss.worth.iter_mut().enumerate().take(usize::from(t.sides)) {
        let face = i64::try_from(i).unwrap_or(0) + 1;
        *worth = match t.counts.iter().find(|(a, b, _)| i64::from(*a) <= face && face <= i64::from(*b)) {
            Some((_, _, c)) => i8::try_from(*c).unwrap_or(1),
            None if t.low => i8::from(t.need.is_some() && face + each <= need),
            None => i8::from(t.need.is_some() && face + each >= need),
        };
    }
}
