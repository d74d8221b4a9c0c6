//! From pack to pack: what each takes over, and what it makes of it.

use std::collections::BTreeMap;

use super::body::Amending;
use super::ident::{Id, Wanted, column_name, ids, wanted};
use super::line::known_by;
use super::merge::Clash;
use super::{Effective, Layer, Removed, faults, reading};
use crate::ast::{Decl, DeclKind, Item, ItemKind, UseReading};
use crate::diag::{Code, Diagnostic};
use crate::intern::{KeyId, Names, Sym};
use crate::source::{At, Files};

/// A declaration as a pack of the chain has it.
#[derive(Clone)]
pub(super) struct Entry {
    /// What it declares.
    pub ids: Vec<Id>,
    /// How it stands.
    pub d: Decl,
    /// Where it began and where it was changed: equal for two packs that have the very same.
    pub stamps: Vec<u32>,
    /// Where it was taken away.
    pub gone: Option<At>,
    /// The pack that touched it last.
    pub layer: usize,
}

/// The packs as far as they are worked out.
pub(super) struct Chain<'a> {
    /// The texts, for messages alone.
    pub files: &'a Files,
    pub names: &'a Names,
    pub layers: &'a [Layer],
    /// What each pack may be called.
    titles: Vec<Vec<KeyId>>,
    pub views: Vec<Vec<Entry>>,
    pub out: Effective,
}

/// A change of a whole declaration: which, where it is said, what stands in its place.
type Whole = (usize, At, Option<Decl>);

impl<'a> Chain<'a> {
    pub fn new(files: &'a Files, names: &'a Names, layers: &'a [Layer], titles: Vec<Vec<KeyId>>) -> Self {
        Self { files, names, layers, titles, views: Vec::new(), out: Effective::default() }
    }

    pub fn fault(&mut self, d: Diagnostic) {
        self.out.found.push(d);
    }

    /// Works out what one pack has.
    pub fn layer(&mut self, n: usize) {
        let Some(layer) = self.layers.get(n) else { return };
        let head = layer.decls.iter().find(|d| matches!(*d.kind, DeclKind::Pack(_)));
        let parents = self.parents(n, head);
        let (mut view, clashes) = self.merge(&parents);
        let inherited = view.len();
        let mut own = Vec::new();
        let mut touched: Vec<(usize, At)> = Vec::new();
        let mut amends: BTreeMap<usize, Vec<&Decl>> = BTreeMap::new();
        let mut wholly: Vec<Whole> = Vec::new();
        let mut taken = Vec::new();
        for d in &layer.decls {
            match &*d.kind {
                DeclKind::Amend(a) => {
                    let t = wanted(self.names, &a.target, &[]);
                    if let Some(at) = self.find(&mut view, layer, &t, 0, "amend") {
                        amends.entry(at).or_default().push(d);
                    }
                }
                DeclKind::Remove(r) => {
                    let t = wanted(self.names, &r.target, &r.others);
                    for i in 0..t.names.len().max(1) {
                        let at = t.names.get(i).map_or(t.at, |(_, at)| *at);
                        wholly.extend(self.find(&mut view, layer, &t, i, "remove").map(|entry| (entry, at, None)));
                    }
                }
                DeclKind::Replace(inner) => {
                    self.stray(d);
                    let new = Decl { kind: inner.clone(), ..d.clone() };
                    wholly.extend(self.replaced(&mut view, layer, &new).map(|entry| (entry, new.head, Some(new))));
                }
                DeclKind::Named(named) if faults::verb(self.names, named).is_some() => {
                    let fault = faults::unsorted(self.names, &view, named, d.head);
                    self.fault(fault);
                }
                DeclKind::Use(u) => self.reading(&mut view, layer, d, u, &mut taken, &clashes),
                _ => {
                    self.stray(d);
                    own.push(d);
                }
            }
        }
        let mut settled = Vec::new();
        for (at, place, new) in wholly {
            if self.clean(&mut touched, &view, at, place) {
                let open = clashes.iter().any(|c| c.at == at);
                self.whole(&mut view, n, (at, place, new), open);
                self.empty_box(&mut view, n, at, place);
                settled.push(at);
            }
        }
        self.amend_all(&mut view, n, amends, &mut touched);
        self.open_clashes(&view, head, &clashes, &settled, &taken);
        for d in own {
            let entry = Entry { ids: ids(self.names, d), d: d.clone(), stamps: vec![d.at.span().start], gone: None, layer: n };
            if self.is_new(&view, inherited, &entry, n) {
                view.push(entry);
            }
        }
        self.views.push(view);
    }

