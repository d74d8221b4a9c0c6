//! The canonical order of declarations and of their lines, so that no number depends on the order of the texts.

use std::cell::OnceCell;
use std::fmt::{Debug, Write};

use crate::ast::{
    AtPlace, Attach, ChanceSort, DeckSort, Decl, DeclKind, Forbidden, Holds, Item, ItemKind, Met, NameOrWord, ProcessSort, RoleHead,
    Selector, TagRule, Title,
};
use crate::intern::{Names, Sym, folded};

/// The declarations in the order of their heads, the lines that have no order among themselves in that of what they say.
pub(crate) fn canonical(names: &Names, decls: &[Decl]) -> Vec<Decl> {
    let mut sorted = by(names, decls.iter(), head_words);
    for d in &mut sorted {
        if let DeclKind::Many(many) = &mut *d.kind {
            many.items = by(names, many.items.iter(), row_name);
        } else if let Some(items) = d.kind.items_mut() {
            unordered(names, items);
        }
    }
    sorted
}

/// A node with its words, and all that it says once that is asked.
type Keyed<'a, T> = (String, &'a T, OnceCell<(String, String)>);

/// In the order of their words; where these are the same, of all that they say.
fn by<'a, T: Clone + Debug + 'a>(names: &Names, list: impl Iterator<Item = &'a T>, words: fn(&Names, &T) -> String) -> Vec<T> {
    // few have the same words, and to print one takes long
    let mut keyed: Vec<Keyed<'_, T>> = list.map(|node| (folded(&words(names, node)), node, OnceCell::new())).collect();
    keyed.sort_by(|(a, one, print), (b, other, others)| {
        let all = || print.get_or_init(|| printed(names, one)).cmp(others.get_or_init(|| printed(names, other)));
        a.cmp(b).then_with(all)
    });
    keyed.into_iter().map(|(_, node, _)| node.clone()).collect()
}

/// Puts lines that have no order among themselves in that of what they say, where they stand.
fn unordered(names: &Names, items: &mut [Item]) {
    let sorted = by(names, items.iter().filter(|i| is_free(i)), item_words);
    for (place, item) in items.iter_mut().filter(|i| is_free(i)).zip(sorted) {
        *place = item;
    }
}

/// Whether it makes no difference where among its like an item stands.
fn is_free(item: &Item) -> bool {
    use ItemKind::{Attach, Cost, Forbid, Limit, Named, Needs};
    matches!(item.kind, Attach(_) | Named { .. } | Forbid(_) | Needs(_) | Limit(_) | Cost(_))
}

/// All that a node says, in one text, no places: the names as they are compared, and behind that as they are written.
fn printed(names: &Names, node: &impl Debug) -> (String, String) {
    let text = texts(names, &format!("{node:?}"));
    (folded(&text), text)
}

