//! One space between words, but where lines behind each other were aligned on purpose.
//!
//! Pieces stand under each other on purpose if they stood in one column, in lines behind each other that stand equally far in, and one
//! of them had more than one space before it. They still do then, one space behind the longest of what stands before them.

use super::lines::{Code, Line, Piece, Text};

/// Pieces that stand under each other: the line of each, and which piece of it that is.
struct Column {
    /// Where they stood.
    stood: usize,
    pieces: Vec<(usize, usize)>,
}

/// A line as far as it is laid out.
#[derive(Default)]
struct Laid {
    text: String,
    width: usize,
    pieces: usize,
}

impl Laid {
    /// Lays out so many pieces of a line, one space or none between them.
    fn up_to(&mut self, pieces: &[Piece], count: usize) {
        for piece in pieces.iter().take(count).skip(self.pieces) {
            self.put(piece, self.width + usize::from(piece.gap > 0));
        }
    }

    fn put(&mut self, piece: &Piece, column: usize) {
        self.text.push_str(&" ".repeat(column.saturating_sub(self.width)));
        self.text.push_str(&piece.text);
        self.width = column + piece.width();
        self.pieces += 1;
    }
}

/// What each line says, laid out; of a row only what is no matter of columns.
pub(super) fn laid(text: &Text, indents: &[usize]) -> Vec<String> {
    let mut out: Vec<Laid> = text.lines.iter().map(|_| Laid::default()).collect();
    for column in columns(text, indents) {
        let mut furthest = 0;
        for (line, piece) in &column.pieces {
            if let Some(laid) = out.get_mut(*line) {
                laid.up_to(pieces(text, *line), *piece);
                furthest = furthest.max(laid.width + 1);
            }
        }
        for (line, piece) in &column.pieces {
            if let (Some(laid), Some(piece)) = (out.get_mut(*line), pieces(text, *line).get(*piece)) {
                laid.put(piece, furthest);
            }
        }
    }
    let all = out.into_iter().enumerate();
    all.map(|(line, mut laid)| {
        laid.up_to(pieces(text, line), usize::MAX);
        laid.text
    })
    .collect()
}

fn pieces(text: &Text, line: usize) -> &[Piece] {
    text.lines.get(line).and_then(|line| line.code.as_ref()).map_or(&[], |code| &code.pieces)
}

/// All that stands under each other on purpose, from left to right.
fn columns(text: &Text, indents: &[usize]) -> Vec<Column> {
    let mut out: Vec<Column> = Vec::new();
    // those that the line before has a piece in
    let mut open: Vec<Column> = Vec::new();
    let mut before: Option<usize> = None;
    for ((at, line), indent) in text.lines.iter().enumerate().zip(indents) {
        let code = alignable(line);
        if line.blank || code.is_none() || before != Some(*indent) {
            out.append(&mut open);
        }
        before = code.map(|_| *indent);
        let mut going = Vec::new();
        for (n, piece) in code.iter().flat_map(|code| code.pieces.iter().enumerate()).filter(|(_, piece)| piece.gap > 0) {
            let found = open.iter().position(|column| column.stood == piece.column);
            let mut column = found.map_or_else(|| Column { stood: piece.column, pieces: Vec::new() }, |i| open.swap_remove(i));
            column.pieces.push((at, n));
            going.push(column);
        }
        out.append(&mut open);
        open = going;
    }
    out.append(&mut open);
    let wide = |(line, piece): &(usize, usize)| pieces(text, *line).get(*piece).is_some_and(|p| p.gap > 1);
    out.retain(|column| column.pieces.len() > 1 && column.pieces.iter().any(wide));
    // what stands further left in a line moves what stands behind it
    out.sort_by_key(|column| column.stood);
    out
}

fn alignable(line: &Line) -> Option<&Code> {
    line.code.as_ref().filter(|code| !code.is_row())
}
