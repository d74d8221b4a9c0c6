//! Telling people what happened. Knows words and layout, decides nothing.
//!
//! A story is told at three depths ([`Depth`]), each a fold over the same events: events in, lines out. `Telling` tells all,
//! `Full` what is said at a table, `Brief` what was done and what came of it. What of a rule's notes is nobody's business is
//! worked out by `Keeps`; what of it is one side's secret, by `watch`.

mod brief;
mod clause;
mod depth;
mod full;
mod keep;
mod story;
mod sway;
mod teller;
mod telling;
mod watch;
mod words;

pub use brief::Brief;
pub use depth::Depth;
pub use full::Full;
pub use keep::{Keep, Keeps};
pub use story::Story;
pub use teller::Teller;
pub use telling::Telling;
pub use watch::Eyes;
