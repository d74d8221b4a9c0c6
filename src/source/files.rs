//! The texts that were read, kept together so that a span can point into any of them.

use super::Span;

/// Which file of a [`Files`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A place as people count: both from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

#[derive(Clone, Debug)]
struct File {
    name: String,
    start: usize,
    len: usize,
}

/// All source text, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Files {
    text: String,
    list: Vec<File>,
    /// Where the lines of all files begin, in order.
    lines: Vec<usize>,
    /// The offset of the first byte: not 0 only where a piece is read anew.
    base: usize,
}

impl Files {
    /// A piece of text as if it stood at that offset, so that what is read in it has places in the whole. It has no files.
    #[must_use]
    pub fn piece(text: String, base: usize) -> Self {
        Self { text, list: Vec::new(), lines: Vec::new(), base }
    }

    /// Takes in a file and says which it is. `name` is how messages call it.
    pub fn add(&mut self, name: impl Into<String>, text: &str) -> FileId {
        let start = self.text.len();
        self.text.push_str(text);
        // a gap keeps the end of one file and the start of the next apart
        self.text.push('\n');
        self.lines.push(start);
        self.lines.extend(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| start + i + 1));
        self.list.push(File { name: name.into(), start, len: text.len() });
        FileId(u32::try_from(self.list.len() - 1).unwrap_or(u32::MAX))
    }

    /// The text of a span; empty if the span is not of these files.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        let within = |at: u32| (at as usize).checked_sub(self.base);
        let bytes = within(span.start).zip(within(span.end));
        bytes.and_then(|(start, end)| self.text.get(start..end)).unwrap_or("")
    }

    /// The span of a whole file.
    #[must_use]
    pub fn whole(&self, id: FileId) -> Span {
        self.list.get(id.0 as usize).map_or_else(Span::default, |f| Span::new(f.start, f.start + f.len))
    }

    /// All files in the order they were added.
    pub fn ids(&self) -> impl Iterator<Item = FileId> + use<> {
        (0..u32::try_from(self.list.len()).unwrap_or(u32::MAX)).map(FileId)
    }

    /// The name of a file.
    #[must_use]
    pub fn name(&self, id: FileId) -> &str {
        self.list.get(id.0 as usize).map_or("", |f| &f.name)
    }

    /// Whether something stands among the tests of a pack, for which it is made.
    #[must_use]
    pub fn is_for_tests(&self, span: Span) -> bool {
        self.file_of(span).is_some_and(|f| self.name(f).split('/').any(|part| part == "tests"))
    }

    /// The file that holds the start of a span.
    #[must_use]
    pub fn file_of(&self, span: Span) -> Option<FileId> {
        let at = span.start as usize;
        let i = self.list.partition_point(|f| f.start <= at).checked_sub(1)?;
        u32::try_from(i).ok().map(FileId)
    }

    /// The place of a byte offset within its file.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        let span = Span { start: offset, end: offset };
        let start = self.file_of(span).map_or(0, |f| self.whole(f).start as usize);
        let until = |at: usize| self.lines.partition_point(|l| *l <= at);
        let line = until(offset as usize).saturating_sub(until(start)) + 1;
        let before = self.text.get(self.line_start(offset)..offset as usize).unwrap_or("");
        Position { line, column: before.chars().count() + 1 }
    }

    /// A hash of all names and texts, as hexadecimal text.
    #[must_use]
    pub fn hash(&self) -> String {
        let mut h = blake3::Hasher::new();
        for file in &self.list {
            h.update(file.name.as_bytes()).update(&[0]);
        }
        h.update(self.text.as_bytes());
        h.finalize().to_hex().to_string()
    }

    /// Where the line begins that holds a byte offset.
    fn line_start(&self, offset: u32) -> usize {
        let after = self.lines.partition_point(|l| *l <= offset as usize);
        after.checked_sub(1).and_then(|i| self.lines.get(i)).copied().unwrap_or(0)
    }

    /// The line on which a span begins, to its end.
    #[must_use]
    pub fn line_of(&self, span: Span) -> &str {
        let rest = self.text.get(self.line_start(span.start)..).unwrap_or("");
        rest.split_once('\n').map_or(rest, |(line, _)| line)
    }

    /// The lines behind the one where a span begins, up to the next that stands in column one.
    #[must_use]
    pub fn below(&self, span: Span) -> &str {
        let whole = self.file_of(span).map_or(self.text.len(), |id| self.whole(id).end as usize);
        let from = self.line_start(span.start) + self.line_of(span).len();
        let rest = self.text.get(from.min(whole)..whole).unwrap_or("");
        let outside = |(_, line): &(usize, &str)| line.starts_with(|c: char| !c.is_whitespace());
        let starts = rest.match_indices('\n').map(|(i, _)| (i, rest.get(i + 1..).unwrap_or("")));
        let end = starts.into_iter().find(outside).map_or(rest.len(), |(i, _)| i);
        rest.get(..end).unwrap_or("")
    }

    /// A stretch of whole lines: those of a span, and at least so many before and behind it in its file.
    #[must_use]
    pub fn around(&self, span: Span, before: usize, behind: usize) -> Span {
        let Some(whole) = self.file_of(span).map(|id| self.whole(id)) else { return span };
        let line = |at: u32| self.lines.partition_point(|l| *l <= at as usize);
        let start = line(span.start).checked_sub(before + 1).and_then(|i| self.lines.get(i)).copied().unwrap_or(0);
        let end = self.lines.get(line(span.end) + behind).copied().unwrap_or(self.text.len());
        Span::new(start.max(whole.start as usize), end.min(whole.end as usize))
    }

    /// `file:line:column` of the start of a span.
    #[must_use]
    pub fn place(&self, span: Span) -> String {
        let name = self.file_of(span).map_or("", |f| self.name(f));
        let at = self.position(span.start);
        format!("{name}:{}:{}", at.line, at.column)
    }
}
