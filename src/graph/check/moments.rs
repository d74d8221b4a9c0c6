//! Rules that happen at one moment, where it matters which comes first.

use std::collections::HashSet;

use super::conflicts::{apart, place, row_name, settled, words};
use super::touch::{Cell, Touched, Toucher};
use crate::diag::{Code, Diagnostic};
use crate::graph::compile::Pass;
use crate::graph::simultaneous::Moment;
use crate::graph::splice::{Splice, Trigger};

/// Reports two rules before, or after, one step, if the outcome may hang on which comes first and nothing says it.
pub(super) fn check(pass: &Pass<'_>, reach: &[Vec<bool>]) -> Vec<Diagnostic> {
    found(pass, reach).into_iter().filter(|(a, b, _)| !pass.simultaneous.has(*a, *b)).map(|(_, _, d)| d).collect()
}

/// Those pairs of rules.
pub(super) fn pairs(pass: &Pass<'_>, reach: &[Vec<bool>]) -> HashSet<(Moment, Moment)> {
    found(pass, reach).into_iter().filter(|(_, _, d)| d.code == Code::Order).map(|(a, b, _)| (a, b)).collect()
}

fn found(pass: &Pass<'_>, reach: &[Vec<bool>]) -> Vec<(Moment, Moment, Diagnostic)> {
    let mut out = Vec::new();
    let moment = |t: &Trigger<'_>| (t.attach.span, t.row);
    let timed: Vec<(&Trigger<'_>, Touched)> =
        pass.splicing.triggers.iter().filter(|t| matches!(t.at, Splice::Before | Splice::After)).map(|t| (t, touched(pass, t))).collect();
    for (i, (a, one)) in timed.iter().enumerate() {
        for (b, two) in timed.iter().skip(i + 1) {
            // one line that stands in two places does not meet itself
            if a.proc != b.proc || a.at != b.at || moment(a) == moment(b) || place(pass, a) != place(pass, b) {
                continue;
            }
            let first = pass.comes_first(a.attach, a.row, b.attach, b.row);
            let last = pass.comes_first(b.attach, b.row, a.attach, a.row);
            if first && last {
                out.push((moment(a), moment(b), both_first(pass, a, b)));
            }
            if first || last || settled(pass, a.row, b.row) {
                continue;
            }
            let Some(why) = why(pass, one, two) else { continue };
            // guards that exclude each other settle it only if neither rule can make the other's come true
            let fixed = |t: &Trigger<'_>, other: &Touched| guard(pass, t).clash(other).is_none();
            if fixed(a, two) && fixed(b, one) && apart(pass, reach, a.guard, b.guard, a.own.min(b.own)) {
                continue;
            }
            out.push((moment(a), moment(b), undecided(pass, a, b, &why)));
        }
    }
    out
}

fn touched(pass: &Pass<'_>, t: &Trigger<'_>) -> Touched {
    let mut toucher = Toucher::new(&pass.program);
    if let Some(code) = pass.program.procs.get(t.proc as usize).and_then(|p| p.code.get(t.code.clone())) {
        toucher.run(code);
    }
    toucher.found
}

fn guard(pass: &Pass<'_>, t: &Trigger<'_>) -> Touched {
    let mut toucher = Toucher::new(&pass.program);
    toucher.ask(t.guard);
    toucher.found
}

/// Why the order of two rules matters, if it does.
fn why(pass: &Pass<'_>, a: &Touched, b: &Touched) -> Option<String> {
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
    let states = |s: u16| pass.program.book.states.get(s as usize).map_or(String::new(), |s| s.name.clone());
    Some(match cell {
        Cell::State(s) => format!("`{}` is changed by one of them, and the other hangs on it", states(s)),
        Cell::Count(c) => {
            let name = pass.program.book.counts.get(c as usize).map_or("", |c| c.name.as_str());
            format!("`{name}` is changed by one of them, and the other hangs on it")
        }
        Cell::Form => "one of them changes a formation, and the other hangs on it".to_owned(),
        Cell::Groups => "one of them changes who belongs to whom, and the other hangs on it".to_owned(),
        Cell::Places => "one of them changes where things stand or who is left, and the other hangs on it".to_owned(),
    })
}

fn undecided(pass: &Pass<'_>, a: &Trigger<'_>, b: &Trigger<'_>, why: &str) -> Diagnostic {
    let (here, there, what) = (row_name(pass, a.row), row_name(pass, b.row), place(pass, a));
    let word = if a.at == Splice::Before { "before" } else { "after" };
    let help = if here == there {
        "make one of them of the two, with an `if` in it".to_owned()
    } else {
        format!("write `before {there}` or `after {there}` before the colon here")
    };
    Diagnostic::new(Code::Order, words(a), format!("two rules happen {word} `{what}`, and nothing says which comes first"))
        .here(why)
        .label(words(b), format!("`{there}` happens at the same moment"))
        .help(help)
}

fn both_first(pass: &Pass<'_>, a: &Trigger<'_>, b: &Trigger<'_>) -> Diagnostic {
    let (here, there) = (row_name(pass, a.row), row_name(pass, b.row));
    Diagnostic::new(Code::Cycle, words(a), format!("`{here}` and `{there}` each come before the other"))
        .label(words(b), "and this before it")
        .help("leave one of the two `before` or `after` out")
}
