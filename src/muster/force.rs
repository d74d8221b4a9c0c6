//! A force list: which entries it offers, and what holds for all that is drawn from it.

use super::names::Names;
use super::{Entries, Entry};
use crate::diag::{Code, Diagnostic};
use crate::model::Key;
use crate::source::Span;
use crate::syntax::{Declaration, Node, Rule};

/// A list that a roster is drawn from.
#[derive(Clone, Debug, Default)]
pub struct Force {
    /// As written.
    pub name: String,
    /// What it offers, and how often.
    pub units: Vec<Quota>,
    /// Other lists whose units may join, by number.
    pub allies: Vec<usize>,
    /// The rules that every unit of the list gets.
    pub rules: Vec<u16>,
    /// Questions that must hold of the side.
    pub legal: Vec<Legal>,
    /// Where its name stands.
    pub span: Span,
}

/// How often an entry may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Which.
    pub entry: usize,
    /// At least.
    pub least: usize,
    /// At most, if there is an end.
    pub most: Option<usize>,
}

/// A question that must hold of a side whose roster is drawn from the list.
#[derive(Clone, Debug)]
pub struct Legal {
    /// Its name, if it has one.
    pub name: String,
    /// The question as it was parsed, for whoever compiles it with the side in register 0.
    pub question: Node,
    /// The question as written.
    pub text: String,
    /// Where.
    pub span: Span,
}

impl Names<'_> {
    /// Reads a force list; allies are found when all lists are known.
    pub fn force(&mut self, d: &Declaration, entries: &[Entry]) -> (Force, Vec<Node>) {
        let (name, span) = self.title(&d.head);
        let mut force = Force { name, span, ..Force::default() };
        let mut allies = Vec::new();
        for part in d.body.iter().flat_map(|l| &l.parts) {
            match part.rule {
                Rule::rules_item | Rule::gains_rule => force.rules.extend(self.rules_in(part)),
                Rule::one_of_each => {
                    for r in part.all(Rule::entry_ref) {
                        force.units.extend(self.quota(r, entries));
                    }
                }
                Rule::allies => allies.extend(part.all(Rule::name).cloned()),
                Rule::legal => force.legal.extend(self.legal(part)),
                Rule::shown => {}
                _ => self.misplaced(part, "a force list"),
            }
        }
        (force, allies)
    }

    fn quota(&mut self, node: &Node, entries: &[Entry]) -> Option<Quota> {
        let name = node.find(Rule::name)?;
        let written = self.name(name);
        let key = Key::new(written);
        let Some(entry) = entries.iter().position(|e| Key::new(&e.name) == key) else {
            self.unknown(name.span, written, "unit entry", entries.iter().map(|e| e.name.as_str()));
            return None;
        };
        let limits: Vec<usize> = node.all(Rule::integer).filter_map(|n| self.text(n).parse().ok()).collect();
        let (least, most) = match *limits.as_slice() {
            [least, most] => (least, Some(most)),
            [least] => (least, None),
            _ => (0, None),
        };
        if most.is_some_and(|m| m < least) {
            self.found.push(
                Diagnostic::new(Code::Roster, node.span, format!("`{written}` may never be taken")).help("write the lesser number first"),
            );
        }
        Some(Quota { entry, least, most })
    }

    /// A question that a side must meet.
    pub fn legal(&mut self, node: &Node) -> Option<Legal> {
        let question = node.find(Rule::expr)?.clone();
        let text = self.text(&question).to_owned();
        let name = node.find(Rule::name).map_or_else(String::new, |n| self.name(n).to_owned());
        Some(Legal { name, text, span: question.span, question })
    }
}

impl Entries {
    /// A force list by name.
    #[must_use]
    pub fn force(&self, written: &str) -> Option<usize> {
        let key = Key::new(written);
        self.forces.iter().position(|f| Key::new(&f.name) == key)
    }

    /// What a list offers: its own units, then those of its allies.
    pub fn offered(&self, force: usize) -> impl Iterator<Item = Quota> + '_ {
        let lists = self.forces.get(force).into_iter().flat_map(move |f| std::iter::once(force).chain(f.allies.iter().copied()));
        lists.filter_map(|f| self.forces.get(f)).flat_map(|f| f.units.iter().copied())
    }

    /// An entry that a list offers, by its name or by what it is shown as.
    #[must_use]
    pub fn entry_of(&self, force: usize, written: &str) -> Option<usize> {
        let called = |q: &Quota| self.entries.get(q.entry).is_some_and(|e| e.is_called(written));
        self.offered(force).find(called).map(|q| q.entry)
    }

    /// An entry of any list by its name.
    #[must_use]
    pub fn entry(&self, written: &str) -> Option<usize> {
        let key = Key::new(written);
        self.entries.iter().position(|e| Key::new(&e.name) == key)
    }
}
