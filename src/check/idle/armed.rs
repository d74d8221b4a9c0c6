//! Rules of what somebody does with a thing that nobody who has the rule ever carries.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Whole;
use super::super::names::names;
use crate::ast::{Decl, DeclKind, ItemKind, OptionPartKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, Fill, KindBase, Meeting, RuleId, Rules};
use crate::intern::{KeyId, Sym};

/// What the declarations of entries say.
struct Entries<'a> {
    /// The entries that speak of a rule, by its title; none where something else may give it, too.
    with: BTreeMap<KeyId, Option<Vec<&'a Decl>>>,
    /// What each gives to carry, and what others than entries do.
    carry: Vec<(Option<&'a Decl>, Sym)>,
}

impl<'a> Entries<'a> {
    fn of(whole: &Whole<'a>) -> Self {
        let rules = whole.rules;
        let groups: BTreeSet<KeyId> =
            rules.kinds.all().iter().filter(|k| k.base == KindBase::Group).map(|k| rules.names.key_of(k.word)).collect();
        let titles: BTreeSet<KeyId> = rules.rules.all().iter().map(|r| rules.names.key_of(r.title)).collect();
        let mut out = Self { with: BTreeMap::new(), carry: Vec::new() };
        for d in whole.decls {
            if matches!(*d.kind, DeclKind::Test(_) | DeclKind::Situation(_)) {
                continue;
            }
            let entry = matches!(&*d.kind, DeclKind::Named(n) if groups.contains(&rules.names.key_of(n.word.sym))).then_some(d);
            let own = d.kind.title().map(|t| rules.names.key_of(t.name.sym));
            for (name, _) in names(d).0 {
                let plain = rules.names.text(name).split('(').next().unwrap_or("").trim();
                let Some(said) = rules.names.find_key(plain).filter(|k| titles.contains(k) && Some(*k) != own) else { continue };
                let with = out.with.entry(said).or_insert_with(|| Some(Vec::new()));
                match (entry, with) {
                    (Some(d), Some(list)) => list.push(d),
                    (None, with) => *with = None,
                    (Some(_), None) => {}
                }
            }
            out.carry.extend(carried(d).into_iter().map(|name| (entry, name)));
        }
        out
    }
}

/// What a declaration gives to carry.
fn carried(d: &Decl) -> Vec<Sym> {
    let mut out = Vec::new();
    for item in d.kind.items() {
        match &item.kind {
            ItemKind::Carries(c) => out.extend(c.what.iter().map(|n| n.sym)),
            ItemKind::Option(option) => {
                for part in &option.parts {
                    if let OptionPartKind::Carries(what) | OptionPartKind::Swaps { to: what, .. } = &part.kind {
                        out.extend(what.iter().map(|n| n.sym));
                    }
                }
            }
            _ => {}
        }
    }
    out
}

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let entries = Entries::of(&whole);
    let mut out: Vec<Diagnostic> = Vec::new();
    for attach in rules.attaches.all() {
        let found = attach.meets.iter().filter_map(|m| Some((attach.rule?, tool(rules, m)?)));
        for d in found.filter_map(|(rule, tool)| told(rules, &entries, rule, tool)) {
            if !out.contains(&d) {
                out.push(d);
            }
        }
    }
    out
}

/// What the carrier of a rule does something with, if the line names it.
fn tool<'m>(rules: &Rules, meeting: &'m Meeting) -> Option<&'m Expr> {
    let mut blanks = meeting.blanks.iter();
    let does = matches!(blanks.next()?.fill, Fill::Me(_) | Fill::My(..));
    let item = |e: &Expr| match *e.kind {
        ExprKind::Row(row) => {
            let kind = rules.rows.get(row).and_then(|r| rules.kinds.get(r.kind));
            kind.is_some_and(|k| !k.of.is_empty())
        }
        _ => false,
    };
    blanks.filter(|_| does).find_map(|b| match &b.fill {
        Fill::Exactly(e) if item(e) => Some(e),
        _ => None,
    })
}

fn told(rules: &Rules, entries: &Entries<'_>, rule: RuleId, tool: &Expr) -> Option<Diagnostic> {
    let ExprKind::Row(row) = *tool.kind else { return None };
    let (title, name) = (rules.rules.get(rule)?.title, rules.rows.get(row)?.name);
    let with = entries.with.get(&rules.names.key_of(title))?.as_ref()?;
    let bearers: Vec<Option<&Decl>> = entries.carry.iter().filter(|(_, what)| rules.names.same(*what, name)).map(|(d, _)| *d).collect();
    // what something else than an entry gives may come to anybody
    let may = bearers.iter().any(|b| b.is_none_or(|b| with.iter().any(|d| std::ptr::eq(*d, b))));
    let first = with.first().filter(|_| !may)?;
    let (title, name) = (rules.names.text(title), rules.names.text(name));
    let others: Vec<String> = entries
        .carry
        .iter()
        .filter(|(d, _)| d.is_some_and(|d| std::ptr::eq(d, *first)))
        .map(|(_, what)| format!("`{}`", rules.names.text(*what)))
        .collect();
    let help = match others.first() {
        Some(other) => format!("name what they carry, such as {other}, or let them carry `{name}`"),
        None => format!("let them carry `{name}`, or leave `with {name}` out"),
    };
    let message = format!("nobody with `{title}` ever carries `{name}`");
    Some(Diagnostic::new(Code::Never, tool.at.span(), message).label(first.head.span(), format!("who has `{title}` is this")).help(help))
}
