//! Lines of a declaration: what each is known by, and how messages call it.

use std::fmt::Write as _;

use crate::ast::{
    AtPlace, BandKind, ContribKind, ExprKind, Ground, Guard, Item, ItemKind, Name, Removal, RemovalKind, ShapeKind, Was, WasKind,
};
use crate::intern::{KeyId, Names, Sym};
use crate::source::{At, Files, Span};

/// What a line is known by within its declaration: equal for a line and the one that may stand in its place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Known {
    /// A row, option, side or need, by its name.
    Name(KeyId),
    /// A step.
    Step(Sym),
    /// A place that is met, or what is forbidden: as it is printed.
    Place(String),
    /// What there is one of: by its first words.
    Words(&'static str),
    /// A natural score.
    Natural(i64),
    /// Names of a list, one by one: the sort of the list.
    Listed(&'static str, String),
}

/// What a line is known by. Nothing for a line without a name.
pub(super) fn known_by(names: &Names, item: &Item) -> Option<Known> {
    let named = |n: &Name| Some(Known::Name(names.key_of(n.sym)));
    Some(match &item.kind {
        ItemKind::Row(r) => return first_name(r).map(|sym| Known::Name(names.key_of(sym))).or_else(|| printed_row(r)),
        ItemKind::Named { name, .. } => return named(name),
        ItemKind::Side(s) => return named(&s.name),
        ItemKind::Legal(l) => return l.name.as_ref().and_then(named),
        ItemKind::Needs(n) => return n.name.as_ref().and_then(named),
        ItemKind::Column(c) => return named(&c.name),
        ItemKind::Listed(name, _) => return named(name),
        ItemKind::Option(o) => return named(&o.name),
        ItemKind::Step(s) => Known::Step(s.word.sym),
        ItemKind::Band(b) => result(&b.what),
        ItemKind::Attach(a) => place(a.place, &a.patterns),
        ItemKind::Forbid(f) => Known::Place(format!("{:?} {:?}", f.what, f.roles)),
        ItemKind::Natural(n) => Known::Natural(n.face.value),
        ItemKind::Ground(g) => Known::Words(match g {
            Ground::BlocksSight => "blocks sight",
            Ground::Shelters(_) => "shelters",
            Ground::Raised | Ground::ReachedByLeader | Ground::Costs { .. } => "ground",
            Ground::Crossing { cost: crate::ast::GroundCost::Leaving(_), .. } => "leaving",
            Ground::Crossing { .. } => "crossing",
        }),
        ItemKind::Shape(parts) => Known::Words(parts.first().map_or("shape", |p| match p.kind {
            ShapeKind::Loose(_) => "shape loose",
            ShapeKind::Gap(_) => "shape gap",
            ShapeKind::Ranks(_) => "shape ranks",
            ShapeKind::Front { .. } => "shape front",
            ShapeKind::Drill(m) => m.words(),
            ShapeKind::Else(_) => "shape else",
        })),
        other => Known::Words(first_word(other)?),
    })
}

/// A result from which something follows.
pub(super) fn result(what: &BandKind) -> Known {
    Known::Place(format!("{what:?}"))
}

/// A place that is met.
fn place(at: AtPlace, patterns: &[crate::ast::Pattern]) -> Known {
    Known::Place(format!("{at:?} {patterns:?}"))
}

/// The word by which what there is one of is known and called.
fn first_word(kind: &ItemKind) -> Option<&'static str> {
    use crate::ast::CustomKind;
    Some(match kind {
        ItemKind::Limit(_) => "limit",
        ItemKind::May => "may",
        ItemKind::Cost(_) => "cost",
        ItemKind::Dice(_) => "dice",
        ItemKind::EachDie(_) => "each",
        ItemKind::PassesWith { .. } => "passes",
        ItemKind::Keep(k) => k.what.verb(),
        ItemKind::Until(_) => "until",
        ItemKind::Starts(_) => "starts",
        ItemKind::Shown(_) => "shown",
        ItemKind::Board(_) => "board",
        ItemKind::Turns(_) => "turns",
        ItemKind::Setup(_) => "setup",
        ItemKind::Simultaneous(_) => "simultaneous",
        ItemKind::Custom(c) => match c.kind {
            CustomKind::MovementOfLeader => "movement",
            CustomKind::Measure { .. } => "measure",
            CustomKind::Coherency { .. } => "coherency",
            CustomKind::ActionsOncePer(_) => "actions",
        },
        _ => return None,
    })
}

