//! What several parents have together, and where they differ.

use super::chain::{Chain, Entry};
use super::ident::ids;
use super::join::{Differ, join};
use crate::ast::{Decl, DeclKind, Ruling};
use crate::source::At;

/// Two parents that have different things of one name.
pub(super) struct Clash {
    /// Which entry, by number; it is as the first has it.
    pub at: usize,
    /// What the first says.
    pub one: At,
    /// What the other says.
    pub other: At,
    /// The head as it was first written.
    pub head: At,
    /// Parts of it that have been changed since: what stood there, and what stands there now.
    pub swapped: Vec<(At, At)>,
    /// Whether they differ in a line below the head, and the first has one.
    pub line: bool,
    /// Whether it is a ruling of which they take two readings.
    pub reading: bool,
}

impl Chain<'_> {
    /// What several parents have together.
    pub fn merge(&self, parents: &[usize]) -> (Vec<Entry>, Vec<Clash>) {
        let mut views = parents.iter().filter_map(|p| self.views.get(*p));
        let mut out = views.next().cloned().unwrap_or_default();
        let mut clashes = Vec::new();
        for entry in views.flatten() {
            let kin = out.iter().position(|o| o.stamps.first() == entry.stamps.first());
            let same = |o: &Entry| o.gone.is_none() && entry.gone.is_none() && o.ids.iter().any(|i| entry.ids.contains(i));
            let Some(at) = kin.or_else(|| out.iter().position(same)) else {
                out.push(entry.clone());
                continue;
            };
            let Some(o) = out.get_mut(at) else { continue };
            if o.stamps.starts_with(&entry.stamps) || alike(o, entry) {
                continue;
            }
            if entry.stamps.starts_with(&o.stamps) {
                *o = entry.clone();
            } else if entry.ids.first().is_none_or(|i| i.word != "pack") {
                match self.joined(o, entry) {
                    Ok(both) => *o = both,
                    Err(differ) => {
                        clashes.push(self.clash(at, o, entry, &differ));
                        // what is gone cannot be spoken of
                        if o.gone.is_some() {
                            *o = entry.clone();
                        }
                    }
                }
            }
        }
        (out, clashes)
    }

    /// What two packs make of one declaration together, if they change different lines of it.
    fn joined(&self, a: &Entry, b: &Entry) -> Result<Entry, Differ> {
        let began = self.began(a, b).ok_or_else(Differ::default)?;
        if [a, b, began].iter().any(|e| e.gone.is_some()) {
            return Err(Differ::default());
        }
        let d = join(self.names, &began.d, &a.d, &b.d)?;
        let stamps = a.stamps.iter().chain(b.stamps.get(began.stamps.len()..).unwrap_or(&[])).copied().collect();
        Ok(Entry { ids: ids(self.names, &d), d, stamps, gone: None, layer: a.layer.max(b.layer) })
    }

    /// What both were made of.
    fn began(&self, a: &Entry, b: &Entry) -> Option<&Entry> {
        let common = a.stamps.iter().zip(&b.stamps).take_while(|(x, y)| x == y).count();
        let began = a.stamps.get(..common).filter(|s| !s.is_empty())?;
        self.views.iter().flatten().find(|e| e.stamps == began)
    }

    fn clash(&self, at: usize, a: &Entry, b: &Entry, differ: &Differ) -> Clash {
        // a parent that took it away says nothing of how it reads
        let shown = if a.gone.is_some() { b } else { a };
        let below = |d: &Decl| d.kind.items().iter().map(|i| i.kind.clone()).collect::<Vec<_>>();
        let reading = readings(&a.d).is_some() && readings(&a.d) == readings(&b.d) && below(&a.d) == below(&b.d);
        let taken = if reading { taken(&a.d) } else { None };
        Clash {
            at,
            one: taken.or(differ.one).unwrap_or_else(|| self.touched_at(a)),
            other: differ.other.unwrap_or_else(|| self.touched_at(b)),
            head: shown.d.head,
            swapped: self.began(a, b).map_or_else(Vec::new, |began| swapped(&began.d, &shown.d)),
            line: differ.line && differ.one.is_some(),
            reading,
        }
    }

    /// Where a pack last said something of a declaration.
    fn touched_at(&self, e: &Entry) -> At {
        let all = || self.layers.iter().flat_map(|l| &l.decls);
        let last = e.stamps.last().and_then(|s| all().find(|d| d.at.span().start == *s || d.head.span().start == *s));
        e.gone.or(last.map(|d| d.head)).unwrap_or(e.d.head)
    }
}

/// A ruling without the reading that it takes.
fn readings(d: &Decl) -> Option<Ruling> {
    match &*d.kind {
        DeclKind::Ruling(r) => Some(Ruling { takes: None, ..r.clone() }),
        _ => None,
    }
}

/// Where the reading that a ruling takes is named.
fn taken(d: &Decl) -> Option<At> {
    if let DeclKind::Ruling(r) = &*d.kind { r.takes.map(|n| n.at) } else { None }
}

fn alike(a: &Entry, b: &Entry) -> bool {
    let lines = |e: &Entry| {
        let mut out: Vec<String> = e.d.kind.items().iter().map(|i| format!("{:?}", i.kind)).collect();
        out.sort();
        out
    };
    a.gone.is_some() == b.gone.is_some() && a.d.kind.bare_head() == b.d.kind.bare_head() && lines(a) == lines(b)
}

/// Parts of a head that stand elsewhere now: where they were, and where they are.
fn swapped(began: &Decl, now: &Decl) -> Vec<(At, At)> {
    let parts = began.kind.head_parts().into_iter().zip(now.kind.head_parts());
    parts.filter(|(a, b)| a.span() != b.span()).collect()
}
