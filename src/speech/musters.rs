//! What can be mustered: profiles, options, force lists.

use super::english::{a, list};
use super::said::Said;
use super::voice::Voice;
use crate::syntax::{Node, Rule};

impl Voice<'_> {
    pub fn muster_item(&self, n: &Node) -> Option<Vec<Said>> {
        let names = |rule: Rule| n.all(rule).map(|x| self.name(x)).collect::<Vec<_>>();
        let text = match n.rule {
            Rule::carries_item => format!("all of them carry {}", list(&names(Rule::name), "and")),
            Rule::has_item => {
                let crew: Vec<String> = n.all(Rule::crew).map(|c| self.crew(c)).collect();
                format!("it consists of {}", list(&crew, "and"))
            }
            Rule::rules_item => format!("its rules are {}", list(&names(Rule::name_ref), "and")),
            Rule::option => self.option(n),
            Rule::allies => format!("its allies can be {}", list(&names(Rule::name), "or")),
            Rule::one_of_each => {
                let each: Vec<String> = n.all(Rule::entry_ref).map(|e| self.entry(e)).collect();
                format!("it can have {}", list(&each, "and"))
            }
            Rule::legal => {
                let e = n.find(Rule::expr).map_or(String::new(), |e| self.expr(e));
                match n.find(Rule::name) {
                    Some(x) => format!("a force must meet {}: {e}", self.name(x)),
                    None => format!("a force is legal only if {e}"),
                }
            }
            _ => return None,
        };
        Some(vec![Said::new(text, n.span)])
    }

    fn crew(&self, n: &Node) -> String {
        let k = n.find(Rule::integer).map_or("", |i| self.text(i));
        let names: Vec<String> = n.all(Rule::name).map(|x| self.name(x)).collect();
        let as_what = names.get(1).map_or(String::new(), |x| format!(" as {x}"));
        let leads = if n.has(Rule::kw_leader) { ", who leads\u{1}" } else { "" };
        format!("{k} {}{as_what}{leads}", several(k, &names.first().cloned().unwrap_or_default()))
    }

    fn entry(&self, n: &Node) -> String {
        let name = n.find(Rule::name).map_or(String::new(), |x| self.name(x));
        let k: Vec<&str> = n.all(Rule::integer).map(|i| self.text(i)).collect();
        match k.as_slice() {
            ["0", most] => format!("up to {most} {name}"),
            [least, most] => format!("{least} to {most} {name}"),
            [least] => format!("{least} or more {name}"),
            _ => format!("any number of {name}"),
        }
    }

    fn option(&self, n: &Node) -> String {
        let Some(body) = n.find(Rule::option_body) else { return self.plain(n) };
        let name = body.find(Rule::name).map_or(String::new(), |x| self.name(x));
        let what = body.find(Rule::option_what).and_then(Node::first);
        let mut text = what.map_or(String::new(), |w| self.bought(w));
        let mut price = body.find(Rule::price_of).map_or(String::new(), |p| {
            let t = self.price(p);
            format!(" for {}", t.trim_start_matches("for "))
        });
        if what.is_some_and(|w| w.rule == Rule::whole && !w.has(Rule::name)) {
            price = price.replacen(" for ", "for ", 1);
        }
        text += &price;
        for k in &n.kids {
            let part = match k.rule {
                Rule::swaps => {
                    let names: Vec<String> = k.all(Rule::name).map(|x| self.name(x)).collect();
                    let given = self.text(k).split(" for ").next().map_or(0, |t| t.matches(',').count() + 1);
                    let (old, new) = names.split_at(given.min(names.len()));
                    format!("with {} instead of {}", list(new, "and"), list(old, "and"))
                }
                Rule::carries_item => format!("carrying {}", list(&k.all(Rule::name).map(|x| self.name(x)).collect::<Vec<_>>(), "and")),
                Rule::opt_gain => {
                    let names: Vec<String> = k.all(Rule::name_ref).map(|x| self.name(x)).collect();
                    let verb = if self.text(k).starts_with("gains") { "gaining" } else { "losing" };
                    format!("{verb} {}", list(&names, "and"))
                }
                Rule::guard => self.option_guard(k),
                Rule::opt_limit => {
                    let most = k.find(Rule::integer).map_or("", |i| self.text(i));
                    let within = k.find(Rule::word).map_or(String::new(), |w| format!(" in the {}", self.text(w)));
                    format!("at most {most}{within}")
                }
                _ => continue,
            };
            text = format!("{text}, {part}");
        }
        format!("option {name}: {text}")
    }

    /// `unless Horse`: another option is bought.
    fn option_guard(&self, n: &Node) -> String {
        self.guard(n).trim().replacen("when ", "only with ", 1).replacen("unless ", "but not with ", 1)
    }

    fn share_n(&self, n: &Node) -> String {
        let Some(share) = n.find(Rule::share_n) else { return String::new() };
        let every = share.find(Rule::integer).map_or("", |i| self.text(i));
        let way = share.find(Rule::rounding).map_or(String::new(), |r| format!(", {}", self.text(r)));
        format!(" for every {every} of them{way}")
    }

    fn bought(&self, n: &Node) -> String {
        let names: Vec<String> = n.all(Rule::name).chain(n.all(Rule::name_ref)).map(|x| self.name(x)).collect();
        let k: Vec<&str> = n.all(Rule::integer).map(|i| self.text(i)).collect();
        let first = names.first().cloned().unwrap_or_default();
        match n.rule {
            Rule::add_crew => {
                let up_to = if n.has(Rule::up_to_n) { "up to " } else { "" };
                let k = k.first().copied().unwrap_or("");
                format!("{up_to}{k} more {}", several(k, &first))
            }
            Rule::upgrade => {
                let every = self.share_n(n);
                let leads = if n.has(Rule::kw_leader) { " and leader" } else { "" };
                let as_what = names.get(1).cloned().unwrap_or_default();
                if as_what == first {
                    format!("{} {first}{every}", k.concat())
                } else {
                    format!("{} {first}{every} becomes {as_what}{leads}", k.first().copied().unwrap_or(""))
                }
            }
            Rule::equip => {
                let word = n.find(Rule::word).map_or("", |w| self.text(w));
                let k = k.first().copied().unwrap_or("any");
                format!("{k} {}{}", if matches!(k, "1" | "any") { word.to_owned() } else { super::english::plural(word) }, self.share_n(n))
            }
            Rule::whole => names.first().map_or("all of them, ".to_owned(), |x| format!("all of them become {x}")),
            Rule::gain_named if self.text(n).starts_with("gains") => format!("it gains {}", list(&names, "and")),
            Rule::gain_named => format!("the {first} becomes {}", names.get(1).cloned().unwrap_or_default()),
            Rule::offer => {
                let text = self.text(n).split_whitespace().collect::<Vec<_>>().join(" ");
                format!(
                    "{} {}",
                    text.split(' ')
                        .take_while(|w| w.chars().all(|c| c.is_ascii_digit()) || matches!(*w, "to" | "up"))
                        .collect::<Vec<_>>()
                        .join(" "),
                    n.find(Rule::word).map_or("", |w| self.text(w))
                )
            }
            _ => self.plain(n),
        }
    }

    /// The rows of a list or profile below a heading.
    pub fn row(heading: &[String], cells: &[String], span: crate::source::Span) -> Option<Said> {
        let (name, rest) = cells.split_first()?;
        let mut parts = Vec::new();
        for (i, cell) in rest.iter().enumerate() {
            let head = heading.get(i).map_or("", String::as_str);
            match (head, cell.as_str()) {
                (_, "" | "-") => {}
                ("is", tags) => {
                    parts.push(format!("is {}", list(&tags.split(',').map(|t| t.trim().to_owned()).collect::<Vec<_>>(), "and")));
                }
                ("rules", rules) => {
                    parts.push(format!("with {}", list(&rules.split(',').map(|t| t.trim().to_owned()).collect::<Vec<_>>(), "and")));
                }
                ("", value) => parts.push(value.to_owned()),
                (head, value) => parts.push(format!("{head} {value}")),
            }
        }
        let text = if parts.is_empty() { name.clone() } else { format!("{name}: {}", parts.join(", ")) };
        Some(Said::new(text, span))
    }

    /// A base of a kind of piece.
    pub fn base(cells: &[String], span: crate::source::Span) -> Said {
        let size = cells.first().cloned().unwrap_or_default();
        let who = cells.get(1).filter(|t| !t.is_empty()).map_or("everybody else".to_owned(), |t| format!("whoever is {t}"));
        Said::new(format!("{} base for {who}", a(&size)), span)
    }
}

/// A name for so many; one that has its plural already stays.
fn several(k: &str, name: &str) -> String {
    if k == "1" || name.ends_with(['s', 'x']) { name.to_owned() } else { super::english::plural(name) }
}
