//! What an author remarks about a declaration or a line, behind `--`: said along with it.

use crate::source::{At, Files};
use crate::syntax::strip_comment;

/// What begins a remark.
const REMARK: &str = "--";

/// The remarks on the lines right above the one where this stands, then the one behind it; without marks.
#[must_use]
pub fn remark(files: &Files, at: At) -> String {
    let span = at.span();
    let Some(file) = files.file_of(span).filter(|_| span.end > 0) else { return String::new() };
    let whole = files.whole(file);
    let text = files.slice(whole);
    let start = (span.start.saturating_sub(whole.start)) as usize;
    let (before, behind) = text.split_at_checked(start).unwrap_or((text, ""));
    let line_start = before.rfind('\n').map_or(0, |n| n + 1);
    let above = before.get(..line_start).unwrap_or("").lines().rev().map_while(|l| l.trim().strip_prefix(REMARK));
    let mut above: Vec<&str> = above.map(str::trim).collect();
    above.reverse();
    let line = text.get(line_start..start + behind.find('\n').unwrap_or(behind.len())).unwrap_or("");
    let said: Vec<String> = [above.join(" "), trailing(line).unwrap_or_default().to_owned()]
        .iter()
        .map(|t| t.trim_end_matches('.').to_owned())
        .filter(|t| !t.is_empty())
        .collect();
    // names of the language are marked for the eye alone
    said.join("; ").replace('`', "")
}

/// The remark behind what a line says: not what stands in quotes.
fn trailing(line: &str) -> Option<&str> {
    let remark = line.get(strip_comment(line).len()..)?;
    Some(remark.trim_start_matches('-').trim()).filter(|r| !r.is_empty())
}

#[cfg(test)]
mod tests {
    use super::trailing;

    #[test]
    fn a_remark_stands_behind_what_is_said() {
        assert_eq!(trailing("marker Tired of unit   -- and slow"), Some("and slow"));
        assert_eq!(trailing("  asks \"one -- or two?\""), None);
        assert_eq!(trailing("  asks \"one -- or two?\" -- both"), Some("both"));
        assert_eq!(trailing("  unit moves 3\" away   -- in haste"), Some("in haste"));
        assert_eq!(trailing("a --"), None);
    }
}
