//! From pack to pack: what each takes over, and what it makes of it.

use std::collections::BTreeMap;

use super::body::Amending;
use super::ident::{Id, Target, bare, ids, target};
use super::item::{apart, known_by, said};
use super::merge::Clash;
use super::{Effective, Layer, Removed, faults, reading};
use crate::diag::{Code, Diagnostic};
use crate::model::Key;
use crate::source::{Files, Span};
use crate::syntax::{Declaration, Line, Node, Rule};

/// A declaration as a pack of the chain has it.
#[derive(Clone)]
pub(super) struct Entry {
    /// What it declares.
    pub ids: Vec<Id>,
    /// How it stands.
    pub d: Declaration,
    /// Where it began and where it was changed: equal for two packs that have the very same.
    pub stamps: Vec<u32>,
    /// Where it was taken away.
    pub gone: Option<Span>,
    /// The pack that touched it last.
    pub layer: usize,
}

impl Entry {
    /// Where a pack took it away, if one did.
    pub fn removed(&self) -> Option<Span> {
        self.gone
    }
}

/// The packs as far as they are worked out.
pub(super) struct Chain<'a> {
    pub files: &'a Files,
    pub layers: &'a [Layer],
    pub views: Vec<Vec<Entry>>,
    pub out: Effective,
}

impl<'a> Chain<'a> {
    pub fn new(files: &'a Files, layers: &'a [Layer]) -> Self {
        Self { files, layers, views: Vec::new(), out: Effective::default() }
    }

    pub fn fault(&mut self, d: Diagnostic) {
        self.out.found.push(d);
    }

    /// Works out what one pack has.
    pub fn layer(&mut self, n: usize) {
        let Some(layer) = self.layers.get(n) else { return };
        let head = layer.declarations.iter().find(|d| d.head.rule == Rule::pack_d);
        let parents = self.parents(n, head);
        let (mut view, clashes) = self.merge(&parents);
        let inherited = view.len();
        let mut own = Vec::new();
        let mut touched: Vec<(usize, Span)> = Vec::new();
        let mut amends: BTreeMap<usize, Vec<&Declaration>> = BTreeMap::new();
        let (mut wholly, mut settled, mut taken) = (Vec::new(), Vec::new(), Vec::new());
        for d in &layer.declarations {
            match d.head.rule {
                Rule::amend_d => {
                    self.stray(d, true);
                    let t = target(self.files, &d.head);
                    if let Some(at) = self.find(&mut view, layer, &t, 0, "amend") {
                        amends.entry(at).or_default().push(d);
                    }
                }
                Rule::remove_d => {
                    let t = target(self.files, &d.head);
                    let count = t.names.len().max(1);
                    for i in 0..count {
                        let span = t.names.get(i).map_or(t.span, |(_, s)| *s);
                        if let Some(at) = self.find(&mut view, layer, &t, i, "remove") {
                            wholly.push((at, span, None));
                        }
                    }
                }
                Rule::replace_d => {
                    self.stray(d, false);
                    if let Some(new) = replacement(d) {
                        if let Some(at) = self.replaced(&mut view, layer, &new) {
                            wholly.push((at, new.head.span, Some(new)));
                        }
                    }
                }
                Rule::named_d if faults::verb(self.files, d).is_some() => {
                    let fault = faults::unsorted(self.files, &view, d);
                    self.fault(fault);
                }
                Rule::use_d => self.reading(&mut view, layer, d, &mut taken, &clashes),
                _ => {
                    self.stray(d, false);
                    own.push(d);
                }
            }
        }
        for (at, span, new) in wholly {
            if self.clean(&mut touched, &view, at, span) {
                let open = clashes.iter().any(|c| c.at == at);
                self.whole(&mut view, n, (at, span), new, open);
                settled.push(at);
            }
        }
        for (at, mut list) in amends {
            list.sort_by_key(|d| d.span.start);
            let span = list.first().map_or(Span::default(), |d| d.head.span);
            if !self.clean(&mut touched, &view, at, span) {
                continue;
            }
            if let Some(e) = view.get_mut(at) {
                e.d = Amending::new(self.files, &mut self.out, e).run(&list);
                e.stamps.extend(list.iter().map(|d| d.span.start));
                e.layer = n;
            }
        }
        for clash in clashes.iter().filter(|c| !settled.contains(&c.at)) {
            let Some(e) = view.get(clash.at) else { continue };
            if clash.reading && e.ids.iter().any(|i| taken.iter().any(|(key, _)| *key == i.key)) {
                continue;
            }
            let place = head.and_then(|h| h.head.all(Rule::name).last()).map_or(Span::default(), |p| p.span);
            let d = faults::two_parents(self.files, e, place, clash);
            self.fault(d);
        }
        for d in own {
            let entry = Entry { ids: ids(self.files, d), d: d.clone(), stamps: vec![d.span.start], gone: None, layer: n };
            if self.is_new(&view, inherited, &entry, n) {
                view.push(entry);
            }
        }
        self.views.push(view);
    }

