//! Zones and other features that are declared, and that no scenario lays on the table.

use super::super::Whole;
use super::super::every;
use super::super::mentions::Mentions;
use crate::ast::{DeclKind, ItemKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::{self, Walk};
use crate::hir::{KindBase, KindId, Placing, Stmt, StmtKind, Ty};

/// Kinds of which something is placed in the course of a game.
#[derive(Default)]
struct Placed(Vec<KindId>);

impl Walk for Placed {
    fn stmt(&mut self, s: &Stmt) {
        if let StmtKind::Place(Placing { feature: true, who, .. }) = &s.kind
            && let Ty::Thing(kind) = who.ty
        {
            self.0.push(kind);
        }
        walk::walk_stmt(self, s);
    }
}

/// Reports them.
pub(in crate::check) fn check(whole: Whole<'_>, mentions: &Mentions) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let lays = |d: &&crate::ast::Decl| matches!(*d.kind, DeclKind::Situation(_) | DeclKind::Scenario(_));
    let mut placed = Placed::default();
    every::part(rules, &mut placed);
    let scenes: Vec<_> = whole.decls.iter().filter(lays).collect();
    let items = scenes.iter().flat_map(|d| d.kind.items());
    let sides = items.filter_map(|i| if let ItemKind::Side(side) = &i.kind { Some(side) } else { None });
    let laid: Vec<_> = sides.flat_map(|s| &s.placements).map(|p| rules.names.key_of(p.name.sym)).collect();
    let mut out = Vec::new();
    for (_, thing) in rules.things.iter() {
        let feature = rules.kinds.get(thing.kind).is_some_and(|k| k.base == KindBase::Feature);
        let key = rules.names.key_of(thing.name);
        // where no scenario stands beside it, somebody else writes them
        let file = whole.files.file_of(thing.line.at.span());
        let beside = whole.decls.iter().any(|d| matches!(*d.kind, DeclKind::Scenario(_)) && whole.files.file_of(d.head.span()) == file);
        if feature && !placed.0.contains(&thing.kind) && !laid.contains(&key) && mentions.used.contains(&key) && beside {
            let name = rules.names.text(thing.name);
            out.push(
                Diagnostic::new(Code::Never, thing.line.at.span(), format!("no scenario or situation lays `{name}` on the table"))
                    .here("nothing is ever there")
                    .help(format!("say where it lies: `{name} at 0\",0\" to 48\",12\"` below a scenario")),
            );
        }
    }
    out
}
