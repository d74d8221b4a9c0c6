//! Where something stands and how it is named, for people.

use crate::compare::Where;
use crate::packs::Loaded;
use crate::source::{Files, Span};

/// The file and the line; none for what stands in no text.
pub fn place(files: &Files, span: Span) -> Option<Where> {
    let id = files.file_of(span).filter(|_| !span.is_empty())?;
    Some(Where { file: files.name(id).to_owned(), line: files.position(span.start).line })
}

/// Whether something stands among the force lists of a pack, and not beside its rules.
pub fn is_home(loaded: &Loaded, span: Span) -> bool {
    // seen from a folder below, a file is named with the way up to it
    let inside = |path: &str| path.trim_start_matches("../").to_owned();
    let file = inside(loaded.files.file_of(span).map_or("", |f| loaded.files.name(f)));
    loaded.homes.iter().any(|h| file.starts_with(&inside(&h.lists_folder())))
}

/// The last name of a path without its ending.
pub fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned()
}

/// A name as rules write it that speak of it: a title with small words and signs in it is written with capitals.
pub fn written(name: &str) -> String {
    let word = |w: &str| {
        let kept: String = w.chars().filter(|c| c.is_alphanumeric() || "'-!".contains(*c)).collect();
        let mut letters = kept.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    name.split_whitespace().filter_map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{stem, written};

    #[test]
    fn titles_are_written_with_capitals() {
        assert_eq!(written("Steady, lads..."), "Steady Lads");
        assert_eq!(written("Jog!"), "Jog!");
        assert_eq!(written("Up-And-Down of it"), "Up-And-Down Of It");
    }

    #[test]
    fn a_file_is_called_without_its_ending() {
        assert_eq!(stem("a/b/one.two.toml"), "one.two");
        assert_eq!(stem("one"), "one");
    }
}
