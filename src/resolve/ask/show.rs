//! A question as it is written, for messages: with one space between its words, brackets only where they are needed.

use crate::ast::{
    Adjective, AdjectiveKind, Arc, Best, Call, Chain, Choice, Dice, Expr, ExprKind, Gauge, Has, Is, Level, Link, Name, NameRef, Noun, Op,
    Param, Period, PlaceAt, Quantifier, Relative, RelativeKind, Role, Rounded, Selector, Share, Spot, Tail, TailKind, Way, Whom, Within,
};
use crate::diag::with_article;
use crate::intern::{Names, Sym};
use crate::num::{Measure, Rounding};
use crate::source::At;

/// Writes parts of a question out.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'n>(pub &'n Names);

/// A length as it is written.
fn length(mils: i64) -> String {
    Measure::from_thousandths(mils).to_string()
}

/// A share as it is written: `25%`, `1/3`.
pub(crate) fn share(share: Share) -> String {
    match share {
        Share::Percent(n) => format!("{n}%"),
        Share::Fraction(a, b) => format!("{a}/{b}"),
    }
}

/// Dice as they are written; `1d6` keeps its 1.
pub(crate) fn dice(d: Dice) -> String {
    let inches = if d.inches { "\"" } else { "" };
    let short = format!("d{}{inches}", d.sides);
    if d.number == 1 && d.at.span().len() <= short.len() { short } else { format!("{}{short}", d.number) }
}

fn rounded(r: Rounded) -> &'static str {
    way(r.way)
}

/// `rounded up`
pub(super) fn way(way: Rounding) -> &'static str {
    match way {
        Rounding::Up => " rounded up",
        Rounding::Down => " rounded down",
        Rounding::Nearest => " rounded nearest",
    }
}

/// A word as written.
const fn best(b: Best) -> &'static str {
    match b {
        Best::Best => "best",
        Best::Highest => "highest",
        Best::Lowest => "lowest",
        Best::Most => "most",
    }
}

/// An operator as written.
const fn op(op: Op) -> &'static str {
    match op {
        Op::Or => "or",
        Op::And => "and",
        Op::Equal => "is",
        Op::NotEqual => "is not",
        Op::AtMost => "is at most",
        Op::AtLeast => "is at least",
        Op::Less => "is less than",
        Op::More => "is more than",
        Op::Plus => "+",
        Op::Minus => "-",
        Op::Times => "x",
        Op::Divide => "/",
    }
}

