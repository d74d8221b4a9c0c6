//! The canonical order of what meets a hook: names first, then what is said.

use std::borrow::Cow;

use crate::hir::{Attach, AttachId, Body, Change, ChangeKind, DiceChange, Meeting, Moves, ProcId, Rules};
use crate::intern::Sym;

use super::canon::canonical;
use super::said::Said;
use super::{Met, Shut, Source, Toss};

/// What the order of a list is read from.
pub struct Order<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// What lines say, and which of them say something else now.
    known: Option<(&'a Said, &'a [AttachId])>,
}

impl<'a> Order<'a> {
    /// The order in which these rules stand.
    #[must_use]
    pub const fn new(rules: &'a Rules) -> Self {
        Self { rules, known: None }
    }

    /// The order in which rules stand that are others but for some lines.
    #[must_use]
    pub const fn knowing(rules: &'a Rules, said: &'a Said, but: &'a [AttachId]) -> Self {
        Self { rules, known: Some((said, but)) }
    }

    /// What a line is called: by its rule, else by itself.
    #[must_use]
    pub fn name(&self, attach: AttachId) -> Option<Sym> {
        let line = self.rules.attaches.get(attach)?;
        line.rule.and_then(|r| self.rules.rules.get(r)).map(|r| r.name).or(line.line.name)
    }

    /// What a line is spoken of by: the title of its rule, whatever that is given.
    #[must_use]
    pub fn title(&self, attach: AttachId) -> Option<Sym> {
        let line = self.rules.attaches.get(attach)?;
        line.rule.and_then(|r| self.rules.rules.get(r)).map(|r| r.title).or(line.line.name)
    }

    /// The key of a name as text.
    fn key(&self, name: Option<Sym>) -> &'a str {
        name.map_or("", |n| self.rules.names.key_text(self.rules.names.key_of(n)))
    }

    /// A name as written.
    fn text(&self, name: Option<Sym>) -> &'a str {
        name.map_or("", |n| self.rules.names.text(n))
    }

    /// In the order of the keys of their names.
    pub(super) fn by_name(&self, list: &mut [Met]) {
        list.sort_by_cached_key(|m| self.key(self.name(m.attach)));
        runs(list, |m| self.key(self.name(m.attach)), |run| run.sort_by_cached_key(|m| self.met_said(*m)));
    }

    /// In the order of the sorts of rules, then of their names.
    pub(super) fn by_sort(&self, list: &mut [Met]) {
        let key = |m: &Met| {
            let rule = self.rules.attaches.get(m.attach).and_then(|a| a.rule).and_then(|r| self.rules.rules.get(r));
            (self.key(rule.map(|r| r.word)), self.key(self.name(m.attach)))
        };
        list.sort_by_cached_key(key);
        runs(list, key, |run| run.sort_by_cached_key(|m| self.met_said(*m)));
    }

    /// In the order of their names as written, then of what they change.
    pub(super) fn tosses(&self, proc: ProcId, list: &mut [Toss]) {
        let key = |t: &Toss| self.text(self.toss_name(proc, *t));
        list.sort_by_cached_key(key);
        runs(list, key, |run| {
            run.sort_by_cached_key(|t| {
                let met = if let Source::Met(met) = t.source { self.met_said(met) } else { Cow::default() };
                (self.change(proc, *t).map_or_else(String::new, |c| self.change_said(c)), met, *t)
            });
        });
    }

    /// What forbids, in the order of the sorts of rules, then of their names.
    pub(super) fn shut(&self, list: &mut [Shut]) {
        let key = |s: &Shut| {
            let line = self.rules.forbids.get(s.forbid as usize);
            let rule = line.and_then(|l| l.rule).and_then(|r| self.rules.rules.get(r));
            (self.key(rule.map(|r| r.word)), self.key(rule.map(|r| r.name).or(line.and_then(|l| l.line.name))))
        };
        list.sort_by_cached_key(key);
        runs(list, key, |run| {
            run.sort_by_cached_key(|s| s.of(self.rules).map_or_else(String::new, |(_, m)| canonical(self.rules, &place(m))));
        });
    }

    /// Offers at any time, in the order of their names.
    pub(super) fn offers(&self, list: &mut [AttachId]) {
        list.sort_by_cached_key(|a| self.key(self.name(*a)));
        let said = |a: &AttachId| self.rules.attaches.get(*a).map_or_else(String::new, |line| self.line_said(line));
        runs(list, |a| self.key(self.name(*a)), |run| run.sort_by_cached_key(said));
    }

    /// What a row of a throw is called: by its rule, by itself, or as its throw is.
    #[must_use]
    pub fn toss_name(&self, proc: ProcId, toss: Toss) -> Option<Sym> {
        match toss.source {
            Source::Met(met) => self.name(met.attach),
            Source::Own(row) => {
                let p = self.rules.procs.get(proc)?;
                let rows = p.rows()?;
                Some(rows.get(row as usize)?.line.name.unwrap_or(p.head.name))
            }
        }
    }

    /// What is changed.
    #[must_use]
    pub fn change(&self, proc: ProcId, toss: Toss) -> Option<&'a Change> {
        match toss.source {
            Source::Met(met) => match &met.of(self.rules)?.1.body {
                Body::Changes(changes) => changes.get(toss.change as usize),
                _ => None,
            },
            Source::Own(row) => Some(&self.rules.procs.get(proc)?.rows()?.get(row as usize)?.change),
        }
    }

    /// What a line says at one of its places.
    fn met_said(&self, met: Met) -> Cow<'a, str> {
        let known = self.known.filter(|(_, but)| !but.contains(&met.attach)).and_then(|(said, _)| said.at(met));
        known.map_or_else(|| said_by(self.rules, met).into(), Cow::Borrowed)
    }

    /// What a line says wherever it stands.
    fn line_said(&self, line: &Attach) -> String {
        canonical(self.rules, &(&line.meets, &line.terms))
    }

    /// What is changed, its first word first.
    fn change_said(&self, change: &Change) -> String {
        format!("{} {}", word(&change.kind), canonical(self.rules, change))
    }
}

