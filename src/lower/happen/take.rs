//! `take any action by REF`, and what may be done whenever an action may be taken.

use crate::hir::{AttachId, Hook, Take};
use crate::ir::{Bin, Ex, Op, TakeNo, Taking};
use crate::lower::build::{Builder, Place, land, target};
use crate::lower::frame::Frame;
use crate::lower::number;
use crate::source::At;

impl Builder<'_> {
    pub(super) fn take(&mut self, f: &mut Frame, code: &mut Vec<Op>, take: &Take, at: At) {
        let who = self.ask(f, &take.by);
        let among = self.taken_from(f, take, at);
        let top = code.len();
        self.offers_at_any_time(f, code);
        let op = code.len();
        code.push(Op::Take(Taking { who, kind: number::kind(take.kind), may: take.any, among, exit: 0 }));
        if take.any {
            code.push(Op::Jump(target(top)));
        }
        land(code, op);
    }

    /// What it is done to, and the actions that one is taken from.
    fn taken_from(&mut self, f: &mut Frame, take: &Take, at: At) -> Option<TakeNo> {
        if take.target.is_none() && take.among.is_none() {
            return None;
        }
        let target = take.target.as_ref().map(|e| self.ask(f, e));
        let only = take.among.as_ref().map(|procs| procs.iter().map(|p| number::proc(*p)).collect());
        let id = self.number(self.program.takes.len(), at, "choices of actions");
        self.program.takes.push((target, only));
        Some(id)
    }

    /// What is offered before an action is taken, in the order of the rules' names.
    fn offers_at_any_time(&mut self, f: &mut Frame, code: &mut Vec<Op>) {
        let graph = self.effects();
        for attach in &graph.anytimes {
            let meets = self.rules.attaches.get(*attach).map_or(&[][..], |a| &a.meets);
            let mut listed: Vec<u32> = meets.iter().map(|m| m.listed).collect();
            listed.dedup();
            for one in listed {
                self.offer_at_any_time(f, code, *attach, one);
            }
        }
    }

    /// One offer, while any of the places is going on that are listed as one.
    fn offer_at_any_time(&mut self, f: &mut Frame, code: &mut Vec<Op>, attach: AttachId, listed: u32) {
        let Some(line) = self.rules.attaches.get(attach) else { return };
        let here = || (0..).zip(&line.meets).filter(|(_, m)| m.listed == listed);
        let mut running = None;
        for (_, meeting) in here() {
            let (Hook::Proc(proc) | Hook::Step(proc, _)) = &meeting.hook else { continue };
            let bit = self.context(number::proc(*proc), None);
            let here = self.ex(Ex::During(bit));
            running = Some(running.map_or(here, |r| self.two(Bin::Or, r, here)));
        }
        let (Some(running), Some((nth, _))) = (running, here().next()) else { return };
        let skip = code.len();
        code.push(Op::Unless(running, 0));
        // it knows nothing of what is going on but that it is
        let viewer = f.viewer.take();
        for exit in self.spliced(f, code, Place { attach, nth }) {
            land(code, exit);
        }
        f.viewer = viewer;
        land(code, skip);
    }
}
