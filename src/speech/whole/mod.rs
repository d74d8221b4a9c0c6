//! Whole declarations, each as the sentences of a rulebook.

mod book;
mod hooks;
mod lists;
mod musters;
mod nouns;
mod rules;
mod scenes;
mod tables;
mod titles;

pub use book::{Part, book, part_of};
pub use hooks::Piece;
pub use titles::Titles;

use super::said::{Said, Speech};
use super::voice::Voice;
use crate::hir::{
    AttachId, CountId, DeckId, KindBase, KindId, ProcId, ProcKind, RowId, RuleId, Rules, RulingId, StateId, StateKind, TableId, TerrainId,
    ThingId, ValueId,
};
use crate::intern::Sym;
use crate::source::At;

/// What can be said of resolved rules: a declaration, or what is declared in one breath.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// What the pack says of the game as a whole.
    Settings,
    /// A kind.
    Kind(KindId),
    /// Tags that are declared together.
    Tags(Vec<StateId>),
    /// A count.
    Count(CountId),
    /// The columns of a kind.
    Columns(KindId),
    /// The rows of a list.
    Rows(KindId),
    /// One row of a list.
    Row(RowId),
    /// A ruling.
    Ruling(RulingId),
    /// A value or condition.
    Value(ValueId),
    /// A table.
    Table(TableId),
    /// Something that happens, or is thrown.
    Proc(ProcId),
    /// A rule, a marker or a formation, with all its lines.
    Rule(RuleId),
    /// A sort of ground.
    Terrain(TerrainId),
    /// A thing that is declared by name.
    Thing(ThingId),
    /// A deck.
    Deck(DeckId),
}

/// All that can be said, in the order of a rulebook. Rows are said as lists.
#[must_use]
pub fn all(rules: &Rules) -> Vec<What> {
    let mut out = vec![What::Settings];
    out.extend(rules.kinds.iter().filter(|(_, k)| declared(k.line.at)).map(|(id, _)| What::Kind(id)));
    out.extend(tags(rules).into_iter().map(What::Tags));
    let columns: Vec<KindId> = rules.columns.iter().map(|(_, c)| c.kind).collect();
    out.extend(rules.kinds.ids().filter(|k| columns.contains(k)).map(What::Columns));
    out.extend(rules.counts.ids().map(What::Count));
    out.extend(rules.rulings.ids().map(What::Ruling));
    let listed: Vec<KindId> = rules.rows.iter().map(|(_, r)| r.kind).collect();
    out.extend(rules.kinds.ids().filter(|k| listed.contains(k)).map(What::Rows));
    out.extend(rules.terrains.ids().map(What::Terrain));
    // a sort of card is said with what it does
    out.extend(rules.things.ids().filter(|t| !rules.is_card(*t)).map(What::Thing));
    out.extend(rules.decks.ids().map(What::Deck));
    out.extend(rules.values.iter().filter(|(_, v)| v.column.is_none()).map(|(id, _)| What::Value(id)));
    out.extend(rules.tables.ids().map(What::Table));
    out.extend(rules.procs.iter().filter(|(_, p)| p.kind != ProcKind::Opening).map(|(id, _)| What::Proc(id)));
    out.extend(rules.rules.ids().map(What::Rule));
    out
}

/// Says it.
#[must_use]
pub fn say(rules: &Rules, what: &What) -> Speech {
    said(rules, what).into()
}

fn said(rules: &Rules, what: &What) -> Said {
    let v = Voice::new(rules);
    let found = match what {
        What::Settings => Some(v.settings()),
        What::Kind(id) => rules.kinds.get(*id).map(|k| v.kind_declared(k)),
        What::Tags(ids) => Some(v.tags(ids)),
        What::Count(id) => rules.counts.get(*id).map(|c| v.count(c)),
        What::Columns(kind) => Some(v.columns(*kind)),
        What::Rows(kind) => Some(v.rows(*kind)),
        What::Row(id) => rules.rows.get(*id).map(|r| v.list_row(r)),
        What::Ruling(id) => rules.rulings.get(*id).map(|r| v.ruling(r)),
        What::Value(id) => rules.values.get(*id).map(|x| v.value(x)),
        What::Table(id) => rules.tables.get(*id).map(|t| v.table(t)),
        What::Proc(id) => rules.procs.get(*id).map(|p| v.proc(*id, p)),
        What::Rule(id) => rules.rules.get(*id).map(|r| v.rule(*id, r)),
        What::Terrain(id) => rules.terrains.get(*id).map(|t| v.terrain(t)),
        What::Thing(id) => rules.things.get(*id).map(|t| v.thing(t)),
        What::Deck(id) => rules.decks.get(*id).map(|d| v.deck_declared(d)),
    };
    found.unwrap_or_default()
}

/// What is said, taken apart: its first sentence and each part below it, for those who say what meets each.
#[must_use]
pub fn pieces(rules: &Rules, what: &What) -> Option<(Speech, Vec<(Piece, Speech)>)> {
    let v = Voice::new(rules);
    let (head, parts) = match what {
        What::Value(id) => v.value_pieces(rules.values.get(*id)?),
        What::Proc(id) => v.proc_pieces(*id, rules.procs.get(*id)?),
        _ => return None,
    };
    Some((head.into(), parts.into_iter().map(|(piece, said)| (piece, said.into())).collect()))
}

