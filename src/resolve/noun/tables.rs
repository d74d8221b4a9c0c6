//! Tables: their rows, their cells, and what is missing between them.

use crate::ast::{self, CellSays, Decl, DeclKind, Item, Pair};
use crate::diag::Code;
use crate::hir::{Cell, ExprKind, Head, KindBase, LocalId, Origin, Symbol, Table, TableId, Ty};
use crate::source::At;

use super::super::Resolver;
use super::keys::{Key, keys_of};
use super::kinds::line;
use super::rows::cells_of;

/// The keys and cells of a table while it is read.
#[derive(Default)]
pub(super) struct Grid {
    /// The keys of its rows.
    pub rows: Vec<Key>,
    /// The keys of its columns, if it has any.
    pub columns: Option<Vec<Key>>,
    /// Its cells, row by row.
    pub cells: Vec<Cell>,
    /// What the cells are, as far as is known.
    pub gives: Ty,
}

impl Grid {
    /// Enters a row's key; `to 6"` begins where the row before it ends.
    pub fn push_row(&mut self, mut key: Key) {
        key.begin_after(self.rows.last().and_then(Key::end));
        self.rows.push(key);
    }
}

/// A row as cells, its key first. A key that is not there is none.
pub(super) type Cells<'a> = Vec<Option<&'a ast::Cell>>;

/// The rows below a head.
pub(super) fn rows_of(items: &[Item]) -> Vec<Cells<'_>> {
    items.iter().filter_map(cells_of).collect()
}

/// Whether a cell says nothing at all, not even `-`.
pub(super) fn is_empty(cell: Option<&ast::Cell>) -> bool {
    cell.is_none_or(|c| c.says == CellSays::Empty)
}

