//! What a game is made of: the rules of its packs, and of their force lists those that its forces are drawn from.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::Loaded;
use crate::ast::{self, Base, Decl, DeclKind, ItemKind};
use crate::intern::{KeyId, Sym};
use crate::source::FileId;

/// The kind of rules that every pack has.
const RULE: &str = "rule";

/// The file of a force list, as others see it.
struct List {
    id: FileId,
    /// What it declares.
    names: Vec<KeyId>,
    /// What it names.
    said: Vec<KeyId>,
    /// Whether nothing in it matters to those who do not name it.
    apart: bool,
}

impl Loaded {
    /// The same packs without those files of force lists that no force in play and no rule names; none if all are needed.
    #[must_use]
    pub fn fielding(&self, forces: &[&str]) -> Option<Self> {
        let mut lists: Vec<List> = self.lists.iter().map(|id| self.list(*id)).collect();
        let mut said: FxHashSet<KeyId> = forces.iter().filter_map(|name| self.names.find_key(name)).collect();
        said.extend(self.layers.iter().flat_map(|l| &l.decls).filter(|d| self.list_of(d).is_none()).flat_map(|d| self.said(d)));
        // what is kept may name more
        loop {
            let (kept, rest): (Vec<List>, Vec<List>) =
                lists.into_iter().partition(|l| !l.apart || l.names.iter().any(|n| said.contains(n)));
            lists = rest;
            if kept.is_empty() {
                break;
            }
            said.extend(kept.into_iter().flat_map(|l| l.said));
        }
        let out: BTreeSet<FileId> = lists.iter().map(|l| l.id).collect();
        if out.is_empty() {
            return None;
        }
        let mut new = self.clone();
        new.lists.retain(|id| !out.contains(id));
        for layer in &mut new.layers {
            layer.decls.retain(|d| self.list_of(d).is_none_or(|id| !out.contains(&id)));
        }
        new.readings.clear();
        new.amend();
        new.take_readings(&self.readings);
        Some(new)
    }

    /// The file of force lists that a declaration stands in.
    fn list_of(&self, d: &Decl) -> Option<FileId> {
        self.files.file_of(d.at.span()).filter(|id| self.lists.contains(id))
    }

    /// What a file declares.
    pub(super) fn declared(&self, id: FileId) -> impl Iterator<Item = &Decl> {
        let all = self.layers.iter().flat_map(|l| &l.decls);
        all.filter(move |d| self.files.file_of(d.at.span()) == Some(id))
    }

    fn list(&self, id: FileId) -> List {
        let own: Vec<&Decl> = self.declared(id).filter(|d| !d.is_test()).collect();
        List {
            id,
            names: own.iter().flat_map(|d| self.titles(d)).collect(),
            said: own.iter().flat_map(|d| self.said(d)).collect(),
            apart: own.iter().all(|d| self.apart(d)),
        }
    }

    /// The names that a declaration gives: its own, and of a list those of its rows.
    fn titles(&self, d: &Decl) -> Vec<KeyId> {
        let mut out: Vec<_> = d.kind.title().map(|t| t.name.sym).into_iter().collect();
        match &*d.kind {
            DeclKind::Tags(t) => out.extend(t.names.iter().map(|n| n.sym)),
            DeclKind::Count(c) => out.extend(c.names.iter().map(|n| n.sym)),
            DeclKind::Table(t) => out.push(t.name.sym),
            DeclKind::Named(n) => out.extend(n.names.iter().map(|n| n.sym)),
            DeclKind::Many(_) => {
                let rows = d.kind.items().iter().filter_map(|i| if let ItemKind::Row(row) = &i.kind { row.first.as_ref() } else { None });
                out.extend(rows.flat_map(ast::named));
            }
            _ => {}
        }
        out.into_iter().map(|s| self.names.key_of(s)).collect()
    }

    /// Every name in a declaration.
    fn said(&self, d: &Decl) -> Vec<KeyId> {
        if d.is_test() { Vec::new() } else { ast::named(d).into_iter().map(|s| self.names.key_of(s)).collect() }
    }

    /// Whether a declaration matters only to those who name it.
    fn apart(&self, d: &Decl) -> bool {
        match &*d.kind {
            DeclKind::Many(_)
            | DeclKind::Tags(_)
            | DeclKind::Count(_)
            | DeclKind::Table(_)
            | DeclKind::Value(_)
            | DeclKind::Condition(_)
            | DeclKind::Chance(_)
            | DeclKind::Force(_)
            | DeclKind::Options(_) => true,
            DeclKind::Named(n) => {
                let whose: Vec<&str> = d.kind.roles().iter().map(|r| self.names.text(r.who.noun.kind.sym)).collect();
                let everywhere = whose.iter().any(|w| matches!(*w, "game" | "scenario"));
                match self.base(n.word.sym) {
                    Some(Base::Group) => true,
                    Some(Base::Rule) => !whose.is_empty() && !everywhere,
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// What things of a kind are; none if there is no such kind.
    fn base(&self, word: Sym) -> Option<Base> {
        let declared = self.effective.decls.iter().find_map(|d| match &*d.kind {
            DeclKind::Kind(kind) if kind.word.sym == word => Some(kind.is()),
            _ => None,
        });
        declared.or_else(|| (self.names.text(word) == RULE).then_some(Base::Rule))
    }
}
