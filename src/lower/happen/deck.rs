//! Decks: a card for each thing of a kind, which is in the deck or drawn; and one of many at random.

use crate::hir::{DeckId, Expr, Hidden, KindBase, KindId, LocalId, Pile};
use crate::ir::{self, Bin, Domain, Drawing, Ex, Op, S, StateNo, ThrowKind, ThrowNo, X};
use crate::lower::build::{Builder, land, target};
use crate::lower::deck::sides_of;
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

use super::close_loop;

impl Builder<'_> {
    /// What is done with a deck: where each side has one, with that of the side that is meant.
    pub(super) fn with_pile(
        &mut self,
        f: &mut Frame,
        code: &mut Vec<Op>,
        pile: &Pile,
        mut does: impl FnMut(&mut Self, &mut Frame, &mut Vec<Op>, i64),
    ) {
        let Pile::Of(_, whose) = pile else { return does(self, f, code, 0) };
        let whose = self.effect(f, code, whose);
        let side = f.fresh();
        code.push(Op::Set(side, whose));
        let side = self.reg(side);
        for number in [1, 2] {
            let n = self.int(number);
            let test = self.two(Bin::Eq, side, n);
            let skip = code.len();
            code.push(Op::Unless(test, 0));
            does(self, f, code, number);
            land(code, skip);
        }
    }

    /// Everybody of the deck's description has a card in it.
    pub(super) fn shuffle(&mut self, f: &mut Frame, code: &mut Vec<Op>, pile: &Pile, at: At) {
        let deck = pile.deck();
        self.with_pile(f, code, pile, |b, f, code, side| b.shuffle_one(f, code, (deck, side), at));
    }

    fn shuffle_one(&mut self, f: &mut Frame, code: &mut Vec<Op>, deck: (DeckId, i64), at: At) {
        let state = self.deck_state(deck.0, deck.1);
        let Some(info) = self.rules.decks.get(deck.0) else { return };
        if let Some(listed) = self.maps.listed.get(&deck).copied() {
            return self.shuffle_listed(f, code, (deck, info.of), listed, at);
        }
        code.push(Op::Clear(state));
        let (top, var) = match &info.has {
            Some(sel) => self.open_loop(f, code, sel, &[], None),
            None => self.each_of(f, code, info.of, &[], at),
        };
        let var = self.reg(var);
        code.push(Op::Gain(var, state));
        close_loop(code, top);
    }

    /// Cards that a deck lists come back to it from wherever they lie, but not from a hand, a tray, or a deck that lists none.
    fn shuffle_listed(&mut self, f: &mut Frame, code: &mut Vec<Op>, (deck, of): ((DeckId, i64), KindId), listed: StateNo, at: At) {
        let mut filters = vec![(listed, true)];
        filters.extend(self.places_of(of).into_iter().filter(|(_, kept, _)| *kept).map(|(_, _, state)| (state, false)));
        let (top, var) = self.each_of(f, code, of, &filters, at);
        let (var, state) = (self.reg(var), self.deck_state(deck.0, deck.1));
        code.push(Op::Gain(var, state));
        close_loop(code, top);
    }

    /// Each deck that has cards of a kind, whether it keeps what is in it when others are shuffled, and the state of being in it.
    fn places_of(&mut self, of: KindId) -> Vec<((DeckId, i64), bool, StateNo)> {
        let decks: Vec<_> = self.rules.decks.iter().filter(|(_, d)| d.of == of).collect();
        let decks = decks.into_iter().flat_map(|(id, d)| {
            let kept = !d.sees.is_deck() || d.lists.is_empty();
            sides_of(d).iter().map(move |side| ((id, *side), kept))
        });
        decks.map(|(id, kept)| (id, kept, self.deck_state(id.0, id.1))).collect()
    }

    /// A card joins a deck, or leaves it. One that is nothing else is in one place at a time.
    pub(super) fn change_pile(&mut self, f: &mut Frame, code: &mut Vec<Op>, (who, pile): (&Expr, &Pile), joins: bool) {
        let who = self.ask(f, who);
        let deck = pile.deck();
        self.with_pile(f, code, pile, |b, _, code, side| {
            if joins {
                return b.join_deck(code, who, (deck, side));
            }
            let state = b.deck_state(deck, side);
            code.push(Op::Lose(who, state));
        });
    }

    fn join_deck(&mut self, code: &mut Vec<Op>, who: X, deck: (DeckId, i64)) {
        let Some(info) = self.rules.decks.get(deck.0) else { return };
        if self.is(info.of, KindBase::Card) {
            for (_, _, other) in self.places_of(info.of).into_iter().filter(|(id, ..)| *id != deck) {
                code.push(Op::Lose(who, other));
            }
            // which card it is, is as secret as on the first day
            code.extend(self.maps.told.get(&Hidden::Card(info.of)).map(|told| Op::Lose(who, *told)));
        }
        let state = self.deck_state(deck.0, deck.1);
        code.push(Op::Gain(who, state));
    }

    /// Everybody is told what one side alone knew.
    pub(super) fn reveal(&mut self, f: &mut Frame, code: &mut Vec<Op>, what: Hidden, of: &Expr) {
        let of = self.ask(f, of);
        let what = match what {
            Hidden::Count(count) => ir::Hidden::Count(number::count(count)),
            Hidden::State(state) => ir::Hidden::State(number::state(state)),
            Hidden::Card(kind) => ir::Hidden::Card(number::kind(kind)),
        };
        code.push(Op::Reveal(of, what));
    }

    /// Begins a loop over all of a kind that have some states and lack others.
    fn each_of(&mut self, f: &mut Frame, code: &mut Vec<Op>, kind: KindId, having: &[(StateNo, bool)], at: At) -> (usize, ir::Reg) {
        let var = f.fresh();
        let of = self.reg(var);
        let mut filters = Vec::new();
        for (state, has) in having {
            let bit = self.ex(Ex::Bit { of, state: *state });
            filters.push(self.negate(!has, bit));
        }
        let sel = self.add_sel(ir::Sel { domain: Domain::All(number::kind(kind)), var, filters, extreme: Vec::new() }, at);
        let index = f.fresh();
        let _end = f.fresh();
        code.push(Op::Each { sel, at: index, order: Vec::new() });
        let var = f.fresh();
        code.push(Op::Next { var, at: index, exit: 0 });
        (code.len() - 1, var)
    }

    /// `x = draw n from Cards`.
    pub(super) fn draw(&mut self, f: &mut Frame, code: &mut Vec<Op>, (word, number, pile): (LocalId, &Expr, &Pile), at: At) {
        let deck = pile.deck();
        let Some(info) = self.rules.decks.get(deck) else { return };
        let n = self.effect(f, code, number);
        let text = self.rules.locals.get(word).map_or_else(String::new, |l| self.text(l.word));
        let hand = self.hidden_state(&format!("{text} drawn"), info.of, at);
        self.program.hands.push(hand);
        let to = f.bind(word);
        f.hands.insert(word, hand);
        code.push(Op::Clear(hand));
        let none = self.int(-1);
        code.push(Op::Set(to, none));
        let kind = info.of;
        self.with_pile(f, code, pile, |b, f, code, side| b.draw_from(f, code, (deck, side, kind), (n, to, hand), at));
    }

    fn draw_from(
        &mut self,
        f: &mut Frame,
        code: &mut Vec<Op>,
        (deck, side, kind): (DeckId, i64, KindId),
        (n, to, hand): (X, ir::Reg, StateNo),
        at: At,
    ) {
        let state = self.deck_state(deck, side);
        let sel = self.with_state(f, kind, state, at);
        let left = f.fresh();
        code.push(Op::Set(left, n));
        let (reg, zero, one) = (self.reg(left), self.int(0), self.int(1));
        let more = self.two(Bin::Lt, zero, reg);
        let any = self.ex(Ex::Exists(sel));
        let go_on = self.two(Bin::And, more, any);
        let top = code.len();
        code.push(Op::Unless(go_on, 0));
        let name = self.rules.decks.get(deck).map_or_else(String::new, |d| self.text(d.name));
        let throw = self.random_throw(f, &name, at);
        code.push(Op::Pick(Drawing { sel, throw, to }));
        let card = self.reg(to);
        code.push(Op::Lose(card, state));
        code.push(Op::Gain(card, hand));
        let less = self.two(Bin::Sub, reg, one);
        code.push(Op::Set(left, less));
        code.push(Op::Jump(target(top)));
        land(code, top);
    }

    /// All in play of a kind that have a state.
    fn with_state(&mut self, f: &mut Frame, kind: KindId, state: StateNo, at: At) -> S {
        let var = f.fresh();
        let of = self.reg(var);
        let test = self.ex(Ex::Bit { of, state });
        self.add_sel(ir::Sel { domain: Domain::All(number::kind(kind)), var, filters: vec![test], extreme: Vec::new() }, at)
    }

    /// What a pick at random is keyed and called by.
    pub(super) fn random_throw(&mut self, f: &Frame, name: &str, at: At) -> ThrowNo {
        let one = self.int(1);
        self.throw(f, name, ThrowKind::Sum, 6, one, at)
    }
}