    fn amend_all(&mut self, view: &mut [Entry], n: usize, amends: BTreeMap<usize, Vec<&Decl>>, touched: &mut Vec<(usize, At)>) {
        for (at, mut list) in amends {
            list.sort_by_key(|d| d.at.span().start);
            let place = list.first().map_or(At::default(), |d| d.head);
            if !self.clean(touched, view, at, place) {
                continue;
            }
            if let Some(e) = view.get_mut(at) {
                e.d = Amending::new(self.files, self.names, &mut self.out, e).run(&list);
                self.out.amended.extend(list.iter().map(|d| (e.d.head, d.head)));
                e.stamps.extend(list.iter().map(|d| d.at.span().start));
                e.layer = n;
            }
        }
    }

    /// Tells where two parents differ and nothing in this pack says which is right.
    fn open_clashes(&mut self, view: &[Entry], head: Option<&Decl>, clashes: &[Clash], settled: &[usize], taken: &[(KeyId, At)]) {
        for clash in clashes.iter().filter(|c| !settled.contains(&c.at)) {
            let Some(e) = view.get(clash.at) else { continue };
            if clash.reading && e.ids.iter().any(|i| taken.iter().any(|(key, _)| Some(*key) == i.key)) {
                continue;
            }
            let pack = head.and_then(|h| if let DeclKind::Pack(p) = &*h.kind { Some(p) } else { None });
            let place = pack.map_or(At::default(), |p| p.extends.last().map_or(p.name.at, |e| e.name.at));
            let d = faults::two_parents(self.files, e, place, clash);
            self.fault(d);
        }
    }

    /// The packs that a pack extends, by number. Those that were not read are told elsewhere.
    fn parents(&mut self, n: usize, head: Option<&Decl>) -> Vec<usize> {
        let mut out = Vec::new();
        let Some(DeclKind::Pack(pack)) = head.map(|d| &*d.kind) else { return out };
        for parent in &pack.extends {
            let key = self.names.key_of(parent.name.sym);
            let Some(at) = self.titles.iter().take(n).rposition(|t| t.contains(&key)) else { continue };
            out.push(at);
            let of = |d: &'a Decl| if let DeclKind::Pack(p) = &*d.kind { p.version.as_ref() } else { None };
            let has = self.layers.get(at).and_then(|l| l.decls.iter().find_map(of));
            if let (Some(wanted), Some(has)) = (&parent.version, has) {
                if wanted.numbers != has.numbers {
                    let d = faults::version(self.files, self.names, parent.name.sym, wanted, has);
                    self.fault(d);
                }
            }
        }
        out
    }

    /// The declaration that a change speaks of, by number; told if there is none or more than one.
    pub fn find(&mut self, view: &mut Vec<Entry>, layer: &Layer, t: &Wanted, name: usize, verb: &str) -> Option<usize> {
        let named = t.names.get(name).copied();
        let key = named.map(|(sym, _)| self.names.key_of(sym));
        let (written, at) = (named.map_or("", |(sym, _)| self.names.text(sym)), named.map_or(t.at, |(_, at)| at));
        let is = |i: &Id| i.word == t.word && (i.key == key || key.is_none() && t.word == "columns");
        let fits = |e: &&Entry| e.gone.is_none() && e.ids.iter().any(|i| is(i) && t.of.is_none_or(|of| Some(of) == i.of));
        let all: Vec<usize> = view.iter().enumerate().filter(|(_, e)| fits(e)).map(|(n, _)| n).collect();
        match all.as_slice() {
            [] => {
                let own = layer.decls.iter().find(|d| ids(self.names, d).iter().any(is)).map(|d| d.head);
                let d = faults::no_such(self.names, view, t, written, at, own, verb);
                self.fault(d);
                None
            }
            [one] => {
                let one = *one;
                let several = view.get(one).is_some_and(|e| e.ids.len() > 1);
                match key.filter(|_| several) {
                    Some(key) => self.split(view, one, key, t, verb),
                    None => Some(one),
                }
            }
            [first, ..] if t.word == "many" => Some(*first),
            [first, second, ..] => {
                let places: Vec<At> = [first, second].iter().filter_map(|n| view.get(**n)).map(|e| e.d.head).collect();
                let of = view.get(*first).and_then(|e| e.ids.first()).and_then(|i| i.of).map_or("", |of| self.names.text(of));
                let d = faults::which(t, written, at, &places, of, verb);
                self.fault(d);
                None
            }
        }
    }

