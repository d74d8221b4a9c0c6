//! New steps of an amended procedure, and where they go.

use super::body::Amending;
use super::item::{known_by, step_key, without_was};
use crate::diag::{Code, Diagnostic, nearest};
use crate::source::Span;
use crate::syntax::{Line, Node, Rule};

fn place(line: &Line) -> Option<&Node> {
    line.parts.first().and_then(|p| p.find(Rule::step_place))
}

impl Amending<'_> {
    /// Puts new steps before or after the others.
    pub fn place_steps(&mut self) {
        let mut open = std::mem::take(&mut self.steps);
        let mut taken: Vec<(String, Span)> = Vec::new();
        loop {
            let before = open.len();
            let mut rest = Vec::new();
            for line in open {
                if !self.place_step(&line, &mut taken) {
                    rest.push(line);
                }
            }
            open = rest;
            if open.is_empty() || open.len() == before {
                break;
            }
        }
        for line in open {
            let names = self.step_names();
            let Some((span, anchor)) = place(&line).and_then(|p| p.find(Rule::word)).map(|w| (w.span, w.text(self.files).to_owned()))
            else {
                continue;
            };
            let d =
                Diagnostic::new(Code::Name, span, format!("`{}` has no step `{anchor}`", self.name)).label(self.d.head.span, "the parent");
            self.fault(match nearest(&anchor, names.iter().map(String::as_str)) {
                Some(meant) => d.help(format!("did you mean `{meant}`?")),
                None => d.help(format!("name one of its steps: {}", names.join(", "))),
            });
        }
    }

    fn step_names(&self) -> Vec<String> {
        let parts = self.d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == Rule::step);
        parts.filter_map(|p| p.find(Rule::word)).map(|w| w.text(self.files).to_owned()).collect()
    }

    /// Whether a step could be placed, or was told to be without a place.
    fn place_step(&mut self, line: &Line, taken: &mut Vec<(String, Span)>) -> bool {
        let files = self.files;
        let names = self.step_names();
        let own = line.parts.first().and_then(|p| p.find(Rule::word)).map_or("", |w| w.text(files)).to_owned();
        let Some(node) = place(line).cloned() else {
            match names.last() {
                None => self.d.body.push(line.clone()),
                Some(last) => {
                    let d = Diagnostic::new(
                        Code::Place,
                        line.span,
                        format!("`{}` has no step `{own}`, and nothing says where a new one goes", self.name),
                    );
                    let d = d.label(self.d.head.span, "the parent");
                    self.fault(match nearest(&own, names.iter().map(String::as_str)) {
                        Some(meant) => d.help(format!("did you mean `{meant}`?")),
                        None => d.help(format!("write `step {own} after {last}`")),
                    });
                }
            }
            return true;
        };
        let anchor = node.find(Rule::word).map_or("", |w| w.text(files));
        let key = step_key(anchor);
        let Some(at) = self.d.body.iter().position(|l| known_by(files, l).as_deref() == Some(&key)) else { return false };
        let words = node.text(files).split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((_, old)) = taken.iter().find(|(t, _)| *t == words) {
            let d = Diagnostic::new(Code::Order, node.span, format!("two new steps stand `{words}`, and nothing says which comes first"));
            self.fault(d.label(*old, "the other").help(format!("put one of them after the other: `after {own}`")));
            return true;
        }
        taken.push((words.clone(), node.span));
        let mut new = without_was(line.clone(), files);
        for part in &mut new.parts {
            part.kids.retain(|k| k.rule != Rule::step_place);
        }
        self.d.body.insert(if words.starts_with("before") { at } else { at + 1 }, new);
        true
    }
}
