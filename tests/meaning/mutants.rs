//! Rules with one thing in them meant otherwise: each is printed and said, declaration by declaration, and what is printed or
//! said as something else is told.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use grognard::floors::hir::mutate::{Part, change, mutations, restore};
use grognard::floors::hir::{LastingId, Mutation, Rules, StateId, declared, fingerprint, print, print_of};
use grognard::floors::source::Files;
use grognard::floors::speech::{What, all, say};
use rayon::prelude::*;

/// What was found in the mutations of a game.
#[derive(Default)]
pub struct Told {
    /// Mutations that changed what is printed.
    pub changes: usize,
    /// Declarations in which they stand.
    pub declarations: usize,
    pub faults: Vec<Fault>,
}

/// Two rules that are not told apart.
pub struct Fault {
    pub why: &'static str,
    pub one: Mutation,
    /// The other mutation; none for the rules as they stand.
    pub other: Option<Mutation>,
    pub shown: String,
}

impl Fault {
    pub fn said(&self, files: &Files) -> String {
        let place =
            |m: &Mutation| format!("{}: {}: {}", files.place(m.at.span()), m.what, files.slice(m.at.span()).lines().next().unwrap_or(""));
        let other = self.other.as_ref().map_or_else(|| "the rules as they stand".to_owned(), place);
        format!("{}\n  {}\n  {other}\n  {}", self.why, place(&self.one), self.shown)
    }
}

/// One mutation in one declaration.
struct Seen {
    of: Part,
    nth: usize,
    print: String,
    speech: String,
}

/// Looks at every mutation.
pub fn told(rules: &Rules) -> Told {
    let holders = Holders::of(rules);
    let list = mutations(rules);
    let before = fingerprint(rules);
    // a fingerprint is made of all prints: a few show that it changes when they do
    let fingerprinted = |nth: usize| nth.is_multiple_of(list.len() / 40 + 1);
    let seen: Vec<(Vec<Seen>, Vec<Fault>)> = list
        .par_iter()
        .enumerate()
        .map_init(
            || rules.clone(),
            |work, (nth, m)| {
                let mut faults = Vec::new();
                let mut fault = |why| faults.push(Fault { why, one: m.clone(), other: None, shown: String::new() });
                if !change(work, m) {
                    fault("a mutation that is not made");
                }
                let mut out = Vec::new();
                let mut moved = false;
                for of in holders.all(rules, m) {
                    let (Some(old), Some(print)) = (print_of(rules, of), print_of(work, of)) else {
                        fault("a declaration that is not printed");
                        continue;
                    };
                    moved |= old != print;
                    if old != print {
                        out.push(Seen { of, nth, print, speech: speech(work, of) });
                    }
                }
                if !moved && m.parts.iter().any(|p| !same(rules, work, *p)) {
                    fault("other rules have the print of the rules");
                }
                if moved && fingerprinted(nth) && fingerprint(work) == before {
                    fault("other rules have the fingerprint of the rules");
                }
                restore(work, rules, m);
                (out, faults)
            },
        )
        .collect();
    let mut told = Told::default();
    let mut parts: BTreeMap<Part, Vec<Seen>> = BTreeMap::new();
    for (seen, faults) in seen {
        told.changes += usize::from(!seen.is_empty());
        told.faults.extend(faults);
        seen.into_iter().for_each(|s| parts.entry(s.of).or_default().push(s));
    }
    told.declarations = parts.len();
    told.faults.par_extend(parts.into_par_iter().flat_map_iter(|(of, seen)| alike(rules, &list, of, &seen)));
    told
}

