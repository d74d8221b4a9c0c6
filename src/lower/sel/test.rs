//! One thing that a description says of its candidate.

use crate::hir::{Extreme, KindBase, Pile, Sel, Test};
use crate::ir::{self, Bin, Domain, Ex};
use crate::lower::build::Builder;
use crate::lower::frame::Frame;
use crate::lower::number;

impl Builder<'_> {
    /// Puts one test into a selector: a filter, whose they are, or an extreme.
    pub(super) fn test(&mut self, f: &mut Frame, s: &Sel, test: &Test, sel: &mut ir::Sel) {
        let var = self.reg(sel.var);
        let ty = self.ty(s.var);
        let filter = match test {
            Test::Is(qualities, not) => {
                let any = self.any_quality(f, var, ty, qualities);
                self.negate(*not, any)
            }
            Test::Enemy(of) | Test::Friendly(of) => {
                let of = self.ask(f, of);
                self.allegiance(var, of, matches!(test, Test::Enemy(_)))
            }
            Test::Other(than) => {
                let than = self.ask(f, than);
                let same = self.two(Bin::Eq, var, than);
                self.negate(true, same)
            }
            // of a second that it is of, it is asked: `unit of side in group`
            Test::Of(of) | Test::In(of) if sel.domain != Domain::All(number::kind(s.kind)) => {
                let (ty, of) = (of.ty, self.ask(f, of));
                if self.is(s.kind, KindBase::Row) { self.ex(Ex::Carries(of, var)) } else { self.is_part(var, of, ty) }
            }
            Test::Of(of) | Test::In(of) => {
                let rows = self.is(s.kind, KindBase::Row) && matches!(test, Test::Of(_));
                let (kind, of) = (number::kind(s.kind), self.ask(f, of));
                sel.domain = if rows { Domain::RowsOf(kind, of) } else { Domain::Of(kind, of) };
                return;
            }
            Test::InGround(ground) => self.ex(Ex::InTerrain(var, number::terrain(*ground))),
            Test::InDeck(deck) => {
                let side = if let Pile::Of(_, side) = deck { Some(self.ask(f, side)) } else { None };
                self.in_pile(var, deck.deck(), side)
            }
            Test::InHand(hand) => self.in_hand(f, var, *hand, s.at),
            Test::Within(limit, of, not) => {
                let near = self.near(f, &mut None, var, limit, of);
                self.negate(*not, near)
            }
            Test::Touching(of, not) => {
                let touches = self.touching(f, &mut None, var, of);
                self.negate(*not, touches)
            }
            Test::SeenBy(by, not) => {
                let by = self.ask(f, by);
                let sees = self.ex(Ex::Sees(by, var));
                self.negate(*not, sees)
            }
            Test::OtherThan(other) => {
                let other = self.ask(f, other);
                self.two(Bin::Ne, var, other)
            }
            Test::With(qualities, not) => {
                for q in qualities {
                    let one = self.quality(f, var, ty, q);
                    sel.filters.push(self.negate(*not, one));
                }
                return;
            }
            Test::Carrying(row) => {
                let row = self.ask(f, row);
                self.ex(Ex::Carries(var, row))
            }
            Test::InSpot(spot, from) => {
                let from = self.ask(f, from);
                self.in_spot(var, *spot, from)
            }
            Test::Where(e) => self.ask(f, e),
            Test::Most(extreme, value) => {
                sel.extreme.push((self.ask(f, value), *extreme == Extreme::Highest));
                return;
            }
            Test::Nearest(to, furthest) => {
                let to = self.ask(f, to);
                sel.extreme.push((self.ex(Ex::Distance(var, to)), *furthest));
                return;
            }
        };
        sel.filters.push(filter);
    }
}
