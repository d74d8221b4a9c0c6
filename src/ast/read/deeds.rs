//! What is done by its name, what is chosen, what moves, what is placed.

use super::Reader;
use super::kids::{Below, Kids};
use crate::ast::{
    Answer, AnswerValue, Block, Choose, Chooser, Chosen, Course, CourseWay, Do, Expr, Heading, Move, MoveOption, MoveOptionKind, PlaceIt,
    PlaceLimit, PlaceLimitKind, Put, PutKind, Somewhere, Take, Turn, TurnWay, Whom,
};
use crate::diag::Code;
use crate::source::{At, Span};
use crate::syntax::{Node, Rule, again};

impl Reader<'_> {
    /// Something that is done by its name.
    pub fn do_it(&mut self, node: &Node, below: &mut Below<'_>) -> Option<Do> {
        self.read(node, |r, k| {
            let tags = r.tag_words(k)?;
            let call = k.take(Rule::call).and_then(|c| r.call(c))?;
            let answers = r.answers(k)?;
            let or_else = match k.take(Rule::or_else) {
                Some(or) => Some(r.or_else(or, below)?),
                None => None,
            };
            Some(Do { tags, call, answers, or_else, at: At(node.span) })
        })
    }

    /// The tags that come next.
    pub fn tag_words(&mut self, k: &mut Kids<'_>) -> Option<Vec<crate::ast::Word>> {
        k.all(Rule::tag_word).into_iter().map(|t| self.read(t, |r, k| k.take(Rule::word).map(|w| r.word(w)))).collect()
    }

    /// What is done if something is failed.
    pub fn or_else(&mut self, node: &Node, below: &mut Below<'_>) -> Option<Block> {
        self.read(node, |r, k| {
            k.mark(Rule::k_or);
            match k.take(Rule::stmts) {
                Some(stmts) => r.stmts(stmts, below),
                None => k.take(Rule::block).and_then(|b| r.block(b, below)),
            }
        })
    }

    /// The answers that come next.
    pub fn answers(&mut self, k: &mut Kids<'_>) -> Option<Vec<Answer>> {
        k.all(Rule::answer).into_iter().map(|a| self.answer(a)).collect()
    }

    fn answer(&mut self, node: &Node) -> Option<Answer> {
        self.read(node, |r, k| {
            let label = k.take_any(&[Rule::word, Rule::name]).map(|n| r.name_or_word(n))?;
            let value = match k.either(&[Rule::k_yes, Rule::k_no, Rule::k_none]) {
                Some(Rule::k_yes) => AnswerValue::Yes,
                Some(Rule::k_no) => AnswerValue::No,
                Some(_) => AnswerValue::None,
                None => match k.take(Rule::heading) {
                    Some(heading) => AnswerValue::Heading(r.heading(heading)?),
                    None => r.answered(k)?,
                },
            };
            Some(Answer { label, value, at: At(node.span) })
        })
    }

    fn answered(&mut self, k: &mut Kids<'_>) -> Option<AnswerValue> {
        let what = k.next().and_then(|n| self.expr(n))?;
        let to = match k.take(Rule::answer_to) {
            Some(to) => Some(self.read(to, |r, k| {
                let prep = k.take(Rule::prep).and_then(|p| r.prep(p))?;
                Some((prep, r.reference(k)?))
            })?),
            None => None,
        };
        Some(AnswerValue::Is { what, to })
    }

    /// A point of the compass.
    pub fn heading(&self, node: &Node) -> Option<Heading> {
        let words: Vec<&str> = self.text(node).split_whitespace().collect();
        Some(match words.join(" ").as_str() {
            "north" => Heading::North,
            "north east" => Heading::NorthEast,
            "north west" => Heading::NorthWest,
            "south east" => Heading::SouthEast,
            "south west" => Heading::SouthWest,
            "south" => Heading::South,
            "east" => Heading::East,
            "west" => Heading::West,
            _ => return None,
        })
    }

    /// `take any action by unit at target among A, B`
    pub fn take(&mut self, node: &Node) -> Option<Take> {
        self.read(node, |r, k| {
            k.mark(Rule::k_take);
            let any = r.text(k.take(Rule::take_many)?) == "any";
            let kind = k.take(Rule::word).map(|w| r.word(w))?;
            k.mark(Rule::k_by);
            let by = r.reference(k)?;
            let roles = r.roles(k)?;
            let among = match k.take(Rule::take_from) {
                Some(from) => r.read(from, |r, k| {
                    k.mark(Rule::k_among);
                    k.take(Rule::name_list).and_then(|l| r.name_list(l))
                })?,
                None => Vec::new(),
            };
            Some(Take { any, kind, by, roles, among })
        })
    }

    /// `choose target: enemy unit, by side`
    pub fn choose(&mut self, node: &Node) -> Option<Choose> {
        self.read(node, |r, k| {
            let may = k.mark(Rule::may);
            k.mark(Rule::k_choose);
            let word = k.take(Rule::word).map(|w| r.word(w))?;
            let each = match k.take(Rule::of_each) {
                Some(node) => Some(r.read(node, |r, k| {
                    k.marks(&[Rule::k_of, Rule::k_each]);
                    k.take(Rule::word).map(|w| r.word(w))
                })?),
                None => None,
            };
            let of = k.take(Rule::chosen).and_then(|c| r.chosen(c))?;
            let by = match k.take_any(&[Rule::k_by, Rule::at_random, Rule::in_secret]).map(|n| n.rule) {
                Some(Rule::k_by) => {
                    let who = r.reference(k)?;
                    r.chooser_last(node, who.at);
                    Some(Chooser::By(who))
                }
                Some(Rule::at_random) => Some(Chooser::Random),
                Some(_) => Some(Chooser::Secretly),
                None => None,
            };
            let secret = match (&by, k.take(Rule::in_secret)) {
                (Some(Chooser::By(_)), Some(node)) => r.in_secret(node),
                _ => false,
            };
            Some(Choose { may, word, of, by, secret, each })
        })
    }

    /// `side of unit chooses mark: enemy unit touching unit`
    pub fn chooses(&mut self, node: &Node) -> Option<Choose> {
        self.read(node, |r, k| {
            let who = k.take(Rule::deep_ref).and_then(|n| r.expr(n))?;
            let may = k.mark(Rule::may);
            k.either(&[Rule::k_chooses, Rule::k_choose])?;
            let word = k.take(Rule::word).map(|w| r.word(w))?;
            let of = k.take(Rule::chosen).and_then(|c| r.chosen(c))?;
            let secret = k.take(Rule::in_secret).is_some_and(|node| r.in_secret(node));
            Some(Choose { may, word, of, by: Some(Chooser::By(who)), secret, each: None })
        })
    }

    fn in_secret(&mut self, node: &Node) -> bool {
        self.read(node, |_, k| Some(k.marks(&[Rule::k_in, Rule::k_secret]))).unwrap_or(false)
    }

    /// Tells that who chooses stands first.
    fn chooser_last(&mut self, node: &Node, who: At) {
        let (text, who) = (self.files.slice(node.span).to_owned(), who.span());
        let name = self.files.slice(who).to_owned();
        let (verb, rest) = match text.strip_prefix("may choose ") {
            Some(rest) => ("may choose", rest),
            None => ("chooses", text.strip_prefix("choose ").unwrap_or(&text)),
        };
        let help = match rest.split_once(", by ") {
            Some((what, _)) => format!("write `{name} {verb} {what}`"),
            None => format!("begin with `{name} {verb}`"),
        };
        self.fault(Code::Syntax, At(who), "who chooses stands first", help);
    }

    fn chosen(&mut self, node: &Node) -> Option<Chosen> {
        self.read(node, |r, k| {
            let what = k.next()?;
            match what.rule {
                Rule::selector => {
                    let who = r.selector(what)?;
                    let each = k.take(Rule::each_alike);
                    each.map(|node| r.read(node, |_, k| Some(k.marks(&[Rule::k_alike, Rule::k_or, Rule::k_not]))));
                    Some(Chosen::Of { who, each: each.is_some() })
                }
                Rule::number_range => r.read(what, |r, k| {
                    let from = k.take(Rule::sum_expr).and_then(|e| r.expr(e))?;
                    k.mark(Rule::k_to);
                    Some(Chosen::Numbers { from, to: k.take(Rule::sum_expr).and_then(|e| r.expr(e))? })
                }),
                Rule::one_of => r.read(what, |r, k| {
                    let mut names = Vec::new();
                    while let Some(name) = k.take(Rule::name) {
                        names.push(r.name(name));
                        k.mark(Rule::k_or);
                    }
                    Some(Chosen::OneOf(names))
                }),
                Rule::kw_place => {
                    let what = r.read(what, |_, k| k.either(&[Rule::k_place, Rule::k_facing, Rule::k_edge]))?;
                    let what = match what {
                        Rule::k_facing => Somewhere::Facing,
                        Rule::k_edge => Somewhere::Edge,
                        _ => Somewhere::Place,
                    };
                    let limits = k.all(Rule::place_rel).into_iter().map(|p| r.place_limit(p)).collect::<Option<_>>()?;
                    Some(Chosen::Somewhere { what, limits })
                }
                _ => None,
            }
        })
    }

    /// What a place is limited to.
    fn place_limit(&mut self, node: &Node) -> Option<PlaceLimit> {
        let kind = self.read(node, |r, k| {
            let what = k.next()?;
            if what.rule == Rule::spot {
                return r.spot(what).map(PlaceLimitKind::Spot);
            }
            r.read(what, |r, k| match what.rule {
                Rule::within_r => r.within(k).map(PlaceLimitKind::Within),
                Rule::in_r => {
                    k.mark(Rule::k_in);
                    r.named_or_found(k).map(PlaceLimitKind::In)
                }
                Rule::where_r => {
                    k.mark(Rule::k_where);
                    k.take(Rule::expr).and_then(|e| r.expr(e)).map(PlaceLimitKind::Where)
                }
                Rule::not_near => {
                    k.marks(&[Rule::k_more, Rule::k_than]);
                    let distance = k.take(Rule::sum_expr).and_then(|e| r.expr(e))?;
                    k.mark(Rule::k_from);
                    Some(PlaceLimitKind::MoreThan { distance, from: k.next().and_then(|n| r.whom(n))? })
                }
                _ => None,
            })
        })?;
        Some(PlaceLimit { kind, at: At(node.span) })
    }

    /// `x is placed at y, facing z, by side`
    pub fn place_it(&mut self, node: &Node) -> Option<PlaceIt> {
        self.read(node, |r, k| {
            let who = r.reference(k)?;
            k.either(&[Rule::k_is, Rule::k_are, Rule::k_am])?;
            k.mark(Rule::k_placed);
            let puts = k.all(Rule::put_at).into_iter().map(|p| r.put(p)).collect::<Option<_>>()?;
            let by = if k.mark(Rule::k_by) { Some(r.reference(k)?) } else { None };
            Some(PlaceIt { who, puts, by })
        })
    }

    fn put(&mut self, node: &Node) -> Option<Put> {
        let kind = self.read(node, |r, k| match k.either(&[Rule::k_at, Rule::k_facing]) {
            Some(Rule::k_at) => r.reference(k).map(PutKind::At),
            Some(_) => r.aimed(k).map(PutKind::Facing),
            None => k.take(Rule::place_rel).and_then(|p| r.place_limit(p)).map(PutKind::Limit),
        })?;
        Some(Put { kind, at: At(node.span) })
    }

    /// `x moves up to 6" towards y, keeping 1" from enemy unit`
    pub fn movement(&mut self, node: &Node) -> Option<Move> {
        self.read(node, |r, k| {
            let who = k.take(Rule::deep_ref).and_then(|n| r.expr(n))?;
            k.either(&[Rule::k_moves, Rule::k_move])?;
            r.moves(who, k)
        })
    }

    /// What follows `moves`.
    pub fn moves(&mut self, who: Expr, k: &mut Kids<'_>) -> Option<Move> {
        let up_to = k.mark(Rule::up_to);
        let distance = match k.take(Rule::sum_expr) {
            Some(distance) => Some(self.expr(distance)?),
            None => None,
        };
        let course = match k.take(Rule::course) {
            Some(course) => Some(self.course(course)?),
            None => None,
        };
        let options = k.all(Rule::move_opt).into_iter().map(|o| self.move_option(o)).collect::<Option<_>>()?;
        Some(Move { who, up_to, distance, course, options })
    }

    /// `x turns up to 45°`, `x turns to y`, `x turns about`
    pub fn turn(&mut self, node: &Node) -> Option<Turn> {
        self.read(node, |r, k| {
            let who = k.take(Rule::deep_ref).and_then(|n| r.expr(n))?;
            r.turns(who, k)
        })
    }

    /// `turns`, `wheels` and what follows.
    pub fn turns(&mut self, who: Expr, k: &mut Kids<'_>) -> Option<Turn> {
        let wheels = matches!(k.either(&[Rule::k_turns, Rule::k_turn, Rule::k_wheels, Rule::k_wheel])?, Rule::k_wheels | Rule::k_wheel);
        let way = match k.either(&[Rule::k_about, Rule::up_to, Rule::k_to])? {
            Rule::k_about => TurnWay::About,
            Rule::up_to if wheels => TurnWay::Wheel(k.take(Rule::sum_expr).and_then(|e| self.expr(e))?),
            Rule::up_to => TurnWay::UpTo(k.take(Rule::sum_expr).and_then(|e| self.expr(e))?),
            _ => TurnWay::To(k.take(Rule::sum_expr).and_then(|e| self.expr(e))?),
        };
        let options = k.all(Rule::move_opt).into_iter().map(|o| self.move_option(o)).collect::<Option<_>>()?;
        Some(Turn { who, way, options })
    }

    fn course(&mut self, node: &Node) -> Option<Course> {
        self.read(node, |r, k| {
            let word = k.take(Rule::course_word)?;
            let way = r.read(word, |_, k| {
                let ways: [(&[Rule], CourseWay); 7] = [
                    (&[Rule::k_straight, Rule::k_away, Rule::k_from], CourseWay::StraightAwayFrom),
                    (&[Rule::k_towards], CourseWay::Towards),
                    (&[Rule::k_away, Rule::k_from], CourseWay::AwayFrom),
                    (&[Rule::k_into, Rule::k_contact, Rule::k_with], CourseWay::IntoContactWith),
                    (&[Rule::k_to], CourseWay::To),
                    (&[Rule::k_after], CourseWay::After),
                    (&[Rule::k_onto], CourseWay::Onto),
                ];
                ways.into_iter().find(|(words, _)| k.marks(words)).map(|(_, way)| way)
            })?;
            let whom: Whom = k.next().and_then(|n| r.whom(n))?;
            Some(Course { way, whom, at: At(node.span) })
        })
    }

    pub fn move_option(&mut self, node: &Node) -> Option<MoveOption> {
        let at = At(node.span);
        let kind = self.read(node, |r, k| {
            if k.is(Rule::word) {
                let words: Vec<&str> = k.all(Rule::word).into_iter().map(|w| r.text(w)).collect();
                return r.way_of_moving(&words, at);
            }
            if let Some(name) = k.take(Rule::name_ref) {
                return r.name_ref(name).map(MoveOptionKind::Manner);
            }
            let what = k.next()?;
            r.read(what, |r, k| match what.rule {
                Rule::stopping => {
                    k.either(&[Rule::k_stopping, Rule::k_keeping])?;
                    let (distance, from) = r.that_far_from(k)?;
                    Some(MoveOptionKind::Keeping { distance, from })
                }
                Rule::ending => {
                    k.mark(Rule::k_ending);
                    let (distance, from) = r.that_far_from(k)?;
                    Some(MoveOptionKind::Ending { distance, from })
                }
                Rule::keeping_in => {
                    k.mark(Rule::k_inside);
                    let mut names = Vec::new();
                    while let Some(name) = k.take(Rule::name) {
                        names.push(r.name(name));
                        k.mark(Rule::k_or);
                    }
                    Some(MoveOptionKind::Inside(names))
                }
                Rule::aside => {
                    let up_to = k.mark(Rule::up_to);
                    let angle = k.take(Rule::sum_expr).and_then(|e| r.expr(e))?;
                    r.off_ahead(k);
                    Some(MoveOptionKind::Aside { up_to, angle })
                }
                Rule::going_on => {
                    let words = [Rule::kw_going, Rule::k_on, Rule::k_until, Rule::k_there, Rule::k_is, Rule::kw_room];
                    k.marks(&words).then_some(MoveOptionKind::GoingOn)
                }
                Rule::spending => {
                    k.mark(Rule::k_spending);
                    let double = k.mark(Rule::kw_double);
                    k.take(Rule::name_ref).and_then(|n| r.name_ref(n)).map(|count| MoveOptionKind::Spending { double, count })
                }
                Rule::staying => {
                    k.mark(Rule::k_without);
                    k.take(Rule::selector).and_then(|s| r.selector(s)).map(MoveOptionKind::Without)
                }
                Rule::passing => {
                    k.mark(Rule::k_through);
                    let whom = k.take(Rule::selector).and_then(|s| r.selector(s))?;
                    Some(MoveOptionKind::Through { whom, if_surrounded: k.mark(Rule::hemmed) })
                }
                _ => None,
            })
        })?;
        Some(MoveOption { kind, at })
    }

    fn that_far_from(&mut self, k: &mut Kids<'_>) -> Option<(crate::ast::Expr, crate::ast::Selector)> {
        let distance = k.take(Rule::sum_expr).and_then(|e| self.expr(e))?;
        k.mark(Rule::k_from);
        Some((distance, k.take(Rule::selector).and_then(|s| self.selector(s))?))
    }

    /// Faults `passing through friendly band`, which without its first word is a way of moving.
    fn one_word_too_many(&mut self, words: &[&str], at: At) -> bool {
        let (Some(first), text) = (words.first(), self.files.slice(at.span())) else { return false };
        let rest = text.get(first.len()..).unwrap_or("").trim_start();
        let way = again(Rule::move_opt, rest, 0).is_some_and(|node| node.first().is_some_and(|kid| kid.rule != Rule::word));
        if way {
            let from = at.span().start as usize;
            let at = At(Span::new(from, from + first.len()));
            self.fault(Code::Syntax, at, format!("`{first}` is not said here"), "leave it out");
        }
        way
    }

    /// Ways of moving that are only words.
    fn way_of_moving(&mut self, words: &[&str], at: At) -> Option<MoveOptionKind> {
        Some(match words {
            ["forward"] => MoveOptionKind::Forward,
            ["straight"] => MoveOptionKind::Straight,
            ["straight", "back"] => MoveOptionKind::StraightBack,
            ["leaving", "board"] => MoveOptionKind::LeavingBoard,
            ["keeping", "facing"] => MoveOptionKind::KeepingFacing,
            ["keeping", "coherency"] => MoveOptionKind::KeepingCoherency,
            ["wheeling"] => MoveOptionKind::Wheeling,
            ["turning", "about"] => MoveOptionKind::TurningAbout,
            _ if self.one_word_too_many(words, at) => return None,
            _ => {
                let help = "write `keeping 1\" from ...`, `ending 1\" from ...`, `through ...`, `without ...`, `keeping coherency`, `keeping facing`, `leaving board`, `going on until there is room`, `spending ...`, `up to 22.5° left or right of straight ahead` or the name of a manner";
                self.fault(Code::Syntax, at, "moves know nothing of this", help);
                return None;
            }
        })
    }
}
