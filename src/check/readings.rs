//! Lines below a reading of a ruling that ask for a reading of that ruling: what is asked is settled by where they stand.

use super::Whole;
use super::mentions::Mentions;
use crate::ast::{Decl, DeclKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::{self, Walk};
use crate::hir::{Expr, ExprKind, Rules, Ruling, RulingId};
use crate::intern::Sym;
use crate::source::{At, Span};
use crate::syntax::strip_comment;

/// Reports them.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut out = Vec::new();
    for attach in rules.attaches.all() {
        let mut takes = Takes::default();
        walk::walk_attach(&mut takes, attach);
        takes.told(rules, attach.line.at.span(), &mut out);
    }
    for forbid in &rules.forbids {
        let mut takes = Takes::default();
        walk::walk_forbid(&mut takes, forbid);
        takes.told(rules, forbid.line.at.span(), &mut out);
    }
    out.extend(alike(whole));
    out.extend(unasked(whole));
    out
}

/// Rulings with several readings that make no difference: no line stands below any, and none asks for one elsewhere.
fn unasked(whole: Whole<'_>) -> Vec<Diagnostic> {
    let Whole { decls, rules, .. } = whole;
    let mentions = Mentions::of(&rules.names, decls);
    let boxed = |name: Sym| decls.iter().any(|d| d.inside.is_some_and(|ruling| rules.names.same(ruling, name)));
    let idle = |r: &&Ruling| r.readings.len() > 1 && !boxed(r.name) && !mentions.used.contains(&rules.names.key_of(r.name));
    let told = |r: &Ruling| {
        Diagnostic::new(Code::Unreachable, r.line.at.span(), format!("nothing asks what `{}` says", rules.names.text(r.name)))
            .here("whichever of its readings is played, the game is the same")
            .help("write below a reading what holds under it, or ask for it elsewhere: `if the ruling ... says ...`")
    };
    rules.rulings.iter().map(|(_, r)| r).filter(idle).map(told).collect()
}

/// Readings of one ruling below which the same lines stand.
fn alike(whole: Whole<'_>) -> Vec<Diagnostic> {
    let Whole { files, decls, rules, .. } = whole;
    // what stands below a reading itself has its name for a word
    let reading = |d: &Decl| match &*d.kind {
        DeclKind::Named(n) if n.title.as_ref().is_some_and(|t| t.at == n.word.at) => Some(n.word.at),
        _ => None,
    };
    // the number that a reading stands for is a difference, too
    let numbered = |ruling: Sym| {
        let of = rules.rulings.iter().find(|(_, r)| rules.names.same(r.name, ruling));
        of.is_some_and(|(_, r)| r.readings.iter().any(|(_, number)| number.is_some()))
    };
    let below = decls.iter().filter(|d| d.inside.is_some_and(|ruling| !numbered(ruling)));
    let boxed: Vec<(Sym, At, String)> = below.filter_map(|d| Some((d.inside?, reading(d)?, lines(files.slice(d.at.span()))))).collect();
    let mut out = Vec::new();
    for (i, (ruling, head, text)) in boxed.iter().enumerate() {
        let other = boxed.iter().take(i).find(|(r, _, t)| rules.names.same(*r, *ruling) && t == text && !text.is_empty());
        if let Some((_, first, _)) = other {
            let d = Diagnostic::new(Code::Never, head.span(), "this reading says what another one says")
                .label(first.span(), "the same lines stand here")
                .help("write what is different under it, or take one of the two out");
            out.push(d);
        }
    }
    out
}

/// The lines below the first, without what means nothing.
fn lines(text: &str) -> String {
    let code = text.lines().skip(1).map(|l| strip_comment(l).split(" [").next().unwrap_or("").trim());
    code.filter(|l| !l.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Which readings are asked for, those of one ruling of which any will do together.
#[derive(Default)]
struct Takes(Vec<(RulingId, Vec<u32>, At)>);

impl Takes {
    fn told(&self, rules: &Rules, line: Span, out: &mut Vec<Diagnostic>) {
        // what the line stands below asks where the whole line is
        let below = |(ruling, readings, at): &(RulingId, Vec<u32>, At)| match readings.as_slice() {
            [one] if at.span() == line => Some((*ruling, *one)),
            _ => None,
        };
        for (ruling, reading) in self.0.iter().filter_map(below) {
            let Some(info) = rules.rulings.get(ruling) else { continue };
            let name = |n: u32| info.readings.get(n as usize).map_or("", |(name, _)| rules.names.text(*name));
            for (_, asked, at) in self.0.iter().filter(|(r, _, at)| *r == ruling && at.span() != line) {
                let names: Vec<String> = asked.iter().map(|n| format!("`{}`", name(*n))).collect();
                let so = asked.contains(&reading);
                let (how, help) = if so {
                    ("always", "leave it out")
                } else {
                    ("never", "leave it out, or move the line below the reading that is meant")
                };
                let d = Diagnostic::new(Code::Never, at.span(), format!("{} is {how} played where this line holds", names.join(" or ")))
                    .here(format!("the line stands below `{}`", name(reading)))
                    .help(help);
                if !out.contains(&d) {
                    out.push(d);
                }
            }
        }
    }
}

impl Walk for Takes {
    fn expr(&mut self, e: &Expr) {
        let taken = |e: &Expr| if let ExprKind::Takes(ruling, n) = *e.kind { Some((ruling, n)) } else { None };
        if let Some((ruling, reading)) = taken(e) {
            self.0.push((ruling, vec![reading], e.at));
        }
        if let ExprKind::Or(list) = &*e.kind {
            let all: Vec<(RulingId, u32)> = list.iter().map_while(taken).collect();
            let one = all.first().filter(|(ruling, _)| all.len() == list.len() && all.iter().all(|(other, _)| other == ruling));
            if let Some((ruling, _)) = one {
                self.0.push((*ruling, all.iter().map(|(_, n)| *n).collect(), e.at));
                return;
            }
        }
        walk::walk_expr(self, e);
    }
}
