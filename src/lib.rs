//! Runs tabletop wargames from their rules.
//!
//! Texts become games in stages, each a door of its floor that returns its result with its diagnostics:
//!
//! 1. [`packs::Library`] finds a pack, its parents and its force lists; [`syntax::tree`] makes trees of lines, and
//!    [`ast::declarations`] typed declarations.
//! 2. [`resolve::variant::effective`] carries out what variants amend; [`resolve::resolve`] makes resolved rules ([`hir`]),
//!    in which all names and types are known.
//! 3. [`graph::Graph`] says what meets each hook; [`lower::lower`] makes the program ([`ir`]); [`check::faults`] and
//!    [`check::doubts`] ask the rules as a whole. [`packs::Compiled`] is a pack after each of these stages.
//! 4. [`muster`] prices rosters and makes the cast and the first position of a game.
//! 5. [`vm::Machine`] runs it: plain data that stops only where chance or a player decides.
//! 6. Drivers of that machine: [`play`] for games, [`lab`] for exact odds and many runs, [`trial`] for the tests that stand
//!    beside the rules, [`prove`] for whether these bite. [`report`] and [`speech`] put it in words, [`compare`] says what two
//!    packs say otherwise; [`cli`] alone prints.
#![forbid(unsafe_code)]
pub mod ast;
pub mod check;
pub mod cli;
pub mod compare;
pub mod diag;
pub mod dice;
pub mod graph;
pub mod hir;
pub mod intern;
pub mod ir;
pub mod lab;
pub mod lower;
pub mod muster;
pub mod num;
pub mod packs;
pub mod play;
pub mod prove;
pub mod report;
pub mod resolve;
pub mod source;
pub mod speech;
pub mod stats;
pub mod syntax;
pub mod table;
pub mod trial;
pub mod vm;
