//! Conditions by their titles: which stand after `is`, which are verbs, and which are said to apply.

use super::english::{a, list};
use super::voice::Voice;
use super::words::Sort;

const FIRST: &[&str] = &[
    "In", "Near", "Above", "Free", "Ready", "Under", "Behind", "Out", "Up", "Far", "Still", "On", "High", "Half", "Well", "Light", "Worn",
    "Fit", "Down", "Over", "Within", "Too",
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
    /// What somebody is: `is Tall or a Baker`; `Has Slept`.
    pub fn is_what(&self, who: &str, names: &[String], not: bool) -> String {
        let mut plain = Vec::new();
        let mut clauses = Vec::new();
        // an article stands with all or with none
        let doers = names.iter().all(|n| doer(n).is_some());
        for name in names {
            let apart = self.words.sort(name) == Sort::Condition && !like_an_adjective(name) && doer(name).is_none();
            if is_verb(name) || apart {
                clauses.push(holds(name, &[("of".into(), who.to_owned())], not));
            } else {
                plain.push(doer(name).filter(|_| doers).unwrap_or_else(|| name.clone()));
            }
        }
        if !plain.is_empty() {
            clauses.insert(0, format!("{who} {} {}", if not { "is not" } else { "is" }, list(&plain, "or")));
        }
        match clauses.as_slice() {
            [one] => one.clone(),
            _ if not => list(&clauses, "and"),
            _ => format!("either {}", list(&clauses, "or")),
        }
    }

    /// A tag of what is being done: `this is a hasty Advance`.
    pub fn tagged(&self, word: &str, not: bool) -> Option<String> {
        let deed = self.deed.borrow();
        let deed = deed.as_ref()?;
        Some(format!("this is {}{}", if not { "not " } else { "" }, a(&format!("{word} {deed}"))))
    }
}

/// Whether a condition holds, as a sentence.
pub(super) fn holds(name: &str, blanks: &[(String, String)], not: bool) -> String {
    let tail: String = blanks.iter().skip(1).map(|(p, w)| format!(" {p} {w}")).collect();
    let is = if not { "is not" } else { "is" };
    // a title that ends in the small word of the next blank: it is said once
    let name = match (blanks.get(1), name.rsplit_once(' ')) {
        (Some((p, _)), Some((start, last))) if like_an_adjective(name) && last.eq_ignore_ascii_case(p) => start,
        _ => name,
    };
    match blanks.first() {
        // what somebody has of another
        Some((p, whom)) if p == "of" && is_thing_had(name) && blanks.get(1).is_some_and(|b| b.0 == "by") => {
            let (who, has) = (blanks.get(1).map_or("", |b| b.1.as_str()), if not { "has no" } else { "has" });
            let tail: String = blanks.iter().skip(2).map(|(p, w)| format!(" {p} {w}")).collect();
            format!("{who} {has} {name} of {whom}{tail}")
        }
        // a verb of one word, and what it is done with
        Some((p, who)) if p == "of" && is_done(name) && blanks.get(1).is_some_and(|b| matches!(b.0.as_str(), "with" | "for")) => {
            let tail: String = blanks.iter().skip(1).map(|(_, w)| format!(" {w}")).collect();
            format!("{who} {}{tail}", verb(name, not))
        }
        Some((p, who)) if p == "of" && is_verb(name) => {
            // whom it is done to needs no `by`
            let tail: String = blanks.iter().skip(1).map(|(p, w)| if p == "by" { format!(" {w}") } else { format!(" {p} {w}") }).collect();
            format!("{who} {}{tail}", verb(name, not))
        }
        Some((p, who)) if p == "of" && like_an_adjective(name) => format!("{who} {is} {name}{tail}"),
        Some((p, who)) if p == "of" && doer(name).is_some() => format!("{who} {is} {}{tail}", a(name)),
        Some((p, who)) => {
            let to = if matches!(p.as_str(), "of" | "by") { "to" } else { p };
            format!("{name} {} {to} {who}{tail}", if not { "does not apply" } else { "applies" })
        }
        None => format!("{name} {}", if not { "does not hold" } else { "holds" }),
    }
}

fn is_verb(name: &str) -> bool {
    name.split_once(' ').is_some_and(|(first, _)| VERBS.contains(&first) || HELPING.contains(&first))
}

/// Whether a title of one word may be what somebody does.
fn is_done(name: &str) -> bool {
    !name.contains(' ') && name.ends_with('s') && !name.ends_with("ss")
}

/// Whether a title of one word is a noun before `by`: what is done to somebody ends as `Seen` and `Held` do.
fn is_thing_had(name: &str) -> bool {
    !name.contains(' ') && !name.ends_with(['d', 't', 'n'])
}

/// `Keeps Still`, or `does not Keep Still`; `May Not Sing`.
fn verb(name: &str, not: bool) -> String {
    match name.split_once(' ') {
        Some((first, rest)) if not && HELPING.contains(&first) => format!("{first} Not {rest}"),
        Some((first, rest)) if not => format!("does not {} {rest}", first.trim_end_matches('s')),
        None if not => format!("does not {}", name.trim_end_matches('s')),
        _ => name.to_owned(),
    }
}

/// Somebody who does or is something stands with an article: `a Baker`.
fn doer(name: &str) -> Option<String> {
    let last = name.split_whitespace().last().unwrap_or("");
    let ends = (last.ends_with("er") || last.ends_with("or")) && !last.ends_with("ior") && !NO_DOERS.contains(&last);
    (ends && last.len() > 4).then(|| a(name))
}

/// Whether a title can stand after `is`.
fn like_an_adjective(name: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let (first, last) = (words.first().copied().unwrap_or(""), words.last().copied().unwrap_or(""));
    let ends = |w: &str| LAST.iter().any(|e| w.ends_with(e)) && !NO_ADJECTIVES.contains(&w);
    if words.len() < 2 {
        return doer(name).is_none();
    }
    // a clause of its own, such as a gun that is picked
    if words.iter().any(|w| matches!(*w, "Is" | "Are" | "Was" | "Were" | "Not")) {
        return false;
    }
    FIRST.contains(&first) || ends(last) || (ends(first) && LEANING.contains(&last))
}
