//! The words of a test: what steps name their results, and what is answered.

use std::collections::{BTreeSet, HashSet};

use super::run::Run;
use crate::ast::{Block, Decl, Expr, ExprKind, NameOrWord, NameRef, Part, StmtKind, Walk};
use crate::diag::{Code, Diagnostic, nearest};
use crate::hir::{Local, LocalId, Origin, Rules, Symbol, Ty};
use crate::intern::Sym;
use crate::ir::{Choosing, LabelNo, Offering, Op, ProcNo, Program, ThingNo};
use crate::resolve::{ALWAYS, compass};
use crate::source::{Files, Span};

/// The result of a step by its word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub word: Sym,
    /// The word as the rules know it.
    pub local: LocalId,
    /// Its label.
    pub label: LabelNo,
    /// Its last value.
    pub value: Option<i64>,
}

impl Run<'_> {
    /// Whether a name is only that of something which the rules know and this game has not.
    pub fn absent(&self, name: &NameRef) -> bool {
        let symbols = self.rules.lookup(name.name.sym);
        let missing = |s: &Symbol| matches!(s, Symbol::Thing(t) if self.cast.named.get(ThingNo(t.0)).is_none_or(|id| *id == 0));
        self.named(name.name.sym).is_none() && !symbols.is_empty() && symbols.iter().all(missing)
    }

    /// Takes in the words that a test asks results by.
    pub fn learn(&mut self, d: &Decl) {
        let (words, named) = self.words_of(d);
        if words.is_empty() {
            return;
        }
        let results = results(self.program());
        for (text, word) in words {
            let label = self.program().labels.iter().find(|(_, l)| **l == text).map(|(at, _)| at);
            let label = label.filter(|l| results.contains(l));
            let Some(label) = label.or_else(|| named.contains(&word).then(|| self.lowered.program.label(&text)).flatten()) else {
                continue;
            };
            let local = Local { word, ty: Ty::Unknown, origin: Origin::Given };
            if let Some(local) = self.rules.locals.push(local) {
                self.seen.push(Seen { word, local, label, value: None });
            }
        }
    }

    /// Words that stand for something, in the order of their texts, and those that its own statements name.
    fn words_of(&self, d: &Decl) -> (BTreeSet<(String, Sym)>, HashSet<Sym>) {
        let mut words = BTreeSet::new();
        let mut named = HashSet::new();
        for item in d.kind.items() {
            // a description's own word is no result of a step
            let mut own = HashSet::new();
            item.walk(&mut |part| match part {
                Part::Selector(s) => own.extend(s.noun.called.map(|w| w.sym)),
                Part::Stmt(s) => {
                    if let StmtKind::Let { word, .. } = &*s.kind {
                        named.insert(word.sym);
                    }
                }
                _ => {}
            });
            item.walk(&mut |part| {
                let word = match part {
                    Part::Expr(e) => local(e),
                    Part::Word(w) => Some(w.sym),
                    _ => None,
                };
                if let Some(word) = word.filter(|w| !own.contains(w) && !ALWAYS.contains(&self.text(*w))) {
                    words.insert((self.text(word).to_owned(), word));
                }
            });
        }
        (words, named)
    }

    /// The results of steps that a question asks for.
    pub fn results_asked(&self, e: &Expr) -> Vec<(Seen, Span)> {
        let mut out = Vec::new();
        e.walk(&mut |part| {
            if let Part::Expr(e) = part {
                out.extend(local(e).and_then(|w| self.seen(w)).map(|s| (s, e.at.span())));
            }
        });
        out
    }

    /// The result of a step that is called so.
    pub fn seen(&self, word: Sym) -> Option<Seen> {
        self.seen.iter().find(|s| s.word == word).copied()
    }
}

/// The word that a question is, if it is no more.
pub(super) fn local(e: &Expr) -> Option<Sym> {
    if let ExprKind::Local(word) = &*e.kind { Some(word.sym) } else { None }
}

/// The labels of all that steps have for results.
fn results(program: &Program) -> HashSet<LabelNo> {
    let label = |op: &Op| if let Op::Result(label, _) = op { Some(*label) } else { None };
    program.procs.all().iter().flat_map(|p| &p.code).filter_map(label).collect()
}

/// What is wrong with a statement or question of a test; a word of it may have been meant for the result of a step.
pub(super) fn unsound(files: &Files, program: &Program, d: &Diagnostic) -> (Span, String) {
    let word = files.slice(d.span);
    let plain = !word.is_empty() && word.chars().all(|c| c.is_lowercase() || c == '-');
    if d.code != Code::Name || !plain || !d.message.contains("stands for nothing") {
        return (d.span, format!("{}{}", d.message, d.help.as_ref().map_or(String::new(), |h| format!(": {h}"))));
    }
    if let Some(name) = compass(word) {
        return (d.span, format!("`{word}` is no result of a step: a point of the compass is written `{name}`"));
    }
    if matches!(word, "passed" | "failed") {
        let help = if word == "passed" { "leave `is passed` out" } else { "write `not` before it, and leave `is failed` out" };
        return (d.span, format!("a check is yes or no by itself: {help}"));
    }
    let results = results(program);
    let words = program.labels.iter().filter(|(n, _)| results.contains(n));
    let help = match nearest(word, words.map(|(_, l)| l.as_str())) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => {
            let named: String = word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect();
            format!("write `{named}` if one of the situation is meant, or name a step with a result as it is named there")
        }
    };
    (d.span, format!("no step has a result `{word}`: {help}"))
}

/// An answer that some statements give in advance, and neither they nor the rules ask for: no label was there for it before.
pub(super) fn unasked(rules: &Rules, program: &Program, block: &Block, id: ProcNo, labels: usize) -> Option<Diagnostic> {
    let code = program.procs.get(id).map_or(&[][..], |p| p.code.as_slice());
    let asked = |label: LabelNo| {
        code.iter().any(|op| matches!(op, Op::Choose(Choosing { label: l, .. }) | Op::Offer(Offering { label: l, .. }) if *l == label))
    };
    let mut first: Option<NameOrWord> = None;
    block.walk(&mut |part| {
        let Part::Stmt(s) = part else { return };
        let StmtKind::Do(deed) = &*s.kind else { return };
        for answer in &deed.answers {
            let text = match answer.label {
                NameOrWord::Word(w) => rules.names.text(w.sym),
                NameOrWord::Name(n) => rules.names.key_text(rules.names.key_of(n.sym)),
            };
            let fresh = program.labels.iter().skip(labels).find(|(_, l)| *l == text).map(|(label, _)| label);
            if fresh.is_some_and(|label| !asked(label)) {
                first.get_or_insert(answer.label);
            }
        }
    });
    let label = first?;
    let d = Diagnostic::new(Code::Name, label.at().span(), format!("nothing ever asks for `{}`", rules.names.text(label.sym())));
    Some(d.help("call it as what asks is called, or leave it out"))
}