/// A printed node with names in the place of their numbers.
pub(super) fn texts(names: &Names, raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, behind)) = rest.split_once("Sym(") {
        let (number, after) = behind.split_once(')').unwrap_or((behind, ""));
        out.push_str(before);
        out.push_str(number.parse().map_or(number, |n| names.text(Sym(n))));
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The name that a row begins with.
fn row_name(names: &Names, item: &Item) -> String {
    let ItemKind::Row(row) = &item.kind else { return String::new() };
    row.first.as_ref().and_then(|c| c.name).map_or_else(String::new, |n| names.text(n.sym).to_owned())
}

/// What a line begins with.
fn item_words(names: &Names, item: &Item) -> String {
    match &item.kind {
        ItemKind::Named { name, .. } => names.text(name.sym).to_owned(),
        ItemKind::Attach(attach) => attach_words(names, attach),
        ItemKind::Forbid(forbid) => match &forbid.what {
            Forbidden::Any { kind, .. } => format!("may not take any {}", names.text(kind.sym)),
            Forbidden::Named(list) => {
                let list: Vec<&str> = list.iter().map(|n| names.text(n.sym)).collect();
                format!("may not {}", list.join(", "))
            }
        },
        ItemKind::Needs(needs) => format!("needs {}", needs.name.map_or("", |n| names.text(n.sym))),
        ItemKind::Limit(_) => "once".to_owned(),
        ItemKind::Cost(_) => "cost".to_owned(),
        _ => String::new(),
    }
}

fn attach_words(names: &Names, attach: &Attach) -> String {
    let mut out = match attach.place {
        AtPlace::On => "on",
        AtPlace::Before => "before",
        AtPlace::After => "after",
        AtPlace::InsteadOf => "instead of",
        AtPlace::Anytime => "anytime in",
    }
    .to_owned();
    for pattern in &attach.patterns {
        let cost = if pattern.cost { " cost of" } else { "" };
        let (any, name) = match &pattern.what {
            Met::Named { any, name } => (*any, name.name.sym),
            Met::Any { kind, .. } => (true, kind.sym),
        };
        let any = if any { " any" } else { "" };
        let step = pattern.step.map_or_else(String::new, |step| format!(" step {} of", names.text(step.sym)));
        // writing into a String does not fail
        let _ = write!(out, "{cost}{step}{any} {}", names.text(name));
        for role in &pattern.roles {
            let _ = write!(out, " {}", role.prep.word());
        }
    }
    out
}

/// The words of a head up to what it is worked out from.
fn head_words(names: &Names, d: &Decl) -> String {
    let text = |sym: Sym| names.text(sym);
    let list = |all: &[crate::ast::Name]| all.iter().map(|n| text(n.sym)).collect::<Vec<_>>().join(" ");
    let said = |n: NameOrWord| text(n.sym());
    let titled = |word: &str, title: Option<&Title>, roles: &[RoleHead]| {
        format!("{word} {} {}", title.map_or_else(String::new, |t| title_words(names, t)), roles_words(names, roles))
    };
    match &*d.kind {
        DeclKind::Pack(p) => format!("pack {}", text(p.name.sym)),
        DeclKind::Kind(k) => format!("kind {}", text(k.word.sym)),
        DeclKind::Tags(t) => {
            let rules: Vec<&str> = t.rules.iter().map(|r| tag_word(*r)).collect();
            format!("tags {} of {} {}", list(&t.names), text(t.of.sym), rules.join(" "))
        }
        DeclKind::Count(c) => {
            let measure = c.measure.map_or_else(String::new, |m| format!("in {}", said(m)));
            format!("count {} of {} {measure}", list(&c.names), text(c.of.sym))
        }
        DeclKind::Many(m) => {
            let heads: Vec<&str> = m.columns.iter().filter_map(|c| c.name).map(|n| text(n.sym)).collect();
            format!("many {} {}", text(m.kind.sym), heads.join(" "))
        }
        DeclKind::Table(t) => format!("table {} {}", text(t.name.sym), table_keys(names, &t.keys)),
        DeclKind::Value(v) => titled("value", Some(&v.title), &v.roles),
        DeclKind::Condition(c) => titled("condition", Some(&c.title), &c.roles),
        DeclKind::Chance(c) => titled(chance_word(c.sort), Some(&c.title), &c.roles),
        DeclKind::Ruling(r) => titled("ruling", Some(&r.title), &[]),
        DeclKind::Test(t) => format!("test {}", text(t.name.sym)),
        DeclKind::Situation(s) => format!("situation {}", text(s.name.sym)),
        DeclKind::Columns(c) => titled("columns", None, &c.roles),
        DeclKind::Marker(t) => titled("marker", t.title.as_ref(), &t.roles),
        DeclKind::Formation(t) => titled("formation", t.title.as_ref(), &t.roles),
        DeclKind::Terrain(t) => titled("terrain", t.title.as_ref(), &t.roles),
        DeclKind::Deck(t) => titled(deck_word(t), t.title.as_ref(), &t.roles),
        DeclKind::Scenario(t) => titled("scenario", t.title.as_ref(), &t.roles),
        DeclKind::Process(p) => titled(process_word(p.sort), p.title.as_ref(), &p.roles),
        DeclKind::Force(f) => titled("force list", f.title.as_ref(), &[]),
        DeclKind::Options(t) => titled("options", t.title.as_ref(), &[]),
        DeclKind::Named(n) => titled(text(n.word.sym), n.title.as_ref(), &n.roles),
        DeclKind::Amend(_) | DeclKind::Remove(_) | DeclKind::Replace(_) | DeclKind::Use(_) => String::new(),
    }
}

/// The word that what holds cards is declared with.
pub(super) const fn deck_word(t: &crate::ast::Titled) -> &'static str {
    match t.holds {
        Some(Holds { sort: DeckSort::Hand, .. }) => "hand",
        Some(Holds { sort: DeckSort::Tray, .. }) => "tray",
        _ => "deck",
    }
}

/// The word that a throw is declared with.
pub(super) const fn chance_word(sort: ChanceSort) -> &'static str {
    match sort {
        ChanceSort::Roll => "roll",
        ChanceSort::Pool => "pool",
        ChanceSort::Check => "check",
        ChanceSort::Opposed => "opposed",
    }
}

/// The word that something that happens is declared with.
pub(super) const fn process_word(sort: ProcessSort) -> &'static str {
    match sort {
        ProcessSort::Turn => "turn",
        ProcessSort::Phase => "phase",
        ProcessSort::Procedure => "procedure",
        ProcessSort::Manner => "manner",
    }
}

const fn tag_word(rule: TagRule) -> &'static str {
    match rule {
        TagRule::Majority(_) => "majority",
        TagRule::Any(_) => "any",
        TagRule::Exclusive => "exclusive",
    }
}

fn title_words(names: &Names, title: &Title) -> String {
    let params: Vec<&str> = title.params.iter().map(|p| names.text(p.sym)).collect();
    format!("{} {}", names.text(title.name.sym), params.join(" "))
}

fn table_keys(names: &Names, keys: &[crate::ast::TableKey]) -> String {
    let words: Vec<&str> = keys.iter().map(|k| if let crate::ast::TableKey::Word(w) = k { names.text(w.sym) } else { "" }).collect();
    words.join(" ")
}

fn roles_words(names: &Names, roles: &[RoleHead]) -> String {
    let words: Vec<String> = roles.iter().map(|r| format!("{} {}", r.prep.word(), noun_words(names, &r.who))).collect();
    words.join(" ")
}

fn noun_words(names: &Names, s: &Selector) -> String {
    let called = s.noun.called.map_or("", |w| names.text(w.sym));
    format!("{} {called}", names.text(s.noun.kind.sym))
}
