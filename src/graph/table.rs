//! Tables: their rows, their cells, and what is missing between them.

use super::compile::Pass;
use super::dice_cells::dice_cell;
use super::ir::{Ex, Table};
use super::numbers::short;
use super::rows::row_cells;
use super::table_keys::{Axis, TableKey, key_range, shown, trimmed};
use crate::diag::{Code, Diagnostic};
use crate::model::{Head, KindBase, Symbol, Type};
use crate::source::Span;
use crate::syntax::{Declaration, Node, Rule, plain_signs};

/// What a table gives where a cell says there is nothing: no number, no thing.
const NO_NUMBER: i64 = 0;
const NO_THING: i64 = -1;

/// What a cell says.
enum Cell {
    /// Nothing: `-`, or empty.
    Dash,
    /// A number, a thing, yes or no.
    Is(i64),
    /// Dice of the table, by their number there.
    Dice(usize),
}

/// The keys and cells of a table while it is read.
#[derive(Default)]
struct Grid {
    rows: Vec<TableKey>,
    columns: Option<Vec<TableKey>>,
    cells: Vec<Cell>,
    /// What the cells are, as far as is known.
    gives: Type,
    dice: Vec<String>,
}

impl Grid {
    /// Enters a row's key; `to 6"` begins where the row before it ends.
    fn push_row(&mut self, mut key: TableKey) {
        key.begin_after(self.rows.last().and_then(TableKey::end));
        self.rows.push(key);
    }
}

