//! Bits that remember: what was done, and how often something may be.

use super::compile::Pass;
use super::ir::{Ex, X};
use super::numbers::short;
use super::scope::Scope;
use crate::diag::Code;
use crate::model::{Key, State, StateKind, Symbol, Type, Until};
use crate::source::Span;
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// `once per phase of side`: a bit of the bearer that the deed sets.
    pub fn limit(&mut self, proc: u16, scope: &mut Scope, part: &Node) {
        let text = self.text(part).to_owned();
        let bearer = part.all(Rule::word).last().filter(|_| text.contains(" of "));
        let (x, of) = match bearer {
            Some(w) => {
                let first = self.program.ex(Ex::Reg(0));
                self.limited(scope, first, w)
            }
            None => {
                let of = self
                    .program
                    .proc_heads
                    .get(proc as usize)
                    .and_then(|h| h.roles.first())
                    .and_then(|r| if let Type::Thing(k) = r.ty { self.program.book.kinds.get(k) } else { None });
                let of = of.map_or("game".to_owned(), |k| k.word.clone());
                (self.program.ex(Ex::Reg(0)), of)
            }
        };
        // what is counted under one name is counted together
        let state = if part.has(Rule::name) { self.limit_bit(None, &of, part) } else { self.limit_state(&text, &of, part) };
        if let Some(p) = self.program.procs.get_mut(proc as usize) {
            p.limits.push((x, state));
        }
    }

    /// Whose a limit is: the side of whoever acts, or somebody in a blank.
    pub fn limited(&mut self, scope: &Scope, actor: X, word: &Node) -> (X, String) {
        let text = self.text(word);
        if text == "side" {
            return (self.program.ex(Ex::Side(actor)), text.to_owned());
        }
        let Some(local) = scope.find(text).cloned() else {
            self.fault(Code::Name, word.span, format!("nobody here is called `{text}`"), "write `of side`, or name a blank");
            return (actor, text.to_owned());
        };
        let of = if let Type::Thing(k) = local.ty { self.program.book.kinds.get(k).map(|k| k.word.clone()) } else { None };
        (self.program.ex(Ex::Reg(local.reg)), of.unwrap_or_else(|| text.to_owned()))
    }

    /// The bit of one limit of one rule, made when it is first met.
    pub fn limit_bit(&mut self, rule: Option<u16>, of: &str, node: &Node) -> u16 {
        let key = (node.span, rule.unwrap_or(u16::MAX));
        if let Some(bit) = self.rules.limit_bits.get(&key) {
            return *bit;
        }
        let bit = self.limit_state(self.text(node), of, node);
        self.rules.limit_bits.insert(key, bit);
        bit
    }

    /// A bit that is cleared at the end of what the limit is per.
    fn limit_state(&mut self, text: &str, of: &str, node: &Node) -> u16 {
        let unit = node.find(Rule::limit_unit);
        let within = unit.and_then(|u| u.find(Rule::name)).and_then(|name| self.stretch_of(name));
        let (kind, until) = match unit.map(|u| self.text(u)) {
            Some("game") => (StateKind::DidGame, Until::Stays),
            Some("phase") => (StateKind::DidPhase, Until::Phase(Key::default())),
            Some("turn") => (StateKind::DidTurn, Until::Turn),
            Some(word) if !unit.is_some_and(|u| u.has(Rule::name)) => {
                let help = "write `per turn`, `per phase` or `per game`, or name a procedure";
                self.fault(Code::Name, unit.map_or(node.span, |u| u.span), format!("nothing lasts for a `{word}`"), help);
                (StateKind::DidGame, Until::Stays)
            }
            _ => (StateKind::DidGame, Until::Stays),
        };
        self.program.book.states.push(State {
            name: text.to_owned(),
            kind,
            of: of.to_owned(),
            until,
            majority: false,
            any: false,
            span: node.span,
        });
        let id = short(self.program.book.states.len() - 1);
        if let Some(p) = within.and_then(|p| self.program.procs.get_mut(p as usize)) {
            p.clears.push(id);
        }
        id
    }

    /// The procedure with which a limit ends.
    fn stretch_of(&mut self, name: &Node) -> Option<u16> {
        let written = self.name(name);
        let found = self.program.book.find(written, Symbol::Procedure).map(short);
        if found.is_none() {
            self.unknown_name(name, written, "a procedure");
        }
        found
    }

    /// The bit that says a thing had another bit at the end of the turn before.
    pub fn last_state(&mut self, now: u16) -> u16 {
        if let Some((_, last)) = self.program.lasts.iter().find(|(n, _)| *n == now) {
            return *last;
        }
        let Some(state) = self.program.book.states.get(now as usize).cloned() else { return now };
        let id = short(self.program.book.states.len());
        self.program.book.states.push(State { kind: StateKind::Note, until: Until::Stays, ..state });
        self.program.lasts.push((now, id));
        id
    }

    /// The bit that says a thing did a procedure; made when first asked for.
    pub fn did_state(&mut self, proc: u16, span: usize) -> u16 {
        if let Some(Some(state)) = self.program.procs.get(proc as usize).and_then(|p| p.did.get(span)) {
            return *state;
        }
        let (name, of, at) = self.program.proc_heads.get(proc as usize).map_or_else(
            || (String::new(), "game".into(), Span::default()),
            |h| {
                let of = h.roles.first().and_then(|r| if let Type::Thing(k) = r.ty { self.program.book.kinds.get(k) } else { None });
                (h.name.clone(), of.map_or("game".into(), |k| k.word.clone()), h.span)
            },
        );
        let (kind, until) = match span {
            0 => (StateKind::DidTurn, Until::Turn),
            1 => (StateKind::DidPhase, Until::Phase(Key::default())),
            _ => (StateKind::DidGame, Until::Stays),
        };
        let id = short(self.program.book.states.len());
        self.program.book.states.push(State { name, kind, of, until, majority: false, any: false, span: at });
        if let Some(d) = self.program.procs.get_mut(proc as usize).and_then(|p| p.did.get_mut(span)) {
            *d = Some(id);
        }
        id
    }
}
