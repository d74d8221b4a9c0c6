//! What a game is made of: the rules of its packs, and of their force lists those that its forces are drawn from.

use std::collections::{BTreeMap, BTreeSet};

use super::Loaded;
use crate::model::{Book, Key, KindBase};
use crate::source::FileId;
use crate::syntax::{self, Declaration, Rule};

/// The file of a force list, as others see it.
struct List {
    id: FileId,
    /// What it declares.
    names: Vec<String>,
    /// What it says.
    text: String,
    /// Whether nothing in it matters to those who do not name it.
    apart: bool,
}

impl Loaded {
    /// The same packs without those files of force lists that no force in play and no rule names.
    #[must_use]
    pub fn fielding(&self, book: &Book, forces: &[&str]) -> Self {
        let mut lists: Vec<List> = self.lists.iter().map(|id| self.list(book, *id)).collect();
        let rules: Vec<&Declaration> = self.layers.iter().flat_map(|l| &l.declarations).filter(|d| self.list_of(d).is_none()).collect();
        let mut said = plain(&forces.join(" ; "));
        said.push_str(&rules.iter().map(|d| self.said(std::slice::from_ref(*d))).collect::<String>());
        // what is kept may name more
        loop {
            let (kept, rest): (Vec<List>, Vec<List>) =
                lists.into_iter().partition(|l| !l.apart || l.names.iter().any(|n| said.contains(n.as_str())));
            lists = rest;
            if kept.is_empty() {
                break;
            }
            said.push_str(&kept.iter().map(|l| l.text.as_str()).collect::<String>());
        }
        let out: BTreeSet<FileId> = lists.iter().map(|l| l.id).collect();
        let mut new = self.clone();
        new.lists.retain(|id| !out.contains(id));
        for layer in &mut new.layers {
            layer.declarations.retain(|d| self.list_of(d).is_none_or(|id| !out.contains(&id)));
        }
        new.readings.clear();
        new.amend();
        new.take_readings(&self.readings);
        new
    }

    fn list_of(&self, d: &Declaration) -> Option<FileId> {
        self.files.file_of(d.span).filter(|id| self.lists.contains(id))
    }

    fn declared(&self, id: FileId) -> Vec<Declaration> {
        let all = self.layers.iter().flat_map(|l| &l.declarations);
        all.filter(|d| self.files.file_of(d.span) == Some(id)).cloned().collect()
    }

    fn list(&self, book: &Book, id: FileId) -> List {
        let own = self.declared(id);
        let mut names = Vec::new();
        for d in own.iter().filter(|d| !d.is_test()) {
            let title = d.head.find(Rule::title).into_iter().flat_map(|t| t.all(Rule::name));
            let rows = d.body.iter().flat_map(|l| &l.parts).filter(|p| d.head.rule == Rule::many_d && p.rule == Rule::row_first);
            names.extend(d.head.all(Rule::name).chain(title).chain(rows).map(|n| plain(n.text(&self.files))));
        }
        let apart = own.iter().all(|d| d.is_test() || self.apart(book, d));
        List { id, names, text: self.said(&own), apart }
    }

    /// Whether a declaration matters only to those who name it.
    fn apart(&self, book: &Book, d: &Declaration) -> bool {
        match d.head.rule {
            Rule::many_d | Rule::tag_d | Rule::count_d | Rule::table_d | Rule::value_d | Rule::condition_d | Rule::chance_d => true,
            Rule::named_d => {
                let word = d.head.find(Rule::decl_word).map_or("", |w| w.text(&self.files));
                let base = book.kind(word).and_then(|k| book.kinds.get(k)).map(|k| k.base);
                let blank = d.head.find(Rule::role_head).map(|r| r.text(&self.files)).unwrap_or_default();
                let everywhere = blank.split_whitespace().any(|w| matches!(w, "game" | "scenario"));
                word == "force" || base == Some(KindBase::Group) || (base == Some(KindBase::Rule) && !blank.is_empty() && !everywhere)
            }
            _ => false,
        }
    }

    fn said(&self, declarations: &[Declaration]) -> String {
        plain(&syntax::normal(&self.files, declarations).join(" ; "))
    }

    /// The fingerprint of the rules of every pack of the chain, and of the readings that were asked for; force lists have
    /// their own.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let print = |declarations: &[Declaration]| {
            let rules: Vec<Declaration> = declarations.iter().filter(|d| self.list_of(d).is_none()).cloned().collect();
            syntax::fingerprint(&self.files, &rules)
        };
        let mut readings: Vec<String> = self.readings.iter().map(|r| Key::new(r).as_str().to_owned()).collect();
        readings.sort();
        readings.dedup();
        let all: Vec<String> = self.layers.iter().map(|l| print(&l.declarations)).chain(readings).collect();
        match all.as_slice() {
            [one] => one.clone(),
            _ => blake3::hash(all.join("\n").as_bytes()).to_hex().to_string(),
        }
    }

    /// The fingerprint of each file of force lists, by what it is called: the lists in it, else the file's own name.
    #[must_use]
    pub fn list_prints(&self) -> BTreeMap<String, String> {
        let print = |id: &FileId| {
            let own = self.declared(*id);
            let is_list = |d: &&Declaration| d.head.find(Rule::decl_word).is_some_and(|w| w.text(&self.files) == "force");
            let title = |d: &Declaration| d.head.find(Rule::title).map(|t| t.text(&self.files).trim_matches('"').to_owned());
            let mut titles: Vec<String> = own.iter().filter(is_list).filter_map(title).collect();
            titles.sort();
            let file = self.files.name(*id).rsplit('/').next().unwrap_or_default().to_owned();
            let called = if titles.is_empty() { file } else { titles.join(", ") };
            (called, syntax::fingerprint(&self.files, &own))
        };
        let mut out: BTreeMap<String, String> = BTreeMap::new();
        for (called, print) in self.lists.iter().map(print) {
            let both = out
                .remove(&called)
                .map_or_else(|| print.clone(), |old| blake3::hash(format!("{old}{print}").as_bytes()).to_hex().to_string());
            out.insert(called, both);
        }
        out
    }
}

/// Words between single spaces, in small letters, without punctuation.
fn plain(text: &str) -> String {
    let mut out = String::from(" ");
    for c in text.chars() {
        if c.is_alphanumeric() {
            out.extend(c.to_lowercase());
        } else if !out.ends_with(' ') && c != '\'' {
            out.push(' ');
        }
    }
    if !out.ends_with(' ') {
        out.push(' ');
    }
    out
}
