//! What a player is asked: which, how many, where.

use super::super::{Resolver, Scope};
use super::lend::alone;
use crate::ast::{self, Chooser, Chosen, Somewhere};
use crate::diag::Code;
use crate::hir::{Choice, Origin, StmtKind, Ty};
use crate::source::{At, Span};

impl Resolver<'_> {
    /// `choose x: ..., by y`.
    pub(super) fn choose(&mut self, scope: &mut Scope, choose: &ast::Choose, at: At) -> Option<StmtKind> {
        let by = match &choose.by {
            Some(Chooser::By(who)) => Some(self.expr(scope, who)),
            Some(Chooser::Random) | None => None,
        };
        let (choice, ty) = self.choice_of(scope, choose, at)?;
        if !matches!(choose.by, Some(Chooser::Random)) {
            let to = self.local(choose.word.sym, ty, Origin::Chosen);
            scope.bind(choose.word.sym, to);
            return Some(StmtKind::Choose { to, choice, by, may: choose.may });
        }
        let Choice::Thing(sel) = choice else {
            let help = "roll a die, and ask what it shows";
            self.fault(Code::Unready, of_what(choose, at), "only things are picked at random", help);
            return None;
        };
        let to = self.local(choose.word.sym, ty, Origin::Chosen);
        scope.bind(choose.word.sym, to);
        Some(StmtKind::PickAtRandom(to, sel))
    }

    /// What may be chosen, and what the word then stands for.
    fn choice_of(&mut self, scope: &mut Scope, choose: &ast::Choose, at: At) -> Option<(Choice, Ty)> {
        Some(match &choose.of {
            Chosen::Of(s) => {
                let sel = self.sel(scope, s);
                let ty = self.local_ty(sel.var);
                (Choice::Thing(sel), ty)
            }
            Chosen::Numbers { from, to } => {
                let (from, to) = (self.effect(scope, from), self.effect(scope, to));
                let ty = to.ty;
                (Choice::Number(from, to), ty)
            }
            Chosen::OneOf(names) => {
                let (mut list, mut forms, mut ways) = (Vec::new(), true, true);
                for name in names {
                    let x = self.expr(scope, &alone(*name));
                    forms &= x.ty == Ty::Formation;
                    ways &= x.ty == Ty::Facing;
                    list.push((name.sym, x));
                }
                (
                    Choice::Names(list),
                    if forms {
                        Ty::Formation
                    } else if ways {
                        Ty::Facing
                    } else {
                        Ty::Name
                    },
                )
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
        Chosen::Of(s) => s.at,
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
