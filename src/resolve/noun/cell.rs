//! What a cell of a table or of a list may say: a number, dice, yes or no, the name of something.

use crate::ast::{self, CellSays, DiceSum, NameRef, Param};
use crate::diag::Code;
use crate::hir::{Cell, Dice, Expr, ExprKind, KindBase, StateId, Symbol, Ty};
use crate::source::At;

use super::super::Resolver;
use super::find::direction;
use super::given::bracketed;

/// Dice of one throw at most.
const MOST_DICE: i64 = 1000;
/// Sides of a die at most.
const MOST_SIDES: i64 = 255;

/// Whether a cell of this type is a number, a score, or yes or no.
pub(crate) fn counted(ty: Ty) -> bool {
    matches!(ty, Ty::Number(_) | Ty::Need | Ty::Truth)
}

impl Resolver<'_> {
    /// A cell as it is written, for messages.
    pub fn cell_text(&self, cell: &ast::Cell) -> String {
        match (&cell.name, &cell.says) {
            (Some(name), _) => self.said(name.sym),
            (None, CellSays::Dash) => "-".to_owned(),
            (None, _) => String::new(),
        }
    }

    /// What a cell says, and what sort of thing that is; none if it says nothing that is known. Of two of one name, a row
    /// of the list that is wanted comes first. A cell that says there is nothing is of the sort that is wanted.
    pub fn cell_value(&mut self, cell: &ast::Cell, wanted: Ty) -> Option<(Cell, Ty)> {
        match &cell.says {
            CellSays::Empty | CellSays::Dash => Some((Cell::Dash, wanted)),
            CellSays::Dice(sum) => {
                let ty = rolled(sum)?;
                self.such_dice(sum);
                Some((Cell::Dice(dice(sum)), ty))
            }
            _ => self.said_in_cell(cell, wanted).map(|e| {
                let ty = e.ty;
                (Cell::Is(e), ty)
            }),
        }
    }

    /// What sort of thing a cell holds that says something; none if it says nothing that is known.
    pub fn cell_type(&self, cell: &ast::Cell) -> Option<Ty> {
        match &cell.says {
            CellSays::Empty | CellSays::Dash => None,
            CellSays::Dice(sum) => rolled(sum),
            _ => self.said_in_cell(cell, Ty::Unknown).map(|e| e.ty),
        }
    }

    /// A cell that holds neither nothing nor dice.
    fn said_in_cell(&self, cell: &ast::Cell, wanted: Ty) -> Option<Expr> {
        let number = |n: i64, ty| Some(Expr::new(ExprKind::Int(n), ty, cell.at));
        match &cell.says {
            CellSays::Int(n) => return number(*n, Ty::PLAIN),
            CellSays::Length(n) => return number(*n, Ty::LENGTH),
            CellSays::Degrees(n) => return number(*n, Ty::ANGLE),
            CellSays::Need(n) => return number(*n, Ty::Need),
            CellSays::Amount { value, measure } => {
                if let Some(measure) = self.measure_named(measure.sym) {
                    return number(*value, Ty::Number(measure));
                }
            }
            CellSays::Yes => return Some(Expr::new(ExprKind::Truth(true), Ty::Truth, cell.at)),
            CellSays::No => return Some(Expr::new(ExprKind::Truth(false), Ty::Truth, cell.at)),
            _ => {}
        }
        self.named_in_cell(cell.name.as_ref()?, wanted)
    }

    /// A cell that names something.
    fn named_in_cell(&self, name: &ast::Name, wanted: Ty) -> Option<Expr> {
        let symbols = self.lookup(name.sym);
        if let Some(way) = direction(self.text(name.sym)).filter(|_| symbols.is_empty()) {
            return Some(Expr::new(ExprKind::Compass(way), Ty::Facing, name.at));
        }
        if let Ty::Row(kind) = wanted {
            if let Some(row) = self.row_named(name.sym, Some(kind)) {
                return Some(Expr::new(ExprKind::Row(row), wanted, name.at));
            }
        }
        symbols.iter().find_map(|s| match *s {
            Symbol::Word(w) => Some(Expr::new(ExprKind::Word(w), Ty::Name, name.at)),
            // a card, where one is wanted
            Symbol::Thing(t) if self.rules.things.get(t).is_some_and(|t| Ty::Thing(t.kind) == wanted) => {
                Some(Expr::new(ExprKind::Thing(t), wanted, name.at))
            }
            Symbol::State(s) if !matches!(wanted, Ty::Thing(k) if self.is(k, KindBase::Card)) => Some(self.state_value(s, name.at)),
            Symbol::Row(r) => {
                let kind = self.rules.rows.get(r)?.kind;
                Some(Expr::new(ExprKind::Row(r), Ty::Row(kind), name.at))
            }
            _ => None,
        })
    }

    /// A state as a value: a formation, or a mere name.
    pub fn state_value(&self, state: StateId, at: At) -> Expr {
        let ty = if self.is_formation(state) { Ty::Formation } else { Ty::Name };
        Expr::new(ExprKind::Formation(state), ty, at)
    }

    /// Makes a name known that only a cell speaks of.
    pub fn cell_word(&mut self, cell: &ast::Cell) {
        let Some(name) = cell.name else { return };
        let text = self.text(name.sym);
        // a direction means what it means everywhere, and a list of names is none
        let wordy = text.starts_with(char::is_uppercase) && !text.contains(',') && direction(text).is_none();
        if wordy && self.lookup(name.sym).is_empty() {
            self.enter(name.sym, Symbol::Word(name.sym));
        }
    }

    /// A name of a cell as sentences have it: with what stands in brackets behind it.
    pub fn cell_name(&mut self, name: ast::Name) -> NameRef {
        let text = self.said(name.sym);
        let Some((title, inner)) = bracketed(&text) else { return NameRef { name, param: None, at: name.at } };
        let sym = self.rules.names.intern(title);
        let given = self.rules.names.intern(inner);
        // how rules are called hangs on the text alone
        let param = Some(Param::Name(ast::Name { sym: given, at: name.at }));
        NameRef { name: ast::Name { sym, at: name.at }, param, at: name.at }
    }

    /// Faults dice that no throw has.
    fn such_dice(&mut self, sum: &DiceSum) {
        let (number, sides) = (i64::from(sum.dice.number), i64::from(sum.dice.sides));
        if sides == 0 || !(1..=MOST_DICE).contains(&number) {
            let help = "a throw has 1 to 1000 dice of 1 to 255 sides; of more, roll digits: `10 x d10 + d10`";
            self.fault(Code::Type, sum.dice.at, "there are no such dice", help);
        }
    }
}

/// What the dice of a cell measure; none if no die has so many sides.
fn rolled(sum: &DiceSum) -> Option<Ty> {
    let ty = if sum.dice.inches { Ty::LENGTH } else { Ty::PLAIN };
    (i64::from(sum.dice.sides) <= MOST_SIDES).then_some(ty)
}

/// The dice of a cell.
pub(crate) fn dice(sum: &DiceSum) -> Dice {
    Dice { number: i64::from(sum.dice.number), sides: i64::from(sum.dice.sides), plus: sum.plus, inches: sum.dice.inches, at: sum.dice.at }
}
