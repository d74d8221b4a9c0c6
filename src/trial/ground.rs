//! What lies on the table and belongs to nobody.

use super::run::Outcome;
use super::stage::{Set, mils, point};
use crate::ast::{Lies, PlaceBitKind, Placement, SideItem};
use crate::hir::{KindBase, KindId};
use crate::intern::Sym;
use crate::ir::{KindNo, TerrainNo};
use crate::muster::sized;
use crate::source::Span;
use crate::table::{Point, Shape};

impl Set<'_> {
    /// Whether some lines list ground and no troops.
    pub fn are_scenery(&self, lines: &[&SideItem]) -> bool {
        lines.first().is_some_and(|l| self.is_scenery(l))
    }

    /// Ground lies around a point or along a line, and is named by its sort.
    fn is_scenery(&self, side: &SideItem) -> bool {
        let ground = |name: Sym| self.trial.book.rules.terrain_named(name).is_some();
        side.placements.iter().any(|p| match &p.lies {
            Some(Lies::At { points, .. }) if points.len() > 1 => true,
            Some(Lies::At { .. }) | None => p.entry.is_none() && p.from.is_none() && ground(p.name.sym),
            Some(_) => true,
        })
    }

    /// `Scenery: Light around 10",10" 4"; Heavy at 5",5" to 11",5"`: ground by its sort.
    pub fn scenery(&mut self, side: &SideItem) -> Outcome<()> {
        let rules = self.trial.book.rules;
        let Some((kind, _)) = rules.kinds.iter().find(|(_, k)| k.base == KindBase::Feature) else {
            return Err((line_of(side), "the pack has no kind of feature: declare one, such as `kind ground is feature`".into()));
        };
        side.placements.iter().try_for_each(|p| self.lay(p, kind))
    }

    fn lay(&mut self, p: &Placement, kind: KindId) -> Outcome<()> {
        let span = p.at.span();
        let mut names: Vec<(Sym, Span)> = [Some(p.name), p.entry, p.from].into_iter().flatten().map(|n| (n.sym, n.at.span())).collect();
        names.extend(p.bits.iter().filter_map(|b| match &b.kind {
            PlaceBitKind::With(with) => with.first().map(|n| (n.sym, n.at.span())),
            PlaceBitKind::Is(n) | PlaceBitKind::Some { of: n, .. } => Some((n.sym, n.at.span())),
            PlaceBitKind::Count { .. } => None,
        }));
        let mut terrains = Vec::new();
        for (n, at) in &names {
            match self.trial.book.rules.terrain_named(*n).map(|t| TerrainNo(t.0)) {
                Some(t) => terrains.push(t),
                None => return Err((*at, format!("`{}` is no kind of ground", self.text(*n)))),
            }
        }
        let Some(lies) = &p.lies else { return Err((span, "say where it lies".into())) };
        if let Some(shape) = sized(lies, mils)? {
            let ent = self.ground(p.name.sym, kind, shape, terrains, span)?;
            self.builder.set_aside(ent);
            return Ok(());
        }
        let shape = shape_of(lies)?;
        self.ground(p.name.sym, kind, shape, terrains, span).map(|_| ())
    }

    fn ground(&mut self, name: Sym, kind: KindId, shape: Shape, terrains: Vec<TerrainNo>, span: Span) -> Outcome<u16> {
        let program = self.trial.book.program();
        self.grounds.push((shape.clone(), span));
        let raised = terrains.iter().any(|t| program.terrains.get(*t).is_some_and(|t| t.raised));
        let name = self.text(name);
        self.builder.feature(name, KindNo(kind.0), shape, terrains, i16::from(raised)).map_err(|e| (span, e.what))
    }
}

/// All of a line of placements.
fn line_of(side: &SideItem) -> Span {
    let end = side.placements.last().map_or(side.name.at, |p| p.at);
    side.name.at.to(end).span()
}

/// The shape of ground that lies so.
fn shape_of(lies: &Lies) -> Outcome<Shape> {
    match lies {
        Lies::Around { centre, radius, .. } => Ok(Shape::Disc { centre: point(centre)?, radius: mils(*radius)? }),
        Lies::At { points, .. } if points.len() > 1 => {
            let points: Vec<Point> = points.iter().map(point).collect::<Outcome<_>>()?;
            Ok(Shape::Wall { points })
        }
        Lies::At { at, .. } => Err((at.span(), "write `around x,y radius` or `at x,y to x,y`".into())),
        Lies::Across(l) | Lies::Long(l) | Lies::Sized { width: l, .. } => Err((l.at.span(), "say where it lies".into())),
    }
}
