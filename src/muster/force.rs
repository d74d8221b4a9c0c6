//! A force list: which entries it offers, and what holds for all that is drawn from it.

use super::names::{Names, titled};
use super::{Entries, Entry};
use crate::ast::DeclKind;
use crate::ast::{self, Decl, EntryRef, Expr, Gains, Item, ItemKind, Name};
use crate::diag::{Code, Diagnostic};
use crate::intern::Sym;
use crate::ir::{Key, RuleNo};
use crate::source::Span;
use crate::syntax::strip_comment;

/// A list that a roster is drawn from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Force {
    /// As written.
    pub name: String,
    /// The headings below which it offers them, in order.
    pub sections: Vec<String>,
    /// What it offers, and how often.
    pub units: Vec<Quota>,
    /// Other lists whose units may join, by number.
    pub allies: Vec<usize>,
    /// The rules that every unit of the list gets.
    pub rules: Vec<RuleNo>,
    /// Questions that must hold of the side.
    pub legal: Vec<Legal>,
    /// Where its name stands.
    pub span: Span,
}

/// How often an entry may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    /// Which.
    pub entry: usize,
    /// At least.
    pub least: usize,
    /// At most, if there is an end.
    pub most: Option<usize>,
    /// Below which of the list's headings, if below one.
    pub section: Option<usize>,
}

impl Force {
    /// The number of a heading, which is a new one if none is called so.
    fn section(&mut self, written: Option<&str>) -> Option<usize> {
        let written = written?;
        let key = Key::new(written);
        let found = self.sections.iter().position(|s| Key::new(s) == key);
        Some(found.unwrap_or_else(|| {
            self.sections.push(written.to_owned());
            self.sections.len() - 1
        }))
    }
}

/// A question that must hold of a side whose roster is drawn from the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Legal {
    /// Whether it is asked at each decision of a game, not before it.
    pub always: bool,
    /// Its name, if it has one.
    pub name: String,
    /// The question, for whoever resolves it where `side` is known.
    pub question: Expr,
    /// The question as written.
    pub text: String,
    /// Where.
    pub span: Span,
}

