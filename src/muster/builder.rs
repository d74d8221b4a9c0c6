//! Makes a cast: sides, units and their pieces, what lies on the table.

use std::collections::{HashMap, HashSet};

use super::Entries;
use super::band::{MOST, Man, raise};
use super::carriers::cells;
use super::foot::COMMON;
use super::problem::{Problem, choice};
use crate::ir::Program;
use crate::ir::{Key, KindBase, KindNo, List, RuleNo, StateNo, TerrainNo};
use crate::table::Shape;
use crate::vm::{Cast, Ent, EntId, Feature, NONE};

/// Who leads each group at the start: group and piece.
pub type Leaders = Vec<(EntId, EntId)>;

/// A cast in the making. The game is thing 0; the first two sides made are 1 and 2.
#[derive(Debug)]
pub struct Builder<'a> {
    pub(super) program: &'a Program,
    pub(super) entries: &'a Entries,
    pub(super) cast: Cast,
    pub(super) leaders: Leaders,
    /// The list that each side is drawn from.
    forces: HashMap<EntId, usize>,
    /// What each side may spend.
    pub(super) allowed: HashMap<EntId, i64>,
    /// Rows that stand in the cast already: entry and profile.
    rows: HashMap<(usize, usize), i64>,
    /// Rules already given, and to whom.
    bestowed: HashSet<(EntId, RuleNo)>,
    /// How many numbers each kind remembers, and how many everything together does so far.
    cells: List<KindNo, u32>,
    held: u32,
}

impl<'a> Builder<'a> {
    /// A cast of nobody but the game.
    #[must_use]
    pub fn new(program: &'a Program, entries: &'a Entries) -> Self {
        let cast = Cast { board: program.board, ..Cast::default() };
        let mut b = Self {
            program,
            entries,
            cast,
            leaders: Vec::new(),
            forces: HashMap::new(),
            allowed: HashMap::new(),
            rows: HashMap::new(),
            bestowed: HashSet::new(),
            cells: cells(program).1,
            held: 0,
        };
        let game = program.book.kind("game").unwrap_or_default();
        let _ = b.thing("game".to_owned(), game, 0, 0);
        b.share(0, game);
        b
    }

    /// Enters a thing. There is room for as many as have numbers, and for as much as they remember.
    pub(super) fn thing(&mut self, name: String, kind: KindNo, side: EntId, home: EntId) -> Option<EntId> {
        let id = EntId::try_from(self.cast.ents.len()).ok().filter(|id| *id < EntId::MAX)?;
        let held = self.held.saturating_add(self.cells.get(kind).copied().unwrap_or(0));
        if held > u32::from(u16::MAX) {
            return None;
        }
        self.held = held;
        let base = self.program.book.kinds.get(kind).map_or(KindBase::Game, |k| k.base);
        self.cast.ents.push(Ent { name, kind, base, side, home, row: NONE, foot: COMMON, carries: Vec::new(), pieces: (0, 0), price: 0 });
        Some(id)
    }

    /// Gives a thing what everything of its kind carries.
    pub(super) fn share(&mut self, who: EntId, kind: KindNo) {
        let entries = self.entries;
        for (_, rules) in entries.common.iter().filter(|(k, _)| *k == kind) {
            for rule in rules {
                self.bestow(who, *rule);
            }
        }
    }

    /// Makes a side.
    pub fn side(&mut self, name: &str) -> EntId {
        let kind = self.program.book.kind("side").unwrap_or(KindNo(1));
        let id = self.thing(name.to_owned(), kind, 0, 0).unwrap_or(0);
        if let Some(e) = self.cast.ents.get_mut(id as usize).filter(|_| id != 0) {
            e.side = id;
        }
        self.share(id, kind);
        id
    }

    /// Says from which list a side is drawn: its units are looked up there, and get its rules.
    ///
    /// # Errors
    /// When there is no such list.
    pub fn force(&mut self, side: EntId, force: &str) -> Result<(), Problem> {
        let Some(at) = self.entries.force(force) else {
            let known = choice(force, self.entries.forces.iter().map(|f| f.name.as_str()));
            return Err(Problem::new(format!("there is no force list `{force}`"), known));
        };
        self.forces.insert(side, at);
        Ok(())
    }

    /// Says how many points a side may spend; else it is what it spends.
    pub fn allow(&mut self, side: EntId, points: i64) {
        self.allowed.insert(side, points);
    }

