//! Why nobody asks what a test answers, and why a result is not there.

use super::ahead::labelled;
use super::run::Run;
use super::watch::Barred;
use crate::hir::ProcId;
use crate::ir::{Choosing, Key, LabelNo, Offering, Op, ProcNo, Program};
use crate::speech::Voice;
use crate::vm::Missed;

/// So many questions are named.
const MOST: usize = 6;

impl Run<'_> {
    /// That nobody asks for an answer, why, what is asked instead, and what to do; `used` like it were asked for.
    pub(super) fn unasked(&self, program: &Program, key: &Key, used: usize) -> String {
        let why = if used > 0 {
            let times = if used == 1 { "once".to_owned() } else { format!("{used} times") };
            Some(format!("it is asked only {times}"))
        } else {
            let asks = |op: &Op| match op {
                Op::Choose(Choosing { label, .. }) => labelled(program, *label) == *key,
                Op::Offer(Offering { label, row, .. }) => {
                    let row = row.and_then(|r| program.rows.get(r)).map(|r| Key::new(&r.name));
                    labelled(program, *label) == *key || row.as_ref() == Some(key)
                }
                _ => false,
            };
            let alone = self.missed.iter().rev().find_map(|m| match m {
                Missed::Alone { label, only } if labelled(program, *label) == *key => Some(match only {
                    Some(only) => format!("{only} is all that there is to choose"),
                    None => "there is nothing to choose from".to_owned(),
                }),
                _ => None,
            });
            alone.or_else(|| self.passed_over(program, asks))
        };
        let why = why.map_or_else(String::new, |w| format!(", since {w}"));
        let mut asked: Vec<String> = self.questions.iter().filter(|q| Key::new(q) != *key).take(MOST).map(|q| format!("`{q}`")).collect();
        if self.questions.len() > MOST {
            asked.push("and more".into());
        }
        let asked = if asked.is_empty() { String::new() } else { format!("; asked is {}", asked.join(", ")) };
        format!("nobody asks for this answer{why}{asked}: take it away, and say `expect nobody asks ...` if that is what is shown")
    }

    /// That no step gives a result, and why.
    pub(super) fn not_given(&self, program: &Program, label: LabelNo) -> String {
        let result = |op: &Op| matches!(op, Op::Result(l, _) if *l == label);
        let why = self.passed_over(program, result).or_else(|| self.first_barred(program));
        let name = program.labels.get(label).map_or("", String::as_str);
        format!("nothing gives a result `{name}` here{}", why.map_or_else(String::new, |w| format!(", since {w}")))
    }

    /// That nothing is done at all, and why.
    pub(super) fn nothing_done(&self) -> String {
        let why = self.first_barred(self.program());
        format!(
            "nothing is done here{}: ask for it without a call if that is what is meant",
            why.map_or_else(String::new, |w| format!(", since {w}"))
        )
    }

    /// What was not done first, of all that rules do.
    fn first_barred(&self, program: &Program) -> Option<String> {
        let Some(barred) = self.below.first() else { return self.missed.iter().find_map(|m| self.no_room(program, m, usize::MAX)) };
        Some(self.is_barred(program, barred))
    }

    /// That something is not done, and why.
    pub(super) fn is_barred(&self, program: &Program, barred: &Barred) -> String {
        let name = program.procs.get(barred.proc).map_or("", |p| p.name.as_str());
        format!("`{name}` is not done: {}", self.why_barred(program, barred))
    }

    /// Why no instruction of this sort was come to, as far as that is known.
    pub(super) fn passed_over(&self, program: &Program, wanted: impl Fn(&Op) -> bool) -> Option<String> {
        let mut sites: Vec<(ProcNo, u32)> = Vec::new();
        for (proc, p) in program.procs.iter() {
            sites.extend((0..).zip(&p.code).filter(|(_, op)| wanted(op)).map(|(at, _)| (proc, at)));
        }
        let done: Vec<&(ProcNo, u32)> = sites.iter().filter(|(p, _)| self.called.contains(p)).collect();
        // where several ask, what is said of one is not said of all
        let [(proc, at)] = done.as_slice() else {
            let name = |p: ProcNo| program.procs.get(p).map(|p| p.name.as_str());
            let mut names: Vec<&str> = sites.iter().filter_map(|(p, _)| name(*p)).collect();
            names.dedup();
            return match (done.is_empty(), names.as_slice()) {
                (true, [one]) => Some(self.never_done(program, one)),
                _ => None,
            };
        };
        let over = self.missed.iter().filter_map(|m| match m {
            Missed::Passed { proc: p, from, to, short } if p == proc && from < at && at < to => Some((*from, short)),
            _ => None,
        });
        let (from, short) = over.max_by_key(|(from, _)| *from)?;
        if let Some(short) = short {
            return Some(self.too_little(program, short));
        }
        let step = program.procs.get(*proc).and_then(|p| {
            let between = p.code.get(from as usize..*at as usize)?;
            between.iter().find_map(|op| if let Op::Step(row) = op { program.rows.get(*row) } else { None })
        });
        let Some(row) = step else { return Some("an `if` before it does not hold".into()) };
        let guard = self.rules.procs.get(ProcId(proc.0)).and_then(|p| {
            let step = p.steps.iter().find(|s| s.line.at.span() == row.span)?;
            step.guard.as_ref()
        });
        let voice = Voice::new(&self.rules);
        Some(match guard {
            Some(guard) => format!("`{}` happens only if {}", row.name, voice.clause(guard)),
            None => format!("what `{}` asks does not hold", row.name),
        })
    }

    /// That something is not done, with the reason if that is known.
    fn never_done(&self, program: &Program, name: &str) -> String {
        let barred = self.below.iter().find(|b| program.procs.get(b.proc).is_some_and(|p| p.name == name));
        match barred {
            Some(b) => format!("`{name}` is not done: {}", self.why_barred(program, b)),
            None => format!("`{name}` is not done here"),
        }
    }
}
