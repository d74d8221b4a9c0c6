//! Faces of a throw that are counted apart: `count of 6s in hits`; and dice that bring more dice.

use super::compile::Pass;
use super::ir::{Contribution, Ex, Explode, Op, Reg, X};
use super::scope::Scope;
use crate::diag::Code;
use crate::model::Type;
use crate::syntax::{Node, Rule};

impl Pass<'_> {
    /// `count of 6s in hits`: how many dice of that throw show the face.
    pub fn faces_in(&mut self, scope: &Scope, node: &Node) -> (X, Type) {
        let face = node.find(Rule::face_value).map_or("", |f| self.text(f)).trim_end_matches('s').parse().unwrap_or(0);
        let word = node.find(Rule::r#ref).and_then(|r| r.find(Rule::local)).map_or("", |l| self.text(l));
        let reg = scope.find(word).map(|l| l.reg);
        let Some((_, counted, proc)) = scope.thrown.iter().rev().find(|(r, ..)| Some(*r) == reg).copied() else {
            return self.fault(
                Code::Type,
                node.span,
                format!("`{word}` is not the result of a pool"),
                "name the result of a step that is a pool and no more: `step hits = Name Of Pool ...`",
            );
        };
        match self.throwing.counted.insert(proc, face) {
            Some(other) if other != face => self.fault(
                Code::Unready,
                node.span,
                format!("the {other}s of this pool are counted already"),
                "ask for one face of a pool only",
            ),
            _ => (self.program.ex(Ex::Reg(counted)), Type::PLAIN),
        }
    }

    /// Remembers under its new name what the result of a pool is.
    pub fn same_throw(&mut self, scope: &mut Scope, x: X, reg: Reg) {
        let Some(Ex::Reg(from)) = self.program.exs.get(x as usize).copied() else { return };
        if let Some((_, counted, proc)) = scope.thrown.iter().rev().find(|(r, ..)| *r == from).copied() {
            scope.thrown.push((reg, counted, proc));
        }
    }

    /// When all code is there: pools whose faces are asked for count them, and give them too.
    pub fn asked_faces(&mut self) {
        for (proc, face) in std::mem::take(&mut self.throwing.counted) {
            let Some(code) = self.program.procs.get(proc as usize).map(|p| &p.code) else { continue };
            let rolled = code.iter().rev().find_map(|op| if let Op::Roll(id, reg) = op { Some((*id, *reg)) } else { None });
            let Some((id, reg)) = rolled else { continue };
            self.with_throw(id, |t| t.asked = Some(face));
            // of dice that are looked at, the next register tells how they lie
            let seen = self.program.throws.get(id as usize).is_some_and(|t| t.seen);
            let counted = self.program.ex(Ex::Reg(reg.saturating_add(if seen { 2 } else { 1 })));
            let gives = self.program.procs.get_mut(proc as usize).and_then(|p| p.code.iter_mut().rev().find(|o| matches!(o, Op::Give(_))));
            if let Some(op) = gives {
                if let Op::Give(x) = *op {
                    *op = Op::GiveBoth(x, counted);
                }
            }
        }
    }

    /// `explode 6s`, `explode 11 or more`, `explode 11 or more once`.
    pub fn explode_into(&mut self, id: u16, core: &Node, c: Contribution) {
        let first = |t: &str| t.split(|ch: char| !ch.is_ascii_digit()).next().and_then(|n| n.parse().ok()).unwrap_or(0);
        let which = match (core.find(Rule::face_value), core.find(Rule::range)) {
            (Some(f), _) => Explode::Face(first(self.text(f))),
            (None, Some(r)) if self.text(r).ends_with("more") || self.text(r).ends_with('+') => Explode::Score(first(self.text(r))),
            _ => {
                self.fault(Code::Syntax, core.span, "these dice cannot bring others", "write `explode 6s` or `explode 11 or more`");
                return;
            }
        };
        let once = core.has(Rule::kw_once);
        self.with_throw(id, |t| t.explodes.push((which, once, c)));
    }
}
