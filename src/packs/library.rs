//! The shelves that packs are looked for on, nearest to the user first.

use std::sync::Arc;

use super::header::{Header, PACK_FILE, header};
use super::source::{below, folder_of, join, last_name, stem};
use super::{BuiltIn, Disk, Scope, Source};
use crate::intern::folded;

/// The ending of rule files.
pub(super) const RULES: &str = ".grog";

/// A folder of packs, and the folders of their force lists.
#[derive(Clone)]
pub struct Shelf {
    /// How messages call it.
    pub label: String,
    source: Arc<dyn Source>,
    rules: String,
    forces: Vec<String>,
}

impl Shelf {
    /// A folder of a source whose files and folders are packs; `forces` hold a folder of force lists for each.
    #[must_use]
    pub fn new(label: impl Into<String>, source: Arc<dyn Source>, rules: impl Into<String>, forces: Vec<String>) -> Self {
        Self { label: label.into(), source, rules: rules.into(), forces }
    }

    /// A folder on the disk; force lists stand in `forcelists` in it or beside it. Beside the folder that one stands in they are of
    /// its packs alone: if no folder in it is one, they are another's.
    #[must_use]
    pub fn disk(folder: &str) -> Self {
        let folder = folder.trim_end_matches('/').trim_start_matches("./");
        let folder = if folder == "." { "" } else { folder };
        let (own, label) = (join(folder, "forcelists"), if folder.is_empty() { "this folder" } else { folder });
        let holds_packs = || Disk.list("").iter().any(|name| name.ends_with('/') && Disk.read(&join(name, PACK_FILE)).is_ok());
        let forces = match folder {
            "" if holds_packs() => vec!["../forcelists".into(), own],
            "" => vec![own],
            _ => vec![join(folder_of(folder), "forcelists"), own],
        };
        Self::new(label, Arc::new(Disk), folder, forces)
    }

    /// What comes with the program.
    #[must_use]
    pub fn built_in() -> Self {
        Self::new("the packs built in", Arc::new(BuiltIn), "rules", vec!["forcelists".into()])
    }

    /// Every pack on this shelf.
    fn packs(&self, shelf: usize) -> Vec<Home> {
        let mut out = Vec::new();
        for name in self.source.list(&self.rules) {
            match name.strip_suffix('/') {
                Some(folder) => out.extend(self.folder(shelf, &join(&self.rules, folder))),
                None if name.ends_with(RULES) => out.extend(self.file(shelf, &join(&self.rules, &name))),
                None => {}
            }
        }
        out
    }

    /// The pack that a folder is.
    fn folder(&self, shelf: usize, folder: &str) -> Option<Home> {
        let h = header(&self.source.read(&join(folder, PACK_FILE)).ok()?)?;
        Some(Home::new(shelf, folder, None, h))
    }

    /// The pack that a file is by itself.
    fn file(&self, shelf: usize, path: &str) -> Option<Home> {
        let h = header(&self.source.read(path).ok()?)?;
        Some(match last_name(path) {
            PACK_FILE => Home::new(shelf, folder_of(path), None, h),
            _ => Home::new(shelf, folder_of(path), Some(path.to_owned()), h),
        })
    }
}

/// Where a pack stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// Its name, as its `pack` line has it.
    pub name: String,
    /// Its version as written; may be empty.
    pub version: String,
    /// The packs that it extends.
    pub extends: Vec<String>,
    /// Its folder.
    pub folder: String,
    /// The one file that it is, if it is not a whole folder.
    pub file: Option<String>,
    shelf: usize,
}

impl Home {
    fn new(shelf: usize, folder: &str, file: Option<String>, h: Header) -> Self {
        Self { name: h.name, version: h.version, extends: h.extends, folder: folder.to_owned(), file, shelf }
    }

    /// What its folder or file is called, which names its force lists too.
    #[must_use]
    pub fn title(&self) -> &str {
        self.file.as_deref().map_or(last_name(&self.folder), stem)
    }

