//! Words that are read and of which nothing would come: told, so that nobody relies on them.

use crate::diag::{Code, Diagnostic};
use crate::graph::compile::Pass;
use crate::graph::ir::Ex;
use crate::syntax::{Declaration, Line, Node, Rule};

/// Reports them.
pub(super) fn check(pass: &Pass<'_>, declarations: &[Declaration]) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for d in declarations {
        node(pass, &d.head, &mut out);
        lines(pass, &d.body, &mut out);
    }
    out
}

fn lines(pass: &Pass<'_>, list: &[Line], out: &mut Vec<Diagnostic>) {
    for line in list {
        line.parts.iter().for_each(|p| node(pass, p, out));
        lines(pass, &line.below, out);
    }
}

fn node(pass: &Pass<'_>, whole: &Node, out: &mut Vec<Diagnostic>) {
    whole.walk(&mut |n| {
        if n.rule == Rule::turns && !pass.program.exs.contains(&Ex::Turns) && !out.iter().any(|d| d.span == n.span) {
            let help = "ask it in a rule: `after Ending when turn >= turns: the game ends`";
            out.push(Diagnostic::new(Code::Unready, n.span, "nothing asks how many turns there are").help(help));
        }
    });
}
