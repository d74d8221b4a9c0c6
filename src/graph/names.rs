//! Names where a quantity, a thing or a deed is meant.

use super::compile::Pass;
use super::ir::{Domain, Ex, Sel, X};
use super::numbers::{short, small};
use super::scope::Scope;
use super::unknown::with_article;
use crate::diag::{Code, Diagnostic};
use crate::model::{Head, Key, StateKind, Symbol, Type};
use crate::source::Span;
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// A name with its blanks, asked for its value.
    pub fn call(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let Some(name) = node.find(Rule::name_ref) else { return (self.int(0), Type::Unknown) };
        if let Some(args) = self.keys_of(node) {
            return self.table_call(scope, name, &args);
        }
        if !node.has(Rule::role) {
            return self.bare(scope, name);
        }
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let mut given = Vec::new();
        for role in node.all(Rule::role) {
            let prep = role.find(Rule::prep).map_or("", |p| self.text(p));
            let Some(operand) = role.filled() else { continue };
            let value = self.expr(scope, operand);
            given.push((prep.to_owned(), value.0, value.1, role.span));
        }
        let first = given.first().map(|g| g.2.clone());
        match self.pick_symbol(written, first.as_ref()) {
            Some(Symbol::Count(c)) => {
                if let Some((prep, _, _, at)) = given.iter().find(|g| g.0 != "of").or(given.get(1)) {
                    let of = self.program.book.counts.get(c).map_or("", |c| c.of.as_str());
                    let d = Diagnostic::new(Code::Role, *at, format!("`{written}` has no `{prep}`"));
                    let d = d.here(format!("it is a count: {written} of {of}")).help("write only `of`, and whose it is");
                    self.report(d);
                }
                let (of, ty) = given.into_iter().next().map_or((0, Type::Unknown), |g| (g.1, g.2));
                self.stored((of, ty), c, name)
            }
            Some(Symbol::Value(v)) => {
                let Some(head) = self.program.slot_heads.get(v).cloned() else { return (self.int(0), Type::Unknown) };
                let args = self.fill(scope, &head, given, name.span);
                self.valued(v, head, args, name.span)
            }
            Some(Symbol::Table(t)) => {
                let Some(head) = self.program.table_heads.get(t).cloned() else { return (self.int(0), Type::Unknown) };
                let args = self.fill(scope, &head, given, name.span);
                self.looked_up(t, args)
            }
            Some(symbol @ (Symbol::Chance(_) | Symbol::Procedure(_))) => self.only_happens(scope, name, symbol),
            _ => self.unknown_name(name, written, "a value"),
        }
    }

    /// The fault for a roll or a procedure that is asked like a value.
    fn only_happens(&mut self, scope: &Scope, name: &Node, symbol: Symbol) -> (X, Type) {
        let head = match symbol {
            Symbol::Chance(c) => self.program.chances.get(c).and_then(|p| self.program.proc_heads.get(*p as usize)),
            Symbol::Procedure(p) => self.program.proc_heads.get(p),
            _ => None,
        };
        let Some(Head { name: title, word, span, .. }) = head.cloned() else { return (self.int(0), Type::Unknown) };
        let asker = if scope.proc.is_none() { "a value" } else { "a question" };
        let may_not = if matches!(symbol, Symbol::Chance(_)) { "may not roll dice" } else { "may not do anything" };
        let d = Diagnostic::new(Code::Dice, name.span, format!("`{title}` is {}, and {asker} {may_not}", with_article(&word)));
        self.report(d.label(span, "declared here").help("make it a step of its own, `step x = ...`, and ask `x`"));
        (self.int(0), Type::Unknown)
    }

    /// Puts what a call gives into the blanks of a head; a blank left out is filled by the local of its name.
    pub fn fill(&mut self, scope: &mut Scope, head: &Head, mut given: Vec<(String, X, Type, Span)>, span: Span) -> Vec<X> {
        let mut out = Vec::new();
        for role in &head.roles {
            if let Some(i) = given.iter().position(|g| g.0 == role.prep) {
                let (_, x, ty, at) = given.remove(i);
                let counts = role.ty == Type::PLAIN && matches!(ty, Type::Number(_) | Type::Need);
                if !ty.fits(&role.ty) && !counts {
                    let (is, want) = (self.program.book.describe(&ty), self.program.book.describe(&role.ty));
                    let d =
                        Diagnostic::new(Code::Type, at, format!("`{}` wants {want} after `{}`, and this is {is}", head.name, role.prep));
                    self.report(d.here(format!("its head reads: {}", self.show_head(head))).help(format!("give it {want}")));
                }
                out.push(x);
            } else if let Some(local) = scope
                .find(&role.local)
                .filter(|l| l.ty.fits(&role.ty))
                .or_else(|| scope.it.iter().rev().find(|l| l.name == role.local && l.ty.fits(&role.ty)))
                .cloned()
            {
                out.push(self.program.ex(Ex::Reg(local.reg)));
            } else {
                let want = self.program.book.describe(&role.ty);
                self.fault(
                    Code::Role,
                    span,
                    format!("`{}` is not told `{} {}`", head.name, role.prep, role.local),
                    format!("add `{} ...` with {want}", role.prep),
                );
                out.push(0);
            }
        }
        for (prep, _, _, at) in given {
            let shown = self.show_head(head);
            self.report(
                Diagnostic::new(Code::Role, at, format!("`{}` has no `{prep}`", head.name))
                    .here(format!("its head reads: {shown}"))
                    .help(role_help(head)),
            );
        }
        out
    }

    /// A head as a sentence.
    pub fn show_head(&self, head: &Head) -> String {
        let mut out = head.name.clone();
        for role in &head.roles {
            let kind = match &role.ty {
                Type::Thing(k) | Type::Row(k) => self.program.book.kinds.get(*k).map_or("", |k| k.word.as_str()),
                _ => "",
            };
            let kind = if kind.is_empty() || kind == role.local { String::new() } else { format!(" {kind}") };
            out = format!("{out} {}{kind} {}", role.prep, role.local);
        }
        out
    }

    /// The meaning of a name with blanks: values overload on what fills the first blank.
    fn pick_symbol(&self, written: &str, first: Option<&Type>) -> Option<Symbol> {
        let book = &self.program.book;
        let symbols = book.lookup(written);
        let fits = |s: &&Symbol| match (s, first) {
            (Symbol::Count(c), Some(Type::Thing(k))) => book.counts.get(*c).is_some_and(|c| book.kind(&c.of) == Some(*k)),
            (Symbol::Value(v), Some(ty)) => self.program.slot_heads.get(*v).is_some_and(|h| h.roles.first().is_some_and(|r| r.ty.fits(ty))),
            (Symbol::Table(_) | Symbol::Chance(_) | Symbol::Procedure(_), _) => true,
            _ => false,
        };
        let quantity = |s: &&Symbol| matches!(s, Symbol::Value(_) | Symbol::Count(_));
        symbols
            .iter()
            .find(|s| quantity(s) && fits(s))
            .or_else(|| symbols.iter().find(fits))
            .or_else(|| symbols.iter().find(quantity))
            .copied()
    }

    /// The count of this name that such a thing keeps; where nobody knows what it is, the first.
    pub fn count_of(&self, written: &str, ty: &Type) -> Option<u16> {
        let book = &self.program.book;
        let mut counts = book.every(written, Symbol::Count);
        let own = counts.clone().find(|c| book.counts.get(*c).is_some_and(|c| book.kind(&c.of).map(Type::Thing).as_ref() == Some(ty)));
        own.or_else(|| counts.next()).map(short)
    }

    /// Faults a count of what does not keep it.
    pub fn keeps(&mut self, count: u16, ty: &Type, name: &Node) {
        let Some(c) = self.program.book.counts.get(count as usize).cloned() else { return };
        if self.program.book.kind(&c.of).is_some_and(|k| !ty.fits(&Type::Thing(k))) {
            let (is, of) = (self.program.book.describe(ty), with_article(&c.of));
            let d = Diagnostic::new(Code::Type, name.span, format!("`{}` is of {of}, and this is {is}", c.name));
            self.report(d.label(c.span, "declared here").help(format!("name {of}")));
        }
    }

    /// What a count of a thing holds.
    fn stored(&mut self, (of, whose): (X, Type), c: usize, name: &Node) -> (X, Type) {
        self.keeps(short(c), &whose, name);
        let ty = self.program.book.counts.get(c).map_or(Type::Unknown, |c| c.holds.clone());
        let count = short(c);
        let ex = if ty == Type::Place { Ex::PlaceCell { of, count } } else { Ex::Cell { of, count } };
        (self.program.ex(ex), ty)
    }

    /// A name asked of given things, its first blank first.
    pub fn ask(&mut self, scope: &mut Scope, name: &Node, args: Vec<(X, Type)>) -> (X, Type) {
        let written = self.name(name.find(Rule::name).unwrap_or(name));
        let first = args.first().map(|a| a.1.clone());
        match self.pick_symbol(written, first.as_ref()) {
            Some(Symbol::Count(c)) => {
                let of = args.into_iter().next().unwrap_or((0, Type::Unknown));
                self.stored(of, c, name)
            }
            Some(Symbol::Value(v)) => {
                let Some(head) = self.program.slot_heads.get(v).cloned() else { return (self.int(0), Type::Unknown) };
                let given = head.roles.iter().zip(args).map(|(r, (x, ty))| (r.prep.clone(), x, ty, name.span)).collect();
                let args = self.fill(scope, &head, given, name.span);
                self.valued(v, head, args, name.span)
            }
            _ => self.unknown_name(name, written, "a value"),
        }
    }

    /// A name that stands alone.
    pub fn bare(&mut self, scope: &mut Scope, node: &Node) -> (X, Type) {
        let name = node.find(Rule::name).unwrap_or(node);
        let written = self.name(name);
        let key = Key::new(written);
        if let Some(k) = self.known.iter().find(|k| Key::new(&k.name) == key).cloned() {
            return (self.int(k.value), k.ty);
        }
        for symbol in self.program.book.lookup(written).to_vec() {
            match symbol {
                Symbol::Row(r) => {
                    let kind = self.program.list_rows.get(r).map_or(0, |r| r.kind);
                    return (self.int(i64::try_from(r).unwrap_or(-1)), Type::Row(kind));
                }
                Symbol::Ruling(r) => return self.ruling(r),
                Symbol::Thing(t) => {
                    let kind = self.program.things.get(t).map_or(0, |t| t.1);
                    return (self.program.ex(Ex::Named(short(t))), Type::Thing(kind));
                }
                Symbol::Reading(r) => return (self.int(i64::try_from(r).unwrap_or(0)), Type::Name),
                Symbol::State(s) if self.program.book.states.get(s).is_some_and(|s| s.kind == StateKind::Formation) => {
                    return (self.int(i64::try_from(s).unwrap_or(0)), Type::State);
                }
                Symbol::Word(w) => return (self.int(i64::try_from(w).unwrap_or(0)), Type::Name),
                _ => {}
            }
        }
        for symbol in self.program.book.lookup(written).to_vec() {
            if let Symbol::Value(v) = symbol {
                let Some(head) = self.program.slot_heads.get(v).cloned() else { continue };
                let args = self.fill(scope, &head, Vec::new(), node.span);
                return self.valued(v, head, args, node.span);
            }
            if let Symbol::State(s) = symbol {
                // a state named alone: the one thing that has it
                let of = self.program.book.states.get(s).map_or("game".to_owned(), |s| s.of.clone());
                if let Some(kind) = self.program.book.kind(&of) {
                    let reg = scope.fresh();
                    let var = self.program.ex(Ex::Reg(reg));
                    let test = self.program.ex(Ex::Bit { of: var, state: short(s) });
                    let domain = Domain::All(small(kind));
                    self.program.sels.push(Sel { domain, var: reg, filters: vec![test], extreme: Vec::new() });
                    let sel = short(self.program.sels.len() - 1);
                    return (self.program.ex(Ex::First(sel)), self.thing_type(kind));
                }
            }
            if matches!(symbol, Symbol::Chance(_) | Symbol::Procedure(_)) {
                return self.only_happens(scope, node, symbol);
            }
        }
        if let Some(direction) = self.compass(written) {
            return direction;
        }
        self.unknown_name(node, written, "a value")
    }
}

/// The fix for a blank that a head does not have.
pub(super) fn role_help(head: &Head) -> String {
    match head.roles.as_slice() {
        [] => "leave it out: the head has no blanks".into(),
        [one] => format!("write `{} {}`", one.prep, one.local),
        many => format!("use {}", many.iter().map(|r| format!("`{}`", r.prep)).collect::<Vec<_>>().join(" or ")),
    }
}
