//! Effects that last: rules that are bound from the start and asleep until they are woken.

use crate::ast::{self, Item, ItemKind, Pattern, PatternRole, PatternWho, UntilKind};
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, KindBase, KindId, Lasting, LastingId, Line as Cited, LocalId, Origin, RuleId, Ty, Wake};
use crate::intern::Sym;
use crate::source::At;

use super::super::{Resolver, Scope};
use super::index::Effect;
use super::line::Line;
use super::words::Words;

impl Resolver<'_> {
    /// `until end of turn: ...` where it stands: the effect wakes, and notes whom it speaks of. None if it stands nowhere
    /// among the declarations.
    pub fn lasting(&mut self, scope: &mut Scope, l: &ast::Lasting, at: At) -> Option<Wake> {
        self.prepare_meetings();
        let Some(effect) = self.meet.index.as_ref().and_then(|i| i.effect_of(l)) else {
            self.fault(Code::Place, at, "nothing lasts here", "put it in a rule");
            return None;
        };
        let what = self.effect_of_rule(effect, scope.rule)?;
        let lasting = self.rules.lasting.get(what)?;
        let notes = lasting.notes.iter().filter_map(|(word, noted)| Some((*noted, scope.find(*word)?))).collect();
        let bearer = lasting.bearer.and_then(|word| scope.find(word)).or(scope.me);
        let on = match bearer {
            Some(local) => self.local_expr(local, at),
            None => Expr::new(ExprKind::Game, Ty::Thing(KindId(0)), at),
        };
        Some(Wake { what, on, notes })
    }

    /// Binds the lines of an effect, for one of the rules in whose lines it stands.
    pub(super) fn bind_effect(&mut self, effect: usize, rule: Option<RuleId>) {
        let Some(lasting) = self.effect_of_rule(effect, rule) else { return };
        let Some(says) = self.meet.index.as_ref().and_then(|i| i.effects.get(effect)).map(|e| e.says) else { return };
        for item in &says.rules {
            self.line_met(&Line { item, rule, lasting: Some(lasting) });
        }
    }

    /// What an effect is for one of the rules in whose lines it stands, made when it is first asked for.
    fn effect_of_rule(&mut self, effect: usize, rule: Option<RuleId>) -> Option<LastingId> {
        if let Some(id) = self.meet.lasting.get(&(effect, rule)) {
            return Some(*id);
        }
        let e = self.meet.index.as_ref().and_then(|i| i.effects.get(effect)).cloned()?;
        let bearer = self.of_whom(&e);
        let carried = rule.and_then(|r| self.rules.rules.get(r)).and_then(|r| r.state).and_then(|s| self.rules.states.get(s));
        let of = bearer.and_then(|w| self.kind(w)).or(carried.map(|s| s.of)).unwrap_or(KindId(0));
        let until = self.ends_with(&e.says.until);
        let this = matches!(e.says.until.kind, UntilKind::End { this: true, .. });
        let words = self.noted_by(&e);
        let words = words.into_iter().filter(|w| Some(*w) != bearer);
        let notes: Vec<(Sym, LocalId)> = words.map(|w| (w, self.local(w, Ty::Unknown, Origin::Noted))).collect();
        let line = Cited { name: None, at: e.at, cites: e.cites };
        let id = self.rules.lasting.push(Lasting { rule, until, this, bearer, of, notes, line })?;
        self.meet.lasting.insert((effect, rule), id);
        Some(id)
    }

    /// The word for whoever has the effect of which a line is a part, if that is not its rule's carrier.
    pub(super) fn lasts_on(&self, line: &Line<'_>) -> Option<Sym> {
        self.rules.lasting.get(line.lasting?)?.bearer
    }

    /// What was noted when the effect was woken is meant, and not a blank of the same word that the rule calls otherwise.
    pub(super) fn notes_here(&self, scope: &mut Scope, line: &Line<'_>) {
        let Some(lasting) = line.lasting.and_then(|l| self.rules.lasting.get(l)) else { return };
        scope.noted.clone_from(&lasting.notes);
        scope.bearer = lasting.bearer;
        let Scope { words, noted, .. } = scope;
        words.retain(|(word, _)| !noted.iter().any(|(w, _)| w == word));
    }

    /// The one whom an effect is about, where it speaks of no carrier and the same word fills a blank wherever it meets the
    /// game: then whoever it is has the effect, and as many as are meant have it at once.
    fn of_whom(&self, e: &Effect<'_>) -> Option<Sym> {
        let lines: Vec<&Item> = lines_of(e).collect();
        if lines.is_empty() || lines.iter().any(|i| Words::of(*i).seen_from) {
            return None;
        }
        let filled = |roles: &[PatternRole], word: Sym| {
            let just = |r: &&PatternRole| matches!(&r.who, PatternWho::That(noun) if noun.kind.sym == word);
            roles.iter().filter(just).count() == 1
        };
        let everywhere = |word: Sym| {
            lines.iter().all(|i| match &i.kind {
                ItemKind::Forbid(f) => filled(&f.roles, word),
                ItemKind::Attach(a) => a.patterns.iter().all(|p: &Pattern| filled(&p.roles, word)),
                _ => true,
            })
        };
        let kind = |word: Sym| self.kind(word).is_some_and(|k| !self.is(k, KindBase::Row));
        e.around.iter().copied().find(|w| kind(*w) && everywhere(*w))
    }

    /// Words of an effect that may have to be noted when it is woken. A bare `unit` is the one of which the sentences around
    /// it speak, if they do.
    fn noted_by(&self, e: &Effect<'_>) -> Vec<Sym> {
        let mut out: Vec<Sym> = Vec::new();
        for line in lines_of(e) {
            let words = Words::of(line);
            let mut own: Vec<Sym> = Vec::new();
            for noun in &words.nouns {
                own.push(noun.local().sym);
            }
            out.extend(words.those.iter().copied().filter(|w| e.around.contains(w)));
            out.dedup();
            for word in &words.locals {
                let always = self.is_word(word.sym, "turn") || self.is_word(word.sym, "game");
                if !always && !own.contains(&word.sym) && !out.contains(&word.sym) {
                    out.push(word.sym);
                }
            }
        }
        out
    }
}

/// The lines of an effect that meet the game.
fn lines_of<'e>(e: &Effect<'e>) -> impl Iterator<Item = &'e Item> + use<'e> {
    e.says.rules.iter().filter(|i| matches!(&i.kind, ItemKind::Attach(_) | ItemKind::Forbid(_)))
}
