//! Cards of one's own: the sorts of a kind, and which of them a deck lists.

use crate::ast::{DeckSort, Decl, DeclKind, Item, ItemKind, Named, Titled};
use crate::diag::{Code, nearest};
use crate::hir::{self, KindBase, KindId, ProcKind, StateId, StateKind, Symbol, ThingId};

use super::super::Resolver;
use super::kinds::line;

/// Cards of one sort in a deck at most.
const MOST: i64 = 200;

impl Resolver<'_> {
    /// The kind of card that a declaration is a sort of.
    fn kind_of_card(&self, n: &Named) -> Option<KindId> {
        self.kind(n.word.sym).filter(|k| self.is(*k, KindBase::Card))
    }

    /// Each sort of card is known by its name, as a tag is; no card is of two.
    pub(super) fn card_sorts(&mut self) {
        let mut sets: Vec<(KindId, Vec<StateId>)> = Vec::new();
        for (_, d) in self.declared() {
            let DeclKind::Named(n) = &*d.kind else { continue };
            let (Some(kind), Some(title)) = (self.kind_of_card(n), &n.title) else { continue };
            let name = title.name;
            let word = self.kind_of(kind).map_or(n.word.sym, |k| k.word);
            // that a sort is declared twice is told of what it does
            let there = self.state_named(name.sym).and_then(|s| self.rules.states.get(s));
            if there.is_some_and(|s| s.of == kind) {
                continue;
            }
            let state = self.plain_state(name.sym, StateKind::Tag, word, line(Some(name.sym), name.at, d));
            let Some(id) = self.enter_state(state) else { continue };
            match sets.iter_mut().find(|(k, _)| *k == kind) {
                Some((_, set)) => set.push(id),
                None => sets.push((kind, vec![id])),
            }
        }
        self.rules.exclusive.extend(sets.into_iter().map(|(_, set)| set).filter(|set| set.len() > 1));
    }

    /// `event Hidden Ford by side`: a sort of card, and what it does.
    pub(super) fn declare_card(&mut self, place: usize, d: &Decl, n: &Named, kind: KindId) {
        let Some(title) = &n.title else { return };
        let name = title.name;
        if let Some(first) = n.names.first() {
            let help = "write what it does on the line below";
            self.fault(Code::Place, first.at, "a name alone does not say what a card does", help);
        }
        if let Some(price) = n.price {
            let help = "leave its price out; what using it costs is spent: `spend 1 AP`";
            self.fault(Code::Place, price.at, "nobody buys a card", help);
        }
        let thing = hir::Named { name: name.sym, kind, line: line(Some(name.sym), name.at, d) };
        let Some(id) = self.rules.things.push(thing) else { return };
        // that two have one name is told of what they do
        self.enter(name.sym, Symbol::Thing(id));
        self.declare_proc(place, d, (name.sym, name.at), &n.roles, ProcKind::Card(kind));
    }

    /// The cards that a deck lists, and how many of each.
    pub(super) fn listed_cards(&mut self, d: &Decl, t: &Titled, kind: KindId) -> Vec<(ThingId, i64)> {
        let rows: Vec<(&Item, _, i64)> = t
            .items
            .iter()
            .filter_map(|i| if let ItemKind::Listed(name, number) = &i.kind { Some((i, *name, *number)) } else { None })
            .collect();
        let (cards, word) = (self.is(kind, KindBase::Card), self.kind_of(kind).map_or(String::new(), |k| self.said(k.word)));
        let mut out: Vec<(ThingId, i64)> = Vec::new();
        if !cards {
            if let Some((item, ..)) = rows.first() {
                let message = format!("a deck of {word}s lists no cards: it holds one for each {word}");
                self.fault(
                    Code::Place,
                    item.at,
                    message,
                    format!("take the list away, or declare a kind of cards: `kind event is card` instead of `{word}`"),
                );
            }
            return out;
        }
        let deck = t.holds.is_none_or(|h| h.sort == DeckSort::Deck);
        if rows.is_empty() && deck {
            let message = format!("nothing says which {word}s are in this deck");
            self.fault(Code::Place, d.head, message, "list them below it, each with how many there are of it: `Rain 2`");
        }
        for (item, name, number) in rows {
            let Some(card) = self.card_named(kind, name) else { continue };
            if !(1..=MOST).contains(&number) {
                let message = format!("a deck holds 1 to {MOST} cards of one sort, and this says {number}");
                self.fault(Code::Type, item.at, message, "write how many there are, or leave the line out");
            } else if out.iter().any(|(c, _)| *c == card) {
                let message = format!("`{}` is listed twice", self.said(name.sym));
                self.fault(Code::Twice, item.at, message, "leave one of them out, and write how many there are in all");
            } else {
                out.push((card, number));
            }
        }
        out
    }

    /// The card of a kind that has a name, told if there is none.
    fn card_named(&mut self, kind: KindId, name: crate::ast::Name) -> Option<ThingId> {
        let of = |cx: &Self, t: ThingId| cx.rules.things.get(t).is_some_and(|t| t.kind == kind);
        let found = self.find(name.sym, |s| if let Symbol::Thing(t) = s { Some(t) } else { None });
        if let Some(card) = found.filter(|t| of(self, *t)) {
            return Some(card);
        }
        let (written, word) = (self.said(name.sym), self.kind_of(kind).map_or(String::new(), |k| self.said(k.word)));
        let known: Vec<&str> = self.rules.things.all().iter().filter(|t| t.kind == kind).map(|t| self.text(t.name)).collect();
        let help = match nearest(&written, known) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("declare it: `{word} {written}`, and below it what it does"),
        };
        self.fault(Code::Name, name.at, format!("there is no {word} `{written}`"), help);
        None
    }
}
