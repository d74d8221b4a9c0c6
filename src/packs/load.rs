//! A pack with its parents, read into one set of declarations.

use rayon::prelude::*;

use super::header::PACK_FILE;
use super::library::{Home, Library, RULES, Seen};
use super::scope::Scope;
use crate::ast::{self, Decl, DeclKind, Pack};
use crate::diag::{Code, Diagnostic, nearest};
use crate::intern::{Names, Sym, folded};
use crate::resolve::variant::{Effective, Layer, effective, take_reading};
use crate::source::{FileId, Files, Span};
use crate::syntax::{self, Tree};

/// Everything that was read for one pack.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// The texts, parents' first, each pack's in the order of their names.
    pub files: Files,
    /// The names in them.
    pub names: Names,
    /// What stands in the files, pack by pack in the order of `homes`.
    pub layers: Vec<Layer>,
    /// What holds: the parents' declarations and the pack's own, amended.
    pub effective: Effective,
    /// How much of the packs was read.
    pub scope: Scope,
    /// Readings of rulings that were asked for, as `Ruling = Reading`.
    pub readings: Vec<String>,
    /// Whether one of them is none.
    pub misread: bool,
    /// What is wrong with files, packs and sentences so far.
    pub diagnostics: Vec<Diagnostic>,
    /// How many of these were found before variants were applied.
    pub read: usize,
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
        self.layers.last().is_some_and(|own| stands_in(own, span))
    }

    /// Which pack says what stands there, by its place in `homes`; the last of several.
    #[must_use]
    pub fn said_by(&self, span: Span) -> Option<usize> {
        self.layers.iter().rposition(|layer| stands_in(layer, span))
    }
}

