//! `diff`: what two packs say otherwise.

use serde::Serialize;

use super::{Common, Exit, findings, out};
use crate::compare::{Difference, Fate, Line, Side, Turned, compare, turned};
use crate::diag::any_error;
use crate::muster::Entries;
use crate::packs::{Compiled, Loaded};

/// Show what two packs say otherwise, declaration by declaration, and what that touches
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// A pack, by name or path
    old: String,
    /// Another, or another version of it; without it, the first is compared with what it extends
    new: Option<String>,
    /// Run the tests of both, and show those whose verdict is another
    #[arg(long)]
    tests: bool,
}

/// Who is compared.
#[derive(Clone, Debug, Serialize)]
struct Named {
    pack: String,
    version: String,
}

/// What differs.
#[derive(Clone, Debug, Serialize)]
struct Report {
    old: Named,
    new: Named,
    changes: Vec<Difference>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tests: Option<Vec<Turned>>,
}

/// A pack that is sound.
struct Pack {
    loaded: Loaded,
    compiled: Compiled,
    entries: Entries,
}

impl Pack {
    fn new(common: &Common, loaded: Loaded) -> Result<Self, Exit> {
        let (compiled, mut found) = findings::compile(&loaded);
        let (entries, more) = Entries::read(compiled.book(&loaded.files));
        if !any_error(&found) {
            found.extend(more);
        }
        if any_error(&found) {
            findings::refuse(common, &loaded.files, &found);
            let unknown = loaded.homes.is_empty() || loaded.misread;
            return Err(if unknown { Exit::Misused } else { Exit::Fails });
        }
        Ok(Self { loaded, compiled, entries })
    }

    fn side(&self) -> Side<'_> {
        Side { book: self.compiled.book(&self.loaded.files), entries: &self.entries }
    }

    fn named(&self) -> Named {
        let rules = &self.compiled.resolved.rules;
        let name = rules.pack.name.map_or_else(|| self.loaded.name.clone(), |n| rules.names.text(n).to_owned());
        Named { pack: name, version: rules.pack.version.clone() }
    }
}

/// Does it.
#[must_use]
pub fn run(args: &Args, common: &Common) -> Exit {
    match both(args, common) {
        Ok((old, new)) => tell(args, common, &old, &new),
        Err(exit) => exit,
    }
}

fn both(args: &Args, common: &Common) -> Result<(Pack, Pack), Exit> {
    let (_, first) = common.open(&args.old);
    if let Some(new) = &args.new {
        return Ok((Pack::new(common, first)?, Pack::new(common, common.open(new).1)?));
    }
    let Some(parent) = first.homes.len().checked_sub(2).filter(|_| !first.orphan) else {
        if first.homes.len() == 1 && !first.orphan {
            out::complain(format!("`{}` extends no other pack: name the one to compare it with", first.name));
            return Err(Exit::Misused);
        }
        // what is wrong with it is told
        return Pack::new(common, first).and(Err(Exit::Fails));
    };
    let mut up = first.up_to(parent);
    up.name = up.homes.last().map_or_else(String::new, |h| h.name.clone());
    Ok((Pack::new(common, up)?, Pack::new(common, first)?))
}

fn tell(args: &Args, common: &Common, old: &Pack, new: &Pack) -> Exit {
    let (a, b) = (old.side(), new.side());
    let tests = args.tests.then(|| turned(&a, &b));
    let report = Report { old: old.named(), new: new.named(), changes: compare(&a, &b), tests };
    if common.json {
        out::json(&report);
        return Exit::Well;
    }
    for d in &report.changes {
        out::say(said(d));
    }
    for t in report.tests.iter().flatten() {
        let was = t.old.unwrap_or("was not there");
        let is = t.new.unwrap_or("is not there");
        out::say(format!("test \"{}\": {was}, now {is}{}", t.test, t.why.as_ref().map_or_else(String::new, |w| format!(": {w}"))));
    }
    let of = |fate: Fate| report.changes.iter().filter(|d| d.change == fate).count();
    let counts = format!("{} added, {} removed, {} changed", of(Fate::Added), of(Fate::Removed), of(Fate::Changed));
    let tests = report.tests.as_ref().map_or_else(String::new, |t| format!("; {} with another verdict", out::many(t.len(), "test")));
    out::say(format!("{} to {}: {counts}{tests}", title(&report.old), title(&report.new)));
    Exit::Well
}

fn title(n: &Named) -> String {
    format!("{} {}", n.pack, n.version).trim().to_owned()
}

/// A difference as it is shown.
fn said(d: &Difference) -> String {
    let what = match d.change {
        Fate::Added => "added",
        Fate::Removed => "removed",
        Fate::Changed => "changed",
    };
    let place = d.place.as_ref().map_or_else(String::new, |p| format!("  {}:{}", p.file, p.line));
    let mut text = vec![format!("{what} {}{place}", format!("{} {}", d.sort, d.name).trim())];
    text.extend(d.lines.iter().flat_map(shown));
    for (word, list) in [("touches", &d.hooks), ("met by", &d.met_by), ("units", &d.units), ("clauses", &d.clauses)] {
        if !list.is_empty() {
            text.push(format!("    {word}: {}", list.join(", ")));
        }
    }
    text.join("\n")
}

/// The lines of what stood there, marked `-`, and of what stands there, marked `+`.
fn shown(line: &Line) -> Vec<String> {
    let name = if line.part.is_empty() { String::new() } else { format!("{}: ", line.part) };
    if line.moved {
        return vec![format!("  ~ {name}comes elsewhere: {}", line.new.as_deref().unwrap_or("").lines().next().unwrap_or(""))];
    }
    let marked = |mark: &str, text: &Option<String>| -> Vec<String> {
        let lines = text.iter().flat_map(|t| t.lines().enumerate());
        let of = |(n, t): (usize, &str)| {
            // a name that the words begin with is not said twice
            let named = n > 0 || name.is_empty() || t.starts_with(name.trim_end_matches(": "));
            if named { format!("  {mark} {t}") } else { format!("  {mark} {name}{t}") }
        };
        lines.map(of).collect()
    };
    let (old, new) = (marked("-", &line.old), marked("+", &line.new));
    let same = line.old == line.new;
    let note = same.then(|| "    the same words mean something else".to_owned());
    old.into_iter().chain(new).chain(note).collect()
}
