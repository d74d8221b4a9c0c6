//! What a player is asked: which, how many, where.

use super::super::{Resolver, Scope};
use super::lend::alone;
use crate::ast::{self, Chooser, Chosen, Somewhere};
use crate::diag::Code;
use crate::hir::{Choice, Expr, ExprKind, KindBase, LocalId, Origin, StmtKind, Ty};
use crate::intern::Sym;
use crate::source::{At, Span};

/// By what names that is known which the first and the second side chose: no sentence says them.
fn apart(word: &str) -> [String; 2] {
    ["side", "other side"].map(|side| format!("{word} of {side}"))
}

impl Resolver<'_> {
    /// `plan of side`, where each side chose its own.
    pub(crate) fn picked(&mut self, scope: &Scope, word: ast::Word, of: &Expr) -> Option<Expr> {
        let names = apart(self.text(word.sym)).map(|name| self.rules.names.find(&name).and_then(|name| scope.find(name)));
        let [Some(first), Some(second)] = names else { return None };
        let at = of.at.to(word.at);
        if !matches!(of.ty, Ty::Thing(k) if self.is(k, KindBase::Side)) && of.ty != Ty::Unknown {
            let (is, text) = (self.describe(of.ty), self.said(word.sym));
            return Some(self.fault(
                Code::Type,
                at,
                format!("each side chose `{text}`, and this is {is}"),
                "say whose it is: `of side of unit`",
            ));
        }
        Some(Expr::new(ExprKind::Picked(first, second, of.clone()), self.local_ty(first), at))
    }

    /// `y chooses x: ...`.
    pub(super) fn choose(&mut self, scope: &mut Scope, choose: &ast::Choose, at: At) -> Option<StmtKind> {
        if choose.each.is_some() || matches!(choose.by, Some(Chooser::Secretly)) {
            return self.choose_apart(scope, choose, at);
        }
        let by = match &choose.by {
            Some(Chooser::By(who)) => Some(self.expr(scope, who)),
            Some(Chooser::Random | Chooser::Secretly) => None,
            // unless it is said, the owner of who carries the rule, else of the first blank
            None => self.viewer(scope, choose.word.at),
        };
        let (choice, ty) = self.choice_of(scope, choose, at)?;
        if !matches!(choose.by, Some(Chooser::Random)) {
            let to = self.local(choose.word.sym, ty, Origin::Chosen);
            self.offers(to, choose);
            scope.bind(choose.word.sym, to);
            return Some(StmtKind::Choose { to, choice, by, may: choose.may, secret: choose.secret });
        }
        let Choice::Thing { of: sel, .. } = choice else {
            let help = "roll a die, and ask what it shows";
            self.fault(Code::Unready, of_what(choose, at), "only things are picked at random", help);
            return None;
        };
        let to = self.local(choose.word.sym, ty, Origin::Chosen);
        scope.bind(choose.word.sym, to);
        Some(StmtKind::PickAtRandom(to, sel))
    }

    /// `choose plan of each side: Attack or Hold, in secret`.
    fn choose_apart(&mut self, scope: &mut Scope, choose: &ast::Choose, at: At) -> Option<StmtKind> {
        if matches!(choose.of, Chosen::Somewhere { what: Somewhere::Place | Somewhere::Edge, .. }) {
            let help = "choose names, numbers, facings or things in secret, and places when all are told";
            self.fault(Code::Unready, of_what(choose, at), "a place cannot be chosen in secret", help);
            return None;
        }
        let word = self.said(choose.word.sym);
        let side = choose.each.filter(|w| self.kind(w.sym).is_some_and(|k| self.is(k, KindBase::Side)));
        let (Some(each), Some(Chooser::Secretly)) = (side, &choose.by) else {
            let help = format!("write `choose {word} of each side: ..., in secret`; one side alone chooses with `, by side, in secret`");
            self.fault(Code::Place, of_what(choose, at), "in secret all sides choose at once, and at once they choose in secret", help);
            return None;
        };
        let kind = self.kind(each.sym)?;
        let known = scope.words.len();
        let side = self.local(each.sym, Ty::Thing(kind), Origin::Candidate);
        scope.bind(each.sym, side);
        let found = self.choice_of(scope, choose, at);
        scope.words.truncate(known);
        let (choice, ty) = found?;
        let to = (self.local(choose.word.sym, ty, Origin::Chosen), self.local(choose.word.sym, ty, Origin::Chosen));
        for (name, to) in apart(&word).into_iter().zip([to.0, to.1]) {
            self.offers(to, choose);
            let name = self.rules.names.intern(&name);
            scope.bind(name, to);
        }
        Some(StmtKind::ChooseApart { side, to, choice, may: choose.may })
    }

    /// Notes the names of which one is chosen.
    fn offers(&mut self, to: LocalId, choose: &ast::Choose) {
        if let Chosen::OneOf(names) = &choose.of {
            self.offered.insert(to, names.iter().map(|name| name.sym).collect());
        }
    }

    /// What may be chosen, and what the word then stands for.
    fn choice_of(&mut self, scope: &mut Scope, choose: &ast::Choose, at: At) -> Option<(Choice, Ty)> {
        Some(match &choose.of {
            Chosen::Of { who, each } => {
                let of = self.sel(scope, who);
                let ty = self.local_ty(of.var);
                if *each && (matches!(choose.by, Some(Chooser::Random)) || !self.is(of.kind, KindBase::Piece)) {
                    let message = "only pieces that a player picks are offered as one where they are alike";
                    self.fault(Code::Place, who.at, message, "leave `, alike or not` out");
                }
                (Choice::Thing { of, each: *each }, ty)
            }
            Chosen::Numbers { from, to } => {
                let (from, to) = (self.effect(scope, from), self.effect(scope, to));
                let ty = to.ty;
                (Choice::Number(from, to), ty)
            }
            Chosen::OneOf(names) => {
                let list: Vec<(Sym, Expr)> = names.iter().map(|name| (name.sym, self.expr(scope, &alone(*name)))).collect();
                let first = list.first().map_or(Ty::Name, |(_, x)| x.ty);
                let alike = list.iter().all(|(_, x)| x.ty == first);
                // what is chosen among formations, facings or cards is one of them
                let kept = match first {
                    Ty::Formation | Ty::Facing => alike,
                    Ty::Thing(kind) => alike && self.is(kind, KindBase::Card),
                    _ => false,
                };
                (Choice::Names(list), if kept { first } else { Ty::Name })
            }
            Chosen::Somewhere { what: Somewhere::Place, limits } => {
                let who = self.stands_there(scope, choose);
                (Choice::Place(self.place_limits(scope, limits.iter()), who), Ty::Place)
            }
            Chosen::Somewhere { limits, .. } if !limits.is_empty() => {
                let help = "choose among all of them, or say with `if` what becomes of the choice";
                self.fault(Code::Unready, of_what(choose, at), "only places are limited so", help);
                return None;
            }
            Chosen::Somewhere { what: Somewhere::Facing, .. } => (Choice::Facing, Ty::Facing),
            Chosen::Somewhere { what: Somewhere::Edge, .. } => (Choice::Edge, Ty::Edge),
        })
    }
}

/// Where it stands what is chosen of: behind the colon.
fn of_what(choose: &ast::Choose, at: At) -> At {
    match &choose.of {
        Chosen::Of { who, .. } => who.at,
        Chosen::Numbers { from, to } => from.at.to(to.at),
        Chosen::OneOf(names) => names.iter().map(|n| n.at).reduce(At::to).unwrap_or(at),
        Chosen::Somewhere { what, limits } => {
            let word = match what {
                Somewhere::Place => "place",
                Somewhere::Facing => "facing",
                Somewhere::Edge => "edge",
            };
            let start = choose.word.at.span().end as usize + ": ".len();
            let place = At(Span::new(start, start + word.len()));
            limits.iter().map(|l| l.at).fold(place, At::to)
        }
    }
}
