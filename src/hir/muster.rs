//! What can be mustered.

use serde::{Deserialize, Serialize};

use super::{Dice, Expr};

/// A cell of a list or of a profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ListCell {
    /// Nothing.
    Dash,
    /// This.
    Is(Expr),
    /// What these dice show.
    Dice(Dice),
}
