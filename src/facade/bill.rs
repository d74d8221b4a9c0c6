//! What a roster costs.

use serde::Serialize;

use crate::findings::{Findings, Record};
use crate::muster::PricedUnit;
use crate::ready::Looked;

/// What a roster costs, or why it is not legal.
#[derive(Clone, Debug, Serialize)]
pub struct Bill {
    /// The roster's name.
    pub name: String,
    /// The force list that it is of.
    pub force: String,
    /// Whether it may be played.
    pub legal: bool,
    /// What it costs, as far as its names are known.
    pub points: i64,
    /// What it may cost.
    pub allowance: i64,
    /// Unit by unit, as far as its names are known.
    pub units: Vec<BilledUnit>,
    /// Why it is not legal, each in two lines: the fault, and how it is mended.
    pub problems: Vec<String>,
    /// The same with their places in the roster.
    pub found: Vec<Record>,
    /// The same, to be drawn.
    #[serde(skip)]
    pub findings: Findings,
}

/// What a unit of a roster costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BilledUnit {
    /// Its name.
    pub name: String,
    /// How many models it has.
    pub models: usize,
    /// What it costs.
    pub points: i64,
    /// For what.
    pub bill: Vec<(String, i64)>,
}

impl Bill {
    pub(super) fn of(looked: Looked) -> Self {
        let unit = |u: &PricedUnit| BilledUnit {
            name: u.name.clone(),
            models: u.models,
            points: u.points,
            bill: u.bill.iter().map(|c| (c.what.clone(), c.points)).collect(),
        };
        let problem = |r: &Record| {
            let of = if r.here.is_empty() { String::new() } else { format!("{}: ", r.here) };
            format!("{of}{}\n  {}", r.message, r.help.as_deref().unwrap_or_default())
        };
        let found = looked.found.records();
        Self {
            name: looked.roster.name,
            force: looked.roster.force,
            legal: looked.priced.is_some() && found.is_empty(),
            points: looked.priced.as_ref().map_or(0, |p| p.total),
            allowance: looked.roster.points,
            units: looked.priced.iter().flat_map(|p| &p.units).map(unit).collect(),
            problems: found.iter().map(problem).collect(),
            found,
            findings: looked.found,
        }
    }
}
