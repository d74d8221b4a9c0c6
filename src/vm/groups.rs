//! Who is in which group, who leads it, and who is gone.

use super::cast::{EntId, NONE};
use super::machine::{Frame, Game, Machine};
use super::position::Place;
use super::trace::{Event, Trace};
use crate::ir::{Id as _, KindBase, KindNo, S, StateKind, StateNo, X};

impl Machine {
    /// A thing becomes part of a group; what it leaves may be left without a leader, or empty.
    pub(super) fn join(&mut self, game: Game<'_>, who: i64, group: i64) {
        let before = self.world.parent_of(who);
        let Ok(to) = EntId::try_from(group) else { return };
        if before == group || game.cast.ent(who).is_none() {
            return;
        }
        // a piece is in a group that was gathered beside being in its own
        if game.cast.ent(who).is_some_and(|e| e.base == KindBase::Piece) && game.cast.spare.iter().any(|(_, e)| *e == to) {
            self.world.set_ring(who, to);
            return;
        }
        self.world.set_parent(who, to);
        if game.cast.ent(who).is_some_and(|e| e.base == KindBase::Piece) {
            self.world.mix();
        }
        if !self.world.alive(group) {
            self.world.set_live(group, true);
        }
        // a leader who has gone leads no more
        if self.world.leader(before) == who {
            self.world.set_lead(before, 0);
        }
        self.settle_group(game, before);
        self.settle_group(game, group);
    }

    /// A thing goes back to the group that it came with.
    pub(super) fn leave_group(&mut self, game: Game<'_>, who: i64) {
        if let Some(home) = game.cast.ent(who).map(|e| e.home) {
            self.join(game, who, i64::from(home));
        }
    }

    /// Somebody is out of play.
    pub(super) fn remove<T: Trace>(&mut self, game: Game<'_>, who: X, trace: &mut T) {
        let who = self.eval(game, who);
        self.leave(game, who);
        trace.event(|| Event::Gone(who));
    }

    /// Takes the pieces of a thing off the board; they stay in play.
    pub(super) fn withdraw<T: Trace>(&mut self, game: Game<'_>, who: X, trace: &mut T) {
        let who = self.eval(game, who);
        let pieces: Vec<i64> = Self::ask(game, &self.world, 0).pieces(who).collect();
        for p in pieces {
            self.world.set_place(p, Place::default());
        }
        trace.event(|| Event::Left(who));
    }

    /// Takes a thing, and all in it, out of play.
    pub(super) fn leave(&mut self, game: Game<'_>, who: i64) {
        let ask = Self::ask(game, &self.world, 0);
        let pieces: Vec<i64> = ask.pieces(who).collect();
        let group = self.world.parent_of(pieces.first().copied().unwrap_or(who));
        for p in &pieces {
            self.world.set_live(*p, false);
        }
        if !pieces.contains(&who) {
            self.world.set_live(who, false);
        }
        self.settle_group(game, group);
    }

    /// After losses: an empty group is out of play, one without a leader gets the next piece.
    pub(super) fn settle_group(&mut self, game: Game<'_>, group: i64) {
        if !game.cast.ent(group).is_some_and(|e| e.base == KindBase::Group && e.pieces.1 > 0) {
            return;
        }
        let ask = Self::ask(game, &self.world, 0);
        let left: Vec<i64> = ask.pieces(group).collect();
        match left.first() {
            None => self.world.set_live(group, false),
            Some(first) => {
                let lead = self.world.leader(group);
                if !self.world.alive(lead) {
                    let first = *first;
                    self.lead(first, group);
                }
            }
        }
        self.composition(game, group);
        self.keep_shape(game, group);
    }

    /// A formation that can no longer be stood in is lost, if the rules say to which other.
    fn keep_shape(&mut self, game: Game<'_>, group: i64) {
        let ask = Self::ask(game, &self.world, 0);
        let Some(form) = ask.form(group).filter(|_| ask.world.alive(group)) else { return };
        if let Some(other) = form.lost.filter(|_| !ask.fits_form(group, form)) {
            self.become_form(game, group, other.value());
        }
    }

