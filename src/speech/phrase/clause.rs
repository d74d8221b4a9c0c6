//! What is asked, as a condition.

use super::english::{a, list};
use super::sel::As;
use crate::hir::{
    Comparison, CountId, Expr, ExprKind, LocalId, Measure, Part, Period, ProcId, Quality, Quantifier, Reach, RulingId, Sel, TerrainId,
    Test, Ty,
};
use crate::intern::Sym;
use crate::speech::Voice;

impl Voice<'_> {
    /// A condition: `the unit is in play`.
    #[must_use]
    pub fn clause(&self, e: &Expr) -> String {
        self.asks(e, false)
    }

    /// That it is not so.
    #[must_use]
    pub fn denied(&self, e: &Expr) -> String {
        self.asks(e, true)
    }

    fn asks(&self, e: &Expr, not: bool) -> String {
        use ExprKind as K;
        let is = if not { "is not" } else { "is" };
        let does = |yes: &str, no: &str| if not { format!("does not {no}") } else { yes.to_owned() };
        let r = self.rules;
        match &*e.kind {
            K::Truth(yes) => if *yes == not { "it never is so" } else { "it always is so" }.to_owned(),
            K::Takes(ruling, n) => self.is_read_as(*ruling, *n, is),
            K::Ask(v, args) if e.ty == Ty::Truth => r.values.get(*v).map_or_else(String::new, |v| self.holds(&v.head, args, not)),
            K::Is(x, any) => self.is_what(&self.noun(x), any, not),
            K::HasAny(x, var, any) => self.has_one_that_is(x, *var, any, not),
            K::HasAmount(x, count, n) => self.has_amount_of(&self.noun(x), *count, n, not),
            K::HasSome(x, s) => {
                format!("{} has {}", self.noun(x), if not { format!("no {}", self.sel_as(s, As::Bare)) } else { self.sel(s) })
            }
            K::Did(x, procs, period) => self.has_done(x, procs, *period, not),
            K::Same(x, y) => match &*x.kind {
                K::Reach(Reach::Side, owner) => {
                    format!("{} {} {}", self.noun(owner), does("belongs to", "belong to"), self.noun(y))
                }
                _ => format!("{} {is} {}", self.noun(x), self.noun(y)),
            },
            K::EnemyOf(x, y) => format!("{} {is} an enemy of {}", self.noun(x), self.noun(y)),
            K::FriendOf(x, y) => format!("{} {is} a friend of {}", self.noun(x), self.noun(y)),
            K::InPlay(x) => format!("{} {is} in play", self.noun(x)),
            K::OffBoard(x) => format!("{} {is} off the board", self.noun(x)),
            K::InGround(x, t) => {
                format!("{} {is} in {}", self.noun(x), r.terrains.get(*t).map_or_else(String::new, |t| self.name(t.name)))
            }
            K::InDeck(x, d) => format!("{} {} in {}", self.noun(x), if not { "has no card" } else { "has a card" }, self.pile(d)),
            K::Revealed(what, x) => format!("{} {is} revealed", self.hidden(*what, x)),
            K::InHand(x, drawn) => format!("{} {is} among {}", self.noun(x), self.word(*drawn)),
            K::Within(x, far, target) => format!("{} {is} {}", self.noun(x), self.near(far, target)),
            K::Touches(x, target) => format!("{} {} {}", self.noun(x), does("touches", "touch"), self.target(target)),
            K::Sees(x, y) => format!("{} {} {}", self.noun(x), does("sees", "see"), self.noun(y)),
            K::Carries(x, y) => format!("{} {} {}", self.noun(x), does("carries", "carry"), self.noun(y)),
            K::InSpot(x, spot, from) => format!("{} {is} {}", self.noun(x), self.placed_at(*spot, from)),
            K::Not(x) => self.asks(x, !not),
            K::And(all) => self.several(all, if not { "or" } else { "and" }, not),
            K::Or(all) if let Some((x, grounds)) = in_grounds(all) => self.is_in_one_of(x, &grounds, not),
            K::Or(all) => self.several(all, if not { "and" } else { "or" }, not),
            K::Compare(how, x, y) => self.compares(x, compared(*how, not), y),
            K::Between(x, low, high) => format!("{} to {}", self.compares(x, is, low), self.noun(high)),
            K::Exists(any, s) => self.there_is(s, (*any == Quantifier::Any) != not),
            K::Most(Part::All, s, of) => self.of_every(s, of, not),
            K::Most(part, s, of) => self.of_half(*part, s, of, not),
            K::During(proc, way) => self.is_going_on(*proc, *way, is),
            K::Result(passed) => format!("it {is} {}", if *passed { "passed" } else { "failed" }),
            K::If(cases, last) => {
                let case = |(when, what): &(Expr, Expr)| format!("{} if {}", self.asks(what, not), self.clause(when));
                let cases: Vec<String> = cases.iter().map(case).collect();
                format!("{}, otherwise {}", cases.join(", "), self.asks(last, not))
            }
            K::Local(l) => self.answered(*l, not),
            K::Error
            | K::Int(_)
            | K::Game
            | K::Turn
            | K::Turns
            | K::Thing(_)
            | K::Row(_)
            | K::Formation(_)
            | K::Word(_)
            | K::Compass(_)
            | K::Edge(_)
            | K::Deed(_)
            | K::Picked(..)
            | K::PlaceAt(..)
            | K::Reading(..)
            | K::ReadingNumber(_)
            | K::Ask(..)
            | K::Count(..)
            | K::Look(..)
            | K::Neg(_)
            | K::Math(..)
            | K::Quotient(..)
            | K::Share(..)
            | K::Rounded(..)
            | K::Pick(..)
            | K::CountOf(_)
            | K::The(_)
            | K::ExtremeOf(..)
            | K::MajorityOf(..)
            | K::CommonestOf(..)
            | K::SumOf(..)
            | K::Faces(..)
            | K::Distance(..)
            | K::March(..)
            | K::Ring(..)
            | K::Reach(..)
            | K::PlaceFrom(..)
            | K::Roll(_)
            | K::Do(_)
            | K::TotalOf(..)
            | K::RollCell(_) => {
                format!("{} {is} so", self.noun(e))
            }
        }
    }

    fn compares(&self, x: &Expr, said: &str, y: &Expr) -> String {
        let noun = self.noun(x);
        let said = if many(&noun, x.ty) { said.replacen("is", "are", 1) } else { said.to_owned() };
        format!("{noun} {said} {}", self.noun(y))
    }

    /// `a unit is in Wood, Sand or Mud`
    fn is_in_one_of(&self, x: &Expr, grounds: &[TerrainId], not: bool) -> String {
        let named = |t: &TerrainId| self.rules.terrains.get(*t).map_or_else(String::new, |t| self.name(t.name));
        let all: Vec<String> = grounds.iter().map(named).collect();
        let (is, or) = if not { ("is in neither", "nor") } else { ("is in", "or") };
        format!("{} {is} {}", self.noun(x), list(&all, or))
    }

    /// Several questions: within each other they are held together. That not all are so is that any is not.
    fn several(&self, all: &[Expr], word: &str, not: bool) -> String {
        match all {
            [] => if word == "and" { "it always is so" } else { "it never is so" }.to_owned(),
            [one] => self.asks(one, not),
            _ => {
                // what holds only of some comes last: `and, if the unit is Foot, it is Proud`
                let (some, rest): (Vec<_>, Vec<_>) = all.iter().map(|x| (x, self.holds_of_some(x))).partition(|(_, said)| said.is_some());
                if let ([(_, Some(said))], false, "and") = (some.as_slice(), not, word) {
                    let rest: Vec<Expr> = rest.into_iter().map(|(x, _)| x.clone()).collect();
                    return format!("{} and, {said}", self.several(&rest, word, not));
                }
                let parts = match (word, not) {
                    ("and", false) => self.drawn_together(all, false),
                    _ => all.iter().map(|x| self.one_of(x, not)).collect(),
                };
                neither(&parts).filter(|_| word == "and").unwrap_or_else(|| joined(&parts, word))
            }
        }
    }

    /// `if the unit is Foot, it is Proud`, where one of two is that somebody is not something.
    fn holds_of_some(&self, e: &Expr) -> Option<String> {
        let ExprKind::Or(all) = &*e.kind else { return None };
        let [a, b] = all.as_slice() else { return None };
        let denied = |e: &'_ Expr| match &*e.kind {
            ExprKind::Not(inner) if matches!(&*inner.kind, ExprKind::Is(..)) => Some(inner.clone()),
            _ => None,
        };
        let (of, then) = denied(a).map(|of| (of, b)).or_else(|| denied(b).map(|of| (of, a)))?;
        // of two that are not so, neither is what the other hangs on
        let plain = !matches!(&*then.kind, ExprKind::And(_) | ExprKind::Or(_)) && denied(then).is_none();
        plain.then(|| format!("if {}, {}", self.clause(&of), self.clause(then)))
    }

    /// Several questions that must all be so: what is asked of the same one in a word is said together, `the unit is Foot and Proud`,
    /// `the unit is neither Foot nor Proud`.
    fn drawn_together(&self, all: &[Expr], apart: bool) -> Vec<String> {
        let mut said: Vec<(Of, Vec<String>)> = Vec::new();
        for e in flat(all) {
            let text = if apart { self.holds_of_some(e) } else { None }.unwrap_or_else(|| self.one_of(e, false));
            let (of, yes) = match &*e.kind {
                ExprKind::Not(inner) => (&*inner.kind, false),
                kind => (kind, true),
            };
            let who = if let ExprKind::Is(x, any) = of { Some(self.noun(x)).filter(|_| any.len() == 1) } else { None };
            let is = if yes { " is " } else { " is not " };
            let what = who.as_ref().and_then(|who| text.strip_prefix(who.as_str())?.strip_prefix(is)).map(str::to_owned);
            let plain = what.filter(|what| what.split(' ').all(|w| w.starts_with(char::is_uppercase)));
            let of = who.filter(|_| plain.is_some()).map(|who| (who, yes));
            match said.last_mut().filter(|(before, _)| of.is_some() && *before == of) {
                Some((_, all)) => all.extend(plain),
                None => said.push((of, vec![plain.unwrap_or(text)])),
            }
        }
        let together = |(of, all): (Of, Vec<String>)| match of {
            None => all.concat(),
            Some((who, true)) => format!("{who} is {}", list(&all, "and")),
            Some((who, false)) if all.len() == 1 => format!("{who} is not {}", all.concat()),
            Some((who, false)) => format!("{who} is neither {}", all.join(" nor ")),
        };
        said.into_iter().map(together).collect()
    }

    /// What must all be so, part by part, where one sentence would be too long for it.
    pub(in crate::speech) fn listed(&self, e: &Expr) -> Option<Vec<String>> {
        const LONGEST: usize = 150;
        let ExprKind::And(all) = &*e.kind else { return None };
        let parts = self.drawn_together(all, true);
        let long = parts.iter().map(String::len).sum::<usize>() > LONGEST;
        (long && parts.len() > 2).then_some(parts)
    }

    /// A question among several.
    fn one_of(&self, e: &Expr, not: bool) -> String {
        let text = self.asks(e, not);
        let one = matches!(&*e.kind, ExprKind::And(all) if !not && self.drawn_together(all, false).len() == 1);
        match pair(e, not).filter(|_| !one) {
            Some(word) if !text.contains(" is neither ") || text.contains(" and ") => format!("{word} {text}"),
            _ => text,
        }
    }

    /// `the ruling The Fog says “Thick”`
    fn is_read_as(&self, ruling: RulingId, n: u32, is: &str) -> String {
        let name = self.rules.rulings.get(ruling).map_or_else(String::new, |x| self.name(x.name));
        let says = if is == "is" { "says" } else { "does not say" };
        format!("the ruling {name} {says} “{}”", self.reading(ruling, n))
    }

    /// `the unit has a model that is Proud`
    fn has_one_that_is(&self, x: &Expr, var: LocalId, any: &[Quality], not: bool) -> String {
        let kind = self.rules.locals.get(var).map_or(Ty::Unknown, |l| l.ty);
        let kind = if let Ty::Thing(k) = kind { self.kind(k) } else { "piece".to_owned() };
        let before = self.call(var, format!("that {kind}"));
        let said = self.is_what(&format!("that {kind}"), any, false);
        self.recall(var, before);
        let said = said.strip_prefix(&format!("that {kind} is ")).map_or_else(|| format!("of which {said}"), |s| format!("that is {s}"));
        format!("{} has {} {said}", self.noun(x), if not { format!("no {kind}") } else { a(&kind) })
    }

    /// `the unit has performed Sit this turn`
    fn has_done(&self, x: &Expr, procs: &[ProcId], period: Period, not: bool) -> String {
        let names: Vec<String> = procs.iter().filter_map(|p| self.rules.procs.get(*p)).map(|p| self.name(p.head.name)).collect();
        let when = match period {
            Period::Turn => "this turn",
            Period::LastTurn => "last turn",
            Period::Phase => "this phase",
            Period::Game => "in this game",
        };
        format!("{} has {}performed {} {when}", self.noun(x), if not { "not " } else { "" }, list(&names, "or"))
    }

    /// `this is an aimed Wave`
    fn is_going_on(&self, proc: ProcId, way: Option<Sym>, is: &str) -> String {
        let name = self.rules.procs.get(proc).map_or_else(String::new, |p| self.name(p.head.name));
        match way {
            Some(way) => format!("this {is} {}", a(&format!("{} {name}", self.name(way)))),
            None => format!("{name} {is} being done"),
        }
    }

    /// A word that stands for yes or no.
    fn answered(&self, local: LocalId, not: bool) -> String {
        let word = self.word(local);
        let noun = word.starts_with("the ") || word.starts_with("that ");
        match (noun, not) {
            (true, _) => format!("{word} is {}", if not { "no" } else { "yes" }),
            (false, true) => format!("not {word}"),
            (false, false) => word,
        }
    }

    fn has_amount_of(&self, who: &str, count: CountId, n: &Expr, not: bool) -> String {
        let no = if not { "does not have" } else { "has" };
        let named = self.rules.counts.get(count).map(|c| (self.name(c.name), c.holds));
        let much = self.noun(n);
        match named {
            Some((name, holds)) => {
                let meant = self.rules.count_in(holds, |_| true) == Some(count);
                let measured = matches!(holds, Ty::Number(Measure::Named(_))) && n.ty == holds && meant;
                if measured { format!("{who} {no} {much}") } else { format!("{who} {no} at least {much} of {name}") }
            }
            None => format!("{who} {no} {much}"),
        }
    }

    fn of_every(&self, s: &Sel, e: &Expr, not: bool) -> String {
        let (who, any) = match self.its_own(s).map(|_| format!("one of {}", self.sel_as(s, As::Many))) {
            Some(one) => (one.clone(), one),
            None => (self.sel_as(s, As::Bare), format!("one {}", self.sel_as(s, As::Bare))),
        };
        let (said, subject) = self.speaking_of(s, Some(e), || (self.asks(e, not), self.word(s.var)));
        if not {
            return format!("for at least {any}, {said}");
        }
        // where the first word alone speaks of it, it is said of every one
        let alone = said.strip_prefix(&format!("{subject} ")).filter(|rest| {
            let plain = [" and ", " or ", " not ", " where ", ","].iter().all(|w| !rest.contains(w));
            plain && !rest.contains(&subject) && !rest.starts_with("does not") && !rest.starts_with("is not")
        });
        match alone {
            Some(rest) if !who.contains(" where ") => format!("every {who} {rest}"),
            _ => format!("for every {who}, {said}"),
        }
    }

    fn there_is(&self, s: &Sel, some: bool) -> String {
        match (self.one_is(s, some), self.owned(s)) {
            (Some(said), _) => said,
            (None, Some((owner, own))) if some => format!("{owner} has {}", self.sel(&own)),
            (None, Some((owner, own))) => format!("{owner} has no {}", self.sel_as(&own, As::Bare)),
            (None, None) if some => format!("there is {}", self.sel(s)),
            (None, None) => format!("there is no {}", self.sel_as(s, As::Bare)),
        }
    }

    /// `at least one figure of it is Tired`, `no figure of it is Tired`, where one plain fact is asked behind what tells which.
    fn one_is(&self, s: &Sel, some: bool) -> Option<String> {
        let (last, rest) = s.tests.split_last()?;
        let Test::Where(fact) = last else { return None };
        if rest.iter().any(|t| matches!(t, Test::Where(_))) {
            return None;
        }
        let which = Sel { tests: rest.to_vec(), ..s.clone() };
        let (said, who) = self.speaking_of(s, Some(fact), || {
            let who = match (self.its_own(&which), some) {
                (None, true) => format!("at least one {}", self.sel_as(&which, As::Bare)),
                (None, false) => format!("no {}", self.sel_as(&which, As::Bare)),
                (Some(_), true) => format!("at least one of {}", self.sel_as(&which, As::Many)),
                (Some(_), false) => format!("none of {}", self.sel_as(&which, As::Many)),
            };
            (self.plainly_said_of_it(fact, s), who)
        });
        said.map(|said| format!("{who} {said}"))
    }

    fn of_half(&self, part: Part, s: &Sel, e: &Expr, not: bool) -> String {
        let half = match (part, not) {
            (Part::MoreThanHalf, false) => "more than half",
            (Part::MoreThanHalf, true) => "at most half",
            (_, false) => "at least half",
            (_, true) => "fewer than half",
        };
        let the = if self.its_own(s).is_some() { "" } else { "the " };
        let who = format!("{half} of {the}{}", self.sel_as(s, As::Many));
        let (said, subject) = self.speaking_of(s, Some(e), || (self.asks(e, false), self.word(s.var)));
        let alone = said.strip_prefix(&format!("{subject} is ")).filter(|rest| !rest.contains(&subject) && !rest.contains(" and "));
        alone.map_or_else(|| format!("for {who}, {said}"), |rest| format!("{who} are {rest}"))
    }

    /// Whether whoever sees friends and enemies here is who always does.
    pub(super) fn is_viewer(&self, e: &Expr) -> bool {
        matches!(*e.kind, ExprKind::Local(l) if self.sees_as(l))
    }
}

