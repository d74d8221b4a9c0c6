//! Which line of a parent's declaration is meant by a name that none of its lines has.

use crate::diag::nearest;

/// So many names are still read.
const FEW: usize = 12;

/// The name that is meant: spelt almost so, or the only one that has all of these words and more, or some of them and no other.
pub(super) fn meant<'k>(written: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    let known: Vec<&str> = known.into_iter().collect();
    let words = |name: &str| name.to_lowercase().split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let own = words(written);
    let holds = |all: &[String], some: &[String]| !some.is_empty() && some.iter().all(|w| all.contains(w));
    // what is known by numbers or by a word of the language has no words to spare
    let sort = |name: &str| (name.starts_with(char::is_uppercase), name.starts_with("step "));
    let named = |name: &&str| sort(name) == sort(written) && sort(name) != (false, false);
    let only = |fits: &dyn Fn(&[String]) -> bool| {
        let mut all: Vec<&str> = known.iter().copied().filter(named).filter(|name| fits(&words(name))).collect();
        all.dedup();
        if let [one] = all.as_slice() { Some(*one) } else { None }
    };
    nearest(written, known.iter().copied()).or_else(|| only(&|name| holds(name, &own))).or_else(|| only(&|name| holds(&own, name)))
}

/// The names of the same sort, if they are few: those that begin with a capital, the steps, or all others.
pub(super) fn listed(written: &str, known: &[String]) -> Option<String> {
    let sort = |name: &str| (name.starts_with(char::is_uppercase), name.starts_with("step "));
    let mut same: Vec<&str> = known.iter().map(String::as_str).filter(|name| sort(name) == sort(written)).collect();
    same.dedup();
    let names = if same.is_empty() { known.iter().map(String::as_str).collect() } else { same };
    (1..=FEW).contains(&names.len()).then(|| format!("it has {}", names.join(", ")))
}
