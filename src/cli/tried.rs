//! Changes of rules that are tried: how far it has come is shown, and what was found is kept, so that it can be gone on with.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use grognard::{Found, Watch};
use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use super::{Exit, out};

/// How often it is told how far proving has come, where no bar can be drawn.
const PAUSE: Duration = Duration::from_secs(10);

/// Who shows and keeps what comes of changes.
pub struct Tried {
    bar: ProgressBar,
    told: Mutex<Instant>,
    known: BTreeMap<usize, Found>,
    kept: Option<Kept>,
}

/// The file in which it is kept: a first line of what it is about, and a line for each change, in the order in which they came.
struct Kept {
    path: String,
    file: Mutex<File>,
    failed: Mutex<Option<std::io::Error>>,
}

/// The first line.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Head {
    /// The program by which changes are made.
    version: String,
    /// The hash of all texts.
    texts: String,
}

/// A change, by its place among all, and what was found.
#[derive(Serialize, Deserialize)]
struct Row {
    change: usize,
    found: Found,
}

impl Tried {
    /// Goes on with what the file holds, if it is about these texts.
    ///
    /// # Errors
    /// How the command ends, if the file cannot be read or written, or is something else.
    pub fn new(path: Option<&str>, texts: &str) -> Result<Self, Exit> {
        let style =
            ProgressStyle::with_template("{bar:40} {pos} of {len} changes, {eta} left").unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(0).with_style(style);
        let head = Head { version: env!("CARGO_PKG_VERSION").to_owned(), texts: texts.to_owned() };
        let (known, kept) = match path {
            Some(path) => Kept::open(path, &head).map(|(known, kept)| (known, Some(kept)))?,
            None => (BTreeMap::new(), None),
        };
        Ok(Self { bar, told: Mutex::new(Instant::now()), known, kept })
    }

    /// All is tried.
    ///
    /// # Errors
    /// How the command ends, if something could not be kept.
    pub fn end(self) -> Result<(), Exit> {
        self.bar.finish_and_clear();
        let Some(kept) = self.kept else { return Ok(()) };
        match kept.failed.into_inner() {
            Ok(Some(e)) => Err(unwritten(&kept.path, &e)),
            _ => Ok(()),
        }
    }
}

impl Watch for Tried {
    fn done(&self, done: usize, all: usize) {
        if let Some(said) = Some(&self.told).filter(|_| self.bar.is_hidden()).and_then(|told| told_of(told, PAUSE, done, all)) {
            out::mention(said);
        }
        self.bar.set_length(u64::try_from(all).unwrap_or(0));
        self.bar.set_position(u64::try_from(done).unwrap_or(0));
    }

    fn known(&self, change: usize) -> Option<Found> {
        self.known.get(&change).cloned()
    }

    fn found(&self, change: usize, found: &Found) {
        if let Some(kept) = &self.kept {
            kept.add(&Row { change, found: found.clone() });
        }
    }
}

impl Kept {
    fn open(path: &str, head: &Head) -> Result<(BTreeMap<usize, Found>, Self), Exit> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(e) => {
                out::complain(format!("`{path}` cannot be read: {e}"));
                return Err(Exit::Misused);
            }
        };
        let Some(known) = rows(&text, head) else {
            out::complain(format!("`{path}` holds something else than changes that were tried; name another file with `--resume`"));
            return Err(Exit::Misused);
        };
        if known.is_empty() && !text.is_empty() {
            out::mention(format!("the rules or tests are other than those of `{path}`: all is tried anew"));
        }
        let rows = known.iter().filter_map(|(change, found)| line(&Row { change: *change, found: found.clone() }));
        let whole: String = line(head).into_iter().chain(rows).collect();
        super::play::write(path, &whole)?;
        let file = File::options().append(true).open(path).map_err(|e| unwritten(path, &e))?;
        Ok((known, Self { path: path.to_owned(), file: Mutex::new(file), failed: Mutex::default() }))
    }

    /// Adds a line as a whole; the first fault is told at the end.
    fn add(&self, row: &Row) {
        let (Some(line), Ok(mut file)) = (line(row), self.file.lock()) else { return };
        if let (Err(e), Ok(mut failed)) = (file.write_all(line.as_bytes()), self.failed.lock()) {
            failed.get_or_insert(e);
        }
    }
}

fn unwritten(path: &str, e: &std::io::Error) -> Exit {
    out::complain(format!("`{path}` cannot be written: {e}"));
    Exit::Misused
}

fn line(of: &impl Serialize) -> Option<String> {
    Some(serde_json::to_string(of).ok()? + "\n")
}

/// What a file holds of these texts, up to a line that was cut off; none if it is no such file.
fn rows(text: &str, head: &Head) -> Option<BTreeMap<usize, Found>> {
    let mut lines = text.lines();
    let Some(first) = lines.next() else { return Some(BTreeMap::new()) };
    let first: Head = serde_json::from_str(first).ok()?;
    if first != *head {
        return Some(BTreeMap::new());
    }
    Some(lines.map_while(|line| serde_json::from_str(line).ok()).map(|row: Row| (row.change, row.found)).collect())
}

/// Says how far proving has come, if that was not said for a while.
fn told_of(last: &Mutex<Instant>, pause: Duration, done: usize, all: usize) -> Option<String> {
    let mut last = last.lock().ok().filter(|last| last.elapsed() >= pause)?;
    *last = Instant::now();
    Some(format!("{done} of {} tried", out::many(all, "change")))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

    use grognard::{Found, Watch};

    use super::{Head, PAUSE, Tried, rows, told_of};

    #[test]
    fn how_far_it_has_come_is_said_now_and_then() {
        let last = Mutex::new(Instant::now());
        assert_eq!(told_of(&last, PAUSE, 3, 80), None);
        assert_eq!(told_of(&last, Duration::ZERO, 3, 80).as_deref(), Some("3 of 80 changes tried"));
    }

    #[test]
    fn what_was_found_is_known_until_a_text_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("tried.jsonl");
        let path = path.to_str().expect("a path");
        let found = Found { noticed: true, by: Some("a test".into()), ..Found::default() };
        let first = Tried::new(Some(path), "texts").unwrap_or_else(|_| panic!("begins"));
        assert_eq!(first.known(7), None);
        first.found(7, &found);
        assert!(first.end().is_ok());
        // cut off in the middle of a line
        let text = std::fs::read_to_string(path).expect("kept") + "{\"change\": 8, \"fo";
        std::fs::write(path, text).expect("written");
        let again = Tried::new(Some(path), "texts").unwrap_or_else(|_| panic!("goes on"));
        assert_eq!((again.known(7), again.known(8)), (Some(found), None));
        let anew = Tried::new(Some(path), "other texts").unwrap_or_else(|_| panic!("begins anew"));
        assert_eq!(anew.known(7), None);
    }

    #[test]
    fn what_is_no_such_file_is_left_alone() {
        let head = Head { version: "1".into(), texts: "a".into() };
        assert!(rows("pack Small\n", &head).is_none());
        assert!(rows("", &head).is_some_and(|known| known.is_empty()));
    }
}
