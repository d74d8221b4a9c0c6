//! From text to a tree of lines. Knows the shape of sentences, not what their words mean.

mod begins;
mod bookish;
mod door;
mod elsewhere;
mod entries;
mod fault;
mod first_edition;
mod habits;
mod instead;
mod joined;
mod lapses;
mod layout;
pub mod limits;
mod misplaced;
mod mood;
mod nearly;
mod node;
mod order;
mod parted;
mod pasted;
mod printed;
mod slips;
mod stray;
mod tokens;
mod tree;

pub use door::Rule;
pub use elsewhere::capital_dice;
pub use entries::LINES;
pub use first_edition::replaced;
pub use habits::plain_signs;
pub use instead::{ROUND, is_clause};
pub use layout::strip_comment;
pub use nearly::EXTENDS_BELOW;
pub use node::Node;
pub use tokens::{Token, TokenKind};
pub use tree::{Tree, TreeLine, again, tree, tree_without};
