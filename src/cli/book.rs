//! The clauses of a book: all by chapter, or one in full.

use std::collections::BTreeMap;

use grognard::{Cited, Report, Row, Status};

use super::out;

/// How wide the ids are at most before what the clause says begins.
const IDS: usize = 36;
/// How wide what is said of a pack is at most, however wide the terminal.
pub const WIDEST: usize = 100;

/// The clauses by chapter. For a terminal in columns, with how many rules carry each out and how many tests prove it, of those that no
/// rule can carry out `-`; else a row a line: chapter, id, status, how many rules, how many tests, what it says.
pub fn clauses(report: &Report, width: Option<usize>, only: Option<Status>) -> String {
    let wanted: Vec<&Row> = report.clauses.iter().filter(|c| only.is_none_or(|o| c.status == o)).collect();
    match width {
        Some(width) => columns(&wanted, width.min(WIDEST)),
        None => wanted.iter().map(|c| narrow(c)).collect::<Vec<_>>().join("\n"),
    }
}

fn narrow(c: &Row) -> String {
    out::row([&c.chapter, &c.id, c.status.name(), &c.rules.len().to_string(), &c.tests.len().to_string(), &c.says])
}

fn columns(rows: &[&Row], width: usize) -> String {
    let ids = rows.iter().map(|c| c.id.chars().count()).max().unwrap_or(0).clamp(6, IDS);
    // two columns of five for the numbers, and two between all
    let says = width.saturating_sub(ids + 2 + 5 + 2 + 5 + 2 + 2).max(10);
    let line = |id: &str, text: &str, rules: &str, tests: &str| {
        format!("  {}  {}  {rules:>5}  {tests:>5}", out::padded(id, ids), out::padded(text, says))
    };
    let mut lines = vec![line("clause", "what it says", "rules", "tests")];
    let mut chapter = None;
    for c in rows {
        if chapter != Some(&c.chapter) {
            chapter = Some(&c.chapter);
            lines.push(String::new());
            lines.extend(out::wrapped(if c.chapter.is_empty() { "(no chapter)" } else { &c.chapter }, width, "", "  "));
        }
        let number = |n: usize| if c.status == Status::NotMechanical { "-".to_owned() } else { n.to_string() };
        let (rules, tests) = (number(c.rules.len()), number(c.tests.len()));
        let (id, rest) = split(&c.id, ids);
        lines.push(line(id, &out::shortened(&c.says, says), &rules, &tests));
        lines.extend(rest.map(|rest| format!("    {rest}")));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// An id that is too long goes on in the next line.
fn split(id: &str, width: usize) -> (&str, Option<&str>) {
    match id.char_indices().nth(width) {
        None => (id, None),
        Some((most, _)) => {
            let at = id.get(..most).and_then(|head| head.rfind(['.', '-'])).map_or(most, |dot| dot + 1);
            id.split_at_checked(at).map_or((id, None), |(head, rest)| (head, Some(rest)))
        }
    }
}

/// One clause in full: its chapter, what it says, its worked cases, what carries it out and the tests that cite it.
pub fn whole(c: &Row, width: Option<usize>) -> String {
    let rules: Vec<[String; 2]> = named(&c.rules).into_iter().map(|(name, at)| [name, at]).collect();
    let tests: Vec<[String; 2]> = c.tests.iter().map(|t| [t.test.clone().unwrap_or_default(), format!("{}:{}", t.file, t.line)]).collect();
    let Some(width) = width.map(|w| w.min(WIDEST)) else {
        let mut lines: Vec<String> = [("clause", &*c.id), ("chapter", &c.chapter), ("status", c.status.name()), ("says", &c.says)]
            .map(|(what, text)| out::row([what, text]))
            .into();
        lines.extend(c.cases.iter().map(|case| out::row(["case", case])));
        let cited = [("rule", &rules), ("test", &tests)];
        lines
            .extend(cited.iter().flat_map(|(what, list)| list.iter().map(move |[name, at]| out::row([*what, name.as_str(), at.as_str()]))));
        return lines.join("\n");
    };
    let mut lines = out::wrapped(&format!("{}  ({}, {})", c.id, c.chapter, c.status.name()), width, "", "  ");
    lines.extend(out::wrapped(&c.says, width, "  ", "  "));
    if !c.cases.is_empty() {
        lines.push("\nworked cases".to_owned());
        lines.extend(c.cases.iter().flat_map(|case| out::wrapped(case, width, "  - ", "    ")));
    }
    for (title, none, list) in [("carried out by", "no rule carries it out", &rules), ("tested by", "no test cites it", &tests)] {
        lines.push(format!("\n{}", if list.is_empty() { none } else { title }));
        lines.extend(list.iter().flat_map(|[name, at]| out::wrapped(&format!("{name}  {at}"), width, "  ", "      ")));
    }
    lines.join("\n")
}

/// Each declaration with its places: `a.grog:15,22`.
fn named(places: &[Cited]) -> Vec<(String, String)> {
    let mut by: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for p in places {
        let lines = by.entry((&p.file, p.name.as_deref().unwrap_or(""))).or_default();
        let line = p.line.to_string();
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    by.iter().map(|((file, name), lines)| ((*name).to_owned(), format!("{file}:{}", lines.join(",")))).collect()
}

#[cfg(test)]
mod tests {
    use grognard::{Cited, Report, Row, Status};

    use super::{clauses, split, whole};

    fn row(id: &str, chapter: &str, says: &str, status: Status) -> Row {
        let cited = |name: &str, line| Cited { test: None, name: Some(name.into()), file: "a/b.grog".into(), line };
        let test = Cited { test: Some("it does".into()), name: None, file: "a/t.grog".into(), line: 9 };
        let (rules, tests) = if status == Status::Covered {
            (vec![cited("value Reach", 4), cited("value Reach", 7), cited("rule Long", 8)], vec![test])
        } else {
            (Vec::new(), Vec::new())
        };
        let (id, chapter, says) = (id.to_owned(), chapter.to_owned(), says.to_owned());
        Row { id, chapter, says, cases: vec!["One is two.".into()], kind: "value".into(), status, rules, tests }
    }

    fn report() -> Report {
        let long = "A very long sentence that has no room in its column, since it goes on and on until nobody reads it any more at all.";
        let rows = vec![
            row("reach.base", "Moving / How Far", long, Status::Covered),
            row("reach.far", "Moving / How Far", "Short.", Status::Missing),
            row("lead.paint", "Before You Begin", "Paint them.", Status::NotMechanical),
        ];
        Report { pack: "Small".into(), clauses: rows, ..Report::default() }
    }

    #[test]
    fn a_terminal_has_columns_by_chapter_and_a_pipe_whole_rows() {
        let wide = clauses(&report(), Some(100), None);
        assert!(wide.lines().all(|l| l.chars().count() <= 100), "{wide}");
        let chapters: Vec<&str> = wide.lines().filter(|l| !l.is_empty() && !l.starts_with(' ')).collect();
        assert_eq!(chapters, ["Moving / How Far", "Before You Begin"]);
        let of = |id: &str| wide.lines().find(|l| l.trim_start().starts_with(id)).unwrap_or_default();
        assert!(of("reach.base").contains('…') && of("reach.base").ends_with("      3      1"), "{wide}");
        assert!(of("reach.far").ends_with("      0      0") && of("lead.paint").ends_with("      -      -"), "{wide}");
        let narrow = clauses(&report(), None, Some(Status::Covered));
        let cells: Vec<&str> = narrow.split('\t').collect();
        assert_eq!(cells[..5], ["Moving / How Far", "reach.base", "covered", "3", "1"]);
        assert!(cells[5].ends_with("any more at all."), "{narrow}");
    }

    #[test]
    fn one_clause_is_told_in_full() {
        let report = report();
        let told = whole(&report.clauses[0], Some(100));
        for wanted in ["Moving / How Far", "nobody reads it any more", "One is two.", "value Reach  a/b.grog:4,7", "it does  a/t.grog:9"] {
            assert!(told.split_whitespace().collect::<Vec<_>>().join(" ").contains(&wanted.replace("  ", " ")), "{wanted}: {told}");
        }
        assert!(whole(&report.clauses[1], Some(100)).contains("no rule carries it out"));
        assert_eq!(whole(&report.clauses[0], None).lines().last(), Some("test\tit does\ta/t.grog:9"));
    }

    #[test]
    fn a_long_id_goes_on_where_it_has_a_joint() {
        assert_eq!(split("a.bc-def", 9), ("a.bc-def", None));
        assert_eq!(split("a.bc-def", 6), ("a.bc-", Some("def")));
        assert_eq!(split("abcdef", 4), ("abcd", Some("ef")));
    }
}
