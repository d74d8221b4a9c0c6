//! What a card does, by its sort.

use super::super::{Resolver, Scope};
use crate::ast;
use crate::diag::{Code, Diagnostic};
use crate::hir::{Call, Expr, ExprKind, Head, KindBase, KindId, ProcId, ProcKind, Quality, StmtKind, Symbol, Ty};
use crate::source::At;

impl Resolver<'_> {
    /// `drawn happens by side`: what stands below the sort of the card that was drawn.
    pub(super) fn card_happens(&mut self, scope: &mut Scope, card: &ast::Expr, roles: &[ast::Role], said: At) -> Option<StmtKind> {
        let x = self.expr(scope, card);
        let kind = match x.ty {
            Ty::Unknown => return None,
            Ty::Thing(kind) if self.is(kind, KindBase::Card) => kind,
            ty => {
                let is = self.describe(ty);
                let help = "say it of a card; a procedure is done by its name alone";
                self.fault(Code::Type, card.at, format!("only a card happens, and this is {is}"), help);
                return None;
            }
        };
        let sorts = self.sorts(kind);
        self.blanks_agree(&sorts, roles);
        let arms = sorts.into_iter().filter_map(|(proc, head)| self.arm(scope, &x, (proc, &head), roles, said)).collect();
        Some(StmtKind::Happens(x, arms))
    }

    /// What each sort of a kind does.
    fn sorts(&self, kind: KindId) -> Vec<(ProcId, Head)> {
        let of = self.rules.procs.iter().filter(|(_, p)| p.kind == ProcKind::Card(kind));
        of.map(|(id, p)| (id, p.head.clone())).collect()
    }

    fn arm(&mut self, scope: &mut Scope, x: &Expr, (proc, head): (ProcId, &Head), roles: &[ast::Role], said: At) -> Option<(Expr, Call)> {
        let state = self.find(head.name, |s| if let Symbol::State(s) = s { Some(s) } else { None })?;
        let own: Vec<ast::Role> = roles.iter().filter(|r| head.roles.iter().any(|h| h.prep == r.prep)).cloned().collect();
        let call = self.call_with(scope, proc, &own, said, said);
        let test = Expr::new(ExprKind::Is(x.clone(), vec![Quality::State(state)]), Ty::Truth, said);
        Some((test, call))
    }

    /// Faults what is given and that no sort of card has a blank for. What a sort wants and is not given is told where it is filled.
    fn blanks_agree(&mut self, sorts: &[(ProcId, Head)], roles: &[ast::Role]) {
        for role in roles.iter().filter(|r| !sorts.iter().any(|(_, h)| h.roles.iter().any(|h| h.prep == r.prep))) {
            let message = format!("no card of this kind has `{}`", role.prep.word());
            let d = Diagnostic::new(Code::Role, role.at.span(), message);
            self.report(d.help("leave it out, or write it in the head of the card that wants it"));
        }
    }
}
