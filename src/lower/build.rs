//! The program while it is made.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::frame::Frame;
use super::steps::{Pairs, Trigger};
use crate::diag::{Code, Diagnostic};
use crate::graph::Graph;
use crate::hir::{DeckId, Head, KindBase, KindId, LastingId, LimitId, Line, LocalId, ProcId, RuleId, Rules, Ty, ValueId};
use crate::intern::Sym;
use crate::ir::{Bin, Ex, Op, Program, Reg, RowInfo, S, Sel, X};
use crate::source::At;

/// A line at one place: which line, and which of the places that it meets.
pub(crate) use crate::graph::Met as Place;

/// A rule that meets moves: what it notes, and its procedures.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    /// The count that says whether somebody was near before the move.
    pub near: u16,
    /// The count that says who came, and 1.
    pub met: u16,
    /// Before a move, after it, for each that moved, for all that moved.
    pub procs: [u16; 4],
}

/// What became of the rules in the program, where their numbers are not the same. Kinds, states, counts, values, procedures,
/// tables, rules, columns, rows of lists, rulings, ground and things keep theirs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Maps {
    /// Throws, by their place among them.
    pub chances: FxHashMap<ProcId, usize>,
    /// The state of having a card in a deck.
    pub decks: FxHashMap<DeckId, u16>,
    /// The slot of what a procedure costs.
    pub costs: FxHashMap<ProcId, u16>,
    /// The state of whoever has an effect that lasts.
    pub lasting: FxHashMap<LastingId, u16>,
    /// Where is kept what was noted when an effect was woken.
    pub notes: FxHashMap<LocalId, u16>,
    /// The lines of rules.
    pub rules: FxHashMap<RuleId, u16>,
    /// Lines where rules meet the game.
    pub places: FxHashMap<Place, u16>,
    /// What rules forbid, by its place in the list and which of the actions.
    pub forbids: FxHashMap<(usize, usize), u16>,
    /// Rows below values.
    pub value_rows: FxHashMap<(ValueId, usize), u16>,
    /// Rows below throws.
    pub chance_rows: FxHashMap<(ProcId, usize), u16>,
    /// What procedures need.
    pub need_rows: FxHashMap<(ProcId, usize), u16>,
    /// Rules that meet moves.
    pub arrivals: FxHashMap<Place, Arrival>,
    /// States of having used up what is limited.
    pub limits: FxHashMap<LimitId, u16>,
    /// The face of each pool that is counted apart.
    pub counted: BTreeMap<u16, u8>,
    /// The declaration that a line stands in, for throws of rules elsewhere.
    pub owners: FxHashMap<u16, Sym>,
    /// Limits of places as they are written: of which choice, which of its limits, where.
    pub said: Vec<(u16, usize, At)>,
}

/// Expressions and lists that are there already, to be shared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared {
    exs: FxHashMap<Ex, X>,
    lists: FxHashMap<Vec<X>, u32>,
    labels: FxHashMap<String, u16>,
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
    pub fn new(rules: &'a Rules, pairs: Pairs) -> Self {
        let mut program = Program { coherency: 1000, board: (48_000, 48_000), ..Program::default() };
        // what has this number stands for nothing: no other expression shares it
        program.exs.push(Ex::Int(0));
        let mut b = Self {
            rules,
            program,
            found: Vec::new(),
            maps: Maps::default(),
            graph: Arc::new(Graph::of(rules)),
            pairs,
            triggers: Vec::new(),
            shared: Shared::default(),
        };
        b.room();
        b
    }

    /// Whether there is a number for everything that is declared.
    fn room(&mut self) {
        let r = self.rules;
        let wide = u16::MAX as usize;
        let at = |line: Option<&Line>| line.map(|l| l.at).unwrap_or_default();
        let lists = [
            (r.kinds.len(), usize::from(u8::MAX), "kinds", at(r.kinds.all().get(usize::from(u8::MAX)).map(|k| &k.line))),
            (r.states.len(), wide, "states", at(r.states.all().get(wide).map(|s| &s.line))),
            (r.counts.len(), wide, "counts", at(r.counts.all().get(wide).map(|s| &s.line))),
            (r.values.len(), wide, "values", at(r.values.all().get(wide).map(|s| &s.head.line))),
            (r.procs.len(), wide, "procedures", at(r.procs.all().get(wide).map(|s| &s.head.line))),
            (r.tables.len(), wide, "tables", at(r.tables.all().get(wide).map(|s| &s.head.line))),
            (r.rules.len(), wide, "rules", at(r.rules.all().get(wide).map(|s| &s.line))),
            (r.columns.len(), wide, "columns", at(r.columns.all().get(wide).map(|s| &s.line))),
            (r.rows.len(), wide, "rows of lists", at(r.rows.all().get(wide).map(|s| &s.line))),
            (r.terrains.len(), wide, "sorts of ground", at(r.terrains.all().get(wide).map(|s| &s.line))),
            (r.things.len(), wide, "things", at(r.things.all().get(wide).map(|s| &s.line))),
        ];
        for (len, most, what, at) in lists {
            if len > most {
                self.limit(at, what);
            }
        }
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
    pub fn number(&mut self, len: usize, at: At, what: &str) -> u16 {
        match u16::try_from(len) {
            // the largest number stands for none
            Ok(n) if n < u16::MAX => n,
            _ => {
                self.limit(at, what);
                0
            }
        }
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
        let Ok(id) = X::try_from(self.program.exs.len()) else {
            self.limit(At::default(), "questions");
            return 0;
        };
        self.program.exs.push(ex);
        self.shared.exs.insert(ex, id);
        id
    }

    /// A list of arguments; one that is there already is shared.
    pub fn list(&mut self, list: Vec<X>) -> u32 {
        if let Some(l) = self.shared.lists.get(&list) {
            return *l;
        }
        let Ok(id) = u32::try_from(self.program.lists.len()) else {
            self.limit(At::default(), "lists");
            return 0;
        };
        self.program.lists.push(list.clone());
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

    /// Two-place.
    pub fn two(&mut self, op: Bin, a: X, b: X) -> X {
        self.ex(Ex::Two(op, a, b))
    }

    /// An answer, or its opposite.
    pub fn negate(&mut self, not: bool, x: X) -> X {
        if not { self.ex(Ex::Not(x)) } else { x }
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
    pub fn label(&mut self, name: &str, at: At) -> u16 {
        // a test may have named some itself
        for (i, known) in (0..).zip(&self.program.labels).skip(self.shared.labels.len()) {
            self.shared.labels.entry(known.clone()).or_insert(i);
        }
        if let Some(label) = self.shared.labels.get(name) {
            return *label;
        }
        let Some(next) = u16::try_from(self.program.labels.len()).ok().filter(|n| *n < Op::ORDER) else {
            self.limit(at, "names of choices and steps");
            return 0;
        };
        self.program.labels.push(name.to_owned());
        self.shared.labels.insert(name.to_owned(), next);
        next
    }

    /// A line of the rules that can be cited, named and switched off.
    pub fn row(&mut self, name: String, at: At, cites: &[Sym], rule: Option<u16>) -> u16 {
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
        Some(Op::Next { exit, .. } | Op::Take { exit, .. }) => *exit = to,
        Some(Op::Choose { none, .. }) => *none = to,
        Some(Op::Offer { no, .. }) => *no = to,
        _ => {}
    }
}
