//! Force lists as printed lists: each unit with its profiles, what it has, and the price of every choice.

use serde::Serialize;
use serde_json::{Map, Value};

use super::place::is_home;
use crate::ast::{CellSays, Decl, DeclKind, EntryRef, Heads, Item, ItemKind, Name, NameRef, Named, OptionsOf, Per, UnitOption};
use crate::hir::Rules;
use crate::intern::KeyId;
use crate::packs::{Compiled, Loaded};
use crate::speech::Titles;

/// All force lists of a pack, in the order of the texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Catalogue {
    /// The lists.
    pub lists: Vec<ListSheet>,
    /// What several units choose from, at prices of its own.
    pub options: Vec<OptionList>,
}

/// A force list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ListSheet {
    /// Its name.
    pub name: String,
    /// The lists whose units may join.
    pub allies: Vec<String>,
    /// What it offers.
    pub units: Vec<UnitSheet>,
}

/// A unit as a list offers it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct UnitSheet {
    /// What players call it.
    pub name: String,
    /// What rosters call it.
    pub entry: String,
    /// The heading of the list below which it stands, if it stands below one.
    pub section: Option<String>,
    /// Its price without options; none if it has none.
    pub points: Option<i64>,
    /// How many may be taken: at least, and at most if there is an end.
    pub limit: (i64, Option<i64>),
    /// What its models may be: `name`, each column by its heading (nothing where it has a dash), and `is`.
    pub profiles: Vec<Map<String, Value>>,
    /// Of how many models of which profile it consists, the leader marked.
    pub has: Vec<String>,
    /// What every model carries.
    pub equipment: Vec<String>,
    /// Its rules.
    pub rules: Vec<String>,
    /// What may be bought.
    pub options: Vec<OptionSheet>,
}

/// What may be bought for a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionSheet {
    /// What rosters call it.
    pub name: String,
    /// What it is, read aloud.
    pub says: String,
    /// What it costs; none for a list of options, each of which has its own price.
    pub points: Option<i64>,
    /// For each what, if not once: `model`.
    pub per: Option<&'static str>,
}

/// A list of options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OptionList {
    /// Its name.
    pub name: String,
    /// Its options.
    pub options: Vec<OptionSheet>,
}

impl Catalogue {
    /// What the force lists of a pack offer; those beside the rules, which are for tests of them, only if there are no others.
    #[must_use]
    pub fn of(loaded: &Loaded, compiled: &Compiled) -> Self {
        let rules = &compiled.resolved.rules;
        let mut printer = Printer { rules, decls: &compiled.effective.decls, titles: Titles::new(rules) };
        let mut out = Self::default();
        let home = |d: &Decl| is_home(loaded, d.head.span());
        let any = printer.decls.iter().any(|d| matches!(*d.kind, DeclKind::Force(_)) && home(d));
        for d in printer.decls {
            match &*d.kind {
                DeclKind::Force(_) if any && !home(d) => {}
                DeclKind::Force(_) => out.lists.push(printer.list(d)),
                DeclKind::Options(_) => out.options.push(printer.options(d)),
                _ => {}
            }
        }
        out
    }
}

/// Prints what is declared.
struct Printer<'a> {
    rules: &'a Rules,
    decls: &'a [Decl],
    titles: Titles,
}

impl<'a> Printer<'a> {
    fn title_of(&self, d: &Decl) -> String {
        let shown = d.kind.items().iter().find_map(|i| if let ItemKind::Shown(t) = i.kind { Some(t.sym) } else { None });
        match (shown, d.kind.title()) {
            (Some(sym), _) => self.rules.names.text(sym).to_owned(),
            (None, Some(t)) => self.titles.name(t.name.sym),
            (None, None) => String::new(),
        }
    }

    fn names(&self, names: &[Name]) -> Vec<String> {
        names.iter().map(|n| self.titles.name(n.sym)).collect()
    }

    fn refs(&self, names: &[NameRef]) -> Vec<String> {
        names.iter().map(|n| self.titles.name_ref(n)).collect()
    }

