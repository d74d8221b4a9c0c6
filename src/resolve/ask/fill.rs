//! What fills the blanks of a head.

use super::Given;
use super::misfit::word_of;
use crate::ast::Prep;
use crate::diag::{Code, Diagnostic};
use crate::hir::{Expr, Head, KindBase, LocalId, Ty};
use crate::intern::Sym;
use crate::resolve::{Resolver, Scope};
use crate::source::At;

impl Resolver<'_> {
    /// Puts what is given into the blanks of a head; a blank left out is filled by the word of its name.
    pub fn fill(&mut self, scope: &mut Scope, head: &Head, given: Vec<Given>, at: At) -> Vec<Expr> {
        let (own, astray) = parted(head, given);
        let mut out = Vec::new();
        for role in &head.roles {
            let blank = self.rules.locals.get(role.local).map_or((head.name, Ty::Unknown), |l| (l.word, l.ty));
            if let Some((_, x, at)) = own.iter().find(|g| g.0 == role.prep) {
                self.fits_blank(head, role.prep.word(), blank.1, x.ty, *at);
                out.push(x.clone());
            } else if let Some(local) = self.left_out(scope, blank.0, blank.1) {
                out.push(self.local_expr(local, at));
            } else if astray.is_empty() {
                let (want, name, word) = (self.describe(blank.1), self.text(head.name), self.text(blank.0));
                let message = format!("`{name}` is not told `{} {word}`", role.prep.word());
                out.push(self.fault(Code::Role, at, message, format!("add `{} ...` with {want}", role.prep.word())));
            } else {
                // what is told of the other word fills it
                out.push(Expr::error(at));
            }
        }
        let filled: Vec<Prep> = own.iter().map(|g| g.0).collect();
        for (prep, x, at) in astray {
            if self.of_inner(head, &own, (prep, at)) {
                break;
            }
            self.misfit(head, &filled, (prep, x.ty), (at, word_of(prep, at, x.at)));
        }
        out
    }

    /// Faults what cannot stand in a blank. What counts anything may stand where a plain number is wanted.
    fn fits_blank(&mut self, head: &Head, prep: &str, blank: Ty, given: Ty, at: At) {
        let counts = blank == Ty::PLAIN && matches!(given, Ty::Number(_) | Ty::Need);
        if given.fits(blank) || counts {
            return;
        }
        let (is, want) = (self.describe(given), self.describe(blank));
        let d = Diagnostic::new(Code::Type, at.span(), format!("`{}` wants {want} after `{prep}`, and this is {is}", self.text(head.name)));
        let d = d.here(format!("its head reads: {}", self.show_head(head))).help(self.instead_of(given, blank, &want));
        self.report(d);
    }

    /// The fix for what is of another kind than a blank wants.
    fn instead_of(&self, given: Ty, blank: Ty, want: &str) -> String {
        let (Ty::Thing(group), Ty::Thing(piece)) = (given, blank) else { return format!("give it {want}") };
        match (self.kind_of(group), self.kind_of(piece)) {
            (Some(g), Some(p)) if g.base == KindBase::Group && p.base == KindBase::Piece => {
                let (group, piece) = (self.text(g.word), self.text(p.word));
                format!("give it {want}: `{piece} of {group}` where several are meant, `leader of {group}` for one")
            }
            _ => format!("give it {want}"),
        }
    }

    /// The word of a blank's name that may fill it: of the words that are known, else of the candidates around.
    fn left_out(&self, scope: &Scope, word: Sym, ty: Ty) -> Option<LocalId> {
        let fits = |l: &LocalId| self.local_ty(*l).fits(ty);
        let called = |l: &LocalId| self.called(scope, *l) == Some(word);
        scope.find(word).filter(fits).or_else(|| scope.it.iter().rev().copied().find(|l| called(l) && fits(l)))
    }
}

/// What fills a blank of the head, the first of each word; and what fills none.
fn parted(head: &Head, given: Vec<Given>) -> (Vec<Given>, Vec<Given>) {
    let mut own: Vec<Given> = Vec::new();
    let mut astray = Vec::new();
    for g in given {
        let free = head.roles.iter().any(|r| r.prep == g.0) && own.iter().all(|o| o.0 != g.0);
        if free { own.push(g) } else { astray.push(g) }
    }
    (own, astray)
}
