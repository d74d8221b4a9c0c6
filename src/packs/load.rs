//! A pack with its parents, read into one set of declarations.

use super::header::PACK_FILE;
use super::library::{Home, Library, RULES, Seen};
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::{Change, Key, Layer, Removed, effective, take_reading};
use crate::source::{FileId, Files, Span};
use crate::syntax::{self, Declaration, Rule};

/// Everything that was read for one pack.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The texts, parents' first, each pack's in the order of their names.
    pub files: Files,
    /// What holds: the parents' declarations and the pack's own, amended.
    pub declarations: Vec<Declaration>,
    /// What stands in the files, pack by pack in the order of `homes`.
    pub layers: Vec<Layer>,
    /// Lines that stand in the place of a parent's.
    pub changes: Vec<Change>,
    /// What variants took away.
    pub removed: Vec<Removed>,
    /// Readings of rulings that were asked for, as `Ruling = Reading`.
    pub readings: Vec<String>,
    /// Whether one of them is none.
    pub misread: bool,
    /// What is wrong with files, packs and sentences so far.
    pub diagnostics: Vec<Diagnostic>,
    /// The pack's own folder; empty if there is no such pack.
    pub folder: String,
    /// The pack's own name.
    pub name: String,
    /// The packs that were read, parents first, the pack itself last.
    pub homes: Vec<Home>,
    /// The files of force lists.
    pub lists: Vec<FileId>,
    /// Whether a parent of one of them could not be read.
    pub orphan: bool,
}

impl Loaded {
    /// Whether the pack itself says what stands there, and not a parent.
    #[must_use]
    pub fn is_own(&self, span: Span) -> bool {
        let own = self.layers.last().map_or(&[][..], |l| l.declarations.as_slice());
        let after = own.partition_point(|d| d.span.start <= span.start);
        after.checked_sub(1).and_then(|at| own.get(at)).is_some_and(|d| span.start < d.span.end)
    }
}

impl Library {
    /// Reads the pack of that name, or that a path on the disk is or belongs to.
    #[must_use]
    pub fn load(&self, wanted: &str) -> Loaded {
        if let Some(home) = self.at(wanted).or_else(|| self.find(wanted)) {
            return self.load_home(&home);
        }
        if let Some(unread) = self.unread(wanted) {
            return unread;
        }
        let fault = self.no_pack(wanted).unwrap_or_else(|| self.missing(Span::default(), wanted));
        Loaded { diagnostics: vec![fault], ..Loaded::default() }
    }

    /// A file whose `pack` line is there, but cannot be read.
    fn unread(&self, path: &str) -> Option<Loaded> {
        let (path, text) = self.text_at(path)?;
        let line = text.lines().find(|l| l.starts_with("pack "))?;
        let mut files = Files::default();
        let id = files.add(path, &text);
        let start = files.whole(id).start as usize + text.find(line)?;
        let mut diagnostics = syntax::parse(&files, id).1;
        diagnostics.retain(|d| (start..=start + line.len()).contains(&(d.span.start as usize)));
        (!diagnostics.is_empty()).then(|| Loaded { files, diagnostics, ..Loaded::default() })
    }

    /// Reads a pack that was found.
    #[must_use]
    pub fn load_home(&self, home: &Home) -> Loaded {
        let all = self.packs();
        let mut order = Vec::new();
        let mut faults = Vec::new();
        visit(&all, home, &mut Vec::new(), &mut order, &mut faults);
        let mut loaded = Loaded { folder: home.folder.clone(), name: home.name.clone(), ..Loaded::default() };
        for home in order {
            let titles = vec![home.name.clone(), home.title().to_owned()];
            loaded.layers.push(Layer { titles, declarations: Vec::new() });
            self.read_pack(&home, &mut loaded, &faults);
            loaded.homes.push(home);
        }
        loaded.amend();
        loaded
    }

