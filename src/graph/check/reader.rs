//! Expressions read as guards: what two of them ask of the same thing becomes one term.

use std::collections::{BTreeMap, HashMap};

use super::guard::{Guard, Laws, Ranges, Term};
use crate::graph::ir::{Bin, Domain, Ex, Op, Reg, X};
use crate::ir::Program;
use crate::model::StateKind;

/// A sum of terms, each so many times, and a constant.
type Sum = (BTreeMap<Term, i64>, i64);

/// Reads guards of one program. Registers from `floor` up belong to the guard that is being read: two guards that
/// are read apart may mean different things by them.
pub(super) struct Reader<'p> {
    program: &'p Program,
    /// What is known of the terms met so far.
    pub laws: Laws,
    ids: HashMap<(String, Vec<Term>), Term>,
    floor: Reg,
    guards: u32,
    bound: Vec<Reg>,
    aliases: HashMap<Term, Term>,
    tags: HashMap<(usize, Term), usize>,
    contexts: Vec<(u8, Term)>,
    reach: &'p [Vec<bool>],
    /// Least and most of registers that hold dice.
    pub dice: HashMap<Reg, (i64, i64)>,
}

impl<'p> Reader<'p> {
    /// A reader; `reach` says of each procedure which others may run within it.
    pub fn new(program: &'p Program, reach: &'p [Vec<bool>]) -> Self {
        Self {
            program,
            laws: Laws::default(),
            ids: HashMap::new(),
            floor: 0,
            guards: 0,
            bound: Vec::new(),
            aliases: HashMap::new(),
            tags: HashMap::new(),
            contexts: Vec::new(),
            reach,
            dice: HashMap::new(),
        }
    }

    /// A guard whose registers from `floor` up are its own.
    pub fn guard(&mut self, x: X, floor: Reg, yes: bool) -> Guard {
        self.begin(floor);
        if yes {
            self.take_aliases(x);
        }
        self.open(x, yes)
    }

    /// Whether two amounts, each under its guard, are the same whenever both are asked.
    pub fn same(&mut self, a: X, b: X, floor: Reg) -> bool {
        self.begin(floor);
        let a = self.term(a);
        self.begin(floor);
        a == self.term(b)
    }

    /// A guard that shares the registers of the one read before.
    pub fn also(&mut self, x: X, yes: bool) -> Guard {
        self.open(x, yes)
    }

    /// What is known of the one number that a comparison, or its denial, asks.
    pub fn known(&mut self, x: X) -> Option<(i64, i64)> {
        match self.ex(x) {
            Ex::Not(a) => self.known(a),
            Ex::Two(Bin::Eq | Bin::Ne | Bin::Lt | Bin::Le, a, b) => {
                let (term, by, _) = self.difference(a, b)?;
                self.laws.bounds.get(&term?).filter(|_| by.abs() == 1).copied().filter(|b| *b != (i64::MIN, i64::MAX))
            }
            _ => None,
        }
    }

    fn begin(&mut self, floor: Reg) {
        self.floor = floor;
        self.guards += 1;
        self.aliases.clear();
    }

    fn ex(&self, x: X) -> Ex {
        self.program.exs.get(x as usize).copied().unwrap_or(Ex::Int(0))
    }

    /// An equation that must hold makes its two sides one thing: `by my unit` is the carrier's unit.
    fn take_aliases(&mut self, x: X) {
        match self.ex(x) {
            Ex::Two(Bin::And, a, b) => {
                self.take_aliases(a);
                self.take_aliases(b);
            }
            Ex::Two(Bin::Eq, a, b) => {
                for (reg, other) in [(a, b), (b, a)] {
                    let shared = matches!(self.ex(reg), Ex::Reg(r) if r < self.floor);
                    if shared && !matches!(self.ex(other), Ex::Int(_) | Ex::Reg(_)) {
                        let (to, from) = (self.term(reg), self.term(other));
                        self.aliases.insert(from, to);
                        return;
                    }
                }
            }
            _ => {}
        }
    }

