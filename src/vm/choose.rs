//! Loops, and what players pick.

use super::cast::{EntId, NONE};
use super::decide::{Choice, Decision, NONE_CHOICE, Wanted};
use super::eval::Ask;
use super::listing::Listing;
use super::machine::{Frame, Game, Machine, Stop, Veiled};
use super::show::{show, show_action, show_answer};
use super::trace::{Event, Missed, Trace};
use crate::ir::{Choosing, Id as _, LabelNo, Offering, Pick, PickNo, ProcNo, Reg, S, Taking, X};
use crate::table::{self, Point};

/// Loop entries hold the thing in their low bits and their tier above.
const LOOP_BITS: u32 = 40;
/// The low bits of a loop entry.
const LOOP_VALUE: i64 = (1 << LOOP_BITS) - 1;

impl Machine {
    pub(super) fn begin_loop(&mut self, game: Game<'_>, frame: Frame, sel: S, at: Reg, order: &[(X, bool)]) {
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        let start = self.lists.len();
        let lists = &mut self.lists;
        if order.is_empty() {
            ask.each(sel, regs, &mut |_, _, e| {
                lists.push(e);
                true
            });
            lists.get_mut(start..).unwrap_or(&mut []).sort_unstable();
        } else {
            let mut found: Vec<(Vec<i64>, i64)> = Vec::new();
            ask.each(sel, regs, &mut |ask, regs, e| {
                let ranks = order.iter().map(|(x, high)| if *high { -ask.x(*x, regs) } else { ask.x(*x, regs) }).collect();
                found.push((ranks, e));
                true
            });
            found.sort();
            let mut tier = 0;
            let mut before: Option<Vec<i64>> = None;
            for (ranks, e) in found {
                if before.as_ref().is_some_and(|b| *b != ranks) {
                    tier += 1;
                }
                lists.push(e | tier << LOOP_BITS);
                before = Some(ranks);
            }
        }
        let end = self.lists.len();
        self.set(at, i64::try_from(start).unwrap_or(0));
        self.set(at.saturating_add(1), i64::try_from(end).unwrap_or(0));
    }

    /// Lets a player say which of several entries of one tier comes next in a loop.
    pub(super) fn order<T: Trace>(&mut self, game: Game<'_>, by: X, at: Reg, trace: &mut T) -> Option<Stop> {
        let from = usize::try_from(self.get(at)).unwrap_or(0);
        let end = usize::try_from(self.get(at.saturating_add(1))).unwrap_or(0);
        let entries = self.lists.get(from..end).unwrap_or(&[]);
        let tier = entries.first()? >> LOOP_BITS;
        let tied: Vec<Choice> = entries.iter().filter(|e| **e >> LOOP_BITS == tier).map(|e| Choice::of(*e & LOOP_VALUE)).collect();
        if tied.len() < 2 {
            return None;
        }
        let side = self.eval(game, by);
        let answer = self.answer.take();
        let refused = answer.filter(|c| !tied.contains(c)).map(|c| format!("{} is not among them", show(game, c.value)));
        let Some(choice) = answer.filter(|_| refused.is_none()) else {
            return Some(Stop::Decision(Decision::new(side, LabelNo::ORDER, NONE, Wanted::Thing, tied).again(refused)));
        };
        trace.event(|| Event::Decided { side, label: LabelNo::ORDER, answer: show(game, choice.value), offered: None, closed: false });
        let chosen = tied.iter().position(|c| c.value == choice.value).unwrap_or(0);
        // the others keep their canonical order
        if let Some(part) = self.lists.get_mut(from..=from + chosen) {
            part.rotate_right(1);
        }
        None
    }

    /// The next of a loop goes to the register; whether there is one.
    pub(super) fn next(&mut self, var: Reg, at: Reg) -> bool {
        let (i, end) = (self.get(at), self.get(at.saturating_add(1)));
        let Some(e) = usize::try_from(i).ok().filter(|_| i < end).and_then(|i| self.lists.get(i)).copied() else { return false };
        self.set(var, e & LOOP_VALUE);
        self.set(at, i + 1);
        true
    }

