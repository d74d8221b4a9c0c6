//! `new`: a pack that extends another, or a force list, to begin with.

use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

use grognard::{Begun, Scope};
use serde::Serialize;

use super::{Common, Exit, out};

/// Write a new pack that extends another, or with `new nation NAME` a new force list
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// What the new pack is called, such as `my-club`; or `nation`
    #[arg(value_name = "NAME")]
    name: String,
    /// The name of the force list
    #[arg(value_name = "NATION")]
    nation: Option<String>,
    /// The pack that the new one extends, by name or path
    #[arg(long, value_name = "PACK", conflicts_with_all = ["nation", "pack"])]
    extends: Option<String>,
    /// Make the new pack a folder, for more than one file
    #[arg(long, requires = "extends")]
    folder: bool,
    /// The pack of the force list, by name or path; without it the first there is
    #[arg(long, value_name = "PACK", requires = "nation")]
    pack: Option<String>,
}

#[derive(Serialize)]
struct Made<'a> {
    name: &'a str,
    path: &'a str,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    let shelves = common.shelves(Scope::Rules);
    let (begun, whole) = match (args.name.as_str(), &args.nation, &args.extends) {
        ("nation", Some(nation), _) => {
            let pack = args.pack.as_deref();
            let draft = pack.map_or_else(|| common.draft("", Scope::Rules), |p| shelves.open(p));
            (draft.new_list(nation), pack.map_or_else(String::new, str::to_owned))
        }
        (_, Some(_), _) | ("nation", None, None) => {
            return misused("say `grognard new nation NAME --pack PACK`, or `grognard new NAME --extends PACK`");
        }
        (_, None, None) => return misused("say what the new pack extends: `--extends PACK`; `grognard list` names the packs"),
        (name, None, Some(extends)) => {
            let begun = shelves.open(extends).new_pack(name, args.folder);
            let path = begun.as_ref().map_or_else(|_| String::new(), |b| b.path.trim_end_matches("/pack.grog").to_owned());
            (begun, path)
        }
    };
    match begun {
        Ok(begun) => made(&begun, &whole, common),
        Err(why) => common.refused(&why),
    }
}

fn misused(why: &str) -> Exit {
    out::complain(why);
    Exit::Misused
}

/// Writes the file, and asks whether the pack is sound with it.
fn made(begun: &Begun, pack: &str, common: &Common) -> Exit {
    if let Err(e) = written(Path::new(&begun.path), &begun.text) {
        let why = if e.kind() == ErrorKind::AlreadyExists {
            format!("`{}` is there already, and nothing was written: take another name", begun.path)
        } else {
            format!("`{}` cannot be written: {e}", begun.path)
        };
        return misused(&why);
    }
    let draft = common.draft(pack, Scope::OwnTests);
    let found = draft.check(false);
    if common.json {
        out::json(&Made { name: &begun.name, path: &begun.path });
    } else {
        found.drawn(out::width()).0.iter().for_each(out::say);
        let next = if pack.is_empty() { draft.name() } else { pack };
        out::say(format!("`{}` is written to {}\ncheck it with: grognard check {next}", begun.name, begun.path));
    }
    if found.errors() == 0 { Exit::Well } else { Exit::Fails }
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
