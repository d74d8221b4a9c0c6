//! Contributions that may meet and do not commute.

use super::Whole;
use super::apart::{apart, met_holds, settled};
use super::own::Own;
use super::reach::Reach;
use super::reader::Reader;
use super::said::{Said, of_quantity, of_throw, of_value};
use super::term::number;
use super::words::{met_name, met_words, place, written};
use crate::diag::{Code, Diagnostic};
use crate::graph::{Met, Quantity, Row, Splice};
use crate::hir::{ChanceKind, ChangeKind, Expr, Forced, Moves, Natural, Proc, ProcKind, Rules};
use crate::source::Span;

/// How many pairs of lines are compared in all.
const PAIRS: usize = 50_000;

/// Reports two `=` on one value, two needs, two results of one face or two worths of a hit on one throw, and two
/// `instead of` on one step, and two ends of one move, that nothing keeps apart. A `forbid` is a veto: any number of them may meet.
pub(super) fn check(whole: Whole<'_>, reach: &Reach) -> Vec<Diagnostic> {
    let Whole { rules, graph, .. } = whole;
    let mut conflicts = Conflicts { whole, reach, own: Own::of(whole.files, whole.decls), left: PAIRS, out: Vec::new() };
    for (id, value) in rules.values.iter() {
        conflicts.sets(rules.names.text(value.head.name), &of_value(rules, graph, id));
    }
    for quantity in graph.contributions.keys() {
        if let Quantity::Cost(proc) = quantity {
            let name = rules.procs.get(*proc).map_or("", |p| rules.names.text(p.head.name));
            conflicts.sets(&format!("cost of {name}"), &of_quantity(rules, graph, *quantity));
        }
    }
    for (id, proc) in rules.procs.iter().filter(|(_, p)| matches!(p.kind, ProcKind::Chance(_))) {
        conflicts.own_naturals(proc);
        conflicts.throw(rules.names.text(proc.head.name), sides(proc), &of_throw(rules, graph, id));
    }
    for (id, proc) in rules.procs.iter().filter(|(_, p)| matches!(p.kind, ProcKind::Manner(_))) {
        conflicts.faces(rules.names.text(proc.head.name), &of_throw(rules, graph, id));
    }
    for ((proc, step, splice), list) in &graph.splices {
        if *splice == Splice::Instead {
            conflicts.instead(&place(rules, *proc, *step), list);
        }
    }
    conflicts.out
}

/// What is looked at, and what was found.
struct Conflicts<'a> {
    whole: Whole<'a>,
    reach: &'a Reach,
    own: Own,
    /// How many pairs may yet be compared.
    left: usize,
    out: Vec<Diagnostic>,
}

