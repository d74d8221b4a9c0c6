//! Rules with one thing in them meant otherwise: what tests must notice, and what no fingerprint and no speech may miss.
//!
//! A walk notes each place where something could be meant otherwise, and another changes what stands at one of them. What
//! stands once in the texts is one thing, at however many places of the resolved rules it is meant: a need that a kind of
//! rule shares, a line that meets several hooks, a rule that is given several names.

mod hooks;
mod nouns;
mod words;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{
    AttachId, ColumnId, CountId, DeckId, Hook, KindId, LastingId, Line, ProcId, RowId, RuleId, Rules, RulingId, StateId, TableId,
    TerrainId, ThingId, ValueId,
};
use crate::intern::Sym;
use crate::source::At;

/// The sort of change that takes another reading of a ruling than the one in force.
pub const READING: &str = "reading in force";
/// The sort of change that lets a marker end at another time: most say nothing of it.
pub const END: &str = "end of a marker";

/// What was changed, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// What sort of change: `number`, `condition left out` ...
    pub what: &'static str,
    /// Where it stands.
    pub at: At,
    /// The line that cites clauses and that it stands in or below; none if none does.
    pub cited: Option<Cited>,
    /// The declarations in which that is meant.
    pub parts: Vec<Part>,
    key: Key,
}

/// A line that cites clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cited {
    /// The line.
    pub line: At,
    /// The clauses.
    pub clauses: Vec<Sym>,
}

/// A declaration of the resolved rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// What the pack says of the game as a whole.
    Settings,
    /// A kind.
    Kind(KindId),
    /// A state.
    State(StateId),
    /// A count.
    Count(CountId),
    /// A value or condition.
    Value(ValueId),
    /// Something that happens or is thrown.
    Proc(ProcId),
    /// A table.
    Table(TableId),
    /// What a rule asks before it acts.
    Rule(RuleId),
    /// What a rule brings along and costs.
    Brought(RuleId),
    /// A line where a rule meets the game.
    Attach(AttachId),
    /// What a rule forbids, by its place among all that is forbidden.
    Forbid(usize),
    /// An effect that lasts.
    Lasting(LastingId),
    /// A row of a list.
    Row(RowId),
    /// A sort of ground.
    Terrain(TerrainId),
    /// A formation, by its place among them.
    Form(usize),
    /// A ruling.
    Ruling(RulingId),
    /// A deck.
    Deck(DeckId),
    /// A column.
    Column(ColumnId),
    /// A thing that is declared by name.
    Thing(ThingId),
}

