//! An entry with its options: the pieces of one unit before they are anybody's.

use super::entry::{Entry, FromList, Guise, Limit, Offer, Per, What};
use super::price::BillLine;
use super::problem::{Problem, choice};
use super::{Entries, When};
use crate::ir::{ListRowNo, RuleNo, StateNo};
use crate::source::Span;

/// Pieces that a unit may have; nothing sensible comes near it.
pub const MOST: usize = 1000;

/// One piece of a unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Man {
    pub profile: usize,
    /// How it is called.
    pub name: String,
    pub carries: Vec<ListRowNo>,
    pub rules: Vec<RuleNo>,
    pub tags: Vec<StateNo>,
    pub leader: bool,
    /// No option has taken it yet.
    pub ordinary: bool,
    /// The options that have equipped it, by where they stand.
    pub equipped: Vec<Span>,
}

/// A unit as it takes the field.
#[derive(Clone, Debug, Default)]
pub(super) struct Band {
    pub men: Vec<Man>,
    /// Rules of the unit as a whole.
    pub rules: Vec<RuleNo>,
    /// Rules that it has lost, whoever else would give them.
    pub lost: Vec<RuleNo>,
    /// What it costs, line by line.
    pub bill: Vec<BillLine>,
    /// How often each option was bought.
    pub bought: Vec<usize>,
}

impl Band {
    /// What it costs.
    pub fn points(&self) -> i64 {
        self.bill.iter().map(|c| c.points).sum()
    }
}

/// Raises a unit. Problems name what could not be done; the rest is done all the same.
pub(super) fn raise(entries: &Entries, entry: &Entry, options: &[String]) -> (Band, Vec<Problem>) {
    let mut r = Raise { entries, entry, band: Band::default(), problems: Vec::new() };
    r.band.bill.push(BillLine { what: entry.name.clone(), points: entry.price });
    r.buy(options);
    r.crew();
    // more pieces first: prices and shares count the unit as it takes the field
    let rank = |o: &Offer| match o.what {
        What::More { .. } => 0,
        What::Upgrade { .. } => 1,
        What::Whole(_) | What::Gain | What::Equip { .. } => 2,
        What::Turn { .. } => 3,
    };
    let mut order: Vec<(usize, &Offer)> = entry.offers.iter().enumerate().collect();
    order.sort_by_key(|(_, o)| rank(o));
    for (i, offer) in order {
        let wanted = r.band.bought.get(i).copied().unwrap_or(0);
        let times = wanted.min(r.limit(offer));
        if times < wanted {
            let (name, most) = (&offer.name, r.limit(offer));
            let how = if most == 0 { "the unit is too small for it".to_owned() } else { format!("{most} is the most of a unit") };
            r.problem(name, format!("`{name}` is taken {wanted} times, and {how}"), format!("take `{name}` less often"));
        }
        for _ in 0..times {
            r.apply(offer);
        }
        if times > 0 {
            r.enter(offer, times);
        }
    }
    r.finish();
    (r.band, r.problems)
}

struct Raise<'a> {
    entries: &'a Entries,
    entry: &'a Entry,
    band: Band,
    problems: Vec<Problem>,
}

