//! What is no fault of an entry or force list, and yet hardly meant: what nobody can take or buy.

use super::{Entries, Entry, Every, Force, Guise, Limit, Offer, Rulebook, What, When};
use crate::ast::{Decl, DeclKind, ItemKind, Name};
use crate::diag::{Code, Diagnostic};

/// So many options that hang on others are tried in all ways; of more, none is doubted.
const TRIED: usize = 12;

impl Entries {
    /// Entries that no list offers, and that no situation needs for a test.
    #[must_use]
    pub fn unlisted(&self, book: Rulebook<'_>) -> Vec<Diagnostic> {
        let text = |name: Name| book.rules.names.text(name.sym);
        let scenes = book.decls.iter().filter(|d| matches!(*d.kind, DeclKind::Situation(_))).flat_map(|d| d.kind.items());
        let placed = scenes.filter_map(|i| if let ItemKind::Side(side) = &i.kind { Some(side) } else { None });
        let tested: Vec<&str> = placed.flat_map(|s| &s.placements).map(|p| text(p.entry.unwrap_or(p.name))).collect();
        // of two that have one name, that is told
        let named = |at: usize, name: &str| self.entries.get(at).is_some_and(|e| e.name == name);
        let listed = |name: &str| self.forces.iter().any(|f| f.units.iter().any(|u| named(u.entry, name)));
        let lost = self.entries.iter().filter(|e| !listed(&e.name) && !tested.contains(&e.name.as_str()));
        lost.map(|e| {
            Diagnostic::new(Code::Unmet, e.span, format!("no force list has `{}`", e.name))
                .here("nobody can take it")
                .help(format!("name it under `units` of a list: `units {} 0-1`", e.name))
        })
        .collect()
    }

    /// Entries of lists that say no price where all others do.
    #[must_use]
    pub fn unpriced(&self) -> Vec<Diagnostic> {
        let listed: Vec<usize> = self.forces.iter().flat_map(|f| f.units.iter().map(|u| u.entry)).collect();
        let all = self.entries.iter().enumerate().filter(|(at, _)| listed.contains(at));
        let (priced, free): (Vec<_>, Vec<_>) = all.map(|(_, e)| e).partition(|e| e.priced);
        if priced.is_empty() || free.len() > priced.len() / 4 + 1 {
            return Vec::new();
        }
        let told = |e: &&Entry| {
            Diagnostic::new(Code::Unmet, e.span, format!("`{}` has no price", e.name))
                .here("the other entries of the lists have one")
                .help(format!("write `{} 10 pts`, or `0 pts` if it is free", e.name))
        };
        free.iter().map(told).collect()
    }

    /// Sorts of pieces of which an entry has none, with whatever options.
    pub fn fielded_never(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        self.entries.iter().filter(|e| !e.has.is_empty()).flat_map(|e| {
            let guises = e.has.iter().filter_map(|c| c.guise.as_ref());
            let bought = e.offers.iter().flat_map(|o| profiles_of(&o.what));
            let there: Vec<usize> = e.has.iter().map(|c| c.profile).chain(guises.filter_map(|g| g.profile)).chain(bought).collect();
            let lost = e.profiles.iter().enumerate().filter(move |(i, p)| !there.contains(i) && !p.span.is_empty());
            lost.map(|(_, p)| {
                Diagnostic::new(Code::Unmet, p.span, format!("no `{}` is ever in `{}`", p.name, e.name))
                    .here("neither `has` nor an option names it")
                    .help(format!("name it behind `has`, or in an option: `option Another: 1 more {} 5 pts`; or leave the row out", p.name))
            })
        })
    }

    /// Options that take a rule from those who never have it.
    pub fn loses_nothing(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        self.entries.iter().flat_map(move |e| {
            let common = self.common.iter().filter(|(kind, _)| *kind == e.kind || *kind == e.piece).flat_map(|(_, rules)| rules);
            let gained = e.offers.iter().flat_map(|o| &o.gains);
            let had: Vec<_> = e.rules.iter().chain(common).chain(gained).copied().collect();
            let guised = e.has.iter().filter_map(|c| c.guise.as_ref()?.rule).chain(e.offers.iter().filter_map(|o| guise_of(&o.what)?.rule));
            let brought = had.iter().filter_map(|r| self.brings.get(*r)).flatten().copied();
            let all: Vec<_> = had.iter().copied().chain(guised).chain(brought).collect();
            let idle = e.offers.iter().filter(move |o| o.loses.iter().any(|r| !all.contains(r)));
            idle.map(|o| {
                Diagnostic::new(Code::Never, o.span, format!("`{}` takes away a rule that `{}` never has", o.name, e.name))
                    .here("nobody loses anything by it")
                    .help("name a rule that it has under `rules`, or leave `loses` out")
            })
        })
    }

