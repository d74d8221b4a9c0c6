//! `explain`: anything read aloud, then the woven view: its lines with all that meets them.

use std::collections::BTreeMap;

use grognard::{Draft, Explained, Refused, Scope};

use super::{Common, Exit, out};

/// Read anything aloud, and show it with everything that meets it
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Its name
    #[arg(required_unless_present = "all")]
    name: Option<String>,
    /// Only the sentences
    #[arg(long)]
    spoken: bool,
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
    let scope = Scope::Everything;
    let packs = args.pack.as_ref().map_or_else(|| common.every(scope), |p| vec![common.shelves(scope).open(p)]);
    let Some(name) = &args.name else { return rulebooks(&packs, common) };
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
