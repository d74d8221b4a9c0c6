//! A text as its lines, each taken apart into pieces, and where these stand as it was written.

use crate::source::{Files, Span};
use crate::syntax::{Rule, Token, TokenKind, Tree, TreeLine};

/// A text that was read in full.
#[derive(Default)]
pub(super) struct Text {
    /// Its lines that are not blank.
    pub lines: Vec<Line>,
    /// What they say: each may go on over several lines.
    pub said: Vec<Said>,
}

/// A logical line.
pub(super) struct Said {
    start: u32,
    /// The citations at its end, if they stand on one line.
    cites: Option<Span>,
    /// How many lines it stands below.
    pub level: usize,
    /// Whether lines stand below it.
    pub below: bool,
}

/// A line of the file.
#[derive(Default)]
pub(super) struct Line {
    /// Whether a blank line stands before it.
    pub blank: bool,
    /// How far in it stood.
    pub depth: usize,
    /// What it says; nothing if it is only a comment.
    pub code: Option<Code>,
    /// The citations behind that.
    pub cites: Option<Note>,
    /// The comment at its end.
    pub comment: Option<Note>,
}

/// What a line says.
pub(super) struct Code {
    /// Which logical line it belongs to.
    pub said: usize,
    /// Whether that began in an earlier line.
    pub goes_on: bool,
    /// Its words and signs; there is one at least.
    pub pieces: Vec<Piece>,
}

/// A word, a name, a number or a sign.
pub(super) struct Piece {
    pub text: String,
    /// Where it stood, counted from where the line begins to say something.
    pub column: usize,
    /// How much white space stood before it.
    pub gap: usize,
    /// Whether it parts two cells.
    pub bar: bool,
}

/// What stands in the margin.
pub(super) struct Note {
    pub text: String,
    /// Where it stood.
    pub column: usize,
}

impl Piece {
    /// In characters.
    pub(super) fn width(&self) -> usize {
        width(&self.text)
    }
}

impl Code {
    /// Whether it is a row of cells.
    pub(super) fn is_row(&self) -> bool {
        self.pieces.iter().any(|p| p.bar)
    }
}

impl Text {
    /// Reads the lines of a tree; else the first sign that is in none of them.
    pub(super) fn read(files: &Files, tree: &Tree) -> Result<Self, Span> {
        let mut said = Vec::new();
        tree.lines.iter().for_each(|line| flat(files, line, 0, &mut said));
        let mut reader = Reader { files, out: Self { lines: Vec::new(), said }, line: Line::default(), column: 0, gap: 0, begun: 0 };
        for token in tree.tokens(files) {
            reader.token(token)?;
        }
        reader.end();
        Ok(reader.out)
    }
}

/// How many columns a text takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().count()
}

/// A line and all below it, in the order of the text.
fn flat(files: &Files, line: &TreeLine, level: usize, out: &mut Vec<Said>) {
    let cites = line.node.as_ref().and_then(|n| n.find(Rule::cites)).map(|n| n.span);
    let cites = cites.filter(|span| !files.slice(*span).contains(['\r', '\n']));
    out.push(Said { start: line.span.start, cites, level, below: !line.below.is_empty() });
    line.below.iter().for_each(|below| flat(files, below, level + 1, out));
}

struct Reader<'a> {
    files: &'a Files,
    out: Text,
    line: Line,
    /// Up to where the line was read, in characters.
    column: usize,
    /// White space before what comes next.
    gap: usize,
    /// How many logical lines have begun.
    begun: usize,
}

impl Reader<'_> {
    fn token(&mut self, token: Token) -> Result<(), Span> {
        let text = self.files.slice(token.span);
        match token.kind {
            TokenKind::Newline => self.end(),
            TokenKind::Space => self.gap = width(text),
            TokenKind::Comment => {
                self.depth();
                self.line.comment = Some(Note { text: text.trim_end().to_owned(), column: self.column + self.gap });
            }
            TokenKind::Leaf(rule) => self.leaf(rule, token.span, text),
            TokenKind::Unread => return Err(token.span),
        }
        if token.kind != TokenKind::Newline && token.kind != TokenKind::Space {
            self.column += self.gap + width(text);
            self.gap = 0;
        }
        Ok(())
    }

    fn leaf(&mut self, rule: Rule, span: Span, text: &str) {
        self.depth();
        let begins = self.out.said.get(self.begun).is_some_and(|next| next.start <= span.start);
        self.begun += usize::from(begins);
        let said = self.begun.saturating_sub(1);
        let text = plain(text);
        let column = self.column + self.gap;
        let cites = self.out.said.get(said).and_then(|s| s.cites);
        let cited = cites.is_some_and(|c| c.start <= span.start && span.start < c.end);
        match &mut self.line.code {
            Some(_) if cited => {
                let note = self.line.cites.get_or_insert(Note { text: String::new(), column });
                if self.gap > 0 && !note.text.is_empty() {
                    note.text.push(' ');
                }
                note.text.push_str(&text);
            }
            code => {
                let depth = self.line.depth;
                let code = code.get_or_insert(Code { said, goes_on: !begins, pieces: Vec::new() });
                let gap = if code.pieces.is_empty() { 0 } else { self.gap };
                let bar = rule == Rule::sign && text == "|";
                code.pieces.push(Piece { text, column: column.saturating_sub(depth), gap, bar });
            }
        }
    }

    /// Notes how far in a line stands where it begins.
    fn depth(&mut self) {
        if self.column == 0 {
            self.line.depth = self.gap;
        }
    }

    fn end(&mut self) {
        let line = std::mem::take(&mut self.line);
        (self.column, self.gap) = (0, 0);
        if line.code.is_some() || line.comment.is_some() {
            self.out.lines.push(line);
        } else {
            self.line.blank = true;
        }
    }
}

/// A piece with one space where it has several; quotes are kept.
fn plain(text: &str) -> String {
    if text.contains('"') {
        return text.to_owned();
    }
    text.split([' ', '\t']).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