    /// Options that add pieces to entries that are priced, and say no price.
    pub fn given_away(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        let priced = |e: &&Entry| e.priced || e.offers.iter().any(|o| o.priced);
        self.entries.iter().filter(priced).flat_map(|e| e.offers.iter().filter_map(|o| given_away(e, o)))
    }

    /// What is asked of forces and holds of all of them.
    pub fn asked_in_vain(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        let all = self.legal.iter().chain(self.forces.iter().flat_map(|f| &f.legal));
        all.filter(|l| l.text.starts_with("count of ") && l.text.trim_end().ends_with(" is at least 0")).map(|l| {
            let d = Diagnostic::new(Code::Never, l.span, "every force meets this: there is never less than none");
            d.help("write the least that there must be, such as `at least 1`")
        })
    }

    /// What makes a force legal, or always holds, and has no name by which it could be told.
    pub fn nameless(&self) -> impl Iterator<Item = Diagnostic> + '_ {
        let all = self.legal.iter().chain(self.forces.iter().flat_map(|f| &f.legal));
        all.filter(|l| l.name.is_empty()).map(|l| {
            let (word, whom) = if l.always { ("always", "players") } else { ("legal", "whoever musters") };
            Diagnostic::new(Code::Unmet, l.span, "this has no name, and it is told by its name where it does not hold")
                .here(format!("{whom} could not be told what is amiss"))
                .help(format!("write a name and `:` before it: `{word} Own Name: {}`", l.text))
        })
    }

    /// Options that nobody can buy, whatever else is bought, and that no unit is large enough for.
    #[must_use]
    pub fn unbuyable(&self) -> Vec<Diagnostic> {
        let of = |e: &Entry| -> Vec<Diagnostic> {
            let small = e.offers.iter().filter_map(|o| too_small(e, o));
            let never = apart(e).into_iter().filter_map(|i| Some((i, e.offers.get(i)?))).map(|(i, o)| {
                let d = Diagnostic::new(Code::Never, o.span, format!("nobody can ever buy `{}`", o.name));
                match excluded_by_needed(e, i) {
                    Some(other) => d
                        .here(format!("it needs `{}`, which excludes it", other.name))
                        .label(other.span, format!("this is not sold beside `{}`", o.name))
                        .help(format!("write `unless {}` here, or take `unless {}` away from it", other.name, o.name)),
                    None => d
                        .here("the options that it needs and those that it excludes cannot be bought together")
                        .help("ask for other options, or for fewer"),
                }
            });
            small.chain(never).collect()
        };
        self.entries.iter().flat_map(of).collect()
    }

    /// Allied lists that have nothing which the list has not itself.
    #[must_use]
    pub fn idle_allies(&self, book: Rulebook<'_>) -> Vec<Diagnostic> {
        let text = |name: &Name| book.rules.names.text(name.sym);
        let named = |name: &Name| self.forces.iter().find(|f| f.name == text(name));
        let told = |own: &Force, name: &Name| {
            let ally = named(name)?;
            let has = |entry: usize| own.units.iter().any(|u| u.entry == entry && u.most.is_none());
            (!ally.units.is_empty() && ally.units.iter().all(|u| has(u.entry))).then(|| {
                Diagnostic::new(Code::Unmet, name.at.span(), format!("`{}` brings nothing that `{}` has not itself", ally.name, own.name))
                    .help("name another list, or leave this one out")
            })
        };
        let of = |d: &Decl| -> Vec<Diagnostic> {
            let own = self.forces.iter().find(|f| d.at.span().start <= f.span.start && f.span.end <= d.at.span().end);
            let names = d.kind.items().iter().filter_map(|i| if let ItemKind::Allies(names) = &i.kind { Some(names) } else { None });
            own.map_or_else(Vec::new, |own| names.flatten().filter_map(|n| told(own, n)).collect())
        };
        book.decls.iter().filter(|d| matches!(*d.kind, DeclKind::Force(_))).flat_map(of).collect()
    }
}

/// An option that adds pieces and says no price.
fn given_away(e: &Entry, o: &Offer) -> Option<Diagnostic> {
    let What::More { count, profile, up_to } = o.what else { return None };
    let (what, before, each) = (&e.profiles.get(profile)?.name, if up_to { "up to " } else { "" }, if up_to { " each" } else { "" });
    let words = format!("{before}{count} more {what}");
    (!o.priced && count > 0).then(|| {
        Diagnostic::new(Code::Unmet, o.about, format!("`{}` makes the unit larger, and says no price", o.name))
            .here("so they are free")
            .help(format!("write its price behind it, such as `{words} 10 pts{each}`, or `0 pts` if they are free"))
    })
}

/// The sorts of pieces that an option brings.
fn profiles_of(what: &What) -> Vec<usize> {
    let profile = match what {
        What::More { profile, .. } | What::Upgrade { profile, .. } | What::Turn { profile, .. } => Some(*profile),
        _ => None,
    };
    let to = guise_of(what).and_then(|g| g.profile);
    // of those that become others there must have been some
    let from = profile.filter(|_| matches!(what, What::More { .. }));
    from.into_iter().chain(to).collect()
}

