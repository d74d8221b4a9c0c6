//! Who a line is about where it meets the game: its carrier, the blanks, when.

mod blank;
mod carry;

use std::borrow::Cow;

use super::build::Builder;
use super::frame::{Bearer, Frame};
use super::throw::before_the_throw;
use crate::hir::{Attach, Body, Carrier, Forbid, Hook, LastingId, Meeting, RuleId, Ty};
use crate::ir::{self, Bin, CountNo, Domain, Ex, Reg, RowNo, RuleNo, X};
use crate::lower::number;
use crate::source::At;

/// Whose line it is that meets the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Of {
    /// The rule.
    pub rule: Option<RuleId>,
    /// The effect that lasts of which it is a part.
    pub lasting: Option<LastingId>,
    /// For what meets moves: the count in which whoever carries it notes who came.
    pub came: Option<CountNo>,
}

impl From<&Attach> for Of {
    fn from(a: &Attach) -> Self {
        Self { rule: a.rule, lasting: a.lasting, came: None }
    }
}

impl From<&Forbid> for Of {
    fn from(f: &Forbid) -> Self {
        Self { rule: f.rule, lasting: f.lasting, came: None }
    }
}

/// Who a line is about at one place.
#[derive(Clone, Debug)]
pub(crate) struct Met {
    /// What it can speak of there. Its registers stand above those of the code around.
    pub frame: Frame,
    /// When it holds: its carrier carries it, the blanks are as it says, it is the time. None: always.
    pub guard: Option<X>,
    /// Where it holds for whoever there is that carries it: the register of `me`, and the rule.
    pub me: Option<(Reg, RuleNo)>,
}

impl Builder<'_> {
    /// Who a line is about at one place: `frame` holds the blanks of the place in their registers, and all that is known
    /// where it is met.
    pub fn meet(&mut self, frame: &Frame, meeting: &Meeting, of: Of) -> Met {
        let mut met = Met { frame: frame.clone(), guard: None, me: None };
        met.frame.most = met.frame.most.max(met.frame.next);
        met.frame.rule = of.rule;
        met.frame.me = None;
        met.frame.noted.clear();
        self.carrier_here(&mut met, meeting, of);
        self.came_here(&mut met, of);
        let bearer = match meeting.bearer.and_then(|blank| met.frame.reg(blank)) {
            Some(reg) => self.reg(reg),
            None => self.bearer_of_effect(&met.frame),
        };
        self.notes_here(&mut met.frame, of, bearer);
        self.muted_here(&mut met, meeting);
        for blank in &meeting.blanks {
            self.blank(&mut met, blank);
        }
        for during in &meeting.during {
            let x = self.ask(&mut met.frame, during);
            self.and(&mut met, x);
        }
        // the result of a throw is asked after it
        let tossing = matches!((&meeting.body, &meeting.hook), (Body::Changes(_), Hook::Proc(_)));
        for guard in &meeting.guard {
            let test = if tossing { before_the_throw(guard) } else { Some(Cow::Borrowed(&guard.test)) };
            let Some(test) = test else { continue };
            let x = self.ask(&mut met.frame, &test);
            self.and(&mut met, x);
        }
        if let Some(state) = of.lasting.and_then(|l| self.maps.lasting.get(&l)).copied() {
            let awake = self.ex(Ex::Bit { of: bearer, state });
            self.and(&mut met, awake);
        }
        met
    }

    /// One thing more that must hold where a rule is met.
    pub(super) fn and(&mut self, met: &mut Met, x: X) {
        met.guard = Some(self.both(met.guard, x));
    }

    /// Who carries the rule: the blank that `me` fills, or else whoever there is that carries it.
    fn carrier_here(&mut self, met: &mut Met, meeting: &Meeting, of: Of) {
        let info = of.rule.and_then(|r| self.rules.rules.get(r));
        let rows = info.is_some_and(crate::hir::Rule::by_rows);
        // what lasts on somebody else hangs no more on who carried the rule
        let state = info.and_then(|r| r.state).filter(|_| !self.lasts_on(of));
        match meeting.carrier {
            Carrier::Nobody => {}
            Carrier::Blank(local) => {
                let Some(reg) = met.frame.reg(local) else { return };
                let ty = self.ty(local);
                met.frame.me = Some(bearer(reg, ty));
                let var = self.reg(reg);
                let carried = match (ty, of.rule, state) {
                    (Ty::Row(_), Some(rule), _) if rows => Some(self.ex(Ex::RowHas { row: var, rule: number::rule(rule) })),
                    (_, rule, Some(state)) => Some(self.carried(rule, var, number::state(state))),
                    _ => None,
                };
                if let Some(x) = carried {
                    self.and(met, x);
                }
            }
            Carrier::Each(local) => {
                let (Some(rule), Some(state)) = (of.rule, state) else { return };
                let reg = met.frame.bind(local);
                met.frame.me = Some(bearer(reg, self.ty(local)));
                let var = self.reg(reg);
                let carried = self.carried(Some(rule), var, number::state(state));
                self.and(met, carried);
                met.me = Some((reg, number::rule(rule)));
            }
        }
    }

    /// Whether a line is of an effect that somebody else has than the carrier of its rule.
    fn lasts_on(&self, of: Of) -> bool {
        of.lasting.and_then(|l| self.rules.lasting.get(l)).is_some_and(|l| l.bearer.is_some())
    }

    /// A rule that meets a move holds for whoever noted that this one came.
    fn came_here(&mut self, met: &mut Met, of: Of) {
        let (Some(count), Some(me)) = (of.came, met.frame.me) else { return };
        let me = self.reg(me.reg);
        let noted = self.ex(Ex::Cell { of: me, count });
        let (mover, one) = (self.reg(0), self.int(1));
        let mark = self.two(Bin::Add, mover, one);
        let came = self.two(Bin::Eq, noted, mark);
        self.and(met, came);
    }

    /// What was noted when the effect was woken.
    fn notes_here(&mut self, f: &mut Frame, of: Of, bearer: X) {
        let Some(effect) = of.lasting.and_then(|l| self.rules.lasting.get(l)) else { return };
        for (_, local) in &effect.notes {
            if let Some(count) = self.maps.notes.get(local).copied() {
                f.noted.insert(*local, self.ex(Ex::Cell { of: bearer, count }));
            }
        }
    }

    /// A guard that does not hold where another rule switches the row off.
    pub fn unless_off(&mut self, guard: X, row: RowNo) -> X {
        if self.program.rows.get(row).is_none_or(|r| r.off.is_empty()) {
            return guard;
        }
        let off = self.ex(Ex::Off(row));
        let on = self.negate(true, off);
        self.two(Bin::And, guard, on)
    }

    /// Whether a guard holds for any carrier of its rule.
    pub fn over_carriers(&mut self, guard: X, me: Option<(Reg, RuleNo)>) -> X {
        match me {
            None => guard,
            Some((var, rule)) => {
                let sel = ir::Sel { domain: Domain::Carriers(rule), var, filters: vec![guard], extreme: Vec::new() };
                let sel = self.add_sel(sel, At::default());
                self.ex(Ex::Exists(sel))
            }
        }
    }
}

/// Whoever stands in a register as a carrier.
fn bearer(reg: Reg, ty: Ty) -> Bearer {
    let kind = if let Ty::Thing(k) | Ty::Row(k) = ty { Some(k) } else { None };
    Bearer { reg, row: matches!(ty, Ty::Row(_)), kind }
}
