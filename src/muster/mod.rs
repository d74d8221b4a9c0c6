//! Rosters and force lists to a cast of things ready to play.
//! Knows entries, options and prices, not what any rule does in play.

mod band;
mod bases;
mod builder;
mod carriers;
mod cited;
mod columns;
mod condition;
mod doubts;
mod entries;
mod entry;
mod foot;
mod force;
mod game;
mod headless;
mod leads;
mod legal;
mod misread;
mod names;
mod offer;
mod price;
mod problem;
mod profile;
mod roster;
mod rulebook;
mod scenario;
mod sheet;
mod start;

#[cfg(test)]
mod tests;

pub use band::MOST as MOST_PIECES;
pub use builder::{Builder, Leaders};
pub use carriers::may_gain;
pub use cited::clauses;
pub use condition::When;
pub use doubts::most_pieces;
pub use entries::Entries;
pub use entry::{Crew, Entry, Every, FromList, Guise, Limit, Offer, Per, Price, Profile, Swap, What};
pub use force::{Force, Legal, Quota};
pub use game::{place, setup_game};
pub use legal::Questions;
pub use misread::Misread;
pub use price::{ALLOWANCE, BillLine, Priced, PricedUnit, bill, price};
pub use problem::Problem;
pub use roster::{Picked, Roster};
pub use rulebook::Rulebook;
pub use scenario::{Placed, Scenario, on_table, sized};
pub use sheet::Sheet;
pub use start::world;
