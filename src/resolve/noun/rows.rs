//! Lists of named rows, and their cells.

use crate::ast::{self, CellSays, Decl, DeclKind, Item, ItemKind, Many};
use crate::diag::Code;
use crate::hir::{Cell, ColumnId, Expr, KindId, Line, ListCell, ListRow, Measure, RowId, RuleId, StateId, Symbol, Ty};
use crate::source::At;

use super::super::Resolver;
use super::super::ask::Wanted;
use super::cell::counted;
use super::columns::{IS, RULES};
use super::kinds::cited;
use super::tables::{Cells, is_empty, so_many};

/// The cells of a row, its name first.
pub(super) fn cells_of(item: &Item) -> Option<Cells<'_>> {
    let ItemKind::Row(row) = &item.kind else { return None };
    Some(std::iter::once(row.first.as_ref()).chain(row.cells.iter().map(Some)).collect())
}

/// The column in which a cell stands.
#[derive(Clone, Copy)]
struct Place {
    column: ColumnId,
    gives: Ty,
}

impl Resolver<'_> {
    /// Enters the rows of a list.
    pub(super) fn declare_rows(&mut self, place: usize, d: &Decl, many: &Many) {
        if self.kind(many.kind.sym).is_none() {
            self.kind_word(&many.kind);
            return;
        }
        let kind = self.kind_word(&many.kind);
        for item in &many.items {
            let ItemKind::Row(row) = &item.kind else { continue };
            let (name, at) = self.row_name(item, row);
            let line = Line { name: Some(name), at, cites: cited(&item.cites, &d.cites) };
            let row = ListRow { name, kind, cells: Vec::new(), rules: Vec::new(), tags: Vec::new(), line };
            let Some(id) = self.rules.rows.push(row) else { continue };
            self.enter_once(name, at, Symbol::Row(id), |_, s| matches!(s, Symbol::Row(_)).then_some(None));
            if let Some(made) = self.made.get_mut(place) {
                made.rows.push(id);
            }
        }
    }

    /// What a row is called.
    fn row_name(&mut self, item: &Item, row: &ast::Row) -> (crate::intern::Sym, At) {
        match row.first.as_ref() {
            Some(first) => match first.name {
                Some(name) => (name.sym, first.at),
                None => (self.rules.names.intern(""), first.at),
            },
            None => (self.rules.names.intern(""), item.at),
        }
    }

    /// Fills in the cells of all lists.
    pub(super) fn list_cells(&mut self) {
        for (place, d) in self.declared() {
            let DeclKind::Many(many) = &*d.kind else { continue };
            let Some(kind) = self.kind(many.kind.sym) else { continue };
            let ids = self.made.get(place).map_or_else(Vec::new, |m| m.rows.clone());
            let rows = many.items.iter().filter(|i| matches!(i.kind, ItemKind::Row(_)));
            for (id, item) in ids.into_iter().zip(rows) {
                self.list_row(id, kind, many, item);
            }
        }
    }

    fn list_row(&mut self, id: RowId, kind: KindId, many: &Many, item: &Item) {
        let Some(cells) = cells_of(item) else { return };
        let name = self.rules.rows.get(id).map_or_else(String::new, |r| self.said(r.name));
        if let Some(more) = cells.get(many.columns.len() + 1).copied().flatten().filter(|c| !is_empty(Some(*c))) {
            let message = format!("`{name}` has a cell that no column heads");
            self.fault(Code::MissingRow, more.at, message, "leave it out, or head its column");
        }
        let crossed = self.crossed(kind, many, &cells);
        let gaps = if crossed.is_none() { self.left_out_cells(kind, many, &cells) } else { Vec::new() };
        let left_out = if let [gap] = gaps.as_slice() { Some(*gap) } else { None };
        let (has, wants) = (cells.len().saturating_sub(1), many.columns.len());
        let rules = many.columns.last().and_then(|c| c.name).is_some_and(|n| self.text(n.sym) == RULES);
        if gaps.len() > 1 || left_out.is_none() && has + usize::from(rules) < wants {
            self.lacks_cells(&name, many, (item, &cells), &gaps);
            // under which heading each cell belongs is not known
            for place in many.columns.iter().filter_map(|head| self.column_place(kind, head.name?.sym)).collect::<Vec<_>>() {
                self.spoilt_cell(id, place.column, item.at);
            }
            return;
        }
        for (i, head) in many.columns.iter().enumerate() {
            let title = head.name.map_or_else(String::new, |n| self.said(n.sym));
            // behind a cell that was left out all stand one column too early
            let place = if left_out.is_some_and(|gap| i > gap) { i } else { i + 1 };
            let cell = cells.get(place).copied().flatten();
            if let Some(next) = cell.filter(|_| left_out == Some(i)) {
                let help = format!("write the cell of `{title}` before `{}`, or `-` if it has none", self.cell_text(next));
                self.fault(Code::MissingRow, next.at, format!("`{name}` has no `{title}`"), help);
                continue;
            }
            let Some(cell) = cell else {
                if title != RULES {
                    let end = cells.iter().flatten().next_back().map_or(item.at, |c| c.at);
                    self.fault(Code::MissingRow, end, format!("`{name}` has no `{title}`"), "write `-` if it has none");
                }
                continue;
            };
            if crossed.is_some_and(|(a, b)| i == a || i == b) {
                if let Some(place) = head.name.and_then(|n| self.column_place(kind, n.sym)) {
                    self.spoilt_cell(id, place.column, cell.at);
                }
                continue;
            }
            match title.as_str() {
                RULES => self.row_rules(id, kind, cell),
                IS => self.row_is(id, kind, cell),
                _ => {
                    if let Some(place) = head.name.and_then(|n| self.column_place(kind, n.sym)) {
                        self.list_cell(id, place, &title, cell);
                    }
                }
            }
        }
    }

    /// Faults a row with too few cells: which it may be, as far as those that it has say so.
    fn lacks_cells(&mut self, name: &str, many: &Many, (item, cells): (&Item, &Cells<'_>), gaps: &[usize]) {
        let (has, wants) = (cells.len().saturating_sub(1), many.columns.len());
        let message = format!("`{name}` has {}, and there are {}", so_many(has, "cell"), so_many(wants, "heading"));
        let (at, help) = match gaps.split_last() {
            Some((last, some)) => {
                let title = |i: &usize| many.columns.get(*i).and_then(|c| c.name).map_or("", |n| self.text(n.sym));
                let some: Vec<String> = some.iter().map(|i| format!("`{}`", title(i))).collect();
                let help = format!("see which cell is left out, that of {} or `{}`, and write it", some.join(", "), title(last));
                (cells.get(last + 1).copied().flatten(), help)
            }
            None => (cells.iter().flatten().next_back().copied(), "write the cell that is left out".to_owned()),
        };
        let at = at.map(|c| c.at).filter(|at| !at.span().is_empty()).unwrap_or(item.at);
        self.fault(Code::MissingRow, at, message, format!("{help}, or `-` where there is nothing"));
    }

    /// The column of a kind that has a name.
    fn column_place(&self, kind: KindId, name: crate::intern::Sym) -> Option<Place> {
        let (column, c) = self.rules.columns.iter().find(|(_, c)| c.kind == kind && c.name == name && c.tag.is_none())?;
        let gives = self.rules.values.get(c.value).map_or(Ty::PLAIN, |v| v.head.gives);
        Some(Place { column, gives })
    }

    /// What the column of a name holds.
    pub(super) fn column_gives(&self, kind: KindId, name: crate::intern::Sym) -> Option<Ty> {
        self.column_place(kind, name).map(|p| p.gives)
    }

    /// A cell of which something was told: it is there, and nobody knows what it says.
    fn spoilt_cell(&mut self, id: RowId, column: ColumnId, at: At) {
        if let Some(r) = self.rules.rows.get_mut(id) {
            r.cells.push((column, ListCell::Is(Expr::error(at))));
        }
    }

    /// One cell: a number or a name, as its column has them.
    fn list_cell(&mut self, id: RowId, place: Place, title: &str, cell: &ast::Cell) {
        let Place { column, gives } = place;
        let number = counted(gives);
        let said = self.cell_value(cell, gives);
        let text = self.cell_text(cell);
        match said {
            Some((_, ty)) if number && counted(ty) && cell.says != CellSays::Int(0) && !ty.fits(gives) => {
                let (is, want) = (self.describe(ty), self.describe(gives));
                let message = format!("this cell is {is}, and the others of `{title}` are {want}");
                let help = match (&cell.says, gives) {
                    (CellSays::Int(n), Ty::Number(Measure::Inches)) => format!("write `{n}\"`"),
                    (CellSays::Int(n), Ty::Need) => format!("write `{n}+`"),
                    _ => format!("give it as {want}"),
                };
                self.fault(Code::Measure, cell.at, message, help);
                self.spoilt_cell(id, column, cell.at);
            }
            Some((said, ty)) if number == counted(ty) => {
                if let Some(r) = self.rules.rows.get_mut(id) {
                    r.cells.push((column, list_cell(said)));
                }
            }
            _ if number => {
                let help = "write a number, a length, a score such as 5+, or `-`";
                self.fault(Code::Type, cell.at, format!("`{text}` is not a number"), help);
                self.spoilt_cell(id, column, cell.at);
            }
            _ => {
                let help = "write one Name, or `-`; several tags of one row stand in a column headed `is`";
                self.fault(Code::Type, cell.at, format!("`{text}` is no name that is known"), help);
            }
        }
    }

    /// The tags of a row.
    fn row_is(&mut self, id: RowId, kind: KindId, cell: &ast::Cell) {
        for name in names_in(cell) {
            let state = self.find(name.sym, |s| match s {
                Symbol::State(s) if self.rules.states.get(s).is_some_and(|s| s.of == kind) && self.row_tag(s).is_some() => Some(s),
                _ => None,
            });
            match state {
                Some(state) => {
                    self.excluded(id, name, state);
                    if let Some(r) = self.rules.rows.get_mut(id) {
                        r.tags.push(state);
                    }
                }
                None => {
                    let name = self.cell_name(name);
                    self.unknown_name(&name, Wanted::RowTag(kind));
                }
            }
        }
    }

    /// Faults a tag that another of its row excludes.
    fn excluded(&mut self, id: RowId, name: ast::Name, state: StateId) {
        let before = self.rules.rows.get(id).map_or(&[][..], |r| &r.tags);
        let set = self.rules.exclusive.iter().find(|set| set.contains(&state));
        let other = set.and_then(|set| set.iter().find(|s| **s != state && before.contains(s)));
        if let Some(other) = other.and_then(|s| self.rules.states.get(*s)) {
            let (this, other) = (self.said(name.sym), self.said(other.name));
            let message = format!("`{this}` and `{other}` exclude each other, and one row has both");
            self.fault(Code::Twice, name.at, message, format!("leave out `{this}` or `{other}`"));
        }
    }

    /// The rules of a row.
    fn row_rules(&mut self, id: RowId, kind: KindId, cell: &ast::Cell) {
        for name in names_in(cell) {
            let name = self.cell_name(name);
            match self.rule_named(&name) {
                Some(rule) if !self.rules.rules.get(rule).is_some_and(|r| r.rows.contains(&kind)) => self.not_of_rows(rule, kind, &name),
                Some(rule) => {
                    if let Some(r) = self.rules.rows.get_mut(id) {
                        r.rules.push(rule);
                    }
                }
                None => drop(self.unknown_name(&name, Wanted::Rule)),
            }
        }
    }

    /// Faults a rule that somebody else carries, and no such row.
    fn not_of_rows(&mut self, rule: RuleId, kind: KindId, name: &ast::NameRef) {
        let word = |k: KindId| self.kind_of(k).map_or(String::new(), |k| self.said(k.word));
        let Some(found) = self.rules.rules.get(rule) else { return };
        let bearer = found.state.and_then(|s| self.rules.states.get(s)).map(|s| s.of).or_else(|| found.rows.first().copied());
        let (called, rows) = (self.said(found.title), word(kind));
        let (message, help) = match bearer.map(word) {
            Some(of) => {
                let elsewhere = format!("and write `rules {called}` below the entry that has it");
                let help = if found.state.is_some() { elsewhere } else { format!("or declare it `of {rows}`") };
                (format!("`{called}` is a rule of `{of}`, and no `{rows}` carries it"), format!("leave it out, {help}"))
            }
            None => (format!("`{called}` is always in force, and no row carries it"), "leave it out".to_owned()),
        };
        self.fault(Code::Kind, name.name.at, message, help);
    }
}

/// The names that a cell lists; what says something else is one name too.
pub(crate) fn names_in(cell: &ast::Cell) -> Vec<ast::Name> {
    match (cell.names(), &cell.says) {
        (_, CellSays::Empty | CellSays::Dash) => Vec::new(),
        ([], _) => cell.name.into_iter().collect(),
        (names, _) => names.to_vec(),
    }
}

fn list_cell(cell: Cell) -> ListCell {
    match cell {
        Cell::Dash => ListCell::Dash,
        Cell::Is(e) => ListCell::Is(e),
        Cell::Dice(dice) => ListCell::Dice(dice),
    }
}
