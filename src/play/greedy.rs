//! Looks one decision ahead: tries each option, plays on quietly to the end of the turn with imagined dice, and takes
//! what leaves its side standing best on average. It knows no game: a pack says `value Standing of side`.

use super::imagine::Imagined;
use super::{Player, Session, Until};
use crate::dice::{RollKey, face};
use crate::vm::{Choice, Decision, Dice, Game, Keyed, Listing, NONE_CHOICE, NoTrace, Outcome, See, Stop, Toss, Wanted};

/// Of so many places, at most, games are imagined.
const PLACES: usize = 6;

/// A player with a little foresight.
#[derive(Clone, Copy, Debug)]
pub struct Greedy {
    seed: u64,
    asked: u64,
    /// Playouts for each option that stays among the best.
    pub playouts: u32,
    /// Decisions that a playout may hold before it is judged.
    pub depth: u32,
}

impl Greedy {
    /// A greedy player with the usual effort.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { seed, asked: 0, playouts: 3, depth: 60 }
    }

    /// How a side stands, by the pack's own measure.
    #[must_use]
    pub fn standing(game: Game<'_>, session: &Session, side: i64) -> i64 {
        let world = &session.machine.world;
        let won = match world.result {
            Some(w) if i64::from(w) == side => 1_000_000,
            Some(w) if w > 0 => -1_000_000,
            _ => 0,
        };
        let Some(slot) = game.program.standing else { return won };
        let ask = game.ask(world, 0);
        let mut regs = [0i64; 48];
        if let Some(r) = regs.first_mut() {
            *r = side;
        }
        ask.slot(slot, &mut regs).saturating_mul(1000).saturating_add(won)
    }

    /// How a side stands after the n-th game that is imagined from a choice, and whether any other would come out alike: nothing
    /// was rolled or guessed in it.
    fn playout(&self, game: Game<'_>, session: &Session, tried: &mut Tried, side: i64, n: u32) -> (i64, bool) {
        let mut s = session.clone();
        s.machine.answer(tried.choice);
        // what the other side picked in secret is imagined too, alike for all options
        let guessed = s.machine.guess(side, face_of(self.seed, self.asked, n));
        Imagined(&mut s.machine.world).imagine(game, side, face_of(self.seed, self.asked, n));
        let mut dice = self.dice(n);
        // where the chosen deed leads is part of it: its first place is picked for its own sake
        let mut placing = true;
        for _ in 0..self.depth {
            let own = if placing { Listing::QuietButPlaces } else { Listing::Quiet };
            let quiet = Game { listings: [1, 2].map(|n| if n == side { own } else { Listing::Quiet }), ..game };
            match s.run(quiet, &mut dice, &mut NoTrace, Until::TurnEnd) {
                Stop::Decision(d) => {
                    let first = d.wanted == Wanted::Place && d.side == side && std::mem::take(&mut placing);
                    // the place that was best on other dice is as good, if it can be had
                    let known = tried.place.filter(|at| d.options.contains(at));
                    let mut place = || known.unwrap_or_else(|| best_place(game, &s, &d, &mut dice));
                    let answer = if first { *tried.place.insert(place()) } else { d.quietest() };
                    s.machine.answer(answer);
                }
                _ => break,
            }
        }
        (Self::standing(game, &s, side), !dice.rolled && !guessed && game.program.secrets.is_empty())
    }

    /// The n-th imagined dice of a decision. They are not the game's own: looking ahead tells nothing of what will be rolled.
    fn dice(&self, n: u32) -> Watched {
        let seed = self.seed ^ (u64::from(n) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ self.asked.wrapping_mul(0xd1b5_4a32_d192_ed03);
        Watched { dice: Keyed { seed }, rolled: false }
    }

    /// Of many places those that leave its side standing best at once, in the order in which they are offered.
    fn promising(&self, game: Game<'_>, session: &Session, decision: &Decision) -> Vec<Choice> {
        if decision.wanted != Wanted::Place || decision.options.len() <= PLACES {
            return decision.options.clone();
        }
        let mut dice = self.dice(self.playouts);
        let stands = |(at, option)| (at_once(game, session, decision.side, option, &mut dice), at, option);
        let mut ranks: Vec<(i64, usize, Choice)> = decision.options.iter().copied().enumerate().map(stands).collect();
        ranks.sort_unstable_by_key(|(score, at, _)| std::cmp::Reverse((*score, *at)));
        ranks.truncate(PLACES);
        ranks.sort_unstable_by_key(|(_, at, _)| *at);
        ranks.into_iter().map(|(_, _, option)| option).collect()
    }
}