    /// The packs that a pack extends, by number. Those that were not read are told elsewhere.
    fn parents(&mut self, n: usize, head: Option<&Declaration>) -> Vec<usize> {
        let mut out = Vec::new();
        let kids = head.map_or(&[][..], |d| d.head.kids.as_slice());
        for (i, kid) in kids.iter().enumerate().filter(|(_, k)| k.rule == Rule::name).skip(1) {
            let key = Key::new(kid.text(self.files));
            let called = |l: &Layer| l.titles.iter().any(|t| Key::new(t) == key);
            let Some(at) = self.layers.iter().take(n).rposition(called) else { continue };
            out.push(at);
            let wanted = kids.get(i + 1).filter(|k| k.rule == Rule::version);
            let has = self.layers.get(at).and_then(|l| l.declarations.iter().find(|d| d.head.rule == Rule::pack_d));
            let has = has.and_then(|d| d.head.kids.get(1)).filter(|k| k.rule == Rule::version);
            if let (Some(wanted), Some(has)) = (wanted, has) {
                if wanted.text(self.files) != has.text(self.files) {
                    let d = faults::version(self.files, kid, wanted, has);
                    self.fault(d);
                }
            }
        }
        out
    }

    /// The declaration that a change speaks of, by number; told if there is none or more than one.
    fn find(&mut self, view: &mut Vec<Entry>, layer: &Layer, t: &Target, name: usize, verb: &str) -> Option<usize> {
        let (written, span) = t.names.get(name).cloned().unwrap_or((String::new(), t.span));
        let key = Key::new(&written);
        let is = |i: &Id| i.word == t.word && (i.key == key || (written.is_empty() && t.word == "columns"));
        let fits = |e: &&Entry| e.gone.is_none() && e.ids.iter().any(|i| is(i) && t.of.as_ref().is_none_or(|of| *of == i.of));
        let all: Vec<usize> = view.iter().enumerate().filter(|(_, e)| fits(e)).map(|(n, _)| n).collect();
        match all.as_slice() {
            [] => {
                let own = layer.declarations.iter().find(|d| ids(self.files, d).iter().any(is)).map(|d| d.head.span);
                let d = faults::no_such(view, t, &written, span, own, verb);
                self.fault(d);
                None
            }
            [one] => {
                let one = *one;
                let several = view.get(one).is_some_and(|e| e.ids.len() > 1);
                if several && !written.is_empty() { self.split(view, one, &key, t, verb) } else { Some(one) }
            }
            [first, ..] if t.word == "many" => Some(*first),
            [first, second, ..] => {
                let spans: Vec<Span> = [first, second].iter().filter_map(|n| view.get(**n)).map(|e| e.d.head.span).collect();
                let of = view.get(*first).and_then(|e| e.ids.first()).map_or(String::new(), |i| i.of.clone());
                let d = faults::which(t, &written, span, &spans, &of, verb);
                self.fault(d);
                None
            }
        }
    }

