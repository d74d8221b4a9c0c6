//! What rules contribute to a throw, before it is made and after.

use std::collections::{BTreeMap, HashMap};

use super::compile::{Pass, land};
use super::ir::{Bin, Contribution, Ex, Faces, Op, Reg, ThrowKind, X};
use super::meet::Met;
use super::rules::Param;
use super::scope::Scope;
use super::terms::{Asks, Terms};
use crate::diag::{Code, Diagnostic};
use crate::model::{Head, Key, Type};
use crate::source::Span;
use crate::syntax::{Node, Rule};

/// What may wait until the dice lie there.
const LATE: &[Rule] = &[Rule::reroll, Rule::result_c, Rule::hit_counts];

/// A contribution to a chance hook, compiled when the hook's code is.
#[derive(Clone)]
pub(super) struct Toss<'a> {
    pub row: u16,
    pub rule: Option<u16>,
    pub attach: Option<&'a Node>,
    pub pattern: Option<&'a Node>,
    pub contrib: &'a Node,
    pub may: bool,
}

/// A contribution that waits for the result of the throw.
pub(super) struct Late<'a> {
    pub c: Contribution,
    pub faces: Faces,
    pub toss: Toss<'a>,
    pub scope: Scope,
}

/// What a line asked for before the throw, once for all that stands in it.
#[derive(Clone)]
pub(super) struct Taken {
    met: Met,
    /// Whether it is done.
    done: X,
    /// Whether each of its changes is made, by where it stands.
    made: Vec<(Span, X)>,
}

/// A contribution ready to be put into the throw.
pub(super) struct Ready<'n> {
    pub contribution: Contribution,
    pub core: &'n Node,
    pub scope: Scope,
    /// What the amount is.
    pub ty: Type,
}

/// What is known of the throws, and of the one that is being made.
#[derive(Default)]
pub(super) struct Throwing<'a> {
    /// What rules contribute to chance hooks, by procedure.
    pub tosses: HashMap<u16, Vec<Toss<'a>>>,
    /// What was asked before the throw that is being made, by the line that asks it.
    pub taken: HashMap<u16, Taken>,
    /// What the next throw uses up: whether, whose, which bit.
    pub after_throw: Vec<(X, X, u16)>,
    /// Contributions that wait for the result of the throw.
    pub late: Vec<Late<'a>>,
    /// Contributions to a pool that wait until its dice are seen.
    pub seen: Vec<Late<'a>>,
    /// Contributions to a pool that make more of each success.
    pub hits: Vec<Late<'a>>,
    /// What makes more of each success of a pool, by the name of the pool.
    pub multiplied: Vec<(String, Vec<Contribution>)>,
    /// The face of each pool that is counted apart.
    pub counted: BTreeMap<u16, u8>,
}