    /// A tag in place of those that it drives out: of a thing, or of each piece of a group. Whether it is a tag.
    pub(super) fn become_tag(&mut self, game: Game<'_>, who: i64, state: i64) -> bool {
        let book = &game.program.book;
        let Some(tag) = StateNo::of_value(state).and_then(|s| book.states.get(s)).filter(|s| s.kind == StateKind::Tag) else {
            return false;
        };
        let of_pieces = book.is(tag.of, KindBase::Piece);
        let bearers: Vec<i64> = if of_pieces { Self::ask(game, &self.world, 0).pieces(who).collect() } else { vec![who] };
        let sets = book.exclusive.iter().filter(|set| set.iter().any(|s| s.value() == state));
        let out: Vec<StateNo> = sets.flatten().copied().collect();
        for b in &bearers {
            for s in &out {
                self.world.set(*b, *s, s.value() == state);
            }
        }
        if let Some(first) = bearers.first().filter(|_| of_pieces) {
            let group = self.world.parent_of(*first);
            self.composition(game, group);
        }
        true
    }

    /// States that a group has by what most, or any, of its pieces are.
    pub fn composition(&mut self, game: Game<'_>, group: i64) {
        let ask = Self::ask(game, &self.world, 0);
        let pieces: Vec<i64> = ask.pieces(group).collect();
        for (state, s) in game.program.book.states.iter() {
            if !s.majority && !s.any {
                continue;
            }
            let have = pieces.iter().filter(|p| self.world.has(**p, state)).count();
            let on = if s.majority { have * 2 >= pieces.len() && have > 0 } else { have > 0 };
            self.world.set(group, state, on);
        }
    }

    /// A piece that becomes something else may make its group something else.
    pub(super) fn reclass(&mut self, game: Game<'_>, who: i64, state: StateNo) {
        let counted = game.program.book.states.get(state).is_some_and(|s| s.majority || s.any);
        if counted && game.cast.ent(who).is_some_and(|e| e.base == KindBase::Piece) {
            self.composition(game, self.world.parent_of(who));
        }
    }

    pub(super) fn lead(&mut self, piece: i64, group: i64) {
        if let Ok(p) = EntId::try_from(piece) {
            self.world.set_lead(group, p);
        }
    }

    /// Groups of the selection that touch each other become groups of a kind; earlier ones are dissolved.
    pub(super) fn gather(&mut self, game: Game<'_>, frame: Frame, sel: S, kind: KindNo) {
        let spare: Vec<EntId> = game.cast.spare.iter().filter(|(k, _)| *k == kind).map(|(_, e)| *e).collect();
        for (i, e) in game.cast.ents.iter().enumerate() {
            let who = i64::try_from(i).unwrap_or(NONE);
            if spare.iter().any(|s| i64::from(*s) == self.world.parent_of(who)) {
                self.world.set_parent(who, e.home);
            }
        }
        for s in &spare {
            self.world.set_live(i64::from(*s), false);
        }
        let ask = Self::ask(game, &self.world, frame.context);
        let regs = self.regs.get_mut(frame.base as usize..).unwrap_or(&mut []);
        let mut groups = Vec::new();
        ask.each(sel, regs, &mut |_, _, e| {
            groups.push(e);
            true
        });
        let mut clusters: Vec<Vec<i64>> = Vec::new();
        for g in groups {
            let (mut joined, apart): (Vec<_>, Vec<_>) =
                clusters.into_iter().partition(|c| c.iter().any(|o| ask.touches(g, *o) && ask.side(g) != ask.side(*o)));
            let mut one: Vec<i64> = joined.drain(..).flatten().collect();
            one.push(g);
            one.sort_unstable();
            clusters = apart;
            clusters.push(one);
        }
        clusters.sort();
        for (cluster, spare) in clusters.into_iter().filter(|c| c.len() > 1).zip(spare) {
            self.world.set_live(i64::from(spare), true);
            for g in cluster {
                self.world.set_parent(g, spare);
            }
        }
    }
}
