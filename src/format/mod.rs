//! The one layout of a text: how far in each line stands, what stands under each other, and where citations and comments are.
//!
//! Nothing but white space changes. What a reader set under each other stays so; all else has one space.

mod align;
mod indent;
mod lines;
mod margin;
mod same;
mod tables;

use crate::diag::{self, Code, Diagnostic};
use crate::source::{FileId, Files};
use crate::syntax;

/// Why a text is left as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// Not all of it can be read: what was found.
    Unread(Vec<Diagnostic>),
    /// The formatted text would not say the same. That is a fault of the formatter.
    Otherwise,
}

/// A file in its one layout.
///
/// # Errors
/// Why it is left as it is.
pub fn format(files: &Files, id: FileId) -> Result<String, Left> {
    let (tree, found) = syntax::tree(files, id);
    if diag::any_error(&found) {
        return Err(Left::Unread(found));
    }
    let text = lines::Text::read(files, &tree).map_err(|stray| {
        let told = Diagnostic::new(Code::Layout, stray, "a sign that belongs to no line").help("end each line with one line end");
        Left::Unread(vec![told])
    })?;
    let out = written(&text);
    if same::same(files, &tree, &out) { Ok(out) } else { Err(Left::Otherwise) }
}

/// The text in its one layout.
fn written(text: &lines::Text) -> String {
    let indents = indent::indents(text);
    let mut rows: Vec<String> = align::laid(text, &indents);
    tables::align(text, &indents, &mut rows);
    for (row, indent) in rows.iter_mut().zip(&indents) {
        row.insert_str(0, &" ".repeat(*indent));
    }
    margin::put(&mut rows, text.lines.iter().map(|line| line.cites.as_ref()));
    margin::put(&mut rows, text.lines.iter().map(|line| line.comment.as_ref()));
    let mut out = String::new();
    for (row, line) in rows.iter().zip(&text.lines) {
        if line.blank && !out.is_empty() {
            out.push('\n');
        }
        out.push_str(row);
        out.push('\n');
    }
    out
}
