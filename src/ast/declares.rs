//! The names that a declaration brings.

use super::{Decl, DeclKind, Item, ItemKind, NameOrWord, Part, StmtKind, Walk as _};
use crate::intern::Sym;

impl Decl {
    /// The names and words that it is itself known by.
    #[must_use]
    pub fn brings(&self) -> Vec<Sym> {
        heads(&self.kind)
    }

    /// The names and words that it brings: its own, those of its lines, of what they find out, choose and offer.
    #[must_use]
    pub fn declares(&self) -> Vec<Sym> {
        let mut out = heads(&self.kind);
        self.lines(&mut |sym, _| out.push(sym));
        out
    }

    /// Those of its lines that are known only where it is named itself: its rows, steps, results and choices.
    #[must_use]
    pub fn keeps(&self) -> Vec<Sym> {
        let mut out = Vec::new();
        self.lines(&mut |sym, kept| {
            if kept {
                out.push(sym);
            }
        });
        out
    }

    /// What its lines bring, each with whether it is known only where this is named.
    fn lines(&self, found: &mut impl FnMut(Sym, bool)) {
        self.walk(&mut |part| match part {
            Part::Item(i) => match &i.kind {
                ItemKind::Side(side) => side.placements.iter().for_each(|p| found(p.name.sym, true)),
                ItemKind::Column(c) => found(c.name.sym, false),
                _ => line(i).into_iter().for_each(|sym| found(sym, true)),
            },
            Part::Stmt(s) => match &*s.kind {
                StmtKind::Let { word, .. } | StmtKind::Draw { word, .. } => found(word.sym, true),
                StmtKind::ThisBecomes(word) => found(word.sym, false),
                StmtKind::Choose(c) => found(c.word.sym, true),
                _ => {}
            },
            _ => {}
        });
    }
}

/// The names in a head. What is amended is there already.
fn heads(kind: &DeclKind) -> Vec<Sym> {
    match kind {
        DeclKind::Kind(d) => vec![d.word.sym],
        DeclKind::Tags(d) => d.names.iter().map(|n| n.sym).collect(),
        DeclKind::Count(d) => d.names.iter().map(|n| n.sym).chain(d.measure.map(NameOrWord::sym)).collect(),
        DeclKind::Many(d) => d.columns.iter().filter_map(|c| c.name).map(|n| n.sym).collect(),
        DeclKind::Table(d) => vec![d.name.sym],
        DeclKind::Situation(d) => vec![d.name.sym],
        DeclKind::Ruling(d) => d.readings.iter().map(|r| r.name.sym).chain([d.title.name.sym]).collect(),
        DeclKind::Named(d) => d.names.iter().map(|n| n.sym).chain(d.title.iter().map(|t| t.name.sym)).collect(),
        DeclKind::Replace(inner) => heads(inner),
        DeclKind::Amend(_) | DeclKind::Remove(_) | DeclKind::Use(_) => Vec::new(),
        kind => kind.title().map(|t| t.name.sym).into_iter().collect(),
    }
}

/// The name of a line.
fn line(item: &Item) -> Option<Sym> {
    match &item.kind {
        ItemKind::Named { name, .. } => Some(name.sym),
        ItemKind::Step(s) => Some(s.word.sym),
        ItemKind::Needs(n) => n.name.map(|n| n.sym),
        ItemKind::Legal(l) => l.name.map(|n| n.sym),
        ItemKind::Option(o) => Some(o.name.sym),
        ItemKind::Row(r) => r.first.as_ref().and_then(|c| c.name).map(|n| n.sym),
        _ => None,
    }
}
