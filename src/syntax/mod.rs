//! From text to a tree of lines. Knows the shape of sentences, not what their words mean.

mod door;
mod fault;
mod habits;
mod layout;
pub mod limits;
mod misplaced;
mod node;
mod normal;
mod parse;
mod slips;
mod tokens;
mod tree;

pub use door::Rule;
pub use habits::plain_signs;
pub use node::{Block, Declaration, Line, Node};
pub use normal::{fingerprint, normal, squeezed};
pub use parse::{again, again_whole, declarations, parse};
pub use tokens::{Token, TokenKind};
pub use tree::{Tree, TreeLine, tree};
