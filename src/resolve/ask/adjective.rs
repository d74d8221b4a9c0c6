//! What stands before a kind.

use crate::ast::{Adjective, AdjectiveKind, NameRef};
use crate::diag::Code;
use crate::hir::{Expr, KindBase, Test, Ty};
use crate::resolve::{Resolver, Scope};

impl Resolver<'_> {
    /// What an adjective says of somebody of this type, who is in `of`. None if it says nothing, which has been told.
    pub fn adjective(&mut self, scope: &mut Scope, of: &Expr, a: &Adjective) -> Option<Test> {
        match &a.kind {
            AdjectiveKind::Enemy | AdjectiveKind::Friendly => {
                let Some(viewer) = self.viewer(scope, a.at) else {
                    let own =
                        if a.kind == AdjectiveKind::Enemy { "say whose, `of opponent of ...`" } else { "say whose, `of side of ...`" };
                    self.fault(Code::Type, a.at, "nobody here has friends or enemies", own);
                    return None;
                };
                if matches!(viewer.ty, Ty::Thing(kind) if self.is(kind, KindBase::Feature)) {
                    let message = format!("{} belongs to nobody, and has neither friends nor enemies", self.describe(viewer.ty));
                    self.fault(Code::Type, a.at, message, "say whose, `of opponent of ...`");
                    return None;
                }
                Some(if a.kind == AdjectiveKind::Enemy { Test::Enemy(viewer) } else { Test::Friendly(viewer) })
            }
            AdjectiveKind::Other => self.viewer(scope, a.at).map(Test::Other),
            AdjectiveKind::Not(name) => Some(Test::Is(vec![self.quality(scope, of, name)], true)),
            AdjectiveKind::Names(list) if list.iter().any(|name| self.two_at_once(of, name)) => None,
            AdjectiveKind::Names(list) => Some(Test::Is(list.iter().map(|name| self.quality(scope, of, name)).collect(), false)),
        }
    }

    /// Tells of two names before a kind that are read as one, which nobody has declared.
    fn two_at_once(&mut self, of: &Expr, name: &NameRef) -> bool {
        if name.param.is_some() || !self.qualities(name).is_empty() {
            return false;
        }
        let written = self.said(name.name.sym);
        let declared = |part: &str| self.rules.states.all().iter().any(|s| self.text(s.name) == part);
        let mut cuts = written.match_indices(' ').map(|(i, _)| written.split_at(i)).map(|(a, b)| (a, b.trim_start()));
        let Some((first, second)) = cuts.find(|(a, b)| declared(a) && declared(b)) else { return false };
        let kind = match of.ty {
            Ty::Thing(k) | Ty::Row(k) => self.kind_of(k).map(|k| self.text(k.word)),
            _ => None,
        };
        let message = format!("`{written}` is no name: `{first}` and `{second}` are two");
        let help = format!("write `{second} {} with {first}`", kind.unwrap_or("..."));
        self.fault(Code::Name, name.at, message, help);
        true
    }
}
