//! Columns of profiles: `Trade`, `Actions in AP`.

use super::Reader;
use super::kids::Below;
use crate::ast::{Call, Cite, ExprKind, Item, ItemKind, NameOrWord, Prep, ShortColumn, Stmt, StmtKind};
use crate::diag::Code;
use crate::syntax::{Rule, TreeLine};

impl Reader<'_> {
    /// Lines of columns. But for those with a name for short they read like things that are done.
    pub fn column_lines(&mut self, lines: &[TreeLine]) -> Vec<Item> {
        let mut out = Vec::new();
        for line in lines {
            let stmts = line.node.as_ref().filter(|n| n.rule == Rule::stmt_line);
            let Some(node) = stmts else {
                out.extend(self.item_line(line));
                continue;
            };
            let cites = self.line_cites(node);
            let mut below = Below::new(&line.below);
            let block = self.read(node, |r, k| {
                let stmts = k.take(Rule::stmts)?;
                k.mark(Rule::cites);
                r.stmts(stmts, &mut below)
            });
            self.nothing_below(&mut below);
            for stmt in block.map_or_else(Vec::new, |b| b.0) {
                out.extend(self.column_of(&stmt, &cites));
            }
        }
        out
    }

    fn column_of(&mut self, stmt: &Stmt, cites: &[Cite]) -> Option<Item> {
        let column = match &*stmt.kind {
            StmtKind::Do(deed) if deed.tags.is_empty() && deed.answers.is_empty() && deed.or_else.is_none() => named(&deed.call),
            _ => None,
        };
        if column.is_none() {
            self.fault(Code::Place, stmt.at, "this is no column", "write its name alone, or with `in` what it is measured in");
        }
        Some(Item { kind: ItemKind::Column(column?), was: None, cites: cites.to_vec(), at: stmt.at })
    }
}

/// The column that a name alone or with `in` is.
fn named(call: &Call) -> Option<ShortColumn> {
    if !call.args.is_empty() || call.name.param.is_some() {
        return None;
    }
    let measure = match call.roles.as_slice() {
        [] => None,
        [role] if role.prep == Prep::In => Some(match &*role.with.kind {
            ExprKind::Local(word) => NameOrWord::Word(*word),
            ExprKind::Call(call) if call.args.is_empty() && call.roles.is_empty() => NameOrWord::Name(call.name.name),
            _ => return None,
        }),
        _ => return None,
    };
    Some(ShortColumn { name: call.name.name, short: None, measure })
}