impl Conflicts<'_> {
    /// Whether so many can still be compared with each other; told where not.
    fn room(&mut self, what: &str, n: usize, at: impl FnOnce() -> Option<Span>) -> bool {
        let pairs = n * n.saturating_sub(1) / 2;
        if pairs > self.left {
            let message = format!("{n} lines change `{what}`: with them there are more than {PAIRS} pairs to compare");
            let d = Diagnostic::new(Code::Unready, at().unwrap_or_default(), message);
            self.out.push(d.help("make one rule of those that belong together"));
            return false;
        }
        self.left -= pairs;
        true
    }

    /// Each two of some lines.
    fn pairs<'l, 's>(&mut self, what: &str, list: &[&'l Said<'s>]) -> Vec<(&'l Said<'s>, &'l Said<'s>)> {
        if !self.room(what, list.len(), || list.first().map(|s| s.line)) {
            return Vec::new();
        }
        list.iter().enumerate().flat_map(|(i, a)| list.iter().skip(i + 1).map(move |b| (*a, *b))).collect()
    }

    fn sets(&mut self, name: &str, all: &[Said<'_>]) {
        self.exactly(name, all);
        self.crossed(name, all);
        let sets: Vec<&Said<'_>> = all.iter().filter(|s| matches!(s.change.kind, ChangeKind::Set(_))).collect();
        let both = format!("set `{name}`");
        // what a pack says is told once, with all that it meets in its parents
        let mut met: Vec<(&Said<'_>, Vec<&Said<'_>>)> = Vec::new();
        for (a, b) in self.pairs(name, &sets) {
            if !self.may_meet(a, b) {
                continue;
            }
            let (a, b, inherited) = self.own.first(self.whole, (a, a.at()), (b, b.at()));
            match met.iter_mut().find(|(c, _)| inherited && std::ptr::eq(*c, a)) {
                Some((_, others)) => others.push(b),
                None if inherited => met.push((a, vec![b])),
                None => self.clash((a, &[b]), inherited, &both, Some("sets it to")),
            }
        }
        for (a, others) in met {
            self.clash((a, &others), true, &both, Some("sets it to"));
        }
    }

    /// Nothing is exactly two numbers.
    fn exactly(&mut self, name: &str, all: &[Said<'_>]) {
        let of: Vec<&Said<'_>> = all.iter().filter(|s| matches!(s.change.kind, ChangeKind::Exactly(_, false))).collect();
        for (a, b) in self.pairs(name, &of) {
            if self.may_meet(a, b) {
                let (a, b, inherited) = self.own.first(self.whole, (a, a.at()), (b, b.at()));
                self.clash((a, &[b]), inherited, &format!("say what `{name}` is exactly"), Some("says it is"));
            }
        }
    }

    /// Nothing is at least so much and at most less.
    fn crossed(&mut self, name: &str, all: &[Said<'_>]) {
        let limit = |s: &Said<'_>, floor: bool| match &s.change.kind {
            ChangeKind::Floor(e) if floor && s.of_rule => number(self.whole.rules, e),
            ChangeKind::Ceiling(e) if !floor && s.of_rule => number(self.whole.rules, e),
            _ => None,
        };
        let of = |floor: bool| all.iter().filter_map(|s| Some((s, limit(s, floor)?))).collect::<Vec<_>>();
        let (floors, ceilings) = (of(true), of(false));
        let pairs = floors.iter().flat_map(|(a, least)| ceilings.iter().filter(move |(_, most)| most < least).map(move |(b, _)| (*a, *b)));
        for (a, b) in pairs.collect::<Vec<_>>() {
            if self.meet(a, b) {
                let message = format!("`{name}` cannot be both: the least of one rule is more than the most of another");
                let d = Diagnostic::new(Code::Conflict, a.at(), message).here(format!("`{}` says the least", a.name));
                self.out.push(d.label(b.at(), format!("`{}` says the most", b.name)).help(self.one_over_other(a, b)));
            }
        }
    }

    fn throw(&mut self, name: &str, sides: i64, all: &[Said<'_>]) {
        let of = |f: fn(&ChangeKind) -> bool| -> Vec<&Said<'_>> { all.iter().filter(|s| f(&s.change.kind)).collect() };
        for (a, b) in self.pairs(name, &of(|k| matches!(k, ChangeKind::Need(_)))) {
            if self.may_meet(a, b) {
                let (a, b, inherited) = self.own.first(self.whole, (a, a.at()), (b, b.at()));
                self.clash((a, &[b]), inherited, &format!("say what `{name}` needs"), None);
            }
        }
        for (a, b) in self.pairs(name, &of(|k| matches!(k, ChangeKind::Natural(..)))) {
            let (ChangeKind::Natural(scores, what), ChangeKind::Natural(others, that)) = (&a.change.kind, &b.change.kind) else { continue };
            let shared = (1..=sides).filter(|face| has(*scores, *face) && has(*others, *face));
            if what != that && self.meet(a, b) {
                for face in shared {
                    let d =
                        Diagnostic::new(Code::Conflict, a.line, format!("a natural {face} of `{name}` is given two results that may meet"));
                    let d = d.here(result(what)).label(b.line, result(that));
                    self.out.push(d.help(self.one_over_other(a, b)));
                }
            }
        }
        // which of two comes first would matter, and neither is meant to come after the other
        for (a, b) in self.pairs(name, &of(|k| matches!(k, ChangeKind::HitCounts(_) | ChangeKind::HitDice(_)))) {
            if self.meet(a, b) {
                let message = format!("two rules say what each hit of `{name}` counts and may meet");
                let d = Diagnostic::new(Code::Conflict, a.line, message).here(format!("so says `{}`", a.name));
                self.out.push(d.label(b.line, format!("so says `{}`", b.name)).help(self.one_over_other(a, b)));
            }
        }
    }

    /// Two results of one face in the lines of a throw itself.
    fn own_naturals(&mut self, proc: &Proc) {
        let ProcKind::Chance(chance) = &proc.kind else { return };
        let name = self.whole.rules.names.text(proc.head.name);
        for (i, (line, scores, what)) in chance.naturals.iter().enumerate() {
            let mut before = chance.naturals.iter().take(i).filter(|(_, _, that)| at_odds(what, that));
            let first = before.find_map(|b| Some((b, (1..=sides(proc)).find(|face| has(*scores, *face) && has(b.1, *face))?)));
            let Some(((other, _, that), face)) = first else { continue };
            let message = format!("two lines say what a natural {face} of `{name}` does");
            let d = Diagnostic::new(Code::Conflict, line.at.span(), message).here(result(what)).label(other.at.span(), result(that));
            self.out.push(d.help("leave one of them out, or give it another face"));
        }
    }

    /// Who ends facing the way that he went does not end facing as he did. All else that is said of a manner holds side by side.
    fn faces(&mut self, name: &str, all: &[Said<'_>]) {
        let of = |m: &Moves| -> Vec<&Said<'_>> { all.iter().filter(|s| s.change.kind == ChangeKind::Moves(m.clone())).collect() };
        let (turning, keeping) = (of(&Moves::Turning), of(&Moves::KeepsFacing));
        if !self.room(name, turning.len().max(keeping.len()), || turning.first().map(|s| s.line)) {
            return;
        }
        for a in &turning {
            for b in &keeping {
                if !self.meet(a, b) {
                    continue;
                }
                let message = format!("of whoever moves by `{name}`, one rule says that he turns, and another that he does not");
                let d = Diagnostic::new(Code::Conflict, a.at(), message).here("faces the way that he went");
                self.out.push(d.label(b.at(), "keeps facing as he did").help(self.one_over_other(a, b)));
            }
        }
    }

    fn instead(&mut self, what: &str, list: &[Met]) {
        let Whole { rules, graph, .. } = self.whole;
        if !self.room(what, list.len(), || list.first().map(|m| met_words(rules, *m))) {
            return;
        }
        for (i, a) in list.iter().enumerate() {
            for b in list.iter().skip(i + 1) {
                let row = |m: &Met| (Row::Met(*m), Some(*m));
                if settled(graph, row(a), row(b)) || apart(rules, self.reach, &met_holds(rules, *a), &met_holds(rules, *b)) {
                    continue;
                }
                let message = format!("two rules take the place of `{what}`, and nothing keeps them apart");
                let d = Diagnostic::new(Code::Conflict, met_words(rules, *a), message).here("may replace it");
                let of_rule = |m: &Met| rules.attaches.get(m.attach).is_some_and(|a| a.rule.is_some());
                let place = |m: &Met| of_rule(m).then(|| before(rules, Some(*m)));
                let narrower = self.narrower(&met_holds(rules, *a), &met_holds(rules, *b));
                let help = over((&met_name(rules, *a), place(a)), (&met_name(rules, *b), place(b)), narrower);
                self.out.push(d.label(met_words(rules, *b), "may replace it too").help(help));
            }
        }
    }

    /// Which of two is to override the other.
    fn one_over_other(&self, a: &Said<'_>, b: &Said<'_>) -> String {
        let line = |s: &Said<'_>| s.of_rule.then(|| before(self.whole.rules, s.met));
        over((&a.name, line(a)), (&b.name, line(b)), self.narrower(&a.when, &b.when))
    }

    /// Whether the first holds only where the second does, and not the other way about; or that the other way about.
    fn narrower(&self, a: &[Expr], b: &[Expr]) -> Option<bool> {
        let within = |a: &[Expr], b: &[Expr]| {
            let mut reader = Reader::new(self.whole.rules, self.reach);
            let all = reader.all(a);
            let mut sure = |one: &Expr| {
                let no = reader.also(one, false);
                reader.laws.never(&all.and(&no))
            };
            b.iter().all(&mut sure)
        };
        let (one, other) = (within(a, b), within(b, a));
        (one != other).then_some(one)
    }

    fn meet(&self, a: &Said<'_>, b: &Said<'_>) -> bool {
        let Whole { rules, graph, .. } = self.whole;
        !settled(graph, (a.row, a.met), (b.row, b.met)) && !apart(rules, self.reach, &a.when, &b.when)
    }

    /// Whether two may meet that do not say the same.
    fn may_meet(&self, a: &Said<'_>, b: &Said<'_>) -> bool {
        let rules = self.whole.rules;
        if let (Some(a), Some(b)) = (amount(a), amount(b)) {
            let constant = number(rules, a);
            if constant.is_some() && constant == number(rules, b) || Reader::new(rules, self.reach).same(a, b) {
                return false;
            }
        }
        self.meet(a, b)
    }

    /// Two that may meet: what both do, and the verb before what each says; without one, so much is said by the line itself.
    fn clash(&mut self, (a, others): (&Said<'_>, &[&Said<'_>]), inherited: bool, both: &str, verb: Option<&str>) {
        let Whole { rules, files, .. } = self.whole;
        let says = |s: &Said<'_>| match (verb, amount(s)) {
            (Some(verb), Some(amount)) => format!("`{}` {verb} {}", s.name, files.slice(amount.at.span())),
            _ => format!("so says `{}`", s.name),
        };
        let how_many = if others.len() == 1 { "two" } else { "several" };
        let at = |s: &Said<'_>| if verb.is_some() { s.at() } else { s.line };
        let mut d = Diagnostic::new(Code::Conflict, at(a), format!("{how_many} rules {both} and may meet")).here(says(a));
        for b in others {
            d = d.label(at(b), says(b));
        }
        self.out.push(d.help(match others {
            [b] if !inherited => self.one_over_other(a, b),
            _ => one_over_all(rules, a, others),
        }));
    }
}

/// How many sides each die of a throw has, where faces mean something by themselves.
fn sides(proc: &crate::hir::Proc) -> i64 {
    let ProcKind::Chance(chance) = &proc.kind else { return 0 };
    match &chance.kind {
        ChanceKind::Pool { each: Some(each), .. } => each.sides,
        ChanceKind::Check { dice, .. } => dice.number.saturating_mul(dice.sides),
        _ => 6,
    }
}

const fn has(scores: Natural, face: i64) -> bool {
    match scores {
        Natural::Exactly(n) => n == face,
        Natural::OrMore(n) => face >= n,
        Natural::OrLess(n) => face <= n,
    }
}

/// Whether no face can have both results: what hits may count for several besides.
fn at_odds(one: &Forced, other: &Forced) -> bool {
    let counts = |f: &Forced| matches!(f, Forced::Counts(n) if *n > 0);
    let both = |a: &Forced, b: &Forced| *a == Forced::Succeeds && counts(b);
    one != other && !both(one, other) && !both(other, one)
}

fn result(forced: &Forced) -> String {
    match forced {
        Forced::Succeeds => "it succeeds".to_owned(),
        Forced::Fails => "it fails".to_owned(),
        Forced::Counts(n) => format!("it counts {n}"),
    }
}

fn amount<'s>(said: &Said<'s>) -> Option<&'s Expr> {
    match &said.change.kind {
        ChangeKind::Set(e) | ChangeKind::Need(e) | ChangeKind::Exactly(e, _) => Some(e),
        _ => None,
    }
}