/// What somebody becomes by an option.
fn guise_of(what: &What) -> Option<&Guise> {
    match what {
        What::Upgrade { to, .. } | What::Turn { to, .. } => Some(to),
        What::Whole(to) => to.as_ref(),
        _ => None,
    }
}

/// The option that one needs and that is not sold beside it.
fn excluded_by_needed(e: &Entry, own: usize) -> Option<&Offer> {
    let needed = |w: &When| match w {
        When::Bought(i) => vec![*i],
        When::All(all) => all.iter().filter_map(|w| if let When::Bought(i) = w { Some(*i) } else { None }).collect(),
        _ => Vec::new(),
    };
    let all = e.offers.get(own)?.when.as_ref().map(needed)?;
    let mut others = all.into_iter().filter_map(|i| e.offers.get(i));
    others.find(|o| o.when.as_ref().is_some_and(|w| w.where_bought(own) == Some(false)))
}

/// How many pieces a unit of an entry has at most.
pub fn most_pieces(e: &Entry) -> usize {
    let more = most_more(e, |_| true);
    e.has.iter().map(|c| c.count).fold(more, usize::saturating_add)
}

/// How many pieces of a profile a unit of an entry has at most that may become something else.
fn most_ordinary(e: &Entry, of: usize) -> usize {
    let crews = e.has.iter().filter(|c| c.profile == of && c.guise.is_none());
    crews.map(|c| c.count).fold(most_more(e, |p| p == of), usize::saturating_add)
}

/// How many pieces of these profiles can be bought.
fn most_more(e: &Entry, of: impl Fn(usize) -> bool) -> usize {
    let more = e.offers.iter().map(|o| match o.what {
        What::More { count, up_to, profile } if of(profile) => {
            let times = if let Some(Limit::Unit(n)) = o.limit {
                n
            } else if up_to {
                count
            } else {
                1
            };
            if up_to { times } else { count.saturating_mul(times) }
        }
        _ => 0,
    });
    more.fold(0, usize::saturating_add)
}

/// An option of which there is one for more pieces than there ever are.
fn too_small(e: &Entry, o: &Offer) -> Option<Diagnostic> {
    let (What::Upgrade { count, every, .. } | What::Equip { count, every }) = &o.what else { return None };
    let (most, of) = match o.what {
        What::Upgrade { profile, .. } => {
            (most_ordinary(e, profile), e.profiles.get(profile).map_or_else(String::new, |p| format!(" `{}`", p.name)))
        }
        _ => (most_pieces(e), String::new()),
    };
    if *count > most {
        let d = Diagnostic::new(Code::Never, o.about, format!("nobody can ever buy `{}`", o.name));
        let here = d.here(format!("it is for {count}, and such a unit has {most}{of} at most"));
        return Some(here.help(format!("write a number up to {most}")));
    }
    let most = most_pieces(e);
    let Every { pieces, up: false } = (*every)? else { return None };
    (pieces > most && !matches!(o.limit, Some(Limit::Unit(_)))).then(|| {
        Diagnostic::new(Code::Never, o.span, format!("nobody can ever buy `{}`", o.name))
            .here(format!("there is one for each {pieces}, and such a unit has {most} at most"))
            .help(format!("write a number up to {most}, or offer more of them"))
    })
}

/// The options that no choice of options has, though each that it asks for is there: by their numbers.
fn apart(e: &Entry) -> Vec<usize> {
    // only those that ask for others, or are asked for, matter
    let mut tied: Vec<usize> = e.offers.iter().enumerate().filter(|(_, o)| o.when.is_some()).map(|(i, _)| i).collect();
    let asking = tied.clone();
    tied.extend(e.offers.iter().filter_map(|o| o.when.as_ref()).flat_map(super::When::asked));
    tied.sort_unstable();
    tied.dedup();
    if tied.len() > TRIED {
        return Vec::new();
    }
    let mut open = asking;
    // one that excludes itself is told where it says so
    open.retain(|i| e.offers.get(*i).and_then(|o| o.when.as_ref()).is_some_and(|w| w.where_bought(*i) != Some(false)));
    for choice in 0u32..1 << tied.len() {
        let mut bought = vec![0usize; e.offers.len()];
        for (_, i) in tied.iter().enumerate().filter(|(k, _)| choice >> k & 1 == 1) {
            if let Some(n) = bought.get_mut(*i) {
                *n = 1;
            }
        }
        let has = |i: usize| bought.get(i).is_some_and(|n| *n > 0);
        let holds = |(i, o): (usize, &Offer)| !has(i) || o.when.as_ref().is_none_or(|w| w.holds(&bought));
        if e.offers.iter().enumerate().all(holds) {
            open.retain(|i| !has(*i));
        }
    }
    open
}
