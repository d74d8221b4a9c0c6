//! What a rule costs where it is met.

use crate::ast::{Cost, Item};
use crate::diag::Code;
use crate::hir::{Line, Price, Ty};

use super::super::{Resolver, Scope};

impl Resolver<'_> {
    /// Amounts of counts, paid by whoever the rule acts for unless it is said.
    pub(super) fn paid_by_rule(&mut self, scope: &mut Scope, cost: &Cost, item: &Item) -> Vec<Price> {
        if let Some(name) = &cost.named {
            let help = "write an amount, such as `cost 1 AP`";
            self.fault(Code::Unready, name.at, "a rule has no price that is asked for yet", help);
        }
        let payer = self.acts_for(scope, item.at);
        let mine = scope.me.map_or(Ty::Unknown, |me| self.local_ty(me));
        let line = Line { name: None, at: item.at, cites: item.cites.iter().map(|c| c.id).collect() };
        let mut out = Vec::new();
        for paid in &cost.paid {
            let (of, ty) = match &paid.of {
                Some(of) => {
                    let of = self.expr(scope, of);
                    let ty = of.ty;
                    (of, ty)
                }
                None => (payer.clone(), mine),
            };
            if let Some((count, amount)) = self.counted(scope, &paid.thing, ty) {
                out.push(Price { count, of, amount, line: line.clone() });
            }
        }
        out
    }
}
