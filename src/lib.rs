#![forbid(unsafe_code)]
pub mod diag;
pub mod source;
pub mod syntax;
