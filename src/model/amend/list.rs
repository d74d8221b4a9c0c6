//! Items that are lists of names: each name is amended by itself.

use super::body::Amending;
use super::faults;
use super::item::{element_key, elements, was, was_words, without_was};
use crate::model::Key;
use crate::syntax::{Line, Node, squeezed};

impl Amending<'_> {
    /// Takes names into a list; those that are there already give way.
    pub fn list(&mut self, line: &Line) {
        let files = self.files;
        let seen_before = was(line).cloned();
        let new = without_was(line.clone(), files);
        let Some(part) = new.parts.first() else { return };
        let all: Vec<Node> = elements(part).unwrap_or_default().into_iter().cloned().collect();
        for e in &all {
            let key = element_key(files, e);
            let what = e.text(files).to_owned();
            if !self.first_time(&format!("{:?} {}", part.rule, key.as_str()), &what, e.span) {
                return;
            }
            let old = self.listed(part, &key);
            match (&old, &seen_before) {
                (None, Some(w)) => self.absent(&what, w.span),
                (Some(old), Some(w)) => {
                    let saw = squeezed(was_words(w).text(files));
                    let full = squeezed(old.text(files));
                    if full != saw && !full.ends_with(&saw) {
                        let name = format!("{what} of {}", self.name);
                        let now = old.text(files).to_owned();
                        self.fault(faults::stale(&name, was_words(w).span, old.span, &now, &what));
                    }
                }
                _ => {}
            }
            if let Some(old) = old {
                if squeezed(old.text(files)) == squeezed(e.text(files)) && new.cites.is_empty() {
                    self.fault(faults::nothing(e.span, old.span));
                }
                self.changed(new.span, old.span);
                self.unlist_from(&key, Some(part));
            }
        }
        self.d.body.push(new);
    }

    /// The element of that name in lists of the same sort.
    fn listed(&self, like: &Node, key: &Key) -> Option<Node> {
        let parts = self.d.body.iter().flat_map(|l| &l.parts).filter(|p| p.rule == like.rule);
        parts.flat_map(|p| elements(p).unwrap_or_default()).find(|e| element_key(self.files, e) == *key).cloned()
    }

    /// Takes a name out of every list; whether it stood in one.
    pub fn unlist(&mut self, key: &Key) -> bool {
        self.unlist_from(key, None)
    }

    fn unlist_from(&mut self, key: &Key, like: Option<&Node>) -> bool {
        let files = self.files;
        let mut gone = false;
        for part in self.d.body.iter_mut().flat_map(|l| &mut l.parts).filter(|p| like.is_none_or(|l| l.rule == p.rule)) {
            let out: Vec<Node> =
                elements(part).unwrap_or_default().into_iter().filter(|e| element_key(files, e) == *key).cloned().collect();
            gone |= !out.is_empty();
            part.kids.retain(|k| !out.contains(k));
        }
        // a list of nothing is no sentence
        self.d.body.retain(|l| l.parts.first().is_none_or(|p| elements(p).is_none_or(|e| !e.is_empty())));
        gone
    }
}
