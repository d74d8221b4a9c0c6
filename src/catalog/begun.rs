//! What a new pack and a new force list begin with.

use super::contents::{ActionRow, Contents, UnitRow};
use super::place::{is_home, written};
use crate::ast::{Decl, DeclKind, ItemKind};
use crate::intern::folded;
use crate::muster::{Entries, Entry, Force, Picked, Questions, Roster};
use crate::packs::{Compiled, Loaded};

/// An allowance of so many times what a force costs leaves room for all shares of it.
const PLENTY: i64 = 10;

/// The text of a new file, and where it must lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Begun {
    /// The name of what it declares.
    pub name: String,
    /// Its path.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// A name as a declaration has it: in quotes where a word of it does not begin with a letter.
pub(super) fn declared(name: &str) -> String {
    let name = written(name);
    let plain = name.split(' ').all(|w| w.chars().next().is_some_and(char::is_alphabetic));
    if plain { name } else { format!("\"{name}\"") }
}

/// A name as files have it: small letters, with dashes between the words.
fn dashed(name: &str) -> String {
    let low: String = name.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    low.split_whitespace().collect::<Vec<_>>().join("-")
}

/// The path of a new pack without its ending, and what it is called.
pub(super) fn named(path: &str) -> Result<(&str, String), String> {
    let path = path.trim_end_matches('/').trim_end_matches(".grog");
    let name = written(&path.rsplit('/').next().unwrap_or(path).replace(['-', '_'], " "));
    if name.contains(char::is_alphabetic) {
        Ok((path, name))
    } else {
        Err(format!("`{path}` is no name for a pack: name it with letters, such as `my-rules`"))
    }
}

/// A pack at this path, without its ending, that extends another and says nothing yet: only how an amendment, a rule and a test are
/// written. With the dashes and blanks before them taken away, they hold. `whole` for a folder.
///
/// # Errors
/// That the path ends in no name.
pub fn pack(path: &str, whole: bool, loaded: &Loaded, parent: &Contents) -> Result<Begun, String> {
    let (path, name) = named(path)?;
    let file = if whole { format!("{path}/pack.grog") } else { format!("{path}.grog") };
    let wanted = if whole { path } else { &file };
    let home = loaded.homes.last();
    let version = home.map_or("", |h| h.version.as_str());
    let of = home.map_or("", |h| h.title());
    let head = format!("pack {} 1.0 extends {} {version}", declared(&name), declared(&loaded.name));
    let mut text = vec![
        format!("-- {name}: what it says otherwise than {}.", written(&loaded.name)),
        "-- The lines that stand further in are examples: take the dashes and the blanks before them away to try one. Then ask".into(),
        format!("-- `grognard check {wanted}` whether all fits, `grognard test {wanted} --own` whether its tests hold, and"),
        format!("-- play it: `grognard play --pack {wanted}`."),
        String::new(),
        head.trim_end().to_owned(),
    ];
    let unit = parent.units.iter().find(|u| !u.forces.is_empty());
    if let Some(unit) = unit {
        text.extend([
            String::new(),
            format!("-- An amendment names what it changes, and says what that was. `grognard list --pack {of}` names what there is."),
        ]);
        text.push(format!("--   amend {} {}: {} pts, was {} pts", unit.sort, written(&unit.name), unit.points + 1, unit.points));
    }
    if let Some(action) = parent.actions.first() {
        text.extend(rule(action, of));
    }
    if let Some(unit) = unit {
        text.extend(test(unit));
    }
    Ok(Begun { name, path: file, text: text.join("\n") + "\n" })
}

fn rule(action: &ActionRow, pack: &str) -> [String; 4] {
    [
        String::new(),
        format!("-- A rule meets the game at a place. `grognard hooks WORD --pack {pack}` finds places by words."),
        "--   rule Said Aloud".into(),
        format!("--     before {}: note \"now it is done\"", written(&action.name)),
    ]
}

