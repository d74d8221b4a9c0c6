//! How much of a game is told.

/// How much of a game is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// A heading for each turn, and a sentence for what was done and what came of it.
    Brief,
    /// What players at a table say aloud: who does what, each throw, what came of it, what was chosen.
    Full,
    /// All that happens, with the notes that rules make for themselves, and where each rule stands.
    #[default]
    All,
}
