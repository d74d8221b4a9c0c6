//! A story told from its beginning: what was begun is remembered, and what came to nothing is left out.

use super::Story;
use crate::ir::{ProcNo, Type};
use crate::num::Measure;
use crate::vm::{Event, show};

/// A procedure that has begun and not ended.
struct Open {
    proc: ProcNo,
    args: Vec<i64>,
    depth: usize,
    /// Its line; empty once it is told.
    line: String,
    /// What its last dice came to.
    rolled: Option<i64>,
    /// By how much the one is ahead of the other, once that is known.
    ahead: Option<i64>,
}

/// Tells events in their order.
pub struct Telling<'a> {
    story: Story<'a>,
    open: Vec<Open>,
}

impl<'a> Telling<'a> {
    /// Nothing is told yet.
    #[must_use]
    pub fn new(story: Story<'a>) -> Self {
        Self { story, open: Vec::new() }
    }

    /// What an event adds to the story; empty for what is not worth telling, or not yet.
    #[must_use]
    pub fn tell(&mut self, event: &Event) -> String {
        let text = match event {
            Event::Begin { proc, args, depth } => {
                self.open.retain(|o| o.depth < *depth);
                let line = self.story.tell(event);
                self.open.push(Open { proc: *proc, args: args.clone(), depth: *depth, line, rolled: None, ahead: None });
                return String::new();
            }
            Event::Ended { depth, value } => {
                let at = self.open.iter().position(|o| o.depth >= *depth).unwrap_or(self.open.len());
                let ended = self.open.split_off(at);
                return ended.first().filter(|o| o.depth == *depth).map_or_else(String::new, |o| self.came(o, *value));
            }
            Event::Result { label, value } => {
                let names = &self.story.game.program.labels;
                if let Some(o) = self.open.last_mut().filter(|_| names.get(*label).is_some_and(|l| l == "difference")) {
                    o.ahead = Some(*value);
                }
                return String::new();
            }
            Event::Rolled { toss, faces, outcome, shares } if toss.dice > 0 => {
                let whose = self.whose();
                if let Some(o) = self.open.last_mut() {
                    o.rolled = Some(outcome.result);
                }
                self.story.rolled(&whose, toss, faces, *outcome, shares)
            }
            other => self.story.tell(other),
        };
        if text.is_empty() {
            return text;
        }
        let mut begun: String = self.open.iter_mut().map(|o| std::mem::take(&mut o.line)).collect();
        begun.push_str(&text);
        begun
    }

    /// Who rolls, if the roll has a name of its own.
    fn whose(&self) -> String {
        let chance = |o: &&Open| self.word(o.proc).is_some_and(|w| matches!(w, "pool" | "roll" | "check"));
        self.open.last().filter(chance).map_or_else(String::new, |o| self.story.filled(o.proc, &o.args))
    }

    fn word(&self, proc: ProcNo) -> Option<&str> {
        self.story.game.program.procs.get(proc).map(|p| p.word.as_str())
    }

    /// What a roll came to beside its dice, and who won a roll of one against another.
    fn came(&self, o: &Open, value: i64) -> String {
        match (self.word(o.proc), o.rolled, o.ahead) {
            (Some("roll"), Some(rolled), _) => {
                let head = self.story.game.program.proc_heads.get(o.proc);
                let length = head.is_some_and(|h| h.gives == Type::LENGTH);
                if value == if length { rolled.saturating_mul(1000) } else { rolled } {
                    return String::new();
                }
                let all = if length { Measure::from_thousandths(value).to_string() } else { value.to_string() };
                format!("        {all} in all\n")
            }
            (Some("opposed"), _, Some(0)) => "      neither is ahead\n".into(),
            (Some("opposed"), _, Some(by)) => format!("      {} wins by {by}\n", show(self.story.game, value)),
            _ => String::new(),
        }
    }
}
