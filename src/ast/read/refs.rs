//! What a question is made of: numbers, counts, references, names with their blanks.

use super::Reader;
use super::kids::Kids;
use crate::ast::{
    Adjective, AdjectiveKind, Best, Call, Expr, ExprKind, Gauge, Is, Line, NameRef, PlaceAt, Point, Prep, Quantifier, Relative,
    RelativeKind, Role, Said, Tail, TailKind, Total, Way,
};
use crate::diag::{Code, with_article};
use crate::source::{At, Span};
use crate::syntax::{Node, Rule};

impl Reader<'_> {
    /// An operand, of whatever form.
    pub fn primary(&mut self, node: &Node) -> Option<Expr> {
        let at = At(node.span);
        match node.rule {
            // what only holds another
            Rule::paren | Rule::aimed | Rule::deep_ref | Rule::bracket_ref | Rule::r#ref | Rule::operand | Rule::operand_for => {
                self.read(node, |r, k| k.next().and_then(|n| r.expr(n)))
            }
            Rule::literal | Rule::number | Rule::length | Rule::percent | Rule::need | Rule::fraction | Rule::integer => {
                self.literal(node).map(|kind| Expr::of(kind, at))
            }
            Rule::call => self.call(node).map(|call| Expr::of(ExprKind::Call(call), at)),
            Rule::name_ref => self.bare(node),
            Rule::word => Some(Expr::of(ExprKind::Local(self.word(node)), at)),
            Rule::name => {
                let name = self.name(node);
                let name = crate::ast::NameRef { name, param: None, at };
                Some(Expr::of(ExprKind::Call(Call { name, args: Vec::new(), roles: Vec::new(), at }), at))
            }
            Rule::me => Some(Expr::of(ExprKind::Me, at)),
            Rule::the_one => self.the_one(node).map(|s| Expr::of(ExprKind::The(s), at)),
            Rule::place_ref => self.point(node).map(|p| Expr::of(ExprKind::Place(p), at)),
            Rule::dice_term => self.dice_term(node).map(|d| Expr::of(ExprKind::Dice(d), at)),
            _ => self.asked(node).map(|kind| Expr::of(kind, at)),
        }
    }

    fn asked(&mut self, node: &Node) -> Option<ExprKind> {
        self.read(node, |r, k| {
            Some(match node.rule {
                Rule::amount => {
                    let value = k.take(Rule::integer).and_then(|n| r.int(n))?.value;
                    let measure = k.take(Rule::name)?;
                    ExprKind::Amount { value, measure: r.name(measure) }
                }
                Rule::points => {
                    let value = k.take(Rule::integer).and_then(|n| r.int(n))?.value;
                    k.mark(Rule::k_pts);
                    ExprKind::Points(value)
                }
                Rule::yes if k.mark(Rule::k_yes) => ExprKind::Yes,
                Rule::no_value if k.mark(Rule::k_no) => ExprKind::No,
                Rule::it if k.mark(Rule::k_it) => ExprKind::It,
                Rule::its | Rule::its_call if k.mark(Rule::k_its) => r.its(k, At(node.span))?,
                Rule::half_of if k.mark(Rule::k_half) => {
                    let (of, rounded) = k.take(Rule::sum_term).and_then(|t| r.rounded_operand(t))?;
                    ExprKind::Half { of, rounded }
                }
                Rule::share_of => {
                    let share = k.take_any(&[Rule::percent, Rule::fraction]).and_then(|s| r.share(s))?;
                    k.mark(Rule::k_of);
                    let (of, rounded) = k.take(Rule::sum_term).and_then(|t| r.rounded_operand(t))?;
                    ExprKind::ShareOf { share, of, rounded }
                }
                Rule::my if k.mark(Rule::k_my) => ExprKind::My(k.take(Rule::word).map(|w| r.word(w))?),
                Rule::this_way if k.marks(&[Rule::k_this, Rule::k_is]) => {
                    let not = k.mark(Rule::no_not);
                    let mut ways = Vec::new();
                    while let Some(way) = k.take(Rule::way_named) {
                        ways.push(r.way_named(way)?);
                        k.mark(Rule::k_or);
                    }
                    ExprKind::ThisIs { not, ways }
                }
                Rule::this_ref if k.mark(Rule::k_this) => ExprKind::This(k.take(Rule::word).map(|w| r.word(w))?),
                Rule::local => ExprKind::Local(k.take(Rule::word).map(|w| r.word(w))?),
                Rule::accessor => r.accessor(k)?,
                Rule::line_ref => ExprKind::Line(r.line(k)?),
                Rule::spot_ref => ExprKind::Spot(r.place_at(k)?),
                _ => r.over(node, k)?,
            })
        })
    }

    /// `its leader`, `its Weight`, `its Reach at target`: the same with `of it`.
    fn its(&mut self, k: &mut Kids<'_>, at: At) -> Option<ExprKind> {
        let it = Expr::of(ExprKind::It, at);
        if let Some(word) = k.take(Rule::word) {
            return Some(ExprKind::Of { word: self.word(word), of: it });
        }
        let name = k.take(Rule::name_ref).and_then(|n| self.name_ref(n))?;
        let mut roles = vec![Role { prep: Prep::Of, with: it, at: name.at }];
        roles.extend(self.roles(k)?);
        Some(ExprKind::Call(Call { name, args: Vec::new(), roles, at }))
    }

    /// What is asked of several.
    fn over(&mut self, node: &Node, k: &mut Kids<'_>) -> Option<ExprKind> {
        Some(match node.rule {
            Rule::faces_in => {
                let face = if k.marks(&[Rule::k_largest, Rule::k_set]) {
                    None
                } else {
                    k.marks(&[Rule::k_count, Rule::k_of]);
                    Some(k.take(Rule::face_value).and_then(|f| self.face(f))?)
                };
                k.mark(Rule::k_in);
                ExprKind::FacesIn { face, of: self.reference(k)? }
            }
            Rule::count_of if k.marks(&[Rule::k_count, Rule::k_of]) => {
                ExprKind::Count(k.take(Rule::selector).and_then(|s| self.selector(s))?)
            }
            Rule::total_of if k.marks(&[Rule::k_total, Rule::k_of]) => {
                let of = k.take(Rule::name_ref).and_then(|n| self.name_ref(n))?;
                let roles = self.roles(k)?;
                k.marks(&[Rule::k_for, Rule::k_each]);
                ExprKind::Total(Total { of, roles, each: k.take(Rule::selector).and_then(|s| self.selector(s))? })
            }
            Rule::sum_of if k.marks(&[Rule::k_sum, Rule::k_of]) => {
                let of = k.take_any(&[Rule::name_ref, Rule::word]).and_then(|n| self.expr(n))?;
                k.either(&[Rule::k_of, Rule::k_among])?;
                ExprKind::Sum { of, among: k.take(Rule::selector).and_then(|s| self.selector(s))? }
            }
            Rule::pick_of => {
                let greater = self.text(k.take(Rule::pick_word)?) == "greater";
                k.mark(Rule::k_of);
                let of = k.all(Rule::choice).into_iter().map(|c| self.expr(c)).collect::<Option<_>>()?;
                ExprKind::Pick { greater, of }
            }
            Rule::distance => {
                let march = self.text(k.take(Rule::gauge)?) == "march";
                k.mark(Rule::k_from);
                let from = self.reference(k)?;
                k.mark(Rule::k_to);
                ExprKind::Between { what: if march { Gauge::March } else { Gauge::Distance }, from, to: self.reference(k)? }
            }
            Rule::bearing if k.marks(&[Rule::k_bearing, Rule::k_from]) => {
                let from = self.reference(k)?;
                k.mark(Rule::k_to);
                ExprKind::Between { what: Gauge::Bearing, from, to: self.reference(k)? }
            }
            Rule::angle if k.marks(&[Rule::k_angle, Rule::k_from]) => {
                let from = self.aimed(k)?;
                k.mark(Rule::k_to);
                ExprKind::Between { what: Gauge::Angle, from, to: self.aimed(k)? }
            }
            Rule::angle_size => ExprKind::Degrees(k.take(Rule::degrees).and_then(|d| self.degrees(d))?),
            Rule::extreme => {
                let best = k.take(Rule::best_word).and_then(|b| self.best(b))?;
                let of = k.take(Rule::name_ref).and_then(|n| self.name_ref(n))?;
                k.either(&[Rule::k_of, Rule::k_among])?;
                ExprKind::Extreme { best, of, among: k.take(Rule::selector).and_then(|s| self.selector(s))? }
            }
            Rule::majority if k.mark(Rule::k_majority) => {
                let of = k.take_any(&[Rule::name_ref, Rule::word]).and_then(|n| self.expr(n))?;
                k.mark(Rule::k_of);
                ExprKind::Majority { of, among: k.take(Rule::selector).and_then(|s| self.selector(s))? }
            }
            Rule::every_so | Rule::any_so | Rule::most_of => self.most_of(node, k)?,
            Rule::ruling_says => self.ruling_says(k)?,
            Rule::exists => {
                let quantifier = if k.marks(&[Rule::k_there, Rule::k_is]) {
                    let none = k.mark(Rule::k_no);
                    k.either(&[Rule::k_a, Rule::k_an]);
                    if none { Quantifier::No } else { Quantifier::Any }
                } else {
                    let word = k.take(Rule::any_word)?;
                    self.nothing_said(node, word);
                    match self.text(word) {
                        "any" => Quantifier::Any,
                        "no" => Quantifier::No,
                        "every" => Quantifier::Every,
                        _ => return None,
                    }
                };
                ExprKind::Exists { quantifier, among: k.take(Rule::selector).and_then(|s| self.selector(s))? }
            }
            _ => return None,
        })
    }

    /// `any Tired unit`, of which nothing is said.
    fn nothing_said(&mut self, node: &Node, word: &Node) {
        let whom = self.text(node).get(self.text(word).len()..).unwrap_or("").trim_start();
        let (message, now) = match self.text(word) {
            "every" => return,
            "no" => ("whether there is none is asked with `there is no`", format!("there is no {whom}")),
            _ => ("whether there is one is asked with `there is`", format!("there is {}", with_article(whom))),
        };
        self.fault(Code::Syntax, At(node.span), message, format!("write `{now}`"));
    }

    /// `every unit of side is Tired`, `no unit of side is Tired`, `at least half of model of unit are Tired`
    fn most_of(&mut self, node: &Node, k: &mut Kids<'_>) -> Option<ExprKind> {
        let quantifier = if node.rule == Rule::every_so {
            k.mark(Rule::k_every);
            Quantifier::Every
        } else if node.rule == Rule::any_so {
            let none = k.mark(Rule::k_no);
            k.mark(Rule::k_any);
            if none { Quantifier::No } else { Quantifier::Any }
        } else {
            let at_least = k.marks(&[Rule::k_at, Rule::k_least]);
            k.marks(&[Rule::k_more, Rule::k_than]);
            k.marks(&[Rule::k_half, Rule::k_of]);
            if at_least { Quantifier::AtLeastHalf } else { Quantifier::MoreThanHalf }
        };
        let one = matches!(quantifier, Quantifier::Any | Quantifier::No);
        let mut among = k.take(Rule::selector).and_then(|s| self.selector(s))?;
        let so = k.next()?;
        let tail = self.said(so)?;
        // of one, or of none, it is said as well in the description
        let at = At(so.span);
        match tail.kind {
            TailKind::Within(within) if one => among.relatives.push(Relative { kind: RelativeKind::Within(within), at }),
            TailKind::Touches { not, whom } if one => among.relatives.push(Relative { kind: RelativeKind::Touching { not, whom }, at }),
            TailKind::Is { not: false, what: Is::Names(names) } if one => {
                among.adjectives.push(Adjective { kind: AdjectiveKind::Names(names), at });
            }
            _ => {
                self.told_of_two(so);
                among.relatives.push(Relative { kind: RelativeKind::Where(tail.of_it()), at });
            }
        }
        Some(ExprKind::Exists { quantifier, among })
    }

    /// Tells of `it` in what is told of any, none or every one: it may be the one that is told of, or one around it.
    fn told_of_two(&mut self, so: &Node) {
        let said = self.text(so).split(" where ").next().unwrap_or("");
        let mut place = so.span.start as usize;
        let mut found = None;
        for part in said.split_inclusive(|c: char| !c.is_alphanumeric() && c != '-') {
            let word = part.trim_end_matches(|c: char| !c.is_alphanumeric());
            if matches!(word, "it" | "its") {
                found = Some((word.to_owned(), Span::new(place, place + word.len())));
                break;
            }
            place += part.len();
        }
        let Some((word, span)) = found else { return };
        let message = format!("`{word}` may be the one that is told of here, or one around it");
        let help = "call the one that is meant by a word, with `(the ...)` behind its kind, and write that word here";
        self.fault(Code::Role, At(span), message, help);
    }

    /// `the ruling When They Come says Early or Late`
    fn ruling_says(&mut self, k: &mut Kids<'_>) -> Option<ExprKind> {
        k.marks(&[Rule::k_the, Rule::k_ruling]);
        let name = k.take(Rule::name)?;
        let at = At(name.span);
        let name = NameRef { name: self.name(name), param: None, at };
        let not = k.take(Rule::no_say);
        let not = not.and_then(|n| self.read(n, |_, k| k.marks(&[Rule::k_does, Rule::k_not, Rule::k_say]).then_some(()))).is_some();
        k.mark(Rule::k_says);
        let mut readings = vec![k.take(Rule::name_ref).and_then(|r| self.name_ref(r))?];
        while k.mark(Rule::k_or) {
            let next = k.take(Rule::listed)?;
            readings.push(self.read(next, |r, k| k.take(Rule::name_ref).and_then(|n| r.name_ref(n)))?);
        }
        let of = Expr::of(ExprKind::Call(Call { name, args: Vec::new(), roles: Vec::new(), at }), at);
        let tail = Tail { kind: TailKind::Is { not, what: Is::Says(readings) }, at };
        Some(ExprKind::Said(Said { of, tails: vec![tail] }))
    }

    /// A direction, or what is faced, that comes next.
    pub fn aimed(&mut self, k: &mut Kids<'_>) -> Option<Expr> {
        k.take(Rule::aimed).and_then(|n| self.expr(n))
    }

    /// Which end of several values.
    pub fn best(&self, node: &Node) -> Option<Best> {
        Some(match self.text(node) {
            "best" => Best::Best,
            "highest" => Best::Highest,
            "lowest" => Best::Lowest,
            "most" => Best::Most,
            _ => return None,
        })
    }

    /// The description behind `the`.
    pub fn the_one(&mut self, node: &Node) -> Option<crate::ast::Selector> {
        self.read(node, |r, k| {
            k.mark(Rule::k_the);
            k.take(Rule::selector).and_then(|s| r.selector(s))
        })
    }

    fn accessor(&mut self, k: &mut Kids<'_>) -> Option<ExprKind> {
        let word = k.take(Rule::word).map(|w| self.word(w))?;
        k.mark(Rule::k_of);
        Some(ExprKind::Of { word, of: self.reference(k)? })
    }

    fn line(&mut self, k: &mut Kids<'_>) -> Option<Line> {
        k.marks(&[Rule::k_the, Rule::k_line, Rule::k_from]);
        let from = self.reference(k)?;
        let beyond = k.either(&[Rule::k_to, Rule::k_through])? == Rule::k_through;
        let to = self.reference(k)?;
        let long = if k.mark(Rule::k_for) { Some(k.take(Rule::sum_expr).and_then(|e| self.expr(e))?) } else { None };
        Some(Line { from, to, beyond, long })
    }

    fn place_at(&mut self, k: &mut Kids<'_>) -> Option<PlaceAt> {
        k.marks(&[Rule::k_the, Rule::k_place]);
        let distance = k.take(Rule::sum_expr).and_then(|e| self.expr(e))?;
        let way = match k.either(&[Rule::k_from, Rule::k_ahead, Rule::k_behind])? {
            Rule::k_ahead => {
                k.mark(Rule::k_of);
                Way::Ahead(self.reference(k)?)
            }
            Rule::k_behind => Way::Behind(self.reference(k)?),
            _ => {
                let from = self.reference(k)?;
                let facing = self.text(k.take(Rule::spot_way)?) == "facing";
                let to = self.reference(k)?;
                if facing { Way::Facing { from, to } } else { Way::Towards { from, to } }
            }
        };
        Some(PlaceAt { distance, way })
    }

    /// `12",6"`
    pub fn point(&mut self, node: &Node) -> Option<Point> {
        self.read(node, |r, k| {
            let x = k.take(Rule::length).and_then(|l| r.length(l))?;
            let y = k.take(Rule::length).and_then(|l| r.length(l))?;
            Some(Point { x, y, at: At(node.span) })
        })
    }

    /// A name without blanks.
    fn bare(&mut self, node: &Node) -> Option<Expr> {
        let at = At(node.span);
        let name = self.name_ref(node)?;
        Some(Expr::of(ExprKind::Call(Call { name, args: Vec::new(), roles: Vec::new(), at }), at))
    }

    /// A name with its brackets and blanks.
    pub fn call(&mut self, node: &Node) -> Option<Call> {
        self.read(node, |r, k| {
            let name = k.take(Rule::name_ref).and_then(|n| r.name_ref(n))?;
            let args = match k.take(Rule::arguments) {
                Some(args) => r.read(args, |r, k| k.all(Rule::choice).into_iter().map(|c| r.expr(c)).collect())?,
                None => Vec::new(),
            };
            Some(Call { name, args, roles: r.roles(k)?, at: At(node.span) })
        })
    }

    fn way_named(&mut self, node: &Node) -> Option<crate::ast::Word> {
        self.read(node, |r, k| k.take(Rule::word).map(|w| r.word(w)))
    }

    /// The filled blanks that come next.
    pub fn roles(&mut self, k: &mut Kids<'_>) -> Option<Vec<Role>> {
        k.all(Rule::role).into_iter().map(|n| self.role(n)).collect()
    }

    fn role(&mut self, node: &Node) -> Option<Role> {
        self.read(node, |r, k| {
            let prep = k.take(Rule::prep).and_then(|p| r.prep(p))?;
            let with = k.take_any(&[Rule::operand, Rule::operand_for]).and_then(|o| r.expr(o))?;
            Some(Role { prep, with, at: At(node.span) })
        })
    }
}
