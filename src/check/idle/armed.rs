//! Rules of what somebody does with a thing that nobody who has the rule ever carries.

use super::super::Whole;
use super::bearers::{bearers, is_entry};
use crate::ast::{Decl, DeclKind, ItemKind, OptionPartKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, Fill, Meeting, RuleId, Rules};
use crate::intern::Sym;

/// What an entry gives to carry; no entry, if something else gives it.
type Given<'a> = (Option<&'a Decl>, Sym);

/// What a declaration gives to carry.
pub(super) fn carried(d: &Decl) -> Vec<Sym> {
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
    // what each gives to carry, and what others than entries do
    let entry = |d| is_entry(whole, d).then_some(d);
    // what a list of options gives stands below each entry that takes it
    let given = whole.decls.iter().filter(|d| !matches!(*d.kind, DeclKind::Test(_) | DeclKind::Situation(_) | DeclKind::Options(_)));
    let given: Vec<Given<'_>> = given.flat_map(|d| carried(d).into_iter().map(move |name| (entry(d), name))).collect();
    let mut out: Vec<Diagnostic> = Vec::new();
    for attach in rules.attaches.all() {
        let found = attach.meets.iter().filter_map(|m| Some((attach.rule?, tool(rules, m)?)));
        for d in found.filter_map(|(rule, tool)| told(whole, &given, rule, tool)) {
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

fn told(whole: Whole<'_>, given: &[Given<'_>], rule: RuleId, tool: &Expr) -> Option<Diagnostic> {
    let rules = whole.rules;
    let ExprKind::Row(row) = *tool.kind else { return None };
    let (title, name) = (rules.rules.get(rule)?.title, rules.rows.get(row)?.name);
    let with = bearers(whole, title);
    // what something else than an entry gives may come to anybody
    let has = |entry: Option<&Decl>| entry.is_none_or(|e| with.iter().any(|d| std::ptr::eq(*d, e)));
    let may = given.iter().any(|(entry, what)| rules.names.same(*what, name) && has(*entry));
    let first = with.first().filter(|_| !may)?;
    let (title, name) = (rules.names.text(title), rules.names.text(name));
    let other = given.iter().find(|(d, _)| d.is_some_and(|d| std::ptr::eq(d, *first)));
    let help = match other.map(|(_, what)| rules.names.text(*what)) {
        Some(other) => format!("name what they carry, such as `{other}`, or let them carry `{name}`"),
        None => format!("let them carry `{name}`, or leave `with {name}` out"),
    };
    let message = format!("nobody with `{title}` ever carries `{name}`");
    Some(Diagnostic::new(Code::Never, tool.at.span(), message).label(first.head.span(), format!("who has `{title}` is this")).help(help))
}
