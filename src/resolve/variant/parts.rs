//! The parts that declarations of every family have: items, title, roles.

use crate::ast::{DeclKind, Item, Name, RoleHead, Title};
use crate::source::At;

/// The items below a head.
pub(crate) fn items(kind: &DeclKind) -> &[Item] {
    match kind {
        DeclKind::Pack(d) => &d.items,
        DeclKind::Kind(d) => &d.items,
        DeclKind::Tags(d) => &d.items,
        DeclKind::Count(d) => &d.items,
        DeclKind::Many(d) => &d.items,
        DeclKind::Table(d) => &d.items,
        DeclKind::Value(d) => &d.items,
        DeclKind::Condition(d) => &d.items,
        DeclKind::Chance(d) => &d.items,
        DeclKind::Ruling(d) => &d.items,
        DeclKind::Test(d) => &d.items,
        DeclKind::Situation(d) => &d.items,
        DeclKind::Columns(d) => &d.items,
        DeclKind::Marker(d) | DeclKind::Formation(d) | DeclKind::Terrain(d) | DeclKind::Deck(d) | DeclKind::Scenario(d) => &d.items,
        DeclKind::Process(d) => &d.items,
        DeclKind::Force(d) => &d.items,
        DeclKind::Named(d) => &d.items,
        DeclKind::Amend(d) => &d.items,
        DeclKind::Remove(d) => &d.items,
        DeclKind::Replace(inner) => items(inner),
        DeclKind::Use(_) => &[],
    }
}

/// The items below a head, to be changed.
pub(super) fn items_mut(kind: &mut DeclKind) -> Option<&mut Vec<Item>> {
    Some(match kind {
        DeclKind::Pack(d) => &mut d.items,
        DeclKind::Kind(d) => &mut d.items,
        DeclKind::Tags(d) => &mut d.items,
        DeclKind::Count(d) => &mut d.items,
        DeclKind::Many(d) => &mut d.items,
        DeclKind::Table(d) => &mut d.items,
        DeclKind::Value(d) => &mut d.items,
        DeclKind::Condition(d) => &mut d.items,
        DeclKind::Chance(d) => &mut d.items,
        DeclKind::Ruling(d) => &mut d.items,
        DeclKind::Test(d) => &mut d.items,
        DeclKind::Situation(d) => &mut d.items,
        DeclKind::Columns(d) => &mut d.items,
        DeclKind::Marker(d) | DeclKind::Formation(d) | DeclKind::Terrain(d) | DeclKind::Deck(d) | DeclKind::Scenario(d) => &mut d.items,
        DeclKind::Process(d) => &mut d.items,
        DeclKind::Force(d) => &mut d.items,
        DeclKind::Named(d) => &mut d.items,
        DeclKind::Amend(d) => &mut d.items,
        DeclKind::Remove(d) => &mut d.items,
        DeclKind::Replace(inner) => return items_mut(inner),
        DeclKind::Use(_) => return None,
    })
}

/// A declaration without its items: its head alone.
pub(crate) fn bare_head(kind: &DeclKind) -> DeclKind {
    let mut head = kind.clone();
    if let Some(items) = items_mut(&mut head) {
        items.clear();
    }
    head
}

/// The title of a head, if it has one of its own form.
pub(crate) fn title(kind: &DeclKind) -> Option<&Title> {
    match kind {
        DeclKind::Value(d) => Some(&d.title),
        DeclKind::Condition(d) => Some(&d.title),
        DeclKind::Chance(d) => Some(&d.title),
        DeclKind::Ruling(d) => Some(&d.title),
        DeclKind::Marker(d) | DeclKind::Formation(d) | DeclKind::Terrain(d) | DeclKind::Deck(d) | DeclKind::Scenario(d) => d.title.as_ref(),
        DeclKind::Process(d) => d.title.as_ref(),
        DeclKind::Force(d) => d.title.as_ref(),
        DeclKind::Named(d) => d.title.as_ref(),
        _ => None,
    }
}

/// The name in a head that a rename of its place would change.
pub(super) fn name_mut(kind: &mut DeclKind) -> Option<&mut Name> {
    match kind {
        DeclKind::Value(d) => Some(&mut d.title.name),
        DeclKind::Condition(d) => Some(&mut d.title.name),
        DeclKind::Chance(d) => Some(&mut d.title.name),
        DeclKind::Ruling(d) => Some(&mut d.title.name),
        DeclKind::Marker(d) | DeclKind::Formation(d) | DeclKind::Terrain(d) | DeclKind::Deck(d) | DeclKind::Scenario(d) => {
            d.title.as_mut().map(|t| &mut t.name)
        }
        DeclKind::Process(d) => d.title.as_mut().map(|t| &mut t.name),
        DeclKind::Force(d) => d.title.as_mut().map(|t| &mut t.name),
        DeclKind::Named(d) => d.title.as_mut().map(|t| &mut t.name),
        DeclKind::Table(d) => Some(&mut d.name),
        DeclKind::Pack(d) => Some(&mut d.name),
        DeclKind::Situation(d) => Some(&mut d.name),
        _ => None,
    }
}

/// The blanks of a head.
#[must_use]
pub fn roles(kind: &DeclKind) -> &[RoleHead] {
    match kind {
        DeclKind::Value(d) => &d.roles,
        DeclKind::Condition(d) => &d.roles,
        DeclKind::Chance(d) => &d.roles,
        DeclKind::Table(d) => &d.roles,
        DeclKind::Columns(d) => &d.roles,
        DeclKind::Marker(d) | DeclKind::Formation(d) | DeclKind::Terrain(d) | DeclKind::Deck(d) | DeclKind::Scenario(d) => &d.roles,
        DeclKind::Process(d) => &d.roles,
        DeclKind::Named(d) => &d.roles,
        _ => &[],
    }
}

/// Where the parts of a head stand that a variant may change by themselves, in their order.
pub(super) fn head_parts(kind: &DeclKind) -> Vec<At> {
    match kind {
        DeclKind::Value(v) => v.options.iter().map(|o| o.at).chain(v.base.as_ref().map(|e| e.at)).collect(),
        DeclKind::Condition(c) => c.base.iter().map(|e| e.at).collect(),
        DeclKind::Count(c) => c.starts.iter().map(|e| e.at).collect(),
        DeclKind::Chance(c) => c.base.iter().map(|b| b.at).collect(),
        DeclKind::Named(n) => n.price.iter().map(|p| p.at).collect(),
        _ => Vec::new(),
    }
}
