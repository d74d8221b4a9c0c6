//! A pack made ready to play: its entries, scenarios and rosters, a table set with them, and one game from its seed to its
//! record.

mod again;
mod amiss;
mod effect;
mod fired;
mod game;
mod pack;
mod refused;
mod rosters;
mod shelves;
mod standing;

pub use again::{Again, hash, papers, table};
pub use effect::{beside, cost, effect, option};
pub use fired::{Fired, Part};
pub use game::{Course, Next, Played, STOPPED, Watch, play, play_between, play_on, points, record};
pub use pack::{Ready, Table};
pub use refused::Refused;
pub use rosters::{Looked, Paper, Rosters, misread};
pub use shelves::{Shelves, all_of, every, first, library, of_roster, open};
pub use standing::standing;
