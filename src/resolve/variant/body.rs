//! A declaration and what a variant makes of it, item by item.

use super::chain::Entry;
use super::ident::wanted;
use super::line::{Known, alike, called, fits, guard_of, is_new, is_row, known_by, need, removed_key, says_when, tail, without_was};
use super::{Change, Effective, Removed, faults, list, nearby};
use crate::ast::{
    BandKind, Body, ContribKind, Decl, DeclKind, Item, ItemKind, Name, NameOrWord, Removal, RemovalKind, Signed, freed, under,
};
use crate::diag::{Code, Diagnostic};
use crate::intern::Names;
use crate::resolve::happen::span_of;
use crate::source::{At, Files};

/// A declaration that is being amended.
pub(super) struct Amending<'a> {
    /// The texts, for messages alone.
    pub files: &'a Files,
    pub names: &'a Names,
    pub out: &'a mut Effective,
    /// As the parent has it, then as it becomes.
    pub d: Decl,
    /// How messages call it.
    pub name: String,
    /// What was amended so far, and where.
    seen: Vec<(Known, At)>,
    /// Steps that are new.
    pub steps: Vec<Item>,
    /// Whether the head was changed.
    pub head_changed: bool,
}

impl<'a> Amending<'a> {
    pub fn new(files: &'a Files, names: &'a Names, out: &'a mut Effective, entry: &Entry) -> Self {
        let name = entry.ids.first().map_or(String::new(), super::ident::Id::spoken);
        Self { files, names, out, d: entry.d.clone(), name, seen: Vec::new(), steps: Vec::new(), head_changed: false }
    }

    pub fn fault(&mut self, d: Diagnostic) {
        self.out.found.push(d);
    }

    /// The lines as they are by now.
    pub fn body(&self) -> &[Item] {
        self.d.kind.items()
    }

    /// The lines, to be changed.
    pub fn lines(&mut self) -> Option<&mut Vec<Item>> {
        self.d.kind.items_mut()
    }

    /// Makes all changes that one pack has.
    pub fn run(mut self, amends: &[&Decl]) -> Decl {
        // what stands below a reading is changed as it is written there, and holds under that reading again
        let boxed = self.d.inside.is_some();
        let reading = if boxed { self.lines().and_then(|lines| lines.iter_mut().filter_map(freed).last()) } else { None };
        let mut lines: Vec<(Item, Option<Name>)> = Vec::new();
        for a in amends {
            let DeclKind::Amend(amend) = &*a.kind else { continue };
            let title = amend.target.name.and_then(|n| if let NameOrWord::Name(n) = n { Some(n) } else { None });
            let before = self.head_changed;
            self.head_changed = false;
            let on_head = amend.head.as_ref().is_some_and(|h| self.heads(h));
            lines.extend(amend.items.iter().map(|l| (l.clone(), title)));
            self.d.unread |= a.unread;
            if !on_head && amend.head.is_none() && amend.items.is_empty() && a.cites.is_empty() && !a.unread {
                let t = wanted(self.names, &amend.target, &[]);
                let d = Diagnostic::new(Code::Nothing, t.at.span(), "this changes nothing").label(self.d.head.span(), "the parent says it");
                self.fault(d.help("write below it what is to be different"));
            }
            self.renamed(title);
            self.head_changed |= before;
            for c in &a.cites {
                if !self.d.cites.iter().any(|old| old.id == c.id) {
                    self.d.cites.push(*c);
                }
            }
        }
        // what they say decides their order, not where they stand
        let names = self.names;
        let turn = |l: &Item| match l.kind {
            ItemKind::Remove(_) => 0,
            ItemKind::Edit(_) => 2,
            _ => 1,
        };
        lines.sort_by_cached_key(|(l, _)| (turn(l), known_by(names, l), format!("{:?}", l.kind)));
        for (line, title) in lines {
            self.head_changed = false;
            self.line(&line);
            self.renamed(title);
        }
        self.place_steps();
        if let Some((ruling, reading)) = reading {
            self.lines().into_iter().flatten().for_each(|line| under(line, ruling, reading));
        }
        self.d
    }

