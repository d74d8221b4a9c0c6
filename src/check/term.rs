//! Terms: the same for questions that are built alike and speak of the same things.

use super::bounds;
use super::guard::Term;
use super::reader::Reader;
use crate::hir::{self, Expr, ExprKind, LocalId, Rules, Sel, StateId, Ty, walk};

/// The greatest angle between two directions, in thousandths of a degree.
const HALF_TURN: i64 = 180_000;

/// The number that a constant is compared by: its own, or that of what it stands for.
pub(super) fn number(rules: &Rules, e: &Expr) -> Option<i64> {
    match &*e.kind {
        ExprKind::Int(n) | ExprKind::Compass(n) | ExprKind::Edge(n) => Some(*n),
        ExprKind::Truth(t) => Some(i64::from(*t)),
        ExprKind::Thing(t) => Some(i64::from(t.0)),
        ExprKind::Row(r) => Some(i64::from(r.0)),
        ExprKind::Formation(s) => Some(i64::from(s.0)),
        ExprKind::Word(w) => Some(i64::from(rules.names.key_of(*w).0)),
        ExprKind::Deed(p) => Some(i64::from(p.0)),
        ExprKind::Reading(_, n) => Some(i64::from(*n)),
        ExprKind::ReadingNumber(ruling) => {
            let ruling = rules.rulings.get(*ruling)?;
            ruling.readings.get(ruling.chosen as usize)?.1
        }
        _ => None,
    }
}

/// The words that a question itself binds for what is asked in it.
fn binds(e: &ExprKind) -> Option<LocalId> {
    match e {
        ExprKind::HasSome(_, s)
        | ExprKind::Most(_, s, _)
        | ExprKind::ExtremeOf(_, _, s)
        | ExprKind::MajorityOf(_, s)
        | ExprKind::SumOf(_, s)
        | ExprKind::CountOf(s)
        | ExprKind::Exists(_, s)
        | ExprKind::The(s)
        | ExprKind::CommonestOf(_, s)
        | ExprKind::TotalOf(_, s) => Some(s.var),
        ExprKind::HasAny(_, piece, _) => Some(*piece),
        _ => None,
    }
}

/// Takes the parts of a question for terms and leaves what they are parts of.
struct Parts<'r, 'a> {
    reader: &'r mut Reader<'a>,
    kids: Vec<Term>,
}

impl walk::alter::Walk for Parts<'_, '_> {
    fn expr(&mut self, e: &mut Expr) {
        self.kids.push(self.reader.term(e));
        *e = Expr::new(ExprKind::Int(0), e.ty, e.at);
    }

    fn sel(&mut self, s: &mut Sel) {
        let known = self.reader.bound.contains(&s.var);
        if !known {
            self.reader.bound.push(s.var);
        }
        s.tests.iter_mut().for_each(|t| self.test(t));
        if !known {
            self.reader.bound.pop();
        }
        s.var = LocalId(0);
    }
}

impl Reader<'_> {
    pub(super) fn intern(&mut self, shape: &str, kids: Vec<Term>) -> Term {
        let next = u32::try_from(self.ids.len()).unwrap_or(Term::MAX);
        *self.ids.entry((shape.to_owned(), kids)).or_insert(next)
    }

    /// The term of a question.
    pub(super) fn term(&mut self, e: &Expr) -> Term {
        let term = match &*e.kind {
            ExprKind::Local(local) => self.word(*local),
            ExprKind::Reach(hir::Reach::Formation, of) => {
                let of = self.term(of);
                self.intern("form", vec![of])
            }
            // two that did not resolve may be anything
            ExprKind::Error => self.intern(&format!("unknown {}", self.ids.len()), Vec::new()),
            _ => self.whole(e),
        };
        self.aliases.get(&term).copied().unwrap_or(term)
    }

    fn word(&mut self, local: LocalId) -> Term {
        if let Some(i) = self.bound.iter().rposition(|b| *b == local) {
            return self.intern(&format!("candidate {i}"), Vec::new());
        }
        let term = self.intern(&format!("word {}", local.0), Vec::new());
        if let Some(bounds) = self.dice.and_then(|d| d.get(&local)) {
            self.laws.bounds.insert(term, *bounds);
        }
        term
    }

    fn whole(&mut self, e: &Expr) -> Term {
        let bound = binds(&e.kind);
        self.bound.extend(bound);
        let mut rest = e.clone();
        let mut parts = Parts { reader: self, kids: Vec::new() };
        walk::alter::walk_expr(&mut parts, &mut rest);
        let kids = parts.kids;
        if bound.is_some() {
            self.bound.pop();
        }
        if let ExprKind::HasAny(_, piece, _) = &mut *rest.kind {
            *piece = LocalId(0);
        }
        let term = self.intern(&format!("{:?}", rest.kind), kids);
        self.learn(term, e);
        term
    }

    /// The term of having a state.
    pub(super) fn has_state(&mut self, of: Term, state: StateId) -> Term {
        let term = self.intern(&format!("state {}", state.0), vec![of]);
        if self.laws.bounds.insert(term, (0, 1)).is_some() {
            return term;
        }
        if let Some(set) = self.rules.exclusive.iter().position(|s| s.contains(&state)) {
            let rivals = &mut self.laws.rivals;
            let at = *self.tags.entry((set, of)).or_insert_with(|| {
                rivals.push(Vec::new());
                rivals.len() - 1
            });
            if let Some(r) = self.laws.rivals.get_mut(at) {
                r.push(term);
            }
        }
        term
    }

    /// Notes what is known of a term whatever the state of the game.
    fn learn(&mut self, term: Term, e: &Expr) {
        if self.laws.bounds.contains_key(&term) {
            return;
        }
        let bounds = match &*e.kind {
            ExprKind::CountOf(_) | ExprKind::Turns | ExprKind::Reach(hir::Reach::Rank, _) => Some((0, i64::MAX)),
            ExprKind::Turn => Some((1, i64::MAX)),
            ExprKind::Ring(hir::Ring::Angle, ..) => Some((0, HALF_TURN)),
            _ if e.ty == Ty::Truth => Some((0, 1)),
            ExprKind::Ask(value, _) => self.rules.values.get(*value).map(|v| {
                let end = |e: &Option<Expr>| e.as_ref().and_then(|e| number(self.rules, e));
                (end(&v.least).unwrap_or(i64::MIN), end(&v.most).unwrap_or(i64::MAX))
            }),
            ExprKind::Count(count, _) => {
                let own = self.rules.counts.get(*count).and_then(|c| bounds::of(self.rules, c));
                own.or_else(|| self.counts.and_then(|all| all.get(count)).copied())
            }
            _ => number(self.rules, e).map(|n| (n, n)),
        };
        // limits that cross keep neither
        if let Some(b) = bounds.filter(|b| b.0 <= b.1) {
            self.laws.bounds.insert(term, b);
        }
        if let ExprKind::During(proc, _) = *e.kind {
            for (other, t) in &self.contexts {
                if self.reach.never_together(proc, *other) {
                    self.laws.rivals.push(vec![*t, term]);
                }
            }
            self.contexts.push((proc, term));
        }
    }
}