impl<'a> Pass<'a> {
    /// Puts every contribution where it belongs in the throw.
    pub fn tosses_into(&mut self, id: u16, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, tosses: &[Toss<'a>]) {
        for toss in tosses {
            let Some(core) = toss.contrib.find(Rule::contrib_core).and_then(Node::first) else { continue };
            let waits = self.waits(id, toss, core);
            let Some(ready) = self.ready(head, scope, code, toss, waits) else { continue };
            self.in_its_measure(head, &Type::PLAIN, &ready);
            let c = ready.contribution.clone();
            let pool = self.program.throws.get(id as usize).is_some_and(|t| t.kind == ThrowKind::Pool);
            match core.rule {
                Rule::total_mod | Rule::add if pool => {
                    let help = "write `each + n` for every die, or `+ n dice` for more of them";
                    self.fault(Code::Place, core.span, "a pool has no total: its successes are counted", help);
                }
                Rule::each_mod | Rule::total_mod | Rule::add => self.with_throw(id, |t| t.each.push(c)),
                Rule::dice_mod => {
                    let keep = core.find(Rule::keep).map(|k| (self.keep(k), c.clone()));
                    self.with_throw(id, |t| {
                        t.more.push(c);
                        t.keep.extend(keep);
                    });
                }
                Rule::explode => self.explode_into(id, core, c),
                Rule::need_c => self.with_throw(id, |t| t.needs.push(c)),
                Rule::natural => self.natural_into(id, core, &c),
                Rule::reroll | Rule::result_c | Rule::hit_counts if waits => {
                    let faces = if core.rule == Rule::reroll { self.faces(core) } else { Faces::All };
                    if pool && matches!(faces, Faces::Face(_) | Faces::Score(_)) {
                        let help = "roll `failures`, `successes`, `all` or `1 die` again, or leave out `may`";
                        self.fault(Code::Unready, core.span, "one face cannot be rolled again after it is seen yet", help);
                    }
                    let late = Late { c, faces, toss: toss.clone(), scope: ready.scope };
                    match core.rule {
                        Rule::hit_counts => self.throwing.hits.push(late),
                        _ if pool => self.throwing.seen.push(late),
                        _ => self.throwing.late.push(late),
                    }
                }
                Rule::reroll => {
                    let faces = self.faces(core);
                    self.with_throw(id, |t| t.rerolls.push((faces, c)));
                }
                Rule::exact => self.with_throw(id, |t| t.exact.push(c)),
                Rule::keep => {
                    let keep = self.keep(core);
                    self.with_throw(id, |t| t.keep.push((keep, c)));
                }
                _ => {
                    self.fault(
                        Code::Place,
                        core.span,
                        "this changes quantities or steps, not a roll",
                        "write `each +n`, `+n dice`, `reroll ...`, `natural ...` or `need s+`",
                    );
                }
            }
        }
    }

    /// Whether a contribution waits until the dice lie there.
    fn waits(&mut self, id: u16, toss: &Toss<'a>, core: &Node) -> bool {
        let pool = self.program.throws.get(id as usize).is_some_and(|t| t.kind == ThrowKind::Pool);
        match core.rule {
            Rule::result_c => true,
            Rule::hit_counts => pool,
            Rule::reroll => {
                let asked = toss.may || core.has(Rule::may) || self.wanted_result(toss).is_some();
                asked || pool && (core.has(Rule::kw_anew) || matches!(self.faces(core), Faces::Worst(_)))
            }
            _ => false,
        }
    }

    /// Compiles a contribution's guard and amount in the hook's scope; offers and dice go before the throw, unless it waits
    /// for the result.
    pub fn ready<'n>(&mut self, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, toss: &'n Toss<'a>, waits: bool) -> Option<Ready<'n>> {
        let core = toss.contrib.find(Rule::contrib_core).and_then(Node::first)?;
        if !waits && self.wanted_result(toss).is_some() {
            let help = "ask for something else, or write `passes`, `fails` or `reroll all`";
            self.fault(Code::Place, toss.contrib.span, "the result is not known yet where this is counted", help);
        }
        let terms = self.toss_terms(toss);
        let met = if !waits && self.has_terms(&terms) {
            self.taken(head, scope, code, toss, &terms)
        } else {
            let mut met = self.met_by_throw(head, scope, toss);
            met.guard = self.when_of(&mut met, toss.contrib);
            // the throw leaves out what is switched off; what is rolled, or done after it, asks for itself
            if waits || self.rolls_dice(&met.scope, core) {
                let guard = met.guard.unwrap_or_else(|| self.int(1));
                met.guard = Some(self.unless_off(guard, toss.row));
            }
            met
        };
        let ready = self.applied(code, toss, met, core);
        scope.most = scope.most.max(ready.scope.most);
        scope.next = scope.next.max(ready.scope.next);
        Some(ready)
    }

    /// Who a contribution is about.
    fn met_by_throw(&mut self, head: &Head, scope: &Scope, toss: &Toss<'a>) -> Met {
        let mut met = match (toss.attach, toss.pattern) {
            (Some(attach), Some(pattern)) => {
                self.here.tossing = true;
                let met = self.meet_within(scope, toss.rule, head, attach, pattern);
                self.here.tossing = false;
                met
            }
            _ => Met { scope: scope.clone(), guard: None, me: None },
        };
        met.scope.next = met.scope.next.max(scope.next);
        met.scope.proc = scope.proc;
        met.scope.step = self.program.rows.get(toss.row as usize).map_or(String::new(), |r| Key::new(&r.name).as_str().to_owned());
        met
    }

    /// When a contribution counts: what its line asks, and what it asks itself.
    fn when_of(&mut self, met: &mut Met, contrib: &Node) -> Option<X> {
        let mut guard = met.guard;
        for g in contrib.all(Rule::guard) {
            let Some(g) = self.before_the_throw(g) else { continue };
            let x = self.guard(&mut met.scope, &g);
            guard = Some(self.both(guard, x));
        }
        guard
    }

    /// The terms of a rule that changes a throw.
    fn toss_terms(&self, toss: &Toss<'a>) -> Terms<'a> {
        // what lasts was offered when it was woken
        let asleep = toss.attach.is_some_and(|a| self.sleep.asleep.contains_key(&a.span));
        let says = |a: &Node| a.all(Rule::mood).any(|m| self.text(m).trim() == "may");
        let may = if asleep { toss.attach.is_some_and(says) } else { toss.may };
        Terms { rule: toss.rule, row: toss.row, attach: toss.attach, may }
    }

    /// A contribution that is asked for before the throw: its guard says whether it was.
    fn taken(&mut self, head: &Head, scope: &Scope, code: &mut Vec<Op>, toss: &Toss<'a>, terms: &Terms<'a>) -> Met {
        let known = self.throwing.taken.get(&toss.row).cloned();
        let taken = known.unwrap_or_else(|| self.asked_before(head, scope, code, toss, terms));
        let mut met = taken.met.clone();
        met.scope.next = met.scope.next.max(scope.next);
        met.guard = match taken.made.iter().find(|(at, _)| *at == toss.contrib.span) {
            Some((_, made)) => Some(*made),
            None => {
                met.guard = Some(taken.done);
                self.when_of(&mut met, toss.contrib)
            }
        };
        self.throwing.taken.insert(toss.row, taken);
        met
    }

    /// Asks for all that a line changes in a throw: for whom it holds, the offer, the price, what it uses up.
    fn asked_before(&mut self, head: &Head, scope: &Scope, code: &mut Vec<Op>, toss: &Toss<'a>, terms: &Terms<'a>) -> Taken {
        let mut met = self.met_by_throw(head, scope, toss);
        let late = |c: &&Node| c.find(Rule::contrib_core).and_then(Node::first).is_some_and(|c| LATE.contains(&c.rule));
        let listed = toss.attach.and_then(|a| a.find(Rule::body)).and_then(|b| b.find(Rule::contribs));
        let others = listed.into_iter().flat_map(|c| c.all(Rule::contrib)).filter(|c| c.span != toss.contrib.span && !late(c));
        let mut changes = vec![(toss.contrib.span, self.when_of(&mut met, toss.contrib))];
        for other in others.cloned().collect::<Vec<_>>() {
            changes.push((other.span, self.when_of(&mut met, &other)));
        }
        let asks = self.asks_of(&mut met.scope, code, terms);
        let whens = changes.iter().map(|(_, when)| when.unwrap_or_else(|| self.int(1))).collect::<Vec<_>>();
        let any = whens.iter().copied().reduce(|a, b| self.program.ex(Ex::Two(Bin::Or, a, b)));
        let guard = asks.holds.iter().fold(any.unwrap_or(0), |g, x| self.both(Some(g), *x));
        let guard = self.unless_off(guard, toss.row);
        let (zero, one) = (self.int(0), self.int(1));
        let (came, done) = (met.scope.fresh(), met.scope.fresh());
        let each: Vec<Reg> = changes.iter().map(|_| met.scope.fresh()).collect();
        code.extend([came, done].iter().chain(&each).map(|r| Op::Set(*r, zero)));
        // whoever is found stays in the register of `me`
        let found = self.over_carriers(guard, met.me.take());
        let mut exits = vec![code.len()];
        code.extend([Op::Unless(found, 0), Op::Set(came, one)]);
        let offer = Asks::default();
        self.agreed(&met.scope, code, terms, &offer, &mut exits);
        code.push(Op::Set(done, one));
        code.extend(each.iter().zip(&whens).map(|(r, when)| Op::Set(*r, *when)));
        self.paid(code, &asks);
        for at in exits {
            land(code, at);
        }
        let (came, done) = (self.program.ex(Ex::Reg(came)), self.program.ex(Ex::Reg(done)));
        self.throwing.after_throw.extend(asks.met.iter().map(|(who, state)| (came, *who, *state)));
        self.throwing.after_throw.extend(asks.used.iter().map(|(who, state)| (done, *who, *state)));
        let made = changes.iter().zip(each).map(|((at, _), r)| (*at, self.program.ex(Ex::Reg(r)))).collect();
        Taken { met, done, made }
    }

    /// Where a rule that waited for the result is met: its terms, what they ask, the jumps that leave it.
    pub fn met_late(&mut self, scope: &Scope, inner: &mut Scope, code: &mut Vec<Op>, late: &Late<'a>) -> (Terms<'a>, Asks, Vec<usize>) {
        inner.next = inner.next.max(scope.next);
        inner.most = inner.most.max(inner.next);
        let mut terms = self.toss_terms(&late.toss);
        let core = late.toss.contrib.find(Rule::contrib_core).and_then(Node::first);
        terms.may |= core.is_some_and(|c| c.has(Rule::may));
        let asks = self.asks_of(inner, code, &terms);
        let guard = asks.holds.iter().fold(late.c.guard, |g, x| self.both(Some(g), *x));
        let guard = self.over_carriers(guard, late.c.me);
        code.push(Op::Unless(guard, 0));
        let exits = vec![code.len() - 1];
        (terms, asks, exits)
    }

    /// Whether a contribution rolls dice of its own before the throw.
    fn rolls_dice(&self, scope: &Scope, core: &Node) -> bool {
        let given = scope.param.as_ref().is_some_and(Param::is_dice);
        core.rule != Rule::hit_counts && self.rolls_or_does(core) || (given && contains(core, Rule::local))
    }

    /// A contribution that applies wherever its guard holds.
    fn applied<'n>(&mut self, code: &mut Vec<Op>, toss: &Toss<'a>, mut met: Met, core: &'n Node) -> Ready<'n> {
        let mut guard = met.guard.unwrap_or_else(|| self.int(1));
        let (mut x, mut ty) = (0, Type::PLAIN);
        if self.rolls_dice(&met.scope, core) {
            let flag = met.scope.fresh();
            let any = self.over_carriers(guard, met.me.take());
            code.push(Op::Set(flag, any));
            guard = self.program.ex(Ex::Reg(flag));
            let jump = code.len();
            code.push(Op::Unless(guard, 0));
            (x, ty) = self.amount_of(&mut met.scope, code, core);
            land(code, jump);
        } else if !matches!(core.rule, Rule::reroll | Rule::natural | Rule::result_c | Rule::explode | Rule::hit_counts | Rule::keep) {
            (x, ty) = self.amount_of(&mut met.scope, code, core);
        }
        Ready { contribution: Contribution { row: toss.row, guard, x, me: met.me }, core, scope: met.scope, ty }
    }

    fn amount_of(&mut self, scope: &mut Scope, code: &mut Vec<Op>, core: &Node) -> (X, Type) {
        let node = match core.rule {
            Rule::each_mod => core.find(Rule::signed),
            Rule::total_mod => core.find(Rule::signed_sum),
            _ => Some(core),
        };
        let Some(node) = node else { return (0, Type::PLAIN) };
        // a bare share is a factor, not an amount
        if core.rule == Rule::scale && core.find(Rule::sum_term).is_some_and(|e| self.share_of_one(e).is_some()) {
            return (self.int(1), Type::PLAIN);
        }
        let Some(value) = node.kids.iter().find(|k| matches!(k.rule, Rule::sum_term | Rule::sum_expr | Rule::choice | Rule::need)) else {
            return (self.int(1), Type::PLAIN);
        };
        let before = code.len();
        let (mut x, ty) = self.effect(scope, code, value);
        if node.has(Rule::minus) {
            x = match self.program.constant(x) {
                Some(n) => self.int(-n),
                None => self.program.ex(Ex::Neg(x)),
            };
        }
        let Some(f) = core.find(Rule::for_every) else { return (x, ty) };
        // dice for every so many are that many dice, not one die that counts so often
        let thrown = code.iter().skip(before).find_map(|op| if let Op::Roll(id, _) = op { Some(*id) } else { None });
        match thrown.and_then(|id| self.program.throws.get(id as usize).map(|t| (id, t.dice))) {
            Some((id, dice)) => {
                let all = self.for_every(scope, dice, f);
                self.with_throw(id, |t| t.dice = all);
                (x, ty)
            }
            None => (self.for_every(scope, x, f), ty),
        }
    }

    /// Faults an amount in another measure than what it changes.
    pub fn in_its_measure(&mut self, head: &Head, total: &Type, ready: &Ready<'_>) {
        let wanted = match ready.core.rule {
            Rule::dice_mod | Rule::scale | Rule::exact => &Type::PLAIN,
            Rule::reroll | Rule::natural | Rule::result_c | Rule::explode | Rule::hit_counts | Rule::keep | Rule::need_c => return,
            _ => total,
        };
        if ready.ty.fits(wanted) || self.program.constant(ready.contribution.x) == Some(0) {
            return;
        }
        let (is, want) = (self.program.book.describe(&ready.ty), self.program.book.describe(wanted));
        let what = if wanted == total { format!("`{}` is {want}", head.name) } else { format!("{want} is wanted here") };
        self.report(
            Diagnostic::new(Code::Measure, ready.core.span, format!("{what}, and this is {is}")).help(format!("give it in {want}")),
        );
    }

    fn faces(&mut self, core: &Node) -> Faces {
        let Some(f) = core.find(Rule::faces) else { return Faces::All };
        let text = self.text(f);
        if let Some(face) = f.find(Rule::face_value) {
            return Faces::Face(self.text(face).trim_end_matches('s').parse().unwrap_or(0));
        }
        if let Some(range) = f.find(Rule::range) {
            let first = self.text(range).split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse().ok()).unwrap_or(0);
            if !self.text(range).ends_with("more") && !self.text(range).ends_with('+') {
                self.fault(Code::Syntax, range.span, "these dice cannot be told apart", "write `reroll 11 or more`, or `reroll 6s`");
            }
            return Faces::Score(first);
        }
        match text.split_whitespace().next() {
            Some("failures") => Faces::Failures,
            Some("successes") => Faces::Successes,
            Some(n) if text.ends_with("die") || text.ends_with("dice") => Faces::Worst(n.parse().unwrap_or(1)),
            Some(n) if f.has(Rule::integer) => Faces::Some(n.parse().unwrap_or(1)),
            _ => Faces::All,
        }
    }

    /// After the throw: what it used up.
    pub fn after(&mut self, code: &mut Vec<Op>) {
        self.throwing.taken.clear();
        for (used, who, state) in std::mem::take(&mut self.throwing.after_throw) {
            let jump = code.len();
            code.push(Op::Unless(used, 0));
            code.push(Op::Gain(who, state));
            land(code, jump);
        }
    }
}

fn contains(node: &Node, rule: Rule) -> bool {
    let mut any = false;
    node.walk(&mut |n| any |= n.rule == rule);
    any
}
