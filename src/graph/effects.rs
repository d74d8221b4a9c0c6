//! Expressions that roll or do: those parts are done first.

use super::compile::Pass;
use super::dice_cells::{DiceCell, dice_cell};
use super::ir::{Bin, Ex, Op, Reg, ThrowKind, X};
use super::loops::close_loop;
use super::numbers::short;
use super::scope::Scope;
use crate::model::{Key, Symbol, Type};
use crate::source::Span;
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// A question that may need dice first.
    pub fn effect_truth(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) -> X {
        self.effects_in(scope, code, node);
        self.truth(scope, node)
    }

    /// An expression that may roll or do: those parts are done first, in order, into registers.
    pub fn effect(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) -> (X, Type) {
        self.effects_in(scope, code, node);
        self.expr(scope, node)
    }

    fn effects_in(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
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
            Rule::choice if node.kids.len() > 1 && self.rolls_or_does(node) => {
                let to = scope.fresh();
                let ty = self.branches(scope, code, node, to);
                let x = self.program.ex(Ex::Reg(to));
                self.substitutes.insert(node.span, (x, ty));
            }
            Rule::local if self.param.as_ref().is_some_and(|p| p.word == self.text(node) && p.is_dice()) => {
                let text = self.param.clone().map_or(String::new(), |p| p.given);
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
    fn dice(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) -> Reg {
        let text = self.text(node).to_owned();
        self.roll_dice(scope, code, &text, node.span)
    }

    /// Dice by their text.
    pub fn roll_dice(&mut self, scope: &mut Scope, code: &mut Vec<Op>, text: &str, span: Span) -> Reg {
        let DiceCell { number: n, sides, plus, inches } =
            dice_cell(text).unwrap_or(DiceCell { number: 1, sides: 0, plus: 0, inches: false });
        let sides = self.sides(&sides.to_string(), u8::MAX, span);
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
        if plus != 0 {
            let (thrown, plus) = (self.program.ex(Ex::Reg(reg)), self.int(plus));
            let x = self.program.ex(Ex::Two(Bin::Add, thrown, plus));
            code.push(Op::Set(reg, x));
        }
        reg
    }

    /// A call of something that rolls or does; none if it is only a question.
    fn effect_call(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) -> Option<(Reg, Type)> {
        let name = node.find(Rule::name_ref)?;
        if self.keys_of(node).is_some() {
            return self.table_dice(scope, code, node);
        }
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        if self.named_dice_column(written).is_some() {
            return self.column_dice(scope, code, node);
        }
        let proc = self.program.book.lookup(written).iter().find_map(|s| match s {
            Symbol::Procedure(p) => Some(short(*p)),
            Symbol::Chance(c) => self.program.chances.get(*c).copied(),
            _ => None,
        })?;
        let quantity =
            self.program.book.lookup(written).iter().any(|s| matches!(s, Symbol::Value(_) | Symbol::Count(_) | Symbol::State(_)));
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
    pub fn call_proc(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, proc: u16, tags: u64, answers: &[Node]) -> (Reg, Type) {
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
            let _margin = scope.fresh();
        }
        // a pool, how many dice show the face that is asked for
        if head.word == "pool" {
            let counted = scope.fresh();
            scope.thrown.push((to, counted, proc));
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
            let Some(word) = answer.find(Rule::word).or_else(|| answer.find(Rule::name)) else { continue };
            // an offer of a rule is called by the rule's name
            let called = if word.rule == Rule::name { Key::new(self.name(word)).as_str().to_owned() } else { self.text(word).to_owned() };
            let label = self.program.label(&called);
            self.advance.push((label, word.span));
            let value = if let Some(v) = answer.kids.get(1) {
                self.expr(scope, v).0
            } else {
                let no = self.text(answer).ends_with("no") || self.text(answer).ends_with("none");
                self.int(i64::from(!no))
            };
            list.push((label, value));
        }
        self.program.answers.push(list);
        short(self.program.answers.len() - 1)
    }

    /// `total of P by a for each SEL`: the results of a procedure, added up.
    fn total_of(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) -> Reg {
        let total = scope.fresh();
        let zero = self.int(0);
        code.push(Op::Set(total, zero));
        let Some(sel_node) = node.find(Rule::selector) else { return total };
        let known = scope.locals.len();
        let top = self.open_loop(scope, code, sel_node, &[]);
        let Some(name) = node.find(Rule::name_ref) else { return total };
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        if let Some(proc) = self.procedure_named(name, written) {
            let (reg, _) = self.call_proc(scope, code, node, proc, 0, &[]);
            let (a, b) = (self.program.ex(Ex::Reg(total)), self.program.ex(Ex::Reg(reg)));
            let sum = self.program.ex(Ex::Two(Bin::Add, a, b));
            code.push(Op::Set(total, sum));
        }
        close_loop(code, top);
        scope.locals.truncate(known);
        total
    }
}
