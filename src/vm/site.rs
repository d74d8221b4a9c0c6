//! What lies on the table, and where.

use super::cast::Feature;
use super::eval::Ask;
use super::position::World;
use crate::ir::TerrainNo;
use crate::table::{Point, Shape};

/// A feature where it lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site<'a> {
    /// Its number in the cast.
    pub number: usize,
    /// Where it lies.
    pub shape: &'a Shape,
    /// What ground it is.
    pub terrains: &'a [TerrainNo],
    /// How high it is.
    pub level: i16,
}

impl<'a> Ask<'a> {
    /// All that lies on the table.
    pub(super) fn sites(&self) -> impl Iterator<Item = Site<'a>> + use<'a> {
        let (features, world) = (&self.cast.features, self.world);
        features.iter().enumerate().filter_map(move |(number, f)| site(f, number, world))
    }

    /// A feature, if it lies on the table.
    pub(super) fn feature(&self, ent: i64) -> Option<Site<'a>> {
        let number = self.cast.feature(ent)?;
        site(self.cast.features.get(number)?, number, self.world)
    }

    /// What lies on the table round a place.
    #[must_use]
    pub fn round(&self, at: Point) -> Vec<i64> {
        let here = self.sites().filter(|s| s.shape.contains(at));
        here.filter_map(|s| self.cast.features.get(s.number)).map(|f| i64::from(f.ent)).collect()
    }

    /// Whether a thing is a feature of a sort of ground.
    pub(super) fn is_ground(&self, of: i64, terrain: TerrainNo) -> bool {
        self.cast.features.iter().any(|f| i64::from(f.ent) == of && f.terrains.contains(&terrain))
    }

    /// Whether a thing is on the table.
    pub(super) fn on_board(&self, who: i64) -> bool {
        self.stand(self.head(who)).is_some() || self.feature(who).is_some()
    }
}

#[inline]
fn site<'a>(f: &'a Feature, number: usize, world: &'a World) -> Option<Site<'a>> {
    if !world.alive(f.ent.into()) {
        return None;
    }
    let shape = match world.laid(number) {
        Some(shape) => shape,
        None if f.aside => return None,
        None => &f.shape,
    };
    Some(Site { number, shape, terrains: &f.terrains, level: f.level })
}