fn test(unit: &UnitRow) -> [String; 9] {
    let name = written(&unit.name);
    [
        String::new(),
        "-- A test says what is meant. It begins in a situation, which puts things on the table.".into(),
        "--   situation Two Alike".into(),
        "--     board 48\" x 48\"".into(),
        format!("--     Red: One: {name} at 24\",12\""),
        format!("--     Blue: Other: {name} at 24\",36\""),
        String::new(),
        "--   test \"the new price is asked\" in Two Alike".into(),
        format!("--     expect price of One is {} pts", unit.points + 1),
    ]
}

/// A force list of one unit, which is another list's under a new name.
///
/// # Errors
/// That there is such a list already, or none to learn from.
pub fn list(name: &str, loaded: &Loaded, compiled: &Compiled) -> Result<Begun, String> {
    let entries = Entries::read(compiled.book(&loaded.files)).0;
    let title = written(name);
    if !title.chars().next().is_some_and(char::is_alphabetic) {
        return Err(format!("`{name}` is no name for a force list: begin it with a letter"));
    }
    if let Some(old) = entries.forces.iter().find(|f| folded(&f.name) == folded(&title)) {
        return Err(format!("`{}` has a force list `{}` already", loaded.name, old.name));
    }
    let pattern = Pattern { loaded, compiled };
    let lists = entries.forces.iter().filter_map(|f| Some((f, *pattern.units(f, &entries).first()?)));
    // a list beside the rules is for a test of them
    let Some((force, _)) = lists.min_by_key(|(f, (_, d))| (!is_home(loaded, f.span), pattern.lines(d).len())) else {
        return Err(format!("`{}` has no force list to learn from", loaded.name));
    };
    let units = pattern.smallest_force(force, &entries);
    let called = |e: &Entry| format!("{title} {}", written(&e.shown));
    let listed: Vec<String> = units.iter().map(|(e, _)| called(e)).collect();
    let learnt: Vec<String> = units.iter().map(|(e, _)| format!("`{}`", e.name)).collect();
    let mut text = vec![
        format!("-- {title}: what a force of it can be made of. `grognard muster ROSTER --pack {}` prices one.", title_of(loaded)),
        "--".into(),
        "-- A unit's price pays for what it `has`; all of them carry what it `carries`, and it brings the `rules`. A row of the".into(),
        "-- profile is a sort of piece: its columns, then what it is. An option is bought by its name.".into(),
        format!(
            "-- What stands here is {} of `{}` under another name: make it your own, and add others.",
            learnt.join(" and "),
            force.name
        ),
        String::new(),
        format!("force list {title}"),
        format!("  units {}", listed.join(", ")),
    ];
    text.extend(pattern.rules_of(force, &title));
    for (entry, decl) in units {
        let DeclKind::Named(named) = &*decl.kind else { continue };
        let word = compiled.resolved.rules.names.text(named.word.sym);
        text.extend([String::new(), format!("{word} {} {} pts", called(entry), entry.price)]);
        text.extend(pattern.lines(decl).into_iter().skip(1));
    }
    let folder = loaded.homes.last().map_or_else(String::new, crate::packs::Home::lists_folder);
    Ok(Begun { path: format!("{folder}/{}.grog", dashed(name)), name: title, text: text.join("\n") + "\n" })
}

fn title_of(loaded: &Loaded) -> &str {
    loaded.homes.last().map_or("", |h| h.title())
}

/// What a new list is made like.
struct Pattern<'a> {
    loaded: &'a Loaded,
    compiled: &'a Compiled,
}

