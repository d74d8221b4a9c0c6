//! Questions that only the rules can answer: whether a side, once mustered, may be fielded.

use super::force::{Force, Quota};
use super::{Builder, Entries, Legal, Picked, Priced, Problem, Roster, Rulebook, bill, world};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Comparison, Expr, ExprKind, Ty};
use crate::ir::{Op, Program, X};
use crate::lower::{Lowered, Snippet, snippet};
use crate::resolve::{Asking, Scene};
use crate::source::Span;
use crate::vm::{Ask, Cast, EntId, Game, World};

/// The fault for a name, where that is the name of an entry: its pieces are counted by what they are.
fn of_an_entry(d: Diagnostic, entries: &Entries) -> Diagnostic {
    let name = d.message.strip_prefix("there is no `").and_then(|rest| rest.strip_suffix('`'));
    let Some(entry) = name.and_then(|name| entries.entries.iter().find(|e| e.name == name)) else { return d };
    let message = format!("`{}` is an entry of a list, and no question can ask for it by that name", entry.name);
    let help = "give its pieces a tag of their own, in their row below `is`, and ask for that";
    Diagnostic { message, ..d }.help(help)
}

/// The compiled questions of the pack and of every list. They have a program of their own, since questions add to it.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    program: Program,
    /// The list if it is of one, the question, and what to ask of the side in register 0.
    asked: Vec<(Option<usize>, Legal, X)>,
    /// Of those that compare two numbers: where in the list they stand, how they compare, what is asked of either side, and
    /// what is said behind a number.
    sides: Vec<(usize, Comparison, [X; 2], &'static str)>,
}

impl Questions {
    /// Compiles the `legal` lines of the pack and of every list, and its `always` lines. One with a fault is reported and never asked.
    #[must_use]
    pub fn read(book: Rulebook<'_>, entries: &Entries) -> (Self, Vec<Diagnostic>) {
        let common = entries.legal.iter().map(|l| (None, l));
        let own = entries.forces.iter().enumerate().flat_map(|(f, force)| force.legal.iter().map(move |l| (Some(f), l)));
        let all: Vec<(Option<usize>, &Legal)> = common.chain(own).collect();
        let mut found = Vec::new();
        if all.is_empty() {
            return (Self { program: book.program().clone(), ..Self::default() }, found);
        }
        let (mut rules, mut lowered) = (book.rules.clone(), book.lowered.clone());
        let mut scene = Scene::default();
        let kind = rules.kind_called("side").map_or(Ty::Unknown, Ty::Thing);
        let word = rules.names.intern("side");
        let side = scene.word(&mut rules, word, kind);
        let (mut asked, mut sides) = (Vec::new(), Vec::new());
        for (force, legal) in all {
            let (question, faults) = Asking::of(&mut rules, &scene).whether(&legal.question);
            if !faults.is_empty() {
                found.extend(faults.into_iter().map(|d| of_an_entry(d, entries)));
                continue;
            }
            let ask = |lowered: &mut Lowered, question: &Expr| {
                let (grown, proc, faults) = snippet(std::mem::take(lowered), &rules, &[(side, None)], Snippet::Ask(question));
                *lowered = grown;
                (proc, faults)
            };
            if let ExprKind::Compare(how, a, b) = &*question.kind
                && let Some(behind) = said_behind(a.ty).filter(|_| a.ty == b.ty)
            {
                let both = [a, b].map(|e| {
                    let (proc, faults) = ask(&mut lowered, e);
                    match lowered.program.procs.get(proc).map(|p| p.code.as_slice()) {
                        Some([Op::Give(x)]) if faults.is_empty() => Some(*x),
                        _ => None,
                    }
                });
                if let [Some(a), Some(b)] = both {
                    sides.push((asked.len(), *how, [a, b], behind));
                }
            }
            let (proc, faults) = ask(&mut lowered, &question);
            match lowered.program.procs.get(proc).map(|p| p.code.as_slice()) {
                _ if !faults.is_empty() => found.extend(faults),
                Some([Op::Give(x)]) => asked.push((force, legal.clone(), *x)),
                _ => found.push(unsettled(legal)),
            }
        }
        (Self { program: lowered.program, asked, sides }, found)
    }

    /// What a roster costs, as far as its names are known, and all that makes it illegal: what [`bill`] finds, then each question
    /// of the pack and of its list that does not hold of it, if all its names are known.
    #[must_use]
    pub fn bill(&self, entries: &Entries, roster: &Roster) -> (Priced, Vec<Problem>) {
        let (priced, mut problems) = bill(entries, roster);
        if !problems.iter().any(|p| p.unknown) {
            problems.extend(self.unmet(entries, roster));
        }
        (priced, problems)
    }

