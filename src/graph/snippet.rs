//! Statements and questions put to a program that is already compiled: by tests, odds and explanations.

use super::compile::Pass;
use super::ir::Program;
use super::ir::{Op, Procedure};
use super::numbers::short;
use super::scope::Scope;
use crate::diag::{Code, Diagnostic};
use crate::model::{Head, Type};
use crate::source::{Files, Span};
use crate::syntax::{Line, Node};

/// A word that stands for a thing or number in a snippet.
#[derive(Clone, Debug)]
pub struct Known {
    /// The word or name, as written.
    pub name: String,
    /// What it is.
    pub value: i64,
    /// Its type.
    pub ty: Type,
}

/// What a snippet is.
#[derive(Clone, Copy, Debug)]
pub enum Snippet<'a> {
    /// Statements to be done.
    Do(&'a [Line]),
    /// One statement.
    One(&'a Node),
    /// A question to be asked; its answer is the result.
    Ask(&'a Node),
    /// A question that must be answered yes or no.
    Whether(&'a Node),
}

/// Adds a procedure that does or asks what the snippet says; its number, and what was wrong.
#[must_use]
pub fn snippet(files: &Files, program: Program, known: &[Known], what: Snippet<'_>) -> (Program, u16, Vec<Diagnostic>) {
    let mut pass = Pass::new(files, program, Vec::new());
    pass.known = known.to_vec();
    let mut scope = Scope::default();
    for k in known.iter().filter(|k| k.name.starts_with(char::is_lowercase)) {
        scope.bind(&k.name, k.ty.clone());
    }
    let id = short(pass.program.procs.len());
    let row = pass.new_row("test", Span::default(), Vec::new(), None);
    pass.program.procs.push(Procedure { name: "test".into(), row, word: "procedure".into(), ..Procedure::default() });
    pass.program.proc_heads.push(Head {
        name: "test".into(),
        word: "procedure".into(),
        roles: Vec::new(),
        gives: Type::PLAIN,
        span: Span::default(),
    });
    scope.proc = Some(id);
    let labels = pass.program.labels.len();
    let mut code = Vec::new();
    match what {
        Snippet::Do(lines) => pass.lines(&mut scope, &mut code, lines),
        Snippet::One(node) => {
            let line = Line { span: node.span, parts: vec![node.clone()], cites: Vec::new(), below: Vec::new() };
            pass.lines(&mut scope, &mut code, std::slice::from_ref(&line));
        }
        Snippet::Ask(node) => {
            let (x, ty) = pass.effect(&mut scope, &mut code, node);
            code.push(Op::Give(x));
            if let Some(head) = pass.program.proc_heads.get_mut(id as usize) {
                head.gives = ty;
            }
        }
        Snippet::Whether(node) => {
            let x = pass.effect_truth(&mut scope, &mut code, node);
            code.push(Op::Give(x));
        }
    }
    // what the rules and the snippet itself never ask has no label yet
    let asks = |label: u16| code.iter().any(|op| matches!(op, Op::Choose { label: l, .. } | Op::Offer { label: l, .. } if *l == label));
    let unasked = pass.advance.iter().find(|(label, _)| usize::from(*label) >= labels && !asks(*label)).map(|(_, span)| *span);
    if let Some(span) = unasked {
        let what = files.slice(span);
        pass.fault(Code::Name, span, format!("nothing ever asks for `{what}`"), "call it as what asks is called, or leave it out");
    }
    if let Some(p) = pass.program.procs.get_mut(id as usize) {
        p.code = code;
        p.regs = scope.most.saturating_add(1);
    }
    (pass.program, id, pass.found)
}

/// The call that a statement is: its procedure and what fills its blanks, as an action's legality wants them.
#[must_use]
pub fn called(program: &Program, id: u16) -> Option<(u16, u32)> {
    program
        .procs
        .get(id as usize)?
        .code
        .iter()
        .rev()
        .find_map(|op| if let Op::Call { proc, args, .. } = op { Some((*proc, *args)) } else { None })
}
