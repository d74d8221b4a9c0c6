//! Decisions: what a player may pick, in canonical order.

use serde::{Deserialize, Serialize};

use super::cast::NONE;
use super::eval::{Ask, put};
use super::great;
use crate::ir::KindBase;
use crate::ir::{Domain, Ex, Form, Id as _, KindNo, LabelNo, Pick, PickNo, ProcNo, Procedure, Reg, RowNo, X};

/// Numbers among which one is chosen.
const MOST_NUMBERS: i64 = 1000;

/// One thing that may be answered. Recorded as values, never as an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Choice {
    /// A thing, number, place or action; -1 for none, 0 and 1 for no and yes.
    pub value: i64,
    /// For actions: what it is done to. For places: [`VIA`] if it is a way-point.
    pub second: i64,
}

impl Choice {
    /// A plain value.
    #[must_use]
    pub fn of(value: i64) -> Self {
        Self { value, second: NONE }
    }
}

/// What sort of answer is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Wanted {
    /// A thing.
    Thing,
    /// A row of a list, such as a weapon.
    Row,
    /// A formation.
    Formation,
    /// A number.
    Number,
    /// One of the points of the compass, in 1/65536 turn clockwise from north.
    Way,
    /// One of some names.
    Name,
    /// Yes or no.
    YesNo,
    /// An action.
    Action,
    /// A place; others than those shown may be legal. With [`VIA`] beside it a place is a way-point, and the end is
    /// asked for again.
    Place,
    /// A facing in 1/65536 turn clockwise from north, or a place to face; others than those shown may be legal.
    Facing,
    /// How many stand in the front rank.
    Front,
}

/// The machine waits for a player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decision {
    /// Whose decision.
    pub side: i64,
    /// What it is called.
    pub label: LabelNo,
    /// The row that offers it, if one does.
    pub row: Option<RowNo>,
    /// For whom it is made.
    pub who: i64,
    /// What sort of answer.
    pub wanted: Wanted,
    /// What may be answered.
    pub options: Vec<Choice>,
    /// Why what was answered before will not do, if it is asked again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
    /// Whether nobody else may see the answer yet.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub secret: bool,
}

impl Decision {
    /// A decision that is asked for the first time.
    #[must_use]
    pub fn new(side: i64, label: LabelNo, who: i64, wanted: Wanted, options: Vec<Choice>) -> Self {
        Self { side, label, row: None, who, wanted, options, refused: None, secret: false }
    }

    /// Asked again, if what was answered will not do.
    #[must_use]
    pub fn again(self, refused: Option<String>) -> Self {
        Self { refused, ..self }
    }

    /// Whether others than those shown may be answered: the machine says of each whether it will do.
    #[must_use]
    pub fn is_free(&self) -> bool {
        matches!(self.wanted, Wanted::Place | Wanted::Facing)
    }

    /// Whether an answer is one that is offered, or may be one beside those shown.
    #[must_use]
    pub fn offers(&self, choice: Choice) -> bool {
        self.is_free() || (choice == NONE_CHOICE && self.options.is_empty()) || self.options.contains(&choice)
    }
}

