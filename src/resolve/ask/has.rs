//! What somebody has: qualities of its pieces, amounts, things that belong to it.

use super::said::truth;
use super::show::Shown;
use crate::ast::{self, Has, NameRef, Selector};
use crate::diag::Code;
use crate::hir::{Expr, ExprKind, KindBase, KindId, Origin, Quality, Ty};
use crate::resolve::{Resolver, Scope};
use crate::source::At;

/// How far up it is looked who holds somebody.
const DEPTH: usize = 4;

impl Resolver<'_> {
    /// `has Mangonel`, `has 2 AP`, `has Weary model`
    pub(super) fn has(&mut self, scope: &mut Scope, (x, of): (Expr, &ast::Expr), (what, no): (&Has, bool), at: At) -> Expr {
        match what {
            Has::Names(list) => self.has_named(scope, x, list, at),
            Has::Amount { value, measure } => self.has_amount(x, *value, *measure, at),
            Has::Some(s) => self.has_some(scope, (x, of), (s, no), at),
        }
    }

    /// Of a group, whether any of its pieces is so; of anything else, whether it is so itself.
    fn has_named(&mut self, scope: &mut Scope, x: Expr, list: &[NameRef], at: At) -> Expr {
        let group = matches!(x.ty, Ty::Thing(k) if self.is(k, KindBase::Group) || self.is(k, KindBase::Side));
        let piece = self.first_kind(KindBase::Piece).filter(|_| group).and_then(|k| Some((k, self.kind_of(k)?.word)));
        if !group {
            let any = list.iter().map(|name| self.quality(scope, &x, name)).collect();
            return truth(ExprKind::Is(x, any), at);
        }
        // without pieces no group has anything
        let (ty, word) = piece.map_or_else(|| (Ty::Unknown, self.rules.names.intern("piece")), |(k, word)| (Ty::Thing(k), word));
        let var = self.local(word, ty, Origin::Candidate);
        let one = Expr::new(ExprKind::Local(var), ty, at);
        let mut any: Vec<Quality> = Vec::new();
        for name in list {
            if self.is_of_group(x.ty, name) {
                let written = self.quality_text(name);
                let message = format!("`has` asks each of its pieces, and `{written}` is of the whole");
                self.fault(Code::Type, name.at, message, format!("write `is {written}`"));
                continue;
            }
            any.push(self.quality(scope, &one, name));
        }
        if any.is_empty() { Expr::error(at) } else { truth(ExprKind::HasAny(x, var, any), at) }
    }

    /// `has 2 AP`: at least so much of the count that is measured so.
    fn has_amount(&mut self, x: Expr, n: ast::Int, measure: ast::Name, at: At) -> Expr {
        let gives = self.measured(ast::NameOrWord::Name(measure));
        if gives == Ty::Unknown {
            return Expr::error(at);
        }
        let count = self.rules.count_in(gives, |c| x.ty == Ty::Thing(c.of));
        let Some(count) = count else {
            let who = self.describe(x.ty);
            let message = format!("{who} keeps no count in {}", self.text(measure.sym));
            return self.fault(Code::Unready, n.at.to(measure.at), message, "compare a value: `Worth of unit is at least 2`");
        };
        let least = Expr::new(ExprKind::Int(n.value), gives, n.at.to(measure.at));
        truth(ExprKind::HasAmount(x, count, least), at)
    }

    /// `has Weary model`: whether any that is described belongs to it.
    fn has_some(&mut self, scope: &mut Scope, (x, of): (Expr, &ast::Expr), (s, no): (&Selector, bool), at: At) -> Expr {
        let sel = self.sel(scope, s);
        let kept = self.kind_of(sel.kind).is_some_and(|k| !k.of.is_empty());
        match x.ty {
            Ty::Thing(_) if kept && self.is(sel.kind, KindBase::Row) => {}
            Ty::Thing(holder) => {
                let shown = Shown(&self.rules.names);
                let (any, meant, who) = (if no { "no" } else { "any" }, shown.selector(s), shown.expr(of));
                self.holds((holder, sel.kind), s.at, format!("ask for those that are meant: `{any} {meant} touches {who}`"));
            }
            _ => {}
        }
        truth(ExprKind::HasSome(x, sel), at)
    }

    /// Only what belongs to a thing can be had by it.
    fn holds(&mut self, (holder, held): (KindId, KindId), at: At, help: String) {
        let (Some(a), Some(b)) = (self.kind_of(holder), self.kind_of(held)) else { return };
        let mut of = b.of.clone();
        for _ in 0..DEPTH {
            if of.contains(&a.word) {
                break;
            }
            of = of.iter().filter_map(|w| self.kind(*w)).filter_map(|k| self.kind_of(k)).flat_map(|k| k.of.clone()).collect();
        }
        let groups = a.base == KindBase::Group && a.of.contains(&b.word);
        if a.base == KindBase::Side || of.contains(&a.word) || groups {
            return;
        }
        let message = format!("a {} holds no {}", self.text(a.word), self.text(b.word));
        self.fault(Code::Type, at, message, help);
    }
}
