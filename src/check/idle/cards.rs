//! Hands into which no card comes, decks of which nobody draws, cards that lie in no deck.

use std::collections::BTreeSet;

use super::super::Whole;
use super::super::mentions::Mentions;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{DeckId, Expr, ExprKind, KindBase, Pile, Stmt, StmtKind, Test, ThingId};
use crate::ir::Sees;

/// What is done with decks.
#[derive(Default)]
struct Piles {
    shuffled: BTreeSet<DeckId>,
    /// Cards that a sentence names.
    named: BTreeSet<ThingId>,
    /// Into which cards are put.
    joined: BTreeSet<DeckId>,
    /// Of which cards are drawn or taken, or where is asked what lies there.
    drawn: BTreeSet<DeckId>,
}

impl Piles {
    fn asks(&mut self, pile: &Pile) {
        self.drawn.insert(pile.deck());
    }
}

impl Walk for Piles {
    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Draw(_, _, pile) | StmtKind::LeaveDeck(_, pile) => self.asks(pile),
            StmtKind::Shuffle(pile) => drop(self.shuffled.insert(pile.deck())),
            StmtKind::JoinDeck(_, pile) => drop(self.joined.insert(pile.deck())),
            _ => {}
        }
        walk::walk_stmt(self, s);
    }

    fn expr(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::InDeck(_, pile) => self.asks(pile),
            ExprKind::Thing(thing) => drop(self.named.insert(*thing)),
            _ => {}
        }
        walk::walk_expr(self, e);
    }

    fn test(&mut self, t: &Test) {
        if let Test::InDeck(pile) = t {
            self.asks(pile);
        }
        walk::walk_test(self, t);
    }
}

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>, mentions: &Mentions) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut piles = Piles::default();
    every::part(rules, &mut piles);
    let mut out = Vec::new();
    for (id, deck) in rules.decks.iter() {
        let (name, span) = (rules.names.text(deck.name), deck.line.at.span());
        if deck.sees != Sees::Nobody && deck.lists.is_empty() && deck.has.is_none() && !piles.joined.contains(&id) {
            out.push(
                Diagnostic::new(Code::Never, span, format!("no card ever comes into `{name}`"))
                    .here("whoever asks what lies there finds nothing")
                    .help(format!("say which card comes there and when: `drawn joins {name} of side`")),
            );
        } else if deck.sees == Sees::Nobody && deck.has.is_some() && !piles.shuffled.contains(&id) && !piles.joined.contains(&id) {
            out.push(
                Diagnostic::new(Code::Never, span, format!("`{name}` is never shuffled, and so no card lies in it"))
                    .here("who has a card in it is gathered when it is shuffled")
                    .help(format!("write `shuffle {name}` before anybody draws from it")),
            );
        } else if deck.sees == Sees::Nobody && !piles.drawn.contains(&id) {
            out.push(
                Diagnostic::new(Code::Unreachable, span, format!("nobody draws from `{name}`"))
                    .here("whatever lies there, it changes nothing")
                    .help(format!("draw from it where it matters: `drawn = draw from {name}`")),
            );
        }
    }
    let listed: BTreeSet<_> = rules.decks.all().iter().flat_map(|d| d.lists.iter().map(|(card, _)| *card)).collect();
    for (id, thing) in rules.things.iter() {
        let is_card = rules.kinds.get(thing.kind).is_some_and(|k| k.base == KindBase::Card);
        let key = rules.names.key_of(thing.name);
        if is_card && !listed.contains(&id) && !piles.named.contains(&id) && !mentions.used.contains(&key) {
            let name = rules.names.text(thing.name);
            out.push(
                Diagnostic::new(Code::Unreachable, thing.line.at.span(), format!("`{name}` lies in no deck"))
                    .here("nobody ever draws it")
                    .help(format!("write `{name} 1` below a deck, or leave it out")),
            );
        }
    }
    out
}
