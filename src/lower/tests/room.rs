//! More than there are numbers for.

use super::pack::Pack;
use crate::hir::StateKind;
use crate::lower::lower;

#[test]
fn more_than_can_be_numbered_is_told_once_of_each_sort() {
    let mut pack = Pack::new();
    for _ in 0..70_000 {
        pack.state("Shaken", StateKind::Marker);
        pack.proc("Go");
    }
    let found: Vec<String> = lower(&pack.0).1.into_iter().map(|d| d.message).collect();
    for what in ["states", "procedures", "lines"] {
        assert_eq!(found.iter().filter(|m| m.starts_with(&format!("there are too many {what}:"))).count(), 1, "{found:?}");
    }
}
