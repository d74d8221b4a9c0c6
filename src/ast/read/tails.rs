//! What is said behind something: `is Tired`, `has 2 AP`, `within 6" of x`.

use super::Reader;
use super::kids::Kids;
use crate::ast::{Arc, Call, Expr, Has, Is, Moment, Prep, Role, Spot, Tail, TailKind, Whom, Within};
use crate::source::At;
use crate::syntax::{Node, Rule};

/// Whether a node is said of what stands before it. Rounding is another matter.
pub(super) const fn is_tail(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::span_p | Rule::is_p | Rule::has_p | Rule::did_p | Rule::within_p | Rule::touches_p | Rule::sees_p | Rule::carries_p
    )
}

impl Reader<'_> {
    /// What is said of something.
    pub fn said(&mut self, node: &Node) -> Option<Tail> {
        let kind = self.read(node, |r, k| {
            Some(match node.rule {
                Rule::is_p => {
                    k.either(&[Rule::k_is, Rule::k_am, Rule::k_are])?;
                    let not = k.mark(Rule::no_not);
                    TailKind::Is { not, what: k.next().and_then(|n| r.what_it_is(n))? }
                }
                Rule::span_p => {
                    k.either(&[Rule::k_is, Rule::k_are])?;
                    let not = k.mark(Rule::no_not);
                    let low = k.next().and_then(|n| r.expr(n))?;
                    k.mark(Rule::k_to);
                    TailKind::Span(not, low, k.next().and_then(|n| r.expr(n))?)
                }
                Rule::has_p => {
                    k.either(&[Rule::k_has, Rule::k_have])?;
                    let no = k.mark(Rule::kw_no);
                    TailKind::Has { no, what: k.next().and_then(|n| r.what_it_has(n))? }
                }
                Rule::did_p => {
                    k.mark(Rule::k_did);
                    let not = k.mark(Rule::no_not);
                    let names = k.take(Rule::name_list).and_then(|l| r.name_list(l))?;
                    let when = match k.take(Rule::moment) {
                        Some(moment) => Some(r.moment(moment)?),
                        None => None,
                    };
                    TailKind::Did { not, names, when }
                }
                Rule::within_p => {
                    k.mark(Rule::is);
                    k.either(&[Rule::k_is, Rule::k_am, Rule::k_are])?;
                    TailKind::Within(r.within(k)?)
                }
                Rule::touches_p => {
                    let not = k.either(&[Rule::k_touches, Rule::k_touch, Rule::no_touch])? == Rule::no_touch;
                    TailKind::Touches { not, whom: k.next().and_then(|n| r.whom(n))? }
                }
                Rule::sees_p => {
                    let not = k.either(&[Rule::k_sees, Rule::k_see, Rule::no_see])? == Rule::no_see;
                    TailKind::Sees { not, whom: k.next().and_then(|n| r.expr(n))? }
                }
                Rule::carries_p => {
                    let not = k.either(&[Rule::k_carries, Rule::k_carry, Rule::no_carry])? == Rule::no_carry;
                    TailKind::Carries { not, what: k.next().and_then(|n| r.expr(n))? }
                }
                _ => return None,
            })
        })?;
        Some(Tail { kind, at: At(node.span) })
    }

    /// `within 6" of x`, from the words of the distance on.
    pub fn within(&mut self, k: &mut Kids<'_>) -> Option<Within> {
        let not = k.either(&[Rule::is_within, Rule::no_within])? == Rule::no_within;
        let distance = k.take(Rule::sum_expr).and_then(|e| self.expr(e))?;
        k.mark(Rule::k_of);
        Some(Within { not, distance, of: self.reference(k)? })
    }

    /// The reference that comes next.
    pub fn reference(&mut self, k: &mut Kids<'_>) -> Option<Expr> {
        k.take(Rule::r#ref).and_then(|n| self.expr(n))
    }

    /// A reference or a description.
    pub fn whom(&mut self, node: &Node) -> Option<Whom> {
        if node.rule == Rule::selector { self.selector(node).map(Whom::Any) } else { self.expr(node).map(Whom::One) }
    }

    /// `in front of x`, `behind the front line of x`, `within 45° left or right of straight ahead of x`
    pub fn spot(&mut self, node: &Node) -> Option<Spot> {
        self.read(node, |r, k| {
            let arc = if k.marks(&[Rule::k_behind, Rule::k_the, Rule::k_front, Rule::k_line]) {
                Arc::BehindFrontLine
            } else if k.mark(Rule::k_within) {
                let degrees = k.take(Rule::degrees).and_then(|d| r.degrees(d))?;
                r.off_ahead(k);
                Arc::Degrees(degrees)
            } else {
                k.mark(Rule::k_in);
                match r.text(k.take(Rule::side_word)?) {
                    "front" => Arc::Front,
                    "flank" => Arc::Flank,
                    "rear" => Arc::Rear,
                    _ => return None,
                }
            };
            k.mark(Rule::k_of);
            Some(Spot { arc, of: r.reference(k)? })
        })
    }

    /// `left or right of straight ahead`
    pub fn off_ahead(&mut self, k: &mut Kids<'_>) {
        if let Some(node) = k.take(Rule::off_ahead) {
            let words = [Rule::k_left, Rule::k_or, Rule::k_right, Rule::k_of, Rule::k_straight, Rule::k_ahead];
            self.read(node, |_, k| k.marks(&words).then_some(()));
        }
    }

    fn what_it_is(&mut self, node: &Node) -> Option<Is> {
        match node.rule {
            Rule::range => return self.range(node).map(Is::Range),
            Rule::name_list => return self.name_list(node).map(Is::Names),
            Rule::spot => return self.spot(node).map(Is::In),
            Rule::so_called => return self.call(node).map(Is::So),
            Rule::r#ref => return self.expr(node).map(Is::Thing),
            _ => {}
        }
        self.read(node, |r, k| {
            Some(match node.rule {
                Rule::in_terrain => {
                    k.mark(Rule::k_in);
                    let mut grounds = vec![k.take(Rule::name_ref).and_then(|n| r.name_ref(n))?];
                    grounds.extend(r.listed_next(k)?);
                    Is::InTerrain(grounds)
                }
                Rule::in_pile => {
                    k.mark(Rule::k_in);
                    let name = k.take(Rule::name_ref).and_then(|n| r.name_ref(n))?;
                    let of = At(k.take(Rule::k_of)?.span);
                    let with = r.reference(k)?;
                    let at = name.at.to(with.at);
                    let role = Role { prep: Prep::Of, at: of.to(with.at), with };
                    Is::InPile(Call { name, args: Vec::new(), roles: vec![role], at })
                }
                Rule::revealed if k.mark(Rule::k_revealed) => Is::Revealed,
                Rule::in_play if k.marks(&[Rule::k_in, Rule::k_play]) => Is::InPlay,
                Rule::off_board if k.marks(&[Rule::k_off, Rule::k_board]) => Is::OffBoard,
                Rule::enemy_of if k.marks(&[Rule::k_enemy, Rule::k_of]) => Is::EnemyOf(r.reference(k)?),
                Rule::friend_of if k.marks(&[Rule::k_friend, Rule::k_of]) => Is::FriendOf(r.reference(k)?),
                _ => return None,
            })
        })
    }

    fn what_it_has(&mut self, node: &Node) -> Option<Has> {
        match node.rule {
            Rule::amount => self.amount(node).map(|(value, measure)| Has::Amount { value, measure }),
            Rule::name_list => self.name_list(node).map(Has::Names),
            Rule::selector => self.selector(node).map(Has::Some),
            _ => None,
        }
    }

    fn moment(&mut self, node: &Node) -> Option<Moment> {
        self.read(node, |r, k| {
            let last = k.either(&[Rule::k_this, Rule::k_last])? == Rule::k_last;
            let of = k.next().map(|n| r.period(n))?;
            Some(Moment { last, of, at: At(node.span) })
        })
    }
}
