//! The code of rolls, pools and checks: offers, the throw with all that touches it, what follows.

use super::attach::Toss;
use super::compile::{Pass, patch};
use super::expr::short;
use super::ir::{Bin, Contribution, Ex, Faces, Natural, Op, Reg, ThrowKind, X};
use super::scope::Scope;
use super::select::small;
use crate::diag::Code;
use crate::model::{Head, Type};
use crate::syntax::{Declaration, Node, Rule};

/// A contribution ready to be put into the throw.
struct Ready<'n> {
    contribution: Contribution,
    core: &'n Node,
    scope: Scope,
}

impl<'a> Pass<'a> {
    /// Compiles a chance hook.
    pub fn chance_body(&mut self, d: &'a Declaration, proc: u16) {
        let Some(head) = self.program.proc_heads.get(proc as usize).cloned() else { return };
        let mut scope = self.scope_of(&head.roles);
        scope.proc = Some(proc);
        scope.step.clone_from(&head.word);
        let mut code = Vec::new();
        let mut tosses = self.tosses.get(&proc).cloned().unwrap_or_default();
        tosses.sort_by_cached_key(|t| {
            let name = self.program.rows.get(t.row as usize).map_or(String::new(), |r| r.name.clone());
            (name, self.text(t.contrib).to_owned(), t.attach.map_or("", |a| self.text(a)).to_owned())
        });
        match head.word.as_str() {
            "pool" => self.pool(d, proc, &head, &mut scope, &mut code, &tosses),
            "check" => self.check(d, proc, &head, &mut scope, &mut code, &tosses),
            "opposed" => self.opposed(d, &head, &mut scope, &mut code),
            _ => self.roll(d, proc, &head, &mut scope, &mut code, &tosses),
        }
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.code = code;
            p.regs = scope.most.saturating_add(1);
        }
    }

    /// Compiles a contribution's guard and amount in the hook's scope; offers and dice go before the throw.
    fn ready<'n>(&mut self, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, toss: &'n Toss<'a>) -> Option<Ready<'n>> {
        let (mut inner, mut guard, me) = match (toss.attach, toss.pattern) {
            (Some(attach), Some(pattern)) => {
                let met = self.meet_within(scope, toss.rule, head, attach, pattern);
                (met.scope, met.guard, met.me)
            }
            _ => (scope.clone(), None, None),
        };
        inner.next = inner.next.max(scope.next);
        inner.proc = scope.proc;
        inner.step = self.program.rows.get(toss.row as usize).map_or(String::new(), |r| crate::model::Key::new(&r.name).as_str().to_owned());
        for g in toss.contrib.all(Rule::guard) {
            if self.after_the_throw(g) {
                continue;
            }
            let x = self.guard(&mut inner, g);
            guard = Some(self.both(guard, x));
        }
        // limits: `first time per game of unit`
        if let Some(attach) = toss.attach {
            for mood in attach.all(Rule::mood) {
                let text = self.text(mood).to_owned();
                if !text.contains(" per ") {
                    continue;
                }
                let named = mood.all(Rule::word).last().and_then(|w| inner.find(self.text(w)).cloned());
                let bearer = named.or_else(|| inner.me.clone().filter(|m| matches!(m.ty, Type::Thing(_)))).or_else(|| inner.locals.first().cloned());
                let Some(bearer) = bearer else { continue };
                let of = if let Type::Thing(k) = bearer.ty { self.program.book.kinds.get(k).map(|k| k.word.clone()) } else { None };
                let key = (mood.span, toss.rule.unwrap_or(u16::MAX));
                let state = match self.limit_bits.get(&key) {
                    Some(b) => *b,
                    None => {
                        let b = self.limit_state(&text, &of.unwrap_or("game".into()), mood);
                        self.limit_bits.insert(key, b);
                        b
                    }
                };
                let who = self.program.ex(Ex::Reg(bearer.reg));
                let bit = self.program.ex(Ex::Bit { of: who, state });
                let free = self.negate(true, bit);
                let all = self.both(guard, free);
                // what was free before the throw is used up by it
                let used = inner.fresh();
                let all = self.over_carriers(all, me);
                code.push(Op::Set(used, all));
                let used_x = self.program.ex(Ex::Reg(used));
                self.after_throw.push((used_x, who, state));
                guard = Some(used_x);
            }
        }
        let core = toss.contrib.find(Rule::contrib_core).and_then(Node::first)?;
        let guard_x = guard.unwrap_or_else(|| self.int(1));
        if toss.may && !matches!(core.rule, Rule::reroll) {
            return self.offered(scope, inner, code, toss, guard_x, me, core);
        }
        let dice_param = self.param.as_ref().is_some_and(|(_, v)| v.contains('d'));
        let rolls = contains(core, Rule::dice_term) || (dice_param && contains(core, Rule::local));
        let mut x = 0;
        let mut contribution_guard = guard_x;
        let mut carriers = me;
        if rolls {
            let flag = inner.fresh();
            let any = self.over_carriers(guard_x, me);
            code.push(Op::Set(flag, any));
            let f = self.program.ex(Ex::Reg(flag));
            let jump = code.len();
            code.push(Op::Unless(f, 0));
            x = self.amount_of(&mut inner, code, core);
            let end = code.len();
            patch(code, jump, end);
            contribution_guard = f;
            carriers = None;
        } else if !matches!(core.rule, Rule::reroll | Rule::natural | Rule::result_c) {
            x = self.amount_of(&mut inner, code, core);
        }
        scope.most = scope.most.max(inner.most);
        scope.next = scope.next.max(inner.next);
        Some(Ready { contribution: Contribution { row: toss.row, guard: contribution_guard, x, me: carriers }, core, scope: inner })
    }

    /// Whether a guard speaks of the result: it is asked after the throw.
    fn after_the_throw(&self, guard: &Node) -> bool {
        let text = self.text(guard);
        text.ends_with("failed") || text.ends_with("passed")
    }

    /// A contribution that its owner may take or leave.
    #[allow(clippy::too_many_arguments)] // an offer needs all of its surroundings
    fn offered<'n>(&mut self, scope: &mut Scope, mut inner: Scope, code: &mut Vec<Op>, toss: &Toss<'a>, guard: X, me: Option<(Reg, u16)>, core: &'n Node) -> Option<Ready<'n>> {
        let flag = inner.fresh();
        let zero = self.int(0);
        code.push(Op::Set(flag, zero));
        let any = self.over_carriers(guard, me);
        let jump = code.len();
        code.push(Op::Unless(any, 0));
        let who = self.carrier(&inner);
        let by = self.program.ex(Ex::Side(who));
        let label = self.program.label(&inner.step.clone());
        let offer = code.len();
        code.push(Op::Offer { by, no: 0, label, row: toss.row, who });
        let one = self.int(1);
        code.push(Op::Set(flag, one));
        let end = code.len();
        patch(code, jump, end);
        patch(code, offer, end);
        let x = self.amount_of(&mut inner, code, core);
        let f = self.program.ex(Ex::Reg(flag));
        scope.most = scope.most.max(inner.most);
        scope.next = scope.next.max(inner.next);
        Some(Ready { contribution: Contribution { row: toss.row, guard: f, x, me: None }, core, scope: inner })
    }

    fn amount_of(&mut self, scope: &mut Scope, code: &mut Vec<Op>, core: &Node) -> X {
        let node = match core.rule {
            Rule::each_mod => core.find(Rule::signed),
            Rule::total_mod => core.find(Rule::signed_sum),
            _ => Some(core),
        };
        let Some(node) = node else { return 0 };
        let Some(value) = node.kids.iter().find(|k| matches!(k.rule, Rule::sum_term | Rule::sum_expr | Rule::choice | Rule::need)) else { return self.int(1) };
        let (mut x, _) = self.effect(scope, code, value);
        if node.has(Rule::minus) {
            x = match self.program.constant(x) {
                Some(n) => self.int(-n),
                None => self.program.ex(Ex::Neg(x)),
            };
        }
        if let Some(f) = core.find(Rule::for_every) {
            x = self.for_every(scope, x, f);
        }
        x
    }

    fn pool(&mut self, d: &'a Declaration, proc: u16, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, tosses: &[Toss<'a>]) {
        let zero = self.int(0);
        let id = self.throw(&head.name, "pool", ThrowKind::Pool, 6, zero, head.span);
        self.register(proc, id);
        for part in d.body.iter().flat_map(|l| &l.parts) {
            match part.rule {
                Rule::dice_item => {
                    let x = part.find(Rule::sum_expr).map_or(0, |e| self.effect(scope, code, e).0);
                    self.with_throw(id, |t| t.dice = x);
                }
                Rule::each_die => self.each_die(scope, id, part),
                Rule::named_row | Rule::row_contrib | Rule::natural | Rule::attach | Rule::note_item => {}
                _ => {
                    self.fault(Code::Place, part.span, "this does not belong in a pool", "a pool has `dice`, `each d6 >= ...`, `natural ...` and contributions");
                }
            }
        }
        self.own_naturals(d, id, scope);
        self.tosses_into(id, head, scope, code, tosses);
        let reg = scope.fresh();
        let _margin = scope.fresh();
        code.push(Op::Roll(id, reg));
        self.after(code);
        let x = self.program.ex(Ex::Reg(reg));
        code.push(Op::Give(x));
    }

    fn each_die(&mut self, scope: &mut Scope, id: u16, part: &Node) {
        let sides = part.find(Rule::dice).map_or(6, |n| self.text(n).trim_start_matches('d').parse().unwrap_or(6));
        self.with_throw(id, |t| t.sides = sides);
        if let Some(c) = part.find(Rule::comparison) {
            let (x, ty) = c.find(Rule::sum_expr).map_or((0, Type::Unknown), |e| self.expr(scope, e));
            if !matches!(ty, Type::Need | Type::Number(crate::model::Measure::None) | Type::Unknown) {
                let is = self.program.book.describe(&ty);
                self.fault(Code::Measure, c.span, format!("a die is compared with a score, and this is {is}"), "give a score such as 5+");
            }
            self.with_throw(id, |t| t.need = Some(x));
        }
        if let Some(counts) = part.find(Rule::counts_map) {
            let mut rows = Vec::new();
            for row in counts.all(Rule::count_row) {
                let n: Vec<u8> = row.all(Rule::integer).map(|i| self.text(i).parse().unwrap_or(0)).collect();
                match n.as_slice() {
                    [a, b, c] => rows.push((*a, *b, *c)),
                    [a, c] => rows.push((*a, *a, *c)),
                    _ => {}
                }
            }
            self.with_throw(id, |t| t.counts = rows);
        }
    }

    fn own_naturals(&mut self, d: &'a Declaration, id: u16, scope: &mut Scope) {
        for line in &d.body {
            for part in line.parts.iter().filter(|p| p.rule == Rule::natural) {
                let cites = self.cites(if line.cites.is_empty() { &d.cites } else { &line.cites });
                let row = self.new_row("natural score", part.span, cites, None);
                let guard = self.int(1);
                let c = Contribution { row, guard, x: 0, me: None };
                self.natural_into(id, part, &c, scope);
            }
        }
    }

    fn natural_into(&mut self, id: u16, node: &Node, c: &Contribution, _scope: &mut Scope) {
        let face = node.find(Rule::integer).map_or(0, |i| self.text(i).parse().unwrap_or(0));
        let result = node.find(Rule::natural_result).map_or("", |r| self.text(r));
        let natural = match result.split_whitespace().next() {
            Some("hits" | "passes") => Natural::Hits,
            Some("misses" | "fails") => Natural::Misses,
            Some("counts") => Natural::Counts(result.split_whitespace().nth(1).and_then(|n| n.parse().ok()).unwrap_or(1)),
            _ => {
                self.fault(Code::Unready, node.span, "this result of a natural score cannot be carried out yet", "write `hits`, `misses` or `counts n`");
                return;
            }
        };
        let c = c.clone();
        self.with_throw(id, |t| t.naturals.push((face, natural, c)));
    }

    fn with_throw(&mut self, id: u16, f: impl FnOnce(&mut super::ir::Throw)) {
        if let Some(t) = self.program.throws.get_mut(id as usize) {
            f(t);
        }
    }

    fn register(&mut self, proc: u16, throw: u16) {
        if let Some(c) = self.chance_of.get(&proc) {
            if let Some(t) = self.program.chance_throws.get_mut(*c) {
                *t = throw;
            }
        }
        let row = self.program.procs.get(proc as usize).map_or(0, |p| p.row);
        self.with_throw(throw, |t| t.row = row);
    }

    /// Puts every contribution where it belongs in the throw.
    fn tosses_into(&mut self, id: u16, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, tosses: &[Toss<'a>]) {
        for toss in tosses {
            let Some(mut ready) = self.ready(head, scope, code, toss) else { continue };
            let c = ready.contribution.clone();
            let core = ready.core;
            match core.rule {
                Rule::each_mod | Rule::total_mod | Rule::add => self.with_throw(id, |t| t.each.push(c)),
                Rule::dice_mod => {
                    let c = self.signed_dice(c, core);
                    self.with_throw(id, |t| t.more.push(c));
                }
                Rule::need_c => self.with_throw(id, |t| t.needs.push(c)),
                Rule::natural => self.natural_into(id, core, &c, &mut ready.scope),
                Rule::reroll => {
                    let faces = self.faces(core);
                    let kind = self.program.throws.get(id as usize).map(|t| t.kind);
                    let late = toss.may || core.has(Rule::may) || toss.contrib.all(Rule::guard).any(|g| self.after_the_throw(g));
                    if late && kind != Some(ThrowKind::Pool) {
                        self.late.push((c, faces, toss.clone(), ready.scope));
                    } else {
                        self.with_throw(id, |t| t.rerolls.push((faces, c)));
                    }
                }
                Rule::result_c => self.late.push((c, Faces::All, toss.clone(), ready.scope)),
                Rule::keep => {
                    let n: i8 = core.find(Rule::integer).map_or(1, |i| self.text(i).parse().unwrap_or(1));
                    let best = core.find(Rule::best_word).is_none_or(|w| self.text(w) != "lowest");
                    let keep = if self.text(core).starts_with("drop") == best { -n } else { n };
                    self.with_throw(id, |t| t.keep.push((keep, c)));
                }
                _ => {
                    self.fault(Code::Place, core.span, "this changes quantities or steps, not a roll", "write `each +n`, `+n dice`, `reroll ...`, `natural ...` or `need s+`");
                }
            }
        }
    }

    fn signed_dice(&mut self, mut c: Contribution, core: &Node) -> Contribution {
        if core.has(Rule::minus) && self.program.constant(c.x).is_none_or(|n| n > 0) {
            c.x = self.program.ex(Ex::Neg(c.x));
        }
        c
    }

    fn faces(&self, core: &Node) -> Faces {
        let Some(f) = core.find(Rule::faces) else { return Faces::All };
        let text = self.text(f);
        if let Some(face) = f.find(Rule::face_value) {
            return Faces::Face(self.text(face).trim_end_matches('s').parse().unwrap_or(0));
        }
        match text.split_whitespace().next() {
            Some("failures") => Faces::Failures,
            Some("successes") => Faces::Successes,
            Some(n) if f.has(Rule::integer) => Faces::Some(n.parse().unwrap_or(1)),
            _ => Faces::All,
        }
    }

    /// After the throw: what it used up.
    fn after(&mut self, code: &mut Vec<Op>) {
        for (used, who, state) in std::mem::take(&mut self.after_throw) {
            let jump = code.len();
            code.push(Op::Unless(used, 0));
            code.push(Op::Gain(who, state));
            let end = code.len();
            patch(code, jump, end);
        }
    }

    fn check(&mut self, d: &'a Declaration, proc: u16, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, tosses: &[Toss<'a>]) {
        let Some(body) = d.head.find(Rule::chance_body) else {
            self.fault(Code::Place, d.head.span, "a check wants its sum and the score it needs", "write `: d6 + ... >= 7` after the head");
            return;
        };
        let one = self.int(1);
        let id = self.throw(&head.name, "check", ThrowKind::Check, 6, one, head.span);
        self.register(proc, id);
        self.sum_and_need(scope, id, body);
        self.own_naturals(d, id, scope);
        self.tosses_into(id, head, scope, code, tosses);
        let reg = scope.fresh();
        let _margin = scope.fresh();
        code.push(Op::Roll(id, reg));
        self.late_rules(scope, code, id, reg);
        self.after(code);
        self.bands(d, scope, code, reg);
        let x = self.program.ex(Ex::Reg(reg));
        code.push(Op::Give(x));
    }

    /// Splits `d6 + Command of unit >= 7` into die, sum and score.
    fn sum_and_need(&mut self, scope: &mut Scope, id: u16, body: &Node) {
        let Some(expr) = body.find(Rule::choice).and_then(Node::first) else { return };
        let at = expr.kids.iter().position(|k| matches!(k.rule, Rule::at_least | Rule::more | Rule::at_most | Rule::less));
        let (left, right) = match at {
            Some(i) => (expr.kids.get(..i).unwrap_or(&[]), expr.kids.get(i + 1..).unwrap_or(&[])),
            None => (&expr.kids[..], &[][..]),
        };
        let part = |kids: &[Node]| Node { rule: Rule::expr, span: expr.span, kids: kids.to_vec() };
        let mut die = None;
        part(left).walk(&mut |n| {
            if n.rule == Rule::dice_term && die.is_none() {
                die = Some(n.span);
            }
        });
        if let Some(span) = die {
            let text = self.files.slice(span).trim_end_matches('"');
            let (n, sides) = text.split_once('d').unwrap_or(("1", "6"));
            let n = self.int(n.parse().unwrap_or(1));
            let sides = sides.parse().unwrap_or(6);
            self.with_throw(id, |t| {
                t.dice = n;
                t.sides = sides;
            });
            let zero = self.int(0);
            self.substitutes.insert(span, (zero, Type::PLAIN));
        }
        let base = self.expr(scope, &part(left)).0;
        let (mut need, _) = if right.is_empty() { (0, Type::Unknown) } else { self.expr(scope, &part(right)) };
        // `<=` and `<` turn the comparison round: both sides change sign
        let op = at.and_then(|i| expr.kids.get(i)).map(|k| k.rule);
        if op == Some(Rule::more) {
            let one = self.int(1);
            need = self.program.ex(Ex::Two(Bin::Add, need, one));
        }
        let low = matches!(op, Some(Rule::at_most | Rule::less));
        if op == Some(Rule::less) {
            let one = self.int(1);
            need = self.program.ex(Ex::Two(Bin::Sub, need, one));
        }
        self.with_throw(id, |t| {
            t.base = Some(base);
            t.need = Some(need);
            t.low = low;
        });
    }

    /// Rules that meet a result: `when failed: passes`, `may reroll`.
    fn late_rules(&mut self, scope: &mut Scope, code: &mut Vec<Op>, id: u16, reg: Reg) {
        let late = std::mem::take(&mut self.late);
        let again = scope.fresh();
        let zero = self.int(0);
        // set where the dice have been rolled again: no die is rolled a third time
        code.push(Op::Set(again, zero));
        for (c, faces, toss, inner) in late {
            let guard = self.over_carriers(c.guard, c.me);
            let core = toss.contrib.find(Rule::contrib_core).and_then(Node::first);
            let Some(core) = core else { continue };
            let result = self.program.ex(Ex::Reg(reg));
            let mut exits = vec![code.len()];
            code.push(Op::Unless(guard, 0));
            let wants_failure = toss.contrib.all(Rule::guard).any(|g| self.text(g).ends_with("failed")) || toss.attach.is_some_and(|a| a.all(Rule::guard).any(|g| self.text(g).ends_with("failed"))) || faces == Faces::Failures;
            let is_check = self.program.throws.get(id as usize).is_some_and(|t| t.kind == ThrowKind::Check);
            if wants_failure && is_check {
                let failed = self.negate(true, result);
                exits.push(code.len());
                code.push(Op::Unless(failed, 0));
            }
            let may = toss.may || core.has(Rule::may);
            if core.rule == Rule::reroll {
                let done = self.program.ex(Ex::Reg(again));
                let first = self.negate(true, done);
                exits.push(code.len());
                code.push(Op::Unless(first, 0));
            }
            if may {
                let who = self.carrier(&inner);
                let by = self.program.ex(Ex::Side(who));
                let label = self.program.label(&inner.step.clone());
                exits.push(code.len());
                code.push(Op::Offer { by, no: 0, label, row: c.row, who });
            }
            if core.rule == Rule::reroll {
                let one = self.int(1);
                code.push(Op::Set(again, one));
                code.push(Op::Roll(id, reg));
            } else {
                let x = self.int(i64::from(self.text(core).starts_with("pass")));
                code.push(Op::Set(reg, x));
            }
            let end = code.len();
            for e in exits {
                patch(code, e, end);
            }
            scope.most = scope.most.max(inner.most);
        }
    }

    /// `failed by 1 to 2: ...`.
    fn bands(&mut self, d: &'a Declaration, scope: &mut Scope, code: &mut Vec<Op>, reg: Reg) {
        for line in &d.body {
            for part in line.parts.iter().filter(|p| p.rule == Rule::band) {
                let Some(what) = part.first() else { continue };
                let passed = self.program.ex(Ex::Reg(reg));
                let mut guard = self.negate(what.rule != Rule::passed, passed);
                if let Some(range) = what.find(Rule::range) {
                    let text = self.text(range).replace(" or more", "+");
                    let margin = self.program.ex(Ex::Reg(reg + 1));
                    let short_of = self.program.ex(Ex::Neg(margin));
                    let (lo, hi) = band_range(&text);
                    let (lo, hi) = (self.int(lo), self.int(hi));
                    let a = self.program.ex(Ex::Two(Bin::Le, lo, short_of));
                    let b = self.program.ex(Ex::Two(Bin::Le, short_of, hi));
                    guard = self.both(Some(guard), a);
                    guard = self.both(Some(guard), b);
                }
                let jump = code.len();
                code.push(Op::Unless(guard, 0));
                self.block(scope, code, part.find(Rule::block), &line.below);
                let end = code.len();
                patch(code, jump, end);
            }
        }
    }

    fn roll(&mut self, d: &'a Declaration, proc: u16, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, tosses: &[Toss<'a>]) {
        let Some(body) = d.head.find(Rule::chance_body).and_then(|b| b.find(Rule::choice)) else {
            self.fault(Code::Place, d.head.span, "a roll wants its dice", "write `: 2d6` or the like after the head");
            return;
        };
        // what is added lives in a slot of its own, so that it composes as values do
        let total = scope.fresh();
        let again = scope.fresh();
        let row = self.program.procs.get(proc as usize).map_or(0, |p| p.row);
        let slot = short(self.program.slots.len());
        let base = self.program.ex(Ex::Reg(total));
        self.program.slots.push(super::ir::Slot { name: head.name.clone(), row, roles: small(head.roles.len() + 1), base: Some(base), ..Default::default() });
        self.program.slot_heads.push(Head { name: head.name.clone(), word: "roll".into(), roles: Vec::new(), gives: head.gives.clone(), span: head.span });
        let zero = self.int(0);
        code.push(Op::Set(again, zero));
        let top = code.len();
        let (x, _) = self.effect(scope, code, body);
        code.push(Op::Set(total, x));
        let throw = code.iter().rev().find_map(|o| if let Op::Roll(id, _) = o { Some(*id) } else { None });
        if let Some(t) = throw {
            self.register(proc, t);
        }
        let mut late = Vec::new();
        for toss in tosses {
            let Some(ready) = self.ready(head, scope, code, toss) else { continue };
            let c = ready.contribution.clone();
            match ready.core.rule {
                Rule::reroll => late.push((c, toss.clone(), ready.scope)),
                Rule::add | Rule::total_mod => self.slot_with(slot, |s| s.adds.push(c)),
                Rule::floor => self.slot_with(slot, |s| s.floors.push(c)),
                Rule::ceiling => self.slot_with(slot, |s| s.ceilings.push(c)),
                Rule::set => self.slot_with(slot, |s| s.sets.push(c)),
                Rule::scale => self.slot_with(slot, |s| s.scales.push((c, 1, 2))),
                Rule::dice_mod | Rule::keep => {
                    let c = self.signed_dice(c, ready.core);
                    if let Some(t) = throw {
                        self.with_throw(t, |t| t.more.push(c));
                    }
                }
                _ => {
                    self.fault(Code::Place, ready.core.span, "this does not change a total", "write `+ e`, `x n`, `reroll all` or `+ 1 dice, drop lowest`");
                }
            }
        }
        let args: Vec<X> = (0..=head.roles.len()).map(|i| self.program.ex(Ex::Reg(small(i)))).collect();
        let args = self.program.list(args);
        let all = self.program.ex(Ex::Value { slot, args });
        for (c, toss, inner) in late {
            let guard = self.over_carriers(c.guard, c.me);
            let mut exits = vec![code.len()];
            code.push(Op::Unless(guard, 0));
            let done = self.program.ex(Ex::Reg(again));
            let first = self.negate(true, done);
            exits.push(code.len());
            code.push(Op::Unless(first, 0));
            let core = toss.contrib.find(Rule::contrib_core).and_then(Node::first);
            if toss.may || core.is_some_and(|c| c.has(Rule::may)) {
                let who = self.carrier(&inner);
                let by = self.program.ex(Ex::Side(who));
                let label = self.program.label(&inner.step.clone());
                exits.push(code.len());
                code.push(Op::Offer { by, no: 0, label, row: c.row, who });
            }
            let one = self.int(1);
            code.push(Op::Set(again, one));
            code.push(Op::Jump(u32::try_from(top).unwrap_or(0)));
            let end = code.len();
            for e in exits {
                patch(code, e, end);
            }
        }
        self.after(code);
        code.push(Op::Give(all));
    }

    fn slot_with(&mut self, slot: u16, f: impl FnOnce(&mut super::ir::Slot)) {
        if let Some(s) = self.program.slots.get_mut(slot as usize) {
            f(s);
        }
    }

    /// Each side rolls; the higher total wins, ties roll again.
    fn opposed(&mut self, d: &'a Declaration, head: &Head, scope: &mut Scope, code: &mut Vec<Op>) {
        let Some(body) = d.head.find(Rule::chance_body).and_then(|b| b.find(Rule::choice)) else {
            self.fault(Code::Place, d.head.span, "an opposed roll wants its dice", "write `: d6 + ...` after the head");
            return;
        };
        let sides = self.program.book.kind("side").unwrap_or(1);
        let first = self.program.ex(Ex::Game);
        let first = self.program.ex(Ex::Side(first));
        let second = self.program.ex(Ex::OtherSide(first));
        let side = scope.bind("side", Type::Thing(sides));
        let (a, b) = (scope.fresh(), scope.fresh());
        let top = code.len();
        for (who, to) in [(first, a), (second, b)] {
            code.push(Op::Set(side, who));
            scope.step = if to == a { "first".into() } else { "second".into() };
            self.substitutes.clear();
            let (x, _) = self.effect(scope, code, body);
            code.push(Op::Set(to, x));
        }
        let (ax, bx) = (self.program.ex(Ex::Reg(a)), self.program.ex(Ex::Reg(b)));
        let differ = self.program.ex(Ex::Two(Bin::Ne, ax, bx));
        code.push(Op::Unless(differ, u32::try_from(top).unwrap_or(0)));
        let more = self.program.ex(Ex::Two(Bin::Lt, bx, ax));
        let winner = self.program.ex(Ex::If(more, first, second));
        code.push(Op::Give(winner));
        let _ = head;
    }
}

fn contains(node: &Node, rule: Rule) -> bool {
    let mut any = false;
    node.walk(&mut |n| any |= n.rule == rule);
    any
}

fn band_range(text: &str) -> (i64, i64) {
    let text = text.trim();
    if let Some(n) = text.strip_suffix('+').and_then(|t| t.trim().parse().ok()) {
        return (n, i64::from(i32::MAX));
    }
    if let Some((a, b)) = text.split_once(" to ").or_else(|| text.split_once('-')) {
        if let (Ok(a), Ok(b)) = (a.trim().parse(), b.trim().parse()) {
            return (a, b);
        }
    }
    text.parse().map_or((1, i64::from(i32::MAX)), |n| (n, n))
}