    fn open(&mut self, x: X, yes: bool) -> Guard {
        match self.ex(x) {
            Ex::Int(n) => Guard::of((n != 0) == yes),
            Ex::Not(a) => self.open(a, !yes),
            Ex::Two(op @ (Bin::And | Bin::Or), a, b) => {
                let (a, b) = (self.open(a, yes), self.open(b, yes));
                if (op == Bin::And) == yes { a.and(&b) } else { a.or(&b) }
            }
            Ex::Two(Bin::Le, a, b) => {
                if yes {
                    self.below(a, b, 0)
                } else {
                    self.below(b, a, 1)
                }
            }
            Ex::Two(Bin::Lt, a, b) => {
                if yes {
                    self.below(a, b, 1)
                } else {
                    self.below(b, a, 0)
                }
            }
            Ex::Two(op @ (Bin::Eq | Bin::Ne), a, b) => self.equal(a, b, (op == Bin::Eq) == yes),
            Ex::If(c, a, b) => {
                let held = self.open(c, true).and(&self.open(a, yes));
                held.or(&self.open(c, false).and(&self.open(b, yes)))
            }
            // a unit is in one formation at a time
            Ex::Bit { of, state } if self.is(state, StateKind::Formation) => {
                let of = self.term(of);
                let term = self.intern("form", vec![of]);
                let state = Ranges::one(i64::from(state));
                Guard::within(term, if yes { state } else { state.not() })
            }
            _ => {
                let term = self.term(x);
                let no = Ranges::one(0);
                Guard::within(term, if yes { no.not() } else { no })
            }
        }
    }

    fn is(&self, state: u16, kind: StateKind) -> bool {
        self.program.book.states.get(state as usize).is_some_and(|s| s.kind == kind)
    }

    /// `a + gap <= b`.
    fn below(&mut self, a: X, b: X, gap: i64) -> Guard {
        let Some((term, by, constant)) = self.difference(a, b) else { return Guard::of(true) };
        // term x by + constant + gap <= 0
        let Some(limit) = constant.checked_add(gap).and_then(i64::checked_neg) else { return Guard::of(true) };
        match term {
            None => Guard::of(limit >= 0),
            Some(t) if by > 0 => Guard::within(t, Ranges::span(i64::MIN, limit.div_euclid(by))),
            Some(t) => Guard::within(t, Ranges::span(limit.div_euclid(by.saturating_neg()).saturating_neg(), i64::MAX)),
        }
    }

    fn equal(&mut self, a: X, b: X, yes: bool) -> Guard {
        let Some((term, by, constant)) = self.difference(a, b) else { return Guard::of(true) };
        let Some(t) = term else { return Guard::of((constant == 0) == yes) };
        let Some(wanted) = constant.checked_neg() else { return Guard::of(true) };
        if wanted.checked_rem(by) != Some(0) {
            return Guard::of(!yes);
        }
        let only = Ranges::one(wanted.checked_div(by).unwrap_or(0));
        Guard::within(t, if yes { only } else { only.not() })
    }

    /// `a - b` as one term so many times and a constant; the same sum is the same term whichever side it stands on.
    fn difference(&mut self, a: X, b: X) -> Option<(Option<Term>, i64, i64)> {
        let mut sum: Sum = (BTreeMap::new(), 0);
        self.collect(a, 1, &mut sum)?;
        self.collect(b, -1, &mut sum)?;
        let (mut terms, constant) = sum;
        terms.retain(|_, n| *n != 0);
        let all: Vec<(Term, i64)> = terms.into_iter().collect();
        match all.as_slice() {
            [] => Some((None, 0, constant)),
            [(t, by)] => Some((Some(*t), *by, constant)),
            [(_, first), ..] => {
                let sign = first.signum();
                let shape = all.iter().map(|(_, n)| format!("{} ", n * sign)).collect::<String>();
                let term = self.intern(&format!("sum {shape}"), all.iter().map(|(t, _)| *t).collect());
                Some((Some(term), sign, constant))
            }
        }
    }

