//! What one side alone knows: a secret count or marker of somebody, a card.

use crate::ast::{self, ExprKind as Ast, Prep};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, Hidden, KindBase, StateId, Ty};
use crate::resolve::{Resolver, Scope};
use crate::source::At;

impl Resolver<'_> {
    /// `Plan of side`, `Ambush of unit`, `card`: what is revealed, and of whom. What is no secret is told.
    pub(crate) fn hidden(&mut self, scope: &mut Scope, e: &ast::Expr) -> Option<(Hidden, Expr)> {
        if let Some((state, call)) = self.marker_of(e) {
            return self.hidden_marker(scope, state, call, e.at);
        }
        let x = self.expr(scope, e);
        match (&*x.kind, x.ty) {
            (ExprKind::Count(count, of), _) => {
                let known = self.rules.counts.get(*count)?;
                if !known.secret {
                    return self.open("count", known.name, known.line.at, e.at);
                }
                Some((Hidden::Count(*count), of.clone()))
            }
            (_, Ty::Unknown) => None,
            (_, Ty::Thing(kind)) if self.is(kind, KindBase::Card) => {
                let held = self.rules.decks.all().iter().any(|d| d.of == kind && d.sees == crate::hir::Sees::Side);
                if !held {
                    let word = self.kind_of(kind).map_or(String::new(), |k| self.said(k.word));
                    let help = format!("leave the line out; what one side alone sees is in a hand: `hand Secrets of {word}`");
                    self.fault(Code::Place, e.at, format!("no {word} is ever in a hand, so all are known"), help);
                    return None;
                }
                Some((Hidden::Card(kind), x))
            }
            (_, ty) => {
                let is = self.describe(ty);
                let help = "name a secret count or marker and whose it is, such as `Plan of side`, or a card";
                self.fault(Code::Type, e.at, format!("only what is secret is revealed, and this is {is}"), help);
                None
            }
        }
    }

    /// A marker, and how it is called.
    fn marker_of<'e>(&self, e: &'e ast::Expr) -> Option<(StateId, &'e ast::Call)> {
        let Ast::Call(call) = &*e.kind else { return None };
        Some((self.state_named(call.name.name.sym)?, call))
    }

    fn hidden_marker(&mut self, scope: &mut Scope, state: StateId, call: &ast::Call, at: At) -> Option<(Hidden, Expr)> {
        let known = self.rules.states.get(state)?;
        let (name, line, of_word) = (known.name, known.line.at, self.said(known.of_word));
        if !known.secret {
            return self.open("marker", name, line, at);
        }
        let [ast::Role { prep: Prep::Of, with, .. }] = call.roles.as_slice() else {
            let text = self.said(name);
            let message = format!("nothing says of whom `{text}` is");
            self.fault(Code::Role, at, message, format!("write `{text} of {of_word}`"));
            return None;
        };
        let x = self.expr(scope, with);
        if !self.bears(x.ty, state) {
            let (text, is) = (self.said(name), self.describe(x.ty));
            let help = format!("name a {of_word}");
            let d = Diagnostic::new(Code::Type, with.at.span(), format!("`{text}` is of a {of_word}, and this is {is}"));
            self.report(d.label(line.span(), "declared here").help(help));
            return None;
        }
        Some((Hidden::State(state), x))
    }

    /// Faults what everybody knows already.
    fn open(&mut self, sort: &str, name: crate::intern::Sym, declared: At, at: At) -> Option<(Hidden, Expr)> {
        let text = self.said(name);
        let d = Diagnostic::new(Code::Place, at.span(), format!("`{text}` is not secret: everybody knows it"));
        self.report(d.label(declared.span(), "declared here").help(format!("leave this out, or declare a `secret {sort}`")));
        None
    }
}
