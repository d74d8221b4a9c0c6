//! What a test gives and nobody uses.

use std::collections::VecDeque;

use super::ahead::labelled;
use super::run::{Outcome, Run};
use super::script::Script;
use crate::ir::{Key, ProcNo};
use crate::source::Span;

impl Run<'_> {
    /// Dice that nobody rolls, and answers that nobody asks for: the test does not show what it seems to.
    pub(super) fn leftover(&self) -> Outcome<()> {
        let spare = |list: &[(Key, Span)], key: &Key, used: usize| list.iter().filter(|(k, _)| k == key).nth(used).map(|(_, s)| *s);
        for (key, span) in &self.told {
            let left = self.script.faces.get(key).map_or(0, VecDeque::len);
            if left > 0 {
                let all = self.told.iter().filter(|(k, _)| k == key).count();
                let from = spare(&self.told, key, all.saturating_sub(left)).unwrap_or(*span);
                let what = if left == 1 { "this die is never rolled" } else { "from this die on none is ever rolled" };
                return Err((from, format!("{what}: take away what is too much, or do what rolls it")));
            }
        }
        for (key, _) in &self.answered {
            let used = self.heard.get(key).copied().unwrap_or(0);
            if let Some(span) = spare(&self.answered, key, used) {
                return Err((span, self.unasked(self.program(), key, used)));
            }
        }
        Ok(())
    }

    /// An answer that is given with a call and that nobody asks for.
    pub(super) fn unasked_ahead(&self, id: ProcNo) -> Outcome<()> {
        let Some((label, span)) = self.ahead.idle(id) else { return Ok(()) };
        let program = self.program();
        Err((span, self.unasked(program, &labelled(program, label), 0)))
    }

    /// Notes how far the answers were used: `left` of each are still to come.
    pub(super) fn hear(&mut self, left: &Script) {
        for (key, queue) in &left.answers {
            let all = self.answered.iter().filter(|(k, _)| k == key).count();
            let used = self.heard.entry(key.clone()).or_default();
            *used = (*used).max(all.saturating_sub(queue.len()));
        }
    }
}
