//! Tables that are asked with dice whose numbers go beyond their keys.

use std::collections::BTreeSet;

use super::Whole;
use super::bounds::written;
use super::faulty::Faulty;
use super::known::{Bounds, bounds, spread};
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{Expr, ExprKind, LocalId, Table, TableId, TableKey, Ty};

/// Reports them.
pub(super) fn check(whole: Whole<'_>, faulty: &Faulty<'_>) -> Vec<Diagnostic> {
    let Whole { rules, graph, .. } = whole;
    let mut looks = Looks::default();
    every::part(rules, &mut looks);
    let known = bounds(rules, graph);
    let mut out = Vec::new();
    for (id, asked) in &looks.all {
        let Some(table) = rules.tables.get(*id).filter(|t| t.head.roles.is_empty()) else { continue };
        let name = rules.names.text(table.head.name);
        if faulty.says(name) {
            continue;
        }
        for (i, e) in asked.iter().enumerate() {
            let Some((low, high)) = shown(&known, e).filter(|_| !looks.compares(e)) else { continue };
            let Some((first, last)) = keys(table, i) else { continue };
            let below = (low < first).then(|| (low, high.min(first - 1)));
            let above = (high > last).then(|| (low.max(last + 1), high));
            let ty = e.ty;
            let missing: Vec<String> = below.into_iter().chain(above).map(|span| said(span, ty)).collect();
            if missing.is_empty() {
                continue;
            }
            let missing = missing.join(" and ");
            let d = Diagnostic::new(Code::MissingRow, e.at.span(), format!("`{name}` has no row for {missing}"))
                .here(format!("the dice show {}", said((low, high), ty)))
                .label(table.head.line.at.span(), format!("its keys are {}", said((first, last), ty)))
                .help(format!("add rows for {missing}, or roll other dice"));
            if !out.contains(&d) {
                out.push(d);
            }
        }
    }
    out
}

fn said((low, high): (i64, i64), ty: Ty) -> String {
    if low == high { written(low, ty) } else { format!("{} to {}", written(low, ty), written(high, ty)) }
}

/// Least and most of what dice show.
fn shown(known: &Bounds, e: &Expr) -> Option<(i64, i64)> {
    match &*e.kind {
        ExprKind::Local(word) => known.get(word).copied(),
        ExprKind::Roll(dice) => spread(dice),
        _ => None,
    }
}

/// Least and most of the numbers by which a table is looked up.
fn keys(table: &Table, i: usize) -> Option<(i64, i64)> {
    let spans = table.keys.get(i)?.iter().map(|k| if let TableKey::Numbers(low, high) = k { Some((*low, *high)) } else { None });
    spans.collect::<Option<Vec<(i64, i64)>>>()?.into_iter().reduce(|(a, b), (c, d)| (a.min(c), b.max(d)))
}

/// What is looked up, and the words that are compared with anything: what is asked there may be no more than some of the numbers.
#[derive(Default)]
struct Looks {
    all: Vec<(TableId, Vec<Expr>)>,
    compared: BTreeSet<LocalId>,
}

impl Looks {
    fn compares(&self, e: &Expr) -> bool {
        if let ExprKind::Local(word) = *e.kind { self.compared.contains(&word) } else { false }
    }

    fn compare<'e>(&mut self, list: impl IntoIterator<Item = &'e Expr>) {
        self.compared.extend(list.into_iter().filter_map(|e| if let ExprKind::Local(word) = *e.kind { Some(word) } else { None }));
    }
}

impl Walk for Looks {
    fn expr(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::Look(table, asked) => self.all.push((*table, asked.clone())),
            ExprKind::Compare(_, a, b) | ExprKind::Same(a, b) | ExprKind::Math(_, a, b) => self.compare([a, b]),
            ExprKind::Between(a, b, c) => self.compare([a, b, c]),
            _ => {}
        }
        walk::walk_expr(self, e);
    }
}