    fn collect(&mut self, x: X, times: i64, sum: &mut Sum) -> Option<()> {
        match self.ex(x) {
            Ex::Int(n) => sum.1 = sum.1.checked_add(n.checked_mul(times)?)?,
            Ex::Neg(a) => self.collect(a, times.checked_neg()?, sum)?,
            Ex::Two(Bin::Add, a, b) => {
                self.collect(a, times, sum)?;
                self.collect(b, times, sum)?;
            }
            Ex::Two(Bin::Sub, a, b) => {
                self.collect(a, times, sum)?;
                self.collect(b, times.checked_neg()?, sum)?;
            }
            Ex::Two(Bin::Mul, a, b) => match (self.program.constant(a), self.program.constant(b)) {
                (Some(n), _) => self.collect(b, times.checked_mul(n)?, sum)?,
                (_, Some(n)) => self.collect(a, times.checked_mul(n)?, sum)?,
                _ => self.add_term(x, times, sum)?,
            },
            _ => self.add_term(x, times, sum)?,
        }
        Some(())
    }

    fn add_term(&mut self, x: X, times: i64, sum: &mut Sum) -> Option<()> {
        let term = self.term(x);
        let n = sum.0.entry(term).or_insert(0);
        *n = n.checked_add(times)?;
        Some(())
    }

    fn intern(&mut self, shape: &str, kids: Vec<Term>) -> Term {
        let next = u32::try_from(self.ids.len()).unwrap_or(Term::MAX);
        *self.ids.entry((shape.to_owned(), kids)).or_insert(next)
    }

    /// The term of an expression: the same for expressions that are built alike.
    fn term(&mut self, x: X) -> Term {
        let ex = self.ex(x);
        let term = if let Ex::Reg(r) = ex {
            let term = match self.bound.iter().rposition(|b| *b == r) {
                Some(i) => self.intern(&format!("candidate {i}"), Vec::new()),
                None if r >= self.floor => self.intern(&format!("own {r} of {}", self.guards), Vec::new()),
                None => self.intern(&format!("register {r}"), Vec::new()),
            };
            if let Some(b) = self.dice.get(&r).filter(|_| !self.bound.contains(&r)) {
                self.laws.bounds.insert(term, *b);
            }
            term
        } else if let Ex::FormOf(of) = ex {
            let of = self.term(of);
            self.intern("form", vec![of])
        } else {
            let parts = ex.parts();
            let mut kids = Vec::new();
            if let Some(sel) = parts.sel.and_then(|s| self.program.sels.get(s as usize)).cloned() {
                if let Domain::Of(_, of) | Domain::RowsOf(_, of) = sel.domain {
                    kids.push(self.term(of));
                }
                self.bound.push(sel.var);
                let domain = match sel.domain {
                    Domain::Of(k, _) => Domain::Of(k, 0),
                    Domain::RowsOf(k, _) => Domain::RowsOf(k, 0),
                    other => other,
                };
                kids.push(self.intern(&format!("{domain:?} {:?}", sel.extreme.iter().map(|e| e.1).collect::<Vec<_>>()), Vec::new()));
                kids.extend(sel.filters.iter().chain(sel.extreme.iter().map(|(x, _)| x)).map(|x| self.term(*x)).collect::<Vec<_>>());
                kids.extend(parts.kids.iter().map(|k| self.term(*k)).collect::<Vec<_>>());
                self.bound.pop();
            } else {
                kids.extend(parts.kids.iter().map(|k| self.term(*k)).collect::<Vec<_>>());
            }
            if let Some(args) = parts.list.and_then(|l| self.program.lists.get(l as usize)).cloned() {
                kids.extend(args.iter().map(|a| self.term(*a)).collect::<Vec<_>>());
            }
            let term = self.intern(&format!("{:?}", parts.shape), kids.clone());
            self.learn(term, &ex, kids.first().copied());
            term
        };
        self.aliases.get(&term).copied().unwrap_or(term)
    }

