//! Titles: which stand after `is`, which are verbs, and which are said to apply; names with what fills their blanks.

use super::english::{a, list, of, plainly};
use crate::hir::{Expr, Head, Quality};
use crate::speech::Voice;

const FIRST: &[&str] = &[
    "In", "Near", "Above", "Free", "Ready", "Under", "Behind", "Out", "Up", "Far", "Still", "On", "High", "Half", "Well", "Light", "Worn",
    "Fit", "Down", "Over", "Within", "Too", "Across", "Beyond", "Below", "Among",
];
const LAST: &[&str] = &["ed", "ing", "able", "ful", "en", "ant", "ent", "less", "lone"];
/// Endings of one word that are no endings of an adjective.
const NO_ADJECTIVES: &[&str] = &["Way", "Day", "Enemy", "Between", "Men", "Movement", "Point"];
/// Words on which an adjective may lean: `Ridden At`.
const LEANING: &[&str] = &["At", "Down", "Up", "On", "By", "Upon", "Firm", "Moving", "In", "Off", "Over"];
const VERBS: &[&str] = &[
    "Lets", "Fires", "Fights", "Stands", "Sees", "Runs", "Keeps", "Wins", "Needs", "Wants", "Takes", "Moves", "Rides", "Leads", "Counts",
    "Knows", "Holds",
];
const HELPING: &[&str] = &["Has", "Had", "Can", "May", "Must", "Was", "Is", "Will"];
/// Words that end as doers do, and are none.
const NO_DOERS: &[&str] = &["Other", "Minor", "Poor", "Under", "Over", "Together", "After", "Former", "Order", "Colour", "Nor", "Cover"];

impl Voice<'_> {
    /// What fills the blanks of a head: the word before each, and the phrase.
    #[must_use]
    pub fn blanks_of(&self, head: &Head, args: &[Expr]) -> Vec<(String, String)> {
        let last = args.len().saturating_sub(1);
        let said = |i: usize, e: &Expr| if i == last { self.noun(e) } else { self.held(e) };
        head.roles.iter().zip(args).enumerate().map(|(i, (r, e))| (r.prep.word().to_owned(), said(i, e))).collect()
    }

    /// A name with what fills its blanks, as a noun: `the unit's Pace`.
    #[must_use]
    pub fn put(&self, head: &Head, args: &[Expr]) -> String {
        self.quantity_of(&self.name(head.name), &self.blanks_of(head, args))
    }

    /// A name and phrases that fill its blanks, as a quantity.
    #[must_use]
    pub fn quantity_of(&self, name: &str, blanks: &[(String, String)]) -> String {
        match blanks {
            [] => name.to_owned(),
            [(p, owner), rest @ ..] if p == "of" => format!("{}{}", of(owner, name), tail(rest)),
            all => format!("the {name}{}", tail(all)),
        }
    }

    /// That a condition of this name holds of them, or does not.
    #[must_use]
    pub fn holds(&self, head: &Head, args: &[Expr], not: bool) -> String {
        self.holds_of(&self.name(head.name), &self.blanks_of(head, args), not)
    }

    /// A name and phrases that fill its blanks: that it holds, or does not.
    #[must_use]
    pub fn holds_of(&self, name: &str, blanks: &[(String, String)], not: bool) -> String {
        holds(name, blanks, not)
    }

    /// What somebody is: `the unit is tall or a baker`.
    #[must_use]
    pub fn is_what(&self, who: &str, any: &[Quality], not: bool) -> String {
        let plain: Vec<(bool, String)> = any.iter().filter_map(|q| self.predicate(q)).collect();
        let mut clauses: Vec<String> = Vec::new();
        // an article stands with all or with none
        let doers = !plain.is_empty() && plain.iter().all(|(title, n)| *title && doer(n).is_some());
        let said: Vec<String> = plain.into_iter().map(|(_, n)| doer(&n).filter(|_| doers).unwrap_or(n)).collect();
        if !said.is_empty() {
            clauses.push(format!("{who} {} {}", if not { "is not" } else { "is" }, list(&said, "or")));
        }
        for q in any.iter().filter(|q| self.predicate(q).is_none()) {
            clauses.push(match q {
                Quality::Condition(value, args) => {
                    self.rules.values.get(*value).map_or_else(String::new, |v| self.holds(&v.head, args, not))
                }
                _ => holds(&self.quality(q), &[("of".to_owned(), who.to_owned())], not),
            });
        }
        match clauses.as_slice() {
            [one] => one.clone(),
            [] => format!("{who} is {}", if not { "anything at all" } else { "none of these" }),
            _ if not => format!("both {}", list(&clauses, "and")),
            _ => format!("either {}", list(&clauses, "or")),
        }
    }

    /// What stands after `is`, and whether it is a title; none for what is a clause of its own.
    fn predicate(&self, q: &Quality) -> Option<(bool, String)> {
        match q {
            Quality::Condition(value, args) => {
                let name = self.rules.values.get(*value).map_or_else(String::new, |v| self.name(v.head.name));
                let apart = args.len() > 1 || is_verb(&name) || !(like_an_adjective(&name) || doer(&name).is_some());
                (!apart).then_some((true, name))
            }
            Quality::Same(_) | Quality::Ground(_) => Some((false, self.quality(q))),
            Quality::State(_) | Quality::Rule(_) | Quality::Row(_) | Quality::Tagged(..) | Quality::Error => {
                Some((true, self.quality(q))).filter(|(_, name)| !is_verb(name))
            }
        }
    }
}

