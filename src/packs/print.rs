//! The fingerprints of a pack: hashes that are equal for two texts that mean the same, whatever their layout and order.

use std::collections::BTreeMap;

use super::{Compiled, Loaded};
use crate::ast::{self, Decl, DeclKind};
use crate::hir::{KindBase, declared};
use crate::source::{At, FileId};

/// What tells one set of rules from another.
#[derive(Clone, Debug, Default)]
pub struct Prints {
    /// The fingerprint of the rules of every pack of the chain, under the readings that were asked for.
    pub rules: String,
    /// The fingerprint of each file of force lists, by what it is called: the lists in it, else the file's own name.
    pub lists: BTreeMap<String, String>,
}

/// Something that is declared, as it is printed, and the file that it stands in.
type Printed = (Option<FileId>, String);

impl Loaded {
    /// The fingerprints of its rules and force lists.
    #[must_use]
    pub fn prints(&self, compiled: &Compiled) -> Prints {
        let all = self.printed(compiled);
        let of = |wanted: &dyn Fn(Option<FileId>) -> bool| {
            let mut parts: Vec<&str> = all.iter().filter(|(id, _)| wanted(*id)).map(|(_, print)| print.as_str()).collect();
            parts.sort_unstable();
            hash(&parts)
        };
        let mut lists: BTreeMap<String, String> = BTreeMap::new();
        for id in &self.lists {
            let print = of(&|at| at == Some(*id));
            let called = self.called(*id);
            let both = lists.remove(&called).map_or_else(|| print.clone(), |old| hash(&[&old, &print]));
            lists.insert(called, both);
        }
        Prints { rules: of(&|id| id.is_none_or(|id| !self.lists.contains(&id))), lists }
    }

    /// What a file of force lists is called.
    fn called(&self, id: FileId) -> String {
        let force = |d: &Decl| {
            if let DeclKind::Force(_) = &*d.kind { d.kind.title().map(|t| self.names.text(t.name.sym).to_owned()) } else { None }
        };
        let mut titles: Vec<String> = self.declared(id).filter_map(force).collect();
        titles.sort();
        if titles.is_empty() { self.files.name(id).rsplit('/').next().unwrap_or_default().to_owned() } else { titles.join(", ") }
    }

    /// All that is declared: resolved rules, and what is mustered and played by them.
    fn printed(&self, compiled: &Compiled) -> Vec<Printed> {
        let file = |at: At| self.files.file_of(at.span());
        let rules = &compiled.resolved.rules;
        let mut out: Vec<Printed> = Vec::new();
        for ((sort, key), list) in declared(rules) {
            out.extend(list.iter().map(|d| (file(d.at), format!("{sort:?} {key}\n{}", d.print))));
        }
        let mustered = |d: &&Decl| match &*d.kind {
            DeclKind::Pack(_) | DeclKind::Force(_) | DeclKind::Options(_) | DeclKind::Scenario(_) => true,
            DeclKind::Named(n) => {
                let kind = rules.kind_called(rules.names.text(n.word.sym)).and_then(|k| rules.kinds.get(k));
                kind.is_some_and(|k| !matches!(k.base, KindBase::Rule | KindBase::Action))
            }
            _ => false,
        };
        out.extend(compiled.effective.decls.iter().filter(mustered).map(|d| (file(d.at), self.print(d))));
        out
    }

    /// A declaration without places and citations, its lines in no order.
    fn print(&self, d: &Decl) -> String {
        let mut lines: Vec<String> = d.kind.items().iter().map(|i| ast::keyed(&i.kind, &self.names)).collect();
        lines.sort();
        format!("{}\n{}", ast::keyed(&d.kind.bare_head(), &self.names), lines.join("\n"))
    }
}

/// One hash of several texts, as hexadecimal text.
fn hash(parts: &[&str]) -> String {
    let mut h = blake3::Hasher::new();
    for part in parts {
        h.update(part.as_bytes());
        h.update(b"\n\n");
    }
    h.finalize().to_hex().to_string()
}
