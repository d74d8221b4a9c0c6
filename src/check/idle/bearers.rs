//! Who has a rule by the entry that musters him.

use super::super::Whole;
use super::super::names::names;
use crate::ast::{Decl, DeclKind, Item, ItemKind};
use crate::hir::KindBase;
use crate::intern::{KeyId, Sym};

/// The entries that speak of a rule, by its title; none where something else speaks of it, for that may give it to others.
pub(super) fn bearers(whole: Whole<'_>, title: Sym) -> Vec<&Decl> {
    let rules = whole.rules;
    let key = rules.names.key_of(title);
    let mut out = Vec::new();
    for d in whole.decls {
        let own = d.kind.title().is_some_and(|t| rules.names.key_of(t.name.sym) == key);
        if own || matches!(*d.kind, DeclKind::Test(_) | DeclKind::Situation(_)) || times(whole, d, key) == 0 {
            continue;
        }
        match &*d.kind {
            _ if is_entry(whole, d) => out.push(d),
            // who is overridden is spoken of there alone
            DeclKind::Named(_) if only_ordered(whole, d, key) => {}
            _ => return Vec::new(),
        }
    }
    out
}

/// Whether a declaration is of a group that can be mustered.
pub(super) fn is_entry(whole: Whole<'_>, d: &Decl) -> bool {
    let kinds = whole.rules.kinds.all();
    let group = |word: Sym| kinds.iter().any(|k| k.base == KindBase::Group && whole.rules.names.same(k.word, word));
    matches!(&*d.kind, DeclKind::Named(n) if group(n.word.sym))
}

/// How often a declaration speaks of something; what it is given in brackets does not count.
fn times(whole: Whole<'_>, d: &Decl, key: KeyId) -> usize {
    let all = &whole.rules.names;
    let plain = |name: Sym| all.text(name).split('(').next().and_then(|n| all.find_key(n.trim()));
    names(d).0.iter().filter(|(n, _)| plain(*n) == Some(key)).count()
}

/// Whether a declaration speaks of a rule only to say which of the two comes first.
fn only_ordered(whole: Whole<'_>, d: &Decl, key: KeyId) -> bool {
    let ordered = |i: &Item| matches!(&i.kind, ItemKind::Attach(a) if a.overs.iter().any(|o| whole.rules.names.key_of(o.name.sym) == key));
    d.kind.items().iter().filter(|i| ordered(i)).count() >= times(whole, d, key)
}
