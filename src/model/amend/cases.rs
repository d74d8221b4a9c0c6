//! `Name: also when ...`: a line of the parent that holds in one case more.

use super::body::Amending;
use crate::diag::{Code, Diagnostic};
use crate::syntax::{Line, Node, Rule};

/// The contribution of a line with a name.
fn contrib(line: &Line) -> Option<&Node> {
    line.parts.first().filter(|p| p.rule == Rule::named_row)?.find(Rule::contrib)
}

/// The question of a guard that is only `when`.
fn asked(guard: &Node) -> Option<&Node> {
    if guard.has(Rule::kw_unless) || guard.has(Rule::during) { None } else { guard.find(Rule::expr) }
}

impl Amending<'_> {
    /// The parent's line with the case of the new one, if that only says `also when`; else the new line.
    pub fn one_more_case(&mut self, old: &Line, new: Line) -> Line {
        let core = |l: &Line| contrib(l).and_then(|c| c.find(Rule::contrib_core)).and_then(Node::first).cloned();
        let Some(also) = core(&new).filter(|c| c.rule == Rule::also) else { return new };
        if core(old).is_none_or(|c| c.rule == Rule::also) {
            return new;
        }
        let guard = contrib(old).and_then(|c| c.find(Rule::guard));
        let both = guard.and_then(asked).zip(also.find(Rule::guard).and_then(asked));
        let (Some((first, second)), Some(mut part)) = (both, old.parts.first().cloned()) else {
            let d = Diagnostic::new(Code::Place, new.span, "only a line with one `when` can hold in one case more");
            self.fault(d.label(old.span, "the parent's line").help("write the whole line anew"));
            return new;
        };
        let span = new.parts.first().map_or(new.span, |p| p.span);
        let bracket = |e: &Node| {
            let choice = Node { rule: Rule::choice, span: e.span, kids: vec![e.clone()] };
            Node { rule: Rule::paren, span: e.span, kids: vec![choice] }
        };
        let or = Node { rule: Rule::or, span, kids: Vec::new() };
        let either = Node { rule: Rule::expr, span, kids: vec![bracket(first), or, bracket(second)] };
        let within = part.kids.iter_mut().find(|k| k.rule == Rule::contrib);
        let guard = within.and_then(|c| c.kids.iter_mut().find(|k| k.rule == Rule::guard));
        if let Some(e) = guard.and_then(|g| g.kids.iter_mut().find(|k| k.rule == Rule::expr)) {
            *e = either;
        }
        part.span = span;
        Line { parts: vec![part], ..new }
    }
}