/// One rule over all that it meets.
fn one_over_all(rules: &Rules, a: &Said<'_>, others: &[&Said<'_>]) -> String {
    let mut names: Vec<String> = others.iter().filter(|s| s.of_rule).map(|s| written(&s.name)).collect();
    names.sort();
    names.dedup();
    if !a.of_rule || names.is_empty() {
        return "end it with `if`, so that they do not meet".to_owned();
    }
    let [end, at] = before(rules, a.met);
    format!("write `, overriding {}{end}` {at} here", names.join(", overriding "))
}

/// How `overriding` stands in the line of a rule, and where: what is asked behind it is parted from the name.
fn before(rules: &Rules, met: Option<Met>) -> [&'static str; 2] {
    let asks = met.and_then(|m| m.of(rules)).is_some_and(|(_, meeting)| !meeting.guard.is_empty());
    if asks { [",", "before `if`"] } else { ["", "before the colon"] }
}

/// The one that overrides the other: the narrower, else the one that is told. Only what belongs to a rule has a place for it.
fn over(a: (&str, Option<[&str; 2]>), b: (&str, Option<[&str; 2]>), narrower: Option<bool>) -> String {
    let (here, there) = (written(a.0), written(b.0));
    let same = here == there && a.1.is_some() && b.1.is_some();
    match (a.1, b.1) {
        (Some([end, at]), Some(_)) if !same && narrower == Some(true) => {
            format!("write `, overriding {there}{end}` {at} here, in the narrower of the two")
        }
        (_, Some([end, by])) if !same && (narrower == Some(false) || a.1.is_none()) => {
            let why = if a.1.is_some() { format!("in `{there}`, the narrower of the two") } else { "there".to_owned() };
            format!("write `, overriding {here}{end}` {by} {why}")
        }
        (Some([end, at]), _) if !same => format!("write `, overriding {there}{end}` {at} here"),
        _ => "end one of them with `if`, so that they do not meet".to_owned(),
    }
}
