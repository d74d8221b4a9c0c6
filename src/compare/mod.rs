//! What differs between two packs: declaration by declaration, line by line, with what stood there and what stands there.
//!
//! What always holds:
//! - What means the same is not told: declarations are compared as resolved rules are printed, so layout, order, comments
//!   and the words for blanks make no difference. Of units, force lists and scenarios the typed trees are compared.
//! - Within a declaration only the lines, steps, rows and cells that differ are told, paired by name and then by what they say.

mod lines;
mod listed;
mod piece;
mod touch;
mod trials;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use serde::Serialize;

use crate::ast::{Decl, DeclKind};
use crate::graph::Graph;
use crate::hir::mutate::Part;
use crate::hir::{ChanceKind, Declared, Hook, ProcKind, Sort, StateKind, Ty, declared, print};
use crate::intern::Sym;
use crate::muster::{Entries, Rulebook};
use crate::resolve::variant::Change;
use crate::source::At;

use lines::{Pieces, words_in};
use listed::{Listed, listed, plainly};
use piece::{Pair, Piece, in_any_order, in_order};
pub use trials::{Turned, turned};
pub use words::{read_anew, words};

/// A pack that is compared.
#[derive(Clone, Copy)]
pub struct Side<'a> {
    /// The pack.
    pub book: Rulebook<'a>,
    /// What can be mustered.
    pub entries: &'a Entries,
    /// Lines of it that stand in the place of its parents'.
    pub changes: &'a [Change],
}

/// What became of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It is new.
    Added,
    /// It is there no more.
    Removed,
    /// It says something else.
    Changed,
}

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Where {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// A line, step, row or cell that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What it is called within its declaration; empty where it has no name.
    pub part: String,
    /// What stood there; none if it is new.
    pub old: Option<String>,
    /// What stands there; none if it is gone.
    pub new: Option<String>,
    /// Whether it says the same, and only comes elsewhere.
    pub moved: bool,
    /// Where: in the new pack, else in the old one.
    pub place: Option<Where>,
}

/// A declaration that differs, and what that touches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The word that it is declared with.
    pub sort: String,
    /// As written; empty for what the pack says of the game as a whole.
    pub name: String,
    /// What became of it.
    pub change: Fate,
    /// Where: in the new pack, else in the old one.
    pub place: Option<Where>,
    /// What differs in it; all that it says if it is new or gone.
    pub lines: Vec<Line>,
    /// The hooks that its changed lines meet.
    pub hooks: Vec<String>,
    /// The rules that meet it.
    pub met_by: Vec<String>,
    /// The units that carry it, or can.
    pub units: Vec<String>,
    /// The clauses that it cites, as far as it differs.
    pub clauses: Vec<String>,
}

/// A declaration of one side.
struct Whole<'a> {
    word: String,
    declared: &'a Declared,
}

/// Sorts and names, and what tells those of one name apart.
type Key = (Sort, String, String);

/// What differs between two packs, in the order of a rulebook.
#[must_use]
pub fn compare(old: &Side<'_>, new: &Side<'_>) -> Vec<Difference> {
    let both = Both { sides: [old, new], graphs: [old, new].map(|s| Graph::of(s.book.rules)) };
    let lists = [old, new].map(|s| declared(s.book.rules));
    let [mut before, mut now] = [(old, &lists[0]), (new, &lists[1])].map(|(s, list)| wholes(s, list));
    let keys: BTreeSet<Key> = before.keys().chain(now.keys()).cloned().collect();
    let mut out = Vec::new();
    for key in keys {
        let (a, b) = (before.remove(&key).unwrap_or_default(), now.remove(&key).unwrap_or_default());
        both.told(&a, &b, &mut out);
    }
    both.listed(&mut out);
    out
}

/// The declaration that something stands in.
fn decl_at<'a>(side: &Side<'a>, at: At) -> Option<&'a Decl> {
    let within = |d: &&Decl| d.at.span().start <= at.span().start && at.span().end <= d.at.span().end;
    side.book.decls.iter().find(within)
}

