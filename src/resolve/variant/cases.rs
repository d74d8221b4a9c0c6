//! `Name: also if ...`: a line of the parent that holds in one case more.

use super::body::Amending;
use crate::ast::{Chain, Contrib, ContribKind, Expr, ExprKind, Guard, GuardTest, Item, ItemKind, Level, Link, Op};
use crate::diag::{Code, Diagnostic};

/// The contribution of a line with a name.
fn contrib(line: &Item) -> Option<&Contrib> {
    if let ItemKind::Named { contrib, .. } = &line.kind { Some(contrib) } else { None }
}

/// The question of a guard that is only `if`.
fn asked(guard: &Guard) -> Option<&Expr> {
    match guard {
        Guard { test: Some(GuardTest { unless: false, expr }), during: None, .. } => Some(expr),
        _ => None,
    }
}

impl Amending<'_> {
    /// The parent's line with the case of the new one, if that only says `also when`; else the new line.
    pub fn one_more_case(&mut self, old: &Item, new: Item) -> Item {
        let Some(ContribKind::Also(also)) = contrib(&new).map(|c| &c.kind) else { return new };
        if contrib(old).is_none_or(|c| matches!(c.kind, ContribKind::Also(_))) {
            return new;
        }
        let first = contrib(old).and_then(|c| c.guard.as_ref()).and_then(asked);
        let (Some(first), Some(second)) = (first, asked(also)) else {
            let d = Diagnostic::new(Code::Place, new.at.span(), "only a line with one `if` can hold in one case more");
            self.fault(d.label(old.at.span(), "the parent's line").help("write the whole line anew"));
            return new;
        };
        let link = Link { op: Op::Or, expr: second.clone(), rounded: Vec::new(), at: new.at };
        let either = Chain { level: Level::Or, first: first.clone(), rest: vec![link] };
        let test = GuardTest { unless: false, expr: Expr { kind: Box::new(ExprKind::Chain(either)), at: new.at } };
        let mut kind = old.kind.clone();
        if let ItemKind::Named { contrib, .. } = &mut kind {
            contrib.guard = Some(Guard { test: Some(test), during: None, at: new.at });
        }
        Item { kind, ..new }
    }
}
