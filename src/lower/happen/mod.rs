//! Statements to instructions.

mod call;
mod change;
mod choose;
mod deck;
mod dice;
mod done;
mod gather;
mod r#if;
mod loops;
mod motion;
mod place;
mod share;
mod stop;
mod take;

use super::build::Builder;
use super::frame::Frame;
use crate::hir::{Block, Forming, Stmt, StmtKind};
use crate::ir::Op;

pub(crate) use loops::close_loop;

/// Whether an instruction writes no register, and goes on with the next.
const fn is_plain(op: &Op) -> bool {
    matches!(op, Op::Store(..) | Op::Add(..) | Op::Gain(..) | Op::Lose(..) | Op::Become(..) | Op::Remove(_) | Op::Withdraw(_) | Op::Win(_))
}

impl Builder<'_> {
    /// Statements, one after the other.
    pub fn block(&mut self, frame: &mut Frame, code: &mut Vec<Op>, block: &Block) {
        for stmt in block {
            let (from, next) = (code.len(), frame.next);
            if stmt.cites.is_empty() {
                self.statement(frame, code, stmt);
            } else {
                let around = std::mem::replace(&mut frame.cites, stmt.cites.clone().into());
                self.statement(frame, code, stmt);
                frame.cites = around;
            }
            // what only asks leaves nothing behind in registers
            if code.iter().skip(from).all(is_plain) {
                frame.next = next.max(frame.kept);
            }
        }
    }

    fn statement(&mut self, f: &mut Frame, code: &mut Vec<Op>, stmt: &Stmt) {
        let at = stmt.at;
        match &stmt.kind {
            StmtKind::Error => {}
            StmtKind::If(cases, rest) => self.if_st(f, code, cases, rest.as_ref()),
            StmtKind::ForEach(over, block) => self.for_each(f, code, over, block),
            StmtKind::Alternate(word, first, test, block) => self.alternate(f, code, *word, (first, test), block),
            StmtKind::Repeat(how, block) => self.repeat(f, code, how, block),
            StmtKind::Share(amount, among, by, part, block) => self.share_out(f, code, *part, (amount, among, by.as_ref()), block),
            StmtKind::Take(take) => self.take(f, code, take, at),
            StmtKind::Choose { to, choice, by, may, secret } => self.choose(f, code, (*to, choice, by.as_ref(), *may, *secret), at),
            StmtKind::ChooseApart { side, to, choice, may } => self.choose_apart(f, code, (*side, *to, choice, *may), at),
            StmtKind::PickAtRandom(to, sel) => self.pick_at_random(f, code, *to, sel, at),
            StmtKind::May(offer) => self.may(f, code, offer, at),
            StmtKind::Spend(spend) => self.spend(f, code, spend, None),
            StmtKind::Stop(stop) => self.stop(f, code, stop),
            StmtKind::Give(e) => {
                let x = self.effect(f, code, e);
                code.push(Op::Give(x));
            }
            StmtKind::Way(way) => {
                if let Some(proc) = f.proc {
                    let bit = self.context(proc, Some(*way));
                    code.push(Op::Tag(bit, proc));
                }
            }
            StmtKind::Let(local, e) => {
                let (from, next) = (code.len(), f.next);
                let x = self.effect(f, code, e);
                if code.len() == from {
                    f.next = next.max(f.kept);
                }
                self.keep(f, code, *local, x, at);
            }
            StmtKind::Set(local, e) => {
                let x = self.effect(f, code, e);
                let reg = f.reg(*local).unwrap_or_else(|| f.bind(*local));
                code.push(Op::Set(reg, x));
            }
            StmtKind::Do(call, or) => {
                let reg = self.call(f, code, call);
                if let Some(block) = or {
                    self.or_else(f, code, reg, block);
                }
            }
            StmtKind::Gain(who, things) => self.change(f, code, who, things, true),
            StmtKind::Lose(who, things) => self.change(f, code, who, things, false),
            StmtKind::Become(who, form) => {
                let (who, form) = (self.ask(f, who), self.ask(f, form));
                code.push(Op::Become(who, form));
            }
            StmtKind::Store(count, of, e) => self.store(f, code, *count, of, e),
            StmtKind::Move(motion) => self.motion(f, code, motion, at),
            StmtKind::Form(Forming { who, into, limit, keeps }) => {
                let (who, form) = (self.ask(f, who), self.ask(f, into));
                let limit = limit.as_ref().map(|e| self.effect(f, code, e));
                code.push(Op::Form { who, form, limit, keeps: *keeps });
            }
            StmtKind::Place(placing) => self.put_down(f, code, placing, at),
            StmtKind::Remove(who) => {
                let who = self.ask(f, who);
                code.push(Op::Remove(who));
            }
            StmtKind::Withdraw(who) => {
                let who = self.ask(f, who);
                code.push(Op::Withdraw(who));
            }
            StmtKind::Lead(who, group) => {
                let (who, group) = (self.ask(f, who), self.ask(f, group));
                code.push(Op::Lead(who, group));
            }
            StmtKind::Gather(sel, kind, how) => self.gather(f, code, sel, *kind, how),
            StmtKind::Draw(to, number, deck) => self.draw(f, code, (*to, number, deck), at),
            StmtKind::Happens(_, arms) => self.card_happens(f, code, arms),
            StmtKind::Shuffle(deck) => self.shuffle(f, code, deck, at),
            StmtKind::Join(who, group) => {
                let (who, group) = (self.ask(f, who), self.ask(f, group));
                code.push(Op::Join(who, group));
            }
            StmtKind::Leave(who) => {
                let who = self.ask(f, who);
                code.push(Op::Leave(who));
            }
            StmtKind::JoinDeck(who, pile) => self.change_pile(f, code, (who, pile), true),
            StmtKind::LeaveDeck(who, pile) => self.change_pile(f, code, (who, pile), false),
            StmtKind::Reveal(what, of) => self.reveal(f, code, *what, of),
            StmtKind::Again(step, once) => self.again(f, code, *step, *once, at),
            StmtKind::Win(side) => {
                let side = self.ask(f, side);
                code.push(Op::Win(side));
            }
            StmtKind::End => code.push(Op::End),
            StmtKind::Wake(wake) => self.wake(f, code, wake),
            StmtKind::Note(words) => {
                let said = self.text(*words);
                let row = self.row_here(f, said, at);
                code.push(Op::Note(row));
            }
        }
    }
}
