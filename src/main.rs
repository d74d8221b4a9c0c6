//! The program `grognard`.
#![forbid(unsafe_code)]

mod cli;

/// Trees of texts and rules are many small pieces: a quarter of a check was the allocator of the system.
#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::run(std::env::args_os())
}
