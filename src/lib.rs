//! Runs tabletop wargames from their rules.
#![forbid(unsafe_code)]
pub mod cli;
pub mod diag;
pub mod dice;
pub mod graph;
pub mod lab;
pub mod model;
pub mod muster;
pub mod num;
pub mod packs;
pub mod play;
pub mod report;
pub mod source;
pub mod speech;
pub mod stats;
pub mod syntax;
pub mod table;
pub mod trial;
pub mod vm;