    /// A player says yes or no, if no call further out has.
    pub(super) fn offer<T: Trace>(&mut self, game: Game<'_>, what: &Offering, trace: &mut T) -> Option<Stop> {
        let Offering { by, no, label, row, who } = *what;
        let side = self.eval(game, by);
        let who = self.eval(game, who);
        let choice = match self.given(game, label) {
            Some(v) => Choice::of(v),
            None => match self.answer.take() {
                Some(c) => c,
                None => {
                    let options = vec![Choice::of(0), Choice::of(1)];
                    let decision = Decision::new(side, label, who, Wanted::YesNo, options);
                    return Some(Stop::Decision(Decision { row, ..decision }));
                }
            },
        };
        trace.event(|| Event::Decided {
            side,
            label,
            answer: if choice.value == 0 { "no".into() } else { "yes".into() },
            offered: None,
            closed: false,
        });
        if choice.value == 0 {
            self.jump(no);
        }
        None
    }

    /// A player picks, where there is anything to pick from.
    pub(super) fn choose<T: Trace>(&mut self, game: Game<'_>, frame: Frame, what: &Choosing, trace: &mut T) -> Option<Stop> {
        let Choosing { pick, by, to, none, may, label, secret, closed } = *what;
        let side = self.eval(game, by);
        if let Some(v) = self.given(game, label) {
            self.set(to, v);
            return None;
        }
        let answer = self.answer.take();
        let picks = game.program.picks.get(pick);
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        let spot = picks.and_then(|p| ask.spot(p, side, regs));
        // what will not do is asked for again
        let refused = answer.zip(spot.as_ref()).and_then(|(c, spot)| match table::unpack_place(c.value) {
            Some(at) => spot.wrong(&ask, at).map(|limit| misplaced(game, at, limit)),
            None if may && c.value == NONE => None,
            None => Some(format!("{} is no place", show(game, c.value))),
        });
        if let Some(c) = answer.filter(|_| refused.is_none()) {
            if !secret {
                trace.event(|| self.told(game, side, (pick, label), c.value, closed));
            }
            self.set(to, c.value);
            if c.value == NONE {
                self.jump(none);
            }
            return None;
        }
        // whom it concerns is the first blank, where there is one
        let of_some = game.program.procs.get(frame.proc).is_some_and(|p| p.roles > 0);
        let mut who = regs.first().copied().filter(|_| of_some).unwrap_or(NONE);
        let (mut options, wanted) = ask.options(pick, may, regs);
        if let Some(spot) = spot {
            who = spot.who().unwrap_or(who);
            options.extend(spot.shown(&ask, game.listing(side)));
        }
        // where nobody is there to decide, the order of names does
        if side <= 0 && matches!(picks, Some(Pick::Rules(_))) {
            options.truncate(1);
        }
        match options.as_slice() {
            [] => {
                trace.missed(|| Missed::Alone { label, only: None });
                self.set(to, NONE);
                self.jump(none);
                None
            }
            [one] => {
                trace.missed(|| Missed::Alone { label, only: (one.value != NONE).then(|| show_answer(game, wanted, one.value)) });
                self.set(to, one.value);
                if one.value == NONE {
                    self.jump(none);
                }
                None
            }
            _ => {
                if secret {
                    self.veil(to, side, &options);
                }
                let decision = Decision::new(side, label, who, wanted, options);
                Some(Stop::Decision(Decision { secret: secret || closed, ..decision }.again(refused)))
            }
        }
    }

    /// What somebody picked, as it is told.
    fn told(&self, game: Game<'_>, side: i64, (pick, label): (PickNo, LabelNo), value: i64, closed: bool) -> Event {
        let wanted = Self::ask(game, &self.world, 0).wanted(pick);
        // a way is told as the number that it is, and offered by its name
        let way = wanted == Wanted::Way;
        let answer = show_answer(game, if way { Wanted::Number } else { wanted }, value);
        let offered = way.then(|| show_answer(game, wanted, value));
        let closed = closed || wanted == Wanted::Thing && self.world.holder(game.program, value).is_some();
        Event::Decided { side, label, answer, offered, closed }
    }

    /// Notes what else a side might pick in secret.
    fn veil(&mut self, to: Reg, side: i64, options: &[Choice]) {
        let at = self.frames.last().map_or(0, |f| f.base as usize).saturating_add(to as usize);
        self.veiled.retain(|v| v.at != at);
        self.veiled.push(Veiled { at, side, options: options.iter().map(|c| c.value).collect() });
    }