    /// Notes what is known of a term whatever the state of the game.
    fn learn(&mut self, term: Term, ex: &Ex, of: Option<Term>) {
        if self.laws.bounds.contains_key(&term) {
            return;
        }
        let bounds = match ex {
            Ex::Int(n) => Some((*n, *n)),
            Ex::Count(_) | Ex::Turn | Ex::Turns | Ex::Rank(_) => Some((0, i64::MAX)),
            Ex::Bit { .. }
            | Ex::RowHas { .. }
            | Ex::Not(_)
            | Ex::Two(Bin::Eq | Bin::Ne | Bin::Lt | Bin::Le | Bin::And | Bin::Or, _, _)
            | Ex::Exists(_)
            | Ex::Touches(..)
            | Ex::Sees(..)
            | Ex::InTerrain(..)
            | Ex::In { .. }
            | Ex::Ground(..)
            | Ex::InPlay(_)
            | Ex::OnBoard(_)
            | Ex::Carries(..)
            | Ex::Off(_)
            | Ex::During(_) => Some((0, 1)),
            Ex::Value { slot, .. } => self.program.slots.get(*slot as usize).map(|s| {
                let end = |x: Option<X>| x.and_then(|x| self.program.constant(x));
                if s.truth { (0, 1) } else { (end(s.least).unwrap_or(i64::MIN), end(s.most).unwrap_or(i64::MAX)) }
            }),
            _ => None,
        };
        // limits that cross keep neither
        if let Some(b) = bounds.filter(|b| b.0 <= b.1) {
            self.laws.bounds.insert(term, b);
        }
        match (ex, of) {
            (Ex::Bit { state, .. }, Some(of)) => {
                let set = self.program.book.exclusive.iter().position(|s| s.contains(&(*state as usize)));
                if let Some(set) = set {
                    let rivals = &mut self.laws.rivals;
                    let at = *self.tags.entry((set, of)).or_insert_with(|| {
                        rivals.push(Vec::new());
                        rivals.len() - 1
                    });
                    if let Some(r) = self.laws.rivals.get_mut(at) {
                        r.push(term);
                    }
                }
            }
            (Ex::During(bit), _) => {
                for (other, t) in &self.contexts {
                    if self.never_together(*bit, *other) {
                        self.laws.rivals.push(vec![*t, term]);
                    }
                }
                self.contexts.push((*bit, term));
            }
            _ => {}
        }
    }

    /// Two procedures of which neither may run within the other are never under way together.
    fn never_together(&self, a: u8, b: u8) -> bool {
        let of = |bit: u8| self.program.contexts.get(bit as usize).map(|c| c.0 as usize);
        let (Some(p), Some(q)) = (of(a), of(b)) else { return false };
        let within = |p: usize, q: usize| self.reach.get(p).and_then(|r| r.get(q)).copied().unwrap_or(true);
        p != q && !within(p, q) && !within(q, p)
    }
}

/// For each procedure, which others may run while it does.
pub(super) fn reach(program: &Program) -> Vec<Vec<bool>> {
    let n = program.procs.len();
    let mut reach = vec![vec![false; n]; n];
    for (row, p) in reach.iter_mut().zip(&program.procs) {
        for op in &p.code {
            match op {
                Op::Call { proc, .. } => {
                    if let Some(r) = row.get_mut(*proc as usize) {
                        *r = true;
                    }
                }
                // any action may be taken
                Op::Take { .. } => {
                    for (r, q) in row.iter_mut().zip(&program.procs) {
                        *r |= program.book.kind(&q.word).is_some_and(|k| program.book.is(k, crate::model::KindBase::Action));
                    }
                }
                _ => {}
            }
        }
    }
    for via in 0..n {
        let through = reach.get(via).cloned().unwrap_or_default();
        for row in &mut reach {
            if row.get(via).copied().unwrap_or(false) {
                row.iter_mut().zip(&through).for_each(|(r, t)| *r |= t);
            }
        }
    }
    reach
}
