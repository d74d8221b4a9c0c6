//! Exceptions that a general rule overrides wherever they hold.

use super::super::Whole;
use super::super::names::names;
use super::bearers::bearers;
use crate::ast::{Decl, ItemKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Attach, Fill, Hook, Meeting, Precedence, Quality, RuleId, Rules, Test};
use crate::intern::Sym;
use crate::source::At;

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut out = Vec::new();
    for attach in rules.attaches.all() {
        for (_, other, at) in attach.precedence.iter().filter(|p| p.0 == Precedence::Over) {
            out.extend(told(whole, attach, *other, *at));
        }
    }
    out
}

fn told(whole: Whole<'_>, attach: &Attach, other: Sym, at: At) -> Option<Diagnostic> {
    let rules = whole.rules;
    let all = &rules.names;
    let (id, _) = rules.rules.iter().find(|(_, r)| all.same(r.title, other))?;
    if rules.rules.get(id).is_some_and(|r| r.state.is_none() && !r.by_rows()) {
        return always_in_force(rules, attach, id, (other, at));
    }
    let with = bearers(whole, other);
    // where something else may give it, others may have it
    let first = *with.first()?;
    let own = attach.rule.and_then(|r| rules.rules.get(r)).map(|r| r.title);
    let always = |m: &Meeting| m.guard.is_empty() && m.during.is_empty() && m.terms.limits.is_empty() && !m.terms.may;
    let covers = |m: &Meeting| always(m) && with.iter().all(|d| holds_for(rules, own, m, d));
    // each place that the exception meets, the other one meets too
    let places: Vec<&Hook> = rules.attaches.all().iter().filter(|a| a.rule == Some(id)).flat_map(|a| &a.meets).map(|m| &m.hook).collect();
    let met = |hook: &Hook| attach.meets.iter().any(|m| m.hook == *hook && covers(m));
    if places.is_empty() || !places.into_iter().all(met) {
        return None;
    }
    let name = all.text(other);
    let message = format!("`{name}` never counts: this overrides it wherever it holds");
    let whose = own.map_or(String::new(), |o| format!("`{}`", all.text(o)));
    let d = Diagnostic::new(Code::Never, at.span(), message).label(first.head.span(), format!("who has `{name}` is this"));
    Some(d.help(format!("if `{name}` is the exception, write `overriding` there, before {whose}, and take it away here")))
}

/// The same of an exception that nobody carries: the other holds whenever it does.
fn always_in_force(rules: &Rules, attach: &Attach, id: RuleId, (other, at): (Sym, At)) -> Option<Diagnostic> {
    let plain = |m: &Meeting| m.during.is_empty() && m.terms.limits.is_empty() && !m.terms.may;
    let wider = |m: &Meeting, of: &Meeting| {
        plain(m)
            && m.guard.iter().all(|g| of.guard.contains(g))
            && m.blanks.iter().all(|b| match (&b.fill, of.blanks.iter().find(|o| o.role == b.role).map(|o| &o.fill)) {
                (Fill::Described(_, tests), Some(Fill::Described(_, others))) => tests.iter().all(|t| others.contains(t)),
                (Fill::Described(_, tests), None) => tests.is_empty(),
                _ => false,
            })
    };
    let places: Vec<&Meeting> = rules.attaches.all().iter().filter(|a| a.rule == Some(id)).flat_map(|a| &a.meets).collect();
    let covered = |of: &&Meeting| attach.meets.iter().any(|m| m.hook == of.hook && wider(m, of));
    (!places.is_empty() && places.iter().all(covered)).then(|| {
        let name = rules.names.text(other);
        let message = format!("`{name}` never counts: this overrides it wherever it holds");
        Diagnostic::new(Code::Never, at.span(), message)
            .help(format!("if `{name}` is the exception, write `overriding` there, and take it away here"))
    })
}

/// Whether a line holds of whoever is mustered by an entry.
fn holds_for(rules: &Rules, own: Option<Sym>, m: &Meeting, entry: &Decl) -> bool {
    let Some(blank) = m.blanks.first() else { return true };
    let said = |sym: Sym| names(entry).0.iter().any(|(n, _)| rules.names.same(*n, sym));
    let tests = match &blank.fill {
        Fill::Me(tests) => {
            // the carrier of a rule that stands in the same entry
            if !own.is_some_and(said) {
                return false;
            }
            tests
        }
        Fill::Described(_, tests) => tests,
        Fill::My(..) | Fill::Exactly(_) | Fill::Number => return false,
    };
    let others =
        m.blanks.iter().skip(1).all(|b| matches!(&b.fill, Fill::Described(_, tests) if tests.is_empty()) || matches!(b.fill, Fill::Number));
    let tag = |q: &Quality| match q {
        Quality::State(state) => rules.states.get(*state).is_some_and(|s| in_all_rows(rules, entry, s.name)),
        _ => false,
    };
    others && tests.iter().all(|t| matches!(t, Test::Is(all, false) if all.iter().any(tag)))
}

/// Whether each row of a profile has a tag.
fn in_all_rows(rules: &Rules, entry: &Decl, tag: Sym) -> bool {
    let rows = entry.kind.items().iter().filter_map(|i| if let ItemKind::Row(row) = &i.kind { Some(row) } else { None });
    let mut rows = rows.filter(|r| r.heads(&rules.names).is_none()).peekable();
    let has = |row: &crate::ast::Row| {
        row.cells.iter().any(|c| {
            let one = c.name.is_some_and(|n| rules.names.same(n.sym, tag));
            one || matches!(&c.says, crate::ast::CellSays::Names(all) if all.iter().any(|n| rules.names.same(n.sym, tag)))
        })
    };
    rows.peek().is_some() && rows.all(has)
}