    fn list(&mut self, d: &Decl) -> ListSheet {
        let mut list = ListSheet { name: self.title_of(d), allies: Vec::new(), units: Vec::new() };
        for item in d.kind.items() {
            match &item.kind {
                ItemKind::Allies(names) => list.allies.extend(self.names(names)),
                ItemKind::Units(units) => {
                    let section = units.section.map(|s| self.rules.names.text(s.sym));
                    for e in &units.entries {
                        list.units.extend(self.unit(e, section));
                    }
                }
                _ => {}
            }
        }
        list
    }

    fn entry(&self, key: KeyId) -> Option<(&'a Decl, &'a Named)> {
        self.decls.iter().find_map(|d| {
            let DeclKind::Named(n) = &*d.kind else { return None };
            let called = n.title.as_ref().is_some_and(|t| self.rules.names.key_of(t.name.sym) == key);
            let unit = called && n.items.iter().any(|i| matches!(i.kind, ItemKind::Has(_)));
            unit.then_some((d, n))
        })
    }

    fn unit(&mut self, e: &EntryRef, section: Option<&str>) -> Option<UnitSheet> {
        let (d, n) = self.entry(self.rules.names.key_of(e.name.sym))?;
        let mut unit = UnitSheet {
            name: self.title_of(d),
            entry: self.rules.names.text(e.name.sym).to_owned(),
            section: section.map(str::to_owned),
            points: n.price.map(|p| p.value),
            limit: (e.least.map_or(0, |l| l.value), e.most.map(|m| m.value)),
            profiles: self.profiles(&n.items),
            has: Vec::new(),
            equipment: Vec::new(),
            rules: Vec::new(),
            options: Vec::new(),
        };
        for item in &n.items {
            match &item.kind {
                ItemKind::Has(has) => unit.has.extend(has.crews.iter().map(|c| self.titles.crew(c, has.leader))),
                ItemKind::Carries(c) => unit.equipment.extend(self.names(&c.what)),
                ItemKind::Rules(names) => unit.rules.extend(self.refs(names)),
                // those of a list stand in the list
                ItemKind::Option(o) if o.from.is_none() => unit.options.push(self.option(o, &n.items)),
                ItemKind::Options(o) => unit.options.push(self.options_of(o)),
                _ => {}
            }
        }
        Some(unit)
    }

    fn profiles(&self, items: &[Item]) -> Vec<Map<String, Value>> {
        let mut headings: Vec<String> = Vec::new();
        let mut out = Vec::new();
        for item in items {
            let ItemKind::Row(row) = &item.kind else { continue };
            let text = |name: Option<Name>| name.map_or_else(String::new, |n| self.rules.names.text(n.sym).to_owned());
            if row.heads(&self.rules.names) == Some(Heads::Profiles) {
                headings = row.all().skip(1).map(|c| text(c.name)).collect();
                continue;
            }
            let mut profile = Map::new();
            for (n, cell) in row.all().enumerate() {
                let Some(heading) = n.checked_sub(1).and_then(|n| headings.get(n)) else {
                    profile.insert("name".to_owned(), text(cell.name).into());
                    continue;
                };
                let value = match &cell.says {
                    CellSays::Int(n) => (*n).into(),
                    CellSays::Dash | CellSays::Empty => Value::Null,
                    _ if heading == "is" => self.names(cell.names()).into(),
                    _ => text(cell.name).into(),
                };
                profile.insert(heading.clone(), value);
            }
            out.push(profile);
        }
        out
    }

    fn option(&mut self, o: &UnitOption, all: &[Item]) -> OptionSheet {
        OptionSheet {
            name: self.rules.names.text(o.name.sym).to_owned(),
            says: self.titles.option(o, all),
            points: Some(o.price.map_or(0, |p| p.points)),
            per: o.price.and_then(|p| if p.per == Per::Time { None } else { Some("model") }),
        }
    }

    fn options_of(&self, o: &OptionsOf) -> OptionSheet {
        OptionSheet { name: self.rules.names.text(o.list.sym).to_owned(), says: self.titles.options_of(o), points: None, per: None }
    }

    fn options(&mut self, d: &Decl) -> OptionList {
        let all = d.kind.items();
        let options = all.iter().filter_map(|i| if let ItemKind::Option(o) = &i.kind { Some(self.option(o, all)) } else { None }).collect();
        OptionList { name: self.title_of(d), options }
    }
}
