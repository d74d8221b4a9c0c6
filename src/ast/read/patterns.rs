//! Where a rule meets the game, and when.

use super::Reader;
use super::kids::{Below, Kids};
use crate::ast::{
    AtPlace, Attach, Body, Comes, Contrib, ContribKind, During, Expr, ExprKind, Forbid, Forbidden, Guard, GuardTest, Item, ItemKind, Limit,
    Met, Mine, Mood, MoodKind, Name, Over, OverHow, Pattern, PatternRole, PatternWho, Prep, Word,
};
use crate::diag::Code;
use crate::source::{At, Span};
use crate::syntax::{Node, Rule};

impl Reader<'_> {
    /// An `attach`, `ban` or `comes` as an item without citations of its own.
    pub fn rule_item(&mut self, node: &Node, below: &mut Below<'_>) -> Option<Item> {
        let kind = match node.rule {
            Rule::attach => ItemKind::Attach(Box::new(self.attach(node, below)?)),
            Rule::ban => ItemKind::Forbid(Box::new(self.ban(node)?)),
            Rule::counts_item => ItemKind::Attach(Box::new(self.counts(node)?)),
            Rule::comes => ItemKind::Comes(Box::new(self.comes(node, below)?)),
            _ => return None,
        };
        Some(Item { kind, was: None, cites: Vec::new(), at: At(node.span) })
    }

    fn attach(&mut self, node: &Node, below: &mut Below<'_>) -> Option<Attach> {
        self.read(node, |r, k| {
            let lifted = k.take(Rule::lifted);
            let place = if lifted.is_some() { AtPlace::On } else { k.take(Rule::at_place).and_then(|p| r.at_place(p))? };
            let mut patterns = Vec::new();
            while let Some(pattern) = k.take(Rule::pattern) {
                patterns.push(r.pattern(pattern)?);
                k.mark(Rule::k_or);
            }
            shared(&mut patterns);
            let (moods, guard, overs) = r.terms_of(k)?;
            let body = match (lifted, k.take(Rule::body)) {
                (Some(lifted), _) => Some(r.lifted(lifted, k)?),
                (None, Some(body)) => {
                    let body = r.body(body, below, place)?;
                    r.not_lifted(&body);
                    Some(body)
                }
                (None, None) if place == AtPlace::On && r.colon_lost(node) => return None,
                (None, None) => None,
            };
            Some(Attach { place, patterns, moods, guard, overs, body })
        })
    }

    /// Faults `on Pace of any band if turn is at least 8 - 1`: without its colon what is changed is read as part of a sum.
    fn colon_lost(&mut self, node: &Node) -> bool {
        let text = self.files.slice(node.span);
        let Some((asked, sign)) = [" + ", " - "].iter().filter_map(|s| text.rsplit_once(*s)).max_by_key(|(asked, _)| asked.len()) else {
            return false;
        };
        let Some((_, asked)) = asked.rsplit_once(" if ") else { return false };
        let begun = text.len() - sign.len() - "+ ".len();
        let change = text.get(begun..).unwrap_or("");
        let from = node.span.start as usize + begun;
        let message = format!("this is read as a part of `{asked} {change}`, and nothing is left that is changed");
        self.fault(Code::Place, At(Span::new(from, from + change.len())), message, format!("write `{asked}: {change}`"));
        true
    }

    /// `ignore`, `skip`, `take ... also if ...`: a change that is said before what it meets.
    fn lifted(&mut self, node: &Node, k: &mut Kids<'_>) -> Option<Body> {
        let how = self.read(node, |_, k| k.either(&[Rule::k_ignore, Rule::k_skip, Rule::k_take]))?;
        let kind = match (how, k.take(Rule::also_if)) {
            (Rule::k_take, Some(also)) => ContribKind::Also(self.read(also, |r, k| {
                k.mark(Rule::k_also);
                k.take(Rule::guard).and_then(|g| r.guard(g))
            })?),
            (Rule::k_take, None) => {
                self.fault(Code::Syntax, At(node.span), "this does not say when else the step is taken", "end the line with `also if ...`");
                return None;
            }
            (Rule::k_skip, None) => ContribKind::Skip,
            (_, None) => ContribKind::Ignore,
            (_, Some(_)) => return None,
        };
        let at = At(node.span);
        Some(Body::Contribs(vec![Contrib { kind, guard: None, at, core: at }]))
    }

    /// Faults `on ...: also if`: what else a step needs stands before it.
    fn not_lifted(&mut self, body: &Body) {
        let Body::Contribs(list) = body else { return };
        for also in list.iter().filter(|c| matches!(c.kind, ContribKind::Also(_))) {
            self.fault(Code::Syntax, also.core, "`also` stands behind the step that is taken", "write `take step ... also if ...`");
        }
    }

    fn comes(&mut self, node: &Node, below: &mut Below<'_>) -> Option<Comes> {
        self.read(node, |r, k| {
            k.marks(&[Rule::k_as, Rule::k_any]);
            let who = k.take(Rule::selector).and_then(|s| r.selector(s))?;
            k.marks(&[Rule::k_comes, Rule::k_within]);
            let distance = k.take(Rule::sum_expr).and_then(|e| r.expr(e))?;
            k.mark(Rule::k_of);
            let of = r.reference(k)?;
            let (moods, guard, overs) = r.terms_of(k)?;
            let body = k.take(Rule::body).and_then(|b| r.body(b, below, AtPlace::After))?;
            Some(Comes { who, distance, of, moods, guard, overs, body })
        })
    }

    /// `any Tired unit counts as Slow by any unit if a`: met like a change of the condition, its subject the first blank.
    fn counts(&mut self, node: &Node) -> Option<Attach> {
        self.read(node, |r, k| {
            let subject = k.take(Rule::counts_who)?;
            let (mut never, who) = r.read(subject, |r, k| {
                let who = k.next()?;
                Some((who.rule == Rule::no_sel, r.who_fills(who)?))
            })?;
            let how = k.take(Rule::counts_as)?;
            never |= r.read(how, |_, k| {
                let never = k.mark(Rule::counts_never);
                k.either(&[Rule::k_counts, Rule::k_count])?;
                k.mark(Rule::k_as);
                Some(never)
            })?;
            let name = k.take(Rule::name_ref).and_then(|n| r.name_ref(n))?;
            let mut roles = vec![PatternRole { prep: Prep::Of, who, at: At(subject.span) }];
            roles.extend(r.pattern_roles(k)?);
            let during = r.during_next(k)?;
            let overs = r.order_of(k)?;
            let guard = r.guard_next(k)?;
            let at = At(node.span);
            let pattern = Pattern { cost: false, step: None, what: Met::Named { any: false, name }, roles, during, at };
            let kind = if never { ContribKind::No } else { ContribKind::Yes };
            let body = Some(Body::Contribs(vec![Contrib { kind, guard, at, core: At(how.span) }]));
            Some(Attach { place: AtPlace::On, patterns: vec![pattern], moods: Vec::new(), guard: None, overs, body })
        })
    }

    /// Moods, a guard and what it stands over.
    fn terms_of(&mut self, k: &mut Kids<'_>) -> Option<(Vec<Mood>, Option<Guard>, Vec<Over>)> {
        let mut moods: Vec<Mood> = k.all(Rule::mood).into_iter().map(|m| self.mood(m)).collect::<Option<_>>()?;
        let overs = self.order_of(k)?;
        let guard = self.guard_next(k)?;
        for mood in k.all(Rule::mood) {
            moods.push(self.mood(mood)?);
        }
        Some((moods, guard, overs))
    }

    /// What it stands over, comes before or comes behind.
    fn order_of(&mut self, k: &mut Kids<'_>) -> Option<Vec<Over>> {
        let each = k.all(Rule::over).into_iter().map(|o| self.over_rules(o)).collect::<Option<Vec<_>>>()?;
        Some(each.concat())
    }

    /// The guard that comes next, if one does. None only if it could not be read.
    pub fn guard_next(&mut self, k: &mut Kids<'_>) -> Option<Option<Guard>> {
        match k.take(Rule::guard) {
            Some(guard) => self.guard(guard).map(Some),
            None => Some(None),
        }
    }

    /// `when a, during Wave`
    pub fn guard(&mut self, node: &Node) -> Option<Guard> {
        self.read(node, |r, k| {
            let test = match k.either(&[Rule::if_so, Rule::kw_unless]) {
                Some(how) => Some(GuardTest { unless: how == Rule::kw_unless, expr: k.take(Rule::expr).and_then(|e| r.expr(e))? }),
                None => None,
            };
            let during = r.during_next(k)?;
            Some(Guard { test, during, at: At(node.span) })
        })
    }

    /// The `during` that comes next, if one does. None only if it could not be read.
    fn during_next(&mut self, k: &mut Kids<'_>) -> Option<Option<During>> {
        let Some(node) = k.take(Rule::during) else { return Some(None) };
        let during = self.read(node, |r, k| {
            k.mark(Rule::k_during);
            let tags = r.tag_words(k)?;
            let name = k.take(Rule::name_ref).and_then(|n| r.name_ref(n))?;
            Some(During { tags, name, at: At(node.span) })
        });
        during.map(Some)
    }

    /// Where a rule works: `before`, `instead of`.
    pub fn at_place(&mut self, node: &Node) -> Option<AtPlace> {
        self.read(node, |r, k| {
            let place = k.next()?;
            r.read(place, |_, k| {
                Some(match place.rule {
                    Rule::on if k.mark(Rule::k_on) => AtPlace::On,
                    Rule::before if k.mark(Rule::k_before) => AtPlace::Before,
                    Rule::after if k.mark(Rule::k_after) => AtPlace::After,
                    Rule::instead if k.marks(&[Rule::k_instead, Rule::k_of]) => AtPlace::InsteadOf,
                    Rule::anytime if k.mark(Rule::k_anytime) => {
                        k.mark(Rule::k_in);
                        AtPlace::Anytime
                    }
                    _ => return None,
                })
            })
        })
    }

    /// What a rule meets.
    pub fn pattern(&mut self, node: &Node) -> Option<Pattern> {
        self.read(node, |r, k| {
            let cost = k.mark(Rule::pattern_words);
            let step = match k.take(Rule::step_of) {
                Some(step) => Some(r.step_of(step)?),
                None => None,
            };
            let what = match k.take(Rule::any_place) {
                Some(any) => r.any_place(any)?,
                None => {
                    let any = k.mark(Rule::k_any);
                    let head = k.take(Rule::pattern_head)?;
                    let name = r.read(head, |r, k| k.take(Rule::name_ref).and_then(|n| r.name_ref(n)))?;
                    Met::Named { any, name }
                }
            };
            let roles = r.pattern_roles(k)?;
            let during = r.during_next(k)?;
            Some(Pattern { cost, step, what, roles, during, at: At(node.span) })
        })
    }

    fn any_place(&mut self, node: &Node) -> Option<Met> {
        self.read(node, |r, k| {
            k.mark(Rule::k_any);
            let kind = k.take(Rule::word).map(|w| r.word(w))?;
            Some(Met::Any { kind, at: At(node.span) })
        })
    }

    /// `step go of`. No step is called by more words than one: that is told where the steps are known.
    fn step_of(&mut self, node: &Node) -> Option<Word> {
        self.read(node, |r, k| {
            k.mark(Rule::k_step);
            let words = k.all(Rule::word);
            let at = words.first()?.span.to(words.last()?.span);
            k.mark(Rule::k_of);
            Some(Word { sym: r.names.intern(r.files.slice(at)), at: At(at) })
        })
    }

    fn pattern_roles(&mut self, k: &mut Kids<'_>) -> Option<Vec<PatternRole>> {
        k.all(Rule::pattern_role).into_iter().map(|p| self.pattern_role(p)).collect()
    }

    fn pattern_role(&mut self, node: &Node) -> Option<PatternRole> {
        self.read(node, |r, k| {
            let prep = k.take(Rule::prep).and_then(|p| r.prep(p))?;
            let who = k.next().and_then(|who| r.who_fills(who))?;
            Some(PatternRole { prep, who, at: At(node.span) })
        })
    }

    /// Who fills a blank of what is met.
    fn who_fills(&mut self, node: &Node) -> Option<PatternWho> {
        match node.rule {
            Rule::the_one => self.the_one(node).map(PatternWho::The),
            Rule::any_sel | Rule::no_sel => self.read(node, |r, k| {
                k.either(&[Rule::k_any, Rule::k_no])?;
                k.take(Rule::selector).and_then(|s| r.selector(s)).map(PatternWho::Any)
            }),
            Rule::that_sel => self.read(node, |r, k| {
                k.mark(Rule::k_that);
                k.take(Rule::noun).and_then(|n| r.noun(n)).map(PatternWho::That)
            }),
            Rule::my_sel | Rule::mine_sel => self.mine(node),
            Rule::bare_sel => self.bare_kind(node),
            _ => self.expr(node).map(PatternWho::Is),
        }
    }

    /// One word stands for something; a description alone does not say whether anybody it fits is meant.
    fn bare_kind(&mut self, node: &Node) -> Option<PatternWho> {
        let s = self.read(node, |r, k| k.take(Rule::selector).and_then(|s| r.selector(s)))?;
        if s.adjectives.is_empty() && s.relatives.is_empty() && s.noun.called.is_none() {
            return Some(PatternWho::Is(Expr::of(ExprKind::Local(s.noun.kind), s.at)));
        }
        let text = self.text(node).to_owned();
        self.fault(Code::Bare, s.at, "this does not say whether anybody is meant whom it fits", format!("write `any {text}`"));
        Some(PatternWho::Any(s))
    }

    fn mine(&mut self, node: &Node) -> Option<PatternWho> {
        self.read(node, |r, k| {
            let adjectives = r.adjectives(k)?;
            let whose = match k.take(Rule::my) {
                Some(my) => r.read(my, |r, k| {
                    k.mark(Rule::k_my);
                    k.take(Rule::word).map(|w| Mine::My(r.word(w)))
                })?,
                None => k.take(Rule::me).map(|_| Mine::Me)?,
            };
            Some(PatternWho::Mine { adjectives, whose, at: At(node.span) })
        })
    }

    fn mood(&mut self, node: &Node) -> Option<Mood> {
        let kind = self.read(node, |r, k| {
            if k.mark(Rule::k_may) {
                return Some(MoodKind::May);
            }
            if let Some(limit) = k.take(Rule::limit) {
                return r.limit(limit).map(MoodKind::Once);
            }
            k.marks(&[Rule::k_first, Rule::k_time]);
            r.limit_parts(k, At(node.span)).map(MoodKind::FirstTime)
        })?;
        Some(Mood { kind, at: At(node.span) })
    }

    /// `once per turn of side as Name`
    pub fn limit(&mut self, node: &Node) -> Option<Limit> {
        self.read(node, |r, k| {
            k.mark(Rule::kw_once);
            r.limit_parts(k, At(node.span))
        })
    }

    fn limit_parts(&mut self, k: &mut Kids<'_>, at: At) -> Option<Limit> {
        k.mark(Rule::k_per);
        let unit = k.take(Rule::limit_unit)?;
        let per = self.read(unit, |r, k| k.next().map(|n| r.period(n)))?;
        let of = if k.mark(Rule::k_of) { Some(k.take(Rule::word).map(|w| self.word(w))?) } else { None };
        let called = if k.mark(Rule::k_as) { Some(k.take(Rule::name).map(|n| self.name(n))?) } else { None };
        Some(Limit { per, of, called, at })
    }

    /// `, earlier than Long Range, Cover and Haste`
    fn over_rules(&mut self, node: &Node) -> Option<Vec<Over>> {
        self.read(node, |r, k| {
            k.sign(",");
            let how = match k.either(&[Rule::k_overriding, Rule::k_earlier, Rule::k_later])? {
                Rule::k_earlier => OverHow::Before,
                Rule::k_later => OverHow::After,
                _ => OverHow::Over,
            };
            k.mark(Rule::k_than);
            let mut overs = Vec::new();
            while let Some(name) = k.take(Rule::name) {
                let name = r.name(name);
                overs.push(Over { how, name, at: name.at });
                k.mark(Rule::k_and);
            }
            Some(overs)
        })
    }

    /// What is different where a rule meets the game.
    fn body(&mut self, node: &Node, below: &mut Below<'_>, place: AtPlace) -> Option<Body> {
        let whole = At(node.span);
        self.read(node, |r, k| {
            if let Some(contribs) = k.take(Rule::contribs) {
                return r.contribs(contribs).map(Body::Contribs);
            }
            if let Some(stmts) = k.take(Rule::stmts) {
                return r.stmts(stmts, below).map(Body::Block);
            }
            match k.take(Rule::braced) {
                Some(braced) => r.braced(braced).map(Body::Block),
                // that `on` changes nothing is told where it is known what it meets
                None if place == AtPlace::On => Some(Body::Block(r.lines(below.take()))),
                None => r.deeper_lines(below, whole).map(Body::Block),
            }
        })
    }

    /// `no Tired unit may Leap`, and `may not Leap`, which is of the carrier.
    fn ban(&mut self, node: &Node) -> Option<Forbid> {
        self.read(node, |r, k| {
            let who = match k.take_any(&[Rule::no_sel, Rule::ban_who]) {
                Some(who) if who.rule == Rule::no_sel => PatternRole { prep: Prep::By, who: r.who_fills(who)?, at: At(who.span) },
                Some(who) => PatternRole { prep: Prep::By, who: r.banned(who)?, at: At(who.span) },
                None => PatternRole { prep: Prep::By, who: PatternWho::carrier(At(node.span)), at: At(node.span) },
            };
            k.mark(Rule::k_may);
            k.mark(Rule::k_not);
            let what = match k.take(Rule::any_action) {
                Some(any) => {
                    let kind = r.read(any, |r, k| {
                        k.marks(&[Rule::k_take, Rule::k_any]);
                        k.take(Rule::word).map(|w| r.word(w))
                    })?;
                    k.marks(&[Rule::k_other, Rule::k_than]);
                    let except = match k.take(Rule::ban_list) {
                        Some(list) => r.ban_list(list)?,
                        None => Vec::new(),
                    };
                    Forbidden::Any { kind, except }
                }
                None => Forbidden::Named(k.take(Rule::ban_list).and_then(|l| r.ban_list(l))?),
            };
            let mut roles = vec![who];
            roles.extend(r.pattern_roles(k)?);
            let during = r.during_next(k)?;
            let guard = r.guard_next(k)?;
            Some(Forbid { what, roles, during, guard })
        })
    }

    /// Who may not, where somebody is named.
    fn banned(&mut self, node: &Node) -> Option<PatternWho> {
        let who = self.read(node, |r, k| k.next().and_then(|who| r.who_fills(who)))?;
        if let PatternWho::Mine { whose: Mine::Me, at, .. } = &who {
            self.fault(Code::Syntax, *at, "who carries the rule is meant already", "write `may not` alone");
        }
        Some(who)
    }

    fn ban_list(&mut self, node: &Node) -> Option<Vec<Name>> {
        self.read(node, |r, k| {
            let mut names = Vec::new();
            while let Some(name) = k.take(Rule::name) {
                names.push(r.name(name));
                k.mark(Rule::k_or);
            }
            Some(names)
        })
    }

    /// Faults words that speak of a parent where nothing is amended.
    pub fn stray(&mut self, at: At, what: &str) {
        let help = "take it away, or write it below `amend`";
        self.fault(Code::Place, at, format!("{what}, and nothing is amended here"), help);
    }
}

/// In a list of places, what is said behind one holds for those before it of which nothing is said:
/// `after Leap or Jog by any Tired unit`. A step holds for what is named behind it: `before step go of Leap or Jog by any unit`.
fn shared(patterns: &mut [Pattern]) {
    let mut last: Option<Pattern> = None;
    for pattern in patterns.iter_mut().rev() {
        match &last {
            Some(said) if pattern.roles.is_empty() && pattern.during.is_none() => {
                pattern.roles.clone_from(&said.roles);
                pattern.during.clone_from(&said.during);
            }
            _ => last = Some(pattern.clone()),
        }
    }
    let mut step = None;
    for pattern in patterns {
        pattern.step = pattern.step.or(step);
        step = pattern.step;
    }
}
