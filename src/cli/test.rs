//! `test`: the tests that stand beside the rules.

use serde::Serialize;

use super::ready::Ready;
use super::render::Renderer;
use super::{Common, Exit, out};
use crate::trial::run_some;

/// Run the tests written in the language
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The pack; without it the first there is
    #[arg(default_value = "", hide_default_value = true, value_name = "PACK")]
    pack: String,
    /// Only tests whose title holds this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Only tests that stand in the pack itself, and not in what it extends
    #[arg(long)]
    own: bool,
}

#[derive(Serialize)]
struct One {
    name: String,
    place: String,
    passed: bool,
    why: Option<String>,
}

/// Does it.
#[must_use]
pub fn run(args: &Args, common: &Common) -> Exit {
    let ready = match Ready::open(common, &args.pack) {
        Ok(r) => r,
        Err(e) => return e,
    };
    let wanted =
        |span, name: &str| args.only.as_ref().is_none_or(|o| name.contains(o.as_str())) && (!args.own || ready.loaded.is_own(span));
    let verdicts = run_some(&ready.trial(), wanted);
    let failed = verdicts.iter().filter(|v| v.failed.is_some()).count();
    if common.json {
        let all: Vec<One> = verdicts
            .iter()
            .map(|v| One {
                name: v.name.clone(),
                place: ready.loaded.files.place(v.span),
                passed: v.failed.is_none(),
                why: v.failed.as_ref().map(|f| f.1.clone()),
            })
            .collect();
        out::json(&all);
    } else {
        let renderer = Renderer::new(out::width(), true);
        for v in &verdicts {
            if let Some(d) = v.told() {
                out::say(renderer.draw(&ready.loaded.files, &d) + "\n");
            }
        }
        out::say(format!("{} passed, {failed} failed", verdicts.len() - failed));
    }
    let asked = args.own || args.only.is_some();
    if verdicts.is_empty() && asked {
        let which = args.only.as_ref().map_or("stands in the pack itself".to_owned(), |o| format!("has `{o}` in its title"));
        out::complain(format!("no test of `{}` {which}", ready.loaded.name));
        return Exit::Fails;
    }
    if failed == 0 { Exit::Well } else { Exit::Fails }
}
