//! What is asked: expressions, descriptions, names and their blanks.

mod adjective;
mod amount;
mod chain;
mod choice;
mod expr;
mod facing;
mod fill;
mod find;
mod has;
mod hidden;
mod many;
mod misfit;
mod name;
mod place;
mod quality;
mod refer;
mod relative;
mod roll;
mod ruling;
mod said;
mod sel;
mod shares;
mod show;
mod spare;
mod table;
mod unknown;
mod wanted;
mod way;

use crate::ast;
use crate::hir::Expr;
use crate::source::At;

pub(crate) use misfit::word_of;
pub(crate) use refer::ALWAYS;
pub(crate) use roll::Pools;
pub(crate) use show::Shown;
pub(crate) use spare::{ASKED, named, unnamed};
pub(crate) use wanted::Wanted;

/// What a call gives for one blank: the preposition, what fills it, where.
pub(crate) type Given = (ast::Prep, Expr, At);

#[cfg(test)]
mod tests;
