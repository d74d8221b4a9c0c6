//! A pack, compiled: every hook with all that rules contribute to it.

use std::sync::Arc;

use super::{Book, Head, Key, Touched};
use super::{Contribution, Ex, Motion, Pick, Procedure, Reg, RowInfo, S, Sel, Slot, Table, Throw, X};
use crate::source::Span;
use crate::table::Cost;

/// A rule and who may carry it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleInfo {
    /// As written.
    pub name: String,
    /// Its kind's word.
    pub word: String,
    /// The state that says a thing carries it; none if it is always in force.
    pub state: Option<u16>,
    /// The kind of row that may carry it.
    pub rows: bool,
    /// Its own row.
    pub row: u16,
    /// Price in points.
    pub price: i64,
    /// Where.
    pub span: Span,
}

/// A row of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListRow {
    /// As written.
    pub name: String,
    /// Its kind.
    pub kind: usize,
    /// Its columns, by column number.
    pub columns: Vec<(usize, i64)>,
    /// The rules it carries.
    pub rules: Vec<u16>,
    /// Its line.
    pub row: u16,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnInfo {
    /// As written.
    pub name: String,
    /// The kind of its rows.
    pub kind: usize,
    /// The letters that tables of profiles may head it by.
    pub code: Option<String>,
    /// The value that asks for it.
    pub slot: u16,
    /// The dice that its cells hold, as written.
    pub dice: Vec<String>,
}

/// What a rule waits for that meets the moves of others. Register 0 holds what moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Near {
    /// The rule.
    pub rule: u16,
    /// Where its carrier stands.
    pub me: Reg,
    /// Whether that carries it.
    pub carries: X,
    /// Those among what moves of whom it speaks.
    pub movers: S,
    /// Where one of them stands.
    pub mover: Reg,
    /// How near, in mils.
    pub limit: X,
    /// To what.
    pub of: X,
}

/// How ground acts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Terrain {
    /// As written.
    pub name: String,
    /// What it costs, and for whom: a condition of the mover's group in register 0.
    pub costs: Vec<(Cost, Option<X>)>,
    /// Stops sight.
    pub blocks: bool,
    /// Hides what stands so near behind it, in mils, from those above it.
    pub shelters: Option<i32>,
    /// Lies a level above the table.
    pub raised: bool,
    /// Who leads a group onto it brings all of it.
    pub by_leader: bool,
    /// Its line.
    pub row: u16,
}

/// A formation's layout.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// The state.
    pub state: u16,
    /// Loose, with this gap in mils; else in ranks.
    pub loose: Option<i32>,
    /// Least and most ranks.
    pub ranks: (u8, u8),
    /// Least and most of the front rank, each with a condition of the group in register 0.
    pub fronts: Vec<(u8, u8, Option<X>)>,
    /// Who may take it: a condition of the group in register 0.
    pub open: Option<X>,
    /// Has at least as many full ranks as its front rank has pieces.
    pub deep: bool,
    /// Its ranks are as equal in number as they can be.
    pub even: bool,
    /// The formation that it falls into when its numbers no longer allow it.
    pub lost: Option<u16>,
    /// Sees only to its front.
    pub arc: bool,
    /// Taken at the start.
    pub first: bool,
}

/// From what to what a group is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gauge {
    /// The near end is the leader's base, not the nearest.
    pub from_leader: bool,
    /// The far end is the leader's base, not the nearest.
    pub to_leader: bool,
}

/// A ruling and its readings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ruling {
    /// As written.
    pub name: String,
    /// Readings: name and, if it stands for a number, that.
    pub readings: Vec<(String, Option<i64>)>,
    /// The reading in force.
    pub chosen: usize,
    /// Its line.
    pub row: u16,
    /// What its readings measure.
    pub measure: super::Type,
}

impl Ruling {
    /// Which of its readings has this name.
    #[must_use]
    pub fn reading(&self, name: &str) -> Option<usize> {
        let wanted = Key::new(name);
        self.readings.iter().position(|(n, _)| Key::new(n) == wanted)
    }
}

