//! Pieces of declarations, and which of one stands for which of another.

use similar::{DiffOp, TextDiff};

use crate::hir::Hook;
use crate::intern::Sym;
use crate::source::At;

/// How alike two lines without names must be to be one line that was changed.
const ALIKE: f32 = 0.5;

/// A line of a declaration, a step, a row, a cell.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    /// What it is called within its declaration; empty where it has no name.
    pub label: String,
    /// What it means, without what stands below it: equal for what means the same.
    pub print: String,
    /// Where it stands, without what stands below it.
    pub at: At,
    /// How it is said, where no text says it by itself.
    pub said: Option<String>,
    /// The clauses that it cites.
    pub cites: Vec<Sym>,
    /// What it meets.
    pub hooks: Vec<Hook>,
    /// What stands below it, in order.
    pub below: Vec<Piece>,
}

impl Piece {
    /// All that it means.
    fn whole(&self) -> String {
        let below: Vec<String> = self.below.iter().map(Self::whole).collect();
        format!("{}{{{}}}", self.print, below.join(";"))
    }

    /// All clauses that it cites, and those below it.
    pub fn all_cites(&self) -> Vec<Sym> {
        self.cites.iter().copied().chain(self.below.iter().flat_map(Self::all_cites)).collect()
    }
}

/// One piece that differs: what stood there and what stands there now.
#[derive(Clone, Debug)]
pub struct Pair<'a> {
    /// Before; none if it is new.
    pub old: Option<&'a Piece>,
    /// Now; none if it is gone.
    pub new: Option<&'a Piece>,
    /// Whether it is the same, and only stands elsewhere.
    pub moved: bool,
    /// What it stands in.
    pub within: Vec<&'a str>,
}

/// What differs between pieces in an order that counts.
pub fn in_order<'a>(old: &'a [Piece], new: &'a [Piece], within: &[&'a str], said: &dyn Fn(&Piece, bool) -> String) -> Vec<Pair<'a>> {
    let whole = |list: &[Piece]| list.iter().map(Piece::whole).collect::<Vec<_>>();
    let (a, b) = (whole(old), whole(new));
    let [a, b] = [&a, &b].map(|list| list.iter().map(String::as_str).collect::<Vec<_>>());
    let lines = TextDiff::from_slices(&a, &b);
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for op in lines.ops() {
        if !matches!(op, DiffOp::Equal { .. }) {
            gone.extend(old.get(op.old_range()).unwrap_or_default());
            come.extend(new.get(op.new_range()).unwrap_or_default());
        }
    }
    paired(gone, come, within, said, true)
}

/// What differs between pieces without an order.
pub fn in_any_order<'a>(old: &'a [Piece], new: &'a [Piece], said: &dyn Fn(&Piece, bool) -> String) -> Vec<Pair<'a>> {
    let mut come: Vec<&Piece> = new.iter().collect();
    let mut gone = Vec::new();
    for p in old {
        match come.iter().position(|n| n.label == p.label && n.whole() == p.whole()) {
            Some(at) => drop(come.remove(at)),
            None => gone.push(p),
        }
    }
    paired(gone, come, &[], said, false)
}

/// Puts what is gone and what came together: by name, then by what is said.
fn paired<'a>(
    gone: Vec<&'a Piece>,
    mut come: Vec<&'a Piece>,
    within: &[&'a str],
    said: &dyn Fn(&Piece, bool) -> String,
    ordered: bool,
) -> Vec<Pair<'a>> {
    let mut out = Vec::new();
    let mut left = Vec::new();
    for p in gone {
        let same = come.iter().position(|n| ordered && n.label == p.label && n.whole() == p.whole());
        let named = || nearest(p, &come, said, |n| !p.label.is_empty() && n.label == p.label).map(|(at, _)| at);
        match same.or_else(named) {
            Some(at) => changed(p, come.remove(at), same.is_some(), within, said, &mut out),
            None => left.push(p),
        }
    }
    let mut alone = Vec::new();
    for p in left {
        // what has a name of its own is no other
        let other = nearest(p, &come, said, |n| p.label.is_empty() && n.label.is_empty());
        match other.filter(|(_, ratio)| *ratio >= ALIKE) {
            Some((at, _)) => changed(p, come.remove(at), false, within, said, &mut out),
            None => alone.push(p),
        }
    }
    let pair = |old, new| Pair { old, new, moved: false, within: within.to_vec() };
    out.extend(alone.into_iter().map(|p| pair(Some(p), None)));
    out.extend(come.into_iter().map(|p| pair(None, Some(p))));
    out
}

/// The one that is said most alike, and how alike.
fn nearest(p: &Piece, list: &[&Piece], said: &dyn Fn(&Piece, bool) -> String, fits: impl Fn(&Piece) -> bool) -> Option<(usize, f32)> {
    let text = said(p, false);
    let alike = |n: &Piece| TextDiff::from_words(text.as_str(), said(n, true).as_str()).ratio();
    let mut best: Option<(usize, f32)> = None;
    for (at, n) in list.iter().enumerate().filter(|(_, n)| fits(n)) {
        let ratio = alike(n);
        if best.is_none_or(|(_, b)| ratio > b) {
            best = Some((at, ratio));
        }
    }
    best
}

/// What differs between a piece and the one that stands in its place.
fn changed<'a>(
    old: &'a Piece,
    new: &'a Piece,
    moved: bool,
    within: &[&'a str],
    said: &dyn Fn(&Piece, bool) -> String,
    out: &mut Vec<Pair<'a>>,
) {
    if moved || old.print != new.print {
        out.push(Pair { old: Some(old), new: Some(new), moved, within: within.to_vec() });
    }
    if !moved {
        let mut inner = within.to_vec();
        if !new.label.is_empty() {
            inner.push(&new.label);
        }
        out.extend(in_order(&old.below, &new.below, &inner, said));
    }
}