    /// Makes one name of a declaration with several a declaration of its own.
    fn split(&mut self, view: &mut Vec<Entry>, at: usize, key: &Key, t: &Target, verb: &str) -> Option<usize> {
        if t.word == "tag" && verb == "amend" {
            let d = Diagnostic::new(Code::Place, t.span, "tags are declared together, and changed together");
            self.fault(d.help("write `replace tags` with all of them"));
            return None;
        }
        let files = self.files;
        let old = view.get_mut(at)?;
        let named = |n: &Node| n.rule == Rule::name && Key::new(&bare(files, n)) == *key;
        let line = |l: &Line| super::ident::column_name(files, l).is_some_and(|n| Key::new(&n) == *key);
        let mut new = old.clone();
        new.ids.retain(|i| i.key == *key);
        old.ids.retain(|i| i.key != *key);
        if old.d.head.rule == Rule::named_d {
            new.d.body.retain(line);
            old.d.body.retain(|l| !line(l));
        } else {
            let own: Vec<Span> = old.d.head.all(Rule::name).filter(|n| !named(n)).map(|n| n.span).collect();
            let before = old.d.head.find(Rule::word).map_or(u32::MAX, |w| w.span.start);
            new.d.head.kids.retain(|k| k.span.start > before || !own.contains(&k.span));
            old.d.head.kids.retain(|k| k.span.start > before || !named(k));
        }
        // a name of its own has a beginning of its own
        new.stamps.insert(0, new.d.head.find(Rule::name).map_or(u32::MAX, |n| n.span.start));
        view.push(new);
        Some(view.len() - 1)
    }

    /// The declaration that a new one stands in the place of.
    fn replaced(&mut self, view: &mut Vec<Entry>, layer: &Layer, new: &Declaration) -> Option<usize> {
        let all = ids(self.files, new);
        let first = all.first()?;
        let exact = view.iter().position(|e| e.gone.is_none() && e.ids.contains(first));
        if exact.is_some() {
            return exact;
        }
        let span = new.head.find(Rule::title).or_else(|| new.head.find(Rule::name)).or_else(|| new.head.find(Rule::quoted));
        let span = span.or_else(|| new.head.find(Rule::word)).map_or(new.head.span, |n| n.span);
        let t = Target { word: first.word.clone(), names: vec![(first.name.clone(), span)], of: None, span };
        self.find(view, layer, &t, 0, "replace")
    }

    /// Whether this is the only word that a pack says of a declaration.
    fn clean(&mut self, touched: &mut Vec<(usize, Span)>, view: &[Entry], at: usize, span: Span) -> bool {
        if let Some((_, old)) = touched.iter().find(|(t, _)| *t == at) {
            let name = view.get(at).and_then(|e| e.ids.first()).map_or(String::new(), Id::spoken);
            let d = Diagnostic::new(Code::Twice, span, format!("`{name}` is changed here and elsewhere in this pack"));
            self.out.found.push(d.label(*old, "changed here too").help("take one of the two away"));
            return false;
        }
        touched.push((at, span));
        true
    }