/// A pack ready to be mustered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Program {
    /// Its names.
    pub book: Book,
    /// Expressions.
    pub exs: Vec<Ex>,
    /// Argument lists.
    pub lists: Vec<Vec<X>>,
    /// Descriptions.
    pub sels: Vec<Sel>,
    /// Quantities and conditions.
    pub slots: Vec<Slot>,
    /// Chance.
    pub throws: Vec<Throw>,
    /// What happens.
    pub procs: Vec<Procedure>,
    /// The head of each procedure.
    pub proc_heads: Vec<Head>,
    /// What is done before each move, after it, and when all have noted who came: for the rules that meet it.
    pub arrivals: Vec<[u16; 3]>,
    /// What such rules wait for.
    pub nears: Vec<Near>,
    /// Kinds of features that something places.
    pub laid: Vec<usize>,
    /// The head of each slot.
    pub slot_heads: Vec<Head>,
    /// For each chance hook: its procedure, whose code rolls it.
    pub chances: Vec<u16>,
    /// Tables.
    pub tables: Vec<Table>,
    /// The head of each table: blanks that are keys.
    pub table_heads: Vec<Head>,
    /// Moves.
    pub motions: Vec<Motion>,
    /// Choices.
    pub picks: Vec<Pick>,
    /// Lines that can be cited.
    pub rows: Vec<RowInfo>,
    /// Rules.
    pub rules: Vec<RuleInfo>,
    /// States that bring rules along: the rule, the state.
    pub brings: Vec<(u16, u16)>,
    /// Rows of lists.
    pub list_rows: Vec<ListRow>,
    /// Columns.
    pub columns: Vec<ColumnInfo>,
    /// Tags of rows: the tag, and the column that says whether a row has it.
    pub row_tags: Vec<(u16, u16)>,
    /// Ground.
    pub terrains: Vec<Terrain>,
    /// Formations.
    pub forms: Vec<Form>,
    /// Rulings.
    pub rulings: Vec<Ruling>,
    /// Things declared by name: the name and its kind.
    pub things: Vec<(String, usize)>,
    /// Names of choices and steps.
    pub labels: Vec<String>,
    /// What each count starts at, for the thing in register 0.
    pub starts: Vec<Option<X>>,
    /// Answers that calls give: label and value.
    pub answers: Vec<Vec<(u16, X)>>,
    /// The procedure of a turn.
    pub turn: Option<u16>,
    /// What rules do before the first turn, when all is set up.
    pub opening: Option<u16>,
    /// How groups are measured.
    pub gauge: Gauge,
    /// Pieces of a group stay this close, in mils.
    pub coherency: i32,
    /// Whether pieces in loose order stay within that of their leader, not of each other.
    pub about_leader: bool,
    /// Whether of a group only its leader walks and pays for the ground, and the rest is put down round him.
    pub leader_walks: bool,
    /// Whether each action may be taken once per turn (0) or phase (1).
    pub once_per: Option<usize>,
    /// What a side has scored, for reports.
    pub score: Option<u16>,
    /// How a side stands, for players that look ahead.
    pub standing: Option<u16>,
    /// Context bits in use.
    pub contexts: Vec<(u16, Option<String>)>,
    /// The board in mils.
    pub board: (i32, i32),
    /// Decks: the state of having a card in it, and the kind of those that have one.
    pub decks: Vec<(u16, usize)>,
    /// What whoever gains a rule in play gains with it: the state of the one and of the other.
    pub along: Vec<(u16, u16)>,
    /// States of those whose cards were drawn, one for each statement that draws.
    pub hands: Vec<u16>,
    /// What an action that is taken is done to, and the procedures that it is taken from.
    pub takes: Vec<(Option<X>, Option<Vec<u16>>)>,
    /// States of having done something in the turn that runs, each with that of having done it in the one before.
    pub lasts: Vec<(u16, u16)>,
    /// Where it is noted what runs come by, if anybody wants to know.
    pub touched: Option<Arc<Touched>>,
}

impl Program {
    /// Adds an expression.
    pub fn ex(&mut self, ex: Ex) -> X {
        let id = self.exs.len();
        self.exs.push(ex);
        X::try_from(id).unwrap_or(X::MAX)
    }

    /// Adds a list.
    pub fn list(&mut self, list: Vec<X>) -> u32 {
        self.lists.push(list);
        u32::try_from(self.lists.len() - 1).unwrap_or(u32::MAX)
    }

    /// The number of a label.
    pub fn label(&mut self, name: &str) -> u16 {
        let at = self.labels.iter().position(|l| l == name).unwrap_or_else(|| {
            self.labels.push(name.to_owned());
            self.labels.len() - 1
        });
        u16::try_from(at).unwrap_or(u16::MAX)
    }

    /// Adds a line of the rules.
    pub fn row(&mut self, row: RowInfo) -> u16 {
        self.rows.push(row);
        u16::try_from(self.rows.len() - 1).unwrap_or(u16::MAX)
    }

    /// The constant that an expression is, if it is one.
    #[must_use]
    pub fn constant(&self, x: X) -> Option<i64> {
        match self.exs.get(x as usize) {
            Some(Ex::Int(n)) => Some(*n),
            _ => None,
        }
    }

    /// Every contribution of a slot, for conflict checks and explanations.
    pub fn contributions(slot: &Slot) -> impl Iterator<Item = (&'static str, &Contribution)> {
        slot.sets
            .iter()
            .map(|c| ("=", c))
            .chain(slot.scales.iter().map(|f| ("x", &f.c)))
            .chain(slot.adds.iter().map(|c| ("+", c)))
            .chain(slot.floors.iter().map(|c| ("at least", c)))
            .chain(slot.ceilings.iter().map(|c| ("at most", c)))
            .chain(slot.vetoes.iter().map(|c| ("no", c)))
    }
}
