//! Lines of which only the grammar is known to refuse them: what they speak of is found, and told how a rule meets it.

use crate::ast::{Decl, DeclKind};
use crate::diag::Diagnostic;
use crate::hir::{Head, Measure, Proc, ProcKind, Rules, Ty};
use crate::packs::{Compiled, Loaded};

/// Says of lines that could not be read, and of which nothing better is known, how a rule meets what they speak of.
pub(super) fn tell(loaded: &Loaded, compiled: &Compiled, found: &mut [Diagnostic]) {
    let rules = &compiled.resolved.rules;
    for d in found.iter_mut().filter(|d| d.vague) {
        let decl = compiled.effective.decls.iter().find(|decl| holds(decl, d));
        let line = loaded.files.line_of(d.span);
        if decl.is_some_and(|decl| matches!(*decl.kind, DeclKind::Test(_))) {
            d.help = in_test(rules, line).or_else(|| d.help.take());
            continue;
        }
        let named = decl.filter(|decl| matches!(*decl.kind, DeclKind::Named(_)));
        // statements and rows have forms of their own
        if decl.is_some() && named.is_none() || decl.is_none() && line.starts_with(' ') {
            continue;
        }
        let carrier = named.map_or("", |decl| carrier(loaded.files.slice(decl.head.span())));
        if let Some(help) = met(rules, line, carrier, named.is_none()) {
            d.help = Some(help);
        }
    }
}

fn holds(decl: &Decl, d: &Diagnostic) -> bool {
    decl.at.span().start <= d.span.start && d.span.end <= decl.at.span().end
}

/// Who carries a rule, as its head says: `rule Name of band`.
fn carrier(head: &str) -> &str {
    head.rsplit_once(" of ").map_or("", |(_, kind)| kind.split([' ', '[', ',']).next().unwrap_or(""))
}

/// What has the longest name in a line, of what is asked, happens or is thrown.
fn spoken_of<'r>(rules: &'r Rules, line: &str) -> Option<(&'r Head, Option<&'r Proc>)> {
    let values = rules.values.iter().filter(|(_, v)| v.column.is_none()).map(|(_, v)| (&v.head, None));
    let procs = rules.procs.iter().map(|(_, p)| (&p.head, Some(p)));
    let text = |head: &Head| rules.names.text(head.name);
    let standing = values.chain(procs).filter(|(head, _)| stands(line, text(head)));
    standing.max_by_key(|(head, _)| text(head).len())
}

/// How a test does or asks what has the longest name in a line.
fn in_test(rules: &Rules, line: &str) -> Option<String> {
    let (head, proc) = spoken_of(rules, line)?;
    let name = rules.names.text(head.name);
    let blanks: String = head.roles.iter().map(|role| format!(" {} ...", role.prep.word())).collect();
    match (proc, head.gives) {
        (Some(p), _) if !matches!(p.kind, ProcKind::Chance(_)) => Some(format!("a test does `{name}` with `do {name}{blanks}`")),
        (None, Ty::Number(_)) => Some(format!("a test asks `{name}` with `expect {name}{blanks} is ...`")),
        (None, Ty::Truth) => Some(format!("a test asks `{name}` with `expect ... is {name}`")),
        _ => None,
    }
}

/// How a rule meets what has the longest name in a line.
fn met(rules: &Rules, line: &str, carrier: &str, outside: bool) -> Option<String> {
    let (head, proc) = spoken_of(rules, line)?;
    let text = |head: &Head| rules.names.text(head.name).to_owned();
    let (name, blank) = (text(head), blank(rules, head, carrier));
    let of = format!("{name}{blank}");
    let lines = match (proc, head.gives) {
        (Some(p), _) => of_proc(rules, p, &name, &of),
        (None, Ty::Truth) => vec![
            format!("if {} is {name}: ...", blank.rsplit(' ').next().unwrap_or("me")),
            format!("{} counts as {name} if ...", subject(&blank)),
        ],
        (None, Ty::Number(measure)) => vec![format!("on {of}: + 1{}", unit(rules, measure))],
        _ => return None,
    };
    let (last, before) = lines.split_last()?;
    let list = if before.is_empty() {
        format!("`{last}`")
    } else {
        format!("{} or `{last}`", before.iter().map(|l| format!("`{l}`")).collect::<Vec<_>>().join(", "))
    };
    let below = if outside { ", below a line such as `rule A Name Of Yours`" } else { "" };
    Some(format!("a rule meets `{name}` with {list}{below}"))
}

/// What a rule can say of something that happens or is thrown.
fn of_proc(rules: &Rules, p: &Proc, name: &str, of: &str) -> Vec<String> {
    match p.kind {
        ProcKind::Action(_) => {
            let measure = p.costs.iter().find_map(|c| match rules.counts.get(c.count)?.holds {
                Ty::Number(measure) => Some(unit(rules, measure)),
                _ => None,
            });
            let cost = measure.map(|unit| format!("on cost of {of}: + 1{unit}"));
            [format!("may not {name}")].into_iter().chain(cost).chain([format!("after {of}: ...")]).collect()
        }
        ProcKind::Chance(_) => vec![format!("on {of}: + 1"), format!("on {of}: reroll failures"), format!("after {of}: ...")],
        ProcKind::Manner(_) => vec![format!("on {of}: ...")],
        _ => vec![format!("before {of}: ..."), format!("after {of}: ...")],
    }
}

/// The first blank of a head, filled by who carries the rule if he can.
fn blank(rules: &Rules, head: &Head, carrier: &str) -> String {
    let Some(role) = head.roles.first() else { return String::new() };
    let kind = match rules.locals.get(role.local).map(|l| l.ty) {
        Some(Ty::Thing(kind) | Ty::Row(kind)) => rules.kinds.get(kind).map_or("", |k| rules.names.text(k.word)),
        _ => return String::new(),
    };
    let who = if kind == carrier { "me".to_owned() } else { format!("any {kind}") };
    format!(" {} {who}", role.prep.word())
}

/// Who counts as something, from the blank for him.
fn subject(blank: &str) -> String {
    match blank.split_once(' ').map(|(_, rest)| rest.split_once(' ').map_or(rest, |(_, who)| who)) {
        Some("me") | None => "I".to_owned(),
        Some(who) => who.to_owned(),
    }
}

/// What is written behind a number.
fn unit(rules: &Rules, measure: Measure) -> String {
    match measure {
        Measure::Inches => "\"".into(),
        Measure::Degrees => " degrees".into(),
        Measure::Points => " pts".into(),
        Measure::Named(m) => rules.measures.get(m).map_or_else(String::new, |n| format!(" {}", rules.names.text(*n))),
        Measure::Plain | Measure::Area => String::new(),
    }
}

/// Whether a name stands in a line, by whole words.
fn stands(line: &str, name: &str) -> bool {
    let ends = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric() && c != '-');
    name.starts_with(char::is_uppercase)
        && line.match_indices(name).any(|(i, _)| {
            let (before, behind) = (line.get(..i).unwrap_or(""), line.get(i + name.len()..).unwrap_or(""));
            ends(before.chars().next_back()) && ends(behind.chars().next())
        })
}
