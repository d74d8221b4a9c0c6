//! Lines below what a pack's own word declares, of which nothing comes there. Of all other declarations that is known as
//! soon as they are read.

use crate::ast::{DeclKind, ItemKind};
use crate::diag::Code;
use crate::hir::KindBase;

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
                let help = "put what happens in a `step`, or behind `before`, `after` or `instead of`; in a test begin with `do`";
                self.fault(Code::Place, stmt.at, "this happens nowhere: it is a sentence of its own", help);
            }
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
