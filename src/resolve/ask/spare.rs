//! What happens, and is named nowhere: where a name is not found, it may be meant.

use std::collections::BTreeSet;

use crate::ast::{Decl, Part, Walk as _};
use crate::hir::{Proc, ProcKind, Rules};
use crate::intern::{KeyId, Names};

/// What the program itself asks or does, though nothing names it.
pub(crate) const ASKED: &[&str] = &["Score", "Standing", "Game"];

/// The names that declarations ask for, do, give or meet.
pub(crate) fn named<'d>(names: &Names, decls: impl IntoIterator<Item = &'d Decl>) -> BTreeSet<KeyId> {
    let mut named = BTreeSet::new();
    for d in decls {
        d.walk(&mut |part| {
            if let Part::Name(name) = part {
                named.insert(names.key_of(name.name.sym));
            }
        });
    }
    named
}

/// The one procedure or phase without blanks that nothing names; none if there are several.
pub(crate) fn unnamed<'r, 'd>(rules: &'r Rules, decls: impl IntoIterator<Item = &'d Decl>) -> Option<&'r str> {
    let named = named(&rules.names, decls);
    let called = |p: &Proc| rules.names.text(p.head.name);
    let spare = |p: &&Proc| {
        let sort = matches!(p.kind, ProcKind::Procedure | ProcKind::Phase) && p.head.roles.is_empty();
        sort && !ASKED.contains(&called(p)) && !named.contains(&rules.names.key_of(p.head.name))
    };
    let mut all = rules.procs.all().iter().filter(spare);
    let first = all.next()?;
    all.next().is_none().then(|| called(first))
}
