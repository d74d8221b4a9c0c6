//! Statements and questions put to a program that is already made: by tests, odds and explanations.

use super::build::Builder;
use super::frame::Frame;
use super::{Lowered, Made};
use crate::diag::Diagnostic;
use crate::hir::{Block, Expr, LocalId, Rules};
use crate::ir::{Head, ListNo, Op, ProcNo, Procedure, Program, Type};
use crate::source::{At, Span};

/// What such a procedure is called, and what it is.
const NAME: &str = "test";
const WORD: &str = "procedure";

/// What a snippet is, resolved.
#[derive(Clone, Copy, Debug)]
pub enum Snippet<'s> {
    /// Statements to be done.
    Do(&'s Block),
    /// A question to be asked; its answer is the result. One that must be answered yes or no, too.
    Ask(&'s Expr),
}

/// Adds a procedure that does or asks what the snippet says: its number, and what is too much for the machine. The rules are
/// those of the program, with the words that the snippet made besides. Of what is `known`, each that has a number is that
/// number; the others stand in the first registers.
#[must_use]
pub fn snippet(lowered: Lowered, rules: &Rules, known: &[(LocalId, Option<i64>)], what: Snippet<'_>) -> (Lowered, ProcNo, Vec<Diagnostic>) {
    let Lowered { program, made } = lowered;
    let mut b = Builder::beyond(rules, program, made);
    let mut frame = Frame::default();
    for (local, number) in known {
        match number {
            Some(n) => drop(frame.noted.insert(*local, b.int(*n))),
            None => drop(frame.bind(*local)),
        }
    }
    let row = b.row(NAME.to_owned(), At::default(), &[], None);
    let id = b.number(b.program.procs.len(), At::default(), "procedures");
    b.program.procs.push(Procedure { name: NAME.into(), row, word: WORD.into(), ..Procedure::default() });
    let mut gives = Type::PLAIN;
    if let Snippet::Ask(e) = what {
        gives = b.program_type(e.ty);
    }
    b.program.proc_heads.push(Head { name: NAME.into(), word: WORD.into(), roles: Vec::new(), gives, span: Span::default() });
    frame.proc = Some(id);
    let mut code = Vec::new();
    match what {
        Snippet::Do(block) => b.block(&mut frame, &mut code, block),
        Snippet::Ask(e) => {
            let x = b.effect(&mut frame, &mut code, e);
            code.push(Op::Give(x));
        }
    }
    b.finish(id, code, &frame, At::default());
    let (lowered, found) = b.done();
    (lowered, id, found)
}

/// Takes the procedures of all snippets out of a program: what one test says is not of another. What they ask for stays, as equal
/// expressions are kept once.
pub fn forget_snippets(program: &mut Program, base: &Program) {
    program.procs.truncate(base.procs.len());
    program.proc_heads.truncate(base.proc_heads.len());
}

/// The call that a statement is: its procedure and what fills its blanks, as an action's legality wants them.
#[must_use]
pub fn called(program: &Program, id: ProcNo) -> Option<(ProcNo, ListNo)> {
    let code = &program.procs.get(id)?.code;
    code.iter().rev().find_map(|op| if let Op::Call { proc, args, .. } = op { Some((*proc, *args)) } else { None })
}

impl<'a> Builder<'a> {
    /// Goes on with a program that is there.
    fn beyond(rules: &'a Rules, program: Program, made: Made) -> Self {
        let Made { maps, graph, pairs, triggers, shared } = made;
        Self { rules, program, found: Vec::new(), maps, graph, pairs, triggers, shared }
    }
}
