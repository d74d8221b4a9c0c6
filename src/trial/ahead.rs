//! Answers that a test gives in advance, with the call of what asks.

use std::collections::HashSet;

use super::run::Run;
use crate::ast::{Block, NameOrWord, Part, StmtKind, Walk as _};
use crate::ir::{Key, LabelNo, Op, ProcNo, Program, X};
use crate::source::Span;
use crate::vm::{Choice, Decision, Game, Machine};

/// The answers of one call.
#[derive(Clone, Debug)]
struct Call {
    /// The procedure in which it stands.
    proc: ProcNo,
    /// Where it stands there.
    at: u32,
    answers: Vec<Given>,
}

/// One of them.
#[derive(Clone, Debug)]
struct Given {
    label: LabelNo,
    is: X,
    span: Span,
}

/// All of a test, and which were asked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Ahead {
    calls: Vec<Call>,
    used: HashSet<(ProcNo, u32, LabelNo)>,
}

impl Ahead {
    /// The answer that the call gives which the test is at.
    pub fn answer(&mut self, game: Game<'_>, m: &Machine, d: &Decision) -> Option<Choice> {
        let [own, _, ..] = m.frames.as_slice() else { return None };
        let at = own.at.checked_sub(1)?;
        let call = self.calls.iter().find(|c| c.proc == own.proc && c.at == at)?;
        let given = call.answers.iter().find(|g| g.label == d.label)?;
        self.used.insert((own.proc, at, given.label));
        let mut regs: Vec<i64> = m.regs.iter().skip(own.base as usize).copied().collect();
        Some(Choice::of(game.ask(&m.world, own.context).x(given.is, &mut regs)))
    }

    /// The first answer of a procedure that nobody asked for: its label and where it stands.
    pub fn idle(&self, proc: ProcNo) -> Option<(LabelNo, Span)> {
        let of = self.calls.iter().filter(|c| c.proc == proc);
        let mut all = of.flat_map(|c| c.answers.iter().map(move |g| (c, g)));
        all.find(|(c, g)| !self.used.contains(&(c.proc, c.at, g.label))).map(|(_, g)| (g.label, g.span))
    }
}

impl Run<'_> {
    /// Keeps the answers that statements give in advance, and has their calls ask for them as for all others.
    pub(super) fn look_ahead(&mut self, block: &Block, id: ProcNo) {
        let mut spans = Vec::new();
        block.walk(&mut |part| {
            let Part::Stmt(s) = part else { return };
            let StmtKind::Do(deed) = &*s.kind else { return };
            if !deed.answers.is_empty() {
                let key = |l: NameOrWord| Key::new(self.rules.names.text(l.sym()));
                spans.push(deed.answers.iter().map(|a| (key(a.label), a.at.span())).collect::<Vec<_>>());
            }
        });
        let program = &mut self.lowered.program;
        let (labels, lists) = (&program.labels, &program.answers);
        let Some(p) = program.procs.get_mut(id) else { return };
        let given = p.code.iter().filter(|op| matches!(op, Op::Call { answers: Some(_), .. })).count();
        // answers of what is asked within a question have no statement of their own
        if given != spans.len() {
            return;
        }
        let mut spans = spans.into_iter();
        for (at, op) in (0..).zip(&mut p.code) {
            let Op::Call { answers, .. } = op else { continue };
            let Some(list) = answers.take().and_then(|a| lists.get(a)) else { continue };
            let spans = spans.next().unwrap_or_default();
            let span = |label: LabelNo| {
                let key = labels.get(label).map(|l| Key::new(l));
                spans.iter().find(|(k, _)| Some(k) == key.as_ref()).map_or(Span::default(), |(_, s)| *s)
            };
            let answers = list.iter().map(|(label, is)| Given { label: *label, is: *is, span: span(*label) }).collect();
            self.ahead.calls.push(Call { proc: id, at, answers });
        }
    }
}

/// What a label is called.
pub(super) fn labelled(program: &Program, label: LabelNo) -> Key {
    program.labels.get(label).map_or_else(|| Key::new(""), |l| Key::new(l))
}
