//! Which line of a parent's declaration is meant by a name that none of its lines has.

use crate::diag::{akin, nearest};

/// So many names are still read.
const FEW: usize = 12;

/// The name that is meant: spelt almost so, or the only one of the same sort that shares its words.
pub(super) fn meant<'k>(written: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // what is written just so is another line than is meant
    let known: Vec<&str> = known.into_iter().filter(|name| *name != written).collect();
    // what is known by numbers or by a word of the language has no words to spare
    let named = |name: &&str| sort(name) == sort(written) && sort(name) != (false, false);
    nearest(written, known.iter().copied()).or_else(|| match akin(written, known.iter().copied().filter(named)).as_slice() {
        [one] => Some(*one),
        _ => None,
    })
}

/// The names of the same sort, if they are few: those that begin with a capital, the steps, or all others.
pub(super) fn listed(written: &str, known: &[String]) -> Option<String> {
    let mut same: Vec<&str> = known.iter().map(String::as_str).filter(|name| sort(name) == sort(written)).collect();
    same.dedup();
    let names = if same.is_empty() { known.iter().map(String::as_str).collect() } else { same };
    (1..=FEW).contains(&names.len()).then(|| format!("it has {}", names.join(", ")))
}

/// Whether a name begins with a capital, and whether it is that of a step.
fn sort(name: &str) -> (bool, bool) {
    (name.starts_with(char::is_uppercase), name.starts_with("step "))
}
