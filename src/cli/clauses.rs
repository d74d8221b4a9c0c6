//! `clauses`: each clause of the book, its rules and its tests.

use std::collections::BTreeMap;

use comfy_table::{ColumnConstraint, Table, Width};
use serde::Serialize;

use super::ledger::{self, Ambiguity, Citation, Ledger, Status};
use super::prove::{Proved, Unnoticed};
use super::readings::{self, Loose, RulingRow};
use super::render::Renderer;
use super::{Common, Exit, findings, out};
use crate::diag::{Code, Diagnostic};
use crate::muster::Entries;
use crate::packs::Loaded;
use crate::source::{Files, Span};
use crate::trial::Trial;

/// Show each clause of the book, the rules that carry it out and the tests that prove it
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The pack, by name or path
    pack: String,
    /// Show only clauses of this status: covered, held, untested, missing or not-mechanical
    #[arg(long, value_name = "STATUS", value_parser = status)]
    only: Option<Status>,
    /// Change all that the rules say, one thing at a time, and see whether a test fails, of a clause a test that cites it; and
    /// leave out each reading that a test takes
    #[arg(long)]
    prove: bool,
    /// Show the rulings instead: what is unclear, how it can be read, and the tests that take each reading
    #[arg(long, conflicts_with = "only")]
    rulings: bool,
}

fn status(text: &str) -> Result<Status, String> {
    Status::ALL.iter().find(|s| s.name() == text).copied().ok_or_else(|| "covered, held, untested, missing or not-mechanical".into())
}

/// A rule or test that cites a clause.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Cited {
    /// The title of the test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// A clause and who cites it.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// How rules cite it.
    pub id: String,
    /// What sort of fact it is.
    pub kind: String,
    /// How well it is kept.
    pub status: Status,
    /// The rules that cite it.
    pub rules: Vec<Cited>,
    /// The tests that cite it.
    pub tests: Vec<Cited>,
}

/// All clauses of a pack.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The pack.
    pub pack: String,
    /// Its clauses, in the book's order.
    pub clauses: Vec<Row>,
    /// The rulings that its rules make.
    pub rulings: Vec<RulingRow>,
    /// What the book leaves unclear.
    pub ambiguities: Vec<Ambiguity>,
    /// The readings that no test takes; when proving, also those that change no test.
    pub loose: Vec<Loose>,
    /// When proving, the lines that can change without a test of their clause failing.
    pub idle: Vec<Idle>,
    /// When proving, the lines of which something can change without any test failing.
    pub unnoticed: Vec<Unnoticed>,
}

/// A line that can change and no test that cites its clause fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Idle {
    /// The clause.
    pub clause: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

impl Report {
    /// Puts the ledger and those who cite it together.
    #[must_use]
    pub fn new(loaded: &Loaded, rulings: Vec<RulingRow>, ledger: Ledger, cited: &BTreeMap<String, Vec<Citation>>) -> Self {
        let row = |c: &ledger::Clause| {
            let places = cited.get(&c.id).map_or(&[][..], Vec::as_slice);
            let (tests, rules): (Vec<Cited>, Vec<Cited>) = places.iter().map(|p| place(&loaded.files, p)).partition(|c| c.test.is_some());
            Row { id: c.id.clone(), kind: c.kind.clone(), status: Status::of(&c.kind, rules.len(), tests.len()), rules, tests }
        };
        Self {
            pack: loaded.name.clone(),
            clauses: ledger.clause.iter().map(row).collect(),
            rulings,
            ambiguities: ledger.ambiguity,
            loose: Vec::new(),
            idle: Vec::new(),
            unnoticed: Vec::new(),
        }
    }

    /// Takes in what changing each line has shown: a clause with a line that may change unseen is untested.
    fn prove(&mut self, proofs: &BTreeMap<String, super::prove::Proof>) -> Vec<(String, Span)> {
        let mut idle = Vec::new();
        for c in self.clauses.iter_mut().filter(|c| c.status == Status::Covered) {
            let Some(p) = proofs.get(&c.id) else { continue };
            if !p.idle.is_empty() {
                c.status = Status::Untested;
                idle.extend(p.idle.iter().map(|s| (c.id.clone(), *s)));
            }
        }
        idle
    }

