//! The clauses by which something about a roster will not do.

use super::{Problem, Roster, Rulebook};
use crate::ast::{Cite, Decl, DeclKind, Item, ItemKind};
use crate::intern::Sym;
use crate::ir::Key;

/// The clauses that the line cites which a problem speaks of: an option, the limit of an entry, or what is asked of a force. None
/// if it cites none.
#[must_use]
pub fn clauses(book: Rulebook<'_>, roster: &Roster, problem: &Problem) -> Vec<String> {
    let names = &book.rules.names;
    let breaks = Key::new(&problem.breaks);
    let is = |name: Sym| Key::new(names.text(name)) == breaks;
    let entry = problem.index.and_then(|i| roster.units.get(i)).map(|u| Key::new(&u.entry));
    let of_entry = |d: &Decl| match (&entry, d.kind.title()) {
        (Some(entry), Some(title)) => {
            Key::new(names.text(title.name.sym)) == *entry || shown(d).is_some_and(|s| Key::new(names.text(s)) == *entry)
        }
        _ => true,
    };
    let speaks = |d: &Decl, item: &Item| match &item.kind {
        ItemKind::Option(o) => is(o.name.sym) && of_entry(d),
        ItemKind::Options(o) => is(o.list.sym) && of_entry(d),
        ItemKind::Units(u) => u.entries.iter().any(|e| is(e.name.sym)),
        ItemKind::Legal(l) => l.name.is_some_and(|n| is(n.sym)),
        _ => false,
    };
    let musters = book.decls.iter().filter(|d| matches!(*d.kind, DeclKind::Pack(_) | DeclKind::Force(_) | DeclKind::Named(_)));
    let found: Option<&[Cite]> =
        musters.flat_map(|d| d.kind.items().iter().map(move |i| (d, i))).find(|(d, i)| speaks(d, i)).map(|(_, i)| i.cites.as_slice());
    found.unwrap_or_default().iter().map(|c| names.text(c.id).to_owned()).collect()
}

/// What an entry is shown as.
fn shown(d: &Decl) -> Option<Sym> {
    d.kind.items().iter().find_map(|i| if let ItemKind::Shown(text) = &i.kind { Some(text.sym) } else { None })
}
