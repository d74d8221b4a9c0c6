//! What a new game begins with that stands on no other.

use super::begun::{Begun, declared, named};
use crate::packs::Home;

/// Its text, but for its name and its path.
const TEXT: &str = include_str!("game.grog");

/// A roster of it.
const ROSTER: &str = include_str!("roster.toml");

/// A small game at this path, without its ending, and two rosters for it: all that is needed to check, test and play it. `whole`
/// for a folder.
///
/// # Errors
/// That the path ends in no name.
pub fn game(path: &str, whole: bool) -> Result<Vec<Begun>, String> {
    let (path, name) = named(path)?;
    let (file, wanted) =
        if whole { (format!("{path}/pack.grog"), path.to_owned()) } else { (format!("{path}.grog"), format!("{path}.grog")) };
    let text = TEXT.replace("pack NAME", &format!("pack {}", declared(&name))).replace("NAME", &name).replace("PATH", &wanted);
    let rosters = Home::lists_of(path, whole);
    let mut all = vec![Begun { name, path: file, text }];
    for (of, whose) in [("first", "Valley"), ("second", "Ridge")] {
        let (name, path) = (format!("The {whose}"), format!("{rosters}/rosters/{of}.toml"));
        let text = ROSTER.replace("SIDE", &name).replace("WHOSE", whose).replace("FILE", &path).replace("PATH", &wanted);
        all.push(Begun { name, path, text });
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::{TEXT, game};

    #[test]
    fn a_game_is_short_and_lies_where_it_is_found() {
        assert!(TEXT.lines().count() < 90, "{}", TEXT.lines().count());
        let all = game("rules/our-hills", true).expect("a name");
        let paths: Vec<&str> = all.iter().map(|b| b.path.as_str()).collect();
        let lists = ["forcelists/our-hills/rosters/first.toml", "forcelists/our-hills/rosters/second.toml"];
        assert_eq!(paths, [&["rules/our-hills/pack.grog"][..], &lists].concat());
        assert!(
            all[0].text.contains("\npack Our Hills 1.0\n")
                && !all.iter().any(|b| ["NAME", "PATH", "SIDE", "WHOSE"].iter().any(|w| b.text.contains(w)))
        );
        assert!(game("12", false).is_err());
    }
}
