//! What is done by its name: its blanks, its ways, what is answered in advance, what follows if it is failed.

use super::super::{Resolver, Scope};
use super::lend::int;
use crate::ast::{self, AnswerValue};
use crate::diag::{Code, Diagnostic, nearest};
use crate::hir::{Block, Call, ChanceKind, Expr, ExprKind, ProcId, ProcKind, StmtKind, Symbol, Ty};
use crate::intern::Sym;
use crate::resolve::ask::Wanted;
use crate::source::{At, Span};

/// Verbs that stand between who does it and a name.
const VERBS: &[&str] = &["gains", "loses", "becomes", "forms", "moves", "leads"];

impl Resolver<'_> {
    /// `aimed Wave by unit at target, action none, or: ...`.
    pub(super) fn do_it(&mut self, scope: &mut Scope, deed: &ast::Do) -> Option<StmtKind> {
        if self.misspelt_verb(scope, deed) {
            return None;
        }
        let proc = match (self.proc_of(deed.call.name.name.sym), &deed.or_else) {
            (None, Some(_)) => {
                self.unknown_name(&deed.call.name, Wanted::Check);
                return None;
            }
            _ => self.proc_named(&deed.call.name)?,
        };
        let mut call = self.deed(scope, &deed.call)?;
        for tag in &deed.tags {
            if self.way(proc, tag) {
                call.ways.push(tag.sym);
            }
        }
        call.answers = deed.answers.iter().map(|a| self.answer(scope, a)).collect();
        let or_else = deed.or_else.as_ref().map(|or| {
            let said = deed.answers.last().map_or(deed.call.at, |a| a.at);
            let written = self.said(deed.call.name.name.sym);
            self.if_failed(scope, &call, &written, or, behind(said, deed.at))
        });
        Some(StmtKind::Do(call, or_else))
    }

    /// What is answered in advance. Where the answer is a word of the language, it stands where what it answers does.
    fn answer(&mut self, scope: &mut Scope, answer: &ast::Answer) -> (Sym, Expr) {
        let label = match answer.label {
            ast::NameOrWord::Word(word) => word.sym,
            // an offer of a rule is called by the rule's name
            ast::NameOrWord::Name(name) => self.key_of_name(name.sym),
        };
        let at = answer.label.at();
        let mut value = match &answer.value {
            AnswerValue::Yes => int(1, Ty::Truth, at),
            AnswerValue::No | AnswerValue::None => int(0, Ty::Truth, at),
            AnswerValue::Heading(_) => self.fault(Code::Syntax, answer.at, "this cannot be asked", "name a value"),
            AnswerValue::Is { what, .. } => self.expr(scope, what),
        };
        // whoever looks for what nobody asks tells it there
        value.at = at;
        (label, value)
    }

    /// A name as offers are called by it: its key.
    pub(crate) fn key_of_name(&mut self, name: Sym) -> Sym {
        let key = self.rules.names.key_text(self.rules.names.key_of(name)).to_owned();
        self.rules.names.intern(&key)
    }

    /// `or ...`: what is done if the call just made is failed. `name` is how it is called in messages.
    pub(super) fn if_failed(&mut self, scope: &mut Scope, call: &Call, name: &str, or: &ast::Block, at: At) -> Block {
        if !self.is_check(call.proc) {
            let help = "use `or` only after a check, or a pool that `passes with ...`";
            self.fault(Code::Type, at, format!("`{name}` neither passes nor fails"), help);
        }
        if or.0.len() == 1 { self.open_block(scope, or) } else { self.block(scope, or) }
    }

    /// A way in which something is done must be declared there.
    pub(crate) fn way(&mut self, proc: ProcId, way: &ast::Word) -> bool {
        let Some(p) = self.rules.procs.get(proc) else { return false };
        if p.ways.contains(&way.sym) {
            return true;
        }
        let (written, title, declared) = (self.said(way.sym), self.text(p.head.name), p.head.line.at);
        let known: Vec<&str> = p.ways.iter().map(|w| self.text(*w)).collect();
        let help = match (nearest(&written, known.iter().copied()), known.is_empty()) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, true) => format!("write `can be {written}` below `{title}`"),
            (None, false) => format!("its ways are {}; or write `can be {written}` below it", known.join(", ")),
        };
        let d = Diagnostic::new(Code::Name, way.at.span(), format!("`{written}` is no way of `{title}`"));
        self.report(d.label(declared.span(), "declared here").help(help));
        false
    }

    /// Whether it is passed or failed: a check, or a pool that says when.
    pub(crate) fn is_check(&self, proc: ProcId) -> bool {
        let Some(p) = self.rules.procs.get(proc) else { return Ty::Unknown.fits(Ty::Truth) };
        let passes = matches!(&p.kind, ProcKind::Chance(c) if matches!(c.kind, ChanceKind::Pool { passes: Some(_), .. }));
        passes || p.head.gives.fits(Ty::Truth)
    }

    /// The result of a call is told by the word that it is given.
    pub(super) fn told_by_its_word(&mut self, x: &Expr, word: Sym) {
        if let ExprKind::Do(call) = &*x.kind {
            if let Some(local) = self.rules.locals.get_mut(call.result) {
                local.word = word;
            }
        }
    }

    /// Faults `band gians Steady`: two words and a name that nothing happens by.
    fn misspelt_verb(&mut self, scope: &Scope, deed: &ast::Do) -> bool {
        let happens = self.lookup(deed.call.name.name.sym).iter().any(|s| matches!(s, Symbol::Proc(_)));
        let Some((verb, before)) = deed.tags.split_last().filter(|_| !happens) else { return false };
        let text = self.said(verb.sym);
        let subject = before.last().is_some_and(|w| scope.find(w.sym).is_some());
        let help = match nearest(&text, VERBS.iter().copied()) {
            Some(m) => format!("did you mean `{m}`?"),
            None if subject => "write a verb such as `gains`, `loses` or `becomes`".to_owned(),
            None => return false,
        };
        self.fault(Code::Name, verb.at, format!("`{text}` is no verb and no tag"), help);
        true
    }
}

/// Where `, or ...` stands: between what is said before it and the end of all.
pub(super) fn behind(said: At, all: At) -> At {
    At(Span { start: said.span().end, end: all.span().end.max(said.span().end) })
}
