//! What nothing leads to: quantities that nobody asks, procedures that nobody calls, rules that nobody carries,
//! statements behind the end.

use std::collections::BTreeSet;

use super::Whole;
use super::behind;
use super::mentions::Mentions;
use crate::ast::{Decl, DeclKind, Item, ItemKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::{ChanceKind, Head, Hook, KindBase, ProcId, ProcKind, Rules, StateKind, StmtKind, Ty};
use crate::intern::KeyId;
use crate::resolve::ASKED;
use crate::source::Span;

/// Reports them.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let Whole { rules, decls, .. } = whole;
    let mentions = Mentions::of(&rules.names, decls);
    let mut out = behind::check(whole);
    for (head, verb, word) in heads(rules) {
        let name = rules.names.text(head.name);
        if word == "procedure" && head.roles.is_empty() && !mentions.used.contains(&rules.names.key_of(head.name)) {
            if let Some(begun) = begins(whole, name) {
                out.push(begun.label(head.line.at.span(), "nothing does this"));
                continue;
            }
        }
        if !mentions.used.contains(&rules.names.key_of(head.name)) && !ASKED.contains(&name) {
            if let Some(again) = called_again(rules, name).filter(|_| word == "phase") {
                out.push(again);
                continue;
            }
            let d = Diagnostic::new(Code::Unreachable, head.line.at.span(), format!("{verb} `{name}`"));
            let help = match word {
                "phase" => {
                    let step = name.split(' ').next_back().unwrap_or(name).to_lowercase();
                    format!("write a step of the turn that calls it, `step {step}: {name}`, or take it out")
                }
                _ => format!("say where it matters, or take this {word} out"),
            };
            out.push(d.here("whatever it says, it changes nothing").help(help));
        }
    }
    out.extend(unmoved(rules, &mentions));
    out.extend(uncarried(whole, &mentions));
    out.extend(untaken(whole));
    out
}

/// A scenario that does not say how it begins, where something that nothing does may be what it lacks.
fn begins(whole: Whole<'_>, procedure: &str) -> Option<Diagnostic> {
    let open = |d: &&Decl| !d.kind.items().iter().any(|i| matches!(i.kind, ItemKind::Setup(_)));
    let mut scenarios = whole.decls.iter().filter(|d| matches!(*d.kind, DeclKind::Scenario(_)));
    let title = scenarios.find(open)?.kind.title().map(|t| t.name)?;
    let message = format!("`{}` does not say how it begins, and nobody can play it", whole.rules.names.text(title.sym));
    Some(Diagnostic::new(Code::Unmet, title.at.span(), message).help(format!("write `setup {procedure}` below it")))
}

/// A phase that a turn has a second time, where one that no turn has may be meant.
fn called_again(rules: &Rules, phase: &str) -> Option<Diagnostic> {
    let is_phase = |p: ProcId| rules.procs.get(p).is_some_and(|p| matches!(p.kind, ProcKind::Phase));
    let turns = rules.procs.all().iter().filter(|p| matches!(p.kind, ProcKind::Turn));
    turns.into_iter().find_map(|turn| {
        let stmts = turn.steps.iter().flat_map(|s| s.block.iter());
        let called: Vec<(ProcId, Span)> =
            stmts.filter_map(|s| if let StmtKind::Do(call, _) = &s.kind { Some((call.proc, s.at.span())) } else { None }).collect();
        let pairs = called.iter().enumerate().flat_map(|(i, b)| called.iter().take(i).map(move |a| (a, b)));
        let ((other, first), (_, second)) = pairs.into_iter().find(|(a, b)| a.0 == b.0 && is_phase(a.0))?;
        let twice = rules.procs.get(*other).map_or("", |p| rules.names.text(p.head.name));
        let d = Diagnostic::new(Code::Unreachable, *second, format!("the turn has `{twice}` twice, and `{phase}` never"));
        Some(d.label(*first, "here already").help(format!("write `{phase}` here, if that is meant")))
    })
}

/// All that somebody must ask, do or look up, with the word for that and for what it is.
fn heads(rules: &Rules) -> impl Iterator<Item = (&Head, &'static str, &'static str)> {
    let values = rules.values.all().iter().filter(|v| v.column.is_none());
    let values = values.map(|v| (&v.head, "nothing asks", if v.head.gives == Ty::Truth { "condition" } else { "value" }));
    let procs = rules.procs.all().iter().filter_map(|p| match &p.kind {
        ProcKind::Procedure => Some((&p.head, "nothing does", "procedure")),
        ProcKind::Phase => Some((&p.head, "no turn has", "phase")),
        ProcKind::Manner(_) => Some((&p.head, "no move names", "manner")),
        ProcKind::Chance(chance) => {
            let word = match chance.kind {
                ChanceKind::Pool { .. } => "pool",
                ChanceKind::Roll(_) => "roll",
                ChanceKind::Check { .. } => "check",
                ChanceKind::Opposed { .. } => "opposed",
                ChanceKind::Error => return None,
            };
            Some((&p.head, "nothing rolls", word))
        }
        _ => None,
    });
    let tables = rules.tables.all().iter().map(|t| (&t.head, "nothing looks up", "table"));
    values.chain(procs).chain(tables)
}