    /// Nothing of what was picked is secret any more: both picks are told.
    pub(super) fn show_picked<T: Trace>(&mut self, game: Game<'_>, regs: (Reg, Reg), pick: PickNo, label: LabelNo, trace: &mut T) {
        self.veiled.clear();
        for (side, reg) in [(1, regs.0), (2, regs.1)] {
            let value = self.get(reg);
            trace.event(|| self.told(game, side, (pick, label), value, false));
        }
    }

    /// For who looks ahead for a side: what others picked in secret becomes some pick of theirs, the n-th by this number. Gives
    /// whether there was anything to guess.
    pub fn guess(&mut self, side: i64, number: u64) -> bool {
        let mut guessed = false;
        for veiled in self.veiled.iter().filter(|v| v.side != side) {
            guessed = true;
            let many = u64::try_from(veiled.options.len()).unwrap_or(1).max(1);
            let pick = usize::try_from(number % many).ok().and_then(|i| veiled.options.get(i));
            if let (Some(reg), Some(pick)) = (self.regs.get_mut(veiled.at), pick) {
                *reg = *pick;
            }
        }
        guessed
    }

    /// A player takes an action with a group, if it can do any.
    pub(super) fn take<T: Trace>(&mut self, game: Game<'_>, frame: Frame, what: &Taking, trace: &mut T) -> Option<Stop> {
        let Taking { who, kind, may, among, exit } = *what;
        let who = self.eval(game, who);
        if let Some(c) = self.answer.take() {
            let label = LabelNo::ACTION;
            let side = Self::ask(game, &self.world, frame.context).side(who);
            trace.event(|| Event::Decided { side, label, answer: show_action(game, c), offered: None, closed: false });
            if c.value == NONE {
                self.jump(exit);
                return None;
            }
            // what is no action was never offered
            let proc = ProcNo::of_value(c.value)?;
            let depth = self.frames.len();
            trace.event(|| Event::Begin { proc, args: vec![who, c.second], depth });
            self.world.actor = EntId::try_from(who).unwrap_or(0);
            self.call(game, proc, &[who, c.second], 0, 0, None);
            // the result is nobody's: it must not fall on a register in use
            if let Some(f) = self.frames.last_mut() {
                f.to = Reg::MAX;
            }
            return None;
        }
        let ask = Self::ask(game, &self.world, frame.context);
        let side = ask.side(who);
        let listing = game.listing(side);
        if may && listing.rests() {
            self.jump(exit);
            return None;
        }
        let mut actions = if ask.world.alive(who) { ask.thinkable(who, kind) } else { Vec::new() };
        if let Some((at, only)) = among.and_then(|a| game.program.takes.get(a)) {
            let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
            let at = at.map(|x| ask.x(x, regs));
            actions.retain(|a| at.is_none_or(|at| a.second == NONE || a.second == at));
            actions.retain(|a| only.as_ref().is_none_or(|only| only.iter().any(|p| p.value() == a.value)));
        }
        let options = ask.offered(who, actions, may, listing);
        if options.is_empty() {
            self.jump(exit);
            return None;
        }
        Some(Stop::Decision(Decision::new(side, LabelNo::ACTION, who, Wanted::Action, options)))
    }
}

impl Ask<'_> {
    /// What is offered of some actions: those that may be taken and, with `may`, none; nothing if none may be taken. By lot it is one
    /// of these.
    fn offered(&self, who: i64, mut actions: Vec<Choice>, may: bool, listing: Listing) -> Vec<Choice> {
        let fits = |a: &Choice| *a == NONE_CHOICE || self.may_act(who, *a);
        let none = may.then_some(NONE_CHOICE);
        let Listing::Lot(key) = listing else {
            actions.retain(fits);
            let none = none.filter(|_| !actions.is_empty());
            return actions.into_iter().chain(none).collect();
        };
        actions.extend(none);
        // the lot of each is its own: which others were thought of, and may not be done, is no matter
        actions.sort_by_cached_key(|a| key.lot(&[a.value.cast_unsigned(), a.second.cast_unsigned()]));
        let mut fitting = actions.into_iter().filter(fits);
        let drawn = fitting.next().filter(|c| c.value != NONE || fitting.next().is_some());
        drawn.into_iter().collect()
    }
}

/// Why a place will not do: the limit that it breaks, or nothing if there is no room.
pub(super) fn misplaced(game: Game<'_>, at: Point, limit: &str) -> String {
    let at = show(game, table::pack_place(at.x, at.y));
    if limit.is_empty() { format!("there is no room at {at}") } else { format!("{at} is not `{limit}`") }
}
