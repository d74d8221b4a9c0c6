//! `stop X` and `until end of this X` where no X can be going on, or where X is over.

use super::Whole;
use super::deeds::deeds;
use super::reach::Reach;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::{self, Walk};
use crate::hir::{Attach, Body, Hook, Meeting, Moment, ProcId, ProcKind, Rules, Stmt, StmtKind, Stop, Until};
use crate::source::{At, Span};

/// What must be going on, where that is said, and whether it ends an effect.
struct Stops<'a> {
    rules: &'a Rules,
    all: Vec<(ProcId, At, bool)>,
}

impl Walk for Stops<'_> {
    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Stop(Stop::Proc(proc)) => self.all.push((*proc, s.at, false)),
            StmtKind::Wake(wake) => {
                let lasting = self.rules.lasting.get(wake.what).filter(|l| l.this);
                if let Some(Until::Proc(proc)) = lasting.map(|l| l.until.clone()) {
                    self.all.push((proc, s.at, true));
                }
            }
            _ => {}
        }
        walk::walk_stmt(self, s);
    }
}

/// A sentence about something that must be going on.
struct Found {
    stopped: ProcId,
    at: At,
    /// Whether that may be going on at any of its places.
    runs: bool,
    /// Whether it is over at any of them.
    over: bool,
}

/// Reports them. A sentence that meets several places is at fault only if it stops nothing at each of them.
pub(super) fn check(whole: Whole<'_>, reach: &Reach) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut found: Vec<Found> = Vec::new();
    let mut note =
        |stopped: ProcId, at: At, runs: bool, over: bool| match found.iter_mut().find(|f| f.stopped == stopped && f.at.span() == at.span())
        {
            Some(known) => {
                known.runs |= runs;
                known.over |= over;
            }
            None => found.push(Found { stopped, at, runs, over }),
        };
    for (id, proc) in rules.procs.iter() {
        let mut stops = Stops { rules, all: Vec::new() };
        walk::walk_proc(&mut stops, proc);
        stops.all.into_iter().for_each(|(stopped, at, _)| note(stopped, at, stopped == id || reach.may_run(stopped, id), false));
    }
    for attach in rules.attaches.all() {
        let mut stops = Stops { rules, all: Vec::new() };
        walk::walk_attach(&mut stops, attach);
        for (stopped, at, lasts) in stops.all {
            let over = |m: &Meeting| lasts && is_over(rules, (attach, m), stopped);
            let runs = attach.meets.iter().any(|m| match m.hook {
                Hook::Proc(met) | Hook::Step(met, _) => (stopped == met || reach.may_run(stopped, met)) && !over(m),
                _ => true,
            });
            note(stopped, at, runs || attach.meets.is_empty(), attach.meets.iter().any(over));
        }
    }
    found.iter().filter(|f| !f.runs).map(|f| told(whole, f)).collect()
}

/// Whether a line comes when what it meets is over, and does nothing more in which an effect could still count.
fn is_over(rules: &Rules, (attach, meeting): (&Attach, &Meeting), proc: ProcId) -> bool {
    let Body::Happens(block) = &meeting.body else { return false };
    let more = deeds(block);
    let thrown = rules.procs.get(proc).is_none_or(|p| matches!(p.kind, ProcKind::Chance(_)));
    attach.moment == Moment::After && meeting.hook == Hook::Proc(proc) && !thrown && more.calls.is_empty() && !more.takes && !more.moves
}

fn told(whole: Whole<'_>, f: &Found) -> Diagnostic {
    let Whole { rules, files, .. } = whole;
    let name = rules.procs.get(f.stopped).map_or("it", |p| rules.names.text(p.head.name));
    if f.over {
        return Diagnostic::new(Code::Never, f.at.span(), format!("`{name}` is over here, so this ends as soon as it begins"))
            .here("nothing is left that it could change")
            .help("let it last longer, such as `until end of turn`, or begin before a step");
    }
    // where a sentence names it, that alone is marked
    let (all, named) = (f.at.span(), format!("this {name}"));
    let at = files.slice(all).find(&named).map_or(all, |i| Span::new(all.start as usize + i, all.start as usize + i + named.len()));
    Diagnostic::new(Code::Never, at, format!("no `{name}` is going on here, so nothing ends with it"))
        .here(format!("nothing that `{name}` does leads here"))
        .help("name what goes on here, or leave it out")
}
