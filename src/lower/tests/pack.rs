//! Rules in the making.

use crate::ast::Prep;
use crate::hir::{
    AttachId, Block, Body, Carrier, Expr, ExprKind, Head, Hook, KindBase, KindId, Line, Local, LocalId, Moment, Origin, ProcId, ProcKind,
    Role, RuleId, Rules, Sel, State, StateId, StateKind, Step, Stmt, StmtKind, Terms, Ty, Until, made,
};
use crate::intern::Sym;
use crate::source::At;

/// Rules in the making.
#[derive(Default)]
pub(super) struct Pack(pub Rules);

/// The kind of units.
pub(super) const UNIT: KindId = KindId(1);

impl Pack {
    pub fn new() -> Self {
        let mut pack = Self::default();
        for (word, base) in [("game", KindBase::Game), ("unit", KindBase::Group)] {
            let word = pack.sym(word);
            pack.0.kinds.push(made::kind(word, base));
        }
        pack
    }

    pub fn sym(&mut self, text: &str) -> Sym {
        self.0.names.intern(text)
    }

    pub fn local(&mut self, word: &str, ty: Ty, origin: Origin) -> LocalId {
        let word = self.sym(word);
        self.0.locals.push(Local { word, ty, origin }).unwrap()
    }

    pub fn state(&mut self, name: &str, kind: StateKind) -> StateId {
        let (name, of_word) = (self.sym(name), self.sym("unit"));
        let line = Line::default();
        self.0
            .states
            .push(State {
                name,
                kind,
                of: UNIT,
                of_word,
                until: Until::Stays,
                majority: false,
                any: false,
                secret: false,
                beside: None,
                line,
            })
            .unwrap()
    }

    /// A procedure by a unit.
    pub fn proc(&mut self, name: &str) -> (ProcId, LocalId) {
        let local = self.local("unit", Ty::Thing(UNIT), Origin::Blank);
        let roles = vec![Role { prep: Prep::By, local, at: At::default() }];
        let head = Head { name: self.sym(name), roles, gives: Ty::PLAIN, line: Line::default() };
        (self.0.procs.push(made::proc(head, ProcKind::Procedure)).unwrap(), local)
    }

    pub fn step(&mut self, proc: ProcId, name: &str, result: Option<(LocalId, Expr)>, block: Block) {
        let line = Line { name: Some(self.sym(name)), ..Line::default() };
        let step = Step { line, guard: None, result, or_else: None, block };
        self.0.procs.get_mut(proc).unwrap().steps.push(step);
    }

    /// A rule that units may carry.
    pub fn rule(&mut self, name: &str) -> RuleId {
        let state = self.state(name, StateKind::Rule);
        let (name, word) = (self.sym(name), self.sym("rule"));
        self.0.rules.push(made::rule(name, name, word, Some(state))).unwrap()
    }

    /// A line of a rule at a step.
    pub fn line(&mut self, rule: RuleId, moment: Moment, (proc, step): (ProcId, &str), carrier: Carrier, block: Block) -> AttachId {
        let hook = Hook::Step(proc, self.sym(step));
        let attach = made::attach(rule, moment, hook, carrier, &Terms::default(), Body::Happens(block));
        self.0.attaches.push(attach).unwrap()
    }

    /// All units, each called by a word.
    pub fn units(&mut self, word: &str) -> Sel {
        let var = self.local(word, Ty::Thing(UNIT), Origin::Candidate);
        Sel { kind: UNIT, var, tests: Vec::new(), at: At::default() }
    }

    /// A note, by which a run is followed.
    pub fn note(&mut self, words: &str) -> Stmt {
        let words = self.sym(words);
        stmt(StmtKind::Note(words))
    }
}

pub(super) fn stmt(kind: StmtKind) -> Stmt {
    Stmt { kind, cites: Vec::new(), at: At::default() }
}

pub(super) fn int(n: i64) -> Expr {
    Expr::new(ExprKind::Int(n), Ty::PLAIN, At::default())
}

pub(super) fn yes(b: bool) -> Expr {
    Expr::new(ExprKind::Truth(b), Ty::Truth, At::default())
}

pub(super) fn word(local: LocalId, ty: Ty) -> Expr {
    Expr::new(ExprKind::Local(local), ty, At::default())
}
