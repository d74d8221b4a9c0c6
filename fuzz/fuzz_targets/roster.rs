//! Any text as a roster: read, priced, drawn.
#![no_main]

use grognard::Paper;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Ok(text) = std::str::from_utf8(data) {
        let paper = Paper { path: "fuzzed.toml".into(), text: text.to_owned() };
        let _ = grognard_fuzz::ready().0.look(&paper).found.drawn(100);
    }
});
