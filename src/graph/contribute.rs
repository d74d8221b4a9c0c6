//! What a rule or a row of its own changes in a quantity.

use super::compile::{HookId, Pass};
use super::ir::{Bin, Contribution, Ex, Factor, Reg, X};
use super::numbers::way;
use super::scope::Scope;
use super::toss::Toss;
use crate::diag::{Code, Diagnostic};
use crate::model::Type;
use crate::num::Rounding;
use crate::syntax::{Declaration, Node, Rule};

impl<'a> Pass<'a> {
    /// A contribution that stands below the hook itself.
    pub fn own_contribution(&mut self, d: &'a Declaration, hook: HookId, row: u16, contrib: &'a Node) {
        match hook {
            HookId::Slot(slot) => {
                let has_base = d.head.has(Rule::choice) || d.head.has(Rule::expr);
                let roles = self.program.slot_heads.get(slot as usize).map_or_else(Vec::new, |h| h.roles.clone());
                let mut scope = self.scope_of(&roles);
                scope.rounds = self.program.slots.get(slot as usize).and_then(|s| s.rounding);
                scope.receiver = self.program.slots.get(slot as usize).map(|s| s.name.clone());
                let first_base = self.program.slots.get(slot as usize).is_some_and(|s| s.base.is_none()) && !has_base;
                if let (true, Some(core), false) = (
                    first_base,
                    contrib.find(Rule::contrib_core).and_then(Node::first).filter(|c| c.rule == Rule::set),
                    contrib.has(Rule::guard),
                ) {
                    let (x, _) = core.first().map_or((0, Type::Unknown), |e| self.expr(&mut scope, e));
                    if let Some(s) = self.program.slots.get_mut(slot as usize) {
                        s.base = Some(x);
                    }
                    return;
                }
                self.contribute_to_slot(slot, row, scope, None, None, contrib);
            }
            HookId::Proc(p) if self.chance_of.contains_key(&p) => {
                self.throwing.tosses.entry(p).or_default().push(Toss { row, rule: None, attach: None, pattern: None, contrib, may: false });
            }
            HookId::Proc(_) => {
                self.fault(
                    Code::Place,
                    contrib.span,
                    "a contribution stands only below a value, a condition or a roll",
                    "put it there, or in a rule: `on ...: ...`",
                );
            }
        }
    }

    /// Puts one contribution into a slot.
    pub fn contribute_to_slot(&mut self, slot: u16, row: u16, mut scope: Scope, guard: Option<X>, me: Option<(Reg, u16)>, contrib: &Node) {
        let mut guard = guard;
        for g in contrib.all(Rule::guard) {
            let x = self.guard(&mut scope, g);
            guard = Some(self.both(guard, x));
        }
        let guard = guard.unwrap_or_else(|| self.int(1));
        let Some(core) = contrib.find(Rule::contrib_core).and_then(Node::first) else { return };
        let gives = self.program.slot_heads.get(slot as usize).map_or(Type::Unknown, |h| h.gives.clone());
        scope.rounds = self.program.slots.get(slot as usize).and_then(|s| s.rounding);
        scope.receiver = self.program.slots.get(slot as usize).map(|s| s.name.clone());
        let truth = gives == Type::Truth;
        let mut x = 0;
        let mut ty = gives.clone();
        match core.rule {
            Rule::set | Rule::floor | Rule::ceiling | Rule::exact => {
                (x, ty) = core.first().map_or((0, Type::Unknown), |e| self.expr(&mut scope, e));
            }
            Rule::add => {
                (x, ty) = core.find(Rule::sum_expr).map_or((0, Type::Unknown), |e| self.expr(&mut scope, e));
                if core.has(Rule::minus) {
                    x = self.program.ex(Ex::Neg(x));
                }
                if let Some(f) = core.find(Rule::for_every) {
                    x = self.for_every(&mut scope, x, f);
                }
            }
            Rule::scale => {
                if let Some(e) = core.find(Rule::sum_term).filter(|e| self.share_of_one(e).is_none()) {
                    let (times, is) = self.expr(&mut scope, e);
                    x = times;
                    self.plain_factor(&is, e);
                }
            }
            Rule::assent | Rule::veto if truth => x = self.int(1),
            _ => {
                self.fault(
                    Code::Place,
                    core.span,
                    "this changes rolls or steps, not a quantity",
                    "write `= e`, `+ e`, `x n`, `at least e` or `at most e`",
                );
                return;
            }
        }
        let zero = self.program.constant(x) == Some(0);
        if !ty.fits(&gives) && !zero && !matches!((&ty, &gives), (Type::Number(_), Type::Need)) {
            let (is, want) = (self.program.book.describe(&ty), self.program.book.describe(&gives));
            let name = self.program.slots.get(slot as usize).map_or(String::new(), |s| s.name.clone());
            self.report(
                Diagnostic::new(Code::Measure, core.span, format!("`{name}` is {want}, and this is {is}"))
                    .help(format!("give it in {want}")),
            );
        }
        let cost = self.program.slot_heads.get(slot as usize).is_some_and(|h| h.word == "cost");
        if cost && !zero && core.rule != Rule::scale {
            self.cost_changes.push((slot, core.span, ty));
        }
        let rolled = self.program.columns.iter().any(|c| c.slot == slot && !c.dice.is_empty());
        if rolled && core.rule != Rule::add {
            let name = self.program.slots.get(slot as usize).map_or(String::new(), |s| s.name.clone());
            self.fault(Code::Place, core.span, format!("`{name}` holds dice, which a rule can only add to"), "write `+ n` or `- n`");
            return;
        }
        let c = Contribution { row, guard, x, me };
        let factor = (core.rule == Rule::scale).then(|| self.factor(slot, &scope, core, &c));
        let Some(s) = self.program.slots.get_mut(slot as usize) else { return };
        match core.rule {
            Rule::set => {
                self.rows.sets.insert(c.x, core.span);
                s.sets.push(c);
            }
            Rule::add | Rule::assent => s.adds.push(c),
            Rule::floor => s.floors.push(c),
            Rule::ceiling => s.ceilings.push(c),
            Rule::exact => {
                s.floors.push(c.clone());
                s.ceilings.push(c);
            }
            Rule::veto => s.vetoes.push(c),
            _ => s.scales.extend(factor),
        }
    }

