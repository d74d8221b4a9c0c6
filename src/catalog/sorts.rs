//! How much of each sort there is in a pack, with a name of each.

use std::collections::BTreeMap;

use serde::Serialize;

use super::hooks::word;
use super::place::written;
use crate::ast::DeclKind;
use crate::hir::{KindBase, Line, StateKind, Ty};
use crate::intern::Sym;
use crate::packs::Compiled;

/// A sort of thing that can be explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SortRow {
    /// The word that such things are declared with.
    pub sort: String,
    /// How many there are.
    pub count: usize,
    /// The first of them by name.
    pub such_as: String,
}

/// Every sort of thing that a pack declares and that can be explained.
#[must_use]
pub fn sorts(compiled: &Compiled) -> Vec<SortRow> {
    let rules = &compiled.resolved.rules;
    let names = &rules.names;
    let mut all = Sorted::default();
    let is = |line: &Line| !line.at.span().is_empty();
    let mut add = |sort: &str, name: Sym, stands: bool| {
        if stands {
            all.add(sort, names.text(name));
        }
    };
    rules.kinds.all().iter().for_each(|k| add("kind", k.word, is(&k.line)));
    rules.states.all().iter().filter(|s| s.kind == StateKind::Tag).for_each(|s| add("tag", s.name, is(&s.line)));
    rules.counts.all().iter().for_each(|c| add("count", c.name, is(&c.line)));
    rules.columns.all().iter().for_each(|c| add("column", c.name, is(&c.line)));
    rules.rulings.all().iter().for_each(|r| add("ruling", r.name, is(&r.line)));
    for v in rules.values.all().iter().filter(|v| v.column.is_none()) {
        add(if v.head.gives == Ty::Truth { "condition" } else { "value" }, v.head.name, is(&v.head.line));
    }
    rules.tables.all().iter().for_each(|t| add("table", t.head.name, is(&t.head.line)));
    rules.procs.all().iter().for_each(|p| add(word(rules, p), p.head.name, is(&p.head.line)));
    rules.rules.all().iter().for_each(|r| add(names.text(r.word), r.title, is(&r.line)));
    rules.terrains.all().iter().for_each(|t| add("terrain", t.name, is(&t.line)));
    let kind = |k| rules.kinds.get(k).map_or("", |k| names.text(k.word));
    rules.rows.all().iter().for_each(|r| add(kind(r.kind), r.name, is(&r.line)));
    rules.things.all().iter().for_each(|t| add(kind(t.kind), t.name, is(&t.line)));
    rules.decks.all().iter().for_each(|d| add("deck", d.name, is(&d.line)));
    let group = |w: Sym| rules.kind_called(names.text(w)).and_then(|k| rules.kinds.get(k)).is_some_and(|k| k.base == KindBase::Group);
    for d in &compiled.effective.decls {
        let (sort, title) = match &*d.kind {
            DeclKind::Scenario(s) => ("scenario", &s.title),
            DeclKind::Force(f) => ("force list", &f.title),
            DeclKind::Named(n) if group(n.word.sym) => (names.text(n.word.sym), &n.title),
            _ => continue,
        };
        title.iter().for_each(|t| add(sort, t.name.sym, true));
    }
    all.rows()
}

/// Names by sort.
#[derive(Default)]
struct Sorted(BTreeMap<String, Vec<String>>);

impl Sorted {
    fn add(&mut self, sort: &str, name: &str) {
        self.0.entry(sort.to_owned()).or_default().push(name.to_owned());
    }

    fn rows(self) -> Vec<SortRow> {
        let row = |(sort, mut names): (String, Vec<String>)| {
            names.sort();
            names.dedup();
            let first = names.first().map_or("", String::as_str);
            let such_as = if sort == "kind" { first.to_owned() } else { written(first) };
            SortRow { count: names.len(), such_as, sort }
        };
        self.0.into_iter().map(row).collect()
    }
}
