//! `man`: the manual page.

use clap::CommandFactory as _;

use super::{Cli, Exit, out};

/// Write the manual page, or that of a command
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The command
    #[arg(value_name = "COMMAND")]
    of: Option<String>,
}

/// Does it.
pub fn run(args: &Args) -> Exit {
    let mut whole = Cli::command();
    whole.build();
    let command = match &args.of {
        None => whole,
        Some(name) => match whole.find_subcommand(name) {
            Some(one) => one.clone(),
            None => {
                out::complain(format!("there is no command `{name}`: `grognard --help` lists them"));
                return Exit::Misused;
            }
        },
    };
    let mut text = Vec::new();
    if let Err(e) = clap_mangen::Man::new(command).render(&mut text) {
        out::complain(format!("the page cannot be written: {e}"));
        return Exit::Fails;
    }
    out::say(String::from_utf8_lossy(&text).trim_end());
    Exit::Well
}
