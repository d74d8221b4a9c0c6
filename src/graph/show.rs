//! The graph as a text: each hook, and what stands there.

use std::fmt::Write;

use crate::hir::{ProcId, Rules};
use crate::intern::Sym;

use super::{Graph, Met, Off, Order, Quantity, Row, Shut, Source, Splice, Toss};

impl Graph {
    /// The graph as a text that hangs on names only, for tests and explanations: a line for each edge, sorted.
    #[must_use]
    pub fn show(&self, rules: &Rules) -> String {
        let show = Show { order: Order::new(rules), rules };
        let mut out = Vec::new();
        for (quantity, list) in &self.contributions {
            out.push((show.quantity(*quantity), show.mets(list)));
        }
        for (proc, list) in self.throws.iter().filter(|(_, list)| !list.is_empty()) {
            out.push((format!("throw {}", show.proc(*proc)), list.iter().map(|t| show.toss(*proc, *t)).collect()));
        }
        for ((proc, step, splice), list) in &self.splices {
            out.push((format!("{} {}", splice.word(), show.step(*proc, *step)), show.mets(list)));
        }
        for (proc, list) in &self.forbids {
            out.push((format!("forbid {}", show.proc(*proc)), list.iter().map(|s| show.shut(*s)).collect()));
        }
        for off in &self.offs {
            let (row, by) = show.off(off);
            out.push((row, vec![by]));
        }
        for (rule, list) in &self.mutes {
            let name = rules.rules.get(*rule).map_or("", |r| rules.names.text(r.name));
            out.push((format!("mute {name}"), show.mets(list)));
        }
        for (effect, asleep) in &self.lasting {
            let rule = rules.lasting.get(*effect).and_then(|l| l.rule).and_then(|r| rules.rules.get(r));
            let lines = asleep.lines.iter().map(|a| show.name(*a));
            let forbids = asleep.forbids.iter().map(|_| "forbid".to_owned());
            out.push((format!("until {}", rule.map_or("", |r| rules.names.text(r.name))), lines.chain(forbids).collect()));
        }
        // the order of names is not the order of numbers
        out.sort();
        let whole = [("coming", show.mets(&self.arrivals)), ("anytime", self.anytimes.iter().map(|a| show.name(*a)).collect())];
        out.extend(whole.into_iter().filter(|(_, list)| !list.is_empty()).map(|(word, list)| (word.to_owned(), list)));
        let mut text = String::new();
        for (hook, list) in out {
            // writing to a text does not fail
            let _ = writeln!(text, "{hook}: {}", list.join(", "));
        }
        text
    }
}

impl Splice {
    /// The words for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
            Self::Instead => "instead of",
            Self::Skip => "skip",
            Self::Also => "also",
        }
    }
}

/// Names for numbers.
struct Show<'a> {
    order: Order<'a>,
    rules: &'a Rules,
}

impl Show<'_> {
    fn text(&self, name: Option<Sym>) -> String {
        name.map_or("-", |n| self.rules.names.text(n)).to_owned()
    }

    fn name(&self, attach: crate::hir::AttachId) -> String {
        self.text(self.order.name(attach))
    }

    fn mets(&self, list: &[Met]) -> Vec<String> {
        list.iter().map(|m| self.name(m.attach)).collect()
    }

    fn proc(&self, proc: ProcId) -> String {
        self.text(self.rules.procs.get(proc).map(|p| p.head.name))
    }

    fn step(&self, proc: ProcId, step: Option<Sym>) -> String {
        let proc = self.proc(proc);
        step.map_or(proc.clone(), |s| format!("{proc}.{}", self.rules.names.text(s)))
    }

    fn quantity(&self, quantity: Quantity) -> String {
        match quantity {
            Quantity::Value(v) => format!("value {}", self.text(self.rules.values.get(v).map(|v| v.head.name))),
            Quantity::Cost(p) => format!("cost {}", self.proc(p)),
        }
    }

    fn toss(&self, proc: ProcId, toss: Toss) -> String {
        let name = self.text(self.order.toss_name(proc, toss));
        if matches!(toss.source, Source::Own(_)) { format!("{name} (own)") } else { name }
    }

    fn shut(&self, shut: Shut) -> String {
        let line = self.rules.forbids.get(shut.forbid as usize);
        let rule = line.and_then(|l| l.rule).and_then(|r| self.rules.rules.get(r));
        self.text(rule.map(|r| r.name).or(line.and_then(|l| l.line.name)))
    }

    fn off(&self, off: &Off) -> (String, String) {
        let row = match off.row {
            Row::Met(met) => self.name(met.attach),
            Row::Shut(shut) => self.shut(shut),
            Row::OfValue(v, i) => {
                let value = self.rules.values.get(v);
                self.text(value.and_then(|v| v.rows.get(i as usize).and_then(|r| r.line.name).or(Some(v.head.name))))
            }
            Row::OfThrow(p, i) => self.toss(p, Toss { source: Source::Own(i), change: 0 }),
            Row::Need(p, i) => self.text(self.rules.procs.get(p).and_then(|p| p.needs.get(i as usize)).and_then(|n| n.line.name)),
        };
        (format!("off {row}"), format!("{}{}", self.name(off.by.attach), if off.over { " (over)" } else { "" }))
    }
}
