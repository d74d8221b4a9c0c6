//! Whole games: the same twice, the same replayed, the same after saving anywhere, the same with shuffled rule files.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test that cannot go on fails")]

use grognard::floors::ast::{self, Decl, DeclKind, Item, ItemKind};
use grognard::floors::hir::fingerprint;
use grognard::floors::muster::{Entries, Scenario};
use grognard::floors::packs::Compiled;
use grognard::floors::play::{Player, Random, Record, Session};
use grognard::floors::ready::{self, Course, Watch, play, play_between, play_on};
use grognard::floors::ready::{Ready, Table};
use grognard::floors::vm::{Decision, Game, Memo, Wanted};
use grognard::{Refused, Shelves};

fn ready(pack: &str) -> Ready {
    let opened: Result<Ready, Refused> = Ready::open(&Shelves::default(), &format!("rules/{pack}"));
    opened.unwrap_or_else(|_| panic!("the pack is sound"))
}

fn table(ready: &Ready) -> Table {
    ready.table(None, &[]).unwrap_or_else(|_| panic!("the rosters are legal"))
}

fn players(seed: u64) -> [Box<dyn Player>; 2] {
    [Box::new(Random::new(seed)), Box::new(Random::new(seed + 1000))]
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let ready = ready("chosen-men");
    let table = table(&ready);
    for seed in 1..6 {
        let a = play(&ready, &table, &Memo::new(ready.program()), seed, &mut players(seed));
        let b = play(&ready, &table, &Memo::new(ready.program()), seed, &mut players(seed));
        assert_eq!(a.fault, None, "seed {seed}");
        assert_eq!(a.record, b.record, "seed {seed}");
        assert_eq!(a.session, b.session, "seed {seed}");
    }
}

/// Who draws lots is asked where others are asked: what was drawn without a list answers the decisions of a game with lists.
#[test]
fn what_is_drawn_without_a_list_answers_with_one() {
    for pack in ["chosen-men", "one-page-d10", "expanded-d10"] {
        let ready = ready(pack);
        let table = table(&ready);
        for seed in 300..308 {
            let whole = play(&ready, &table, &Memo::new(ready.program()), seed, &mut players(seed)).record;
            let (again, _) = played_again(&ready, &table, &whole, |_, _, _| {});
            assert_eq!(again, whole, "{pack}, seed {seed}");
        }
    }
}

/// Saves and loads the first game that comes to a `wanted` decision, there and at every seventh; each time it goes on as if
/// untouched. How often one was wanted.
fn saved_and_loaded(ready: &Ready, wanted: impl Fn(&Session, &Decision) -> bool) -> usize {
    let table = table(ready);
    (1..40)
        .map(|seed| play(ready, &table, &Memo::new(ready.program()), seed, &mut players(seed)).record)
        .find_map(|whole| {
            let mut met = 0;
            let (record, _) = played_again(ready, &table, &whole, |s, d, _| met += usize::from(wanted(s, d)));
            assert_eq!(record, whole);
            (met > 0).then(|| goes_on_as_if_untouched(ready, &table, &whole, &wanted)).map(|()| met)
        })
        .unwrap_or(0)
}

/// Plays a game again; `look` sees each position with its decision and its number before it is answered.
fn played_again(ready: &Ready, table: &Table, whole: &Record, mut look: impl FnMut(&Session, &Decision, usize)) -> (Record, Session) {
    let mut course = Course::begin(ready, table, None, whole.seed);
    let mut n = 0;
    let mut next = |_: Game<'_>, s: &Session, d: &Decision| {
        let choice = whole.answers.get(n)?.choice;
        look(s, d, n);
        n += 1;
        Some(choice)
    };
    assert_eq!(play_on(&mut course, &mut next), None);
    (course.record, course.session)
}

fn goes_on_as_if_untouched(ready: &Ready, table: &Table, whole: &Record, wanted: impl Fn(&Session, &Decision) -> bool) {
    let g = Game::new(ready.program(), &table.cast);
    played_again(ready, table, whole, |s, d, n| {
        if n % 7 != 0 && !wanted(s, d) {
            return;
        }
        let text = serde_json::to_string(s).expect("a session is written");
        let mut loaded: Session = serde_json::from_str(&text).expect("and read again");
        assert_eq!(loaded, *s, "decision {n}");
        let mut rest = ready::record(ready, table, whole.seed);
        rest.answers = whole.answers[..=n].to_vec();
        loaded.machine.answer(whole.answers[n].choice);
        let mut k = n;
        let mut next = |_: Game<'_>, _: &Session, _: &Decision| {
            k += 1;
            whole.answers.get(k).map(|a| a.choice)
        };
        let mut course = Course::new(ready, g, loaded, rest);
        assert_eq!(play_on(&mut course, &mut next), None);
        assert_eq!(course.record.finish, whole.finish, "saved before decision {n}");
    });
}

