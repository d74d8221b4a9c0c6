//! What others use of the program, and what the command line is made of.

mod begun;
mod beside;
mod bill;
mod compared;
mod decision;
mod draft;
mod formatted;
mod game;
mod odds;
mod pack;
mod player;
mod record;
mod table;
mod totals;
mod verdict;

pub use begun::new_game;
pub use beside::Beside;
pub use bill::{Bill, BilledUnit};
pub use compared::{Comparison, Named};
pub use decision::Decision;
pub use draft::Draft;
pub use formatted::formatted;
pub use game::{Game, Next};
pub use odds::{Answered, Chance, Combination, Odds, Outcome, Question};
pub use pack::Pack;
pub use player::Player;
pub use table::{Replay, Series, Table};
pub use totals::{TookPart, Totals, Watched};
pub use verdict::Verdict;