/// What a line says at one of its places.
pub(super) fn said_by(rules: &Rules, met: Met) -> String {
    let Some((attach, meeting)) = met.of(rules) else { return String::new() };
    canonical(rules, &(attach.moment, place(meeting), &attach.terms, asked(meeting)))
}

/// Where a line stands, and for whom.
fn place(m: &Meeting) -> impl std::fmt::Debug + '_ {
    (&m.hook, m.any, &m.blanks, &m.coming)
}

/// What a line asks there, and what it does.
fn asked(m: &Meeting) -> impl std::fmt::Debug + '_ {
    (&m.during, &m.guard, m.carrier, &m.body)
}

/// Deals with each stretch of a list that has one key.
fn runs<T, K: PartialEq>(list: &mut [T], key: impl Fn(&T) -> K, mut of: impl FnMut(&mut [T])) {
    for run in list.chunk_by_mut(|a, b| key(a) == key(b)) {
        if run.len() > 1 {
            of(run);
        }
    }
}

/// The word that a change begins with.
const fn word(kind: &ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Set(_) => "=",
        ChangeKind::Add { minus: true, .. } | ChangeKind::Dice { how: DiceChange::Minus, .. } => "-",
        ChangeKind::Add { .. } | ChangeKind::Dice { how: DiceChange::Plus, .. } => "+",
        ChangeKind::Scale(..) | ChangeKind::Dice { .. } => "x",
        ChangeKind::Floor(_) => "at least",
        ChangeKind::Ceiling(_) => "at most",
        ChangeKind::Exactly(..) => "exactly",
        ChangeKind::Yes => "yes",
        ChangeKind::No => "no",
        ChangeKind::HitCounts(_) | ChangeKind::HitDice(_) => "each hit",
        ChangeKind::Each { minus: false, .. } => "each die +",
        ChangeKind::Each { .. } => "each die -",
        ChangeKind::Total { minus: false, .. } => "total +",
        ChangeKind::Total { .. } => "total -",
        ChangeKind::Reroll { may: true, .. } => "may reroll",
        ChangeKind::Reroll { .. } => "reroll",
        ChangeKind::Natural(..) => "natural",
        ChangeKind::Need(_) => "need",
        ChangeKind::Explode(..) => "explode",
        ChangeKind::Keep(keep) => keep.verb(),
        ChangeKind::Passes => "passes",
        ChangeKind::Fails => "fails",
        ChangeKind::Moves(moves) => match moves {
            Moves::Keeping(..) => "keeping",
            Moves::Ending(..) => "ending",
            Moves::Through(_) | Moves::IfSurrounded(_) => "through",
            Moves::Without(_) => "without",
            Moves::Inside(_) => "inside",
            Moves::Coherent => "keeping coherency",
            Moves::Leaving => "leaving board",
            Moves::GoingOn => "going on until there is room",
            Moves::Turning => "turning about",
            Moves::KeepsFacing => "keeping facing",
        },
    }
}