    /// How many clauses have each status.
    #[must_use]
    pub fn totals(&self) -> String {
        let of = |s: Status| self.clauses.iter().filter(|c| c.status == s).count();
        let counts: Vec<String> = Status::ALL.iter().map(|s| format!("{} {}", of(*s), s.name())).collect();
        format!("{}: {}", out::many(self.clauses.len(), "clause"), counts.join(", "))
    }

    fn table(&self, width: Option<usize>, only: Option<Status>) -> Table {
        let mut table = out::table(width, &["clause", "kind", "status", "rules", "tests"]);
        for c in self.clauses.iter().filter(|c| only.is_none_or(|o| c.status == o)) {
            table.add_row([c.id.clone(), c.kind.clone(), c.status.name().to_owned(), short(&c.rules), short(&c.tests)]);
        }
        if let Some(column) = table.column_mut(2) {
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(16)));
        }
        table
    }
}

impl Idle {
    fn of(files: &Files, clause: &str, span: Span) -> Self {
        let Cited { file, line, .. } = place(files, &Citation { span, test: None });
        Self { clause: clause.to_owned(), file, line }
    }
}

pub(super) fn place(files: &Files, p: &Citation) -> Cited {
    let file = files.file_of(p.span).map_or(String::new(), |id| files.name(id).to_owned());
    Cited { test: p.test.clone(), file, line: files.position(p.span.start).line }
}

