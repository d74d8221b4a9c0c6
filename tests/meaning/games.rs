//! The games that are varied and changed: the packs, and the passages of the corpus with the nouns they use.

use grognard::floors::packs::{self, Compiled, Scope};
use grognard::floors::source::Files;

use crate::text::Text;
use crate::variations::Layers;

/// Packs that come with the program.
pub const PACKS: &[&str] = &["rules/one-page-d10", "rules/expanded-d10", "rules/chosen-men"];

/// The pack that is varied with its tests. These leave nothing in prints and speech, and the other packs have four lines of
/// tests for each line of rules: of them the rules alone are varied.
const TESTED: &str = "rules/one-page-d10";

/// Passages of the corpus with the nouns they use.
pub const GAMES: &[&[&str]] = &[
    &["one-page-nouns", "op1"],
    &["one-page-nouns", "op1", "ex1"],
    &["empires-nouns", "ew1", "ew2", "ew3", "ew4", "ew5"],
    &["old-trousers-nouns", "ot1", "ot2", "ot3", "ot4"],
    &["ew9"],
    &["ot10"],
];

/// Texts of rules and what they mean.
pub struct Game {
    pub name: String,
    pub files: Files,
    pub compiled: Compiled,
}

impl Game {
    /// A pack, read in full.
    pub fn pack(path: &str) -> Self {
        let loaded = packs::open(path, None, Scope::default()).1;
        let compiled = loaded.compiled();
        assert!(compiled.found.is_empty(), "{path}: {:?}", compiled.found);
        Self { name: path.to_owned(), files: loaded.files, compiled }
    }

    /// Passages of the corpus.
    pub fn passages(names: &[&str]) -> Self {
        let mut files = Files::default();
        for name in names {
            files.add(*name, &std::fs::read_to_string(format!("tests/corpus/{name}.grog")).expect("a text"));
        }
        let compiled = Compiled::of(&files);
        Self { name: names.join(", "), files, compiled }
    }

    /// Whether all its texts are varied.
    pub fn whole(&self) -> bool {
        self.name == TESTED || !PACKS.contains(&self.name.as_str())
    }

    /// Its texts that are varied, pack by pack: those of a folder belong together, the one that names the pack first.
    pub fn layers(&self) -> Layers {
        let in_folder = |name: &str| name.rsplit_once('/').map_or("", |(f, _)| f).to_owned();
        let mut out: Vec<(String, Vec<Text>)> = Vec::new();
        let varied = |name: &str| self.whole() || !name.contains("/tests/");
        for id in self.files.ids().filter(|id| varied(self.files.name(*id))) {
            let text = Text::new(self.files.name(id), self.files.slice(self.files.whole(id)).to_owned());
            let folder = self.files.name(id).split_once("/tests/").map_or_else(|| in_folder(self.files.name(id)), |(f, _)| f.to_owned());
            let extends = text.body.lines().any(|l| l.starts_with("pack ") && l.contains(" extends "));
            match out.last_mut().filter(|(of, _)| *of == folder && !(extends && folder.is_empty())) {
                Some((_, layer)) => layer.push(text),
                None => out.push((folder, vec![text])),
            }
        }
        let mut layers: Layers = out.into_iter().map(|(_, layer)| layer).collect();
        layers.iter_mut().for_each(|layer| layer.sort_by_key(|t| !t.names_a_pack()));
        layers
    }
}