    fn read_pack(&self, home: &Home, loaded: &mut Loaded, faults: &[Fault]) {
        let mut first: Option<Span> = None;
        for item in self.files(home, RULES) {
            let text = match self.read(&item) {
                Ok(text) => text,
                Err(why) => {
                    let d = Diagnostic::new(Code::File, Span::default(), format!("`{}` cannot be read: {why}", item.path));
                    loaded.diagnostics.push(d.help("save it as plain text, or take it out of the pack"));
                    continue;
                }
            };
            let below = item.path.strip_prefix(&home.folder).is_some_and(|rest| rest.starts_with('/'));
            let id = loaded.files.add(item.path, &text);
            if home.file.is_none() && !home.folder.is_empty() && !below {
                loaded.lists.push(id);
            }
            let (declarations, found) = syntax::parse(&loaded.files, id);
            loaded.diagnostics.extend(found);
            for d in declarations.iter().filter(|d| d.head.rule == Rule::pack_d) {
                if let Some(old) = first {
                    let twice = Diagnostic::new(Code::Twice, d.head.span, "a folder holds one pack, and this is the second");
                    loaded.diagnostics.push(twice.label(old, "the first").help("move it to a folder of its own"));
                } else {
                    first = Some(d.head.span);
                    self.parents(home, d, faults, loaded);
                }
            }
            if let Some(layer) = loaded.layers.last_mut() {
                layer.declarations.extend(declarations);
            }
        }
    }

    /// Reports parents that are missing or lead back to the pack.
    fn parents(&self, home: &Home, d: &Declaration, faults: &[Fault], loaded: &mut Loaded) {
        for name in d.head.all(Rule::name).skip(1) {
            let written = name.text(&loaded.files).trim_matches('"');
            let fault = faults.iter().find(|f| f.home.same(home) && f.parent == written);
            loaded.orphan |= fault.is_some();
            match fault.map(|f| f.circle) {
                Some(true) => loaded.diagnostics.push(
                    Diagnostic::new(Code::Cycle, name.span, format!("`{}` extends `{written}`, which extends it in turn", home.name))
                        .help("take `extends` away from one of them"),
                ),
                Some(false) => loaded.diagnostics.push(self.missing(name.span, written)),
                None => {}
            }
        }
    }

    /// The fault for a path that is there, but is no pack.
    fn no_pack(&self, path: &str) -> Option<Diagnostic> {
        let fault = |message: String, help: &str| Some(Diagnostic::new(Code::File, Span::default(), message).help(help));
        match self.look(path)? {
            Ok(Seen::Folder) => fault(
                format!("the folder `{path}` is no pack: it holds no `{PACK_FILE}`"),
                "name a pack within it, or write its `pack.grog`",
            ),
            Ok(Seen::File) => {
                fault(format!("`{path}` belongs to no pack"), "begin it with `pack` and a name, or put it into the folder of a pack")
            }
            Err(why) => fault(format!("`{path}` cannot be read: {why}"), "save it as plain text"),
        }
    }

    /// The fault for a pack that is nowhere.
    fn missing(&self, span: Span, wanted: &str) -> Diagnostic {
        let packs = self.packs();
        let d = Diagnostic::new(Code::File, span, format!("there is no pack `{wanted}`; looked in {}", self.places()));
        let names: Vec<&str> = packs.iter().flat_map(|h| [h.name.as_str(), h.title()]).collect();
        match nearest(wanted, names.iter().copied()) {
            Some(m) => d.help(format!("did you mean `{m}`?")),
            None if packs.is_empty() => d.help("name a folder that holds a `pack.grog`"),
            None => {
                const MOST: usize = 8;
                let some: Vec<&str> = packs.iter().map(Home::title).take(MOST).collect();
                let more = if packs.len() > MOST { " ..." } else { "" };
                d.help(format!("name one of these: {}{more}", some.join(", ")))
            }
        }
    }
}

