//! Ground: what it costs and whom, what it hides.

use super::compile::Pass;
use super::numbers::{mils, short};
use super::scope::Scope;
use crate::diag::Code;
use crate::model::{StateKind, Symbol};
use crate::syntax::{Declaration, Node, Rule};
use crate::table::Cost;

impl<'a> Pass<'a> {
    /// The lines below a `terrain`.
    pub fn ground(&mut self, d: &'a Declaration) {
        let Some((name, _)) = self.title(&d.head) else { return };
        let Some(id) = self.program.book.find(&name, Symbol::Terrain) else {
            return;
        };
        for part in d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::path_cost) {
            let text = self.text(part).to_owned();
            let length = part.find(Rule::length).and_then(|l| i32::try_from(mils(self.text(l))).ok());
            let cost = match part.find(Rule::cost_word).map(|w| self.text(w)) {
                Some("double") => Some(Cost::Times { num: 2, den: 1 }),
                Some("half-rest") => Some(Cost::HalfRest),
                Some("forbidden") => Some(Cost::Forbidden),
                _ => length.filter(|_| text.starts_with("crossing")).map(Cost::Toll),
            };
            let when = self.whom(part);
            let shelters = length.filter(|_| text.starts_with("shelters"));
            let Some(t) = self.program.terrains.get_mut(id) else { continue };
            if let Some(cost) = cost {
                t.costs.push((cost, when));
            }
            t.blocks |= text.starts_with("blocks");
            t.raised |= text.ends_with("raised");
            t.by_leader |= text.ends_with("leader");
            t.shelters = t.shelters.or(shelters);
        }
    }

    /// `if unit is ...`, `unless ...`: a condition of the group that moves.
    fn whom(&mut self, part: &'a Node) -> Option<u32> {
        let (guard, yes) = match (part.find(Rule::guard_if), part.find(Rule::guard_unless)) {
            (Some(g), _) => (g, true),
            (None, Some(g)) => (g, false),
            _ => return None,
        };
        let expr = guard.find(Rule::expr)?;
        let word = self.program.book.home_of_pieces();
        let mut scope = Scope::default();
        let ty = self.thing_type(self.program.book.kind(&word)?);
        scope.bind(&word, ty);
        let x = self.truth(&mut scope, expr);
        Some(if yes { x } else { self.negate(true, x) })
    }

    /// The formation that a shape falls back to.
    pub fn formation_named(&mut self, name: &Node) -> Option<u16> {
        let written = self.name(name).to_owned();
        let states = &self.program.book.states;
        let is_form = |t: usize| states.get(t).is_some_and(|s| s.kind == StateKind::Formation);
        let found = self.program.book.lookup(&written).iter().find_map(|s| match s {
            Symbol::State(t) if is_form(*t) => Some(short(*t)),
            _ => None,
        });
        if found.is_none() {
            self.fault(Code::Kind, name.span, format!("`{written}` is not a formation"), "name a formation of this pack");
        }
        found
    }
}