    /// Makes one name of a declaration with several a declaration of its own.
    fn split(&mut self, view: &mut Vec<Entry>, at: usize, key: KeyId, t: &Wanted, verb: &str) -> Option<usize> {
        if t.word == "tag" && verb == "amend" {
            let d = Diagnostic::new(Code::Place, t.at.span(), "tags are declared together, and changed together");
            self.fault(d.help("write `replace tags` with all of them"));
            return None;
        }
        let names = self.names;
        let mine = |sym: Sym| names.key_of(sym) == key;
        let old = view.get_mut(at)?;
        let mut new = old.clone();
        new.ids.retain(|i| i.key == Some(key));
        old.ids.retain(|i| i.key != Some(key));
        let mut begins = new.d.head.span().start;
        for (d, own) in [(&mut new.d, true), (&mut old.d, false)] {
            match &mut *d.kind {
                DeclKind::Tags(t) => t.names.retain(|n| mine(n.sym) == own),
                DeclKind::Count(c) => c.names.retain(|n| mine(n.sym) == own),
                DeclKind::Columns(c) => c.items.retain(|i| column_name(i).is_some_and(|n| mine(n.sym)) == own),
                _ => {}
            }
        }
        if let DeclKind::Tags(crate::ast::Tags { names, .. }) | DeclKind::Count(crate::ast::Count { names, .. }) = &*new.d.kind {
            begins = names.first().map_or(u32::MAX, |n| n.at.span().start);
        }
        // a name of its own has a beginning of its own
        new.stamps.insert(0, begins);
        view.push(new);
        Some(view.len() - 1)
    }

    /// The declaration that a new one stands in the place of.
    fn replaced(&mut self, view: &mut Vec<Entry>, layer: &Layer, new: &Decl) -> Option<usize> {
        let all = ids(self.names, new);
        let first = all.first()?;
        let exact = view.iter().position(|e| e.gone.is_none() && e.ids.contains(first));
        if exact.is_some() {
            return exact;
        }
        let at = faults::name_at(&new.kind).unwrap_or(new.head);
        let named = self.names.find(&first.name).map(|sym| (sym, at));
        let t = Wanted { word: first.word.clone(), names: named.into_iter().collect(), of: None, at };
        self.find(view, layer, &t, 0, "replace")
    }

    /// Whether this is the only word that a pack says of a declaration.
    fn clean(&mut self, touched: &mut Vec<(usize, At)>, view: &[Entry], at: usize, place: At) -> bool {
        if let Some((_, old)) = touched.iter().find(|(t, _)| *t == at) {
            let name = view.get(at).and_then(|e| e.ids.first()).map_or(String::new(), Id::spoken);
            let d = Diagnostic::new(Code::Twice, place.span(), format!("`{name}` is changed here and elsewhere in this pack"));
            self.out.found.push(d.label(old.span(), "changed here too").help("take one of the two away"));
            return false;
        }
        touched.push((at, place));
        true
    }

    /// Takes a declaration away, or puts another in its place.
    /// Which of two parents has it right may be said in the words of either.
    fn whole(&mut self, view: &mut [Entry], n: usize, (at, place, new): Whole, open: bool) {
        let fresh = new.as_ref().map_or_else(Vec::new, |d| ids(self.names, d));
        let Some(e) = view.get_mut(at) else { return };
        let mut lost: Vec<KeyId> = e.ids.iter().filter(|i| !fresh.iter().any(|f| f.key == i.key)).filter_map(|i| i.key).collect();
        let kept = new.as_ref().map_or_else(Vec::new, |d| named_rows(self.names, d));
        lost.extend(named_rows(self.names, &e.d).into_iter().filter(|k| !kept.contains(k)));
        e.stamps.push(place.span().start);
        e.layer = n;
        match new {
            Some(d) => {
                if !open && same(&e.d, &d) && d.cites.is_empty() && !d.unread {
                    self.out.found.push(
                        Diagnostic::new(Code::Nothing, place.span(), "this says what the parent says")
                            .label(e.d.head.span(), "the parent says it here")
                            .help("take it away"),
                    );
                }
                if let (false, Some(id)) = (open, e.ids.first()) {
                    let row = |i: &Item| if let ItemKind::Named { name, .. } = &i.kind { Some(self.names.text(name.sym)) } else { None };
                    let rows: Vec<&str> = e.d.kind.items().iter().filter_map(row).collect();
                    if d.kind.items().is_empty() && !rows.is_empty() {
                        self.out.found.push(faults::without_rows(place, e.d.head, id, &rows));
                    }
                }
                e.ids = fresh;
                e.d = d;
            }
            None => e.gone = Some(place),
        }
        self.out.removed.extend(lost.into_iter().map(|key| Removed { key, at: place }));
    }

