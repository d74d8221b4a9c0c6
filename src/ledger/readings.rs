//! The lines of a pack that ask for a reading of a ruling: what changes with it.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::ast::{self, Decl, DeclKind, Item, ItemKind, Part as AstPart, Walk as _};
use crate::hir::walk::{self, Walk};
use crate::hir::{Expr, ExprKind, Rules, RulingId};
use crate::resolve::variant::called;
use crate::source::{Files, Span};
use crate::speech::{Part, book};

/// A line that asks for a reading.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Speaks {
    /// What it stands in: its word and its name.
    pub name: String,
    /// The line read aloud.
    pub text: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// A reading by its place in its ruling; none stands for the number of whichever is in force.
type Asked = (RulingId, Option<u32>);

/// The lines that ask for each reading, in the order of the texts, each line once.
pub(super) fn spoken(files: &Files, rules: &Rules, decls: &[Decl]) -> BTreeMap<Asked, Vec<Speaks>> {
    let rest = asked(rules).into_iter().map(|(what, span)| (what, span, true));
    // what is said of the game as a whole says only the customs in force
    let customs = decls.iter().flat_map(|d| customs(rules, d)).map(|(what, span)| (what, span, false));
    let homes = homes(rules, decls);
    let parts = book(rules, decls);
    let mut out: BTreeMap<Asked, Vec<Speaks>> = BTreeMap::new();
    for (what, span, aloud) in customs.chain(rest) {
        let Some(file) = files.file_of(span) else { continue };
        let one = Speaks {
            name: homes.get(&span).cloned().unwrap_or_default(),
            text: if aloud { said(&parts, span).unwrap_or_default() } else { String::new() },
            file: files.name(file).to_owned(),
            line: files.position(span.start).line,
        };
        let list = out.entry(what).or_default();
        if !list.contains(&one) {
            list.push(one);
        }
    }
    out
}

/// Every place where a reading, or the number of the one in force, is asked for.
fn asked(rules: &Rules) -> BTreeSet<(Asked, Span)> {
    let mut find = Find(BTreeSet::new());
    let f = &mut find;
    rules.kinds.all().iter().for_each(|k| walk::walk_terms(f, &k.terms));
    rules.counts.all().iter().flat_map(crate::hir::Count::asked).for_each(|e| f.expr(e));
    rules.terrains.all().iter().flat_map(|t| &t.costs).filter_map(|(_, when)| when.as_ref()).for_each(|(_, e)| f.expr(e));
    rules.values.all().iter().for_each(|v| walk::walk_value(f, v));
    rules.tables.all().iter().for_each(|t| walk::walk_table(f, t));
    rules.procs.all().iter().for_each(|p| walk::walk_proc(f, p));
    rules.rules.all().iter().for_each(|r| walk::walk_terms(f, &r.terms));
    rules.attaches.all().iter().for_each(|a| walk::walk_attach(f, a));
    rules.forbids.iter().for_each(|b| walk::walk_forbid(f, b));
    rules.settings.simultaneous.iter().for_each(|(_, e)| f.expr(e));
    find.0
}

/// A walk that notes who asks for a reading.
struct Find(BTreeSet<(Asked, Span)>);

impl Walk for Find {
    fn expr(&mut self, e: &Expr) {
        match &*e.kind {
            ExprKind::Takes(ruling, n) => drop(self.0.insert(((*ruling, Some(*n)), e.at.span()))),
            ExprKind::ReadingNumber(ruling) => drop(self.0.insert(((*ruling, None), e.at.span()))),
            _ => walk::walk_expr(self, e),
        }
    }
}

/// The customs of the pack that hang on a reading: they are settled before there are rules, so the rules do not show it.
fn customs(rules: &Rules, d: &Decl) -> Vec<(Asked, Span)> {
    let DeclKind::Pack(pack) = &*d.kind else { return Vec::new() };
    let whens = pack.items.iter().filter_map(when);
    let asked = |e: &ast::Expr| {
        let mut names = Vec::new();
        e.walk(&mut |part| {
            if let AstPart::Name(n) = part {
                names.push((n.name.sym, n.at));
            }
        });
        let is = |n: crate::intern::Sym| names.iter().find(|(sym, _)| rules.names.same(*sym, n)).map(|(_, at)| at.span());
        let of = rules.rulings.iter().filter(|(_, r)| is(r.name).is_some());
        let readings = of.flat_map(|(id, r)| (0..).zip(&r.readings).filter_map(move |(n, (name, _))| Some(((id, Some(n)), is(*name)?))));
        readings.collect::<Vec<_>>()
    };
    whens.flat_map(asked).collect()
}

fn when(item: &Item) -> Option<&ast::Expr> {
    if let ItemKind::Custom(custom) = &item.kind { custom.when.as_ref() } else { None }
}

/// The declaration in which each question and name stands.
fn homes(rules: &Rules, decls: &[Decl]) -> BTreeMap<Span, String> {
    let mut out = BTreeMap::new();
    for d in decls {
        let Some(name) = called(&rules.names, d) else { continue };
        d.walk(&mut |part| {
            let at = match part {
                AstPart::Expr(e) => e.at,
                AstPart::Name(n) => n.at,
                _ => return,
            };
            out.insert(at.span(), name.clone());
        });
    }
    out
}

/// The shortest line read aloud within which something stands, with what stands below it. Of what is written in several lines only
/// the first may be its place: then it is the last that ends before.
fn said(parts: &[Part], span: Span) -> Option<String> {
    let lines = || parts.iter().flat_map(|p| p.speech.lines.iter().enumerate().map(move |(n, l)| (p, n, l.at.span())));
    let holds = |at: &Span| at.start <= span.start && span.end <= at.end;
    let around = lines().filter(|(_, _, at)| holds(at)).min_by_key(|(_, _, at)| at.end - at.start);
    let (part, n, _) =
        around.or_else(|| lines().filter(|(_, _, at)| !at.is_empty() && at.end <= span.start).max_by_key(|(_, _, at)| at.start))?;
    let line = part.speech.lines.get(n)?;
    let below = part.speech.lines.iter().skip(n + 1).take_while(|l| l.depth > line.depth);
    let all: Vec<&str> = std::iter::once(line).chain(below).map(|l| l.text.as_str()).collect();
    Some(all.join(" "))
}
