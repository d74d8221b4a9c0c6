//! Questions: yes or no, and quantities.

use super::conditions::holds;
use super::english::list;
use super::refs::As;
use super::voice::Voice;
use super::words::Sort;
use crate::syntax::{Node, Rule};

const SUMS: &[Rule] = &[Rule::plus, Rule::minus, Rule::times, Rule::divide];
const COMPARED: &[Rule] = &[Rule::equal, Rule::not_equal, Rule::at_least, Rule::at_most, Rule::less, Rule::more];

fn split(kids: &[Node], at: Rule) -> Vec<&[Node]> {
    kids.split(|k| k.rule == at).collect()
}

impl Voice<'_> {
    /// A quantity with its cases: `6" if it is Foot, otherwise 4"`.
    pub fn choice(&self, n: &Node) -> String {
        if n.rule != Rule::choice {
            return self.expr(n);
        }
        let mut parts = Vec::new();
        let exprs: Vec<&Node> = n.all(Rule::expr).collect();
        for pair in exprs.chunks(2) {
            match pair {
                [what, when] => parts.push(format!("{} if {}", self.quantity(what), self.expr(when))),
                [what] => parts.push(self.quantity(what)),
                _ => {}
            }
        }
        if let Some(e) = n.find(Rule::else_part).and_then(Node::first) {
            parts.push(format!("otherwise {}", self.quantity(e)));
        }
        parts.join(", ")
    }

    pub fn expr(&self, n: &Node) -> String {
        if n.rule == Rule::choice {
            return self.choice(n);
        }
        self.either(&n.kids)
    }

    /// What may be a number or a question.
    fn quantity(&self, n: &Node) -> String {
        let asks =
            n.kids.iter().any(|k| matches!(k.rule, Rule::or | Rule::and | Rule::not) || COMPARED.contains(&k.rule)) || n.kids.len() > 1;
        let condition = n.kids.iter().any(|k| matches!(k.rule, Rule::deep_ref | Rule::paren));
        if asks || (condition && !n.kids.iter().any(no_question)) { self.expr(n) } else { self.summed(&n.kids, false) }
    }

    fn either(&self, kids: &[Node]) -> String {
        let parts: Vec<String> = split(kids, Rule::or).into_iter().map(|p| self.both(p)).collect();
        parts.join(" or ")
    }

    fn both(&self, kids: &[Node]) -> String {
        let parts: Vec<String> = split(kids, Rule::and).into_iter().map(|p| self.compared(p)).collect();
        parts.join(" and ")
    }

    fn compared(&self, kids: &[Node]) -> String {
        let Some(at) = kids.iter().position(|k| COMPARED.contains(&k.rule)) else { return self.summed(kids, true) };
        let (left, right) = kids.split_at(at);
        let right = right.get(1..).unwrap_or(&[]);
        let (subject, object) = (self.summed(left, false), self.summed(right, false));
        let verb = match kids.get(at).map(|k| k.rule) {
            Some(Rule::equal) => "is",
            Some(Rule::not_equal) => "is not",
            Some(Rule::at_least) => "is at least",
            Some(Rule::at_most) => "is at most",
            Some(Rule::less) => "is less than",
            _ => "is more than",
        };
        if let (Some(whose), "is" | "is not", true) = (sided(&subject), verb, sided(&object).is_some() || object.ends_with("side")) {
            return format!("{whose} {} {object}", if verb == "is" { "belongs to" } else { "does not belong to" });
        }
        format!("{subject} {verb} {object}")
    }

    /// What a check throws, and what it must reach.
    pub fn thrown(&self, n: &Node) -> (String, Option<String>) {
        let only = n.find(Rule::expr).filter(|_| n.kids.len() == 1);
        let at = only.and_then(|e| e.kids.iter().position(|k| COMPARED.contains(&k.rule)));
        let (Some(e), Some(at)) = (only, at) else { return (self.choice(n), None) };
        let (left, right) = e.kids.split_at(at);
        let goal = self.summed(right.get(1..).unwrap_or(&[]), false);
        let goal = match e.kids.get(at).map(|k| k.rule) {
            Some(Rule::at_most) => format!("{goal} or less"),
            Some(Rule::less) => format!("less than {goal}"),
            Some(Rule::more) => format!("more than {goal}"),
            Some(Rule::equal) => goal,
            _ => format!("{goal} or more"),
        };
        (self.summed(left, false), Some(goal))
    }

    /// A sum, however its parts lie.
    pub fn sum(&self, n: &Node) -> String {
        match n.rule {
            Rule::sum_expr | Rule::sum_of_words | Rule::expr => self.summed(&n.kids, false),
            Rule::sum_term => self.term(&n.kids, false),
            Rule::choice => self.choice(n),
            _ => self.thing_or_amount(n),
        }
    }

    fn summed(&self, kids: &[Node], asks: bool) -> String {
        if !kids.iter().any(|k| SUMS.contains(&k.rule)) {
            return self.term(kids, asks);
        }
        let mut out = String::new();
        let mut term: Vec<Node> = Vec::new();
        for k in kids {
            if SUMS.contains(&k.rule) && !term.is_empty() {
                out.push_str(&self.term(&term, false));
                term.clear();
                out.push_str(match k.rule {
                    Rule::plus => " plus ",
                    Rule::minus => " minus ",
                    Rule::times => " times ",
                    _ => " divided by ",
                });
            } else {
                term.push(k.clone());
            }
        }
        format!("{out}{}", self.term(&term, false))
    }

    fn term(&self, kids: &[Node], asks: bool) -> String {
        let not = kids.iter().take_while(|k| matches!(k.rule, Rule::not | Rule::negative)).any(|k| k.rule == Rule::not);
        let minus = kids.first().is_some_and(|k| k.rule == Rule::negative);
        let rest = kids.iter().skip_while(|k| matches!(k.rule, Rule::not | Rule::negative)).collect::<Vec<_>>();
        let Some((first, after)) = rest.split_first() else { return String::new() };
        let subject = match first.rule {
            Rule::sum_term if after.is_empty() => self.term(&first.kids, asks),
            _ if !asks && !not => self.thing_or_amount(first),
            _ if after.iter().any(|p| p.rule != Rule::rounding) => self.thing_or_amount(first),
            _ => self.asked(first, not),
        };
        let mut text = subject;
        let mut told = !after.iter().any(|p| p.rule != Rule::rounding);
        for p in after {
            if p.rule == Rule::rounding {
                text = format!("{text} rounded {}", p.find(Rule::way).map_or("", |w| self.text(w)));
            } else {
                text = self.predicate(&text, p, not && !told);
                told = true;
            }
        }
        if minus { format!("minus {text}") } else { text }
    }

    /// What stands alone in a question.
    fn asked(&self, n: &Node, not: bool) -> String {
        match n.rule {
            Rule::exists => self.exists(n, not),
            Rule::deep_ref | Rule::r#ref => match n.first() {
                Some(c) if c.rule == Rule::call => {
                    let name = c.find(Rule::name_ref).map_or(String::new(), |x| self.name(x));
                    if self.words.sort(&name) == Sort::Condition {
                        let blanks = self.blanks(c.all(Rule::role));
                        return holds(&name, &blanks, not);
                    }
                    let text = self.call(c, false);
                    if not { format!("not {text}") } else { text }
                }
                Some(l) if l.rule == Rule::local && !self.knows(self.text(l)) => {
                    let word = self.text(l);
                    if matches!(word, "passes" | "fails") {
                        return format!("it {word}");
                    }
                    if let Some(text) = self.tagged(word, not).filter(|_| !matches!(word, "failed" | "passed")) {
                        return text;
                    }
                    let who = if matches!(word, "failed" | "passed") { "it" } else { "this" };
                    format!("{who} is {}{word}", if not { "not " } else { "" })
                }
                Some(k) if k.rule == Rule::the_one && k.has(Rule::selector) => {
                    let how = if not { As::Bare } else { As::A };
                    let what = k.find(Rule::selector).map_or(String::new(), |s| self.description(s, how));
                    format!("there is {}{what}", if not { "no " } else { "" })
                }
                _ => {
                    let text = self.thing(n);
                    if not { format!("not {text}") } else { text }
                }
            },
            Rule::paren if not => match n.find(Rule::choice) {
                Some(c) => {
                    let single = c.first().filter(|e| c.kids.len() == 1 && !e.kids.iter().any(|k| matches!(k.rule, Rule::or | Rule::and)));
                    match single {
                        Some(e) => self.denied(&e.kids),
                        None => format!("not {}", self.paren(n)),
                    }
                }
                None => self.plain(n),
            },
            _ => {
                let text = self.thing_or_amount(n);
                if not { format!("not {text}") } else { text }
            }
        }
    }

    fn denied(&self, kids: &[Node]) -> String {
        if kids.iter().any(|k| COMPARED.contains(&k.rule)) {
            return format!("it is not so that {}", self.compared(kids));
        }
        let not = Node { rule: Rule::not, span: kids.first().map_or_else(Default::default, |k| k.span), kids: Vec::new() };
        let mut all = vec![not];
        all.extend(kids.iter().cloned());
        self.term(&all, true)
    }

    fn exists(&self, n: &Node, not: bool) -> String {
        let Some(s) = n.find(Rule::selector) else { return self.plain(n) };
        match (n.find(Rule::any_word).map_or("", |w| self.text(w)), not) {
            ("any", false) | ("no", true) => format!("there is {}", self.description(s, As::A)),
            ("every", _) => format!("every {}", self.description(s, As::Bare)),
            _ => format!("there is no {}", self.description(s, As::Bare)),
        }
    }

    /// Brackets: what must stay together is said so.
    fn paren(&self, n: &Node) -> String {
        let Some(c) = n.find(Rule::choice) else { return self.plain(n) };
        let text = self.choice(c);
        let top = |rule: Rule| c.find(Rule::expr).is_some_and(|e| e.kids.iter().any(|k| k.rule == rule));
        if c.kids.len() == 1 && top(Rule::or) {
            return format!("either {text}");
        }
        if c.kids.len() == 1 && top(Rule::and) {
            return format!("both {text}");
        }
        let summed = c.find(Rule::expr).is_some_and(|e| e.kids.iter().any(|k| SUMS.contains(&k.rule)));
        if summed && c.kids.len() == 1 { format!("the result of {text}") } else { text }
    }

    /// A number, or something that has one.
    pub fn amount(&self, n: &Node) -> String {
        match n.rule {
            Rule::amount => {
                let k = n.find(Rule::integer).map_or("", |i| self.text(i));
                format!("{k} {}", n.find(Rule::name).map_or(String::new(), |x| self.name(x)))
            }
            Rule::points => self.price(n),
            Rule::role_number => n.first().map_or_else(|| self.plain(n), |k| self.amount(k)),
            Rule::sum_term_amount => match n.first() {
                Some(k) if k.rule == Rule::choice => self.choice(k),
                Some(k) => self.amount(k),
                None => self.plain(n),
            },
            Rule::local => self.local(self.text(n)),
            _ => self.text(n).split_whitespace().collect::<Vec<_>>().join(" ").trim_start_matches('+').to_owned(),
        }
    }

    pub fn thing_or_amount(&self, n: &Node) -> String {
        let selector = |how| n.find(Rule::selector).map_or(String::new(), |s| self.description(s, how));
        let name = || n.find(Rule::name_ref).or_else(|| n.find(Rule::word)).map_or(String::new(), |x| self.name(x));
        match n.rule {
            Rule::paren => self.paren(n),
            Rule::dice_term | Rule::literal | Rule::amount | Rule::points | Rule::role_number => self.amount(n),
            Rule::need | Rule::length | Rule::integer | Rule::number | Rule::dice | Rule::signed => self.signed(n),
            Rule::yes => "yes".into(),
            Rule::no_value => "no".into(),
            Rule::half_of => format!("half {}", n.first().map_or(String::new(), |t| self.sum(t))),
            Rule::share_of => {
                let share = n.first().map_or("", |s| self.text(s));
                format!("{share} of {}", n.find(Rule::sum_term).map_or(String::new(), |t| self.sum(t)))
            }
            Rule::faces_in => {
                let face = n.find(Rule::face_value).map_or("", |f| self.text(f));
                format!("the number of {face} in {}", n.find(Rule::r#ref).map_or(String::new(), |r| self.thing(r)))
            }
            Rule::count_of => format!("the number of {}", selector(As::Many)),
            Rule::total_of => {
                let blanks = self.blanks(n.all(Rule::role));
                format!("the total of {} for each {}", self.put(&name(), &blanks, true), selector(As::Bare))
            }
            Rule::sum_of => format!("the sum of the {} of all {}", name(), selector(As::Many)),
            Rule::pick_of => {
                let parts: Vec<String> = n.all(Rule::choice).map(|c| self.choice(c)).collect();
                format!("the {} of {}", n.find(Rule::pick_word).map_or("", |w| self.text(w)), list(&parts, "and"))
            }
            Rule::distance => {
                let ends: Vec<String> = n.all(Rule::r#ref).map(|r| self.thing(r)).collect();
                let way = match n.find(Rule::gauge).map_or("", |w| self.text(w)) {
                    "distance" => "distance",
                    _ => "way to walk",
                };
                format!("the {way} from {}", ends.join(" to "))
            }
            Rule::extreme => {
                format!("the {} {} among {}", n.find(Rule::best_word).map_or("", |w| self.text(w)), name(), selector(As::Many))
            }
            Rule::majority => format!("the most common {} among {}", name(), selector(As::Many)),
            Rule::exists => self.exists(n, false),
            Rule::sum_term | Rule::sum_expr | Rule::sum_of_words => self.sum(n),
            Rule::expr | Rule::choice => self.choice(n),
            _ => self.thing(n),
        }
    }

    /// A number with its sign.
    pub fn signed(&self, n: &Node) -> String {
        match n.rule {
            Rule::signed | Rule::signed_sum => {
                let minus = n.has(Rule::minus);
                let what = n.kids.last().map_or(String::new(), |t| self.sum(t));
                format!("{}{what}", if minus { "-" } else { "+" })
            }
            _ => self.text(n).to_owned(),
        }
    }

    /// What is said of a subject.
    fn predicate(&self, who: &str, p: &Node, not: bool) -> String {
        let not =
            not ^ (p.has(Rule::no_not) || p.has(Rule::no_within) || p.has(Rule::no_touch) || p.has(Rule::no_see) || p.has(Rule::no_carry));
        let is = if not { "is not" } else { "is" };
        let to = |n: &Node| n.find(Rule::r#ref).or_else(|| n.find(Rule::selector)).map_or(String::new(), |x| self.thing(x));
        match p.rule {
            Rule::is_p => {
                let Some(k) = p.kids.iter().find(|k| k.rule != Rule::no_not) else { return format!("{who} {}", self.plain(p)) };
                if let Rule::name_list = k.rule {
                    if self.words.sort(who) != Sort::Ruling {
                        return self.is_what(who, &self.listed(k), not);
                    }
                }
                // a title may end in the verb
                let verb = if who.ends_with(" Is") || who.ends_with(" Are") { is.trim_start_matches("is").trim_start() } else { is };
                let is = if self.words.sort(who) == Sort::Ruling { format!("{verb} read as") } else { is.to_owned() };
                let is = is.trim_start();
                let what = match k.rule {
                    Rule::in_terrain => format!("in {}", k.first().map_or(String::new(), |x| self.name(x))),
                    Rule::in_play => "in play".into(),
                    Rule::off_board => "off the board".into(),
                    Rule::enemy_of => format!("an enemy of {}", to(k)),
                    Rule::friend_of => format!("a friend of {}", to(k)),
                    Rule::spot => self.spot(k),
                    Rule::range => self.range(k),
                    Rule::name_list => list(&self.listed(k), "or"),
                    _ => {
                        let what = self.thing(k);
                        match sided(who) {
                            Some(whose) => return format!("{whose} {} {what}", if not { "does not belong to" } else { "belongs to" }),
                            None => what,
                        }
                    }
                };
                format!("{who} {is} {what}")
            }
            Rule::has_p => {
                let none = if p.has(Rule::kw_no) || not { "no " } else { "" };
                let what = match p.kids.last() {
                    Some(k) if k.rule == Rule::name_list => list(&self.listed(k), "or"),
                    Some(k) if k.rule == Rule::selector => self.description(k, if none.is_empty() { As::A } else { As::Bare }),
                    Some(k) => self.amount(k),
                    None => String::new(),
                };
                format!("{who} has {none}{what}")
            }
            Rule::did_p => {
                let names = p.find(Rule::name_list).map_or_else(Vec::new, |l| self.listed(l));
                let when = p.find(Rule::moment).map_or(String::new(), |m| {
                    let last = if self.text(m).starts_with("last") { "last" } else { "this" };
                    format!(" {last} {}", m.first().map_or(String::new(), |w| self.name(w)))
                });
                format!("{who} has {}performed {}{when}", if not { "not " } else { "" }, list(&names, "or"))
            }
            Rule::within_p => {
                let text = self.relative(p);
                format!("{who} {is} {}", text.trim_start_matches("not "))
            }
            Rule::touches_p => format!("{who} {} {}", if not { "does not touch" } else { "touches" }, to(p)),
            Rule::sees_p => format!("{who} {} {}", if not { "does not see" } else { "sees" }, to(p)),
            Rule::carries_p => {
                let what = p.find(Rule::operand).map_or(String::new(), |o| self.thing(o));
                format!("{who} {} {what}", if not { "does not carry" } else { "carries" })
            }
            Rule::spot_p => format!("{who} {is} {}", p.find(Rule::spot).map_or(String::new(), |s| self.spot(s))),
            _ => format!("{who} {}", self.plain(p)),
        }
    }

    /// A span of numbers.
    pub fn range(&self, n: &Node) -> String {
        let text = self.text(n);
        let numbers: Vec<&str> = n.kids.iter().filter(|k| matches!(k.rule, Rule::integer | Rule::length)).map(|k| self.text(k)).collect();
        let negative = if text.starts_with('-') { "-" } else { "" };
        match (n.find(Rule::range_word).map(|w| self.text(w)), numbers.as_slice()) {
            _ if n.has(Rule::always) => "anything else".into(),
            (Some("to"), [k]) => format!("up to {k}"),
            (Some(w), [k]) => format!("{w} {k}"),
            (None, [from, to]) => format!("{from} to {to}"),
            (None, [k]) if text.ends_with('+') => format!("{k} or more"),
            (None, [k]) => match n.find(Rule::way_more) {
                Some(w) => format!("{k} or {}", self.text(w)),
                None => format!("{negative}{k}"),
            },
            _ => self.plain(n),
        }
    }
}

/// Whose side it is, if it is a side of somebody.
fn sided(text: &str) -> Option<&str> {
    if text == "its side" { Some("it") } else { text.strip_suffix("'s side") }
}

/// A word or a thing, which asks nothing by itself.
fn no_question(n: &Node) -> bool {
    n.first().is_some_and(|l| matches!(l.rule, Rule::local | Rule::the_one))
}
