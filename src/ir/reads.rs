//! What each expression reads of a position: so that an answer can be kept as long as none of it has changed.

use super::id::{ListNo, RowNo, RuleNo, S, SlotNo, StateNo, ThrowNo, X};
use super::{Contribution, Domain, Ex, Id, List, Off, Program, Reg, Slot, Throw};

/// A part of a position. States share the parts that are left, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Where pieces stand, and features lie.
    Places,
    /// Who is in play.
    Live,
    /// Who is in which group.
    Groups,
    /// Who leads.
    Leads,
    /// The turn.
    Turn,
    /// Where sides set up.
    Homes,
    /// Stored numbers.
    Counts,
    /// Some of the states: 0 up to `STATES`, not included.
    States(u8),
}

/// Parts that hold states.
const STATES: u8 = 25;

impl Part {
    /// How many parts there are.
    pub const COUNT: usize = 32;
    /// Where the pieces of groups stand, by the bits of its parts.
    pub const STANDS: u32 = Self::Places.bit() | Self::Live.bit() | Self::Groups.bit();

    /// Its place among the parts.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        match self {
            Self::Places => 0,
            Self::Live => 1,
            Self::Groups => 2,
            Self::Leads => 3,
            Self::Turn => 4,
            Self::Homes => 5,
            Self::Counts => 6,
            Self::States(n) => 7 + n as usize,
        }
    }

    /// The part that a state belongs to.
    #[must_use]
    #[inline]
    pub fn state(state: StateNo) -> Self {
        Self::state_at(state.index())
    }

    /// The part that a state belongs to, by its place among them.
    #[must_use]
    #[inline]
    pub fn state_at(at: usize) -> Self {
        Self::States(u8::try_from(at % usize::from(STATES)).unwrap_or_default())
    }

    const fn bit(self) -> u32 {
        1 << self.index()
    }
}

/// What an expression reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reads {
    /// Parts of the position, by their bits.
    pub parts: u32,
    /// Registers, by their bits; those that it fills itself are left out.
    pub regs: u64,
    /// What is running, by its bits.
    pub context: u64,
    /// So many registers are enough to work it out.
    pub room: Reg,
    /// About how many steps it takes, at most `DEAR`.
    pub cost: u16,
    /// It reads what no part stands for: its answer is never kept.
    pub volatile: bool,
}

/// The greatest cost that is told apart.
const DEAR: u16 = 4000;
/// The cost of a question of geometry.
const GEOMETRY: u16 = 60;
/// How many things a selection runs over, about.
const MANY: u16 = 8;

impl Reads {
    fn and(&mut self, o: Self) {
        self.parts |= o.parts;
        self.regs |= o.regs;
        self.room = self.room.max(o.room);
        self.context |= o.context;
        self.cost = self.cost.saturating_add(o.cost).min(DEAR);
        self.volatile |= o.volatile;
    }

    fn part(&mut self, part: Part) {
        self.parts |= part.bit();
    }

    /// A register that is written or read.
    fn uses(&mut self, reg: Reg) {
        self.room = self.room.max(reg.saturating_add(1));
    }

    fn register(&mut self, reg: Reg) {
        self.uses(reg);
        match 1u64.checked_shl(u32::from(reg)) {
            Some(bit) => self.regs |= bit,
            None => self.volatile = true,
        }
    }

    /// What is read to know who is asked about, and what is read of him.
    fn of(&mut self, who: Self, parts: &[Part]) {
        self.and(who);
        for part in parts {
            self.part(*part);
        }
    }

    fn without(mut self, reg: Reg) -> Self {
        self.regs &= !1u64.checked_shl(u32::from(reg)).unwrap_or(0);
        self
    }

    /// Read often enough to be worth a place in a memo.
    #[must_use]
    #[inline]
    pub const fn worth_keeping(&self) -> bool {
        self.cost > 14 && !self.volatile
    }
}

/// What every expression, quantity and throw of a program reads.
#[derive(Clone, Debug, Default)]
pub struct Footprints {
    /// By expression.
    pub exs: List<X, Reads>,
    /// By quantity.
    pub slots: List<SlotNo, Reads>,
    /// By throw.
    pub throws: List<ThrowNo, Reads>,
    /// By description.
    pub sels: List<S, Reads>,
}

/// Passes over a program until nothing new is read; chains of values are shorter: see `check`.
const PASSES: usize = 128;

