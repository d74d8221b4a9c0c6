//! A roster as it stands in a file: what it says, and where it says so.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::misread::{Mended, Misread, line_of};
use super::{ALLOWANCE, Picked, Problem, Roster};
use crate::diag::{Code, Diagnostic, nearest};
use crate::ir::Key;
use crate::source::{FileId, Files, Span};

/// The keys of a roster, and those of a unit in it.
const KEYS: [&[&str]; 2] = [&["name", "force", "points", "unit"], &["entry", "name", "options"]];

/// What others call a key, and the key.
const CALLED: &[(&str, &str)] = &[
    ("faction", "force"),
    ("army", "force"),
    ("nation", "force"),
    ("list", "force"),
    ("title", "name"),
    ("pts", "points"),
    ("allowance", "points"),
    ("upgrades", "options"),
    ("type", "entry"),
    ("unit", "entry"),
    ("kind", "entry"),
];

/// The key that is called so elsewhere, if it may stand here.
fn called<'k>(written: &str, known: &[&'k str]) -> Option<&'k str> {
    let meant = CALLED.iter().find(|(other, _)| written.eq_ignore_ascii_case(other)).map(|(_, key)| *key)?;
    known.iter().copied().find(|k| *k == meant)
}

/// A roster and the places of its words.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// What it says.
    pub roster: Roster,
    force: Span,
    points: Span,
    units: Vec<Row>,
}

/// The places of a unit's words.
#[derive(Clone, Debug, Default)]
struct Row {
    entry: Span,
    options: Vec<Span>,
}

/// A value of the file with its place.
type Value<'a> = Spanned<DeValue<'a>>;

struct Reader {
    start: usize,
    /// The text as it is read.
    mended: Mended,
    found: Vec<Diagnostic>,
    /// Whether some of the file could not be read: what is not there may stand in that.
    torn: bool,
}

impl Sheet {
    /// Reads a roster file: what it says as far as it can be read, and everything that is wrong with it, each with its place.
    #[must_use]
    pub fn read(files: &Files, id: FileId) -> (Self, Vec<Diagnostic>) {
        let whole = files.whole(id);
        let mut reader = Reader { start: whole.start as usize, mended: Mended::default(), found: Vec::new(), torn: false };
        let (headings, mended) = Misread::headings(files.slice(whole));
        headings.into_iter().for_each(|wrong| reader.fault(wrong.at, wrong.what, wrong.fix));
        let text = mended.text.clone();
        let text = text.as_str();
        reader.mended = mended;
        let (table, faults) = DeTable::parse_recoverable(text);
        for e in &faults {
            let at = e.span().unwrap_or(0..0);
            let at = if at.is_empty() { line_of(text, at.start) } else { at };
            let wrong = Misread::told(text, e.message(), at);
            // of one line with several faults the first says what is meant
            if reader.found.iter().all(|d| d.span != reader.span(&wrong.at)) {
                reader.fault(wrong.at, wrong.what, wrong.fix);
            }
        }
        let lines = faults.iter().map(|e| line_of(text, e.span().map_or(0, |at| at.start)));
        let unread: Vec<Range<usize>> = lines.map(|line| reader.mended.before(&line)).collect();
        reader.torn = !unread.is_empty();
        let told = reader.found.len();
        let sheet = reader.sheet(table.get_ref(), whole);
        // what is made of a line that cannot be read is not what it says
        let mut rest = reader.found.split_off(told);
        let begins = |d: &Diagnostic| (d.span.start as usize).saturating_sub(reader.start);
        rest.retain(|d| !unread.iter().any(|line| line.contains(&begins(d))));
        reader.found.extend(rest);
        reader.found.sort_by_key(|d| d.span.start);
        (sheet, reader.found)
    }

    /// The words that a problem speaks of.
    fn place(&self, p: &Problem) -> Span {
        let key = Key::new(&p.breaks);
        let option = |i: usize| {
            let picked = self.roster.units.get(i)?;
            let at = picked.options.iter().rposition(|o| Key::new(o) == key)?;
            self.units.get(i)?.options.get(at).copied()
        };
        let entry = |i: usize| self.units.get(i).map(|r| r.entry);
        if let Some(i) = p.index {
            return option(i).or_else(|| entry(i)).unwrap_or(self.force);
        }
        // of those that are too many, the last
        let last = self.roster.units.iter().rposition(|u| Key::new(&u.entry) == key).and_then(entry);
        match last.or_else(|| (0..self.units.len()).rev().find_map(option)) {
            Some(span) => span,
            None if p.breaks == ALLOWANCE => self.points,
            None => self.force,
        }
    }

