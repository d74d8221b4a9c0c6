//! The house rules that a program can check: no word of a game in `src/`, no import upwards, no long file, no crowded
//! folder.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use grognard::floors::ast::{Decl, DeclKind};
use grognard::floors::ir::{State, StateKind};
use grognard::floors::packs;

/// Floors from the ground up; each may use those before it.
const FLOORS: &[&str] = &[
    "source", "num", "diag", "dice", "table", "stats", "syntax", "format", "intern", "ast", "ir", "hir", "resolve", "graph", "lower",
    "check", "speech", "vm", "muster", "play", "lab", "trial", "report", "packs", "prove", "compare", "findings", "explain", "ledger",
    "ready", "catalog", "facade", "cli",
];

/// Declared names that are general words of wargames or of programs, each with its reason.
const GENERAL: &[(&str, &str)] = &[
    ("standing", "the engine asks `value Standing of side`"),
    ("score", "the engine asks `value Score of side`"),
    ("turn", "the engine counts turns"),
    ("deployed", "where bodies stand before they begin"),
    ("game", "what is done before the first turn is of the game"),
    ("last turn", "the language asks what was done in it"),
    ("action", "a kind that every pack has"),
    ("loaded", "a pack is loaded"),
    ("load", "to load a pack"),
    ("loading", "a pack is loading"),
    ("common", "what commands have in common"),
    ("ahead", "to look ahead"),
    ("size", "a size in bytes or mils, how large something is"),
    ("current", "how many threads there are now"),
    ("wall", "what a path goes round, in the table's tests"),
    ("fence", "what a path goes round, in the table's tests"),
    ("road", "ground, in the table's tests"),
    ("beside", "plain English"),
    ("close", "plain English"),
    ("loose", "a layout without ranks"),
    ("lost", "plain English"),
    ("effective", "the effective declarations of a variant"),
    ("cards", "a deck has cards"),
    ("in cards", "a deck has cards"),
    ("in contact", "bases in contact"),
    ("steady", "plain English"),
    ("formed", "a group is formed"),
    ("mass", "the mass of a distribution"),
    ("leading", "plain English"),
    ("counts in", "plain English"),
    ("fight", "plain English"),
    ("line", "a line of text, a line of sight"),
    ("column", "a column of a table"),
    ("range", "a range of keys"),
    ("command", "a command of the command line"),
    ("order", "the order of things"),
    ("move", "what pieces do"),
    ("strategy", "proptest's word"),
    ("muster", "the floor that reads rosters"),
    ("hold", "to hold a value"),
    ("support", "plain English"),
    ("reach", "plain English"),
    ("contact", "bases in contact"),
    ("spare", "things in reserve of memory"),
    ("light", "plain English"),
    ("heavy", "plain English"),
    ("area", "plain English"),
    ("opening", "an opening bracket"),
    ("passed", "a check is passed"),
    ("pass", "a pass over the text"),
    ("balk", "plain English"),
    ("rally", "plain English"),
    ("double", "costs double"),
    ("blocking", "blocks sight"),
    ("wounds", "plain English"),
    ("health", "plain English"),
    ("points", "points of a roster"),
    ("movement", "how far pieces move"),
    ("first", "plain English"),
    ("follow", "plain English"),
    ("reading", "a reading of a ruling"),
    ("result", "a result"),
    ("edge", "a board edge"),
    ("weight", "a weight of a distribution"),
    ("depth", "how deep a line or a frame stands"),
    ("north", "a direction"),
    ("south", "a direction"),
    ("ready", "a pack made ready to play"),
    ("heads", "heads of declarations"),
    ("spent", "movement spent"),
    ("rank", "ranks of a formation"),
    ("obstacle", "what stands in the way"),
    ("margin", "by how much a check was passed"),
    ("worth", "what a face counts"),
    ("independent", "independent of each other"),
    ("alone", "plain English"),
    ("charge", "a charge on a bill"),
    ("covered", "plain English"),
    ("pace", "plain English"),
    ("waiting", "dice that wait"),
    ("screen", "plain English"),
    ("holding", "plain English"),
    ("halved", "plain English"),
    ("saves", "files are saved"),
    ("above all", "plain English"),
    ("able", "plain English"),
    ("whole", "plain English"),
    ("called", "plain English"),
    ("view", "what a reader is shown"),
    ("counted", "plain English"),
    ("deed", "what the engine notes that was done"),
    ("paired", "plain English"),
    ("ones", "plain English"),
    ("bearers", "who bears a state"),
    ("side by side", "plain English"),
    ("parted", "plain English"),
    ("open to", "plain English"),
    ("sixes", "plain English"),
    ("on to the next", "plain English"),
    ("on their own", "plain English"),
    ("near enough", "plain English"),
    ("marked", "plain English"),
    ("held", "a clause that a test alone holds; a value that is held"),
    ("guard", "what a rule asks before it acts"),
    ("front", "the front of a formation"),
    ("cut off", "plain English"),
    ("head start", "where a head starts"),
    ("large", "plain English"),
    ("first player", "who is named first for many games"),
    ("declaration", "what a text declares"),
    ("apart", "plain English"),
    ("drawn", "a card is drawn"),
    ("caught", "a participle of English, as the spoken form knows it"),
    ("carried", "plain English"),
    ("comparison", "of two packs, of two numbers"),
    ("partner", "the sign that closes a bracket"),
    ("height", "how high ground stands"),
    ("linked", "plain English"),
    ("matched", "plain English"),
    ("drift", "plain English"),
    ("rolled for", "plain English"),
    ("too near", "plain English"),
    ("empty", "an everyday word"),
    ("delayed", "an everyday word"),
    ("entry", "an everyday word"),
    ("open", "an everyday word"),
    ("band", "an everyday word"),
    ("home", "an everyday word"),
    ("together", "an everyday word"),
    ("barred", "an everyday word"),
    ("house", "an everyday word"),
    ("reached", "an everyday word"),
    ("leaving", "an everyday word"),
    ("line from", "an everyday word"),
    ("put down", "an everyday word"),
    ("crowded", "an everyday word"),
    ("toll", "an everyday word"),
    ("arrivals", "an everyday word"),
    ("lucky", "an everyday word"),
    ("door", "an everyday word"),
    ("awaited", "an everyday word"),
    ("strays", "an everyday word"),
    ("plan", "an everyday word"),
    ("nearer", "an everyday word"),
    ("arrival", "an everyday word"),
    ("sought", "an everyday word"),
    ("astray", "an everyday word"),
    ("line length", "an everyday word"),
    ("posts", "an everyday word"),
    ("on ground", "an everyday word"),
    ("off the board", "an everyday word"),
    ("storm", "an everyday word"),
    ("reserves", "an everyday word"),
    ("in reserve", "an everyday word"),
    ("camp", "an everyday word"),
    ("ball", "an everyday word"),
    ("woods", "an everyday word"),
    ("own units", "an everyday word"),
    ("occupied", "an everyday word"),
    ("luck", "an everyday word"),
    ("a way in", "an everyday word"),
    ("way back", "an everyday word"),
    ("traits", "an everyday word"),
    ("shut in", "an everyday word"),
    ("second start", "an everyday word"),
    ("second rank", "an everyday word"),
    ("north post", "an everyday word"),
    ("first start", "an everyday word"),
    ("grazed", "an everyday word"),
    ("fusiliers", "an everyday word"),
    ("ford", "an everyday word"),
    ("duel", "an everyday word"),
    ("correction", "an everyday word"),
    ("advance", "an everyday word, which Old Trousers has for a name"),
    ("affordable", "an everyday word, which Old Trousers has for a name"),
    ("ahead of it", "an everyday word, which Old Trousers has for a name"),
    ("all at once", "an everyday word, which Old Trousers has for a name"),
    ("allowance", "an everyday word, which Old Trousers has for a name"),
    ("army", "an everyday word, which Old Trousers has for a name"),
    ("array", "an everyday word, which Old Trousers has for a name"),
    ("at it", "an everyday word, which Old Trousers has for a name"),
    ("attach", "an everyday word, which Old Trousers has for a name"),
    ("bearing", "an everyday word, which Old Trousers has for a name"),
    ("before", "an everyday word, which Old Trousers has for a name"),
    ("before him", "an everyday word, which Old Trousers has for a name"),
    ("before it", "an everyday word, which Old Trousers has for a name"),
    ("beginnings", "an everyday word, which Old Trousers has for a name"),
    ("bend", "an everyday word, which Old Trousers has for a name"),
    ("block", "an everyday word, which Old Trousers has for a name"),
    ("boldness", "an everyday word, which Old Trousers has for a name"),
    ("broad", "an everyday word, which Old Trousers has for a name"),
    ("broken", "an everyday word, which Old Trousers has for a name"),
    ("centre", "an everyday word, which Old Trousers has for a name"),
    ("change", "an everyday word, which Old Trousers has for a name"),
    ("changing", "an everyday word, which Old Trousers has for a name"),
    ("clear of", "an everyday word, which Old Trousers has for a name"),
    ("climb", "an everyday word, which Old Trousers has for a name"),
    ("closing", "an everyday word, which Old Trousers has for a name"),
    ("come in", "an everyday word, which Old Trousers has for a name"),
    ("deep", "an everyday word, which Old Trousers has for a name"),
    ("directed", "an everyday word, which Old Trousers has for a name"),
    ("division", "an everyday word, which Old Trousers has for a name"),
    ("divisor", "an everyday word, which Old Trousers has for a name"),
    ("done", "an everyday word, which Old Trousers has for a name"),
    ("doubled", "an everyday word, which Old Trousers has for a name"),
    ("drawn in", "an everyday word, which Old Trousers has for a name"),
    ("drive", "an everyday word, which Old Trousers has for a name"),
    ("elbow room", "an everyday word, which Old Trousers has for a name"),
    ("end of turn", "an everyday word, which Old Trousers has for a name"),
    ("faces", "an everyday word, which Old Trousers has for a name"),
    ("facing north", "an everyday word, which Old Trousers has for a name"),
    ("fallen", "an everyday word, which Old Trousers has for a name"),
    ("fate", "an everyday word, which Old Trousers has for a name"),
    ("figures", "an everyday word, which Old Trousers has for a name"),
    ("foot or horse", "an everyday word, which Old Trousers has for a name"),
    ("foremost", "an everyday word, which Old Trousers has for a name"),
    ("forward", "an everyday word, which Old Trousers has for a name"),
    ("frontage", "an everyday word, which Old Trousers has for a name"),
    ("gap before", "an everyday word, which Old Trousers has for a name"),
    ("general", "an everyday word, which Old Trousers has for a name"),
    ("going on", "an everyday word, which Old Trousers has for a name"),
    ("good", "an everyday word, which Old Trousers has for a name"),
    ("ground left", "an everyday word, which Old Trousers has for a name"),
    ("half a base", "an everyday word, which Old Trousers has for a name"),
    ("half depth", "an everyday word, which Old Trousers has for a name"),
    ("half width", "an everyday word, which Old Trousers has for a name"),
    ("hands", "an everyday word, which Old Trousers has for a name"),
    ("has given", "an everyday word, which Old Trousers has for a name"),
    ("has run", "an everyday word, which Old Trousers has for a name"),
    ("has turned", "an everyday word, which Old Trousers has for a name"),
    ("hedge", "an everyday word, which Old Trousers has for a name"),
    ("heft", "an everyday word, which Old Trousers has for a name"),
    ("helping", "an everyday word, which Old Trousers has for a name"),
    ("hemmed in", "an everyday word, which Old Trousers has for a name"),
    ("hidden ford", "an everyday word, which Old Trousers has for a name"),
    ("hits", "an everyday word, which Old Trousers has for a name"),
    ("hurt", "an everyday word, which Old Trousers has for a name"),
    ("idle", "an everyday word, which Old Trousers has for a name"),
    ("in column", "an everyday word, which Old Trousers has for a name"),
    ("in hand", "an everyday word, which Old Trousers has for a name"),
    ("in pieces", "an everyday word, which Old Trousers has for a name"),
    ("in turn", "an everyday word, which Old Trousers has for a name"),
    ("in view", "an everyday word, which Old Trousers has for a name"),
    ("inside", "an everyday word, which Old Trousers has for a name"),
    ("into it", "an everyday word, which Old Trousers has for a name"),
    ("joined", "an everyday word, which Old Trousers has for a name"),
    ("large enough", "an everyday word, which Old Trousers has for a name"),
    ("lead", "an everyday word, which Old Trousers has for a name"),
    ("line behind", "an everyday word, which Old Trousers has for a name"),
    ("losses", "an everyday word, which Old Trousers has for a name"),
    ("march", "an everyday word, which Old Trousers has for a name"),
    ("marching", "an everyday word, which Old Trousers has for a name"),
    ("mark", "an everyday word, which Old Trousers has for a name"),
    ("masked", "an everyday word, which Old Trousers has for a name"),
    ("moved through", "an everyday word, which Old Trousers has for a name"),
    ("mustered", "an everyday word, which Old Trousers has for a name"),
    ("narrow", "an everyday word, which Old Trousers has for a name"),
    ("nation", "an everyday word, which Old Trousers has for a name"),
    ("next line", "an everyday word, which Old Trousers has for a name"),
    ("no other way", "an everyday word, which Old Trousers has for a name"),
    ("no way round", "an everyday word, which Old Trousers has for a name"),
    ("numbers", "an everyday word, which Old Trousers has for a name"),
    ("on the flank", "an everyday word, which Old Trousers has for a name"),
    ("on the way", "an everyday word, which Old Trousers has for a name"),
    ("opaque", "an everyday word, which Old Trousers has for a name"),
    ("opposing", "an everyday word, which Old Trousers has for a name"),
    ("ordered", "an everyday word, which Old Trousers has for a name"),
    ("panic", "an everyday word, which Old Trousers has for a name"),
    ("parent of", "an everyday word, which Old Trousers has for a name"),
    ("poor", "an everyday word, which Old Trousers has for a name"),
    ("post", "an everyday word, which Old Trousers has for a name"),
    ("price", "an everyday word, which Old Trousers has for a name"),
    ("quarry", "an everyday word, which Old Trousers has for a name"),
    ("rain or snow", "an everyday word, which Old Trousers has for a name"),
    ("roll again", "an everyday word, which Old Trousers has for a name"),
    ("rolls", "an everyday word, which Old Trousers has for a name"),
    ("room", "an everyday word, which Old Trousers has for a name"),
    ("running over", "an everyday word, which Old Trousers has for a name"),
    ("seen", "an everyday word, which Old Trousers has for a name"),
    ("shift", "an everyday word, which Old Trousers has for a name"),
    ("shifted", "an everyday word, which Old Trousers has for a name"),
    ("shown", "an everyday word, which Old Trousers has for a name"),
    ("solid", "an everyday word, which Old Trousers has for a name"),
    ("sort", "an everyday word, which Old Trousers has for a name"),
    ("square", "an everyday word, which Old Trousers has for a name"),
    ("stand", "an everyday word, which Old Trousers has for a name"),
    ("steps before", "an everyday word, which Old Trousers has for a name"),
    ("steps left", "an everyday word, which Old Trousers has for a name"),
    ("stood", "an everyday word, which Old Trousers has for a name"),
    ("stood at", "an everyday word, which Old Trousers has for a name"),
    ("stream", "an everyday word, which Old Trousers has for a name"),
    ("taken up", "an everyday word, which Old Trousers has for a name"),
    ("through", "an everyday word, which Old Trousers has for a name"),
    ("two ranks", "an everyday word, which Old Trousers has for a name"),
    ("under way", "an everyday word, which Old Trousers has for a name"),
    ("way left", "an everyday word, which Old Trousers has for a name"),
    ("window", "an everyday word, which Old Trousers has for a name"),
    ("within", "an everyday word, which Old Trousers has for a name"),
    ("between", "an everyday word, which Old Trousers has for a name"),
    ("closed", "an everyday word, which Old Trousers has for a name"),
    ("halted", "an everyday word, which Old Trousers has for a name"),
];