/// `1 cell`, `2 cells`.
pub(super) fn so_many(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

impl Resolver<'_> {
    /// Enters a table's head.
    pub(super) fn declare_table(&mut self, place: usize, d: &Decl, table: &ast::Table) {
        let name = table.name;
        let roles = self.roles(&table.roles, d.head);
        let of = roles.first().map(|r| r.local);
        let mut takes: Vec<Ty> = table.keys.iter().map(|k| of.map_or_else(|| self.key_type(k), |of| self.local_ty(of))).collect();
        if takes.is_empty() {
            takes.push(Ty::Unknown);
        }
        let words = takes.iter().enumerate().map(|(i, ty)| of.unwrap_or_else(|| self.key_word(table.keys.get(i), *ty))).collect();
        // two tables of one name are told apart by what their first keys are
        let first = takes.first().copied();
        let head = Head { name: name.sym, roles, gives: Ty::PLAIN, line: line(Some(name.sym), name.at, d) };
        let Some(id) = self.rules.tables.push(Table { head, takes, words, keys: Vec::new(), cells: Vec::new() }) else { return };
        self.enter_once(name.sym, name.at, Symbol::Table(id), |cx, s| match s {
            Symbol::Table(old) => (cx.rules.tables.get(old)?.takes.first().copied() == first).then_some(None),
            _ => None,
        });
        if let Some(made) = self.made.get_mut(place) {
            made.table = Some(id);
        }
    }

    /// The type of a key by its word in the head; a word that is no kind stands for numbers or names.
    fn key_type(&self, key: &ast::TableKey) -> Ty {
        let ast::TableKey::Word(word) = key else { return Ty::Unknown };
        match self.kind(word.sym) {
            Some(kind) if self.is(kind, KindBase::Action) => Ty::Name,
            Some(kind) => self.thing_type(kind),
            None if self.text(word.sym) == "formation" => Ty::Formation,
            None => Ty::Unknown,
        }
    }

    /// The word for what is looked up by a key.
    fn key_word(&mut self, key: Option<&ast::TableKey>, ty: Ty) -> LocalId {
        let word = if let Some(ast::TableKey::Word(word)) = key { word.sym } else { self.rules.names.intern("") };
        self.local(word, ty, Origin::Blank)
    }

    /// Names that only cells of tables make known, so that other tables may speak of them.
    pub(super) fn table_words(&mut self, place: usize, table: &ast::Table) {
        let Some(id) = self.made.get(place).and_then(|m| m.table) else { return };
        let rows = rows_of(&table.items);
        let wide = self.is_wide(id);
        let mut cells: Vec<&ast::Cell> = table.pairs.iter().map(|p| &p.gives).collect();
        match rows.split_first() {
            Some((header, _)) if wide && in_bands(&rows) => cells.extend(header.iter().skip(1).flatten()),
            Some((_, below)) if wide => cells.extend(below.iter().flat_map(|r| r.iter().skip(1)).flatten()),
            _ => cells.extend(rows.iter().flat_map(|r| r.iter().skip(1)).flatten()),
        }
        for cell in cells {
            self.cell_word(cell);
        }
    }

    /// Whether a table is looked up by more than one key.
    fn is_wide(&self, table: TableId) -> bool {
        self.rules.tables.get(table).is_some_and(|t| t.takes.len() > 1)
    }

    /// The keys and cells of all tables.
    pub(super) fn tables(&mut self) {
        for (place, d) in self.declared() {
            if let DeclKind::Table(table) = &*d.kind {
                self.table(place, table);
            }
        }
    }

    fn table(&mut self, place: usize, table: &ast::Table) {
        let Some(id) = self.made.get(place).and_then(|m| m.table) else { return };
        let (name, at) = (self.said(table.name.sym), table.name.at);
        let kind = table.gives.and_then(|w| self.kind(w.sym()));
        let mut grid = Grid { gives: kind.map_or(Ty::Unknown, |k| self.thing_type(k)), ..Grid::default() };
        for pair in &table.pairs {
            self.table_pair(&mut grid, pair);
        }
        let rows = rows_of(&table.items);
        let bands = self.is_wide(id) && in_bands(&rows);
        if bands {
            self.band_rows(&mut grid, &name, &rows);
        } else {
            self.table_rows(&mut grid, &name, &rows);
        }
        self.gaps(&name, "row", at, &grid.rows);
        if let Some(columns) = grid.columns.as_ref().filter(|_| !bands) {
            self.gaps(&name, "column", at, columns);
        }
        self.finish_table(id, grid);
    }

    /// Settles what a table is looked up by and what it gives.
    fn finish_table(&mut self, id: TableId, grid: Grid) {
        let Some(t) = self.rules.tables.get(id) else { return };
        let (head, own, mut words) = (t.head.clone(), t.takes.clone(), t.words.clone());
        let mut scope = self.scope_of(&head);
        let (mut keys, mut takes) = (Vec::new(), Vec::new());
        for (i, axis) in std::iter::once(grid.rows).chain(grid.columns).enumerate() {
            let ty = own.get(i).copied().unwrap_or_default();
            if words.len() <= i {
                words.push(self.key_word(None, ty));
            }
            let word = words.get(i).copied().unwrap_or(LocalId(u32::MAX));
            let axis = self.axis(&mut scope, &axis, ty, word);
            takes.push(axis.measure.unwrap_or(ty));
            keys.push(axis.keys);
        }
        if let Some(t) = self.rules.tables.get_mut(id) {
            t.head.gives = if grid.gives == Ty::Unknown { Ty::PLAIN } else { grid.gives };
            words.truncate(takes.len());
            (t.takes, t.words, t.keys, t.cells) = (takes, words, keys, grid.cells);
        }
    }

    /// `2 to 3 5+`, on the line of the head.
    fn table_pair(&mut self, grid: &mut Grid, pair: &Pair) {
        for key in &pair.keys {
            let key = match key {
                ast::Key::Range(range) => Key::span(*range),
                ast::Key::Name(name) => Key::name(*name),
            };
            let cell = self.cell(grid, &pair.gives);
            grid.push_row(key);
            grid.cells.push(cell);
        }
    }

    /// Rows below the head; those of a table with two keys stand below the keys of the columns.
    fn table_rows(&mut self, grid: &mut Grid, name: &str, rows: &[Cells<'_>]) {
        let Some((header, below)) = rows.split_first() else { return };
        let two = is_empty(header.first().copied().flatten());
        // several names over one column are several columns alike
        let mut spread: Vec<usize> = vec![1];
        if two {
            let mut columns: Vec<Key> = Vec::new();
            spread.clear();
            for cell in header.iter().skip(1).flatten() {
                let keys = keys_of(cell);
                spread.push(keys.len());
                for mut key in keys {
                    key.begin_after(columns.last().and_then(Key::end));
                    columns.push(key);
                }
            }
            grid.columns = Some(columns);
        }
        let wide = spread.len();
        for row in if two { below } else { rows } {
            let Some((first, cells)) = row.split_first() else { continue };
            if cells.len() != wide {
                self.wrong_width(name, *first, row, wide);
            }
            for key in first.map_or_else(Vec::new, keys_of) {
                grid.push_row(key);
                for (cell, times) in cells.iter().take(wide).zip(&spread) {
                    for _ in 0..*times {
                        let cell = cell.map_or(Cell::Dash, |c| self.cell(grid, c));
                        grid.cells.push(cell);
                    }
                }
                // what is missing has been told
                for times in spread.iter().skip(cells.len()) {
                    grid.cells.extend((0..*times).map(|_| Cell::Dash));
                }
            }
        }
    }

    /// Faults a row that has more or fewer cells than there are columns.
    pub(super) fn wrong_width(&mut self, name: &str, first: Option<&ast::Cell>, row: &Cells<'_>, wide: usize) {
        let has = so_many(row.len().saturating_sub(1), "cell");
        let there = if wide == 1 { "there is 1 column".to_owned() } else { format!("there are {wide} columns") };
        let message = format!("this row of `{name}` has {has}, and {there}");
        let end = row.iter().flatten().next_back().copied().or(first).map_or_else(At::default, |c| c.at);
        let more: Vec<&ast::Cell> = row.iter().skip(wide + 1).flatten().copied().collect();
        let Some(surplus) = more.first().filter(|_| !end.span().is_empty()) else {
            let few = so_many(wide.saturating_sub(row.len().saturating_sub(1)), "cell");
            self.fault(Code::MissingRow, end, message, format!("write {few} more, or `-` where nothing stands"));
            return;
        };
        let said = more.iter().map(|c| self.cell_text(c)).collect::<Vec<_>>().join(" | ");
        self.fault(Code::MissingRow, surplus.at.to(end), message, format!("take `{said}` away, or head its column"));
    }

    /// A cell; the first that says something says what all are.
    pub(super) fn cell(&mut self, grid: &mut Grid, cell: &ast::Cell) -> Cell {
        if matches!(cell.says, CellSays::Empty | CellSays::Dash) {
            return Cell::Dash;
        }
        let Some((said, ty)) = self.cell_value(cell, grid.gives) else {
            let text = self.cell_text(cell);
            let help = "write a number, a length, a score such as 5+, dice, `yes`, `no` or a Name";
            self.fault(Code::Type, cell.at, format!("`{text}` is not a table's cell"), help);
            return Cell::Dash;
        };
        let zero = matches!(ty, Ty::Number(_)) && matches!(&said, Cell::Is(e) if matches!(*e.kind, ExprKind::Int(0)));
        if grid.gives == Ty::Unknown && !zero {
            grid.gives = ty;
        } else if !zero && !ty.fits(grid.gives) {
            let (is, want) = (self.describe(ty), self.describe(grid.gives));
            self.fault(Code::Measure, cell.at, format!("this cell is {is}, and the others are {want}"), format!("give it as {want}"));
        }
        said
    }
}

/// Whether the cells of a table are spans of its second key: then its first line names what each column gives.
fn in_bands(rows: &[Cells<'_>]) -> bool {
    rows.first().is_some_and(|r| !is_empty(r.first().copied().flatten()))
}
