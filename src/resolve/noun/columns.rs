//! Columns of lists and profiles: each is a value that rules may change.

use crate::ast::{self, CellSays, Decl, DeclKind, ItemKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Column, ColumnId, Head, KindBase, KindId, Line, Origin, Role, StateId, StateKind, Symbol, Ty, Value};
use crate::intern::Sym;

use super::super::Resolver;
use super::kinds::cited;
use super::rows::cells_of;

/// Heads of columns that are none: what a row carries, and what it is.
pub(super) const RULES: &str = "rules";
/// See [`RULES`].
pub(super) const IS: &str = "is";

/// A column that is being entered.
pub(super) struct NewColumn {
    /// As written.
    pub name: Sym,
    /// The kind of its rows.
    pub kind: KindId,
    /// What its cells are.
    pub gives: Ty,
    /// Its line.
    pub line: Line,
}

impl Resolver<'_> {
    /// Each tag that rows of a list may have is a column that nobody sees.
    pub(super) fn row_tags(&mut self) {
        let tags: Vec<(StateId, NewColumn)> = self
            .rules
            .states
            .iter()
            .filter(|(_, s)| s.kind == StateKind::Tag && self.is(s.of, KindBase::Row))
            .map(|(id, s)| (id, NewColumn { name: s.name, kind: s.of, gives: Ty::Truth, line: s.line.clone() }))
            .collect();
        for (state, column) in tags {
            let id = self.new_column(column);
            if let Some(c) = id.and_then(|id| self.rules.columns.get_mut(id)) {
                c.tag = Some(state);
            }
        }
    }

    /// Columns that are declared on their own, those that heads of lists name, and names that only cells speak of.
    pub(super) fn columns(&mut self) {
        for (place, d) in self.declared() {
            match &*d.kind {
                DeclKind::Columns(columns) => self.own_columns(d, columns),
                DeclKind::Pack(pack) => self.customs(pack),
                DeclKind::Many(many) => self.column_heads(d, many),
                DeclKind::Table(table) => self.table_words(place, table),
                _ => {}
            }
        }
    }

    fn own_columns(&mut self, d: &Decl, columns: &ast::Columns) {
        let kind = columns.roles.first().map_or(KindId(0), |r| self.noun_of(&r.who).0);
        for item in &columns.items {
            let ItemKind::Column(column) = &item.kind else { continue };
            let gives = column.measure.map_or(Ty::PLAIN, |m| self.measured(m));
            let name = column.name.sym;
            let line = Line { name: Some(name), at: column.name.at, cites: cited(&item.cites, &d.cites) };
            let id = self.named_column(NewColumn { name, kind, gives, line });
            if let Some(c) = id.and_then(|id| self.rules.columns.get_mut(id)) {
                c.short = column.short.map(|t| t.sym);
            }
        }
    }

    /// The columns that the head of a list names.
    fn column_heads(&mut self, d: &Decl, many: &ast::Many) {
        let Some(kind) = self.kind(many.kind.sym) else { return };
        for (i, head) in many.columns.iter().enumerate() {
            let Some(name) = head.name.filter(|n| !self.is_special(n.sym)) else { continue };
            let before = many.columns.iter().take(i).filter_map(|c| c.name).find(|n| self.rules.names.same(n.sym, name.sym));
            if let Some(first) = before {
                let d = Diagnostic::new(Code::Twice, name.at.span(), format!("two columns are headed `{}`", self.text(name.sym)));
                self.report(d.label(first.at.span(), "the first").help("give one of them another name"));
                continue;
            }
            let cells: Vec<&ast::Cell> = many.items.iter().filter_map(|item| cells_of(item)?.get(i + 1).copied().flatten()).collect();
            for cell in &cells {
                self.cell_word(cell);
            }
            let cells = self.column_cells(kind, name.sym);
            let gives = self.measured_by(&cells);
            let line = Line { name: Some(name.sym), at: name.at, cites: cited(&d.cites, &[]) };
            self.named_column(NewColumn { name: name.sym, kind, gives, line });
        }
    }

    /// The cells of a column of a kind, in whatever lists they stand.
    fn column_cells(&self, kind: KindId, name: Sym) -> Vec<&ast::Cell> {
        let mut out = Vec::new();
        for (_, d) in self.declared() {
            let DeclKind::Many(many) = &*d.kind else { continue };
            let at = many.columns.iter().position(|c| c.name.is_some_and(|n| self.rules.names.same(n.sym, name)));
            if let (true, Some(i)) = (self.kind(many.kind.sym) == Some(kind), at) {
                out.extend(many.items.iter().filter_map(|item| cells_of(item)?.get(i + 1).copied().flatten()));
            }
        }
        out
    }

    /// Whether a head of a column says what rows carry or are.
    pub(super) fn is_special(&self, head: Sym) -> bool {
        matches!(self.text(head), RULES | IS | "")
    }

    /// What most cells of a column are; of those that are as many, what comes first.
    fn measured_by(&self, cells: &[&ast::Cell]) -> Ty {
        let mut types: Vec<(Ty, usize)> = Vec::new();
        for cell in cells.iter().filter(|c| c.says != CellSays::Int(0)) {
            let Some(ty) = self.cell_type(cell) else { continue };
            match types.iter_mut().find(|(t, _)| *t == ty) {
                Some((_, n)) => *n += 1,
                None => types.push((ty, 1)),
            }
        }
        let most = types.iter().map(|(_, n)| *n).max();
        types.into_iter().find(|(_, n)| Some(*n) == most).map_or(Ty::PLAIN, |(ty, _)| ty)
    }

    /// A column whose value has its name.
    fn named_column(&mut self, column: NewColumn) -> Option<ColumnId> {
        let name = column.name;
        let id = self.new_column(column)?;
        let value = self.rules.columns.get(id)?.value;
        self.enter(name, Symbol::Value(value));
        Some(id)
    }

    /// A column, and the value that asks for it.
    fn new_column(&mut self, column: NewColumn) -> Option<ColumnId> {
        let NewColumn { name, kind, gives, line } = column;
        let word = self.kind_of(kind).map_or(name, |k| k.word);
        let ty = self.thing_type(kind);
        let local = self.local(word, ty, Origin::Blank);
        let roles = vec![Role { prep: ast::Prep::Of, local, at: line.at }];
        let head = Head { name, roles, gives, line: line.clone() };
        let id = self.rules.columns.next_id()?;
        let value = Value { head, base: None, rounding: None, least: None, most: None, rows: Vec::new(), column: Some(id) };
        let value = self.rules.values.push(value)?;
        self.rules.columns.push(Column { name, kind, short: None, value, tag: None, line })
    }
}
