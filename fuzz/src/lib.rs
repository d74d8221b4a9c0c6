//! What the fuzz targets share: everything that is done with a text, and a game that is ready to play.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use grognard::floors::ready::{Course, Ready, Table, play_on};
use grognard::floors::findings::Renderer;
use grognard::Shelves;
use grognard::floors::findings;
use grognard::floors::diag::{Diagnostic, any_error};
use grognard::floors::muster::Entries;
use grognard::floors::packs::{Library, Shelf, Source};
use grognard::floors::play::{Record, Session};
use grognard::floors::source::Files;
use grognard::floors::speech;
use grognard::floors::trial::{Trial, Verdict, run};
use grognard::floors::vm::{Choice, Decision, Game};

mod grammar;

pub use grammar::Written;

/// Files that are nowhere but here.
struct Texts(BTreeMap<String, String>);

impl Source for Texts {
    fn list(&self, folder: &str) -> Vec<String> {
        let inside = self.0.keys().filter_map(|k| k.strip_prefix(folder)?.strip_prefix('/'));
        let mut out: Vec<String> = inside.map(|k| k.split_inclusive('/').next().unwrap_or(k).to_owned()).collect();
        out.dedup();
        out
    }

    fn read(&self, path: &str) -> Result<String, String> {
        self.0.get(path).cloned().ok_or_else(|| "there is no such file".into())
    }
}

/// The pack that variants of the target extend.
const PARENT: &str = include_str!("../../tests/variants/base.grog");

/// All that is done with a pack of one file: read, checked, shown, read aloud, and its tests run.
pub fn pack(text: &str) {
    let text = if text.lines().any(|l| l.starts_with("pack ")) { text.to_owned() } else { format!("pack Fuzzed\n{text}") };
    whole(&[("fuzzed", &text)]);
}

/// The same with a pack that extends another.
pub fn variant(text: &str) {
    let rest: Vec<&str> = text.lines().filter(|l| !l.starts_with("pack ")).collect();
    whole(&[("base", PARENT), ("fuzzed", &format!("pack Fuzzed extends Base\n{}\n", rest.join("\n")))]);
}

fn whole(packs: &[(&str, &str)]) {
    let texts = packs.iter().map(|(name, text)| (format!("rules/{name}.grog"), (*text).to_owned())).collect();
    let library = Library::new().with(Shelf::new("the shelf", Arc::new(Texts(texts)), "rules", Vec::new()));
    let loaded = library.load("fuzzed");
    let (compiled, found) = findings::check(&loaded);
    shown(&loaded.files, &found);
    let rules = &compiled.resolved.rules;
    for what in speech::all(rules) {
        let _ = speech::say(rules, &what);
    }
    if !any_error(&found) {
        let book = compiled.book(&loaded.files);
        let (entries, _) = Entries::read(book);
        let trial = Trial { book, entries: &entries };
        let told: Vec<Diagnostic> = run(&trial, |_| true).iter().filter_map(Verdict::told).collect();
        shown(&loaded.files, &told);
    }
}

/// Every finding says something, stands somewhere, and can be drawn.
fn shown(files: &Files, found: &[Diagnostic]) {
    let renderer = Renderer::new(80, false);
    for d in found {
        assert!(!d.message.is_empty());
        let _ = files.place(d.span);
        assert!(!renderer.draw(files, d).is_empty());
    }
}

/// A game of cards, from the rules built in.
pub fn ready() -> &'static (Ready, Table) {
    static READY: OnceLock<(Ready, Table)> = OnceLock::new();
    READY.get_or_init(|| {
        let Ok(ready) = Ready::open(&Shelves::default(), "one-page-d10") else { panic!("the pack is sound") };
        let Ok(table) = ready.table(None, &[]) else { panic!("its rosters are legal") };
        (ready, table)
    })
}

/// Plays a game as `ask` answers, up to so many decisions.
pub fn play(table: &Table, seed: u64, most: usize, mut ask: impl FnMut(Game<'_>, &Session, &Decision) -> Option<Choice>) -> Record {
    let ready = &ready().0;
    let mut course = Course::begin(ready, table, None, seed);
    let mut asked = 0;
    let mut ask = |g: Game<'_>, s: &Session, d: &Decision| {
        asked += 1;
        if asked > most { None } else { ask(g, s, d) }
    };
    let _ = play_on(&mut course, &mut ask, None);
    course.record
}
