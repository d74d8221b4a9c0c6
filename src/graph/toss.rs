//! What rules contribute to a throw, before it is made and after.

use super::compile::{Pass, land};
use super::ir::{Contribution, Ex, Faces, Op, ThrowKind, X};
use super::meet::Met;
use super::rules::Param;
use super::scope::Scope;
use crate::diag::Code;
use crate::model::{Head, Key, Type};
use crate::syntax::{Node, Rule};

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
    /// Limits that are used up when it is met: whether they were free, of whom, the mark.
    pub uses: Vec<(X, X, u16)>,
}

/// A contribution ready to be put into the throw.
pub(super) struct Ready<'n> {
    pub contribution: Contribution,
    pub core: &'n Node,
    pub scope: Scope,
}

impl<'a> Pass<'a> {
    /// Puts every contribution where it belongs in the throw.
    pub fn tosses_into(&mut self, id: u16, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, tosses: &[Toss<'a>]) {
        for toss in tosses {
            let used = self.after_throw.len();
            let Some(ready) = self.ready(head, scope, code, toss) else { continue };
            let c = ready.contribution.clone();
            let core = ready.core;
            match core.rule {
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
                Rule::reroll => {
                    let faces = self.faces(core);
                    let kind = self.program.throws.get(id as usize).map(|t| t.kind);
                    let late = toss.may || core.has(Rule::may) || toss.contrib.all(Rule::guard).any(|g| self.awaited(g).is_some());
                    let pool = kind == Some(ThrowKind::Pool);
                    let late = late || pool && (matches!(faces, Faces::Worst(_)) || core.has(Rule::kw_anew));
                    if late && pool {
                        if matches!(faces, Faces::Face(_) | Faces::Score(_)) {
                            let help = "roll `failures`, `successes`, `all` or `1 die` again, or leave out `may`";
                            self.fault(Code::Unready, core.span, "one face cannot be rolled again after it is seen yet", help);
                        }
                        let uses = self.after_throw.split_off(used);
                        self.seen.push(Late { c, faces, toss: toss.clone(), scope: ready.scope, uses });
                    } else if late {
                        self.late.push(Late { c, faces, toss: toss.clone(), scope: ready.scope, uses: self.after_throw.split_off(used) });
                    } else {
                        self.with_throw(id, |t| t.rerolls.push((faces, c)));
                    }
                }
                Rule::result_c if self.program.throws.get(id as usize).is_some_and(|t| t.kind == ThrowKind::Pool) => {
                    let uses = self.after_throw.split_off(used);
                    self.seen.push(Late { c, faces: Faces::All, toss: toss.clone(), scope: ready.scope, uses });
                }
                Rule::hit_counts if self.program.throws.get(id as usize).is_some_and(|t| t.kind == ThrowKind::Pool) => {
                    let uses = self.after_throw.split_off(used);
                    self.hits.push(Late { c, faces: Faces::All, toss: toss.clone(), scope: ready.scope, uses });
                }
                Rule::exact => self.with_throw(id, |t| t.exact.push(c)),
                Rule::result_c => {
                    let uses = self.after_throw.split_off(used);
                    self.late.push(Late { c, faces: Faces::All, toss: toss.clone(), scope: ready.scope, uses });
                }
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

    /// Compiles a contribution's guard and amount in the hook's scope; offers and dice go before the throw.
    pub fn ready<'n>(&mut self, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, toss: &'n Toss<'a>) -> Option<Ready<'n>> {
        let mut met = match (toss.attach, toss.pattern) {
            (Some(attach), Some(pattern)) => {
                self.tossing = true;
                let met = self.meet_within(scope, toss.rule, head, attach, pattern);
                self.tossing = false;
                met
            }
            _ => Met { scope: scope.clone(), guard: None, me: None },
        };
        met.scope.next = met.scope.next.max(scope.next);
        met.scope.proc = scope.proc;
        met.scope.step = self.program.rows.get(toss.row as usize).map_or(String::new(), |r| Key::new(&r.name).as_str().to_owned());
        for g in toss.contrib.all(Rule::guard) {
            let Some(g) = self.before_the_throw(g) else { continue };
            let x = self.guard(&mut met.scope, &g);
            met.guard = Some(self.both(met.guard, x));
        }
        let core = toss.contrib.find(Rule::contrib_core).and_then(Node::first)?;
        let moods = toss.attach.map_or_else(Vec::new, |a| a.all(Rule::mood).filter(|m| self.text(m).contains(" per ")).collect());
        // the throw leaves out what is switched off; what is rolled, offered, used up or done after it asks for itself
        let by_itself = matches!(core.rule, Rule::reroll | Rule::result_c | Rule::hit_counts);
        if toss.may || by_itself || !moods.is_empty() || rolls_dice(&met.scope, core) {
            let guard = met.guard.unwrap_or_else(|| self.int(1));
            met.guard = Some(self.unless_off(guard, toss.row));
        }
        for mood in moods {
            self.used_by_throw(&mut met, code, toss, mood);
        }
        let ready = if toss.may && !matches!(core.rule, Rule::reroll | Rule::result_c | Rule::hit_counts) {
            self.offered(code, toss, met, core)
        } else {
            self.applied(code, toss, met, core)
        };
        scope.most = scope.most.max(ready.scope.most);
        scope.next = scope.next.max(ready.scope.next);
        Some(ready)
    }

    /// A limit, `first time per game of X`: what was free before the throw is used up by it.
    fn used_by_throw(&mut self, met: &mut Met, code: &mut Vec<Op>, toss: &Toss<'a>, mood: &Node) {
        let mood = mood.find(Rule::limit).unwrap_or(mood);
        let inner = &mut met.scope;
        let named = mood.all(Rule::word).last().and_then(|w| inner.find(self.text(w)).cloned());
        let bearer =
            named.or_else(|| inner.me.clone().filter(|m| matches!(m.ty, Type::Thing(_)))).or_else(|| inner.locals.first().cloned());
        let Some(bearer) = bearer else { return };
        let of = if let Type::Thing(k) = bearer.ty { self.program.book.kinds.get(k).map(|k| k.word.clone()) } else { None };
        let state = self.limit_bit(toss.rule, &of.unwrap_or("game".into()), mood);
        let who = self.program.ex(Ex::Reg(bearer.reg));
        let bit = self.program.ex(Ex::Bit { of: who, state });
        let free = self.negate(true, bit);
        let all = self.both(met.guard, free);
        let used = met.scope.fresh();
        let all = self.over_carriers(all, met.me);
        code.push(Op::Set(used, all));
        let used = self.program.ex(Ex::Reg(used));
        self.after_throw.push((used, who, state));
        met.guard = Some(used);
    }

    /// A contribution that applies wherever its guard holds.
    fn applied<'n>(&mut self, code: &mut Vec<Op>, toss: &Toss<'a>, mut met: Met, core: &'n Node) -> Ready<'n> {
        let mut guard = met.guard.unwrap_or_else(|| self.int(1));
        let mut x = 0;
        if rolls_dice(&met.scope, core) {
            let flag = met.scope.fresh();
            let any = self.over_carriers(guard, met.me.take());
            code.push(Op::Set(flag, any));
            guard = self.program.ex(Ex::Reg(flag));
            let jump = code.len();
            code.push(Op::Unless(guard, 0));
            x = self.amount_of(&mut met.scope, code, core);
            land(code, jump);
        } else if core.rule == Rule::scale && self.share_of_one(core).is_some() {
            // a bare share is a factor, not an amount
        } else if !matches!(core.rule, Rule::reroll | Rule::natural | Rule::result_c | Rule::explode | Rule::hit_counts | Rule::keep) {
            x = self.amount_of(&mut met.scope, code, core);
        }
        Ready { contribution: Contribution { row: toss.row, guard, x, me: met.me }, core, scope: met.scope }
    }

    /// A contribution that its owner may take or leave.
    fn offered<'n>(&mut self, code: &mut Vec<Op>, toss: &Toss<'a>, mut met: Met, core: &'n Node) -> Ready<'n> {
        let guard = met.guard.unwrap_or_else(|| self.int(1));
        let flag = met.scope.fresh();
        let zero = self.int(0);
        code.push(Op::Set(flag, zero));
        let any = self.over_carriers(guard, met.me);
        let jump = code.len();
        code.push(Op::Unless(any, 0));
        let who = self.carrier(&met.scope);
        let by = self.program.ex(Ex::Side(who));
        let label = self.program.label(&met.scope.step);
        let offer = code.len();
        code.push(Op::Offer { by, no: 0, label, row: toss.row, who });
        let one = self.int(1);
        code.push(Op::Set(flag, one));
        land(code, jump);
        land(code, offer);
        let x = self.amount_of(&mut met.scope, code, core);
        let guard = self.program.ex(Ex::Reg(flag));
        Ready { contribution: Contribution { row: toss.row, guard, x, me: None }, core, scope: met.scope }
    }

    fn amount_of(&mut self, scope: &mut Scope, code: &mut Vec<Op>, core: &Node) -> X {
        let node = match core.rule {
            Rule::each_mod => core.find(Rule::signed),
            Rule::total_mod => core.find(Rule::signed_sum),
            _ => Some(core),
        };
        let Some(node) = node else { return 0 };
        let Some(value) = node.kids.iter().find(|k| matches!(k.rule, Rule::sum_term | Rule::sum_expr | Rule::choice | Rule::need)) else {
            return self.int(1);
        };
        let before = code.len();
        let (mut x, _) = self.effect(scope, code, value);
        if node.has(Rule::minus) {
            x = match self.program.constant(x) {
                Some(n) => self.int(-n),
                None => self.program.ex(Ex::Neg(x)),
            };
        }
        let Some(f) = core.find(Rule::for_every) else { return x };
        // dice for every so many are that many dice, not one die that counts so often
        let thrown = code.iter().skip(before).find_map(|op| if let Op::Roll(id, _) = op { Some(*id) } else { None });
        match thrown.and_then(|id| self.program.throws.get(id as usize).map(|t| (id, t.dice))) {
            Some((id, dice)) => {
                let all = self.for_every(scope, dice, f);
                self.with_throw(id, |t| t.dice = all);
                x
            }
            None => self.for_every(scope, x, f),
        }
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
        for (used, who, state) in std::mem::take(&mut self.after_throw) {
            let jump = code.len();
            code.push(Op::Unless(used, 0));
            code.push(Op::Gain(who, state));
            land(code, jump);
        }
    }
}

/// Whether a contribution rolls dice of its own before the throw.
fn rolls_dice(scope: &Scope, core: &Node) -> bool {
    let given = scope.param.as_ref().is_some_and(Param::is_dice);
    core.rule != Rule::hit_counts && contains(core, Rule::dice_term) || (given && contains(core, Rule::local))
}

fn contains(node: &Node, rule: Rule) -> bool {
    let mut any = false;
    node.walk(&mut |n| any |= n.rule == rule);
    any
}