/// Works out what is read, through values that ask values.
#[must_use]
pub fn footprints(program: &Program) -> Footprints {
    let mut now = Footprints {
        exs: vec![Reads::default(); program.exs.len()].into(),
        slots: vec![Reads::default(); program.slots.len()].into(),
        ..Footprints::default()
    };
    let mut work = Work { program, rows: vec![Reads::default(); program.rows.len()].into() };
    for _ in 0..PASSES {
        let mut changed = false;
        for (i, ex) in program.exs.iter() {
            let r = work.ex(&now, ex);
            changed |= put(&mut now.exs, i, r);
        }
        for (i, row) in program.rows.iter() {
            let r = work.offs(&now, &row.off);
            changed |= put(&mut work.rows, i, r);
        }
        for (i, slot) in program.slots.iter() {
            // a quantity has registers of its own: those that it is not given are nobody's
            let r = Reads { regs: 0, ..work.slot(&now, slot) };
            changed |= put(&mut now.slots, i, r);
        }
        if !changed {
            break;
        }
    }
    now.throws = program.throws.all().iter().map(|t| work.throw(&now, t)).collect();
    now.sels = program.sels.ids().map(|s| work.selection(&now, s, None)).collect();
    now
}

fn put<I: Id>(list: &mut List<I, Reads>, at: I, new: Reads) -> bool {
    let Some(old) = list.get_mut(at) else { return false };
    // costs may grow round and round where values ask each other; what is read may not
    let same = Reads { cost: 0, ..*old } == Reads { cost: 0, ..new };
    *old = new;
    !same
}

struct Work<'a> {
    program: &'a Program,
    /// What is read to know whether a row is switched off.
    rows: List<RowNo, Reads>,
}

