//! Small packs, for tests.

use super::{Resolved, resolve};
use crate::intern::Names;
use crate::source::Files;

/// A text resolved, of which every line can be read.
pub(crate) fn small(text: &str) -> Resolved {
    let (mut files, mut names) = (Files::default(), Names::default());
    let id = files.add("small.grog", text);
    let (tree, wrong) = crate::syntax::tree(&files, id);
    assert!(wrong.is_empty(), "{wrong:?}");
    let (decls, wrong) = crate::ast::declarations(&files, &tree, &mut names);
    assert!(wrong.is_empty(), "{wrong:?}");
    resolve(names, &decls)
}
