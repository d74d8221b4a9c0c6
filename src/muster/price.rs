//! What a roster costs, and whether it may be fielded.

use super::band::{Band, overdrawn, raise};
use super::entry::{Limit, Offer};
use super::problem::{Problem, choice};
use super::{Entries, Picked, Roster};
use crate::diag::{akin, nearest};

/// What a roster breaks that costs more than was agreed on.
pub const ALLOWANCE: &str = "points";

/// A line of a bill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BillLine {
    /// For what.
    pub what: String,
    /// Points.
    pub points: i64,
}

/// A unit and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PricedUnit {
    /// What it is called.
    pub name: String,
    /// Its entry, by number.
    pub entry: usize,
    /// Pieces in it.
    pub models: usize,
    /// The bill.
    pub bill: Vec<BillLine>,
    /// Its sum.
    pub points: i64,
}

/// A roster and what it costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Priced {
    /// Units in the order of the roster.
    pub units: Vec<PricedUnit>,
    /// Points spent.
    pub total: i64,
    /// Points agreed.
    pub allowance: i64,
}

/// Prices a roster.
///
/// # Errors
/// Everything that makes it illegal, as [`bill`] tells it.
pub fn price(entries: &Entries, roster: &Roster) -> Result<Priced, Vec<Problem>> {
    let (priced, problems) = bill(entries, roster);
    if problems.is_empty() { Ok(priced) } else { Err(problems) }
}

/// The force list that a roster means, if there is one, and the fix: one that has all of its units is likelier than the others.
fn force_meant<'e>(entries: &'e Entries, roster: &Roster) -> (Option<&'e str>, String) {
    let all = || entries.forces.iter().map(|f| f.name.as_str());
    let has_all = |force: usize| !roster.units.is_empty() && roster.units.iter().all(|u| entries.entry_of(force, &u.entry).is_some());
    let whole: Vec<&str> = entries.forces.iter().enumerate().filter(|(n, _)| has_all(*n)).map(|(_, f)| f.name.as_str()).collect();
    let near = nearest(&roster.force, all()).map_or_else(|| akin(&roster.force, all()), |one| vec![one]);
    let likely: Vec<&str> = near.iter().copied().filter(|f| whole.contains(f)).collect();
    match (likely.as_slice(), whole.as_slice(), near.as_slice()) {
        ([one], ..) => (Some(*one), format!("write `{one}`")),
        ([], [one], []) => (Some(*one), format!("write `{one}`, which has all of these units")),
        (_, _, [one]) => (Some(*one), choice(&roster.force, all())),
        _ => (None, choice(&roster.force, all())),
    }
}

/// What a roster costs, as far as its names are known, and everything that makes it illegal: names that the list does not have,
/// options that are not offered or exclude each other, limits of units and options, and the allowance.
#[must_use]
pub fn bill(entries: &Entries, roster: &Roster) -> (Priced, Vec<Problem>) {
    let mut problems = Vec::new();
    let mut units = Vec::new();
    let priced = |units: Vec<PricedUnit>| {
        let total = units.iter().map(|u| u.points).fold(0, i64::saturating_add);
        Priced { units, total, allowance: roster.points }
    };
    let meant = match entries.force(&roster.force) {
        Some(force) => Some(force),
        None => {
            let (meant, fix) = force_meant(entries, roster);
            let unknown = Problem::new(format!("there is no force list `{}`", roster.force), fix).unknown();
            problems.push(unknown.breaking(&roster.force));
            // names are looked up in the list that is meant
            meant.and_then(|name| entries.force(name))
        }
    };
    let Some(force) = meant else { return (priced(units), problems) };
    let listed = entries.forces.get(force).map_or("", |f| f.name.as_str());
    let mut bands: Vec<(usize, Band)> = Vec::new();
    for (index, picked) in roster.units.iter().enumerate() {
        let called = called(entries, force, picked);
        let Some(at) = entries.entry_of(force, &picked.entry) else {
            let names = entries.offered(force).filter_map(|q| entries.entries.get(q.entry)).map(|e| e.name.as_str());
            let what = match entries.entry(&picked.entry) {
                Some(_) => format!("`{}` is not of the list `{listed}`", picked.entry),
                None => format!("there is no entry `{}`", picked.entry),
            };
            let problem = numbered(entries, &picked.entry).unwrap_or_else(|| Problem::new(what, choice(&picked.entry, names)));
            problems.push(problem.unknown().breaking(&picked.entry).of(&called, index));
            continue;
        };
        let Some(entry) = entries.entries.get(at) else { continue };
        let (band, found) = raise(entries, entry, &picked.options);
        problems.extend(found.into_iter().map(|p| p.of(&called, index)));
        units.push(PricedUnit { name: called, entry: at, models: band.men.len(), bill: band.bill.clone(), points: band.points() });
        bands.push((at, band));
    }
    if problems.iter().any(|p| p.unknown) {
        return (priced(units), problems);
    }
    quotas(entries, force, &bands, &mut problems);
    force_limits(entries, &bands, &mut problems);
    let offers = bands.iter().filter_map(|(at, band)| Some((entries.entries.get(*at)?, band)));
    let bought: Vec<(&Offer, usize)> = offers.flat_map(|(e, band)| e.offers.iter().zip(band.bought.iter().copied())).collect();
    problems.extend(overdrawn(&bought, |limit| if let Limit::Force(most) = limit { Some(most) } else { None }, "a force"));
    let priced = priced(units);
    let total = priced.total;
    if total > roster.points {
        let over = total.saturating_sub(roster.points);
        let what = format!("it costs {} of {}", many(total, "point"), roster.points);
        problems.push(Problem::new(what, format!("leave out {}, or agree on {total}", many(over, "point"))).breaking(ALLOWANCE));
    }
    (priced, problems)
}