    /// The folder that its force lists lie in, in files that begin with `force list`.
    #[must_use]
    pub fn lists_folder(&self) -> String {
        let above = if self.file.is_some() { &self.folder } else { folder_of(folder_of(&self.folder)) };
        join(&join(above, "forcelists"), self.title())
    }

    /// The same for a pack that is not there yet: a file at this path, told without its ending, or a whole folder.
    #[must_use]
    pub fn lists_of(path: &str, whole: bool) -> String {
        let above = if whole { folder_of(folder_of(path)) } else { folder_of(path) };
        join(&join(above, "forcelists"), last_name(path))
    }

    fn is_called(&self, key: &str) -> bool {
        folded(self.title()) == key || folded(&self.name) == key
    }

    /// Whether it is another pack of the same name that stands as near.
    pub(super) fn rivals(&self, other: &Self) -> bool {
        self.shelf == other.shelf && folded(&self.name) == folded(&other.name) && !self.same(other)
    }

    /// Whether it is that very pack, by whatever shelf it was found.
    pub(super) fn same(&self, other: &Self) -> bool {
        self.folder == other.folder && self.file == other.file
    }
}

/// A file of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its path.
    pub path: String,
    shelf: usize,
}

/// What stands at a path.
pub(super) enum Seen {
    Folder,
    File,
}

/// All shelves.
#[derive(Clone, Default)]
pub struct Library {
    shelves: Vec<Shelf>,
    /// How much of a pack is read.
    pub(super) scope: Scope,
}

impl Library {
    /// No shelf yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With one more shelf, looked through after those before it.
    #[must_use]
    pub fn with(mut self, shelf: Shelf) -> Self {
        self.shelves.push(shelf);
        self
    }

    /// The same shelves, of whose packs so much is read.
    #[must_use]
    pub fn reading(mut self, scope: Scope) -> Self {
        self.scope = scope;
        self
    }

    /// What a user has: beside `path`, in `packs`, in `./rules`, and what is built in.
    #[must_use]
    pub fn of_user(path: &str, packs: Option<&str>) -> Self {
        let beside = Shelf::disk(folder_of(path));
        let named = packs.map(Shelf::disk);
        Self::new().with(beside).with_all(named).with(Shelf::disk("rules")).with(Shelf::built_in())
    }

    fn with_all(self, shelves: impl IntoIterator<Item = Shelf>) -> Self {
        shelves.into_iter().fold(self, Self::with)
    }

    /// Every pack, nearest first; one that stands on two shelves comes once.
    #[must_use]
    pub fn packs(&self) -> Vec<Home> {
        let mut out: Vec<Home> = Vec::new();
        for (i, shelf) in self.shelves.iter().enumerate() {
            for home in shelf.packs(i) {
                if !out.iter().any(|o| o.title() == home.title() || o.same(&home)) {
                    out.push(home);
                }
            }
        }
        out
    }

    /// The shelf that a pack stands on, in words.
    #[must_use]
    pub fn shelf_of(&self, home: &Home) -> &str {
        self.shelves.get(home.shelf).map_or("", |s| &s.label)
    }

    /// The packs on the nearest shelf.
    #[must_use]
    pub fn beside(&self) -> Vec<Home> {
        self.shelves.first().map_or_else(Vec::new, |s| s.packs(0))
    }

