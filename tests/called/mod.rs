//! Calls of the program, as a user makes them: without colours, and with nobody at the keyboard.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]
#![allow(dead_code, reason = "a test looks at what it asks for")]

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a call came to.
pub struct Called {
    /// How it ended: 0 if all was well; -1 if it was cut off.
    pub code: i32,
    /// What it wrote to be read on.
    pub out: String,
    /// What it said beside that.
    pub err: String,
}

impl Called {
    /// All that it wrote, what it said beside that last.
    pub fn both(&self) -> String {
        format!("{}{}", self.out, self.err)
    }
}

/// Calls the program in a folder.
pub fn call_in(folder: &Path, words: &[impl AsRef<OsStr>]) -> Called {
    let done = Command::new(env!("CARGO_BIN_EXE_grognard"))
        .args(words)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Called { code: done.status.code().unwrap_or(-1), out: text(&done.stdout), err: text(&done.stderr) }
}
