//! Rules at one moment whose order matters and of which nothing says which comes first: the pack says who decides.

use std::collections::HashSet;

use super::compile::{Pass, land, patch};
use super::ir::{Bin, Ex, Op, Pick, Reg, X};
use super::numbers::short;
use super::scope::Scope;
use super::splice::Spliced;
use crate::model::Head;
use crate::source::Span;
use crate::syntax::{Node, Rule};

/// A rule at a moment: where it stands, and its row.
pub(super) type Moment = (Span, u16);

/// What a pack says of rules whose order matters.
#[derive(Clone, Debug, Default)]
pub(super) struct Simultaneous<'a> {
    /// Who decides, as it is written below the pack.
    pub by: Option<&'a Node>,
    /// Pairs that somebody must put in order.
    pub pairs: HashSet<(Moment, Moment)>,
}

impl Simultaneous<'_> {
    /// Whether two rules are put in order as they are met.
    pub fn has(&self, a: Moment, b: Moment) -> bool {
        self.pairs.contains(&(a, b)) || self.pairs.contains(&(b, a))
    }
}

/// The pairs that are put in order, of one rule and the rules at its moment.
const fn moment(s: &Spliced<'_>) -> Moment {
    (s.attach.span, s.row)
}

impl<'a> Pass<'a> {
    /// `simultaneous in order chosen by the side with ...`, below the pack.
    pub fn simultaneous_item(&mut self, part: &'a Node) {
        if part.rule == Rule::simul_item {
            self.simultaneous.by = part.find(Rule::r#ref);
        }
    }

    /// The rules of a moment in parts that are done one after the other: a rule alone, or several between which
    /// somebody decides.
    pub fn clusters(&self, list: Vec<Spliced<'a>>) -> Vec<Vec<Spliced<'a>>> {
        if self.simultaneous.pairs.is_empty() {
            return list.into_iter().map(|s| vec![s]).collect();
        }
        let met = |a: &Spliced<'a>, b: &Spliced<'a>| self.simultaneous.has(moment(a), moment(b));
        let meets = |a: &Spliced<'a>| list.iter().any(|b| met(a, b));
        // what is in no pair and yet comes between two that are belongs with them
        let linked = |a: &Spliced<'a>, b: &Spliced<'a>| {
            let ordered = self.comes_first(a.attach, a.row, b.attach, b.row) || self.comes_first(b.attach, b.row, a.attach, a.row);
            met(a, b) || ordered && (meets(a) || meets(b))
        };
        let mut of: Vec<usize> = (0..list.len()).collect();
        for (i, a) in list.iter().enumerate() {
            for (j, b) in list.iter().enumerate().skip(i + 1) {
                let (x, y) = (of.get(i).copied().unwrap_or(i), of.get(j).copied().unwrap_or(j));
                if x != y && linked(a, b) {
                    of.iter_mut().filter(|o| **o == x.max(y)).for_each(|o| *o = x.min(y));
                }
            }
        }
        let mut out: Vec<(usize, Vec<Spliced<'a>>)> = Vec::new();
        for (s, cluster) in list.into_iter().zip(of) {
            match out.iter_mut().find(|(c, _)| *c == cluster) {
                Some((_, members)) => members.push(s),
                None => out.push((cluster, vec![s])),
            }
        }
        out.into_iter().map(|(_, members)| members).collect()
    }

    /// Several rules at one moment, each once, in the order that somebody chooses; who has nothing to choose is not asked.
    pub fn in_chosen_order(&mut self, scope: &mut Scope, code: &mut Vec<Op>, list: &[Spliced<'a>], head: &Head) {
        let Some(by) = self.simultaneous.by else { return };
        let by = self.expr(scope, by).0;
        let by = self.program.ex(Ex::Side(by));
        let picked = scope.fresh();
        let zero = self.int(0);
        let done: Vec<Reg> = list.iter().map(|_| scope.fresh()).collect();
        code.extend(done.iter().map(|d| Op::Set(*d, zero)));
        let ready: Vec<X> = list.iter().zip(&done).map(|(s, done)| self.still_to_come(scope, s, *done, head)).collect();
        let mut rules = Vec::new();
        for (s, mine) in list.iter().zip(&ready) {
            let mut open = *mine;
            let earlier = |o: &Spliced<'a>| self.comes_first(o.attach, o.row, s.attach, s.row);
            let before: Vec<X> = list.iter().zip(&ready).filter(|(o, _)| earlier(o)).map(|(_, r)| *r).collect();
            for other in before {
                let not = self.negate(true, other);
                open = self.both(Some(open), not);
            }
            rules.push((s.row, open));
        }
        self.program.picks.push(Pick::Rules(rules));
        let pick = short(self.program.picks.len() - 1);
        let choose = code.len();
        code.push(Op::Choose { pick, by, to: picked, none: 0, may: false, label: Op::ORDER });
        for (s, done) in list.iter().zip(done) {
            let (now, this) = (self.program.ex(Ex::Reg(picked)), self.int(Pick::rule(s.row)));
            let test = self.program.ex(Ex::Two(Bin::Eq, now, this));
            let other = code.len();
            code.push(Op::Unless(test, 0));
            for exit in self.spliced(scope, code, s, head) {
                land(code, exit);
            }
            let one = self.int(1);
            code.push(Op::Set(done, one));
            code.push(Op::Jump(u32::try_from(choose).unwrap_or(u32::MAX)));
            land(code, other);
        }
        let end = code.len();
        patch(code, choose, end);
    }

    /// Whether a rule would happen now and has not yet: its guard, its needs and limits, its price.
    fn still_to_come(&mut self, scope: &mut Scope, s: &Spliced<'a>, done: Reg, head: &Head) -> X {
        let mut met = self.meet_within(scope, s.rule, head, s.attach, s.pattern);
        let guard = met.guard.unwrap_or_else(|| self.int(1));
        let mut guard = self.unless_off(guard, s.row);
        let (mut terms, mut exits) = (Vec::new(), Vec::new());
        self.rule_terms(&mut met.scope, &mut terms, s, &mut exits);
        for op in terms.iter().take_while(|op| !matches!(op, Op::Offer { .. })) {
            if let Op::Unless(x, _) = op {
                guard = self.both(Some(guard), *x);
            }
        }
        let any = self.over_carriers(guard, met.me);
        scope.next = scope.next.max(met.scope.next);
        scope.most = scope.most.max(met.scope.most);
        let was = self.program.ex(Ex::Reg(done));
        let not = self.negate(true, was);
        self.both(Some(not), any)
    }
}
