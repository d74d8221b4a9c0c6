//! New steps of an amended procedure, and where they go.

use super::body::Amending;
use super::line::without_was;
use crate::ast::{Item, ItemKind, Step, StepPlace};
use crate::diag::{Code, Diagnostic, misspelt};
use crate::intern::Sym;
use crate::source::At;

fn step(item: &Item) -> Option<&Step> {
    if let ItemKind::Step(s) = &item.kind { Some(s) } else { None }
}

fn place(item: &Item) -> Option<StepPlace> {
    step(item).and_then(|s| s.place)
}

impl Amending<'_> {
    /// Puts new steps before or after the others.
    pub fn place_steps(&mut self) {
        let mut open = std::mem::take(&mut self.steps);
        let mut taken: Vec<(bool, Sym, At)> = Vec::new();
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
            let Some(anchor) = place(&line).map(|p| p.step) else { continue };
            let text = self.names.text(anchor.sym);
            let d = Diagnostic::new(Code::Name, anchor.at.span(), format!("`{}` has no step `{text}`", self.name));
            let d = d.label(self.d.head.span(), super::PARENT);
            self.fault(match misspelt(text, names.iter().map(String::as_str)) {
                Some(meant) => d.help(format!("did you mean `{meant}`?")),
                None => d.help(format!("name one of its steps: {}", names.join(", "))),
            });
        }
    }

    fn step_names(&self) -> Vec<String> {
        self.body().iter().filter_map(step).map(|s| self.names.text(s.word.sym).to_owned()).collect()
    }

    /// Whether a step could be placed, or was told to be without a place.
    fn place_step(&mut self, line: &Item, taken: &mut Vec<(bool, Sym, At)>) -> bool {
        let own = step(line).map_or(String::new(), |s| self.names.text(s.word.sym).to_owned());
        let Some(at) = place(line) else {
            self.unplaced(line, &own);
            return true;
        };
        let is = |l: &Item| step(l).is_some_and(|s| s.word.sym == at.step.sym);
        let Some(found) = self.body().iter().position(is) else { return false };
        let words = format!("{} {}", if at.after { "after" } else { "before" }, self.names.text(at.step.sym));
        if let Some((_, _, old)) = taken.iter().find(|(after, sym, _)| (*after, *sym) == (at.after, at.step.sym)) {
            let message = format!("two new steps stand `{words}`, and nothing says which comes first");
            let d = Diagnostic::new(Code::Order, at.at.span(), message).label(old.span(), "the other");
            self.fault(d.help(format!("put one of them after the other: `after {own}`")));
            return true;
        }
        taken.push((at.after, at.step.sym, at.at));
        let mut new = without_was(line);
        if let ItemKind::Step(s) = &mut new.kind {
            s.place = None;
        }
        if let Some(lines) = self.lines() {
            lines.insert(found + usize::from(at.after), new);
        }
        true
    }

    /// A new step that does not say where it goes.
    fn unplaced(&mut self, line: &Item, own: &str) {
        let names = self.step_names();
        let Some(last) = names.last() else {
            if let Some(lines) = self.lines() {
                lines.push(line.clone());
            }
            return;
        };
        let message = format!("`{}` has no step `{own}`, and nothing says where a new one goes", self.name);
        let at = step(line).map_or(line.at, |s| line.at.from_start_to(s.word.at));
        let d = Diagnostic::new(Code::Place, at.span(), message).label(self.d.head.span(), super::PARENT);
        let d = match misspelt(own, names.iter().map(String::as_str)) {
            Some(meant) => d.help(format!("did you mean `{meant}`?")),
            None => d.help(format!("write `step {own} after {last}`")),
        };
        self.fault(d);
    }
}
