//! Lines below what a pack's own word declares, of which nothing comes there. Of all other declarations that is known as
//! soon as they are read.

use crate::ast::{Decl, DeclKind, Item, ItemKind, Stmt, StmtKind};
use crate::diag::Code;
use crate::hir::KindBase;
use crate::source::At;
use crate::syntax::line_meant;

use super::super::Resolver;

/// What may stand somewhere.
type Fits = fn(&ItemKind) -> bool;

/// What lines of some sort of declaration may be, and how that is said to whoever wrote another.
type Use = (Fits, &'static str);

const RULE: Use = (
    |i| matches!(i, ItemKind::Gains(_) | ItemKind::Cost(_) | ItemKind::Needs(_) | ItemKind::Limit(_)),
    "where it meets the game: `on`, `before`, `after`, `may not`",
);
const NOTHING: Use = (|_| false, "no lines");

/// Lines that say something to the reader, or meet the game from wherever they stand; and what is told elsewhere.
const fn anywhere(item: &ItemKind) -> bool {
    matches!(
        item,
        ItemKind::Remove(_) | ItemKind::Does(_) | ItemKind::Shown(_) | ItemKind::Attach(_) | ItemKind::Forbid(_) | ItemKind::Comes(_)
    )
}

impl Resolver<'_> {
    /// Faults each sentence that stands below what does nothing by itself.
    fn said_nowhere(&mut self, items: &[crate::ast::Item]) {
        for item in items {
            let ItemKind::Does(block) = &item.kind else { continue };
            for stmt in &block.0 {
                if let Some((at, said, meant)) = self.line_for(stmt) {
                    self.fault(Code::ItemWord, at, format!("no line begins with `{said}`"), format!("write `{meant}`"));
                    continue;
                }
                let help = "put what happens in a `step`, or behind `before`, `after` or `instead of`; in a test begin with `do`";
                self.fault(Code::Place, stmt.at, "this happens nowhere: it is a sentence of its own", help);
            }
        }
    }

    /// The word of a line that a sentence is taken for which does what is called in such a way: where it stands, what is
    /// written and what is meant.
    fn line_for(&self, stmt: &Stmt) -> Option<(At, String, &'static str)> {
        let StmtKind::Do(deed) = &*stmt.kind else { return None };
        let ways: Vec<&str> = deed.tags.iter().map(|w| self.text(w.sym)).collect();
        let (one, behind) = (*ways.first()?, ways.get(1).copied().unwrap_or_else(|| self.text(deed.call.name.name.sym)));
        let (many, meant) = line_meant(one, behind)?;
        let last = deed.tags.get(many - 1)?;
        Some((deed.tags.first()?.at.from_start_to(last.at), ways.get(..many)?.join(" "), meant))
    }

    /// Faults the first line that limits or prices what a rule or marker does, where neither it nor its kind does anything.
    pub(super) fn limits_nothing(&mut self) {
        for (_, d) in self.declared() {
            let (word, title) = match &*d.kind {
                DeclKind::Named(n) if self.kind(n.word.sym).is_some_and(|k| self.is(k, KindBase::Rule)) => (Some(n.word.sym), &n.title),
                DeclKind::Marker(t) => (None, &t.title),
                _ => continue,
            };
            let Some(name) = title.as_ref().map(|t| t.name.sym).filter(|_| !d.unread) else { continue };
            let of_kind = |d: &&Decl| matches!(&*d.kind, DeclKind::Kind(k) if Some(k.word.sym) == word);
            let kinds = self.decls.iter().copied().filter(of_kind);
            let does = |i: &Item| matches!(i.kind, ItemKind::Attach(_) | ItemKind::Comes(_) | ItemKind::Forbid(_) | ItemKind::Does(_));
            if kinds.chain([d]).flat_map(|d| d.kind.items()).any(does) {
                continue;
            }
            let term = |i: &&Item| matches!(i.kind, ItemKind::Needs(_) | ItemKind::Cost(_) | ItemKind::Limit(_));
            let Some(line) = d.kind.items().iter().find(term) else { continue };
            let what = if matches!(line.kind, ItemKind::Cost(_)) { "be the price of" } else { "limit" };
            let message = format!("`{}` does nothing that this could {what}", self.text(name));
            let help = "write it below an action, `amend action ...` if a parent has that; or say what this rule does: `before ...: ...`";
            self.fault(Code::Place, line.at, message, help);
        }
    }

    /// Faults each line of which nothing would come where it stands.
    pub(super) fn belongs(&mut self) {
        for (_, d) in self.declared() {
            let DeclKind::Named(n) = &*d.kind else { continue };
            let (fits, has) = match self.kind(n.word.sym).and_then(|k| self.kind_of(k)).map(|k| k.base) {
                Some(KindBase::Rule) => RULE,
                Some(KindBase::Feature) => NOTHING,
                Some(KindBase::Card) => continue,
                _ => {
                    self.said_nowhere(&n.items);
                    continue;
                }
            };
            self.said_nowhere(&n.items);
            let what = self.said(n.word.sym);
            for item in n.items.iter().filter(|i| !fits(&i.kind) && !anywhere(&i.kind)) {
                let article = if what.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
                let message = format!("nothing comes of this below {article} {what}");
                self.fault(Code::Place, item.at, message, format!("below {article} {what} stand {has}"));
            }
        }
    }
}
