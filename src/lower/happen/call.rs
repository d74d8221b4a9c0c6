//! Calls of what happens or is thrown.

use crate::hir::{Block, Call, ChanceKind, Expr, LocalId, ProcKind};
use crate::intern::Sym;
use crate::ir::{AnswersNo, Bin, Ex, LabelNo, ListNo, Op, ProcNo, Reg, X};
use crate::lower::build::{Builder, land};
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

impl Builder<'_> {
    /// The call of a procedure: the register of its result.
    pub fn call(&mut self, f: &mut Frame, code: &mut Vec<Op>, call: &Call) -> Reg {
        let proc = number::proc(call.proc);
        let mut tags = 0;
        for way in &call.ways {
            let bit = self.context(proc, Some(*way));
            tags |= 1_u64.checked_shl(u32::from(bit)).unwrap_or(0);
        }
        let args = call.args.iter().map(|a| self.effect(f, code, a)).collect();
        let args = self.list(args);
        let to = f.bind(call.result);
        if let Some(ProcKind::Chance(chance)) = self.rules.procs.get(call.proc).map(|p| &p.kind) {
            match chance.kind {
                // a check leaves its margin in the next register
                ChanceKind::Check { .. } => {
                    f.fresh();
                }
                // a pool, how many dice show the face that is asked for
                ChanceKind::Pool { .. } => {
                    let counted = f.fresh();
                    f.thrown.push((to, counted, proc));
                }
                _ => {}
            }
        }
        let answers = self.answers(f, &call.answers, call.at);
        code.push(Op::Call { proc, args, to, tags, answers });
        to
    }

    /// Answers that a call gives in advance.
    fn answers(&mut self, f: &mut Frame, answers: &[(Sym, Expr)], at: At) -> Option<AnswersNo> {
        if answers.is_empty() {
            return None;
        }
        let mut list = Vec::new();
        for (name, answer) in answers {
            let label = self.label_of(*name, at);
            list.push((label, self.ask(f, answer)));
        }
        let id = self.number(self.program.answers.len(), at, "answers");
        self.program.answers.push(list);
        Some(id)
    }

    /// The label that a choice or offer has by its word, or by the name of its rule.
    pub(crate) fn label_of(&mut self, name: Sym, at: At) -> LabelNo {
        let text = self.rules.names.text(name);
        // an offer of a rule is called by the rule's name, as it is compared
        let text = if text.starts_with(char::is_lowercase) { text.to_owned() } else { self.key(name).to_owned() };
        self.label(&text, at)
    }

    /// Remembers under its new name what the result of a pool is.
    pub(crate) fn same_throw(&self, f: &mut Frame, x: X, reg: Reg) {
        let Some(Ex::Reg(from)) = self.program.exs.get(x).copied() else { return };
        if let Some((_, counted, proc)) = f.thrown.iter().rev().find(|(r, ..)| *r == from).copied() {
            f.thrown.push((reg, counted, proc));
        }
    }

    /// Whether a call passed: the number of successes against what its pool needs. None if it is not passed or failed.
    pub fn passed(&mut self, proc: ProcNo, args: ListNo, reg: Reg) -> Option<X> {
        let slot = self.program.procs.get(proc)?.passes?;
        let need = self.ex(Ex::Value { slot, args });
        let is = self.reg(reg);
        Some(self.two(Bin::Le, need, is))
    }

    /// What is done if the call that was just made is failed: the register of its result.
    pub(crate) fn or_else(&mut self, f: &mut Frame, code: &mut Vec<Op>, reg: Reg, block: &Block) {
        let made = code.iter().rev().find_map(|op| match op {
            Op::Call { proc, args, to, .. } if *to == reg => Some((*proc, *args)),
            _ => None,
        });
        let passed = match made.and_then(|(proc, args)| self.passed(proc, args, reg)) {
            Some(x) => x,
            None => self.reg(reg),
        };
        let failed = self.negate(true, passed);
        let jump = code.len();
        code.push(Op::Unless(failed, 0));
        self.block(f, code, block);
        land(code, jump);
    }

    /// The bit that says a procedure, or one that goes on in a way, is running.
    pub(crate) fn context(&mut self, proc: ProcNo, way: Option<Sym>) -> u8 {
        let wanted = (proc, way.map(|w| self.text(w)));
        let found = self.program.contexts.iter().position(|c| *c == wanted).unwrap_or_else(|| {
            self.program.contexts.push(wanted);
            self.program.contexts.len() - 1
        });
        // of more than can be told apart it is told when the program is there
        let bit = u8::try_from(found).unwrap_or(u8::MAX);
        if let Some(p) = self.program.procs.get_mut(proc).filter(|_| way.is_none()) {
            p.during = Some(bit);
        }
        bit
    }

    /// A word is given the register of a result, under which its faces are known too.
    pub(crate) fn keep(&mut self, f: &mut Frame, code: &mut Vec<Op>, local: LocalId, x: X, at: At) -> Reg {
        let reg = f.reg(local).unwrap_or_else(|| f.bind(local));
        code.push(Op::Set(reg, x));
        self.same_throw(f, x, reg);
        let label = self.label_of_local(local, at);
        code.push(Op::Result(label, reg));
        reg
    }

    /// The label of a word.
    pub(crate) fn label_of_local(&mut self, local: LocalId, at: At) -> LabelNo {
        let text = self.rules.locals.get(local).map_or_else(String::new, |l| self.text(l.word));
        self.label(&text, at)
    }
}