    /// A problem, with the words that it speaks of.
    #[must_use]
    pub fn told(&self, p: &Problem) -> Diagnostic {
        Diagnostic::new(Code::Roster, self.place(p), p.what.clone())
            .here(p.unit.clone().filter(|u| *u != p.breaks).unwrap_or_default())
            .help(p.fix.clone())
    }
}

/// What stands below one or more headings in double brackets.
fn list_of_tables<'t, 'a>(value: &'t Value<'a>) -> Option<impl Iterator<Item = &'t Value<'a>>> {
    let list = value.get_ref().as_array()?;
    (!list.is_empty() && list.iter().all(|v| v.get_ref().as_table().is_some())).then(|| list.iter())
}

impl Reader {
    fn span(&self, at: &Range<usize>) -> Span {
        let at = self.mended.before(at);
        Span::new(self.start + at.start, self.start + at.end)
    }

    fn fault(&mut self, at: Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        self.found.push(Diagnostic::new(Code::Roster, self.span(&at), message).help(help));
    }

    fn sheet(&mut self, table: &DeTable<'_>, whole: Span) -> Sheet {
        self.keys(table, KEYS[0], "a roster");
        // what is not there at all is missed on the first line
        let top = 0..1;
        let name = self.wanted(table, "name", "a roster", &top).and_then(|v| self.text(v));
        let force = self.wanted(table, "force", "a roster", &top);
        let points = self.wanted(table, "points", "a roster", &top);
        let span = |v: Option<&Value<'_>>| v.map_or(whole, |v| self.span(&v.span()));
        let places = (span(force), span(points));
        let mut sheet = Sheet {
            roster: Roster {
                name: name.unwrap_or_default(),
                force: force.and_then(|v| self.text(v)).unwrap_or_default(),
                points: points.and_then(|v| self.number(v)).unwrap_or_default(),
                units: Vec::new(),
            },
            force: places.0,
            points: places.1,
            units: Vec::new(),
        };
        // units below another heading, which is told, are read for what else is wrong with them
        for unit in table.iter().filter(|(key, _)| key.get_ref() != "unit").filter_map(|(_, v)| list_of_tables(v)).flatten() {
            if let Some(table) = unit.get_ref().as_table() {
                self.unit(table, unit.span());
            }
        }
        let Some(units) = table.get("unit") else { return sheet };
        let Some(list) = units.get_ref().as_array() else {
            self.fault(units.span(), "each unit stands below a heading of its own", "write `[[unit]]` above it");
            return sheet;
        };
        for unit in list {
            let Some(table) = unit.get_ref().as_table() else {
                self.fault(unit.span(), "this is no unit", "write `[[unit]]`, and below it `entry = ...`");
                continue;
            };
            let (picked, row) = self.unit(table, unit.span());
            sheet.roster.units.push(picked);
            sheet.units.push(row);
        }
        sheet
    }

    fn unit(&mut self, table: &DeTable<'_>, at: Range<usize>) -> (Picked, Row) {
        self.keys(table, KEYS[1], "a unit");
        let entry = self.wanted(table, "entry", "a unit", &at);
        let mut row = Row { entry: entry.map_or_else(|| self.span(&at), |v| self.span(&v.span())), options: Vec::new() };
        let entry = entry.and_then(|v| self.text(v)).unwrap_or_default();
        let name = table.get("name").and_then(|v| self.text(v));
        let mut picked = Picked { entry, name, options: Vec::new() };
        let Some(options) = table.get("options") else { return (picked, row) };
        let Some(list) = options.get_ref().as_array() else {
            self.fault(options.span(), "options are a list", "write them in square brackets: `options = [\"...\"]`");
            // a single one is looked up all the same
            picked.options.extend(options.get_ref().as_str().map(str::to_owned));
            row.options.extend(picked.options.iter().map(|_| self.span(&options.span())));
            return (picked, row);
        };
        for option in list {
            if let Some(text) = self.text(option) {
                picked.options.push(text);
                row.options.push(self.span(&option.span()));
            }
        }
        (picked, row)
    }