    /// A head that was changed is spoken of where that was done.
    fn renamed(&mut self, title: Option<Name>) {
        if let (true, Some(new)) = (self.head_changed, title) {
            if let Some(old) = self.d.kind.name_mut() {
                *old = new;
            }
        }
    }

    fn line(&mut self, line: &Item) {
        if let ItemKind::Remove(all) = &line.kind {
            all.iter().for_each(|r| self.remove(r));
            return;
        }
        if let ItemKind::Edit(edit) = &line.kind {
            return self.edit(edit, line);
        }
        if list::sort(&line.kind).is_some() {
            self.list(line);
            return;
        }
        if self.in_head(line) {
            return;
        }
        let new = is_new(line);
        let Some(key) = known_by(self.names, line) else {
            match line.was.as_ref().map(|w| w.whole) {
                Some(at) if !new => {
                    let d = faults::unnamed(&self.name, at, self.d.head);
                    self.fault(d);
                }
                _ => self.add(without_was(line)),
            }
            return;
        };
        let what = called(self.files, self.names, line);
        if !self.first_time(&key, &what, line.at) {
            return;
        }
        let mut found: Vec<usize> = self.at(&key);
        if found.is_empty() {
            found.extend(self.same_result(line));
        }
        match found.as_slice() {
            [] => self.not_there(line, &what, new),
            [one] => self.swap(*one, line),
            [first, second, ..] => {
                let places: Vec<At> = [first, second].iter().filter_map(|i| self.body().get(**i)).map(|l| l.at).collect();
                let mut d = Diagnostic::new(Code::Place, line.at.span(), format!("the parent has more than one `{what}`"));
                for at in places {
                    d = d.label(at.span(), "one");
                }
                let help = format!("write `replace {}` and say all of it anew", self.name);
                self.fault(d.help(help));
            }
        }
    }

    /// The line of the parent's from which the same follows, if it holds some of the same results: only one of the two can stand.
    fn same_result(&self, line: &Item) -> Option<usize> {
        let ItemKind::Band(new) = &line.kind else { return None };
        let same = |(i, l): (usize, &Item)| match &l.kind {
            ItemKind::Band(old) if alike(self.names, &old.block, &new.block) && meets(&old.what, &new.what) => Some(i),
            _ => None,
        };
        let mut all = self.body().iter().enumerate().filter_map(same);
        all.next().filter(|_| all.next().is_none())
    }

    fn not_there(&mut self, line: &Item, what: &str, new: bool) {
        if let Some(w) = line.was.as_ref().filter(|_| !new && !self.meets_a_row(line)).map(|w| w.whole) {
            self.absent(what, named(&line.kind), w);
        } else if matches!(line.kind, ItemKind::Step(_)) {
            self.steps.push(line.clone());
        } else {
            if !new {
                self.doubt(line, what);
            }
            self.add(without_was(line));
        }
    }

    /// Whether that is amended for the first time; told if it is not.
    pub fn first_time(&mut self, key: &Known, what: &str, at: At) -> bool {
        if let Some((_, old)) = self.seen.iter().find(|(k, _)| k == key) {
            let d = Diagnostic::new(Code::Twice, at.span(), format!("`{what}` of `{}` is amended twice", self.name));
            let d = d.label(old.span(), "here too");
            self.fault(d.help("take one of the two away"));
            return false;
        }
        self.seen.push((key.clone(), at));
        true
    }

    /// Keeps in mind what was amended, and where.
    pub fn keep(&mut self, key: Option<(Known, At)>) {
        self.seen.extend(key);
    }

    /// Where that was amended before.
    pub fn kept(&self, key: &Known) -> Option<At> {
        self.seen.iter().find(|(k, _)| k == key).map(|(_, at)| *at)
    }

