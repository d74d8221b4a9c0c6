//! `explain`: anything read aloud, then the woven view: its lines with all that meets them.

use std::collections::BTreeMap;

use grognard::{Advice, Code, Draft, Explained, Refused, Scope, SortRow, Written};
use serde::Serialize;

use super::{Common, Exit, out};

/// Read anything aloud, and show it with everything that meets it
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Its name, a clause, or the code of a message such as `stale-override`; without it, what can be explained
    name: Option<String>,
    /// Only the sentences
    #[arg(long)]
    spoken: bool,
    /// The declaration as it is written, with its file and line, and what variants amend in it
    #[arg(long, requires = "name", conflicts_with_all = ["spoken", "of"])]
    source: bool,
    /// The whole pack, file by file, as a rulebook
    #[arg(long, requires = "spoken", conflicts_with_all = ["name", "of"])]
    all: bool,
    /// Only what this unit may carry or meet
    #[arg(long, value_name = "UNIT")]
    of: Option<String>,
    /// The pack, by name or path; without it, the pack of this folder, else every pack
    #[arg(long, value_name = "PACK")]
    pack: Option<String>,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    if let Some(code) = args.name.as_deref().and_then(Code::called).filter(|_| args.pack.is_none() && args.of.is_none()) {
        return advised(code, common);
    }
    let scope = Scope::Everything;
    let packs = args.pack.as_ref().map_or_else(|| common.every(scope), |p| vec![common.shelves(scope).open(p)]);
    let Some(name) = &args.name else {
        return if args.all { rulebooks(&packs, common) } else { explicable(&packs, common) };
    };
    if args.source {
        return written(&packs, name, common);
    }
    let mut found: Vec<(&str, Explained)> = Vec::new();
    let mut fault: Option<Refused> = None;
    for pack in &packs {
        match pack.explain(name, args.of.as_deref(), args.spoken) {
            Ok(all) => found.extend(all.into_iter().map(|one| (pack.name(), one))),
            Err(why) => fault = fault.or(Some(why)),
        }
    }
    if let (true, Some(why)) = (found.is_empty(), fault) {
        return common.refused(&why);
    }
    // of every pack that there is, none was asked for
    for pack in packs.iter().filter(|_| args.pack.is_some()) {
        match pack.faults() {
            0 => {}
            1 => out::mention(format!("`{}` has an error: what it stands in is left out here; `grognard check` tells it\n", pack.name())),
            n => out::mention(format!(
                "`{}` has {n} errors: what they stand in is left out here; `grognard check` tells them\n",
                pack.name()
            )),
        }
    }
    found.dedup_by(|a, b| a.1 == b.1);
    let several = found.iter().any(|v| found.first().is_some_and(|f| f.0 != v.0));
    if common.json {
        out::json(&found.iter().map(|v| &v.1).collect::<Vec<_>>());
    } else {
        let text = |(pack, one): &(&str, Explained)| if several { format!("-- {pack}\n\n{one}") } else { one.to_string() };
        out::say(found.iter().map(text).collect::<Vec<_>>().join("\n\n"));
    }
    Exit::Well
}

/// Declarations as they are written.
fn written(packs: &[Draft], name: &str, common: &Common) -> Exit {
    let mut found: Vec<Written> = Vec::new();
    let mut fault: Option<Refused> = None;
    for pack in packs {
        match pack.source(name) {
            // several packs may have one parent
            Ok(all) => all.into_iter().for_each(|one| {
                if !found.contains(&one) {
                    found.push(one);
                }
            }),
            Err(why) => fault = fault.or(Some(why)),
        }
    }
    if let (true, Some(why)) = (found.is_empty(), fault) {
        return common.refused(&why);
    }
    if common.json {
        out::json(&found);
    } else {
        let text: Vec<String> = found.iter().map(|w| format!("{}:{}\n{}", w.file, w.line, w.text)).collect();
        out::say(text.join("\n\n"));
    }
    Exit::Well
}

/// Whole packs read aloud.
fn rulebooks(packs: &[Draft], common: &Common) -> Exit {
    let books: Vec<_> = packs.iter().map(Draft::rulebook).collect();
    if common.json {
        out::json(&books);
        return Exit::Well;
    }
    for (file, parts) in books.iter().flatten() {
        let text: Vec<String> = parts.iter().map(ToString::to_string).collect();
        out::say(format!("# {file}\n\n{}\n", text.join("\n\n")));
    }
    if books.iter().all(BTreeMap::is_empty) { Exit::Misused } else { Exit::Well }
}

/// What can be explained of a pack.
#[derive(Serialize)]
struct Explicable<'a> {
    pack: &'a str,
    sorts: Vec<SortRow>,
}

/// What can be explained, and how it is searched.
fn explicable(packs: &[Draft], common: &Common) -> Exit {
    let mut all = Vec::new();
    for pack in packs {
        match pack.sorts() {
            Ok(sorts) => all.push(Explicable { pack: pack.name(), sorts }),
            Err(why) => return common.refused(&why),
        }
    }
    if common.json {
        out::json(&all);
        return Exit::Well;
    }
    let several = all.len() > 1;
    for one in &all {
        if let (true, Some(_)) = (several, out::terminal()) {
            out::say(format!("-- {}\n", one.pack));
        }
        let row = |s: &SortRow| vec![s.sort.clone(), s.count.to_string(), s.such_as.clone()];
        let rows: Vec<Vec<String>> = one.sorts.iter().map(row).collect();
        out::rows(&["sort", "how many", "such as"], several.then_some(one.pack), &rows);
    }
    out::mention(SEARCH);
    Exit::Well
}

/// How to find what can be explained.
const SEARCH: &str = "
grognard explain NAME          one of these, a line of one, or a clause of the book; `--pack P` of one pack alone
grognard list --pack P         names: scenarios, forces, units, actions, rulings
grognard hooks WORD --pack P   the places that a rule can meet, by words
grognard explain CODE          what a message means, such as `stale-override`";

/// What a code says.
#[derive(Serialize)]
struct Advised {
    code: &'static str,
    severity: &'static str,
    what: &'static str,
    #[serde(flatten)]
    advice: Advice,
}

fn advised(code: Code, common: &Common) -> Exit {
    let advice = code.advice();
    let severity = code.severity().name();
    if common.json {
        out::json(&[Advised { code: code.name(), severity, what: code.what(), advice }]);
    } else {
        let example = advice.example.lines().map(|l| format!("    {l}\n")).collect::<String>();
        out::say(format!("{} ({severity}): {}\n\n{}\n\n{example}\nMend: {}", code.name(), code.what(), advice.means, advice.mend));
    }
    Exit::Well
}
