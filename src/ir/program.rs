//! A pack, compiled: every hook with all that rules contribute to it.

use std::sync::Arc;

use super::id::{
    AnswersNo, ColumnNo, CountNo, KindNo, LabelNo, ListNo, ListRowNo, MotionNo, PickNo, ProcNo, RowNo, RuleNo, S, SlotNo, StateNo, TableNo,
    TakeNo, TerrainNo, ThingNo, ThrowNo, X,
};
use super::{Book, Deck, Head, Key, List, Secret, Touched};
use super::{Contribution, Ex, Motion, Pick, Procedure, Reg, RowInfo, Sel, Slot, Table, Throw};
use crate::source::Span;
use crate::table::{Cost, Drill};

/// A rule and who may carry it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RuleInfo {
    /// As written.
    pub name: String,
    /// Its kind's word.
    pub word: String,
    /// The state that says a thing carries it; none if it is always in force.
    pub state: Option<StateNo>,
    /// The kind of row that may carry it.
    pub rows: bool,
    /// Its own row.
    pub row: RowNo,
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
    pub kind: KindNo,
    /// Its columns, by column number.
    pub columns: Vec<(ColumnNo, i64)>,
    /// The rules it carries.
    pub rules: Vec<RuleNo>,
    /// Its line.
    pub row: RowNo,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnInfo {
    /// As written.
    pub name: String,
    /// The kind of its rows.
    pub kind: KindNo,
    /// The letters that tables of profiles may head it by.
    pub code: Option<String>,
    /// The value that asks for it.
    pub slot: SlotNo,
    /// The dice that its cells hold, as written.
    pub dice: Vec<String>,
}

/// What a rule waits for that meets the moves of others. Register 0 holds what moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Near {
    /// The rule.
    pub rule: RuleNo,
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
    pub row: RowNo,
}