    /// Takes a declaration away, or puts another in its place.
    /// Which of two parents has it right may be said in the words of either.
    fn whole(&mut self, view: &mut [Entry], n: usize, (at, span): (usize, Span), new: Option<Declaration>, open: bool) {
        let files = self.files;
        let fresh = new.as_ref().map_or_else(Vec::new, |d| ids(files, d));
        let mut lost: Vec<Key> = Vec::new();
        if let Some(e) = view.get_mut(at) {
            lost.extend(e.ids.iter().filter(|i| !fresh.iter().any(|f| f.key == i.key)).map(|i| i.key.clone()));
            let rows = |d: &Declaration| -> Vec<Key> {
                let many = d.head.rule == Rule::many_d;
                let named = |p: &Node| match p.rule {
                    Rule::row_first if many => Some(Key::new(p.text(files))),
                    Rule::named_row | Rule::needs => p.find(Rule::name).map(|n| Key::new(n.text(files))),
                    _ => None,
                };
                d.body.iter().flat_map(|l| &l.parts).filter_map(named).collect()
            };
            let kept = new.as_ref().map_or_else(Vec::new, rows);
            lost.extend(rows(&e.d).into_iter().filter(|k| !kept.contains(k)));
            e.stamps.push(span.start);
            e.layer = n;
            match new {
                Some(d) => {
                    if !open && said_all(files, &e.d) == said_all(files, &d) && d.cites.is_empty() && !d.unread {
                        self.out.found.push(
                            Diagnostic::new(Code::Nothing, span, "this says what the parent says")
                                .label(e.d.head.span, "the parent says it here")
                                .help("take it away"),
                        );
                    }
                    e.ids = fresh;
                    e.d = d;
                }
                None => e.gone = Some(span),
            }
        }
        self.out.removed.extend(lost.into_iter().map(|key| Removed { key, span }));
    }

    /// Takes a reading of a parent's ruling.
    fn reading(&mut self, view: &mut [Entry], layer: &Layer, d: &Declaration, taken: &mut Vec<(Key, Span)>, open: &[Clash]) {
        let mut names = d.head.all(Rule::name);
        let (Some(ruling), Some(wanted)) = (names.next(), names.next()) else { return };
        let key = Key::new(ruling.text(self.files));
        let is = |i: &Id| i.word == "ruling" && i.key == key;
        let Some((at, e)) = view.iter_mut().enumerate().find(|(_, e)| e.gone.is_none() && e.ids.iter().any(is)) else {
            let own = layer.declarations.iter().find(|d| ids(self.files, d).iter().any(is)).map(|d| d.head.span);
            let t = Target { word: "ruling".into(), names: Vec::new(), of: None, span: ruling.span };
            let d = match own {
                Some(span) => Diagnostic::new(Code::Place, ruling.span, "this ruling is declared in the pack itself")
                    .label(span, "declared here")
                    .help("write after its `takes` which reading holds"),
                None => faults::no_such(view, &t, &bare(self.files, ruling), ruling.span, None, "use"),
            };
            self.fault(d);
            return;
        };
        if let Some((_, old)) = taken.iter().find(|(k, _)| *k == key) {
            let d = Diagnostic::new(Code::Twice, d.head.span, "another reading of this ruling is taken in this pack");
            self.out.found.push(d.label(*old, "the other").help("take one of the two away"));
            return;
        }
        taken.push((key.clone(), d.head.span));
        match reading::take(self.files, &mut e.d, wanted) {
            Ok(before) => {
                let open = open.iter().any(|c| c.at == at);
                if !open && before == Key::new(wanted.text(self.files)) && d.cites.is_empty() {
                    let d = Diagnostic::new(Code::Nothing, wanted.span, "the parent takes this reading already");
                    self.out.found.push(d.label(e.d.head.span, "the ruling").help("take the line away"));
                }
                e.d.cites.extend(d.cites.iter().cloned());
                e.stamps.push(d.span.start);
                e.layer = self.views.len();
            }
            Err(d) => self.out.found.push(d),
        }
    }

    /// Whether nothing that was inherited has the name of a new declaration.
    fn is_new(&mut self, view: &[Entry], inherited: usize, new: &Entry, n: usize) -> bool {
        // what somebody carries has one meaning, whoever carries it
        let carried = new.d.head.rule == Rule::named_d;
        let same = |i: &Id| {
            new.ids.iter().any(|j| i == j || carried && i.word == j.word && i.key == j.key && (i.of.is_empty() || j.of.is_empty()))
        };
        let clashes = |e: &&Entry| (e.gone.is_none() || e.layer == n) && e.ids.iter().any(same);
        let Some(old) = view.iter().take(inherited).find(clashes) else { return true };
        let d = faults::same_name(old, new, old.gone);
        self.out.found.push(d);
        false
    }

