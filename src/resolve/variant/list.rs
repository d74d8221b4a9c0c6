//! Items that are lists of names: each name is amended by itself.

use super::body::Amending;
use super::faults;
use super::line::{Known, alike, without_was};
use crate::ast::{Crew, EntryRef, Item, ItemKind, Name, NameRef, WasKind};
use crate::intern::{KeyId, Names};
use crate::source::At;

/// One name of a list.
#[derive(Clone, Debug, PartialEq)]
enum Element {
    Ref(NameRef),
    Name(Name),
    Entry(EntryRef),
    Crew(Crew),
}

impl Element {
    fn at(&self) -> At {
        match self {
            Self::Ref(n) => n.at,
            Self::Name(n) => n.at,
            Self::Entry(e) => e.at,
            Self::Crew(c) => c.at,
        }
    }

    /// The name that it is known by. The same men may stand there twice, some of them in another guise.
    fn key(&self, names: &Names) -> (KeyId, Option<KeyId>) {
        match self {
            Self::Ref(n) => (names.key_of(n.name.sym), None),
            Self::Name(n) => (names.key_of(n.sym), None),
            Self::Entry(e) => (names.key_of(e.name.sym), None),
            Self::Crew(c) => (names.key_of(c.profile.sym), c.guise.map(|g| names.key_of(g.sym))),
        }
    }

    /// Whether `was` says what this is: all of it, or its end.
    fn is(&self, names: &Names, was: &WasKind) -> bool {
        match (self, was) {
            (Self::Ref(n), WasKind::Name(w)) => alike(names, n, w),
            (Self::Name(n), WasKind::Name(w)) => names.same(n.sym, w.name.sym),
            (Self::Entry(e), WasKind::Entry(w)) => {
                alike(names, e, w) || names.same(e.name.sym, w.name.sym) && w.least.is_none() && w.most.is_none()
            }
            (Self::Entry(e), WasKind::Name(w)) => names.same(e.name.sym, w.name.sym),
            (Self::Crew(c), WasKind::Crew(w)) => alike(names, c, w),
            _ => false,
        }
    }
}

/// What sort of list an item is, if it is one.
pub(super) fn sort(kind: &ItemKind) -> Option<&'static str> {
    match kind {
        ItemKind::Rules(_) => Some("rules"),
        ItemKind::Carries(_) => Some("carries"),
        ItemKind::Allies(_) => Some("allies"),
        ItemKind::Gains(g) if g.guard.is_none() => Some("gains"),
        ItemKind::Units(_) => Some("units"),
        ItemKind::Has(_) => Some("has"),
        _ => None,
    }
}

fn elements(kind: &ItemKind) -> Vec<Element> {
    match kind {
        ItemKind::Rules(list) => list.iter().copied().map(Element::Ref).collect(),
        ItemKind::Carries(c) => c.what.iter().copied().map(Element::Name).collect(),
        ItemKind::Allies(list) => list.iter().copied().map(Element::Name).collect(),
        ItemKind::Gains(g) if g.guard.is_none() => g.rules.iter().copied().map(Element::Ref).collect(),
        ItemKind::Units(u) => u.entries.iter().copied().map(Element::Entry).collect(),
        ItemKind::Has(h) => h.crews.iter().copied().map(Element::Crew).collect(),
        _ => Vec::new(),
    }
}

/// Leaves out those of a list; whether any was there.
fn retain(kind: &mut ItemKind, keep: impl Fn(&Element) -> bool) -> bool {
    let before = elements(kind).len();
    match kind {
        ItemKind::Rules(list) => list.retain(|n| keep(&Element::Ref(*n))),
        ItemKind::Carries(c) => c.what.retain(|n| keep(&Element::Name(*n))),
        ItemKind::Allies(list) => list.retain(|n| keep(&Element::Name(*n))),
        ItemKind::Gains(g) if g.guard.is_none() => g.rules.retain(|n| keep(&Element::Ref(*n))),
        ItemKind::Units(u) => u.entries.retain(|n| keep(&Element::Entry(*n))),
        ItemKind::Has(h) => h.crews.retain(|c| keep(&Element::Crew(*c))),
        _ => {}
    }
    before != elements(kind).len()
}

impl Amending<'_> {
    /// Takes names into a list; those that are there already give way.
    pub fn list(&mut self, line: &Item) {
        let new = without_was(line);
        let Some(sort) = sort(&new.kind) else { return };
        for e in elements(&new.kind) {
            let key = e.key(self.names);
            let what = self.files.slice(e.at().span()).to_owned();
            if !self.first_time(&Known::Listed(sort, format!("{key:?}")), &what, e.at()) {
                return;
            }
            let old = self.listed(sort, key);
            match (&old, &line.was) {
                (None, Some(w)) => self.absent(&what, Some(e.at()), w.whole),
                (Some(old), Some(w)) if !old.is(self.names, &w.kind) => {
                    let name = format!("{what} of {}", self.name);
                    let now = self.files.slice(old.at().span()).to_owned();
                    self.fault(faults::stale(&name, w.at, old.at(), &now, &what));
                }
                _ => {}
            }
            if let Some(old) = old {
                if old == e && new.cites.is_empty() {
                    self.fault(faults::nothing(e.at(), old.at()));
                }
                self.changed(new.at, old.at());
                self.unlist_from(Some(sort), |names, x| x.key(names) == key);
            }
        }
        if let Some(lines) = self.lines() {
            lines.push(new);
        }
    }

    /// The element of that name in lists of the same sort.
    fn listed(&self, of: &str, key: (KeyId, Option<KeyId>)) -> Option<Element> {
        let lists = self.body().iter().filter(|l| sort(&l.kind) == Some(of));
        lists.flat_map(|l| elements(&l.kind)).find(|e| e.key(self.names) == key)
    }

    /// The names that stand in lists.
    pub fn listed_names(&self) -> Vec<String> {
        let name = |e: Element| match e {
            Element::Ref(n) => n.name.sym,
            Element::Name(n) => n.sym,
            Element::Entry(e) => e.name.sym,
            Element::Crew(c) => c.profile.sym,
        };
        self.body().iter().flat_map(|l| elements(&l.kind)).map(|e| self.names.text(name(e)).to_owned()).collect()
    }

    /// Takes a name out of every list; whether it stood in one.
    pub fn unlist(&mut self, key: KeyId) -> bool {
        self.unlist_from(None, |names, e| e.key(names).0 == key)
    }

    fn unlist_from(&mut self, of: Option<&str>, is: impl Fn(&Names, &Element) -> bool) -> bool {
        let names = self.names;
        let mut gone = false;
        let Some(lines) = self.lines() else { return false };
        for line in lines.iter_mut().filter(|l| of.is_none_or(|of| sort(&l.kind) == Some(of))) {
            gone |= retain(&mut line.kind, |e| !is(names, e));
        }
        // a list of nothing is no sentence
        lines.retain(|l| sort(&l.kind).is_none() || !elements(&l.kind).is_empty());
        gone
    }
}
