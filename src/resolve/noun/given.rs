//! What rules are given in brackets, wherever they are named.

use super::super::Resolver;
use super::super::ask::Wanted;
use crate::ast::{Cell, Decl, Dice, Int, Name, NameRef, Param, Part, Walk};
use crate::hir::{self, Given, RuleId};
use crate::intern::{KeyId, Names, Sym, folded};
use crate::source::At;

/// One thing that a rule is given, and how the rule is called then: `Name(2)`.
pub(super) struct GivenRule {
    /// What stands in the brackets, as rules are called by it.
    pub text: String,
    /// What it is.
    pub given: Given,
    /// Where it is first given.
    pub at: At,
}

impl Resolver<'_> {
    /// Faults names in brackets that nothing has, where they are given; what a rule makes of them is not told again.
    pub(super) fn given_names(&mut self) {
        let unknown = |r: &hir::Rule| matches!(r.given, Some(Given::Name(sym)) if self.lookup(sym).is_empty());
        let rules: Vec<RuleId> = self.rules.rules.iter().filter(|(_, r)| unknown(r)).map(|(id, _)| id).collect();
        for id in rules {
            let Some(rule) = self.rules.rules.get_mut(id) else { continue };
            let (title, given) = (rule.title, rule.given.replace(Given::Nothing));
            let Some(Given::Name(sym)) = given else { continue };
            for at in self.places_given(title, sym) {
                let name = NameRef { name: Name { sym, at }, param: None, at };
                self.unknown_name(&name, Wanted::Given);
            }
        }
    }

    /// Where a rule is given a name.
    fn places_given(&self, rule: Sym, name: Sym) -> Vec<At> {
        let names = &self.rules.names;
        let mut out = Vec::new();
        for d in &self.decls {
            d.walk(&mut |part| match part {
                Part::Name(NameRef { name: n, param: Some(Param::Name(p)), .. }) if names.same(n.sym, rule) && names.same(p.sym, name) => {
                    out.push(p.at);
                }
                Part::Cell(cell) => out.extend(in_cell(names, cell, names.key_of(rule)).into_iter().filter_map(|g| match g.given {
                    Given::Name(sym) if names.same(sym, name) => Some(g.at),
                    _ => None,
                })),
                _ => {}
            });
        }
        out
    }
}

/// What is wrong where a rule that is given something in brackets is named without it, and the fix.
pub fn named_bare<'d>(rules: &hir::Rules, decls: impl IntoIterator<Item = &'d Decl>, name: Sym) -> Option<(String, String)> {
    let text = |sym: Sym| rules.names.text(sym);
    let all = || rules.rules.all().iter().filter(|r| r.given.is_some() && rules.names.same(r.title, name));
    let first = all().next()?;
    let some = all().find(|r| r.given != Some(Given::Nothing)).unwrap_or(first);
    let what = match some.given {
        Some(Given::Number(_)) => "a number",
        Some(Given::Dice(_)) => "dice",
        Some(Given::Name(_)) => "a name",
        _ => "something",
    };
    let mut titles = decls.into_iter().filter_map(|d| d.kind.title());
    let param = titles.find(|t| rules.names.same(t.name.sym, name)).and_then(|t| t.params.first());
    let (title, word) = (text(some.title), param.map_or("what", |p| text(p.sym)));
    let whole = if what == "something" { format!("{title}(...)") } else { text(some.name).to_owned() };
    let help = format!("write `{whole}`, with the {word} that is meant in the brackets");
    Some((format!("`{title}` is told {what} in brackets"), help))
}

