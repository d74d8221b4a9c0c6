//! The throw that a step comes to, where a line changes the step as if it were that.

use crate::ast::{AtPlace, Contrib, DeclKind, Item, ItemKind, Mine, Part, PatternRole, PatternWho, Prep, Walk as _};
use crate::diag::Code;
use crate::hir::{Hook, Meeting, ProcId};
use crate::intern::Sym;

use super::super::Resolver;
use super::super::ask::Shown;
use super::line::Line;

impl Resolver<'_> {
    /// Faults changes of a quantity at a step.
    pub(super) fn step_changed(&mut self, line: &Line<'_>, met: &Meeting, contribs: &[Contrib]) {
        let Some((first, last)) = contribs.first().zip(contribs.last()) else { return };
        let roles = match &line.item.kind {
            ItemKind::Attach(a) => a.patterns.get(met.listed as usize).map_or(&[][..], |p| &p.roles),
            _ => &[],
        };
        let help = match self.throw_at(&met.hook) {
            Some(throw) => format!("write `on {}: ...`, which is rolled there", self.met_so(throw, &met.hook, roles)),
            None => "write what happens, or `skip step ...` and `take step ... also if ...` instead of this".to_owned(),
        };
        let place = if let ItemKind::Attach(a) = &line.item.kind { Some(a.place) } else { None };
        let what = match (&met.hook, place) {
            (Hook::Proc(proc), Some(AtPlace::After)) if self.is_chance(*proc) => {
                "the dice have been thrown by then, and are not changed any more"
            }
            (Hook::Proc(proc), Some(AtPlace::Before)) if self.is_chance(*proc) => {
                "before the throw there are no dice yet that could be changed"
            }
            _ => "a step is not a quantity",
        };
        self.fault(Code::Place, first.at.to(last.at), what, help);
    }

    /// The one throw that a place comes to: by itself, else by what it does, else by what that does.
    fn throw_at(&self, hook: &Hook) -> Option<ProcId> {
        let (proc, step) = match hook {
            Hook::Step(proc, step) => (*proc, Some(*step)),
            Hook::Proc(proc) => (*proc, None),
            _ => return None,
        };
        if self.is_chance(proc) {
            return Some(proc);
        }
        let mut seen = vec![proc];
        let mut done = self.done_in(proc, step);
        while !done.is_empty() {
            done.retain(|p| !seen.contains(p));
            let mut throws = done.iter().copied().filter(|p| self.is_chance(*p));
            if let Some(throw) = throws.next() {
                return Some(throw).filter(|_| throws.next().is_none());
            }
            seen.extend(&done);
            done = done.iter().flat_map(|p| self.done_in(*p, None)).collect();
        }
        None
    }

    /// What something does in one step, or in all, each once.
    fn done_in(&self, proc: ProcId, step: Option<Sym>) -> Vec<ProcId> {
        let made = self.made.iter().position(|m| m.proc == Some(proc)).and_then(|i| self.decls.get(i));
        let items = made.map_or(&[][..], |d| if let DeclKind::Replace(inner) = &*d.kind { inner.items() } else { d.kind.items() });
        let is_step = |i: &&Item| matches!(&i.kind, ItemKind::Step(s) if step.is_none_or(|word| s.word.sym == word));
        let mut out = Vec::new();
        for item in items.iter().filter(is_step) {
            item.walk(&mut |part| {
                let Part::Name(name) = part else { return };
                out.extend(self.proc_of(name.name.sym).filter(|p| !out.contains(p)));
            });
        }
        out
    }

    /// A throw with those of some blanks of a place that it has too, or has of the same kind behind another word.
    fn met_so(&self, throw: ProcId, met: &Hook, roles: &[PatternRole]) -> String {
        let (Hook::Step(place, _) | Hook::Proc(place)) = met else { return String::new() };
        let head = |p: ProcId| self.rules.procs.get(p).map(|p| &p.head);
        let (Some(there), Some(head)) = (head(*place), head(throw)) else { return String::new() };
        let mut out = self.said(head.name);
        let mut filled: Vec<Prep> = Vec::new();
        for role in roles {
            let ty = there.roles.iter().find(|h| h.prep == role.prep).map(|h| self.local_ty(h.local));
            let mut fit = head.roles.iter().filter(|h| Some(self.local_ty(h.local)) == ty && !filled.contains(&h.prep));
            let first = fit.next();
            let Some(blank) = fit.find(|h| h.prep == role.prep).or(first) else { continue };
            filled.push(blank.prep);
            out = format!("{out} {} {}", blank.prep.word(), self.who(&role.who));
        }
        out
    }

    /// Who fills a blank, as it is written.
    fn who(&self, who: &PatternWho) -> String {
        match who {
            PatternWho::Mine { whose: Mine::Me, .. } => "me".to_owned(),
            PatternWho::Mine { whose: Mine::My(word), .. } => format!("my {}", self.text(word.sym)),
            PatternWho::Any(s) => format!("any {}", Shown(&self.rules.names).selector(s)),
            _ => "...".to_owned(),
        }
    }
}
