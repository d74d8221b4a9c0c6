//! Offers that stand wherever an action may be taken.

use super::compile::{Pass, land};
use super::ir::{Bin, Ex, Op};
use super::scope::Scope;
use crate::model::{Head, Key, Type};

impl Pass<'_> {
    /// `anytime in P, may: ...`: emitted before an action is taken, in the order of the rules' names.
    pub fn offers_at_any_time(&mut self, scope: &mut Scope, code: &mut Vec<Op>) {
        let mut list = self.splicing.anytimes.clone();
        list.sort_by_cached_key(|s| {
            let name = self.program.rows.get(s.row as usize).map_or(String::new(), |r| Key::new(&r.name).as_str().to_owned());
            (name, self.text(s.attach).to_owned())
        });
        for s in list {
            let mut running = self.int(0);
            for (proc, _) in self.places_met(s.pattern) {
                let bit = self.context(proc, None);
                let here = self.program.ex(Ex::During(bit));
                running = if self.program.constant(running) == Some(0) { here } else { self.program.ex(Ex::Two(Bin::Or, running, here)) };
            }
            let skip = code.len();
            code.push(Op::Unless(running, 0));
            let head = Head { name: String::new(), word: String::new(), roles: Vec::new(), gives: Type::Nothing, span: s.pattern.span };
            for exit in self.spliced(scope, code, &s, &head) {
                land(code, exit);
            }
            land(code, skip);
        }
    }
}