/// What tells one place of the texts where something could be meant otherwise from all others: the sort of change, where
/// that stands, and which of those that stand there.
type Key = (&'static str, u32, u32, usize);

/// All that could be meant otherwise, in the order of the texts.
#[must_use]
pub fn mutations(rules: &Rules) -> Vec<Mutation> {
    let mut work = rules.clone();
    let mut found: FxHashMap<Key, Mutation> = FxHashMap::default();
    for part in parts(rules) {
        let mut m = Mutator::new(Task::Find(Vec::new()));
        m.part(&mut work, part);
        let Task::Find(list) = m.task else { continue };
        for one in list {
            let known = found.entry(one.key).or_insert(one);
            if known.parts.last() != Some(&part) {
                known.parts.push(part);
            }
        }
    }
    let mut out: Vec<Mutation> = found.into_values().collect();
    out.sort_by_key(|m| (m.key.1, m.key.2, m.key.0, m.key.3));
    out
}

/// Where else each thing that could be meant otherwise stands in the same texts under other readings: what is numbered by what
/// it says may have another number there.
#[derive(Clone, Debug, Default)]
pub struct Places(FxHashMap<Key, Vec<Part>>);

impl Places {
    /// Of these rules.
    #[must_use]
    pub fn of(rules: &Rules) -> Self {
        Self(mutations(rules).into_iter().map(|m| (m.key, m.parts)).collect())
    }

    /// The same change in these rules; none if what it changes does not stand there.
    #[must_use]
    pub fn here(&self, mutation: &Mutation) -> Option<Mutation> {
        self.0.get(&mutation.key).map(|parts| Mutation { parts: parts.clone(), ..mutation.clone() })
    }
}

/// Means one thing otherwise. Whether that was found.
pub fn change(work: &mut Rules, mutation: &Mutation) -> bool {
    let mut done = false;
    for part in &mutation.parts {
        let mut m = Mutator::new(Task::Change(mutation.key, false));
        m.part(work, *part);
        done |= matches!(m.task, Task::Change(_, true));
    }
    done
}

/// Puts back what [`change`] changed.
pub fn restore(work: &mut Rules, rules: &Rules, mutation: &Mutation) {
    mutation.parts.iter().for_each(|part| put_back(work, rules, *part));
}

/// These rules with one thing changed, one at a time; `f` is given each mutant in turn and is asked to go on.
pub fn mutants(rules: &Rules, mut f: impl FnMut(&Rules, &Mutation) -> bool) {
    let mut work = rules.clone();
    for mutation in mutations(rules) {
        let on = !change(&mut work, &mutation) || f(&work, &mutation);
        restore(&mut work, rules, &mutation);
        if !on {
            return;
        }
    }
}

/// The hooks at which a part of the rules acts; none if it acts wherever it likes.
#[must_use]
pub fn acts(rules: &Rules, part: Part) -> Option<Vec<Hook>> {
    let met = |list: &[super::Meeting]| {
        let mut out = Vec::new();
        for m in list {
            match (&m.hook, &m.within) {
                (_, Some(within)) => out.push(within.clone()),
                (Hook::Rule(_) | Hook::Row(_) | Hook::Coming, None) => return None,
                (hook, None) => out.push(hook.clone()),
            }
        }
        Some(out)
    };
    match part {
        // what columns hold is read from the rows
        Part::Value(v) => rules.values.get(v).filter(|v| v.column.is_none()).map(|_| vec![Hook::Value(v)]),
        Part::Proc(p) => Some(vec![Hook::Proc(p)]),
        Part::Attach(a) => {
            let a = rules.attaches.get(a).filter(|a| a.moment != super::Moment::Anytime)?;
            let mutes = a.meets.iter().any(|m| matches!(m.body, super::Body::Mute));
            if mutes { None } else { met(&a.meets) }
        }
        Part::Forbid(f) => met(&rules.forbids.get(f)?.meets),
        // what they ask stands at each place of their lines, and is changed there
        Part::Kind(_) | Part::Rule(_) => Some(Vec::new()),
        _ => None,
    }
}

/// Every declaration in which something could be meant otherwise.
fn parts(r: &Rules) -> Vec<Part> {
    let mut out = vec![Part::Settings];
    out.extend(r.kinds.ids().map(Part::Kind));
    out.extend(r.states.ids().map(Part::State));
    out.extend(r.counts.ids().map(Part::Count));
    out.extend(r.values.ids().map(Part::Value));
    out.extend(r.procs.ids().map(Part::Proc));
    out.extend(r.tables.ids().map(Part::Table));
    out.extend(r.rules.ids().flat_map(|id| [Part::Rule(id), Part::Brought(id)]));
    out.extend(r.attaches.ids().map(Part::Attach));
    out.extend((0..r.forbids.len()).map(Part::Forbid));
    out.extend(r.lasting.ids().map(Part::Lasting));
    out.extend(r.rows.ids().map(Part::Row));
    out.extend(r.terrains.ids().map(Part::Terrain));
    out.extend((0..r.forms.len()).map(Part::Form));
    out.extend(r.rulings.ids().map(Part::Ruling));
    out.extend(r.decks.ids().map(Part::Deck));
    out
}

fn put_back(work: &mut Rules, rules: &Rules, part: Part) {
    macro_rules! back {
        ($list:ident, $id:expr) => {
            if let (Some(new), Some(old)) = (work.$list.get_mut($id), rules.$list.get($id)) {
                new.clone_from(old);
            }
        };
    }
    match part {
        Part::Settings => work.settings.clone_from(&rules.settings),
        Part::Kind(id) => back!(kinds, id),
        Part::State(id) => back!(states, id),
        Part::Count(id) => back!(counts, id),
        Part::Value(id) => back!(values, id),
        Part::Proc(id) => back!(procs, id),
        Part::Table(id) => back!(tables, id),
        Part::Rule(id) | Part::Brought(id) => back!(rules, id),
        Part::Attach(id) => back!(attaches, id),
        Part::Forbid(at) => back!(forbids, at),
        Part::Lasting(id) => back!(lasting, id),
        Part::Row(id) => back!(rows, id),
        Part::Terrain(id) => back!(terrains, id),
        Part::Form(at) => back!(forms, at),
        Part::Ruling(id) => back!(rulings, id),
        Part::Deck(id) => back!(decks, id),
        // nothing in them could be meant otherwise
        Part::Column(_) | Part::Thing(_) => {}
    }
}

/// What a walk is for.
enum Task {
    /// To note what could be meant otherwise.
    Find(Vec<Mutation>),
    /// To mean this otherwise; whether that is done.
    Change(Key, bool),
}

struct Mutator {
    task: Task,
    /// The line that the walk is in: the place of what has none of its own.
    line: At,
    /// The line that cites clauses.
    cited: Option<Cited>,
    /// The nearest place around what has none of its own.
    near: At,
    /// How often a place without a line was passed, by the change.
    nth: BTreeMap<&'static str, usize>,
}

impl Mutator {
    fn new(task: Task) -> Self {
        Self { task, line: At::default(), cited: None, near: At::default(), nth: BTreeMap::new() }
    }

    /// Whether this is the place that is meant.
    fn here(&mut self, what: &'static str, at: At) -> bool {
        self.here_nth(what, at, 0)
    }

    /// The same, of several that stand at one place.
    fn here_nth(&mut self, what: &'static str, at: At, nth: usize) -> bool {
        let at = if at.span().is_empty() { self.line } else { at };
        let mut key = (what, at.span().start, at.span().end, nth);
        if at.span().is_empty() {
            // rules that stand in no text are told apart by their order
            let n = self.nth.entry(what).or_default();
            key.3 = *n;
            *n += 1;
        }
        match &mut self.task {
            Task::Find(list) => {
                list.push(Mutation { what, at, cited: self.cited.clone(), parts: Vec::new(), key });
                false
            }
            Task::Change(wanted, done) => {
                let same = *wanted == key;
                *done |= same;
                same
            }
        }
    }

    /// Walks what stands in a line or below it.
    fn on_line<T>(&mut self, line: &Line, node: &mut T, walk: impl FnOnce(&mut Self, &mut T)) {
        self.on(line.at, &line.cites, node, walk);
    }

    fn on<T>(&mut self, at: At, cites: &[Sym], node: &mut T, walk: impl FnOnce(&mut Self, &mut T)) {
        let outer = (self.line, self.cited.clone());
        if !at.span().is_empty() {
            self.line = at;
        }
        // some lines without clauses have those of what they stand in
        if !cites.is_empty() && self.cited.as_ref().is_none_or(|c| c.clauses != cites) {
            self.cited = Some(Cited { line: self.line, clauses: cites.to_vec() });
        }
        walk(self, node);
        (self.line, self.cited) = outer;
    }

    /// Leaves out one of a list.
    fn leave_out<T>(&mut self, what: &'static str, list: &mut Vec<T>, at: impl Fn(&T) -> At) {
        let out: Vec<bool> = list.iter().map(|t| self.here(what, at(t))).collect();
        keep(list, &out);
    }

    /// Leaves out one of a list that has one place.
    fn leave_one_out<T>(&mut self, what: &'static str, list: &mut Vec<T>, at: At) {
        let out: Vec<bool> = (0..list.len()).map(|n| self.here_nth(what, at, n)).collect();
        keep(list, &out);
    }

    /// Leaves out what may be said.
    fn without<T>(&mut self, what: &'static str, said: &mut Option<T>, at: At) {
        if said.is_some() && self.here(what, at) {
            *said = None;
        }
    }

    /// The other of two.
    fn flip(&mut self, what: &'static str, at: At, flag: &mut bool) {
        if self.here(what, at) {
            *flag = !*flag;
        }
    }

    /// Leaves out a word that may be said.
    fn unsay(&mut self, what: &'static str, at: At, flag: &mut bool) {
        if *flag && self.here(what, at) {
            *flag = false;
        }
    }

    fn number(&mut self, what: &'static str, at: At, n: &mut i64, by: i64) {
        self.number_nth(what, at, 0, n, by);
    }

    fn number_nth(&mut self, what: &'static str, at: At, nth: usize, n: &mut i64, by: i64) {
        if self.here_nth(what, at, nth) {
            *n = n.saturating_add(by);
        }
    }

    /// A number at the end of a span; an open end stays open.
    fn end(&mut self, what: &'static str, at: At, nth: usize, n: &mut i64) {
        if *n != i64::MIN && *n != i64::MAX {
            self.number_nth(what, at, nth, n, 1);
        }
    }

    fn small(&mut self, what: &'static str, at: At, n: &mut u8) {
        if self.here(what, at) {
            *n = n.saturating_add(1);
        }
    }
}

fn keep<T>(list: &mut Vec<T>, out: &[bool]) {
    if out.contains(&true) {
        let mut out = out.iter();
        list.retain(|_| !out.next().copied().unwrap_or(false));
    }
}