    /// The lines that are known by that.
    pub fn at(&self, key: &Known) -> Vec<usize> {
        let known = |l: &Item| known_by(self.names, l).as_ref() == Some(key);
        self.body().iter().enumerate().filter(|(_, l)| known(l)).map(|(i, _)| i).collect()
    }

    /// The names that lines of the parent have.
    pub fn known_names(&self) -> Vec<String> {
        self.body().iter().map(|l| called(self.files, self.names, l)).filter(|n| !n.is_empty()).collect()
    }

    /// Warns of a new line that has nearly the name of one of the parent's.
    fn doubt(&mut self, line: &Item, what: &str) {
        let Some(named) = named(&line.kind) else { return };
        let same = |l: &&Item| std::mem::discriminant(&l.kind) == std::mem::discriminant(&line.kind);
        let alike = |l: &&Item| faults::nearly(what, &called(self.files, self.names, l));
        let Some(old) = self.body().iter().filter(same).find(alike) else { return self.doubt_case(line, what) };
        let meant = called(self.files, self.names, old);
        let d = Diagnostic::new(Code::NearName, named.span(), format!("`{what}` is a new line of `{}`", self.name))
            .label(old.at.span(), "the parent has this")
            .help(format!("write `{meant}` if that is meant, or else end the line with `, was nothing`"));
        self.fault(d);
    }

    /// Warns of a new row that changes the same in the very case of one of the parent's: both would hold.
    fn doubt_case(&mut self, line: &Item, what: &str) {
        let (ItemKind::Named { contrib: new, .. }, Some(named)) = (&line.kind, named(&line.kind)) else { return };
        let same = |l: &&Item| {
            let ItemKind::Named { contrib: its, .. } = &l.kind else { return false };
            let when = its.guard.is_some() && alike(self.names, &its.guard, &new.guard);
            when && std::mem::discriminant(&its.kind) == std::mem::discriminant(&new.kind)
        };
        let Some(old) = self.body().iter().find(same) else { return };
        let meant = called(self.files, self.names, old);
        let d =
            Diagnostic::new(Code::NearName, named.span(), format!("`{what}` is a new line, and holds beside `{meant}` in the same case"))
                .label(old.at.span(), "the parent has this")
                .help(format!("write `{meant}` if it is to change that line, or else end the line with `, was nothing`"));
        self.fault(d);
    }

    /// Tells that the parent has nothing that was so; `called` is where its name stands.
    pub fn absent(&mut self, what: &str, called: Option<At>, was: At) {
        let names = self.known_names();
        let d = faults::absent((&self.name, self.d.head), what, (called, was), names.iter().map(String::as_str));
        self.fault(d);
    }

    /// Puts a line in the place of the parent's.
    fn swap(&mut self, at: usize, line: &Item) {
        let Some(old) = self.body().get(at).cloned() else { return };
        if let ItemKind::Step(s) = &line.kind {
            if let Some(place) = &s.place {
                let d = Diagnostic::new(Code::Place, place.at.span(), "the parent has this step, and it keeps its place")
                    .label(old.at.span(), "it stands here");
                self.fault(d.help("take these words away"));
                return;
            }
        }
        let new = self.one_more_case(&old, without_was(line));
        if let Some(was) = &line.was {
            let price = matches!(was.kind, crate::ast::WasKind::Price(_));
            let (now, then) = (tail(self.files, &old, price), tail(self.files, line, price));
            // what is written as the parent has it says what the parent says
            let copied = || self.files.slice(was.at.span()).split_whitespace().eq(now.split_whitespace());
            if !fits(self.names, was, &old) && !copied() {
                let name = format!("{} of {}", called(self.files, self.names, &old), self.name);
                self.fault(if stands_below(&old) {
                    Diagnostic::new(Code::Place, was.at.span(), "`was` cannot speak of several lines")
                        .label(old.at.span(), "the parent's lines")
                        .help("leave it out; the version after `extends` says for which parent this was written")
                } else {
                    faults::stale(&name, was.at, old.at, &now, &then)
                });
            }
        }
        if let (Some(guard), false, None) = (guard_of(&old), says_when(&new), &line.was) {
            let said = self.files.slice(guard.at.span()).trim_end();
            let d = faults::unguarded(new.at, &tail(self.files, &old, false), (guard.at, said));
            self.fault(d);
        }
        if old.kind == new.kind && new.cites.is_empty() {
            self.fault(faults::nothing(new.at, old.at));
        }
        self.turned(&old, &new);
        self.better(old.at, &format!("{:?}", old.kind), new.at, &format!("{:?}", new.kind), line.was.is_some());
        let cites = if new.cites.is_empty() { old.cites.clone() } else { new.cites.clone() };
        self.changed(new.at, old.at);
        if let Some(place) = self.lines().and_then(|l| l.get_mut(at)) {
            *place = Item { cites, ..new };
        }
    }

