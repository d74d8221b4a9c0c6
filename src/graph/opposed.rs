//! Rolls of one against another: each makes the same roll, and the difference says what comes of it.

use super::compile::{Pass, land};
use super::ir::{Bin, Ex, Op, Procedure, X};
use super::numbers::{short, small};
use super::scope::Scope;
use super::splice::Splice;
use super::toss::Toss;
use crate::diag::Code;
use crate::model::{Head, Role, Type};
use crate::syntax::{Declaration, Node, Rule};

/// The step of an opposed roll that its differences are.
pub(super) const RESULT: &str = "result";

impl<'a> Pass<'a> {
    /// Both roll; the higher total wins. Equal totals roll again unless a difference of 0 means something.
    pub fn opposed(&mut self, d: &'a Declaration, proc: u16, head: &Head, scope: &mut Scope, code: &mut Vec<Op>, tosses: &[Toss<'a>]) {
        if d.head.find(Rule::chance_body).is_none_or(|b| !b.has(Rule::choice)) {
            self.fault(Code::Place, d.head.span, "an opposed roll wants its dice", "write `: d6 + ...` after the head");
            return;
        }
        let Some((rolls, sides)) = self.each_roll(d, head, tosses) else { return };
        let (a, b) = (scope.fresh(), scope.fresh());
        let top = code.len();
        // a draw is forgotten, so that the roll begins again as it began
        let nought = self.int(0);
        code.extend([Op::Set(a, nought), Op::Set(b, nought)]);
        for (args, to) in [(&sides[0], a), (&sides[1], b)] {
            let args = self.program.list(args.clone());
            code.push(Op::Call { proc: rolls, args, to, tags: 0, answers: u16::MAX });
        }
        let (ax, bx) = (self.program.ex(Ex::Reg(a)), self.program.ex(Ex::Reg(b)));
        let bands: Vec<(&'a Node, &'a crate::syntax::Line)> =
            d.body.iter().flat_map(|l| l.parts.iter().map(move |p| (p, l))).filter(|(p, _)| p.rule == Rule::band).collect();
        let again = d.head.find(Rule::chance_body).is_some_and(|c| c.has(Rule::tie_rule));
        let level = bands.iter().any(|(p, _)| self.difference(p).is_some_and(|(lo, _)| lo == 0));
        if again || !level {
            let differ = self.program.ex(Ex::Two(Bin::Ne, ax, bx));
            code.push(Op::Unless(differ, u32::try_from(top).unwrap_or(0)));
        }
        let more = self.program.ex(Ex::Two(Bin::Lt, ax, bx));
        let (first, second) = (sides[0].first().copied().unwrap_or(0), sides[1].first().copied().unwrap_or(0));
        let (high, low) = (self.program.ex(Ex::If(more, second, first)), self.program.ex(Ex::If(more, first, second)));
        let (up, down) = (self.program.ex(Ex::Two(Bin::Max, ax, bx)), self.program.ex(Ex::Two(Bin::Min, ax, bx)));
        let apart = self.program.ex(Ex::Two(Bin::Sub, up, down));
        let winner = scope.bind("winner", head.gives.clone());
        let loser = scope.bind("loser", head.gives.clone());
        let difference = scope.bind("difference", Type::PLAIN);
        for (reg, x, word) in [(winner, high, "winner"), (loser, low, "loser"), (difference, apart, "difference")] {
            code.push(Op::Set(reg, x));
            let label = self.program.label(word);
            code.push(Op::Result(label, reg));
        }
        self.differences(proc, head, scope, code, &bands);
        let won = self.program.ex(Ex::Reg(winner));
        code.push(Op::Give(won));
    }

    /// The roll that each of the two makes, and what fills its blanks for the one and for the other.
    fn each_roll(&mut self, d: &'a Declaration, head: &Head, tosses: &[Toss<'a>]) -> Option<(u16, [Vec<X>; 2])> {
        let kind = self.program.book.kind("side").unwrap_or(1);
        let both: Vec<X> = (0..head.roles.len()).map(|i| self.program.ex(Ex::Reg(small(i)))).collect();
        let (roles, sides) = match both.as_slice() {
            [] => {
                let game = self.program.ex(Ex::Game);
                let first = self.program.ex(Ex::Side(game));
                let second = self.program.ex(Ex::OtherSide(first));
                let side = Role { prep: "of".into(), ty: Type::Thing(kind), local: "side".into(), span: head.span };
                (vec![side], [vec![first], vec![second]])
            }
            [one, other, rest @ ..] if head.roles.first().map(|r| &r.ty) == head.roles.get(1).map(|r| &r.ty) => {
                let turned: Vec<X> = [*other, *one].into_iter().chain(rest.iter().copied()).collect();
                (head.roles.clone(), [both.clone(), turned])
            }
            _ => {
                let help = "give it two blanks of one kind, `by unit at unit target`, or none: then the sides roll";
                self.fault(Code::Role, head.span, "an opposed roll is between two of one kind", help);
                return None;
            }
        };
        let gives = if self.files.slice(d.head.span).contains('"') { Type::LENGTH } else { Type::PLAIN };
        let rolls = Head { roles, gives, word: "roll".into(), ..head.clone() };
        let id = short(self.program.procs.len());
        let row = self.new_row(&head.name, head.span, self.cites(&d.cites), None);
        let count = small(rolls.roles.len());
        self.program.procs.push(Procedure { name: head.name.clone(), row, word: "roll".into(), roles: count, ..Procedure::default() });
        self.program.proc_heads.push(rolls.clone());
        let mut scope = self.scope_of(&rolls.roles);
        scope.proc = Some(id);
        scope.step = "opposed".into();
        let mut code = Vec::new();
        self.roll(d, id, &rolls, &mut scope, &mut code, tosses);
        if let Some(p) = self.program.procs.get_mut(id as usize) {
            p.code = code;
            p.regs = scope.most.saturating_add(1);
        }
        Some((id, sides))
    }

    /// What comes of each difference: the step `result`, which rules may meet.
    fn differences(
        &mut self,
        proc: u16,
        head: &Head,
        scope: &mut Scope,
        code: &mut Vec<Op>,
        bands: &[(&'a Node, &'a crate::syntax::Line)],
    ) {
        if bands.is_empty() {
            return;
        }
        self.splice_at(scope, code, proc, RESULT, Splice::Before, head);
        let list = self.splice_list(proc, RESULT);
        let replaced = self.splice_instead(scope, code, &list, head);
        let apart = scope.find("difference").map_or(0, |l| l.reg);
        let mut ends = Vec::new();
        for (part, line) in bands {
            let Some((lo, hi)) = self.difference(part) else {
                self.fault(Code::Place, part.span, "this is no difference", "write `difference 2 to 3: ...`");
                continue;
            };
            let apart = self.program.ex(Ex::Reg(apart));
            let (lo, hi) = (self.int(lo), self.int(hi));
            let above = self.program.ex(Ex::Two(Bin::Le, lo, apart));
            let below = self.program.ex(Ex::Two(Bin::Le, apart, hi));
            let here = self.program.ex(Ex::Two(Bin::And, above, below));
            let jump = code.len();
            code.push(Op::Unless(here, 0));
            self.block(scope, code, part.find(Rule::block), &line.below);
            ends.push(code.len());
            code.push(Op::Jump(0));
            land(code, jump);
        }
        for at in ends.into_iter().chain(replaced) {
            land(code, at);
        }
        self.splice_at(scope, code, proc, RESULT, Splice::After, head);
    }

    /// The differences that a line speaks of.
    fn difference(&self, part: &Node) -> Option<(i64, i64)> {
        let range = part.find(Rule::margin)?.find(Rule::range)?;
        super::table_keys::key_range(self.text(range).trim())
    }
}
