//! Which lines of the rules took part in games, and how often.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::ir::{Key, List, Program, RowNo, Ruling};
use crate::vm::{Event, Share};

/// How often the lines of each name took part.
#[derive(Clone, Debug)]
pub struct Fired {
    /// Under which name each line is counted.
    name_of: List<RowNo, usize>,
    parts: Vec<Part>,
    /// Whether lines of each name took part in the game that is played.
    now: Vec<bool>,
}

/// Lines of one name, and how often they took part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// As written.
    pub name: String,
    /// Whether it is an action, or a line of a rule that is carried.
    pub awaited: bool,
    /// The clauses that the lines carry out.
    pub cites: BTreeSet<String>,
    /// How often.
    pub times: u64,
    /// In how many games.
    pub games: u64,
}

impl Fired {
    /// Nothing has happened yet.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let mut names: HashMap<Key, usize> = HashMap::new();
        let mut parts: Vec<Part> = Vec::new();
        let mut name_of = |name: &str| {
            *names.entry(Key::new(name)).or_insert_with(|| {
                parts.push(Part { name: name.to_owned(), ..Part::default() });
                parts.len() - 1
            })
        };
        let name_of: List<RowNo, usize> = program.rows.all().iter().map(|row| name_of(&row.name)).collect();
        // a rule without a line of its own is only a name: nothing of it can take part
        let heads = |row: RowNo| program.rules.all().iter().any(|r| r.row == row);
        let waived = waived(program);
        for (at, row) in program.rows.ids().zip(program.rows.all()) {
            let part = name_of.get(at).and_then(|name| parts.get_mut(*name));
            if let Some(part) = part {
                part.cites.extend(row.cites.iter().cloned());
                part.awaited |= row.rule.is_some() && !heads(at) && !waived.contains(&row.name);
            }
        }
        for proc in program.acts.all().iter().flatten() {
            let name = program.procs.get(*proc).and_then(|p| name_of.get(p.row));
            name.and_then(|n| parts.get_mut(*n)).into_iter().for_each(|part| part.awaited = true);
        }
        let now = vec![false; parts.len()];
        Self { name_of, parts, now }
    }

    /// Counts what takes part in what happens.
    pub fn note(&mut self, program: &Program, event: &Event) {
        match event {
            Event::Begin { proc, .. } => program.procs.get(*proc).into_iter().for_each(|p| self.row(p.row)),
            Event::Note(row) | Event::Again(row) | Event::Step(row) => self.row(*row),
            Event::Added(shares) | Event::Worked { shares, .. } | Event::Rolled { shares, .. } => self.shares(shares),
            _ => {}
        }
    }

    fn shares(&mut self, shares: &[Share]) {
        shares.iter().for_each(|share| self.row(share.row));
    }

    fn row(&mut self, row: RowNo) {
        let Some(name) = self.name_of.get(row).copied() else { return };
        self.parts.get_mut(name).into_iter().for_each(|part| part.times += 1);
        self.now.get_mut(name).into_iter().for_each(|now| *now = true);
    }

    /// What was counted in one game.
    #[must_use]
    pub fn of_game(mut self) -> Vec<Part> {
        for (part, now) in self.parts.iter_mut().zip(&self.now) {
            part.games = u64::from(*now);
        }
        self.parts
    }
}

/// The names of readings that are not in force: nobody waits for what would hold under them.
fn waived(program: &Program) -> BTreeSet<String> {
    let of_ruling = |ruling: &Ruling| -> Vec<String> {
        let others = ruling.readings.iter().enumerate().filter(|(i, _)| *i != ruling.chosen);
        others.map(|(_, (name, _))| format!("{}: {name}", ruling.name)).collect()
    };
    program.rulings.iter().flat_map(of_ruling).collect()
}

impl Part {
    /// What was counted in several games together: by name, most often first.
    #[must_use]
    pub fn together(games: impl IntoIterator<Item = Vec<Self>>) -> Vec<Self> {
        let mut all: BTreeMap<String, Self> = BTreeMap::new();
        for part in games.into_iter().flatten() {
            match all.get_mut(&part.name) {
                Some(sum) => {
                    sum.times += part.times;
                    sum.games += part.games;
                }
                None => drop(all.insert(part.name.clone(), part)),
            }
        }
        let mut all: Vec<Self> = all.into_values().collect();
        all.sort_by_key(|part| std::cmp::Reverse(part.times));
        all
    }
}
