//! The one place that prints.

use std::io::{IsTerminal as _, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;

/// Width where there is no terminal, so that what is written to a file never differs.
pub const FIXED: usize = 100;

/// Whether anything has been written to standard output.
static SAID: AtomicBool = AtomicBool::new(false);
/// What has been complained of, without colours.
static COMPLAINTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Writes to standard output; colours are left out where they are not wanted.
pub fn say(text: impl AsRef<str>) {
    SAID.store(true, Ordering::Relaxed);
    // a reader that has gone away is no fault
    let _ = writeln!(anstream::stdout(), "{}", text.as_ref());
}

/// Writes what is wrong to standard error.
pub fn complain(text: impl AsRef<str>) {
    if let Ok(mut all) = COMPLAINTS.lock() {
        all.push(anstream::adapter::strip_str(text.as_ref()).to_string());
    }
    mention(text);
}

/// Writes to standard error what is good to know, and no fault.
pub fn mention(text: impl AsRef<str>) {
    let _ = writeln!(anstream::stderr(), "{}", text.as_ref());
}

/// Writes what was complained of as JSON, if nothing else was written.
pub fn error() {
    #[derive(Serialize)]
    struct Wrong {
        error: String,
    }
    if !SAID.load(Ordering::Relaxed) {
        let error = COMPLAINTS.lock().map(|all| all.join("\n")).unwrap_or_default();
        json(&Wrong { error });
    }
}

/// Writes a value as JSON.
pub fn json(value: &impl Serialize) {
    match serde_json::to_string_pretty(value) {
        Ok(text) => say(text),
        Err(e) => complain(format!("this cannot be written as JSON: {e}")),
    }
}

/// How many columns there are to write in.
pub fn width() -> usize {
    terminal().unwrap_or(FIXED)
}

/// How many columns the terminal has; none if it is a file or a pipe that is written to.
pub fn terminal() -> Option<usize> {
    if !std::io::stdout().is_terminal() {
        return None;
    }
    let mut table = Table::new();
    table.set_content_arrangement(ContentArrangement::Dynamic);
    Some(table.width().map_or(FIXED, |w| usize::from(w).max(40)))
}

/// An empty table with these headings. Only for a terminal are its cells wrapped: whoever reads a file wants lines whole.
pub fn table(width: Option<usize>, headings: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(u16::try_from(width).unwrap_or(u16::MAX));
    }
    table.set_header(headings);
    table
}

/// Rows as a table for a terminal. For whoever reads a file or a pipe: a row a line, without headings, its cells apart by tabs,
/// the first of them `sort` if there are several.
pub fn rows(headings: &[&str], sort: Option<&str>, rows: &[Vec<String>]) {
    if let Some(width) = terminal() {
        let mut table = table(Some(width), headings);
        table.add_rows(rows);
        say(table.to_string());
        return;
    }
    for row in rows {
        let cells: Vec<&str> = sort.into_iter().chain(row.iter().map(String::as_str)).collect();
        say(cells.join("\t"));
    }
}

/// A text in lines of so many columns, the first behind `first` and the others behind `rest`.
pub fn wrapped(text: &str, width: usize, first: &str, rest: &str) -> Vec<String> {
    let options = textwrap::Options::new(width).initial_indent(first).subsequent_indent(rest).break_words(false);
    // ids and places have hyphens in them
    let options = options.word_splitter(textwrap::WordSplitter::NoHyphenation).word_separator(textwrap::WordSeparator::AsciiSpace);
    textwrap::wrap(text, options).into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// A text in one line of so many columns: what has no room is left out at a word, and `…` stands for it.
pub fn shortened(text: &str, width: usize) -> String {
    if textwrap::core::display_width(text) <= width {
        return text.to_owned();
    }
    let kept = wrapped(text, width.saturating_sub(1), "", "").into_iter().next().unwrap_or_default();
    format!("{}…", kept.trim_end_matches([',', ';', ':', '(']))
}

/// A text with blanks behind it, so that it fills so many columns.
pub fn padded(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(textwrap::core::display_width(text));
    format!("{text}{}", " ".repeat(blanks))
}

/// A row for whoever reads a file or a pipe: its cells apart by tabs, each on one line.
pub fn row<'a>(cells: impl IntoIterator<Item = &'a str>) -> String {
    let cell = |c: &str| c.split_whitespace().collect::<Vec<_>>().join(" ");
    cells.into_iter().map(cell).collect::<Vec<_>>().join("\t")
}

/// `1 file`, `2 files`.
pub fn many(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
