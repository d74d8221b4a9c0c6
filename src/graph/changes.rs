//! Markers, counts and formations that change.

use super::compile::Pass;
use super::ir::{Ex, Op};
use super::numbers::short;
use super::scope::Scope;
use crate::diag::{Code, Diagnostic};
use crate::model::{KindBase, StateKind, Symbol, Type};
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// `X gains M`, `X loses 2 N`, `X becomes F`.
    pub fn change(&mut self, scope: &mut Scope, code: &mut Vec<Op>, node: &Node) {
        let (Some(subject), Some(verb)) = (node.first(), node.kids.get(1)) else { return };
        if verb.rule == Rule::becomes {
            self.becomes(scope, code, subject, verb);
            return;
        }
        let (who, ty) = self.expr(scope, subject);
        for thing in verb.all(Rule::thing) {
            if let Some(number) = thing.find(Rule::integer) {
                self.measureless(number, &ty);
                continue;
            }
            let Some(name) = thing.find(Rule::name_ref) else {
                let what = self.text(thing);
                self.fault(Code::Name, thing.span, format!("`{what}` is no marker, rule or count"), "name it, with a capital");
                continue;
            };
            let written = self.name(name.find(Rule::name).unwrap_or(name));
            let symbols = self.program.book.lookup(written).to_vec();
            let gain = verb.rule == Rule::gains;
            if let Some(state) = symbols.iter().find_map(|s| match s {
                Symbol::State(s) => Some(short(*s)),
                Symbol::Rule(r) => self.program.rules.get(*r).and_then(|r| r.state),
                _ => None,
            }) {
                self.bearer(state, &ty, name);
                self.turn_state(code, who, state, gain);
            } else if symbols.iter().any(|s| matches!(s, Symbol::Count(_))) {
                let Some((count, amount)) = self.counted(scope, code, thing, &ty) else { continue };
                let amount = if thing.has(Rule::kw_all) { self.program.ex(Ex::Cell { of: who, count }) } else { amount };
                let amount = if gain { amount } else { self.program.ex(Ex::Neg(amount)) };
                code.push(Op::Add(who, count, amount));
            } else {
                self.unknown_name(name, written, "a marker or a count");
            }
        }
    }

    /// Faults a state given to what cannot bear it.
    fn bearer(&mut self, state: u16, ty: &Type, name: &Node) {
        let Some(s) = self.program.book.states.get(state as usize) else { return };
        let wants = self.program.book.kind(&s.of);
        if let (Type::Thing(k), Some(w)) = (ty, wants) {
            let base = |kind: usize| self.program.book.kinds.get(kind).map(|k| k.base);
            // where nothing says whose it is, and there are no pieces, anybody may have it
            if base(*k) != base(w) && base(w) != Some(KindBase::Game) {
                let (is, want) = (self.program.book.describe(ty), s.of.clone());
                let (title, span) = (s.name.clone(), s.span);
                self.report(
                    Diagnostic::new(Code::Type, name.span, format!("`{title}` is of a {want}, and this is {is}"))
                        .label(span, "declared here")
                        .help(format!("give it to a {want}")),
                );
            }
        }
    }

    /// The tag that is named alone, of those that drive each other out. Others are faulted.
    fn tag_alone(&mut self, scope: &Scope, value: &Node) -> Option<u16> {
        let written = self.text(value).trim();
        // a word of the rule's own may be like a name
        if scope.find(written).is_some() {
            return None;
        }
        let states = self.program.book.every(written, Symbol::State);
        let tag = states.into_iter().find(|s| self.program.book.states.get(*s).is_some_and(|s| s.kind == StateKind::Tag))?;
        if !self.program.book.exclusive.iter().any(|set| set.contains(&tag)) {
            let help = format!("write `gains {written}`, or declare it `exclusive` with those that it drives out");
            self.fault(Code::Type, value.span, format!("`{written}` takes the place of nothing"), help);
        }
        Some(short(tag))
    }

    fn becomes(&mut self, scope: &mut Scope, code: &mut Vec<Op>, subject: &Node, verb: &Node) {
        let Some(value) = verb.find(Rule::choice) else { return };
        // a stored number, a tag among its like, or a local that is said anew
        if let Some(call) = subject.find(Rule::call) {
            let name = call.find(Rule::name_ref).map_or("", |n| self.name(n.find(Rule::name).unwrap_or(n)));
            if self.program.book.find(name, Symbol::Count).is_some() {
                let (cell, ty) = self.expr(scope, subject);
                let (x, vty) = self.effect(scope, code, value);
                if !ty.fits(&vty) && self.program.constant(x) != Some(0) {
                    let (is, want) = (self.program.book.describe(&vty), self.program.book.describe(&ty));
                    self.fault(Code::Measure, value.span, format!("`{name}` is in {want}, and this is {is}"), format!("give it in {want}"));
                }
                match self.program.exs.get(cell as usize).copied() {
                    Some(Ex::Cell { of, count }) => code.push(Op::Store(of, count, x)),
                    Some(Ex::PlaceCell { of, count }) => code.push(Op::StorePlace(of, count, x)),
                    _ if ty == Type::Unknown => {}
                    _ => {
                        let message = format!("`{}` is worked out, not remembered", self.text(call).trim());
                        self.fault(Code::Type, call.span, message, "change a count, or what it is worked out from");
                    }
                }
                return;
            }
        }
        if let Some(tag) = self.tag_alone(scope, value) {
            let (who, ty) = self.expr(scope, subject);
            // a group is changed with all its pieces
            if !matches!(ty, Type::Thing(k) if self.program.book.is(k, KindBase::Group)) {
                self.bearer(tag, &ty, value);
            }
            let x = self.int(i64::from(tag));
            code.push(Op::Become(who, x));
            return;
        }
        if let Some(local) = subject.find(Rule::local).and_then(|l| scope.find(self.text(l))).cloned() {
            if !matches!(local.ty, Type::Thing(_)) {
                let (x, _) = self.effect(scope, code, value);
                code.push(Op::Set(local.reg, x));
                return;
            }
        }
        let (who, _) = self.expr(scope, subject);
        let (x, ty) = self.expr(scope, value);
        if ty.fits(&Type::State) {
            code.push(Op::Become(who, x));
        } else if let Some(local) = subject.find(Rule::local).and_then(|l| scope.find(self.text(l))).cloned() {
            code.push(Op::Set(local.reg, x));
        } else {
            self.fault(Code::Type, value.span, "only a formation or a number can be become", "name a formation");
        }
    }
}