/// Thousandths of an inch as they are written.
fn inches(mils: i64) -> String {
    let text = format!("{}.{:03}", mils / 1000, (mils % 1000).abs());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn wholes<'a>(side: &Side<'_>, list: &'a BTreeMap<(Sort, String), Vec<Declared>>) -> BTreeMap<Key, Vec<Whole<'a>>> {
    let r = side.book.rules;
    let mut out: BTreeMap<Key, Vec<Whole<'a>>> = BTreeMap::new();
    for ((sort, key), all) in list {
        for declared in all {
            // the tag of a force list is the list
            let of_list = matches!(declared.part, Part::State(_))
                && decl_at(side, declared.at).is_some_and(|d| matches!(*d.kind, DeclKind::Force(_)));
            let Some((word, twin)) = called(side, declared.part).filter(|_| !of_list) else { continue };
            // values of one name are told apart by whose they are
            let twin = twin.map_or_else(String::new, |ty| print(r, &ty));
            let twin = if matches!(sort, Sort::Row | Sort::Column | Sort::Thing) { word.clone() } else { twin };
            out.entry((*sort, key.clone(), twin)).or_default().push(Whole { word, declared });
        }
    }
    out
}

/// The word that something is declared with, and of whom it speaks first; none for what another declaration says.
fn called(side: &Side<'_>, part: Part) -> Option<(String, Option<Ty>)> {
    let r = side.book.rules;
    let plain = |word: &str| Some((word.to_owned(), None));
    let text = |sym: Sym| Some((r.names.text(sym).to_owned(), None));
    let kind = |k: crate::hir::KindId| r.kinds.get(k).map(|k| (r.names.text(k.word).to_owned(), None));
    match part {
        Part::Settings => plain("pack"),
        Part::Kind(_) => plain("kind"),
        Part::State(id) => match (r.states.get(id)?.kind, rule_of(side, id)) {
            (_, Some(rule)) => text(rule.word),
            (StateKind::Tag, None) => plain("tag"),
            (StateKind::Marker, None) => plain("marker"),
            (StateKind::Formation, None) => plain("formation"),
            (StateKind::Rule, None) => None,
        },
        Part::Count(_) => plain("count"),
        Part::Ruling(_) => plain("ruling"),
        Part::Table(_) => plain("table"),
        Part::Terrain(_) => plain("terrain"),
        Part::Deck(_) => plain("deck"),
        Part::Column(_) => plain("column"),
        Part::Value(id) => {
            let head = &r.values.get(id)?.head;
            let first = head.roles.first().and_then(|role| r.locals.get(role.local)).map(|l| l.ty);
            Some((if head.gives == Ty::Truth { "condition" } else { "value" }.to_owned(), first))
        }
        Part::Proc(id) => match &r.procs.get(id)?.kind {
            ProcKind::Procedure | ProcKind::Opening => plain("procedure"),
            ProcKind::Phase => plain("phase"),
            ProcKind::Turn => plain("turn"),
            ProcKind::Manner(_) => plain("manner"),
            ProcKind::Action(k) | ProcKind::Card(k) => kind(*k),
            ProcKind::Chance(c) => plain(match c.kind {
                ChanceKind::Pool { .. } => "pool",
                ChanceKind::Check { .. } => "check",
                ChanceKind::Opposed { .. } => "opposed",
                ChanceKind::Roll(_) | ChanceKind::Error => "roll",
            }),
        },
        Part::Rule(id) => text(r.rules.get(id)?.word),
        Part::Row(id) => kind(r.rows.get(id)?.kind),
        Part::Thing(id) => kind(r.things.get(id)?.kind),
        _ => None,
    }
}

/// The rule whose carriers are in a state.
fn rule_of<'a>(side: &Side<'a>, state: crate::hir::StateId) -> Option<&'a crate::hir::Rule> {
    side.book.rules.rules.all().iter().find(|rule| rule.state == Some(state))
}

