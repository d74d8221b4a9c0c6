//! `new`: a game, a pack that extends another, or a force list, to begin with.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use grognard::{Begun, Scope, new_game};
use serde::Serialize;

use super::{Common, Exit, out};

/// Write a small game to begin with, a pack that extends another, or with `new nation NAME` a new force list
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// What the new pack is called, such as `my-club`; or `nation`
    #[arg(value_name = "NAME")]
    name: String,
    /// The name of the force list
    #[arg(value_name = "NATION")]
    nation: Option<String>,
    /// The pack that the new one extends, by name or path; without it the new one is a small game that stands by itself
    #[arg(long, value_name = "PACK", conflicts_with_all = ["nation", "pack"])]
    extends: Option<String>,
    /// Make the new pack a folder, for more than one file
    #[arg(long, conflicts_with = "nation")]
    folder: bool,
    /// The pack of the force list, by name or path; without it the first there is
    #[arg(long, value_name = "PACK", requires = "nation")]
    pack: Option<String>,
}

#[derive(Serialize)]
struct Made<'a> {
    name: &'a str,
    path: &'a str,
    /// What is written besides: rosters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rosters: Vec<&'a str>,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    let shelves = common.shelves(Scope::Rules);
    let begun = match (args.name.as_str(), &args.nation, &args.extends) {
        ("nation", Some(nation), _) => {
            let pack = args.pack.as_deref();
            let draft = pack.map_or_else(|| common.draft("", Scope::Rules), |p| shelves.open(p));
            draft.new_list(nation).map(|b| (vec![b], pack.map_or_else(String::new, str::to_owned)))
        }
        (_, Some(_), _) | ("nation", None, None) => {
            return misused("say `grognard new nation NAME --pack PACK`, `grognard new NAME --extends PACK`, or `grognard new NAME`");
        }
        (name, None, None) => new_game(name, args.folder).map(whole),
        (name, None, Some(extends)) => shelves.open(extends).new_pack(name, args.folder).map(|b| whole(vec![b])),
    };
    match begun {
        Ok((all, pack)) => made(&all, &pack, common),
        Err(why) => common.refused(&why),
    }
}

/// What is written, and how the pack is named of which the first of it is the beginning.
fn whole(all: Vec<Begun>) -> (Vec<Begun>, String) {
    let path = all.first().map_or_else(String::new, |b| b.path.trim_end_matches("/pack.grog").to_owned());
    (all, path)
}

fn misused(why: &str) -> Exit {
    out::complain(why);
    Exit::Misused
}

/// Writes the files, and asks whether the pack is sound with them.
fn made(all: &[Begun], pack: &str, common: &Common) -> Exit {
    let Some((begun, others)) = all.split_first() else { return Exit::Misused };
    if let Some(there) = all.iter().find(|b| Path::new(&b.path).exists()) {
        return misused(&is_there(&there.path));
    }
    for one in all {
        if let Err(e) = written(Path::new(&one.path), &one.text) {
            let cannot = || format!("`{}` cannot be written: {e}", one.path);
            return misused(&if e.kind() == ErrorKind::AlreadyExists { is_there(&one.path) } else { cannot() });
        }
    }
    let draft = common.draft(pack, Scope::OwnTests);
    let found = draft.check(false);
    let rosters: Vec<&str> = others.iter().map(|b| b.path.as_str()).collect();
    if common.json {
        out::json(&Made { name: &begun.name, path: &begun.path, rosters });
    } else {
        found.drawn(out::width()).0.iter().for_each(out::say);
        let next = quoted(if pack.is_empty() { draft.name() } else { pack });
        out::say(format!("`{}` is written to {}", begun.name, begun.path));
        if !rosters.is_empty() {
            out::say(format!("two rosters for it: {}", rosters.join(", ")));
        }
        out::say(format!("check it with: grognard check {next}"));
        if !rosters.is_empty() {
            out::say(format!("test it with:  grognard test {next}\nplay it with:  grognard play --pack {next}"));
        }
    }
    if found.errors() == 0 { Exit::Well } else { Exit::Fails }
}

/// A name as a command line has it: in quotes if it has blanks.
fn quoted(name: &str) -> String {
    if name.contains(' ') { format!("\"{name}\"") } else { name.to_owned() }
}

fn is_there(path: &str) -> String {
    format!("`{path}` is there already, and nothing was written: take another name")
}

/// Writes a file that is not there yet: all of it or nothing.
fn written(path: &Path, text: &str) -> std::io::Result<()> {
    if path.exists() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let part = folder.join(format!(".{name}.{}", std::process::id()));
    let done = || {
        let mut file = fs::File::create_new(&part)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        // a link never takes the place of another file; where there are no links, it was looked for before
        match fs::hard_link(&part, path) {
            Err(e) if e.kind() != ErrorKind::AlreadyExists => fs::rename(&part, path),
            linked => linked,
        }
    };
    let end = done();
    let _ = fs::remove_file(&part);
    end
}
