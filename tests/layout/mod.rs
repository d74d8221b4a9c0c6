//! Texts in another layout, for the tests that ask whether layout says something.

use grognard::floors::source::Files;
use grognard::floors::syntax::{self, Rule, TokenKind};

/// A text that means the same: gaps widened, and lines broken wherever layout lets them go on.
pub fn widened(text: &str, broken: bool) -> String {
    let mut files = Files::default();
    let id = files.add("text", text);
    let (tree, _) = syntax::tree(&files, id);
    let (mut out, mut start, mut level) = (String::new(), true, 0);
    let (mut row, mut ruling, mut first) = (false, false, false);
    let mut before = String::new();
    for token in tree.tokens(&files) {
        let said = files.slice(token.span);
        match token.kind {
            TokenKind::Newline => {
                start = true;
                // a line below goes on with a first line only behind what cannot end it
                first &= before.ends_with([',', '=', '+']);
                before.clear();
                out.push_str(said);
                continue;
            }
            TokenKind::Space if start => {
                level = said.len();
                (row, start) = (false, false);
                out.push_str(said);
                continue;
            }
            TokenKind::Space => {
                // in the box of a ruling readings and declarations take deeper lines as their own
                let head = first || ruling && level <= 4;
                let cited = out.rsplit('\n').next().unwrap_or("").contains('[');
                let goes_on = !cited && if head { before.ends_with([',', '=', '+']) } else { !before.ends_with(':') };
                let line = text.get(token.span.start as usize..).and_then(|t| t.lines().next()).unwrap_or("");
                row |= line.contains('|') || line.trim_start().starts_with("--");
                if broken && goes_on && !row && !out_has_bar(&out) {
                    out.push('\n');
                    out.push_str(&" ".repeat(level + 9));
                } else {
                    out.push_str(said);
                    out.push_str(said);
                }
                continue;
            }
            TokenKind::Leaf(Rule::quoted | Rule::clause_id) | TokenKind::Comment | TokenKind::Unread => out.push_str(said),
            TokenKind::Leaf(_) if said.contains('"') && said.contains(' ') => out.push_str(said),
            TokenKind::Leaf(_) => out.push_str(&said.replace(' ', "  ")),
        }
        if start {
            level = 0;
            row = false;
            first = true;
            let line = text.get(token.span.start as usize..).unwrap_or("");
            ruling = line.starts_with("ruling ") || line.starts_with("replace ruling ");
        }
        start = false;
        said.clone_into(&mut before);
    }
    out
}

/// Whether the line that is being written has cells.
fn out_has_bar(out: &str) -> bool {
    out.rsplit('\n').next().unwrap_or("").contains('|')
}