    /// Adds a unit of a side and its pieces, which follow it, the leader first. `models` makes it that large,
    /// whatever the entry says, and changes no price.
    ///
    /// # Errors
    /// When there is no such entry, an option is not offered, or there are too many things.
    pub fn unit(&mut self, side: EntId, entry: &str, options: &[String], name: &str, models: Option<usize>) -> Result<EntId, Problem> {
        let force = self.forces.get(&side).copied();
        let at = force.map_or_else(|| self.entries.entry(entry), |f| self.entries.entry_of(f, entry));
        let at = at.ok_or_else(|| self.no_entry(entry))?;
        let (unit, problems) = self.fielded(side, at, options, name, models)?;
        problems.into_iter().next().map_or(Ok(unit), Err)
    }

    /// As [`Builder::unit`], though its side's list may not have the entry or not so: what is wrong is told, and what
    /// can be done is done all the same.
    ///
    /// # Errors
    /// When there is no such entry in any list, or there are too many things.
    pub fn any_unit(
        &mut self,
        side: EntId,
        entry: &str,
        options: &[String],
        name: &str,
        models: Option<usize>,
    ) -> Result<(EntId, Vec<Problem>), Problem> {
        let own = self.forces.get(&side).and_then(|f| self.entries.entry_of(*f, entry));
        let at = own.or_else(|| self.entries.entry(entry)).ok_or_else(|| self.no_entry(entry))?;
        let (unit, mut problems) = self.fielded(side, at, options, name, models)?;
        if own.is_none() && self.forces.contains_key(&side) {
            problems.insert(0, Problem::new(format!("`{entry}` is not of its list"), "take it from another list").breaking(entry));
        }
        Ok((unit, problems))
    }

    fn no_entry(&self, entry: &str) -> Problem {
        // `Column Winded`: the name of an entry, and what it is without a comma before it
        let parted = self.entries.entries.iter().find_map(|e| Some((e.name.as_str(), state_behind(entry, &e.name)?)));
        if let Some((name, state)) = parted {
            return Problem::new(format!("there is no entry `{entry}`"), format!("write `{name}, {state}`, if that is what it is"))
                .breaking(entry);
        }
        let known = choice(entry, self.entries.entries.iter().map(|e| e.name.as_str()));
        Problem::new(format!("there is no entry `{entry}`"), known).breaking(entry)
    }

    fn fielded(
        &mut self,
        side: EntId,
        at: usize,
        options: &[String],
        name: &str,
        models: Option<usize>,
    ) -> Result<(EntId, Vec<Problem>), Problem> {
        let entries = self.entries;
        let force = self.forces.get(&side).copied();
        let Some(e) = entries.entries.get(at) else { return Err(self.no_entry(name)) };
        let (mut band, problems) = raise(entries, e, options);
        if let Some(n) = models {
            resize(&mut band.men, n.max(1));
        }
        let full = || Problem::new("there are too many things in the game", "take smaller forces");
        let name = self.fresh_name(if name.is_empty() { &e.shown } else { name });
        let group = self.thing(name.clone(), e.kind, side, side).ok_or_else(full)?;
        let first = group.saturating_add(1);
        let mut counted: HashMap<String, usize> = HashMap::new();
        for man in &band.men {
            let n = counted.entry(man.name.clone()).and_modify(|n| *n += 1).or_insert(1);
            let called = if *n > 1 { format!("{} {n} of {name}", man.name) } else { format!("{} of {name}", man.name) };
            let id = self.thing(called, e.piece, side, group).ok_or_else(full)?;
            let row = self.row(at, man.profile);
            if let Some(ent) = self.cast.ents.get_mut(id as usize) {
                ent.row = row;
                ent.foot = entries.feet.of(e.piece, &man.tags);
                ent.carries.clone_from(&man.carries);
                ent.carries.sort_unstable();
                ent.carries.dedup();
            }
        }
        let count = EntId::try_from(band.men.len()).map_err(|_| full())?;
        if let Some(ent) = self.cast.ents.get_mut(group as usize) {
            ent.pieces = (first, count);
            ent.price = band.points();
            ent.row = band.men.first().and_then(|m| self.rows.get(&(at, m.profile))).copied().unwrap_or(NONE);
        }
        if count > 0 {
            self.leaders.push((group, first));
        }
        self.natures(group, first, &band.men);
        self.drawn_from(group, force, at);
        let list = force.and_then(|f| entries.forces.get(f)).map(|f| f.rules.as_slice()).unwrap_or_default();
        let common: Vec<RuleNo> = entries.common.iter().filter(|(k, _)| *k == e.kind).flat_map(|(_, r)| r.iter().copied()).collect();
        for rule in band.rules.iter().chain(list).chain(&common).filter(|r| !band.lost.contains(r)) {
            self.bestow(group, *rule);
        }
        for (id, man) in (first..).zip(&band.men) {
            self.share(id, e.piece);
            for rule in &man.rules {
                self.bestow(id, *rule);
            }
        }
        Ok((group, problems))
    }

