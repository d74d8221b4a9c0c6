//! Tests and situations, each of one name.

use rustc_hash::FxHashMap;

use super::Whole;
use crate::ast::DeclKind;
use crate::diag::{Code, Diagnostic};
use crate::intern::KeyId;
use crate::source::At;

/// A fault for each that has the name of one before it.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let names = &whole.rules.names;
    let mut scenes: Vec<_> = whole
        .decls
        .iter()
        .filter_map(|d| match &*d.kind {
            DeclKind::Test(t) => Some(("tests", t.name.sym, t.name.at)),
            DeclKind::Situation(s) => Some(("situations", s.name.sym, s.name.at)),
            _ => None,
        })
        .collect();
    scenes.sort_by_key(|(_, _, at)| at.span());
    let mut known: FxHashMap<(&str, KeyId), At> = FxHashMap::default();
    let mut out = Vec::new();
    for (sort, sym, at) in scenes {
        match known.entry((sort, names.key_of(sym))) {
            std::collections::hash_map::Entry::Vacant(free) => drop(free.insert(at)),
            std::collections::hash_map::Entry::Occupied(old) => {
                let d = Diagnostic::new(Code::Twice, at.span(), format!("there are two {sort} `{}`", names.text(sym)));
                out.push(d.label(old.get().span(), "first declared here").help("give one of them another name"));
            }
        }
    }
    out
}