impl Pass<'_> {
    /// Enters a table's head.
    pub fn declare_table(&mut self, d: &Declaration) {
        let Some((name, span)) = self.title(&d.head) else { return };
        let keys = d.head.find(Rule::table_keys);
        let roles = keys.map_or_else(Vec::new, |k| self.roles(k));
        let of = roles.first().map(|r| r.ty.clone());
        let takes: Vec<Type> = keys.map_or_else(Vec::new, |k| {
            k.all(Rule::table_key).map(|k| of.clone().unwrap_or_else(|| self.key_type(self.text(k).trim()))).collect()
        });
        let cites = self.cites(&d.cites);
        let row = self.new_row(&name, span, cites, None);
        let id = self.program.tables.len();
        let takes = if takes.is_empty() { vec![Type::Unknown] } else { takes };
        // two tables of one name are told apart by what their first keys are
        let twins: Vec<usize> = self.tables_named(&name).into_iter().filter(|t| self.takes(*t).first() == takes.first()).collect();
        self.program.tables.push(Table { name: name.clone(), row, takes, ..Table::default() });
        self.program.table_heads.push(Head { name: name.clone(), word: "table".into(), roles, gives: Type::PLAIN, span });
        self.enter_once(&name, span, Symbol::Table(id), |s| matches!(s, Symbol::Table(t) if twins.contains(t)));
    }

    /// The type of a key by its word in the head; a word that is no kind stands for numbers or names.
    fn key_type(&self, word: &str) -> Type {
        match self.program.book.kind(word) {
            Some(k) if self.program.book.is(k, KindBase::Action) => Type::Name,
            Some(k) => self.thing_type(k),
            None if word == "formation" => Type::State,
            None => Type::Unknown,
        }
    }

    /// Names that only cells make known, so that other tables may speak of them.
    pub fn table_words(&mut self, d: &Declaration) {
        let Some((_, span)) = self.title(&d.head) else { return };
        let Some(id) = self.program.table_heads.iter().position(|h| h.span == span) else { return };
        let wide = self.takes(id).len() > 1;
        let rows: Vec<Vec<Node>> = d.body.iter().filter_map(row_cells).collect();
        let bands = wide && rows.first().and_then(|r| r.first()).is_some_and(|c| !self.text(c).trim().is_empty());
        let mut texts: Vec<&str> = d.head.all(Rule::table_pair).filter_map(|p| p.find(Rule::cell_value)).map(|c| self.text(c)).collect();
        match rows.split_first() {
            Some((header, _)) if bands => texts.extend(header.iter().skip(1).map(|c| self.text(c))),
            Some((_, below)) if wide => texts.extend(below.iter().flat_map(|r| r.iter().skip(1)).map(|c| self.text(c))),
            _ => texts.extend(rows.iter().flat_map(|r| r.iter().skip(1)).map(|c| self.text(c))),
        }
        for text in texts {
            self.cell_word(text);
        }
    }

    /// A table's keys and cells.
    pub fn table(&mut self, d: &Declaration) {
        let Some((name, span)) = self.title(&d.head) else { return };
        let Some(id) = self.program.table_heads.iter().position(|h| h.span == span) else { return };
        let wanted = d.head.all(Rule::name).nth(1).or_else(|| d.head.find(Rule::word));
        let kind = wanted.and_then(|w| self.program.book.kind(self.text(w)));
        let mut grid = Grid { gives: kind.map_or(Type::Unknown, |k| self.thing_type(k)), ..Grid::default() };
        let takes = self.takes(id).to_vec();
        for pair in d.head.all(Rule::table_pair) {
            self.table_pair(&mut grid, pair);
        }
        let rows: Vec<Vec<Node>> = d.body.iter().filter_map(row_cells).collect();
        let bands = takes.len() > 1 && rows.first().and_then(|r| r.first()).is_some_and(|c| !self.text(c).trim().is_empty());
        if bands {
            self.band_rows(&mut grid, &name, &rows);
        } else {
            self.table_rows(&mut grid, &name, &rows);
        }
        self.gaps(&name, "row", span, &grid.rows);
        if let Some(columns) = grid.columns.as_ref().filter(|_| !bands) {
            self.gaps(&name, "column", span, columns);
        }
        let gives = if grid.gives == Type::Unknown { Type::PLAIN } else { grid.gives.clone() };
        let none = if matches!(gives, Type::Number(_) | Type::Need | Type::Truth) { NO_NUMBER } else { NO_THING };
        if let Some(h) = self.program.table_heads.get_mut(id) {
            h.gives = gives;
        }
        let axes: Vec<Axis> = std::iter::once(grid.rows)
            .chain(grid.columns)
            .enumerate()
            .map(|(i, keys)| {
                let ty = takes.get(i).or_else(|| takes.first()).cloned().unwrap_or_default();
                self.axis(&keys, &ty)
            })
            .collect();
        if let Some(t) = self.program.tables.get_mut(id) {
            t.cells = grid
                .cells
                .iter()
                .map(|c| match c {
                    Cell::Dash => none,
                    Cell::Is(n) => *n,
                    Cell::Dice(i) => Table::DICE + i64::try_from(*i).unwrap_or(0),
                })
                .collect();
            t.keys = axes.iter().map(|a| a.ranges.clone()).collect();
            t.dice = grid.dice;
        }
        self.wrap_table(id, &axes);
    }

    /// `2 to 3 5+`, on the line of the head.
    fn table_pair(&mut self, grid: &mut Grid, pair: &Node) {
        let Some(range) = pair.find(Rule::range_or_names) else { return };
        let Some(value) = pair.find(Rule::cell_value) else { return };
        for written in &range.kids {
            let keys = self.key_cell(written);
            for key in keys {
                let cell = self.cell(grid, value);
                grid.push_row(key);
                grid.cells.push(cell);
            }
        }
    }

    /// Rows below the head; those of a table with two keys stand below the keys of the columns.
    fn table_rows(&mut self, grid: &mut Grid, name: &str, rows: &[Vec<Node>]) {
        let Some((header, below)) = rows.split_first() else { return };
        let two = header.first().is_some_and(|c| self.text(c).trim().is_empty());
        let mut wide = 1;
        // several names over one column are several columns alike
        let mut spread: Vec<usize> = vec![1];
        if two {
            let mut columns: Vec<TableKey> = Vec::new();
            spread.clear();
            for c in header.iter().skip(1) {
                let keys = self.key_cell(c);
                spread.push(keys.len());
                for mut key in keys {
                    key.begin_after(columns.last().and_then(TableKey::end));
                    columns.push(key);
                }
            }
            wide = spread.len();
            grid.columns = Some(columns);
        }
        for row in if two { below } else { rows } {
            let Some((first, cells)) = row.split_first() else { continue };
            if cells.len() != wide {
                self.wrong_width(name, first, cells.len(), wide);
            }
            for key in self.key_cell(first) {
                grid.push_row(key);
                for (c, times) in cells.iter().take(wide).zip(&spread) {
                    for _ in 0..*times {
                        let cell = self.cell(grid, c);
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

    /// Rows whose cells are spans of the second key: what it falls into says the column, and the column's head is given.
    fn band_rows(&mut self, grid: &mut Grid, name: &str, rows: &[Vec<Node>]) {
        let Some((header, below)) = rows.split_first() else { return };
        let results: Vec<&Node> = header.iter().skip(1).collect();
        let mut spans: Vec<Vec<(TableKey, usize)>> = Vec::new();
        for row in below {
            let Some((first, cells)) = row.split_first() else { continue };
            if cells.len() != results.len() {
                self.wrong_width(name, first, cells.len(), results.len());
            }
            let mut bands: Vec<(TableKey, usize)> = Vec::new();
            for (i, cell) in cells.iter().enumerate().take(results.len()) {
                let text = self.text(cell).trim();
                if matches!(text, "" | "-" | "–") {
                    continue;
                }
                let Some(range) = key_range(text) else {
                    self.fault(
                        Code::Type,
                        cell.span,
                        format!("`{text}` is no span of numbers"),
                        "write a span such as `9-10`, `11+`, `under 9` or `to 6\"`, or `-` where there is none",
                    );
                    continue;
                };
                let mut key = TableKey::number(range, text, trimmed(cell.span, self.text(cell)));
                key.begin_after(bands.last().and_then(|(k, _)| k.end()));
                bands.push((key, i));
            }
            let keys: Vec<TableKey> = bands.iter().map(|(k, _)| k.clone()).collect();
            self.gaps(&format!("{name}` for `{}", self.text(first).trim()), "cell", first.span, &keys);
            for key in self.key_cell(first) {
                grid.push_row(key);
                spans.push(bands.clone());
            }
        }
        // every place where some row passes from one cell to the next begins a column of the finished table
        let mut starts: Vec<i64> =
            spans.iter().flatten().filter_map(|(k, _)| k.range).flat_map(|(a, b)| [a, b.saturating_add(1)]).collect();
        starts.push(i64::MIN);
        starts.retain(|n| *n < i64::MAX);
        starts.sort_unstable();
        starts.dedup();
        let ends = starts.iter().skip(1).map(|n| n.saturating_sub(1)).chain([i64::MAX]);
        let columns: Vec<(i64, i64)> = starts.iter().copied().zip(ends).collect();
        for bands in &spans {
            for (from, _) in &columns {
                let at = bands.iter().find(|(k, _)| k.range.is_some_and(|(a, b)| a <= *from && *from <= b));
                let cell = match at.and_then(|(_, i)| results.get(*i)) {
                    Some(c) => self.cell(grid, c),
                    None => Cell::Dash,
                };
                grid.cells.push(cell);
            }
        }
        grid.columns = Some(columns.into_iter().map(|r| TableKey::number(r, "", Span::default())).collect());
    }

    fn wrong_width(&mut self, name: &str, first: &Node, has: usize, wide: usize) {
        let has = counted(has, "cell");
        let there = if wide == 1 { "there is 1 column".to_owned() } else { format!("there are {wide} columns") };
        let message = format!("this row of `{name}` has {has}, and {there}");
        self.fault(Code::MissingRow, first.span, message, "write `-` in an empty cell");
    }

    fn cell(&mut self, grid: &mut Grid, node: &Node) -> Cell {
        let text = self.text(node).trim();
        let (cell, ty) = match text {
            "" | "-" | "–" => return Cell::Dash,
            _ => match self.written_cell(grid, text) {
                Some(found) => found,
                None => {
                    self.fault(
                        Code::Type,
                        node.span,
                        format!("`{text}` is not a table's cell"),
                        plain_signs(text).map_or_else(
                            || "write a number, a length, a score such as 5+, dice, `yes`, `no` or a Name".to_owned(),
                            |plain| format!("write `{plain}`, in plain signs"),
                        ),
                    );
                    return Cell::Dash;
                }
            },
        };
        let zero = matches!(cell, Cell::Is(0)) && matches!(ty, Type::Number(_));
        if grid.gives == Type::Unknown && !zero {
            grid.gives = ty;
        } else if !zero && !ty.fits(&grid.gives) {
            let (is, want) = (self.program.book.describe(&ty), self.program.book.describe(&grid.gives));
            let message = format!("this cell is {is}, and the others are {want}");
            self.fault(Code::Measure, trimmed(node.span, self.text(node)), message, format!("give it as {want}"));
        }
        cell
    }

    /// A cell that is dice or what any cell may be.
    fn written_cell(&self, grid: &mut Grid, text: &str) -> Option<(Cell, Type)> {
        if let Some(dice) = dice_cell(text) {
            grid.dice.push(text.to_owned());
            return Some((Cell::Dice(grid.dice.len() - 1), if dice.inches { Type::LENGTH } else { Type::PLAIN }));
        }
        self.said_in_cell(text, &grid.gives).map(|(n, ty)| (Cell::Is(n), ty))
    }

    /// Faults gaps and doubles among a table's keys.
    fn gaps(&mut self, name: &str, word: &str, span: Span, keys: &[TableKey]) {
        // `else` takes what the others leave
        let all = (i64::MIN, i64::MAX);
        let rest = keys.iter().any(|k| k.range == Some(all));
        let mut sorted: Vec<(&TableKey, (i64, i64))> = keys.iter().filter_map(|k| Some((k, k.range?))).filter(|(_, r)| *r != all).collect();
        sorted.sort_by_key(|(_, r)| *r);
        for pair in sorted.windows(2) {
            let [(a, (low, end)), (b, (next, _))] = pair else { continue };
            let inches = a.inches || b.inches;
            if next <= end {
                let at = shown((*next).max(*low), inches);
                let d = Diagnostic::new(Code::TwiceRow, b.span, format!("`{name}` has two {word}s for {at}"))
                    .label(a.span, "the other is here");
                self.report(d.help(format!("give each key one {word}")));
            } else if *next > end.saturating_add(1) && !rest {
                let (from, to) = (end.saturating_add(1), next.saturating_sub(1));
                let gap = if from == to { shown(from, inches) } else { format!("{} to {}", shown(from, inches), shown(to, inches)) };
                let d = Diagnostic::new(Code::MissingRow, a.span, format!("`{name}` has no {word} for {gap}"))
                    .here(format!("ends at {}", shown(*end, inches)));
                self.report(d.help(format!("add a {word} for {gap}")));
            }
        }
        if keys.iter().filter(|k| k.range == Some(all)).count() > 1 {
            self.fault(Code::TwiceRow, span, format!("`{name}` has two {word}s for all that is left"), format!("keep one `else` {word}"));
        }
        if let Some(early) = keys.split_last().and_then(|(_, before)| before.iter().find(|k| k.range == Some(all))) {
            let message = format!("behind `else` no {word} of `{name}` counts");
            self.fault(Code::Place, early.span, message, format!("put the `else` {word} last"));
        }
        for (i, key) in keys.iter().enumerate().filter(|(_, k)| k.range.is_none()) {
            if let Some(first) = keys.iter().take(i).find(|k| k.range.is_none() && self.files.slice(k.span) == self.files.slice(key.span)) {
                let written = self.files.slice(key.span);
                let d = Diagnostic::new(Code::TwiceRow, key.span, format!("`{name}` has two {word}s for `{written}`"))
                    .label(first.span, "the other is here");
                self.report(d.help(format!("give each key one {word}")));
            }
        }
    }

    /// Every table of a name.
    pub fn tables_named(&self, name: &str) -> Vec<usize> {
        self.program.book.every(name, Symbol::Table).collect()
    }

    /// What the keys of a table are.
    pub fn takes(&self, table: usize) -> &[Type] {
        self.program.tables.get(table).map_or(&[], |t| t.takes.as_slice())
    }

    /// A lookup as an expression, where the keys are the first registers.
    pub fn table_of_registers(&mut self, id: usize, args: Vec<u32>) -> u32 {
        let args = self.program.list(args);
        self.program.ex(Ex::Table { table: short(id), args })
    }
}

/// `1 cell`, `2 cells`.
pub(super) fn counted(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}
