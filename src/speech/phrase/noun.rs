//! What is asked, as a thing or a number.

use super::english::{a, list, of};
use super::number::{inches, part, rounded};
use super::sel::As;
use super::throw::end;
use super::words::mentions;
use crate::hir::{Bearing, Call, Expr, ExprKind, Extreme, Head, Operator, Reach, Ring, RulingId, Sel, Shown, Ty};
use crate::num::Rounding;
use crate::speech::Voice;
use crate::table::{Edge, Facing, unpack_edge};

impl Voice<'_> {
    /// A thing or a number: `the number of models in the unit`.
    #[must_use]
    pub fn noun(&self, e: &Expr) -> String {
        use ExprKind as K;
        let r = self.rules;
        match &*e.kind {
            K::Error => "what could not be read".to_owned(),
            K::Int(n) => self.typed(*n, e.ty),
            K::Truth(yes) => if *yes { "yes" } else { "no" }.to_owned(),
            K::Local(l) => self.word(*l),
            K::Game => "the game".to_owned(),
            K::Turn => "the number of the turn".to_owned(),
            K::Turns => "the number of turns that the game lasts".to_owned(),
            K::Thing(id) => r.things.get(*id).map_or_else(String::new, |t| self.name(t.name)),
            K::Row(id) => r.rows.get(*id).map_or_else(String::new, |t| self.name(t.name)),
            K::Formation(id) => r.states.get(*id).map_or_else(String::new, |s| self.name(s.name)),
            K::Word(s) => self.name(*s),
            K::Compass(n) => compass(*n),
            K::Edge(n) => edge(*n),
            K::Deed(p) => self.title(r.procs.get(*p).map(|p| &p.head)),
            K::Picked(word, _, whose) => of(&self.held(whose), &r.locals.get(*word).map_or_else(String::new, |l| self.name(l.word))),
            K::PlaceAt(x, y) => format!("({}, {})", inches(*x), inches(*y)),
            K::Reading(ruling, n) => self.reading(*ruling, *n),
            K::ReadingNumber(ruling) => r.rulings.get(*ruling).map_or_else(String::new, |x| self.name(x.name)),
            K::Ask(v, args) if e.ty != Ty::Truth => r.values.get(*v).map_or_else(String::new, |v| self.put(&v.head, args)),
            K::Count(c, whose) => of(&self.held(whose), &r.counts.get(*c).map_or_else(String::new, |c| self.name(c.name))),
            K::Look(t, args) => self.looked_up_in(r.tables.get(*t).map(|t| &t.head), args),
            K::Neg(x) => format!("minus {}", self.held(x)),
            K::Math(op, x, y) => self.math(*op, x, y),
            K::Quotient(x, y, how) => {
                let sum = matches!(&*x.kind, K::Math(Operator::Plus | Operator::Minus, ..));
                let left = if sum { format!("{},", self.held(x)) } else { self.left(x) };
                format!("{left} divided by {}{}", self.held(y), rounded(*how))
            }
            K::Share(n, d, x, how) => format!("{} {}{}", part(*n, *d), self.held(x), rounded(*how)),
            K::Rounded(x, how) => self.whole_inches(x, *how),
            K::If(cases, last) => self.cases(cases, last),
            K::Pick(which, of) => self.greatest_of(*which, of),
            K::CountOf(s) => format!("the number of {}", self.sel_as(s, As::Many)),
            K::The(s) => self.sel_as(s, As::The),
            K::ExtremeOf(which, of, s) => self.over(end(*which), of, s),
            K::MajorityOf(of, s) => self.over("most common", of, s),
            K::CommonestOf(kind, s) => format!("the most common {} among {}", self.kind(*kind), self.sel_as(s, As::Many)),
            K::SumOf(of, s) => self.sum_of(of, s),
            K::Faces(Shown::Face(n), throw, _) => format!("the number of {n}s in {}", self.word(*throw)),
            K::Faces(Shown::Alike, throw, _) => format!("the largest set of like dice in {}", self.word(*throw)),
            K::Distance(x, y) => format!("the distance from {} to {}", self.noun(x), self.noun(y)),
            K::March(x, y) => format!("the way to walk from {} to {}", self.noun(x), self.noun(y)),
            K::Ring(ring, x, y) => self.ring(*ring, x, y),
            K::Reach(reach, x) => self.reached(*reach, x),
            K::PlaceFrom(x, far, bearing) => self.place_from(x, far, bearing),
            K::Roll(dice) => self.dice(dice),
            K::Do(call) => self.deed(call),
            K::TotalOf(call, s) => {
                format!("the total of {} for {}", self.speaking_of(s, None, || self.deed(call)), self.sel_as(s, As::Each))
            }
            K::RollCell(x) => format!("a roll of {}", self.noun(x)),
            K::Takes(..)
            | K::Ask(..)
            | K::Is(..)
            | K::HasAny(..)
            | K::HasAmount(..)
            | K::HasSome(..)
            | K::Did(..)
            | K::Same(..)
            | K::EnemyOf(..)
            | K::FriendOf(..)
            | K::InPlay(_)
            | K::OffBoard(_)
            | K::InGround(..)
            | K::InDeck(..)
            | K::Revealed(..)
            | K::InHand(..)
            | K::Within(..)
            | K::Touches(..)
            | K::Sees(..)
            | K::Carries(..)
            | K::InSpot(..)
            | K::Not(_)
            | K::And(_)
            | K::Or(_)
            | K::Compare(..)
            | K::Between(..)
            | K::Exists(..)
            | K::Most(..)
            | K::During(..)
            | K::Result(_) => format!("whether {}", self.clause(e)),
        }
    }

    /// The same within something else: what has parts is held together.
    #[must_use]
    pub fn held(&self, e: &Expr) -> String {
        use ExprKind as K;
        let text = self.noun(e);
        match &*e.kind {
            K::Math(..) | K::Quotient(..) | K::If(..) | K::Rounded(..) | K::Share(_, _, _, Some(_)) => format!("({text})"),
            _ => text,
        }
    }

    /// What stands left of a sign: where it might go on, a comma ends it.
    fn left(&self, e: &Expr) -> String {
        let text = match &*e.kind {
            ExprKind::Math(..) => self.noun(e),
            _ => self.held(e),
        };
        if loose(&text) { format!("{text},") } else { text }
    }

    fn math(&self, op: Operator, x: &Expr, y: &Expr) -> String {
        let times = |e: &Expr| matches!(&*e.kind, ExprKind::Math(Operator::Times, ..));
        let sum = |e: &Expr| matches!(&*e.kind, ExprKind::Math(Operator::Plus | Operator::Minus, ..));
        match op {
            Operator::Plus | Operator::Minus => {
                let right = if times(y) { self.noun(y) } else { self.held(y) };
                format!("{} {} {right}", self.left(x), if op == Operator::Plus { "plus" } else { "minus" })
            }
            Operator::Times => {
                let left = if sum(x) { self.held(x) } else { self.left(x) };
                let left = if loose(&left) && !left.ends_with(',') { format!("{left},") } else { left };
                let right = self.held(y);
                match right.strip_prefix("1 ") {
                    Some(measure) if !left.contains(' ') => format!("{left} {measure}"),
                    _ => format!("{left} times {right}"),
                }
            }
        }
    }

    /// A title without blanks.
    fn title(&self, head: Option<&Head>) -> String {
        head.map_or_else(String::new, |h| self.name(h.name))
    }

    /// A reading by its name.
    pub(in crate::speech) fn reading(&self, ruling: RulingId, n: u32) -> String {
        let reading = self.rules.rulings.get(ruling).and_then(|r| r.readings.get(n as usize));
        reading.map_or_else(String::new, |(name, _)| self.name(*name))
    }

    fn looked_up_in(&self, head: Option<&Head>, keys: &[Expr]) -> String {
        let Some(head) = head else { return String::new() };
        if head.roles.len() == keys.len() && !keys.is_empty() {
            return self.put(head, keys);
        }
        format!("what {} gives for {}", self.name(head.name), series(&keys.iter().map(|k| self.held(k)).collect::<Vec<_>>(), "and"))
    }

    /// `the Pace of the unit rounded up to whole inches`
    fn whole_inches(&self, x: &Expr, how: Rounding) -> String {
        let whole = if how == Rounding::Nearest { " inch" } else { " to whole inches" };
        format!("{}{}{whole}", self.held(x), rounded(Some(how)))
    }

    /// `2 if the unit is Proud, otherwise 1`
    fn cases(&self, cases: &[(Expr, Expr)], last: &Expr) -> String {
        let case = |(when, what): &(Expr, Expr)| {
            let inner = matches!(&*what.kind, ExprKind::If(..));
            format!("{} if {}", if inner { self.held(what) } else { self.noun(what) }, self.clause(when))
        };
        let mut all: Vec<String> = cases.iter().map(case).collect();
        all.push(format!("otherwise {}", self.noun(last)));
        all.join(", ")
    }

    /// `the greater of 2 and 3`
    fn greatest_of(&self, which: Extreme, of: &[Expr]) -> String {
        let word = match (which, of.len()) {
            (Extreme::Highest, 0..=2) => "greater",
            (Extreme::Highest, _) => "greatest",
            (Extreme::Lowest, 0..=2) => "lesser",
            (Extreme::Lowest, _) => "least",
        };
        format!("the {word} of {}", series(&of.iter().map(|x| self.held(x)).collect::<Vec<_>>(), "and"))
    }

    /// `the sum of the Pace of all models of the unit`
    fn sum_of(&self, of: &Expr, s: &Sel) -> String {
        match self.own_name(of, s) {
            Some(name) => format!("the sum of the {name} of all {}", self.sel_as(s, As::Many)),
            None => format!("the sum, over all {}, of {}", self.sel_as(s, As::Many), self.speaking_of(s, Some(of), || self.held(of))),
        }
    }

    /// `the highest Pace among models of the unit`
    fn over(&self, which: &str, e: &Expr, s: &Sel) -> String {
        match self.own_name(e, s) {
            Some(name) => format!("the {which} {name} among {}", self.sel_as(s, As::Many)),
            None => {
                format!("the {which} result, over all {}, of {}", self.sel_as(s, As::Many), self.speaking_of(s, Some(e), || self.held(e)))
            }
        }
    }

    /// The title of a value that is asked of a description's word, with what else it is asked for.
    pub(super) fn own_name(&self, e: &Expr, s: &Sel) -> Option<String> {
        let own = |e: &Expr| matches!(*e.kind, ExprKind::Local(l) if l == s.var);
        match &*e.kind {
            ExprKind::Count(c, of) if own(of) => self.rules.counts.get(*c).map(|c| self.name(c.name)),
            ExprKind::Reach(Reach::Price, of) if own(of) => Some("price".to_owned()),
            ExprKind::Ask(v, args) => {
                let head = &self.rules.values.get(*v)?.head;
                let (first, rest) = args.split_first()?;
                let plain = own(first) && head.roles.first().is_some_and(|r| r.prep == crate::ast::Prep::Of);
                let again = rest.iter().any(|a| mentions(a, s.var));
                let blanks = self.blanks_of(head, args);
                let tail: String = blanks.iter().skip(1).map(|(p, w)| format!(" {p} {w}")).collect();
                (plain && !again).then(|| format!("{}{tail}", self.name(head.name)))
            }
            _ => None,
        }
    }

    fn reached(&self, reach: Reach, x: &Expr) -> String {
        let owner = self.held(x);
        match reach {
            Reach::Side => of(&owner, "side"),
            Reach::OtherSide => match &*x.kind {
                ExprKind::Reach(Reach::Side, of_whom) => of(&self.held(of_whom), "opponent"),
                _ if owner == "the side" => "the opposing side".to_owned(),
                _ => of(&owner, "opponent"),
            },
            Reach::Leader => of(&owner, "leader"),
            Reach::Rank => of(&owner, "rank"),
            Reach::Place => of(&owner, "place"),
            Reach::Facing => of(&owner, "facing"),
            Reach::Edge => of(&owner, "edge"),
            Reach::Type => of(&owner, "type"),
            Reach::Formation => of(&owner, "formation"),
            Reach::Price => of(&owner, "price"),
            Reach::Allowance => of(&owner, "allowance"),
            Reach::Up(kind) => of(&owner, &self.kind(kind)),
        }
    }

    fn ring(&self, ring: Ring, x: &Expr, y: &Expr) -> String {
        match ring {
            Ring::Bearing => format!("the bearing from the centre of {} to the centre of {}", self.noun(x), self.noun(y)),
            Ring::Angle => format!("the angle from {} to {}", self.held(x), self.held(y)),
            Ring::Clockwise => format!("{} turned {} to the right", self.held(x), self.held(y)),
            Ring::Back => format!("{} turned {} to the left", self.held(x), self.held(y)),
        }
    }

    fn place_from(&self, x: &Expr, far: &Expr, bearing: &Bearing) -> String {
        let (x, far) = (self.noun(x), self.held(far));
        match bearing {
            Bearing::Ahead => format!("the place {far} ahead of {x}"),
            Bearing::Behind => format!("the place {far} behind {x}"),
            Bearing::Towards(to) => format!("the place {far} from {x} towards {}", self.noun(to)),
            Bearing::Facing(way) => format!("the place {far} from {x} towards {}", self.noun(way)),
        }
    }

    /// A call with its blanks, ways and answers, as a noun: `Advance by the unit`.
    #[must_use]
    pub fn deed(&self, c: &Call) -> String {
        let Call { proc, args, ways, answers, result: _, at: _ } = c;
        let Some(p) = self.rules.procs.get(*proc) else { return String::new() };
        let name = self.name(p.head.name);
        let ways: Vec<String> = ways.iter().map(|w| self.name(*w)).collect();
        let name = if ways.is_empty() { name } else { a(&format!("{} {name}", ways.join(" and "))) };
        let blanks: String = self.blanks_of(&p.head, args).iter().map(|(p, w)| format!(" {p} {w}")).collect();
        let answers: Vec<String> = answers.iter().map(|(q, e)| format!("{} for {}", self.noun(e), self.name(*q))).collect();
        let answers = if answers.is_empty() { String::new() } else { format!(", with {} as the answer", list(&answers, "and")) };
        format!("{name}{blanks}{answers}")
    }
}