/// A line where a rule meets the game, alone.
#[must_use]
pub fn said_line(rules: &Rules, line: AttachId) -> Speech {
    let v = Voice::new(rules);
    let Some(attach) = rules.attaches.get(line) else { return Speech::default() };
    let said = v.attach(attach);
    let effect = attach.lasting.and_then(|l| rules.lasting.get(l));
    match effect {
        Some(l) => Said::opening(format!("while an effect lasts until {}", v.until(&l.until)), said, attach.line.at).into(),
        None => lines_of(&said),
    }
}

/// What a rule forbids, by its place among all that is forbidden, alone.
#[must_use]
pub fn said_ban(rules: &Rules, ban: usize) -> Speech {
    let v = Voice::new(rules);
    lines_of(&rules.forbids.get(ban).map_or_else(Vec::new, |f| v.forbid(f)))
}

/// What a rule or its kind asks for before it does anything.
#[must_use]
pub fn said_terms(rules: &Rules, rule: RuleId) -> Speech {
    let v = Voice::new(rules);
    let Some(r) = rules.rules.get(rule) else { return Speech::default() };
    let kind = rules.kinds.all().iter().find(|k| k.word == r.word);
    let mut out = kind.map_or_else(Vec::new, |k| v.terms(&k.terms, None, k.line.at));
    out.extend(v.terms(&r.terms, None, r.line.at));
    lines_of(&out)
}

/// Sentences that stand side by side.
fn lines_of(all: &[Said]) -> Speech {
    let mut lines = Vec::new();
    all.iter().for_each(|s| s.lines(0, &mut lines));
    Speech { lines }
}

/// What something is called, where it stands and what it cites.
#[must_use]
pub fn declared_as(rules: &Rules, what: &What) -> Option<(Sym, At)> {
    match what {
        What::Settings => rules.pack.name.map(|n| (n, rules.pack.line.at)),
        What::Kind(id) => rules.kinds.get(*id).map(|k| (k.word, k.line.at)),
        What::Tags(ids) => ids.first().and_then(|s| rules.states.get(*s)).map(|s| (s.name, s.line.at)),
        What::Count(id) => rules.counts.get(*id).map(|c| (c.name, c.line.at)),
        What::Columns(kind) => {
            let first = rules.columns.iter().find(|(_, c)| c.kind == *kind);
            first.map(|(_, c)| (c.name, c.line.at))
        }
        What::Rows(kind) => {
            let first = rules.rows.iter().find(|(_, r)| r.kind == *kind);
            rules.kinds.get(*kind).zip(first).map(|(k, (_, r))| (k.word, r.line.at))
        }
        What::Row(id) => rules.rows.get(*id).map(|r| (r.name, r.line.at)),
        What::Ruling(id) => rules.rulings.get(*id).map(|r| (r.name, r.line.at)),
        What::Value(id) => rules.values.get(*id).map(|v| (v.head.name, v.head.line.at)),
        What::Table(id) => rules.tables.get(*id).map(|t| (t.head.name, t.head.line.at)),
        What::Proc(id) => rules.procs.get(*id).map(|p| (p.head.name, p.head.line.at)),
        What::Rule(id) => rules.rules.get(*id).map(|r| (r.title, r.line.at)),
        What::Terrain(id) => rules.terrains.get(*id).map(|t| (t.name, t.line.at)),
        What::Thing(id) => rules.things.get(*id).map(|t| (t.name, t.line.at)),
        What::Deck(id) => rules.decks.get(*id).map(|d| (d.name, d.line.at)),
    }
}

/// Whether a declaration stands in some text, and is not the language's own.
fn declared(at: At) -> bool {
    at.span().end > 0
}

/// Tags, those together that are said alike and stand together.
fn tags(rules: &Rules) -> Vec<Vec<StateId>> {
    let mut out: Vec<Vec<StateId>> = Vec::new();
    for (id, s) in rules.states.iter().filter(|(id, s)| s.kind == StateKind::Tag && !is_rule(rules, *id) && !rules.is_sort(*id)) {
        let sets = |x: StateId| rules.exclusive.iter().position(|set| set.contains(&x));
        let alike = |o: StateId| {
            rules.states.get(o).is_some_and(|t| {
                t.of == s.of
                    && t.of_word == s.of_word
                    && t.majority == s.majority
                    && t.any == s.any
                    && t.until == s.until
                    && t.line.cites == s.line.cites
                    && sets(o) == sets(id)
                    && (t.beside == s.beside && s.beside.is_some() || sets(id).is_some())
            })
        };
        match out.iter_mut().find(|group| group.first().is_some_and(|o| alike(*o))) {
            Some(group) => group.push(id),
            None => out.push(vec![id]),
        }
    }
    out
}

fn is_rule(rules: &Rules, state: StateId) -> bool {
    rules.rules.all().iter().any(|r| r.state == Some(state))
}

/// The group that pieces of a kind make, if they make one.
fn group_of(rules: &Rules, piece: KindId) -> Option<KindId> {
    let kind = rules.kinds.get(piece)?;
    let is_group = |id: &KindId| rules.kinds.get(*id).is_some_and(|k| k.base == KindBase::Group);
    let owner = kind.of.iter().filter_map(|w| rules.kinds.iter().find(|(_, k)| k.word == *w)).map(|(id, _)| id).find(is_group);
    owner.or_else(|| rules.kinds.iter().filter(|(_, k)| k.base == KindBase::Group && k.of.contains(&kind.word)).map(|(id, _)| id).next())
}