    /// Faults keys that nothing comes of.
    fn keys(&mut self, table: &DeTable<'_>, known: &[&str], what: &str) {
        for (key, value) in table.iter().filter(|(k, _)| !known.contains(&k.get_ref().as_ref())) {
            let written = key.get_ref();
            if known.contains(&"unit") && list_of_tables(value).is_some() {
                self.fault(key.span(), format!("{what} has no `{written}`"), "write `[[unit]]`, as each unit of a roster begins");
                continue;
            }
            let size = ["models", "men", "size", "figures"].contains(&written.as_ref()) && known.contains(&"options");
            let many = ["quantity", "amount", "copies", "times", "number", "count"].contains(&written.as_ref())
                && value.get_ref().as_integer().is_some();
            let free = called(written, known).filter(|key| table.get(*key).is_none());
            let help = match free.or_else(|| nearest(written, known.iter().copied())) {
                _ if many && known.contains(&"options") => {
                    "take it away; where there are several such units, write `[[unit]]` and its lines for each".to_owned()
                }
                _ if size => "take it away: its size is that of its entry, and more are bought with `options`".to_owned(),
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("take it away: {what} has {}", known.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ")),
            };
            self.fault(key.span(), format!("{what} has no `{written}`"), help);
        }
    }

    /// What a key has, which must be there.
    fn wanted<'t, 'a>(&mut self, table: &'t DeTable<'a>, key: &str, what: &str, at: &Range<usize>) -> Option<&'t Value<'a>> {
        let found = table.get(key);
        let like = || table.keys().any(|k| nearest(k.get_ref(), [key]).or_else(|| called(k.get_ref(), &[key])).is_some());
        if found.is_none() && !self.torn && !like() {
            self.fault(at.clone(), format!("{what} wants a `{key}`"), format!("write `{key} = ...`"));
        }
        found
    }

    fn text(&mut self, value: &Value<'_>) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.fault(value.span(), "a text is wanted here", "write it in quotes");
        }
        text
    }

