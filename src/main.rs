//! The program `grognard`.

fn main() -> std::process::ExitCode {
    grognard::cli::run(std::env::args_os())
}
