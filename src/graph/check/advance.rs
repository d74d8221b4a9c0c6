//! Answers that a statement gives in advance: a call, a comma, the question and its answer.

use std::collections::BTreeSet;

use crate::diag::{Code, Diagnostic, nearest};
use crate::graph::compile::Pass;
use crate::graph::ir::Op;

/// Reports answers that nothing ever asks for.
pub(super) fn check(pass: &Pass<'_>) -> Vec<Diagnostic> {
    let mut asked = BTreeSet::new();
    for op in pass.program.procs.iter().flat_map(|p| &p.code) {
        if let Op::Choose { label, .. } | Op::Offer { label, .. } = op {
            asked.insert(*label);
        }
    }
    let name = |label: &u16| pass.program.labels.get(*label as usize).map_or("", String::as_str);
    let given = pass.advance.iter().filter(|(label, _)| !asked.contains(label));
    given
        .map(|(label, span)| {
            let near = nearest(name(label), asked.iter().map(name));
            let help = near.map_or("leave it out, or call it as what asks is called".to_owned(), |n| format!("did you mean `{n}`?"));
            Diagnostic::new(Code::Name, *span, format!("nothing ever asks for `{}`", pass.files.slice(*span))).help(help)
        })
        .collect()
}
