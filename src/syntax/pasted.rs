//! What a page, a spreadsheet or a word processor leaves behind, and lines that end in the wrong place.

use super::fault::Faulty;
use super::layout::{strip_cites, strip_comment};
use super::misplaced::PLACES;
use super::slips::VERBS;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// Signs that begin the lines of a list on a page.
const BULLETS: &[char] = &['•', '◦', '▪', '‣', '·', '●', '○', '■', '*', '✓', '➢', '→'];

/// Words with which a line never begins: they go on from the line above.
const GOES_ON: &[&str] = &[
    "within",
    "and",
    "or",
    "of",
    "at",
    "with",
    "from",
    "to",
    "where",
    "touching",
    "by",
    "is",
    "than",
    "otherwise,",
    "during",
    "in",
    "against",
];

/// Words with which a remark in brackets begins.
const REMARKS: &[&str] = &["see", "cf", "page", "p", "pg", "note", "nb", "errata", "faq", "optional", "unless", "but", "even"];

const PAGE: &str = "this is the number of a page or of a heading, and no rule";
const TAKE_OUT: &str = "take the line out, or begin it with `--` to keep it as a comment";

/// The words of a line that begins with the number of a page or of a heading.
fn page_line(text: &str) -> Option<&str> {
    let line = text.lines().next()?.trim_end();
    let mut words = line.split(' ');
    let mut ends = line.rsplit(' ');
    let last = ends.next().is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit()) && !w.is_empty());
    // `BORDER REIVERS - page 14`
    if last && ends.next().is_some_and(|w| ["page", "p.", "pg"].contains(&w.to_lowercase().as_str())) {
        return Some(line);
    }
    let digits = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number = words.next()?.trim_end_matches(['.', ')']);
    let named = ["page", "p", "pg", "chapter", "section"].contains(&number.to_lowercase().as_str());
    (digits(number) || named && words.next().is_some_and(digits) && words.next().is_none()).then_some(line)
}

/// `profile Skill | Grit`
pub(super) fn heading_without_bar(text: &str, start: usize) -> Option<Diagnostic> {
    let first = text.split('|').next()?.trim_end();
    let heading = first.strip_prefix("profile ").map(str::trim).filter(|heading| !heading.is_empty())?;
    let at = start + first.len() - heading.len();
    let d = Diagnostic::new(Code::Syntax, Span::new(at, start + first.len()), format!("`|` is missing before `{heading}`"));
    Some(d.help(format!("write `| {heading}`")))
}

/// The number of a page by itself: what stands above goes on below it.
pub(super) fn between_pages(text: &str, start: usize) -> Option<Diagnostic> {
    let line = page_line(text)?;
    Some(Diagnostic::new(Code::Syntax, Span::new(start, start + line.len()), PAGE).help(TAKE_OUT))
}

