//! Rules made by hand, for tests of the graph and of what is made of it.

use crate::hir::{
    AttachId, Body, Carrier, Chance, ChanceKind, Change, ChangeKind, Expr, ExprKind, Head, Hook, KindBase, KindId, Line, Local, LocalId,
    Moment, Origin, Precedence, Proc, ProcId, ProcKind, RuleId, Rules, Symbol, Terms, Ty, Value, ValueId, made,
};
use crate::intern::Sym;
use crate::source::At;

/// Rules in the making.
#[derive(Default)]
pub(crate) struct Pack(pub Rules);

impl Pack {
    /// The number of a text.
    pub fn sym(&mut self, text: &str) -> Sym {
        self.0.names.intern(text)
    }

    /// A word that stands for something.
    pub fn local(&mut self, word: &str, ty: Ty, origin: Origin) -> LocalId {
        let word = self.sym(word);
        self.0.locals.push(Local { word, ty, origin }).unwrap_or(LocalId(0))
    }

    /// A kind.
    pub fn kind(&mut self, word: &str, base: KindBase) -> KindId {
        let word = self.sym(word);
        self.0.kinds.push(made::kind(word, base)).unwrap_or(KindId(0))
    }

    /// A head with one blank, `of unit`.
    pub fn head(&mut self, name: &str) -> Head {
        let local = self.local("unit", Ty::Thing(KindId(0)), Origin::Blank);
        let name = self.sym(name);
        let roles = vec![crate::hir::Role { prep: crate::ast::Prep::Of, local, at: At::default() }];
        Head { name, roles, gives: Ty::PLAIN, line: Line::default() }
    }

    /// A procedure.
    pub fn proc(&mut self, name: &str) -> ProcId {
        let head = self.head(name);
        self.happens(head, ProcKind::Procedure, &[])
    }

    /// A throw, and the words that it makes known.
    pub fn throw(&mut self, head: Head, kind: ChanceKind, results: &[&str]) -> ProcId {
        let chance = Chance { kind, naturals: Vec::new(), keep: Vec::new(), rows: Vec::new(), bands: Vec::new() };
        self.happens(head, ProcKind::Chance(Box::new(chance)), results)
    }

    fn happens(&mut self, head: Head, kind: ProcKind, results: &[&str]) -> ProcId {
        let results = results.iter().map(|r| (self.sym(r), self.local(r, Ty::Unknown, Origin::Given))).collect();
        let proc = Proc { results, ..made::proc(head, kind) };
        self.0.procs.push(proc).unwrap_or(ProcId(0))
    }

    /// A value.
    pub fn value(&mut self, name: &str) -> ValueId {
        let head = self.head(name);
        let value = Value { head, base: None, rounding: None, least: None, most: None, rows: Vec::new(), column: None };
        self.0.values.push(value).unwrap_or(ValueId(0))
    }

    /// A rule that is always in force.
    pub fn rule(&mut self, name: &str) -> RuleId {
        let (name, title, word) = (self.sym(name), self.sym(name.split('(').next().unwrap_or("")), self.sym("rule"));
        let id = self.0.rules.push(made::rule(name, title, word, None)).unwrap_or(RuleId(0));
        let key = self.0.names.key_of(name);
        self.0.symbols.entry(key).or_default().push(Symbol::Rule(id));
        id
    }

    /// A line of a rule at one hook.
    pub fn line(&mut self, rule: RuleId, moment: Moment, hook: Hook, body: Body) -> AttachId {
        self.offer(rule, moment, hook, (body, false))
    }

    /// As [`Self::line`]; perhaps it is an offer.
    pub fn offer(&mut self, rule: RuleId, moment: Moment, hook: Hook, (body, may): (Body, bool)) -> AttachId {
        let terms = Terms { may, ..Terms::default() };
        self.0.attaches.push(made::attach(rule, moment, hook, Carrier::Nobody, &terms, body)).unwrap_or(AttachId(0))
    }

    /// What a line says of another.
    pub fn says(&mut self, line: AttachId, word: Precedence, name: &str) {
        let name = self.sym(name);
        if let Some(line) = self.0.attaches.get_mut(line) {
            line.precedence.push((word, name, At::default()));
        }
    }
}

/// A number.
pub(crate) fn int(n: i64) -> Expr {
    Expr::new(ExprKind::Int(n), Ty::PLAIN, At::default())
}

/// A change that is always made.
pub(crate) fn always(kind: ChangeKind) -> Change {
    Change { kind, guard: Vec::new(), at: At::default() }
}
