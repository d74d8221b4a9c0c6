//! The `pack` line of a file, read before anything else is.

use super::load::read;
use crate::ast::DeclKind;
use crate::intern::Names;
use crate::source::Files;

/// The file that makes a folder a pack.
pub(super) const PACK_FILE: &str = "pack.grog";

/// What a `pack` line says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    /// The name, without quotes.
    pub name: String,
    /// The version as written; empty if none is said.
    pub version: String,
    /// The packs that it extends.
    pub extends: Vec<String>,
}

/// The first `pack` line of a text, if it has one.
#[must_use]
pub(super) fn header(text: &str) -> Option<Header> {
    let line = text.lines().find(|l| l.starts_with("pack "))?;
    let mut files = Files::default();
    let id = files.add("", line);
    let mut names = Names::default();
    let (decls, _) = read(&files, id, &mut names);
    let DeclKind::Pack(pack) = &*decls.first()?.kind else { return None };
    let text = |sym| names.text(sym).to_owned();
    let version = pack.version.as_ref().map_or_else(String::new, |v| text(v.text.sym));
    Some(Header { name: text(pack.name.sym), version, extends: pack.extends.iter().map(|p| text(p.name.sym)).collect() })
}

#[cfg(test)]
mod tests {
    use super::header;

    #[test]
    fn reads_the_pack_line_alone() {
        let h = header("-- mine\npack My Club 1.2 extends The Game\n  this is (unclosed").expect("a header");
        assert_eq!((h.name.as_str(), h.extends.as_slice()), ("My Club", &["The Game".to_owned()][..]));
        assert_eq!(header("kind band is group\n"), None);
        assert_eq!(header("pack ((\n"), None);
    }
}
