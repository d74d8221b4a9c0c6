//! `check`: everything that is wrong, at once.

use std::collections::{BTreeSet, HashSet};

use grognard::{Bill, Draft, Finding, FindingRecord, LEDGER, Scope};

use super::{Common, Exit, muster, out};

/// Read packs, and say everything that is wrong with them
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Folders, files or names of packs, and rosters; without any, the pack of this folder, else every pack there is
    #[arg(value_name = "PATH or PACK")]
    wanted: Vec<String>,
    /// Name the rules that cite no clause of the book, too
    #[arg(long)]
    cite: bool,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    // a parent's tests are looked at with the parent
    let scope = Scope::OwnTests;
    let (papers, wanted): (Vec<&String>, Vec<&String>) = args.wanted.iter().partition(|w| is_roster(w));
    let drafts: Vec<Draft> =
        if args.wanted.is_empty() { common.every(scope) } else { wanted.into_iter().flat_map(|w| common.all_of(w, scope)).collect() };
    let bills: Result<Vec<Bill>, Exit> = papers.into_iter().map(|p| muster::bill(p, "", common)).collect();
    let bills = match bills {
        Ok(bills) => bills,
        Err(exit) => return exit,
    };
    let (mut records, mut known): (Vec<FindingRecord>, HashSet<FindingRecord>) = Default::default();
    let (mut errors, mut hidden) = (0, 0);
    for found in drafts.iter().map(|d| d.check(args.cite)).chain(bills.iter().map(|b| b.findings.clone())) {
        for finding in found.iter() {
            // a parent's fault is told once, however many extend it
            let record = finding.record();
            if !known.insert(record.clone()) {
                continue;
            }
            let drawn = if finding.is_error() { errors } else { records.len() - errors };
            if drawn >= Finding::DRAWN {
                hidden += 1;
            } else if !common.json {
                out::say(finding.draw(out::width()) + "\n");
            }
            errors += usize::from(finding.is_error());
            records.push(record);
        }
    }
    if common.json {
        out::json(&records);
    } else {
        out::say(said(&drafts, bills.len(), &records, hidden));
    }
    match (drafts.iter().any(Draft::is_misread), errors) {
        (true, _) => Exit::Misused,
        (_, 0) => Exit::Well,
        _ => Exit::Fails,
    }
}

/// Whether this is the path of a roster.
fn is_roster(wanted: &str) -> bool {
    let path = std::path::Path::new(wanted);
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml")) && path.file_name().is_some_and(|n| n != LEDGER) && path.is_file()
}

/// How much was looked at, or how much was found; so many findings are not shown.
fn said(drafts: &[Draft], rosters: usize, found: &[FindingRecord], hidden: usize) -> String {
    if found.is_empty() && drafts.is_empty() {
        return format!("checked: {}, nothing found", out::many(rosters, "roster"));
    }
    if found.is_empty() {
        let declarations: usize = drafts.iter().map(Draft::declarations).sum();
        let files: BTreeSet<&str> = drafts.iter().flat_map(Draft::files).collect();
        return format!("checked: {} in {}, nothing found", out::many(declarations, "declaration"), out::many(files.len(), "file"));
    }
    let of = |severity: &str| out::many(found.iter().filter(|r| r.severity == severity).count(), severity);
    let found = format!("{}, {}", of("error"), of("warning"));
    if hidden == 0 {
        return found;
    }
    format!("{} not shown: mend the first of them, or read all with --json\n\n{found}", out::many(hidden, "more finding"))
}
