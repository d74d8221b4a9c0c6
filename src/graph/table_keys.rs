//! What tables are looked up by: numbers, spans, names; and the lookups.

use super::compile::Pass;
use super::ir::{Bin, Ex, Op, Reg, Slot, Table, X};
use super::numbers::{cell_number, short, small};
use super::scope::Scope;
use crate::diag::Code;
use crate::model::{Head, Role, Symbol, Type};
use crate::source::Span;
use crate::syntax::{Node, Rule};

/// A key as written, and the numbers that it stands for.
#[derive(Clone)]
pub(super) struct TableKey {
    /// The numbers, both ends included; none for a name.
    pub range: Option<(i64, i64)>,
    pub span: Span,
    /// Whether it is written in inches.
    pub inches: bool,
    /// Whether it is written by its end alone: `to 6"`.
    open: bool,
}

impl TableKey {
    /// A key of numbers as written.
    pub fn number(range: (i64, i64), text: &str, span: Span) -> Self {
        Self { range: Some(range), span, inches: text.contains('"'), open: text.starts_with("to ") || text.ends_with(" or less") }
    }

    /// The last number of a key, unless it is open upwards.
    pub fn end(&self) -> Option<i64> {
        self.range.map(|(_, end)| end).filter(|end| *end < i64::MAX)
    }

    /// `to 14"` behind `to 7"` begins where that ends.
    pub fn begin_after(&mut self, before: Option<i64>) {
        if let (true, Some((_, end)), Some(before)) = (self.open, self.range, before) {
            if before < end {
                self.range = Some((before.saturating_add(1), end));
            }
        }
    }
}

/// One side of a table: the keys as numbers, and what must be asked where they are not numbers.
pub(super) struct Axis {
    pub ranges: Vec<(i64, i64)>,
    /// Names that are asked of the thing looked up, each with its place; the place of `else` is the default.
    tests: Option<(Vec<(Span, usize)>, i64)>,
    /// What numbers on it measure.
    measure: Option<Type>,
}

/// `else` stands for every number.
const ALL: (i64, i64) = (i64::MIN, i64::MAX);