impl Faulty<'_> {
    /// A bullet before a line.
    pub fn bullet(&self) -> Option<Diagnostic> {
        let sign = self.code.chars().next().filter(|c| BULLETS.contains(c))?;
        let rest = self.code.get(sign.len_utf8()..)?;
        let help = "take the sign away: a line begins with its first word";
        rest.starts_with([' ', '\t'])
            .then(|| self.found(Code::Habit, 0, sign.len_utf8(), format!("`{sign}` is the bullet of a list on a page"), help))
    }

    /// `- on Pace of me: + 1"`
    pub fn dash(&self) -> Diagnostic {
        let help = "take the sign away: a line begins with its first word";
        self.found(Code::Habit, 0, 1, "`-` is the bullet of a list on a page", help)
    }

    /// The number that a rule has in its book, before the first word of a line: `4.2 needs ...`, `3) rule ...`
    pub fn book_number(&self) -> Option<Diagnostic> {
        let (number, rest) = self.code.split_once(' ')?;
        let bare = number.trim_end_matches(['.', ')']);
        let digits = bare.starts_with(|c: char| c.is_ascii_digit()) && bare.chars().all(|c| c.is_ascii_digit() || c == '.');
        let word = rest.split_whitespace().next()?.trim_end_matches(':');
        let begins = if self.head {
            Self::begins_declarations(word)
        } else {
            let marked = number.len() > bare.len() || bare.contains('.');
            let begins = (Self::begins_lines(word) || PLACES.contains(&word)) && word != "dice";
            begins || marked && word.starts_with(char::is_alphabetic)
        };
        // `6 turns` is rather `turns 6`
        let turned = self.reads(&format!("{word} {number}")) && rest.split_whitespace().nth(1).is_none();
        (digits && begins && !turned && self.date_with_point().is_none())
            .then(|| self.found(Code::Syntax, 0, number.len(), "no line begins with the number that a rule has in a book", "leave it out"))
    }

    /// `- 1 (see page 12)`
    pub fn remark_in_brackets(&self) -> Option<Diagnostic> {
        let open = self.code.get(..self.at + self.token().chars().next()?.len_utf8())?.rfind('(')?;
        let length = self.code.get(open..)?.find(')')? + 1;
        let inside = self.code.get(open + 1..open + length - 1)?;
        let (before, behind) = (self.code.get(..open)?, self.code.get(open + length..)?);
        let last = behind.trim().is_empty() || behind.trim().starts_with('[');
        let word = inside.split([' ', '.', ':']).next().unwrap_or("").to_lowercase();
        let book = ["page", " p.", "p. ", "§", "rulebook"].iter().any(|w| inside.contains(w)) || REMARKS.contains(&word.as_str());
        let numbered = inside.contains('.') && inside.chars().all(|c| c.is_ascii_digit() || c == '.');
        let remark = last && (book || numbered);
        (remark && self.at <= open + length && self.reads(&format!("{before}{behind}"))).then(|| {
            let help = if behind.trim().is_empty() { "write `--` before it" } else { "take it away, or write it behind `--` at the end" };
            self.found(Code::Syntax, open, length, "this reads like a remark", help)
        })
    }

    /// A number at the beginning of a page: of a page, or of a heading.
    pub fn page_number(&self) -> Option<Diagnostic> {
        let line = page_line(self.code).filter(|_| self.head && self.at == 0)?;
        Some(self.found(Code::Syntax, 0, line.len(), PAGE, TAKE_OUT))
    }

    /// Cells of a row that are parted by tabs, or by commas, as spreadsheets part them.
    pub fn tabbed(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?;
        let cells: Vec<&str> = line.split('\t').map(str::trim).filter(|c| !c.is_empty()).collect();
        let tabs = line.trim_start().contains('\t') && cells.len() > 2 && !line.contains('|');
        tabs.then(|| {
            let from = line.len() - line.trim_start().len();
            let help = format!("write `{}`", cells.join(" | "));
            self.found(
                Code::Syntax,
                from,
                line.trim().len(),
                "the cells of a row are parted by `|`, and here tabs stand between them",
                help,
            )
        })
    }

    /// Cells of a row below a head with bars, parted by semicolons, by commas or by space alone.
    pub fn cells_parted_otherwise(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let around = self.around.above.lines().chain(self.around.below.lines());
        let bars = around.map(|l| strip_comment(l).matches('|').count()).max().filter(|bars| *bars > 0)?;
        if self.head || line.contains('|') || line.contains(": ") || Self::begins_lines(self.first()) || self.first() == "options" {
            return None;
        }
        let (sign, cells): (&str, Vec<&str>) = [(";", "`;` stands"), (",", "`,` stands"), ("  ", "only space stands")]
            .into_iter()
            .map(|(sign, said)| (said, line.split(sign).map(str::trim).filter(|c| sign != "  " || !c.is_empty()).collect::<Vec<_>>()))
            .find(|(_, cells)| cells.len() > 1 && (bars..=bars + 1).contains(&cells.len()))?;
        let message = format!("the cells of a row are parted by `|`, and here {sign} between them");
        Some(self.found(Code::Syntax, 0, line.len(), message, format!("write `{}`", cells.join(" | "))))
    }

    /// `1-2: 0` below a table.
    pub fn row_with_colon(&self) -> Option<Diagnostic> {
        let line = self.code.lines().next()?.trim_end();
        let (key, cell) = line.split_once(": ")?;
        let table = !self.head && self.around.above.starts_with("table ") && !line.contains('|');
        (table && key.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase()) && self.at > key.len()).then(|| {
            let message = "the cells of a row are parted by `|`";
            self.found(Code::Syntax, 0, line.len(), message, format!("write `{key} | {}`", cell.trim()))
        })
    }

    /// `profile   Skill   Grit   is`, a table pasted without its bars.
    pub fn cells_without_bars(&self) -> Option<Diagnostic> {
        let line = strip_cites(self.code.lines().next()?.trim_end()).trim_end();
        let cells: Vec<&str> = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
        let [first, _, .., last] = cells.as_slice() else { return None };
        let row = first.starts_with(char::is_uppercase) && cells.iter().skip(1).any(|c| c.starts_with(|c: char| c.is_ascii_digit()));
        let apart = !line.contains('|') && !line.contains(':') && last.len() < line.len();
        (!self.head && apart && (*first == "profile" || row)).then(|| {
            let from = first.len() + line.get(first.len()..).map_or(0, |rest| rest.len() - rest.trim_start().len());
            let message = "the cells of a row are parted by `|`";
            self.found(Code::Syntax, from, line.len() - from, message, format!("write `{}`", cells.join(" | ")))
        })
    }

    /// Two commas or two semicolons with nothing between them.
    pub fn doubled(&self) -> Option<Diagnostic> {
        let token = self.token();
        let sign = token.chars().next().filter(|c| matches!(c, ',' | ';' | ':'))?;
        let read = self.code.get(..self.at)?.trim_end();
        let twice = read.ends_with(sign) || token.get(1..).is_some_and(|t| t.starts_with(sign));
        twice.then(|| {
            let from = if read.ends_with(sign) { read.len() - 1 } else { self.at };
            let to = if read.ends_with(sign) { self.at + 1 } else { self.at + 2 };
            self.found(
                Code::Syntax,
                from,
                to - from,
                format!("two `{sign}` stand here with nothing between them"),
                format!("write one `{sign}`"),
            )
        })
    }

    /// A line that goes on from the one above and is not deeper.
    pub fn goes_on_from_above(&self) -> Option<Diagnostic> {
        let first = self.code.split_whitespace().next().filter(|_| !self.head && self.at == 0)?;
        GOES_ON.contains(&first).then(|| {
            let message = format!("`{first}` begins no line: this seems to go on from the line above");
            self.found(Code::Layout, 0, first.len(), message, "indent it by four spaces more than the line that it belongs to")
        })
    }

    /// A word of the language with a capital at the beginning of a line, as word processors make it.
    pub fn capital_first(&self) -> Option<Diagnostic> {
        let first = self.first();
        let small = first.to_lowercase();
        let second = self.code.split_whitespace().nth(1).unwrap_or("");
        let language = Self::begins_lines(&small) && first.starts_with(char::is_uppercase);
        let colon = self.code.get(first.len()..)?.starts_with(':');
        (language && !colon && !VERBS.contains(&second) && self.at > 0).then(|| {
            let message = format!("`{first}` has a capital, and is read as a name");
            self.found(Code::Syntax, 0, first.len(), message, format!("write `{small}`"))
        })
    }

    /// A comma between two sentences of one line.
    pub fn comma_between(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?;
        let comma = read.rfind(',')?;
        let who = read.get(comma + 1..)?.trim();
        let verb = self.stopper();
        let one = !who.is_empty() && who.split_whitespace().count() < 4 && !who.contains(['"', ':']);
        (one && !self.head && VERBS.contains(&verb) && !matches!(verb, "of" | "=" | "is" | "are")).then(|| {
            let help = "write `;` in the place of the comma, or begin a new line";
            self.found(Code::Syntax, comma, 1, format!("`{who} {verb}` begins a sentence of its own, and a comma parts no sentences"), help)
        })
    }

    /// `band gains Tired, Wave of band`
    pub fn comma_before_a_deed(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?;
        read.match_indices(", ").map(|(comma, _)| comma).find_map(|comma| {
            let done = self.code.get(comma + 2..)?.trim_end();
            let (before, deed) = (self.code.get(..comma)?, done.split([',', ';', '[']).next()?.trim_end());
            let changes = before.split(' ').any(|w| VERBS.contains(&w) && !matches!(w, "of" | "=" | "is" | "are"));
            (!self.head && changes && self.reads(&format!("{before}; {done}"))).then(|| {
                let message = format!("`{deed}` is a sentence of its own, and a comma parts no sentences");
                self.found(Code::Syntax, comma, 1, message, format!("write `; {deed}`"))
            })
        })
    }

    /// A comma between two things that lie somewhere.
    pub fn comma_of_places(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        let comma = read.strip_suffix(',')?;
        let token = self.token();
        let lies = comma.ends_with('"') && token.starts_with(char::is_uppercase) && [" at ", " around "].iter().any(|w| read.contains(w));
        lies.then(|| {
            let help = format!("write `;` in the place of the comma before `{token}`");
            self.found(Code::Syntax, comma.len(), 1, "things that lie somewhere are parted by `;`", help)
        })
    }
}
