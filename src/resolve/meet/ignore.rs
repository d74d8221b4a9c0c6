//! What switches off: `ignore ROW by me`. It is resolved when all lines are there, since it speaks of rows that others make.

use crate::ast::Met;
use crate::diag::Code;
use crate::hir::{AttachId, Body, Hook, Meeting, Moment, RuleId, Symbol};
use crate::intern::Sym;

use super::super::Resolver;
use super::super::ask::Wanted;
use super::line::Line;
use super::place::{Listed, Place};

/// A line that switches rows off.
#[derive(Clone, Copy, Debug)]
pub(super) struct Switch<'a> {
    /// The line, as it was entered.
    attach: AttachId,
    /// What it says.
    line: Line<'a>,
    /// Which of the places that it lists.
    listed: Listed<'a>,
}

impl<'a> Resolver<'a> {
    /// Notes a line that switches something off.
    pub(super) fn later_switched_off(&mut self, line: &Line<'a>, attach: AttachId, listed: Listed<'a>) {
        if let Met::Any { at, .. } = listed.1.what {
            self.fault(Code::Place, at, "`ignore` switches off one thing by its name", "name what is ignored");
            return;
        }
        self.meet.switches.push(Switch { attach, line: *line, listed });
    }

    /// Switches off what lines ignore.
    pub(super) fn switch_off(&mut self) {
        for switch in std::mem::take(&mut self.meet.switches) {
            let meets = self.switched_off(&switch.line, switch.listed);
            if let Some(attach) = self.rules.attaches.get_mut(switch.attach) {
                attach.meets.extend(meets);
            }
        }
    }

    /// What one place of a line switches off: at each value, procedure or throw where it stands.
    fn switched_off(&mut self, line: &Line<'a>, listed: Listed<'a>) -> Vec<Meeting> {
        let Met::Named { name, .. } = &listed.1.what else { return Vec::new() };
        let targets = self.targets(name.name.sym);
        if targets.is_empty() {
            // the name alone, as the rest of the sentence is not what is unknown
            let alone = crate::ast::NameRef { param: None, at: name.name.at, ..*name };
            self.unknown_name(&alone, Wanted::Line);
            return Vec::new();
        }
        let mut out = Vec::new();
        for (what, within) in targets {
            let head = match &within {
                Hook::Value(v) => self.rules.values.get(*v).map(|v| v.head.clone()),
                Hook::Cost(p) | Hook::Proc(p) => self.rules.procs.get(*p).map(|p| p.head.clone()),
                _ => None,
            };
            let Some(head) = head else { continue };
            let mut scope = self.scope_of(&head);
            if let Hook::Cost(p) | Hook::Proc(p) = within {
                scope.proc = Some(p);
            }
            // the moment is that of a question: the row is off as long as it holds
            let place = Place::new(line, listed, (what, head, None), Moment::On);
            let (_, mut met) = self.meet(line, &place, scope);
            met.within = Some(within);
            met.body = Body::Ignore;
            out.push(met);
        }
        out
    }

    /// What goes by a name and can be switched off, and the value, procedure or throw at which it stands.
    pub(super) fn targets(&self, name: Sym) -> Vec<(Hook, Hook)> {
        let key = self.rules.names.key_of(name);
        let rows = self.meet.index.as_ref().and_then(|i| i.rows.get(&key)).cloned().unwrap_or_default();
        let mut out: Vec<(Hook, Hook)> = Vec::new();
        let mut add = |target: (Hook, Hook)| {
            if !out.contains(&target) {
                out.push(target);
            }
        };
        rows.into_iter().for_each(|at| add((Hook::Row(name), at)));
        for symbol in self.lookup(name) {
            if let Symbol::Rule(rule) = symbol {
                self.hooks_of_rule(*rule).into_iter().for_each(|at| add((Hook::Rule(*rule), at)));
            }
        }
        out
    }

    /// The values, procedures and throws that the lines of a rule meet.
    fn hooks_of_rule(&self, rule: RuleId) -> Vec<Hook> {
        let lines = self.rules.attaches.iter().filter(|(_, a)| a.rule == Some(rule) && a.moment != Moment::Anytime);
        let bans = self.rules.forbids.iter().filter(|f| f.rule == Some(rule));
        let meets = lines.flat_map(|(_, a)| &a.meets).filter(|m| !matches!(m.body, Body::Ignore | Body::Mute));
        meets.chain(bans.flat_map(|f| &f.meets)).filter_map(|m| whole(&m.hook)).collect()
    }
}

/// The value, procedure or throw at which a place is.
pub(super) fn whole(hook: &Hook) -> Option<Hook> {
    match hook {
        Hook::Value(_) | Hook::Cost(_) | Hook::Proc(_) => Some(hook.clone()),
        Hook::Step(p, _) => Some(Hook::Proc(*p)),
        Hook::Rule(_) | Hook::Row(_) | Hook::Coming => None,
    }
}
