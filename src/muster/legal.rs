//! Questions that only the rules can answer: whether a side, once mustered, may be fielded.

use super::{Builder, Entries, Legal, Priced, Problem, Roster, Rulebook, price, world};
use crate::diag::{Code, Diagnostic};
use crate::hir::Ty;
use crate::ir::{Op, Program, X};
use crate::lower::{Snippet, snippet};
use crate::resolve::{Asking, Scene};
use crate::vm::Game;

/// The compiled questions of the pack and of every list. They have a program of their own, since questions add to it.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    program: Program,
    /// The list if it is of one, the question, and what to ask of the side in register 0.
    asked: Vec<(Option<usize>, Legal, X)>,
}

impl Questions {
    /// Compiles the `legal` lines of the pack and of every list. One with a fault is reported and never asked.
    #[must_use]
    pub fn read(book: Rulebook<'_>, entries: &Entries) -> (Self, Vec<Diagnostic>) {
        let common = entries.legal.iter().map(|l| (None, l));
        let own = entries.forces.iter().enumerate().flat_map(|(f, force)| force.legal.iter().map(move |l| (Some(f), l)));
        let all: Vec<(Option<usize>, &Legal)> = common.chain(own).collect();
        let mut found = Vec::new();
        if all.is_empty() {
            return (Self { program: book.program().clone(), asked: Vec::new() }, found);
        }
        let (mut rules, mut lowered) = (book.rules.clone(), book.lowered.clone());
        let mut scene = Scene::default();
        let kind = rules.kind_called("side").map_or(Ty::Unknown, Ty::Thing);
        let word = rules.names.intern("side");
        let side = scene.word(&mut rules, word, kind);
        let mut asked = Vec::new();
        for (force, legal) in all {
            let (question, faults) = Asking::of(&mut rules, &scene).whether(&legal.question);
            if !faults.is_empty() {
                found.extend(faults);
                continue;
            }
            let (grown, proc, faults) = snippet(std::mem::take(&mut lowered), &rules, &[(side, None)], Snippet::Ask(&question));
            lowered = grown;
            match lowered.program.procs.get(proc).map(|p| p.code.as_slice()) {
                _ if !faults.is_empty() => found.extend(faults),
                Some([Op::Give(x)]) => asked.push((force, legal.clone(), *x)),
                _ => found.push(
                    Diagnostic::new(Code::Dice, legal.span, "whether a force may be fielded hangs on no dice and no deed")
                        .help("ask what is known before the game: `price`, `count of`, `any`, `no`"),
                ),
            }
        }
        (Self { program: lowered.program, asked }, found)
    }

    /// What a roster costs.
    ///
    /// # Errors
    /// All that makes it illegal: what [`price`] finds, then each question of the pack and of its list that does not
    /// hold of it, as far as its units are known.
    pub fn bill(&self, entries: &Entries, roster: &Roster) -> Result<Priced, Vec<Problem>> {
        let priced = price(entries, roster);
        if priced.as_ref().is_err_and(|problems| problems.iter().any(|p| p.unknown)) {
            return priced;
        }
        let unmet = self.unmet(entries, roster);
        match priced {
            Ok(p) if unmet.is_empty() => Ok(p),
            Ok(_) => Err(unmet),
            Err(problems) => Err(problems.into_iter().chain(unmet).collect()),
        }
    }

    /// The questions that do not hold of a roster's side.
    fn unmet(&self, entries: &Entries, roster: &Roster) -> Vec<Problem> {
        let Some(force) = entries.force(&roster.force) else { return Vec::new() };
        let mut b = Builder::new(&self.program, entries);
        let side = b.side(&roster.name);
        // there is an enemy, of whom nothing is known
        let _ = b.side("");
        b.allow(side, roster.points);
        if b.force(side, &roster.force).is_err() {
            return Vec::new();
        }
        for picked in &roster.units {
            // what cannot be fielded is told with the price
            let _ = b.any_unit(side, &picked.entry, &picked.options, picked.name.as_deref().unwrap_or(""), None);
        }
        let (cast, leaders) = b.finish();
        let world = world(&self.program, &cast, &leaders);
        let ask = Game::new(&self.program, &cast).ask(&world, 0);
        let mut out = Vec::new();
        for (of, legal, x) in self.asked.iter().filter(|(f, ..)| f.is_none_or(|f| f == force)) {
            if ask.holds(*x, &mut [i64::from(side); 48]) {
                continue;
            }
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
            out.push(Problem::new(what, format!("muster so that there is: {}", legal.text)).breaking(name));
        }
        out
    }
}