impl Work<'_> {
    fn x(now: &Footprints, x: X) -> Reads {
        now.exs.get(x).copied().unwrap_or_default()
    }

    fn list(&self, now: &Footprints, list: ListNo) -> Reads {
        let mut r = Reads::default();
        for x in self.program.lists.get(list).map_or(&[][..], Vec::as_slice) {
            r.and(Self::x(now, *x));
        }
        r
    }

    /// What a question of geometry reads besides who is asked about.
    fn geometry(&self, now: &Footprints, r: &mut Reads) {
        r.cost = r.cost.saturating_add(GEOMETRY);
        for part in [Part::Places, Part::Live, Part::Groups, Part::Leads, Part::Homes] {
            r.part(part);
        }
        self.forms(r);
        // what ground costs may hang on who moves
        for (_, who) in self.program.terrains.all().iter().flat_map(|t| &t.costs) {
            r.and(Reads { regs: 0, ..who.map_or(Reads::default(), |w| Self::x(now, w)) });
        }
    }

    /// The states that formations are.
    fn forms(&self, r: &mut Reads) {
        for form in &self.program.forms {
            r.part(Part::state(form.state));
        }
    }

    fn ex(&self, now: &Footprints, ex: &Ex) -> Reads {
        let mut r = Reads { cost: 1, ..Reads::default() };
        let x = |x: X| Self::x(now, x);
        match *ex {
            Ex::Int(_) | Ex::Game | Ex::Named(_) | Ex::Turns => {}
            Ex::Reg(reg) => r.register(reg),
            Ex::Turn => r.part(Part::Turn),
            Ex::Bit { of, state } => r.of(x(of), &[Part::state(state)]),
            Ex::FormOf(of) => {
                r.and(x(of));
                self.forms(&mut r);
            }
            Ex::RowHas { row: of, .. }
            | Ex::Column { row: of, .. }
            | Ex::TypeRow(of)
            | Ex::Ground(of, _)
            | Ex::Side(of)
            | Ex::OtherSide(of)
            | Ex::Price(of)
            | Ex::Allowance(of) => r.and(x(of)),
            Ex::Cell { of, .. } | Ex::PlaceCell { of, .. } => r.of(x(of), &[Part::Counts]),
            Ex::Value { slot, args } => {
                r.and(self.list(now, args));
                // a quantity has registers of its own
                r.and(Reads { room: 0, ..now.slots.get(slot).copied().unwrap_or_default() });
                r.cost = r.cost.saturating_add(4);
            }
            Ex::Table { args, .. } => r.and(self.list(now, args)),
            Ex::Neg(a) | Ex::Not(a) | Ex::Shown { counts: a, .. } | Ex::Alike { counts: a, .. } => r.and(x(a)),
            Ex::Two(_, a, b) | Ex::Div(a, b, _) => {
                r.and(x(a));
                r.and(x(b));
            }
            Ex::If(c, a, b) => {
                r.and(x(c));
                r.and(x(a));
                r.and(x(b));
            }
            Ex::Count(s) | Ex::Exists(s) | Ex::First(s) | Ex::Commonest { sel: s, .. } => r.and(self.selection(now, s, None)),
            Ex::Extreme { sel, value, .. } | Ex::Majority { sel, value } | Ex::Sum { sel, value } => {
                r.and(self.selection(now, sel, Some(value)));
            }
            Ex::Distance(a, b)
            | Ex::March(a, b)
            | Ex::Touches(a, b)
            | Ex::Sees(a, b)
            | Ex::In { of: a, from: b, .. }
            | Ex::Ring(_, a, b)
            | Ex::InArc { of: a, from: b, .. } => {
                r.and(x(a));
                r.and(x(b));
                self.geometry(now, &mut r);
            }
            Ex::Along(list) | Ex::PlaceFrom(list) => {
                r.and(self.list(now, list));
                self.geometry(now, &mut r);
            }
            Ex::InTerrain(of, _) | Ex::PlaceOf(of) | Ex::FacingOf(of) | Ex::OnBoard(of) => {
                r.and(x(of));
                self.geometry(now, &mut r);
            }
            Ex::EdgeOf(of) => r.of(x(of), &[Part::Homes, Part::Places]),
            Ex::Leader(of) => r.of(x(of), &[Part::Leads]),
            Ex::Up(of, _) => r.of(x(of), &[Part::Groups]),
            Ex::Rank(of) => r.of(x(of), &[Part::Places]),
            Ex::InPlay(of) => r.of(x(of), &[Part::Live]),
            Ex::Carries(of, row) => {
                r.and(x(of));
                r.of(x(row), &[Part::Live, Part::Groups]);
            }
            Ex::Off(row) => r.and(self.rows.get(row).copied().unwrap_or_default()),
            Ex::During(bit) => r.context |= 1u64.checked_shl(u32::from(bit)).unwrap_or(0),
        }
        r
    }

    fn selection(&self, now: &Footprints, s: S, value: Option<X>) -> Reads {
        let mut r = Reads { cost: MANY, ..Reads::default() };
        let Some(sel) = self.program.sels.get(s) else { return r };
        r.uses(sel.var);
        r.part(Part::Live);
        r.part(Part::Groups);
        let mut each = Reads::default();
        for f in &sel.filters {
            each.and(Self::x(now, *f));
        }
        for v in value.into_iter().chain(sel.extreme.iter().map(|(x, _)| *x)) {
            each.and(Self::x(now, v));
        }
        let each = Reads { cost: each.cost.saturating_mul(MANY).min(DEAR), ..each.without(sel.var) };
        r.and(each);
        match sel.domain {
            Domain::Of(_, of) | Domain::With(_, of) | Domain::RowsOf(_, of) => r.and(Self::x(now, of)),
            // which carrier was found is read afterwards: an answer that is kept would not say
            Domain::Carriers(_) => r.volatile = true,
            Domain::All(_) | Domain::Rows(_) | Domain::Forms(_) => {}
        }
        r
    }

    fn guarded(&self, now: &Footprints, row: RowNo, guard: X, x: Option<X>, me: Option<(Reg, RuleNo)>) -> Reads {
        let mut r = Self::x(now, guard);
        r.and(self.rows.get(row).copied().unwrap_or_default());
        if let Some(x) = x {
            r.and(Self::x(now, x));
        }
        match me {
            None => r,
            Some((reg, _)) => {
                r.uses(reg);
                r.part(Part::Live);
                Reads { cost: r.cost.saturating_mul(2).min(DEAR), ..r.without(reg) }
            }
        }
    }

    fn offs(&self, now: &Footprints, offs: &[Off]) -> Reads {
        let mut r = Reads::default();
        for o in offs {
            r.and(self.guarded(now, o.row, o.guard, None, o.me));
        }
        r
    }

    fn contribution(&self, now: &Footprints, c: &Contribution) -> Reads {
        self.guarded(now, c.row, c.guard, Some(c.x), c.me)
    }

    fn slot(&self, now: &Footprints, slot: &Slot) -> Reads {
        let mut r = Reads { cost: 2, ..Reads::default() };
        for (_, c) in Program::contributions(slot) {
            r.and(self.contribution(now, c));
        }
        for x in slot.base.iter().chain(&slot.least).chain(&slot.most) {
            r.and(Self::x(now, *x));
        }
        r
    }

    fn throw(&self, now: &Footprints, t: &Throw) -> Reads {
        let mut r = Self::x(now, t.dice);
        for x in t.need.iter().chain(&t.base) {
            r.and(Self::x(now, *x));
        }
        for c in t.contributions() {
            r.and(self.contribution(now, c));
        }
        r
    }
}
