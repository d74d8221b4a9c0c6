//! The words of a test: what steps name their results.

use std::collections::HashSet;

use super::run::Run;
use crate::diag::{Code, Diagnostic, nearest};
use crate::graph::{ALWAYS, Op, Program};
use crate::model::Symbol;
use crate::source::{Files, Span};
use crate::syntax::{Declaration, Line, Node, Rule};

impl Run<'_> {
    /// Whether a name is only that of something which the rules know and this game has not.
    pub(super) fn absent(&self, name: &Node) -> bool {
        let symbols = self.program.book.lookup(name.text(self.trial.files).trim_matches('"'));
        let missing = |s: &Symbol| matches!(s, Symbol::Thing(t) if self.cast.named.get(*t).is_none_or(|id| *id == 0));
        name.rule == Rule::name_ref && self.named(name).is_none() && !symbols.is_empty() && symbols.iter().all(missing)
    }

    /// Takes in the words that a test asks results by.
    pub(super) fn learn(&mut self, d: &Declaration) {
        let files = self.trial.files;
        let mut words = Vec::new();
        // what its own statements name is a result as well
        let mut named = HashSet::new();
        for part in lines(&d.body).iter().flat_map(|l| &l.parts) {
            // a description's own word is no result of a step
            let mut own = Vec::new();
            part.walk(&mut |n| {
                if n.rule == Rule::noun {
                    own.extend(n.all(Rule::word).nth(1).map(|w| files.slice(w.span)));
                }
                if n.rule == Rule::let_st {
                    named.extend(n.find(Rule::word).map(|w| files.slice(w.span)));
                }
            });
            part.walk(&mut |n| {
                let word = files.slice(n.span);
                if n.rule == Rule::local && !own.contains(&word) && !ALWAYS.contains(&word) {
                    words.push(word);
                }
            });
        }
        if words.is_empty() {
            return;
        }
        let results = results(&self.program);
        for word in words {
            let label = self.program.labels.iter().position(|l| l == word).and_then(|at| u16::try_from(at).ok());
            if let Some(label) = label.filter(|l| results.contains(l)).or_else(|| named.contains(word).then(|| self.program.label(word))) {
                self.seen.insert(word.to_owned(), (label, None));
            }
        }
    }
}

/// Lines and all below them.
fn lines(block: &[Line]) -> Vec<&Line> {
    block.iter().flat_map(|l| std::iter::once(l).chain(lines(&l.below))).collect()
}

/// The labels of all that steps have for results.
fn results(program: &Program) -> HashSet<u16> {
    let label = |op: &Op| if let Op::Result(label, _) = op { Some(*label) } else { None };
    program.procs.iter().flat_map(|p| &p.code).filter_map(label).collect()
}

/// What is wrong with a statement or question of a test; a word of it may have been meant for the result of a step.
pub(super) fn unsound(files: &Files, program: &Program, d: &Diagnostic) -> (Span, String) {
    let word = files.slice(d.span);
    let plain = !word.is_empty() && word.chars().all(|c| c.is_lowercase() || c == '-');
    if d.code != Code::Name || !plain || !d.message.contains("stands for nothing") {
        return (d.span, format!("{}{}", d.message, d.help.as_ref().map_or(String::new(), |h| format!(": {h}"))));
    }
    let results = results(program);
    let words = program.labels.iter().enumerate().filter(|(n, _)| u16::try_from(*n).is_ok_and(|n| results.contains(&n)));
    let help = match nearest(word, words.map(|(_, l)| l.as_str())) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => "name a step with a result, as it is named there".into(),
    };
    (d.span, format!("no step has a result `{word}`: {help}"))
}