impl Ask<'_> {
    /// The options of a `choose`.
    #[must_use]
    pub fn options(&self, pick: PickNo, may: bool, regs: &mut [i64]) -> (Vec<Choice>, Wanted) {
        let (mut out, wanted) = (Vec::new(), self.wanted(pick));
        match self.program.picks.get(pick) {
            Some(Pick::Thing { of, each }) => {
                self.each(*of, regs, &mut |_, _, e| {
                    out.push(Choice::of(e));
                    true
                });
                // a row has a number too, but it is no piece's
                if wanted == Wanted::Thing && !each {
                    self.alike(&mut out);
                }
            }
            Some(Pick::Number(a, b)) => {
                let (a, b) = (self.x(*a, regs), self.x(*b, regs));
                let most = great::sum(a, MOST_NUMBERS - 1);
                let last = great::kept(Some(b).filter(|b| *b <= most), || most);
                out.extend((a..=last).map(Choice::of));
            }
            Some(Pick::Names(names) | Pick::Forms(names)) => out.extend(self.present(names, regs)),
            Some(Pick::Rules(rules)) => {
                out.extend(rules.iter().filter(|(_, x)| self.holds(*x, regs)).map(|(row, _)| Choice::of(Pick::rule(*row))));
            }
            Some(Pick::Facing) => out.extend((0..8).map(|k| Choice::of(k * 8192))),
            Some(Pick::Place { .. }) | None => {}
        }
        if may {
            out.push(Choice::of(NONE));
        }
        (out, wanted)
    }

    /// What sort of answer a `choose` wants.
    #[must_use]
    pub fn wanted(&self, pick: PickNo) -> Wanted {
        match self.program.picks.get(pick) {
            Some(Pick::Thing { of, .. }) => match self.program.sels.get(*of).map(|s| &s.domain) {
                Some(Domain::RowsOf(..) | Domain::Rows(_)) => Wanted::Row,
                Some(Domain::Forms(_)) => Wanted::Formation,
                _ => Wanted::Thing,
            },
            Some(Pick::Number(..)) => Wanted::Number,
            Some(Pick::Facing) => Wanted::Way,
            Some(Pick::Forms(_)) => Wanted::Formation,
            Some(Pick::Names(_) | Pick::Rules(_)) => Wanted::Name,
            Some(Pick::Place { .. }) => Wanted::Place,
            None => Wanted::Thing,
        }
    }

    /// What the rules name, without what this game does not have: that cannot be picked.
    fn present(&self, names: &[X], regs: &mut [i64]) -> Vec<Choice> {
        let absent = |x: X, is: i64| is == 0 && matches!(self.program.exs.get(x), Some(Ex::Named(_)));
        names.iter().map(|x| (*x, self.x(*x, regs))).filter(|(x, is)| !absent(*x, *is)).map(|(_, is)| Choice::of(is)).collect()
    }

    /// Of pieces that are alike in every respect but where they stand, one stands for all that touch an enemy and one for all that
    /// do not: the last in rank and farthest from its leader.
    fn alike(&self, options: &mut Vec<Choice>) {
        let all_pieces = options.iter().all(|c| self.cast.ent(c.value).is_some_and(|e| e.base == KindBase::Piece));
        if !all_pieces || options.len() < 2 {
            return;
        }
        let enemies = options.first().map_or_else(Vec::new, |c| self.enemies(self.side(c.value)));
        let mut kept: Vec<(Choice, bool, (u8, i32))> = Vec::new();
        for c in options.iter() {
            let (met, depth) = (self.meets(c.value, &enemies), self.depth(c.value));
            match kept.iter_mut().find(|(k, m, _)| *m == met && self.same(k.value, c.value)) {
                Some((k, _, d)) => {
                    if depth > *d {
                        *d = depth;
                        *k = *c;
                    }
                }
                None => kept.push((*c, met, depth)),
            }
        }
        *options = kept.into_iter().map(|(c, ..)| c).collect();
        options.sort_unstable_by_key(|c| c.value);
    }

    fn depth(&self, piece: i64) -> (u8, i32) {
        let place = self.world.place(piece);
        let leader = self.world.leader(self.world.parent_of(piece));
        let at = self.world.place(leader);
        (place.rank, place.point().distance(at.point()))
    }

    fn same(&self, a: i64, b: i64) -> bool {
        let (Some(x), Some(y)) = (self.cast.ent(a), self.cast.ent(b)) else { return false };
        if x.row != y.row || x.carries != y.carries || self.world.parent_of(a) != self.world.parent_of(b) {
            return false;
        }
        let (states, numbers) = self.world.alike(self.cast, a, b);
        // of a noted place the first number alone tells them apart
        let counts = || self.program.book.counts.iter().filter(|(_, c)| c.of == x.kind).map(|(n, _)| n);
        states && (numbers || counts().all(|c| self.world.cell(self.cast, a, c) == self.world.cell(self.cast, b, c)))
    }

    /// The actions that a group might take, at whom. Of each it is to be asked yet whether it may.
    pub(super) fn thinkable(&self, who: i64, kind: KindNo) -> Vec<Choice> {
        let mut out = Vec::new();
        for proc in self.program.acts.get(kind).into_iter().flatten().copied() {
            let Some(p) = self.program.procs.get(proc) else { continue };
            if let Some(touched) = &self.program.touched {
                touched.note_proc(proc);
            }
            let mut regs = [0i64; 64];
            put(&mut regs, 0, who);
            let value = proc.value();
            match p.aim {
                None => out.push(Choice::of(value)),
                Some(_) if !self.legal_at_somebody(proc, &mut regs) => {}
                Some(aim) => self.each(aim, &mut regs, &mut |_, _, second| {
                    out.push(Choice { value, second });
                    true
                }),
            }
        }
        out
    }

    /// Whether a group may take an action with its target.
    pub(super) fn may_act(&self, who: i64, action: Choice) -> bool {
        let mut regs = [0i64; 64];
        put(&mut regs, 0, who);
        put(&mut regs, 1, action.second);
        ProcNo::of_value(action.value).is_some_and(|proc| self.legal(proc, &mut regs))
    }

    /// Whether an action may be taken with its blanks in the first registers.
    #[must_use]
    pub fn legal(&self, proc: ProcNo, regs: &mut [i64]) -> bool {
        let Some(p) = self.program.procs.get(proc) else { return false };
        self.note(proc);
        !self.unpaid(p, regs, |_| true) && !self.misformed(p, proc, regs) && self.gates_hold(proc, regs)
    }

    /// Whether nothing forbids an action whatever it is done to; its first blank is in the first register.
    fn legal_at_somebody(&self, proc: ProcNo, regs: &mut [i64]) -> bool {
        const TARGET: Reg = 1;
        let (Some(p), Some(memo), None) = (self.program.procs.get(proc), self.memo, &self.program.touched) else { return true };
        !self.unpaid(p, regs, |x| !memo.depends(x, TARGET)) && self.gates_hold_whatever(proc, TARGET, regs)
    }

    /// The row that forbids an action, if any does; the row of the action itself if it cannot be paid or was done.
    #[must_use]
    pub fn why_not(&self, proc: ProcNo, regs: &mut [i64]) -> Option<RowNo> {
        let p = self.program.procs.get(proc)?;
        self.note(proc);
        if self.unpaid(p, regs, |_| true) || self.misformed(p, proc, regs) {
            return Some(p.row);
        }
        self.shut_gate(proc, regs)
    }

    /// For who wants to know what a run comes by.
    fn note(&self, proc: ProcNo) {
        self.program.touched.iter().for_each(|touched| touched.note_proc(proc));
    }

    /// Whether an action was done already, or cannot be paid, as far as what is `asked` says: else it is left open.
    fn unpaid(&self, p: &Procedure, regs: &mut [i64], asked: impl Fn(X) -> bool) -> bool {
        let who = regs.first().copied().unwrap_or(0);
        let did = self.program.once_per.and_then(|span| p.did.get(span).copied().flatten());
        did.is_some_and(|s| self.world.has(who, s))
            || p.limits.iter().any(|(x, state)| asked(*x) && self.world.has(self.x(*x, regs), *state))
            || p.costs.iter().any(|(count, of, amount)| {
                asked(*of) && asked(*amount) && self.world.cell(self.cast, self.x(*of, regs), *count) < self.x(*amount, regs)
            })
    }

    /// Whether an action leads to a formation that its group has already, or cannot take.
    fn misformed(&self, p: &Procedure, proc: ProcNo, regs: &[i64]) -> bool {
        let who = regs.first().copied().unwrap_or(0);
        let to = regs.get(1).copied().unwrap_or(NONE);
        let form = self.program.forms.iter().find(|f| p.roles >= 2 && f.state.value() == to && self.takes_form(proc));
        form.is_some_and(|form| self.world.has(who, form.state) || !self.may_form(who, form) || !self.fits_form(who, form))
    }

    /// Whether a formation is for such a group.
    pub(super) fn may_form(&self, who: i64, form: &Form) -> bool {
        form.open.is_none_or(|x| self.holds(x, &mut [who; 8]))
    }

    fn takes_form(&self, proc: ProcNo) -> bool {
        self.program.proc_heads.get(proc).is_some_and(|h| h.roles.get(1).is_some_and(|r| r.ty == crate::ir::Type::State))
    }

    /// A truth over registers that hold only one thing.
    #[must_use]
    pub fn holds_of(&self, x: X, who: i64) -> bool {
        self.holds(x, &mut [who; 48])
    }
}

/// Nothing is picked.
pub const NONE_CHOICE: Choice = Choice { value: NONE, second: NONE };

/// Beside a place: a point on the way, not its end.
pub const VIA: i64 = -2;
