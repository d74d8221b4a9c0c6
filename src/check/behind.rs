//! Statements and steps behind one that ends them all.

use super::Whole;
use crate::ast::{Block, DeclKind, Item, ItemKind, Step, Stmt, StmtKind, Stop};
use crate::diag::{Code, Diagnostic};
use crate::graph::Splice;
use crate::hir;
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::intern::Sym;
use crate::source::{At, Span};

/// Reports them.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let mut behind = Behind::default();
    every::part(whole.rules, &mut behind);
    for (id, proc) in whole.rules.procs.iter() {
        behind.own = Some(id);
        walk::walk_proc(&mut behind, proc);
    }
    for attach in whole.rules.attaches.all() {
        behind.own = met(attach);
        walk::walk_attach(&mut behind, attach);
    }
    let mut out: Vec<Diagnostic> = Vec::new();
    for (end, next) in behind.found {
        // a sentence is resolved once for each place that it meets
        let d = told(end, next);
        if !out.contains(&d) {
            out.push(d);
        }
    }
    for d in whole.decls {
        match &*d.kind {
            DeclKind::Process(p) => out.extend(steps(whole, p.title.as_ref().map(|t| t.name.sym), &p.items)),
            DeclKind::Named(n) => out.extend(steps(whole, n.title.as_ref().map(|t| t.name.sym), &n.items)),
            _ => {}
        }
    }
    out
}

fn told(end: Span, next: Span) -> Diagnostic {
    Diagnostic::new(Code::Unreachable, next, "this is never come to")
        .here("what runs has ended before")
        .label(end, "it ends here, whatever happens")
        .help("put it before the end, or leave it out")
}

/// The one procedure at which a line is met, inside of which it is done.
fn met(attach: &hir::Attach) -> Option<hir::ProcId> {
    let mut procs = attach.meets.iter().map(|m| match m.hook {
        // what is done after all of it may find it ended
        hir::Hook::Proc(_) if attach.moment == hir::Moment::After => None,
        hir::Hook::Proc(proc) | hir::Hook::Step(proc, _) => Some(proc),
        _ => None,
    });
    let first = procs.next()??;
    procs.all(|p| p == Some(first)).then_some(first)
}

/// Statements one after another: none stands behind one that ends them all.
#[derive(Default)]
struct Behind {
    /// What surely runs where they stand.
    own: Option<hir::ProcId>,
    found: Vec<(Span, Span)>,
}

impl Walk for Behind {
    fn block(&mut self, b: &hir::Block) {
        use hir::{StmtKind as K, Stop};
        let ends = |s: &hir::Stmt| match s.kind {
            K::Stop(Stop::This) | K::Give(_) | K::End => true,
            K::Stop(Stop::Proc(proc)) => self.own == Some(proc),
            _ => false,
        };
        let mut pairs = b.iter().zip(b.iter().skip(1));
        self.found.extend(pairs.find(|(a, _)| ends(a)).map(|(a, b)| (a.at.span(), b.at.span())));
        b.iter().for_each(|s| walk::walk_stmt(self, s));
    }
}

/// Steps behind a step that always ends the procedure.
fn steps(whole: Whole<'_>, own: Option<Sym>, items: &[Item]) -> Option<Diagnostic> {
    let mut ended: Option<At> = None;
    for (item, step) in items.iter().filter_map(|i| if let ItemKind::Step(s) = &i.kind { Some((i, s)) } else { None }) {
        if let Some(end) = ended {
            let word = Span { start: item.at.span().start, end: step.word.at.span().end };
            return Some(told(end.span(), word));
        }
        if step.guard.is_none() && !passed_over(whole, own, step) {
            ended = step.block.as_ref().and_then(|b| ending(whole, own, b));
        }
    }
    None
}

/// Whether a rule leaves a step out or takes its place.
fn passed_over(whole: Whole<'_>, own: Option<Sym>, step: &Step) -> bool {
    let Whole { rules, graph, .. } = whole;
    graph.splices.keys().any(|(proc, name, splice)| {
        let here = rules.procs.get(*proc).is_some_and(|p| own.is_none_or(|o| rules.names.same(p.head.name, o)));
        matches!(splice, Splice::Skip | Splice::Instead) && *name == Some(step.word.sym) && here
    })
}

/// The statement of a block that ends the procedure it stands in, whatever happens.
fn ending(whole: Whole<'_>, own: Option<Sym>, block: &Block) -> Option<At> {
    let mine = |name: Sym| own.is_some_and(|o| whole.rules.names.same(o, name));
    let ends = |s: &&Stmt| match &*s.kind {
        StmtKind::Give(_) | StmtKind::GameEnds | StmtKind::Stop(Stop::This) => true,
        StmtKind::Stop(Stop::Named(name)) => mine(name.sym),
        _ => false,
    };
    block.0.iter().find(ends).map(|s| s.at)
}
