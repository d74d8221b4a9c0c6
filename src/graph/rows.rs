//! Lists of named rows, and the columns they fill.

use super::compile::Pass;
use super::dice_cells::dice_cell;
use super::ir::{Bin, Ex, Slot, Table};
use super::ir::{ColumnInfo, ListRow};
use super::numbers::short;
use super::table_keys::trimmed;
use crate::diag::Code;
use crate::model::{Head, KindBase, Role, Symbol, Type};
use crate::source::Span;
use crate::syntax::{Declaration, Line, Node, Rule, plain_signs};

impl Pass<'_> {
    /// Enters the rows of a list.
    pub fn declare_rows(&mut self, d: &Declaration) {
        let Some(word) = d.head.find(Rule::word) else { return };
        let Some(kind) = self.program.book.kind(self.text(word)) else {
            self.noun(&Node {
                rule: Rule::noun,
                span: word.span,
                kids: vec![Node { rule: Rule::noun, span: word.span, kids: vec![word.clone()] }],
            });
            return;
        };
        for line in &d.body {
            let Some(cells) = row_cells(line) else { continue };
            let Some(first) = cells.first() else { continue };
            let name = self.text(first).trim().trim_matches('"').to_owned();
            let cites = self.cites(&line.cites);
            let row = self.new_row(&name, first.span, cites, None);
            let id = self.program.list_rows.len();
            self.program.list_rows.push(ListRow { name: name.clone(), kind, columns: Vec::new(), rules: Vec::new(), row });
            self.enter_once(&name, first.span, Symbol::Row(id), |s| matches!(s, Symbol::Row(_)));
        }
    }

    pub fn new_column(&mut self, name: &str, kind: usize, gives: Type, span: Span, cites: Vec<String>) -> usize {
        let col = self.program.columns.len();
        let slot = short(self.program.slots.len());
        self.program.columns.push(ColumnInfo { name: name.into(), kind, code: None, slot, dice: Vec::new() });
        let row = self.new_row(name, span, cites, None);
        let reg = self.program.ex(Ex::Reg(0));
        let of = if self.program.book.is(kind, KindBase::Row) { reg } else { self.program.ex(Ex::TypeRow(reg)) };
        let base = self.program.ex(Ex::Column { row: of, col: short(col) });
        let id = self.program.slots.len();
        self.program.slots.push(Slot { name: name.into(), row, roles: 1, base: Some(base), ..Slot::default() });
        let local = self.program.book.kinds.get(kind).map_or(String::new(), |k| k.word.clone());
        let ty = self.thing_type(kind);
        let roles = vec![Role { prep: "of".into(), ty, local, span }];
        self.program.slot_heads.push(Head { name: name.into(), word: "column".into(), roles, gives, span });
        self.program.book.enter(name, Symbol::Value(id));
        col
    }

    /// Enters columns that are declared on their own.
    pub fn columns(&mut self, d: &Declaration) {
        let (kind, _) = d.head.find(Rule::role_head).map_or((0, String::new()), |r| self.noun(r));
        for line in &d.body {
            for part in &line.parts {
                let call = part.find(Rule::call).unwrap_or(part);
                let Some(name) = call.find(Rule::name_ref).and_then(|n| n.find(Rule::name)).or_else(|| call.find(Rule::name)) else {
                    continue;
                };
                let short_measure =
                    call.all(Rule::name).nth(1).or_else(|| call.find(Rule::word)).filter(|_| call.rule == Rule::short_column);
                let measure = short_measure.map(|m| self.measured(m));
                let written = call.find(Rule::role).and_then(|r| r.find(Rule::operand)).map_or(Type::PLAIN, |o| self.measured(o));
                let measure = measure.unwrap_or(written);
                let title = self.name(name).to_owned();
                let cites = self.cites(if line.cites.is_empty() { &d.cites } else { &line.cites });
                let col = self.new_column(&title, kind, measure, name.span, cites);
                if let (Some(code), Some(c)) = (call.find(Rule::quoted), self.program.columns.get_mut(col)) {
                    c.code = Some(self.files.slice(code.span).trim_matches('"').to_owned());
                }
            }
        }
    }

    fn header(&self, d: &Declaration) -> Vec<(String, Span)> {
        d.head
            .find(Rule::cells)
            .map_or_else(Vec::new, |c| c.all(Rule::cell_text).map(|t| (self.text(t).trim().to_owned(), t.span)).collect())
    }

    /// Enters the columns that the head of a list names.
    pub fn column_heads(&mut self, d: &Declaration) {
        let Some(kind) = d.head.find(Rule::word).and_then(|w| self.program.book.kind(self.text(w))) else { return };
        let header = self.header(d);
        for (i, (title, span)) in header.iter().enumerate() {
            if title == "rules" || title == "is" || title.is_empty() {
                continue;
            }
            let cells: Vec<String> =
                d.body.iter().filter_map(row_cells).filter_map(|c| c.get(i + 1).map(|n| self.text(n).trim().to_owned())).collect();
            for text in &cells {
                self.cell_word(text);
            }
            let gives = self.measured_by(&cells);
            let col = self.new_column(title, kind, gives, *span, Vec::new());
            let mut dice: Vec<String> = cells.into_iter().filter(|t| dice_cell(t).is_some()).collect();
            dice.sort();
            dice.dedup();
            self.hold_dice(col, dice);
        }
    }

    /// What most cells of a column are; of those that are as many, what comes first.
    fn measured_by(&self, cells: &[String]) -> Type {
        let mut types: Vec<(Type, usize)> = Vec::new();
        for text in cells.iter().filter(|t| !matches!(t.as_str(), "" | "-" | "–" | "0")) {
            let Some(ty) = rolled(text).or_else(|| self.said_in_cell(text, &Type::Unknown).map(|(_, ty)| ty)) else { continue };
            match types.iter_mut().find(|(t, _)| *t == ty) {
                Some((_, n)) => *n += 1,
                None => types.push((ty, 1)),
            }
        }
        let most = types.iter().map(|(_, n)| *n).max();
        types.into_iter().find(|(_, n)| Some(*n) == most).map_or(Type::PLAIN, |(ty, _)| ty)
    }

    /// Says what dice the cells of a column hold: they count nothing in the value, and are rolled beside it.
    fn hold_dice(&mut self, col: usize, dice: Vec<String>) {
        let Some(info) = self.program.columns.get_mut(col).filter(|_| !dice.is_empty()) else { return };
        info.dice = dice;
        let slot = usize::from(info.slot);
        let Some(cell) = self.program.slots.get(slot).and_then(|s| s.base) else { return };
        let (low, none) = (self.int(Table::DICE / 2), self.int(0));
        let rolled = self.program.ex(Ex::Two(Bin::Lt, cell, low));
        let base = self.program.ex(Ex::If(rolled, none, cell));
        if let Some(s) = self.program.slots.get_mut(slot) {
            s.base = Some(base);
        }
    }

    /// Fills in the cells of a list.
    pub fn cells(&mut self, d: &Declaration) {
        let Some(kind) = d.head.find(Rule::word).and_then(|w| self.program.book.kind(self.text(w))) else { return };
        let header = self.header(d);
        for line in &d.body {
            let Some(cells) = row_cells(line) else { continue };
            let Some(first) = cells.first() else { continue };
            let name = self.text(first).trim().trim_matches('"').to_owned();
            let Some(id) = self.program.book.find(&name, Symbol::Row) else {
                continue;
            };
            if let Some(more) = cells.get(header.len() + 1).filter(|c| !self.text(c).trim().is_empty()) {
                self.fault(
                    Code::MissingRow,
                    more.span,
                    format!("`{name}` has a cell that no column heads"),
                    "leave it out, or head its column",
                );
            }
            for (i, (title, _)) in header.iter().enumerate() {
                let Some(cell) = cells.get(i + 1) else {
                    if title != "rules" {
                        self.fault(Code::MissingRow, line.span, format!("`{name}` has no `{title}`"), "write `-` if it has none");
                    }
                    continue;
                };
                let text = self.text(cell).trim().to_owned();
                if title == "rules" {
                    self.row_rules(id, &text, cell);
                    continue;
                }
                if title == "is" {
                    self.row_is(id, kind, &text, cell);
                    continue;
                }
                let col = self.program.columns.iter().position(|c| c.kind == kind && c.name == *title);
                if let Some(col) = col {
                    self.list_cell(id, (kind, col, title), &text, cell);
                }
            }
        }
    }

    /// One cell: a number or a name, as its column has them.
    fn list_cell(&mut self, id: usize, (kind, col, title): (usize, usize, &str), text: &str, cell: &Node) {
        let gives = self.program.book.lookup(title).iter().find_map(|s| match s {
            Symbol::Value(v) => self.program.slot_heads.get(*v).filter(|h| h.roles.first().is_some_and(|r| r.ty == self.thing_type(kind))),
            _ => None,
        });
        let gives = gives.map_or(Type::PLAIN, |h| h.gives.clone());
        let number = counted(&gives);
        let held = self.program.columns.get(col).and_then(|c| c.dice.iter().position(|d| d == text));
        let said = if let Some((at, ty)) = held.zip(rolled(text)) {
            Some((Table::DICE + i64::try_from(at).unwrap_or(0), ty))
        } else if matches!(text, "" | "-" | "–") {
            Some((if number { 0 } else { -1 }, gives.clone()))
        } else {
            self.said_in_cell(text, &gives)
        };
        match said {
            Some((_, ty)) if number && counted(&ty) && text != "0" && !ty.fits(&gives) => {
                let (is, want) = (self.program.book.describe(&ty), self.program.book.describe(&gives));
                let message = format!("this cell is {is}, and the others of `{title}` are {want}");
                self.fault(Code::Measure, trimmed(cell.span, self.text(cell)), message, format!("give it as {want}"));
            }
            Some((n, ty)) if number == counted(&ty) => {
                if let Some(r) = self.program.list_rows.get_mut(id) {
                    r.columns.push((col, n));
                }
            }
            _ if number => {
                let help = "write a number, a length, a score such as 5+, or `-`";
                let help = plain_signs(text).map_or(help.to_owned(), |plain| format!("write `{plain}`, in plain signs"));
                self.fault(Code::Type, cell.span, format!("`{text}` is not a number"), help);
            }
            _ => {
                let help = "write one Name, or `-`; several tags of one row stand in a column headed `is`";
                self.fault(Code::Type, cell.span, format!("`{text}` is no name that is known"), help);
            }
        }
    }

    /// The tags of a row.
    fn row_is(&mut self, id: usize, kind: usize, text: &str, cell: &Node) {
        for name in text.split(',').map(str::trim).filter(|n| !n.is_empty() && *n != "-") {
            let state = self.program.book.lookup(name).iter().find_map(|s| match s {
                Symbol::State(i) => {
                    self.program.book.states.get(*i).filter(|s| self.program.book.kind(&s.of) == Some(kind)).map(|_| short(*i))
                }
                _ => None,
            });
            match state.and_then(|s| self.row_tag(s)) {
                Some(col) => {
                    if let Some(r) = self.program.list_rows.get_mut(id) {
                        r.columns.push((col as usize, 1));
                    }
                }
                None => {
                    self.unknown_name(cell, name, "a tag of these rows");
                }
            }
        }
    }

    fn row_rules(&mut self, id: usize, text: &str, cell: &Node) {
        for name in text.split(',').map(str::trim).filter(|n| !n.is_empty() && *n != "-") {
            let rule = self.program.book.find(name, Symbol::Rule).map(short);
            match rule {
                Some(rule) => {
                    if let Some(r) = self.program.list_rows.get_mut(id) {
                        r.rules.push(rule);
                    }
                }
                None => {
                    self.unknown_name(cell, name, "a rule");
                }
            }
        }
    }
}

/// Whether a cell of this type is a number, a score, or yes or no.
fn counted(ty: &Type) -> bool {
    matches!(ty, Type::Number(_) | Type::Need | Type::Truth)
}

/// What the dice of a cell measure, if it holds any.
fn rolled(text: &str) -> Option<Type> {
    dice_cell(text).map(|d| if d.inches { Type::LENGTH } else { Type::PLAIN })
}

/// The cells of a row line, the row's own name first.
pub(super) fn row_cells(line: &Line) -> Option<Vec<Node>> {
    let mut out = Vec::new();
    for part in &line.parts {
        match part.rule {
            Rule::row_first => out.push(part.clone()),
            Rule::row_cells => out.extend(part.all(Rule::cell_text).cloned()),
            _ => {}
        }
    }
    (!out.is_empty()).then_some(out)
}
