//! Statements to instructions.

use super::compile::{Pass, patch};
use super::expr::short;
use super::ir::{Bin, Course, Ex, Motion, Op, Pick, Reg, Throw, ThrowKind, X};
use super::scope::Scope;
use super::select::small;
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::{Key, KindBase, StateKind, Symbol, Type};
use crate::source::Span;
use crate::syntax::{Line, Node, Rule};

/// Verbs that stand between who does it and a name.
const VERBS: &[&str] = &["gains", "loses", "becomes", "forms", "moves", "leads"];

/// A block of code in the making.
pub(super) type Code_ = Vec<Op>;

impl Pass<'_> {
    /// Lines of statements.
    pub fn lines(&mut self, scope: &mut Scope, code: &mut Code_, lines: &[Line]) {
        let mut after_if = None;
        for line in lines {
            let known = scope.locals.len();
            self.parts(scope, code, &line.parts, &line.below, &mut after_if);
            let _ = known;
        }
    }

    fn parts(&mut self, scope: &mut Scope, code: &mut Code_, parts: &[Node], below: &[Line], after_if: &mut Option<usize>) {
        let last = parts.len().saturating_sub(1);
        for (i, part) in parts.iter().enumerate() {
            let below = if i == last { below } else { &[] };
            self.statement(scope, code, part, below, after_if);
        }
    }

    /// The block of a construct: what stands after its `:`, or the deeper lines.
    pub fn block(&mut self, scope: &mut Scope, code: &mut Code_, block: Option<&Node>, below: &[Line]) {
        let known = scope.locals.len();
        let mut after_if = None;
        match block.and_then(Node::first) {
            Some(inner) if inner.rule == Rule::braced => {
                for kid in &inner.kids {
                    self.parts(scope, code, &kid.kids, &[], &mut after_if);
                }
            }
            Some(inner) => self.parts(scope, code, &inner.kids, below, &mut after_if),
            None => self.lines(scope, code, below),
        }
        scope.locals.truncate(known);
    }

    fn statement(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node, below: &[Line], after_if: &mut Option<usize>) {
        let was_if = after_if.take();
        match node.rule {
            Rule::stmt => {
                if let Some(inner) = node.first() {
                    self.statement(scope, code, inner, below, after_if);
                }
            }
            Rule::if_st => *after_if = Some(self.if_st(scope, code, node, below)),
            Rule::otherwise_st => match was_if {
                Some(jump) => *after_if = self.otherwise(scope, code, node, below, jump),
                None => {
                    self.fault(Code::Place, node.span, "`otherwise` follows no `if`", "put it right below the `if` at the same depth");
                }
            },
            Rule::for_each_st => self.for_each(scope, code, node, below),
            Rule::alternate_st => self.alternate(scope, code, node, below),
            Rule::repeat_st => self.repeat(scope, code, node, below),
            Rule::take_st => self.take(scope, code, node),
            Rule::choose_st => self.choose(scope, code, node),
            Rule::may_st => self.may(scope, code, node, below),
            Rule::spend_st => self.spend(scope, code, node, None),
            Rule::stop_st => self.stop(scope, code, node),
            Rule::give_st => {
                if let Some(kid) = node.first() {
                    let (x, _) = self.effect(scope, code, kid);
                    code.push(Op::Give(x));
                }
            }
            Rule::this_st => self.this_is(scope, code, node),
            Rule::let_st => self.let_st(scope, code, node),
            Rule::do_st => self.do_st(scope, code, node, below),
            Rule::change_st => self.change(scope, code, node),
            Rule::move_st => self.motion(scope, code, node),
            Rule::form_st => self.form(scope, code, node),
            Rule::place_st => self.put(scope, code, node),
            Rule::remove_st => {
                let x = self.subject(scope, node);
                code.push(Op::Remove(x));
            }
            Rule::lead_st => {
                let refs: Vec<X> = node.kids.iter().map(|k| self.expr(scope, k).0).collect();
                if let [a, b] = refs.as_slice() {
                    code.push(Op::Lead(*a, *b));
                }
            }
            Rule::gather_st => self.gather(scope, code, node),
            Rule::wins_st => {
                let x = self.subject(scope, node);
                code.push(Op::Win(x));
            }
            Rule::ends_st => code.push(Op::End),
            Rule::until_st => match self.sleepers.get(&node.span).copied() {
                Some(state) => {
                    let who = self.carrier(scope);
                    code.push(Op::Gain(who, state));
                }
                None => {
                    self.fault(Code::Place, node.span, "nothing lasts here", "put it in a rule");
                }
            },
            Rule::note_st | Rule::note_item => {}
            Rule::band if self.foreign_else(node) => {}
            _ => {
                self.fault(Code::Unready, node.span, "this sentence is understood but cannot be carried out yet", "say it with the statements of docs/language.md");
            }
        }
    }

    /// Faults `else:`, which reads as the row of a table that holds for all that is left.
    pub fn foreign_else(&mut self, node: &Node) -> bool {
        let word = "else";
        let is = self.text(node).starts_with(word);
        if is {
            let start = node.span.start as usize;
            self.fault(Code::Habit, Span::new(start, start + word.len()), format!("`{word}` is not of this language"), "write `otherwise:`");
        }
        is
    }

    /// The thing a statement is about: its first reference.
    fn subject(&mut self, scope: &mut Scope, node: &Node) -> X {
        node.first().map_or(0, |k| self.expr(scope, k).0)
    }

    fn if_st(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node, below: &[Line]) -> usize {
        let test = node.find(Rule::expr).map_or(0, |e| self.effect_truth(scope, code, e));
        let jump = code.len();
        code.push(Op::Unless(test, 0));
        self.block(scope, code, node.find(Rule::block), below);
        let here = code.len();
        patch(code, jump, here);
        jump
    }

    fn otherwise(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node, below: &[Line], jump: usize) -> Option<usize> {
        let over = code.len();
        code.push(Op::Jump(0));
        let here = code.len();
        patch(code, jump, here);
        let mut inner = None;
        if let Some(e) = node.find(Rule::expr) {
            let test = self.effect_truth(scope, code, e);
            inner = Some(code.len());
            code.push(Op::Unless(test, 0));
        }
        self.block(scope, code, node.find(Rule::block), below);
        let end = code.len();
        patch(code, over, end);
        if let Some(i) = inner {
            patch(code, i, end);
        }
        inner
    }

    /// A question that may need dice first.
    pub fn effect_truth(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) -> X {
        self.effects_in(scope, code, node);
        self.truth(scope, node)
    }

    /// An expression that may roll or do: those parts are done first, in order, into registers.
    pub fn effect(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) -> (X, Type) {
        self.effects_in(scope, code, node);
        self.expr(scope, node)
    }

    fn effects_in(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) {
        match node.rule {
            Rule::dice_term => {
                let reg = self.dice(scope, code, node);
                let ty = if self.text(node).ends_with('"') { Type::LENGTH } else { Type::PLAIN };
                let x = self.program.ex(Ex::Reg(reg));
                self.substitutes.insert(node.span, (x, ty));
            }
            Rule::total_of => {
                let reg = self.total_of(scope, code, node);
                let x = self.program.ex(Ex::Reg(reg));
                self.substitutes.insert(node.span, (x, Type::PLAIN));
            }
            Rule::call => {
                for kid in &node.kids {
                    self.effects_in(scope, code, kid);
                }
                if let Some((reg, ty)) = self.effect_call(scope, code, node) {
                    let x = self.program.ex(Ex::Reg(reg));
                    self.substitutes.insert(node.span, (x, ty));
                }
            }
            Rule::selector => {}
            Rule::local if self.param.as_ref().is_some_and(|(w, v)| *w == self.text(node) && v.contains('d')) => {
                let text = self.param.clone().map_or(String::new(), |p| p.1);
                let reg = self.roll_dice(scope, code, &text, node.span);
                let x = self.program.ex(Ex::Reg(reg));
                self.substitutes.insert(node.span, (x, Type::PLAIN));
            }
            _ => {
                for kid in &node.kids {
                    self.effects_in(scope, code, kid);
                }
            }
        }
    }

    /// Dice written out: `2d6"`.
    pub fn dice(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) -> Reg {
        let text = self.text(node).to_owned();
        self.roll_dice(scope, code, &text, node.span)
    }

    /// Dice by their text.
    fn roll_dice(&mut self, scope: &mut Scope, code: &mut Code_, text: &str, span: Span) -> Reg {
        let inches = text.ends_with('"');
        let text = text.trim_end_matches('"');
        let (n, sides) = text.split_once('d').unwrap_or(("1", "6"));
        let (n, sides): (i64, u8) = (n.parse().unwrap_or(1), sides.parse().unwrap_or(6));
        let halve = sides == 3;
        let dice = self.int(n);
        let name = scope.proc.and_then(|p| self.program.proc_heads.get(p as usize)).map_or_else(String::new, |h| h.name.clone());
        let id = self.throw(&name, &scope.step.clone(), ThrowKind::Sum, if halve { 6 } else { sides }, dice, span);
        if let Some(t) = self.program.throws.get_mut(id as usize) {
            t.halve = halve;
        }
        let reg = scope.fresh();
        code.push(Op::Roll(id, reg));
        if inches {
            let (raw, thousand) = (self.program.ex(Ex::Reg(reg)), self.int(1000));
            let x = self.program.ex(Ex::Two(Bin::Mul, raw, thousand));
            code.push(Op::Set(reg, x));
        }
        reg
    }

    /// A new throw; its key is made of names, so that adding a rule elsewhere does not change it.
    pub fn throw(&mut self, name: &str, step: &str, kind: ThrowKind, sides: u8, dice: X, span: Span) -> u16 {
        let row = self.new_row(name, span, Vec::new(), None);
        let path = format!("{}.{step}", Key::new(name).as_str());
        let twins = self.program.throws.iter().filter(|t| t.path == path).count();
        self.program.throws.push(Throw {
            name: name.to_owned(),
            path,
            twin: u32::try_from(twins).unwrap_or(0),
            row,
            kind,
            sides,
            halve: false,
            dice,
            more: Vec::new(),
            need: None,
            low: false,
            needs: Vec::new(),
            each: Vec::new(),
            base: None,
            naturals: Vec::new(),
            counts: Vec::new(),
            rerolls: Vec::new(),
            keep: Vec::new(),
        });
        short(self.program.throws.len() - 1)
    }

    /// A call of something that rolls or does; none if it is only a question.
    fn effect_call(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) -> Option<(Reg, Type)> {
        let name = node.find(Rule::name_ref)?;
        if node.has(Rule::arguments) {
            return None;
        }
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let proc = self.program.book.lookup(written).iter().find_map(|s| match s {
            Symbol::Procedure(p) => Some(short(*p)),
            Symbol::Chance(c) => self.program.chances.get(*c).copied(),
            _ => None,
        })?;
        let quantity = self.program.book.lookup(written).iter().any(|s| matches!(s, Symbol::Value(_) | Symbol::Count(_) | Symbol::State(_)));
        // a name may be a quantity too: the blanks say which is meant
        if quantity {
            let head = self.program.proc_heads.get(proc as usize)?;
            let given: Vec<&str> = node.all(Rule::role).filter_map(|r| r.find(Rule::prep)).map(|p| self.text(p)).collect();
            if given.is_empty() != head.roles.is_empty() || given.iter().any(|g| !head.roles.iter().any(|r| r.prep == *g)) {
                return None;
            }
        }
        Some(self.call_proc(scope, code, node, proc, 0, &[]))
    }

    /// Emits the call of a procedure.
    pub fn call_proc(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node, proc: u16, tags: u64, answers: &[Node]) -> (Reg, Type) {
        let Some(head) = self.program.proc_heads.get(proc as usize).cloned() else { return (0, Type::Unknown) };
        let mut given = Vec::new();
        for role in node.all(Rule::role) {
            let prep = role.find(Rule::prep).map_or("", |p| self.text(p));
            let Some(operand) = role.filled() else { continue };
            let (x, ty) = self.effect(scope, code, operand);
            given.push((prep.to_owned(), x, ty, role.span));
        }
        let span = node.find(Rule::name_ref).map_or(node.span, |n| n.span);
        let args = self.fill(scope, &head, given, span);
        let args = self.program.list(args);
        let to = scope.fresh();
        // a check leaves its margin in the next register
        if head.word == "check" {
            let _ = scope.fresh();
        }
        let answers = self.answers(scope, answers);
        code.push(Op::Call { proc, args, to, tags, answers });
        (to, head.gives)
    }

    fn answers(&mut self, scope: &mut Scope, nodes: &[Node]) -> u16 {
        if nodes.is_empty() {
            return u16::MAX;
        }
        let mut list = Vec::new();
        for answer in nodes {
            let Some(word) = answer.find(Rule::word) else { continue };
            let label = self.program.label(&self.text(word).to_owned());
            let value = match answer.kids.get(1) {
                Some(v) => self.expr(scope, v).0,
                None => {
                    let no = self.text(answer).ends_with("no") || self.text(answer).ends_with("none");
                    self.int(i64::from(!no))
                }
            };
            list.push((label, value));
        }
        self.program.answers.push(list);
        short(self.program.answers.len() - 1)
    }

    /// `total of P by a for each SEL`: the results of a procedure, added up.
    fn total_of(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) -> Reg {
        let total = scope.fresh();
        let zero = self.int(0);
        code.push(Op::Set(total, zero));
        let Some(sel_node) = node.find(Rule::selector) else { return total };
        let known = scope.locals.len();
        let (at, var, next) = self.open_loop(scope, code, sel_node, &[]);
        let _ = var;
        let Some(name) = node.find(Rule::name_ref) else { return total };
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        if let Some(proc) = self.procedure_named(name, written) {
            let (reg, _) = self.call_proc(scope, code, node, proc, 0, &[]);
            let (a, b) = (self.program.ex(Ex::Reg(total)), self.program.ex(Ex::Reg(reg)));
            let sum = self.program.ex(Ex::Two(Bin::Add, a, b));
            code.push(Op::Set(total, sum));
        }
        self.close_loop(code, next);
        let _ = at;
        scope.locals.truncate(known);
        total
    }

    /// Begins a loop over a description; gives its registers and the place of `Next`.
    pub fn open_loop(&mut self, scope: &mut Scope, code: &mut Code_, sel_node: &Node, orders: &[&Node]) -> (Reg, Reg, usize) {
        let (sel, local) = self.selector(scope, sel_node);
        let mut ranks = Vec::new();
        let mut by = None;
        for order in orders.iter().flat_map(|o| &o.kids) {
            match order.rule {
                Rule::rank => {
                    let Some(name) = order.find(Rule::name_ref) else { continue };
                    let high = order.first().is_none_or(|w| self.text(w) != "lowest");
                    let var = self.program.ex(Ex::Reg(local.reg));
                    let (x, _) = self.ask(scope, name, vec![(var, local.ty.clone())]);
                    ranks.push((x, high));
                }
                Rule::order_by if self.text(order).contains("chosen") => by = order.find(Rule::r#ref).map(|r| self.expr(scope, r).0),
                _ => {}
            }
        }
        let at = scope.fresh();
        let _end = scope.fresh();
        code.push(Op::Each { sel, at, order: ranks });
        let var = scope.bind(&local.name, local.ty);
        let top = code.len();
        if let Some(by) = by {
            let by = self.program.ex(Ex::Side(by));
            code.push(Op::Order { by, at });
        }
        code.push(Op::Next { var, at, exit: 0 });
        (at, var, top)
    }

    /// Ends a loop begun at `top`.
    pub fn close_loop(&mut self, code: &mut Code_, top: usize) {
        code.push(Op::Jump(u32::try_from(top).unwrap_or(u32::MAX)));
        let exit = code.len();
        let next = if matches!(code.get(top), Some(Op::Order { .. })) { top + 1 } else { top };
        patch(code, next, exit);
    }

    fn for_each(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node, below: &[Line]) {
        let Some(sel_node) = node.find(Rule::selector) else { return };
        let known = scope.locals.len();
        let orders: Vec<&Node> = node.all(Rule::order).collect();
        let (_, _, next) = self.open_loop(scope, code, sel_node, &orders);
        self.block(scope, code, node.find(Rule::block), below);
        self.close_loop(code, next);
        scope.locals.truncate(known);
    }

    fn alternate(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node, below: &[Line]) {
        let known = scope.locals.len();
        let word = node.find(Rule::word).map_or("side", |w| self.text(w)).to_owned();
        let (first, ty) = node.find(Rule::r#ref).map_or((0, Type::Unknown), |r| self.expr(scope, r));
        let reg = scope.bind(&word, ty);
        code.push(Op::Set(reg, first));
        let here = self.program.ex(Ex::Reg(reg));
        let other = self.program.ex(Ex::OtherSide(here));
        let test = node.find(Rule::expr).map_or(0, |e| self.truth(scope, e));
        let top = code.len();
        let skip = code.len();
        code.push(Op::Unless(test, 0));
        let to_body = code.len();
        code.push(Op::Jump(0));
        let here = code.len();
        patch(code, skip, here);
        code.push(Op::Set(reg, other));
        let exit = code.len();
        code.push(Op::Unless(test, 0));
        let body = code.len();
        patch(code, to_body, body);
        self.block(scope, code, node.find(Rule::block), below);
        code.push(Op::Set(reg, other));
        code.push(Op::Jump(u32::try_from(top).unwrap_or(u32::MAX)));
        let end = code.len();
        patch(code, exit, end);
        scope.locals.truncate(known);
    }

    fn repeat(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node, below: &[Line]) {
        let text = self.text(node);
        let top;
        let exit;
        if let Some(n) = node.find(Rule::sum_expr) {
            let (x, _) = self.effect(scope, code, n);
            let left = scope.fresh();
            code.push(Op::Set(left, x));
            let (reg, zero, one) = (self.program.ex(Ex::Reg(left)), self.int(0), self.int(1));
            let more = self.program.ex(Ex::Two(Bin::Lt, zero, reg));
            top = code.len();
            exit = code.len();
            code.push(Op::Unless(more, 0));
            let less = self.program.ex(Ex::Two(Bin::Sub, reg, one));
            code.push(Op::Set(left, less));
        } else {
            top = code.len();
            let test = node.find(Rule::expr).map_or(0, |e| self.truth(scope, e));
            let test = self.negate(text.starts_with("repeat until"), test);
            exit = code.len();
            code.push(Op::Unless(test, 0));
        }
        self.block(scope, code, node.find(Rule::block), below);
        code.push(Op::Jump(u32::try_from(top).unwrap_or(u32::MAX)));
        let end = code.len();
        patch(code, exit, end);
    }

    fn take(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) {
        let many = node.find(Rule::take_many).map_or("any", |w| self.text(w)).to_owned();
        let Some(word) = node.find(Rule::word) else { return };
        let Some(kind) = self.program.book.kind(self.text(word)).filter(|k| self.program.book.is(*k, KindBase::Action)) else {
            self.fault(Code::Kind, word.span, format!("`{}` is not a kind of action", self.text(word)), "take an `action`, or declare the kind with `is action`");
            return;
        };
        let who = node.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
        let top = code.len();
        code.push(Op::Take { who, kind: small(kind), may: many == "any", exit: 0 });
        if many == "any" {
            code.push(Op::Jump(u32::try_from(top).unwrap_or(u32::MAX)));
        }
        let end = code.len();
        patch(code, top, end);
    }

    fn choose(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) {
        let Some(word) = node.find(Rule::word) else { return };
        let name = self.text(word).to_owned();
        let Some(chosen) = node.find(Rule::chosen) else { return };
        let by = match node.find(Rule::r#ref) {
            Some(r) => {
                let x = self.expr(scope, r).0;
                self.program.ex(Ex::Side(x))
            }
            None => self.owner(scope),
        };
        let (pick, ty) = match chosen.first() {
            Some(s) if s.rule == Rule::selector => {
                let (sel, local) = self.selector(scope, s);
                (Pick::Thing(sel), local.ty)
            }
            Some(r) if r.rule == Rule::number_range => {
                let ends: Vec<(X, Type)> = r.kids.iter().map(|k| self.effect(scope, code, k)).collect();
                let ty = ends.last().map_or(Type::PLAIN, |e| e.1.clone());
                (Pick::Number(ends.first().map_or(0, |e| e.0), ends.get(1).map_or(0, |e| e.0)), ty)
            }
            Some(o) if o.rule == Rule::one_of => {
                let mut names = Vec::new();
                for n in o.all(Rule::name) {
                    let (x, _) = self.bare(scope, n);
                    names.push((self.name(n).to_owned(), x));
                }
                (Pick::Names(names), Type::Name)
            }
            _ => (self.place_pick(scope, chosen), Type::Place),
        };
        self.program.picks.push(pick);
        let pick = short(self.program.picks.len() - 1);
        let to = scope.bind(&name, ty);
        let label = self.program.label(&name);
        let at = code.len();
        code.push(Op::Choose { pick, by, to, none: 0, may: node.has(Rule::may), label });
        let next = code.len();
        patch(code, at, next);
    }

    fn place_pick(&mut self, scope: &mut Scope, node: &Node) -> Pick {
        let (mut near, mut clear, mut zone) = (None, None, None);
        for rel in node.all(Rule::place_rel).filter_map(Node::first) {
            match rel.rule {
                Rule::within_r => {
                    let limit = rel.find(Rule::sum_expr).map_or(0, |e| self.expr(scope, e).0);
                    let of = rel.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
                    near = Some((limit, of));
                }
                Rule::not_near => {
                    let d = rel.find(Rule::length).map_or(0, |l| self.expr(scope, l).0);
                    if let Some(s) = rel.find(Rule::selector) {
                        let (sel, _) = self.selector(scope, s);
                        clear = Some((d, sel));
                    }
                }
                Rule::in_r => zone = rel.find(Rule::r#ref).or_else(|| rel.find(Rule::name_ref)).map(|r| self.expr(scope, r).0),
                _ => {}
            }
        }
        Pick::Place { near, clear, zone }
    }

    /// Whose player decides, unless it is said: the owner of who carries the rule, else of the first blank.
    pub fn owner(&mut self, scope: &Scope) -> X {
        let viewer = self.viewer(scope).unwrap_or_else(|| self.program.ex(Ex::Game));
        self.program.ex(Ex::Side(viewer))
    }

    fn may(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node, below: &[Line]) {
        let who = node.find(Rule::r#ref).map(|r| self.expr(scope, r).0);
        let by = match who {
            Some(w) => self.program.ex(Ex::Side(w)),
            None => self.owner(scope),
        };
        let Some(body) = node.find(Rule::stmt_body) else { return };
        let mut tag = None;
        body.walk(&mut |n| {
            if n.rule == Rule::this_st && tag.is_none() {
                tag = n.find(Rule::word).map(|w| w.span);
            }
        });
        for line in below {
            for part in &line.parts {
                if part.rule == Rule::this_st && tag.is_none() {
                    tag = part.find(Rule::word).map(|w| w.span);
                }
            }
        }
        let name = tag.map_or_else(|| scope.step.clone(), |s| self.files.slice(s).to_owned());
        let label = self.program.label(&name);
        let mut exits = Vec::new();
        if let Some(spend) = body.find(Rule::spend_st) {
            self.spend(scope, code, spend, Some(&mut exits));
            let paid = code.pop();
            exits.push(code.len());
            let viewer = self.viewer(scope).unwrap_or(0);
            code.push(Op::Offer { by, no: 0, label, row: 0, who: who.unwrap_or(viewer) });
            code.extend(paid);
        } else {
            let viewer = self.viewer(scope).unwrap_or(0);
            exits.push(code.len());
            code.push(Op::Offer { by, no: 0, label, row: 0, who: who.unwrap_or(viewer) });
        }
        let mut after_if = None;
        match body.find(Rule::stmt) {
            Some(s) => self.statement(scope, code, s, below, &mut after_if),
            None => self.block(scope, code, body.find(Rule::block), below),
        }
        let end = code.len();
        for e in exits {
            patch(code, e, end);
        }
    }

    /// `spend 1 TAC of unit`; with `exits`, only where it can be afforded.
    fn spend(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node, exits: Option<&mut Vec<usize>>) {
        let Some(thing) = node.find(Rule::thing) else { return };
        let of = match node.find(Rule::r#ref) {
            Some(r) => self.expr(scope, r).0,
            None => self.viewer(scope).unwrap_or(0),
        };
        let Some((count, amount)) = self.counted(scope, code, thing) else { return };
        if let Some(exits) = exits {
            let cell = self.program.ex(Ex::Cell { of, count });
            let enough = self.program.ex(Ex::Two(Bin::Le, amount, cell));
            exits.push(code.len());
            code.push(Op::Unless(enough, 0));
        }
        let minus = self.program.ex(Ex::Neg(amount));
        code.push(Op::Add(of, count, minus));
    }

    /// A count and how much of it.
    pub fn counted(&mut self, scope: &mut Scope, code: &mut Code_, thing: &Node) -> Option<(u16, X)> {
        let name = thing.find(Rule::name_ref)?;
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let amount = match thing.find(Rule::sum_term_amount).and_then(Node::first) {
            Some(a) => self.effect(scope, code, a).0,
            None => self.int(1),
        };
        let count = self.program.book.lookup(written).iter().find_map(|s| if let Symbol::Count(c) = s { Some(short(*c)) } else { None });
        if count.is_none() {
            self.unknown_name(name, written, "a count");
        }
        count.map(|c| (c, amount))
    }

    fn stop(&mut self, scope: &Scope, code: &mut Code_, node: &Node) {
        match node.find(Rule::name) {
            Some(name) => {
                let written = self.name(name);
                if let Some(p) = self.procedure_named(name, written) {
                    code.push(Op::Stop(p));
                }
            }
            None => code.push(Op::Stop(scope.proc.unwrap_or(u16::MAX))),
        }
    }

    fn this_is(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) {
        let Some(word) = node.find(Rule::word) else { return };
        let Some(proc) = scope.proc else { return };
        let tag = self.text(word).to_owned();
        let bit = self.context(proc, Some(&tag));
        code.push(Op::Tag(bit, proc));
    }

    /// The bit that says a procedure, or one with a tag, is running.
    pub fn context(&mut self, proc: u16, tag: Option<&str>) -> u8 {
        let wanted = (proc, tag.map(str::to_owned));
        let at = self.program.contexts.iter().position(|c| *c == wanted).unwrap_or_else(|| {
            self.program.contexts.push(wanted);
            self.program.contexts.len() - 1
        });
        if tag.is_none() {
            if let Some(p) = self.program.procs.get_mut(proc as usize) {
                p.during = Some(small(at));
            }
        }
        small(at)
    }

    fn let_st(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) {
        let (Some(word), Some(value)) = (node.find(Rule::word), node.find(Rule::choice)) else { return };
        let (x, ty) = self.effect(scope, code, value);
        let name = self.text(word).to_owned();
        // a local keeps its place when it is said anew in a later round of a loop
        let reg = match scope.find(&name).cloned() {
            Some(old) if old.ty.fits(&ty) => old.reg,
            _ => scope.bind(&name, ty),
        };
        code.push(Op::Set(reg, x));
        let label = self.program.label(&name);
        code.push(Op::Result(label, reg));
    }

    fn do_st(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node, below: &[Line]) {
        let Some(call) = node.find(Rule::call) else { return };
        let Some(name) = call.find(Rule::name_ref) else { return };
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        if self.misspelt_verb(scope, node, written) {
            return;
        }
        let Some(proc) = self.procedure_named(name, written) else { return };
        let mut tags = 0u64;
        for tag in node.all(Rule::tag_word).filter_map(|t| t.find(Rule::word)) {
            let text = self.text(tag).to_owned();
            tags |= 1u64.checked_shl(u32::from(self.context(proc, Some(&text)))).unwrap_or(0);
        }
        let answers: Vec<Node> = node.all(Rule::answer).cloned().collect();
        let (reg, ty) = self.call_proc(scope, code, call, proc, tags, &answers);
        let Some(or) = node.find(Rule::or_else) else { return };
        if !ty.fits(&Type::Truth) {
            self.fault(Code::Type, or.span, format!("`{written}` neither passes nor fails"), "use `or` only after a check");
        }
        let passed = self.program.ex(Ex::Reg(reg));
        let failed = self.program.ex(Ex::Not(passed));
        let jump = code.len();
        code.push(Op::Unless(failed, 0));
        match or.find(Rule::stmts) {
            Some(s) => {
                let mut after_if = None;
                self.parts(scope, code, &s.kids, below, &mut after_if);
            }
            None => self.block(scope, code, or.find(Rule::block), below),
        }
        let end = code.len();
        patch(code, jump, end);
    }

    /// Faults `band gians Steady`: two words and a name that nothing happens by.
    fn misspelt_verb(&mut self, scope: &Scope, node: &Node, written: &str) -> bool {
        let happens = self.program.book.lookup(written).iter().any(|s| matches!(s, Symbol::Procedure(_) | Symbol::Chance(_)));
        let words: Vec<&Node> = node.all(Rule::tag_word).filter_map(|t| t.find(Rule::word)).collect();
        let Some((verb, before)) = words.split_last().filter(|_| !happens) else { return false };
        let text = self.text(verb);
        let meant = nearest(text, VERBS.iter().copied());
        let subject = before.last().is_some_and(|w| scope.find(self.text(w)).is_some());
        let help = match meant {
            Some(m) => format!("did you mean `{m}`?"),
            None if subject => "write a verb such as `gains`, `loses` or `becomes`".to_owned(),
            None => return false,
        };
        self.fault(Code::Name, verb.span, format!("`{text}` is no verb and no tag"), help);
        true
    }

    fn change(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) {
        let (Some(subject), Some(verb)) = (node.first(), node.kids.get(1)) else { return };
        if verb.rule == Rule::becomes {
            self.becomes(scope, code, subject, verb);
            return;
        }
        let (who, ty) = self.expr(scope, subject);
        for thing in verb.all(Rule::thing) {
            let Some(name) = thing.find(Rule::name_ref) else { continue };
            let written = self.name(name.find(Rule::name).unwrap_or(name));
            let symbols = self.program.book.lookup(written).to_vec();
            let gain = verb.rule == Rule::gains;
            if let Some(state) = symbols.iter().find_map(|s| match s {
                Symbol::State(s) => Some(short(*s)),
                Symbol::Rule(r) => self.program.rules.get(*r).and_then(|r| r.state),
                _ => None,
            }) {
                self.bearer(state, &ty, name);
                code.push(if gain { Op::Gain(who, state) } else { Op::Lose(who, state) });
            } else if symbols.iter().any(|s| matches!(s, Symbol::Count(_))) {
                let Some((count, amount)) = self.counted(scope, code, thing) else { continue };
                let amount = if thing.has(Rule::kw_all) { self.program.ex(Ex::Cell { of: who, count }) } else { amount };
                let amount = if gain { amount } else { self.program.ex(Ex::Neg(amount)) };
                code.push(Op::Add(who, count, amount));
            } else {
                self.unknown_name(name, written, "a marker or a count");
            }
        }
    }

    /// Faults a state given to what cannot bear it.
    fn bearer(&mut self, state: u16, ty: &Type, name: &Node) {
        let Some(s) = self.program.book.states.get(state as usize) else { return };
        let wants = self.program.book.kind(&s.of);
        if let (Type::Thing(k), Some(w)) = (ty, wants) {
            if *k != w && self.program.book.is(*k, KindBase::Piece) != self.program.book.is(w, KindBase::Piece) {
                let (is, want) = (self.program.book.describe(ty), s.of.clone());
                let (title, span) = (s.name.clone(), s.span);
                self.report(Diagnostic::new(Code::Type, name.span, format!("`{title}` is of a {want}, and this is {is}")).label(span, "declared here").help(format!("give it to a {want}")));
            }
        }
    }

    fn becomes(&mut self, scope: &mut Scope, code: &mut Code_, subject: &Node, verb: &Node) {
        let Some(value) = verb.find(Rule::choice) else { return };
        // a stored number or a local that is said anew
        if let Some(call) = subject.find(Rule::call) {
            let name = call.find(Rule::name_ref).map(|n| self.name(n.find(Rule::name).unwrap_or(n))).unwrap_or("");
            if let Some(count) = self.program.book.lookup(name).iter().find_map(|s| if let Symbol::Count(c) = s { Some(short(*c)) } else { None }) {
                let (cell, ty) = self.expr(scope, subject);
                let (x, vty) = self.effect(scope, code, value);
                if !ty.fits(&vty) && self.program.constant(x) != Some(0) {
                    let (is, want) = (self.program.book.describe(&vty), self.program.book.describe(&ty));
                    self.fault(Code::Measure, value.span, format!("`{name}` is in {want}, and this is {is}"), format!("give it in {want}"));
                }
                if let Some(Ex::Cell { of, .. }) = self.program.exs.get(cell as usize).copied() {
                    code.push(Op::Store(of, count, x));
                }
                return;
            }
        }
        if let Some(local) = subject.find(Rule::local).and_then(|l| scope.find(self.text(l))).cloned() {
            if !matches!(local.ty, Type::Thing(_)) {
                let (x, _) = self.effect(scope, code, value);
                code.push(Op::Set(local.reg, x));
                return;
            }
        }
        let (who, _) = self.expr(scope, subject);
        let (x, ty) = self.expr(scope, value);
        if ty.fits(&Type::State) {
            code.push(Op::Become(who, x));
        } else if let Some(local) = subject.find(Rule::local).and_then(|l| scope.find(self.text(l))).cloned() {
            code.push(Op::Set(local.reg, x));
        } else {
            self.fault(Code::Type, value.span, "only a formation or a number can be become", "name a formation");
        }
    }

    fn motion(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) {
        let who = self.subject(scope, node);
        let distance = node.find(Rule::sum_expr).map(|e| self.effect(scope, code, e));
        if let (Some((_, ty)), Some(e)) = (&distance, node.find(Rule::sum_expr)) {
            if !ty.fits(&Type::LENGTH) {
                let is = self.program.book.describe(ty);
                self.fault(Code::Measure, e.span, format!("a move is in inches, and this is {is}"), "give a length such as 6\"");
            }
        }
        let course = match node.find(Rule::course) {
            None => Course::Free,
            Some(c) => {
                if let Some(edge) = c.find(Rule::r#ref).and_then(|r| r.find(Rule::accessor)).filter(|a| a.find(Rule::word).is_some_and(|w| self.text(w) == "edge")) {
                    let side = edge.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
                    return self.finish_motion(scope, code, node, who, distance.map(|d| d.0), Course::Home(side));
                }
                let at = match (c.find(Rule::r#ref), c.find(Rule::selector)) {
                    (Some(r), _) => self.expr(scope, r).0,
                    (None, Some(s)) => {
                        let (sel, _) = self.selector(scope, s);
                        self.program.ex(Ex::First(sel))
                    }
                    _ => 0,
                };
                match c.find(Rule::course_word).map_or("", |w| self.text(w)) {
                    w if w.starts_with("away") => Course::Away(at),
                    w if w.starts_with("into") => Course::Contact(at),
                    "home" => Course::Home(at),
                    _ => Course::Towards(at),
                }
            }
        };
        self.finish_motion(scope, code, node, who, distance.map(|d| d.0), course);
    }

    fn finish_motion(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node, who: X, distance: Option<X>, course: Course) {
        let mut motion = Motion { who, course, distance, up_to: node.has(Rule::up_to), keep: None, through: false, leaving: false };
        for opt in node.all(Rule::move_opt).filter_map(Node::first) {
            match opt.rule {
                Rule::stopping => {
                    let d = opt.find(Rule::sum_expr).map_or(0, |e| self.expr(scope, e).0);
                    if let Some(s) = opt.find(Rule::selector) {
                        let (sel, _) = self.selector(scope, s);
                        motion.keep = Some((d, sel));
                    }
                }
                Rule::passing => motion.through = true,
                _ if self.text(opt) == "leaving" => motion.leaving = true,
                _ if self.text(opt) == "fleeing" => motion.through = true,
                _ if self.text(opt) == "keeping" => {}
                _ => {
                    self.fault(Code::Syntax, opt.span, "moves know nothing of this", "write `keeping 1\" from ...`, `stopping 1\" from ...` or `through ...`");
                }
            }
        }
        self.program.motions.push(motion);
        let reg = scope.fresh();
        code.push(Op::Move(short(self.program.motions.len() - 1), reg));
    }

    fn form(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) {
        let who = self.subject(scope, node);
        let form = node.kids.get(1).map_or(0, |k| self.expr(scope, k).0);
        let limit = node.find(Rule::sum_expr).map(|e| self.effect(scope, code, e).0);
        code.push(Op::Form(who, form, limit));
    }

    fn put(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) {
        let who = self.subject(scope, node);
        for put in node.all(Rule::put_at) {
            if let Some(r) = put.find(Rule::r#ref) {
                let (at, _) = self.expr(scope, r);
                code.push(Op::Put { who, at, zone: None });
                return;
            }
        }
        // otherwise its player finds a place that fits
        let pick = {
            let mut all = Node { rule: Rule::chosen, span: node.span, kids: Vec::new() };
            all.kids = node.all(Rule::put_at).flat_map(|p| p.all(Rule::place_rel).cloned()).collect();
            self.place_pick(scope, &all)
        };
        let zone = if let Pick::Place { zone, .. } = &pick { *zone } else { None };
        self.program.picks.push(pick);
        let pick = short(self.program.picks.len() - 1);
        let to = scope.fresh();
        let label = self.program.label("place");
        let by = self.program.ex(Ex::Side(who));
        let at = code.len();
        code.push(Op::Choose { pick, by, to, none: 0, may: false, label });
        let next = code.len();
        patch(code, at, next);
        let at = self.program.ex(Ex::Reg(to));
        code.push(Op::Put { who, at, zone });
    }

    fn gather(&mut self, scope: &mut Scope, code: &mut Code_, node: &Node) {
        let Some(s) = node.find(Rule::selector) else { return };
        let (sel, _) = self.selector(scope, s);
        let Some(word) = node.find(Rule::word) else { return };
        match self.program.book.kind(self.text(word)).filter(|k| self.program.book.is(*k, KindBase::Group)) {
            Some(kind) => code.push(Op::Gather(sel, small(kind))),
            None => {
                self.fault(Code::Kind, word.span, format!("`{}` is not a kind of group", self.text(word)), "declare it with `kind ... is group of ...`");
            }
        }
    }

    /// Whether a state is a formation.
    pub fn is_formation(&self, state: u16) -> bool {
        self.program.book.states.get(state as usize).is_some_and(|s| s.kind == StateKind::Formation)
    }
}
