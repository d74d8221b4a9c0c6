//! Questions of force lists that only the rules can answer: whether a side, once mustered, may be fielded.

use super::{Entries, Problem};
use crate::diag::Diagnostic;
use crate::graph::{Known, Op, Program, Snippet, X, snippet};
use crate::model::Type;
use crate::source::Files;
use crate::vm::{Cast, EntId, Game, World};

/// The compiled questions of every list. They have a program of their own, since questions add to it.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    program: Program,
    /// List, question of the list, and what to ask of the side in register 0.
    asked: Vec<(usize, usize, X)>,
}

impl Questions {
    /// Compiles the `legal` lines of every list. One with a fault is reported and never asked.
    #[must_use]
    pub fn read(files: &Files, program: &Program, entries: &Entries) -> (Self, Vec<Diagnostic>) {
        let side = program.book.kind("side").unwrap_or(1);
        let known = [Known { name: "side".into(), value: 0, ty: Type::Thing(side) }];
        let mut all = Self { program: program.clone(), asked: Vec::new() };
        let mut found = Vec::new();
        for (f, force) in entries.forces.iter().enumerate() {
            for (q, legal) in force.legal.iter().enumerate() {
                let (grown, proc, faults) = snippet(files, std::mem::take(&mut all.program), &known, Snippet::Ask(&legal.question));
                all.program = grown;
                let code = all.program.procs.get(usize::from(proc)).map(|p| p.code.as_slice());
                if let (true, Some([Op::Give(x)])) = (faults.is_empty(), code) {
                    all.asked.push((f, q, *x));
                }
                found.extend(faults);
            }
        }
        (all, found)
    }

    /// Asks the questions of the list that a side was drawn from.
    #[must_use]
    pub fn judge(&self, entries: &Entries, cast: &Cast, world: &World, force: usize, side: EntId) -> Vec<Problem> {
        let ask = Game::new(&self.program, cast).ask(world, 0);
        let mut out = Vec::new();
        for (_, q, x) in self.asked.iter().filter(|(f, _, _)| *f == force) {
            let Some(list) = entries.forces.get(force) else { continue };
            let Some(legal) = list.legal.get(*q) else { continue };
            if !ask.holds(*x, &mut [i64::from(side); 48]) {
                let what = if legal.name.is_empty() {
                    format!("the list `{}` is not satisfied", list.name)
                } else {
                    format!("the list `{}` asks for `{}`", list.name, legal.name)
                };
                out.push(Problem::new(what, format!("muster so that there is: {}", legal.text)));
            }
        }
        out
    }
}
