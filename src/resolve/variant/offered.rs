//! Lists of options: whoever takes one offers each of its options as one of his own.

use super::Effective;
use crate::ast::{Decl, DeclKind, Item, ItemKind};
use crate::diag::{Code, Diagnostic, nearest};
use crate::intern::{KeyId, Names};

/// Puts the options of a list below each line that takes it. A list of which nobody knows is told.
pub(super) fn offer(names: &Names, all: &mut Effective) {
    let lists: Vec<(KeyId, Decl)> = all.decls.iter().filter_map(|d| Some((listed(names, d)?, d.clone()))).collect();
    for d in &mut all.decls {
        let Some(items) = d.kind.items_mut().filter(|i| i.iter().any(|i| matches!(i.kind, ItemKind::Options(_)))) else { continue };
        let mut out = Vec::with_capacity(items.len());
        for item in items.drain(..) {
            let ItemKind::Options(from) = item.kind else {
                out.push(item);
                continue;
            };
            out.push(item);
            let key = names.key_of(from.list.sym);
            let Some((_, list)) = lists.iter().find(|(k, _)| *k == key) else {
                let written = names.text(from.list.sym);
                let d = Diagnostic::new(Code::Name, from.list.at.span(), format!("there is no list of options `{written}`"));
                let known = lists.iter().filter_map(|(_, d)| d.kind.title()).map(|t| names.text(t.name.sym));
                all.found.push(match nearest(written, known) {
                    Some(meant) => d.help(format!("did you mean `{meant}`?")),
                    None => d.help(format!("declare it: `options {written}`, and an option on each line below it")),
                });
                continue;
            };
            out.extend(list.kind.items().iter().filter_map(|item| {
                let ItemKind::Option(option) = &item.kind else { return None };
                let mut option = option.clone();
                option.from = Some(from);
                Some(Item { kind: ItemKind::Option(option), ..item.clone() })
            }));
        }
        *items = out;
    }
}

fn listed(names: &Names, d: &Decl) -> Option<KeyId> {
    let DeclKind::Options(list) = &*d.kind else { return None };
    list.title.as_ref().map(|t| names.key_of(t.name.sym))
}
