//! Questions to expressions.
//!
//! One walk serves two ends. Where a question is only asked, nothing in it may roll or happen. Where something happens,
//! those parts are done in the order in which they stand, before the question is asked, each into a register.

mod compare;
mod name;
mod number;
mod over;
mod place;
mod quality;

pub(crate) use name::reading_number;
pub(crate) use number::INCH;

use super::build::Builder;
use super::frame::Frame;
use crate::diag::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, Extreme, LocalId, Operator, Quantifier};
use crate::ir::{Bin, Ex, Op, X};
use crate::source::At;

/// Where what happens is written down; none where nothing may happen.
pub(crate) type Doing<'c> = Option<&'c mut Vec<Op>>;

/// A list of more than so many is put together by halves.
const LONG: usize = 64;

impl Builder<'_> {
    /// A question. Nothing in it may roll or happen.
    pub fn ask(&mut self, frame: &mut Frame, e: &Expr) -> X {
        self.put(frame, &mut None, e)
    }

    /// A question parts of which may roll or happen: those are done first, in order, into registers.
    pub fn effect(&mut self, frame: &mut Frame, code: &mut Vec<Op>, e: &Expr) -> X {
        self.put(frame, &mut Some(code), e)
    }

    /// What a side picked, where each did.
    fn picked(&mut self, f: &mut Frame, code: &mut Doing<'_>, (first, second): (LocalId, LocalId), of: &Expr) -> X {
        let side = self.put(f, code, of);
        let (first, second) = (self.local(f, first, of.at), self.local(f, second, of.at));
        let one = self.int(1);
        let is_first = self.two(Bin::Eq, side, one);
        self.ex(Ex::If(is_first, first, second))
    }

    /// A question, with what happens in it.
    pub(super) fn put(&mut self, f: &mut Frame, code: &mut Doing<'_>, e: &Expr) -> X {
        match &*e.kind {
            ExprKind::Error => self.int(0),
            ExprKind::Int(_)
            | ExprKind::Truth(_)
            | ExprKind::Game
            | ExprKind::Turn
            | ExprKind::Turns
            | ExprKind::Thing(_)
            | ExprKind::Row(_)
            | ExprKind::Formation(_)
            | ExprKind::Word(_)
            | ExprKind::Compass(_)
            | ExprKind::Edge(_)
            | ExprKind::Deed(_)
            | ExprKind::PlaceAt(..)
            | ExprKind::Reading(..)
            | ExprKind::Takes(..)
            | ExprKind::ReadingNumber(_) => self.named(&e.kind),
            ExprKind::Local(local) => self.local(f, *local, e.at),
            ExprKind::Picked(first, second, of) => self.picked(f, code, (*first, *second), of),
            ExprKind::Ask(..) | ExprKind::Count(..) | ExprKind::Look(..) => self.quantity(f, code, &e.kind),
            ExprKind::Is(..)
            | ExprKind::HasAny(..)
            | ExprKind::HasAmount(..)
            | ExprKind::HasSome(..)
            | ExprKind::Did(..)
            | ExprKind::Same(..)
            | ExprKind::EnemyOf(..)
            | ExprKind::FriendOf(..)
            | ExprKind::InPlay(_)
            | ExprKind::OffBoard(_)
            | ExprKind::InGround(..)
            | ExprKind::InDeck(..)
            | ExprKind::Revealed(..)
            | ExprKind::InHand(..)
            | ExprKind::Within(..)
            | ExprKind::Touches(..)
            | ExprKind::Sees(..)
            | ExprKind::Carries(..)
            | ExprKind::InSpot(..) => self.said_of(f, code, &e.kind, e.at),
            ExprKind::Not(x) => {
                let x = self.put(f, code, x);
                self.negate(true, x)
            }
            ExprKind::And(list) => self.folded(f, code, Bin::And, list),
            ExprKind::Or(list) => self.folded(f, code, Bin::Or, list),
            ExprKind::Pick(extreme, list) => self.folded(f, code, if *extreme == Extreme::Lowest { Bin::Min } else { Bin::Max }, list),
            ExprKind::Compare(how, a, b) => self.compared(f, code, *how, a, b),
            ExprKind::Between(x, low, high) => self.spanned(f, code, [x, low, high]),
            ExprKind::Neg(x) => {
                let x = self.put(f, code, x);
                self.minus(x)
            }
            ExprKind::Math(op, a, b) => self.math(f, code, *op, [a, b]),
            ExprKind::Quotient(..) | ExprKind::Share(..) | ExprKind::Rounded(..) => self.divided(f, code, e),
            ExprKind::If(cases, rest) => self.chosen(f, code, e, cases, rest),
            ExprKind::CountOf(sel) => {
                let (sel, _) = self.sel(f, sel);
                self.ex(Ex::Count(sel))
            }
            ExprKind::Exists(quantifier, sel) => {
                let (sel, _) = self.sel(f, sel);
                let any = self.ex(Ex::Exists(sel));
                self.negate(*quantifier == Quantifier::No, any)
            }
            ExprKind::The(sel) => {
                let (sel, _) = self.sel(f, sel);
                self.ex(Ex::First(sel))
            }
            ExprKind::Most(..) | ExprKind::ExtremeOf(..) | ExprKind::MajorityOf(..) | ExprKind::CommonestOf(..) | ExprKind::SumOf(..) => {
                self.over(f, &e.kind)
            }
            ExprKind::Faces(shown, result, pool) => self.faces(f, *shown, *result, *pool, e.at),
            ExprKind::Distance(a, b) | ExprKind::March(a, b) => {
                let (a, b) = (self.put(f, code, a), self.put(f, code, b));
                self.ex(if matches!(*e.kind, ExprKind::March(..)) { Ex::March(a, b) } else { Ex::Distance(a, b) })
            }
            ExprKind::Ring(ring, a, b) => self.ring(f, code, *ring, a, b),
            ExprKind::Reach(reach, x) => self.reach(f, code, *reach, x),
            ExprKind::PlaceFrom(of, far, bearing) => self.place_from(f, code, of, far, bearing),
            ExprKind::During(proc, way) => {
                let proc = super::number::proc(*proc);
                let bit = self.context(proc, *way);
                self.ex(Ex::During(bit))
            }
            ExprKind::Result(passed) => match f.passed {
                Some(x) => self.negate(!passed, x),
                None => self.nowhere(e.at, "the result of the throw"),
            },
            ExprKind::Roll(_) | ExprKind::Do(_) | ExprKind::TotalOf(..) | ExprKind::RollCell(_) => match code {
                Some(code) => self.done_first(f, code, e),
                None => self.nowhere(e.at, "what is rolled or done"),
            },
        }
    }

    /// Whether the first lies between the others, both included.
    fn spanned(&mut self, f: &mut Frame, code: &mut Doing<'_>, asked: [&Expr; 3]) -> X {
        let [x, low, high] = asked.map(|e| self.put(f, code, e));
        let (from, to) = (self.two(Bin::Le, low, x), self.two(Bin::Le, x, high));
        self.two(Bin::And, from, to)
    }

    fn math(&mut self, f: &mut Frame, code: &mut Doing<'_>, op: Operator, [a, b]: [&Expr; 2]) -> X {
        let (a, b) = (self.put(f, code, a), self.put(f, code, b));
        let op = match op {
            Operator::Plus => Bin::Add,
            Operator::Minus => Bin::Sub,
            Operator::Times => Bin::Mul,
        };
        self.two(op, a, b)
    }

    /// Several put together from left to right.
    fn folded(&mut self, f: &mut Frame, code: &mut Doing<'_>, op: Bin, list: &[Expr]) -> X {
        let mut all: Vec<X> = list.iter().map(|e| self.put(f, code, e)).collect();
        // a long list is put together by halves, which comes to the same: what asks it goes less deep
        while all.len() > LONG {
            let pairs: Vec<Vec<X>> = all.chunks(2).map(<[X]>::to_vec).collect();
            all = pairs.into_iter().filter_map(|pair| pair.into_iter().reduce(|a, x| self.two(op, a, x))).collect();
        }
        all.into_iter().reduce(|a, x| self.two(op, a, x)).unwrap_or_else(|| self.int(i64::from(op == Bin::And)))
    }

    /// What stands in for something that no register holds: the stages before have let something pass.
    pub(super) fn nowhere(&mut self, at: At, what: &str) -> X {
        let d = Diagnostic::new(Code::Unready, at.span(), format!("{what} cannot be spoken of here"));
        self.found.push(d.help("make it a step of its own, and name that"));
        self.int(0)
    }
}
