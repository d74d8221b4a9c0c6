//! All that is declared, each with its canonical print: what fingerprints and comparisons of packs are made from.

use std::collections::BTreeMap;

use serde::Serialize;

use super::mutate::Part;
use super::{ProcKind, RuleId, Rules, print};
use crate::intern::Sym;
use crate::source::At;

/// What sort of declaration something is, in the order of a rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// What the pack says of the game as a whole.
    Settings,
    /// A kind.
    Kind,
    /// A state that no rule is: a tag.
    Tag,
    /// A count.
    Count,
    /// A ruling.
    Ruling,
    /// A value or condition.
    Value,
    /// A table.
    Table,
    /// A throw.
    Throw,
    /// Something that happens.
    Procedure,
    /// A rule, a marker or a formation, with all its lines.
    Rule,
    /// A sort of ground.
    Terrain,
    /// A column.
    Column,
    /// A row of a list.
    Row,
    /// A thing that is declared by name.
    Thing,
    /// A deck.
    Deck,
}

/// A declaration.
#[derive(Clone, Debug)]
pub struct Declared {
    /// What it is called, as written.
    pub name: String,
    /// Its canonical print.
    pub print: String,
    /// Where it stands.
    pub at: At,
    /// What it is among the rules.
    pub part: Part,
}

/// Every declaration by its sort and key; values and tables of one name stand side by side.
#[must_use]
pub fn declared(rules: &Rules) -> BTreeMap<(Sort, String), Vec<Declared>> {
    let mut all = All { rules, out: BTreeMap::new() };
    all.nouns();
    all.hooks();
    all.rules();
    for list in all.out.values_mut() {
        list.sort_by(|a, b| a.print.cmp(&b.print));
    }
    all.out
}

/// The hash of all rules, as hexadecimal text: equal for packs that mean the same.
#[must_use]
pub fn fingerprint(rules: &Rules) -> String {
    let mut h = blake3::Hasher::new();
    for ((sort, key), list) in declared(rules) {
        for d in list {
            h.update(format!("{sort:?} {key}\n{}\n\n", d.print).as_bytes());
        }
    }
    h.finalize().to_hex().to_string()
}

struct All<'a> {
    rules: &'a Rules,
    out: BTreeMap<(Sort, String), Vec<Declared>>,
}

impl All<'_> {
    fn add<T: Serialize + ?Sized>(&mut self, sort: Sort, (name, at): (Sym, At), part: Part, node: &T) {
        let print = print(self.rules, node);
        self.printed(sort, (name, at), part, print);
    }

    fn printed(&mut self, sort: Sort, (name, at): (Sym, At), part: Part, print: String) {
        let names = &self.rules.names;
        let key = names.key_text(names.key_of(name)).to_owned();
        self.out.entry((sort, key)).or_default().push(Declared { name: names.text(name).to_owned(), print, at, part });
    }

    fn nouns(&mut self) {
        let r = self.rules;
        let settings = print(r, &(&r.settings, &r.exclusive));
        self.out.entry((Sort::Settings, String::new())).or_default().push(Declared {
            name: String::new(),
            print: settings,
            at: At::default(),
            part: Part::Settings,
        });
        for (id, k) in r.kinds.iter() {
            self.add(Sort::Kind, (k.word, k.line.at), Part::Kind(id), k);
        }
        for (id, s) in r.states.iter() {
            self.add(Sort::Tag, (s.name, s.line.at), Part::State(id), s);
        }
        for (id, c) in r.counts.iter() {
            self.add(Sort::Count, (c.name, c.line.at), Part::Count(id), c);
        }
        for (id, x) in r.rulings.iter() {
            self.add(Sort::Ruling, (x.name, x.line.at), Part::Ruling(id), x);
        }
        for (id, t) in r.terrains.iter() {
            self.add(Sort::Terrain, (t.name, t.line.at), Part::Terrain(id), t);
        }
        for (id, c) in r.columns.iter() {
            self.add(Sort::Column, (c.name, c.line.at), Part::Column(id), c);
        }
        for (id, row) in r.rows.iter() {
            self.add(Sort::Row, (row.name, row.line.at), Part::Row(id), row);
        }
        for (id, t) in r.things.iter() {
            self.add(Sort::Thing, (t.name, t.line.at), Part::Thing(id), t);
        }
        for (id, d) in r.decks.iter() {
            self.add(Sort::Deck, (d.name, d.line.at), Part::Deck(id), d);
        }
    }

    fn hooks(&mut self) {
        let r = self.rules;
        for (id, v) in r.values.iter().filter(|(_, v)| v.column.is_none()) {
            self.add(Sort::Value, (v.head.name, v.head.line.at), Part::Value(id), v);
        }
        for (id, t) in r.tables.iter() {
            self.add(Sort::Table, (t.head.name, t.head.line.at), Part::Table(id), t);
        }
        for (id, p) in r.procs.iter() {
            let sort = if matches!(p.kind, ProcKind::Chance(_)) { Sort::Throw } else { Sort::Procedure };
            self.add(sort, (p.head.name, p.head.line.at), Part::Proc(id), p);
        }
    }

    /// Each rule with its lines; what it forbids; the shape of the formation that it is.
    fn rules(&mut self) {
        let r = self.rules;
        for (id, rule) in r.rules.iter() {
            let mut lines = self.lines_of(Some(id));
            lines.extend(r.forms.iter().filter(|f| rule.state == Some(f.state)).map(|f| print(r, f)));
            lines.insert(0, print(r, rule));
            self.printed(Sort::Rule, (rule.name, rule.line.at), Part::Rule(id), lines.join("\n"));
        }
        let lines = self.lines_of(None);
        if let Some(last) = self.out.get_mut(&(Sort::Settings, String::new())).and_then(|l| l.last_mut()) {
            last.print.push_str(&lines.join("\n"));
        }
    }

    /// The lines of a rule where it meets the game, and what it forbids; they have no order.
    fn lines_of(&self, of: Option<RuleId>) -> Vec<String> {
        let r = self.rules;
        let met = r.attaches.iter().filter(|(_, a)| a.rule == of && a.lasting.is_none()).map(|(_, a)| print(r, a));
        let forbidden = r.forbids.iter().filter(|f| f.rule == of && f.lasting.is_none()).map(|f| print(r, f));
        let mut out: Vec<String> = met.chain(forbidden).collect();
        out.sort();
        out
    }
}
