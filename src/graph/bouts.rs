//! `gather SEL into KIND`, of all that touch or of so many to so many.

use super::compile::Pass;
use super::ir::{Ex, Op, X};
use super::numbers::small;
use super::scope::Scope;
use crate::diag::Code;
use crate::model::KindBase;
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// `gather SEL into KIND`, with `, at most 2 to 1` or `, alike in Mark`.
    pub fn gather(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
        let Some(s) = node.find(Rule::selector) else { return };
        let (sel, local) = self.selector(scope, s);
        let Some(word) = node.find(Rule::word) else { return };
        let Some(kind) = self.program.book.kind(self.text(word)).filter(|k| self.program.book.is(*k, KindBase::Group)) else {
            self.fault(
                Code::Kind,
                word.span,
                format!("`{}` is not a kind of group", self.text(word)),
                "declare it with `kind ... is group of ...`",
            );
            return;
        };
        let names: Vec<&Node> = node.all(Rule::name).collect();
        if !names.is_empty() {
            let var = self.program.ex(Ex::Reg(local.reg));
            let keys = names.into_iter().map(|n| self.ask(scope, n, vec![(var, local.ty.clone())]).0).collect();
            let keys = self.program.list(keys);
            code.push(Op::Alike { sel, kind: small(kind), keys });
            return;
        }
        let limits: Vec<X> = node.all(Rule::sum_term).map(|t| self.expr(scope, t).0).collect();
        code.push(match limits.as_slice() {
            [most, to] => Op::Pair { sel, kind: small(kind), most: *most, to: *to },
            _ => Op::Gather(sel, small(kind)),
        });
    }
}
