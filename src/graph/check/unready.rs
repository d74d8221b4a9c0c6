//! Words that are read and of which nothing would come: told, so that nobody relies on them.

use crate::diag::{Code, Diagnostic};
use crate::graph::compile::Pass;
use crate::syntax::{Declaration, Line, Node, Rule};

/// Reports them.
pub(super) fn check(pass: &Pass<'_>, declarations: &[Declaration]) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for d in declarations {
        node(pass, &d.head, &mut out);
        lines(pass, &d.body, &mut out);
    }
    out
}

fn lines(pass: &Pass<'_>, list: &[Line], out: &mut Vec<Diagnostic>) {
    for line in list {
        line.parts.iter().for_each(|p| node(pass, p, out));
        lines(pass, &line.below, out);
    }
}

fn node(pass: &Pass<'_>, whole: &Node, out: &mut Vec<Diagnostic>) {
    whole.walk(&mut |n| {
        let words: Vec<&str> = pass.text(n).split_whitespace().collect();
        let said = match (n.rule, words.as_slice()) {
            (Rule::comes, _) => {
                Some(("nothing watches how near a move comes yet", "meet the step of the move, and ask `within` in its `when`"))
            }
            (Rule::any_place, _) => Some(("a rule meets steps by name only, as yet", "name each action that is meant")),
            (Rule::mood, ["must", ..]) => Some(("what a rule does is not offered anyway, and cannot be forced", "leave out `must`")),
            (Rule::over, ["same", ..]) => Some(("two rules cannot be counted as one yet", "put what they share into one rule")),
            (Rule::over, ["never", ..]) => {
                Some(("a promise that two rules never meet is not kept yet", "write `over`, or a `when` that keeps them apart"))
            }
            (Rule::turns, _) => {
                Some(("nothing ends the game after so many turns yet", "write a rule: `after Ending.last when turn >= 6: the game ends`"))
            }
            (Rule::take_many, ["all"]) => Some(("one action would be taken, not all", "repeat it as often as is meant")),
            (Rule::gather_st, _) if words.contains(&"by") => Some(("nobody is asked how they are paired yet", "leave out who decides")),
            (Rule::limit | Rule::mood, [n, "times", ..]) if *n != "1" => {
                Some(("a limit of more than once is not counted yet", "keep a `count` and ask it in a `needs`"))
            }
            _ => None,
        };
        if let Some((what, help)) = said {
            if !out.iter().any(|d| d.span == n.span) {
                out.push(Diagnostic::new(Code::Unready, n.span, what).help(help));
            }
        }
    });
}
