//! The effect graph: for each hook of the game what meets it, in canonical order.
//!
//! What always holds of it:
//! - Each meeting of a line stands at one hook, and in one of the lists: contributions, splices, arrivals, offers at any
//!   time, what switches off, what mutes. What is forbidden stands by its action.
//! - The order of a list does not hang on the order of the texts: names decide, then what is said. Before and after a step,
//!   who says that it comes before or after another does; the rest keep the order of names.
//! - An [`Off`] is in the blanks of the hook at which the line stands that it switches off.
//! - It holds numbers only; what a line asks and does is read from the rules.

mod canon;
#[cfg(test)]
pub(crate) mod made;
mod off;
mod order;
mod said;
mod show;
mod splice;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use crate::hir::{Attach, AttachId, Body, Forbid, Hook, LastingId, Meeting, Moment, ProcId, RuleId, Rules, ValueId};
use crate::intern::Sym;

pub use off::{Off, Row};
pub use order::Order;
pub use said::Said;
pub use splice::Splice;

/// A line at one of the places that it meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Met {
    /// The line.
    pub attach: AttachId,
    /// Which of its meetings.
    pub nth: u32,
}

impl Met {
    /// The line and what it says at this place.
    #[must_use]
    pub fn of(self, rules: &Rules) -> Option<(&Attach, &Meeting)> {
        let attach = rules.attaches.get(self.attach)?;
        Some((attach, attach.meets.get(self.nth as usize)?))
    }
}

/// What forbids an action, at one of the actions that it forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shut {
    /// The line, by its place among those that forbid.
    pub forbid: u32,
    /// Which of its meetings.
    pub nth: u32,
}

impl Shut {
    /// The line and what it says of this action.
    #[must_use]
    pub fn of(self, rules: &Rules) -> Option<(&Forbid, &Meeting)> {
        let forbid = rules.forbids.get(self.forbid as usize)?;
        Some((forbid, forbid.meets.get(self.nth as usize)?))
    }
}

/// A quantity that rules change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantity {
    /// A value or condition.
    Value(ValueId),
    /// What an action costs.
    Cost(ProcId),
}

/// Whose change of a throw it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Source {
    /// The throw's own row, by its place.
    Own(u32),
    /// A rule's line.
    Met(Met),
}

/// One change of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Toss {
    /// Whose.
    pub source: Source,
    /// Which of the changes of its line.
    pub change: u32,
}

/// What is bound from the start and asleep until its effect is woken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asleep {
    /// Lines.
    pub lines: Vec<AttachId>,
    /// What it forbids, by its place among what is forbidden.
    pub forbids: Vec<u32>,
}

/// What meets what.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// All that stands at each hook, in canonical order.
    pub meets: BTreeMap<Hook, Vec<Met>>,
    /// What rules change in each quantity, beside its own rows, which come first.
    pub contributions: BTreeMap<Quantity, Vec<Met>>,
    /// All that is changed in each throw or manner, its own rows among it.
    pub throws: BTreeMap<ProcId, Vec<Toss>>,
    /// What stands before, after or in place of a step, leaves it out or adds a case; of the whole where there is no step.
    pub splices: BTreeMap<(ProcId, Option<Sym>, Splice), Vec<Met>>,
    /// Of those at one moment, which says that it comes before which.
    pub firsts: BTreeSet<(Met, Met)>,
    /// What forbids each action.
    pub forbids: BTreeMap<ProcId, Vec<Shut>>,
    /// What switches which line off.
    pub offs: Vec<Off>,
    /// What switches a rule off for whoever carries both.
    pub mutes: BTreeMap<RuleId, Vec<Met>>,
    /// Effects that last.
    pub lasting: BTreeMap<LastingId, Asleep>,
    /// Rules that meet moves, in the order in which they happen.
    pub arrivals: Vec<Met>,
    /// Offers at any time, in the order in which they are made: of each line one for each place that it lists
    /// ([`Meeting::listed`]), whose meetings say while what it may be taken up.
    pub anytimes: Vec<AttachId>,
}