/// Whether a declaration of one pack covers a place.
fn stands_in(layer: &Layer, span: Span) -> bool {
    let after = layer.decls.partition_point(|d| d.at.span().start <= span.start);
    after.checked_sub(1).and_then(|at| layer.decls.get(at)).is_some_and(|d| span.start < d.at.span().end)
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
        let mut diagnostics = read(&files, id, &mut Names::default()).1;
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
        let mut loaded = Loaded { folder: home.folder.clone(), name: home.name.clone(), scope: self.scope, ..Loaded::default() };
        let last = order.len().saturating_sub(1);
        let files: Vec<(usize, FileId)> =
            order.iter().enumerate().flat_map(|(n, home)| self.add_files(home, &mut loaded).into_iter().map(move |id| (n, id))).collect();
        let files = loaded.no_more_than_is_read(files);
        // each file is read by itself; names are numbered in the order of the files
        let trees: Vec<Read> =
            files.par_iter().map(|(n, id)| syntax::tree_without(&loaded.files, *id, self.scope.skipped(*n == last))).collect();
        let mut trees = files.into_iter().zip(trees).peekable();
        for (n, home) in order.into_iter().enumerate() {
            let titles = vec![home.name.clone(), home.title().to_owned()];
            loaded.layers.push(Layer { titles, decls: Vec::new() });
            let own: Vec<Read> = std::iter::from_fn(|| trees.next_if(|((m, _), _)| *m == n)).map(|(_, tree)| tree).collect();
            self.read_pack(&home, own, &mut loaded, &faults);
            loaded.homes.push(home);
        }
        if loaded.scope.is_too_little(&loaded.layers, &loaded.names) {
            return self.clone().reading(Scope::Everything).load_home(home);
        }
        loaded.amend();
        loaded
    }

    /// Adds the texts of a pack.
    fn add_files(&self, home: &Home, loaded: &mut Loaded) -> Vec<FileId> {
        let mut out = Vec::new();
        for item in self.files(home, RULES) {
            if loaded.too_much().is_some() {
                break;
            }
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
            out.push(id);
        }
        out
    }

    fn read_pack(&self, home: &Home, trees: Vec<Read>, loaded: &mut Loaded, faults: &[Fault]) {
        let mut first: Option<(Span, Sym)> = None;
        for (tree, found) in trees {
            loaded.diagnostics.extend(found);
            let (decls, found) = ast::declarations(&loaded.files, &tree, &mut loaded.names);
            loaded.diagnostics.extend(found);
            for d in &decls {
                let DeclKind::Pack(pack) = &*d.kind else { continue };
                if let Some((old, name)) = first {
                    // the one in `pack.grog` is the one that is meant
                    let place = |span: Span| loaded.files.file_of(span).map_or("", |f| loaded.files.name(f));
                    let here = place(d.head.span()).ends_with("pack.grog") && !place(old).ends_with("pack.grog");
                    let (span, old) = if here { (old, d.head.span()) } else { (d.head.span(), old) };
                    let same = loaded.names.same(name, pack.name.sym);
                    let (message, help) = if same {
                        ("this line stands in another file of the folder already", "take it out: all files of a folder are of one pack")
                    } else {
                        ("a folder holds one pack, and this is the second", "move it to a folder of its own")
                    };
                    let twice = Diagnostic::new(Code::Twice, span, message);
                    loaded.diagnostics.push(twice.label(old, "the first").help(help));
                } else {
                    first = Some((d.head.span(), pack.name.sym));
                    self.parents(home, pack, faults, loaded);
                }
            }
            if let Some(layer) = loaded.layers.last_mut() {
                layer.decls.extend(decls);
            }
        }
    }

    /// Reports parents that are missing or lead back to the pack.
    fn parents(&self, home: &Home, pack: &Pack, faults: &[Fault], loaded: &mut Loaded) {
        for parent in &pack.extends {
            let written = loaded.names.text(parent.name.sym);
            let span = parent.name.at.span();
            let fault = faults.iter().find(|f| f.home.same(home) && f.parent == written);
            loaded.orphan |= fault.is_some();
            match fault.map(|f| f.circle) {
                Some(true) if folded(&home.name) != folded(written) && self.find(written).is_some_and(|h| h.same(home)) => {
                    let message = format!("`{written}` is looked for in this pack itself: its file or folder is called so");
                    loaded.diagnostics.push(Diagnostic::new(Code::Cycle, span, message).help("give the file or folder another name"));
                }
                Some(true) => loaded.diagnostics.push(
                    Diagnostic::new(Code::Cycle, span, format!("`{}` extends `{written}`, which extends it in turn", home.name))
                        .help("take `extends` away from one of them"),
                ),
                Some(false) => {
                    let missing = self.missing(span, written);
                    loaded.diagnostics.push(missing);
                }
                None => loaded.diagnostics.extend(self.of_one_name(span, written)),
            }
        }
    }

    /// The fault for a parent whose name two packs have that stand equally near.
    fn of_one_name(&self, span: Span, written: &str) -> Option<Diagnostic> {
        let found = self.find(written)?;
        let other = self.packs().into_iter().find(|h| h.rivals(&found))?;
        let [one, two] = [&found, &other].map(|h| h.file.as_ref().unwrap_or(&h.folder));
        let d = Diagnostic::new(Code::Twice, span, format!("two packs are called `{written}`: `{one}` and `{two}`"));
        Some(d.help("give one of them another name on its `pack` line, or move it elsewhere"))
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

/// Files of a pack and of those that it extends.
pub const PACK_FILES: usize = 1_000;
/// Bytes of all of them.
pub const PACK_BYTES: usize = 16 << 20;

impl Loaded {
    /// Whether more was taken in than is read, and of what.
    fn too_much(&self) -> Option<(usize, &'static str)> {
        // a file that is too long by itself is told by itself
        let bytes = || self.files.ids().map(|id| self.files.whole(id).len().min(syntax::limits::FILE_BYTES)).sum::<usize>();
        if self.files.ids().count() > PACK_FILES {
            return Some((PACK_FILES, "files"));
        }
        (bytes() > PACK_BYTES).then_some((PACK_BYTES, "bytes"))
    }

    /// These files; none of them if they are too many or too long together, which is told.
    fn no_more_than_is_read(&mut self, files: Vec<(usize, FileId)>) -> Vec<(usize, FileId)> {
        let Some((most, what)) = self.too_much() else { return files };
        let message = format!("`{}` and what it extends have more than {most} {what}, and at most so many are read", self.name);
        let d = Diagnostic::new(Code::Limit, Span::default(), message);
        self.diagnostics.push(d.help("keep what does not belong to it in another folder"));
        // nothing that is missing now is missing
        self.orphan = true;
        Vec::new()
    }

    /// Works out what holds.
    pub(super) fn amend(&mut self) {
        self.read = self.diagnostics.len();
        self.effective = effective(&self.files, &mut self.names, &self.layers);
        let mut decls = std::mem::take(&mut self.effective.decls);
        decls.retain(|d| self.scope.holds(d, self.is_own(d.at.span())));
        self.effective.decls = decls;
        let found = std::mem::take(&mut self.effective.found);
        // what a missing parent may have had is not missing
        self.diagnostics.extend(found.into_iter().filter(|d| !self.orphan || d.code != Code::Name));
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
            if let Err(d) = take_reading(&self.names, &mut self.effective.decls, one) {
                self.diagnostics.push(d);
                self.misread = true;
            }
        }
        self.readings.extend(words.iter().cloned());
    }
}

/// A file as it was read, and what is wrong with it.
type Read = (Tree, Vec<Diagnostic>);

/// The declarations of a file.
pub(super) fn read(files: &Files, id: FileId, names: &mut Names) -> (Vec<Decl>, Vec<Diagnostic>) {
    let (tree, mut found) = syntax::tree(files, id);
    let (decls, more) = ast::declarations(files, &tree, names);
    found.extend(more);
    (decls, found)
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
        let key = folded(parent);
        let called = |h: &&Home| folded(&h.name) == key || folded(h.title()) == key;
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
        let called = self::library(&[("rules/base.grog", "pack Mine extends Base\n")]);
        let help = called.load("base").diagnostics.first().and_then(|d| d.help.clone());
        assert_eq!(help.as_deref(), Some("give the file or folder another name"));
    }
}
