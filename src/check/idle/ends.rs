//! Tables that say what holds of all lesser numbers, and have no row for what is more than the last.

use super::super::Whole;
use super::super::bounds;
use super::super::known::{self, Bounds, spread};
use super::super::term::number;
use crate::ast::{self, CellSays, DeclKind, ItemKind, RangeKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{Expr, ExprKind, Extreme, Operator, Rules, Table, TableId, TableKey, Ty};
use crate::source::At;

/// Reports them.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let open: Vec<(TableId, &Table, i64)> = rules.tables.iter().filter_map(|(id, t)| Some((id, t, half_open(t)?))).collect();
    if open.is_empty() {
        return Vec::new();
    }
    let most = Most { rules, dice: &known::bounds(rules, whole.graph) };
    let mut looks = Looks::default();
    every::part(rules, &mut looks);
    let goes_beyond = |id: TableId, last: i64| {
        let mut asked = looks.0.iter().filter(|(table, _)| *table == id);
        asked.any(|(_, e)| most.of(e).is_none_or(|most| most > last))
    };
    let told = |(id, table, last): (TableId, &Table, i64)| {
        if !goes_beyond(id, last) {
            return None;
        }
        let own = |t: &&ast::Table| t.name.at == table.head.line.at;
        let own = whole.decls.iter().filter_map(|d| if let DeclKind::Table(t) = &*d.kind { Some(t) } else { None }).find(own)?;
        let (at, low) = last_key(own, last)?;
        let name = rules.names.text(table.head.name);
        let d = Diagnostic::new(Code::Outlier, at.span(), format!("`{name}` has no row for more than {last}"));
        let d = d.here("its last row, while the first holds for all that is less");
        Some(d.help(format!("write `{low}+`, if the same holds for more")))
    };
    open.into_iter().filter_map(told).collect()
}

/// The last number of a table whose first row is open below, if it has one. Beyond the longest distance nothing need be.
fn half_open(table: &Table) -> Option<i64> {
    if table.takes.first() == Some(&Ty::LENGTH) {
        return None;
    }
    let spans: Option<Vec<(i64, i64)>> =
        table.keys.first()?.iter().map(|k| if let TableKey::Numbers(low, high) = k { Some((*low, *high)) } else { None }).collect();
    let spans = spans?;
    let last = spans.iter().map(|(_, high)| *high).max()?;
    (spans.len() > 1 && last < i64::MAX && spans.iter().any(|(low, _)| *low == i64::MIN)).then_some(last)
}

/// Where the row that ends with a number has its key, and the least number of it.
fn last_key(table: &ast::Table, last: i64) -> Option<(At, i64)> {
    let written = |range: ast::Range| match range.kind {
        RangeKind::Is(n) if n.value == last => Some((range.at, n.value)),
        RangeKind::Between(a, b) if b.value == last => Some((range.at, a.value)),
        _ => None,
    };
    let pairs = table.pairs.iter().flat_map(|p| &p.keys).filter_map(|k| if let ast::Key::Range(r) = k { Some(*r) } else { None });
    let rows = table.items.iter().filter_map(|i| if let ItemKind::Row(row) = &i.kind { row.first.as_ref() } else { None });
    let rows = rows.filter(|c| c.says != CellSays::Empty).filter_map(ast::Cell::range);
    pairs.chain(rows).find_map(written)
}

/// The first key of each look into a table.
#[derive(Default)]
struct Looks(Vec<(TableId, Expr)>);

impl Walk for Looks {
    fn expr(&mut self, e: &Expr) {
        if let ExprKind::Look(table, asked) = &*e.kind {
            self.0.extend(asked.first().map(|first| (*table, first.clone())));
        }
        walk::walk_expr(self, e);
    }
}

/// What numbers are at most, as far as that is known before any game.
struct Most<'a> {
    rules: &'a Rules,
    dice: &'a Bounds,
}

impl Most<'_> {
    fn of(&self, e: &Expr) -> Option<i64> {
        match &*e.kind {
            ExprKind::Local(word) => self.dice.get(word).map(|(_, most)| *most),
            ExprKind::Roll(dice) => Some(spread(dice)?.1),
            ExprKind::Ask(value, _) => self.of(self.rules.values.get(*value)?.most.as_ref()?),
            ExprKind::Count(count, _) => Some(bounds::of(self.rules, self.rules.counts.get(*count)?)?.1),
            ExprKind::Math(Operator::Plus, a, b) => self.of(a)?.checked_add(self.of(b)?),
            ExprKind::Math(Operator::Minus, a, b) => self.of(a)?.checked_sub(number(self.rules, b)?),
            ExprKind::Pick(Extreme::Lowest, all) => all.iter().filter_map(|e| self.of(e)).min(),
            ExprKind::Pick(Extreme::Highest, all) => all.iter().map(|e| self.of(e)).collect::<Option<Vec<i64>>>()?.into_iter().max(),
            ExprKind::If(cases, last) => {
                let all: Option<Vec<i64>> = cases.iter().map(|(_, e)| e).chain([last]).map(|e| self.of(e)).collect();
                all?.into_iter().max()
            }
            _ => number(self.rules, e),
        }
    }
}
