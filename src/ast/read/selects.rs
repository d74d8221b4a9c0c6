//! Descriptions of things.

use super::Reader;
use super::kids::Kids;
use crate::ast::{Adjective, AdjectiveKind, Expr, ExprKind, Is, Noun, Relative, RelativeKind, Said, Selector, Tail, TailKind};
use crate::diag::Code;
use crate::source::At;
use crate::syntax::{Node, Rule};

impl Tail {
    /// This, said of whoever is described.
    pub(super) fn of_it(self) -> Expr {
        let at = self.at;
        let it = Expr { kind: Box::new(ExprKind::It), at };
        Expr { kind: Box::new(ExprKind::Said(Said { of: it, tails: vec![self] })), at }
    }
}

impl Reader<'_> {
    /// A `selector`, `selector_role` or the like: adjectives, a kind, what stands behind it.
    pub fn selector(&mut self, node: &Node) -> Option<Selector> {
        self.read(node, |r, k| r.described(k, At(node.span)))
    }

    /// The description that comes next.
    pub fn described(&mut self, k: &mut Kids<'_>, at: At) -> Option<Selector> {
        let adjectives = self.adjectives(k)?;
        let noun = match k.take(Rule::measured) {
            Some(measured) => self.measured(measured)?,
            None => k.take(Rule::noun).and_then(|n| self.noun(n))?,
        };
        let mut relatives = Vec::new();
        while let Some(next) = k.take_any(&[Rule::relative, Rule::role_rel]) {
            relatives.push(self.relative(next)?);
        }
        Some(Selector { adjectives, noun, relatives, at })
    }

    /// The adjectives that come next.
    pub fn adjectives(&mut self, k: &mut Kids<'_>) -> Option<Vec<Adjective>> {
        k.all(Rule::adjective).into_iter().map(|n| self.adjective(n)).collect()
    }

    fn adjective(&mut self, node: &Node) -> Option<Adjective> {
        let kind = self.read(node, |r, k| {
            if k.mark(Rule::not_adj) {
                return k.take(Rule::name_ref).and_then(|n| r.name_ref(n)).map(AdjectiveKind::Not);
            }
            if k.mark(Rule::kw_other) {
                return Some(AdjectiveKind::Other);
            }
            if let Some(allegiance) = k.take(Rule::allegiance) {
                return Some(if r.text(allegiance) == "enemy" { AdjectiveKind::Enemy } else { AdjectiveKind::Friendly });
            }
            let list = k.take(Rule::name_list_adj)?;
            r.read(list, |r, k| {
                let mut names = Vec::new();
                while let Some(name) = k.take(Rule::name_ref) {
                    names.push(r.name_ref(name)?);
                    k.mark(Rule::k_or);
                }
                Some(AdjectiveKind::Names(names))
            })
        })?;
        Some(Adjective { kind, at: At(node.span) })
    }

    /// A kind, and perhaps a word of its own.
    pub fn noun(&mut self, node: &Node) -> Option<Noun> {
        self.read(node, |r, k| {
            let kind = k.take(Rule::word).map(|w| r.word(w))?;
            let called = match k.take(Rule::gloss) {
                Some(gloss) => Some(r.gloss(gloss)?),
                None => None,
            };
            Some(Noun { kind, called, at: At(node.span) })
        })
    }

    /// `n in inches`
    fn measured(&mut self, node: &Node) -> Option<Noun> {
        self.read(node, |r, k| {
            let called = k.take(Rule::word).map(|w| r.word(w));
            k.mark(Rule::k_in);
            let kind = k.take(Rule::word).map(|w| r.word(w))?;
            Some(Noun { kind, called, at: At(node.span) })
        })
    }

    /// `(the target)`
    fn gloss(&mut self, node: &Node) -> Option<crate::ast::Word> {
        self.read(node, |r, k| {
            k.mark(Rule::k_the);
            k.take(Rule::word).map(|w| r.word(w))
        })
    }

    fn relative(&mut self, node: &Node) -> Option<Relative> {
        let kind = self.read(node, |r, k| k.next().and_then(|n| r.related(n)))?;
        Some(Relative { kind, at: At(node.span) })
    }

    fn related(&mut self, node: &Node) -> Option<RelativeKind> {
        if node.rule == Rule::spot {
            return self.spot(node).map(RelativeKind::Spot);
        }
        if node.rule == Rule::so_behind {
            return self.so(node, false).map(RelativeKind::Where);
        }
        self.read(node, |r, k| {
            Some(match node.rule {
                Rule::within_r => RelativeKind::Within(r.within(k)?),
                Rule::touching_r => {
                    let not = k.mark(Rule::k_not);
                    k.mark(Rule::k_touching);
                    RelativeKind::Touching { not, whom: k.next().and_then(|n| r.whom(n))? }
                }
                Rule::seen_r => {
                    let not = k.mark(Rule::k_not);
                    k.marks(&[Rule::k_seen, Rule::k_by]);
                    RelativeKind::SeenBy(r.reference(k)?, not)
                }
                Rule::other_than if k.marks(&[Rule::k_other, Rule::k_than]) => RelativeKind::OtherThan(r.reference(k)?),
                Rule::with_r if k.mark(Rule::k_with) => {
                    let no = k.mark(Rule::kw_no);
                    match k.take(Rule::extreme_r) {
                        Some(extreme) => r.with_best(extreme, no)?,
                        None => RelativeKind::With { no, names: k.take(Rule::name_list).and_then(|l| r.name_list(l))? },
                    }
                }
                Rule::of_r if k.mark(Rule::k_of) => RelativeKind::Of(r.reference(k)?),
                Rule::where_r if k.mark(Rule::k_where) => {
                    let asked = k.take(Rule::expr)?;
                    r.one_fact(asked);
                    RelativeKind::Where(r.expr(asked)?)
                }
                Rule::nearest_r => {
                    if let Some(far) = k.take(Rule::kw_furthest) {
                        r.read(far, |_, k| k.marks(&[Rule::k_furthest, Rule::k_from]).then_some(()))?;
                        RelativeKind::FurthestFrom(r.reference(k)?)
                    } else {
                        k.marks(&[Rule::k_nearest, Rule::k_to]);
                        RelativeKind::NearestTo(r.reference(k)?)
                    }
                }
                Rule::in_r if k.mark(Rule::k_in) => {
                    r.in_turn(node)?;
                    RelativeKind::In(r.named_or_found(k)?)
                }
                Rule::carrying_r if k.mark(Rule::k_carrying) => RelativeKind::Carrying(r.named_or_found(k)?),
                Rule::not_so if k.mark(Rule::no_not) => {
                    let call = k.take(Rule::so_behind)?;
                    RelativeKind::Where(r.so(call, true)?)
                }
                Rule::from_r if k.mark(Rule::k_from) => RelativeKind::From(r.reference(k)?),
                _ => return None,
            })
        })
    }

    /// Tells of `in turn`, as if a number were a place.
    fn in_turn(&mut self, node: &Node) -> Option<()> {
        if self.text(node).split_whitespace().nth(1) != Some("turn") {
            return Some(());
        }
        let message = "`turn` is the number of the turn, and nobody is in it";
        let help = if self.files.line_of(node.span).contains("for each ") {
            "leave it out: `for each` goes from one to the next"
        } else {
            "ask for it behind `if`, as in `if turn is 1`"
        };
        self.fault(Code::Syntax, At(node.span), message, help);
        None
    }

    /// `where` asks one thing: behind it `and` and `or` might go on with the question outside.
    fn one_fact(&mut self, asked: &Node) {
        let joined = asked.kids.iter().find(|k| matches!(k.rule, Rule::and | Rule::or));
        // beside each other they are told already
        if asked.has(Rule::and) && asked.has(Rule::or) {
            return;
        }
        if let Some(word) = joined {
            let text = self.text(asked).to_owned();
            let message = format!("`{}` behind `where` can be read in two ways", self.text(word).trim());
            self.fault(Code::Grouping, At(word.span), message, format!("write `where ({text})`, or bracket what stands before it"));
        }
    }

    /// `Covered from foe`: that whoever is described is so.
    fn so(&mut self, node: &Node, not: bool) -> Option<Expr> {
        let at = At(node.span);
        let kind = TailKind::Is { not, what: Is::So(self.call(node)?) };
        Some(Tail { kind, at }.of_it())
    }

    /// A reference or a bare name.
    pub fn named_or_found(&mut self, k: &mut Kids<'_>) -> Option<Expr> {
        k.take_any(&[Rule::r#ref, Rule::name_ref, Rule::call]).and_then(|n| self.expr(n))
    }

    fn with_best(&mut self, node: &Node, no: bool) -> Option<RelativeKind> {
        self.read(node, |r, k| {
            let best = k.take(Rule::best_word).and_then(|b| r.best(b))?;
            let of = k.take(Rule::name_ref).and_then(|n| r.name_ref(n))?;
            Some(RelativeKind::WithBest { no, best, of })
        })
    }
}
