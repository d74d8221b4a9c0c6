//! `diff`: what two packs say otherwise.

use grognard::{Comparison, Difference, Draft, Fate, Line, Named, Scope};

use super::{Common, Exit, out};

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

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    let shelves = common.shelves(Scope::Everything);
    let first = shelves.open(&args.old);
    let (old, new) = match &args.new {
        Some(new) => (Ok(first), shelves.open(new)),
        None => (first.parent(), first),
    };
    let both = old.and_then(Draft::ready).and_then(|old| Ok((old, new.ready()?)));
    match both {
        Ok((old, new)) => {
            if args.tests {
                out::mention("the tests of both are run, which may take minutes");
            }
            tell(common, &old.compare(&new, args.tests))
        }
        Err(why) => common.refused(&why),
    }
}

fn tell(common: &Common, report: &Comparison) -> Exit {
    if common.json {
        out::json(report);
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
