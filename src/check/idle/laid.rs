//! Zones and other features that are declared, and that no scenario lays on the table, or not the one that is set up by them.

use rustc_hash::FxHashSet;

use super::super::Whole;
use super::super::bounds::written;
use super::super::mentions::{Mentions, title};
use super::super::names::names;
use crate::ast::{Decl, DeclKind, ItemKind, Lies, Placement};
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{KindBase, KindId, Placing, Sel, Stmt, StmtKind, Ty};
use crate::intern::{KeyId, Sym};

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
    let mut placed = Placed::default();
    every::part(rules, &mut placed);
    let scenes = whole.decls.iter().filter(|d| matches!(*d.kind, DeclKind::Situation(_) | DeclKind::Scenario(_)));
    let laid: FxHashSet<KeyId> = scenes.flat_map(|d| lays(whole, d)).collect();
    let mut somewhere: FxHashSet<KeyId> = FxHashSet::default();
    let mut out = Vec::new();
    for (_, thing) in rules.things.iter() {
        let feature = rules.kinds.get(thing.kind).is_some_and(|k| k.base == KindBase::Feature);
        let key = rules.names.key_of(thing.name);
        if !feature || placed.0.contains(&thing.kind) || !mentions.used.contains(&key) {
            continue;
        }
        if laid.contains(&key) {
            somewhere.insert(key);
            continue;
        }
        // where no scenario stands beside it, somebody else writes them
        let file = whole.files.file_of(thing.line.at.span());
        let beside = whole.decls.iter().any(|d| matches!(*d.kind, DeclKind::Scenario(_)) && whole.files.file_of(d.head.span()) == file);
        if beside {
            let name = rules.names.text(thing.name);
            out.push(
                Diagnostic::new(Code::Never, thing.line.at.span(), format!("no scenario or situation lays `{name}` on the table"))
                    .here("nothing is ever there")
                    .help(where_to_lay(whole, key, name)),
            );
        }
    }
    elsewhere(whole, &somewhere, &mut out);
    twice(whole, &mut out);
    unused(whole, &mut out);
    out
}

/// How a feature is laid, on the board of the scenario that is set up by it.
fn where_to_lay(whole: Whole<'_>, feature: KeyId, name: &str) -> String {
    let all = &whole.rules.names;
    let speaks = |d: &Decl, of: KeyId| names(d).0.iter().any(|(sym, _)| all.key_of(*sym) == of);
    let procs = whole.decls.iter().filter(|d| matches!(*d.kind, DeclKind::Process(_)) && speaks(d, feature));
    let setups: Vec<KeyId> = procs.filter_map(|d| title(&d.kind)).map(|sym| all.key_of(sym)).collect();
    let mut scenarios = whole.decls.iter().filter(|d| matches!(*d.kind, DeclKind::Scenario(_)));
    let user = scenarios.find(|d| setups.iter().any(|s| speaks(d, *s)) || speaks(d, feature));
    let board = user.and_then(|d| d.kind.items().iter().find_map(|i| if let ItemKind::Board(b) = &i.kind { Some(b) } else { None }));
    let below = user.and_then(|d| title(&d.kind)).map_or("a scenario".to_owned(), |t| format!("`{}`", all.text(t)));
    let [width, depth] = board.map_or([48_000, 12_000], |b| [b.width.mils, b.depth.mils.min(12_000)]).map(|n| written(n, Ty::LENGTH));
    format!("say where it lies: `{name} at 0\",0\" to {width},{depth}` below {below}")
}

/// The kinds of which something is described.
#[derive(Default)]
struct Kinds(FxHashSet<KindId>);

impl Walk for Kinds {
    fn sel(&mut self, s: &Sel) {
        self.0.insert(s.kind);
        s.tests.iter().for_each(|t| self.test(t));
    }
}

