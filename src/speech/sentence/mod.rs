//! Sentences: what happens, where rules meet the game, what is thrown, how troops stand.

mod calls;
mod choices;
mod declared;
mod form;
mod guards;
mod meets;
pub(super) mod names;
pub(super) mod places;
mod rows;
mod shortly;
mod statements;
mod terms;
pub(super) mod throws;

pub use guards::in_force;
