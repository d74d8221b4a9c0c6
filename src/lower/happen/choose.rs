//! What a player is asked: which, how many, where, whether.

use crate::hir::{Choice, Expr, LocalId, Offer, Sel, Spend, Stays, Ty};
use crate::ir::{self, Bin, Choosing, Drawing, Ex, Limit, Offering, Op, Pick, PickNo, X};
use crate::lower::build::{Builder, land};
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

impl Builder<'_> {
    /// From whose side friends and enemies are seen: who carries the rule, else the first blank.
    pub(crate) fn viewer(&mut self, f: &Frame) -> Option<X> {
        match f.me {
            // a row has no player
            Some(me) if !me.row => Some(self.reg(me.reg)),
            _ => f.viewer,
        }
    }

    /// Who a rule acts for: its carrier, else the first blank.
    pub(crate) fn carrier(&mut self, f: &Frame) -> X {
        self.viewer(f).unwrap_or_else(|| self.ex(Ex::Game))
    }

    /// Whose player decides, unless it is said: the owner of who carries the rule, else of the first blank.
    pub(crate) fn owner(&mut self, f: &Frame) -> X {
        let viewer = self.carrier(f);
        self.ex(Ex::Side(viewer))
    }

    /// The side of whoever is named, else the owner.
    fn decider(&mut self, f: &mut Frame, by: Option<&Expr>) -> X {
        match by {
            Some(e) => {
                let x = self.ask(f, e);
                self.ex(Ex::Side(x))
            }
            None => self.owner(f),
        }
    }

    /// `y chooses x: ...`.
    pub(super) fn choose(
        &mut self,
        f: &mut Frame,
        code: &mut Vec<Op>,
        (to, choice, by, may, closed): (LocalId, &Choice, Option<&Expr>, bool, bool),
        at: At,
    ) {
        let by = self.decider(f, by);
        let pick = self.pick_of(f, code, choice, at);
        let to_reg = f.bind(to);
        let label = self.label_of_local(to, at);
        let jump = code.len();
        code.push(Op::Choose(Choosing { pick, by, to: to_reg, none: 0, may, label, secret: false, closed }));
        if matches!(choice, Choice::Edge) {
            let chosen = self.edge_towards(to_reg);
            code.push(Op::Set(to_reg, chosen));
        }
        land(code, jump);
    }

    /// `choose x of each side: ..., in secret`: both are asked, then both are told.
    pub(super) fn choose_apart(
        &mut self,
        f: &mut Frame,
        code: &mut Vec<Op>,
        (side, to, choice, may): (LocalId, (LocalId, LocalId), &Choice, bool),
        at: At,
    ) {
        let label = self.label_of_local(to.0, at);
        let side = f.bind(side);
        let pick = self.pick_of(f, code, choice, at);
        let (first, second) = (f.bind(to.0), f.bind(to.1));
        for (number, to) in [(1, first), (2, second)] {
            let number = self.int(number);
            code.push(Op::Set(side, number));
            let by = self.reg(side);
            let jump = code.len();
            code.push(Op::Choose(Choosing { pick, by, to, none: 0, may, label, secret: true, closed: false }));
            land(code, jump);
        }
        code.push(Op::Show(first, second, pick, label));
    }

    /// Of what is picked.
    fn pick_of(&mut self, f: &mut Frame, code: &mut Vec<Op>, choice: &Choice, at: At) -> PickNo {
        let mut said = Vec::new();
        let pick = match choice {
            Choice::Thing { of, each } => Pick::Thing { of: self.sel(f, of).0, each: *each },
            Choice::Number(low, high) => Pick::Number(self.effect(f, code, low), self.effect(f, code, high)),
            Choice::Names(names) => {
                let formations = names.iter().all(|(_, e)| e.ty == Ty::Formation);
                let names = names.iter().map(|(_, e)| self.ask(f, e)).collect();
                if formations { Pick::Forms(names) } else { Pick::Names(names) }
            }
            Choice::Facing => Pick::Facing,
            Choice::Edge => Pick::Names(self.edges()),
            Choice::Place(limits, who) => {
                let who = who.as_ref().map(|e| self.ask(f, e));
                said.extend(limits.iter().map(|(_, at)| *at));
                Pick::Place { limits: self.limits(f, limits), who }
            }
        };
        self.add_pick(pick, &said, at)
    }

    /// A choice, and how its limits are written.
    pub(super) fn add_pick(&mut self, pick: Pick, said: &[At], at: At) -> PickNo {
        let id = self.number(self.program.picks.len(), at, "choices");
        self.program.picks.push(pick);
        self.maps.said.extend(said.iter().enumerate().map(|(i, at)| (id, i, *at)));
        id
    }

    /// What a place keeps to.
    pub(super) fn limits(&mut self, f: &mut Frame, limits: &[(Stays, At)]) -> Vec<Limit> {
        let mut out = Vec::new();
        for (stays, _) in limits {
            let stays = match stays {
                Stays::Within(far, of) => ir::Stays::Within(self.ask(f, far), self.ask(f, of)),
                Stays::Beyond(far, of) => ir::Stays::Beyond(self.ask(f, far), self.ask(f, of)),
                Stays::BeyondAll(far, sel) => ir::Stays::BeyondAll(self.ask(f, far), self.sel(f, sel).0),
                Stays::Inside(zone) => ir::Stays::Inside(self.ask(f, zone)),
            };
            out.push(Limit { said: String::new(), stays });
        }
        out
    }

    /// One of a description, each as likely.
    pub(super) fn pick_at_random(&mut self, f: &mut Frame, code: &mut Vec<Op>, to: LocalId, sel: &Sel, at: At) {
        let (sel, _) = self.sel(f, sel);
        let to = f.bind(to);
        let name = self.name_of_proc(f);
        let throw = self.random_throw(f, &name, at);
        code.push(Op::Pick(Drawing { sel, throw, to }));
    }

    /// `may ...`, `REF may ...`.
    pub(super) fn may(&mut self, f: &mut Frame, code: &mut Vec<Op>, offer: &Offer, at: At) {
        let who = offer.who.as_ref().map(|e| self.ask(f, e));
        let by = match who {
            Some(x) => self.ex(Ex::Side(x)),
            None => self.owner(f),
        };
        let label = self.label_of(offer.label, at);
        let mut exits = Vec::new();
        // what is offered is paid for by those who take it
        let paid = offer.spend.as_ref().and_then(|spend| {
            self.spend(f, code, spend, Some(&mut exits));
            code.pop()
        });
        let who = who.or_else(|| self.viewer(f)).unwrap_or_default();
        exits.push(code.len());
        code.push(Op::Offer(Offering { by, no: 0, label, row: None, who }));
        code.extend(paid);
        self.block(f, code, &offer.block);
        for exit in exits {
            land(code, exit);
        }
    }

    /// `spend 1 COUNT of X`; with `exits`, only where it can be afforded.
    pub(super) fn spend(&mut self, f: &mut Frame, code: &mut Vec<Op>, spend: &Spend, exits: Option<&mut Vec<usize>>) {
        let of = self.ask(f, &spend.of);
        let amount = self.effect(f, code, &spend.amount);
        let count = number::count(spend.count);
        if let Some(exits) = exits {
            let cell = self.ex(Ex::Cell { of, count });
            let enough = self.two(Bin::Le, amount, cell);
            exits.push(code.len());
            code.push(Op::Unless(enough, 0));
        }
        let minus = self.ex(Ex::Neg(amount));
        code.push(Op::Add(of, count, minus));
    }
}
