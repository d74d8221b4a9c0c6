//! `check`: everything that is wrong, at once.

use std::collections::{BTreeSet, HashSet};

use super::findings::{self, Record};
use super::ledger::{self, Ledger};
use super::render::Renderer;
use super::{Common, Exit, out};
use crate::check;
use crate::diag::{Diagnostic, Severity};
use crate::hir::Rules;
use crate::packs::{Loaded, Scope};

/// Read packs, and say everything that is wrong with them
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Folders, files or names of packs; without any, the pack of this folder, else every pack there is
    #[arg(value_name = "PATH or PACK")]
    wanted: Vec<String>,
    /// Name the rules that cite no clause of the book, too
    #[arg(long)]
    cite: bool,
}

/// What is cited and is no clause, and, for those who ask, what cites none. Only where the pack has a ledger of clauses.
fn clauses(common: &Common, pack: &Loaded, rules: &Rules, cite: bool) -> Vec<Diagnostic> {
    let library = common.library(&pack.name);
    let ledger = match Ledger::read(&library, pack) {
        Ok(ledger) => ledger,
        Err(d) => return vec![*d],
    };
    if ledger.clause.is_empty() || pack.orphan {
        return Vec::new();
    }
    let mut found = ledger::strays(&ledger, &ledger::citations(&ledger, &pack.names, &pack.effective.decls));
    if cite {
        found.extend(check::uncited(rules));
    }
    found
}

/// Does it.
#[must_use]
pub fn run(args: &Args, common: &Common) -> Exit {
    // a parent's tests are looked at with the parent
    let common = &common.reading(Scope::OwnTests);
    let loaded: Vec<Loaded> =
        if args.wanted.is_empty() { common.every() } else { args.wanted.iter().flat_map(|w| common.all_of(w)).collect() };
    let renderer = Renderer::new(out::width(), true);
    let (mut records, mut known): (Vec<Record>, HashSet<Record>) = Default::default();
    let mut hidden = 0;
    let (mut errors, mut warnings, mut unknown) = (0, 0, false);
    let (mut declarations, mut files) = (0, BTreeSet::new());
    for pack in &loaded {
        unknown |= pack.misread || (pack.folder.is_empty() && pack.homes.is_empty());
        let (compiled, mut found) = findings::check(pack);
        found.extend(clauses(common, pack, &compiled.resolved.rules, args.cite));
        findings::sort(&mut found);
        declarations += pack.effective.decls.len();
        files.extend(pack.files.ids().map(|id| pack.files.name(id).to_owned()));
        for d in &found {
            // a parent's fault is told once, however many extend it
            let record = Record::of(&pack.files, d);
            if !known.insert(record.clone()) {
                continue;
            }
            let drawn = if d.severity() == Severity::Error { errors } else { records.len() - errors };
            if drawn >= findings::DRAWN {
                hidden += 1;
            } else if !common.json {
                out::say(renderer.draw(&pack.files, d) + "\n");
            }
            let (e, w) = findings::count(std::slice::from_ref(d));
            (errors, warnings) = (errors + e, warnings + w);
            records.push(record);
        }
    }
    if common.json {
        out::json(&records);
    } else if records.is_empty() {
        out::say(format!("checked: {} in {}, nothing found", out::many(declarations, "declaration"), out::many(files.len(), "file")));
    } else {
        if hidden > 0 {
            out::say(format!("{} not shown: mend the first of them, or read all with --json\n", out::many(hidden, "more finding")));
        }
        out::say(format!("{}, {}", out::many(errors, "error"), out::many(warnings, "warning")));
    }
    match (unknown, errors) {
        (true, _) => Exit::Misused,
        (_, 0) => Exit::Well,
        _ => Exit::Fails,
    }
}
