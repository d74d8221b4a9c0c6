//! Where files come from.

/// A place that holds files under paths with `/`. The only door through which the core sees files.
pub trait Source: Send + Sync {
    /// The names of what stands in a folder, sorted, those of folders with `/` at the end; empty if there is no such folder.
    fn list(&self, folder: &str) -> Vec<String>;

    /// The text of a file.
    ///
    /// # Errors
    /// Why it cannot be read, in words that follow "cannot be read: ".
    fn read(&self, path: &str) -> Result<String, String>;
}

/// The last name of a path.
#[must_use]
pub(super) fn last_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// The last name of a path without what follows its last dot.
#[must_use]
pub(super) fn stem(path: &str) -> &str {
    let name = last_name(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
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

/// Every file below a folder with this ending, sorted by path. Folders inside that are packs themselves are left out.
pub(super) fn below(source: &dyn Source, folder: &str, ending: &str) -> Vec<String> {
    let mut out = Vec::new();
    walk(source, folder, ending, 8, &mut out);
    out.sort();
    out
}

fn walk(source: &dyn Source, folder: &str, ending: &str, deep: usize, out: &mut Vec<String>) {
    for name in source.list(folder) {
        if let Some(inner) = name.strip_suffix('/') {
            let inner = join(folder, inner);
            let another = source.list(&inner).iter().any(|n| n == super::header::PACK_FILE);
            if deep > 0 && !another {
                walk(source, &inner, ending, deep - 1, out);
            }
        } else if name.ends_with(ending) {
            out.push(join(folder, &name));
        }
    }
}
