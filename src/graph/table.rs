//! Tables: their keys, their cells, and what is missing between them.

use super::compile::Pass;
use super::ir::{Ex, Table, X};
use super::numbers::{cell_number, short};
use super::rows::row_cells;
use super::scope::Scope;
use crate::diag::{Code, Diagnostic};
use crate::model::{Head, Symbol, Type};
use crate::source::Span;
use crate::syntax::{Declaration, Node, Rule};

/// A key as written, and the numbers that it stands for.
struct TableKey {
    range: (i64, i64),
    span: Span,
    /// Whether it is written in inches.
    inches: bool,
    /// Whether it is a name: between names nothing is missing.
    named: bool,
}

/// The keys and cells of a table while it is read.
#[derive(Default)]
struct Grid {
    rows: Vec<TableKey>,
    columns: Option<Vec<TableKey>>,
    cells: Vec<i64>,
    /// The last cell, whose form says what the table gives.
    sample: String,
}

impl Pass<'_> {
    /// Enters a table's head.
    pub fn declare_table(&mut self, d: &Declaration) {
        let Some((name, span)) = self.title(&d.head) else { return };
        let roles = d.head.find(Rule::table_keys).map_or_else(Vec::new, |k| self.roles(k));
        let cites = self.cites(&d.cites);
        let row = self.new_row(&name, span, cites, None);
        let id = self.program.tables.len();
        self.program.tables.push(Table { name: name.clone(), row, ..Table::default() });
        self.program.table_heads.push(Head { name: name.clone(), word: "table".into(), roles, gives: Type::PLAIN, span });
        self.enter_once(&name, span, Symbol::Table(id), |s| matches!(s, Symbol::Table(_)));
    }

    /// A table's keys and cells.
    pub fn table(&mut self, d: &Declaration) {
        let Some((name, span)) = self.title(&d.head) else { return };
        let Some(id) = self.table_named(&name) else { return };
        let mut grid = Grid::default();
        for pair in d.head.all(Rule::table_pair) {
            self.table_pair(&mut grid, pair);
        }
        let rows: Vec<Vec<Node>> = d.body.iter().filter_map(row_cells).collect();
        self.table_rows(&mut grid, &name, &rows);
        self.gaps(&name, "row", span, &grid.rows);
        if let Some(columns) = &grid.columns {
            self.gaps(&name, "column", span, columns);
        }
        if let Some(h) = self.program.table_heads.get_mut(id) {
            h.gives = match grid.sample.as_str() {
                t if t.ends_with('"') => Type::LENGTH,
                t if t.ends_with('+') => Type::Need,
                t if t.starts_with(char::is_uppercase) => Type::Name,
                _ => Type::PLAIN,
            };
        }
        if let Some(t) = self.program.tables.get_mut(id) {
            t.keys = std::iter::once(grid.rows).chain(grid.columns).map(|list| list.iter().map(|k| k.range).collect()).collect();
            t.cells = grid.cells;
        }
    }

    fn table_named(&self, name: &str) -> Option<usize> {
        self.program.book.lookup(name).iter().find_map(|s| if let Symbol::Table(t) = s { Some(*t) } else { None })
    }

    /// `2 to 3 5+`, on the line of the head.
    fn table_pair(&mut self, grid: &mut Grid, pair: &Node) {
        let Some(range) = pair.find(Rule::range_or_names) else { return };
        let text = pair.find(Rule::cell_value).map_or("", |c| self.text(c)).trim().to_owned();
        for written in &range.kids {
            let key = self.table_key(written);
            grid.rows.push(key);
            let cell = self.cell(&text, pair);
            grid.cells.push(cell);
        }
        grid.sample = text;
    }

    /// Rows below the head; an empty first cell makes the first row the keys of the columns.
    fn table_rows(&mut self, grid: &mut Grid, name: &str, rows: &[Vec<Node>]) {
        let Some((header, below)) = rows.split_first().filter(|(_, below)| !below.is_empty()) else { return };
        let two = header.first().is_some_and(|c| self.text(c).trim().is_empty());
        let mut wide = 1;
        if two {
            let columns: Vec<TableKey> = header.iter().skip(1).map(|c| self.table_key(c)).collect();
            wide = columns.len();
            grid.columns = Some(columns);
        }
        for row in if two { below } else { rows } {
            let Some((first, cells)) = row.split_first() else { continue };
            let key = self.table_key(first);
            grid.rows.push(key);
            if cells.len() != wide {
                let has = counted(cells.len(), "cell");
                let there = if wide == 1 { "there is 1 column".to_owned() } else { format!("there are {wide} columns") };
                self.fault(
                    Code::MissingRow,
                    first.span,
                    format!("this row of `{name}` has {has}, and {there}"),
                    "write `-` in an empty cell",
                );
            }
            for c in cells.iter().take(wide) {
                let text = self.text(c).trim().to_owned();
                let cell = self.cell(&text, c);
                grid.cells.push(cell);
                grid.sample = text;
            }
        }
    }

    /// A key: numbers, or a name that stands for one.
    fn table_key(&mut self, node: &Node) -> TableKey {
        let text = self.text(node).trim();
        let numbers = key_range(text);
        let range = numbers.or_else(|| self.name_number(text.trim_matches('"')).map(|n| (n, n)));
        let range = range.unwrap_or_else(|| {
            self.fault(
                Code::Type,
                node.span,
                format!("`{text}` is no key of a table"),
                "write a number, a range such as `2 to 3`, `5 or more`, or `else`",
            );
            (i64::MIN, i64::MAX)
        });
        TableKey { range, span: trimmed(node.span, self.text(node)), inches: text.contains('"'), named: numbers.is_none() }
    }

    /// The number of what a name stands for.
    fn name_number(&self, name: &str) -> Option<i64> {
        self.program.book.lookup(name).iter().find_map(|s| match s {
            Symbol::Word(i) | Symbol::State(i) | Symbol::Row(i) | Symbol::Reading(i) => i64::try_from(*i).ok(),
            _ => None,
        })
    }

    fn cell(&mut self, text: &str, node: &Node) -> i64 {
        if let Some(n) = cell_number(text) {
            return n;
        }
        if text == "always" {
            return 0;
        }
        let name = text.trim_matches('"');
        if let Some(r) = self.program.book.lookup(name).iter().find_map(|s| match s {
            Symbol::Word(i) | Symbol::State(i) => i64::try_from(*i).ok(),
            _ => None,
        }) {
            return r;
        }
        if name.starts_with(char::is_uppercase) {
            let id = 100_000 + usize::from(self.program.label(name));
            self.program.book.enter(name, Symbol::Word(id));
            return i64::try_from(id).unwrap_or(0);
        }
        self.fault(
            Code::Type,
            node.span,
            format!("`{text}` is not a table's cell"),
            "write a number, a length, a score such as 5+, or a Name",
        );
        0
    }

    /// Faults gaps and doubles among a table's keys.
    fn gaps(&mut self, name: &str, word: &str, span: Span, keys: &[TableKey]) {
        // `else` takes what the others leave
        let all = (i64::MIN, i64::MAX);
        let rest = keys.iter().any(|k| k.range == all);
        let mut sorted: Vec<&TableKey> = keys.iter().filter(|k| k.range != all).collect();
        sorted.sort_by_key(|k| k.range);
        for pair in sorted.windows(2) {
            let [a, b] = pair else { continue };
            let (end, next) = (a.range.1, b.range.0);
            let inches = a.inches || b.inches;
            if next <= end {
                let at = shown(next.max(a.range.0), inches);
                let d = Diagnostic::new(Code::TwiceRow, b.span, format!("`{name}` has two {word}s for {at}"))
                    .label(a.span, "the other is here");
                self.report(d.help(format!("give each key one {word}")));
            } else if next > end.saturating_add(1) && !rest && !a.named && !b.named {
                let (from, to) = (end.saturating_add(1), next.saturating_sub(1));
                let gap = if from == to { shown(from, inches) } else { format!("{} to {}", shown(from, inches), shown(to, inches)) };
                let d = Diagnostic::new(Code::MissingRow, a.span, format!("`{name}` has no {word} for {gap}"))
                    .here(format!("ends at {}", shown(end, inches)));
                self.report(d.help(format!("add a {word} for {gap}")));
            }
        }
        if keys.iter().filter(|k| k.range == all).count() > 1 {
            self.fault(Code::TwiceRow, span, format!("`{name}` has two {word}s for all that is left"), format!("keep one `else` {word}"));
        }
    }

    /// `Table Name (key, key)`.
    pub fn table_call(&mut self, scope: &mut Scope, name: &Node, args: &Node) -> (X, Type) {
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let Some(table) = self.table_named(written) else { return self.not_a_table(name, args) };
        let keys: Vec<X> = args.kids.iter().map(|k| self.expr(scope, k).0).collect();
        let gives = self.program.table_heads.get(table).map_or(Type::Unknown, |h| h.gives.clone());
        let wanted = self.program.tables.get(table).map_or(0, |t| t.keys.len());
        if wanted != keys.len() {
            let has = if wanted == 1 { "1 key (its rows)" } else { "2 keys (its rows and its columns)" };
            let given = if keys.len() == 1 { "1 is given".to_owned() } else { format!("{} are given", keys.len()) };
            self.fault(Code::Role, args.span, format!("`{written}` has {has}, and {given}"), format!("give it {wanted}"));
        }
        let args = self.program.list(keys);
        (self.program.ex(Ex::Table { table: short(table), args }), gives)
    }

    /// The fault for brackets behind something that is no table.
    fn not_a_table(&mut self, name: &Node, args: &Node) -> (X, Type) {
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let Some(symbol) = self.program.book.lookup(written).first().copied() else { return self.unknown_name(name, written, "a table") };
        let roles = self.head_of(symbol).map_or_else(Vec::new, |h| h.roles.clone());
        let mut fixed = written.to_owned();
        for (i, arg) in args.kids.iter().enumerate() {
            let prep = roles.get(i).map_or("of", |r| r.prep.as_str());
            fixed = format!("{fixed} {prep} {}", self.text(arg));
        }
        let message = format!("`{written}` is {}, and brackets ask a table", self.sort_of(symbol));
        self.fault(Code::Kind, name.span, message, format!("write `{fixed}`"))
    }
}

