//! Any text as a doctrine: read, and asked for the first decisions of a game.
#![no_main]

use grognard::floors::play::{Doctrine, Player};
use libfuzzer_sys::fuzz_target;

const DECISIONS: usize = 20;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let Ok(mut doctrine) = Doctrine::new(text) else { return };
    let _ = grognard_fuzz::play(&grognard_fuzz::ready().1, 1, DECISIONS, |g, s, d| Some(doctrine.decide(g, s, d)));
});