    /// Warns of a score that became harder without anybody saying that it was easier.
    pub fn better(&mut self, old_at: At, old: &str, new_at: At, new: &str, told: bool) {
        if let (Some(from), Some(to), false) = (need(old), need(new), told) {
            if to > from {
                self.fault(faults::worse(new_at, old_at, from, to));
            }
        }
    }

    /// Warns of an amount that the parent takes away and that is added now, or the other way about.
    fn turned(&mut self, old: &Item, new: &Item) {
        let (Some((from, was)), Some((to, is))) = (added(&old.kind), added(&new.kind)) else { return };
        let amount = |s: &Signed| self.files.slice(s.amount.at.span()).trim().to_owned();
        // two signs are told of as such
        if from.minus == to.minus || amount(to).starts_with('-') {
            return;
        }
        let signed = |s: &Signed, minus: bool| format!("{} {}", if minus { '-' } else { '+' }, amount(s));
        let what = called(self.files, self.names, new);
        let said = [signed(from, from.minus), signed(to, to.minus), signed(to, from.minus)];
        let row = matches!(new.kind, ItemKind::Named { .. });
        self.fault(faults::turned((is, &what), was, &said, row));
    }

    pub fn changed(&mut self, now: At, before: At) {
        self.out.changes.push(Change { head: self.d.head, now, before });
    }

    /// Adds a line that the parent has not.
    pub fn add(&mut self, line: Item) {
        if is_row(&line) && matches!(&*self.d.kind, DeclKind::Table(t) if !t.pairs.is_empty()) {
            let d = Diagnostic::new(Code::Place, line.at.span(), "the parent's table stands on one line");
            let cells = self.files.slice(line.at.span()).split('|').map(str::trim).collect::<Vec<_>>().join(" ");
            let help = format!("write `amend {}: {}`", self.name, cells.trim());
            let d = d.label(self.d.head.span(), "the table").help(help);
            self.fault(d);
            return;
        }
        let rows = self.body().iter().enumerate().filter(|(_, l)| is_row(l)).map(|(i, _)| i);
        // of the rows of a kind the first that fits counts, and its last fits all
        let at = match (is_row(&line), &*self.d.kind) {
            (true, DeclKind::Kind(_)) => rows.min(),
            (true, _) => rows.max(),
            _ => None,
        };
        if self.lines().is_none() {
            let d = Diagnostic::new(Code::Place, line.at.span(), format!("nothing can stand here below `{}`", self.name));
            let d = d.label(self.d.head.span(), super::PARENT);
            let help = self.below_a_reading().unwrap_or_else(|| format!("write `replace {}`, with all that it says", self.name));
            return self.fault(d.help(help));
        }
        let Some(lines) = self.lines() else { return };
        match at {
            Some(i) => lines.insert(i + 1, line),
            None => lines.push(line),
        }
    }

    /// Where a line belongs that stands below a ruling itself.
    fn below_a_reading(&self) -> Option<String> {
        let DeclKind::Ruling(ruling) = &*self.d.kind else { return None };
        let reading = ruling.takes.or_else(|| ruling.readings.first().map(|r| r.name))?;
        let (ruling, reading) = (self.names.text(ruling.title.name.sym), self.names.text(reading.sym));
        Some(format!("write it below `amend rule \"{ruling}: {reading}\"`, with the name of the reading that is meant"))
    }