/// What is printed or said alike in one declaration.
fn alike(rules: &Rules, list: &[Mutation], of: Part, seen: &[Seen]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let (print, text) = (print_of(rules, of).unwrap_or_default(), speech(rules, of));
    let mut said: HashMap<&str, (&str, Option<usize>)> = HashMap::from([(text.as_str(), (print.as_str(), None))]);
    let mut printed: HashMap<&str, usize> = HashMap::new();
    for Seen { print, speech, nth, .. } in seen {
        if let Some(first) = printed.get(print.as_str()) {
            if !twins(rules, &list[*first], &list[*nth]) && !equal(rules, &list[*first], &list[*nth], of) {
                faults.push(Fault {
                    why: "two rules have one print",
                    one: list[*nth].clone(),
                    other: Some(list[*first].clone()),
                    shown: print.clone(),
                });
            }
        }
        printed.entry(print).or_insert(*nth);
        match said.get(speech.as_str()) {
            Some((known, other)) if known != print => faults.push(Fault {
                why: "two rules are said alike",
                one: list[*nth].clone(),
                other: other.map(|n| list[n].clone()),
                shown: differing(known, print, speech, &text),
            }),
            Some(_) => {}
            None => {
                said.insert(speech, (print, Some(*nth)));
            }
        }
    }
    faults
}

/// Where two prints begin to differ, and what was said there.
fn differing(a: &str, b: &str, speech: &str, before: &str) -> String {
    let at = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let part = |s: &str| s.get(at.saturating_sub(90)..(at + 60).min(s.len())).unwrap_or("").to_owned();
    let known: BTreeSet<&str> = before.lines().collect();
    let new: Vec<&str> = speech.lines().filter(|l| !known.contains(l)).collect();
    format!("{}\n  {}\n  SAID {}", part(a), part(b), new.join(" / "))
}

/// Whether two mutations are of lines that say the same: a rule that is offered as often as it stands there.
fn twins(rules: &Rules, a: &Mutation, b: &Mutation) -> bool {
    let lines = |m: &Mutation| -> Option<Vec<String>> {
        let line = |p: &Part| if let Part::Attach(id) = p { rules.attaches.get(*id).map(|a| print(rules, a)) } else { None };
        m.parts.iter().map(line).collect()
    };
    lines(a).is_some_and(|one| lines(b) == Some(one))
}

/// Whether two mutations make equal rules of one declaration.
fn equal(rules: &Rules, a: &Mutation, b: &Mutation, of: Part) -> bool {
    let (mut one, mut other) = (rules.clone(), rules.clone());
    change(&mut one, a);
    change(&mut other, b);
    let holders = Holders::of(rules);
    a.parts.iter().chain(&b.parts).filter(|p| holders.of_part(rules, **p).contains(&of)).all(|p| same(&one, &other, *p))
}

/// Whether a part is the same in two rules.
fn same(a: &Rules, b: &Rules, part: Part) -> bool {
    match part {
        Part::Settings => a.settings == b.settings,
        Part::Kind(id) => a.kinds.get(id) == b.kinds.get(id),
        Part::State(id) => a.states.get(id) == b.states.get(id),
        Part::Count(id) => a.counts.get(id) == b.counts.get(id),
        Part::Value(id) => a.values.get(id) == b.values.get(id),
        Part::Proc(id) => a.procs.get(id) == b.procs.get(id),
        Part::Table(id) => a.tables.get(id) == b.tables.get(id),
        Part::Rule(id) | Part::Brought(id) => a.rules.get(id) == b.rules.get(id),
        Part::Attach(id) => a.attaches.get(id) == b.attaches.get(id),
        Part::Forbid(at) => a.forbids.get(at) == b.forbids.get(at),
        Part::Lasting(id) => a.lasting.get(id) == b.lasting.get(id),
        Part::Row(id) => a.rows.get(id) == b.rows.get(id),
        Part::Terrain(id) => a.terrains.get(id) == b.terrains.get(id),
        Part::Form(at) => a.forms.get(at) == b.forms.get(at),
        Part::Ruling(id) => a.rulings.get(id) == b.rulings.get(id),
        Part::Deck(id) => a.decks.get(id) == b.decks.get(id),
        Part::Column(id) => a.columns.get(id) == b.columns.get(id),
        Part::Thing(id) => a.things.get(id) == b.things.get(id),
    }
}

/// The declarations in which effects that last begin.
struct Holders(BTreeMap<LastingId, Vec<Part>>);

