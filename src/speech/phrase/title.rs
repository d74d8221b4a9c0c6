//! Titles: which stand after `is`, which are verbs, and which are said to apply; names with what fills their blanks.

use super::english::{a, list, of, plainly};
use crate::ast::Prep;
use crate::hir::{Expr, ExprKind, Head, Origin, Quality, Role, Ty};
use crate::speech::Voice;

const VERBS: &[&str] = &[
    "Lets", "Fires", "Fights", "Stands", "Sees", "Runs", "Keeps", "Wins", "Needs", "Wants", "Takes", "Moves", "Rides", "Leads", "Counts",
    "Knows", "Holds",
];
const HELPING: &[&str] = &["Has", "Had", "Can", "May", "Must", "Was", "Is", "Will"];
/// Words that end as doers do, and are none.
const NO_DOERS: &[&str] = &["Other", "Minor", "Poor", "Under", "Over", "Together", "After", "Former", "Order", "Colour", "Nor", "Cover"];

impl Voice<'_> {
    /// What fills the blanks of a head: the word before each, and the phrase. Where several are filled by what the head itself
    /// calls so, these go without saying; whose it is, and of whom a condition is asked, is always said.
    #[must_use]
    pub fn blanks_of(&self, head: &Head, args: &[Expr]) -> Vec<(String, String)> {
        let owned = head.roles.first().is_some_and(|r| r.prep == Prep::Of);
        let said = self.said_blanks(head, args, usize::from(owned || head.gives == Ty::Truth));
        let last = said.len().saturating_sub(1);
        let phrase = |i: usize, e: &Expr| if i == last { self.noun(e) } else { self.held(e) };
        said.into_iter().enumerate().map(|(i, (prep, e))| (prep.word().to_owned(), phrase(i, e))).collect()
    }

    /// The blanks of a head that are said, of which the first so many always are. Those do not that are filled by what stands in
    /// a head and is called as the blank is, unless it is only one, or it is said of somebody whom that head does not know.
    pub(in crate::speech) fn said_blanks<'a>(&self, head: &Head, args: &'a [Expr], always: usize) -> Vec<(Prep, &'a Expr)> {
        let same = |(i, (role, arg)): (usize, (&Role, &Expr))| {
            let ExprKind::Local(local) = *arg.kind else { return false };
            let (filled, blank) = (self.rules.locals.get(local), self.rules.locals.get(role.local));
            let alike = filled.zip(blank).is_some_and(|(f, b)| f.origin == Origin::Blank && f.word == b.word);
            i >= always && alike && role.prep != Prep::For
        };
        let all = || head.roles.iter().zip(args).enumerate();
        let in_head =
            |e: &Expr| matches!(*e.kind, ExprKind::Local(l) if self.rules.locals.get(l).is_some_and(|l| l.origin == Origin::Blank));
        let known = args.iter().take(always).all(in_head);
        let several = known && all().filter(|b| same(*b)).count() > 1;
        all().filter(|b| !several || !same(*b)).map(|(_, (role, arg))| (role.prep, arg)).collect()
    }

    /// A name with what fills its blanks, as a noun: `the unit's Pace`.
    #[must_use]
    pub fn put(&self, head: &Head, args: &[Expr]) -> String {
        let (name, blanks) = (self.name(head.name), self.blanks_of(head, args));
        if blanks.is_empty() && !args.is_empty() { format!("the {name}") } else { self.quantity_of(&name, &blanks) }
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

    /// That somebody counts as what a condition says, or does not, and what fills its other blanks.
    #[must_use]
    pub fn counts_as(&self, name: &str, blanks: &[(String, String)], not: bool) -> String {
        let counts = if not { "does not count as" } else { "counts as" };
        match blanks.split_first() {
            Some(((_, who), rest)) if not && nobody(who).is_some() => {
                format!("no {} counts as {name}{}", nobody(who).unwrap_or_default(), tail(rest))
            }
            Some(((_, who), rest)) => format!("{who} {counts} {name}{}", tail(rest)),
            None => format!("whoever it is {counts} {name}"),
        }
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
            clauses.push(match (not, said.as_slice()) {
                (true, [first, rest @ ..]) if !rest.is_empty() => format!("{who} is neither {first} nor {}", rest.join(" nor ")),
                (true, _) => format!("{who} is not {}", list(&said, "or")),
                (false, _) => format!("{who} is {}", list(&said, "or")),
            });
        }
        for q in any.iter().filter(|q| self.predicate(q).is_none()) {
            clauses.push(match q {
                Quality::Condition(value, args) => {
                    self.rules.values.get(*value).map_or_else(String::new, |v| self.holds(&v.head, args, not))
                }
                _ => done(&self.quality(q), who, not),
            });
        }
        match clauses.as_slice() {
            [one] => one.clone(),
            [] => format!("{who} is {}", if not { "anything at all" } else { "none of these" }),
            _ if not => super::clause::neither(&clauses).unwrap_or_else(|| list(&clauses, "and")),
            _ => format!("either {}", list(&clauses, "or")),
        }
    }

    /// What stands after `is`, and whether it is a title; none for what is a clause of its own.
    fn predicate(&self, q: &Quality) -> Option<(bool, String)> {
        match q {
            Quality::Condition(value, args) => {
                let name = self.rules.values.get(*value).map_or_else(String::new, |v| self.name(v.head.name));
                (args.len() == 1).then_some((true, name))
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

/// Whether a condition holds, as a sentence: of its first blank, the others behind its name.
fn holds(name: &str, blanks: &[(String, String)], not: bool) -> String {
    match blanks.split_first() {
        Some(((_, who), rest)) => {
            let name = doer(name).unwrap_or_else(|| name.to_owned());
            format!("{who} {} {name}{}", if not { "is not" } else { "is" }, tail(rest))
        }
        None => format!("{name} {}", if not { "does not hold" } else { "holds" }),
    }
}

/// That somebody is in a state whose name is a verb.
fn done(name: &str, who: &str, not: bool) -> String {
    format!("{who} {}", verb(name, not))
}

fn is_verb(name: &str) -> bool {
    plainly(name).split_once(' ').is_some_and(|(first, _)| VERBS.contains(&first) || HELPING.contains(&first))
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
    // a name that is a phrase of its own, such as `Under An Old Order`
    let phrase = plain.split_whitespace().rev().skip(1).any(|w| w.len() < 4 || w.ends_with("ed") || w.ends_with("ing"));
    (ends && last.len() > 4 && !phrase).then(|| a(name))
}

/// Of `a squad`, `squad`: of whom it is said that none does. None for somebody who is known.
fn nobody(who: &str) -> Option<&str> {
    let who = who.strip_prefix("a ").or_else(|| who.strip_prefix("an "))?;
    (!who.contains(',')).then_some(who)
}
