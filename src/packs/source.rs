//! Where files come from.

/// A place that holds files under paths with `/`. The only door through which the core sees files.
pub trait Source {
    /// Every file below a folder, however deep, sorted; empty if there is no such folder.
    fn list(&self, folder: &str) -> Vec<String>;

    /// The text of a file.
    ///
    /// # Errors
    /// Why it cannot be read, in words that follow "cannot be read: ".
    fn read(&self, path: &str) -> Result<String, String>;
}

/// The file name of a path.
#[must_use]
pub(super) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The folder of a path; empty for the folder that all is told from.
#[must_use]
pub(super) fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| if folder.is_empty() { "/" } else { folder })
}

/// A path below a folder.
#[must_use]
pub(super) fn join(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        "/" => format!("/{name}"),
        _ => format!("{folder}/{name}"),
    }
}

/// What is left of `path` below `folder`, if it lies there.
#[must_use]
pub(super) fn below<'a>(folder: &str, path: &'a str) -> Option<&'a str> {
    if folder.is_empty() {
        return Some(path);
    }
    path.strip_prefix(folder)?.strip_prefix('/')
}
