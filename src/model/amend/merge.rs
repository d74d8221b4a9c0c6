//! What several parents have together, and where they differ.

use super::chain::{Chain, Entry};
use super::ident::ids;
use super::item::{said, squeezed_nodes};
use super::join::{Differ, join};
use crate::source::{Files, Span};
use crate::syntax::{Declaration, Node, Rule};

/// Two parents that have different things of one name.
pub(super) struct Clash {
    /// Which entry, by number; it is as the first has it.
    pub at: usize,
    /// What the first says.
    pub one: Span,
    /// What the other says.
    pub other: Span,
    /// The head as the first has it.
    pub head: String,
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
            if o.stamps.starts_with(&entry.stamps) || self.alike(o, entry) {
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
        let d = join(self.files, &began.d, &a.d, &b.d)?;
        let stamps = a.stamps.iter().chain(b.stamps.get(began.stamps.len()..).unwrap_or(&[])).copied().collect();
        Ok(Entry { ids: ids(self.files, &d), d, stamps, gone: None, layer: a.layer.max(b.layer) })
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
        let began = self.began(a, b).map_or(&shown.d, |e| &e.d);
        let unread = |d: &Declaration| {
            d.head.kids.iter().filter(|k| k.rule != Rule::name).map(|k| k.text(self.files).to_owned()).collect::<Vec<_>>()
        };
        let below = |d: &Declaration| d.body.iter().map(|l| said(self.files, l)).collect::<Vec<_>>();
        Clash {
            at,
            one: differ.one.unwrap_or_else(|| self.touched_at(a)),
            other: differ.other.unwrap_or_else(|| self.touched_at(b)),
            head: head_said(self.files, &began.head, &shown.d.head),
            line: differ.line && differ.one.is_some(),
            reading: a.d.head.rule == Rule::ruling_d && unread(&a.d) == unread(&b.d) && below(&a.d) == below(&b.d),
        }
    }

    /// Where a pack last said something of a declaration.
    fn touched_at(&self, e: &Entry) -> Span {
        let all = || self.layers.iter().flat_map(|l| &l.declarations);
        let last = e.stamps.last().and_then(|s| all().find(|d| d.span.start == *s || d.head.span.start == *s));
        e.gone.or(last.map(|d| d.head.span)).unwrap_or(e.d.head.span)
    }

    fn alike(&self, a: &Entry, b: &Entry) -> bool {
        let text = |e: &Entry| {
            let head = squeezed_nodes(self.files, &e.d.head);
            let mut lines: Vec<String> = e.d.body.iter().map(|l| said(self.files, l)).collect();
            lines.sort();
            (e.gone.is_some(), head, lines)
        };
        text(a) == text(b)
    }
}

/// A head as it reads now, whose parts may have been changed elsewhere one by one.
fn head_said(files: &Files, began: &Node, now: &Node) -> String {
    let mut out = String::new();
    let mut at = began.span.start;
    for (i, new) in now.kids.iter().enumerate() {
        let (from, to) = began.kids.get(i).map_or((at, at), |old| (old.span.start, old.span.end));
        out.push_str(files.slice(Span { start: at, end: from.max(at) }));
        if from == at {
            out.push(' ');
        }
        out.push_str(new.text(files));
        at = to.max(at);
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
