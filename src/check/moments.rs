//! Rules that happen at one moment, where it matters which comes first.

use std::cell::OnceCell;

use super::Whole;
use super::apart::{apart, met_holds, settled};
use super::own::Own;
use super::reach::Reach;
use super::spoilt;
use super::touch::{asked, happening};
use super::touched::{Cell, Touched};
use super::words::{met_name, met_words, place};
use crate::diag::{Code, Diagnostic};
use crate::graph::{Graph, Met, Row, Splice};
use crate::hir::{Body, Expr, ExprKind, ProcId, Rules};
use crate::intern::Sym;
use crate::lower::Pairs;

/// Two lines at one moment, and why it matters which comes first.
pub(super) struct Pair {
    first: Met,
    second: Met,
    told: Diagnostic,
    /// The same, told at the second of them.
    turned: Option<Diagnostic>,
}

/// Reports two rules before, or after, one step, if the outcome may hang on which comes first and nothing says it.
pub(super) fn check(whole: Whole<'_>, pairs: Vec<Pair>) -> Vec<Diagnostic> {
    // where somebody chooses, nothing is left undecided
    let chosen = whole.rules.settings.simultaneous.is_some();
    let own = Own::of(whole.files, whole.decls);
    // what a pack says itself is mended there, not in its parent
    let told = |p: Pair| match p.turned {
        Some(turned) => own.first(whole, (p.told.clone(), p.told.span), (turned.clone(), turned.span)).0,
        None => p.told,
    };
    pairs.into_iter().map(told).filter(|d| !chosen || d.code != Code::Order).collect()
}

/// Those of them of which nothing says the order.
pub(super) fn undecided(pairs: &[Pair]) -> Pairs {
    pairs.iter().filter(|p| p.told.code == Code::Order).map(|p| (p.first, p.second)).collect()
}

/// How many pairs of lines are compared in all.
const PAIRS: usize = 50_000;

/// A line at a moment. What it touches is worked out where nothing else settles its order.
struct Timed<'a> {
    rules: &'a Rules,
    graph: &'a Graph,
    met: Met,
    touched: OnceCell<Touched>,
    /// When it holds, and what that hangs on.
    holds: OnceCell<(Vec<Expr>, Touched)>,
}

impl<'a> Timed<'a> {
    fn new(rules: &'a Rules, graph: &'a Graph, met: Met) -> Self {
        Self { rules, graph, met, touched: OnceCell::new(), holds: OnceCell::new() }
    }

    fn touched(&self) -> &Touched {
        self.touched.get_or_init(|| happening(self.rules, self.graph, self.met))
    }

    fn holds(&self) -> &(Vec<Expr>, Touched) {
        self.holds.get_or_init(|| {
            let holds = met_holds(self.rules, self.met);
            let asks = asked(self.rules, self.graph, &holds);
            (holds, asks)
        })
    }
}

/// All such pairs.
pub(super) fn pairs(rules: &Rules, graph: &Graph, reach: &Reach) -> Vec<Pair> {
    let mut out = Vec::new();
    let mut left = PAIRS;
    for ((proc, step, splice), list) in &graph.splices {
        // one line by itself meets no other
        if !matches!(splice, Splice::Before | Splice::After) || list.len() < 2 {
            continue;
        }
        let pairs = list.len() * (list.len() - 1) / 2;
        if pairs > left {
            let told = |a| too_many(rules, (*proc, *step, *splice), a, list.len());
            out.extend(list.first().zip(list.last()).map(|(a, b)| Pair { first: *a, second: *b, told: told(*a), turned: None }));
            break;
        }
        left -= pairs;
        let known = list.iter().filter(|m| !unknown(rules, **m));
        let timed: Vec<Timed<'_>> = known.map(|m| Timed::new(rules, graph, *m)).collect();
        for (i, a) in timed.iter().enumerate() {
            for b in timed.iter().skip(i + 1) {
                out.extend(pair(rules, graph, reach, (*proc, *step, *splice), (a, b)));
            }
        }
    }
    out
}

/// Whether a line holds something that did not resolve: nobody knows what it touches.
fn unknown(rules: &Rules, met: Met) -> bool {
    let Some((_, meeting)) = met.of(rules) else { return true };
    let block = if let Body::Happens(block) = &meeting.body { spoilt::block(block) } else { false };
    block || spoilt::any(&met_holds(rules, met))
}