/// `a.grog:15,22 b.grog:7`
pub(super) fn short(places: &[Cited]) -> String {
    let mut by: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for p in places {
        let lines = by.entry(p.file.rsplit('/').next().unwrap_or(&p.file)).or_default();
        let line = p.line.to_string();
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    by.iter().map(|(file, lines)| format!("{file}:{}", lines.join(","))).collect::<Vec<_>>().join(" ")
}

/// Does it.
#[must_use]
pub fn run(args: &Args, common: &Common) -> Exit {
    let (library, loaded) = common.open(&args.pack);
    let (compiled, mut found) = findings::compile(&loaded);
    if loaded.homes.is_empty() {
        return tell(common, &loaded.files, &found, Exit::Misused);
    }
    let ledger = match Ledger::read(&library, &loaded) {
        Ok(ledger) if ledger.clause.is_empty() => {
            let d = Diagnostic::new(Code::File, Span::default(), format!("`{}` has no ledger of clauses", loaded.name));
            return tell(common, &loaded.files, &[d.help(format!("write one: `{}/{}`", loaded.folder, ledger::FILE))], Exit::Misused);
        }
        Ok(ledger) => ledger,
        Err(d) => return tell(common, &loaded.files, &[*d], Exit::Fails),
    };
    let cited = ledger::citations(&ledger, &loaded.names, &loaded.effective.decls);
    let strays = ledger::strays(&ledger, &cited);
    let (errors, _) = findings::count(&found);
    let exit = if errors == 0 && strays.is_empty() { Exit::Well } else { Exit::Fails };
    found = strays;
    let book = compiled.book(&loaded.files);
    let (entries, _) = Entries::read(book);
    let trial = Trial { book, entries: &entries };
    let mut proofs = (args.prove && errors == 0).then(|| super::prove::prove(&trial, &ledger, &cited));
    let mut report = Report::new(&loaded, readings::rulings(&loaded.files, &trial), ledger, &cited);
    report.loose = readings::loose(&report.rulings, &trial, args.prove);
    let idle = proofs.as_ref().map_or_else(Vec::new, |p| report.prove(&p.clauses));
    report.unnoticed = proofs.as_mut().map(|p| std::mem::take(&mut p.unnoticed)).unwrap_or_default();
    report.idle = idle.iter().map(|(id, span)| Idle::of(&loaded.files, id, *span)).collect();
    if common.json {
        report.clauses.retain(|c| args.only.is_none_or(|only| c.status == only));
        out::json(&report);
    } else {
        let renderer = Renderer::new(out::width(), true);
        for d in &found {
            out::say(renderer.draw(&loaded.files, d) + "\n");
        }
        if args.rulings {
            out::say(readings::table(&report.rulings, &report.ambiguities, out::terminal()).to_string());
        } else {
            out::say(report.table(out::terminal(), args.only).to_string());
        }
        for one in report.loose.iter().filter(|_| args.prove || args.rulings) {
            out::say(format!("{} = {}: {}", one.ruling, one.reading, one.why));
        }
        let unruled = readings::unruled(&report.rulings, &report.ambiguities);
        let settled = format!(
            "{} unclear in the book, {} made; {} without a ruling, {} without a test",
            out::many(report.ambiguities.len(), "place"),
            out::many(report.rulings.len(), "ruling"),
            out::many(unruled.len(), "place"),
            out::many(report.loose.len(), "reading"),
        );
        for (id, span) in &idle {
            out::say(format!("{id}: {} can change and no test that cites it fails", loaded.files.place(*span)));
        }
        if !report.unnoticed.is_empty() {
            out::say("no test notices these changes:");
            report.unnoticed.iter().for_each(|u| out::say(u.said()));
        }
        out::say(format!("{}\n{settled}", report.totals()));
        if let Some(p) = &proofs {
            out::say(proved(p, readings::taken(&report.rulings), &report));
        }
        if errors > 0 {
            out::say(format!("its rules have {}: see `grognard check {}`", out::many(errors, "error"), args.pack));
        }
    }
    exit
}

/// What proving came to.
fn proved(proved: &Proved, readings: usize, report: &Report) -> String {
    let changes: usize = report.unnoticed.iter().map(|u| u.changes.len()).sum();
    let left =
        [(changes, "change"), (report.idle.len(), "line of a clause"), (report.loose.iter().filter(|l| l.unnoticed).count(), "reading")];
    let left: Vec<String> = left.iter().filter(|(n, _)| *n > 0).map(|(n, what)| many(*n, what)).collect();
    let noticed = if left.is_empty() { "all noticed".to_owned() } else { format!("{} not noticed", left.join(", ")) };
    let lines = out::many(proved.lines, "line");
    format!("{} in {lines}, {} left out: {noticed}", out::many(proved.changes, "change"), out::many(readings, "reading"))
}

/// As [`out::many`], for what is said in several words.
fn many(n: usize, what: &str) -> String {
    match what.split_once(' ') {
        Some((first, rest)) => format!("{} {rest}", out::many(n, first)),
        None => out::many(n, what),
    }
}

/// Says what is wrong instead of a report.
fn tell(common: &Common, files: &Files, found: &[Diagnostic], exit: Exit) -> Exit {
    findings::refuse(common, files, found);
    exit
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Idle, Ledger, Proved, Report, proved};
    use crate::cli::prove::{Otherwise, Unnoticed};
    use crate::packs::Loaded;

    #[test]
    fn what_proving_came_to_is_said_in_a_line() {
        let mut report = Report::new(&Loaded::default(), Vec::new(), Ledger::default(), &BTreeMap::new());
        let found = Proved { lines: 12, changes: 30, ..Proved::default() };
        assert_eq!(proved(&found, 1, &report), "30 changes in 12 lines, 1 reading left out: all noticed");
        report.idle = vec![Idle { clause: "a".into(), file: "b".into(), line: 1 }; 2];
        let changes = ["7", "8", ""].map(|w| Otherwise { what: if w.is_empty() { "order" } else { "number" }, words: w.into() });
        report.unnoticed = vec![Unnoticed { file: "b".into(), line: 1, text: "a 7 of 8".into(), changes: changes.into() }];
        assert_eq!(proved(&found, 3, &report), "30 changes in 12 lines, 3 readings left out: 3 changes, 2 lines of a clause not noticed");
        assert_eq!(report.unnoticed[0].said(), "b:1: a 7 of 8\n  number `7` `8`; order");
    }
}