fn first_name(row: &crate::ast::Row) -> Option<Sym> {
    let cell = row.all().next()?;
    cell.name.map(|n| n.sym)
}

fn printed_row(row: &crate::ast::Row) -> Option<Known> {
    row.all().next().map(|c| Known::Place(format!("row {:?}", c.says)))
}

/// What `remove` takes away, by what it is known by.
pub(super) fn removed_key(names: &Names, r: &Removal) -> Known {
    match &r.kind {
        RemovalKind::Step(w) => Known::Step(w.sym),
        RemovalKind::Place { place: at, patterns } => place(*at, patterns),
        RemovalKind::Name(n) => Known::Name(names.key_of(n.sym)),
        RemovalKind::Item(w) => Known::Words(match names.text(w.sym) {
            "once" | "limit" => "limit",
            "may" => "may",
            "cost" => "cost",
            "dice" => "dice",
            "each" => "each",
            "passes" => "passes",
            "keep" => "keep",
            "drop" => "drop",
            "until" => "until",
            "starts" => "starts",
            "shown" => "shown",
            "board" => "board",
            "turns" => "turns",
            "setup" => "setup",
            "simultaneous" => "simultaneous",
            "movement" => "movement",
            "measure" => "measure",
            "coherency" => "coherency",
            "actions" => "actions",
            "shelters" => "shelters",
            "ground" => "ground",
            "crossing" => "crossing",
            _ => "",
        }),
    }
}

/// The place of the words by which a line is known, where it has such words at its beginning.
fn lead(item: &Item) -> Option<At> {
    match &item.kind {
        ItemKind::Attach(a) => a.patterns.last().map(|p| item.at.from_start_to(p.at)),
        ItemKind::Band(b) => Some(b.what_at),
        ItemKind::Step(s) => Some(item.at.from_start_to(s.word.at)),
        ItemKind::Forbid(f) => f.roles.last().map(|r| item.at.from_start_to(r.at)),
        ItemKind::Row(r) => r.all().next().map(|c| c.at),
        _ => None,
    }
}

/// How what a line is known by is called in messages.
pub(super) fn called(files: &Files, names: &Names, item: &Item) -> String {
    let text = |sym: Sym| names.text(sym).to_owned();
    match &item.kind {
        ItemKind::Named { name, .. } => text(name.sym),
        ItemKind::Side(s) => text(s.name.sym),
        ItemKind::Option(o) => text(o.name.sym),
        ItemKind::Column(c) => text(c.name.sym),
        ItemKind::Listed(name, _) => text(name.sym),
        ItemKind::Needs(n) if n.name.is_some() => n.name.map_or_else(String::new, |n| text(n.sym)),
        ItemKind::Legal(l) if l.name.is_some() => l.name.map_or_else(String::new, |n| text(n.sym)),
        ItemKind::Limit(_) => "once per".to_owned(),
        _ => match lead(item) {
            Some(at) => files.slice(at.span()).trim().trim_matches('"').to_owned(),
            None => files.slice(item.at.span()).split_whitespace().next().unwrap_or("").to_owned(),
        },
    }
}

/// Whether a line is a row of a table.
pub(super) fn is_row(item: &Item) -> bool {
    matches!(item.kind, ItemKind::Row(_))
}

/// Whether a line says that the parent had nothing in its place.
pub(super) fn is_new(item: &Item) -> bool {
    item.was.as_ref().is_some_and(says_nothing)
}

/// Whether `was` is followed by `nothing` alone.
pub(super) fn says_nothing(was: &Was) -> bool {
    matches!(was.kind, WasKind::Nothing)
}

/// A line without what it was.
pub(super) fn without_was(item: &Item) -> Item {
    Item { was: None, ..item.clone() }
}

/// Whether two texts say the same, names compared as names are.
pub(super) fn alike<T: PartialEq + std::fmt::Debug>(names: &Names, a: &T, b: &T) -> bool {
    a == b || by_key(names, &format!("{a:?}")) == by_key(names, &format!("{b:?}"))
}

/// A print of what was read, with keys in the place of names.
fn by_key(names: &Names, print: &str) -> String {
    let mut parts = print.split("Sym(");
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let (number, rest) = part.split_once(')').unwrap_or((part, ""));
        let key = number.parse().ok().map(|n| names.key_of(Sym(n)));
        // writing into a String does not fail
        let _ = write!(out, "{key:?}{rest}");
    }
    out
}

