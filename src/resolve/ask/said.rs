//! What is said of a thing behind it: that it is, did, sees, is within reach.

use super::Wanted;
use super::chain::head;
use super::quality::plain_name;
use crate::ast::{self, Is, NameRef, Said, Tail, TailKind, Whom, Within};
use crate::diag::{Code, with_article};
use crate::hir::{Expr, ExprKind, KindBase, Period, ProcKind, Quality, Target, Ty};
use crate::resolve::{Resolver, Scope};
use crate::source::At;

impl Resolver<'_> {
    /// Something, and what is said of it, one after the other.
    pub(super) fn said_of(&mut self, scope: &mut Scope, s: &Said) -> Expr {
        // `(a / 2) rounded up`: the words behind the brackets speak of what is in them
        if let Some((Tail { kind: TailKind::Is { not, what: Is::Revealed }, at }, more)) = s.tails.split_first() {
            let all = s.of.at.to(*at);
            let asked = self.hidden(scope, &s.of).map(|(what, of)| Self::negate(*not, truth(ExprKind::Revealed(what, of), all)));
            let asked = asked.unwrap_or_else(|| Expr::error(all));
            return more.iter().fold(asked, |x, tail| self.tail(scope, x, &s.of, tail));
        }
        let behind = s.tails.first().and_then(|t| match &t.kind {
            TailKind::Rounded(r) if r.brackets => Some(r.way),
            _ => None,
        });
        let mut x = match behind {
            Some(way) => self.with_rounding(scope, way, &s.of),
            None => self.expr(scope, &s.of),
        };
        for tail in &s.tails {
            let at = x.at.to(tail.at);
            x = Expr { at, ..self.tail(scope, x, &s.of, tail) };
        }
        x
    }

    fn tail(&mut self, scope: &mut Scope, x: Expr, of: &ast::Expr, tail: &Tail) -> Expr {
        let at = tail.at;
        match &tail.kind {
            TailKind::Rounded(r) => self.rounded(scope, x, *r),
            TailKind::Is { not, what } => {
                // what is no condition is a quantity or a thing
                let other = match what {
                    Is::So(call) if !self.known_condition(&call.name) => {
                        Some(Is::Thing(ast::Expr { kind: Box::new(ast::ExprKind::Call(call.clone())), at: call.at }))
                    }
                    _ => None,
                };
                let what = other.as_ref().unwrap_or(what);
                let out = match self.takes(of, what, at) {
                    Some(takes) => takes,
                    None => match self.quantity(scope, &x, what) {
                        Some(other) => {
                            return self.compared(scope, (x, of), !*not, &other);
                        }
                        None => self.is_so(scope, x, what, head(of).at, at),
                    },
                };
                Self::negate(*not, out)
            }
            TailKind::Span(not, low, high) => {
                let out = self.in_span(scope, (x, of), [low, high], at);
                Self::negate(*not, out)
            }
            TailKind::Has { no, what } => {
                let out = self.has(scope, (x, of), (what, *no), at);
                Self::negate(*no, out)
            }
            TailKind::Did { not, names, when } => {
                let out = self.did(x, names, *when, at);
                Self::negate(*not, out)
            }
            TailKind::Within(w) => {
                let (limit, target) = self.within(scope, w);
                Self::negate(w.not, truth(ExprKind::Within(x, limit, target), at))
            }
            TailKind::Touches { not, whom } => {
                let target = self.target(scope, whom);
                Self::negate(*not, truth(ExprKind::Touches(x, target), at))
            }
            TailKind::Sees { not, whom } => {
                let other = self.one(scope, whom);
                Self::negate(*not, truth(ExprKind::Sees(x, other), at))
            }
            TailKind::Carries { not, what } => {
                let what = self.one(scope, what);
                Self::negate(*not, truth(ExprKind::Carries(x, what), at))
            }
            TailKind::In(spot) => {
                let (arc, from) = self.spot(scope, spot);
                truth(ExprKind::InSpot(x, arc, from), at)
            }
        }
    }

    /// `within 6" of x`: how near, of a thing, a place or a line.
    pub(super) fn within(&mut self, scope: &mut Scope, w: &Within) -> (Expr, Target) {
        let limit = self.how_far(scope, &w.distance);
        let target = self.target_of(scope, &w.of);
        (limit, target)
    }

    /// How far: in inches, not in mere numbers.
    pub(crate) fn how_far(&mut self, scope: &mut Scope, e: &ast::Expr) -> Expr {
        let x = self.expr(scope, e);
        if matches!(x.ty, Ty::Number(_)) && !x.ty.fits(Ty::LENGTH) && x.constant() != Some(0) {
            let is = self.describe(x.ty);
            self.fault(Code::Measure, e.at, format!("how far it is, is in inches, and this is {is}"), "write a length, such as `6\"`");
        }
        x
    }

    /// Whom something touches: one thing or a line, or any that is described.
    pub(super) fn target(&mut self, scope: &mut Scope, whom: &Whom) -> Target {
        match whom {
            Whom::One(e) => self.target_of(scope, e),
            Whom::Any(s) => Target::Any(self.sel(scope, s)),
        }
    }

    fn target_of(&mut self, scope: &mut Scope, e: &ast::Expr) -> Target {
        match &*e.kind {
            ast::ExprKind::Line(line) => Target::Ray(self.ray(scope, line, e.at)),
            _ => Target::One(self.one(scope, e)),
        }
    }

    /// `is as many`: one quantity compared with another.
    fn compared(&mut self, scope: &mut Scope, (x, of): (Expr, &ast::Expr), same: bool, other: &ast::Expr) -> Expr {
        let right = self.one(scope, other);
        self.compared_sides((x, of), (right, other), same)
    }

    /// What a number is said to be, with `is` before a name or a thing: another number.
    fn quantity(&self, scope: &Scope, x: &Expr, what: &Is) -> Option<ast::Expr> {
        if !matches!(x.ty, Ty::Number(_) | Ty::Need) {
            return None;
        }
        match what {
            Is::Thing(e) => match &*e.kind {
                ast::ExprKind::Local(word) if self.given_name(scope, *word).is_some() => None,
                _ => Some(e.clone()),
            },
            Is::Names(list) => match list.as_slice() {
                [name] if !self.known_quality(name) => {
                    let call = ast::Call { name: *name, args: Vec::new(), roles: Vec::new(), at: name.at };
                    Some(ast::Expr { kind: Box::new(ast::ExprKind::Call(call)), at: name.at })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `is in Wood`, or in a deck.
    fn is_in(&mut self, scope: &mut Scope, x: &Expr, name: &NameRef, at: At) -> Expr {
        let kind = match self.deck_named(name.name.sym) {
            Some(deck) => self.pile_of(scope, deck, None, name.at).map(|pile| ExprKind::InDeck(x.clone(), pile)),
            None => self.terrain(name).map(|t| ExprKind::InGround(x.clone(), t)),
        };
        kind.map_or_else(|| Expr::error(at), |kind| truth(kind, at))
    }

    /// `is Weary`, `is in Wood`, `is target`. `first` is where the thing stands that it is said of.
    fn is_so(&mut self, scope: &mut Scope, x: Expr, what: &Is, first: At, at: At) -> Expr {
        match what {
            Is::InPlay => truth(ExprKind::InPlay(x), at),
            Is::OffBoard => truth(ExprKind::OffBoard(x), at),
            Is::InTerrain(names) => {
                let mut all: Vec<Expr> = names.iter().map(|name| self.is_in(scope, &x, name, at)).collect();
                match all.len() {
                    1 => all.remove(0),
                    _ => truth(ExprKind::Or(all), at),
                }
            }
            Is::InPile(call) => {
                let deck = self.deck_named(call.name.name.sym);
                if deck.is_none() {
                    self.unknown_name(&call.name, Wanted::Deck);
                }
                let pile = deck.and_then(|deck| self.called_pile(scope, deck, call));
                pile.map_or_else(|| Expr::error(at), |pile| truth(ExprKind::InDeck(x, pile), at))
            }
            // asked before, of what is said to be so
            Is::Revealed => Expr::error(at),
            Is::EnemyOf(e) => truth(ExprKind::EnemyOf(x, self.one(scope, e)), at),
            Is::FriendOf(e) => truth(ExprKind::FriendOf(x, self.one(scope, e)), at),
            Is::In(spot) => {
                let (arc, from) = self.spot(scope, spot);
                truth(ExprKind::InSpot(x, arc, from), at)
            }
            Is::So(call) => {
                let mut given = self.given_to(scope, call);
                given.insert(0, (ast::Prep::Of, x, call.name.at));
                self.asked_so(scope, &call.name, given, at)
            }
            Is::Says(_) => match x.ty {
                Ty::Unknown => Expr::error(at),
                _ => self.fault(Code::Name, first, "this is no ruling", "write the name of a ruling behind `the ruling`"),
            },
            Is::Range(r) => self.fault(Code::Syntax, r.at, "this cannot be what something is", "compare with `=`"),
            Is::Names(list) => {
                let any = list.iter().map(|name| self.quality(scope, &x, name)).collect();
                is_any(x, any, at)
            }
            Is::Thing(e) => self.is_thing(scope, x, e, first, at),
        }
    }

    /// `is target`: the same thing, or a quality that looks like one.
    fn is_thing(&mut self, scope: &mut Scope, x: Expr, e: &ast::Expr, first: At, at: At) -> Expr {
        let named = match &*e.kind {
            // before a preposition a quality looks like a thing
            ast::ExprKind::Call(c) if plain_name(c) && self.known_quality(&c.name) => Some(c.name),
            // what a rule was given stands for a quality
            ast::ExprKind::Local(word) => self.given_name(scope, *word),
            _ => None,
        };
        if let Some(name) = named {
            let quality: Quality = self.quality(scope, &x, &name);
            return is_any(x, vec![quality], at);
        }
        let other = self.one(scope, e);
        self.agree_thing(x.ty, other.ty, first);
        truth(ExprKind::Same(x, other), at)
    }

    /// `did Wave this turn`
    fn did(&mut self, x: Expr, names: &[NameRef], when: Option<ast::Moment>, at: At) -> Expr {
        let period = self.period(when, at);
        let mut procs = Vec::new();
        for name in names {
            let Some(proc) = self.proc_named(name) else { continue };
            let action = matches!(self.rules.procs.get(proc).map(|p| &p.kind), Some(ProcKind::Action(k)) if self.is(*k, KindBase::Action));
            if !action {
                let message =
                    format!("`{}` is {}, and only actions are remembered", self.text(name.name.sym), with_article(self.proc_word(proc)));
                self.fault(Code::Kind, name.at, message, "give a marker where it happens, and ask for that");
            }
            procs.push(proc);
        }
        if procs.is_empty() { Expr::error(at) } else { truth(ExprKind::Did(x, procs, period), at) }
    }

    /// Since when something was done.
    fn period(&mut self, when: Option<ast::Moment>, at: At) -> Period {
        let Some(m) = when else { return Period::Turn };
        let turn = matches!(m.of, ast::Period::Turn);
        if m.last && !turn {
            self.fault(Code::Unready, at, "only the last turn is remembered", "write `last turn`");
        }
        let other = match m.of {
            ast::Period::Name(n) => Some(n.sym),
            ast::Period::Word(w) => Some(w.sym),
            ast::Period::Game | ast::Period::Turn | ast::Period::Phase => None,
        };
        if let Some(name) = other.map(|s| self.said(s)) {
            let help = "write `this turn`, `this phase` or `this game`; what is still going on is asked with `during`";
            self.fault(Code::Place, m.at, format!("what was done is not remembered for `{name}`"), help);
        }
        match m.of {
            _ if m.last => Period::LastTurn,
            ast::Period::Game => Period::Game,
            ast::Period::Phase => Period::Phase,
            _ => Period::Turn,
        }
    }
}

/// That something is one of these. A condition alone is asked by itself, however it is said.
fn is_any(x: Expr, mut any: Vec<Quality>, at: At) -> Expr {
    match any.pop_if(|last| matches!(last, Quality::Condition(..))) {
        Some(Quality::Condition(value, args)) if any.is_empty() => truth(ExprKind::Ask(value, args), at),
        last => {
            any.extend(last);
            truth(ExprKind::Is(x, any), at)
        }
    }
}

/// A question answered yes or no.
pub(super) fn truth(kind: ExprKind, at: At) -> Expr {
    Expr::new(kind, Ty::Truth, at)
}
