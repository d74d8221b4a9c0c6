//! The lines that can be cited, named and switched off: a row for each, in the order in which they are declared.

use super::build::{Builder, Place};
use crate::graph::Shut;
use crate::hir::{Attach, AttachId, ProcKind};
use crate::intern::Sym;

impl Builder<'_> {
    /// A row for every line that meets the game or stands below a head.
    pub(super) fn lines(&mut self) {
        for (value, v) in self.rules.values.iter() {
            for i in 0..v.rows.len() {
                let row = self.value_row(value, i);
                self.maps.owners.insert(row, v.head.name);
            }
        }
        for (proc, p) in self.rules.procs.iter() {
            for i in 0..p.needs.len() {
                let row = self.need_row(proc, i);
                self.maps.owners.insert(row, p.head.name);
            }
            if let ProcKind::Chance(chance) = &p.kind {
                for i in 0..chance.rows.len() {
                    let row = self.chance_row(proc, i);
                    self.maps.owners.insert(row, p.head.name);
                }
            }
        }
        for (id, attach) in self.rules.attaches.iter() {
            self.lines_of_rule(id, attach);
        }
        for (forbid, f) in (0..).zip(&self.rules.forbids) {
            for nth in (0..).take(f.meets.len()) {
                self.shut_row(Shut { forbid, nth });
            }
        }
    }

    /// One row for each place that a line lists; those that are met by their kind are listed as one.
    fn lines_of_rule(&mut self, id: AttachId, attach: &Attach) {
        // what a whole kind of rules says is not of one of them
        let shared = self.rules.kinds.all().iter().any(|k| k.lines.contains(&id));
        let owner = self.owner_of(attach).filter(|_| !shared);
        for nth in (0..).take(attach.meets.len()) {
            let row = self.place_row(Place { attach: id, nth });
            self.maps.owners.extend(owner.map(|owner| (row, owner)));
        }
    }

    /// The declaration in which a line stands, as far as that is known.
    fn owner_of(&self, attach: &Attach) -> Option<Sym> {
        attach.rule.and_then(|r| self.rules.rules.get(r)).map(|r| r.title).or(attach.line.name)
    }

    /// Throws are told with the rule that rolls them, where that is not the procedure itself.
    pub(super) fn titles(&mut self) {
        let names = &self.rules.names;
        for throw in self.program.throws.iter_mut().map(|(_, t)| t) {
            let Some(owner) = self.maps.owners.get(&throw.row) else { continue };
            let owner = names.text(*owner);
            if !owner.is_empty() && crate::ir::Key::new(owner) != crate::ir::Key::new(&throw.name) {
                throw.title = format!("{owner}, {}", throw.name);
            }
        }
    }
}