/// The most lines that a file of `src` has.
const LINES: usize = 500;

/// The most files and folders that stand in one folder of `src`.
const ENTRIES: usize = 48;

fn sources() -> Vec<PathBuf> {
    fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("src is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, out);
            } else if path.extension().is_some_and(|e| e == "rs") {
                out.push(path);
            }
        }
    }
    let mut out = Vec::new();
    walk(Path::new("src"), &mut out);
    out.sort();
    out
}

fn floor(path: &Path) -> Option<usize> {
    let name = path.components().nth(1)?.as_os_str().to_str()?;
    FLOORS.iter().position(|f| *f == name)
}

#[test]
fn no_floor_imports_upwards() {
    let mut faults = Vec::new();
    for path in sources() {
        let Some(here) = floor(&path) else { continue };
        let text = fs::read_to_string(&path).expect("a source file");
        for (n, line) in text.lines().enumerate() {
            for part in line.split("crate::").skip(1) {
                let word: String = part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                if let Some(there) = FLOORS.iter().position(|f| *f == word) {
                    if there > here {
                        faults.push(format!("{}:{}: `{}` uses `{word}`", path.display(), n + 1, FLOORS[here]));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_folder_is_a_floor() {
    for path in sources() {
        if path.components().count() > 2 {
            assert!(floor(&path).is_some(), "{} is of no floor: put its folder into FLOORS", path.display());
        }
    }
}

#[test]
fn no_file_is_long() {
    let mut faults = Vec::new();
    for path in sources() {
        let lines = fs::read_to_string(&path).expect("a source file").lines().count();
        if lines > LINES {
            faults.push(format!("{} has {lines} lines: {LINES} at most, split it by noun", path.display()));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Nobody faces a hundred names in one folder.
#[test]
fn no_folder_is_crowded() {
    let mut entries: BTreeMap<PathBuf, BTreeSet<PathBuf>> = BTreeMap::new();
    for path in sources() {
        for (folder, entry) in path.ancestors().skip(1).zip(path.ancestors()) {
            entries.entry(folder.to_owned()).or_default().insert(entry.to_owned());
        }
    }
    let crowded = entries.iter().filter(|(folder, e)| folder.starts_with("src") && e.len() > ENTRIES);
    let faults: Vec<String> =
        crowded.map(|(folder, e)| format!("{} has {} entries: {ENTRIES} at most", folder.display(), e.len())).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_name_of_a_pack_stands_in_the_engine() {
    let mut known = BTreeSet::new();
    let library = packs::Library::of_user("", None);
    // the pack of the documentation speaks in everyday words on purpose
    for home in library.packs().into_iter().filter(|h| h.title() != "pickets") {
        let loaded = library.load_home(&home);
        let compiled = loaded.compiled();
        let (program, names) = (compiled.program(), &loaded.names);
        // hidden states are named by the engine itself
        let own = |s: &&State| {
            matches!(s.kind, StateKind::Marker | StateKind::Formation | StateKind::Tag | StateKind::Rule) && !s.name.starts_with("until")
        };
        let titled = |d: &Decl| if let DeclKind::Named(n) = &*d.kind { n.title.as_ref().map(|t| t.name.sym) } else { None };
        known.extend(program.book.states.all().iter().filter(own).map(|s| s.name.to_lowercase()));
        known.extend(program.book.counts.all().iter().map(|c| c.name.to_lowercase()));
        known.extend(program.slot_heads.all().iter().chain(program.proc_heads.all()).map(|h| h.name.to_lowercase()));
        known.extend(program.rules.all().iter().map(|r| r.name.to_lowercase()));
        known.extend(program.list_rows.all().iter().map(|r| r.name.to_lowercase()));
        known.extend(program.terrains.all().iter().map(|t| t.name.to_lowercase()));
        known.extend(loaded.effective.decls.iter().filter_map(titled).map(|t| names.text(t).to_lowercase()));
    }
    let general: BTreeSet<&str> = GENERAL.iter().map(|(w, _)| *w).collect();
    assert_eq!(general.len(), GENERAL.len(), "a word stands twice among the general ones");
    // single words of three letters and more; longer names as they stand
    let wanted: Vec<&String> = known
        .iter()
        .filter(|n| n.len() > 3 && !general.contains(n.as_str()) && n.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '\''))
        .collect();
    let mut faults = Vec::new();
    for path in sources() {
        let text = fs::read_to_string(&path).expect("a source file");
        for (n, line) in text.lines().enumerate() {
            let low = format!(" {} ", line.to_lowercase().replace(|c: char| !c.is_alphanumeric() && c != '\'', " "));
            for name in &wanted {
                if low.contains(&format!(" {name} ")) {
                    faults.push(format!("{}:{}: `{name}`", path.display(), n + 1));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} names of packs stand in src:\n{}", faults.len(), faults.join("\n"));
}