    /// What stood in the box of a ruling goes with it, or with what it was.
    fn empty_box(&mut self, view: &mut [Entry], n: usize, ruling: usize, place: At) {
        let key = view.get(ruling).and_then(|e| e.ids.iter().find(|i| i.word == "ruling")).and_then(|i| i.key);
        let names = self.names;
        let held = |e: &&mut Entry| key.is_some() && e.gone.is_none() && e.d.inside.map(|sym| names.key_of(sym)) == key;
        for e in view.iter_mut().filter(held) {
            self.out.removed.extend(e.ids.iter().filter_map(|i| i.key).map(|key| Removed { key, at: place }));
            e.gone = Some(place);
            e.layer = n;
        }
    }

    /// Takes a reading of a parent's ruling.
    fn reading(&mut self, view: &mut [Entry], layer: &Layer, d: &Decl, u: &UseReading, taken: &mut Vec<(KeyId, At)>, open: &[Clash]) {
        let key = self.names.key_of(u.ruling.sym);
        let is = |i: &Id| i.word == "ruling" && i.key == Some(key);
        let Some((at, e)) = view.iter_mut().enumerate().find(|(_, e)| e.gone.is_none() && e.ids.iter().any(is)) else {
            let own = layer.decls.iter().find(|d| ids(self.names, d).iter().any(is)).map(|d| d.head);
            let t = Wanted { word: "ruling".into(), names: Vec::new(), of: None, at: u.ruling.at };
            let d = match own {
                Some(at) => Diagnostic::new(Code::Place, u.ruling.at.span(), "this ruling is declared in the pack itself")
                    .label(at.span(), "declared here")
                    .help("write `we play` before that reading, and `or` before the others"),
                None => faults::no_such(self.names, view, &t, self.names.text(u.ruling.sym), u.ruling.at, None, "use"),
            };
            self.fault(d);
            return;
        };
        if let Some((_, old)) = taken.iter().find(|(k, _)| *k == key) {
            let d = Diagnostic::new(Code::Twice, d.head.span(), "another reading of this ruling is taken in this pack");
            self.out.found.push(d.label(old.span(), "the other").help("take one of the two away"));
            return;
        }
        taken.push((key, d.head));
        match reading::take(self.names, &mut e.d, &u.reading) {
            Ok(before) => {
                let open = open.iter().any(|c| c.at == at);
                if !open && before == Some(self.names.key_of(u.reading.sym)) && d.cites.is_empty() {
                    let d = Diagnostic::new(Code::Nothing, u.reading.at.span(), "the parent takes this reading already");
                    self.out.found.push(d.label(e.d.head.span(), "the ruling").help("take the line away"));
                }
                e.d.cites.extend(d.cites.iter().copied());
                e.stamps.push(d.at.span().start);
                e.layer = self.views.len();
            }
            Err(d) => {
                let readings = reading::all(self.names, &e.d).join(" or ");
                let read = |e: &&Entry| matches!(&*e.d.kind, DeclKind::Ruling(r) if r.readings.iter().any(|n| self.names.same(n.name.sym, u.reading.sym)));
                let other = view.iter().filter(|e| e.gone.is_none()).find(read).and_then(|e| e.d.kind.title());
                let reading = self.names.text(u.reading.sym);
                self.out.found.push(match other.map(|t| self.names.text(t.name.sym)) {
                    Some(ruling) => d.help(format!("write a reading of this ruling, {readings}, or `use {ruling} = {reading}`")),
                    None => d,
                });
            }
        }
    }

    /// Whether nothing that was inherited has the name of a new declaration.
    fn is_new(&mut self, view: &[Entry], inherited: usize, new: &Entry, n: usize) -> bool {
        // what somebody carries has one meaning, whoever carries it
        // and a value with rows alone and of nobody is the parent's, without its `amend`
        let bare = matches!(&*new.d.kind, DeclKind::Value(v) if v.base.is_none() && v.roles.is_empty() && !v.items.is_empty());
        let carried = bare || faults::is_named(&new.d.kind);
        let same =
            |i: &Id| new.ids.iter().any(|j| i == j || carried && i.word == j.word && i.key == j.key && (i.of.is_none() || j.of.is_none()));
        // what stood in the box of a ruling goes with it, and may be declared anew
        let swept = |e: &Entry| e.gone.is_some() && e.d.inside.is_some();
        let clashes = |e: &&Entry| (e.gone.is_none() || e.layer == n) && !swept(e) && e.ids.iter().any(same);
        let Some(old) = view.iter().take(inherited).find(clashes) else { return true };
        let d = faults::same_name(self.names, old, new);
        self.out.found.push(d);
        false
    }

