//! Who carries a rule: who has it, who has what brings it along, and who carries what switches it off.

use super::Met;
use crate::hir::{Carrier, Meeting, Mute, RuleId, StateKind};
use crate::ir::{Ex, StateNo, X};
use crate::lower::build::Builder;
use crate::lower::number;

impl Builder<'_> {
    /// What brings rules along: markers and formations for whoever has them, other rules for whoever gains them in play.
    pub(crate) fn bearers(&mut self) {
        for rule in self.rules.rules.all() {
            let Some(state) = rule.state else { continue };
            let Some(info) = self.rules.states.get(state) else { continue };
            let passing = matches!(info.kind, StateKind::Marker | StateKind::Formation);
            for brought in self.rules.along(rule) {
                if passing {
                    self.program.brings.push((number::rule(brought), number::state(state)));
                } else if let Some(along) = self.rules.rules.get(brought).and_then(|r| r.state) {
                    self.program.along.push((number::state(state), number::state(along)));
                }
            }
        }
    }

    /// Whether somebody carries a rule, by itself or by what brings it along.
    pub(crate) fn carried(&mut self, rule: Option<RuleId>, who: X, state: StateNo) -> X {
        let mut out = self.ex(Ex::Bit { of: who, state });
        let number = rule.map(number::rule);
        let brings: Vec<StateNo> = self.program.brings.iter().filter(|(b, _)| Some(*b) == number).map(|(_, s)| *s).collect();
        for state in brings {
            let other = self.ex(Ex::Bit { of: who, state });
            out = self.either(Some(out), other);
        }
        out
    }

    /// What must hold for a rule not to be switched off by another that its carrier carries.
    pub(super) fn muted_here(&mut self, met: &mut Met, meeting: &Meeting) {
        let (Carrier::Blank(local) | Carrier::Each(local)) = meeting.carrier else { return };
        let Some(me) = met.frame.me else { return };
        let me = self.reg(me.reg);
        let mut all = None;
        for mute in &meeting.mutes {
            let Some(mut off) = self.carries(mute, me) else { continue };
            let mut more = Vec::new();
            if let Some(kind) = met.frame.me.and_then(|m| m.kind) {
                more = self.filled(&mut met.frame, kind, local, &mute.of, meeting.at);
            }
            more.extend(self.all(&mut met.frame, &mute.during));
            more.extend(mute.guard.iter().map(|g| self.ask(&mut met.frame, &g.test)));
            for x in more {
                off = self.both(Some(off), x);
            }
            let on = self.negate(true, off);
            all = Some(self.both(all, on));
        }
        if let Some(x) = all {
            self.and(met, x);
        }
    }

    /// Whether somebody carries the rule that switches another off.
    fn carries(&mut self, mute: &Mute, who: X) -> Option<X> {
        let state = self.rules.rules.get(mute.by)?.state?;
        Some(self.carried(Some(mute.by), who, number::state(state)))
    }
}
