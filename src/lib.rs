//! Runs tabletop wargames from their rules.
//!
//! [`Shelves`] find packs. What is read of one is a [`Draft`]: it says what is wrong with it ([`Findings`]), explains its rules
//! and lists the clauses of its book. If nothing is wrong it becomes a [`Pack`], which runs its tests, prices rosters, gives exact
//! odds, and sets a [`Table`] for a [`Game`], played decision by decision.
//!
//! ```
//! use grognard::{Next, Pack, Player, Shelves};
//!
//! let pack = Pack::open(&Shelves::default(), "one-page-d10")?;
//! let rosters = pack.papers(&[])?;
//! let table = pack.table(None, rosters)?;
//! let mut game = table.game(7);
//! let mut players = [Player::random(1), Player::random(2)];
//! while let Next::Decision(side) = game.advance() {
//!     game.decide(&mut players[usize::from(side) - 1]);
//! }
//! assert!(game.finish().is_some());
//! let record = game.record();
//! assert_eq!(table.replay(&record).differs, None);
//! # Ok::<(), grognard::Refused>(())
//! ```
//!
//! What is wrong with a pack, and what its rules come to:
//!
//! ```
//! use grognard::{Pack, Shelves};
//!
//! let shelves = Shelves::default();
//! let draft = shelves.open("one-page-d10");
//! assert!(draft.check(false).is_empty());
//! let explained = draft.explain("Score", None, false)?;
//! assert!(!explained.is_empty());
//! let readings = Shelves { readings: vec!["no such ruling = nothing".into()], ..Shelves::default() };
//! assert_eq!(readings.open("one-page-d10").check(false).errors(), 1);
//! # Ok::<(), grognard::Refused>(())
//! ```
//!
//! Who is asked decides for a side:
//!
//! ```
//! use grognard::{Next, Pack, Shelves};
//!
//! let pack = Pack::open(&Shelves::default(), "one-page-d10")?;
//! let table = pack.table(None, pack.papers(&[])?)?;
//! let mut game = table.game(1);
//! for _ in 0..20 {
//!     let Next::Decision(side) = game.advance() else { break };
//!     let decision = game.decision().expect("one waits");
//!     assert_eq!(decision.side, side);
//!     let (choice, words) = decision.options.last().expect("there are options");
//!     assert!(!words.is_empty());
//!     game.answer(*choice);
//! }
//! assert!(!game.story().is_empty());
//! # Ok::<(), grognard::Refused>(())
//! ```
//!
//! A roster is priced, and a pack compared with another:
//!
//! ```
//! use grognard::{Pack, Shelves};
//!
//! let pack = Pack::open(&Shelves::default(), "one-page-d10")?;
//! let bill = pack.price(&pack.rosters()[0]);
//! assert!(bill.legal && bill.points <= bill.allowance);
//! let expanded = Pack::open(&Shelves::default(), "expanded-d10")?;
//! assert!(!pack.compare(&expanded, false).changes.is_empty());
//! # Ok::<(), grognard::Refused>(())
//! ```
//!
//! Texts become games in stages, each a door of its floor that returns its result with its diagnostics:
//!
//! 1. `packs` finds a pack, its parents and its force lists; `syntax` makes trees of lines, and `ast` typed declarations.
//! 2. `resolve` carries out what variants amend, and makes resolved rules (`hir`), in which all names and types are known.
//! 3. `graph` says what meets each hook; `lower` makes the program (`ir`); `check` asks the rules as a whole.
//! 4. `muster` prices rosters and makes the cast and the first position of a game.
//! 5. `vm` runs it: plain data that stops only where chance or a player decides.
//! 6. Drivers of that machine: `play` for games, `lab` for exact odds and many runs, `trial` for the tests that stand beside the
//!    rules, `prove` for whether these bite. `report` and `speech` put it in words, `compare` says what two packs say otherwise.
//! 7. `findings`, `explain`, `ledger` and `ready` bring these together for whoever asks, and `facade` is what is public of them.
#![forbid(unsafe_code)]
#![cfg_attr(not(feature = "floors"), allow(dead_code, unused_imports, reason = "tests and benchmarks use more of the floors"))]

mod ast;
mod catalog;
mod check;
mod compare;
mod diag;
mod dice;
mod explain;
mod facade;
mod findings;
mod format;
mod graph;
mod hir;
mod intern;
mod ir;
mod lab;
mod ledger;
mod lower;
mod muster;
mod num;
mod packs;
mod play;
mod prove;
mod ready;
mod report;
mod resolve;
mod source;
mod speech;
mod stats;
mod syntax;
mod table;
mod trial;
mod vm;

pub use catalog::{
    ActionRow, Begun, Catalogue, Contents, DoctrineRow, ForceRow, HookRow, ListSheet, OptionList, OptionSheet, PackRow, ReadingsRow,
    RosterRow, RuleRow, ScenarioRow, SortRow, Sought, UnitRow, UnitSheet, Word, word, words,
};
pub use compare::{Difference, Fate, Line, Turned, Where};
pub use diag::{Advice, Code};
pub use explain::{Before, Explained, Paragraph, Sentence, Woven, Written};
pub use facade::{
    Answered, Beside, Bill, BilledUnit, Chance, Combination, Comparison, Decision, Draft, Game, Named, Next, Odds, Outcome, Pack, Player,
    Question, Replay, Series, Table, TookPart, Totals, Verdict, Watched, formatted, new_game,
};
pub use findings::{Finding, Findings, LabelRecord, Place, Record as FindingRecord};
pub use ledger::FILE as LEDGER;
pub use ledger::{
    Ambiguity, Changed, Cited, Extent, Found, Idle, Loose, Otherwise, Report, Row, RulingRow, Speaks, Status, Unnoticed, Watch,
};
pub use packs::Scope;
pub use play::{Answer, Finish, Record};
pub use ready::{Paper, Refused, Shelves, misread};
pub use report::Depth;
pub use vm::{Choice, Wanted};

/// The floors, opened for the tests and benchmarks of this project. No promise is made of them.
#[cfg(feature = "floors")]
#[doc(hidden)]
pub mod floors {
    macro_rules! open {
        ($($floor:ident)*) => { $(pub mod $floor { pub use crate::$floor::*; })* };
    }
    open!(
        ast catalog check compare diag dice explain facade findings format graph hir intern ir lab ledger lower muster num packs play prove ready report
        resolve source speech stats syntax table trial vm
    );
}