/// A formation's layout.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form {
    /// The state.
    pub state: StateNo,
    /// In no ranks.
    pub loose: bool,
    /// How far apart bases stand in mils, in ranks those side by side, each with a condition of the group in register 0.
    pub gaps: Vec<(i32, Option<X>)>,
    /// Least and most ranks.
    pub ranks: (u8, u8),
    /// Least and most of the front rank, each with a condition of the group in register 0.
    pub fronts: Vec<(u8, u8, Option<X>)>,
    /// Who may take it: a condition of the group in register 0.
    pub open: Option<X>,
    /// How it stands besides, each once.
    pub drills: Vec<Drill>,
    /// The formation that it falls into when its numbers no longer allow it.
    pub lost: Option<StateNo>,
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
    pub row: RowNo,
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
    pub exs: List<X, Ex>,
    /// Argument lists.
    pub lists: List<ListNo, Vec<X>>,
    /// Descriptions.
    pub sels: List<S, Sel>,
    /// Quantities and conditions.
    pub slots: List<SlotNo, Slot>,
    /// Chance.
    pub throws: List<ThrowNo, Throw>,
    /// What happens.
    pub procs: List<ProcNo, Procedure>,
    /// The actions and cards of each kind.
    pub acts: List<KindNo, Vec<ProcNo>>,
    /// The head of each procedure.
    pub proc_heads: List<ProcNo, Head>,
    /// What is done before each move, after it, and when all have noted who came: for the rules that meet it.
    pub arrivals: Vec<[ProcNo; 3]>,
    /// What such rules wait for.
    pub nears: Vec<Near>,
    /// Kinds of features that something places.
    pub laid: Vec<KindNo>,
    /// The head of each slot.
    pub slot_heads: List<SlotNo, Head>,
    /// For each chance hook: its procedure, whose code rolls it.
    pub chances: Vec<ProcNo>,
    /// Tables.
    pub tables: List<TableNo, Table>,
    /// The head of each table: blanks that are keys.
    pub table_heads: List<TableNo, Head>,
    /// Moves.
    pub motions: List<MotionNo, Motion>,
    /// Choices.
    pub picks: List<PickNo, Pick>,
    /// Lines that can be cited.
    pub rows: List<RowNo, RowInfo>,
    /// Rules.
    pub rules: List<RuleNo, RuleInfo>,
    /// States that bring rules along: the rule, the state.
    pub brings: Vec<(RuleNo, StateNo)>,
    /// Rows of lists.
    pub list_rows: List<ListRowNo, ListRow>,
    /// Columns.
    pub columns: List<ColumnNo, ColumnInfo>,
    /// Tags of rows: the tag, and the column that says whether a row has it.
    pub row_tags: Vec<(StateNo, ColumnNo)>,
    /// Ground.
    pub terrains: List<TerrainNo, Terrain>,
    /// Formations.
    pub forms: Vec<Form>,
    /// Rulings.
    pub rulings: Vec<Ruling>,
    /// Things declared by name: the name and its kind.
    pub things: List<ThingNo, (String, KindNo)>,
    /// Names of choices and steps.
    pub labels: List<LabelNo, String>,
    /// What each count starts at, for the thing in register 0.
    pub starts: List<CountNo, Option<X>>,
    /// Least and most of each count, for the thing in register 0.
    pub bounds: List<CountNo, Option<[X; 2]>>,
    /// Answers that calls give: label and value.
    pub answers: List<AnswersNo, Vec<(LabelNo, X)>>,
    /// The procedure of a turn.
    pub turn: Option<ProcNo>,
    /// What rules do before the first turn, when all is set up.
    pub opening: Option<ProcNo>,
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
    pub score: Option<SlotNo>,
    /// How a side stands, for players that look ahead.
    pub standing: Option<SlotNo>,
    /// Context bits in use.
    pub contexts: Vec<(ProcNo, Option<String>)>,
    /// The board in mils.
    pub board: (i32, i32),
    /// Decks, hands and trays.
    pub decks: Vec<Deck>,
    /// What is known to one side alone until it is revealed.
    pub secrets: Vec<Secret>,
    /// Cards that are always there, on no table.
    pub deals: Vec<Deal>,
    /// What whoever gains a rule in play gains with it: the state of the one and of the other.
    pub along: Vec<(StateNo, StateNo)>,
    /// States of those whose cards were drawn, one for each statement that draws.
    pub hands: Vec<StateNo>,
    /// What an action that is taken is done to, and the procedures that it is taken from.
    pub takes: List<TakeNo, (Option<X>, Option<Vec<ProcNo>>)>,
    /// States of having done something in the turn that runs, each with that of having done it in the one before.
    pub lasts: Vec<(StateNo, StateNo)>,
    /// Where it is noted what runs come by, if anybody wants to know.
    pub touched: Option<Arc<Touched>>,
}

/// Cards of one sort.
#[derive(Clone, Debug, PartialEq)]
pub struct Deal {
    /// How they are called.
    pub name: String,
    /// Their kind.
    pub kind: KindNo,
    /// The tag of their sort.
    pub sort: StateNo,
    /// How many there are.
    pub number: u16,
    /// The states of lying in a deck and of being listed by it, which they have from the start.
    pub deck: Option<(StateNo, StateNo)>,
}

impl Program {
    /// The number of a label, which is added where there is none; none where no number is left for it.
    pub fn label(&mut self, name: &str) -> Option<LabelNo> {
        let known = self.labels.iter().find(|(_, l)| *l == name).map(|(label, _)| label);
        known.or_else(|| self.add_label(name))
    }

    /// Adds a label that is not there yet; none where no number is left for it.
    pub(crate) fn add_label(&mut self, name: &str) -> Option<LabelNo> {
        self.labels.next_id().filter(|next| *next < LabelNo::TOP)?;
        self.labels.push(name.to_owned())
    }

    /// The constant that an expression is, if it is one.
    #[must_use]
    pub fn constant(&self, x: X) -> Option<i64> {
        match self.exs.get(x) {
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