    /// Takes a line away, or a name out of a list.
    fn remove(&mut self, r: &Removal) {
        let key = removed_key(self.names, r);
        let found = self.at(&key);
        let mut gone = !found.is_empty();
        if let Some(lines) = self.lines() {
            for i in found.into_iter().rev() {
                lines.remove(i);
            }
        }
        if let RemovalKind::Name(n) = &r.kind {
            let key = self.names.key_of(n.sym);
            gone |= self.unlist(key);
            gone |= self.unpair(key);
        }
        let (sym, at) = match &r.kind {
            RemovalKind::Step(w) | RemovalKind::Item(w) => (Some(w.sym), w.at),
            RemovalKind::Name(n) => (Some(n.sym), n.at),
            RemovalKind::Place { .. } => (None, r.at),
        };
        if gone {
            self.out.removed.extend(sym.map(|s| Removed { key: self.names.key_of(s), at: r.at }));
            return;
        }
        let known = [self.known_names(), self.listed_names()].concat();
        let text = self.files.slice(r.at.span()).trim();
        let d =
            Diagnostic::new(Code::Name, r.at.span(), format!("`{}` has no `{text}`", self.name)).label(self.d.head.span(), super::PARENT);
        let named = match &r.kind {
            RemovalKind::Step(_) | RemovalKind::Place { .. } => text.to_owned(),
            RemovalKind::Name(_) | RemovalKind::Item(_) => self.files.slice(at.span()).trim().trim_matches('"').to_owned(),
        };
        let meant = nearby::meant(&named, known.iter().map(String::as_str));
        self.out.astray.extend(meant.map(|_| r.at));
        self.fault(match meant {
            Some(meant) => d.help(format!("did you mean `{meant}`?")),
            None => d.help(
                nearby::listed(&named, &known)
                    .unwrap_or_else(|| "name a line of the parent by its name, its step or its first word".to_owned()),
            ),
        });
    }
}

/// Whether two lines speak of some of the same results.
fn meets(a: &BandKind, b: &BandKind) -> bool {
    use BandKind::{Difference, FailedBy, Score};
    match (a, b) {
        (Score(a), Score(b)) | (FailedBy(a), FailedBy(b)) | (Difference(a), Difference(b)) => {
            let ((low, high), (least, most)) = (span_of(a), span_of(b));
            low <= most && least <= high
        }
        _ => false,
    }
}

/// The place of the name of a line that has one.
fn named(kind: &ItemKind) -> Option<At> {
    match kind {
        ItemKind::Row(r) => r.all().next().map(|c| c.at),
        ItemKind::Named { name, .. } => Some(name.at),
        ItemKind::Side(s) => Some(s.name.at),
        ItemKind::Legal(l) => l.name.map(|n| n.at),
        ItemKind::Needs(n) => n.name.map(|n| n.at),
        ItemKind::Option(o) => Some(o.name.at),
        _ => None,
    }
}

/// What a row, or a line of a rule with one change, adds or takes away, and where it says so.
fn added(kind: &ItemKind) -> Option<(&Signed, At)> {
    let contrib = match kind {
        ItemKind::Named { contrib, .. } => &**contrib,
        ItemKind::Attach(a) => match a.body.as_ref()? {
            Body::Contribs(list) if list.len() == 1 => list.first()?,
            _ => return None,
        },
        _ => return None,
    };
    match &contrib.kind {
        ContribKind::Add { amount, .. } | ContribKind::Each(amount) | ContribKind::Total(amount) => Some((amount, contrib.core)),
        _ => None,
    }
}

/// Whether what a step does stands on lines below it.
fn stands_below(item: &Item) -> bool {
    let ItemKind::Step(step) = &item.kind else { return false };
    let first = step.block.as_ref().and_then(|b| b.0.first());
    first.is_some_and(|s| s.at.span().start >= item.at.span().end)
}
