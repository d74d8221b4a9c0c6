//! Tables: each row a sentence.

use crate::hir::{Cell, Head, LocalId, Measure, RowId, StateId, Table, TableKey, Ty};
use crate::speech::phrase::english::{a, list, numbers};
use crate::speech::said::Said;
use crate::speech::sentence::names::tail;
use crate::speech::sentence::throws::span;
use crate::speech::voice::Voice;

impl Voice<'_> {
    /// A table with its rows.
    pub(in crate::speech) fn table(&self, table: &Table) -> Said {
        let Table { head, takes, words, keys, cells } = table;
        let Head { name, roles: _, gives, line } = head;
        let blanks = self.blanks(head);
        let sorts: Vec<String> = words.iter().zip(takes).map(|(w, ty)| self.key_sort(*w, *ty)).collect();
        let by = list(&sorts.iter().filter(|s| !s.is_empty()).cloned().collect::<Vec<_>>(), "and");
        let by = if by.is_empty() || !blanks.is_empty() { String::new() } else { format!(", by {by}") };
        let comma = if by.is_empty() { "" } else { "," };
        let gives = match gives {
            Ty::Number(m) if *m == Measure::Plain => String::new(),
            Ty::Number(m) => format!("{comma} that gives {}", self.measure(*m)),
            Ty::Thing(k) | Ty::Row(k) => format!("{comma} that gives {}", a(&self.kind(*k))),
            other => format!("{comma} that gives {}", a(Self::sort_of(*other))),
        };
        let text = format!("{}{} is a table{by}{gives}", self.name(*name), tail(&blanks));
        let below = self.table_rows(table, &sorts, keys, cells);
        Said { text, below, at: line.at, ..Said::default() }.citing(&line.cites)
    }

    /// What a key is looked up by: the word of its kind, or its own.
    fn key_sort(&self, word: LocalId, ty: Ty) -> String {
        let own = self.rules.locals.get(word).map_or(String::new(), |l| self.name(l.word));
        match ty {
            Ty::Thing(k) | Ty::Row(k) if self.kind(k) != own && !own.is_empty() => format!("{own}, {}", a(&self.kind(k))),
            Ty::Number(m) if m != Measure::Plain && self.measure(m) != own => format!("{own} in {}", self.measure(m)),
            _ => own,
        }
    }

    fn table_rows(&self, table: &Table, sorts: &[String], keys: &[Vec<TableKey>], cells: &[Cell]) -> Vec<Said> {
        let at = table.head.line.at;
        let Some((rows, others)) = keys.split_first() else { return Vec::new() };
        let ty = |i: usize| table.takes.get(i).copied().unwrap_or_default();
        let word = |i: usize| table.words.get(i).copied();
        let columns = combined(
            others.iter().enumerate().map(|(i, list)| list.iter().map(|k| self.key(k, ty(i + 1), word(i + 1))).collect::<Vec<_>>()),
        );
        let width = columns.len().max(1);
        let mut out = Vec::new();
        for (n, key) in rows.iter().enumerate() {
            let own: Vec<String> = (0..width).map(|c| cells.get(n * width + c).map_or(String::new(), |c| self.table_cell(c))).collect();
            let key = self.key(key, ty(0), word(0));
            if others.is_empty() {
                out.push(Said::new(format!("{key}: {}", own.concat()), at));
                continue;
            }
            let mut groups: Vec<(String, Vec<String>)> = Vec::new();
            for (cell, column) in own.into_iter().zip(&columns) {
                match groups.iter_mut().find(|(c, _)| *c == cell) {
                    Some((_, all)) => all.push(column.clone()),
                    None => groups.push((cell, vec![column.clone()])),
                }
            }
            let second = sorts.get(1).map_or(String::new(), |s| if s.is_empty() { String::new() } else { format!("{s} ") });
            let parts: Vec<String> = groups
                .iter()
                .enumerate()
                .map(|(i, (cell, all))| format!("{cell} for {}{}", if i == 0 { second.as_str() } else { "" }, numbers(all)))
                .collect();
            let first = sorts.first().map_or(String::new(), |s| if s.is_empty() { String::new() } else { format!("{s} ") });
            out.push(Said::new(format!("{first}{key}: {}", parts.join("; ")), at));
        }
        out
    }

    fn table_cell(&self, cell: &Cell) -> String {
        match cell {
            Cell::Dash => "nothing".into(),
            Cell::Is(e) => self.in_cell(e),
            Cell::Dice(d) => self.dice(d),
        }
    }

    fn key(&self, key: &TableKey, ty: Ty, word: Option<LocalId>) -> String {
        match key {
            TableKey::Numbers(from, to) => self.keys(*from, *to, ty),
            TableKey::Is(e) => self.noun(e),
            TableKey::So(q) => {
                let before = word.and_then(|w| self.call(w, "it"));
                let text = self.quality(q);
                if let Some(w) = word {
                    self.recall(w, before);
                }
                text
            }
            TableKey::Otherwise => "anything else".into(),
        }
    }

    /// Numbers, or what they stand for.
    fn keys(&self, from: i64, to: i64, ty: Ty) -> String {
        let one = if from == to { u32::try_from(from).ok() } else { None };
        match (ty, one) {
            (Ty::Row(_), Some(n)) => self.rules.rows.get(RowId(n)).map_or_else(|| from.to_string(), |r| self.name(r.name)),
            (Ty::Formation, Some(n)) => self.rules.states.get(StateId(n)).map_or_else(|| from.to_string(), |s| self.name(s.name)),
            (Ty::Number(Measure::Inches), _) => self.inches(from, to),
            _ => span(from, to),
        }
    }

    /// Lengths from here to there; a row begins right behind the one before it.
    fn inches(&self, from: i64, to: i64) -> String {
        let far = |n: i64| self.amount(n, Measure::Inches);
        let behind = from % 1000 == 1;
        match (from == i64::MIN, to == i64::MAX) {
            (true, true) => "anything".into(),
            (true, false) => format!("up to {}", far(to)),
            (false, true) if behind => format!("more than {}", far(from - 1)),
            (false, true) => format!("{} or more", far(from)),
            (false, false) if from == to => far(from),
            (false, false) if behind => format!("more than {} to {}", far(from - 1), far(to)),
            (false, false) => format!("{} to {}", far(from), far(to)),
        }
    }
}

/// Every way to take one of each list, the last fastest.
fn combined(lists: impl Iterator<Item = Vec<String>>) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for (i, list) in lists.enumerate() {
        out = if i == 0 { list } else { out.iter().flat_map(|o| list.iter().map(move |k| format!("{o} and {k}"))).collect() };
    }
    out
}