/// The two packs, and what meets what in each.
struct Both<'s, 'a> {
    sides: [&'s Side<'a>; 2],
    graphs: [Graph; 2],
}

impl Both<'_, '_> {
    fn side(&self, new: bool) -> &Side<'_> {
        let [a, b] = self.sides;
        if new { b } else { a }
    }

    fn graph(&self, new: bool) -> &Graph {
        let [a, b] = &self.graphs;
        if new { b } else { a }
    }

    /// Tells what differs between the declarations of one name.
    fn told(&self, old: &[Whole<'_>], new: &[Whole<'_>], out: &mut Vec<Difference>) {
        let mut come: Vec<&Whole<'_>> = new.iter().collect();
        let mut gone = Vec::new();
        for w in old {
            let same = |n: &Whole<'_>| n.declared.print == w.declared.print && n.word == w.word && self.brings_alike(w, n);
            match come.iter().position(|n| same(n)) {
                Some(at) => drop(come.remove(at)),
                None => gone.push(w),
            }
        }
        // a rule that is new or gone is told with what it makes of those that carry it
        let own = |w: &Whole<'_>, now: bool| !matches!(w.declared.part, Part::State(id) if rule_of(self.side(now), id).is_some());
        for w in gone {
            if !come.is_empty() {
                out.extend(self.changed(w, come.remove(0)));
            } else if own(w, false) {
                out.push(self.alone(w, false));
            }
        }
        out.extend(come.into_iter().filter(|w| own(w, true)).map(|w| self.alone(w, true)));
    }

    /// Whether those of a kind have the same rules of themselves, which stand with those who carry them.
    fn brings_alike(&self, old: &Whole<'_>, new: &Whole<'_>) -> bool {
        let said = |w: &Whole<'_>, now: bool| -> Vec<String> {
            let kind = matches!(w.declared.part, Part::Kind(_));
            let pieces = if kind { plainly(self.side(now), w.declared.at) } else { Vec::new() };
            pieces.into_iter().map(|p| p.print).collect()
        };
        said(old, false) == said(new, true)
    }

    fn pieces(&self, w: &Whole<'_>, new: bool, known: &Rc<BTreeSet<String>>) -> (Vec<Piece>, bool) {
        let side = self.side(new);
        match w.declared.part {
            Part::Kind(_) | Part::Terrain(_) | Part::Deck(_) | Part::Column(_) | Part::Thing(_) => (plainly(side, w.declared.at), false),
            part => {
                let (mut pieces, ordered) = Pieces::new(side, known.clone()).of(part);
                if let Part::Rule(id) = part {
                    let rule = side.book.rules.rules.get(id);
                    // the shape of a formation is said below it
                    if side.book.rules.forms.iter().any(|f| rule.is_some_and(|r| r.state == Some(f.state))) {
                        pieces.extend(plainly(side, w.declared.at).into_iter().filter(|p| p.label == "shape"));
                    }
                }
                (pieces, ordered)
            }
        }
    }

    fn changed(&self, old: &Whole<'_>, new: &Whole<'_>) -> Option<Difference> {
        let words = |w: &Whole<'_>, now: bool| words_in(self.side(now), w.declared.part);
        let known: BTreeSet<String> = words(old, false).intersection(&words(new, true)).cloned().collect();
        let known = Rc::new(known);
        let ((a, ordered), (b, _)) = (self.pieces(old, false, &known), self.pieces(new, true, &known));
        let said = |p: &Piece, now: bool| self.said(p, now);
        let pairs = if ordered { in_order(&a, &b, &[], &said) } else { in_any_order(&a, &b, &said) };
        if pairs.is_empty() && old.word == new.word {
            return None;
        }
        let mut out = self.difference(new, Fate::Changed, true);
        out.lines = pairs.iter().map(|p| self.line(p)).collect();
        if old.word != new.word {
            let line = Line { part: String::new(), old: Some(old.word.clone()), new: Some(new.word.clone()), moved: false, place: None };
            out.lines.insert(0, line);
        }
        let (mut hooks, mut clauses) = (BTreeSet::new(), BTreeSet::new());
        for p in &pairs {
            for (piece, now) in [(p.old, false), (p.new, true)] {
                let Some(piece) = piece else { continue };
                hooks.extend(piece.hooks.iter().map(|h| touch::hook_said(self.side(now), h)));
                clauses.extend(self.cites(&piece.all_cites(), now));
            }
        }
        if clauses.is_empty() {
            // a line without clauses stands under those of its head
            let heads = [(&a, false), (&b, true)];
            let first = heads.iter().flat_map(|(list, now)| list.iter().take(1).flat_map(|p| self.cites(&p.cites, *now)));
            clauses.extend(first);
        }
        hooks.extend(self.own(new, true));
        (out.hooks, out.clauses) = (hooks.into_iter().collect(), clauses.into_iter().collect());
        let units = touch::units(self.side(false), old.declared.part).into_iter().chain(out.units).collect::<BTreeSet<_>>();
        out.units = units.into_iter().collect();
        Some(out)
    }

    /// What a declaration is itself to those who meet it.
    fn own(&self, w: &Whole<'_>, now: bool) -> Option<String> {
        let side = self.side(now);
        let hooks = touch::own_hooks(side.book.rules, w.declared.part);
        hooks.first().filter(|h| matches!(h, Hook::Value(_) | Hook::Proc(_))).map(|h| touch::hook_said(side, h))
    }

    /// A declaration that only one side has.
    fn alone(&self, w: &Whole<'_>, now: bool) -> Difference {
        let (pieces, _) = self.pieces(w, now, &Rc::default());
        let mut out = self.difference(w, if now { Fate::Added } else { Fate::Removed }, now);
        out.lines = self.text_of(w.declared.at, now);
        let hooks: BTreeSet<String> = pieces.iter().flat_map(|p| &p.hooks).map(|h| touch::hook_said(self.side(now), h)).collect();
        let cites: BTreeSet<String> = pieces.iter().flat_map(|p| self.cites(&p.all_cites(), now)).collect();
        // nothing else asks for what is new
        let own = self.own(w, now).filter(|_| !now);
        (out.hooks, out.clauses) = (hooks.into_iter().chain(own).collect(), cites.into_iter().collect());
        out
    }

    /// All that a declaration says, line by line.
    fn text_of(&self, at: At, now: bool) -> Vec<Line> {
        let side = self.side(now);
        let whole = decl_at(side, at).map_or(at, |d| d.at);
        let place = self.place(whole, now);
        let said = |text: &str| {
            let text = Some(text.to_owned());
            let (old, new) = if now { (None, text) } else { (text, None) };
            Line { part: String::new(), old, new, moved: false, place: place.clone() }
        };
        words(side, whole).lines().map(said).collect()
    }

    fn difference(&self, w: &Whole<'_>, change: Fate, now: bool) -> Difference {
        let side = self.side(now);
        Difference {
            sort: w.word.clone(),
            name: w.declared.name.clone(),
            change,
            place: self.place(w.declared.at, now),
            lines: Vec::new(),
            hooks: Vec::new(),
            met_by: touch::met_by(side, self.graph(now), w.declared.part).into_iter().collect(),
            units: touch::units(side, w.declared.part).into_iter().collect(),
            clauses: Vec::new(),
        }
    }

    fn cites(&self, list: &[Sym], now: bool) -> Vec<String> {
        let names = &self.side(now).book.rules.names;
        list.iter().map(|c| names.text(*c).to_owned()).collect()
    }

    fn place(&self, at: At, now: bool) -> Option<Where> {
        let files = self.side(now).book.files;
        let id = files.file_of(at.span()).filter(|_| !at.span().is_empty())?;
        Some(Where { file: files.name(id).to_owned(), line: files.position(at.span().start).line })
    }

    fn said(&self, p: &Piece, now: bool) -> String {
        p.said.clone().unwrap_or_else(|| words(self.side(now), p.at))
    }

    fn line(&self, p: &Pair<'_>) -> Line {
        let of = |piece: Option<&Piece>, now: bool| {
            piece.map(|piece| {
                let below = if p.old.is_none() || p.new.is_none() { self.below(piece, now) } else { String::new() };
                format!("{}{below}", self.said(piece, now))
            })
        };
        let (old, mut new) = (of(p.old, false), of(p.new, true));
        if let (Some(piece), true, false) = (p.new, old == new, p.moved) {
            // the parent's words, of which a variant changes some
            new = self.change_in(piece.at).map(|at| words(self.side(true), at)).or(new);
        }
        if let Some(read) = old.as_deref().zip(new.as_deref()).and_then(|(old, new)| read_anew(old, new)) {
            new = Some(read);
        }
        let label = p.new.or(p.old).map_or("", |piece| piece.label.as_str());
        let part: Vec<&str> = p.within.iter().copied().chain([label]).filter(|t| !t.is_empty()).collect();
        let place = p.new.map_or_else(|| p.old.and_then(|o| self.place(o.at, false)), |n| self.place(n.at, true));
        Line { part: part.join(", "), old, new, moved: p.moved, place }
    }

    /// What a variant changes within a line that is its parent's.
    fn change_in(&self, line: At) -> Option<At> {
        let line = line.span();
        let meets = |at: At| at.span().start < line.end && line.start < at.span().end;
        self.side(true).changes.iter().find(|c| meets(c.before)).map(|c| c.now)
    }

    /// What stands below a piece that is new or gone.
    fn below(&self, piece: &Piece, now: bool) -> String {
        piece.below.iter().map(|b| format!("\n{}{}", self.said(b, now), self.below(b, now))).collect()
    }

    /// Tells what differs in units, force lists and scenarios.
    fn listed(&self, out: &mut Vec<Difference>) {
        let [a, b] = self.sides.map(listed);
        let key = |l: &Listed| (l.word.clone(), l.key.clone());
        let mut now: BTreeMap<(String, String), &Listed> = b.iter().map(|l| (key(l), l)).collect();
        let said = |p: &Piece, new: bool| self.said(p, new);
        for old in &a {
            match now.remove(&key(old)) {
                None => out.push(self.listed_one(old, Fate::Removed, self.text_of(old.at, false), false)),
                Some(new) => {
                    let pairs = in_any_order(&old.pieces, &new.pieces, &said);
                    if !pairs.is_empty() {
                        let mut d = self.listed_one(new, Fate::Changed, pairs.iter().map(|p| self.line(p)).collect(), true);
                        let both = pairs.iter().flat_map(|p| [(p.old, false), (p.new, true)]);
                        let cites = both.filter_map(|(p, now)| p.map(|p| (p, now))).flat_map(|(p, now)| self.cites(&p.all_cites(), now));
                        d.clauses = cites.collect::<BTreeSet<String>>().into_iter().collect();
                        out.push(d);
                    }
                }
            }
        }
        let mut left: Vec<&Listed> = now.into_values().collect();
        left.sort_by_key(|l| l.at.span());
        out.extend(left.into_iter().map(|l| self.listed_one(l, Fate::Added, self.text_of(l.at, true), true)));
    }

    fn listed_one(&self, l: &Listed, change: Fate, lines: Vec<Line>, now: bool) -> Difference {
        let (sort, name, place) = (l.word.clone(), l.name.clone(), self.place(l.at, now));
        Difference { sort, name, change, place, lines, hooks: Vec::new(), met_by: Vec::new(), units: Vec::new(), clauses: Vec::new() }
    }
}
