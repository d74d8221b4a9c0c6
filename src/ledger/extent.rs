//! Which part of a pack's clauses and rules is asked about.

use std::collections::BTreeSet;

use crate::diag::nearest;
use crate::source::{FileId, Files, Span};

/// The ending of a file of rules, which need not be written.
const ENDING: &str = ".grog";

/// Which part of a pack is asked about: all of it, unless something is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Only what the pack adds to its parents: clauses of its own ledger, its own rulings, and changes of lines of its own or of
    /// those clauses.
    pub own: bool,
    /// Only what stands in one of these files or on one of these lines, each `FILE` or `FILE:LINE`, where a file goes by the end
    /// of its path.
    pub within: Vec<String>,
    /// Only the clause of this id, and changes of the lines that carry it out.
    pub clause: Option<String>,
}

/// A file, or one of its lines, from 1.
type Place = (FileId, Option<usize>);

impl Extent {
    /// Whether only a part of the pack's own lines is asked about.
    pub(super) fn is_narrow(&self) -> bool {
        !self.within.is_empty() || self.clause.is_some()
    }

    /// Where the files and lines are.
    ///
    /// # Errors
    /// That there is no such file or line.
    pub(super) fn places(&self, files: &Files) -> Result<Vec<Place>, String> {
        let mut out = Vec::new();
        for words in &self.within {
            let (file, line) = match words.rsplit_once(':') {
                Some((file, line)) => (file, Some(line.parse().map_err(|_| format!("`{line}` in `{words}` is no number of a line"))?)),
                None => (words.as_str(), None),
            };
            let found: Vec<FileId> = files.ids().filter(|id| is_meant(files.name(*id), file)).collect();
            if found.is_empty() {
                return Err(format!("the pack has no file `{file}`{}", near(files, file)));
            }
            if let Some(line) = line {
                let lines = |id: &FileId| files.slice(files.whole(*id)).lines().count();
                if found.iter().all(|id| !(1..=lines(id)).contains(&line)) {
                    return Err(format!("`{file}` has no line {line}"));
                }
            }
            out.extend(found.into_iter().map(|id| (id, line)));
        }
        Ok(out)
    }

    /// Whether a line of a file that cites these clauses is asked about.
    pub(super) fn has(&self, files: &Files, places: &[Place], (file, line): (&str, usize), cites: &[String]) -> bool {
        let here = |(f, l): &Place| files.name(*f) == file && l.is_none_or(|l| l == line);
        (places.is_empty() || places.iter().any(here)) && self.clause.as_ref().is_none_or(|id| cites.contains(id))
    }
}

/// Whether a place is in one of these; yes if there are none.
pub(super) fn is_within(files: &Files, places: &[Place], span: Span) -> bool {
    let (file, line) = (files.file_of(span), files.position(span.start).line);
    places.is_empty() || (!span.is_empty() && places.iter().any(|(f, l)| file == Some(*f) && l.is_none_or(|l| l == line)))
}

/// Whether the end of a file's path is what was written, with or without its ending.
fn is_meant(path: &str, written: &str) -> bool {
    let ends = |path: &str| path == written || path.strip_suffix(written).is_some_and(|before| before.ends_with('/'));
    !written.is_empty() && (ends(path) || path.strip_suffix(ENDING).is_some_and(ends))
}

/// The file that may be meant, as the end of a message.
fn near(files: &Files, written: &str) -> String {
    let names: BTreeSet<String> =
        files.ids().filter_map(|id| Some(files.name(id).rsplit('/').next()?.trim_end_matches(ENDING).to_owned())).collect();
    nearest(written.trim_end_matches(ENDING), names.iter().map(String::as_str))
        .map_or_else(String::new, |n| format!(": did you mean `{n}`?"))
}

#[cfg(test)]
mod tests {
    use super::{Extent, is_meant, is_within};
    use crate::source::{Files, Span};

    #[test]
    fn a_file_goes_by_the_end_of_its_path() {
        assert!(is_meant("rules/small/walls.grog", "walls"));
        assert!(is_meant("rules/small/walls.grog", "small/walls.grog"));
        assert!(!is_meant("rules/small/walls.grog", "alls"));
        assert!(!is_meant("rules/small/walls.grog", ""));
    }

    #[test]
    fn places_are_found_or_refused() {
        let mut files = Files::default();
        files.add("rules/small/walls.grog", "one\ntwo\n");
        files.add("rules/small/doors.grog", "one\n");
        let of = |words: &str| Extent { within: vec![words.into()], ..Extent::default() }.places(&files);
        assert_eq!(of("wals").unwrap_err(), "the pack has no file `wals`: did you mean `walls`?");
        assert_eq!(of("walls:3").unwrap_err(), "`walls` has no line 3");
        assert_eq!(of("walls:x").unwrap_err(), "`x` in `walls:x` is no number of a line");
        let second = of("walls:2").unwrap_or_default();
        assert!(is_within(&files, &second, Span::new(4, 7)));
        assert!(!is_within(&files, &second, Span::new(0, 3)));
        assert!(!is_within(&files, &of("doors").unwrap_or_default(), Span::new(4, 7)));
    }
}
