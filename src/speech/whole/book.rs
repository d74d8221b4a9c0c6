//! A pack as a rulebook: all that is declared in it, in the order of its texts.

use super::musters::{more, of_decl};
use super::scenes::Spoken;
use super::{What, all, declared_as, said};
use crate::ast::{Decl, DeclKind, Item, ItemKind};
use crate::hir::{Rules, StateKind};
use crate::intern::Sym;
use crate::source::At;
use crate::speech::said::{Said, Speech};

/// One declaration of a rulebook.
#[derive(Clone, Debug)]
pub struct Part {
    /// What it is, if rules are made of it; what is mustered and played on is known by its texts alone.
    pub what: Option<What>,
    /// What it is called: its name, what players know it as, and the names of what it declares besides.
    pub names: Vec<Sym>,
    /// Names of lines in it, such as options.
    pub inner: Vec<(Sym, At)>,
    /// Where it stands.
    pub at: At,
    /// What it says.
    pub speech: Speech,
}

/// All that is declared, in the order of the texts; the declarations say what rules do not hold: musters, scenarios.
#[must_use]
pub fn book(rules: &Rules, decls: &[Decl]) -> Vec<Part> {
    let mut texts = Spoken::new(rules);
    let mut out: Vec<Part> = all(rules).into_iter().filter_map(|what| part(rules, &mut texts, decls, what)).collect();
    let options = |i: &Item| if let ItemKind::Option(o) = &i.kind { Some(o.name.sym) } else { None };
    texts.elsewhere = decls.iter().flat_map(|d| d.kind.items()).filter_map(options).collect();
    for d in decls {
        if let Some((names, inner, said)) = of_decl(&mut texts, d) {
            out.push(Part { what: None, names, inner, at: d.head, speech: said.into() });
        }
    }
    // that a thing is of a list is said by the list
    let forces: Vec<Sym> =
        decls.iter().filter_map(|d| if let DeclKind::Force(f) = &*d.kind { f.title.as_ref() } else { None }).map(|t| t.name.sym).collect();
    let of_list =
        |p: &Part| matches!(p.what, Some(What::Tags(_))) && p.names.iter().all(|n| forces.iter().any(|f| rules.names.same(*f, *n)));
    out.retain(|p| !of_list(p));
    out.sort_by_key(|p| p.at.span().start);
    out
}

/// One declaration; none if nothing of that number is there.
#[must_use]
pub fn part_of(rules: &Rules, decls: &[Decl], what: What) -> Option<Part> {
    part(rules, &mut Spoken::new(rules), decls, what)
}

fn part(rules: &Rules, texts: &mut Spoken, decls: &[Decl], what: What) -> Option<Part> {
    let (name, at) = declared_as(rules, &what)?;
    let mut said: Said = said(rules, &what);
    if said.text.is_empty() {
        return None;
    }
    let mut extra: Vec<(Option<String>, Vec<Said>)> = Vec::new();
    for d in decls.iter().filter(|d| is_of(rules, d, &what)) {
        extra.push(more(texts, d));
    }
    for (title, lines) in extra {
        if let Some(t) = title {
            said.text = format!("{} {t}", said.text);
        }
        said.below.extend(lines);
    }
    let mut names = vec![name];
    names.extend(besides(rules, &what));
    Some(Part { what: Some(what), names, inner: Vec::new(), at, speech: said.into() })
}

/// Whether a declaration says more of something than the rules hold.
fn is_of(rules: &Rules, d: &Decl, what: &What) -> bool {
    let same = |a: Sym, b: Sym| rules.names.same(a, b);
    match (&*d.kind, what) {
        (DeclKind::Pack(p), What::Settings) => rules.pack.name.is_some_and(|n| same(n, p.name.sym)) || !p.items.is_empty(),
        (DeclKind::Kind(k), What::Kind(id)) => rules.kinds.get(*id).is_some_and(|own| own.word == k.word.sym),
        (DeclKind::Named(n), What::Thing(id)) => {
            rules.things.get(*id).is_some_and(|t| n.title.as_ref().is_some_and(|title| same(title.name.sym, t.name)))
        }
        _ => false,
    }
}

/// What else something is called, and what it declares besides.
fn besides(rules: &Rules, what: &What) -> Vec<Sym> {
    match what {
        What::Tags(ids) => ids.iter().filter_map(|s| rules.states.get(*s)).map(|s| s.name).collect(),
        What::Columns(kind) => rules.columns.iter().filter(|(_, c)| c.kind == *kind).map(|(_, c)| c.name).collect(),
        What::Proc(id) => rules.procs.get(*id).and_then(|p| p.shown).into_iter().collect(),
        What::Rule(id) => {
            let rule = rules.rules.get(*id);
            let state = rule.and_then(|r| r.state).and_then(|s| rules.states.get(s));
            let named = state.filter(|s| matches!(s.kind, StateKind::Marker | StateKind::Formation)).map(|s| s.name);
            rule.map(|r| r.name).into_iter().chain(named).collect()
        }
        _ => Vec::new(),
    }
}
