//! Places that a player chooses: what limits them, which are shown, and whether one that is answered will do.

use std::cell::OnceCell;

use super::leeway::{GRIDS, Held, Leeway};
use crate::ir::{Limit, Pick};
use crate::table::{self, Facing, Point};
use crate::vm::cast::NONE;
use crate::vm::decide::Choice;
use crate::vm::eval::Ask;
use crate::vm::listing::Listing;
use crate::vm::way::Going;

/// Places shown to choose from, at most.
const MOST: usize = 16;

/// A place that is to be chosen.
pub(in crate::vm) struct Spot<'a> {
    leeway: Leeway<'a>,
    /// Who is to stand there, and facing which way.
    who: Option<(i64, Facing)>,
    /// What they meet there, once it is asked.
    going: OnceCell<Going<'a>>,
}

impl<'a> Ask<'a> {
    /// The place that a side chooses; none if it is no place that is picked.
    pub(in crate::vm) fn spot(&self, pick: &'a Pick, side: i64, regs: &mut [i64]) -> Option<Spot<'a>> {
        let Pick::Place { limits, who } = pick else { return None };
        let who = who.map(|x| self.x(x, regs)).filter(|who| *who > 0);
        let leeway = self.leeway(pick, who.unwrap_or(NONE), regs);
        let home = limits.iter().find_map(Limit::zone).map_or(side, |z| self.x(z, regs));
        Some(Spot { leeway, who: who.map(|who| (who, self.inwards(home))), going: OnceCell::new() })
    }
}

impl<'a> Spot<'a> {
    /// Whom it is for, if somebody is to stand there.
    pub fn who(&self) -> Option<i64> {
        self.who.map(|(who, _)| who)
    }

    /// Why a place will not do: the limit that it breaks as it is written, or nothing if there is no room. None if it will.
    pub fn wrong(&self, ask: &Ask<'a>, at: Point) -> Option<&str> {
        let unkept = self.leeway.unkept(ask, Held { at, ground: None });
        let crowded = |(who, facing): &(i64, Facing)| {
            let going = self.going.get_or_init(|| ask.deploying(*who));
            ask.deployed(*who, at, *facing, self.leeway.zone(), going).is_none()
        };
        unkept.or_else(|| self.who.filter(crowded).map(|_| ""))
    }

    /// Places to show: of those that will do some, spread evenly.
    pub fn shown(&self, ask: &Ask<'a>, listing: Listing) -> Vec<Choice> {
        let [coarse, fine] = GRIDS;
        // each once: a lot draws two, and they must be two
        let fits = |places: Vec<Point>| listing.fitting_places(table::canonical(places, usize::MAX), |p| self.wrong(ask, *p).is_none());
        let mut out = self.leeway.round(ask, 8, &[0]);
        if self.leeway.zone().is_some() || !self.leeway.is_near() {
            out.extend(self.leeway.grid(ask, coarse));
        }
        let mut out = fits(out);
        // a narrow zone, or one limit that leaves little of another, is looked at more closely
        if out.is_empty() {
            out = fits(self.leeway.grid(ask, fine));
        }
        table::canonical(out, MOST).into_iter().map(|p| Choice::of(table::pack_place(p.x, p.y))).collect()
    }
}
