//! Tests and situations as they are written, and places in them for messages.

use crate::ast::{Decl, DeclKind, Expect, Expr, ExprKind, Name, NameRef, Situation, Test};
use crate::source::{Files, Span};

/// The test that a declaration is.
pub(super) fn test_of(d: &Decl) -> Option<&Test> {
    if let DeclKind::Test(t) = &*d.kind { Some(t) } else { None }
}

/// The situation that a declaration is.
pub(super) fn situation_of(d: &Decl) -> Option<&Situation> {
    if let DeclKind::Situation(s) = &*d.kind { Some(s) } else { None }
}

/// The head of a test or a situation, without the clauses that it cites.
pub(super) fn head(d: &Decl) -> Span {
    let start = d.head.span();
    let names = match &*d.kind {
        DeclKind::Test(t) => [Some(t.name.at), t.situation.map(|n| n.at), None],
        DeclKind::Situation(s) => [Some(s.name.at), s.extends.map(|n| n.at), s.scenario.map(|n| n.at)],
        _ => [None; 3],
    };
    let end = names.iter().flatten().map(|at| at.span().end).max().unwrap_or(start.end);
    Span { end, ..start }
}

/// What stands behind `expect`.
pub(super) fn expected(files: &Files, e: &Expect) -> Span {
    let whole = e.at.span();
    let text = files.slice(whole);
    let rest = text.strip_prefix("expect").unwrap_or(text).trim_start();
    Span { start: whole.end.saturating_sub(u32::try_from(rest.len()).unwrap_or(0)), ..whole }
}

/// The name that a question is, if it is no more.
pub(super) fn name_alone(e: &Expr) -> Option<&NameRef> {
    match &*e.kind {
        ExprKind::Call(c) if c.args.is_empty() && c.roles.is_empty() => Some(&c.name),
        _ => None,
    }
}

/// The words of a name as they are written, without quotes.
pub(super) fn written<'a>(files: &'a Files, name: &Name) -> &'a str {
    files.slice(name.at.span()).trim_matches('"')
}
