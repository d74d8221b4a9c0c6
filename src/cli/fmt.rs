//! `fmt`: texts of rules in their one layout.

use std::io;
use std::path::{Path, PathBuf};

use grognard::{FindingRecord, Findings, Refused};
use serde::Serialize;

use super::{Common, Exit, complain, out, play};

/// Put texts of rules into their one layout; what they say stays the same
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Files, or folders with all `.grog` files below; without any, this folder if it is a pack, else its `rules` and `forcelists`
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Change nothing, and list the files that would change
    #[arg(long)]
    check: bool,
}

/// What came of it.
#[derive(Default, Serialize)]
struct Report {
    files: usize,
    changed: Vec<String>,
    found: Vec<FindingRecord>,
    failed: Vec<String>,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    let files = match wanted(&args.paths) {
        Ok(files) => files,
        Err(why) => {
            out::complain(why);
            return Exit::Misused;
        }
    };
    let mut report = Report { files: files.len(), ..Report::default() };
    for path in &files {
        let name = path.to_string_lossy().replace('\\', "/");
        match of(path, &name, args.check) {
            Ok(true) => {
                if args.check && !common.json {
                    out::say(&name);
                }
                report.changed.push(name);
            }
            Ok(false) => {}
            Err(why) => tell(&why, common, &mut report),
        }
    }
    if common.json {
        out::json(&report);
    } else if !args.check {
        out::say(format!("formatted: {} of {}", report.changed.len(), out::many(report.files, "file")));
    }
    let left = !report.found.is_empty() || !report.failed.is_empty();
    if left || (args.check && !report.changed.is_empty()) { Exit::Fails } else { Exit::Well }
}

/// Why a file is left as it is.
enum Left {
    Refused(Refused),
    Failed(String),
}

/// Formats a file, and says whether it changes.
fn of(path: &Path, name: &str, check: bool) -> Result<bool, Left> {
    let text = std::fs::read_to_string(path).map_err(|e| Left::Failed(format!("`{name}` cannot be read: {e}")))?;
    let new = grognard::formatted(name, &text).map_err(Left::Refused)?;
    if new == text {
        return Ok(false);
    }
    if !check {
        // a link stays one
        let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        play::replace(&real, &new).map_err(|e| Left::Failed(format!("`{name}` cannot be written: {e}")))?;
    }
    Ok(true)
}

fn tell(why: &Left, common: &Common, report: &mut Report) {
    let (words, found) = match why {
        Left::Refused(why) => (why.words().to_vec(), why.findings()),
        Left::Failed(why) => (vec![why.clone()], &[][..]),
    };
    words.iter().for_each(out::complain);
    report.failed.extend(words);
    if !common.json {
        found.iter().for_each(complain);
    }
    report.found.extend(found.iter().flat_map(Findings::records));
}

/// The files that are meant, each once and in order; else why there are none.
fn wanted(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let own = Path::new("pack.grog").is_file();
    let mut all = Vec::new();
    if !paths.is_empty() {
        for path in paths {
            below(path, true, &mut all).map_err(|e| format!("`{}` cannot be read: {e}", path.display()))?;
        }
    } else if own {
        below(Path::new("."), true, &mut all).map_err(|e| format!("this folder cannot be read: {e}"))?;
    } else {
        for folder in ["rules", "forcelists"].map(Path::new).into_iter().filter(|folder| folder.is_dir()) {
            below(folder, true, &mut all).map_err(|e| format!("`{}` cannot be read: {e}", folder.display()))?;
        }
    }
    all.sort();
    all.dedup();
    match (all.is_empty(), paths.is_empty()) {
        (false, _) => Ok(all),
        (true, true) => Err("there are no rules in this folder; name files or folders".to_owned()),
        (true, false) => Err("there are no files whose name ends in `.grog` there; name others".to_owned()),
    }
}

/// A file that is named, or all texts of rules below a folder. What is hidden is passed over, and so are links to folders.
fn below(path: &Path, named: bool, out: &mut Vec<PathBuf>) -> io::Result<()> {
    let shown = path.strip_prefix(".").unwrap_or(path);
    let folder = if named { std::fs::metadata(path)?.is_dir() } else { path.is_dir() };
    if !folder {
        if named || path.extension().is_some_and(|e| e == "grog") {
            out.push(shown.to_owned());
        }
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        let link = entry.file_type()?.is_symlink() && entry.path().is_dir();
        if !hidden && !link {
            below(&entry.path(), false, out)?;
        }
    }
    Ok(())
}