    fn plain_factor(&mut self, ty: &Type, node: &Node) {
        if !ty.fits(&Type::PLAIN) {
            let is = self.program.book.describe(ty);
            self.fault(Code::Measure, node.span, format!("a factor is a plain number, and this is {is}"), "multiply by a plain number");
        }
    }

    /// `half`, `x 1/2 rounded up`, `x n`: what a product is over, and how it says that it is rounded.
    pub fn factor(&mut self, slot: u16, scope: &Scope, core: &Node, c: &Contribution) -> Factor {
        let term = core.find(Rule::sum_term);
        let share = term.map_or(Some((1, 2)), |e| self.share_of_one(e));
        // what ends in `rounded up` and is worked out is rounded by itself
        let says = share.and_then(|_| term.unwrap_or(core).find(Rule::rounding));
        let rounded = says.and_then(Node::first).map(|w| way(self.text(w)));
        let (by, over) = match share {
            Some((_, 0)) => {
                self.fault(Code::Type, core.span, "nothing can be divided by 0", "write what it is to be divided by");
                (1, 1)
            }
            Some(share) => share,
            None => (self.program.constant(c.x).unwrap_or(0), 1),
        };
        // what is paid is counted, though in what is known only when its action is compiled
        let length = self.program.slot_heads.get(slot as usize).is_some_and(|h| h.word != "cost" && h.gives.fits(&Type::LENGTH));
        let Some(s) = self.program.slots.get(slot as usize) else { return Factor { c: c.clone(), by, over, rounded, whole: false } };
        let mut others = s.rounding.into_iter().chain(s.scales.iter().filter_map(|f| f.rounded));
        if let Some(says) = says.filter(|_| others.any(|r| Some(r) != rounded)) {
            let help = "say it in one place only, after the head or after the factor";
            let message = format!("`{}` is rounded another way already", s.name);
            self.fault(Code::Rounding, says.span, message, help);
        } else if over != 1 && rounded.or(s.rounding).is_none() && !length {
            self.fraction(scope, &format!("`{}`", self.text(core)), core.span);
        }
        Factor { c: c.clone(), by, over, rounded, whole: rounded.is_some() && length }
    }

    /// A bare fraction used as a factor.
    pub fn share_of_one(&self, node: &Node) -> Option<(i64, i64)> {
        let mut kids = node.kids.iter().filter(|k| k.rule != Rule::rounding);
        match (node.rule, kids.next(), kids.next()) {
            (Rule::fraction, ..) => {
                let (a, b) = self.text(node).split_once('/')?;
                Some((a.parse().ok()?, b.parse().ok()?))
            }
            (Rule::sum_term | Rule::literal | Rule::number, Some(only), None) => self.share_of_one(only),
            _ => None,
        }
    }

    /// `for every full 5 KIND of X`.
    pub fn for_every(&mut self, scope: &mut Scope, x: X, node: &Node) -> X {
        let n = node.find(Rule::integer).map_or(1, |i| self.text(i).parse().unwrap_or(1));
        let times = if let Some(s) = node.find(Rule::selector) {
            let (sel, _) = self.selector(scope, s);
            self.program.ex(Ex::Count(sel))
        } else if node.has(Rule::name_ref) {
            self.call(scope, node).0
        } else {
            self.int(1)
        };
        let n = self.int(n);
        let full = self.program.ex(Ex::Div(times, n, Rounding::Down));
        self.program.ex(Ex::Two(Bin::Mul, x, full))
    }
}
