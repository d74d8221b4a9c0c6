//! A decision as whoever makes it sees it.

use crate::ir::{KindBase, LabelNo, Type};
use crate::num::mils;
use crate::ready::{self, Course, Ready};
use crate::table;
use crate::vm::{self, Choice, Frame, VIA, Wanted, show, show_seen};

/// A decision as whoever makes it sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Whose: 1 or 2.
    pub side: u8,
    /// What that side is called.
    pub by: String,
    /// For whom it is made, such as a unit; empty if for nobody.
    pub whom: String,
    /// What it is called in the rules.
    pub label: String,
    /// The rule that offers it; empty if none.
    pub rule: String,
    /// What comes of saying yes, in the spoken form of the rule; empty if nothing is offered, or no rule says it.
    pub effect: String,
    /// What sort of answer is wanted.
    pub wanted: Wanted,
    /// Whether it is which of several things happens first.
    pub order: bool,
    /// What may be answered, in words.
    pub options: Vec<(Choice, String)>,
    /// For each of the options, what it costs, such as `1 of 3 Breath`; empty if nothing.
    pub costs: Vec<String>,
    /// For each of the options, what players would measure: how far off a target is, such as `12.5" off`, or what a place lies in;
    /// empty if nothing.
    pub notes: Vec<String>,
    /// Why what was answered before will not do, if it is asked again.
    pub refused: Option<String>,
    /// Whether nobody else may see the answer yet.
    pub secret: bool,
}

impl Decision {
    pub(super) fn of(ready: &Ready, course: &Course<'_>, d: &vm::Decision) -> Self {
        let (game, world) = (course.game, &course.session.machine.world);
        let row = d.row.and_then(|row| game.program.rows.get(row));
        Self {
            side: if d.side == 2 { 2 } else { 1 },
            by: show(game, d.side),
            whom: whom(course, d),
            label: course.label(d).to_owned(),
            rule: row.map_or_else(String::new, |r| r.name.clone()),
            effect: ready::effect(ready, course, d),
            wanted: d.wanted,
            order: d.label == LabelNo::ORDER,
            costs: d.options.iter().map(|c| ready::cost(course, d, *c)).collect(),
            notes: d.options.iter().map(|c| ready::beside(course, d, *c)).collect(),
            options: d.options.iter().map(|c| (*c, show_seen(game, world, d.side, (d.wanted, *c)))).collect(),
            refused: d.refused.clone(),
            secret: d.secret,
        }
    }

    /// A place as an answer, by its lengths from the west and from the south, such as `12"` and `20"`; `via` if only the way
    /// leads there. None where no place is wanted, or these are no lengths.
    #[must_use]
    pub fn place(&self, west: &str, south: &str, via: bool) -> Option<Choice> {
        if !matches!(self.wanted, Wanted::Place | Wanted::Facing) {
            return None;
        }
        let place = Choice::of(table::pack_place(mils(west).ok()?, mils(south).ok()?));
        Some(if via && self.wanted == Wanted::Place { Choice { second: VIA, ..place } } else { place })
    }
}

/// For whom it is decided: the thing that is asked about, else whoever is acting; a piece with its group.
fn whom(course: &Course<'_>, d: &vm::Decision) -> String {
    let (game, machine) = (course.game, &course.session.machine);
    let named = |id: &i64| game.cast.ent(*id).is_some_and(|e| matches!(e.base, KindBase::Group | KindBase::Piece));
    let first = |f: &Frame| {
        let head = game.program.proc_heads.get(f.proc)?;
        let thing = head.roles.first().is_some_and(|r| matches!(r.ty, Type::Thing(_)));
        machine.regs.get(f.base as usize).copied().filter(|_| thing)
    };
    let acting = || machine.frames.iter().rev().filter_map(first).find(named);
    let Some(id) = Some(d.who).filter(named).or_else(acting) else { return String::new() };
    let group = Some(machine.world.parent_of(id)).filter(named).map_or_else(String::new, |g| format!(" of {}", show(game, g)));
    format!("{}{group}", show(game, id))
}