impl Graph {
    /// What meets what in these rules.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        Self::in_order(&Order::new(rules))
    }

    /// What meets what in rules that are those of which it is known what they say, but for some lines.
    #[must_use]
    pub fn knowing(rules: &Rules, said: &Said, but: &[AttachId]) -> Self {
        Self::in_order(&Order::knowing(rules, said, but))
    }

    fn in_order(order: &Order<'_>) -> Self {
        let rules = order.rules;
        let mut graph = Self::default();
        for (attach, line) in rules.attaches.iter() {
            if let Some(effect) = line.lasting {
                graph.lasting.entry(effect).or_default().lines.push(attach);
            }
            if line.moment == Moment::Anytime {
                graph.anytimes.push(attach);
            }
            for (met, meeting) in (0..).map(|nth| Met { attach, nth }).zip(&line.meets) {
                graph.meets.entry(meeting.hook.clone()).or_default().push(met);
                graph.enter(rules, line.moment, met, meeting);
            }
        }
        graph.own_rows(rules);
        graph.shut(rules);
        graph.sort(order);
        graph.offs = off::offs(rules, &graph, order);
        graph
    }

    /// Puts a meeting into the list that it belongs to.
    fn enter(&mut self, rules: &Rules, moment: Moment, met: Met, meeting: &Meeting) {
        let place = match &meeting.hook {
            Hook::Proc(proc) => Some((*proc, None)),
            Hook::Step(proc, step) => Some((*proc, Some(*step))),
            _ => None,
        };
        match (&meeting.body, &meeting.hook) {
            (Body::Mute, Hook::Rule(rule)) => self.mutes.entry(*rule).or_default().push(met),
            // what is ignored is looked for when all rows are known
            (Body::Ignore | Body::Mute, _) => {}
            (_, Hook::Coming) => self.arrivals.push(met),
            (Body::Changes(_), Hook::Value(value)) => self.contributions.entry(Quantity::Value(*value)).or_default().push(met),
            (Body::Changes(_), Hook::Cost(proc)) => self.contributions.entry(Quantity::Cost(*proc)).or_default().push(met),
            (Body::Changes(changes), Hook::Proc(proc)) if moment == Moment::On && has_rows(rules, *proc) => {
                let list = self.throws.entry(*proc).or_default();
                list.extend((0..).zip(changes).map(|(change, _)| Toss { source: Source::Met(met), change }));
            }
            _ => {
                if let (Some((proc, step)), Some(splice)) = (place, Splice::of(moment, &meeting.body)) {
                    self.splices.entry((proc, step, splice)).or_default().push(met);
                }
            }
        }
    }

    /// The rows that throws and manners have of their own.
    fn own_rows(&mut self, rules: &Rules) {
        for (proc, p) in rules.procs.iter() {
            if let Some(rows) = p.rows() {
                let list = self.throws.entry(proc).or_default();
                list.extend((0..).zip(rows).map(|(row, _)| Toss { source: Source::Own(row), change: 0 }));
            }
        }
    }

    /// What is forbidden, by action.
    fn shut(&mut self, rules: &Rules) {
        for (forbid, line) in (0..).zip(&rules.forbids) {
            if let Some(effect) = line.lasting {
                self.lasting.entry(effect).or_default().forbids.push(forbid);
            }
            for (nth, meeting) in (0..).zip(&line.meets) {
                if let Hook::Proc(proc) | Hook::Step(proc, _) = &meeting.hook {
                    self.forbids.entry(*proc).or_default().push(Shut { forbid, nth });
                }
            }
        }
    }

    /// Puts every list in order.
    fn sort(&mut self, order: &Order<'_>) {
        self.meets.values_mut().for_each(|list| order.by_name(list));
        self.contributions.values_mut().for_each(|list| order.by_sort(list));
        for (proc, list) in &mut self.throws {
            order.tosses(*proc, list);
        }
        for list in self.splices.values_mut() {
            order.by_name(list);
            splice::settle(order, list);
            self.firsts.extend(order.firsts(list));
        }
        self.forbids.values_mut().for_each(|list| order.shut(list));
        self.mutes.values_mut().for_each(|list| order.by_name(list));
        order.by_name(&mut self.arrivals);
        order.offers(&mut self.anytimes);
    }

    /// All that stands at a hook.
    #[must_use]
    pub fn on(&self, hook: &Hook) -> &[Met] {
        self.meets.get(hook).map_or(&[], Vec::as_slice)
    }

    /// What happens before or after a step, or in its place; at the whole where there is no step.
    #[must_use]
    pub fn at(&self, proc: ProcId, step: Option<Sym>, moment: Moment) -> &[Met] {
        match moment {
            Moment::Before => self.splices_at(proc, step, Splice::Before),
            Moment::After => self.splices_at(proc, step, Splice::After),
            Moment::Instead => self.splices_at(proc, step, Splice::Instead),
            Moment::On | Moment::Anytime => &[],
        }
    }

    /// What leaves a step out.
    #[must_use]
    pub fn skips(&self, proc: ProcId, step: Option<Sym>) -> &[Met] {
        self.splices_at(proc, step, Splice::Skip)
    }

    /// Whether the first of two at one moment says that it comes before the second, or the second that it comes after it.
    #[must_use]
    pub fn comes_first(&self, a: Met, b: Met) -> bool {
        self.firsts.contains(&(a, b))
    }

    /// What stands at a step, or at the whole, of one sort.
    #[must_use]
    pub fn splices_at(&self, proc: ProcId, step: Option<Sym>, splice: Splice) -> &[Met] {
        self.splices.get(&(proc, step, splice)).map_or(&[], Vec::as_slice)
    }

    /// All that stands at a procedure and its steps, of every sort.
    pub fn splices_of(&self, proc: ProcId) -> impl Iterator<Item = Met> {
        let from = self.splices.range((proc, None, Splice::Before)..);
        from.take_while(move |((p, ..), _)| *p == proc).flat_map(|(_, list)| list.iter().copied())
    }

    /// What rules change in a quantity.
    #[must_use]
    pub fn changes_of(&self, quantity: Quantity) -> &[Met] {
        self.contributions.get(&quantity).map_or(&[], Vec::as_slice)
    }

    /// All that is changed in a throw or a manner.
    #[must_use]
    pub fn tosses_of(&self, proc: ProcId) -> &[Toss] {
        self.throws.get(&proc).map_or(&[], Vec::as_slice)
    }

    /// What forbids an action.
    #[must_use]
    pub fn forbids_of(&self, proc: ProcId) -> &[Shut] {
        self.forbids.get(&proc).map_or(&[], Vec::as_slice)
    }

    /// What switches a line off.
    pub fn offs_of(&self, row: Row) -> impl Iterator<Item = &Off> {
        self.offs.iter().filter(move |off| off.row == row)
    }
}

/// Whether something is a throw or a manner, in which rules change something.
fn has_rows(rules: &Rules, proc: ProcId) -> bool {
    rules.procs.get(proc).is_some_and(|p| p.rows().is_some())
}
