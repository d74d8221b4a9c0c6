//! What the story of a game says of cards.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use grognard::graph;
use grognard::model::Symbol;
use grognard::muster::Entries;
use grognard::report::Story;
use grognard::source::Files;
use grognard::syntax::{self, Rule};
use grognard::trial::{Trial, stage};
use grognard::vm::{Game, Keyed, Machine, Traced};

#[test]
fn cards_join_the_deck_are_drawn_and_leave_it() {
    let mut files = Files::default();
    let id = files.add("cards", &std::fs::read_to_string("tests/constructs/cards.grog").expect("the pack is there"));
    let (declarations, _) = syntax::parse(&files, id);
    let (program, found) = graph::compile(&files, &declarations);
    assert!(found.is_empty(), "{found:?}");
    let (entries, _) = Entries::read(&files, &declarations, &program);
    let trial = Trial { files: &files, program: &program, entries: &entries, declarations: &declarations };
    let situation = declarations.iter().find(|d| d.head.rule == Rule::situation_d).expect("a situation");
    let set = stage(&trial, situation).unwrap_or_else(|e| panic!("{}", e.1));
    let whole = program.book.lookup("Riders Only").iter().find_map(|s| if let Symbol::Procedure(p) = s { Some(*p) } else { None });
    let proc = u16::try_from(whole.expect("a procedure")).expect("few procedures");
    let game = Game::new(&program, &set.cast);
    let mut machine = Machine::start(game, set.world.clone(), proc, &[], 0);
    let mut trace = Traced::default();
    let _ = machine.run(game, &mut Keyed { seed: 1 }, &mut trace);
    let story = Story { game, files: &files };
    let told: Vec<String> = trace.0.iter().map(|e| story.tell(e).trim().to_owned()).filter(|l| l.contains("Two")).collect();
    // one rider: no die is thrown for him
    assert_eq!(told, ["Two joins Horse Cards", "Two leaves Horse Cards", "Two is drawn", "Two gains Struck"]);
}