/// `1 cell`, `2 cells`.
pub(super) fn counted(n: usize, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

/// A key as it would be written.
pub(super) fn shown(n: i64, inches: bool) -> String {
    if !inches {
        return n.to_string();
    }
    let part = format!("{:03}", n % 1000);
    let part = part.trim_end_matches('0');
    if part.is_empty() { format!("{}\"", n / 1000) } else { format!("{}.{part}\"", n / 1000) }
}

/// A span without the white space at its ends.
fn trimmed(span: Span, text: &str) -> Span {
    let start = span.start as usize + (text.len() - text.trim_start().len());
    Span::new(start, start + text.trim().len())
}

/// The keys that a cell stands for: `3`, `2-3`, `2 to 3`, `11+`, `5 or more`, `under 2`, `else`.
fn key_range(text: &str) -> Option<(i64, i64)> {
    let number = |t: &str| Some(t.trim()).filter(|t| !t.is_empty()).and_then(cell_number);
    let (low, high) = (i64::MIN, i64::MAX);
    if text == "else" || text == "always" {
        return Some((low, high));
    }
    if let Some(n) = text.strip_suffix('+').or_else(|| text.strip_suffix(" or more")).and_then(number) {
        return Some((n, high));
    }
    if let Some(n) = text.strip_suffix(" or less").and_then(number).or_else(|| text.strip_prefix("to ").and_then(number)) {
        return Some((low, n));
    }
    if let Some(n) = text.strip_prefix("under ").and_then(number) {
        return Some((low, n.saturating_sub(1)));
    }
    if let Some(n) = text.strip_prefix("over ").and_then(number) {
        return Some((n.saturating_add(1), high));
    }
    if let Some(n) = number(text) {
        return Some((n, n));
    }
    let (a, b) = text.split_once(" to ").or_else(|| text.split_once('-'))?;
    Some((number(a)?, number(b)?))
}