impl<'a> Pattern<'a> {
    /// The units of a list, those of several pieces first, and of them the shortest.
    fn units<'e>(&self, force: &Force, entries: &'e Entries) -> Vec<(&'e Entry, &'a Decl)> {
        let names = &self.compiled.resolved.rules.names;
        let decl = |e: &Entry| {
            self.compiled.effective.decls.iter().find(|d| match &*d.kind {
                DeclKind::Named(n) => n.title.as_ref().is_some_and(|t| names.text(t.name.sym) == e.name),
                _ => false,
            })
        };
        let units = force.units.iter().filter_map(|q| entries.entries.get(q.entry)).filter_map(|e| Some((e, decl(e)?)));
        let mut units: Vec<_> = units.collect();
        units.sort_by_key(|(e, d)| (e.has.iter().map(|c| c.count).sum::<usize>() < 2, self.lines(d).len()));
        units
    }

    /// The first of them with which a force is legal: one, or two; the first alone if none is.
    fn smallest_force<'e>(&self, force: &Force, entries: &'e Entries) -> Vec<(&'e Entry, &'a Decl)> {
        let units = self.units(force, entries);
        let questions = Questions::read(self.compiled.book(&self.loaded.files), entries).0;
        let legal = |taken: &[(&Entry, &Decl)]| {
            let picked = |e: &Entry| Picked { entry: e.name.clone(), ..Picked::default() };
            // shares of the allowance are no matter here
            let points = taken.iter().map(|(e, _)| e.price).sum::<i64>().saturating_mul(PLENTY);
            let units = taken.iter().map(|(e, _)| picked(e)).collect();
            questions.bill(entries, &Roster { name: String::new(), force: force.name.clone(), points, units }).1.is_empty()
        };
        let alone = units.iter().map(|u| vec![*u]);
        let pairs = units.iter().enumerate().flat_map(|(n, u)| units.iter().skip(n + 1).map(move |other| vec![*other, *u]));
        let found = alone.chain(pairs).find(|taken| legal(taken));
        found.unwrap_or_else(|| units.into_iter().take(1).collect())
    }

    /// The lines of a declaration without comments and citations.
    fn lines(&self, decl: &Decl) -> Vec<String> {
        self.loaded.files.slice(decl.at.span()).lines().map(bare).filter(|l| !l.is_empty()).collect()
    }

    /// The rules of a list that ask for it by name.
    fn rules_of(&self, force: &Force, title: &str) -> Vec<String> {
        let names = &self.compiled.resolved.rules.names;
        let mut out = Vec::new();
        for d in &self.compiled.effective.decls {
            let DeclKind::Force(f) = &*d.kind else { continue };
            if f.title.as_ref().is_none_or(|t| names.text(t.name.sym) != force.name) {
                continue;
            }
            for i in &f.items {
                if matches!(i.kind, ItemKind::Rules(_)) {
                    out.extend(of_this_list(&bare(self.loaded.files.slice(i.at.span())), &force.name, title));
                }
            }
        }
        out
    }
}

/// Of a line of rules those that are filled with the name of their list, filled with another.
fn of_this_list(line: &str, list: &str, title: &str) -> Option<String> {
    let own = format!("({list})");
    let rules: Vec<String> =
        line.trim().strip_prefix("rules ")?.split(", ").filter_map(|r| Some(format!("{}({title})", r.strip_suffix(&own)?))).collect();
    (!rules.is_empty()).then(|| format!("  rules {}", rules.join(", ")))
}

/// A line without its comment and its citations, as far in as it was.
fn bare(line: &str) -> String {
    let mut line = line.split_once("--").map_or(line, |(before, _)| before).to_owned();
    while let Some((before, after)) = line.split_once('[').and_then(|(b, rest)| Some((b, rest.split_once(']')?.1))) {
        line = format!("{}{after}", before.trim_end());
    }
    line.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{bare, dashed, declared};

    #[test]
    fn names_are_written_for_texts_and_for_files() {
        assert_eq!((declared("our brook").as_str(), declared("season 2").as_str()), ("Our Brook", "\"Season 2\""));
        assert_eq!(dashed("Upper & Lower Hills"), "upper-lower-hills");
    }

    #[test]
    fn a_line_keeps_its_place_and_loses_what_it_cites() {
        assert_eq!(bare("  has   1 Chief   [brook.one brook.two]  -- at most"), "  has   1 Chief");
        assert_eq!(bare("-- nothing"), "");
    }
}
