//! The packs that come with the program.

use include_dir::{Dir, include_dir};

use super::Source;

static RULES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/rules");
static FORCES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/forcelists");

/// `rules/` and `forcelists/` as they stood when the program was built.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

fn split(path: &str) -> Option<(&'static Dir<'static>, &str)> {
    let (root, rest) = path.split_once('/').unwrap_or((path, ""));
    match root {
        "rules" => Some((&RULES, rest)),
        "forcelists" => Some((&FORCES, rest)),
        _ => None,
    }
}

impl Source for BuiltIn {
    fn list(&self, folder: &str) -> Vec<String> {
        let Some((root, rest)) = split(folder) else { return Vec::new() };
        let Some(dir) = (if rest.is_empty() { Some(root) } else { root.get_dir(rest) }) else { return Vec::new() };
        let name = |p: &std::path::Path| p.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        let mut out: Vec<String> = dir.files().map(|f| name(f.path())).collect();
        out.extend(dir.dirs().map(|d| name(d.path()) + "/"));
        out.sort();
        out
    }

    fn read(&self, path: &str) -> Result<String, String> {
        let file = split(path).and_then(|(root, rest)| root.get_file(rest)).ok_or("there is no such file")?;
        file.contents_utf8().map(str::to_owned).ok_or_else(|| "it is not text (UTF-8)".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::{BuiltIn, Source};

    #[test]
    fn lists_folders_and_reads_files() {
        let packs = BuiltIn.list("rules");
        assert!(packs.is_sorted());
        let first = packs.iter().find(|p| p.ends_with('/')).expect("some pack is built in");
        let folder = format!("rules/{}", first.trim_end_matches('/'));
        assert!(BuiltIn.list(&folder).contains(&"pack.grog".to_owned()));
        assert!(BuiltIn.read(&format!("{folder}/pack.grog")).is_ok_and(|t| t.contains("\npack ")));
        assert!(BuiltIn.list("elsewhere").is_empty());
        assert!(BuiltIn.read("rules/none.grog").is_err());
    }
}
