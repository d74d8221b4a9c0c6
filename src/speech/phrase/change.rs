//! What a rule or a row changes, said of a place or of what it stands in.

use super::english::a;
use super::noun::series;
use super::number::{part, rounded};
use super::sel::As;
use crate::hir::walk::{Walk, walk_expr};
use crate::hir::{Change, ChangeKind, DiceChange, Every, Expr, ExprKind, Faces, Factor, Guard, Measure, Ty};
use crate::speech::Voice;

/// The words of an amount that are still heard together with what they are added to.
const LONG_AMOUNT: usize = 8;

/// Where a change is felt: names for the sentence.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// As a noun: `this unit's Movement`; `it` within a row.
    pub noun: String,
    /// Whether it is felt where it stands, so that the place need not be said.
    pub here: bool,
    /// The sentence that a condition holds, and that it does not.
    pub holds: Option<(String, String)>,
}

impl Place {
    /// Within the row itself.
    #[must_use]
    pub fn here() -> Self {
        Self { noun: "it".into(), here: true, holds: None }
    }

    /// ` to the unit's Pace`, or nothing where it is felt here.
    fn to(&self, word: &str) -> String {
        if self.here { String::new() } else { format!(" {word} {}", self.noun) }
    }

    /// `each die of the unit's Throw`, or `each die` where it is felt here.
    fn whose(&self, what: &str) -> String {
        if self.here { what.to_owned() } else { format!("{what} of {}", self.noun) }
    }

    /// More or less of something of it.
    fn more(&self, minus: bool, what: &str, of: &str) -> String {
        if minus { format!("subtract {what} from {}", self.whose(of)) } else { format!("add {what} to {}", self.whose(of)) }
    }
}

