//! Throws, and dice that are rolled where they stand.

use crate::dice::{Histogram, name_key};
use crate::hir::Dice;
use crate::ir::{Bin, Key, Op, Reg, RowNo, Table, Throw, ThrowKind, ThrowNo, X};
use crate::lower::ask::INCH;
use crate::lower::build::{Builder, land};
use crate::lower::frame::Frame;
use crate::source::At;

impl Builder<'_> {
    /// What the procedure is called that code belongs to.
    pub(crate) fn name_of_proc(&self, f: &Frame) -> String {
        f.proc.and_then(|p| self.program.proc_heads.get(p)).map_or_else(String::new, |h| h.name.clone())
    }

    /// A new throw, with a row of its own. Its key is made of names, its own and the frame's step, so that adding a rule
    /// elsewhere does not change it.
    pub fn throw(&mut self, f: &Frame, name: &str, kind: ThrowKind, sides: u8, dice: X, at: At) -> ThrowNo {
        let row = self.row_here(f, name.to_owned(), at);
        let path = format!("{}.{}", Key::new(name).as_str(), f.step);
        let twins = self.program.throws.all().iter().filter(|t| t.path == path).count();
        let id = self.number(self.program.throws.len(), at, "throws");
        self.program.throws.push(Throw {
            name: name.to_owned(),
            title: name.to_owned(),
            key: name_key(&path),
            path,
            twin: u32::try_from(twins).unwrap_or_default(),
            row,
            kind,
            sides,
            halve: false,
            dice,
            more: Vec::new(),
            exact: Vec::new(),
            need: None,
            low: false,
            needs: Vec::new(),
            each: Vec::new(),
            base: None,
            naturals: Vec::new(),
            counts: Vec::new(),
            rerolls: Vec::new(),
            keep: Vec::new(),
            explodes: Vec::new(),
            asked: Histogram::default(),
            looks: Vec::new(),
            seen: false,
        });
        id
    }

    /// A line of its own for what stands in the sentences of a frame.
    pub(crate) fn row_here(&mut self, f: &Frame, name: String, at: At) -> RowNo {
        let row = self.row(name, at, &f.cites, None);
        self.maps.owners.extend(f.owner.map(|owner| (row, owner)));
        row
    }

    /// Dice that are rolled: the register of the total.
    pub fn roll_dice(&mut self, f: &mut Frame, code: &mut Vec<Op>, dice: &Dice) -> Reg {
        // of three sides no die is made: the total of six-sided ones is halved
        let halve = dice.sides == 3;
        let sides = if halve { 6 } else { u8::try_from(dice.sides).unwrap_or(u8::MAX) };
        let number = self.int(dice.number);
        let name = self.name_of_proc(f);
        let id = self.throw(f, &name, ThrowKind::Sum, sides, number, dice.at);
        if let Some(t) = self.program.throws.get_mut(id) {
            t.halve = halve;
        }
        let reg = f.fresh();
        code.push(Op::Roll(id, reg));
        if dice.inches {
            let (raw, inch) = (self.reg(reg), self.int(INCH));
            let x = self.two(Bin::Mul, raw, inch);
            code.push(Op::Set(reg, x));
        }
        if dice.plus != 0 {
            let (thrown, plus) = (self.reg(reg), self.int(dice.plus));
            let x = self.two(Bin::Add, thrown, plus);
            code.push(Op::Set(reg, x));
        }
        reg
    }

    /// Rolls the dice of a cell, of which `which` says the number, and adds what they come to to a register.
    pub(crate) fn roll_one_of(&mut self, f: &mut Frame, code: &mut Vec<Op>, dice: &[Dice], which: X, to: Reg) {
        for (i, dice) in (0..).zip(dice) {
            let is = self.int(Table::DICE + i);
            let test = self.two(Bin::Eq, which, is);
            let jump = code.len();
            code.push(Op::Unless(test, 0));
            let rolled = self.roll_dice(f, code, dice);
            let (rolled, now) = (self.reg(rolled), self.reg(to));
            let sum = self.two(Bin::Add, now, rolled);
            code.push(Op::Set(to, sum));
            land(code, jump);
        }
    }
}
