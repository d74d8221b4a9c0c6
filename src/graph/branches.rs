//! A choice among amounts that roll: only the one that is chosen is rolled.

use super::compile::{Pass, land};
use super::ir::{Op, Reg};
use super::scope::Scope;
use crate::diag::Code;
use crate::model::Type;
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// Compiles `A if c, B if d, else C` so that the parts of one of them happen; its value goes to the register.
    pub fn branches(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, to: Reg) -> Type {
        let mut ends = Vec::new();
        let mut ty: Option<Type> = None;
        let mut value = None;
        let mut settled = false;
        for kid in &node.kids {
            match (kid.rule, value.take()) {
                (Rule::else_part, _) => {
                    if let Some(e) = kid.first() {
                        self.branch(scope, code, e, to, &mut ty);
                    }
                    settled = true;
                }
                (_, None) => value = Some(kid),
                (_, Some(amount)) => {
                    let test = self.truth(scope, kid);
                    let jump = code.len();
                    code.push(Op::Unless(test, 0));
                    self.branch(scope, code, amount, to, &mut ty);
                    ends.push(code.len());
                    code.push(Op::Jump(0));
                    land(code, jump);
                }
            }
        }
        if let Some(rest) = value {
            self.branch(scope, code, rest, to, &mut ty);
        } else if !settled {
            self.fault(Code::Syntax, node.span, "nothing says what it is otherwise", "add `, else 0`");
        }
        for e in ends {
            land(code, e);
        }
        ty.unwrap_or_default()
    }

    fn branch(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node, to: Reg, ty: &mut Option<Type>) {
        let (x, is) = self.effect(scope, code, node);
        match ty {
            Some(first) => {
                let first = first.clone();
                self.agree(&first, &is, node.span);
            }
            None => *ty = Some(is),
        }
        code.push(Op::Set(to, x));
    }

    /// Whether an expression rolls or does something where it stands.
    pub fn rolls_or_does(&self, node: &Node) -> bool {
        let mut any = false;
        node.walk(&mut |n| {
            any |= match n.rule {
                Rule::dice_term | Rule::total_of => true,
                Rule::call => n.find(Rule::name_ref).is_some_and(|name| self.only_done(self.name(name.find(Rule::name).unwrap_or(name)))),
                _ => false,
            };
        });
        any
    }

    /// Whether a name is of something that happens, and of nothing that is asked.
    fn only_done(&self, written: &str) -> bool {
        use crate::model::Symbol;
        let symbols = self.program.book.lookup(written);
        if self.named_dice_column(written).is_some() {
            return true;
        }
        symbols.iter().any(|s| matches!(s, Symbol::Procedure(_) | Symbol::Chance(_)))
            && !symbols.iter().any(|s| matches!(s, Symbol::Value(_) | Symbol::Count(_) | Symbol::State(_)))
    }
}
