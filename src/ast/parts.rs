//! The parts that declarations of every family have: items, title, roles.

use super::{DeclKind, Item, Name, RoleHead, Title};
use crate::source::At;

impl DeclKind {
    /// The items below a head.
    #[must_use]
    pub fn items(&self) -> &[Item] {
        match self {
            Self::Pack(d) => &d.items,
            Self::Kind(d) => &d.items,
            Self::Tags(d) => &d.items,
            Self::Count(d) => &d.items,
            Self::Many(d) => &d.items,
            Self::Table(d) => &d.items,
            Self::Value(d) => &d.items,
            Self::Condition(d) => &d.items,
            Self::Chance(d) => &d.items,
            Self::Test(d) => &d.items,
            Self::Situation(d) => &d.items,
            Self::Columns(d) => &d.items,
            Self::Marker(d) | Self::Formation(d) | Self::Terrain(d) | Self::Deck(d) | Self::Scenario(d) | Self::Options(d) => &d.items,
            Self::Process(d) => &d.items,
            Self::Force(d) => &d.items,
            Self::Named(d) => &d.items,
            Self::Amend(d) => &d.items,
            Self::Remove(d) => &d.items,
            Self::Replace(inner) => inner.items(),
            Self::Ruling(_) | Self::Use(_) => &[],
        }
    }

    /// The items below a head, to be changed.
    pub fn items_mut(&mut self) -> Option<&mut Vec<Item>> {
        Some(match self {
            Self::Pack(d) => &mut d.items,
            Self::Kind(d) => &mut d.items,
            Self::Tags(d) => &mut d.items,
            Self::Count(d) => &mut d.items,
            Self::Many(d) => &mut d.items,
            Self::Table(d) => &mut d.items,
            Self::Value(d) => &mut d.items,
            Self::Condition(d) => &mut d.items,
            Self::Chance(d) => &mut d.items,
            Self::Test(d) => &mut d.items,
            Self::Situation(d) => &mut d.items,
            Self::Columns(d) => &mut d.items,
            Self::Marker(d) | Self::Formation(d) | Self::Terrain(d) | Self::Deck(d) | Self::Scenario(d) | Self::Options(d) => &mut d.items,
            Self::Process(d) => &mut d.items,
            Self::Force(d) => &mut d.items,
            Self::Named(d) => &mut d.items,
            Self::Amend(d) => &mut d.items,
            Self::Remove(d) => &mut d.items,
            Self::Replace(inner) => return inner.items_mut(),
            Self::Ruling(_) | Self::Use(_) => return None,
        })
    }

    /// Whether it says of a parent's declaration what becomes of it.
    #[must_use]
    pub const fn changes(&self) -> bool {
        matches!(self, Self::Amend(_) | Self::Remove(_) | Self::Replace(_))
    }

    /// A declaration without its items: its head alone.
    #[must_use]
    pub fn bare_head(&self) -> Self {
        let mut head = self.clone();
        if let Some(items) = head.items_mut() {
            items.clear();
        }
        head
    }

    /// The title of a head, if it has one of its own form.
    #[must_use]
    pub fn title(&self) -> Option<&Title> {
        match self {
            Self::Value(d) => Some(&d.title),
            Self::Condition(d) => Some(&d.title),
            Self::Chance(d) => Some(&d.title),
            Self::Ruling(d) => Some(&d.title),
            Self::Marker(d) | Self::Formation(d) | Self::Terrain(d) | Self::Deck(d) | Self::Scenario(d) | Self::Options(d) => {
                d.title.as_ref()
            }
            Self::Process(d) => d.title.as_ref(),
            Self::Force(d) => d.title.as_ref(),
            Self::Named(d) => d.title.as_ref(),
            _ => None,
        }
    }

    /// The name in a head that a rename of its place would change.
    pub fn name_mut(&mut self) -> Option<&mut Name> {
        match self {
            Self::Value(d) => Some(&mut d.title.name),
            Self::Condition(d) => Some(&mut d.title.name),
            Self::Chance(d) => Some(&mut d.title.name),
            Self::Ruling(d) => Some(&mut d.title.name),
            Self::Marker(d) | Self::Formation(d) | Self::Terrain(d) | Self::Deck(d) | Self::Scenario(d) | Self::Options(d) => {
                d.title.as_mut().map(|t| &mut t.name)
            }
            Self::Process(d) => d.title.as_mut().map(|t| &mut t.name),
            Self::Force(d) => d.title.as_mut().map(|t| &mut t.name),
            Self::Named(d) => d.title.as_mut().map(|t| &mut t.name),
            Self::Table(d) => Some(&mut d.name),
            Self::Pack(d) => Some(&mut d.name),
            Self::Situation(d) => Some(&mut d.name),
            _ => None,
        }
    }

    /// The blanks of a head.
    #[must_use]
    pub fn roles(&self) -> &[RoleHead] {
        match self {
            Self::Value(d) => &d.roles,
            Self::Condition(d) => &d.roles,
            Self::Chance(d) => &d.roles,
            Self::Table(d) => &d.roles,
            Self::Columns(d) => &d.roles,
            Self::Marker(d) | Self::Formation(d) | Self::Terrain(d) | Self::Deck(d) | Self::Scenario(d) | Self::Options(d) => &d.roles,
            Self::Process(d) => &d.roles,
            Self::Named(d) => &d.roles,
            _ => &[],
        }
    }

    /// Where the parts of a head stand that a variant may change by themselves, in their order.
    #[must_use]
    pub fn head_parts(&self) -> Vec<At> {
        match self {
            Self::Value(v) => v.options.iter().map(|o| o.at).chain(v.base.as_ref().map(|e| e.at)).collect(),
            Self::Condition(c) => c.base.iter().map(|e| e.at).collect(),
            Self::Count(c) => c.starts.iter().map(|e| e.at).collect(),
            Self::Chance(c) => c.base.iter().map(|b| b.at).collect(),
            Self::Named(n) => n.price.iter().map(|p| p.at).collect(),
            _ => Vec::new(),
        }
    }
}
