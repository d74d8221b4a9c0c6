//! Rows of cells, their bars under each other.

use super::lines::{Code, Piece, Text, width};

/// A row of a table.
struct Row {
    line: usize,
    said: usize,
    level: usize,
    indent: usize,
    /// Whether its first bar may stand under those of other rows where nothing stands before it.
    floats: bool,
    cells: Vec<String>,
}

/// Lays out all rows anew: those of one block, with the head above them if it has cells too.
pub(super) fn align(text: &Text, indents: &[usize], out: &mut [String]) {
    let mut table: Vec<Row> = Vec::new();
    for ((at, line), indent) in text.lines.iter().enumerate().zip(indents) {
        let Some(code) = line.code.as_ref().filter(|code| code.is_row()) else { continue };
        let row = row(text, at, code, *indent);
        if !table.last().is_some_and(|last| follows(last, &row, table.len())) {
            lay(&table, out);
            table.clear();
        }
        table.push(row);
    }
    lay(&table, out);
}

fn row(text: &Text, at: usize, code: &Code, indent: usize) -> Row {
    let level = |said: usize| text.said.get(said).map_or(0, |s| s.level);
    // else it would stand below a line that it stands beside
    let first = code.said.checked_sub(1).is_some_and(|before| level(before) < level(code.said));
    let goes_on = text.lines.get(at + 1).and_then(|next| next.code.as_ref()).is_some_and(|next| next.goes_on);
    let below = text.said.get(code.said).is_some_and(|said| said.below);
    Row {
        line: at,
        said: code.said,
        level: level(code.said),
        indent,
        floats: first && !below && !goes_on,
        cells: code.pieces.split(|piece| piece.bar).map(cell).collect(),
    }
}

/// Whether a row is of the table of which the last of so many rows is known.
fn follows(last: &Row, row: &Row, rows: usize) -> bool {
    let beside = row.level > 0 && row.level == last.level;
    let below = rows == 1 && row.level == last.level + 1;
    row.said == last.said + 1 && (beside || below)
}

fn cell(pieces: &[Piece]) -> String {
    let mut out = String::new();
    for piece in pieces {
        if piece.gap > 0 && !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&piece.text);
    }
    out
}

/// Where the bars of a table stand.
fn bars(table: &[Row]) -> Vec<usize> {
    let most = table.iter().map(|row| row.cells.len()).max().unwrap_or(0).saturating_sub(1);
    let mut out: Vec<usize> = Vec::new();
    for n in 0..most {
        let before = out.last().map(|bar| bar + 2);
        let ends = table.iter().filter(|row| row.cells.len() > n + 1).map(|row| {
            let wide = row.cells.get(n).map_or(0, |cell| width(cell));
            before.unwrap_or(row.indent) + wide + usize::from(wide > 0)
        });
        out.push(ends.max().unwrap_or(0));
    }
    out
}

fn lay(table: &[Row], out: &mut [String]) {
    let bars = bars(table);
    for row in table {
        let mut text = " ".repeat(row.indent);
        for (n, cell) in row.cells.iter().enumerate() {
            text.push_str(cell);
            if n + 1 == row.cells.len() {
                break;
            }
            let bar = bars.get(n).copied().unwrap_or(0);
            if n > 0 || !cell.is_empty() || row.floats {
                text.push_str(&" ".repeat(bar.saturating_sub(width(&text))));
            }
            text.push_str("| ");
        }
        if let Some(line) = out.get_mut(row.line) {
            text.trim_end().get(row.indent..).unwrap_or("").clone_into(line);
        }
    }
}
