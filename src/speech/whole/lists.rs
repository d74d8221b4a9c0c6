//! Lists: their columns and their rows.

use crate::hir::{Column, ColumnId, Expr, ExprKind, KindId, ListCell, ListRow, Ty};
use crate::speech::phrase::english::{a, list, plural};
use crate::speech::said::Said;
use crate::speech::voice::Voice;

impl Voice<'_> {
    /// The columns of a kind, in one sentence.
    pub(in crate::speech) fn columns(&self, of: KindId) -> Said {
        let all: Vec<&Column> = self.rules.columns.iter().filter(|(_, c)| c.kind == of).map(|(_, c)| c).collect();
        let Some(first) = all.first() else { return Said::default() };
        let names: Vec<String> = all.iter().map(|c| self.column(c)).collect();
        let these = if names.len() == 1 { "this number" } else { "these numbers" };
        let mut said = Said::new(format!("each {} has {these}: {}", self.kind(of), list(&names, "and")), first.line.at);
        for c in &all {
            said = said.citing(&c.line.cites);
        }
        said
    }

    /// `Pace in inches, short P`
    fn column(&self, column: &Column) -> String {
        let Column { name, kind: _, short, value, tag, line: _ } = column;
        let gives = self.rules.values.get(*value).map_or(Ty::Unknown, |v| v.head.gives);
        let measure = match gives {
            Ty::Number(m) => Some(self.measure(m)).filter(|m| !m.is_empty()).map_or(String::new(), |m| format!(" in {m}")),
            Ty::Thing(k) | Ty::Row(k) => format!(", {}", a(&self.kind(k))),
            Ty::Unknown | Ty::Nothing => String::new(),
            other => format!(", {}", a(Self::sort_of(other))),
        };
        let short = short.map_or(String::new(), |s| format!(", short {}", self.name(s)));
        let tag = tag.map_or(String::new(), |t| format!(", which says whether it is {}", self.state(t)));
        format!("{}{measure}{short}{tag}", self.name(*name))
    }

    /// A list with its rows.
    pub(in crate::speech) fn rows(&self, of: KindId) -> Said {
        let mut all: Vec<&ListRow> = self.rules.rows.iter().filter(|(_, r)| r.kind == of).map(|(_, r)| r).collect();
        all.sort_by_key(|r| r.line.at.span().start);
        let at = all.first().map(|r| r.line.at).unwrap_or_default();
        let below = all.iter().map(|r| self.row_in_list(r)).collect();
        Said { text: format!("these are the {}", plural(&self.kind(of))), below, at, ..Said::default() }
    }

    /// A row alone, with its list.
    pub(in crate::speech) fn list_row(&self, row: &ListRow) -> Said {
        let text = format!("{} is {}", self.name(row.name), a(&self.kind(row.kind)));
        Said { text, below: vec![self.row_in_list(row)], at: row.line.at, ..Said::default() }
    }

    fn row_in_list(&self, row: &ListRow) -> Said {
        let ListRow { name, kind: _, cells, rules, tags, line } = row;
        let mut parts: Vec<String> = cells.iter().filter_map(|(c, cell)| self.cell(*c, cell)).collect();
        if !tags.is_empty() {
            parts.push(format!("is {}", list(&tags.iter().map(|t| self.state(*t)).collect::<Vec<_>>(), "and")));
        }
        if !rules.is_empty() {
            let names: Vec<String> = rules.iter().filter_map(|r| self.rules.rules.get(*r)).map(|r| self.name(r.name)).collect();
            parts.push(format!("with {}", list(&names, "and")));
        }
        let name = self.name(*name);
        let text = if parts.is_empty() { name } else { format!("{name}: {}", parts.join(", ")) };
        Said::new(text, line.at).citing(&line.cites)
    }

    /// A cell with the name of its column; nothing for one that is empty.
    fn cell(&self, column: ColumnId, cell: &ListCell) -> Option<String> {
        let name = self.rules.columns.get(column).map_or(String::new(), |c| self.name(c.name));
        match cell {
            ListCell::Dash => None,
            ListCell::Is(e) => Some(format!("{name} {}", self.in_cell(e))),
            ListCell::Dice(d) => Some(format!("{name} {}", self.dice(d))),
        }
    }

    /// What stands in a cell: the measure is that of its column.
    pub(in crate::speech) fn in_cell(&self, e: &Expr) -> String {
        match &*e.kind {
            ExprKind::Truth(true) => "yes".into(),
            ExprKind::Truth(false) => "no".into(),
            _ => self.noun(e),
        }
    }
}
