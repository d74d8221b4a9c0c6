//! A pack that builds on no other and declares no kinds: its game is missing, and nothing else is told of it.

use crate::ast::DeclKind;
use crate::diag::{Code, Diagnostic};
use crate::packs::Compiled;
use crate::syntax::EXTENDS_BELOW;

/// What is told in place of each word that only a game would have; none if the pack has its game, or does without one.
pub(super) fn told(compiled: &Compiled, found: &[Diagnostic]) -> Option<Vec<Diagnostic>> {
    let decls = &compiled.effective.decls;
    let mut packs = decls.iter().filter_map(|d| if let DeclKind::Pack(p) = &*d.kind { Some(p) } else { None });
    let (Some(pack), None) = (packs.next(), packs.next()) else { return None };
    if let Some(below) = found.iter().find(|d| d.message == EXTENDS_BELOW) {
        return Some(vec![below.clone()]);
    }
    let kinds = decls.iter().any(|d| matches!(*d.kind, DeclKind::Kind(_)));
    let wanted = found.iter().any(|d| matches!(d.code, Code::Kind | Code::ItemWord));
    if kinds || !pack.extends.is_empty() || !wanted {
        return None;
    }
    let names = &compiled.resolved.rules.names;
    let line = decls.iter().find(|d| matches!(&*d.kind, DeclKind::Named(n) if names.text(n.word.sym) == "extends"));
    if let Some(line) = line.map(|d| d.head.span()) {
        return Some(found.iter().filter(|d| line.start <= d.span.start && d.span.start < line.end).cloned().collect());
    }
    let name = names.text(pack.name.sym);
    let message = format!("`{name}` builds on no game and has no `kind` of its own");
    let help = format!("write `pack {name} extends ...` with the name of its game, as `grognard list` has them");
    Some(vec![Diagnostic::new(Code::Kind, pack.name.at.span(), message).here("so nobody is in it").help(help)])
}
