//! Formations in which nobody ever stands: none begins in them, and nothing forms them.

use std::collections::BTreeSet;

use super::super::Whole;
use crate::ast::{Decl, DeclKind, ItemKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{Expr, ExprKind, Form, KindId, State, StateId};
use crate::source::Span;

/// The formations that something names as one to take.
#[derive(Default)]
struct Taken {
    named: BTreeSet<StateId>,
}

impl Walk for Taken {
    fn expr(&mut self, e: &Expr) {
        if let ExprKind::Formation(state) = *e.kind {
            self.named.insert(state);
        }
        walk::walk_expr(self, e);
    }
}

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut taken = Taken::default();
    every::part(rules, &mut taken);
    taken.named.extend(rules.forms.iter().filter_map(|f| f.lost));
    let mut out = begun_in_none(whole, &taken);
    out.extend(begun_in_two(whole));
    for form in rules.forms.iter().filter(|f| !f.first && !taken.named.contains(&f.state)) {
        let Some(state) = rules.states.get(form.state) else { continue };
        let (name, of) = (rules.names.text(state.name), rules.names.text(state.of_word));
        let first = rules.forms.iter().find(|f| f.first && rules.states.get(f.state).is_some_and(|s| s.of == state.of));
        let help = if first.is_some() {
            format!("let something form it, such as `{of} may form {name}`, or leave it out")
        } else {
            format!("write `(the first)` behind `{of}`, if all begin in it, or let something form it")
        };
        let d = Diagnostic::new(Code::Unreachable, state.line.at.span(), format!("nobody is ever in `{name}`"));
        out.push(d.here("nobody begins in it, and nothing forms it").help(help));
    }
    out
}

/// Formations in which all troops of a kind would begin, beside another one.
fn begun_in_two(whole: Whole<'_>) -> Vec<Diagnostic> {
    let Whole { rules, files, .. } = whole;
    let firsts: Vec<(&Form, &State)> =
        rules.forms.iter().filter(|f| f.first && f.open.is_none()).filter_map(|f| Some((f, rules.states.get(f.state)?))).collect();
    let mut out = Vec::new();
    for (i, (_, state)) in firsts.iter().enumerate() {
        let before = firsts.get(..i).and_then(|all| all.iter().find(|(_, s)| s.of == state.of));
        let Some((_, other)) = before else { continue };
        let [name, first] = [state, other].map(|s| rules.names.text(s.name));
        let (name_at, said) = (state.line.at.span(), "(the first)");
        let place = files.line_of(name_at).find(said).zip(files.line_of(name_at).find(name));
        // both stand on one line
        let at = place.map_or(name_at, |(said_at, named_at)| {
            let from = name_at.start as usize + said_at.saturating_sub(named_at);
            Span::new(from, from + said.len())
        });
        let message = format!("all begin in `{first}` already, and would begin in `{name}`, too");
        let d = Diagnostic::new(Code::Conflict, at, message).label(other.line.at.span(), "it is the first here");
        out.push(d.help("take `(the first)` out at one of the two"));
    }
    out
}

/// Kinds of troops that have formations, and begin in none of them.
fn begun_in_none(whole: Whole<'_>, taken: &Taken) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let of = |f: &Form| rules.states.get(f.state).map(|s| s.of);
    let mustered = |kind: KindId| {
        let word = rules.kinds.get(kind).map(|k| k.word);
        let entry = |d: &Decl| matches!(&*d.kind, DeclKind::Named(n) if Some(n.word.sym) == word && n.items.iter().any(|i| matches!(i.kind, ItemKind::Has(_))));
        whole.decls.iter().any(entry)
    };
    let mut told: Vec<Option<KindId>> = Vec::new();
    let mut out = Vec::new();
    for form in &rules.forms {
        let kind = of(form);
        let begins = rules.forms.iter().any(|f| of(f) == kind && f.first);
        let formed = rules.forms.iter().any(|f| of(f) == kind && taken.named.contains(&f.state));
        if begins || !formed || told.contains(&kind) || !kind.is_some_and(mustered) {
            continue;
        }
        told.push(kind);
        let Some(state) = rules.states.get(form.state) else { continue };
        let word = rules.names.text(state.of_word);
        let d = Diagnostic::new(Code::Unmet, state.line.at.span(), format!("a `{word}` begins in no formation"));
        out.push(
            d.here("none of its formations is the first").help(format!("write `(the first)` behind `{word}` in the one that it begins in")),
        );
    }
    out
}
