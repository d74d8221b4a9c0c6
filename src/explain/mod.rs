//! Anything of a pack explained: read aloud as sentences, and woven with all that meets it.

mod aloud;
mod meeting;
mod remarks;
mod source;
mod spoken;
mod view;
mod weave;

pub use aloud::{Paragraph, Sentence, rulebook};
pub use remarks::remark;
pub use source::{Written, source};
pub use spoken::{meant, parts};
pub use view::{Before, Explained, Woven, explain, view};