/// What stands behind a name: ` at the target with the tool`.
fn tail(blanks: &[(String, String)]) -> String {
    blanks.iter().map(|(p, w)| format!(" {p} {w}")).collect()
}

/// Whether a condition holds, as a sentence.
fn holds(name: &str, blanks: &[(String, String)], not: bool) -> String {
    let rest = tail(blanks.get(1..).unwrap_or(&[]));
    let is = if not { "is not" } else { "is" };
    // a title that ends in the small word of the next blank: it is said once
    let name = match (blanks.get(1), name.rsplit_once(' ')) {
        (Some((p, _)), Some((start, last))) if like_an_adjective(name) && last.eq_ignore_ascii_case(p) => start,
        _ => name,
    };
    match blanks {
        // what somebody has of another
        [(of, whom), (by, who), more @ ..] if of == "of" && by == "by" && is_thing_had(name) => {
            format!("{who} {} {name} of {whom}{}", if not { "has no" } else { "has" }, tail(more))
        }
        // a verb of one word, and what it is done with
        [(p, who), (with, what), more @ ..] if p == "of" && is_done(name) && matches!(with.as_str(), "with" | "for") => {
            format!("{who} {} {what}{}", verb(name, not), tail(more))
        }
        [(p, who), more @ ..] if p == "of" && is_verb(name) => {
            // whom it is done to needs no `by`
            let tail: String = more.iter().map(|(p, w)| if p == "by" { format!(" {w}") } else { format!(" {p} {w}") }).collect();
            format!("{who} {}{tail}", verb(name, not))
        }
        [(p, who), ..] if p == "of" && like_an_adjective(name) => format!("{who} {is} {name}{rest}"),
        [(p, who), ..] if p == "of" && doer(name).is_some() => format!("{who} {is} {}{rest}", a(name)),
        [(p, who), ..] => {
            let to = if matches!(p.as_str(), "of" | "by") { "to" } else { p };
            format!("{name} {} {to} {who}{rest}", if not { "does not apply" } else { "applies" })
        }
        [] => format!("{name} {}", if not { "does not hold" } else { "holds" }),
    }
}

fn is_verb(name: &str) -> bool {
    plainly(name).split_once(' ').is_some_and(|(first, _)| VERBS.contains(&first) || HELPING.contains(&first))
}

/// Whether a title of one word may be what somebody does.
fn is_done(name: &str) -> bool {
    let name = plainly(name);
    !name.contains(' ') && name.ends_with('s') && !name.ends_with("ss")
}

/// Whether a title of one word is a noun before `by`: what is done to somebody ends as `Seen` and `Held` do.
fn is_thing_had(name: &str) -> bool {
    !name.contains(' ') && !plainly(name).ends_with(['d', 't', 'n'])
}

/// `Keeps Still`, or `does not Keep Still`; `May Not Sing`.
fn verb(name: &str, not: bool) -> String {
    match name.split_once(' ') {
        Some((first, rest)) if not && HELPING.contains(&plainly(first).as_str()) => format!("{first} Not {rest}"),
        Some((first, rest)) if not => format!("does not {} {rest}", first.trim_end_matches(['s', 'S'])),
        None if not => format!("does not {}", name.trim_end_matches(['s', 'S'])),
        _ => name.to_owned(),
    }
}

/// Somebody who does or is something stands with an article: `a Baker`.
fn doer(name: &str) -> Option<String> {
    let plain = plainly(name);
    let last = plain.split_whitespace().last().unwrap_or("");
    let ends = (last.ends_with("er") || last.ends_with("or")) && !last.ends_with("ior") && !NO_DOERS.contains(&last);
    (ends && last.len() > 4).then(|| a(name))
}

/// Whether a title can stand after `is`.
fn like_an_adjective(name: &str) -> bool {
    let plain = plainly(name);
    let words: Vec<&str> = plain.split_whitespace().collect();
    let (first, last) = (words.first().copied().unwrap_or(""), words.last().copied().unwrap_or(""));
    let ends = |w: &str| LAST.iter().any(|e| w.ends_with(e)) && !NO_ADJECTIVES.contains(&w);
    if words.len() < 2 {
        return doer(name).is_none();
    }
    // a clause of its own, such as a tool that is picked
    if words.iter().any(|w| matches!(*w, "Is" | "Are" | "Was" | "Were" | "Not")) {
        return false;
    }
    FIRST.contains(&first) || ends(last) || (ends(first) && LEANING.contains(&last))
}
