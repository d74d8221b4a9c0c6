//! What is changed of a value or a throw.

use super::Reader;
use super::kids::Kids;
use crate::ast::{
    Call, Contrib, ContribKind, Counted, DiceMod, DiceOp, Exploding, Expr, ExprKind, Faces, Factor, ForEvery, Keeping, Natural,
    NaturalResult, OrWay, Reroll, Rounded, Signed, TailKind,
};
use crate::diag::Code;
use crate::dice::Keep;
use crate::source::{At, Span};
use crate::syntax::{Node, Rule};

/// `+` and `-`.
const SIGNS: &[Rule] = &[Rule::plus, Rule::minus];

/// Dice that are told apart: so many are kept, put aside or rolled again by their number.
const MOST_DICE: i64 = 127;
/// Sides of a die.
const MOST_SIDES: i64 = 255;

impl Reader<'_> {
    /// Several of them.
    pub fn contribs(&mut self, node: &Node) -> Option<Vec<Contrib>> {
        self.read(node, |r, k| k.all(Rule::contrib).into_iter().map(|c| r.contrib(c)).collect())
    }

    /// One of them, with its guard.
    pub fn contrib(&mut self, node: &Node) -> Option<Contrib> {
        self.read(node, |r, k| {
            let core = k.take(Rule::contrib_core)?;
            let kind = r.read(core, |r, k| k.next().and_then(|c| r.change_of(c)))?;
            let guard = r.guard_next(k)?;
            let start = core.span.start as usize;
            let core = At(Span::new(start, start + r.files.slice(core.span).trim_end().len()));
            Some(Contrib { kind, guard, at: At(node.span), core })
        })
    }

    /// `+ -1` and `- -1` have a sign too many.
    fn one_sign(&mut self, minus: bool, amount: &Expr, all: Span) {
        let Some(plain) = self.files.slice(amount.at.span()).strip_prefix('-') else { return };
        let help = format!("write `{} {}`", if minus { '+' } else { '-' }, plain.trim());
        self.fault(Code::Syntax, At(Span { end: amount.at.span().end, ..all }), "two signs stand before this", help);
    }

    fn change_of(&mut self, node: &Node) -> Option<ContribKind> {
        match node.rule {
            Rule::natural => return self.natural(node).map(ContribKind::Natural),
            Rule::moving => {
                let option = self.read(node, |r, k| k.take(Rule::move_opt).and_then(|o| r.move_option(o)))?;
                return Some(ContribKind::Moves(Box::new(option)));
            }
            Rule::keep => return self.keep(node).map(ContribKind::Keep),
            _ => {}
        }
        self.read(node, |r, k| {
            Some(match node.rule {
                Rule::also if k.mark(Rule::k_also) => ContribKind::Also(k.take(Rule::guard).and_then(|g| r.guard(g))?),
                Rule::hit_counts if k.marks(&[Rule::k_each, Rule::k_hit, Rule::k_counts]) => {
                    ContribKind::HitCounts(k.next().and_then(|n| r.expr(n))?)
                }
                Rule::each_mod if k.marks(&[Rule::k_each, Rule::k_die]) => {
                    ContribKind::Each(k.take(Rule::signed).and_then(|s| r.signed_node(s))?)
                }
                Rule::total_mod if k.mark(Rule::k_total) => ContribKind::Total(k.take(Rule::signed_sum).and_then(|s| r.signed_node(s))?),
                Rule::reroll => ContribKind::Reroll(r.reroll(k)?),
                Rule::need_c if k.mark(Rule::k_need) => ContribKind::Need(k.next().and_then(|n| r.expr(n))?),
                Rule::explode if k.mark(Rule::k_explode) => {
                    let which = k.next()?;
                    let which = match which.rule {
                        Rule::face_value => Exploding::Face(r.face(which)?),
                        _ => Exploding::Range(r.range(which)?),
                    };
                    ContribKind::Explode { which, once: k.mark(Rule::kw_once) }
                }
                Rule::exact if k.mark(Rule::k_exactly) => {
                    let number = k.take(Rule::sum_expr).and_then(|e| r.expr(e))?;
                    ContribKind::Exactly { number, dice: k.mark(Rule::k_dice) }
                }
                Rule::floor if k.marks(&[Rule::k_at, Rule::k_least]) => {
                    ContribKind::AtLeast(k.take(Rule::sum_expr).and_then(|e| r.expr(e))?)
                }
                Rule::ceiling if k.marks(&[Rule::k_at, Rule::k_most]) => {
                    ContribKind::AtMost(k.take(Rule::sum_expr).and_then(|e| r.expr(e))?)
                }
                Rule::dice_mod => ContribKind::Dice(r.dice_mod(k)?),
                Rule::scale => r.scale(k)?,
                Rule::set if k.marks(&[Rule::k_it, Rule::k_is]) => ContribKind::Set(k.take(Rule::choice).and_then(|c| r.expr(c))?),
                Rule::add => {
                    let minus = k.either(SIGNS)? == Rule::minus;
                    let amount = k.take(Rule::sum_expr).and_then(|e| r.expr(e))?;
                    r.one_sign(minus, &amount, node.span);
                    ContribKind::Add { amount: Signed { minus, amount }, per: r.for_every_next(k)? }
                }
                Rule::result_c if k.mark(Rule::k_passes) => ContribKind::Passes,
                Rule::result_c if k.mark(Rule::k_fails) => ContribKind::Fails,
                _ => return None,
            })
        })
    }

    /// `+ 2`, from a node of its own.
    fn signed_node(&mut self, node: &Node) -> Option<Signed> {
        self.read(node, |r, k| {
            let minus = k.either(SIGNS)? == Rule::minus;
            let amount = k.take_any(&[Rule::sum_term, Rule::sum_expr]).and_then(|e| r.expr(e))?;
            r.one_sign(minus, &amount, node.span);
            Some(Signed { minus, amount })
        })
    }

    fn reroll(&mut self, k: &mut Kids<'_>) -> Option<Reroll> {
        let may = k.mark(Rule::may);
        k.mark(Rule::k_reroll);
        let node = k.take(Rule::faces)?;
        let faces = self.read(node, |r, k| r.faces(k))?;
        Some(Reroll { may, faces, faces_at: At(node.span), anew: k.mark(Rule::kw_anew) })
    }

    fn faces(&mut self, k: &mut Kids<'_>) -> Option<Faces> {
        let what = k.next()?;
        Some(match what.rule {
            Rule::k_failures => Faces::Failures,
            Rule::k_successes => Faces::Successes,
            Rule::k_all => Faces::All,
            Rule::k_once => Faces::Once,
            Rule::face_value => Faces::Face(self.face(what)?),
            Rule::range => Faces::Range(self.range(what)?),
            Rule::integer => {
                let number = self.few(what, MOST_DICE)?;
                match k.next()?.rule {
                    Rule::k_failures | Rule::k_failure => Faces::SomeFailures(number),
                    Rule::k_successes | Rule::k_success => Faces::SomeSuccesses(number),
                    Rule::k_dice | Rule::k_die => Faces::Some(number),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// `natural 6 hits`
    pub fn natural(&mut self, node: &Node) -> Option<Natural> {
        self.read(node, |r, k| {
            k.mark(Rule::k_natural);
            let face = k.take(Rule::integer).and_then(|n| r.few(n, MOST_SIDES))?;
            let or = if k.mark(Rule::k_or) { Some(k.take(Rule::way_more).and_then(|w| r.or_way(w))?) } else { None };
            let result = k.take(Rule::natural_result)?;
            let result = r.read(result, |r, k| {
                Some(match k.next()?.rule {
                    Rule::k_hits => NaturalResult::Hits,
                    Rule::k_misses => NaturalResult::Misses,
                    Rule::k_passes => NaturalResult::Passes,
                    Rule::k_fails => NaturalResult::Fails,
                    Rule::k_counts => NaturalResult::Counts(k.next().and_then(|n| r.expr(n))?),
                    _ => return None,
                })
            })?;
            Some(Natural { face, or, result })
        })
    }

    /// `or more`, `or less`
    pub fn or_way(&self, node: &Node) -> Option<OrWay> {
        Some(match self.text(node) {
            "more" => OrWay::More,
            "less" => OrWay::Less,
            _ => return None,
        })
    }

    /// `keep highest 2`
    pub fn keep(&mut self, node: &Node) -> Option<Keeping> {
        self.read(node, |r, k| {
            let drop = k.either(&[Rule::k_keep, Rule::k_drop])? == Rule::k_drop;
            let best = k.take(Rule::best_word).and_then(|b| r.best(b))?;
            let number = match k.take(Rule::integer) {
                Some(number) => u8::try_from(r.few(number, MOST_DICE)?.value).ok()?,
                None => 1,
            };
            Some(Keeping { what: Keep { drop, highest: best != crate::ast::Best::Lowest, number }, at: At(node.span) })
        })
    }

    fn dice_mod(&mut self, k: &mut Kids<'_>) -> Option<DiceMod> {
        let op = match k.either(&[Rule::plus, Rule::minus, Rule::times])? {
            Rule::plus => DiceOp::Plus,
            Rule::minus => DiceOp::Minus,
            _ => DiceOp::Times,
        };
        let amount = k.take(Rule::sum_term).and_then(|e| self.expr(e))?;
        k.mark(Rule::k_dice);
        let per = self.for_every_next(k)?;
        let keep = match k.take(Rule::keep) {
            Some(keep) => Some(self.keep(keep)?),
            None => None,
        };
        Some(DiceMod { op, amount, per, keep })
    }

    /// `for every full 5 model of unit`, if that comes next. None only if it could not be read.
    fn for_every_next(&mut self, k: &mut Kids<'_>) -> Option<Option<ForEvery>> {
        let Some(node) = k.take(Rule::for_every) else { return Some(None) };
        let every = self.read(node, |r, k| {
            k.mark(Rule::k_for);
            k.mark(Rule::k_each);
            let full = k.mark(Rule::k_full);
            let number = match k.take(Rule::integer) {
                Some(number) => Some(r.int(number)?),
                None => None,
            };
            let of = match k.take(Rule::selector) {
                Some(things) => Counted::Things(r.selector(things)?),
                None => {
                    let node = k.take(Rule::name_ref)?;
                    let name = r.name_ref(node)?;
                    let roles = r.roles(k)?;
                    let at = roles.last().map_or(name.at, |last| name.at.to(last.at));
                    Counted::Value(Call { name, args: Vec::new(), roles, at })
                }
            };
            Some(ForEvery { full, number, of, at: At(node.span) })
        });
        every.map(Some)
    }

    /// `x 2`, `x 1/2 rounded up`, `half rounded down`
    fn scale(&mut self, k: &mut Kids<'_>) -> Option<ContribKind> {
        if k.mark(Rule::k_half) {
            return Some(ContribKind::Scale { by: Factor::Half, rounded: self.rounding_next(k)? });
        }
        k.mark(Rule::times);
        let by = k.take(Rule::sum_term).and_then(|e| self.expr(e))?;
        let behind = self.rounding_next(k)?;
        // a bare share says how the product is rounded, anything else how it is rounded itself
        let (by, own) = bare_share(by);
        Some(ContribKind::Scale { by: Factor::Times(by), rounded: own.or(behind) })
    }

    fn rounding_next(&mut self, k: &mut Kids<'_>) -> Option<Option<Rounded>> {
        match k.take(Rule::rounding) {
            Some(rounding) => self.rounding(rounding, false).map(Some),
            None => Some(None),
        }
    }
}

/// A share without the rounding that stands behind it; anything else as it is.
fn bare_share(by: Expr) -> (Expr, Option<Rounded>) {
    let rounded = match &*by.kind {
        ExprKind::Said(said) => match (&*said.of.kind, said.tails.as_slice()) {
            (ExprKind::Share(_), [tail]) => match &tail.kind {
                TailKind::Rounded(rounded) => Some(*rounded),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    };
    match (rounded, *by.kind) {
        (Some(rounded), ExprKind::Said(said)) => (said.of, Some(rounded)),
        (_, kind) => (Expr::of(kind, by.at), None),
    }
}
