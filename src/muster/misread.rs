//! What TOML says of a roster or a ledger that it cannot read, in words of their authors, with the mend that is meant.

use std::ops::Range;

/// A fault: where, what, and the mend.
#[derive(Debug)]
pub struct Misread {
    /// The bytes.
    pub at: Range<usize>,
    /// What is wrong.
    pub what: String,
    /// The mend.
    pub fix: String,
}

impl Misread {
    fn new(at: Range<usize>, what: &str, fix: impl Into<String>) -> Self {
        Self { at, what: what.to_owned(), fix: fix.into() }
    }

    /// A fault that TOML has found, at these bytes.
    pub fn told(text: &str, message: &str, at: Range<usize>) -> Self {
        Self::known(text, message, at.clone()).unwrap_or_else(|| {
            let what = message.lines().next().unwrap_or("this cannot be read").trim_end_matches('.').to_owned();
            Self { at, what, fix: "write each line as `key = value`, and text in quotes".to_owned() }
        })
    }

    /// A fault that has words of its own; none if it is one of many.
    #[must_use]
    pub fn known(text: &str, message: &str, at: Range<usize>) -> Option<Self> {
        let words = text.get(at.clone()).unwrap_or("");
        let line = text.get(line_of(text, at.start)).unwrap_or("");
        let curly = line.find(['“', '”', '‘', '’', '„', '«', '»']);
        if let Some(curly) = curly.filter(|_| message.contains("quote") || message.contains("string")) {
            let start = line_of(text, at.start).start + curly;
            let long = text.get(start..).and_then(|t| t.chars().next()).map_or(1, char::len_utf8);
            return Some(Self::new(
                start..start + long,
                "this quotation mark is not the plain one",
                "write `\"` on both sides of the text",
            ));
        }
        if message.contains("basic string") && line.matches('"').count() % 2 == 1 {
            let place = line_of(text, at.start);
            let said = line.split('#').next().unwrap_or(line).trim_end();
            let fix = format!("write `{said}\"`");
            return Some(Self::new(place.start..place.start + said.len(), "a quotation mark is missing at the end", fix));
        }
        if let Some(wrong) = with_colon(text, at.start) {
            return Some(wrong);
        }
        if let Some(wrong) = bare(text, at.start).filter(|_| !message.contains("key")) {
            return Some(wrong);
        }
        if message.contains("duplicate key") {
            return Some(Self::new(at, "this key stands in this part already", "take one of the two away"));
        }
        if message.contains("missing comma") {
            if let Some(open) = unclosed(text, at.start) {
                return Some(open);
            }
            return Some(Self::new(at, "a comma is missing between two texts", "write one between them: `[\"...\", \"...\"]`"));
        }
        if message.contains("must be quoted") {
            return Some(if words.starts_with(|c: char| c.is_ascii_digit()) {
                Self::new(at, "this is no whole number", "write digits alone")
            } else {
                Self::new(at, "a text stands in quotes", format!("write `\"{}\"`", words.trim()))
            });
        }
        if message.contains("expected a string") && words.starts_with(|c: char| c.is_ascii_digit()) {
            return Some(Self::new(at, "a text stands in quotes", format!("write `\"{}\"`", words.trim())));
        }
        inch(text, at.start).or_else(|| quoted_within(text, at.start))
    }

    /// The headings of one part where there may be several of them, and a text alone where a list of texts is wanted; and the text
    /// with what is wanted in their place.
    #[must_use]
    pub fn single(text: &str, parts: &[&str], lists: &[&str]) -> (Vec<Self>, Mended) {
        let (mut found, mut put, mut start) = (Vec::new(), Vec::new(), 0);
        for line in text.split_inclusive('\n') {
            let from = start + line.len() - line.trim_start().len();
            start += line.len();
            let bare = line.split('#').next().unwrap_or("").trim();
            let listed = line.trim().split_once('=').filter(|(key, _)| lists.contains(&key.trim())).map(|(_, said)| said.trim());
            if let Some(said) = listed.filter(|said| said.len() > 1 && said.starts_with('"') && said.ends_with('"')) {
                let at = from + line.trim().len() - said.len();
                found.push(Self::new(at..at + said.len(), "this is a list, and stands in square brackets", format!("write `[{said}]`")));
                put.extend([(at, "["), (at + said.len(), "]")]);
                continue;
            }
            let Some(part) = bare.strip_prefix('[').and_then(|b| b.strip_suffix(']')).filter(|part| parts.contains(part)) else { continue };
            let fix = format!("write `[[{part}]]`");
            let what = "there may be several of these, and the heading of each has double brackets";
            found.push(Self::new(from..from + bare.len(), what, fix));
            put.extend([(from, "["), (from + bare.len(), "]")]);
        }
        (found, Mended::new(text, &put))
    }

    /// What TOML would tell badly or not at all: headings that are no headings of units, and units without one; and the text with
    /// headings in their place.
    #[must_use]
    pub fn headings(text: &str) -> (Vec<Self>, Mended) {
        let (mut found, mut put, mut start) = (Vec::new(), Vec::new(), 0);
        // whether a unit has begun whose entry is still to come
        let mut open = false;
        for line in text.split_inclusive('\n') {
            let from = start + line.len() - line.trim_start().len();
            start += line.len();
            let bare = line.split('#').next().unwrap_or("").trim();
            let at = from..from + bare.len();
            match bare.split('=').next().map(str::trim) {
                Some("[unit]") => {
                    put.extend([(at.start, "["), (at.end, "]")]);
                    found.push(Self::new(at, "there are several units, and the heading of each has double brackets", "write `[[unit]]`"));
                    open = true;
                }
                Some(head) if head.starts_with("[[") => open = true,
                Some("entry") if !open => {
                    put.push((from, "[[unit]]\n"));
                    found.push(Self::new(at, "this unit has no heading of its own", "write `[[unit]]` on a line above it"));
                }
                Some("entry") => open = false,
                _ => {}
            }
        }
        (found, Mended::new(text, &put))
    }
}

