//! Rulings as a publisher reads them: by chapter, what is unclear, how it can be read, and what hangs on that.

use grognard::{Ambiguity, Cited, Report, RulingRow, Speaks};

use super::book::WIDEST;
use super::out;

/// The rulings with their readings, the one in force first, and the unclear places that none settles. For a terminal wrapped; else
/// a row a line: chapter, ruling, what is said, of which reading, the words, the place.
pub fn shown(report: &Report, width: Option<usize>) -> String {
    let mut rulings: Vec<&RulingRow> = Vec::new();
    // chapters in the order in which they are met first
    for r in &report.rulings {
        let behind = rulings.iter().rposition(|o| o.chapter == r.chapter).map_or(rulings.len(), |at| at + 1);
        rulings.insert(behind, r);
    }
    let told: Vec<Told> = rulings.iter().flat_map(|r| told(report, r)).collect();
    match width {
        Some(width) => wide(report, &told, width.min(WIDEST)),
        None => narrow(report, &told),
    }
}

/// What is said of a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    /// Where it stands.
    Ruling,
    /// What is unclear.
    Question,
    /// How the ledger reads it, and whether that is recommended.
    Advice,
    /// A reading; whether it is in force.
    Reading(bool),
    /// A line that hangs on a reading.
    Changes,
    /// A test that takes a reading.
    Test,
    /// A line that takes the number of the reading in force.
    Number,
}

/// One thing that is said of a ruling.
struct Told<'r> {
    ruling: &'r RulingRow,
    said: Said,
    reading: String,
    text: String,
    place: String,
}

fn told<'r>(report: &'r Report, r: &'r RulingRow) -> Vec<Told<'r>> {
    let one = |said: Said, reading: &str, text: String, place: String| Told { ruling: r, said, reading: reading.to_owned(), text, place };
    let mut out = vec![one(Said::Ruling, "", r.name.clone(), format!("{}:{}", r.file, r.line))];
    out.extend(r.asks.iter().map(|q| one(Said::Question, "", q.clone(), String::new())));
    let unclear = report.ambiguities.iter().filter(|a| r.cites.contains(&a.id));
    out.extend(unclear.flat_map(|a| advice(a).into_iter().map(move |text| one(Said::Advice, "", text, a.id.clone()))));
    let (chosen, others): (Vec<&String>, Vec<&String>) = r.readings.iter().partition(|n| **n == r.chosen);
    for reading in chosen.into_iter().chain(others) {
        out.push(one(Said::Reading(*reading == r.chosen), reading, reading.clone(), String::new()));
        out.extend(lines(&r.changes, reading).map(|s| one(Said::Changes, reading, line(r, s), at(&s.file, s.line))));
        out.extend(
            lines(&r.tests, reading).map(|t: &Cited| one(Said::Test, reading, t.test.clone().unwrap_or_default(), at(&t.file, t.line))),
        );
    }
    out.extend(r.numbers.iter().map(|s| one(Said::Number, "", line(r, s), at(&s.file, s.line))));
    out
}

fn lines<'r, T>(all: &'r std::collections::BTreeMap<String, Vec<T>>, reading: &str) -> impl Iterator<Item = &'r T> + use<'r, T> {
    all.get(reading).into_iter().flatten()
}

fn at(file: &str, line: usize) -> String {
    format!("{file}:{line}")
}

/// A line with what it stands in, unless it begins with that itself, or that is the box of its ruling.
fn line(r: &RulingRow, s: &Speaks) -> String {
    let boxed = s.name.starts_with(&format!("rule {}: ", r.name));
    let says_so = boxed || s.text.split([',', ':']).next().is_some_and(|first| s.name.ends_with(&format!(" {first}")));
    match (s.text.is_empty(), says_so) {
        (true, _) => s.name.clone(),
        (false, true) => s.text.clone(),
        (false, false) => format!("{}: {}", s.name, s.text),
    }
}

/// How the ledger reads an unclear place, and which reading is recommended, by whom and why.
fn advice(a: &Ambiguity) -> Vec<String> {
    let by = if a.who.is_empty() { String::new() } else { format!(" by {}", a.who) };
    let why = if a.why.is_empty() { String::new() } else { format!(": {}", a.why) };
    let is = |reading: &str| reading.split(':').next().is_some_and(|letter| letter.trim() == a.recommended);
    let said = |reading: &String| if is(reading) { format!("{reading} (recommended{by}{why})") } else { reading.clone() };
    a.readings.iter().map(said).collect()
}

fn narrow(report: &Report, told: &[Told<'_>]) -> String {
    let row = |t: &Told<'_>| {
        let what = match t.said {
            Said::Ruling => "ruling",
            Said::Question => "question",
            Said::Advice => "advice",
            Said::Reading(true) => "in force",
            Said::Reading(false) => "reading",
            Said::Changes => "changes",
            Said::Test => "test",
            Said::Number => "number",
        };
        out::row([&t.ruling.chapter, &t.ruling.name, what, &t.reading, &t.text, &t.place])
    };
    let unruled = unruled(report).map(|a| out::row(["", "", "no ruling", "", &format!("{}: {}", a.id, a.question), ""]));
    told.iter().map(row).chain(unruled).collect::<Vec<_>>().join("\n")
}

