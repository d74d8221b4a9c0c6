//! The tabletop: pieces on bases, features, zones, and what can be measured between them.
//!
//! Distances are whole mils (1/1000 inch, `i32`), coordinates lie within ±1 000 000 mils with x to
//! the east and y to the north, facings are `u16` in 1/65536 turn clockwise from north. There is
//! no floating point on this floor, so every result is the same on every platform.
//!
//! This floor does not know what a piece is, whose it is, or why anyone measures.

// Numbers and directions.
mod facing;
mod halving;
mod packed;
mod point;
mod trig;
// What lies on the table.
mod board;
mod bounds;
mod outline;
mod segment;
mod shape;
mod stand;
// What is measured between.
mod arc;
mod coherent;
mod gap;
mod sight;
mod template;
mod view;
// What moves.
mod contact;
mod detour;
mod drill;
mod ground;
mod layout;
mod middle;
mod outwards;
mod path;
mod places;
mod sweep;
mod wrap;

#[cfg(test)]
mod extremes;

pub use arc::{Row, Side, bearing, in_arc, quarter, stand_in_arc};
pub use board::{Board, Edge};
pub use bounds::Bounds;
pub use coherent::{clustered, clusters};
pub use contact::{advance_to_contact, beside};
pub use detour::Detour;
pub use drill::{Drill, SIDES};
pub use facing::Facing;
pub use gap::{CONTACT, SLACK, collides, gap, gap_to_point, gap_to_segment, separation, touching};
pub use ground::{Cost, Patch, Walk, cost, least, straight};
pub use halving::halved;
pub use layout::{pack_loose, rank_sizes, ranks, rigid};
pub use middle::{behind_front_line, frame, front_corners, middle};
pub use outline::{Course, Span, Within};
pub use outwards::outwards;
pub use packed::{pack_edge, pack_place, unpack_edge, unpack_place};
pub use path::{Route, path};
pub use places::{behind, canonical, full_reach, grid, ring, stay};
pub use point::{Point, Vector};
pub use segment::Segment;
pub use shape::Shape;
pub use sight::{Blocker, Body, Eye, line_blocked};
pub use stand::{Base, Stand};
pub use sweep::{first_within, free_slide, sweeps_into, sweeps_within};
pub use template::under_line;
pub use view::sees;
pub use wrap::{Mover, wrap};
