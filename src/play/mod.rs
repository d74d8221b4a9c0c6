//! Playing: turns, players, and records of games. Knows decisions, not what they are about.

mod doctrine;
mod greedy;
mod imagine;
mod player;
mod random;
mod record;
mod seals;
mod session;

pub use doctrine::Doctrine;
pub use greedy::Greedy;
pub use player::Player;
pub use random::Random;
pub use record::{Answer, Finish, Record};
pub use seals::Seals;
pub use session::{Session, Until};
