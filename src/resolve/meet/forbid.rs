//! What rules forbid: `no SEL may A, B if c`.

use crate::ast::{Forbid as Says, Forbidden, Mine, Name, NameRef, PatternRole, PatternWho, Word};
use crate::diag::{Code, nearest, with_article};
use crate::hir::{Forbid, Hook, KindBase, Moment, ProcId};
use crate::source::At;

use super::super::Resolver;
use super::super::ask::{Shown, Wanted};
use super::line::Line;
use super::place::Place;

impl<'a> Resolver<'a> {
    /// What a line forbids, each at its place.
    pub(super) fn forbid(&mut self, line: &Line<'a>, says: &'a Says) {
        let mut meets = Vec::new();
        let (any, procs) = match &says.what {
            Forbidden::Named(names) => (None, self.procs_listed(names, &says.roles)),
            Forbidden::Any { kind, except } => {
                let except = self.procs_listed(except, &says.roles);
                let of_kind = self.actions_of_kind(kind);
                (Some(kind.sym), of_kind.into_iter().filter(|p| !except.contains(p)).collect())
            }
        };
        let at = line.item.at;
        for proc in procs {
            let Some(head) = self.rules.procs.get(proc).map(|p| p.head.clone()) else { continue };
            let mut scope = self.scope_of(&head);
            scope.proc = Some(proc);
            let place = Place {
                hook: Hook::Proc(proc),
                head,
                moment: Moment::Before,
                listed: 0,
                any,
                roles: &says.roles,
                during: says.during.as_ref(),
                at,
            };
            meets.push(self.meet(line, &place, scope).1);
        }
        let mut cited = self.cited(line);
        // its own clauses, and no others
        cited.cites = line.item.cites.iter().map(|c| c.id).collect();
        self.rules.forbids.push(Forbid { line: cited, rule: line.rule, any, meets, lasting: line.lasting });
    }

    fn procs_listed(&mut self, names: &[Name], roles: &[PatternRole]) -> Vec<ProcId> {
        let name = |n: &Name| NameRef { name: *n, param: None, at: n.at };
        let mut out = Vec::new();
        for n in names {
            let Some(proc) = self.proc_of(n.sym) else {
                self.unknown_name(&name(n), Wanted::Action);
                continue;
            };
            let word = self.proc_word(proc).to_owned();
            if self.is_action(&word) {
                out.push(proc);
            } else {
                let (name, is) = (self.text(n.sym).to_owned(), with_article(&word));
                let help = self.instead_of_forbidding(proc, roles).unwrap_or_else(|| self.an_action_near(&name));
                self.fault(Code::Kind, n.at, format!("`{name}` is {is}, and only actions may be forbidden"), help);
            }
        }
        out
    }

    /// What to forbid instead of what is no action.
    fn an_action_near(&self, name: &str) -> String {
        let actions = self.proc_ids().into_iter().filter(|p| self.is_action(self.proc_word(*p)));
        let names: Vec<&str> = actions.filter_map(|p| Some(self.text(self.rules.procs.get(p)?.head.name))).collect();
        match nearest(name, names.iter().copied()).or(names.first().copied()) {
            Some(action) => format!("name an action, such as `{action}`"),
            None => "name an action".to_owned(),
        }
    }

    /// How what nobody chooses to do is left out: something else takes its place.
    fn instead_of_forbidding(&self, proc: ProcId, roles: &[PatternRole]) -> Option<String> {
        let proc = self.rules.procs.get(proc)?;
        let (name, role) = (self.text(proc.head.name), proc.head.roles.first()?);
        let who = match roles.first().map(|r| &r.who) {
            Some(PatternWho::Any(s)) => format!("any {}", Shown(&self.rules.names).selector(s)),
            Some(PatternWho::Mine { whose: Mine::Me, .. }) => "me".to_owned(),
            _ => return None,
        };
        Some(format!("write `instead of {name} {} {who}: ...` and what happens in its place, such as a `note`", role.prep.word()))
    }

    /// Every action of the kind that is named, or of any.
    fn actions_of_kind(&mut self, kind: &Word) -> Vec<ProcId> {
        let word = self.said(kind.sym);
        if !self.is_action(&word) {
            let kinds = self.rules.kinds.all().iter().filter(|k| k.base == KindBase::Action);
            let help = format!("write `take any {}`", nearest(&word, kinds.map(|k| self.text(k.word))).unwrap_or("action"));
            self.fault(Code::Kind, any_at(kind), format!("`{word}` is no kind of action"), help);
        }
        let same = |w: &str| w == word || word == "action" && self.is_action(w);
        self.proc_ids().into_iter().filter(|p| same(self.proc_word(*p))).collect()
    }
}

/// The kind with the `any` before it.
fn any_at(kind: &Word) -> At {
    let span = kind.at.span();
    let start = (span.start as usize).saturating_sub("any ".len());
    At(crate::source::Span::new(start, span.end as usize))
}
