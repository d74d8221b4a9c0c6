//! Names that share a word with one that is not there.

/// Most names that are offered at once.
const MOST: usize = 3;
/// Letters of the shortest word that says something of its own.
const SHORTEST: usize = 3;
/// Words that are in names of all sorts.
const COMMON: &[&str] = &["the", "and", "for", "with", "from", "not"];

/// The candidates that share the most words with a name, of these only those that begin alike if there are any. None if nothing is
/// shared.
#[must_use]
pub fn akin<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let own = words(name);
    let score = |c: &str| {
        let theirs = words(c);
        let shared = theirs.iter().filter(|w| own.contains(w)).count();
        (shared, shared > 0 && begin(c) == begin(name))
    };
    let mut all: Vec<((usize, bool), &str)> = candidates.into_iter().map(|c| (score(c), c)).filter(|((n, _), _)| *n > 0).collect();
    all.sort_unstable_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    all.dedup();
    let best = all.first().map(|(score, _)| *score);
    all.into_iter().filter(|(score, _)| Some(*score) == best).map(|(_, c)| c).collect()
}

/// The advice to take one of these names, if there are any.
#[must_use]
pub fn one_of(names: &[&str]) -> Option<String> {
    let quoted: Vec<String> = names.iter().take(MOST).map(|n| format!("`{n}`")).collect();
    let (last, before) = quoted.split_last()?;
    let all = if before.is_empty() { last.clone() } else { format!("{} or {last}", before.join(", ")) };
    Some(if names.len() > MOST { format!("write one that there is, such as {all}") } else { format!("did you mean {all}?") })
}

/// The first word of a name but for `the`, in small letters.
fn begin(name: &str) -> Option<String> {
    name.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).find(|w| !w.is_empty() && w != "the")
}

/// The words of a name that say something, in small letters.
fn words(name: &str) -> Vec<String> {
    let all = name.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    all.filter(|w| w.chars().count() >= SHORTEST && !COMMON.contains(&w.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::{akin, one_of};

    #[test]
    fn names_that_share_words() {
        assert_eq!(akin("Tall Bands", ["Tall Ones", "Small Bands", "Walls"]), ["Tall Ones"]);
        assert_eq!(akin("Bands", ["Small Bands", "The Bands Of Old", "Walls"]), ["The Bands Of Old"]);
        assert_eq!(one_of(&akin("Ours", ["Ours Here", "Ours There"])).as_deref(), Some("did you mean `Ours Here` or `Ours There`?"));
        assert_eq!(akin("Tall Bands", ["Tall Ones", "On Tall Walls"]), ["Tall Ones"]);
        assert_eq!(one_of(&akin("The Few", ["The Many"])), None);
    }
}