/// The finding where more lines meet than can be compared.
fn too_many(rules: &Rules, (proc, step, splice): At, first: Met, n: usize) -> Diagnostic {
    let what = place(rules, proc, step);
    let message = format!("{n} rules happen {} `{what}`: with them there are more than {PAIRS} pairs to compare", splice.word());
    Diagnostic::new(Code::Unready, met_words(rules, first), message).help("make one rule of those that belong together")
}

type At = (ProcId, Option<Sym>, Splice);

fn pair(rules: &Rules, graph: &Graph, reach: &Reach, at: At, (one, two): (&Timed<'_>, &Timed<'_>)) -> Option<Pair> {
    let (a, b) = (one.met, two.met);
    // one line that stands in two places does not meet itself
    if a.attach == b.attach {
        return None;
    }
    let (first, last) = (graph.comes_first(a, b), graph.comes_first(b, a));
    if first && last {
        return Some(Pair { first: a, second: b, told: both_first(rules, a, b), turned: Some(both_first(rules, b, a)) });
    }
    if first || last || settled(graph, (Row::Met(a), Some(a)), (Row::Met(b), Some(b))) {
        return None;
    }
    let why = why(rules, one.touched(), two.touched())?;
    // no game plays two readings of one ruling
    let [first, second] = [one, two].map(|t| readings(&t.holds().0));
    if apart(rules, reach, &first, &second) {
        return None;
    }
    // guards that exclude each other settle it only if neither rule can make the other's come true
    let fixed = |one: &Timed<'_>, other: &Timed<'_>| one.holds().1.clash(other.touched()).is_none();
    if fixed(one, two) && fixed(two, one) && apart(rules, reach, &one.holds().0, &two.holds().0) {
        return None;
    }
    let [told, turned] = [(a, b), (b, a)].map(|both| unsaid(rules, at, both, &why));
    Some(Pair { first: a, second: b, told, turned: Some(turned) })
}

/// Of what must be so, what hangs on the readings of rulings alone: it stays as it is for a whole game.
fn readings(all: &[Expr]) -> Vec<Expr> {
    let parts = all.iter().flat_map(|e| match &*e.kind {
        ExprKind::And(parts) => parts.as_slice(),
        _ => std::slice::from_ref(e),
    });
    parts.filter(|e| matches!(*e.kind, ExprKind::Takes(..))).cloned().collect()
}

/// Why the order of two rules matters, if it does.
fn why(rules: &Rules, a: &Touched, b: &Touched) -> Option<String> {
    let Some(cell) = a.clash(b) else {
        // dice are the same in either order; who decides may want to see them first
        return if a.stops || b.stops {
            Some("one of them may end what runs, and then the other does not happen".to_owned())
        } else if a.decides && b.shows() || b.decides && a.shows() {
            Some("in one of them somebody decides, who may know of the other or not".to_owned())
        } else {
            None
        };
    };
    let hangs =
        |name: Option<Sym>| format!("`{}` is changed by one of them, and the other hangs on it", name.map_or("", |n| rules.names.text(n)));
    Some(match cell {
        Cell::State(s) => hangs(rules.states.get(s).map(|s| s.name)),
        Cell::Count(c) => hangs(rules.counts.get(c).map(|c| c.name)),
        Cell::Did(p) => hangs(rules.procs.get(p).map(|p| p.head.name)),
        Cell::Limit(_) => "one of them uses up what limits the other".to_owned(),
        Cell::Form => "one of them changes a formation, and the other hangs on it".to_owned(),
        Cell::Groups => "one of them changes who belongs to whom, and the other hangs on it".to_owned(),
        Cell::Places => "one of them changes where things stand or who is left, and the other hangs on it".to_owned(),
    })
}

fn unsaid(rules: &Rules, (proc, step, splice): At, (a, b): (Met, Met), why: &str) -> Diagnostic {
    let (here, there, what) = (met_name(rules, a), met_name(rules, b), place(rules, proc, step));
    let help = if here == there {
        "make one of them of the two, with an `if` in it".to_owned()
    } else {
        format!("write `, earlier than {there}` or `, later than {there}` before the colon here")
    };
    let message = format!("two rules happen {} `{what}`, and nothing says which comes first", splice.word());
    Diagnostic::new(Code::Order, met_words(rules, a), message)
        .here(why)
        .label(met_words(rules, b), format!("`{there}` happens at the same moment"))
        .help(help)
}

fn both_first(rules: &Rules, a: Met, b: Met) -> Diagnostic {
    let (here, there) = (met_name(rules, a), met_name(rules, b));
    Diagnostic::new(Code::Cycle, met_words(rules, a), format!("`{here}` and `{there}` each come before the other"))
        .label(met_words(rules, b), "and this before it")
        .help("leave one of the two `before` or `after` out")
}