    /// Faults words of amending where nothing is amended.
    fn stray(&mut self, d: &Decl) {
        for item in d.kind.items() {
            let was = item.was.as_ref().map(|w| (w.at, "`was` says what a parent says"));
            let other = match &item.kind {
                ItemKind::Step(s) => s.place.map(|p| (p.at, "a step is put `before` or `after` another where a parent's are amended")),
                ItemKind::Remove(_) => Some((item.at, "`remove` takes a parent's line away")),
                ItemKind::Edit(_) => Some((item.at, "this changes a parent's line")),
                _ => None,
            };
            for (at, what) in was.into_iter().chain(other) {
                let d = Diagnostic::new(Code::Place, at.span(), format!("{what}, and nothing is amended here"));
                self.out.found.push(d.help("take it away, or write it below `amend`"));
            }
        }
    }

    /// What holds in the last pack.
    pub fn finish(mut self) -> Effective {
        let view = self.views.pop().unwrap_or_default();
        let is_pack = |d: &Decl| matches!(*d.kind, DeclKind::Pack(_));
        let (packs, rest): (Vec<Entry>, Vec<Entry>) = view.into_iter().filter(|e| e.gone.is_none()).partition(|e| is_pack(&e.d));
        let own_head = self.layers.last().and_then(|l| l.decls.iter().find(|d| is_pack(d))).map(|d| d.head.span());
        let (mut own, others): (Vec<Entry>, Vec<Entry>) = packs.into_iter().partition(|e| Some(e.d.head.span()) == own_head);
        let mut pack = (!own.is_empty()).then(|| own.swap_remove(0).d);
        if let Some(pack) = &mut pack {
            for other in &others {
                self.customs(pack, other);
            }
        }
        self.out.decls.extend(pack);
        self.out.decls.extend(rest.into_iter().map(|e| e.d));
        self.out.found.sort_by_key(|d| (d.span.start, d.code));
        self.out
    }

    /// Takes over the customs of a parent. A pack may say several things of one word: they hold together.
    fn customs(&mut self, pack: &mut Decl, parent: &Entry) {
        let mine: Vec<Item> = pack.kind.items().to_vec();
        for line in parent.d.kind.items() {
            let key = known_by(self.names, line);
            let like = || mine.iter().filter(|l| key.is_some() && known_by(self.names, l) == key);
            match like().find(|l| l.kind == line.kind).or_else(|| like().next()) {
                Some(old) if old.kind == line.kind => {}
                Some(old) => {
                    let name = parent.ids.first().map_or("", |i| i.name.as_str());
                    let word = super::line::called(self.files, self.names, line);
                    let d = Diagnostic::new(Code::Twice, old.at.span(), format!("two packs say something different of `{word}`"));
                    let help = format!("write what holds below `amend pack {name}`");
                    self.out.found.push(d.label(line.at.span(), "here otherwise").help(help));
                }
                None => {
                    if let Some(items) = pack.kind.items_mut() {
                        items.push(line.clone());
                    }
                }
            }
        }
    }
}

/// Whether two declarations say the same: heads, and lines that have no order in any order.
fn same(a: &Decl, b: &Decl) -> bool {
    let ordered = faults::is_named(&a.kind);
    let lines = |d: &Decl| {
        let mut out: Vec<String> = d.kind.items().iter().map(|i| format!("{:?}", i.kind)).collect();
        if !ordered {
            out.sort();
        }
        out
    };
    a.kind.bare_head() == b.kind.bare_head() && lines(a) == lines(b)
}

/// The names of a declaration's rows and needs.
fn named_rows(names: &Names, d: &Decl) -> Vec<KeyId> {
    let many = matches!(*d.kind, DeclKind::Many(_));
    let key = |sym: Sym| Some(names.key_of(sym));
    let named = |i: &Item| match &i.kind {
        ItemKind::Row(r) if many => r.all().next().and_then(|c| c.name).and_then(|n| key(n.sym)),
        ItemKind::Named { name, .. } => key(name.sym),
        ItemKind::Needs(n) => n.name.and_then(|n| key(n.sym)),
        _ => None,
    };
    d.kind.items().iter().filter_map(named).collect()
}
