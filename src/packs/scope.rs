//! How much of a pack is read: whoever plays needs no tests.

use crate::ast::{Decl, DeclKind};
use crate::intern::Names;
use crate::resolve::variant::Layer;
use crate::syntax::Rule;

/// How much of a pack is read. Of what is left out the head line alone is looked at, and no fault in it is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// Everything.
    #[default]
    Everything,
    /// Everything of the pack itself; of its parents no tests.
    OwnTests,
    /// The rules and the situations, but no tests.
    Scenes,
    /// The rules alone: neither tests nor situations.
    Rules,
}

impl Scope {
    /// The sorts of declaration that are left out of a pack: of the one that was asked for, or of one that it extends.
    pub(super) fn skipped(self, own: bool) -> &'static [Rule] {
        match self {
            Self::OwnTests if !own => &[Rule::test_d],
            Self::Everything | Self::OwnTests => &[],
            Self::Scenes => &[Rule::test_d],
            Self::Rules => &[Rule::test_d, Rule::situation_d],
        }
    }

    /// Whether a declaration that holds was read whole.
    pub(super) fn holds(self, d: &Decl, own: bool) -> bool {
        let skipped = self.skipped(own);
        match &*d.kind {
            DeclKind::Test(_) => !skipped.contains(&Rule::test_d),
            DeclKind::Situation(_) => !skipped.contains(&Rule::situation_d),
            _ => true,
        }
    }

    /// Whether a pack amends what was not read of those that it extends.
    pub(super) fn is_too_little(self, layers: &[Layer], names: &Names) -> bool {
        let amends = |d: &Decl| match &*d.kind {
            DeclKind::Amend(a) => matches!(names.text(a.target.word.sym), "test" | "situation"),
            _ => false,
        };
        self != Self::Everything && layers.iter().flat_map(|l| &l.decls).any(amends)
    }
}