/// Of whom it is said in a word that he is something, or is not.
type Of = Option<(String, bool)>;

/// Questions that must all be so, without those that hold some of them together.
fn flat(all: &[Expr]) -> Vec<&Expr> {
    all.iter().flat_map(|e| if let ExprKind::And(inner) = &*e.kind { flat(inner) } else { vec![e] }).collect()
}

/// What holds several questions together within others: `both` or `either`.
pub(super) fn pair(e: &Expr, not: bool) -> Option<&'static str> {
    match &*e.kind {
        ExprKind::Not(x) => pair(x, !not),
        ExprKind::And(all) | ExprKind::Or(all) if all.len() < 2 => all.first().and_then(|x| pair(x, not)),
        ExprKind::And(_) => Some(if not { "either" } else { "both" }),
        ExprKind::Or(_) => Some(if not { "both" } else { "either" }),
        _ => None,
    }
}

/// How two are compared.
const fn compared(how: Comparison, not: bool) -> &'static str {
    match (how, not) {
        (Comparison::Equal, false) | (Comparison::Unequal, true) => "is",
        (Comparison::Unequal, false) | (Comparison::Equal, true) => "is not",
        (Comparison::Less, false) | (Comparison::AtLeast, true) => "is less than",
        (Comparison::AtMost, false) | (Comparison::More, true) => "is at most",
        (Comparison::More, false) | (Comparison::AtMost, true) => "is more than",
        (Comparison::AtLeast, false) | (Comparison::Less, true) => "is at least",
    }
}

