//! What is given to a head by the word of a blank that it does not have, or that is filled already.

use super::Given;
use crate::ast::Prep;
use crate::diag::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, Head, Ty};
use crate::resolve::Resolver;
use crate::source::{At, Span};

impl Resolver<'_> {
    /// Faults what no blank takes. `filled` are the words by which others are given, `word` is where its own stands.
    pub fn misfit(&mut self, head: &Head, filled: &[Prep], (prep, ty): (Prep, Ty), (at, word): (At, At)) {
        let name = self.text(head.name);
        let twice = head.roles.iter().any(|r| r.prep == prep);
        let message =
            if twice { format!("`{}` of `{name}` is said before", prep.word()) } else { format!("`{name}` has no `{}`", prep.word()) };
        let open = self.open_for(head, filled, ty);
        let (at, help) = match (open.as_slice(), head.roles.is_empty()) {
            ([], true) => (at, "leave it out: the head has no blanks".to_owned()),
            ([], false) => (at, "leave it out".to_owned()),
            (open, _) => (word, format!("write {}", open.iter().map(|p| format!("`{}`", p.word())).collect::<Vec<_>>().join(" or "))),
        };
        let d = Diagnostic::new(Code::Role, at.span(), message);
        let d = d.here(format!("its head reads: {}", self.show_head(head))).help(help);
        self.report(d);
    }

    /// The words of the blanks that are still empty: those that can hold such a thing, else all.
    fn open_for(&self, head: &Head, filled: &[Prep], ty: Ty) -> Vec<Prep> {
        // of whom a condition is asked stands before `is`
        let subject = usize::from(self.is_asked(head));
        let open = || head.roles.iter().skip(subject).filter(|r| !filled.contains(&r.prep));
        let fits: Vec<Prep> = open().filter(|r| ty.fits(self.local_ty(r.local))).map(|r| r.prep).collect();
        if fits.is_empty() { open().map(|r| r.prep).collect() } else { fits }
    }

    /// Whether a word that a head does not take belongs to what stands before it in another blank, which should be in brackets.
    pub(super) fn of_inner(&mut self, head: &Head, taken: &[Given], (prep, at): (Prep, At)) -> bool {
        let inner = taken.iter().rfind(|(_, x, of)| of.span().end <= at.span().start && self.has_blank(x, prep));
        let Some((outer, x, _)) = inner else { return false };
        let whole = x.at.to(at);
        let message = format!("what fills `{}` of `{}` has blanks itself", outer.word(), self.text(head.name));
        self.fault(Code::Role, whole, message, "put it in brackets, with all that fills its own blanks");
        true
    }

    /// Whether what is done or asked has such a blank.
    fn has_blank(&self, x: &Expr, prep: Prep) -> bool {
        let head = match &*x.kind {
            ExprKind::Do(call) => self.rules.procs.get(call.proc).map(|p| &p.head),
            ExprKind::Ask(value, _) => self.rules.values.get(*value).map(|v| &v.head),
            _ => None,
        };
        head.is_some_and(|h| h.roles.iter().any(|r| r.prep == prep))
    }
}

/// Where the word of a blank stands, before what fills it; all of it where the word is not written.
pub(crate) fn word_of(prep: Prep, all: At, filler: At) -> At {
    let (start, end) = (all.span().start as usize, all.span().start as usize + prep.word().len());
    if filler.span().start as usize > end { At(Span::new(start, end)) } else { all }
}
