//! All that is declared, each with its canonical print: what fingerprints and comparisons of packs are made from.

use std::collections::BTreeMap;

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

/// The canonical print of a declaration by itself: of a rule with all its lines, of the game with those that nobody
/// carries. None for what is printed as a part of others, and for what is not there.
#[must_use]
pub fn print_of(rules: &Rules, part: Part) -> Option<String> {
    let r = rules;
    Some(match part {
        Part::Settings => [vec![print(r, &(&r.settings, &r.exclusive))], lines_of(r, None)].concat().join("\n"),
        Part::Kind(id) => print(r, r.kinds.get(id)?),
        Part::State(id) => print(r, r.states.get(id)?),
        Part::Count(id) => print(r, r.counts.get(id)?),
        // what columns hold is printed with their rows
        Part::Value(id) => print(r, r.values.get(id).filter(|v| v.column.is_none())?),
        Part::Proc(id) => print(r, r.procs.get(id)?),
        Part::Table(id) => print(r, r.tables.get(id)?),
        Part::Rule(id) => {
            let rule = r.rules.get(id)?;
            let mut lines = vec![print(r, rule)];
            lines.extend(lines_of(r, Some(id)));
            lines.extend(r.forms.iter().filter(|f| rule.state == Some(f.state)).map(|f| print(r, f)));
            lines.join("\n")
        }
        Part::Row(id) => print(r, r.rows.get(id)?),
        Part::Terrain(id) => print(r, r.terrains.get(id)?),
        Part::Ruling(id) => print(r, r.rulings.get(id)?),
        Part::Deck(id) => print(r, r.decks.get(id)?),
        Part::Column(id) => print(r, r.columns.get(id)?),
        Part::Thing(id) => print(r, r.things.get(id)?),
        Part::Brought(_) | Part::Attach(_) | Part::Forbid(_) | Part::Lasting(_) | Part::Form(_) => return None,
    })
}

/// The lines of a rule where it meets the game, and what it forbids; they have no order.
fn lines_of(r: &Rules, of: Option<RuleId>) -> Vec<String> {
    let met = r.attaches.iter().filter(|(_, a)| a.rule == of && a.lasting.is_none()).map(|(_, a)| print(r, a));
    let forbidden = r.forbids.iter().filter(|f| f.rule == of && f.lasting.is_none()).map(|f| print(r, f));
    let mut out: Vec<String> = met.chain(forbidden).collect();
    out.sort();
    out
}

struct All<'a> {
    rules: &'a Rules,
    out: BTreeMap<(Sort, String), Vec<Declared>>,
}

impl All<'_> {
    fn add(&mut self, sort: Sort, (name, at): (Sym, At), part: Part) {
        let Some(print) = print_of(self.rules, part) else { return };
        let names = &self.rules.names;
        let key = names.key_text(names.key_of(name)).to_owned();
        self.out.entry((sort, key)).or_default().push(Declared { name: names.text(name).to_owned(), print, at, part });
    }

    fn nouns(&mut self) {
        let r = self.rules;
        self.out.entry((Sort::Settings, String::new())).or_default().push(Declared {
            name: String::new(),
            print: print_of(r, Part::Settings).unwrap_or_default(),
            at: At::default(),
            part: Part::Settings,
        });
        for (id, k) in r.kinds.iter() {
            self.add(Sort::Kind, (k.word, k.line.at), Part::Kind(id));
        }
        for (id, s) in r.states.iter() {
            self.add(Sort::Tag, (s.name, s.line.at), Part::State(id));
        }
        for (id, c) in r.counts.iter() {
            self.add(Sort::Count, (c.name, c.line.at), Part::Count(id));
        }
        for (id, x) in r.rulings.iter() {
            self.add(Sort::Ruling, (x.name, x.line.at), Part::Ruling(id));
        }
        for (id, t) in r.terrains.iter() {
            self.add(Sort::Terrain, (t.name, t.line.at), Part::Terrain(id));
        }
        for (id, c) in r.columns.iter() {
            self.add(Sort::Column, (c.name, c.line.at), Part::Column(id));
        }
        for (id, row) in r.rows.iter() {
            self.add(Sort::Row, (row.name, row.line.at), Part::Row(id));
        }
        for (id, t) in r.things.iter() {
            self.add(Sort::Thing, (t.name, t.line.at), Part::Thing(id));
        }
        for (id, d) in r.decks.iter() {
            self.add(Sort::Deck, (d.name, d.line.at), Part::Deck(id));
        }
    }

    fn hooks(&mut self) {
        let r = self.rules;
        for (id, v) in r.values.iter() {
            self.add(Sort::Value, (v.head.name, v.head.line.at), Part::Value(id));
        }
        for (id, t) in r.tables.iter() {
            self.add(Sort::Table, (t.head.name, t.head.line.at), Part::Table(id));
        }
        for (id, p) in r.procs.iter() {
            let sort = if matches!(p.kind, ProcKind::Chance(_)) { Sort::Throw } else { Sort::Procedure };
            self.add(sort, (p.head.name, p.head.line.at), Part::Proc(id));
        }
    }

    /// Each rule with its lines; what it forbids; the shape of the formation that it is.
    fn rules(&mut self) {
        for (id, rule) in self.rules.rules.iter() {
            self.add(Sort::Rule, (rule.name, rule.line.at), Part::Rule(id));
        }
    }
}