impl Voice<'_> {
    /// What a change does at a place, its guard not.
    #[must_use]
    pub fn change(&self, c: &ChangeKind, at: &Place) -> String {
        use ChangeKind as C;
        let noun = &at.noun;
        match c {
            C::Set(e) if e.ty == Ty::Truth => format!("it holds{} if {}", at.to("for"), self.clause(e)),
            C::Set(e) => format!("{noun} is {}", self.noun(e)),
            C::Add { minus, amount, every } => {
                let (what, every) = (self.noun(amount), every.as_ref().map_or_else(String::new, |e| self.every(e)));
                // who is meant is heard before what it is that he has
                let long = !at.here && (what.contains(',') || what.starts_with("the ") || what.split_whitespace().count() > LONG_AMOUNT);
                match (*minus, long) {
                    (true, true) => format!("{}, subtract {what}{every}", at.to("from").trim_start()),
                    (true, false) => format!("subtract {what}{}{every}", at.to("from")),
                    (false, true) => format!("{}, add {what}{every}", at.to("to").trim_start()),
                    (false, false) => format!("add {what}{}{every}", at.to("to")),
                }
            }
            C::Scale(factor, how) => {
                let way = rounded(*how);
                let way = if way.is_empty() { String::new() } else { format!(",{way}") };
                format!("{noun} is {}{way}", self.factor(factor))
            }
            C::Floor(e) => format!("{noun} is at least {}", self.noun(e)),
            C::Ceiling(e) => format!("{noun} is at most {}", self.noun(e)),
            C::Exactly(e, true) => format!("roll exactly {}{}", self.many_dice(e, ""), at.to("in")),
            C::Exactly(e, false) => format!("{noun} is exactly {}", self.noun(e)),
            C::Yes => at.holds.clone().map_or_else(|| format!("{noun} holds"), |h| h.0),
            C::No => at.holds.clone().map_or_else(|| format!("{noun} does not hold"), |h| h.1),
            C::Each { minus, amount } => at.more(*minus, &self.noun(amount), "each die"),
            C::Total { minus, amount } => at.more(*minus, &self.noun(amount), "the total"),
            C::Dice { how, amount, every, keep } => {
                let dice = match how {
                    DiceChange::Plus => format!("roll {}", self.many_dice(amount, "more ")),
                    DiceChange::Minus => format!("roll {}", self.many_dice(amount, "fewer ")),
                    DiceChange::Times => format!("roll {} times as many dice", self.noun(amount)),
                };
                let every = every.as_ref().map_or_else(String::new, |e| self.every(e));
                let keep = keep.map_or_else(String::new, |k| format!(" and {k}"));
                format!("{dice}{}{every}{keep}", at.to("in"))
            }
            C::Reroll { faces, may, anew } => {
                let one = matches!(faces, Faces::Some(1) | Faces::Worst(1));
                let verb = if *may {
                    "may be"
                } else if one {
                    "is"
                } else {
                    "are"
                };
                format!("{} {verb} rolled again{}", at.whose(&self.faces(*faces)), if *anew { " as a new test" } else { "" })
            }
            C::Natural(n, forced) => format!("{}{} {}", self.natural(*n), at.to("in"), self.forced(forced)),
            C::Need(e) if at.here => format!("{} is needed instead", self.needed(e)),
            C::Need(e) => format!("{noun} needs {}", self.needed(e)),
            C::Explode(faces, once) => {
                let which = match faces {
                    Faces::Face(n) => n.to_string(),
                    Faces::Score(n) => format!("{n} or more"),
                    Faces::Failures | Faces::Successes | Faces::All | Faces::Some(_) | Faces::Worst(_) => self.faces(*faces),
                };
                format!("each die{} of {which} explodes{}", at.to("in"), if *once { " once" } else { "" })
            }
            C::Keep(k) => format!("{k}{}", at.to("in")),
            C::HitCounts(e) => format!("{} counts {}", at.whose("each hit"), self.noun(e)),
            C::HitDice(d) => format!("{} counts what {} shows", at.whose("each hit"), self.dice(d)),
            C::Passes => format!("{noun} counts as passed"),
            C::Fails => format!("{noun} counts as failed"),
            C::Moves(moves) if at.here => self.moves_besides(moves),
            C::Moves(moves) => format!("{noun} includes {}", self.moves_besides(moves)),
        }
    }

    /// A change with when it applies.
    #[must_use]
    pub fn guarded(&self, c: &Change, at: &Place) -> String {
        let Change { kind, guard, at: _ } = c;
        let (said, when) = (self.change(kind, at), self.guard(guard));
        // `halved, rounded up when` would be heard of the rounding alone
        let comma = if matches!(kind, ChangeKind::Scale(_, Some(_))) && when.starts_with(" when ") { "," } else { "" };
        format!("{said}{comma}{when}")
    }

    /// A score that is needed.
    fn needed(&self, e: &Expr) -> String {
        match e.constant() {
            Some(n) => format!("{n}+"),
            None => self.noun(e),
        }
    }

    /// `1 more die`, `2 more dice`
    fn many_dice(&self, e: &Expr, more: &str) -> String {
        match e.constant() {
            Some(1) => format!("1 {more}die"),
            Some(n) => format!("{n} {more}dice"),
            None if more.is_empty() => format!("as many dice as {}", self.noun(e)),
            None => format!("{} {more}dice", self.held(e)),
        }
    }

    /// ` for every full 3 models`
    #[must_use]
    pub fn every(&self, e: &Every) -> String {
        match e {
            Every::Of(1, s) if self.its_own(s).is_some() => format!(" for each of {}", self.sel_as(s, As::Many)),
            Every::Of(1, s) => format!(" for each {}", self.sel_as(s, As::Bare)),
            Every::Of(n, s) => {
                let of = if self.its_own(s).is_some() { "of " } else { "" };
                format!(" for every full {n} {of}{}", self.sel_as(s, As::Many))
            }
            Every::By(1, e) if matches!(e.ty, Ty::Number(Measure::Plain)) => format!(" for each point of {}", self.noun(e)),
            Every::By(n, e) => {
                let m = if let Ty::Number(m) = e.ty { m } else { Measure::Plain };
                format!(" for every full {} of {}", self.amount(*n, m), self.noun(e))
            }
        }
    }

    /// What a quantity is multiplied by: `halved`, `multiplied by 3`.
    #[must_use]
    pub fn factor(&self, f: &Factor) -> String {
        match f {
            Factor::Share(1, 2) => "halved".to_owned(),
            Factor::Share(2, 1) => "doubled".to_owned(),
            Factor::Share(n, 1) => format!("multiplied by {n}"),
            Factor::Share(n, d) => format!("{} what it was", part(*n, *d)),
            Factor::By(e) => format!("multiplied by {}", self.noun(e)),
        }
    }

    /// ` if ...`, or nothing.
    #[must_use]
    pub fn guard(&self, guards: &[Guard]) -> String {
        // what asks for the result says so itself
        let waits: String = guards
            .iter()
            .filter_map(|Guard { test, result }| result.filter(|r| !asks_for(test, *r)))
            .map(|passed| format!(", once it is {}", if passed { "passed" } else { "failed" }))
            .collect();
        let (during, tests): (Vec<&Expr>, Vec<&Expr>) =
            guards.iter().flat_map(|g| self.beside_played(&g.test)).partition(|e| matches!(&*e.kind, ExprKind::During(..)));
        let during: String = during.iter().map(|e| format!(" during {}", self.going_on(e))).collect();
        let when = match tests.as_slice() {
            [] => String::new(),
            [one] => match &*one.kind {
                ExprKind::Not(x) => format!(" unless {}", self.clause(x)),
                _ => format!(" when {}", self.clause(one)),
            },
            all => format!(" when {}", series(&all.iter().map(|e| self.clause(e)).collect::<Vec<_>>(), "and")),
        };
        format!("{when}{during}{waits}")
    }

    /// What is being done, as a noun: `an aimed Wave`.
    fn going_on(&self, e: &Expr) -> String {
        match &*e.kind {
            ExprKind::During(proc, way) => {
                let name = self.rules.procs.get(*proc).map_or_else(String::new, |p| self.name(p.head.name));
                way.map_or_else(|| name.clone(), |w| a(&format!("{} {name}", self.name(w))))
            }
            _ => self.clause(e),
        }
    }
}

/// Whether a question speaks of this result of the throw that is made.
fn asks_for(test: &Expr, passed: bool) -> bool {
    struct Find(bool, bool);
    impl Walk for Find {
        fn expr(&mut self, e: &Expr) {
            self.1 |= matches!(*e.kind, ExprKind::Result(r) if r == self.0);
            walk_expr(self, e);
        }
    }
    let mut find = Find(passed, false);
    find.expr(test);
    find.1
}
