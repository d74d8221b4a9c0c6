//! Files on the disk.

use std::fs;
use std::path::Path;

use super::Source;
use super::source::join;

/// Folders nested deeper than this are not looked into.
const DEEPEST: usize = 12;

/// The disk, paths told from the working folder.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Source for Disk {
    fn list(&self, folder: &str) -> Vec<String> {
        let mut out = Vec::new();
        walk(folder, DEEPEST, &mut out);
        out.sort();
        out
    }

    fn read(&self, path: &str) -> Result<String, String> {
        let bytes = fs::read(path).map_err(|e| plain(&e))?;
        let text = String::from_utf8(bytes).map_err(|_| "it is not text (UTF-8)".to_owned())?;
        Ok(match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        })
    }
}

fn walk(folder: &str, deep: usize, out: &mut Vec<String>) {
    let here = if folder.is_empty() { "." } else { folder };
    let Ok(entries) = fs::read_dir(here) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|n| !n.starts_with('.')) else { continue };
        let path = join(folder, name);
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_dir() {
            if deep > 0 {
                walk(&path, deep - 1, out);
            }
        } else if kind.is_file() || Path::new(&path).is_file() {
            // links to folders are not followed: they may lead in a circle
            out.push(path);
        }
    }
}

fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".into(),
        std::io::ErrorKind::PermissionDenied => "it may not be opened".into(),
        std::io::ErrorKind::IsADirectory => "it is a folder".into(),
        _ => error.to_string().to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Disk, Source};

    #[test]
    fn lists_sorted_and_skips_what_is_hidden() {
        let dir = tempfile::tempdir().expect("a folder");
        for name in ["b.grog", "a.grog", ".hidden.grog", "inner/c.grog"] {
            let path = dir.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, "x").expect("written");
        }
        let root = dir.path().to_str().expect("text");
        let names: Vec<String> = Disk.list(root).iter().map(|p| p[root.len() + 1..].to_owned()).collect();
        assert_eq!(names, ["a.grog", "b.grog", "inner/c.grog"]);
        assert_eq!(Disk.read(&format!("{root}/none")), Err("there is no such file".into()));
    }
}
