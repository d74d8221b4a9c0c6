//! Packs that the grammar writes, with names that mean something: past the parser.
#![no_main]

use grognard_fuzz::Written;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|written: Written| grognard_fuzz::pack(&written.0));
