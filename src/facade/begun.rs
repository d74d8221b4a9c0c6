//! Games that begin.

use crate::catalog::{self, Begun};
use crate::ready::Refused;

/// A small game that stands on no other: a file at this path, or a folder if it is `whole`, and then two rosters. It can be
/// checked, tested and played as it is. Nothing is written.
///
/// ```
/// let all = grognard::new_game("my-game", false).unwrap();
/// assert_eq!((all[0].name.as_str(), all[0].path.as_str(), all.len()), ("My Game", "my-game.grog", 3));
/// ```
///
/// # Errors
/// That the path ends in no name.
pub fn new_game(path: &str, whole: bool) -> Result<Vec<Begun>, Refused> {
    catalog::game(path, whole).map_err(Refused::misused)
}
