//! What is meant by a name, a title or a clause; and what a unit may carry.

use std::collections::BTreeSet;

use crate::ast::{Decl, DeclKind, Item, ItemKind, Name, NameRef, OptionPartKind, OptionWhat};
use crate::hir::{KindBase, Rules};
use crate::intern::{KeyId, Sym, folded};
use crate::packs::Compiled;
use crate::speech::{Part, Speech, What, book, part_of};

/// The parts of a rulebook that go by a name: what is declared so or shown as that, a row of a list, a line such as an option
/// with the head that it stands below, and all that carries out a clause.
#[must_use]
pub fn meant(compiled: &Compiled, all: &[Part], name: &str) -> Vec<Part> {
    let rules = &compiled.resolved.rules;
    let key = folded(name.trim().trim_matches('"'));
    let is = |n: Sym| rules.names.key_text(rules.names.key_of(n)) == key;
    let mut out: Vec<Part> = Vec::new();
    for part in all.iter().filter(|p| p.names.iter().any(|n| is(*n))) {
        out.push(part.clone());
        if let Some(What::Ruling(_)) = part.what {
            out.extend(boxed(compiled, all, part));
        }
    }
    let rows = rules.rows.iter().filter(|(_, r)| is(r.name)).map(|(id, _)| What::Row(id));
    out.extend(rows.filter_map(|row| part_of(rules, &compiled.effective.decls, row)));
    for part in all {
        let inner: Vec<_> = part.inner.iter().filter(|(n, _)| is(*n)).map(|(_, at)| at.span()).collect();
        if !inner.is_empty() && !part.names.iter().any(|n| is(*n)) {
            out.push(Part { what: None, speech: only(&part.speech, |l| inner.contains(&l.at.span())), ..part.clone() });
        }
    }
    if out.is_empty() {
        for part in all {
            let cited = |l: &crate::speech::Spoken| l.cites.iter().any(|c| rules.names.text(*c) == name.trim());
            if part.speech.lines.first().is_some_and(cited) {
                out.push(part.clone());
            } else if part.speech.lines.iter().any(cited) {
                out.push(Part { speech: only(&part.speech, cited), ..part.clone() });
            }
        }
    }
    out
}

/// What stands in the box of a ruling: what changes with its readings.
fn boxed<'a>(compiled: &'a Compiled, all: &'a [Part], ruling: &'a Part) -> impl Iterator<Item = Part> + 'a {
    let names = &compiled.resolved.rules.names;
    let of = move |s: Sym| ruling.names.iter().any(|n| names.same(*n, s));
    let decls = || compiled.effective.decls.iter();
    let holds = |d: &Decl, p: &Part| (d.at.span().start..d.at.span().end).contains(&p.at.span().start);
    let within = move |p: &Part| decls().any(|d| d.inside.is_some_and(of) && holds(d, p));
    all.iter().filter(move |p| within(p)).cloned()
}

/// The lines that are wanted, with what they stand below and what stands below them.
fn only(speech: &Speech, wanted: impl Fn(&crate::speech::Spoken) -> bool) -> Speech {
    let mut keep = vec![false; speech.lines.len()];
    let mut above: Vec<usize> = Vec::new();
    let mut within: Option<usize> = None;
    for (i, line) in speech.lines.iter().enumerate() {
        above.retain(|a| speech.lines.get(*a).is_some_and(|l| l.depth < line.depth));
        within = within.filter(|depth| line.depth > *depth);
        if wanted(line) && within.is_none() {
            within = Some(line.depth);
            for a in &above {
                keep.iter_mut().skip(*a).take(1).for_each(|k| *k = true);
            }
        }
        if within.is_some() {
            keep.iter_mut().skip(i).take(1).for_each(|k| *k = true);
        }
        above.push(i);
    }
    Speech { lines: speech.lines.iter().zip(keep).filter(|(_, k)| *k).map(|(l, _)| l.clone()).collect() }
}

/// Every name that can be asked for.
#[must_use]
pub fn names(rules: &Rules, all: &[Part]) -> Vec<String> {
    let own = all.iter().flat_map(|p| p.names.iter().copied().chain(p.inner.iter().map(|(n, _)| *n)));
    own.chain(rules.rows.iter().map(|(_, r)| r.name)).map(|n| rules.names.text(n).to_owned()).collect()
}

