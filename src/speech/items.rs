//! What stands below a declaration: steps, costs, needs, limits, dice, bands, ground.

use super::contribs::Place;
use super::english::{a, capital, list, title};
use super::said::Said;
use super::voice::Voice;
use crate::syntax::{Line, Node, Rule};

impl Voice<'_> {
    /// An item of a declaration; none if it is a statement.
    pub fn item(&self, n: &Node, line: &Line, below: &[Line]) -> Option<Vec<Said>> {
        let mut said = self.item_now(n, line, below)?;
        let (Some(was), Some(last)) = (n.find(Rule::was), said.last_mut()) else { return Some(said) };
        last.text.push_str(&self.was(was));
        Some(said)
    }

    fn item_now(&self, n: &Node, line: &Line, below: &[Line]) -> Option<Vec<Said>> {
        let one = |text: String| Some(vec![Said::new(text, n.span)]);
        let names = |rule: Rule| n.all(rule).map(|x| self.name(x)).collect::<Vec<_>>();
        let first_name = || n.find(Rule::name).map_or(String::new(), |x| self.name(x));
        match n.rule {
            Rule::item => n.first().and_then(|k| self.item(k, line, below)),
            Rule::step => Some(vec![self.step(n, below)]),
            Rule::remove_item => one(self.removed(n)),
            Rule::cost => one(format!("it costs {}", self.cost(n))),
            Rule::needs => {
                let e = n.find(Rule::expr).map_or(String::new(), |e| self.expr(e));
                one(match n.find(Rule::name) {
                    Some(x) => format!("needs {}: {e}", self.name(x)),
                    None => format!("needs that {e}"),
                })
            }
            Rule::limit => one(format!("it can be done {}", self.limit(n))),
            Rule::forbid => Some(vec![self.forbid(n)]),
            Rule::comes => Some(vec![self.comes(n, line)]),
            Rule::attach => Some(vec![self.attach(n, Some(&Line { below: below.to_vec(), ..line.clone() }))]),
            Rule::band => Some(vec![self.band(n, below)]),
            Rule::each_die => one(self.each_die(n)),
            Rule::dice_item => {
                let what = n.first().map_or(String::new(), |k| self.sum(k));
                one(match what.as_str() {
                    "1" => "roll 1 die".to_owned(),
                    w if w.chars().all(|c| c.is_ascii_alphanumeric()) => format!("roll {w} dice"),
                    w if w.contains(" if ") => format!("roll as many dice as this: {w}"),
                    w => format!("roll as many dice as {w}"),
                })
            }
            Rule::pass_item => {
                let k = n.find(Rule::sum_term).map_or(String::new(), |t| self.sum(t));
                one(format!("it is passed with {k} or {}", n.find(Rule::way_more).map_or("more", |w| self.text(w))))
            }
            Rule::keep_item => one(n.find(Rule::keep).map_or_else(|| self.plain(n), |k| self.keep(k))),
            Rule::natural | Rule::contrib => one(self.contrib(n, &Place::here())),
            Rule::named_row => {
                let text = n.find(Rule::contrib).map_or(String::new(), |c| self.contrib(c, &Place::here()));
                one(format!("{}: {text}", first_name()))
            }
            Rule::row_contrib => one(n.find(Rule::contrib).map_or_else(|| self.plain(n), |c| self.contrib(c, &Place::here()))),
            Rule::short_column => one(self.column(n)),
            Rule::takes => one(match n.find(Rule::name) {
                Some(x) => format!("{} holds", self.name(x)),
                None => self.plain(n),
            }),
            Rule::simul_item => {
                let who = n.find(Rule::r#ref).map_or(String::new(), |r| self.thing(r));
                one(format!("where rules happen at one moment and nothing says which comes first, {who} says it"))
            }
            Rule::use_item => one(format!("{} is read as {}", first_name(), names(Rule::name).get(1).cloned().unwrap_or_default())),
            Rule::gains_rule => {
                let guard = n.find(Rule::guard).map_or(String::new(), |g| self.guard(g));
                one(format!("{} has {}{guard}", self.me, list(&names(Rule::name_ref), "and")))
            }
            Rule::shown => one(format!("players know it as {}", n.first().map_or("", |q| self.text(q).trim_matches('"')))),
            Rule::mood_item => one("it is an offer, which its player may decline".into()),
            Rule::starts => one(format!("it begins at {}", n.find(Rule::choice).map_or(String::new(), |c| self.choice(c)))),
            Rule::until_item => one(match n.find(Rule::until_what) {
                Some(u) => format!("it lasts until {}", self.until(u)),
                None => "it stays until it is taken away".into(),
            }),
            Rule::shape => one(self.shape(n)),
            Rule::path_cost => one(self.path_cost(n)),
            Rule::kind_item => one(self.custom(n)),
            _ => self.muster_item(n).or_else(|| self.scene_item(n)),
        }
    }

    fn step(&self, n: &Node, below: &[Line]) -> Said {
        let word = n.find(Rule::word).map_or("", |w| self.text(w));
        let mut head = title(word);
        if let Some(p) = n.find(Rule::step_place) {
            let order = if self.text(p).starts_with("before") { "before" } else { "after" };
            head = format!("{head}, {order} {}", title(p.find(Rule::word).map_or("", |w| self.text(w))));
        }
        if let Some(g) = n.find(Rule::guard) {
            head = format!("{head},{}", self.guard(g));
        }
        let mut said = Vec::new();
        if let Some(c) = n.find(Rule::choice) {
            let text = match self.result(c) {
                Ok(rolled) => rolled,
                Err(asked) => format!("this is {asked}"),
            };
            // words that are only passed on need not be explained
            let _ = self.named_result(word, Some(c));
            said.push(Said::new(text, c.span));
        }
        for k in &n.kids {
            match k.rule {
                Rule::block => said.extend(self.stmts(k)),
                Rule::or_else => {
                    let mut inner = self.stmts(k);
                    inner.extend(self.block(below));
                    said.push(Said::opening("if that fails".into(), inner, k.span));
                    return Said::titled(head, said, n.span);
                }
                _ => {}
            }
        }
        said.extend(self.block(below));
        if said.is_empty() {
            let text = if word == "pay" { "the cost is paid here" } else { "nothing happens here by itself" };
            said.push(Said::new(text, n.span));
        }
        let mut step = Said::titled(head, said, n.span);
        step.open = false;
        step
    }

    pub fn cost(&self, n: &Node) -> String {
        let mut parts: Vec<String> = Vec::new();
        for k in &n.kids {
            match k.rule {
                Rule::name_ref => {
                    let name = self.name(k);
                    parts.push(self.words.number(&name).map_or(name.clone(), |n| format!("{n}, the {name}")));
                }
                Rule::thing => parts.push(self.given(k)),
                Rule::r#ref => {
                    let who = self.thing(k);
                    if let Some(last) = parts.last_mut() {
                        *last = format!("{last} of {who}");
                    }
                }
                _ => {}
            }
        }
        list(&parts, "and")
    }

    pub fn limit(&self, n: &Node) -> String {
        let unit = n.find(Rule::limit_unit).map_or(String::new(), |u| self.text(u).trim_matches('"').to_owned());
        let whose = n.find(Rule::word).map_or(String::new(), |w| format!(" by each {}", self.text(w)));
        let shared = n.find(Rule::name).map_or(String::new(), |x| format!(", counted together as {}", self.name(x)));
        let was = n.find(Rule::was).map_or(String::new(), |w| self.was(w));
        format!("once per {unit}{whose}{shared}{was}")
    }

    fn band(&self, n: &Node, below: &[Line]) -> Said {
        let head = match n.first() {
            Some(k) if k.rule == Rule::passed => "if it is passed".to_owned(),
            Some(k) if k.rule == Rule::failed => "if it is failed".to_owned(),
            Some(k) if k.rule == Rule::failed_by => {
                format!("if it is failed by {}", k.find(Rule::range).map_or(String::new(), |r| self.range(r)))
            }
            Some(k) if k.rule == Rule::score => format!("on {}", k.find(Rule::range).map_or(String::new(), |r| self.range(r))),
            Some(k) if k.rule == Rule::margin => {
                format!("at a difference of {}", k.find(Rule::range).map_or(String::new(), |r| self.range(r)))
            }
            _ => self.plain(n),
        };
        let mut said: Vec<Said> = n.all(Rule::block).flat_map(|b| self.stmts(b)).collect();
        said.extend(self.block(below));
        Said::opening(head, said, n.span)
    }

    fn each_die(&self, n: &Node) -> String {
        let dice = n.find(Rule::dice).map_or("", |d| self.text(d));
        if let Some(m) = n.find(Rule::counts_map) {
            let rows: Vec<String> = m
                .all(Rule::count_row)
                .map(|r| {
                    let k: Vec<&str> = r.all(Rule::integer).map(|i| self.text(i)).collect();
                    match k.as_slice() {
                        [from, to, counts] => format!("{from} to {to} counts {counts}"),
                        [face, counts] => format!("{} counts {counts}", a(face)),
                        _ => String::new(),
                    }
                })
                .collect();
            return format!("on each {dice}, {}", list(&rows, "and"));
        }
        match n.find(Rule::comparison) {
            Some(c) => {
                let what = c.find(Rule::sum_expr).map_or(String::new(), |s| self.sum(s));
                let needs = match c.first().map(|k| k.rule) {
                    Some(Rule::at_most) => format!("{what} or less"),
                    Some(Rule::less) => format!("less than {what}"),
                    Some(Rule::more) => format!("more than {what}"),
                    Some(Rule::equal) => what,
                    _ => format!("at least {what}"),
                };
                format!("each {dice} succeeds with {needs}")
            }
            None => format!("each die is a {dice}, and they are added up"),
        }
    }

    /// A custom of the pack.
    fn custom(&self, n: &Node) -> String {
        let only = n.find(Rule::guard_if).and_then(|g| g.find(Rule::expr)).map_or(String::new(), |e| format!(" if {}", self.expr(e)));
        format!("{}{only}", self.custom_alone(n))
    }

    fn custom_alone(&self, n: &Node) -> String {
        let word = n.find(Rule::kind_word).map_or("", |w| self.text(w));
        let rest = n.find(Rule::kind_rest).map_or(String::new(), |r| self.text(r).split_whitespace().collect::<Vec<_>>().join(" "));
        match word {
            "movement" => format!("of a {} only its leader walks", self.words.group()),
            "measure" => match rest.split_once(" from ").map(|(what, how)| (what, how.split_once(" to "))) {
                Some((what, Some((from, to)))) => {
                    let point = |p: &str| if p == "nearest" { "its nearest piece".to_owned() } else { format!("its {p}") };
                    format!("distances from {} are measured from {}, and distances to it to {}", a(what), point(from), point(to))
                }
                _ => format!("distances are measured {rest}"),
            },
            "coherency" => match rest.split_once(" from ") {
                Some((far, whom)) => format!("the pieces of a {} stay within {far} of its {whom}", self.words.group()),
                None => format!("the pieces of a {} stay within {rest} of each other", self.words.group()),
            },
            "actions" => format!("the same action can be performed {rest}"),
            _ => format!("{} {rest}", capital(word)),
        }
    }

    /// The lines of a list of columns, as one sentence.
    pub fn columns(&self, lines: &[Line]) -> Vec<Said> {
        let names: Vec<String> = lines.iter().flat_map(|l| &l.parts).map(|p| self.column_line(p)).collect();
        let span = lines.first().map_or_else(Default::default, |l| l.span);
        vec![Said::new(list(&names, "and"), span)]
    }

    fn column_line(&self, n: &Node) -> String {
        match n.find(Rule::call) {
            Some(c) => {
                let measure: String = self.blanks(c.all(Rule::role)).iter().map(|(p, w)| format!(" {p} {w}")).collect();
                format!("{}{measure}", c.find(Rule::name_ref).map_or(String::new(), |x| self.name(x)))
            }
            None => self.column(n),
        }
    }

    fn column(&self, n: &Node) -> String {
        let names: Vec<String> = n.all(Rule::name).map(|x| self.name(x)).collect();
        let short = n.find(Rule::quoted).map_or(String::new(), |q| format!(", short {}", self.text(q).trim_matches('"')));
        match names.as_slice() {
            [x, measure] => format!("{x} in {measure}{short}"),
            [x] => format!("{x}{short}"),
            _ => self.plain(n),
        }
    }

    /// Points that something is worth.
    pub fn price(&self, n: &Node) -> String {
        let text = self.text(n).split_whitespace().collect::<Vec<_>>().join(" ").replace("pts", "points");
        if text.starts_with("1 points") { text.replacen("points", "point", 1) } else { text }
    }
}