/// Lines that meet a manner in which nobody moves.
fn unmoved(rules: &Rules, mentions: &Mentions) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for (_, attach) in rules.attaches.iter() {
        for met in &attach.meets {
            let Hook::Proc(proc) = met.hook else { continue };
            let Some(p) = rules.procs.get(proc).filter(|p| matches!(p.kind, ProcKind::Manner(_))) else { continue };
            if mentions.used.contains(&rules.names.key_of(p.head.name)) {
                continue;
            }
            let message = format!("no move names `{}`, so that this changes nothing", rules.names.text(p.head.name));
            let d = Diagnostic::new(Code::Unreachable, met.at.span(), message).label(p.head.line.at.span(), "declared here");
            out.push(d.help("name it in the moves that are meant, or leave this out"));
        }
    }
    out
}

/// Lists of options that no entry takes. Where there are no force lists, somebody else writes them.
fn untaken(whole: Whole<'_>) -> Vec<Diagnostic> {
    let names = &whole.rules.names;
    if !whole.decls.iter().any(|d| matches!(*d.kind, DeclKind::Force(_))) {
        return Vec::new();
    }
    // an entry has the options of a list in its place
    let from = |item: &Item| match &item.kind {
        ItemKind::Options(of) => Some(names.key_of(of.list.sym)),
        ItemKind::Option(option) => option.from.map(|of| names.key_of(of.list.sym)),
        _ => None,
    };
    let taken: BTreeSet<KeyId> = whole.decls.iter().flat_map(|d| d.kind.items()).filter_map(from).collect();
    let mut out = Vec::new();
    for d in whole.decls {
        let DeclKind::Options(list) = &*d.kind else { continue };
        let Some(title) = list.title.as_ref().filter(|t| !taken.contains(&names.key_of(t.name.sym))) else { continue };
        let name = names.text(title.name.sym);
        out.push(
            Diagnostic::new(Code::Unmet, title.at.span(), format!("no entry takes the options `{name}`"))
                .here("so nobody can buy them")
                .help(format!("write `options {name}` below an entry that has them, or leave the list out")),
        );
    }
    out
}

/// Rules that somebody must carry, and nobody does. Those with a price are bought, whoever wants them. Where there are no force
/// lists or no scenarios, somebody else writes them.
fn uncarried(whole: Whole<'_>, mentions: &Mentions) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let lists = whole.decls.iter().any(|d| matches!(*d.kind, DeclKind::Force(_)));
    let scenarios = whole.decls.iter().any(|d| matches!(*d.kind, DeclKind::Scenario(_)));
    let mut out: Vec<Diagnostic> = Vec::new();
    for (id, rule) in rules.rules.iter() {
        let carried = rule.state.and_then(|s| rules.states.get(s)).is_some_and(|s| s.kind == StateKind::Rule);
        let by_row = rules.rows.all().iter().any(|r| r.rules.contains(&id));
        let span = rule.line.at.span();
        let known = out.iter().any(|d| d.span == span);
        if !(carried || rule.by_rows()) || rule.price != 0 || by_row || known || mentions.given.contains(&rules.names.key_of(rule.title)) {
            continue;
        }
        let bearer = rule.state.and_then(|s| rules.states.get(s)).and_then(|s| rules.kinds.get(s.of));
        let of_scenarios = bearer.is_some_and(|k| k.base == KindBase::Game);
        if !(if of_scenarios { scenarios } else { lists }) {
            continue;
        }
        if of_scenarios {
            let name = rules.names.text(rule.name);
            let d = Diagnostic::new(Code::Unmet, span, format!("no scenario has the rule `{name}`"));
            out.push(d.here("so it never holds").help(format!("write `rules {name}` below a scenario, or leave it out")));
            continue;
        }
        out.push(
            Diagnostic::new(Code::Unmet, span, format!("nobody carries `{}`", rules.names.text(rule.name)))
                .here(format!("no entry, option, row or other {} brings it", rules.names.text(rule.word)))
                .help("name it under `rules` of an entry that has it, or leave it out"),
        );
    }
    out
}
