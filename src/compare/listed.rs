//! The pieces of what is mustered and played upon: units, force lists, scenarios; and of nouns that say their lines plainly.

use std::fmt::Debug;

use super::Side;
use super::piece::Piece;
use super::words::words;
use crate::ast::{self, Decl, DeclKind, Item, ItemKind, Name, Row};
use crate::hir::KindBase;
use crate::source::{At, Span};

/// A declaration that is no rule.
pub(super) struct Listed {
    /// The word that it is declared with.
    pub word: String,
    /// As written.
    pub name: String,
    /// The key of its name.
    pub key: String,
    pub at: At,
    pub pieces: Vec<Piece>,
}

/// Every unit, force list and scenario, and what the pack asks of sides.
pub(super) fn listed(side: &Side<'_>) -> Vec<Listed> {
    side.book.decls.iter().filter_map(|d| one(side, d)).collect()
}

fn one(side: &Side<'_>, d: &Decl) -> Option<Listed> {
    let (word, name, items, price) = match &*d.kind {
        DeclKind::Named(n) => {
            let rules = side.book.rules;
            let kind = rules.kinds.all().iter().find(|k| rules.names.same(k.word, n.word.sym))?;
            if kind.base != KindBase::Group {
                return None;
            }
            (rules.names.text(n.word.sym).to_owned(), n.title.as_ref()?.name, &n.items, n.price)
        }
        DeclKind::Force(f) => ("force list".to_owned(), f.title.as_ref()?.name, &f.items, None),
        DeclKind::Scenario(t) => ("scenario".to_owned(), t.title.as_ref()?.name, &t.items, None),
        _ => return None,
    };
    let names = &side.book.rules.names;
    let mut pieces = Vec::new();
    if let Some(price) = price {
        pieces.push(told("price", format!("{} pts", price.value), price.at));
    }
    pieces.extend(items_of(side, items));
    let key = names.key_text(names.key_of(name.sym)).to_owned();
    Some(Listed { word, name: names.text(name.sym).to_owned(), key, at: d.head, pieces })
}

/// The lines of a noun that says them plainly.
pub(super) fn plainly(side: &Side<'_>, at: At) -> Vec<Piece> {
    let Some(d) = super::decl_at(side, at) else { return Vec::new() };
    let (head, items): (String, &[Item]) = match &*d.kind {
        DeclKind::Kind(k) => (canonical(side, &(&k.base, &k.of)), &k.items),
        DeclKind::Terrain(t) | DeclKind::Deck(t) | DeclKind::Formation(t) | DeclKind::Marker(t) => (canonical(side, &t.roles), &t.items),
        DeclKind::Columns(c) => (canonical(side, &c.roles), &[]),
        DeclKind::Named(n) => (canonical(side, &(n.word, &n.roles)), &n.items),
        DeclKind::Many(m) => (canonical(side, &m.columns), &[]),
        _ => return Vec::new(),
    };
    let mut out = vec![Piece { print: head, at: d.head, cites: d.cites.iter().map(|c| c.id).collect(), ..Piece::default() }];
    out.extend(items_of(side, items));
    out
}

/// A tree as one line of text, without places, its names as keys.
fn canonical(side: &Side<'_>, tree: &impl Debug) -> String {
    ast::keyed(tree, &side.book.rules.names)
}

fn told(label: &str, said: impl Into<String>, at: At) -> Piece {
    let said = said.into();
    Piece { label: label.to_owned(), print: said.clone(), said: Some(said), at, ..Piece::default() }
}

