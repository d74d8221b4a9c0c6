//! Who and what is in a game: fixed once the forces are mustered.

use crate::ir::{CountNo, KindBase, KindNo, List, ListRowNo, RuleNo, StateNo, TerrainNo, ThingNo};
use crate::table::{Base, Shape};

/// The number of a thing. The game is 0, the sides 1 and 2.
pub type EntId = u16;

/// No thing at all.
pub const NONE: i64 = -1;

/// A thing of the game.
#[derive(Clone, Debug)]
pub struct Ent {
    /// How it is called in traces.
    pub name: String,
    /// Its kind, by number.
    pub kind: KindNo,
    /// What the engine makes of it.
    pub base: KindBase,
    /// Whose it is; the game for what is nobody's.
    pub side: EntId,
    /// The group that it came with.
    pub home: EntId,
    /// For pieces: the row that says what they are.
    pub row: i64,
    /// For pieces: their base.
    pub foot: Base,
    /// For pieces: the list rows that they carry.
    pub carries: Vec<ListRowNo>,
    /// For groups: the pieces that came with it, first and how many.
    pub pieces: (EntId, EntId),
    /// What was paid for it in points: for groups the bill of their entry, for sides that of all their groups.
    pub price: i64,
}

/// Something on the table that belongs to nobody.
#[derive(Clone, Debug)]
pub struct Feature {
    /// The thing it is.
    pub ent: EntId,
    /// Where it lies until it is put elsewhere; of what lies beside the table only how large it is.
    pub shape: Shape,
    /// Whether it lies beside the table until it is put down.
    pub aside: bool,
    /// What ground it is, by number.
    pub terrains: Vec<TerrainNo>,
    /// How high it is.
    pub level: i16,
}

/// Everything in a game that does not change.
#[derive(Clone, Debug, Default)]
pub struct Cast {
    /// Things, by number.
    pub ents: Vec<Ent>,
    /// What lies on the table.
    pub features: Vec<Feature>,
    /// Columns of the rows of pieces: row, then column.
    pub piece_rows: Vec<Vec<i64>>,
    /// Names of the rows of pieces.
    pub piece_names: Vec<String>,
    /// Who may ever carry each rule.
    pub carriers: List<RuleNo, Vec<EntId>>,
    /// The zone of each side, first side first.
    pub zones: Vec<Shape>,
    /// The points that each side may spend, first side first; what it spent where nothing was agreed on.
    pub allowances: Vec<i64>,
    /// States at the start: thing and state.
    pub given: Vec<(EntId, StateNo)>,
    /// Things that the rules name, in the order of the program's list; 0 if not in this game.
    pub named: List<ThingNo, EntId>,
    /// The board in mils.
    pub board: (i32, i32),
    /// How many turns the scenario lasts; 0 if it does not say.
    pub turns: u16,
    /// Where each count of a kind lies among the counts of its bearer.
    pub cell_of: List<CountNo, u32>,
    /// How many counts each kind bears.
    pub cells: List<KindNo, u32>,
    /// Things by their kind, each kind's in canonical order; see [`Cast::index`].
    pub by_kind: List<KindNo, Vec<EntId>>,
    /// Things that stand in reserve for groups made in play: kind and number.
    pub spare: Vec<(KindNo, EntId)>,
}

impl Cast {
    /// A thing by number.
    #[must_use]
    pub fn ent(&self, id: i64) -> Option<&Ent> {
        usize::try_from(id).ok().and_then(|i| self.ents.get(i))
    }

    /// The number of a feature among what lies on the table.
    #[must_use]
    pub fn feature(&self, id: i64) -> Option<usize> {
        self.features.iter().position(|f| i64::from(f.ent) == id)
    }

    /// The points that were agreed on for whoever's side it is.
    #[must_use]
    pub fn allowance(&self, id: i64) -> i64 {
        let side = self.ent(id).map_or(0, |e| usize::from(e.side));
        side.checked_sub(1).and_then(|s| self.allowances.get(s)).copied().unwrap_or(0)
    }

    /// Sorts all things by their kind, of which there are so many: once, when everything is there.
    pub fn index(&mut self, kinds: usize) {
        self.by_kind = vec![Vec::new(); kinds].into();
        for (id, ent) in (0..).zip(&self.ents) {
            if let Some(of_kind) = self.by_kind.get_mut(ent.kind) {
                of_kind.push(id);
            }
        }
    }

    /// All things of a kind, in canonical order.
    pub fn of_kind(&self, kind: KindNo) -> impl Iterator<Item = EntId> + '_ {
        self.by_kind.get(kind).into_iter().flatten().copied()
    }
}