    fn number(&mut self, value: &Value<'_>) -> Option<i64> {
        let number = value.get_ref().as_integer().and_then(|n| i64::from_str_radix(&n.as_str().replace('_', ""), n.radix()).ok());
        if number.is_none() {
            let written = value.get_ref().as_str().unwrap_or_default();
            let digits: String = written.trim().chars().take_while(char::is_ascii_digit).collect();
            let help = if digits.is_empty() { "write digits alone, without quotes".to_owned() } else { format!("write `{digits}`") };
            self.fault(value.span(), "a whole number is wanted here", help);
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "name = \"Ours\"\nforce = \"Coast\"\npoints = 90\n[[unit]]\nentry = \"Band\"\noptions = [\"Horn\"]\n[[unit]]\nentry = \"Band\"\nname = \"Second\"\n";

    fn told(text: &str) -> Vec<(String, String, Option<String>)> {
        let mut files = Files::default();
        files.add("before", "something else\n");
        let id = files.add("r.toml", text);
        let found = Sheet::read(&files, id).1;
        found.into_iter().map(|d| (files.slice(d.span).trim().to_owned(), d.message, d.help)).collect()
    }

    #[test]
    fn every_fault_has_its_place_and_its_fix() {
        let wrong = GOOD
            .replace("force", "forse")
            .replace("90", "\"many\"")
            .replace("[\"Horn\"]", "\"Horn\"")
            .replace("name = \"Second\"", "colour = 3");
        let found = told(&wrong);
        let at: Vec<&str> = found.iter().map(|f| f.0.as_str()).collect();
        assert_eq!(at, ["forse", "\"many\"", "\"Horn\"", "colour"]);
        assert_eq!(found.first().and_then(|f| f.2.as_deref()), Some("did you mean `force`?"));
        assert_eq!(found.get(1).map(|f| f.1.as_str()), Some("a whole number is wanted here"));
    }

    #[test]
    fn a_heading_in_single_brackets_hides_nothing_else() {
        let found = told(&GOOD.replace("[[unit]]", "[unit]").replace("options", "option"));
        let at: Vec<(&str, Option<&str>)> = found.iter().map(|f| (f.0.as_str(), f.2.as_deref())).collect();
        let heading = ("[unit]", Some("write `[[unit]]`"));
        assert_eq!(at, [heading, ("option", Some("did you mean `options`?")), heading]);
    }

    #[test]
    fn a_unit_without_heading_is_told_where_it_begins() {
        let found = told(&GOOD.replacen("[[unit]]\n", "", 1));
        let at: Vec<&str> = found.iter().map(|f| f.0.as_str()).collect();
        assert_eq!(at, ["entry = \"Band\""]);
    }

    #[test]
    fn what_toml_cannot_read_is_told_in_words_of_a_roster() {
        let of = |from: &str, to: &str| told(&GOOD.replacen(from, to, 1)).into_iter().next().unwrap_or_default();
        assert_eq!(of("\"Coast\"", "“Coast”").0, "“");
        assert_eq!(of("90", "9O").1, "this is no whole number");
        assert_eq!(of("\"Coast\"", "Coast").2.as_deref(), Some("write `\"Coast\"`"));
        assert_eq!(of("[\"Horn\"]", "[\"Horn\" \"Drum\"]").1, "a comma is missing between two texts");
        assert_eq!(of("[\"Horn\"]\n", "[\"Horn\"\n").2.as_deref(), Some("write `[\"Horn\"]`"));
    }

    #[test]
    fn what_cannot_be_read_hides_nothing_else() {
        let at = |text: &str| told(text).into_iter().map(|f| f.0).collect::<Vec<_>>();
        let curly = GOOD.replacen("\"Ours\"", "“Ours”", 1);
        assert_eq!(at(&curly), ["“"]);
        assert_eq!(at(&curly.replace("options", "option")), ["“", "option"]);
        // a unit below a heading of other games is read, too
        let squad = GOOD.replacen("[[unit]]", "[[squad]]", 1).replace("options", "option");
        assert_eq!(at(&squad), ["squad", "option"]);
    }

    #[test]
    fn a_key_that_is_called_so_elsewhere_is_told_once() {
        let fixes = |from: &str, to: &str| {
            let found = told(&GOOD.replacen(from, to, 1));
            found.into_iter().map(|f| (f.0, f.2.unwrap_or_default())).collect::<Vec<_>>()
        };
        assert_eq!(fixes("force", "faction"), [("faction".to_owned(), "did you mean `force`?".to_owned())]);
        assert_eq!(
            fixes("force = \"Coast\"", "force: \"Coast\","),
            [("force: \"Coast\",".to_owned(), "write `force = \"Coast\"`".to_owned())]
        );
        assert_eq!(fixes("\"Band\"", "Fusiliers"), [("Fusiliers".to_owned(), "write `\"Fusiliers\"`".to_owned())]);
    }

    #[test]
    fn what_is_no_toml_is_told_where_it_stops() {
        let found = told(&GOOD.replace("points = 90", "points 90"));
        assert!(found.first().is_some_and(|f| !f.0.is_empty()), "{found:?}");
        assert!(!told("").is_empty());
    }

    #[test]
    fn problems_are_told_where_they_are_written() {
        let mut files = Files::default();
        let id = files.add("r.toml", GOOD);
        let (sheet, _) = Sheet::read(&files, id);
        let at = |p: &Problem| files.slice(sheet.told(p).span).to_owned();
        let line = |p: &Problem| files.position(sheet.told(p).span.start).line;
        assert_eq!(at(&Problem::new("w", "f").breaking("Horn").of("Band", 0)), "\"Horn\"");
        assert_eq!(line(&Problem::new("w", "f").breaking("Bell").of("Second", 1)), 8);
        assert_eq!(line(&Problem::new("w", "f").breaking("Band")), 8);
        assert_eq!(at(&Problem::new("w", "f").breaking(ALLOWANCE)), "90");
        assert_eq!(at(&Problem::new("w", "f").breaking("Some Question")), "\"Coast\"");
    }
}