    /// What must always hold and does not hold of a side as things stand: the side and the line, by its name or as written.
    #[must_use]
    pub fn violated(&self, cast: &Cast, world: &World) -> Option<(i64, &str)> {
        let game = Game::new(&self.program, cast);
        let ask = game.ask(world, 0);
        let always = self.asked.iter().filter(|(_, legal, _)| legal.always);
        let mut each = always.flat_map(|(_, legal, x)| [1, 2].map(|side| (side, legal, x)));
        each.find(|(side, _, x)| !ask.holds(**x, &mut [*side; 48])).map(|(side, legal, _)| {
            let named = if legal.name.is_empty() { &legal.text } else { &legal.name };
            (side, named.as_str())
        })
    }

    /// What is asked of lists and holds of no force that can be drawn from them, as far as forces of all sizes were tried.
    #[must_use]
    pub fn hopeless(&self, entries: &Entries, own: impl Fn(Span) -> bool) -> Vec<Diagnostic> {
        let mut out = Vec::new();
        for (f, force) in entries.forces.iter().enumerate() {
            let asked: Vec<&(Option<usize>, Legal, X)> =
                self.asked.iter().filter(|(of, legal, _)| *of == Some(f) && own(legal.span)).collect();
            let mut open: Vec<bool> = vec![true; asked.len()];
            let mut tried = 0;
            for roster in forces(entries, force) {
                if open.iter().all(|o| !o) {
                    break;
                }
                tried += 1;
                self.asked_of(entries, &roster, |ask, side| {
                    for (open, (_, _, x)) in open.iter_mut().zip(&asked) {
                        *open = *open && !ask.holds(*x, &mut [i64::from(side); 48]);
                    }
                });
            }
            for (_, (_, legal, _)) in open.iter().zip(&asked).filter(|(open, _)| **open) {
                let message = format!("no force of the list `{}` meets this", force.name);
                let d = Diagnostic::new(Code::Never, legal.span, message)
                    .here(format!("{tried} were tried, small ones, large ones and mixed ones"));
                let d = d.label(force.span, "this says how many there may be");
                let negative = legal.text.contains("is less than 0");
                out.push(d.help(if negative {
                    "nothing is less than 0: write `is 0`, or a greater number"
                } else {
                    "change how many may be taken, or what is asked"
                }));
            }
        }
        out
    }

    /// Puts questions to a roster's side.
    fn asked_of(&self, entries: &Entries, roster: &Roster, f: impl FnOnce(&Ask<'_>, EntId)) {
        let mut b = Builder::new(&self.program, entries);
        let side = b.side(&roster.name);
        // there is an enemy, of whom nothing is known
        let _ = b.side("");
        b.allow(side, roster.points);
        if b.force(side, &roster.force).is_err() {
            return;
        }
        for picked in &roster.units {
            // what cannot be fielded is told with the price
            let _ = b.any_unit(side, &picked.entry, &picked.options, picked.name.as_deref().unwrap_or(""), None);
        }
        let (cast, leaders) = b.finish();
        let world = world(&self.program, &cast, &leaders);
        f(&Game::new(&self.program, &cast).ask(&world, 0), side);
    }

    /// The questions that do not hold of a roster's side.
    fn unmet(&self, entries: &Entries, roster: &Roster) -> Vec<Problem> {
        let Some(force) = entries.force(&roster.force) else { return Vec::new() };
        let mut failed = Vec::new();
        self.asked_of(entries, roster, |ask, side| {
            let of = self.asked.iter().enumerate().filter(|(_, (f, legal, _))| !legal.always && f.is_none_or(|f| f == force));
            let unmet = of.filter(|(_, (_, _, x))| !ask.holds(*x, &mut [i64::from(side); 48]));
            failed.extend(unmet.map(|(n, asked)| (asked, self.figures(n, ask, side))));
        });
        let mut out = Vec::new();
        for ((of, legal, _), figures) in failed {
            let whose = match of.and_then(|f| entries.forces.get(f)) {
                Some(list) => format!("the list `{}`", list.name),
                None => "every force".to_owned(),
            };
            let (what, name) = match (legal.name.as_str(), of) {
                ("", Some(_)) => (format!("{whose} is not satisfied"), legal.text.as_str()),
                ("", None) => ("it is not as every force must be".to_owned(), legal.text.as_str()),
                (name, Some(_)) => (format!("{whose} asks for `{name}`"), name),
                (name, None) => (format!("{whose} must meet `{name}`"), name),
            };
            let problem = match figures {
                Some((figures, fix)) => Problem::new(format!("{what}: {figures}"), fix),
                None => Problem::new(what, mend(&legal.text)),
            };
            out.push(problem.breaking(name));
        }
        out
    }

    /// What the two sides of a comparison come to, and by how much the first has to change.
    fn figures(&self, n: usize, ask: &Ask<'_>, side: EntId) -> Option<(String, String)> {
        let (_, how, both, behind) = self.sides.iter().find(|(at, ..)| *at == n)?;
        let [a, b] = both.map(|x| ask.x(x, &mut [i64::from(side); 48]));
        let more = |n: i64| format!("{}{behind}", n.abs());
        let told = |is: &str| format!("{a}{behind}, and {b}{behind} is the {is}");
        Some(match how {
            Comparison::AtMost => (told("most"), format!("bring it down by {}", more(a - b))),
            Comparison::Less => (told("first that is too much"), format!("bring it down by {}", more(a - b + 1))),
            Comparison::AtLeast => (told("least"), format!("bring it up by {}", more(b - a))),
            Comparison::More => (told("last that is too little"), format!("bring it up by {}", more(b - a + 1))),
            Comparison::Equal | Comparison::Unequal => return None,
        })
    }
}

/// How a question is met that compares nothing.
fn mend(asked: &str) -> String {
    match asked.strip_prefix("side is ").filter(|name| name.starts_with(char::is_uppercase)) {
        Some(name) => format!("muster so that the side is `{name}`: `grognard explain \"{name}\"` tells when it is"),
        None if ["any ", "no "].iter().any(|w| asked.starts_with(w)) => format!("muster so that there is: {asked}"),
        None => format!("muster so that this holds: {asked}"),
    }
}

/// What is said behind a number of this sort; none if it is told in another measure than it is kept in.
fn said_behind(ty: Ty) -> Option<&'static str> {
    match ty {
        Ty::POINTS => Some(" pts"),
        Ty::PLAIN => Some(""),
        _ => None,
    }
}

