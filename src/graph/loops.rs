//! Loops: over descriptions, by turns, so many times.

use super::compile::{Pass, land, patch};
use super::ir::{AtOnce, Bin, Ex, Op};
use super::scope::Scope;
use crate::model::Type;
use crate::syntax::{Line, Node, Rule};

impl Pass<'_> {
    /// Begins a loop over a description; gives the place that the loop returns to.
    pub fn open_loop(&mut self, scope: &mut Scope, code: &mut Vec<Op>, sel_node: &Node, orders: &[&Node]) -> usize {
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
                // one of them before all the others
                Rule::order_by => {
                    let first = order.find(Rule::r#ref).map_or(0, |r| self.expr(scope, r).0);
                    let var = self.program.ex(Ex::Reg(local.reg));
                    ranks.push((self.program.ex(Ex::Two(Bin::Eq, var, first)), true));
                }
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
        top
    }

    /// `for each SEL:`.
    pub fn for_each(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, below: &[Line]) {
        let Some(sel_node) = node.find(Rule::selector) else { return };
        let known = scope.locals.len();
        let orders: Vec<&Node> = node.all(Rule::order).collect();
        let together = orders.iter().flat_map(|o| &o.kids).any(|o| o.rule == Rule::together);
        let begin = code.len();
        if together {
            code.push(Op::AtOnce(AtOnce::Begin));
        }
        let top = self.open_loop(scope, code, sel_node, &orders);
        let var = scope.locals.last().map_or(0, |l| l.reg);
        self.block(scope, code, node.find(Rule::block), below);
        if together {
            self.close_at_once(code, top, begin, var);
        } else {
            close_loop(code, top);
        }
        scope.locals.truncate(known);
    }

    /// `alternate side from REF, while c:`.
    pub fn alternate(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, below: &[Line]) {
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
        land(code, skip);
        code.push(Op::Set(reg, other));
        let exit = code.len();
        code.push(Op::Unless(test, 0));
        land(code, to_body);
        self.block(scope, code, node.find(Rule::block), below);
        code.push(Op::Set(reg, other));
        code.push(Op::Jump(u32::try_from(top).unwrap_or(u32::MAX)));
        land(code, exit);
        scope.locals.truncate(known);
    }

    /// `repeat n times:`, `repeat while c:`.
    pub fn repeat(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, below: &[Line]) {
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
        land(code, exit);
    }
}

/// Ends a loop begun at `top`.
pub(super) fn close_loop(code: &mut Vec<Op>, top: usize) {
    code.push(Op::Jump(u32::try_from(top).unwrap_or(u32::MAX)));
    let exit = code.len();
    let next = if matches!(code.get(top), Some(Op::Order { .. })) { top + 1 } else { top };
    patch(code, next, exit);
}
