//! Scenarios, situations and tests.

use super::english::list;
use super::said::Said;
use super::voice::Voice;
use crate::syntax::{Node, Rule};

impl Voice<'_> {
    pub fn scene_item(&self, n: &Node) -> Option<Vec<Said>> {
        let text = match n.rule {
            Rule::board => {
                let ends: Vec<&str> = n.all(Rule::length).map(|l| self.text(l)).collect();
                format!("the board is {}", ends.join(" by "))
            }
            Rule::turns => format!("the game lasts {} turns", n.find(Rule::integer).map_or("", |i| self.text(i))),
            Rule::setup => {
                let said = n.find(Rule::stmts).map_or_else(Vec::new, |s| self.stmts(s));
                let texts: Vec<String> = said.into_iter().map(|s| s.text).collect();
                format!("before the first turn: {}", list(&texts, "and"))
            }
            Rule::side_item => {
                let each: Vec<String> = n.all(Rule::placement).map(|p| self.placement(p)).collect();
                format!("{}{}: {}", n.find(Rule::name).map_or(String::new(), |x| self.name(x)), self.mustering(n), each.join("; "))
            }
            Rule::given => {
                let faces: Vec<String> = n.all(Rule::integer).map(|i| self.text(i).to_owned()).collect();
                format!("given that {} shows {}", n.find(Rule::name).map_or(String::new(), |x| self.name(x)), list(&faces, "and"))
            }
            Rule::answers => {
                let each: Vec<String> = n.all(Rule::answer).map(|k| self.answer(k)).collect();
                let said = if n.has(Rule::kw_refused) { "first answered, and refused, is" } else { "the answer is" };
                format!("{said} {}", list(&each, "and"))
            }
            Rule::do_item if n.has(Rule::kw_setup) => "then the scenario is set up".to_owned(),
            Rule::do_item => {
                let said = n.find(Rule::stmts).map_or_else(Vec::new, |s| self.stmts(s));
                let texts: Vec<String> = said.into_iter().map(|s| s.text).collect();
                format!("then {}", texts.join("; "))
            }
            Rule::expect => self.expect(n),
            _ => return None,
        };
        Some(vec![Said::new(text, n.span)])
    }

    fn mustering(&self, n: &Node) -> String {
        let Some(m) = n.find(Rule::musters) else { return String::new() };
        let points = m.find(Rule::points).map_or(String::new(), |p| format!("up to {} of ", self.price(p)));
        format!(", who musters {points}{}", m.find(Rule::name).map_or(String::new(), |x| self.name(x)))
    }

    fn placement(&self, n: &Node) -> String {
        let names: Vec<String> = n.all(Rule::name).map(|x| self.name(x)).collect();
        let mut text = match names.as_slice() {
            [called, entry] => format!("{called}, which is {entry}"),
            _ => names.concat(),
        };
        for b in n.all(Rule::place_bit) {
            let own = self.text(b);
            let named: Vec<String> = b.all(Rule::name).map(|x| self.name(x)).collect();
            let count = b.find(Rule::integer).map(|i| self.text(i));
            let more = match (count, b.find(Rule::word)) {
                (Some("1"), Some(w)) => format!(", 1 {}", self.text(w).trim_end_matches('s')),
                (Some(k), Some(w)) => format!(", {k} {}", self.text(w)),
                (Some(k), None) => format!(", {k} {}", named.concat()),
                _ if own.starts_with("with") => format!(", with {}", list(&named, "and")),
                _ => format!(", {}", named.concat()),
            };
            text.push_str(&more);
        }
        if let Some(size) = n.find(Rule::size) {
            text = format!("{text}, {}, beside the table until it is placed", self.text(size));
        }
        if let Some(at) = n.find(Rule::place_at) {
            let points: Vec<String> = at.all(Rule::place_ref).map(|p| self.thing(p)).collect();
            let more = match at.find(Rule::length) {
                Some(r) => format!(" around {}, with a radius of {}", points.concat(), self.text(r)),
                None => format!(" at {}", points.join(" to ")),
            };
            text.push_str(&more);
            if let Some(f) = at.find(Rule::place_face).and_then(Node::first) {
                text = format!("{text}, facing {}", self.thing_or_place(f));
            }
        }
        text
    }

    pub fn thing_or_place(&self, n: &Node) -> String {
        if n.rule == Rule::heading { self.text(n).to_owned() } else { self.thing_or_amount(n) }
    }

    fn expect(&self, n: &Node) -> String {
        let call = |n: &Node| n.find(Rule::do_st).map_or(String::new(), |d| self.deed(d, &[], "").text);
        if let Some(k) = n.find(Rule::allowed) {
            return format!("it must be {} that {}", self.text(k), call(n));
        }
        if let Some(c) = n.find(Rule::chance_is) {
            let p = c.first().map_or("", |f| self.text(f));
            let what = c
                .find(Rule::ending_is)
                .map_or_else(|| c.find(Rule::expr).map_or(String::new(), |e| self.expr(e)), |e| self.text(e).to_owned());
            let deed = if c.has(Rule::do_st) { format!(" after {}", call(c)) } else { String::new() };
            return format!("the chance must be {p} that {what}{deed}");
        }
        if let Some(x) = n.find(Rule::nobody_asks) {
            let what = x.find(Rule::name).or_else(|| x.find(Rule::word)).map_or("", |w| self.text(w));
            return format!("nobody must have been asked about {}", what.trim_matches('"'));
        }
        if let Some(e) = n.find(Rule::ending_is) {
            return format!("it must be so that {}", self.text(e));
        }
        if let Some(e) = n.find(Rule::legal_is) {
            let who = e.find(Rule::name).map_or(String::new(), |x| self.name(x));
            let breaches: Vec<String> =
                e.all(Rule::breach).map(|b| b.find(Rule::name).map_or_else(|| "its points".into(), |x| self.name(x))).collect();
            return if breaches.is_empty() {
                format!("{who} must be legal")
            } else {
                format!("{who} must not be legal, for it breaks {}", list(&breaches, "and"))
            };
        }
        format!("it must be so that {}", n.find(Rule::expr).map_or(String::new(), |e| self.expr(e)))
    }
}
