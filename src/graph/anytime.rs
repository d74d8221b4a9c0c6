//! Offers that stand wherever an action may be taken.

use super::compile::{Pass, land};
use super::ir::{Ex, Op};
use super::scope::Scope;
use crate::model::{Head, Key, Type};
use crate::syntax::Rule;

impl Pass<'_> {
    /// `anytime in P, may: ...`: emitted before an action is taken, in the order of the rules' names.
    pub fn offers_at_any_time(&mut self, scope: &mut Scope, code: &mut Vec<Op>) {
        let mut list = self.anytimes.clone();
        list.sort_by_cached_key(|s| {
            let name = self.program.rows.get(s.row as usize).map_or(String::new(), |r| Key::new(&r.name).as_str().to_owned());
            (name, self.text(s.attach).to_owned())
        });
        for s in list {
            let Some(name) = s.pattern.find(Rule::pattern_head).and_then(|h| h.find(Rule::name_ref)) else { continue };
            let written = self.name(name.find(Rule::name).unwrap_or(name)).to_owned();
            let Some(proc) = self.procedure_named(name, &written) else { continue };
            let bit = self.context(proc, None);
            let running = self.program.ex(Ex::During(bit));
            let skip = code.len();
            code.push(Op::Unless(running, 0));
            let head = Head { name: written, word: String::new(), roles: Vec::new(), gives: Type::Nothing, span: name.span };
            for exit in self.spliced(scope, code, &s, &head) {
                land(code, exit);
            }
            land(code, skip);
        }
    }
}
