//! Games as they were before: whole stories, word for word. What they were is kept in `tests/golden`.
//!
//! `cargo test --release --test golden -- --include-ignored` plays all of them. A folder of old stories, each in
//! `PACK-PLAYERS-SEED.txt` as `grognard play --story all` prints it, is named by `GROGNARD_STORIES` (else `/tmp/base/stories`): then a story
//! that differs is told with its first line that does. `GROGNARD_GOLDEN=write` with the same command writes what is kept anew.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use grognard::{Next, Pack, Paper, Player, Refused, Scope, Shelves};
use serde::Deserialize;

const PACKS: [&str; 3] = ["chosen-men", "one-page-d10", "expanded-d10"];

const STORIES: &str = "tests/golden/stories.toml";

/// What is kept of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Kept {
    pack: String,
    /// `random` or `greedy`: both sides have the same.
    players: String,
    seed: u64,
    /// Of all that `play --story all` prints.
    lines: usize,
    /// Of all but the hash of the game: that is other, and the story may be the same, where rules are printed in another way.
    story: String,
    /// Of the same without the places of rules: a comment in a rule file moves them.
    without_places: String,
    /// The hash of the game, as `play` prints it.
    end: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Games {
    game: Vec<Kept>,
}

fn read<T: serde::de::DeserializeOwned>(path: &str) -> T {
    toml::from_str(&fs::read_to_string(path).expect("it is there")).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn writes() -> bool {
    std::env::var("GROGNARD_GOLDEN").is_ok_and(|w| w == "write")
}

/// A pack as `play` reads it, with its own rosters.
fn opened(pack: &str) -> (Pack, [Paper; 2]) {
    let opened = || -> Result<_, Refused> {
        let draft = Shelves::default().reading(Scope::Rules).open(pack);
        let papers = draft.papers(&[])?;
        Ok((draft.ready_for(&papers)?, papers))
    };
    opened().unwrap_or_else(|why| panic!("{pack} is sound: {why}"))
}

/// What `grognard play --story all` prints of a game on the pack's own scenario, but that it says where it was saved to by default.
fn story((pack, papers): &(Pack, [Paper; 2]), players: &str, seed: u64) -> String {
    let table = pack.table(None, papers.clone()).unwrap_or_else(|why| panic!("its rosters are legal: {why}"));
    let mut game = table.game(seed);
    let player = |n: u64| {
        let seed = seed.wrapping_mul(2).wrapping_add(n);
        if players == "greedy" { Player::greedy(seed) } else { Player::random(seed) }
    };
    let mut both = [player(0), player(1)];
    let mut out = String::new();
    loop {
        let next = game.advance();
        out.extend(game.story().into_iter().map(|line| line + "\n"));
        match next {
            Next::Decision(side) => game.decide(&mut both[usize::from(side) - 1]),
            Next::Fault(fault) => {
                let _ = writeln!(out, "{fault} after {} decisions; saved to last-game.json", game.record().answers.len());
                return out;
            }
            Next::Over => break,
        }
    }
    let finish = game.finish().expect("it ended");
    let [a, b] = game.sides();
    let verdict = match finish.winner {
        Some(1) => format!("{a} wins"),
        Some(_) => format!("{b} wins"),
        None if game.was_called() => "not ended by its rules, and called a draw".into(),
        None => "a draw".into(),
    };
    let [one, two] = game.points();
    let _ = writeln!(out, "\n{verdict} after {} turns: {a} {one}, {b} {two}\nhash {}\nsaved to last-game.json", finish.turns, finish.hash);
    out
}

/// The hash of a game, on a line of its own.
fn end_of(line: &str) -> Option<&str> {
    line.strip_prefix("hash ")
}

/// A line without the place of a rule: `  rules/pack/file.grog:12:3` at its end.
fn placeless(line: &str) -> &str {
    match line.rsplit_once("  ") {
        Some((before, place)) if place.contains(".grog:") && !place.contains(' ') => before,
        _ => line,
    }
}

fn kept(pack: &str, players: &str, seed: u64, text: &str) -> Kept {
    let hash = |text: &str| blake3::hash(text.as_bytes()).to_hex().to_string();
    let told: Vec<&str> = text.lines().filter(|l| end_of(l).is_none()).collect();
    let bare: Vec<&str> = told.iter().map(|l| placeless(l)).collect();
    Kept {
        pack: pack.into(),
        players: players.into(),
        seed,
        lines: text.lines().count(),
        story: hash(&told.join("\n")),
        without_places: hash(&bare.join("\n")),
        end: text.lines().find_map(end_of).unwrap_or("none").into(),
    }
}

/// The story as it was, if somebody keeps it here.
fn old_text(k: &Kept) -> Option<(PathBuf, String)> {
    let folder = std::env::var("GROGNARD_STORIES").unwrap_or_else(|_| "/tmp/base/stories".into());
    let path = PathBuf::from(folder).join(format!("{}-{}-{}.txt", k.pack, k.players, k.seed));
    let text = fs::read_to_string(&path).ok()?;
    Some((path, text))
}

/// What of a game is no more as it was; nothing if all is.
fn differs(was: &Kept, text: &str) -> Option<String> {
    let now = kept(&was.pack, &was.players, was.seed, text);
    if now == *was {
        return None;
    }
    let mut out = format!("{} between {} players, seed {}: ", was.pack, was.players, was.seed);
    out.push_str(match (now.story == was.story, now.without_places == was.without_places) {
        (true, _) => "the story is the same, and the hash of the game is not",
        (_, true) => "the story is the same but for the places of rules",
        _ => "another story",
    });
    let _ = write!(out, "; {} lines, {} before", now.lines, was.lines);
    match old_text(was) {
        None => out.push_str("; the old story is not here"),
        Some((path, old)) if kept(&was.pack, &was.players, was.seed, &old) != *was => {
            let _ = write!(out, "; {} is another story than the one that is kept", path.display());
        }
        Some((path, old)) => {
            let (mut a, mut b) = (old.lines(), text.lines());
            let at = (1..=was.lines.max(now.lines) + 1).map(|n| (n, a.next(), b.next())).find(|(_, a, b)| a != b);
            if let Some((n, then, now)) = at {
                let said = |l: Option<&str>| l.unwrap_or("(the end)").to_owned();
                let _ = write!(out, "\n  {}:{n}\n  then: {}\n  now:  {}", path.display(), said(then), said(now));
            }
        }
    }
    Some(out)
}

/// Plays games that are kept, and says which are no more the same.
fn played(wanted: impl Fn(&Kept) -> bool) {
    let all: Vec<Kept> = read::<Games>(STORIES).game.into_iter().filter(wanted).collect();
    assert!(!all.is_empty(), "no game is kept");
    let mut faults = Vec::new();
    for pack in PACKS {
        let of_pack: Vec<&Kept> = all.iter().filter(|k| k.pack == pack).collect();
        if of_pack.is_empty() {
            continue;
        }
        let opened = opened(pack);
        for k in of_pack {
            let text = story(&opened, &k.players, k.seed);
            faults.extend(differs(k, &text));
        }
    }
    assert!(faults.is_empty(), "{} of {} games are not what they were:\n{}", faults.len(), all.len(), faults.join("\n"));
}

/// Writes what is kept of games anew: twenty of each pack between random players, three between greedy ones.
fn write_all() {
    let mut out = String::from("# Written by tests/golden.rs: what `grognard play` tells, as hashes.\n");
    for pack in PACKS {
        let opened = opened(pack);
        for (players, seed) in (1..=20).map(|s| ("random", s)).chain((1..=3).map(|s| ("greedy", s))) {
            let k = kept(pack, players, seed, &story(&opened, players, seed));
            let _ = write!(
                out,
                "\n[[game]]\npack = \"{}\"\nplayers = \"{}\"\nseed = {}\nlines = {}\nstory = \"{}\"\nwithout-places = \"{}\"\nend = \"{}\"\n",
                k.pack, k.players, k.seed, k.lines, k.story, k.without_places, k.end
            );
        }
    }
    fs::write(STORIES, out).expect("it can be written");
}

#[test]
fn random_games_tell_what_they_told() {
    if !writes() {
        played(|k| k.players == "random");
    }
}

#[test]
#[ignore = "slow: seconds a game"]
fn greedy_games_tell_what_they_told() {
    if writes() {
        write_all();
    } else {
        played(|k| k.players == "greedy");
    }
}

/// What is compared above is what `play --story all` prints.
#[test]
fn the_program_prints_these_stories() {
    let folder = tempfile::tempdir().expect("a folder");
    for k in read::<Games>(STORIES).game.iter().filter(|k| k.players == "random" && k.seed == 1) {
        let save = folder.path().join("game.json");
        let done = Command::new(env!("CARGO_BIN_EXE_grognard"))
            .args(["play", "--pack", &k.pack, "--first", &k.players, "--second", &k.players, "--seed", "1", "--story", "all", "--save"])
            .arg(&save)
            .output()
            .expect("the program starts");
        let text = String::from_utf8(done.stdout).expect("plain text").replace(&*save.to_string_lossy(), "last-game.json");
        let fault = differs(k, &text);
        assert_eq!(fault, None);
    }
}

/// Whoever compares with old stories has those of which the hashes are kept.
#[test]
#[ignore = "wants a folder of old stories"]
fn the_old_stories_are_those_that_are_kept() {
    for was in read::<Games>(STORIES).game {
        let (path, text) = old_text(&was).unwrap_or_else(|| panic!("no story of {} {} {}", was.pack, was.players, was.seed));
        assert_eq!(kept(&was.pack, &was.players, was.seed, &text), was, "{}", path.display());
    }
}