/// Whether a line of the parent is what `was` says that it is: all of it, or the part that may stand for it.
pub(super) fn fits(names: &Names, was: &Was, old: &Item) -> bool {
    match (&was.kind, &old.kind) {
        (WasKind::Nothing, _) => false,
        (WasKind::Item(kind), _) if alike(names, &**kind, &old.kind) => true,
        (WasKind::Item(kind), _) => same_behind_the_name(names, kind, &old.kind),
        (WasKind::Price(p), ItemKind::Option(o)) => o.price.as_ref() == Some(p),
        (WasKind::Comparison(c), ItemKind::EachDie(e)) => matches!(&e.says, Some(crate::ast::DieSays::Compared(d)) if alike(names, d, c)),
        (WasKind::Block(b), ItemKind::Step(s)) => s.block.as_ref().is_some_and(|old| alike(names, old, b)) && s.value.is_none(),
        (WasKind::Name(_) | WasKind::Entry(_) | WasKind::Crew(_), _) => false,
        _ => false,
    }
}

/// Whether two items say the same but for the name before it, which `was` may leave out.
fn same_behind_the_name(names: &Names, was: &ItemKind, old: &ItemKind) -> bool {
    match (was, old) {
        (ItemKind::Contrib(a), ItemKind::Named { contrib, .. }) => alike(names, a, contrib),
        (ItemKind::Named { contrib: a, .. }, ItemKind::Named { contrib: b, .. }) => alike(names, a, b),
        (ItemKind::Needs(a), ItemKind::Needs(b)) => alike(names, &a.expr, &b.expr) && a.name.is_none(),
        (ItemKind::Legal(a), ItemKind::Legal(b)) => alike(names, &a.expr, &b.expr) && a.name.is_none(),
        (ItemKind::Row(a), ItemKind::Row(b)) => a.first.is_none() && alike(names, &a.cells, &b.cells),
        (ItemKind::Attach(a), ItemKind::Attach(b)) => a.patterns.is_empty() && alike(names, &(&a.body, &a.guard), &(&b.body, &b.guard)),
        (ItemKind::Option(a), ItemKind::Option(b)) => alike(names, &(&a.what, &a.price, &a.parts), &(&b.what, &b.price, &b.parts)),
        _ => false,
    }
}

/// The first and only score that a line needs, if it names one.
pub(super) fn need(print: &str) -> Option<i64> {
    let mut all = print.match_indices("Need(").filter_map(|(at, word)| {
        let rest = print.get(at + word.len()..)?;
        rest.split(')').next()?.parse::<i64>().ok()
    });
    let first = all.next()?;
    all.next().is_none().then_some(first)
}

/// Whether a line says itself when it holds: by its own `if`, or with a number for each case.
pub(super) fn says_when(item: &Item) -> bool {
    let by_case = |c: &ContribKind| matches!(c, ContribKind::Set(e) | ContribKind::Base(e) if matches!(*e.kind, ExprKind::Choice(_)));
    guard_of(item).is_some() || matches!(&item.kind, ItemKind::Named { contrib, .. } if by_case(&contrib.kind))
}

/// What a row with a name asks before it holds.
pub(super) fn guard_of(item: &Item) -> Option<&Guard> {
    if let ItemKind::Named { contrib, .. } = &item.kind { contrib.guard.as_ref() } else { None }
}

/// What a line says behind the words by which it is known, on one line; only its price where that is meant.
pub(super) fn tail(files: &Files, item: &Item, price: bool) -> String {
    let span = item.at.span();
    let own = item.was.as_ref().map_or(span, |w| Span { end: w.at.span().start, ..span });
    let text = match &item.kind {
        ItemKind::Option(o) if price => o.price.as_ref().map_or("", |p| files.slice(p.at.span())),
        ItemKind::Row(r) => r.cells.first().zip(r.cells.last()).map_or("", |(a, b)| files.slice(a.at.to(b.at).span())),
        ItemKind::Named { name, .. } => files.slice(Span { start: name.at.span().end, ..own }),
        ItemKind::Option(o) => files.slice(Span { start: o.name.at.span().end, ..own }),
        _ => match lead(item) {
            Some(at) => files.slice(Span { start: at.span().end, ..own }),
            None => {
                let first = files.slice(own).split_whitespace().next().map_or(0, str::len);
                files.slice(Span { start: own.start + u32::try_from(first).unwrap_or(0), ..own })
            }
        },
    };
    let text = text.trim().trim_start_matches(':');
    let text = text.trim_end().trim_end_matches(", was").trim_end_matches(',');
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
