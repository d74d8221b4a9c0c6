//! Runs tabletop wargames from their rules.
//!
//! Texts become games in stages, each a door of its floor that returns its result with its diagnostics:
//!
//! 1. [`packs::Library`] finds a pack, its parents and its force lists; [`syntax::parse`] makes trees of lines.
//! 2. [`model::effective`] carries out what variants amend; [`graph::compile`] resolves names and types, binds every rule to
//!    the hooks that it meets, and lowers all to numbered slots; [`graph::review`] finds what is sound and yet not meant.
//! 3. [`muster`] prices rosters and makes the cast and the first position of a game.
//! 4. [`vm::Machine`] runs it: plain data that stops only where chance or a player decides.
//! 5. Drivers of that machine: [`play`] for games, [`lab`] for exact odds and many runs, [`trial`] for the tests that stand
//!    beside the rules. [`report`] and [`speech`] put it in words; [`cli`] alone prints.
#![forbid(unsafe_code)]
pub mod ast;
pub mod cli;
pub mod diag;
pub mod dice;
pub mod effect;
pub mod graph;
pub mod hir;
pub mod intern;
pub mod ir;
pub mod lab;
pub mod lower;
pub mod model;
pub mod muster;
pub mod num;
pub mod packs;
pub mod play;
pub mod report;
pub mod resolve;
pub mod source;
pub mod speech;
pub mod stats;
pub mod syntax;
pub mod table;
pub mod trial;
pub mod vm;
