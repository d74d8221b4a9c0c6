//! Cells that hold dice: `d3`, `2d6"`, `d6+2`. They are rolled where a step looks them up, and cannot be asked.

use super::compile::{Pass, land};
use super::ir::{Bin, Ex, Op, Reg, Table, X};
use super::numbers::{mils, short};
use super::scope::Scope;
use crate::diag::Code;
use crate::model::{Head, KindBase, Symbol, Type};
use crate::source::Span;
use crate::syntax::{Node, Rule};

/// The parts of dice as a cell says them: how many, of how many sides, what is added, whether they are inches.
pub(super) struct DiceCell {
    pub number: i64,
    pub sides: u8,
    pub plus: i64,
    pub inches: bool,
}

/// What dice a cell says, if it says any. What is added is in thousandths if they are inches.
pub(super) fn dice_cell(text: &str) -> Option<DiceCell> {
    let (number, rest) = text.trim().split_once('d')?;
    let number = if number.is_empty() { 1 } else { number.parse().ok()? };
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (sides, rest) = rest.split_at(end);
    let (first, added) = rest.strip_prefix('"').map_or((false, rest), |r| (true, r));
    let added = added.trim();
    let (less, amount) = match added.strip_prefix('+').or_else(|| added.strip_prefix('-')) {
        Some(amount) => (added.starts_with('-'), amount.trim()),
        None if added.is_empty() => (false, "0"),
        None => return None,
    };
    let inches = first || amount.ends_with('"');
    let plain: i64 = amount.trim_end_matches('"').parse().ok()?;
    let plus = if inches { mils(amount) } else { plain };
    Some(DiceCell { number, sides: sides.parse().ok()?, plus: if less { -plus } else { plus }, inches })
}

/// Dice of one throw at most.
const MOST_DICE: i64 = 1000;

impl Pass<'_> {
    /// How many dice of how many sides: a die has 1 to 255.
    pub fn dice_of(&mut self, text: &str, span: Span) -> (i64, u8) {
        let found = dice_cell(text).filter(|d| d.sides > 0 && (1..=MOST_DICE).contains(&d.number));
        if found.is_none() {
            let help = "a throw has 1 to 1000 dice of 1 to 255 sides; of more, roll digits: `10 x d10 + d10`";
            self.fault(Code::Type, span, "there are no such dice", help);
        }
        found.map_or((1, 6), |d| (d.number, d.sides))
    }

    /// Rolls the dice of a cell, of which `which` says the number, and adds what they come to to a register.
    pub fn roll_cell(&mut self, scope: &mut Scope, code: &mut Vec<Op>, dice: &[String], which: X, to: Reg, span: Span) {
        for (i, text) in dice.iter().enumerate() {
            let is = self.int(Table::DICE + i64::try_from(i).unwrap_or(0));
            let test = self.program.ex(Ex::Two(Bin::Eq, which, is));
            let jump = code.len();
            code.push(Op::Unless(test, 0));
            let rolled = self.roll_dice(scope, code, text, span);
            let (rolled, now) = (self.program.ex(Ex::Reg(rolled)), self.program.ex(Ex::Reg(to)));
            let sum = self.program.ex(Ex::Two(Bin::Add, now, rolled));
            code.push(Op::Set(to, sum));
            land(code, jump);
        }
    }

    /// The column that a value is, if its cells hold dice.
    fn dice_column(&self, slot: usize) -> Option<(usize, Vec<String>)> {
        let col = self.program.columns.iter().position(|c| usize::from(c.slot) == slot && !c.dice.is_empty())?;
        self.program.columns.get(col).map(|c| (col, c.dice.clone()))
    }

    /// The column of dice that a name is.
    pub fn named_dice_column(&self, written: &str) -> Option<usize> {
        let slots = self.program.book.every(written, Symbol::Value);
        slots.into_iter().find(|v| self.dice_column(*v).is_some())
    }

    /// A value of a list whose cell may hold dice: they are rolled, and what rules add to the value is added.
    pub fn column_dice(&mut self, scope: &mut Scope, code: &mut Vec<Op>, call: &Node) -> Option<(Reg, Type)> {
        let name = call.find(Rule::name_ref)?;
        let slot = self.named_dice_column(self.name(name.find(Rule::name).unwrap_or(name)))?;
        let (col, dice) = self.dice_column(slot)?;
        let head = self.program.slot_heads.get(slot).cloned()?;
        let mut given = Vec::new();
        let roles = call.all(Rule::role);
        for role in roles {
            let prep = role.find(Rule::prep).map_or("", |p| self.text(p)).to_owned();
            let Some(operand) = role.filled() else { continue };
            let (x, ty) = self.effect(scope, code, operand);
            given.push((prep, x, ty, role.span));
        }
        let args = self.fill(scope, &head, given, name.span);
        let of = args.first().copied()?;
        let kind = self.program.columns.get(col).map_or(0, |c| c.kind);
        let row = if self.program.book.is(kind, KindBase::Row) { of } else { self.program.ex(Ex::TypeRow(of)) };
        let which = self.program.ex(Ex::Column { row, col: short(col) });
        let args = self.program.list(args);
        let reg = scope.fresh();
        let fixed = self.program.ex(Ex::Value { slot: short(slot), args });
        code.push(Op::Set(reg, fixed));
        self.roll_cell(scope, code, &dice, which, reg, name.span);
        Some((reg, head.gives))
    }

    /// What a value comes to for those in its blanks.
    pub fn valued(&mut self, slot: usize, head: Head, args: Vec<X>, span: Span) -> (X, Type) {
        if self.dice_column(slot).is_some() {
            let help = "look it up in a step of its own, `step x = ...`, and ask `x`";
            return self.fault(Code::Dice, span, format!("`{}` holds dice, and a question may not roll", head.name), help);
        }
        let args = self.program.list(args);
        (self.program.ex(Ex::Value { slot: short(slot), args }), head.gives)
    }
}

#[cfg(test)]
mod tests {
    use super::dice_cell;

    #[test]
    fn dice_are_read() {
        let read = |t: &str| dice_cell(t).map(|d| (d.number, d.sides, d.plus, d.inches));
        assert_eq!(read("d6"), Some((1, 6, 0, false)));
        assert_eq!(read("2d6+3"), Some((2, 6, 3, false)));
        assert_eq!(read("2d10-5\""), Some((2, 10, -5000, true)));
        assert_eq!(read("d3\""), Some((1, 3, 0, true)));
        for none in ["7", "d", "d6+", "d6x2", "Rounded", "dd", "-"] {
            assert!(read(none).is_none(), "{none}");
        }
    }
}
