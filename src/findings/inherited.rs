//! Faults of what a pack inherits: they are its own, since in the parent all was well.

use super::gather;
use crate::ast::{Decl, Item, ItemKind, Name, RemovalKind};
use crate::diag::{Code, Diagnostic, Severity};
use crate::muster::{Entries, Questions, Scenario};
use crate::packs::Loaded;
use crate::resolve::variant::called;
use crate::source::Span;

/// Lines that list names, of which one can be taken away.
const CARRYING: [&str; 3] = ["rules ", "carries ", "gains "];

/// Says of faults in a parent's declarations whose they are, and how this pack gets rid of them.
pub(super) fn tell(loaded: &Loaded, found: &mut [Diagnostic]) {
    let here = loaded.layers.len().saturating_sub(1);
    let layer_of = |span: Span| {
        let within = |outer: Span| outer.start <= span.start && span.start < outer.end;
        let mut all = loaded.layers.iter().take(here).enumerate().flat_map(|(n, l)| l.decls.iter().map(move |d| (n, d)));
        all.find(|(_, d)| within(d.at.span()))
    };
    // a row is known by its key: beside the parent's, one of another key is a second row
    for d in found.iter_mut().filter(|d| d.code == Code::TwiceRow && loaded.is_own(d.span)) {
        let Some(parent) = d.labels.first().filter(|l| layer_of(l.span).is_some()) else { continue };
        let key = loaded.files.slice(parent.span).trim();
        d.help = Some(format!("write `{key}`, the key of the parent's row, or `replace` the table with all its rows"));
    }
    for d in found.iter_mut().filter(|d| d.code == Code::Stale && d.message.ends_with("that could have been this") && loaded.is_own(d.span))
    {
        elsewhere(loaded, here, d);
    }
    for d in found.iter_mut().filter(|d| d.code == Code::Name && loaded.is_own(d.span)) {
        removed_elsewhere(loaded, here, d);
    }
    let mut alone: Vec<(usize, Vec<Diagnostic>)> = Vec::new();
    for d in found.iter_mut().filter(|d| d.severity() == Severity::Error && d.span != Span::default()) {
        let Some((n, decl)) = layer_of(d.span) else { continue };
        if !alone.iter().any(|(m, _)| *m == n) {
            alone.push((n, faults(&loaded.up_to(n))));
        }
        let same = |o: &Diagnostic| o.span == d.span && o.code == d.code;
        // what cannot be read is the parent's own fault
        if loaded.diagnostics.iter().any(same) {
            continue;
        }
        if alone.iter().any(|(m, list)| *m == n && list.iter().any(same)) {
            continue;
        }
        let Some(called) = called(&loaded.names, decl) else { continue };
        let title = |n: usize| loaded.homes.get(n).map_or("", |h| h.name.as_str());
        let (here, there) = (title(here), title(n));
        let in_head = d.span.start < decl.head.span().end;
        // who took it away has been told what else to write
        if d.help.as_ref().is_some_and(|h| h.starts_with("write `use ")) {
            continue;
        }
        d.help = Some(if in_head && d.code == Code::Name {
            format!("leave the `remove` of it out, or `replace {called}` in `{here}` by one that does without: this is of `{there}`")
        } else if d.code == Code::TwiceRow {
            format!("write `replace {called}` in `{here}`, with all its rows: this is of `{there}`, which it extends")
        } else if called.starts_with("ruling ") {
            format!("write `replace {called}` in `{here}`, without the reading that says this: it is of `{there}`, which it extends")
        } else if CARRYING.iter().any(|word| loaded.files.line_of(d.span).trim_start().starts_with(word)) {
            let name = loaded.files.slice(d.span).trim();
            format!("write `amend {called}` in `{here}`, with `remove {name}` below it: it is of `{there}`, which it extends")
        } else {
            format!(
                "write `amend {called}` in `{here}`, with `remove` and the line's name below it, or `remove {called}`: this is of `{there}`, which \
                 it extends"
            )
        });
    }
}

/// A row that is amended, and is one of another declaration of a parent.
fn elsewhere(loaded: &Loaded, here: usize, d: &mut Diagnostic) {
    // `was` stands behind the item
    let before = |item: &&Item| item.at.span().start <= d.span.start;
    let row = |item: &Item| if let ItemKind::Named { name, .. } = &item.kind { Some(*name) } else { None };
    let own = loaded.layers.get(here).into_iter().flat_map(|l| &l.decls);
    let Some(name) = own.flat_map(|decl| decl.kind.items()).filter(before).max_by_key(|item| item.at.span().start).and_then(row) else {
        return;
    };
    let was = loaded.files.slice(d.span).trim_start_matches([',', ' ']).trim_start_matches("was ").trim();
    if let Some(told) = row_of_another(loaded, here, name, was) {
        *d = told;
    }
}

/// A row that is taken out of a declaration, and is one of another declaration of a parent.
fn removed_elsewhere(loaded: &Loaded, here: usize, d: &mut Diagnostic) {
    let listed = d.help.as_ref().is_some_and(|h| h.starts_with("it has ") || h.starts_with("name a line of the parent"));
    if !listed {
        return;
    }
    let taken = |item: &Item| if let ItemKind::Remove(all) = &item.kind { all.clone() } else { Vec::new() };
    let own = loaded.layers.get(here).into_iter().flat_map(|l| &l.decls);
    let mut all = own.flat_map(|decl| decl.kind.items()).flat_map(taken).filter(|r| r.at.span() == d.span);
    let Some(RemovalKind::Name(name)) = all.next().map(|r| r.kind) else { return };
    if let Some(told) = row_of_another(loaded, here, name, "") {
        *d = told;
    }
}

/// That a row is one of another declaration of a parent, if it is so of just one, and says this there.
fn row_of_another(loaded: &Loaded, here: usize, name: Name, said: &str) -> Option<Diagnostic> {
    let row = |item: &Item| if let ItemKind::Named { name, .. } = &item.kind { Some(*name) } else { None };
    let is = |item: &&Item| row(item).is_some_and(|n| loaded.names.key_of(n.sym) == loaded.names.key_of(name.sym));
    let has = |decl: &&Decl| decl.kind.items().iter().filter(is).any(|item| loaded.files.slice(item.at.span()).contains(said));
    let mut all = loaded.layers.iter().take(here).flat_map(|l| &l.decls).filter(has);
    let (Some(one), None) = (all.next(), all.next()) else { return None };
    let (spoken, row) = (called(&loaded.names, one)?, loaded.names.text(name.sym));
    let message = format!("`{row}` is a row of `{spoken}`, and not of what is amended here");
    let d = Diagnostic::new(Code::Stale, name.at.span(), message).label(one.head.span(), "the parent has it here");
    Some(d.help(format!("write it below `amend {spoken}`")))
}

/// What is wrong with a pack by itself.
fn faults(loaded: &Loaded) -> Vec<Diagnostic> {
    let compiled = loaded.compiled();
    let book = compiled.book(&loaded.files);
    let (entries, more) = Entries::read(book);
    let scenarios = Scenario::read(book).1;
    let questions = Questions::read(book, &entries).1;
    let mut all = compiled.found;
    all.extend(more);
    all.extend(scenarios);
    all.extend(questions);
    gather::sort(&mut all);
    all
}
