//! How often, for what price, until when.

use crate::hir::{ExprKind, Limit, Per, Reach, Until};
use crate::speech::Voice;

impl Voice<'_> {
    /// How often: `once per turn by each unit`.
    #[must_use]
    pub fn limit(&self, l: &Limit) -> String {
        let Limit { id: _, first, per, of, shared, at: _ } = l;
        let how = if *first { "the first time" } else { "once" };
        let whose = of.as_ref().map_or_else(String::new, |e| match &*e.kind {
            ExprKind::Local(_) => format!(" by {}", self.noun(e)),
            ExprKind::Reach(Reach::Side, _) => " by each side".to_owned(),
            _ => format!(" by each {}", self.noun(e)),
        });
        let shared = shared.map_or_else(String::new, |s| format!(", counted together as {}", self.known(s)));
        format!("{how} per {}{whose}{shared}", self.per(*per))
    }

    /// In what a limit is counted.
    #[must_use]
    pub fn per(&self, p: Per) -> String {
        match p {
            Per::Turn => "turn".to_owned(),
            Per::Phase => "phase".to_owned(),
            Per::Game => "game".to_owned(),
            Per::Proc(p) => self.rules.procs.get(p).map_or_else(String::new, |p| self.name(p.head.name)),
        }
    }

    /// When something ends: `the end of the turn`.
    #[must_use]
    pub fn until(&self, u: &Until) -> String {
        let name = |p| self.rules.procs.get(p).map_or_else(String::new, |p| self.name(p.head.name));
        match u {
            Until::Stays => "it is taken away".to_owned(),
            Until::Turn => "the end of the turn".to_owned(),
            Until::Phase => "the end of the phase".to_owned(),
            Until::Proc(p) => format!("the end of {}", name(*p)),
            Until::NextTurn => "the end of the next turn".to_owned(),
            Until::NextProc(p) => format!("the end of the next {}", name(*p)),
        }
    }
}
