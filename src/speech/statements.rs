//! What happens: statements of steps and rules.

use super::english::{a, list, times};
use super::refs::As;
use super::said::Said;
use super::voice::Voice;
use super::words::Sort;
use crate::syntax::{Line, Node, Rule};

impl Voice<'_> {
    /// The lines of a block.
    pub fn block(&self, lines: &[Line]) -> Vec<Said> {
        lines.iter().flat_map(|l| self.line(l)).collect()
    }

    /// The sentences of a line. What is below it belongs to the last.
    pub fn line(&self, line: &Line) -> Vec<Said> {
        let mut out = Vec::new();
        let count = line.parts.len();
        for (i, part) in line.parts.iter().enumerate() {
            let below = if i + 1 == count { &line.below[..] } else { &[] };
            let mut said = self.part(part, line, below);
            if let Some(s) = said.last_mut() {
                if i + 1 == count {
                    s.cites.extend(line.cites.iter().map(|c| self.text(c).to_owned()));
                }
            }
            out.extend(said);
        }
        out
    }

    fn part(&self, n: &Node, line: &Line, below: &[Line]) -> Vec<Said> {
        if let Some(said) = self.item(n, line, below) {
            return said;
        }
        vec![self.stmt(n, below)]
    }

    /// Statements on one line or in braces.
    pub fn stmts(&self, n: &Node) -> Vec<Said> {
        match n.rule {
            Rule::stmts | Rule::braced | Rule::block | Rule::or_else | Rule::body => n.kids.iter().flat_map(|k| self.stmts(k)).collect(),
            Rule::attach => vec![self.attach(n, None)],
            Rule::forbid => vec![self.forbid(n)],
            Rule::stmt => n.first().map_or_else(Vec::new, |k| self.stmts(k)),
            _ => vec![self.stmt(n, &[])],
        }
    }

    /// What stands after a colon, and in the lines below.
    fn after(&self, n: &Node, below: &[Line]) -> Vec<Said> {
        let mut out: Vec<Said> = n.all(Rule::block).flat_map(|b| self.stmts(b)).collect();
        out.extend(self.block(below));
        out
    }

    /// One statement with the lines below it.
    #[allow(clippy::too_many_lines, reason = "one arm for each statement")]
    pub fn stmt(&self, n: &Node, below: &[Line]) -> Said {
        let opening = |text: String| Said::opening(text, self.after(n, below), n.span);
        let plain = |text: String| Said::new(text, n.span);
        let reference = || n.find(Rule::r#ref).map_or(String::new(), |r| self.thing(r));
        let selector = |how| n.find(Rule::selector).map_or(String::new(), |s| self.described(s, how));
        let name = || n.find(Rule::name_ref).or_else(|| n.find(Rule::name)).map_or(String::new(), |x| self.name(x));
        let word = || n.find(Rule::word).map_or("", |w| self.text(w));
        match n.rule {
            Rule::stmt | Rule::item => n.first().map_or_else(|| plain(self.plain(n)), |k| self.stmt(k, below)),
            Rule::if_st => opening(format!("if {}", n.find(Rule::expr).map_or(String::new(), |e| self.expr(e)))),
            Rule::otherwise_st => {
                let mut said = match n.find(Rule::expr) {
                    Some(e) => opening(format!("otherwise, if {}", self.expr(e))),
                    None => opening("otherwise".into()),
                };
                said.goes_on = true;
                said
            }
            Rule::for_each_st => {
                let what = selector(As::Bare);
                let order: String = n.all(Rule::order).map(|o| self.order(o)).collect();
                opening(format!("for each {what}{order}"))
            }
            Rule::alternate_st => {
                let from = reference();
                self.bind(word(), format!("the {}", word()));
                let when = n.find(Rule::expr).map_or(String::new(), |e| self.expr(e));
                opening(format!("the sides take turns, beginning with {from}, each as long as {when}"))
            }
            Rule::repeat_st => match (n.find(Rule::sum_expr), n.find(Rule::expr)) {
                (Some(k), _) => {
                    let k = self.sum(k);
                    opening(if k.contains(' ') && !k.starts_with("the ") || k.len() > 14 {
                        format!("as many times as {k}")
                    } else {
                        times(&k)
                    })
                }
                (_, Some(e)) if self.text(n).trim_start_matches("repeat").trim_start().starts_with("until") => {
                    opening(format!("until {}, again and again", self.expr(e)))
                }
                (_, Some(e)) => opening(format!("as long as {}", self.expr(e))),
                _ => plain(self.plain(n)),
            },
            Rule::share_st => {
                let what = n.find(Rule::sum_expr).map_or(String::new(), |s| self.sum(s));
                let by = n.find(Rule::r#ref).map_or(String::new(), |r| format!(", as {} chooses", self.thing(r)));
                self.bind("share", "its share");
                let among = n.find(Rule::selector).map_or(String::new(), |s| self.for_all(s));
                opening(format!("{what} is shared out among {among}{by}, each with its share"))
            }
            Rule::take_st => {
                let who = reference();
                let kind = word();
                let from = n
                    .find(Rule::take_from)
                    .and_then(|t| t.find(Rule::name_list))
                    .map_or(String::new(), |l| format!(", namely {}", list(&self.listed(l), "or")));
                let how = match n.find(Rule::take_many).map_or("", |t| self.text(t)) {
                    "any" => format!("takes as many {} as it likes and can", super::english::plural(kind)),
                    _ => format!("takes one {kind}"),
                };
                let roles: String = self.blanks(n.all(Rule::role)).iter().map(|(p, w)| format!(" {p} {w}")).collect();
                plain(format!("{who} {how}{roles}{from}"))
            }
            Rule::choose_st => plain(self.choose(n)),
            Rule::stop_st => {
                match n.find(Rule::name).map(|x| self.name(x)).or_else(|| n.find(Rule::word).map(|w| format!("this {}", self.text(w)))) {
                    Some(what) => plain(match n.find(Rule::r#ref) {
                        Some(r) => format!("{what} of {} ends at once", self.thing(r)),
                        None => format!("{what} ends at once"),
                    }),
                    None => plain("this ends at once".into()),
                }
            }
            Rule::again_st => {
                let from = n.find(Rule::word).map_or_else(name, |w| format!("the {} step", super::english::title(self.text(w))));
                plain(format!("begin again from {from}{}", if self.text(n).ends_with("once") { ", but only once" } else { "" }))
            }
            Rule::this_st => plain(self.tagged(word(), false).unwrap_or_else(|| format!("this is {}", word()))),
            Rule::until_st => {
                let until = n.find(Rule::until_what).map_or(String::new(), |u| self.until(u));
                let mut said: Vec<Said> = n.all(Rule::attach).map(|k| self.attach(k, None)).collect();
                said.extend(n.all(Rule::forbid).map(|k| self.forbid(k)));
                said.extend(n.all(Rule::braced).flat_map(|b| self.stmts(b)));
                said.extend(self.block(below));
                Said::opening(format!("until {until}"), said, n.span)
            }
            Rule::place_st => {
                let who = reference();
                let at: String = n.all(Rule::put_at).map(|p| format!(" {}", self.put_at(p))).collect();
                let by = n.all(Rule::r#ref).nth(1).map_or(String::new(), |r| format!(", as {} chooses", self.thing(r)));
                plain(format!("{who} is placed{at}{by}"))
            }
            Rule::gather_st => {
                let what = n.find(Rule::selector).map_or(String::new(), |s| self.for_all(s));
                let alike: Vec<String> = n.all(Rule::name).map(|x| self.name(x)).collect();
                let most = n.all(Rule::sum_term).map(|t| self.sum(t)).collect::<Vec<_>>();
                plain(match (alike.is_empty(), most.as_slice()) {
                    (false, _) => format!("all {what} that are alike in {} form {} together", list(&alike, "and"), a(word())),
                    (_, [most, to]) => format!("all {what} that touch each other form {}, at most {most} to {to}", a(word())),
                    _ => format!("all {what} that touch each other, directly or through others, form {}", a(word())),
                })
            }
            Rule::ends_st => plain("the game ends".into()),
            Rule::wins_st => plain(format!("{} wins", reference())),
            Rule::draw_st => {
                let what = name();
                match n.find(Rule::word) {
                    Some(w) => {
                        let k = n.find(Rule::sum_term).map_or("a card".into(), |t| format!("{} cards", self.sum(t)));
                        self.bind(self.text(w), format!("the {}", self.text(w)));
                        plain(format!("draw {k} from {what}, the {}", self.text(w)))
                    }
                    None => plain(format!("shuffle {what}")),
                }
            }
            Rule::lead_st => {
                let refs: Vec<String> = n.all(Rule::r#ref).map(|r| self.thing(r)).collect();
                plain(refs.join(" leads "))
            }
            Rule::join_st | Rule::leave_st => {
                let all: Vec<String> = n.kids.iter().map(|k| self.thing(k)).collect();
                plain(all.join(if n.rule == Rule::join_st { " joins " } else { " leaves " }))
            }
            Rule::give_st => plain(format!("the result is {}", n.find(Rule::choice).map_or(String::new(), |c| self.choice(c)))),
            Rule::note_st => plain(format!("note: {}", n.first().map_or("", |q| self.text(q).trim_matches('"')))),
            Rule::form_st => plain(self.forms(n)),
            Rule::may_st => self.may(n, below),
            Rule::spend_st => plain(self.spend(n)),
            Rule::change_st => plain(self.change(n, "")),
            Rule::move_st => plain(self.moves(n, "")),
            Rule::remove_st => plain(format!("{} is removed", reference())),
            Rule::let_st => plain(self.named_result(word(), n.find(Rule::choice))),
            Rule::do_st => self.deed(n, below, ""),
            _ => plain(self.plain(n)),
        }
    }

    /// `pace = d6"`: a result that is kept.
    pub fn named_result(&self, word: &str, choice: Option<&Node>) -> String {
        let Some(c) = choice else { return String::new() };
        let text = self.result(c);
        let thing = self.is_thing(c);
        let called = if thing { format!("the {word}") } else { Self::result_word(word) };
        self.bind(word, called.clone());
        match text {
            Ok(rolled) => format!("{rolled} for {called}"),
            Err(asked) => format!("{called} is {asked}"),
        }
    }

    /// What a result is: rolled, or asked.
    pub fn result(&self, c: &Node) -> Result<String, String> {
        let only = c.find(Rule::expr).filter(|e| c.kids.len() == 1 && e.kids.len() == 1).and_then(Node::first);
        match only {
            Some(d) if d.rule == Rule::dice_term => Ok(format!("roll {}", self.amount(d))),
            Some(d) if d.rule == Rule::deep_ref => match d.find(Rule::call) {
                Some(call) => {
                    let name = call.find(Rule::name_ref).map_or(String::new(), |x| self.name(x));
                    match self.words.sort(&name) {
                        Sort::Roll | Sort::Pool | Sort::Check | Sort::Opposed => Ok(rolled(&self.call(call, true))),
                        Sort::Deed | Sort::Action => Err(format!("what comes of {}", self.call(call, true))),
                        _ => Err(self.choice(c)),
                    }
                }
                None => Err(self.choice(c)),
            },
            Some(d) if d.rule == Rule::exists => Err(format!("whether {}", self.choice(c))),
            _ => Err(self.choice(c)),
        }
    }

    /// Whether a result is somebody or something.
    fn is_thing(&self, c: &Node) -> bool {
        let only = c
            .find(Rule::expr)
            .filter(|e| e.kids.len() == 1)
            .and_then(Node::first)
            .filter(|d| d.rule == Rule::deep_ref)
            .and_then(Node::first);
        match only {
            Some(k) if matches!(k.rule, Rule::the_one | Rule::spot_ref | Rule::line_ref) => true,
            Some(k) if k.rule == Rule::accessor => !self.text(k).starts_with("rank"),
            Some(k) if k.rule == Rule::call => {
                let name = k.find(Rule::name_ref).map_or(String::new(), |x| self.name(x));
                self.words.sort(&name) == Sort::Opposed
            }
            _ => false,
        }
    }

    /// All that a description fits; its word stands for each.
    fn for_all(&self, n: &Node) -> String {
        let (kind, local) = self.noun(n);
        let word = local.unwrap_or(kind);
        let text = self.description(n, As::Many);
        self.bind(&word, format!("the {word}"));
        text
    }

    fn order(&self, n: &Node) -> String {
        match n.first() {
            Some(k) if k.rule == Rule::together => " at the same time".into(),
            Some(k) if k.rule == Rule::order_by => {
                let who = k.find(Rule::r#ref).map_or(String::new(), |r| self.thing(r));
                match self.text(k) {
                    t if t.starts_with("ties") => format!(", ties as {who} chooses"),
                    t if t.starts_with("from") => format!(", beginning with {who}"),
                    _ => format!(", in an order that {who} chooses"),
                }
            }
            Some(k) if k.rule == Rule::rank => {
                let best = k.find(Rule::best_word).map_or("", |b| self.text(b));
                format!(", the {best} {} first", k.find(Rule::name_ref).map_or(String::new(), |x| self.name(x)))
            }
            _ => self.plain(n),
        }
    }

    fn may(&self, n: &Node, below: &[Line]) -> Said {
        let who = n.find(Rule::r#ref).map(|r| self.thing(r));
        let Some(body) = n.find(Rule::stmt_body) else { return Said::new(self.plain(n), n.span) };
        if let Some(spend) = body.find(Rule::spend_st) {
            let payer = spend.find(Rule::r#ref).map(|r| self.thing(r)).or(who).unwrap_or_else(|| "its player".into());
            let price = spend.find(Rule::thing).map_or(String::new(), |t| self.given(t));
            let mut said: Vec<Said> = body.all(Rule::block).flat_map(|b| self.stmts(b)).collect();
            said.extend(self.block(below));
            return Said::opening(format!("{payer} may spend {price}; if so"), said, n.span);
        }
        let inner = body.kids.iter().find(|k| k.rule != Rule::block).map(|k| if k.rule == Rule::stmt { k.first().unwrap_or(k) } else { k });
        match inner {
            Some(k) if k.rule == Rule::change_st => Said::new(self.change(k, "may"), n.span),
            Some(k) if k.rule == Rule::move_st => Said::new(self.moves(k, "may"), n.span),
            Some(k) if k.rule == Rule::do_st => self.deed(k, below, "may"),
            Some(k) => Said::opening("if its player wishes".into(), vec![self.stmt(k, below)], n.span),
            None => {
                let mut said: Vec<Said> = body.all(Rule::block).flat_map(|b| self.stmts(b)).collect();
                said.extend(self.block(below));
                let text = who.map_or("if its player wishes".to_owned(), |w| format!("if {w} wishes"));
                Said::opening(text, said, n.span)
            }
        }
    }

    fn spend(&self, n: &Node) -> String {
        let payer = n.find(Rule::r#ref).map_or("its player".to_owned(), |r| self.thing(r));
        format!("{payer} spends {}", n.find(Rule::thing).map_or(String::new(), |t| self.given(t)))
    }

    /// What is gained, lost or paid.
    pub fn given(&self, n: &Node) -> String {
        let name = n.find(Rule::name_ref).map(|x| self.name(x));
        match (n.find(Rule::sum_term_amount), name) {
            (Some(k), Some(name)) => {
                let text = self.amount(k);
                if text.contains(" if ") { format!("{name}, {text}") } else { format!("{text} {name}") }
            }
            (_, Some(name)) if n.has(Rule::kw_all) => format!("all {name}"),
            (_, Some(name)) => name,
            _ => n.find(Rule::local).map_or_else(|| self.plain(n), |l| self.local(self.text(l))),
        }
    }

    fn change(&self, n: &Node, modal: &str) -> String {
        let who = n.find(Rule::deep_ref).map_or(String::new(), |r| self.thing(r));
        let Some(k) = n.kids.iter().find(|k| matches!(k.rule, Rule::gains | Rule::loses | Rule::becomes)) else { return self.plain(n) };
        let verb = match (k.rule, modal) {
            (Rule::gains, "") => "gains".to_owned(),
            (Rule::loses, "") => "loses".to_owned(),
            (Rule::becomes, "") => "becomes".to_owned(),
            (Rule::gains, m) => format!("{m} gain"),
            (Rule::loses, m) => format!("{m} lose"),
            (_, m) => format!("{m} become"),
        };
        let what = match k.find(Rule::choice) {
            Some(c) => self.choice(c),
            None => list(&k.all(Rule::thing).map(|t| self.given(t)).collect::<Vec<_>>(), "and"),
        };
        format!("{who} {verb} {what}")
    }

    /// Something else that is done.
    pub fn deed(&self, n: &Node, below: &[Line], modal: &str) -> Said {
        let Some(call) = n.find(Rule::call) else { return Said::new(self.plain(n), n.span) };
        let name = call.find(Rule::name_ref).map_or(String::new(), |x| self.name(x));
        let mut blanks = self.blanks(call.all(Rule::role));
        let tags: Vec<&str> = n.all(Rule::tag_word).map(|t| self.text(t)).collect();
        let titled = if tags.is_empty() { name.clone() } else { a(&format!("{} {name}", tags.join(" "))) };
        let sort = self.words.sort(&name);
        let keys = call.find(Rule::arguments).map_or_else(Vec::new, |k| k.all(Rule::choice).map(|c| self.choice(c)).collect::<Vec<_>>());
        let keys = if keys.is_empty() { String::new() } else { format!(" for {}", list(&keys, "and")) };
        let verb = |one: &str, bare: &str| if modal.is_empty() { one.to_owned() } else { format!("{modal} {bare}") };
        let tail = |blanks: &[(String, String)]| blanks.iter().map(|(p, w)| format!(" {p} {w}")).collect::<String>();
        let mut text = match (sort, blanks.first().map(|(p, _)| p.as_str())) {
            (Sort::Check, Some("of")) => {
                let (_, who) = blanks.remove(0);
                let says_so = ["Check", "Test", "Roll"].iter().any(|w| titled.ends_with(w));
                format!("{who} {} {}{}{}", verb("takes", "take"), a(&titled), if says_so { "" } else { " check" }, tail(&blanks))
            }
            (Sort::Action | Sort::Deed | Sort::Other, Some("by")) => {
                let (_, who) = blanks.remove(0);
                format!("{who} {} {titled}{}{keys}", verb("performs", "perform"), tail(&blanks))
            }
            (Sort::Roll | Sort::Pool | Sort::Opposed, _) => format!("{}{}{keys}", rolled(&titled), tail(&blanks)),
            _ if modal.is_empty() => format!("resolve {titled}{}{keys}", for_whom(&blanks)),
            _ => format!("if its player wishes, resolve {titled}{}{keys}", for_whom(&blanks)),
        };
        let answers: Vec<String> = n.all(Rule::answer).map(|k| self.answer(k)).collect();
        if !answers.is_empty() {
            text = format!("{text}, {}", answers.join(", "));
        }
        let Some(or) = n.find(Rule::or_else) else {
            return if below.is_empty() { Said::new(text, n.span) } else { Said::opening(text, self.block(below), n.span) };
        };
        let mut said = self.stmts(or);
        said.extend(self.block(below));
        Said::opening(format!("{text}; if that fails"), said, n.span)
    }

    /// A choice answered beforehand.
    pub fn answer(&self, n: &Node) -> String {
        let what = n.find(Rule::word).or_else(|| n.find(Rule::name)).map_or(String::new(), |w| self.name(w));
        match n.kids.get(1) {
            Some(k) => format!("with {} for {what}", self.thing_or_place(k)),
            None if self.text(n).ends_with("yes") => what,
            None if self.text(n).ends_with("none") => format!("with no {what}"),
            None => format!("not {what}"),
        }
    }

    /// Until when something lasts.
    pub fn until(&self, n: &Node) -> String {
        let text = self.text(n);
        let name = n.find(Rule::kw_this_name).unwrap_or(n);
        let what = name.find(Rule::name).or_else(|| name.find(Rule::word)).map_or(String::new(), |x| self.name(x));
        if text == "removed" {
            "it is removed".into()
        } else if n.has(Rule::kw_this_name) {
            format!("the end of this {what}")
        } else if text.contains("next") {
            format!("the end of the next {what}")
        } else if what.chars().next().is_some_and(char::is_lowercase) {
            format!("the end of the {what}")
        } else if text.starts_with("end") {
            format!("the end of {what}")
        } else {
            what
        }
    }
}

/// `roll Dash`, but `make the First Roll`.
fn rolled(name: &str) -> String {
    let is_roll = name.split_whitespace().take_while(|w| w.starts_with(char::is_uppercase)).any(|w| w == "Roll");
    if is_roll { format!("make the {name}") } else { format!("roll {name}") }
}

/// The blanks of something that happens.
fn for_whom(blanks: &[(String, String)]) -> String {
    let mut out = String::new();
    for (i, (p, w)) in blanks.iter().enumerate() {
        let p = if i == 0 && p == "of" { "for" } else { p };
        out = format!("{out} {p} {w}");
    }
    out
}