impl Raise<'_> {
    fn problem(&mut self, breaks: &str, what: impl Into<String>, fix: impl Into<String>) {
        self.problems.push(Problem::new(what, fix).breaking(breaks));
    }

    /// Counts what is bought, and checks that it is offered.
    fn buy(&mut self, options: &[String]) {
        let entry = self.entry;
        self.band.bought = vec![0; entry.offers.len()];
        for written in options {
            if let Some(n) = entry.offer(written).and_then(|i| self.band.bought.get_mut(i)) {
                *n += 1;
            } else {
                let parts: Vec<&str> = written.split([',', ';']).map(str::trim).collect();
                let (what, fix) = if parts.len() > 1 && parts.iter().all(|p| entry.offer(p).is_some()) {
                    let each: Vec<String> = parts.iter().map(|p| format!("\"{p}\"")).collect();
                    (format!("`{written}` are {} options in one text", parts.len()), format!("write `{}`", each.join(", ")))
                } else if let Some((name, n)) = counted(written).filter(|(name, _)| entry.offer(name).is_some()) {
                    let each = vec![format!("\"{name}\""); n].join(", ");
                    (format!("`{written}` is no option: one that is bought several times is named as often"), format!("write `{each}`"))
                } else {
                    let known = choice(written, entry.offers.iter().map(|o| o.name.as_str()));
                    (format!("`{}` has no option `{written}`", entry.name), known)
                };
                self.problem(written, what, fix);
                self.problems.last_mut().into_iter().for_each(|p| p.unknown = true);
            }
        }
        self.of_lists();
        for (i, offer) in entry.offers.iter().enumerate() {
            let Some(when) = offer.when.as_ref().filter(|_| self.band.bought.get(i).is_some_and(|n| *n > 0)) else { continue };
            if when.holds(&self.band.bought) {
                continue;
            }
            let name = |o: usize| entry.offers.get(o).map_or("", |o| o.name.as_str());
            let only = when.shown(entry);
            let problem = match when {
                When::Bought(o) => Problem::new(
                    format!("`{}` is offered only {only}", offer.name),
                    format!("take `{}` too, or leave `{}` out", name(*o), offer.name),
                ),
                When::Not(inner) if matches!(**inner, When::Bought(_)) => {
                    // either of two may say that they exclude each other, and it is said once
                    let other = if let When::Bought(o) = **inner { o } else { i };
                    Problem::new(
                        format!("`{}` and `{}` exclude each other", name(i.min(other)), name(i.max(other))),
                        "leave one of them out",
                    )
                }
                _ => Problem::new(
                    format!("`{}` is offered only {only}", offer.name),
                    format!("leave `{}` out, or take it {only}", offer.name),
                ),
            };
            // said once, for the first of them that breaks it
            if !self.problems.iter().any(|p| p.what == problem.what) {
                self.problems.push(problem.breaking(&offer.name));
            }
        }
    }

    /// Faults more of a list of options than may be bought of it.
    fn of_lists(&mut self) {
        let bought: Vec<(&Offer, usize)> = self.entry.offers.iter().zip(self.band.bought.iter().copied()).collect();
        let most = |limit| if let Limit::Unit(most) = limit { Some(most) } else { None };
        self.problems.extend(overdrawn(&bought, most, "a unit"));
    }

    fn man(&self, profile: usize) -> Man {
        let p = self.entry.profiles.get(profile);
        Man {
            profile,
            name: p.map_or(String::new(), |p| p.name.clone()),
            tags: p.map_or_else(Vec::new, |p| p.tags.clone()),
            carries: self.entry.carries.clone(),
            rules: Vec::new(),
            leader: false,
            ordinary: true,
            equipped: Vec::new(),
        }
    }

    fn add(&mut self, man: &Man, count: usize) -> Vec<usize> {
        let room = MOST.saturating_sub(self.band.men.len());
        if count > room {
            let name = &self.entry.name;
            self.problem(name, format!("`{name}` has more than {MOST} in it"), "make it smaller");
        }
        let from = self.band.men.len();
        self.band.men.extend(std::iter::repeat_n(man.clone(), count.min(room)));
        (from..self.band.men.len()).collect()
    }

    fn crew(&mut self) {
        let entry = self.entry;
        for crew in &entry.has {
            let mut man = self.man(crew.profile);
            if let Some(g) = &crew.guise {
                self.dress(&mut man, g);
            }
            let added = self.add(&man, crew.count);
            if crew.leader {
                self.lead(added.first().copied());
            }
        }
    }

    fn lead(&mut self, who: Option<usize>) {
        let Some(who) = who else { return };
        for (i, m) in self.band.men.iter_mut().enumerate() {
            m.leader = i == who;
        }
    }

    /// Makes a piece what `as X` says.
    fn dress(&self, man: &mut Man, guise: &Guise) {
        man.name.clone_from(&guise.name);
        man.ordinary = false;
        if let Some(p) = guise.profile {
            man.profile = p;
            man.tags = self.entry.profiles.get(p).map_or_else(Vec::new, |p| p.tags.clone());
        }
        if let Some(tag) = guise.tag {
            self.entries.add_tag(&mut man.tags, tag);
        }
        man.rules.extend(guise.rule);
    }

    /// How often an option may be bought by the unit as it stands.
    fn limit(&self, offer: &Offer) -> usize {
        if let Some(Limit::Unit(n)) = offer.limit {
            return n;
        }
        match offer.what {
            What::More { count, up_to: true, .. } => count,
            What::Upgrade { every: Some(n), .. } | What::Equip { every: Some(n), .. } => n.times(self.band.men.len()),
            _ => 1,
        }
    }

    fn apply(&mut self, offer: &Offer) {
        let about: Vec<usize> = match &offer.what {
            What::More { count, profile, up_to } => {
                let man = self.man(*profile);
                self.add(&man, if *up_to { 1 } else { *count })
            }
            What::Upgrade { count, profile, to, leader, .. } => {
                let mut changed = Vec::new();
                for _ in 0..*count {
                    let Some(i) = self.upgrade(*profile, to) else {
                        let p = self.entry.profiles.get(*profile).map_or("", |p| p.name.as_str());
                        self.problem(
                            &offer.name,
                            format!("there is no ordinary {p} left for `{}`", offer.name),
                            format!("leave `{}` out, or another option that takes one", offer.name),
                        );
                        break;
                    };
                    changed.push(i);
                }
                if *leader {
                    self.lead(changed.first().copied());
                }
                changed
            }
            What::Equip { count, .. } => self.equipped(offer, *count),
            What::Whole(to) => {
                let all = (0..self.band.men.len()).collect();
                if let Some(g) = to {
                    self.dress_all(&all, g);
                }
                all
            }
            What::Turn { profile, to } => {
                let all = (0..self.band.men.len()).filter(|i| self.band.men.get(*i).is_some_and(|m| m.profile == *profile)).collect();
                self.dress_all(&all, to);
                all
            }
            What::Gain => (0..self.band.men.len()).collect(),
        };
        for i in about {
            let Some(man) = self.band.men.get_mut(i) else { continue };
            for swap in &offer.swaps {
                man.carries.retain(|r| !swap.from.contains(r));
                man.carries.extend(&swap.to);
            }
            man.rules.extend(offer.gains.iter().filter(|r| self.entries.piece_rule(**r)));
            man.rules.retain(|r| !offer.loses.contains(r));
        }
        self.band.rules.extend(offer.gains.iter().filter(|r| !self.entries.piece_rule(**r)));
        self.band.lost.extend(&offer.loses);
    }

    /// Those who get what an option gives: who have what it takes and did not get it yet, the ordinary first, the leader
    /// last.
    fn equipped(&mut self, offer: &Offer, count: usize) -> Vec<usize> {
        let mut out = Vec::new();
        for _ in 0..count {
            let fits =
                |m: &Man| !m.equipped.contains(&offer.span) && offer.swaps.iter().flat_map(|s| &s.from).all(|r| m.carries.contains(r));
            let fitting = self.band.men.iter().enumerate().filter(|(_, m)| fits(m));
            let Some(i) = fitting.min_by_key(|(_, m)| (m.leader, !m.ordinary)).map(|(i, _)| i) else {
                let what = format!("nobody is left in `{}` who can have `{}`", self.entry.name, offer.name);
                self.problem(&offer.name, what, format!("leave `{}` out, or take it less often", offer.name));
                break;
            };
            if let Some(m) = self.band.men.get_mut(i) {
                m.equipped.push(offer.span);
            }
            out.push(i);
        }
        out
    }

    /// Changes many at once, none of whom is thereby taken from the ordinary, and who keep their names.
    fn dress_all(&mut self, who: &Vec<usize>, guise: &Guise) {
        for i in who {
            let Some(mut man) = self.band.men.get(*i).cloned() else { continue };
            let (name, ordinary) = (man.name.clone(), man.ordinary);
            self.dress(&mut man, guise);
            man.ordinary = ordinary;
            if guise.profile.is_none() {
                man.name = name;
            }
            if let Some(slot) = self.band.men.get_mut(*i) {
                *slot = man;
            }
        }
    }

    /// Takes an ordinary piece of a profile, the leader only if there is no other.
    fn upgrade(&mut self, profile: usize, to: &Guise) -> Option<usize> {
        let fits = |m: &Man| m.ordinary && m.profile == profile;
        let at = self.band.men.iter().position(|m| fits(m) && !m.leader).or_else(|| self.band.men.iter().position(fits))?;
        let mut man = self.band.men.get(at)?.clone();
        self.dress(&mut man, to);
        *self.band.men.get_mut(at)? = man;
        Some(at)
    }

    fn enter(&mut self, offer: &Offer, times: usize) {
        let each = match offer.what {
            What::More { up_to: true, .. } => 1,
            What::More { count, .. } | What::Upgrade { count, .. } | What::Equip { count, .. } => count,
            What::Whole(_) | What::Gain => self.band.men.len(),
            What::Turn { profile, .. } => self.band.men.iter().filter(|m| m.profile == profile).count(),
        };
        let units = match offer.price.per {
            Per::Time => times,
            Per::Each => times.saturating_mul(each),
            Per::Piece => times.saturating_mul(self.band.men.len()),
        };
        let points = offer.price.points.saturating_mul(i64::try_from(units).unwrap_or(i64::MAX));
        let what = if times > 1 { format!("{times} x {}", offer.name) } else { offer.name.clone() };
        self.band.bill.push(BillLine { what, points });
    }

    fn finish(&mut self) {
        let lost = std::mem::take(&mut self.band.lost);
        for rule in &self.entry.rules {
            if lost.contains(rule) {
                continue;
            }
            if self.entries.piece_rule(*rule) {
                for m in &mut self.band.men {
                    m.rules.push(*rule);
                }
            } else {
                self.band.rules.push(*rule);
            }
        }
        self.band.rules.retain(|r| !lost.contains(r));
        self.band.lost = lost;
        if !self.band.men.iter().any(|m| m.leader) {
            self.lead(Some(0));
        }
        // the leader stands first
        self.band.men.sort_by_key(|m| !m.leader);
    }
}

