//! `completions`: what a shell needs to complete a command line.

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::{Cli, Exit, out};

/// Write the completions for a shell
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

/// Does it.
pub fn run(args: &Args) -> Exit {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "grognard", &mut text);
    out::say(String::from_utf8_lossy(&text).trim_end());
    Exit::Well
}