    /// The pack of that folder name or pack name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Home> {
        let key = folded(name);
        self.packs().into_iter().find(|h| h.is_called(&key))
    }

    /// The pack that a path is or belongs to, as the first shelf has it.
    #[must_use]
    pub fn at(&self, path: &str) -> Option<Home> {
        let path = path.trim_end_matches('/').trim_start_matches("./");
        let shelf = self.shelves.first()?;
        if shelf.source.list(path).is_empty() && shelf.source.read(path).is_err() {
            return None;
        }
        if let Some(home) = shelf.folder(0, path).or_else(|| shelf.file(0, path)) {
            return Some(home);
        }
        // a chapter of a pack, or one of its force lists
        let mut folder = if path.ends_with(RULES) { folder_of(path) } else { path };
        for _ in 0..4 {
            if let Some(home) = shelf.folder(0, folder) {
                return Some(home);
            }
            if last_name(folder_of(folder)) == "forcelists" {
                return self.find(last_name(folder));
            }
            if folder.is_empty() {
                return None;
            }
            folder = folder_of(folder);
        }
        None
    }

    /// What stands at a path on the first shelf, if anything does.
    pub(super) fn look(&self, path: &str) -> Option<Result<Seen, String>> {
        let source = &self.shelves.first()?.source;
        let path = path.trim_end_matches('/');
        let names = source.list(folder_of(path));
        let name = last_name(path);
        if names.iter().any(|n| n.strip_suffix('/') == Some(name)) {
            return Some(Ok(Seen::Folder));
        }
        names.iter().any(|n| n == name).then(|| source.read(path).map(|_| Seen::File))
    }

    /// The text of a file nearest to the user, or of what makes a folder a pack, with its path.
    pub(super) fn text_at(&self, path: &str) -> Option<(String, String)> {
        let source = &self.shelves.first()?.source;
        let path = path.trim_end_matches('/');
        let path = if path.ends_with(RULES) { path.to_owned() } else { join(path, PACK_FILE) };
        source.read(&path).ok().map(|text| (path, text))
    }

    /// The files of a pack with this ending: those below its folder, then those of its force lists, each sorted by name.
    /// Lists stand in a folder called as the pack's, or else as the pack.
    #[must_use]
    pub fn files(&self, home: &Home, ending: &str) -> Vec<Item> {
        let mut out = Vec::new();
        let Some(shelf) = self.shelves.get(home.shelf) else { return out };
        match &home.file {
            Some(path) if path.ends_with(ending) => out.push(Item { path: path.clone(), shelf: home.shelf }),
            Some(_) => {}
            None => out.extend(below(&*shelf.source, &home.folder, ending).into_iter().map(|path| Item { path, shelf: home.shelf })),
        }
        let called = home.name.to_lowercase().replace(' ', "-");
        let mut lists = self.lists(home, shelf, home.title(), ending);
        if lists.is_empty() && called != home.title() {
            lists = self.lists(home, shelf, &called, ending);
        }
        lists.sort_by(|a, b| a.0.cmp(&b.0));
        out.extend(lists.into_iter().map(|(_, item)| item));
        out
    }

    /// The force lists in folders of this name. One nearer to the user stands for one of the same name further off.
    fn lists(&self, home: &Home, shelf: &Shelf, called: &str, ending: &str) -> Vec<(String, Item)> {
        let mut lists: Vec<(String, Item)> = Vec::new();
        // the folder that one stands in has no name here, and the lists of all packs are not its own
        if called.is_empty() {
            return lists;
        }
        let nearer =
            self.shelves.iter().enumerate().take(home.shelf + 1).flat_map(|(i, s)| s.forces.iter().map(move |f| (i, s, f.clone())));
        // its own stand beside the folder of packs that it is in, whatever path led there
        let above = if home.folder.is_empty() { "../.." } else { folder_of(folder_of(&home.folder)) };
        let own = (home.shelf, shelf, join(above, "forcelists"));
        for (i, near, forces) in nearer.chain([own]) {
            let folder = join(&forces, called);
            for path in below(&*near.source, &folder, ending) {
                let name = path.strip_prefix(&folder).unwrap_or(&path).to_owned();
                if !lists.iter().any(|(n, _)| *n == name) {
                    lists.push((name, Item { path, shelf: i }));
                }
            }
        }
        lists
    }

    /// The text of a file of a pack.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn read(&self, item: &Item) -> Result<String, String> {
        self.shelves.get(item.shelf).map_or_else(|| Err("there is no such file".into()), |s| s.source.read(&item.path))
    }

    /// Where packs are looked for, in words.
    #[must_use]
    pub fn places(&self) -> String {
        let mut labels: Vec<&str> = Vec::new();
        for shelf in &self.shelves {
            if !labels.contains(&shelf.label.as_str()) {
                labels.push(&shelf.label);
            }
        }
        match labels.split_last() {
            None => "nowhere".into(),
            Some((last, [])) => (*last).to_owned(),
            Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        }
    }
}
