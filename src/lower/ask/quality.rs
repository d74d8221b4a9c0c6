//! What may be said of a thing: that it is, has, did, sees.

use super::Doing;
use crate::hir::{Expr, ExprKind, KindBase, LocalId, Period, Pile, ProcId, Quality, Sel, Ty};
use crate::ir::{self, Bin, Domain, Ex, X};
use crate::lower::build::Builder;
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

impl Builder<'_> {
    /// A question about one thing.
    pub(super) fn said_of(&mut self, f: &mut Frame, code: &mut Doing<'_>, kind: &ExprKind, at: At) -> X {
        match kind {
            ExprKind::Is(of, qualities) => {
                let x = self.put(f, code, of);
                self.any_quality(f, x, of.ty, qualities)
            }
            ExprKind::HasAny(of, piece, qualities) => {
                let x = self.put(f, code, of);
                self.any_piece(f, x, *piece, qualities, at)
            }
            ExprKind::HasAmount(of, count, amount) => {
                let (of, amount) = (self.put(f, code, of), self.put(f, code, amount));
                let cell = self.ex(Ex::Cell { of, count: number::count(*count) });
                self.two(Bin::Le, amount, cell)
            }
            ExprKind::HasSome(of, sel) => self.has_some(f, code, of, sel),
            ExprKind::Did(of, procs, period) => {
                let x = self.put(f, code, of);
                self.did(x, procs, *period)
            }
            ExprKind::Same(a, b) => {
                let (a, b) = (self.put(f, code, a), self.put(f, code, b));
                self.two(Bin::Eq, a, b)
            }
            ExprKind::EnemyOf(a, b) | ExprKind::FriendOf(a, b) => {
                let (a, b) = (self.put(f, code, a), self.put(f, code, b));
                self.allegiance(a, b, matches!(kind, ExprKind::EnemyOf(..)))
            }
            ExprKind::InPlay(x) => {
                let x = self.put(f, code, x);
                self.ex(Ex::InPlay(x))
            }
            ExprKind::OffBoard(x) => {
                let x = self.put(f, code, x);
                let there = self.ex(Ex::OnBoard(x));
                self.negate(true, there)
            }
            ExprKind::InGround(x, ground) => {
                let x = self.put(f, code, x);
                self.ex(Ex::InTerrain(x, number::terrain(*ground)))
            }
            ExprKind::InDeck(of, deck) => {
                let of = self.put(f, code, of);
                let side = if let Pile::Of(_, side) = deck { Some(self.put(f, code, side)) } else { None };
                self.in_pile(of, deck.deck(), side)
            }
            ExprKind::Revealed(what, of) => {
                let of = self.put(f, code, of);
                match self.maps.told.get(what) {
                    Some(state) => self.ex(Ex::Bit { of, state: *state }),
                    None => of,
                }
            }
            ExprKind::InHand(of, hand) => {
                let of = self.put(f, code, of);
                self.in_hand(f, of, *hand, at)
            }
            ExprKind::Within(x, limit, of) => {
                let x = self.put(f, code, x);
                self.near(f, code, x, limit, of)
            }
            ExprKind::Touches(x, of) => {
                let x = self.put(f, code, x);
                self.touching(f, code, x, of)
            }
            ExprKind::Sees(a, b) => {
                let (a, b) = (self.put(f, code, a), self.put(f, code, b));
                self.ex(Ex::Sees(a, b))
            }
            ExprKind::Carries(a, b) => {
                let (a, b) = (self.put(f, code, a), self.put(f, code, b));
                self.ex(Ex::Carries(a, b))
            }
            ExprKind::InSpot(of, spot, from) => {
                let (of, from) = (self.put(f, code, of), self.put(f, code, from));
                self.in_spot(of, *spot, from)
            }
            _ => self.int(0),
        }
    }

    /// Whether it is any of these.
    pub(crate) fn any_quality(&mut self, f: &mut Frame, x: X, ty: Ty, qualities: &[Quality]) -> X {
        let mut any = None;
        for q in qualities {
            let one = self.quality(f, x, ty, q);
            any = Some(self.either(any, one));
        }
        any.unwrap_or(x)
    }

    /// Whether `x` is this: a state, a rule that it carries, a condition, a row.
    pub(crate) fn quality(&mut self, f: &mut Frame, x: X, ty: Ty, quality: &Quality) -> X {
        match quality {
            Quality::State(state) => self.ex(Ex::Bit { of: x, state: number::state(*state) }),
            Quality::Rule(rule) if matches!(ty, Ty::Row(_)) => self.ex(Ex::RowHas { row: x, rule: number::rule(*rule) }),
            Quality::Rule(rule) => match self.rules.rules.get(*rule).and_then(|r| r.state) {
                Some(state) => self.carried(Some(*rule), x, number::state(state)),
                // in force for everybody
                None => self.int(1),
            },
            Quality::Condition(value, args) => {
                let args = self.all(f, args);
                let (slot, args) = (number::slot(*value), self.list(args));
                self.ex(Ex::Value { slot, args })
            }
            Quality::Row(row) => {
                let row = self.int(number::list_row(*row));
                self.two(Bin::Eq, x, row)
            }
            Quality::Tagged(_, column) => self.ex(Ex::Column { row: x, col: number::column(*column) }),
            Quality::Ground(ground) => self.ex(Ex::Ground(x, number::terrain(*ground))),
            Quality::Same(other) => {
                let other = self.ask(f, other);
                self.two(Bin::Eq, x, other)
            }
            Quality::Error => self.int(0),
        }
    }

    /// Whether any piece of a group is one of these.
    fn any_piece(&mut self, f: &mut Frame, group: X, piece: LocalId, qualities: &[Quality], at: At) -> X {
        let Some(kind) = self.piece().map(number::kind) else { return group };
        let mut any = None;
        for q in qualities {
            let var = f.bind(piece);
            let x = self.reg(var);
            let test = self.quality(f, x, self.ty(piece), q);
            let s = self.add_sel(ir::Sel { domain: Domain::Of(kind, group), var, filters: vec![test], extreme: Vec::new() }, at);
            let one = self.ex(Ex::Exists(s));
            any = Some(self.either(any, one));
        }
        any.unwrap_or(group)
    }

    /// Whether any of a description belongs to it.
    fn has_some(&mut self, f: &mut Frame, code: &mut Doing<'_>, of: &Expr, sel: &Sel) -> X {
        let x = self.put(f, code, of);
        let (s, _) = self.sel(f, sel);
        let kind = number::kind(sel.kind);
        let had = if self.is(sel.kind, KindBase::Row) { Domain::RowsOf(kind, x) } else { Domain::Of(kind, x) };
        if let Some(s) = self.program.sels.get_mut(s) {
            s.domain = had;
        }
        self.ex(Ex::Exists(s))
    }

    /// Whether a thing did any of these.
    fn did(&mut self, of: X, procs: &[ProcId], period: Period) -> X {
        let mut any = None;
        for proc in procs {
            let state = match period {
                Period::Turn => self.did_state(*proc, 0),
                Period::LastTurn => {
                    let now = self.did_state(*proc, 0);
                    self.last_state(now)
                }
                Period::Phase => self.did_state(*proc, 1),
                Period::Game => self.did_state(*proc, 2),
            };
            let one = self.ex(Ex::Bit { of, state });
            any = Some(self.either(any, one));
        }
        any.unwrap_or(of)
    }

    /// Whether the card of a thing is among those that were drawn together.
    pub(crate) fn in_hand(&mut self, f: &Frame, of: X, hand: LocalId, at: At) -> X {
        match f.hands.get(&hand) {
            Some(state) => self.ex(Ex::Bit { of, state: *state }),
            None => self.nowhere(at, "what was drawn"),
        }
    }
}