impl Names<'_> {
    /// Reads a force list; allies are found when all lists are known.
    pub fn force(&mut self, d: &Decl, f: &ast::Force, entries: &[Entry]) -> (Force, Option<Sym>, Vec<Name>) {
        let (name, span) = titled(f.title.as_ref(), d.head);
        let mut force = Force { name: self.said(name), span, ..Force::default() };
        let mut allies = Vec::new();
        for item in &f.items {
            match &item.kind {
                ItemKind::Rules(names) | ItemKind::Gains(Gains { rules: names, .. }) => force.rules.extend(self.rules(names)),
                ItemKind::Units(units) => {
                    for unit in &units.entries {
                        let Some(mut quota) = self.quota(unit, entries) else { continue };
                        quota.section = force.section(units.section.map(|s| self.text(s.sym)));
                        if let Some(other) = force.units.iter().find(|q| q.entry == quota.entry) {
                            let limit = |q: &Quota| match q.most {
                                Some(most) => format!("`{}-{most}`", q.least),
                                None => format!("`{} or more`", q.least),
                            };
                            let alike = (other.least, other.most) == (quota.least, quota.most);
                            let d = Diagnostic::new(
                                Code::Twice,
                                unit.at.span(),
                                format!("`{}` stands in this list already", self.text(unit.name.sym)),
                            );
                            let help = if alike {
                                "take one of the two out".to_owned()
                            } else {
                                format!("take one of the two out, that with {} or that with {}", limit(other), limit(&quota))
                            };
                            self.found.push(d.help(help));
                            continue;
                        }
                        force.units.push(quota);
                    }
                }
                ItemKind::Allies(names) => allies.extend(names),
                ItemKind::Legal(_) => force.legal.extend(self.legal(item)),
                ItemKind::Shown(_) => {}
                _ => self.misplaced(item, "a force list"),
            }
        }
        (force, name, allies)
    }

    fn quota(&mut self, unit: &EntryRef, entries: &[Entry]) -> Option<Quota> {
        let written = self.text(unit.name.sym);
        let key = Key::new(written);
        let Some(entry) = entries.iter().position(|e| Key::new(&e.name) == key) else {
            match entries.iter().find(|e| Key::new(&e.shown) == key) {
                Some(meant) => self.named_as_shown(unit.name, &meant.name),
                None if self.is_force(unit.name) => {
                    let message = format!("`{written}` is a force list, and no unit entry");
                    let d = Diagnostic::new(Code::Kind, unit.name.at.span(), message);
                    self.found.push(d.help(format!("take it out here, and write `allies {written}` on a line below")));
                }
                None => self.unknown(unit.name, "unit entry", entries.iter().map(|e| e.name.as_str())),
            }
            return None;
        };
        let least = unit.least.and_then(|n| usize::try_from(n.value).ok()).unwrap_or(0);
        let most = unit.most.and_then(|n| usize::try_from(n.value).ok());
        if let (Some(low), Some(high)) = (unit.most, unit.least)
            && low.value < high.value
        {
            let (low, high, at) = (low.value, high.value, high.at.to(low.at));
            let message = format!("from {high} to {low} there is no number, so `{written}` may never be taken");
            self.found.push(Diagnostic::new(Code::Roster, at.span(), message).help(format!("write `{low}-{high}`")));
        }
        Some(Quota { entry, least, most, section: None })
    }

    /// Whether a force list is called so.
    fn is_force(&self, name: Name) -> bool {
        let key = Key::new(self.text(name.sym));
        self.book.decls.iter().any(|d| match &*d.kind {
            DeclKind::Force(f) => f.title.as_ref().is_some_and(|t| Key::new(self.text(t.name.sym)) == key),
            _ => false,
        })
    }

    /// Tells of an entry that is named by what it is shown as.
    fn named_as_shown(&mut self, written: Name, meant: &str) {
        let message = format!("there is no unit entry `{}`", self.text(written.sym));
        let help = format!("write `{meant}`: that is its name, and this is how it is shown");
        self.found.push(Diagnostic::new(Code::Name, written.at.span(), message).help(help));
    }

    /// A question that a side must meet, if a line is one.
    pub fn legal(&self, item: &Item) -> Option<Legal> {
        let ItemKind::Legal(legal) = &item.kind else { return None };
        let at = legal.expr.at;
        let name = self.said(legal.name.map(|n| n.sym));
        // brackets that begin or end a question are no part of it
        let whole = self.words(item.at);
        let word = if legal.always { "always" } else { "legal" };
        let said = legal.name.map_or_else(|| whole.trim_start().strip_prefix(word), |_| whole.split_once(':').map(|(_, q)| q));
        let text = strip_comment(said.unwrap_or(whole)).split(" [").next().unwrap_or("").trim().to_owned();
        Some(Legal { always: legal.always, name, text, span: at.span(), question: legal.expr.clone() })
    }
}

impl Entries {
    /// A force list by name.
    #[must_use]
    pub fn force(&self, written: &str) -> Option<usize> {
        let key = Key::new(written);
        self.forces.iter().position(|f| Key::new(&f.name) == key)
    }

    /// What a list offers: its own units, then those of its allies.
    pub fn offered(&self, force: usize) -> impl Iterator<Item = Quota> + '_ {
        let lists = self.forces.get(force).into_iter().flat_map(move |f| std::iter::once(force).chain(f.allies.iter().copied()));
        lists.filter_map(|f| self.forces.get(f)).flat_map(|f| f.units.iter().copied())
    }

    /// An entry that a list offers, by its name or by what it is shown as.
    #[must_use]
    pub fn entry_of(&self, force: usize, written: &str) -> Option<usize> {
        let called = |q: &Quota| self.entries.get(q.entry).is_some_and(|e| e.is_called(written));
        self.offered(force).find(called).map(|q| q.entry)
    }

    /// An entry of any list by its name.
    #[must_use]
    pub fn entry(&self, written: &str) -> Option<usize> {
        let key = Key::new(written);
        self.entries.iter().position(|e| Key::new(&e.name) == key)
    }
}