/// Lists of which more is bought than they allow, whoever of these buys it, where `most` reads their limit.
pub(super) fn overdrawn(bought: &[(&Offer, usize)], most: fn(Limit) -> Option<usize>, whose: &str) -> Vec<Problem> {
    let mut seen: Vec<&FromList> = Vec::new();
    let mut out = Vec::new();
    for from in bought.iter().filter_map(|(o, _)| o.from.as_ref()) {
        let Some(most) = from.most.and_then(most).filter(|_| !seen.contains(&from)) else { continue };
        seen.push(from);
        let of_list = bought.iter().filter(|(o, n)| *n > 0 && o.from.as_ref().is_some_and(|f| f.list == from.list));
        let (names, times): (Vec<&str>, Vec<usize>) = of_list.map(|(o, n)| (o.name.as_str(), *n)).unzip();
        let taken: usize = times.iter().sum();
        if taken > most {
            let what = format!("{taken} of `{}` are taken ({}), and {most} is the most of {whose}", from.list, names.join(", "));
            out.push(Problem::new(what, format!("leave out {} of them", taken - most)).breaking(&from.list));
        }
    }
    out
}

/// `Aides x2`, `2 Aides`: an option, and how often it is wanted.
fn counted(written: &str) -> Option<(&str, usize)> {
    const MANY: std::ops::RangeInclusive<usize> = 2..=9;
    let (before, last) = written.rsplit_once(' ')?;
    let behind = last.trim_start_matches(['x', '×']).parse().ok().map(|n| (before.trim(), n));
    let (first, after) = written.split_once(' ')?;
    let ahead = || first.trim_end_matches(['x', '×']).parse().ok().map(|n| (after.trim(), n));
    behind.or_else(ahead).filter(|(_, n)| MANY.contains(n))
}