fn wide(report: &Report, told: &[Told<'_>], width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut chapter = None;
    for t in told {
        if t.said == Said::Ruling {
            if chapter != Some(&t.ruling.chapter) {
                lines.extend(chapter.map(|_| String::new()));
                chapter = Some(&t.ruling.chapter);
                let title = if t.ruling.chapter.is_empty() { "(no chapter)" } else { &t.ruling.chapter };
                lines.extend(out::wrapped(title, width, "", "  "));
            }
            lines.push(String::new());
        }
        let (text, first, rest) = match t.said {
            Said::Ruling => (format!("{}  ({})", t.text, t.place), "  ", "    "),
            Said::Question => (t.text.clone(), "    ", "    "),
            Said::Advice => (t.text.clone(), "      ", "         "),
            Said::Reading(true) => (format!("{} (in force)", t.text), "    * ", "      "),
            Said::Reading(false) => (t.text.clone(), "    - ", "      "),
            Said::Changes => (format!("{}  ({})", t.text, t.place), "        changes ", "          "),
            Said::Test => (format!("{}  ({})", t.text, t.place), "        test ", "          "),
            Said::Number => (format!("{}  ({})", t.text, t.place), "      its number is taken by ", "        "),
        };
        lines.extend(out::wrapped(&text, width, first, rest));
        let ends = t.said == Said::Reading(false) && !t.ruling.changes.contains_key(&t.reading) && t.ruling.numbers.is_empty();
        if ends && !t.ruling.changes.contains_key(&t.ruling.chosen) {
            lines.push("        no line asks for it".to_owned());
        }
    }
    let mut unruled = unruled(report).peekable();
    if unruled.peek().is_some() {
        lines.extend([String::new(), "No ruling settles".to_owned()]);
    }
    lines.extend(unruled.flat_map(|a| out::wrapped(&format!("{}: {}", a.id, a.question), width, "  ", "    ")));
    lines.push(String::new());
    lines.join("\n")
}

/// The unclear places that no ruling settles.
fn unruled(report: &Report) -> impl Iterator<Item = &Ambiguity> {
    let ids = report.unruled();
    report.ambiguities.iter().filter(move |a| ids.contains(&a.id.as_str()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use grognard::{Ambiguity, Cited, Report, RulingRow, Speaks};

    use super::shown;

    fn report() -> Report {
        let test = Cited { test: Some("it stops".into()), name: None, file: "a/t.grog".into(), line: 9 };
        let text = "Far, a rule: the Reach of any band that has come a long way over wet ground and is tired is 0 when so read.";
        let speaks = Speaks { name: "rule Far".into(), text: text.into(), file: "a/b.grog".into(), line: 4 };
        let ruling = |name: &str, chapter: &str| RulingRow {
            id: name.to_lowercase(),
            name: name.into(),
            chapter: chapter.into(),
            asks: vec!["Does it slow or stop?".into()],
            file: "a/b.grog".into(),
            line: 2,
            readings: vec!["Stops".into(), "Slows".into()],
            chosen: "Slows".into(),
            cites: vec!["wet".into()],
            tests: BTreeMap::from([("Stops".into(), vec![test.clone()])]),
            changes: BTreeMap::from([("Stops".into(), vec![speaks.clone()])]),
            numbers: Vec::new(),
        };
        let unclear = |id: &str| Ambiguity {
            id: id.into(),
            clauses: Vec::new(),
            question: "Does it slow or stop?".into(),
            readings: vec!["a: it slows".into(), "b: it stops".into()],
            recommended: "a".into(),
            who: "the author".into(),
            why: "so he plays".into(),
        };
        Report {
            rulings: vec![ruling("Wet Grass", "Moving"), ruling("Mud", ""), ruling("Snow", "Moving")],
            ambiguities: vec![unclear("wet"), unclear("dark")],
            ..Report::default()
        }
    }

    #[test]
    fn a_terminal_has_rulings_by_chapter_and_lines_that_fit() {
        let text = shown(&report(), Some(100));
        assert!(text.lines().all(|l| l.chars().count() <= 100), "{text}");
        let heads: Vec<&str> = text.lines().filter(|l| !l.is_empty() && !l.starts_with(' ')).collect();
        assert_eq!(heads, ["Moving", "(no chapter)", "No ruling settles"]);
        let named: Vec<&str> =
            text.lines().filter(|l| l.ends_with("(a/b.grog:2)")).map(|l| l.trim().split("  ").next().unwrap_or("")).collect();
        assert_eq!(named, ["Wet Grass", "Snow", "Mud"]);
        let order = [
            "      a: it slows (recommended by the author: so he plays)",
            "    * Slows (in force)",
            "    - Stops",
            "        changes Far,",
            "        test it stops  (a/t.grog:9)",
        ];
        let mut rest = text.as_str();
        for line in order {
            let at = rest.find(&format!("\n{line}"));
            assert!(at.is_some(), "{line}: {text}");
            rest = rest.get(at.unwrap_or(0) + 1..).unwrap_or("");
        }
        assert!(text.contains("\n  dark: Does it slow or stop?\n"), "{text}");
    }
}