/// So many of them, in words that fit.
pub(super) fn many<N: std::fmt::Display + PartialEq + Copy + From<u8>>(n: N, one: &str) -> String {
    let s = if n == N::from(1) { "" } else { "s" };
    format!("{n} {one}{s}")
}

/// What a unit is called: its own name, else what its entry is shown as.
pub(super) fn called(entries: &Entries, force: usize, picked: &Picked) -> String {
    let entry = entries.entry_of(force, &picked.entry).and_then(|e| entries.entries.get(e));
    picked.name.clone().or_else(|| entry.map(|e| e.shown.clone())).unwrap_or_else(|| picked.entry.clone())
}

/// Limits of units.
fn quotas(entries: &Entries, force: usize, bands: &[(usize, Band)], problems: &mut Vec<Problem>) {
    let own = entries.forces.get(force).map(|f| f.units.as_slice()).unwrap_or_default();
    for quota in entries.offered(force) {
        let taken = bands.iter().filter(|(e, _)| *e == quota.entry).count();
        let name = entries.entries.get(quota.entry).map_or("", |e| e.name.as_str());
        if let Some(most) = quota.most.filter(|m| taken > *m) {
            let what = format!("`{name}` is taken {}, and {most} is the most", many(taken, "time"));
            problems.push(Problem::new(what, format!("leave out {} of them", taken - most)).breaking(name));
        }
        // what an ally must take is no business of those it joins
        if taken < quota.least && own.contains(&quota) {
            let less = quota.least - taken;
            let what = format!("`{name}` is taken {}, and {} is the least", many(taken, "time"), quota.least);
            problems.push(Problem::new(what, format!("take {less} more")).breaking(name));
        }
    }
}

/// Options that only so many of the force may have.
fn force_limits(entries: &Entries, bands: &[(usize, Band)], problems: &mut Vec<Problem>) {
    for (e, entry) in entries.entries.iter().enumerate() {
        for (o, offer) in entry.offers.iter().enumerate() {
            let Some(Limit::Force(most)) = offer.limit else { continue };
            let taken: usize = bands.iter().filter(|(at, _)| *at == e).map(|(_, b)| b.bought.get(o).copied().unwrap_or(0)).sum();
            if taken > most {
                let what =
                    format!("`{}` of `{}` is taken {}, and {most} is the most of a force", offer.name, entry.name, many(taken, "time"));
                problems.push(Problem::new(what, format!("leave it out {}", many(taken - most, "time"))).breaking(&offer.name));
            }
        }
    }
}

/// `2 x Herring`: an entry with how many of it there are.
fn numbered(entries: &Entries, said: &str) -> Option<Problem> {
    let (number, rest) = said.split_at(said.chars().take_while(char::is_ascii_digit).count());
    let name = rest.trim_start_matches([' ', 'x']);
    let known = !number.is_empty() && entries.entry(name).is_some();
    let fix = || format!("write a `[[unit]]` with `entry = \"{name}\"` for each of the {number}");
    known.then(|| Problem::new(format!("`{said}` says how many, and an entry is one unit"), fix()))
}