impl Pass<'_> {
    /// The keys that a cell names: one of numbers, or names with commas and `or` between them.
    pub fn key_cell(&mut self, node: &Node) -> Vec<TableKey> {
        let span = trimmed(node.span, self.text(node));
        let text = self.files.slice(span);
        if let Some(range) = key_range(text) {
            return vec![TableKey::number(range, text, span)];
        }
        let mut keys = Vec::new();
        let mut at = 0;
        for part in text.split(',').flat_map(|p| p.split(" or ")) {
            // each part is a piece of the text, in order
            let start = text.get(at..).and_then(|t| t.find(part)).map_or(at, |i| i + at);
            at = start + part.len();
            let span = trimmed(Span::new(span.start as usize + start, span.start as usize + at), part);
            if !part.trim().is_empty() {
                keys.push(TableKey { range: None, span, inches: false, open: false });
            }
        }
        keys
    }

    /// One side of a table, looked up by something of a type.
    pub fn axis(&mut self, keys: &[TableKey], ty: &Type) -> Axis {
        if keys.iter().all(|k| k.range.is_some()) {
            let inches = keys.iter().any(|k| k.inches);
            let measure = Some(if inches { Type::LENGTH } else { Type::Unknown });
            return Axis { ranges: keys.iter().filter_map(|k| k.range).collect(), tests: None, measure };
        }
        if let Some(number) = keys.iter().find(|k| k.range.is_some_and(|r| r != ALL)) {
            let written = self.files.slice(number.span).to_owned();
            self.fault(Code::Type, number.span, format!("`{written}` is a number among names"), "write names here, or `else`");
        }
        let known: Vec<Option<i64>> = keys.iter().map(|k| self.key_number(self.files.slice(k.span).trim_matches('"'), ty)).collect();
        let asked = match ty {
            Type::Thing(_) => true,
            Type::Row(_) => keys.iter().zip(&known).any(|(k, n)| k.range.is_none() && n.is_none()),
            _ => false,
        };
        if asked {
            let names = keys.iter().enumerate().filter(|(_, k)| k.range.is_none()).map(|(i, k)| (k.span, i)).collect();
            let rest = keys.iter().position(|k| k.range == Some(ALL)).and_then(|i| i64::try_from(i).ok()).unwrap_or(-1);
            let ranges = (0..keys.len()).filter_map(|i| i64::try_from(i).ok()).map(|i| (i, i)).collect();
            return Axis { ranges, tests: Some((names, rest)), measure: None };
        }
        let mut ranges = Vec::new();
        for (key, number) in keys.iter().zip(known) {
            let range = key.range.or(number.map(|n| (n, n))).unwrap_or_else(|| {
                let text = self.files.slice(key.span);
                self.fault(
                    Code::Type,
                    key.span,
                    format!("`{text}` is no key of a table"),
                    "write a number, a range such as `2 to 3`, `5 or more`, `else`, or a name that is declared",
                );
                ALL
            });
            ranges.push(range);
        }
        Axis { ranges, tests: None, measure: None }
    }

    /// The number of what a name stands for, among things of a type.
    fn key_number(&self, name: &str, ty: &Type) -> Option<i64> {
        let number = |i: usize| i64::try_from(i).ok();
        let symbols = self.program.book.lookup(name);
        let row = |kind: usize| {
            symbols.iter().find_map(|s| match s {
                Symbol::Row(r) if self.program.list_rows.get(*r).is_some_and(|l| l.kind == kind) => number(*r),
                _ => None,
            })
        };
        match ty {
            Type::Row(k) => row(*k),
            Type::Name => symbols.iter().find_map(|s| match s {
                Symbol::Procedure(i) | Symbol::Word(i) | Symbol::Reading(i) | Symbol::State(i) => number(*i),
                _ => None,
            }),
            _ => symbols.iter().find_map(|s| match s {
                Symbol::Word(i) | Symbol::State(i) | Symbol::Row(i) | Symbol::Reading(i) => number(*i),
                _ => None,
            }),
        }
    }

    /// A table whose keys must be asked of things becomes a quantity: it asks, then looks up.
    pub fn wrap_table(&mut self, id: usize, axes: &[Axis]) {
        let Some(head) = self.program.table_heads.get(id).cloned() else { return };
        let own: Vec<Type> = self.takes(id).to_vec();
        let takes: Vec<Type> = (0..axes.len()).map(|i| own.get(i).cloned().unwrap_or_default()).collect();
        if let Some(t) = self.program.tables.get_mut(id) {
            // keys that are numbers are numbers, whatever their word in the head may also mean
            let taken = |(ty, axis): (&Type, &Axis)| axis.measure.clone().unwrap_or_else(|| ty.clone());
            t.takes = takes.iter().zip(axes).map(taken).collect();
        }
        if axes.iter().all(|a| a.tests.is_none()) {
            return;
        }
        let of = !head.roles.is_empty();
        let roles = if of {
            head.roles.clone()
        } else {
            let role = |(i, ty): (usize, &Type)| Role { prep: format!("key {i}"), ty: ty.clone(), local: String::new(), span: head.span };
            takes.iter().enumerate().map(role).collect()
        };
        let mut scope = self.scope_of(&roles);
        let mut args = Vec::new();
        for (i, axis) in axes.iter().enumerate() {
            let reg = if of { 0 } else { i };
            let var = self.program.ex(Ex::Reg(small(reg)));
            let ty = roles.get(reg).map_or(Type::Unknown, |r| r.ty.clone());
            let Some((names, rest)) = &axis.tests else {
                args.push(var);
                continue;
            };
            let mut at = self.int(*rest);
            for (span, place) in names.iter().rev() {
                let name = Node { rule: Rule::name, span: *span, kids: Vec::new() };
                let is = self.quality(&mut scope, var, &ty, &name);
                let here = self.int(i64::try_from(*place).unwrap_or(-1));
                at = self.program.ex(Ex::If(is, here, at));
            }
            args.push(at);
        }
        let base = self.table_of_registers(id, args);
        let slot = short(self.program.slots.len());
        let row = self.program.tables.get(id).map_or(0, |t| t.row);
        self.program.slots.push(Slot { name: head.name.clone(), row, roles: small(roles.len()), base: Some(base), ..Slot::default() });
        self.program.slot_heads.push(Head { roles, ..head });
        if let Some(t) = self.program.tables.get_mut(id) {
            t.slot = Some(slot);
        }
    }

    /// A lookup with its keys, all of which are known.
    pub fn looked_up(&mut self, table: usize, keys: Vec<X>) -> (X, Type) {
        let gives = self.program.table_heads.get(table).map_or(Type::Unknown, |h| h.gives.clone());
        let args = self.program.list(keys);
        let x = match self.program.tables.get(table).and_then(|t| t.slot) {
            Some(slot) => self.program.ex(Ex::Value { slot, args }),
            None => self.program.ex(Ex::Table { table: short(table), args }),
        };
        (x, gives)
    }

    /// `Table Name (key, key)`.
    pub fn table_call(&mut self, scope: &mut Scope, name: &Node, args: &Node) -> (X, Type) {
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let found = self.lookup_in(scope, written, args);
        let Some((table, x, ty)) = found else { return self.not_a_table(name, args) };
        if self.program.tables.get(table).is_some_and(|t| !t.dice.is_empty()) {
            let help = "look it up in a step of its own, `step x = ...`, and ask `x`";
            return self.fault(Code::Dice, name.span, format!("`{written}` holds dice, and a question may not roll"), help);
        }
        (x, ty)
    }

    /// What stands in brackets behind a name. One number or Name there looks like the parameter of a rule.
    pub fn keys_of(&self, node: &Node) -> Option<Node> {
        if let Some(args) = node.find(Rule::arguments) {
            return Some(args.clone());
        }
        let name = node.find(Rule::name_ref).unwrap_or(node);
        let params = name.find(Rule::params)?;
        let table = !self.tables_named(self.name(name.find(Rule::name)?)).is_empty();
        table.then(|| Node { rule: Rule::arguments, span: params.span, kids: params.kids.clone() })
    }

    /// The table that fits the keys, and its lookup.
    fn lookup_in(&mut self, scope: &mut Scope, written: &str, args: &Node) -> Option<(usize, X, Type)> {
        let ids = self.tables_named(written);
        let first = *ids.first()?;
        let given: Vec<(X, Type, Span)> = args
            .kids
            .iter()
            .map(|k| {
                let (x, ty) = self.expr(scope, k);
                (x, ty, k.span)
            })
            .collect();
        let fits = |ty: Option<&(X, Type, Span)>, want: Option<&Type>| matches!((ty, want), (Some(t), Some(w)) if t.1.fits(w));
        let table = ids.iter().copied().find(|t| fits(given.first(), self.takes(*t).first())).unwrap_or(first);
        let takes = self.takes(table).to_vec();
        if self.program.table_heads.get(table).is_some_and(|h| !h.roles.is_empty()) {
            let local = self.program.table_heads.get(table).and_then(|h| h.roles.first()).map_or("it", |r| r.local.as_str()).to_owned();
            self.fault(Code::Role, args.span, format!("`{written}` is looked up by one {local}"), format!("write `{written} of {local}`"));
        } else if takes.len() != given.len() {
            let has = if takes.len() == 1 { "1 key (its rows)" } else { "2 keys (its rows and its columns)" };
            let told = if given.len() == 1 { "1 is given".to_owned() } else { format!("{} are given", given.len()) };
            self.fault(Code::Role, args.span, format!("`{written}` has {has}, and {told}"), format!("give it {}", takes.len()));
        } else {
            for ((_, ty, span), want) in given.iter().zip(&takes) {
                if !ty.fits(want) {
                    let (is, wanted) = (self.program.book.describe(ty), self.program.book.describe(want));
                    self.fault(
                        Code::Type,
                        *span,
                        format!("`{written}` is looked up by {wanted}, and this is {is}"),
                        format!("give it {wanted}"),
                    );
                }
            }
        }
        let (x, ty) = self.looked_up(table, given.into_iter().map(|g| g.0).collect());
        Some((table, x, ty))
    }

    /// A lookup whose cells hold dice: the dice of the one cell are rolled. None if it holds none.
    pub fn table_dice(&mut self, scope: &mut Scope, code: &mut Vec<Op>, call: &Node) -> Option<(Reg, Type)> {
        let name = call.find(Rule::name_ref)?;
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let holds = |p: &Self, t: usize| p.program.tables.get(t).is_some_and(|t| !t.dice.is_empty());
        self.tables_named(written).into_iter().find(|t| holds(self, *t))?;
        let (table, x, ty) = self.lookup_in(scope, written, &self.keys_of(call)?)?;
        let dice = self.program.tables.get(table)?.dice.clone();
        if dice.is_empty() {
            return None;
        }
        let reg = scope.fresh();
        let which = scope.fresh();
        code.push(Op::Set(which, x));
        let which = self.program.ex(Ex::Reg(which));
        let (low, none) = (self.int(Table::DICE / 2), self.int(0));
        let rolled = self.program.ex(Ex::Two(Bin::Lt, which, low));
        let fixed = self.program.ex(Ex::If(rolled, none, which));
        code.push(Op::Set(reg, fixed));
        self.roll_cell(scope, code, &dice, which, reg, name.span);
        Some((reg, ty))
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
pub(super) fn trimmed(span: Span, text: &str) -> Span {
    let start = span.start as usize + (text.len() - text.trim_start().len());
    Span::new(start, start + text.trim().len())
}

impl Pass<'_> {
    /// The numbers that a span of a band stands for, both ends included; lengths in thousandths of an inch.
    pub fn span_of(&mut self, range: &Node) -> Option<(i64, i64)> {
        let text = self.text(range).split_whitespace().collect::<Vec<_>>().join(" ");
        let found = key_range(&text);
        if found.is_none() {
            self.fault(
                Code::Syntax,
                range.span,
                "this is no span of numbers",
                "write `3`, `2 to 3`, `5 or more`, `2 or less` or `under 4`",
            );
        }
        found
    }
}

/// The keys that a cell stands for: `3`, `2-3`, `2 to 3`, `11+`, `5 or more`, `under 2`, `to 6"`, `else`.
pub(super) fn key_range(text: &str) -> Option<(i64, i64)> {
    let number = |t: &str| Some(t.trim()).filter(|t| !t.is_empty() && *t != "-").and_then(cell_number);
    let (low, high) = (i64::MIN, i64::MAX);
    if text == "else" {
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
    // inches up to inches are no one length
    if let Some(n) = Some(text).filter(|t| !t.contains(" to ")).and_then(number) {
        return Some((n, n));
    }
    let (a, b) = text.split_once(" to ").or_else(|| text.split_once('-'))?;
    Some((number(a)?, number(b)?))
}