impl Player for Greedy {
    fn skip(&mut self) {
        self.asked += 1;
    }

    fn decide(&mut self, game: Game<'_>, session: &Session, decision: &Decision) -> Choice {
        self.asked += 1;
        let quietest = decision.quietest();
        let mut field: Vec<Tried> = self.promising(game, session, decision).iter().map(|o| Tried::new(*o, *o == quietest)).collect();
        for n in 0..self.playouts {
            for tried in &mut field {
                let again = tried.certain.then(|| tried.scores.first().copied()).flatten();
                let (score, certain) = again.map_or_else(|| self.playout(game, session, tried, decision.side, n), |score| (score, true));
                tried.met(score, certain);
            }
            halve(&mut field);
            if n > 0 && field.iter().max_by_key(|t| t.rank()).is_some_and(|best| field.iter().all(|t| best.is_never_worse(t))) {
                break;
            }
        }
        // of equals the last
        field.iter().max_by_key(|t| t.rank()).map_or(NONE_CHOICE, |t| t.choice)
    }
}

/// An option, and how it has done so far.
#[derive(Clone, Debug)]
struct Tried {
    /// What came of each playout, in turn.
    scores: Vec<i64>,
    /// Whether every further playout would come to the same.
    certain: bool,
    /// Where it leads first, once that was picked.
    place: Option<Choice>,
    /// Whether nothing is used up by it.
    quiet: bool,
    choice: Choice,
}

impl Tried {
    const fn new(choice: Choice, quiet: bool) -> Self {
        Self { scores: Vec::new(), certain: false, place: None, quiet, choice }
    }

    fn met(&mut self, score: i64, certain: bool) {
        self.certain = certain;
        self.scores.push(score);
    }

    /// The greater the better: of equals the quietest, so that nothing is used up for nothing.
    fn rank(&self) -> (i64, bool) {
        (self.scores.iter().fold(0, |sum, s| sum.saturating_add(*s)), self.quiet)
    }

    /// Whether it did at least as well as another on all dice that both have met: more dice would hardly turn that.
    fn is_never_worse(&self, other: &Self) -> bool {
        self.scores.iter().zip(&other.scores).all(|(own, other)| own >= other)
    }
}

/// Drops the worse half, but never the better two: playouts are spent where options are close (Karnin, Koren and Somekh, "Almost
/// Optimal Exploration in Multi-Armed Bandits", 2013). All have met the same dice.
fn halve(field: &mut Vec<Tried>) {
    let keep = field.len().div_ceil(2).max(2);
    let mut ranks: Vec<((i64, bool), usize)> = field.iter().enumerate().map(|(i, t)| (t.rank(), i)).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let Some(least) = ranks.get(keep - 1).copied().filter(|_| ranks.len() > keep) else { return };
    let mut at = 0..;
    field.retain(|t| at.next().is_some_and(|i| (t.rank(), i) >= least));
}

/// A number for the n-th playout of a decision.
fn face_of(seed: u64, asked: u64, n: u32) -> u64 {
    let key = RollKey { seed, context: asked };
    u64::from(face(key, 0, n, u32::from(u16::MAX)))
}

/// Dice of which is known whether they were rolled.
#[derive(Clone, Copy)]
struct Watched {
    dice: Keyed,
    rolled: bool,
}

impl Dice for Watched {
    fn toss(&mut self, toss: &Toss, see: Option<See<'_>>) -> Option<Outcome> {
        self.rolled = true;
        self.dice.toss(toss, see)
    }
}

/// The place that leaves its side standing best at once, of some that are spread evenly; of equals the last.
fn best_place(game: Game<'_>, session: &Session, d: &Decision, dice: &mut Watched) -> Choice {
    let spread = d.options.iter().rev().step_by(d.options.len().div_ceil(PLACES).max(1));
    let best = spread.rev().max_by_key(|option| at_once(game, session, d.side, **option, dice));
    best.copied().unwrap_or(NONE_CHOICE)
}

/// How a side stands as soon as something else is asked.
fn at_once(game: Game<'_>, session: &Session, side: i64, option: Choice, dice: &mut Watched) -> i64 {
    // what is asked next is no matter here
    let briefly = Game { listings: [Listing::Lot(RollKey { seed: 0, context: 0 }); 2], ..game };
    let mut s = session.clone();
    s.machine.answer(option);
    // each on the same dice
    let mut thrown = *dice;
    let _ = s.run(briefly, &mut thrown, &mut NoTrace, Until::Decision);
    dice.rolled |= thrown.rolled;
    Greedy::standing(game, &s, side)
}
