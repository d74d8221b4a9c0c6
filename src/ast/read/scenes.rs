//! Scenarios, situations and tests.

use super::Reader;
use super::kids::{Below, Kids};
use crate::ast::{
    Answers, Board, Breach, ChanceDeed, ChanceOf, DoItem, Ending, EndingKind, Expect, ExpectKind, Facing, Given, Int, ItemKind, Length,
    Lies, Musters, PlaceBit, PlaceBitKind, Placement, SideItem,
};
use crate::source::At;
use crate::syntax::{Node, Rule};

impl Reader<'_> {
    fn length_next(&mut self, k: &mut Kids<'_>) -> Option<Length> {
        k.take(Rule::length).and_then(|l| self.length(l))
    }

    /// `board 48" x 36"`
    pub fn board(&mut self, k: &mut Kids<'_>) -> Option<ItemKind> {
        k.mark(Rule::k_board);
        let width = self.length_next(k)?;
        k.mark(Rule::k_x);
        Some(ItemKind::Board(Board { width, depth: self.length_next(k)? }))
    }

    /// `Red musters 200 pts of Walkers: Watch at 10",10"; ...`
    pub fn side(&mut self, k: &mut Kids<'_>) -> Option<ItemKind> {
        let name = self.name_next(k)?;
        let musters = match k.take(Rule::musters) {
            Some(node) => Some(self.read(node, |r, k| {
                k.mark(Rule::k_musters);
                let points = match k.take(Rule::points) {
                    Some(points) => Some(r.points(points)?),
                    None => None,
                };
                k.mark(Rule::k_of);
                Some(Musters { points, force: r.name_next(k)?, at: At(node.span) })
            })?),
            None => None,
        };
        let placements = k.all(Rule::placement).into_iter().map(|p| self.placement(p)).collect::<Option<_>>()?;
        Some(ItemKind::Side(Box::new(SideItem { name, musters, placements })))
    }

    fn placement(&mut self, node: &Node) -> Option<Placement> {
        self.read(node, |r, k| {
            let name = r.name_next(k)?;
            let entry = if k.sign(":") { Some(r.name_next(k)?) } else { None };
            let from = if k.mark(Rule::k_from) { Some(r.name_next(k)?) } else { None };
            let bits = k.all(Rule::place_bit).into_iter().map(|b| r.place_bit(b)).collect::<Option<_>>()?;
            let lies = match k.take_any(&[Rule::place_at, Rule::size]) {
                Some(lies) => Some(r.lies(lies)?),
                None => None,
            };
            Some(Placement { name, entry, from, bits, lies, at: At(node.span) })
        })
    }

    fn place_bit(&mut self, node: &Node) -> Option<PlaceBit> {
        let kind = self.read(node, |r, k| {
            if k.mark(Rule::k_with) {
                return Some(PlaceBitKind::With(r.names_next(k)));
            }
            let Some(number) = k.take(Rule::integer) else { return r.name_next(k).map(PlaceBitKind::Is) };
            let number = r.int(number)?;
            match k.take(Rule::word) {
                Some(of) => Some(PlaceBitKind::Count { number, of: r.word(of) }),
                None => Some(PlaceBitKind::Some { number, of: r.name_next(k)? }),
            }
        })?;
        Some(PlaceBit { kind, at: At(node.span) })
    }

    fn lies(&mut self, node: &Node) -> Option<Lies> {
        let at = At(node.span);
        self.read(node, |r, k| {
            if k.mark(Rule::k_around) {
                let centre = k.take(Rule::place_ref).and_then(|p| r.point(p))?;
                return Some(Lies::Around { centre, radius: r.length_next(k)?, at });
            }
            if k.mark(Rule::k_at) {
                let mut points = Vec::new();
                while let Some(point) = k.take(Rule::place_ref) {
                    points.push(r.point(point)?);
                    k.mark(Rule::k_to);
                }
                let facing = match k.take(Rule::place_face) {
                    Some(face) => Some(r.facing(face)?),
                    None => None,
                };
                return Some(Lies::At { points, facing, at });
            }
            let width = r.length_next(k)?;
            Some(match k.either(&[Rule::k_across, Rule::k_long, Rule::k_x])? {
                Rule::k_across => Lies::Across(width),
                Rule::k_long => Lies::Long(width),
                _ => Lies::Sized { width, depth: r.length_next(k)? },
            })
        })
    }

    fn facing(&mut self, node: &Node) -> Option<Facing> {
        self.read(node, |r, k| {
            k.mark(Rule::k_facing);
            match k.take(Rule::heading) {
                Some(heading) => r.heading(heading).map(Facing::Heading),
                None => k.take(Rule::place_ref).and_then(|p| r.point(p)).map(Facing::Towards),
            }
        })
    }

    /// `given Throw 3 4 5`
    pub fn given(&mut self, k: &mut Kids<'_>) -> Option<ItemKind> {
        k.mark(Rule::k_given);
        let name = self.name_next(k)?;
        let faces = k.all(Rule::integer).into_iter().map(|n| self.int(n)).collect::<Option<_>>()?;
        Some(ItemKind::Given(Given { name, faces }))
    }

    /// `answer target Enemy`, `refused target Enemy`
    pub fn answers_item(&mut self, k: &mut Kids<'_>) -> Option<ItemKind> {
        let refused = k.either(&[Rule::k_answer, Rule::kw_refused])? == Rule::kw_refused;
        Some(ItemKind::Answers(Answers { refused, answers: self.answers(k)? }))
    }

    /// `do setup`, `do ...`
    pub fn do_item(&mut self, k: &mut Kids<'_>, below: &mut Below<'_>) -> Option<ItemKind> {
        k.mark(Rule::k_do);
        if k.mark(Rule::kw_setup) {
            return Some(ItemKind::Do(DoItem::Setup));
        }
        k.take(Rule::stmts).and_then(|s| self.stmts(s, below)).map(|b| ItemKind::Do(DoItem::Block(b)))
    }

    /// `expect ...`
    pub fn expect(&mut self, k: &mut Kids<'_>, at: At, below: &mut Below<'_>) -> Option<ItemKind> {
        k.mark(Rule::k_expect);
        let what = k.next()?;
        let kind = match what.rule {
            Rule::allowed => {
                let allowed = self.text(what) == "allowed";
                ExpectKind::Allowed { allowed, deed: k.take(Rule::do_st).and_then(|d| self.do_it(d, below))? }
            }
            Rule::chance_is => self.chance_is(what, below)?,
            Rule::nobody_asks => self.read(what, |r, k| {
                k.marks(&[Rule::kw_nobody, Rule::k_asks]);
                k.take_any(&[Rule::name, Rule::word]).map(|n| ExpectKind::NobodyAsks(r.name_or_word(n)))
            })?,
            Rule::ending_is => ExpectKind::Ending(self.ending(what)?),
            Rule::legal_is => self.legal_is(what)?,
            _ => ExpectKind::Holds(self.expr(what)?),
        };
        Some(ItemKind::Expect(Box::new(Expect { kind, at })))
    }

    fn chance_is(&mut self, node: &Node, below: &mut Below<'_>) -> Option<ExpectKind> {
        self.read(node, |r, k| {
            k.mark(Rule::k_chance);
            let (over, under) = k.take_any(&[Rule::fraction, Rule::integer]).and_then(|n| r.odds(n))?;
            k.mark(Rule::k_of);
            let of = k.take_any(&[Rule::ending_is, Rule::expr])?;
            let of = match of.rule {
                Rule::ending_is => ChanceOf::Ending(r.ending(of)?),
                _ => ChanceOf::Holds(r.expr(of)?),
            };
            let deed = match k.either(&[Rule::k_in, Rule::k_after]) {
                Some(how) => Some(ChanceDeed { after: how == Rule::k_after, deed: k.take(Rule::do_st).and_then(|d| r.do_it(d, below))? }),
                None => None,
            };
            Some(ExpectKind::Chance { over, under, of, deed })
        })
    }

    /// `1/6`, `1`
    fn odds(&mut self, node: &Node) -> Option<(Int, Int)> {
        let at = At(node.span);
        let text = self.text(node);
        let (over, under) = text.split_once('/').unwrap_or((text, "1"));
        let (over, under) = (self.number(over, at)?, self.number(under, at)?);
        Some((Int { value: over, at }, Int { value: under, at }))
    }

    fn ending(&mut self, node: &Node) -> Option<Ending> {
        let kind = self.read(node, |r, k| {
            if k.marks(&[Rule::k_the, Rule::k_game, Rule::k_is]) {
                let not = k.mark(Rule::no_not);
                return k.mark(Rule::k_over).then_some(EndingKind::Over { not });
            }
            if k.mark(Rule::kw_nobody) {
                return k.marks(&[Rule::k_has, Rule::k_won]).then_some(EndingKind::NobodyWon);
            }
            let side = r.name_next(k)?;
            k.mark(Rule::k_has);
            let not = k.mark(Rule::no_not);
            k.mark(Rule::k_won).then_some(EndingKind::Won { side, not })
        })?;
        Some(Ending { kind, at: At(node.span) })
    }

    fn legal_is(&mut self, node: &Node) -> Option<ExpectKind> {
        self.read(node, |r, k| {
            let side = r.name_next(k)?;
            k.mark(Rule::k_is);
            let not = k.mark(Rule::no_not);
            k.mark(Rule::k_legal);
            let breaches = if not { Some(k.all(Rule::breach).into_iter().map(|b| r.breach(b)).collect::<Option<_>>()?) } else { None };
            Some(ExpectKind::Legal { side, breaches })
        })
    }

    fn breach(&mut self, node: &Node) -> Option<Breach> {
        self.read(node, |r, k| if k.mark(Rule::kw_points) { Some(Breach::Points(At(node.span))) } else { r.name_next(k).map(Breach::Name) })
    }
}