impl Holders {
    fn of(rules: &Rules) -> Self {
        // each effect is given a bearer that is nowhere else, and is looked for in what is printed
        let mut marked = rules.clone();
        let marks: Vec<(LastingId, String)> = rules.lasting.ids().map(|id| (id, format!("mark{}mark", id.0))).collect();
        for (id, mark) in &marks {
            let sym = marked.names.intern(mark);
            marked.lasting.get_mut(*id).expect("an effect").bearer = Some(sym);
        }
        let mut out: BTreeMap<LastingId, Vec<Part>> = BTreeMap::new();
        if !marks.is_empty() {
            for d in declared(&marked).into_values().flatten() {
                for (id, _) in marks.iter().filter(|(_, mark)| d.print.contains(mark)) {
                    out.entry(*id).or_default().push(d.part);
                }
            }
        }
        Self(out)
    }

    /// The declarations whose print holds what a mutation changes.
    fn all(&self, rules: &Rules, m: &Mutation) -> BTreeSet<Part> {
        m.parts.iter().flat_map(|p| self.of_part(rules, *p)).collect()
    }

    fn of_part(&self, rules: &Rules, part: Part) -> Vec<Part> {
        let lasts = |id: LastingId| self.0.get(&id).cloned().unwrap_or_default();
        let rule = |id: Option<_>| vec![id.map_or(Part::Settings, Part::Rule)];
        match part {
            Part::Brought(id) => rule(Some(id)),
            Part::Attach(id) => {
                let line = rules.attaches.get(id).expect("a line");
                let mut out = line.lasting.map_or_else(|| rule(line.rule), lasts);
                out.extend(rules.kinds.iter().filter(|(_, k)| k.lines.contains(&id)).map(|(k, _)| Part::Kind(k)));
                out
            }
            Part::Forbid(at) => rules.forbids[at].lasting.map_or_else(|| rule(rules.forbids[at].rule), lasts),
            Part::Lasting(id) => lasts(id),
            Part::Form(at) => rule(rule_of(rules, rules.forms[at].state)),
            other => vec![other],
        }
    }
}

/// The rule that a state is.
fn rule_of(rules: &Rules, state: StateId) -> Option<grognard::floors::hir::RuleId> {
    rules.rules.iter().find(|(_, r)| r.state == Some(state)).map(|(id, _)| id)
}

/// All that is said of a declaration.
fn speech(rules: &Rules, of: Part) -> String {
    let what = match of {
        Part::Settings => What::Settings,
        Part::Kind(id) => What::Kind(id),
        Part::State(id) => match rule_of(rules, id) {
            Some(rule) => What::Rule(rule),
            None => tags(rules, id),
        },
        Part::Count(id) => What::Count(id),
        Part::Value(id) => What::Value(id),
        Part::Proc(id) => What::Proc(id),
        Part::Table(id) => What::Table(id),
        Part::Rule(id) => return of_rule(rules, id),
        Part::Row(id) => What::Rows(rules.rows.get(id).expect("a row").kind),
        Part::Terrain(id) => What::Terrain(id),
        Part::Ruling(id) => What::Ruling(id),
        Part::Deck(id) => What::Deck(id),
        Part::Column(id) => What::Columns(rules.columns.get(id).expect("a column").kind),
        Part::Thing(id) => What::Thing(id),
        Part::Brought(_) | Part::Attach(_) | Part::Forbid(_) | Part::Lasting(_) | Part::Form(_) => unreachable!("no declaration"),
    };
    say(rules, &what).text()
}

/// A rule, and what its kind says of all its rules.
fn of_rule(rules: &Rules, id: grognard::floors::hir::RuleId) -> String {
    let word = rules.rules.get(id).expect("a rule").word;
    let kind = rules.kinds.iter().find(|(_, k)| k.word == word).map(|(id, _)| say(rules, &What::Kind(id)).text());
    format!("{}\n{}", say(rules, &What::Rule(id)).text(), kind.unwrap_or_default())
}

/// The tags that are said together with one.
fn tags(rules: &Rules, id: StateId) -> What {
    let of = |what: &What| matches!(what, What::Tags(list) if list.contains(&id));
    all(rules).into_iter().find(of).expect("a tag is said")
}
