//! The program while it is made.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::frame::Frame;
use super::steps::{Pairs, Trigger};
use crate::diag::{Code, Diagnostic};
use crate::dice::Histogram;
use crate::graph::Graph;
use crate::hir::{DeckId, Head, Hidden, KindBase, KindId, LastingId, LimitId, LocalId, ProcId, RuleId, Rules, Ty, ValueId};
use crate::intern::Sym;
use crate::ir::{
    Bin, Choosing, CountNo, Ex, Id, LabelNo, ListNo, Offering, Op, PickNo, ProcNo, Program, Reg, RowInfo, RowNo, RuleNo, S, Sel, SlotNo,
    StateNo, Taking, X,
};
use crate::source::At;

/// A line at one place: which line, and which of the places that it meets.
pub(crate) use crate::graph::Met as Place;

/// A rule that meets moves: what it notes, and its procedures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    /// The count that says whether somebody was near before the move.
    pub near: CountNo,
    /// The count that says who came, and 1.
    pub met: CountNo,
    /// Before a move, after it, for each that moved, for all that moved.
    pub procs: [ProcNo; 4],
}

/// What became of the rules in the program, where their numbers are not the same. Kinds, states, counts, values, procedures,
/// tables, rules, columns, rows of lists, rulings, ground and things keep theirs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Maps {
    /// Throws, by their place among them.
    pub chances: FxHashMap<ProcId, usize>,
    /// The state of having a card in a deck of the game (0) or of a side.
    pub decks: FxHashMap<(DeckId, i64), StateNo>,
    /// The state of being one of the cards that such a deck lists.
    pub listed: FxHashMap<(DeckId, i64), StateNo>,
    /// The state of those of which it is revealed what one side alone knew.
    pub told: FxHashMap<Hidden, StateNo>,
    /// The slot of what a procedure costs.
    pub costs: FxHashMap<ProcId, SlotNo>,
    /// The state of whoever has an effect that lasts.
    pub lasting: FxHashMap<LastingId, StateNo>,
    /// Of each state that lasts until something is done next, the states that say that it has begun, in their order.
    pub nexts: FxHashMap<StateNo, Vec<StateNo>>,
    /// Where is kept what was noted when an effect was woken.
    pub notes: FxHashMap<LocalId, CountNo>,
    /// The lines of rules.
    pub rules: FxHashMap<RuleId, RowNo>,
    /// Lines where rules meet the game.
    pub places: FxHashMap<Place, RowNo>,
    /// What rules forbid, by its place in the list and which of the actions.
    pub forbids: FxHashMap<(usize, usize), RowNo>,
    /// Rows below values.
    pub value_rows: FxHashMap<(ValueId, usize), RowNo>,
    /// Rows below throws.
    pub chance_rows: FxHashMap<(ProcId, usize), RowNo>,
    /// What procedures need.
    pub need_rows: FxHashMap<(ProcId, usize), RowNo>,
    /// Rules that meet moves.
    pub arrivals: FxHashMap<Place, Arrival>,
    /// States of having used up what is limited.
    pub limits: FxHashMap<LimitId, StateNo>,
    /// The faces of each pool that are counted apart, and where one is asked for.
    pub counted: BTreeMap<ProcNo, Histogram>,
    /// The declaration that a line stands in, for throws of rules elsewhere.
    pub owners: FxHashMap<RowNo, Sym>,
    /// Limits of places as they are written: of which choice, which of its limits, where.
    pub said: Vec<(PickNo, usize, At)>,
}

/// Expressions and lists that are there already, to be shared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    exs: FxHashMap<Ex, X>,
    lists: FxHashMap<Vec<X>, ListNo>,
    labels: FxHashMap<String, LabelNo>,
}

/// The program while it is made, and what is known beside it.
pub(crate) struct Builder<'a> {
    /// The resolved rules.
    pub rules: &'a Rules,
    /// The program.
    pub program: Program,
    /// Limits of the machine that were overstepped.
    pub found: Vec<Diagnostic>,
    /// What became of what.
    pub maps: Maps,
    /// What meets what.
    pub graph: Arc<Graph>,
    /// Rules whose order somebody chooses.
    pub pairs: Pairs,
    /// Rules' statements where they stand in procedures.
    pub triggers: Vec<Trigger>,
    /// What is shared.
    pub shared: Shared,
}

impl<'a> Builder<'a> {
    /// Nothing made yet.
    pub fn new(rules: &'a Rules, graph: Arc<Graph>, pairs: Pairs) -> Self {
        let mut program = Program { coherency: 1000, board: (48_000, 48_000), ..Program::default() };
        // what has this number stands for nothing: no other expression shares it
        program.exs.push(Ex::Int(0));
        Self { rules, program, found: Vec::new(), maps: Maps::default(), graph, pairs, triggers: Vec::new(), shared: Shared::default() }
    }

    /// Tells that there is more of something than the machine can number.
    pub fn limit(&mut self, at: At, what: &str) {
        let message = format!("there are too many {what}: they cannot all be numbered");
        // the first of them says it for all
        if !self.found.iter().any(|d| d.message == message) {
            self.found.push(Diagnostic::new(Code::Unready, at.span(), message).help("make packs of parts of it"));
        }
    }

    /// The number that the next of a list of the program gets.
    pub fn number<I: Id + Default>(&mut self, len: usize, at: At, what: &str) -> I {
        I::new(len).unwrap_or_else(|| {
            self.limit(at, what);
            I::default()
        })
    }

