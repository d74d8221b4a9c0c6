//! Rolls of one against another: each makes the same roll, and the difference says what comes of it.

use rustc_hash::FxHashMap;

use super::super::build::{Builder, land, target};
use super::Making;
use crate::hir::{Band, Block, Expr, Line, LocalId, Moment, Proc, Ty};
use crate::ir::{self, Bin, Ex, Op, ProcNo, Reg, X};

/// The step of an opposed roll that its differences are.
const RESULT: &str = "result";

impl<'a> Builder<'a> {
    /// Both roll; the higher total wins. Equal totals roll again unless a difference of 0 means something.
    pub(super) fn opposed(&mut self, m: &mut Making<'a>, p: &'a Proc, side: Option<LocalId>, roll: &'a Expr, ties_again: bool) {
        let Some(sides) = self.who_rolls(m) else { return };
        let rolls = self.each_roll(m, side, roll);
        let (a, b) = (m.frame.fresh(), m.frame.fresh());
        let top = m.code.len();
        // a draw is forgotten, so that the roll begins again as it began
        let nought = self.int(0);
        m.code.extend([Op::Set(a, nought), Op::Set(b, nought)]);
        let [one, other] = sides;
        let (first, second) = (one.first().copied().unwrap_or_default(), other.first().copied().unwrap_or_default());
        for (args, to) in [(one, a), (other, b)] {
            let args = self.list(args);
            m.code.push(Op::Call { proc: rolls, args, to, tags: 0, answers: None });
        }
        let (ax, bx) = (self.reg(a), self.reg(b));
        let level = m.chance.bands.iter().any(|(_, band, _)| matches!(band, Band::Difference(0, _)));
        if ties_again || !level {
            let differ = self.two(Bin::Ne, ax, bx);
            m.code.push(Op::Unless(differ, target(top)));
        }
        let more = self.two(Bin::Lt, ax, bx);
        let (high, low) = (self.ex(Ex::If(more, second, first)), self.ex(Ex::If(more, first, second)));
        let (up, down) = (self.two(Bin::Max, ax, bx), self.two(Bin::Min, ax, bx));
        let apart = self.two(Bin::Sub, up, down);
        let [winner, _, difference] =
            [("winner", high), ("loser", low), ("difference", apart)].map(|(word, x)| self.known_as(m, p, word, x));
        self.differences(m, difference);
        let won = self.reg(winner);
        m.code.push(Op::Give(won));
    }

    /// Sets what rules and the lines below may speak of.
    fn known_as(&mut self, m: &mut Making<'a>, p: &Proc, word: &str, x: X) -> Reg {
        let reg = match self.result_word(p, word) {
            Some(local) => m.frame.bind(local),
            None => m.frame.fresh(),
        };
        m.code.push(Op::Set(reg, x));
        let label = self.label(word, m.head.line.at);
        m.code.push(Op::Result(label, reg));
        reg
    }

    /// What fills the blanks of the roll for the one and for the other.
    fn who_rolls(&mut self, m: &Making<'a>) -> Option<[Vec<X>; 2]> {
        let both = self.blanks_of(m);
        match both.as_slice() {
            [] => {
                let game = self.ex(Ex::Game);
                let first = self.ex(Ex::Side(game));
                let second = self.ex(Ex::OtherSide(first));
                Some([vec![first], vec![second]])
            }
            [one, other, rest @ ..] => {
                let turned = [*other, *one].into_iter().chain(rest.iter().copied()).collect();
                Some([both.clone(), turned])
            }
            [_] => None,
        }
    }

    /// The roll that each of the two makes: a procedure of its own, which takes all that is changed in the throw.
    fn each_roll(&mut self, m: &mut Making<'a>, side: Option<LocalId>, roll: &'a Expr) -> ProcNo {
        let name = self.text(m.head.name);
        let proc = self.new_proc(&name, "roll", m.head.roles.len().max(1), m.head.line.at);
        let gives = if roll.ty == Ty::LENGTH { ir::Type::LENGTH } else { ir::Type::PLAIN };
        let mut head = ir::Head { gives, ..self.program_head(m.head, "roll") };
        let mut frame = self.frame_of(m.head);
        if let (Some(side), true) = (side, m.head.roles.is_empty()) {
            let reg = frame.bind(side);
            frame.viewer = Some(self.reg(reg));
            let ty = self.program_type(self.ty(side));
            head.roles.push(ir::Role { prep: "of".into(), ty, local: "side".into(), span: m.head.line.at.span() });
        }
        if let Some(h) = self.program.proc_heads.get_mut(proc) {
            *h = head;
        }
        self.cite_as(proc, m);
        frame.proc = Some(proc);
        frame.step = "opposed".into();
        let mut own = Making {
            id: m.id,
            proc,
            head: m.head,
            chance: m.chance,
            lines: std::mem::take(&mut m.lines),
            frame,
            code: Vec::new(),
            taken: FxHashMap::default(),
            used: Vec::new(),
            late: Vec::new(),
            hits: Vec::new(),
        };
        self.roll(&mut own, roll);
        self.finish(proc, own.code, &own.frame, m.head.line.at);
        proc
    }

    /// The roll stands under the clauses of the throw.
    fn cite_as(&mut self, proc: ProcNo, m: &Making<'a>) {
        let cites: Vec<String> = m.head.line.cites.iter().map(|c| self.text(*c)).collect();
        let row = self.program.procs.get(proc).map(|p| p.row);
        if let Some(r) = row.and_then(|r| self.program.rows.get_mut(r)) {
            r.cites = cites;
        }
    }

    /// What comes of each difference: the step `result`, which rules may meet.
    fn differences(&mut self, m: &mut Making<'a>, apart: Reg) {
        let bands: &'a [(Line, Band, Block)] = &m.chance.bands;
        if bands.is_empty() {
            return;
        }
        let step = self.rules.names.find(RESULT);
        let mut replaced = Vec::new();
        if step.is_some() {
            self.splice_at(&mut m.frame, &mut m.code, m.id, step, Moment::Before);
            replaced = self.splice_instead(&mut m.frame, &mut m.code, m.id, step);
        }
        let mut ends = Vec::new();
        for (line, band, block) in bands {
            let Band::Difference(lo, hi) = band else { continue };
            let here = self.between(apart, *lo, *hi);
            let jump = self.band(m, line, here, block);
            ends.push(m.code.len());
            m.code.push(Op::Jump(0));
            land(&mut m.code, jump);
        }
        for at in ends.into_iter().chain(replaced) {
            land(&mut m.code, at);
        }
        if step.is_some() {
            self.splice_at(&mut m.frame, &mut m.code, m.id, step, Moment::After);
        }
    }
}
