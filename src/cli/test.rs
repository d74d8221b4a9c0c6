//! `test`: the tests that stand beside the rules.

use grognard::Scope;

use super::{Common, Exit, out};

/// Run the tests written in the language
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The pack; without it the first there is
    #[arg(default_value = "", hide_default_value = true, value_name = "PACK")]
    pack: String,
    /// Only tests whose title or place (`file:line`) holds this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Only tests that stand in the pack itself, and not in what it extends
    #[arg(long)]
    own: bool,
}

/// Does it.
pub fn run(args: &Args, common: &Common) -> Exit {
    let pack = match common.pack(&args.pack, Scope::Everything) {
        Ok(pack) => pack,
        Err(exit) => {
            beside(args, common);
            return exit;
        }
    };
    let verdicts = pack.test(args.only.as_deref(), args.own);
    let failed = verdicts.iter().filter(|v| !v.passed).count();
    if common.json {
        out::json(&verdicts);
    } else {
        for v in &verdicts {
            v.findings.drawn(out::width()).0.iter().for_each(|d| out::say(format!("{d}\n")));
        }
        out::say(format!("{} passed, {failed} failed", verdicts.len() - failed));
    }
    let asked = args.own || args.only.is_some();
    if verdicts.is_empty() && asked {
        let which = args.only.as_ref().map_or("stands in the pack itself".to_owned(), |o| format!("has `{o}` in its title or place"));
        out::complain(format!("no test of `{}` {which}", pack.name()));
        return Exit::Fails;
    }
    if failed == 0 { Exit::Well } else { Exit::Fails }
}

/// Tells of tests that fail beside rules with faults.
fn beside(args: &Args, common: &Common) {
    let failing = common.beside(&args.pack, Scope::Everything).map_or_else(Vec::new, |pack| pack.failing(args.only.as_deref()));
    if failing.is_empty() {
        return;
    }
    out::complain("without what is faulty here, these tests fail:\n");
    for v in &failing {
        v.findings.drawn(out::width()).0.iter().for_each(|d| out::complain(format!("{d}\n")));
    }
}
