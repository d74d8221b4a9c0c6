//! Files on the disk.

use std::fs;
use std::path::Path;

use super::Source;
use super::source::join;

/// The disk, paths told from the working folder.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

impl Source for Disk {
    fn list(&self, folder: &str) -> Vec<String> {
        let here = if folder.is_empty() { "." } else { folder };
        let Ok(entries) = fs::read_dir(here) else { return Vec::new() };
        let mut out = Vec::new();
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(name) = name.to_str().filter(|n| !n.starts_with('.')) else { continue };
            let Ok(kind) = entry.file_type() else { continue };
            // links to folders are left out: they may lead in a circle
            if kind.is_dir() {
                out.push(format!("{name}/"));
            } else if kind.is_file() || Path::new(&join(folder, name)).is_file() {
                out.push(name.to_owned());
            }
        }
        out.sort();
        out
    }

    fn read(&self, path: &str) -> Result<String, String> {
        let bytes = fs::read(path).map_err(|e| plain(&e))?;
        let text = String::from_utf8(bytes).map_err(|_| "it is not text (UTF-8)".to_owned())?;
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }
}

/// A path as the rest of this floor writes it: with `/`, and with a last name even where it was given as `.` or `..`.
#[must_use]
pub fn tidy(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    if Path::new(&path).file_name().is_some() {
        return path;
    }
    match fs::canonicalize(&path) {
        Ok(whole) => whole.to_string_lossy().into_owned(),
        Err(_) => path,
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
        assert_eq!(Disk.list(root), ["a.grog", "b.grog", "inner/"]);
        assert_eq!(Disk.read(&format!("{root}/none")), Err("there is no such file".into()));
    }
}