impl Loaded {
    /// Works out what holds.
    pub(super) fn amend(&mut self) {
        let made = effective(&self.files, &self.layers);
        self.declarations = made.declarations;
        self.changes = made.changes;
        self.removed = made.removed;
        // what a missing parent may have had is not missing
        self.diagnostics.extend(made.found.into_iter().filter(|d| !self.orphan || d.code != Code::Name));
    }

    /// A parent by itself: the packs of the chain up to one of them.
    #[must_use]
    pub fn up_to(&self, n: usize) -> Self {
        let mut new = self.clone();
        new.layers.truncate(n + 1);
        new.homes.truncate(n + 1);
        new.diagnostics.clear();
        new.readings.clear();
        new.amend();
        new
    }

    /// Takes readings of rulings, each in the words `Ruling = Reading`. What is wrong with them is noted.
    pub fn take_readings(&mut self, words: &[String]) {
        for one in words {
            if let Err(d) = take_reading(&self.files, &mut self.declarations, one) {
                self.diagnostics.push(d);
                self.misread = true;
            }
        }
        self.readings.extend(words.iter().cloned());
    }

    /// The same packs with other words at one place. What cannot be read is noted in its diagnostics.
    #[must_use]
    pub fn with_text(&self, span: Span, text: &str) -> Self {
        let mut new = Self {
            name: self.name.clone(),
            folder: self.folder.clone(),
            homes: self.homes.clone(),
            orphan: self.orphan,
            lists: self.lists.clone(),
            ..Self::default()
        };
        new.layers = self.layers.iter().map(|l| Layer { titles: l.titles.clone(), declarations: Vec::new() }).collect();
        for id in self.files.ids() {
            let whole = self.files.whole(id);
            let old = self.files.slice(whole);
            let at = |n: u32| (n.saturating_sub(whole.start)) as usize;
            let changed = (whole.start <= span.start && span.end <= whole.end)
                .then(|| Some(format!("{}{text}{}", old.get(..at(span.start))?, old.get(at(span.end)..)?)))
                .flatten();
            let added = new.files.add(self.files.name(id), changed.as_deref().unwrap_or(old));
            let (declarations, found) = syntax::parse(&new.files, added);
            new.diagnostics.extend(found);
            if let Some(layer) = self.layer_of(id).and_then(|n| new.layers.get_mut(n)) {
                layer.declarations.extend(declarations);
            }
        }
        new.amend();
        new.take_readings(&self.readings);
        new
    }

    /// The pack that a file belongs to, by number.
    fn layer_of(&self, id: FileId) -> Option<usize> {
        self.layers.iter().position(|l| l.declarations.iter().any(|d| self.files.file_of(d.span) == Some(id)))
    }

    /// Says of names that nothing has any more who took them away.
    pub fn tell_removed(&self, found: &mut [Diagnostic]) {
        for d in found.iter_mut().filter(|d| matches!(d.code, Code::Name | Code::Kind | Code::ItemWord)) {
            let text = self.files.slice(d.span).trim().trim_matches('"');
            let of = |name: &str| self.removed.iter().find(|r| r.key == Key::new(name));
            let told = |r: &&Removed| !d.labels.iter().any(|l| l.span == r.span) && r.span != d.span;
            if let Some(r) = of(text).or_else(|| text.rsplit_once('.').and_then(|(_, step)| of(step))).filter(told) {
                d.labels.push(crate::diag::Label { span: r.span, text: "it was taken away here".into() });
                d.help = Some("amend or remove this too".into());
            }
        }
    }
}

/// A parent that cannot be read.
struct Fault {
    home: Home,
    parent: String,
    circle: bool,
}