    /// Tags of pieces, and of the group what tags of groups its pieces' profiles name; formations that stand open to all.
    fn natures(&mut self, group: EntId, first: EntId, men: &[Man]) {
        for (id, man) in (first..).zip(men) {
            for tag in &man.tags {
                let piece = self.entries.tags_of_pieces.get(*tag).copied().unwrap_or(true);
                self.cast.given.push((if piece { id } else { group }, *tag));
            }
        }
        let kind = self.cast.ent(i64::from(group)).map(|e| e.kind);
        let states = &self.program.book.states;
        let mut firsts = self.program.forms.iter().filter(|f| f.first && states.get(f.state).is_some_and(|s| Some(s.of) == kind));
        // where some begin otherwise, it is asked later of whom
        let (first, other) = (firsts.next(), firsts.next());
        self.cast.given.extend(first.filter(|f| f.open.is_none() && other.is_none()).map(|f| (group, f.state)));
    }

    /// A unit is what the lists are called that offer its entry: of those that its side is drawn from, if it is from any.
    fn drawn_from(&mut self, group: EntId, force: Option<usize>, entry: usize) {
        let entries = self.entries;
        let own = force.and_then(|f| entries.forces.get(f));
        let ours = |i: usize| own.is_none_or(|f| force == Some(i) || f.allies.contains(&i));
        let offers = entries.forces.iter().enumerate().filter(|(i, f)| ours(*i) && f.units.iter().any(|q| q.entry == entry));
        let states = &self.program.book.states;
        for list in offers.map(|(_, f)| f.span) {
            // a list has a state of its own, where no tag has its name
            let state = states.iter().find(|(_, s)| s.span == list).map(|(state, _)| state);
            self.cast.given.extend(state.map(|s| (group, s)));
        }
    }

    fn fresh_name(&self, name: &str) -> String {
        let taken = |n: &str| self.cast.ents.iter().any(|e| e.base == KindBase::Group && Key::new(&e.name) == Key::new(n));
        if !taken(name) {
            return name.to_owned();
        }
        (2..=EntId::MAX).map(|n| format!("{name} {n}")).find(|n| !taken(n)).unwrap_or_default()
    }

    /// The row of a profile, entered when first needed.
    fn row(&mut self, entry: usize, profile: usize) -> i64 {
        if let Some(row) = self.rows.get(&(entry, profile)) {
            return *row;
        }
        let row = i64::try_from(self.cast.piece_rows.len()).unwrap_or(NONE);
        let mut cells = vec![0; self.program.columns.len()];
        let found = self.entries.entries.get(entry).and_then(|e| e.profiles.get(profile));
        for (column, n) in found.into_iter().flat_map(|p| &p.columns) {
            if let Some(cell) = cells.get_mut(*column) {
                *cell = *n;
            }
        }
        self.cast.piece_rows.push(cells);
        self.cast.piece_names.push(found.map_or(String::new(), |p| p.name.clone()));
        self.rows.insert((entry, profile), row);
        row
    }

    /// Gives a rule to whoever bears it where `who` is: itself, its pieces, its group, its side or the game;
    /// and with it all that the rule brings.
    pub(super) fn bestow(&mut self, who: EntId, rule: RuleNo) {
        if !self.bestowed.insert((who, rule)) {
            return;
        }
        let entries = self.entries;
        let state = self.program.rules.get(rule).and_then(|r| r.state);
        if let (Some(state), Some(kind)) = (state, bearer(self.program, rule)) {
            for bearer in self.bearers(who, kind) {
                self.cast.given.push((bearer, state));
            }
        }
        for brought in entries.brings.get(rule).map(Vec::as_slice).unwrap_or_default() {
            self.bestow(who, *brought);
        }
    }

