//! Which of two rules gives way, and which of two comes first: the names that stand before the colon.

use std::collections::HashSet;

use super::compile::{HookId, Pass};
use super::splice::Splice;
use crate::diag::{Code, Diagnostic};
use crate::model::Key;
use crate::source::Span;
use crate::syntax::{Declaration, Line, Node, Rule};

/// A line that is `over` others, at a hook and at a step of it.
pub(super) struct Over<'a> {
    pub rule: Option<u16>,
    pub row: u16,
    pub attach: &'a Node,
    pub pattern: &'a Node,
    pub hook: HookId,
    pub step: Option<String>,
}

/// Lines that meet the game where they could say something of others, and the names there of which something came.
#[derive(Default)]
struct Heard {
    lines: HashSet<Span>,
    names: HashSet<Span>,
}

impl<'a> Pass<'a> {
    /// Switches off whatever gives way to a line, and tells what says something of others and means nothing.
    pub fn give_way(&mut self, declarations: &'a [Declaration]) {
        let mut heard = Heard::default();
        for Over { rule, row, attach, pattern, hook, step } in std::mem::take(&mut self.splicing.overs) {
            heard.lines.insert(attach.span);
            for name in self.named_with(attach, "over") {
                if self.ignore(rule, row, attach, pattern, name, Some((hook, step.as_deref()))) {
                    heard.names.insert(name.span);
                }
            }
        }
        for list in self.splicing.splices.values() {
            for s in list.iter().filter(|s| matches!(s.at, Splice::Before | Splice::After)) {
                heard.lines.insert(s.attach.span);
                for name in ["before", "after"].into_iter().flat_map(|word| self.named_with(s.attach, word)) {
                    let meant = |row: u16| row != s.row && self.is_called(row, name);
                    if list.iter().any(|o| o.at == s.at && meant(o.row)) {
                        heard.names.insert(name.span);
                    }
                }
            }
        }
        let mut places = Vec::new();
        declarations.iter().for_each(|d| with_orders(&d.body, &mut places));
        places.into_iter().for_each(|place| self.says_something(place, &heard));
    }

    /// Faults each name before a colon that orders nothing.
    fn says_something(&mut self, attach: &'a Node, heard: &Heard) {
        let at = attach.find(Rule::at_place).and_then(Node::first).map(|p| p.rule);
        let core = attach.find(Rule::body).and_then(|b| b.find(Rule::contribs)?.find(Rule::contrib)?.find(Rule::contrib_core)?.first());
        for said in attach.all(Rule::over) {
            let Some(name) = said.find(Rule::name) else { continue };
            let (words, written) = (self.text(said).trim(), self.name(name));
            let gives_way = words.starts_with("over");
            let (could, why) = if gives_way {
                let ignores = core.is_some_and(|c| c.rule == Rule::ignore);
                (at.is_some_and(|at| at != Rule::anytime) && !ignores, "nothing gives way here")
            } else {
                (matches!(at, Some(Rule::before | Rule::after)), "only what happens before or after a step comes before others")
            };
            let help = format!("leave `{words}` out");
            if !could {
                self.fault(Code::Place, said.span, why, help);
                continue;
            }
            if heard.names.contains(&name.span) || !heard.lines.contains(&attach.span) {
                continue;
            }
            if !gives_way && !self.program.rules.iter().any(|r| called(&r.name) == Key::new(written)) {
                self.unknown_name(name, written, "a rule");
                continue;
            }
            let why = if gives_way { "so it cannot give way" } else { "so neither comes first" };
            let here = attach.all(Rule::pattern).map(|p| format!("`{}`", self.text(p).trim())).collect::<Vec<_>>().join(" or ");
            let message = format!("`{written}` does nothing at {here}, {why}");
            self.report(Diagnostic::new(Code::Nothing, said.span, message).help(format!("name a rule that does, or {help}")));
        }
    }

    /// The names behind one word before a colon.
    fn named_with<'n>(&self, attach: &'n Node, word: &str) -> Vec<&'n Node> {
        attach.all(Rule::over).filter(|o| self.text(o).starts_with(word)).filter_map(|o| o.find(Rule::name)).collect()
    }

    fn is_called(&self, row: u16, name: &Node) -> bool {
        self.program.rows.get(row as usize).is_some_and(|r| called(&r.name) == Key::new(self.name(name)))
    }

    /// Whether one rule at a moment says that it comes before the other, or the other that it comes after it.
    pub fn comes_first(&self, a: &Node, a_row: u16, b: &Node, b_row: u16) -> bool {
        let says = |attach: &Node, word: &str, row: u16| self.named_with(attach, word).into_iter().any(|n| self.is_called(row, n));
        says(a, "before", b_row) || says(b, "after", a_row)
    }
}

/// By what name a rule is spoken of: one that is given something, whatever it is given.
fn called(name: &str) -> Key {
    Key::new(name.split('(').next().unwrap_or("").trim())
}

/// The lines that meet the game and say something of others.
fn with_orders<'n>(lines: &'n [Line], out: &mut Vec<&'n Node>) {
    for line in lines {
        for part in &line.parts {
            part.walk(&mut |n| {
                if matches!(n.rule, Rule::attach | Rule::comes) && n.has(Rule::over) {
                    out.push(n);
                }
            });
        }
        with_orders(&line.below, out);
    }
}