#[test]
fn a_game_saved_in_a_reaction_goes_on_as_if_untouched() {
    let met = saved_and_loaded(&ready("chosen-men"), |_, d| d.row.is_some());
    assert!(met > 0, "no game stopped in the middle of a reaction, so nothing was shown of that");
}

#[test]
fn a_game_saved_while_scenery_is_placed_goes_on_as_if_untouched() {
    let met = saved_and_loaded(&ready("chosen-men"), |s, d| s.setting_up && d.wanted == Wanted::Facing);
    assert!(met > 0, "nobody turned a piece of scenery, so nothing was shown of that");
}

/// Declarations in another order, and the unordered items below them too.
fn shuffled(all: &[Decl], seed: u64) -> Vec<Decl> {
    let key = grognard::floors::dice::RollKey { seed, context: 1 };
    let mut die = 0;
    let mut below = |n: usize| {
        die += 1;
        grognard::floors::dice::face(key, 0, die, u32::try_from(n).expect("small")) as usize - 1
    };
    let mut out = all.to_vec();
    for i in (1..out.len()).rev() {
        out.swap(i, below(i + 1));
    }
    for d in &mut out {
        let (DeclKind::Value(ast::Value { items, .. })
        | DeclKind::Condition(ast::Condition { items, .. })
        | DeclKind::Chance(ast::Chance { items, .. })
        | DeclKind::Named(ast::Named { items, .. })
        | DeclKind::Kind(ast::Kind { items, .. })
        | DeclKind::Process(ast::Process { items, .. })
        | DeclKind::Marker(ast::Titled { items, .. })
        | DeclKind::Formation(ast::Titled { items, .. })) = &mut *d.kind
        else {
            continue;
        };
        let free = |i: &Item| {
            use ItemKind::{Attach, Cost, Forbid, Limit, Named, Needs};
            matches!(i.kind, Attach(_) | Named { .. } | Forbid(_) | Needs(_) | Limit(_) | Cost(_))
        };
        let at: Vec<usize> = items.iter().enumerate().filter(|(_, i)| free(i)).map(|(i, _)| i).collect();
        for i in (1..at.len()).rev() {
            items.swap(at[i], at[below(i + 1)]);
        }
    }
    out
}

#[test]
fn shuffled_rules_play_the_same_game() {
    let ready = ready("chosen-men");
    let table = table(&ready);
    for seed in 1..4 {
        let mut other = self::ready("chosen-men");
        let names = other.compiled.resolved.rules.names.clone();
        other.compiled = Compiled::of_decls(&other.loaded.files, names, shuffled(&ready.compiled.effective.decls, seed));
        assert!(other.compiled.found.is_empty());
        other.entries = Entries::read(other.book()).0;
        other.scenarios = Scenario::read(other.book()).0;
        let there = self::table(&other);
        assert_eq!(fingerprint(&ready.compiled.resolved.rules), fingerprint(&other.compiled.resolved.rules));
        for game in 1..4 {
            let a = play(&ready, &table, &Memo::new(ready.program()), game, &mut players(game));
            let b = play(&other, &there, &Memo::new(other.program()), game, &mut players(game));
            assert_eq!(a.record.answers, b.record.answers, "shuffle {seed}, game {game}");
            assert_eq!(a.record.finish, b.record.finish, "shuffle {seed}, game {game}");
        }
    }
}

#[test]
fn no_game_leaves_an_illegal_state() {
    for (pack, games) in [("chosen-men", 200), ("one-page-d10", 60), ("expanded-d10", 40)] {
        all_legal(pack, games);
    }
}

/// Plays so many games at random and looks at every position that is decided in.
fn all_legal(pack: &str, games: usize) {
    let ready = ready(pack);
    let table = table(&ready);
    for seed in (100..).take(games) {
        let mut course = Course::begin(&ready, &table, None, seed);
        let [mut first, mut second] = players(seed);
        let watch = Watch { look: Some(&mut |game, session| ready.amiss(game, session)), ..Watch::default() };
        let fault = play_between(&mut course, [first.as_mut(), second.as_mut()], watch);
        assert_eq!(fault, None, "{pack}, seed {seed}");
    }
}
