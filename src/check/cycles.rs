//! Values that ask themselves, and procedures that do themselves again whatever happens.

use super::apart::met_holds;
use super::asks::Asks;
use super::circle::{Links, circles, deep, many};
use super::said::of_value;
use super::surely::surely_done;
use crate::diag::{Code, Diagnostic};
use crate::graph::{Graph, Row};
use crate::hir::walk::Walk;
use crate::hir::{Expr, Head, Id, Rules, Terrain, Value, ValueId};
use crate::source::Span;

/// How many values may stand behind each other.
const DEEP: usize = 100;
/// How many questions may stand behind one, each counted as often as it is asked.
const MANY: u64 = 1_000_000;

/// Reports both.
pub(super) fn check(rules: &Rules, graph: &Graph) -> Vec<Diagnostic> {
    let asks: Links = rules.values.iter().map(|(id, v)| asked_by(rules, graph, id, v)).collect();
    let does: Links = rules.procs.ids().map(|p| surely_done(rules, graph, p)).collect();
    let head = |i: usize| rules.values.all().get(i).map(|v| &v.head);
    let name = |head: Option<&Head>| head.map_or("", |h| rules.names.text(h.name));
    let mut out = Vec::new();
    for chain in circles(&asks) {
        let why = "a question that comes back to itself has no answer";
        let help = "let one of them ask for something that is known without the others";
        out.push(told(&chain, |i| name(head(i)), "asks", why, help));
    }
    if out.is_empty() {
        let told = |i: usize, message: String| {
            let span = head(i).map(|h| h.line.at.span()).unwrap_or_default();
            Diagnostic::new(Code::Unready, span, message).help("let it, or one of those that it asks, be known without so many")
        };
        if let Some(i) = deep(&asks, DEEP) {
            out.push(told(i, format!("`{}` asks through more than {DEEP} others", name(head(i)))));
        } else if let Some(i) = many(&asks, MANY) {
            out.push(told(i, format!("more than {MANY} questions stand behind `{}`", name(head(i)))));
        }
    }
    out.extend(rules.terrains.all().iter().filter_map(|t| ground(rules, t)));
    for chain in circles(&does) {
        let label = |i: usize| name(rules.procs.all().get(i).map(|p| &p.head));
        let why = "nothing stops it, so it would go on without end";
        let help = "let one of them ask first whether it is still needed, or limit it: `once per turn`";
        out.push(told(&chain, label, "does", why, help));
    }
    out
}

/// Ground whose cost hangs on a way over ground.
fn ground(rules: &Rules, terrain: &Terrain) -> Option<Diagnostic> {
    let mut asks = Asks::of(rules);
    terrain.costs.iter().filter_map(|c| c.1.as_ref()).for_each(|(_, e)| asks.expr(e));
    if !asks.ground {
        return None;
    }
    let message = format!("what `{}` costs hangs on a way over ground", rules.names.text(terrain.name));
    let d = Diagnostic::new(Code::Cycle, terrain.line.at.span(), message);
    Some(d.help("ask how far it is with `distance`, which no ground makes longer"))
}

fn told<'n>(chain: &[(usize, Span)], name: impl Fn(usize) -> &'n str, verb: &str, why: &str, help: &str) -> Diagnostic {
    let (first, span) = chain.first().copied().unwrap_or_default();
    let through: Vec<String> = chain.iter().skip(1).map(|(i, _)| format!("`{}`", name(*i))).collect();
    let message = if through.is_empty() {
        format!("`{}` {verb} itself", name(first))
    } else {
        format!("`{}` {verb} itself, through {}", name(first), through.join(", "))
    };
    let mut d = Diagnostic::new(Code::Cycle, span, message);
    d = if through.is_empty() && verb == "asks" {
        d.help(format!("write what it is without it, or leave it as it is and change it in a rule: `on {} ...: + 1`", name(first)))
    } else {
        d.help(help)
    };
    for (k, (i, at)) in chain.iter().enumerate() {
        let next = chain.get(k + 1).map_or(first, |n| n.0);
        let says = format!("`{}` {verb} `{}`", name(*i), name(next));
        d = if k == 0 { d.here(if through.is_empty() { why.to_owned() } else { says }) } else { d.label(*at, says) };
    }
    d
}

/// The values that a value asks, each with the words that ask.
fn asked_by(rules: &Rules, graph: &Graph, id: ValueId, value: &Value) -> Vec<(usize, Span)> {
    let head = value.head.line.at.span();
    let mut out: Vec<(usize, Span)> = Vec::new();
    let mut add = |span: Span, ask: &mut dyn FnMut(&mut Asks<'_>)| {
        let mut asks = Asks::of(rules);
        ask(&mut asks);
        let first = asks.first;
        // of what asks itself it is said where
        let at = |v: ValueId| first.get(&v).copied().filter(|_| v == id).unwrap_or(span);
        out.extend(asks.values.into_iter().flat_map(|(v, times)| (0..times).map(move |_| v)).map(|v| (v.index(), at(v))));
    };
    let all = |asks: &mut Asks<'_>, list: &[Expr]| list.iter().for_each(|e| asks.expr(e));
    add(head, &mut |asks| [&value.base, &value.least, &value.most].into_iter().flatten().for_each(|e| asks.expr(e)));
    // the row that stands for the base is its own line
    for own in &value.rows {
        add(own.line.at.span(), &mut |asks| asks.change(&own.change));
    }
    for said in of_value(rules, graph, id) {
        add(said.line, &mut |asks| {
            all(asks, &said.when);
            asks.change(said.change);
            // what else the line asks there is no question of this value's own
            if let Some((_, meeting)) = if let Row::Met(met) = said.row { met.of(rules) } else { None } {
                let mut more = Asks::of(rules);
                more.meeting(meeting);
                more.values.into_keys().for_each(|v| _ = asks.values.entry(v).or_insert(1));
            }
        });
        for off in graph.offs_of(said.row) {
            let span = rules.attaches.get(off.by.attach).map_or(said.line, |a| a.line.at.span());
            add(span, &mut |asks| all(asks, &met_holds(rules, off.by)));
        }
    }
    out
}
