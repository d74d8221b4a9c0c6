//! What may be chosen, and where something is put.

use super::english::a;
use super::sel::As;
use crate::hir::{Choice, Placing, Stays};
use crate::source::At;
use crate::speech::Voice;

/// Of things that are alike, the one that is meant is chosen, too.
pub const EVEN_ALIKE: &str = " (even among those that are alike)";

impl Voice<'_> {
    /// What may be chosen: `an enemy unit`, `a number from 1 to 6`.
    #[must_use]
    pub fn choice(&self, c: &Choice) -> String {
        match c {
            Choice::Thing { of, each } => format!("{}{}", self.sel(of), if *each { EVEN_ALIKE } else { "" }),
            Choice::Number(from, to) => format!("a number from {} to {}", self.noun(from), self.noun(to)),
            Choice::Names(names) => {
                let said = names.iter().map(|(name, means)| {
                    let (name, means) = (self.name(*name), self.noun(means));
                    if name == means { name } else { format!("{name}, which is {means}") }
                });
                super::noun::series(&said.collect::<Vec<_>>(), "or")
            }
            Choice::Place(limits, who) => {
                let whose = who.as_ref().map_or_else(String::new, |w| format!(" for {}", self.noun(w)));
                format!("{}{whose}{}", a("place"), self.limits_of(limits))
            }
            Choice::Facing => a("facing"),
            Choice::Edge => a("edge of the board"),
        }
    }

    /// What a place keeps to, each after the other.
    fn limits_of(&self, limits: &[(Stays, At)]) -> String {
        limits.iter().map(|(s, _)| format!(" {}", self.stays(s))).collect::<Vec<_>>().join(" and")
    }

    /// What a place keeps to: `within 6" of the unit`.
    #[must_use]
    pub fn stays(&self, s: &Stays) -> String {
        match s {
            Stays::Within(far, from) => format!("within {} of {}", self.noun(far), self.noun(from)),
            Stays::Beyond(far, from) => format!("more than {} from {}", self.noun(far), self.noun(from)),
            Stays::BeyondAll(far, all) => format!("more than {} from {}", self.noun(far), self.sel_as(all, As::Any)),
            Stays::Inside(zone) => format!("in {}", self.noun(zone)),
        }
    }

    /// How something is put on the table, as a sentence.
    #[must_use]
    pub fn placing(&self, p: &Placing) -> String {
        let Placing { who, feature, spot, facing, limits, by } = p;
        let mut text = format!("{} is {}", self.noun(who), if *feature { "laid out" } else { "placed" });
        if let Some(spot) = spot {
            text = format!("{text} at {}", self.noun(spot));
        }
        text += &self.limits_of(limits);
        if let Some((what, way)) = facing {
            text = format!("{text} facing {}{}", if *way { "" } else { "towards " }, self.noun(what));
        }
        match by {
            Some(by) => format!("{text}, as {} chooses", self.noun(by)),
            None => text,
        }
    }
}
