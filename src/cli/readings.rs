//! Rulings as a table.

use comfy_table::Table;
use grognard::Report;

use super::clauses::short;
use super::out;

/// The rulings with their readings, the one in force first, and the unclear places that none cites.
pub fn table(report: &Report, width: Option<usize>) -> Table {
    let mut table = out::table(width, &["ruling", "reading", "tests", "settles"]);
    for r in &report.rulings {
        let known = |id: &&String| report.ambiguities.iter().any(|a| a.id == **id);
        let settles: Vec<&str> = r.cites.iter().filter(known).map(String::as_str).collect();
        let tests = |reading: &str| r.tests.get(reading).map_or(String::new(), |t| short(t));
        table.add_row([r.id.clone(), format!("{} (in force)", r.chosen), tests(&r.chosen), settles.join(" ")]);
        for other in r.readings.iter().filter(|n| **n != r.chosen) {
            table.add_row([String::new(), other.clone(), tests(other), String::new()]);
        }
    }
    for id in report.unruled() {
        table.add_row(["(none)", "", "", id]);
    }
    table
}