/// Tells of a question that has no answer without dice or deeds.
fn unsettled(legal: &Legal) -> Diagnostic {
    let (message, help) = if legal.always {
        ("what always holds hangs on no dice and no deed", "ask how things stand: `there is a`, `any`, `no`, `every`, `count of`")
    } else {
        (
            "whether a force may be fielded hangs on no dice and no deed",
            "ask what is known before the game: `price`, `count of`, `any`, `no`",
        )
    };
    Diagnostic::new(Code::Dice, legal.span, message).help(help)
}

/// How many of an entry without an end are tried beyond the least; how many of each of two; and how many forces of mixed sizes.
const MORE: usize = 6;
const OF_TWO: usize = 4;
const MIXED: usize = 60;

/// Forces of a list: the smallest and the largest, each entry alone and any two beside the least of the others, and mixed ones;
/// without options and with one each.
fn forces<'e>(entries: &'e Entries, force: &'e Force) -> impl Iterator<Item = Roster> + 'e {
    let all = sizes(&force.units).into_iter().enumerate();
    all.flat_map(move |(n, of)| [false, true].map(|bought| drawn(entries, force, &of, bought.then_some(n))))
}

/// How many of each entry are tried.
fn sizes(units: &[Quota]) -> Vec<Vec<usize>> {
    let most = |q: &Quota| q.most.unwrap_or(q.least + MORE).min(q.least + MORE).max(q.least);
    let least: Vec<usize> = units.iter().map(|q| q.least).collect();
    let mut out = vec![least.clone(), units.iter().map(most).collect()];
    let with = |changes: &[(usize, usize)]| {
        let mut of = least.clone();
        for (i, n) in changes {
            of.get_mut(*i).into_iter().for_each(|slot| *slot = *n);
        }
        of
    };
    for (i, one) in units.iter().enumerate() {
        out.extend((one.least + 1..=most(one)).map(|n| with(&[(i, n)])));
        for (j, two) in units.iter().enumerate().skip(i + 1) {
            let up_to = |q: &Quota| q.least + 1..=most(q).min(q.least + OF_TWO);
            out.extend(up_to(one).flat_map(|n| up_to(two).map(move |m| (n, m))).map(|(n, m)| with(&[(i, n), (j, m)])));
        }
    }
    // spread over the sizes that there are, the same at each run
    let mixed = |n: usize| units.iter().enumerate().map(move |(i, q)| q.least + (n * (2 * i + 3) + n / (i + 2)) % (most(q) - q.least + 1));
    out.extend((0..MIXED).map(|n| mixed(n).collect()));
    out
}

/// A force of so many of each entry; each unit with an option, if some are bought.
fn drawn(entries: &Entries, force: &Force, of: &[usize], bought: Option<usize>) -> Roster {
    let mut roster = Roster { name: "Any".to_owned(), force: force.name.clone(), points: 0, units: Vec::new() };
    for (i, (quota, n)) in force.units.iter().zip(of).enumerate() {
        let Some(entry) = entries.entries.get(quota.entry) else { continue };
        for m in 0..*n {
            let option = bought.and_then(|b| entry.offers.get((b + i + m) % entry.offers.len().max(1)));
            let options = option.map(|o| o.name.clone()).into_iter().collect();
            roster.units.push(Picked { entry: entry.name.clone(), name: None, options });
            roster.points += entry.price;
        }
    }
    roster
}
