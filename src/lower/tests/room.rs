//! More than there are numbers for.

use super::pack::Pack;
use crate::hir::StateKind;
use crate::ir::{ProcNo, StateNo};
use crate::lower::build::Builder;
use crate::lower::lower;
use crate::source::At;

/// Numbers have 32 bits: what is beyond 16 is itself, and not another.
#[test]
fn there_are_numbers_beyond_sixteen_bits() {
    let mut pack = Pack::new();
    for _ in 0..70_000 {
        pack.state("Tired", StateKind::Marker);
        pack.proc("Go");
    }
    let (made, found) = lower(&pack.0);
    assert_eq!(found, []);
    let (states, procs) = (&made.program.book.states, &made.program.procs);
    assert!(states.get(StateNo(69_999)).is_some() && procs.get(ProcNo(69_999)).is_some());
}

/// What does not fit 32 bits either is told, once of each sort.
#[test]
fn more_than_can_be_numbered_is_told_once_of_each_sort() {
    let pack = Pack::new();
    let mut b = Builder::new(&pack.0, std::sync::Arc::new(crate::graph::Graph::of(&pack.0)), crate::lower::Pairs::default());
    let most = usize::try_from(u32::MAX).unwrap();
    assert_eq!(b.number::<StateNo>(most, At::default(), "states"), StateNo(u32::MAX));
    assert_eq!(b.found, []);
    for _ in 0..2 {
        assert_eq!(b.number::<StateNo>(most + 1, At::default(), "states"), StateNo::default());
        assert_eq!(b.number::<ProcNo>(most + 1, At::default(), "procedures"), ProcNo::default());
    }
    let found: Vec<&str> = b.found.iter().map(|d| d.message.as_str()).collect();
    let all = ["states", "procedures"].map(|what| format!("there are too many {what}: they cannot all be numbered"));
    assert_eq!(found, all);
}
