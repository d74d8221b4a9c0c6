//! Rulings and the readings in force; the customs of a pack; what counts start at.

use super::build::Builder;
use super::ground::mils;
use crate::ir;
use crate::lower::number;

impl Builder<'_> {
    /// All rulings.
    pub fn rulings(&mut self) {
        let rules = self.rules;
        let mut rulings = Vec::with_capacity(rules.rulings.len());
        for r in rules.rulings.all() {
            rulings.push(ir::Ruling {
                name: self.text(r.name),
                readings: r.readings.iter().map(|(name, n)| (self.text(*name), *n)).collect(),
                chosen: r.chosen as usize,
                row: self.row(self.text(r.name), r.line.at, &r.line.cites, None),
                measure: self.program_type(r.measure),
            });
        }
        self.program.rulings = rulings;
    }

    /// How a pack measures, how pieces keep together, whose move counts, what it scores by.
    pub fn customs(&mut self) {
        let s = &self.rules.settings;
        let (score, standing) = (s.score.map(number::slot), s.standing.map(number::slot));
        let p = &mut self.program;
        p.gauge = ir::Gauge { from_leader: s.from_leader, to_leader: s.to_leader };
        p.coherency = s.coherency.map_or(p.coherency, mils);
        p.about_leader = s.about_leader;
        p.leader_walks = s.leader_walks;
        p.once_per = s.once_per_phase.map(usize::from);
        p.score = score;
        p.standing = standing;
    }

    /// What each count starts at, and its bounds.
    pub fn starts(&mut self) {
        let rules = self.rules;
        let starts = rules.counts.all().iter().map(|c| c.starts.as_ref().map(|(of, e)| self.of_one(*of, e))).collect();
        self.program.starts = starts;
        let bounds = rules.counts.all().iter().map(|c| c.bounds.as_ref().map(|(of, both)| both.each_ref().map(|e| self.of_one(*of, e))));
        self.program.bounds = bounds.collect();
    }
}