/// Everything that a rule of this key is given in these declarations, each once, in the order of its texts.
pub(super) fn given_to(names: &Names, decls: &[&Decl], rule: KeyId) -> Vec<GivenRule> {
    let mut out: Vec<GivenRule> = Vec::new();
    for d in decls {
        d.walk(&mut |part| match part {
            Part::Name(name) if names.key_of(name.name.sym) == rule => {
                out.extend(name.param.and_then(|p| given(names, p)));
            }
            Part::Cell(cell) => out.extend(in_cell(names, cell, rule)),
            _ => {}
        });
    }
    out.sort_by_cached_key(|g| (folded(&g.text), g.text.clone(), g.at.span().start));
    // a name is the same however it is written
    let named = |g: &GivenRule| matches!(g.given, Given::Name(_));
    out.dedup_by(|a, b| a.text == b.text || named(a) && named(b) && folded(&a.text) == folded(&b.text));
    for g in &mut out {
        if let Given::Name(sym) = g.given {
            // as it is declared, however it is written here
            let titles = decls.iter().filter_map(|d| d.kind.title()).map(|t| t.name.sym);
            if let Some(title) = titles.into_iter().find(|t| names.same(*t, sym)) {
                names.text(title).clone_into(&mut g.text);
            }
        }
    }
    out
}

/// What stands in brackets behind a name. Lengths are no such thing.
fn given(names: &Names, param: Param) -> Option<GivenRule> {
    match param {
        Param::Int(n) => Some(GivenRule { text: n.value.to_string(), given: Given::Number(n.value), at: n.at }),
        Param::Dice(d) if d.inches => None,
        Param::Dice(d) => Some(GivenRule { text: dice_text(d), given: Given::Dice(dice(d)), at: d.at }),
        Param::Name(n) => Some(GivenRule { text: names.text(n.sym).to_owned(), given: Given::Name(n.sym), at: n.at }),
    }
}

/// What rules are given that a cell names: `Lucky (2), Steady`.
fn in_cell(names: &Names, cell: &Cell, rule: KeyId) -> Vec<GivenRule> {
    cell.names().iter().filter_map(|n| split(names, *n)).filter(|(key, _)| *key == rule).map(|(_, g)| g).collect()
}

/// A name of a cell that ends in brackets: its key, and what stands in them. Cells keep such a name whole.
fn split(names: &Names, name: Name) -> Option<(KeyId, GivenRule)> {
    let (title, inner) = bracketed(names.text(name.sym))?;
    let key = names.find_key(title)?;
    let given = if let Ok(value) = inner.parse::<i64>() {
        given(names, Param::Int(Int { value, at: name.at }))
    } else if let Some(dice) = dice_of(inner, name.at) {
        given(names, Param::Dice(dice))
    } else {
        let sym: Sym = names.find(inner)?;
        given(names, Param::Name(Name { sym, at: name.at }))
    };
    given.map(|g| (key, g))
}

/// `Name (x)` in two.
pub(super) fn bracketed(text: &str) -> Option<(&str, &str)> {
    let (title, inner) = text.strip_suffix(')')?.rsplit_once('(')?;
    Some((title.trim(), inner.trim()))
}

/// Dice of a throw, if a text is no more.
fn dice_of(text: &str, at: At) -> Option<Dice> {
    let (number, sides) = text.split_once('d')?;
    let number = if number.is_empty() { 1 } else { number.parse().ok()? };
    Some(Dice { number, sides: sides.parse().ok()?, inches: false, at })
}

/// Dice as rules are called by them.
pub(crate) fn dice_text(dice: Dice) -> String {
    if dice.number == 1 { format!("d{}", dice.sides) } else { format!("{}d{}", dice.number, dice.sides) }
}

fn dice(d: Dice) -> hir::Dice {
    hir::Dice { number: i64::from(d.number), sides: i64::from(d.sides), plus: 0, inches: d.inches, at: d.at }
}

#[cfg(test)]
mod tests {
    use super::bracketed;

    #[test]
    fn names_in_cells_with_what_they_are_given() {
        assert_eq!(bracketed("Lucky (2)"), Some(("Lucky", "2")));
        assert_eq!(bracketed("Lucky(Mangonel)"), Some(("Lucky", "Mangonel")));
        assert_eq!(bracketed("Lucky"), None);
    }
}
