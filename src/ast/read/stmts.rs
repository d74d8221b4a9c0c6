//! Statements.

use super::Reader;
use super::kids::{Below, Kids};
use crate::ast::{
    Alternate, Block, Call, Change, Cite, Do, Expr, ForEach, Gather, HowOften, Lasting, May, NameOrWord, Order, OrderKind, Prep, Repeat,
    Role, ShareOut, Spend, Stmt, StmtKind, Stop, Thing, ThingKind,
};
use crate::diag::Code;
use crate::source::At;
use crate::syntax::{Node, Rule};

/// `is`, `are`, `am`.
const IS: &[Rule] = &[Rule::k_is, Rule::k_are, Rule::k_am];

impl Reader<'_> {
    /// A statement, but for `otherwise`, which belongs to another.
    pub fn statement(&mut self, node: &Node, cites: &[Cite], below: &mut Below<'_>) -> Option<Stmt> {
        let at = At(node.span);
        if matches!(node.rule, Rule::change_st | Rule::move_st | Rule::turn_st | Rule::wheel_st) {
            self.agree_in(node);
        }
        let kind = match node.rule {
            Rule::do_st => StmtKind::Do(self.do_it(node, below)?),
            Rule::choose_st => StmtKind::Choose(self.choose(node)?),
            Rule::chooses_st => StmtKind::Choose(self.chooses(node)?),
            Rule::turn_st | Rule::wheel_st => StmtKind::Turn(self.turn(node)?),
            Rule::move_st => StmtKind::Move(self.movement(node)?),
            Rule::place_st => StmtKind::Place(self.place_it(node)?),
            Rule::take_st => StmtKind::Take(self.take(node)?),
            Rule::spend_st => StmtKind::Spend(self.spend(node)?),
            _ => self.read(node, |r, k| match node.rule {
                Rule::if_st => r.if_st(k, cites, at, below).map(StmtKind::If),
                Rule::for_each_st | Rule::alternate_st | Rule::repeat_st | Rule::share_st => r.again_and_again(node, k, below),
                Rule::may_st => r.may(k, below).map(StmtKind::May),
                Rule::until_st => {
                    k.mark(Rule::k_until);
                    let until = k.take(Rule::until_what).and_then(|u| r.until(u))?;
                    Some(StmtKind::Until(Lasting { until, rules: r.lasting_rules(node, k, below)? }))
                }
                Rule::each_st => r.each_does(k, cites),
                Rule::change_st => r.change(k),
                Rule::gather_st => r.gather(k).map(StmtKind::Gather),
                Rule::draw_st => r.draw(k),
                _ => r.short(node, k),
            })?,
        };
        Some(Stmt { kind: Box::new(kind), cites: cites.to_vec(), at })
    }

    /// Statements of one sentence.
    fn short(&mut self, node: &Node, k: &mut Kids<'_>) -> Option<StmtKind> {
        Some(match node.rule {
            Rule::stop_st if k.mark(Rule::k_stop) => StmtKind::Stop(self.stop(k)?),
            Rule::again_st if k.marks(&[Rule::k_again, Rule::k_from]) => self.again_from(k, At(node.span))?,
            Rule::this_may if k.marks(&[Rule::k_this, Rule::k_may, Rule::k_become]) => {
                let way = StmtKind::ThisBecomes(k.take(Rule::word).map(|w| self.word(w))?);
                let at = At(node.span);
                let block = Block(vec![Stmt { kind: Box::new(way), cites: Vec::new(), at }]);
                StmtKind::May(May { who: None, spend: None, block })
            }
            Rule::this_st if k.marks(&[Rule::k_this, Rule::k_becomes]) => StmtKind::ThisBecomes(k.take(Rule::word).map(|w| self.word(w))?),
            Rule::ends_st if k.marks(&[Rule::k_the, Rule::k_game, Rule::k_ends]) => StmtKind::GameEnds,
            Rule::give_st if k.marks(&[Rule::k_the, Rule::k_result, Rule::k_is]) => {
                StmtKind::Give(k.take(Rule::choice).and_then(|c| self.expr(c))?)
            }
            Rule::note_st if k.mark(Rule::k_note) => StmtKind::Note(k.take(Rule::quoted).map(|q| self.quoted(q))?),
            Rule::let_st => {
                let word = k.take(Rule::word).map(|w| self.word(w))?;
                k.sign("=");
                StmtKind::Let { word, value: k.take(Rule::choice).and_then(|c| self.expr(c))? }
            }
            Rule::form_st => {
                let who = self.reference(k)?;
                k.mark(Rule::k_forms);
                self.forms(who, k)?
            }
            Rule::remove_st => {
                let who = self.reference(k)?;
                k.either(IS)?;
                k.mark(Rule::k_removed);
                StmtKind::Remove(who)
            }
            Rule::withdraw_st => {
                let who = self.reference(k)?;
                k.mark(Rule::k_leaves);
                k.mark(Rule::k_the);
                k.mark(Rule::k_board);
                StmtKind::Withdraw(who)
            }
            Rule::wins_st => {
                let who = self.reference(k)?;
                k.mark(Rule::k_wins);
                StmtKind::Wins(who)
            }
            Rule::happens_st => {
                let card = k.take(Rule::deep_ref).and_then(|n| self.expr(n))?;
                let verb = At(k.take(Rule::k_happens)?.span);
                StmtKind::Happens { card, roles: self.roles(k)?, said: verb.to(At(node.span)) }
            }
            Rule::reveal_st => {
                let what = k.take(Rule::deep_ref).and_then(|n| self.expr(n))?;
                k.either(IS)?;
                k.mark(Rule::k_revealed);
                StmtKind::Reveal(what)
            }
            Rule::lead_st => {
                let who = self.reference(k)?;
                k.mark(Rule::k_leads);
                StmtKind::Lead { who, whom: self.reference(k)? }
            }
            Rule::join_st => {
                let who = self.reference(k)?;
                k.mark(Rule::k_joins);
                StmtKind::Join { who, what: self.named_or_found(k)? }
            }
            Rule::leave_st => {
                let who = self.reference(k)?;
                k.mark(Rule::k_leaves);
                StmtKind::Leave { who, what: self.named_or_found(k)? }
            }
            _ => return None,
        })
    }

    /// What follows `forms`.
    fn forms(&mut self, who: Expr, k: &mut Kids<'_>) -> Option<StmtKind> {
        let into = k.take_any(&[Rule::name, Rule::local]).and_then(|n| self.formation(n))?;
        let keeps = k.take(Rule::as_it_stands).and_then(|n| {
            self.read(n, |_, k| {
                let facing = k.marks(&[Rule::k_keeping, Rule::k_facing]);
                Some((facing, k.marks(&[Rule::k_and, Rule::kw_front])))
            })
        });
        let (keeps_facing, keeps_front) = keeps.unwrap_or((false, false));
        let moving = if k.mark(Rule::k_moving) {
            k.mark(Rule::up_to);
            Some(k.take(Rule::sum_expr).and_then(|e| self.expr(e))?)
        } else {
            None
        };
        Some(StmtKind::Form { who, into, keeps_facing, keeps_front, moving })
    }

    /// A formation by its name, or by a word that stands for one.
    fn formation(&mut self, node: &Node) -> Option<NameOrWord> {
        if node.rule == Rule::name {
            return Some(self.name_or_word(node));
        }
        self.read(node, |r, k| k.take(Rule::word).map(|w| r.name_or_word(w)))
    }

    fn stop(&mut self, k: &mut Kids<'_>) -> Option<Stop> {
        if let Some(name) = k.take(Rule::name) {
            return Some(Stop::Named(self.name(name)));
        }
        let Some(word) = k.take(Rule::word) else { return Some(Stop::This) };
        let word = self.word(word);
        let of = if k.mark(Rule::k_of) { Some(self.reference(k)?) } else { None };
        Some(Stop::Word { word, of })
    }

    fn again_from(&mut self, k: &mut Kids<'_>, at: At) -> Option<StmtKind> {
        let from = match k.take(Rule::word) {
            Some(word) => Some(self.word(word)),
            None => {
                k.take(Rule::name);
                None
            }
        };
        let once = k.mark(Rule::kw_once);
        match from {
            Some(from) => Some(StmtKind::Again { from, once }),
            None => {
                self.fault(Code::Syntax, at, "nothing says from which step", "name a step that stands above");
                None
            }
        }
    }

    fn again_and_again(&mut self, node: &Node, k: &mut Kids<'_>, below: &mut Below<'_>) -> Option<StmtKind> {
        match node.rule {
            Rule::for_each_st => {
                k.marks(&[Rule::k_for, Rule::k_each]);
                let each = k.take(Rule::selector).and_then(|s| self.selector(s))?;
                let orders = k.all(Rule::order).into_iter().map(|o| self.order(o)).collect::<Option<_>>()?;
                let whole = below.is_whole();
                let block = k.take(Rule::block).and_then(|b| self.block(b, below))?;
                let all = ForEach { each, orders, block };
                if whole {
                    self.told_long(node, &all);
                }
                Some(StmtKind::ForEach(all))
            }
            Rule::alternate_st => {
                k.mark(Rule::k_alternate);
                let word = k.take(Rule::word).map(|w| self.word(w))?;
                k.mark(Rule::k_from);
                let from = self.reference(k)?;
                k.mark(Rule::k_while);
                let while_ = k.take(Rule::expr).and_then(|e| self.expr(e))?;
                let block = k.take(Rule::block).and_then(|b| self.block(b, below))?;
                Some(StmtKind::Alternate(Alternate { word, from, while_, block }))
            }
            Rule::repeat_st => {
                k.mark(Rule::k_repeat);
                let how = match k.either(&[Rule::k_while, Rule::k_until]) {
                    Some(Rule::k_while) => HowOften::While(k.take(Rule::expr).and_then(|e| self.expr(e))?),
                    Some(_) => HowOften::Until(k.take(Rule::expr).and_then(|e| self.expr(e))?),
                    None => {
                        let times = k.take(Rule::sum_expr).and_then(|e| self.expr(e))?;
                        k.mark(Rule::k_times);
                        HowOften::Times(times)
                    }
                };
                let block = k.take(Rule::block).and_then(|b| self.block(b, below))?;
                Some(StmtKind::Repeat(Repeat { how, block }))
            }
            Rule::share_st => {
                k.mark(Rule::k_share);
                let amount = k.take(Rule::sum_expr).and_then(|e| self.expr(e))?;
                k.mark(Rule::k_among);
                let among = k.take(Rule::selector).and_then(|s| self.selector(s))?;
                let by = if k.mark(Rule::k_by) { Some(self.reference(k)?) } else { None };
                let block = k.take(Rule::block).and_then(|b| self.block(b, below))?;
                Some(StmtKind::Share(ShareOut { amount, among, by, block }))
            }
            _ => None,
        }
    }

    fn order(&mut self, node: &Node) -> Option<Order> {
        let kind = self.read(node, |r, k| {
            if k.mark(Rule::together) {
                return Some(OrderKind::Together);
            }
            let inner = k.take_any(&[Rule::order_by, Rule::rank])?;
            r.read(inner, |r, k| {
                if inner.rule == Rule::rank {
                    let best = k.take(Rule::best_word).and_then(|b| r.best(b))?;
                    let of = k.take(Rule::name_ref).and_then(|n| r.name_ref(n))?;
                    k.mark(Rule::k_first);
                    return Some(OrderKind::First { best, of });
                }
                if k.mark(Rule::k_from) {
                    return r.reference(k).map(OrderKind::From);
                }
                r.chosen_by(k)
            })
        })?;
        Some(Order { kind, at: At(node.span) })
    }

    /// `in order chosen by x`, `ties chosen by x`
    fn chosen_by(&mut self, k: &mut Kids<'_>) -> Option<OrderKind> {
        let ties = k.mark(Rule::k_ties);
        if !ties {
            k.marks(&[Rule::k_in, Rule::k_order]);
        }
        k.marks(&[Rule::k_chosen, Rule::k_by]);
        Some(OrderKind::ChosenBy { ties, by: self.reference(k)? })
    }

    /// `unit may gain Tired`, `unit may spend 1 AP: ...`, `side of unit may: ...`: whoever is named is asked, and does it.
    fn may(&mut self, k: &mut Kids<'_>, below: &mut Below<'_>) -> Option<May> {
        let who = k.take(Rule::deep_ref).and_then(|n| self.expr(n))?;
        k.mark(Rule::k_may);
        let deed = k.next()?;
        let at = who.at.to(At(deed.span));
        let one = |kind| Block(vec![Stmt { kind: Box::new(kind), cites: Vec::new(), at }]);
        if deed.rule == Rule::block {
            let block = self.block(deed, below)?;
            return Some(May { who: Some(who), spend: None, block });
        }
        if deed.rule == Rule::may_spend {
            let (thing, block) = self.read(deed, |r, k| {
                k.mark(Rule::k_spend);
                let thing = k.take(Rule::thing).and_then(|t| r.thing(t))?;
                let block = match k.take(Rule::block) {
                    Some(block) => Some(r.block(block, below)?),
                    None => None,
                };
                Some((thing, block))
            })?;
            let spend = Spend { thing, of: Some(who.clone()), at: At(deed.span) };
            return Some(match block {
                Some(block) => May { who: Some(who), spend: Some(spend), block },
                None => May { who: Some(who), spend: None, block: one(StmtKind::Spend(spend)) },
            });
        }
        let kind = match deed.rule {
            Rule::stop_st => self.read(deed, |r, k| {
                k.mark(Rule::k_stop);
                r.stop(k).map(StmtKind::Stop)
            })?,
            Rule::may_form => self.read(deed, |r, k| {
                k.mark(Rule::k_form);
                r.forms(who.clone(), k)
            })?,
            Rule::may_move => StmtKind::Move(self.read(deed, |r, k| {
                k.mark(Rule::k_move);
                r.moves(who.clone(), k)
            })?),
            Rule::may_do => {
                let call = self.read(deed, |r, k| {
                    let name = k.take(Rule::name_ref).and_then(|n| r.name_ref(n))?;
                    let mut roles = vec![Role { prep: Prep::By, with: who.clone(), at: who.at }];
                    roles.extend(r.roles(k)?);
                    Some(Call { name, args: Vec::new(), roles, at: At(deed.span) })
                })?;
                StmtKind::Do(Do { tags: Vec::new(), call, answers: Vec::new(), or_else: None, at })
            }
            Rule::may_turn | Rule::may_wheel => StmtKind::Turn(self.read(deed, |r, k| r.turns(who.clone(), k))?),
            _ => {
                self.plain_verb(deed);
                StmtKind::Change { who: who.clone(), what: self.changed(deed)? }
            }
        };
        Some(May { who: Some(who), spend: None, block: one(kind) })
    }

    fn spend(&mut self, node: &Node) -> Option<Spend> {
        self.read(node, |r, k| {
            k.mark(Rule::k_spend);
            let thing = k.take(Rule::thing).and_then(|t| r.thing(t))?;
            let of = if k.mark(Rule::k_of) { Some(r.reference(k)?) } else { None };
            Some(Spend { thing, of, at: At(node.span) })
        })
    }

    /// Faults `may gains`: behind `may` the verb is plain.
    fn plain_verb(&mut self, deed: &Node) {
        let verbs = [(Rule::k_gains, "gain"), (Rule::k_loses, "lose"), (Rule::k_becomes, "become")];
        let found = deed.kids.first().and_then(|verb| verbs.iter().find(|(rule, _)| *rule == verb.rule).map(|(_, plain)| (verb, plain)));
        if let Some((verb, plain)) = found {
            self.fault(Code::Syntax, At(verb.span), "behind `may` the verb is plain", format!("write `may {plain}`"));
        }
    }

    fn change(&mut self, k: &mut Kids<'_>) -> Option<StmtKind> {
        let who = k.take(Rule::deep_ref).and_then(|n| self.expr(n))?;
        let what = k.next()?;
        Some(StmtKind::Change { who, what: self.changed(what)? })
    }

    /// `gains Tired`, `becomes 3`
    pub(super) fn changed(&mut self, what: &Node) -> Option<Change> {
        self.read(what, |r, k| {
            Some(match what.rule {
                Rule::becomes => {
                    k.either(&[Rule::k_becomes, Rule::k_become])?;
                    Change::Becomes(k.take(Rule::choice).and_then(|c| r.expr(c))?)
                }
                Rule::gains => {
                    k.either(&[Rule::k_gains, Rule::k_gain])?;
                    Change::Gains(r.things(k)?)
                }
                Rule::loses => {
                    k.either(&[Rule::k_loses, Rule::k_lose])?;
                    Change::Loses(r.things(k)?)
                }
                _ => return None,
            })
        })
    }

    fn things(&mut self, k: &mut Kids<'_>) -> Option<Vec<Thing>> {
        k.all(Rule::thing).into_iter().map(|t| self.thing(t)).collect()
    }

    /// A state or an amount.
    pub fn thing(&mut self, node: &Node) -> Option<Thing> {
        let kind = self.read(node, |r, k| {
            if k.mark(Rule::kw_all) {
                return k.take(Rule::name_ref).and_then(|n| r.name_ref(n)).map(ThingKind::All);
            }
            if let Some(amount) = k.take(Rule::sum_term_amount) {
                let amount = r.read(amount, |r, k| k.next().and_then(|n| r.expr(n)))?;
                let of = k.take(Rule::name_ref).and_then(|n| r.name_ref(n))?;
                return Some(ThingKind::Amount { amount, of });
            }
            let what = k.next()?;
            match what.rule {
                Rule::name_ref => r.name_ref(what).map(ThingKind::Name),
                Rule::integer => r.int(what).map(ThingKind::Number),
                Rule::local => r.read(what, |r, k| k.take(Rule::word).map(|w| ThingKind::Word(r.word(w)))),
                _ => None,
            }
        })?;
        Some(Thing { kind, at: At(node.span) })
    }

    fn gather(&mut self, k: &mut Kids<'_>) -> Option<Gather> {
        k.mark(Rule::k_gather);
        let who = k.take(Rule::selector).and_then(|s| self.selector(s))?;
        k.mark(Rule::k_into);
        let into = k.take(Rule::word).map(|w| self.word(w))?;
        let alike = if k.marks(&[Rule::k_alike, Rule::k_in]) { k.all(Rule::name) } else { Vec::new() };
        let alike = self.name_nodes(&alike);
        let at_most = if k.marks(&[Rule::k_at, Rule::k_most]) {
            let one = k.take(Rule::sum_term).and_then(|e| self.expr(e))?;
            k.mark(Rule::k_to);
            Some((one, k.take(Rule::sum_term).and_then(|e| self.expr(e))?))
        } else {
            None
        };
        Some(Gather { who, into, alike, at_most })
    }

    fn draw(&mut self, k: &mut Kids<'_>) -> Option<StmtKind> {
        if k.mark(Rule::k_shuffle) {
            return k.take(Rule::call).and_then(|n| self.call(n)).map(StmtKind::Shuffle);
        }
        let word = k.take(Rule::word).map(|w| self.word(w))?;
        k.sign("=");
        k.mark(Rule::k_draw);
        let number = match k.take(Rule::sum_term) {
            Some(term) => Some(self.expr(term)?),
            None => None,
        };
        k.mark(Rule::k_from);
        let from = k.take(Rule::call).and_then(|n| self.call(n))?;
        Some(StmtKind::Draw { word, number, from })
    }
}
