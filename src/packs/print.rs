//! The fingerprints of a pack: hashes that are equal for two texts that mean the same, whatever their layout and order.

use std::collections::BTreeMap;

use super::{Compiled, Loaded};
use crate::ast::{self, Decl, DeclKind};
use crate::hir::{KindBase, declared};
use crate::source::{At, FileId};

impl Loaded {
    /// The fingerprint of the rules of every pack of the chain, under the readings that were asked for; force lists have
    /// their own.
    #[must_use]
    pub fn fingerprint(&self, compiled: &Compiled) -> String {
        self.hash(compiled, &|id| id.is_none_or(|id| !self.lists.contains(&id)))
    }

    /// The fingerprint of each file of force lists, by what it is called: the lists in it, else the file's own name.
    #[must_use]
    pub fn list_prints(&self, compiled: &Compiled) -> BTreeMap<String, String> {
        let mut out: BTreeMap<String, String> = BTreeMap::new();
        for id in &self.lists {
            let print = self.hash(compiled, &|of| of == Some(*id));
            let called = self.called(*id);
            let both = out.remove(&called).map_or_else(|| print.clone(), |old| hash(&[old, print.clone()]));
            out.insert(called, both);
        }
        out
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

    /// The hash of what stands in some of the files: resolved rules, and what is mustered and played by them.
    fn hash(&self, compiled: &Compiled, of: &dyn Fn(Option<FileId>) -> bool) -> String {
        let here = |at: At| of(self.files.file_of(at.span()));
        let rules = &compiled.resolved.rules;
        let mut parts = Vec::new();
        for ((sort, key), list) in declared(rules) {
            parts.extend(list.iter().filter(|d| here(d.at)).map(|d| format!("{sort:?} {key}\n{}", d.print)));
        }
        let mustered = |d: &&Decl| match &*d.kind {
            DeclKind::Pack(_) | DeclKind::Force(_) | DeclKind::Scenario(_) => true,
            DeclKind::Named(n) => {
                let kind = rules.kind_called(rules.names.text(n.word.sym)).and_then(|k| rules.kinds.get(k));
                kind.is_some_and(|k| !matches!(k.base, KindBase::Rule | KindBase::Action))
            }
            _ => false,
        };
        let decls = compiled.effective.decls.iter().filter(mustered).filter(|d| here(d.at));
        parts.extend(decls.map(|d| self.print(d)));
        parts.sort();
        hash(&parts)
    }

    /// A declaration without places and citations, its lines in no order.
    fn print(&self, d: &Decl) -> String {
        let mut lines: Vec<String> = d.kind.items().iter().map(|i| ast::keyed(&i.kind, &self.names)).collect();
        lines.sort();
        format!("{}\n{}", ast::keyed(&d.kind.bare_head(), &self.names), lines.join("\n"))
    }
}

/// One hash of several texts, as hexadecimal text.
fn hash(parts: &[String]) -> String {
    let mut h = blake3::Hasher::new();
    for part in parts {
        h.update(part.as_bytes());
        h.update(b"\n\n");
    }
    h.finalize().to_hex().to_string()
}