/// A text into which something was put, so that the rest of it can be read.
#[derive(Debug, Default)]
pub struct Mended {
    /// The text with it.
    pub text: String,
    /// Where something was put, in bytes of the text with it, and how much.
    put: Vec<(usize, usize)>,
}

impl Mended {
    /// A text with something put in at places of it, in their order.
    fn new(text: &str, put: &[(usize, &str)]) -> Self {
        let mut out = Self::default();
        let mut done = 0;
        for (at, more) in put {
            out.text.push_str(text.get(done..*at).unwrap_or(""));
            out.put.push((out.text.len(), more.len()));
            out.text.push_str(more);
            done = *at;
        }
        out.text.push_str(text.get(done..).unwrap_or(""));
        out
    }

    /// The same bytes in the text as it was.
    #[must_use]
    pub fn before(&self, at: &Range<usize>) -> Range<usize> {
        let back =
            |at: usize| self.put.iter().take_while(|(from, _)| *from < at).fold(at, |left, (from, len)| left - (*len).min(at - from));
        back(at.start)..back(at.end)
    }
}

/// The words of the line in which something stands, without what is behind them.
pub fn line_of(text: &str, at: usize) -> Range<usize> {
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |n| n + 1);
    let line = text.get(start..at + after.find('\n').unwrap_or(after.len())).unwrap_or("").trim_end();
    start..start + line.len().max(1)
}

/// A line with `:` between key and value, as other files have it.
fn with_colon(text: &str, at: usize) -> Option<Misread> {
    let line = line_of(text, at);
    let words = text.get(line.clone())?;
    let (key, value) = words.split_once(':')?;
    let (plain, value) = (key.trim().trim_matches(['"', '\'']), value.trim().trim_end_matches(',').trim_end());
    let word = !plain.is_empty() && plain.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'));
    let start = line.start + words.len() - words.trim_start().len();
    let fix = format!("write `{plain} = {value}`");
    (word && !value.is_empty()).then(|| Misread::new(start..line.end, "a key and its value stand with `=` between them", fix))
}

/// A text behind `=` without its quotes.
fn bare(text: &str, at: usize) -> Option<Misread> {
    let line = line_of(text, at);
    let words = text.get(line.clone())?;
    let (key, behind) = words.split_once('=')?;
    let value = behind.split('#').next().unwrap_or("").trim();
    let letters = value.starts_with(char::is_alphabetic) && !value.contains(['"', '\'', '[', ']']);
    let start = line.start + key.len() + 1 + behind.len() - behind.trim_start().len();
    letters.then(|| Misread::new(start..start + value.len(), "a text stands in quotes", format!("write `\"{value}\"`")))
}

/// An inch mark within a text: it ends the text there.
fn inch(text: &str, at: usize) -> Option<Misread> {
    let line = line_of(text, at);
    let words = text.get(line.clone())?;
    let ends = |(i, _): &(usize, &str)| {
        let (before, behind) = (words.get(..*i).unwrap_or(""), words.get(i + 1..).unwrap_or("").trim());
        before.ends_with(|c: char| c.is_ascii_digit()) && !behind.is_empty() && !behind.starts_with([',', ']', '#'])
    };
    let (i, _) = words.match_indices('"').skip(1).find(ends)?;
    let digits = words.get(..i)?.bytes().rev().take_while(u8::is_ascii_digit).count();
    let number = words.get(i - digits..i)?;
    let fix = format!("write `{number}\\\"` for inches within a text");
    Some(Misread::new(line.start + i..line.start + i + 1, "the text ends at this sign for inches", fix))
}

/// Quotes within a text: the first of them ends it.
fn quoted_within(text: &str, at: usize) -> Option<Misread> {
    let line = line_of(text, at);
    let words = text.get(line.clone())?;
    let (key, behind) = words.split_once('=')?;
    let inside = behind.trim().strip_prefix('"')?.strip_suffix('"').filter(|inside| inside.matches('"').count() > 1)?;
    let list = inside.contains("\", \"") || inside.contains("\",\"") || inside.contains('\\');
    let quote = line.start + key.len() + 1 + (behind.len() - behind.trim_start().len()) + 1 + inside.find('"')?;
    let fix = format!("write `'` within the text: `\"{}\"`", inside.replace('"', "'"));
    (!list).then(|| Misread::new(quote..quote + 1, "the text ends at this quote", fix))
}

/// A list that goes on to what stands below it, since nothing closes it.
fn unclosed(text: &str, at: usize) -> Option<Misread> {
    let before = text.get(..at).filter(|before| before.ends_with(['\n', ' ']))?;
    text.get(at..)?.starts_with('[').then_some(())?;
    let open = before.rfind('[')?;
    let list = before.get(open..)?.lines().next()?.split('#').next()?.trim_end();
    (!list.contains(']')).then(|| Misread::new(open..open + list.len(), "this list is not closed", format!("write `{list}]`")))
}
