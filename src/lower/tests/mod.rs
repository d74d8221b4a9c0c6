//! Code made of rules by hand, and run by a machine that knows jumps, loops and registers.

mod machine;
mod made;
mod pack;
mod room;

use machine::Run;
use pack::Pack;
