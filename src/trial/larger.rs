//! A unit of a situation that is larger than its entry can ever be, where no other of the pack's own is.

use super::run::Trial;
use crate::ast::{Decl, DeclKind, Int, ItemKind, PlaceBitKind, Placement, Word};
use crate::diag::{Code, Diagnostic};
use crate::hir::KindBase;
use crate::muster::most_pieces;

/// The only one that is larger where it is `wanted`. Tests may make units as large as they like: where some do, it is meant.
pub(super) fn only(trial: &Trial<'_>, wanted: impl Fn(&Decl) -> bool) -> Option<Diagnostic> {
    let scenes = trial.book.decls.iter().filter(|d| matches!(*d.kind, DeclKind::Situation(_)) && wanted(d));
    let placed = scenes.flat_map(placements);
    let counted = placed.filter_map(|p| Counted::of(trial, p));
    let mut larger = counted.filter(Counted::is_larger);
    larger.next().filter(|_| larger.next().is_none()).map(|one| one.told(trial))
}

fn placements(d: &Decl) -> impl Iterator<Item = &Placement> {
    let sides = d.kind.items().iter().filter_map(|i| if let ItemKind::Side(side) = &i.kind { Some(side) } else { None });
    sides.flat_map(|s| &s.placements)
}

/// A unit of which a situation says how many pieces it has.
struct Counted<'a> {
    entry: &'a str,
    number: Int,
    of: Word,
    /// How many it has at most, whatever is bought.
    most: usize,
}

impl<'a> Counted<'a> {
    fn of(trial: &Trial<'a>, p: &Placement) -> Option<Self> {
        let (number, of) =
            p.bits.iter().find_map(|b| if let PlaceBitKind::Count { number, of } = b.kind { Some((number, of)) } else { None })?;
        let (rules, entries) = (trial.book.rules, trial.entries);
        let word = rules.names.text(of.sym);
        let piece = rules.kind_called(word).and_then(|k| rules.kinds.get(k)).is_some_and(|k| k.base == KindBase::Piece);
        // what else is counted there is told
        if !piece && !matches!(word, "model" | "models") {
            return None;
        }
        let entry = entries.entries.get(entries.entry(rules.names.text(p.entry.unwrap_or(p.name).sym))?)?;
        Some(Self { entry: &entry.name, number, of, most: most_pieces(entry).max(1) })
    }

    fn is_larger(&self) -> bool {
        usize::try_from(self.number.value).is_ok_and(|n| n > self.most)
    }

    fn told(&self, trial: &Trial<'_>) -> Diagnostic {
        let (most, word) = (self.most, trial.book.rules.names.text(self.of.sym));
        let message = format!("`{}` has {most} at most, whatever is bought", self.entry);
        let d = Diagnostic::new(Code::Outlier, self.number.at.to(self.of.at).span(), message);
        d.here("no other unit in a situation is larger than its entry").help(format!("write `{most} {word}`, or fewer"))
    }
}
