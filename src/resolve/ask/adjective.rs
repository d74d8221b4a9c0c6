//! What stands before a kind.

use crate::ast::{Adjective, AdjectiveKind};
use crate::diag::Code;
use crate::hir::{Expr, Test};
use crate::resolve::{Resolver, Scope};

impl Resolver<'_> {
    /// What an adjective says of somebody of this type, who is in `of`. None if it says nothing, which has been told.
    pub fn adjective(&mut self, scope: &mut Scope, of: &Expr, a: &Adjective) -> Option<Test> {
        match &a.kind {
            AdjectiveKind::Enemy | AdjectiveKind::Friendly => {
                let Some(viewer) = self.viewer(scope, a.at) else {
                    self.fault(Code::Type, a.at, "nobody here has friends or enemies", "say whose, `of opponent of ...`");
                    return None;
                };
                Some(if a.kind == AdjectiveKind::Enemy { Test::Enemy(viewer) } else { Test::Friendly(viewer) })
            }
            AdjectiveKind::Other => self.viewer(scope, a.at).map(Test::Other),
            AdjectiveKind::Not(name) => Some(Test::Is(vec![self.quality(scope, of, name)], true)),
            AdjectiveKind::Names(list) => Some(Test::Is(list.iter().map(|name| self.quality(scope, of, name)).collect(), false)),
        }
    }
}
