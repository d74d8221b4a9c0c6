//! What is spoken of, outside the declarations that it is the name of.

use std::collections::BTreeSet;

use super::names::{key, names};
use crate::ast::{Decl, DeclKind};
use crate::intern::{KeyId, Names, Sym};

/// Names that are spoken of.
#[derive(Default)]
pub(super) struct Mentions {
    /// Somewhere that asks, calls, gives or tests, not only as the place that a rule meets.
    pub used: BTreeSet<KeyId>,
    /// Somewhere that gives, not only where something is asked whether it has it.
    pub given: BTreeSet<KeyId>,
}

impl Mentions {
    /// Of all declarations.
    pub fn of<'d>(all: &Names, decls: impl IntoIterator<Item = &'d Decl>) -> Self {
        let mut out = Self::default();
        let decls: Vec<&Decl> = decls.into_iter().collect();
        let (mut once, mut shared) = (BTreeSet::new(), BTreeSet::new());
        for title in decls.iter().filter_map(|d| title(&d.kind)) {
            if !once.insert(all.key_of(title)) {
                shared.insert(all.key_of(title));
            }
        }
        for d in decls {
            let own = title(&d.kind).map(|t| all.key_of(t));
            let (said, tested) = names(d);
            for (name, at) in said {
                // a cell may name a rule with what it is given
                let plain = all.text(name).split('(').next().unwrap_or("").trim();
                let Some(spoken) = all.find_key(plain) else { continue };
                if Some(spoken) == own {
                    // a rule may ask the value that has its name
                    if shared.contains(&spoken) {
                        out.used.insert(spoken);
                    }
                    continue;
                }
                out.used.insert(spoken);
                if !tested.contains(&key(at)) {
                    out.given.insert(spoken);
                }
            }
        }
        out
    }
}

/// The name that a declaration has. A test bears the name of nothing but its situation.
pub(super) fn title(kind: &DeclKind) -> Option<Sym> {
    match kind {
        DeclKind::Table(d) => Some(d.name.sym),
        DeclKind::Situation(d) => Some(d.name.sym),
        kind => kind.title().map(|t| t.name.sym),
    }
}
