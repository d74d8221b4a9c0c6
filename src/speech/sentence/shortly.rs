//! What stands where a line leaves something out, said again there if that is short: who hears the line knows what is lost.

use crate::hir::{ChangeKind, Head, Hook, Meeting, ProcKind, Ty};
use crate::intern::Sym;
use crate::speech::phrase::Place;
use crate::speech::said::joined;
use crate::speech::voice::Voice;

/// How long it may be.
const SHORT: usize = 140;

impl Voice<'_> {
    /// What is left out or ignored, behind `says` in brackets; nothing if it stands in several places or is long.
    pub(super) fn what_is_lost(&self, group: &[&Meeting], says: &str) -> String {
        let [m] = group else { return String::new() };
        let (calls, doing, me) = (self.calls(), self.doing.get(), self.me.replace(None));
        let viewer = self.view_from(None);
        let said = match &m.hook {
            Hook::Row(row) => self.row_in_short(*row, m),
            Hook::Step(proc, step) => self.rules.procs.get(*proc).and_then(|p| {
                self.doing.set(Some(*proc));
                self.blanks(&p.head);
                let step = p.steps.iter().find(|s| s.line.name.is_some_and(|n| self.rules.names.same(n, *step)))?;
                joined(&self.only_step(step))
            }),
            _ => None,
        };
        self.recall_all(calls);
        self.doing.set(doing);
        self.me.replace(me);
        self.view_from(viewer);
        said.filter(|t| t.len() <= SHORT).map_or(String::new(), |t| format!(" ({says}{t})"))
    }

    fn row_in_short(&self, row: Sym, m: &Meeting) -> Option<String> {
        let same = |name: Option<Sym>| name.is_some_and(|n| self.rules.names.same(n, row));
        let (head, rows): (&Head, _) = match m.within.as_ref()? {
            Hook::Value(v) => self.rules.values.get(*v).map(|v| (&v.head, v.rows.as_slice()))?,
            Hook::Proc(p) => {
                let p = self.rules.procs.get(*p)?;
                if let Some(need) = p.needs.iter().find(|n| same(n.line.name)) {
                    self.blanks(&p.head);
                    return Some(self.clause(&need.test));
                }
                let ProcKind::Chance(c) = &p.kind else { return None };
                (&p.head, c.rows.as_slice())
            }
            Hook::Cost(_) | Hook::Step(..) | Hook::Rule(_) | Hook::Row(_) | Hook::Coming => return None,
        };
        let found = rows.iter().find(|r| same(r.line.name))?;
        self.blanks(head);
        let mut here = Place::here();
        if head.gives == Ty::Truth {
            let blanks: Vec<_> = head.roles.iter().map(|r| (r.prep.word().to_owned(), self.word(r.local))).collect();
            let holds = |not| self.holds_of(&self.name(head.name), &blanks, not);
            here.holds = Some((holds(false), holds(true)));
        }
        // what is added, and to what, would have to be said
        let whole = here.holds.is_some() || !matches!(found.change.kind, ChangeKind::Add { .. });
        whole.then(|| self.changed(&found.change, &here))
    }
}