/// Whether a word for a plain number is one of several: `the crumbs`.
pub fn many(noun: &str, ty: Ty) -> bool {
    let word = noun.strip_prefix("the ").filter(|w| !w.contains(' ') && w.starts_with(char::is_lowercase));
    ty == Ty::PLAIN && word.is_some_and(|w| w.ends_with('s') && !w.ends_with("ss") && !w.ends_with("us"))
}

/// Clauses that each say of one and the same what it is not: `this is neither a slow Wave nor a quick Wave`.
pub(super) fn neither(clauses: &[String]) -> Option<String> {
    // what says more of the one than its name may mean another in each clause
    let simple = |who: &str| !who.starts_with("there ") && ![" that ", " which ", " where ", ", "].iter().any(|w| who.contains(w));
    let short = |what: &str| ![" and ", " or ", ", ", " is "].iter().any(|w| what.contains(w));
    let parts: Vec<(&str, &str)> = clauses.iter().map(|c| c.split_once(" is not ")).collect::<Option<_>>()?;
    let ((who, first), rest) = parts.split_first()?;
    let alike = simple(who) && short(first) && rest.iter().all(|(w, what)| w == who && short(what));
    let others: Vec<&str> = rest.iter().map(|(_, what)| *what).collect();
    (alike && !rest.is_empty()).then(|| format!("{who} is neither {first} nor {}", others.join(" nor ")))
}

