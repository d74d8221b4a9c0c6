//! What came of one thing that was done: a clause for each sort of outcome, like ones summed.

use super::sway::{Sway, bracketed};
use super::{Story, words};
use crate::ir::{CountNo, StateNo, ThrowNo, Type};
use crate::vm::{NONE, show_typed};

/// How many totals of one roll are listed one by one.
const LISTED: usize = 4;

/// A clause.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Clause {
    /// Dice of pools: how many counted, of how many.
    Pool { throw: ThrowNo, whose: String, hits: i64, dice: u32, sways: Vec<Sway> },
    /// A check.
    Check { throw: ThrowNo, whose: String, passed: bool, sways: Vec<Sway> },
    /// Totals.
    Sum { name: String, totals: Vec<String>, sways: Vec<Sway> },
    /// Out of play, and the groups of which nobody is left.
    Gone(Vec<i64>, Vec<i64>),
    /// States got or lost.
    State { state: StateNo, on: bool, who: Vec<i64> },
    /// Stored numbers that are the same now.
    Count { count: CountNo, value: i64, who: Vec<i64> },
    /// Where something stands now, and where it stood.
    Stands { who: i64, from: Option<(i32, i32)>, to: (i32, i32) },
    /// Somebody has left the board, and where he stood.
    Left { who: i64, stood: Option<(i32, i32)> },
    /// Which way something faces now; told where nothing else is.
    Turned { way: u16, who: Vec<i64> },
    /// In the words of the rules.
    Said(String),
}

/// What was done, and what came of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Clauses {
    /// What the head of the sentence names.
    known: Vec<i64>,
    list: Vec<Clause>,
}

impl Clauses {
    /// None yet, of a sentence whose head names these.
    pub fn of(known: &[i64]) -> Self {
        Self { known: known.to_vec(), list: Vec::new() }
    }

