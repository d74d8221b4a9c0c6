//! Choices, moves and places.

use super::english::list;
use super::refs::As;
use super::voice::Voice;
use crate::syntax::{Node, Rule};

impl Voice<'_> {
    pub fn choose(&self, n: &Node) -> String {
        let word = n.find(Rule::word).map_or("", |w| self.text(w));
        let may = n.has(Rule::may);
        let who = n.find(Rule::r#ref).map(|r| self.thing(r));
        let Some(c) = n.find(Rule::chosen) else { return self.plain(n) };
        let mut named = true;
        let what = match c.first() {
            Some(k) if k.rule == Rule::number_range => {
                let ends: Vec<String> = k.all(Rule::sum_expr).map(|s| self.sum(s)).collect();
                format!("a number from {}", ends.join(" to "))
            }
            Some(k) if k.rule == Rule::kw_place => {
                let sort = self.text(k).split_whitespace().next().unwrap_or("place");
                let rels: String = c.all(Rule::place_rel).map(|r| format!(" {}", self.place_rel(r))).collect();
                format!("{}{rels}", super::english::a(sort))
            }
            Some(k) if k.rule == Rule::one_of => {
                let names: Vec<String> = k.all(Rule::name).map(|x| self.name(x)).collect();
                list(&names, "or")
            }
            Some(k) if k.rule == Rule::selector => {
                named = self.noun(k).0 != word;
                self.description(k, As::A)
            }
            _ => self.plain(n),
        };
        self.bind(word, if word.len() < 2 { word.to_owned() } else { format!("the {word}") });
        let called = if !named {
            String::new()
        } else if word.len() < 2 {
            format!(", {word}")
        } else {
            format!(" as the {word}")
        };
        let random = if n.has(Rule::at_random) { " at random" } else { "" };
        let what = format!("{what}{called}{random}");
        match (who, may) {
            (Some(w), false) => format!("{w} chooses {what}"),
            (Some(w), true) => format!("{w} may choose {what}"),
            (None, false) => format!("choose {what}"),
            (None, true) => format!("its player may choose {what}"),
        }
    }

    fn place_rel(&self, n: &Node) -> String {
        let Some(k) = n.first() else { return self.plain(n) };
        match k.rule {
            Rule::not_near => {
                let far = k.find(Rule::sum_expr).map_or(String::new(), |l| self.sum(l));
                let from = match k.find(Rule::selector) {
                    Some(s) => format!("any {}", self.description(s, As::Bare)),
                    None => k.find(Rule::r#ref).map_or(String::new(), |r| self.thing(r)),
                };
                format!("more than {far} from {from}")
            }
            _ => self.relative(k),
        }
    }

    pub fn put_at(&self, n: &Node) -> String {
        let text = self.text(n);
        match n.first() {
            Some(k) if k.rule == Rule::place_rel => self.place_rel(k),
            Some(k) if text.starts_with("facing") => format!("facing {}", self.thing(k)),
            Some(k) => format!("at {}", self.thing(k)),
            None => self.plain(n),
        }
    }

    pub fn moves(&self, n: &Node, modal: &str) -> String {
        let who = n.find(Rule::deep_ref).map_or(String::new(), |r| self.thing(r));
        let verb = if modal.is_empty() { "moves".to_owned() } else { format!("{modal} move") };
        let mut text = format!("{who} {verb}");
        if n.has(Rule::up_to) {
            text += " up to";
        }
        if let Some(s) = n.find(Rule::sum_expr) {
            text = format!("{text} {}", self.far(s));
        }
        if let Some(c) = n.find(Rule::course) {
            let way = c.find(Rule::course_word).map_or(String::new(), |w| self.text(w).split_whitespace().collect::<Vec<_>>().join(" "));
            let to = c.find(Rule::selector).or_else(|| c.find(Rule::r#ref)).map_or(String::new(), |r| self.thing(r));
            text = format!("{text} {way} {to}");
        }
        for o in n.all(Rule::move_opt) {
            let said = match o.first() {
                Some(k) if k.rule == Rule::stopping => {
                    let word = if self.text(k).starts_with("stopping") { "stopping" } else { "keeping" };
                    let far = k.find(Rule::sum_expr).map_or(String::new(), |s| self.sum(s));
                    format!("{word} {far} from {}", k.find(Rule::selector).map_or(String::new(), |s| self.description(s, As::Many)))
                }
                Some(k) if k.rule == Rule::passing => {
                    let hemmed = if k.has(Rule::hemmed) { " if it is surrounded" } else { "" };
                    format!("through {}{hemmed}", k.find(Rule::selector).map_or(String::new(), |s| self.let_through(s)))
                }
                Some(k) if k.rule == Rule::keeping_in => {
                    let names: Vec<String> = k.all(Rule::name).map(|x| self.name(x)).collect();
                    format!("staying in {}", super::english::list(&names, "or"))
                }
                Some(k) if k.rule == Rule::staying => {
                    format!("without {}", k.find(Rule::selector).map_or(String::new(), |s| self.let_through(s)))
                }
                Some(k) if k.rule == Rule::ending => {
                    let far = k.find(Rule::sum_expr).map_or(String::new(), |s| self.sum(s));
                    let whom = k.find(Rule::selector).map_or(String::new(), |s| self.description(s, As::Many));
                    format!("ending at least {far} from {whom}")
                }
                _ => match o.all(Rule::word).map(|w| self.text(w)).collect::<Vec<_>>().join(" ").as_str() {
                    "leaving board" => "off the board if the way leads there".into(),
                    other => other.to_owned(),
                },
            };
            text = format!("{text}, {said}");
        }
        text
    }

    /// Who is moved through: a best one, any of a sort, or all.
    fn let_through(&self, n: &Node) -> String {
        let relatives = || n.all(Rule::relative).filter_map(Node::first);
        if relatives().any(|r| r.has(Rule::extreme_r) || r.rule == Rule::nearest_r) {
            self.description(n, As::The)
        } else if relatives().next().is_some() {
            format!("any {}", self.description(n, As::Bare))
        } else {
            self.description(n, As::Many)
        }
    }

    /// A distance; one in brackets needs no more to hold it together.
    pub fn far(&self, n: &Node) -> String {
        self.sum(n).trim_start_matches("the result of ").to_owned()
    }

    pub fn forms(&self, n: &Node) -> String {
        let who = n.find(Rule::r#ref).map_or(String::new(), |r| self.thing(r));
        let what = n.find(Rule::name).or_else(|| n.find(Rule::local)).map_or(String::new(), |x| self.thing(x));
        let moving = n.find(Rule::sum_expr).map_or(String::new(), |s| format!(", its pieces moving up to {}", self.sum(s)));
        format!("{who} forms {what}{moving}")
    }
}