/// A text without what stands in brackets, which end by themselves.
fn unbracketed(text: &str) -> String {
    let mut depth = 0_u32;
    let outside = |c: &char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    };
    text.chars().filter(outside).collect()
}

/// Whether it cannot be heard where a phrase ends.
pub(super) fn loose(text: &str) -> bool {
    let text = unbracketed(text);
    [" where ", " if ", " and ", " or ", ", ", " is ", " rounded "].iter().any(|w| text.contains(w)) && !text.ends_with(',')
}

/// `a, b and c`; a comma before the last, too, where a part could go on.
pub(super) fn series(items: &[String], last: &str) -> String {
    match items {
        [start @ .., end] if start.iter().any(|s| loose(s)) => format!("{}, {last} {end}", start.join(&format!(", {last} "))),
        all => list(all, last),
    }
}

/// `the north edge`
fn edge(n: i64) -> String {
    let word = match unpack_edge(n).flatten() {
        Some(Edge::North) => "north",
        Some(Edge::East) => "east",
        Some(Edge::South) => "south",
        Some(Edge::West) => "west",
        None => "nearest",
    };
    format!("the {word} edge")
}

/// A point of the compass by its name, or in degrees from north.
fn compass(n: i64) -> String {
    let named = Facing::COMPASS.iter().find(|(_, way)| i64::from(way.0) == n);
    named.map_or_else(|| format!("{}°", super::space::degrees(n.saturating_mul(360_000) / 65_536)), |(name, _)| (*name).to_owned())
}
