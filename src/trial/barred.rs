//! Why something that a test says is not done, in words.

use super::run::Run;
use super::watch::{Bar, Barred};
use crate::hir::{Need, ProcId};
use crate::ir::Program;
use crate::speech::Voice;
use crate::vm::{Game, Missed, Short, show, show_typed};

/// Turn, phase, game.
const SPANS: [&str; 3] = ["turn", "phase", "game"];

impl Run<'_> {
    /// That something is not done, and why; what may be done about it.
    pub(super) fn not_done(&self, program: &Program, b: &Barred) -> String {
        let name = program.procs.get(b.proc).map_or("", |p| p.name.as_str());
        let why = self.why_barred(program, b);
        let fix = match &b.bar {
            Bar::Short(s) => format!("let `{} gains {}` come first", self.thing(program, s.who), amount(program, s, s.wants - s.has)),
            Bar::Line(_) if self.need(program, b).is_some() => {
                format!("let that hold first, or say `expect forbidden {name} ...` if that is what is shown")
            }
            _ => format!("say `expect forbidden {name} ...` if that is what is shown"),
        };
        format!("`{name}` is not done, since {why}: {fix}")
    }

    /// What keeps something from being done.
    pub(super) fn why_barred(&self, program: &Program, b: &Barred) -> String {
        let show = |who: i64| self.thing(program, who);
        let who = || show(b.args.first().copied().unwrap_or(0));
        match &b.bar {
            Bar::Done(span) => format!("{} has done it in this {} already", who(), SPANS.get(*span).unwrap_or(&"span")),
            Bar::Used => "it has been done as often as it may be".to_owned(),
            Bar::Short(s) => format!("it costs {}, and {} has {}", amount(program, s, s.wants), show(s.who), plain(program, s, s.has)),
            Bar::Form => format!("{} cannot take up that formation now", who()),
            Bar::Line(row) => {
                let name = program.rows.get(*row).map_or("", |r| r.name.as_str());
                match self.need(program, b) {
                    Some(need) => format!("it needs `{name}`, that {}", Voice::new(&self.rules).clause(&need.test)),
                    None => format!("`{name}` forbids it"),
                }
            }
            Bar::Aim(target) => {
                let aim = self.rules.procs.get(ProcId(b.proc.0)).and_then(|p| p.aim.as_ref());
                let aim = aim.map_or_else(String::new, |s| format!("; it is for {}", Voice::new(&self.rules).sel(s)));
                format!("{} cannot be chosen for it{aim}", show(*target))
            }
        }
    }

    /// The need that does not hold, if that is what keeps it from being done.
    fn need(&self, program: &Program, b: &Barred) -> Option<&Need> {
        let Bar::Line(row) = &b.bar else { return None };
        let span = program.rows.get(*row)?.span;
        self.rules.procs.get(ProcId(b.proc.0))?.needs.iter().find(|n| n.line.at.span() == span)
    }

    /// That there is too little of something.
    pub(super) fn too_little(&self, program: &Program, s: &Short) -> String {
        format!("{} has {}, and {} would be spent", self.thing(program, s.who), amount(program, s, s.has), plain(program, s, s.wants))
    }

    /// That there is no room for somebody, if that was missed, as deep as this at most: what a rule does without room is its
    /// own affair.
    pub(super) fn no_room(&self, program: &Program, missed: &Missed, deepest: usize) -> Option<String> {
        let (why, depth) = match missed {
            Missed::NoRoom { who, at, depth } => (format!("{} at {}", self.thing(program, *who), self.thing(program, *at)), depth),
            Missed::NoForm { who, state, depth } => {
                let form = program.book.states.get(*state).map_or("", |s| s.name.as_str());
                (format!("{} in `{form}`", self.thing(program, *who)), depth)
            }
            Missed::Passed { .. } | Missed::Alone { .. } => return None,
        };
        (*depth <= deepest).then(|| format!("there is no room for {why}"))
    }

    fn thing(&self, program: &Program, value: i64) -> String {
        show(Game::new(program, &self.cast), value)
    }
}

/// So much of what is counted: `2 Coins`.
fn amount(program: &Program, s: &Short, n: i64) -> String {
    let count = program.book.counts.get(s.count).map_or("", |c| c.name.as_str());
    format!("{} {count}", plain(program, s, n))
}

/// A number as it is written of what is counted.
fn plain(program: &Program, s: &Short, n: i64) -> String {
    program.book.counts.get(s.count).map_or_else(|| n.to_string(), |c| show_typed(&c.holds, n))
}