    pub fn known(&self) -> &[i64] {
        &self.known
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn pool(&mut self, of: ThrowNo, by: String, (n, m): (i64, u32), rules: Vec<Sway>) {
        let same = self.list.iter_mut().find_map(|c| match c {
            Clause::Pool { throw, whose, hits, dice, sways } if *throw == of && *whose == by => Some((hits, dice, sways)),
            _ => None,
        });
        match same {
            Some((hits, dice, sways)) => {
                *hits += n;
                *dice += m;
                join(sways, rules);
            }
            None => self.list.push(Clause::Pool { throw: of, whose: by, hits: n, dice: m, sways: rules }),
        }
    }

    /// A check is rolled again: what came of it before is nothing now.
    pub fn checked_anew(&mut self, of: ThrowNo, by: &str) {
        let before = self.list.iter().rposition(|c| matches!(c, Clause::Check { throw, whose, .. } if *throw == of && whose == by));
        if let Some(at) = before {
            self.list.remove(at);
        }
    }

    pub fn check(&mut self, throw: ThrowNo, whose: String, passed: bool, sways: Vec<Sway>) {
        self.list.push(Clause::Check { throw, whose, passed, sways });
    }

    pub fn sum(&mut self, of: &str, total: String, rules: Vec<Sway>) {
        let same = self.list.iter_mut().find_map(|c| match c {
            Clause::Sum { name, totals, sways } if name == of => Some((totals, sways)),
            _ => None,
        });
        match same {
            Some((totals, sways)) => {
                totals.push(total);
                join(sways, rules);
            }
            None => self.list.push(Clause::Sum { name: of.to_owned(), totals: vec![total], sways: rules }),
        }
    }

    /// Somebody is out of play, and maybe with him the last of his group: what else became of him is nothing now.
    pub fn gone(&mut self, one: i64, whole: Option<i64>) {
        self.forget(
            |c| if let Clause::State { who, .. } | Clause::Count { who, .. } | Clause::Turned { who, .. } = c { Some(who) } else { None },
            one,
        );
        self.list.retain(|c| !matches!(c, Clause::Stands { who, .. } if *who == one));
        match self.list.iter_mut().find_map(|c| if let Clause::Gone(who, last) = c { Some((who, last)) } else { None }) {
            Some((who, last)) => {
                who.push(one);
                last.extend(whole);
            }
            None => self.list.push(Clause::Gone(vec![one], whole.into_iter().collect())),
        }
    }

    /// Somebody got or lost a state; what he had before, and has again, is not spoken of.
    pub fn state(&mut self, of: StateNo, is: bool, one: i64) {
        let mut undone = false;
        for c in &mut self.list {
            if let Clause::State { state, on, who } = c {
                if *state == of && *on != is && who.contains(&one) {
                    who.retain(|w| *w != one);
                    undone = true;
                }
            }
        }
        self.tidy();
        if undone {
            return;
        }
        let same = self.list.iter_mut().find_map(|c| match c {
            Clause::State { state, on, who } if *state == of && *on == is => Some(who),
            _ => None,
        });
        match same {
            Some(who) => who.push(one),
            None => self.list.push(Clause::State { state: of, on: is, who: vec![one] }),
        }
    }

    pub fn count(&mut self, of: CountNo, is: i64, one: i64) {
        self.uncount(of, one);
        let same = self.list.iter_mut().find_map(|c| match c {
            Clause::Count { count, value, who } if *count == of && *value == is => Some(who),
            _ => None,
        });
        match same {
            Some(who) => who.push(one),
            None => self.list.push(Clause::Count { count: of, value: is, who: vec![one] }),
        }
    }

    /// A stored number is forgotten.
    pub fn uncount(&mut self, of: CountNo, one: i64) {
        self.forget(|c| if let Clause::Count { count, who, .. } = c { Some(who).filter(|_| *count == of) } else { None }, one);
    }

    /// Somebody leaves the board, and not the game.
    pub fn left(&mut self, one: i64, stood: Option<(i32, i32)>) {
        self.list.push(Clause::Left { who: one, stood });
    }

    /// Where somebody stands now. Who had left the board and comes back to his place was never gone.
    pub fn stands(&mut self, one: i64, stood: Option<(i32, i32)>, at: (i32, i32)) {
        let left = self.list.iter().position(|c| matches!(c, Clause::Left { who, .. } if *who == one));
        let before = left.map(|i| self.list.remove(i));
        let stood = if let Some(Clause::Left { stood, .. }) = before { stood } else { stood };
        if before.is_some() && stood == Some(at) {
            return;
        }
        let same = self.list.iter_mut().find_map(|c| match c {
            Clause::Stands { who, to, .. } if *who == one => Some(to),
            _ => None,
        });
        match same {
            Some(to) => *to = at,
            None => self.list.push(Clause::Stands { who: one, from: stood, to: at }),
        }
    }

    /// Somebody faces another way, and has not moved.
    pub fn turned(&mut self, one: i64, to: u16) {
        self.forget(|c| if let Clause::Turned { who, .. } = c { Some(who) } else { None }, one);
        let same = self.list.iter_mut().find_map(|c| match c {
            Clause::Turned { way, who } if *way == to => Some(who),
            _ => None,
        });
        match same {
            Some(who) => who.push(one),
            None => self.list.push(Clause::Turned { way: to, who: vec![one] }),
        }
    }

    pub fn said(&mut self, words: String) {
        self.list.push(Clause::Said(words));
    }

    /// Takes somebody out of some clauses.
    fn forget(&mut self, of: impl Fn(&mut Clause) -> Option<&mut Vec<i64>>, one: i64) {
        for c in &mut self.list {
            if let Some(who) = of(c) {
                who.retain(|w| *w != one);
            }
        }
        self.tidy();
    }

    /// Clauses of nobody go.
    fn tidy(&mut self) {
        let nobody =
            |c: &Clause| matches!(c, Clause::State { who, .. } | Clause::Count { who, .. } | Clause::Turned { who, .. } if who.is_empty());
        self.list.retain(|c| !nobody(c));
    }

    /// The clauses in words, and none is left.
    pub fn take(&mut self, story: &Story<'_>) -> String {
        let list = std::mem::take(&mut self.list);
        let first = self.known.first().copied().unwrap_or(NONE);
        let said = |turned: bool| {
            let list = list.iter().filter(move |c| matches!(c, Clause::Turned { .. }) == turned);
            list.map(|c| c.words(story, first)).filter(|w| !w.is_empty()).collect::<Vec<_>>().join("; ")
        };
        let more = said(false);
        if more.is_empty() { said(true) } else { more }
    }
}

impl Clause {
    /// In words; of whom the sentence speaks first is not named again.
    fn words(&self, story: &Story<'_>, first: i64) -> String {
        let game = story.game;
        let title = |throw: ThrowNo| game.program.throws.get(throw).map_or("", |t| t.title.as_str());
        let mattered = |sways: &[Sway]| bracketed(&sways.iter().filter(|s| s.mattered).cloned().collect::<Vec<_>>());
        let name = words::crowd(game, &[first]) + " ";
        let short = |said: String| said.strip_prefix(&name).map_or(said.clone(), str::to_owned);
        match self {
            Self::Pool { throw, whose, hits, dice, sways } => {
                // where a hit counts more, they may come to more than there are dice
                let of = if *hits > i64::from(*dice) { "from" } else { "of" };
                format!("{}{whose} {hits} {of} {dice}{}", title(*throw), mattered(sways))
            }
            Self::Check { throw, whose, passed, sways } => {
                format!("{}{whose} {}{}", title(*throw), if *passed { "passed" } else { "failed" }, mattered(sways))
            }
            Self::Sum { name, totals, sways } => {
                let many = if totals.len() > LISTED { format!("{} times", totals.len()) } else { totals.join(", ") };
                format!("{name} {many}{}", mattered(sways))
            }
            Self::Gone(who, last) => {
                let more = if last.is_empty() { String::new() } else { format!(", the last of {}", words::crowd(game, last)) };
                short(format!("{}{more}", words::gone(game, who)))
            }
            Self::State { state, on, who } => short(words::state(game, who, *state, *on)),
            Self::Count { count, value, who } if who.as_slice() == [first] => {
                words::count(story, who, *count, *value).replacen(&format!(" of {}", words::crowd(game, who)), "", 1)
            }
            Self::Count { count, value, who } => words::count(story, who, *count, *value),
            Self::Stands { who, from, to } => {
                let lies = game.cast.feature(*who).is_some();
                let there = words::place(*to);
                let goes = from.map(|from| words::apart(from, *to));
                let name = words::crowd(game, &[*who]);
                short(match goes {
                    Some(far) if far.thousandths() == 0 => String::new(),
                    Some(far) => format!("{name} goes {far} to {there}"),
                    None => format!("{name} {} at {there}", if lies { "lies" } else { "stands" }),
                })
            }
            Self::Left { who, .. } => short(words::left(game, *who)),
            Self::Turned { way, who } => {
                let turn = if who.len() > 1 { "turn" } else { "turns" };
                short(format!("{} {turn} to the {}", words::crowd(game, who), show_typed(&Type::Facing, i64::from(*way))))
            }
            Self::Said(words) => words.clone(),
        }
    }
}

/// Rules that are named already are not named again.
fn join(known: &mut Vec<Sway>, new: Vec<Sway>) {
    for sway in new {
        match known.iter_mut().find(|k| k.name == sway.name) {
            Some(k) if k.mattered || !sway.mattered => {}
            Some(k) => *k = sway,
            None => known.push(sway),
        }
    }
}
