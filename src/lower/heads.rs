//! Heads and types as the program keeps them.

use super::build::Builder;
use crate::hir::{Head, Measure, Ty};
use crate::ir;
use crate::lower::number;

impl Builder<'_> {
    /// What a type is to the program.
    pub fn program_type(&self, ty: Ty) -> ir::Type {
        match ty {
            Ty::Number(measure) => ir::Type::Number(self.program_measure(measure)),
            Ty::Truth => ir::Type::Truth,
            Ty::Thing(kind) => ir::Type::Thing(number::kind(kind)),
            Ty::Row(kind) => ir::Type::Row(number::kind(kind)),
            Ty::Need => ir::Type::Need,
            Ty::Place => ir::Type::Place,
            Ty::Facing => ir::Type::Facing,
            Ty::Edge => ir::Type::Edge,
            Ty::Formation => ir::Type::State,
            Ty::Name => ir::Type::Name,
            Ty::Nothing => ir::Type::Nothing,
            Ty::Unknown => ir::Type::Unknown,
        }
    }

    fn program_measure(&self, measure: Measure) -> ir::Measure {
        match measure {
            Measure::Plain => ir::Measure::None,
            Measure::Inches => ir::Measure::Inches,
            Measure::Degrees => ir::Measure::Degrees,
            Measure::Area => ir::Measure::Named(ir::Key::new("square inches")),
            Measure::Points => ir::Measure::Named(ir::Key::new(ir::POINTS)),
            Measure::Named(m) => ir::Measure::Named(ir::Key::new(self.rules.measures.get(m).map_or("", |n| self.rules.names.text(*n)))),
        }
    }

    /// A head as the program keeps it; `word` is what begins its declaration.
    pub fn program_head(&self, head: &Head, word: &str) -> ir::Head {
        let roles = head.roles.iter().map(|r| ir::Role {
            prep: r.prep.word().to_owned(),
            ty: self.program_type(self.ty(r.local)),
            local: self.rules.locals.get(r.local).map_or_else(String::new, |l| self.text(l.word)),
            span: r.at.span(),
        });
        ir::Head {
            name: self.text(head.name),
            word: word.to_owned(),
            roles: roles.collect(),
            gives: self.program_type(head.gives),
            span: head.line.at.span(),
        }
    }
}