/// Puts a pack after its parents.
fn visit(all: &[Home], home: &Home, path: &mut Vec<Home>, order: &mut Vec<Home>, faults: &mut Vec<Fault>) {
    path.push(home.clone());
    for parent in &home.extends {
        let key = Key::new(parent);
        let called = |h: &&Home| Key::new(&h.name) == key || Key::new(h.title()) == key;
        // a pack of the same name as its parent does not mean itself, if there is another
        let found = all.iter().filter(called).find(|h| !h.same(home)).or_else(|| all.iter().find(called));
        match found {
            Some(next) if path.iter().any(|p| p.same(next)) => {
                faults.push(Fault { home: home.clone(), parent: parent.clone(), circle: true });
            }
            Some(next) if order.iter().any(|o| o.same(next)) => {}
            Some(next) => visit(all, next, path, order, faults),
            None => faults.push(Fault { home: home.clone(), parent: parent.clone(), circle: false }),
        }
    }
    path.pop();
    order.push(home.clone());
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::super::{Library, Shelf, Source};
    use crate::diag::Code;

    struct Shelved(BTreeMap<&'static str, &'static str>);

    impl Source for Shelved {
        fn list(&self, folder: &str) -> Vec<String> {
            let inside = self.0.keys().filter_map(|k| k.strip_prefix(folder)?.strip_prefix('/'));
            let mut out: Vec<String> = inside.map(|k| k.split_inclusive('/').next().unwrap_or(k).to_owned()).collect();
            out.dedup();
            out
        }

        fn read(&self, path: &str) -> Result<String, String> {
            self.0.get(path).map(|t| (*t).to_owned()).ok_or_else(|| "there is no such file".into())
        }
    }

    fn library(files: &[(&'static str, &'static str)]) -> Library {
        let source = Arc::new(Shelved(files.iter().copied().collect()));
        Library::new().with(Shelf::new("the shelf", source, "rules", vec!["forcelists".into()]))
    }

    fn names(loaded: &super::Loaded) -> Vec<&str> {
        loaded.files.ids().map(|id| loaded.files.name(id)).collect()
    }

    #[test]
    fn a_pack_is_its_folder_with_its_force_lists_after_its_parents() {
        let library = library(&[
            ("rules/base/pack.grog", "pack The Base 1.0\n"),
            ("rules/base/b.grog", "kind band is group\n"),
            ("rules/base/tests/a.grog", "kind soul is piece of band\n"),
            ("rules/base/variant/pack.grog", "pack Elsewhere\n"),
            ("rules/club.grog", "pack My Club extends Base\n"),
            ("forcelists/base/north.grog", "force North\n"),
        ]);
        for wanted in ["my club", "club", "My Club"] {
            let loaded = library.load(wanted);
            assert_eq!(loaded.diagnostics, []);
            assert_eq!(
                names(&loaded),
                ["rules/base/b.grog", "rules/base/pack.grog", "rules/base/tests/a.grog", "forcelists/base/north.grog", "rules/club.grog"]
            );
            assert_eq!(loaded.name, "My Club");
        }
    }

    #[test]
    fn a_missing_pack_is_told_with_the_nearest_name() {
        let library = library(&[("rules/base/pack.grog", "pack The Base\n"), ("rules/club.grog", "pack Club extends The Bass\n")]);
        let loaded = library.load("club");
        let d = loaded.diagnostics.first().expect("one fault");
        assert_eq!((d.code, d.help.as_deref()), (Code::File, Some("did you mean `The Base`?")));
        assert_eq!(loaded.files.slice(d.span), "The Bass");
        let d = library.load("bse").diagnostics;
        assert_eq!(d.first().map(|d| d.message.as_str()), Some("there is no pack `bse`; looked in the shelf"));
    }

    #[test]
    fn circles_end() {
        let library = library(&[("rules/a.grog", "pack First extends Second\n"), ("rules/b.grog", "pack Second extends First\n")]);
        let codes: Vec<Code> = library.load("a").diagnostics.iter().map(|d| d.code).collect();
        assert_eq!(codes, [Code::Cycle]);
        let own = self::library(&[("rules/a.grog", "pack Only extends Only\n")]);
        assert_eq!(own.load("a").diagnostics.len(), 1);
    }
}