/// What a unit's entry may carry: every name that it speaks of, and what those bring with them.
/// None if nothing is mustered under that name.
#[must_use]
pub fn carried(compiled: &Compiled, unit: &str) -> Option<BTreeSet<KeyId>> {
    let rules = &compiled.resolved.rules;
    let key = folded(unit.trim().trim_matches('"'));
    let is = |n: Sym| rules.names.key_text(rules.names.key_of(n)) == key;
    let decls = &compiled.effective.decls;
    let entry = decls.iter().find_map(|d| match &*d.kind {
        DeclKind::Named(n) if is_group(rules, d) => {
            let shown = n.items.iter().any(|i| matches!(&i.kind, ItemKind::Shown(t) if is(t.sym)));
            Some(n).filter(|n| shown || n.title.as_ref().is_some_and(|t| is(t.name.sym)))
        }
        _ => None,
    })?;
    let own = entry.title.as_ref().map(|t| rules.names.key_of(t.name.sym));
    let mut keys = Keys { rules, keys: BTreeSet::new() };
    entry.items.iter().for_each(|i| keys.item(i));
    for d in decls {
        match &*d.kind {
            // what everything of a kind has
            DeclKind::Kind(k) => k.items.iter().filter(|i| matches!(i.kind, ItemKind::Gains(_))).for_each(|i| keys.item(i)),
            DeclKind::Force(f) => {
                let lists = f.items.iter().any(
                    |i| matches!(&i.kind, ItemKind::Units(all) if all.entries.iter().any(|e| Some(rules.names.key_of(e.name.sym)) == own)),
                );
                if lists {
                    f.items.iter().filter(|i| matches!(i.kind, ItemKind::Rules(_))).for_each(|i| keys.item(i));
                }
            }
            _ => {}
        }
    }
    Some(keys.all())
}

fn is_group(rules: &Rules, d: &Decl) -> bool {
    let DeclKind::Named(n) = &*d.kind else { return false };
    let kind = rules.kind_called(rules.names.text(n.word.sym)).and_then(|k| rules.kinds.get(k));
    kind.is_some_and(|k| k.base == KindBase::Group)
}

struct Keys<'a> {
    rules: &'a Rules,
    keys: BTreeSet<KeyId>,
}

impl Keys<'_> {
    fn sym(&mut self, sym: Sym) {
        self.keys.insert(self.rules.names.key_of(sym));
    }

    fn names(&mut self, all: &[Name]) {
        all.iter().for_each(|n| self.sym(n.sym));
    }

    fn refs(&mut self, all: &[NameRef]) {
        all.iter().for_each(|n| self.sym(n.name.sym));
    }

    /// All that a line of a muster speaks of.
    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Carries(c) => self.names(&c.what),
            ItemKind::Has(h) => h.crews.iter().for_each(|c| {
                self.sym(c.profile.sym);
                c.guise.iter().for_each(|g| self.sym(g.sym));
            }),
            ItemKind::Rules(all) => self.refs(all),
            ItemKind::Gains(g) => self.refs(&g.rules),
            ItemKind::Row(row) => row.all().for_each(|c| {
                c.name.iter().for_each(|n| self.sym(n.sym));
                self.names(c.names());
            }),
            ItemKind::Option(o) => {
                match &o.what {
                    OptionWhat::Upgrade { guise, .. } | OptionWhat::Whole { guise: Some(guise) } | OptionWhat::Becomes { guise, .. } => {
                        self.sym(guise.sym);
                    }
                    OptionWhat::Gains(all) => self.refs(all),
                    OptionWhat::More { .. }
                    | OptionWhat::Equip { .. }
                    | OptionWhat::Whole { guise: None }
                    | OptionWhat::Leader
                    | OptionWhat::Offer { .. } => {}
                }
                for part in &o.parts {
                    match &part.kind {
                        OptionPartKind::Swaps { to, .. } => self.names(to),
                        OptionPartKind::Gains(all) => self.refs(all),
                        OptionPartKind::Carries(all) => self.names(all),
                        OptionPartKind::Loses(_) | OptionPartKind::Guard(_) | OptionPartKind::Limit { .. } => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// With what each brings along.
    fn all(mut self) -> BTreeSet<KeyId> {
        loop {
            let before = self.keys.len();
            for (_, row) in self.rules.rows.iter() {
                if self.keys.contains(&self.rules.names.key_of(row.name)) {
                    row.rules
                        .iter()
                        .filter_map(|r| self.rules.rules.get(*r))
                        .for_each(|r| self.keys.extend([r.name, r.title].map(|n| self.rules.names.key_of(n))));
                }
            }
            for (_, rule) in self.rules.rules.iter() {
                let known = [rule.name, rule.title].iter().any(|n| self.keys.contains(&self.rules.names.key_of(*n)));
                if known {
                    rule.brings
                        .iter()
                        .filter_map(|r| self.rules.rules.get(*r))
                        .for_each(|r| self.keys.extend([r.name, r.title].map(|n| self.rules.names.key_of(n))));
                }
            }
            if self.keys.len() == before {
                return self.keys;
            }
        }
    }
}

/// The whole rulebook of a pack, in the order of its texts.
#[must_use]
pub fn parts(compiled: &Compiled) -> Vec<Part> {
    book(&compiled.resolved.rules, &compiled.effective.decls)
}
