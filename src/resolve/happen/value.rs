//! Values and conditions: what they are before anything is changed, their own least and most, their own rows.

use rustc_hash::FxHashMap;

use super::super::meet::Receiver;
use super::super::{Resolver, Scope};
use super::lend::cited;
use crate::ast::{self, ContribKind, Item, ItemKind, ValueOptionKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Expr, Line, Measure, OwnRow, Ty, ValueId};
use crate::intern::{KeyId, Sym};
use crate::source::At;

impl Resolver<'_> {
    /// What a value or a condition says itself.
    pub(super) fn value_body(
        &mut self,
        d: &ast::Decl,
        id: ValueId,
        base: Option<&ast::Expr>,
        options: &[ast::ValueOption],
        items: &[ast::Item],
    ) {
        let Some(mut scope) = self.scope_of_value(id) else { return };
        let mut is = base.map(|e| self.base_of(&mut scope, id, e));
        let (mut least, mut most) = (None, None);
        for option in options {
            match &option.kind {
                ValueOptionKind::AtLeast(e) => least = Some(self.bound_of(&mut scope, id, e)),
                ValueOptionKind::AtMost(e) => most = Some(self.bound_of(&mut scope, id, e)),
                _ => {}
            }
        }
        self.named_once(
            items.iter().filter_map(|i| if let ItemKind::Named { name, .. } = &i.kind { Some((name.sym, name.at, i)) } else { None }),
        );
        let mut rows = Vec::new();
        for item in items {
            let Some((name, contrib)) = own_row(item) else { continue };
            let mut inner = scope.clone();
            // the first that sets it wherever it is asked for is what it is
            if let (None, ContribKind::Base(e), None) = (&is, &contrib.kind, &contrib.guard) {
                is = Some(self.expr(&mut inner, e));
                continue;
            }
            if let Some(change) = self.change(&mut inner, Receiver::Value(id), contrib) {
                rows.push(OwnRow { line: line_below(d, item, name), change });
            }
        }
        if let Some(v) = self.rules.values.get_mut(id) {
            (v.base, v.least, v.most, v.rows) = (is, least, most, rows);
        }
    }

    /// Tells of two lines or steps of one declaration that have the same name.
    pub(super) fn named_once<'i>(&mut self, names: impl Iterator<Item = (Sym, At, &'i Item)>) {
        let mut seen: FxHashMap<KeyId, (At, &Item)> = FxHashMap::default();
        // lines without an order are not in that of the text, where the later one is the fault
        let mut names: Vec<_> = names.collect();
        names.sort_by_key(|(_, at, _)| at.span().start);
        for (name, at, item) in names {
            if let Some((first, line)) = seen.get(&self.rules.names.key_of(name)) {
                let d = Diagnostic::new(Code::Twice, at.span(), format!("`{}` stands here twice", self.text(name)));
                let help = if line.kind == item.kind { "take one of them out: both say the same" } else { "give one of them another name" };
                self.report(d.label(first.span(), "first here").help(help));
            }
            seen.entry(self.rules.names.key_of(name)).or_insert((at, item));
        }
    }

    fn scope_of_value(&self, id: ValueId) -> Option<Scope> {
        let value = self.rules.values.get(id)?;
        let mut scope = self.scope_of(&value.head);
        scope.subject = scope.viewer;
        scope.rounds = value.rounding;
        // a condition is no number that could be whole
        scope.receiver = Some(value.head.name).filter(|_| value.head.gives != Ty::Truth);
        Some(scope)
    }

    /// What a value is at least or at most, told where that is in another measure.
    fn bound_of(&mut self, scope: &mut Scope, id: ValueId, e: &ast::Expr) -> Expr {
        let x = self.expr(scope, e);
        let Some((name, gives)) = self.rules.values.get(id).map(|v| (v.head.name, v.head.gives)) else { return x };
        self.measured_so(name, gives, &x, e.at);
        x
    }

    /// What a value is, told where it is of another sort or in another measure than its head says.
    fn base_of(&mut self, scope: &mut Scope, id: ValueId, e: &ast::Expr) -> Expr {
        let x = self.expr(scope, e);
        let Some((name, gives)) = self.rules.values.get(id).map(|v| (v.head.name, v.head.gives)) else { return x };
        if !x.ty.fits(gives) && x.constant() != Some(0) {
            let (name, is, want) = (self.said(name), self.describe(x.ty), self.describe(gives));
            let help = match x.ty {
                Ty::Number(Measure::Inches) => "write `, in inches` behind the head".to_owned(),
                Ty::Number(Measure::Named(_) | Measure::Points | Measure::Area) => format!("write `, in {is}` behind the head"),
                _ => match (gives, self.constant(&x)) {
                    (Ty::LENGTH, Some(n)) => format!("write `{n}\"`"),
                    _ => format!("give it in {want}"),
                },
            };
            self.fault(Code::Measure, e.at, format!("`{name}` is {want}, and this is {is}"), help);
        }
        x
    }
}

/// A row that a hook has of its own, and its name.
pub(super) fn own_row(item: &ast::Item) -> Option<(Option<Sym>, &ast::Contrib)> {
    match &item.kind {
        ItemKind::Named { name, contrib } => Some((Some(name.sym), contrib)),
        ItemKind::Contrib(contrib) => Some((None, contrib)),
        _ => None,
    }
}

/// A line below a declaration: one without a clause of its own stands under those of its declaration.
pub(super) fn line_below(d: &ast::Decl, item: &ast::Item, name: Option<Sym>) -> Line {
    let cites = if item.cites.is_empty() { cited(&d.cites) } else { cited(&item.cites) };
    Line { name, at: item.at, cites }
}