fn items_of(side: &Side<'_>, items: &[Item]) -> Vec<Piece> {
    let names = &side.book.rules.names;
    let text = |n: &Name| names.text(n.sym).to_owned();
    let mut out = Vec::new();
    let mut heading: Option<&Row> = None;
    for item in items {
        let cites = item.cites.iter().map(|c| c.id).collect::<Vec<_>>();
        let first = out.len();
        let named = |word: &str, name: &Name| told(&format!("{word} {}", text(name)), text(name), name.at);
        let plain = |label: String| Piece { label, print: canonical(side, &item.kind), at: item.at, ..Piece::default() };
        match &item.kind {
            ItemKind::Allies(list) => out.extend(list.iter().map(|n| named("allies", n))),
            ItemKind::Units(u) => out.extend(u.entries.iter().map(|e| Piece {
                label: format!("units {}", text(&e.name)),
                print: canonical(side, &(e.least.map(|n| n.value), e.most.map(|n| n.value))),
                at: e.at,
                ..Piece::default()
            })),
            ItemKind::Carries(c) => out.extend(c.what.iter().map(|n| named("carries", n))),
            ItemKind::Rules(list) => {
                for r in list {
                    let said = words(side, r.at);
                    out.push(Piece { print: canonical(side, r), ..told(&format!("rules {said}"), said, r.at) });
                }
            }
            ItemKind::Has(has) => {
                for c in &has.crews {
                    out.push(Piece {
                        label: format!("has {}", text(&c.profile)),
                        print: canonical(side, &(c.number.value, c.profile, c.guise, c.leader || has.leader)),
                        at: c.at,
                        ..Piece::default()
                    });
                }
            }
            ItemKind::Option(o) => out.push(plain(format!("option {}", text(&o.name)))),
            ItemKind::Legal(l) => {
                let word = if l.always { "always" } else { "legal" };
                out.push(plain(l.name.as_ref().map_or_else(|| word.into(), |n| format!("{word} {}", text(n)))));
            }
            ItemKind::Row(row) => match heading {
                _ if row.heads(names).is_some() => heading = Some(row),
                Some(head) => cells(side, head, row, &mut out),
                None => out.push(plain(words(side, item.at))),
            },
            ItemKind::Side(s) => {
                for p in &s.placements {
                    out.push(Piece {
                        label: format!("{}: {}", text(&s.name), text(&p.name)),
                        print: canonical(side, p),
                        at: p.at,
                        ..Piece::default()
                    });
                }
                if s.musters.is_some() {
                    out.push(Piece { print: canonical(side, &s.musters), ..plain(text(&s.name)) });
                }
            }
            ItemKind::Setup(block) => {
                let below = block.0.iter().map(|s| Piece { print: canonical(side, &s.kind), at: s.at, ..Piece::default() }).collect();
                out.push(Piece { label: "setup".into(), print: "setup".into(), at: first_line(side, item.at), below, ..Piece::default() });
            }
            kind => out.push(plain(word_of(kind).to_owned())),
        }
        for p in out.iter_mut().skip(first) {
            p.cites.clone_from(&cites);
        }
    }
    out
}

/// The cells of a row below a heading, each by itself.
fn cells(side: &Side<'_>, head: &Row, row: &Row, out: &mut Vec<Piece>) {
    let Some(first) = &row.first else { return };
    let name = words(side, first.at);
    for (column, cell) in head.cells.iter().zip(&row.cells) {
        let column = words(side, column.at);
        out.push(Piece { print: canonical(side, &cell.says), ..told(&format!("{name}, {column}"), words(side, cell.at), cell.at) });
    }
}

fn first_line(side: &Side<'_>, at: At) -> At {
    let span = at.span();
    let len = side.book.files.slice(span).lines().next().map_or(0, str::len);
    At(Span::new(span.start as usize, span.start as usize + len))
}

/// What a line is called that has no name of its own.
const fn word_of(kind: &ItemKind) -> &'static str {
    match kind {
        ItemKind::Board(_) => "board",
        ItemKind::Turns(_) => "turns",
        ItemKind::Shown(_) => "shown as",
        ItemKind::Until(_) => "until",
        ItemKind::Shape(_) => "shape",
        ItemKind::Gains(_) => "gains",
        _ => "",
    }
}
