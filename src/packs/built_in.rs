//! The packs that come with the program.

use include_dir::{Dir, include_dir};

use super::Source;

static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rules");
static FORCES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/forcelists");

/// `rules/` and `forcelists/` as they stood when the program was built.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

impl BuiltIn {
    fn split(path: &str) -> Option<(&'static Dir<'static>, &str)> {
        let (root, rest) = path.split_once('/').unwrap_or((path, ""));
        match root {
            "rules" => Some((&RULES, rest)),
            "forcelists" => Some((&FORCES, rest)),
            _ => None,
        }
    }
}

impl Source for BuiltIn {
    fn list(&self, folder: &str) -> Vec<String> {
        let Some((root, rest)) = Self::split(folder) else { return Vec::new() };
        let from = if rest.is_empty() { Some(root) } else { root.get_dir(rest) };
        let name = if std::ptr::eq(root, &RULES) { "rules" } else { "forcelists" };
        let mut out = Vec::new();
        if let Some(dir) = from {
            walk(dir, name, &mut out);
        }
        out.sort();
        out
    }

    fn read(&self, path: &str) -> Result<String, String> {
        let file = Self::split(path).and_then(|(root, rest)| root.get_file(rest)).ok_or("there is no such file")?;
        file.contents_utf8().map(str::to_owned).ok_or_else(|| "it is not text (UTF-8)".to_owned())
    }
}

fn walk(dir: &Dir<'_>, root: &str, out: &mut Vec<String>) {
    for file in dir.files() {
        // paths have `/` whatever the system that built them
        let parts: Vec<_> = file.path().iter().map(|p| p.to_string_lossy()).collect();
        out.push(format!("{root}/{}", parts.join("/")));
    }
    for inner in dir.dirs() {
        walk(inner, root, out);
    }
}

#[cfg(test)]
mod tests {
    use super::{BuiltIn, Source};

    #[test]
    fn lists_below_a_folder_and_reads() {
        let all = BuiltIn.list("rules");
        assert!(all.iter().any(|p| p.ends_with("/pack.grog")));
        assert!(all.is_sorted());
        let first = all.first().expect("some pack is built in");
        let folder = &first[..first.rfind('/').expect("it stands in a folder")];
        assert!(BuiltIn.list(folder).contains(first));
        assert!(BuiltIn.read(first).is_ok());
        assert!(BuiltIn.list("elsewhere").is_empty());
        assert!(BuiltIn.read("rules/none.grog").is_err());
    }
}