    /// Faults words of amending where nothing is amended.
    fn stray(&mut self, d: &Declaration, amends: bool) {
        fn lines(out: &mut Vec<Diagnostic>, block: &[Line], amends: bool) {
            for line in block {
                for part in &line.parts {
                    part.walk(&mut |n| {
                        let what = match n.rule {
                            Rule::was | Rule::was_text if amends => return,
                            Rule::step_place | Rule::remove_item if amends => return,
                            Rule::was => "`was` says what a parent says",
                            Rule::step_place => "a step is put `before` or `after` another where a parent's are amended",
                            Rule::remove_item => "`remove` takes a parent's line away",
                            _ => return,
                        };
                        let d = Diagnostic::new(Code::Place, n.span, format!("{what}, and nothing is amended here"));
                        out.push(d.help("take it away, or write it below `amend`"));
                    });
                }
                lines(out, &line.below, false);
            }
        }
        lines(&mut self.out.found, &d.body, amends);
    }

    /// What holds in the last pack.
    pub fn finish(mut self) -> Effective {
        let view = self.views.pop().unwrap_or_default();
        let here = self.layers.len().saturating_sub(1);
        let is_pack = |e: &Entry| e.d.head.rule == Rule::pack_d;
        let (packs, rest): (Vec<Entry>, Vec<Entry>) = view.into_iter().filter(|e| e.gone.is_none()).partition(is_pack);
        let own_head = self.layers.get(here).and_then(|l| l.declarations.iter().find(|d| d.head.rule == Rule::pack_d)).map(|d| d.head.span);
        let mut pack: Option<Declaration> = packs.iter().find(|e| Some(e.d.head.span) == own_head).map(|e| e.d.clone());
        let others: Vec<&Entry> = packs.iter().filter(|e| Some(e.d.head.span) != own_head).collect();
        if let Some(pack) = &mut pack {
            for other in others {
                self.customs(pack, other);
            }
        }
        self.out.declarations.extend(pack);
        self.out.declarations.extend(rest.into_iter().map(|e| e.d));
        self.out.found.sort_by_key(|d| (d.span.start, d.code));
        self.out
    }

    /// Takes over the customs of a parent. A pack may say several things of one word: they hold together.
    fn customs(&mut self, pack: &mut Declaration, parent: &Entry) {
        let files = self.files;
        let mine: Vec<Line> = pack.body.iter().flat_map(apart).collect();
        for line in parent.d.body.iter().flat_map(apart) {
            let key = known_by(files, &line);
            let like = || mine.iter().filter(|l| key.is_some() && known_by(files, l) == key);
            match like().find(|l| said(files, l) == said(files, &line)).or_else(|| like().next()) {
                Some(old) if said(files, old) == said(files, &line) => {}
                Some(old) => {
                    let name = parent.ids.first().map_or("", |i| i.name.as_str());
                    let word = key.unwrap_or_default();
                    let d = Diagnostic::new(Code::Twice, old.span, format!("two packs say something different of `{word}`"));
                    self.out.found.push(d.label(line.span, "here otherwise").help(format!("write what holds below `amend pack {name}`")));
                }
                None => pack.body.push(line),
            }
        }
    }
}

fn said_all(files: &Files, d: &Declaration) -> (String, Vec<String>) {
    let mut lines: Vec<String> = d.body.iter().map(|l| said(files, l)).collect();
    if d.head.rule != Rule::named_d {
        lines.sort();
    }
    (super::item::squeezed_nodes(files, &d.head), lines)
}

/// The declaration that stands in the place of a parent's.
fn replacement(d: &Declaration) -> Option<Declaration> {
    let head = d.head.first()?.clone();
    Some(Declaration { span: d.span, head, cites: d.cites.clone(), body: d.body.clone(), unread: d.unread })
}