/// Questions one after the other, with a comma behind what could go on.
fn joined(parts: &[String], word: &str) -> String {
    let mut out = String::new();
    for (i, p) in parts.iter().enumerate() {
        if i > 0 {
            // `either a or both b and c` would be heard of a and b
            let word = if word == "or" && p.starts_with("both ") { "or else" } else { word };
            out = format!("{out}{} {word} ", if parts.get(i - 1).is_some_and(|b| may_go_on(b)) { "," } else { "" });
        }
        out.push_str(p);
    }
    out
}

/// Whether a question that follows could be heard as part of this one.
fn may_go_on(text: &str) -> bool {
    [" where ", " and ", " or ", ", ", " rounded "].iter().any(|w| text.contains(w)) || text.split(' ').count() > LONG
}

/// So many words are so long that what follows begins anew.
const LONG: usize = 12;

/// Who is asked whether he is in one of several sorts of ground, if that is asked.
fn in_grounds(all: &[Expr]) -> Option<(&Expr, Vec<TerrainId>)> {
    let ground = |e: &'_ Expr| if let ExprKind::InGround(_, t) = &*e.kind { Some(*t) } else { None };
    let (first, rest) = all.split_first()?;
    let ExprKind::InGround(x, _) = &*first.kind else { return None };
    let same = |e: &Expr| matches!(&*e.kind, ExprKind::InGround(y, _) if y.kind == x.kind);
    let grounds: Option<Vec<TerrainId>> = all.iter().map(ground).collect();
    (!rest.is_empty() && rest.iter().all(same)).then_some(())?;
    Some((x, grounds?))
}