    /// A name as written.
    pub fn text(&self, sym: Sym) -> String {
        self.rules.names.text(sym).to_owned()
    }

    /// The key of a name.
    pub fn key(&self, sym: Sym) -> &'a str {
        self.rules.names.key_text(self.rules.names.key_of(sym))
    }

    // what is known of the rules

    /// Whether a kind is of this sort.
    pub fn is(&self, kind: KindId, base: KindBase) -> bool {
        self.rules.kinds.get(kind).is_some_and(|k| k.base == base)
    }

    /// The kind of pieces.
    pub fn piece(&self) -> Option<KindId> {
        self.rules.kinds.iter().find(|(_, k)| k.base == KindBase::Piece).map(|(i, _)| i)
    }

    /// What a word stands for.
    pub fn ty(&self, local: LocalId) -> Ty {
        self.rules.locals.get(local).map_or(Ty::Unknown, |l| l.ty)
    }

    // parts of the program

    /// An expression; one that is there already is shared.
    pub fn ex(&mut self, ex: Ex) -> X {
        if let Some(x) = self.shared.exs.get(&ex) {
            return *x;
        }
        let Some(id) = self.program.exs.push(ex) else {
            self.limit(At::default(), "questions");
            return X::default();
        };
        self.shared.exs.insert(ex, id);
        id
    }

    /// A list of arguments; one that is there already is shared.
    pub fn list(&mut self, list: Vec<X>) -> ListNo {
        if let Some(l) = self.shared.lists.get(&list) {
            return *l;
        }
        let Some(id) = self.program.lists.push(list.clone()) else {
            self.limit(At::default(), "lists");
            return ListNo::default();
        };
        self.shared.lists.insert(list, id);
        id
    }

    /// A description. It may be changed until something is asked of it, so none is shared.
    pub fn add_sel(&mut self, sel: Sel, at: At) -> S {
        let id = self.number(self.program.sels.len(), at, "descriptions");
        self.program.sels.push(sel);
        id
    }

    /// A constant.
    pub fn int(&mut self, n: i64) -> X {
        self.ex(Ex::Int(n))
    }

    /// A register.
    pub fn reg(&mut self, reg: Reg) -> X {
        self.ex(Ex::Reg(reg))
    }

    /// Minus; of a constant, a constant.
    pub fn minus(&mut self, x: X) -> X {
        match self.program.constant(x).and_then(i64::checked_neg) {
            Some(n) => self.int(n),
            None => self.ex(Ex::Neg(x)),
        }
    }

    /// Both, or the second alone where there is no first.
    pub fn both(&mut self, a: Option<X>, b: X) -> X {
        match a {
            None => b,
            Some(a) => self.two(Bin::And, a, b),
        }
    }

    /// Either, or the second alone where there is no first.
    pub fn either(&mut self, a: Option<X>, b: X) -> X {
        match a {
            None => b,
            Some(a) => self.two(Bin::Or, a, b),
        }
    }

    /// The number of a label.
    pub fn label(&mut self, name: &str, at: At) -> LabelNo {
        // a test may have named some itself
        for (label, known) in self.program.labels.iter().skip(self.shared.labels.len()) {
            self.shared.labels.entry(known.clone()).or_insert(label);
        }
        if let Some(label) = self.shared.labels.get(name) {
            return *label;
        }
        // there is none of this name: it is added
        let Some(label) = self.program.add_label(name) else {
            self.limit(at, "names of choices and steps");
            return LabelNo::default();
        };
        self.shared.labels.insert(name.to_owned(), label);
        label
    }

    /// A line of the rules that can be cited, named and switched off.
    pub fn row(&mut self, name: String, at: At, cites: &[Sym], rule: Option<RuleNo>) -> RowNo {
        let cites = cites.iter().map(|c| self.text(*c)).collect();
        let id = self.number(self.program.rows.len(), at, "lines");
        self.program.rows.push(RowInfo { name, span: at.span(), cites, rule, off: Vec::new() });
        id
    }

    /// The frame of what has this head: its blanks in the first registers.
    pub fn frame_of(&mut self, head: &Head) -> Frame {
        let mut frame = Frame { owner: Some(head.name), cites: head.line.cites.clone().into(), ..Frame::default() };
        for role in &head.roles {
            let reg = frame.bind(role.local);
            if frame.viewer.is_none() && matches!(self.ty(role.local), Ty::Thing(_)) {
                frame.viewer = Some(self.reg(reg));
            }
        }
        frame
    }

    /// The blanks of a head, as they stand in the first registers.
    pub fn blanks(&mut self, roles: usize) -> Vec<X> {
        (0..roles).map_while(|i| Reg::try_from(i).ok()).map(|reg| self.reg(reg)).collect()
    }
}

/// Sends a jump to where the code now ends.
pub(crate) fn land(code: &mut [Op], at: usize) {
    patch(code, at, code.len());
}

/// A place in the code as a jump has it. Code of a procedure is never so long that it would not fit: it is written down.
pub(crate) fn target(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Sends a jump to a place that was not known when it was made.
pub(crate) fn patch(code: &mut [Op], at: usize, to: usize) {
    let to = target(to);
    match code.get_mut(at) {
        Some(Op::Jump(t) | Op::Unless(_, t)) => *t = to,
        Some(Op::Next { exit, .. } | Op::Take(Taking { exit, .. })) => *exit = to,
        Some(Op::Choose(Choosing { none, .. })) => *none = to,
        Some(Op::Offer(Offering { no, .. })) => *no = to,
        _ => {}
    }
}