impl Shown<'_> {
    /// A word.
    fn word(self, sym: Sym) -> String {
        self.0.text(sym).to_owned()
    }

    /// A name, in its quotes if it stands in such.
    pub fn name(self, n: Name) -> String {
        let text = self.0.text(n.sym);
        if quoted(text, n.at) { format!("\"{text}\"") } else { text.to_owned() }
    }

    /// A name with what stands in brackets behind it.
    pub fn name_ref(self, n: &NameRef) -> String {
        let param = n.param.map_or_else(String::new, |p| format!("({})", self.param(p)));
        format!("{}{param}", self.name(n.name))
    }

    /// What stands in brackets behind a name.
    pub fn param(self, p: Param) -> String {
        match p {
            Param::Int(n) => n.value.to_string(),
            Param::Dice(d) => dice(d),
            Param::Name(n) => self.name(n),
        }
    }

    fn names(self, list: &[NameRef]) -> String {
        let all: Vec<String> = list.iter().map(|n| self.name_ref(n)).collect();
        match all.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, before)) => format!("{} or {last}", before.join(", ")),
            None => String::new(),
        }
    }

    /// A question.
    pub fn expr(self, e: &Expr) -> String {
        match &*e.kind {
            ExprKind::Choice(c) => self.choice(c),
            ExprKind::Chain(c) => self.chain(c, c.rest.len()),
            ExprKind::Not(of) => format!("not {}", self.operand(of, Level::Compare)),
            ExprKind::Negative(of) => format!("- {}", self.operand(of, Level::Product)),
            ExprKind::Said(s) => s.tails.iter().fold(self.bracketed(&s.of), |out, t| out + self.tail(t).as_str()),
            ExprKind::Half { of, rounded: r } => format!("half {}{}", self.bracketed(of), r.map_or("", rounded)),
            ExprKind::ShareOf { share: s, of, rounded: r } => format!("{} of {}{}", share(*s), self.bracketed(of), r.map_or("", rounded)),
            ExprKind::Share(s) => share(*s),
            ExprKind::Takes(ruling, reading) => format!("{} is {}", self.name(*ruling), self.name(*reading)),
            ExprKind::Int(n) => n.to_string(),
            ExprKind::Length(n) => length(*n),
            ExprKind::Degrees(n) => format!("{}°", length(*n).trim_end_matches('"')),
            ExprKind::Need(n) => format!("{n}+"),
            ExprKind::Amount { value, measure } => format!("{value} {}", self.name(*measure)),
            ExprKind::Points(n) => format!("{n} pts"),
            ExprKind::Yes => "yes".into(),
            ExprKind::No => "no".into(),
            ExprKind::Dice(d) => dice(*d),
            ExprKind::FacesIn { face: Some(face), of } => format!("count of {}s in {}", face.value, self.expr(of)),
            ExprKind::FacesIn { face: None, of } => format!("largest set in {}", self.expr(of)),
            ExprKind::Count(s) => format!("count of {}", self.selector(s)),
            ExprKind::Total(t) => format!("total of {}{} for each {}", self.name_ref(&t.of), self.roles(&t.roles), self.selector(&t.each)),
            ExprKind::Sum { of, among } => format!("sum of {} of {}", self.expr(of), self.selector(among)),
            ExprKind::Pick { greater, of } => format!("{} of ({})", if *greater { "greater" } else { "lesser" }, self.list(of)),
            ExprKind::Between { what, from, to } => {
                let word = match what {
                    Gauge::Distance => "distance",
                    Gauge::March => "march",
                    Gauge::Bearing => "bearing",
                    Gauge::Angle => "angle",
                };
                format!("{word} from {} to {}", self.aimed(from), self.aimed(to))
            }
            ExprKind::Extreme { best: b, of, among } => format!("{} {} of {}", best(*b), self.name_ref(of), self.selector(among)),
            ExprKind::Majority { of, among } => format!("majority {} of {}", self.expr(of), self.selector(among)),
            ExprKind::Exists { quantifier, among } => self.exists(*quantifier, among),
            ExprKind::Call(c) => self.call(c),
            // the capital is the same word
            ExprKind::Me => if e.at.span().len() == 1 { "I" } else { "me" }.into(),
            ExprKind::My(w) => format!("my {}", self.word(w.sym)),
            ExprKind::It => "it".into(),
            ExprKind::This(w) => format!("this {}", self.word(w.sym)),
            ExprKind::ThisIs { not, ways } => {
                let ways: Vec<String> = ways.iter().map(|w| self.word(w.sym)).collect();
                format!("this is {}{}", if *not { "not " } else { "" }, ways.join(" or "))
            }
            ExprKind::Local(w) => self.word(w.sym),
            ExprKind::Of { word, of } => format!("{} of {}", self.word(word.sym), self.expr(of)),
            ExprKind::The(s) => format!("the {}", self.selector(s)),
            ExprKind::Line(l) => {
                let long = l.long.as_ref().map_or_else(String::new, |e| format!(" for {}", self.expr(e)));
                format!("the line from {} {} {}{long}", self.expr(&l.from), if l.beyond { "through" } else { "to" }, self.expr(&l.to))
            }
            ExprKind::Spot(p) => self.place_at(p),
            ExprKind::Place(p) => format!("{},{}", length(p.x.mils), length(p.y.mils)),
        }
    }

    /// Questions with commas between them.
    fn list(self, list: &[Expr]) -> String {
        list.iter().map(|e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }

    /// A direction or what is faced: what is worked out stands in brackets.
    fn aimed(self, e: &Expr) -> String {
        match &*e.kind {
            ExprKind::Chain(_) | ExprKind::Choice(_) | ExprKind::Said(_) => format!("({})", self.expr(e)),
            _ => self.expr(e),
        }
    }

    fn choice(self, c: &Choice) -> String {
        let arms = c.arms.iter().map(|(value, test)| format!("{} if {}", self.expr(value), self.expr(test)));
        let rest = c.otherwise.iter().map(|e| format!("else {}", self.expr(e)));
        arms.chain(rest).collect::<Vec<_>>().join(", ")
    }

    /// The first so many links of a chain.
    pub fn chain(self, c: &Chain, links: usize) -> String {
        let first = self.operand(&c.first, c.level);
        c.rest.iter().take(links).fold(first, |out, link| out + self.link(link, c.level).as_str())
    }

    fn link(self, link: &Link, level: Level) -> String {
        let rounded: String = link.rounded.iter().map(|r| rounded(*r)).collect();
        format!(" {} {}{rounded}", op(link.op), self.operand(&link.expr, level))
    }

    /// An operand, in brackets where they are needed.
    pub fn operand(self, e: &Expr, level: Level) -> String {
        let loose = match &*e.kind {
            ExprKind::Choice(_) => true,
            ExprKind::Chain(c) => c.level <= level,
            _ => false,
        };
        if loose { format!("({})", self.expr(e)) } else { self.expr(e) }
    }

    /// What stands before a question that is said of it, in brackets if it is more than one part.
    fn bracketed(self, e: &Expr) -> String {
        self.operand(e, Level::Product)
    }

    fn call(self, c: &Call) -> String {
        let args = if c.args.is_empty() { String::new() } else { format!(" ({})", self.list(&c.args)) };
        format!("{}{args}{}", self.name_ref(&c.name), self.roles(&c.roles))
    }

    fn roles(self, list: &[Role]) -> String {
        list.iter().map(|r| format!(" {} {}", r.prep.word(), self.blank(&r.with))).collect()
    }

    /// What fills a blank: with blanks of its own it stands in brackets.
    fn blank(self, e: &Expr) -> String {
        match &*e.kind {
            ExprKind::Call(c) if !c.roles.is_empty() || !c.args.is_empty() => format!("({})", self.expr(e)),
            _ => self.bracketed(e),
        }
    }

    fn place_at(self, p: &PlaceAt) -> String {
        let far = self.expr(&p.distance);
        match &p.way {
            Way::Towards { from, to } => format!("the place {far} from {} towards {}", self.expr(from), self.expr(to)),
            Way::Facing { from, to } => format!("the place {far} from {} facing {}", self.expr(from), self.expr(to)),
            Way::Ahead(of) => format!("the place {far} ahead of {}", self.expr(of)),
            Way::Behind(of) => format!("the place {far} behind {}", self.expr(of)),
        }
    }

    fn spot(self, s: &Spot) -> String {
        let arc = match s.arc {
            Arc::Front => "in front".to_owned(),
            Arc::Flank => "in flank".to_owned(),
            Arc::Rear => "in rear".to_owned(),
            Arc::BehindFrontLine => "behind the front line".to_owned(),
            Arc::Degrees(n) => format!("within {}° left or right of straight ahead", length(n).trim_end_matches('"')),
        };
        format!(" {arc} of {}", self.expr(&s.of))
    }

    fn within(self, w: &Within) -> String {
        format!("{} within {} of {}", if w.not { " not" } else { "" }, self.expr(&w.distance), self.expr(&w.of))
    }

    fn whom(self, w: &Whom) -> String {
        match w {
            Whom::One(e) => self.expr(e),
            Whom::Any(s) => self.selector(s),
        }
    }

    fn tail(self, t: &Tail) -> String {
        let verb = |not: bool, yes: &str, no: &str| if not { format!(" does not {no}") } else { format!(" {yes}") };
        match &t.kind {
            TailKind::Rounded(r) => rounded(*r).to_owned(),
            TailKind::Is { not, what } => format!(" is{} {}", if *not { " not" } else { "" }, self.is(what)),
            TailKind::Span(not, low, high) => {
                format!(" is{} {} to {}", if *not { " not" } else { "" }, self.expr(low), self.expr(high))
            }
            TailKind::Has { no, what } => {
                let what = match what {
                    Has::Amount { value, measure } => format!("{} {}", value.value, self.name(*measure)),
                    Has::Names(list) => self.names(list),
                    Has::Some(s) => self.selector(s),
                };
                format!(" has{} {what}", if *no { " no" } else { "" })
            }
            TailKind::Did { not, names, when } => {
                let when = when.map_or_else(String::new, |m| {
                    let of = match m.of {
                        Period::Game => "game".to_owned(),
                        Period::Turn => "turn".to_owned(),
                        Period::Phase => "phase".to_owned(),
                        Period::Name(n) => self.name(n),
                        Period::Word(w) => self.word(w.sym),
                    };
                    format!(" {} {of}", if m.last { "last" } else { "this" })
                });
                format!(" did{} {}{when}", if *not { " not" } else { "" }, self.names(names))
            }
            TailKind::Within(w) => self.within(w),
            TailKind::Touches { not, whom } => format!("{} {}", verb(*not, "touches", "touch"), self.whom(whom)),
            TailKind::Sees { not, whom } => format!("{} {}", verb(*not, "sees", "see"), self.expr(whom)),
            TailKind::Carries { not, what } => format!("{} {}", verb(*not, "carries", "carry"), self.blank(what)),
            TailKind::In(s) => self.spot(s),
        }
    }

    fn is(self, what: &Is) -> String {
        match what {
            Is::InTerrain(list) => format!("in {}", self.names(list)),
            Is::InPile(call) => format!("in {}", self.call(call)),
            Is::Revealed => "revealed".into(),
            Is::InPlay => "in play".into(),
            Is::OffBoard => "off board".into(),
            Is::EnemyOf(e) => format!("enemy of {}", self.expr(e)),
            Is::FriendOf(e) => format!("friend of {}", self.expr(e)),
            Is::In(s) => self.spot(s).trim_start().to_owned(),
            Is::Range(_) => "so much".into(),
            Is::Names(list) | Is::Says(list) => self.names(list),
            Is::So(c) => self.call(c),
            Is::Thing(e) => self.expr(e),
        }
    }

    /// A description.
    pub fn selector(self, s: &Selector) -> String {
        let before: String = s.adjectives.iter().map(|a| self.adjective(a) + " ").collect();
        let behind: String = s.relatives.iter().map(|r| self.relative(r)).collect();
        format!("{before}{}{behind}", self.noun(&s.noun))
    }

    /// Whether there is one, or what is so of them.
    fn exists(self, quantifier: Quantifier, among: &Selector) -> String {
        let so = among.relatives.split_last().and_then(|(last, before)| {
            let RelativeKind::Where(e) = &last.kind else { return None };
            let so = self.expr(e);
            let whom = Selector { relatives: before.to_vec(), ..among.clone() };
            so.strip_prefix("it ").filter(|_| matches!(*e.kind, ExprKind::Said(_))).map(|so| format!("{} {so}", self.selector(&whom)))
        });
        match (quantifier, so) {
            (Quantifier::Any, None) => format!("there is {}", with_article(&self.selector(among))),
            (Quantifier::No, None) => format!("there is no {}", self.selector(among)),
            (Quantifier::Any, Some(so)) => format!("any {so}"),
            (Quantifier::No, Some(so)) => format!("no {so}"),
            (Quantifier::Every, so) => format!("every {}", so.unwrap_or_else(|| self.selector(among))),
            (Quantifier::AtLeastHalf, so) => format!("at least half of {}", so.unwrap_or_else(|| self.selector(among))),
            (Quantifier::MoreThanHalf, so) => format!("more than half of {}", so.unwrap_or_else(|| self.selector(among))),
        }
    }

    /// A kind with the word of its own.
    pub fn noun(self, n: &Noun) -> String {
        let called = n.called.map_or_else(String::new, |w| format!(" (the {})", self.word(w.sym)));
        format!("{}{called}", self.word(n.kind.sym))
    }

    /// What stands before a kind.
    pub fn adjective(self, a: &Adjective) -> String {
        match &a.kind {
            AdjectiveKind::Enemy => "enemy".into(),
            AdjectiveKind::Friendly => "friendly".into(),
            AdjectiveKind::Other => "other".into(),
            AdjectiveKind::Not(n) => format!("not {}", self.name_ref(n)),
            AdjectiveKind::Names(list) => list.iter().map(|n| self.name_ref(n)).collect::<Vec<_>>().join(" or "),
        }
    }

    fn relative(self, r: &Relative) -> String {
        match &r.kind {
            RelativeKind::Within(w) => self.within(w),
            RelativeKind::Touching { not, whom } => format!("{} touching {}", if *not { " not" } else { "" }, self.whom(whom)),
            RelativeKind::SeenBy(e, not) => format!("{} seen by {}", if *not { " not" } else { "" }, self.expr(e)),
            RelativeKind::OtherThan(e) => format!(" other than {}", self.expr(e)),
            RelativeKind::With { no, names } => format!(" with{} {}", if *no { " no" } else { "" }, self.names(names)),
            RelativeKind::WithBest { no, best: b, of } => {
                format!(" with{} {} {}", if *no { " no" } else { "" }, best(*b), self.name_ref(of))
            }
            RelativeKind::Of(e) => format!(" of {}", self.expr(e)),
            RelativeKind::Where(e) => format!(" where {}", self.expr(e)),
            RelativeKind::NearestTo(e) => format!(" nearest to {}", self.expr(e)),
            RelativeKind::FurthestFrom(e) => format!(" furthest from {}", self.expr(e)),
            RelativeKind::In(e) => format!(" in {}", self.expr(e)),
            RelativeKind::Carrying(e) => format!(" carrying {}", self.expr(e)),
            RelativeKind::Spot(s) => self.spot(s),
            RelativeKind::From(e) => format!(" from {}", self.expr(e)),
        }
    }
}

/// Whether a name stands in quotes: it is written with two signs more than are kept.
fn quoted(text: &str, at: At) -> bool {
    at.span().len() >= text.len() + 2
}