    fn bearers(&self, who: EntId, kind: KindNo) -> Vec<EntId> {
        let is = |id: EntId| self.cast.ents.get(id as usize).is_some_and(|e| e.kind == kind);
        let Some(ent) = self.cast.ents.get(who as usize) else { return Vec::new() };
        if is(who) {
            return vec![who];
        }
        let (first, count) = ent.pieces;
        let pieces: Vec<EntId> = (first..first.saturating_add(count)).filter(|p| is(*p)).collect();
        if !pieces.is_empty() {
            return pieces;
        }
        // the game speaks for everybody
        if who == 0 {
            return (0..self.cast.ents.len()).filter_map(|i| EntId::try_from(i).ok()).filter(|i| is(*i)).collect();
        }
        [ent.home, ent.side, 0].into_iter().find(|up| is(*up)).into_iter().collect()
    }

    /// Puts a feature of a kind on the table: an area or a line of some ground.
    ///
    /// # Errors
    /// When its kind is none of the pack's features, or there are too many things.
    pub fn feature(&mut self, name: &str, kind: KindNo, shape: Shape, terrains: Vec<TerrainNo>, level: i16) -> Result<EntId, Problem> {
        if !self.program.book.is(kind, KindBase::Feature) {
            return Err(Problem::new(format!("`{name}` is no feature"), "declare a kind that `is feature`"));
        }
        let full = || Problem::new("there are too many things in the game", "take smaller forces");
        let ent = self.thing(name.to_owned(), kind, 0, 0).ok_or_else(full)?;
        self.cast.features.push(Feature { ent, shape, aside: false, terrains, level });
        self.share(ent, kind);
        Ok(ent)
    }

    /// Gives a feature its tags.
    pub fn tagged(&mut self, feature: EntId, tags: &[StateNo]) {
        self.cast.given.extend(tags.iter().map(|t| (feature, *t)));
    }

    /// Lays a feature beside the table until it is placed.
    pub fn set_aside(&mut self, feature: EntId) {
        if let Some(f) = self.cast.features.iter_mut().find(|f| f.ent == feature) {
            f.aside = true;
        }
    }

    /// The zone that a side sets up in as long as the rules give it no other.
    pub fn zone(&mut self, side: EntId, shape: Shape) {
        let Some(at) = usize::from(side).checked_sub(1).filter(|s| *s < 2) else { return };
        while self.cast.zones.len() < at {
            self.cast.zones.push(shape.clone());
        }
        match self.cast.zones.get_mut(at) {
            Some(z) => *z = shape,
            None => self.cast.zones.push(shape),
        }
    }

    /// The board, in mils.
    pub fn board(&mut self, width: i32, depth: i32) {
        self.cast.board = (width, depth);
    }

    /// How many turns the game lasts.
    pub fn turns(&mut self, turns: usize) {
        self.cast.turns = u16::try_from(turns).unwrap_or(u16::MAX);
    }

    /// Plays by a rule: whoever can carry it does.
    pub fn play_by(&mut self, rule: RuleNo) {
        self.bestow(0, rule);
    }
}

/// Makes a unit that large: the last ordinary pieces go first, and more of the commonest come.
fn resize(men: &mut Vec<Man>, to: usize) {
    let to = to.min(MOST);
    while men.len() > to {
        let last = men.iter().rposition(|m| !m.leader && m.ordinary).or_else(|| men.iter().rposition(|m| !m.leader));
        match last {
            Some(i) => drop(men.remove(i)),
            None => men.truncate(to),
        }
    }
    let common =
        men.iter().filter(|m| m.ordinary && !m.leader).max_by_key(|m| men.iter().filter(|o| o.ordinary && o.profile == m.profile).count());
    let Some(more) = common.or_else(|| men.first()).cloned() else { return };
    let more = Man { leader: false, ..more };
    men.extend(std::iter::repeat_n(more, to.saturating_sub(men.len())));
}

/// The kind that bears the state of a rule.
fn bearer(program: &Program, rule: RuleNo) -> Option<KindNo> {
    let state = program.rules.get(rule)?.state?;
    Some(program.book.states.get(state)?.of)
}

/// What follows the name of an entry.
fn state_behind<'w>(written: &'w str, name: &str) -> Option<&'w str> {
    written.strip_prefix(name)?.strip_prefix(' ')
}