/// Reports zones that a scenario lays and of which nothing speaks, where such are spoken of by name alone.
fn unused(whole: Whole<'_>, out: &mut Vec<Diagnostic>) {
    let rules = whole.rules;
    let mut kinds = Kinds::default();
    every::part(rules, &mut kinds);
    let scene = |d: &&Decl| matches!(*d.kind, DeclKind::Situation(_) | DeclKind::Scenario(_));
    let spoken = Mentions::of(&rules.names, whole.decls.iter().filter(|d| !scene(d)));
    let scenes = whole.decls.iter().filter(scene);
    let laid: FxHashSet<KeyId> = scenes.flat_map(|d| lays(whole, d)).collect();
    for (_, thing) in rules.things.iter() {
        let key = rules.names.key_of(thing.name);
        // what is ground does something by itself
        let bare = |d: &Decl| matches!(&*d.kind, DeclKind::Named(n) if n.names.is_empty() && n.title.as_ref().is_some_and(|t| rules.names.key_of(t.name.sym) == key));
        let plain = rules.kinds.get(thing.kind).is_some_and(|k| k.base == KindBase::Feature) && whole.decls.iter().any(bare);
        // where such are spoken of by their names
        let others = rules.things.iter().any(|(_, o)| o.kind == thing.kind && spoken.used.contains(&rules.names.key_of(o.name)));
        if others && plain && laid.contains(&key) && !spoken.used.contains(&key) && !kinds.0.contains(&thing.kind) {
            let name = rules.names.text(thing.name);
            out.push(
                Diagnostic::new(Code::Unreachable, thing.line.at.span(), format!("`{name}` is laid on the table, and nothing uses it"))
                    .here("no set-up and no rule speaks of it")
                    .help("say what happens in it, such as `unit is placed in ...`, or leave it out"),
            );
        }
    }
}

/// Reports zones and the like of one scenario that lie at the very same place.
fn twice(whole: Whole<'_>, out: &mut Vec<Diagnostic>) {
    for d in whole.decls.iter().filter(|d| matches!(*d.kind, DeclKind::Scenario(_))) {
        let sides = d.kind.items().iter().filter_map(|i| if let ItemKind::Side(side) = &i.kind { Some(side) } else { None });
        for side in sides {
            let area = |p: &Placement| match &p.lies {
                Some(Lies::At { points, .. }) if points.len() > 1 => Some(points.iter().map(|p| (p.x.mils, p.y.mils)).collect::<Vec<_>>()),
                _ => None,
            };
            for (i, p) in side.placements.iter().enumerate() {
                let first = side.placements.iter().take(i).find(|o| area(p).is_some() && area(o) == area(p));
                if let Some(first) = first {
                    let text = |p: &Placement| whole.rules.names.text(p.name.sym);
                    let message = format!("`{}` lies where `{}` lies", text(p), text(first));
                    let told = Diagnostic::new(Code::Never, p.name.at.span(), message).here("they are one and the same area");
                    out.push(told.label(first.name.at.span(), "this one").help("give one of them other corners"));
                }
            }
        }
    }
}

/// What a scenario or situation lays.
fn lays(whole: Whole<'_>, d: &Decl) -> Vec<KeyId> {
    let sides = d.kind.items().iter().filter_map(|i| if let ItemKind::Side(side) = &i.kind { Some(side) } else { None });
    sides.flat_map(|s| &s.placements).map(|p| whole.rules.names.key_of(p.name.sym)).collect()
}

/// Reports those of these features that are spoken of where a game is set up, and that none of its scenarios lays.
fn elsewhere(whole: Whole<'_>, features: &FxHashSet<KeyId>, out: &mut Vec<Diagnostic>) {
    let all = &whole.rules.names;
    let key = |sym: Sym| all.key_of(sym);
    let spoken: Vec<(&Decl, Vec<_>)> = whole.decls.iter().map(|d| (d, names(d).0)).collect();
    for (d, said) in &spoken {
        let (DeclKind::Process(_), Some(own)) = (&*d.kind, title(&d.kind).map(key)) else { continue };
        let callers = spoken.iter().filter(|(other, said)| !std::ptr::eq(*other, *d) && said.iter().any(|(sym, _)| key(*sym) == own));
        let callers: Vec<&Decl> = callers.map(|(other, _)| *other).filter(|d| !matches!(*d.kind, DeclKind::Test(_))).collect();
        if callers.is_empty() || callers.iter().any(|d| !matches!(*d.kind, DeclKind::Scenario(_))) {
            continue;
        }
        let there: FxHashSet<KeyId> = callers.iter().flat_map(|d| lays(whole, d)).collect();
        for (sym, at) in said.iter().filter(|(sym, _)| features.contains(&key(*sym)) && !there.contains(&key(*sym))) {
            let scenario = callers.first().and_then(|d| title(&d.kind)).map_or("", |t| all.text(t));
            let message = format!("`{scenario}` is set up here, and does not lay `{}` on the table", all.text(*sym));
            let d = Diagnostic::new(Code::Never, *at, message).here("nothing is ever there");
            out.push(d.help("name what it lays, or lay it below the scenario"));
        }
    }
}
