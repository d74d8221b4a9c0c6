//! What a variant changes on the head line of a declaration: a price, a base, the dice, pairs of a table.

use super::body::Amending;
use super::faults;
use super::item::{says_nothing, was, was_words};
use crate::diag::{Code, Diagnostic};
use crate::model::Key;
use crate::syntax::{Line, Node, Rule, squeezed};

impl Amending<'_> {
    /// What stands after the colon of `amend X:` and is no item. Whether anything does.
    pub fn heads(&mut self, head: &Node) -> bool {
        let seen = head.find(Rule::was).cloned();
        if let Some(price) = head.find(Rule::price) {
            let new = Node { rule: Rule::kind_price, ..price.clone() };
            self.swap_in_head("price", Rule::kind_price, new, seen.as_ref());
            return true;
        }
        if let Some(base) = head.find(Rule::chance_base).and_then(Node::first) {
            if self.d.head.rule == Rule::chance_d {
                self.swap_in_head("dice", Rule::chance_body, base.clone(), seen.as_ref());
            } else {
                let d =
                    Diagnostic::new(Code::Place, base.span, format!("`{}` is not rolled", self.name)).label(self.d.head.span, "the parent");
                self.fault(d.help("write `=` before its new base, or the word of the item that changes"));
            }
            return true;
        }
        let pairs: Vec<Node> = head.all(Rule::table_pair).cloned().collect();
        let last = pairs.len().saturating_sub(1);
        for (i, pair) in pairs.iter().enumerate() {
            self.pair(pair, seen.as_ref().filter(|_| i == last));
        }
        !pairs.is_empty()
    }

    /// Changes an item of the body that the parent has on its head line. Whether it is one.
    pub fn in_head(&mut self, line: &Line) -> bool {
        let Some(part) = line.parts.first() else { return false };
        let seen = was(line).cloned();
        let rule = self.d.head.rule;
        if part.rule == Rule::takes && rule == Rule::ruling_d {
            let d = Diagnostic::new(Code::Place, part.span, "which reading holds is no part of a ruling that a variant amends");
            let (ruling, reading) = (self.name.clone(), part.find(Rule::name).map_or("", |n| n.text(self.files)));
            let ruling = ruling.strip_prefix("ruling ").unwrap_or(&ruling);
            self.fault(d.help(format!("write `use {ruling} = {reading}` in column one")));
            return true;
        }
        if part.rule == Rule::starts && rule == Rule::count_d {
            if let Some(new) = part.find(Rule::choice) {
                self.swap_in_head("starts", Rule::choice, new.clone(), seen.as_ref());
            }
            return true;
        }
        if part.rule != Rule::row_contrib || !matches!(rule, Rule::value_d | Rule::condition_d) {
            return false;
        }
        let Some(contrib) = part.find(Rule::contrib).filter(|c| !c.has(Rule::guard)) else { return false };
        let Some(core) = contrib.find(Rule::contrib_core).and_then(Node::first) else { return false };
        match (core.rule, rule) {
            (Rule::set, Rule::value_d) => {
                let Some(new) = core.find(Rule::choice) else { return false };
                self.swap_in_head("base", Rule::choice, new.clone(), seen.as_ref());
                true
            }
            (Rule::set, _) => {
                match core.find(Rule::choice).map(|c| c.kids.as_slice()) {
                    Some([one]) => self.swap_in_head("question", Rule::expr, one.clone(), seen.as_ref()),
                    _ => {
                        let d =
                            Diagnostic::new(Code::Place, core.span, "a condition is one question").label(self.d.head.span, "the parent");
                        self.fault(d.help("put its cases together with `and` and `or`"));
                    }
                }
                true
            }
            (Rule::floor | Rule::ceiling, Rule::value_d) => self.bound(core, seen.as_ref()),
            _ => false,
        }
    }

    /// `at least 1` and `at most 6` on the head of a value.
    fn bound(&mut self, core: &Node, seen: Option<&Node>) -> bool {
        let files = self.files;
        let two = |n: &Node| n.text(files).split_whitespace().take(2).collect::<Vec<_>>().join(" ");
        let words = two(core);
        let Some(at) = self.d.head.kids.iter().position(|k| k.rule == Rule::value_opt && two(k) == words) else { return false };
        let new = Node { rule: Rule::value_opt, ..core.clone() };
        if self.first_time(&words, &words, core.span) {
            self.swap_kid(&words, at, new, seen);
        }
        true
    }

    fn swap_in_head(&mut self, what: &str, rule: Rule, new: Node, seen: Option<&Node>) {
        if !self.first_time(what, what, new.span) {
            return;
        }
        match self.d.head.kids.iter().position(|k| k.rule == rule) {
            Some(at) => self.swap_kid(what, at, new, seen),
            None => match seen.filter(|w| !says_nothing(self.files, w)) {
                Some(w) => self.absent(what, w.span),
                None => {
                    self.d.head.kids.push(new);
                    self.head_changed = true;
                }
            },
        }
    }

    fn swap_kid(&mut self, what: &str, at: usize, new: Node, seen: Option<&Node>) {
        let files = self.files;
        let Some(old) = self.d.head.kids.get(at).cloned() else { return };
        let (was_text, now_text) = (squeezed(old.text(files)), squeezed(new.text(files)));
        if let Some(w) = seen.map(was_words) {
            let saw = squeezed(w.text(files));
            let saw = saw.trim_start_matches(['=', ':']);
            // a bound may be given without its words, a pair without its key
            let bare = was_text.strip_prefix(&squeezed(what)).unwrap_or(&was_text);
            if saw != was_text && saw != bare.trim_start() {
                let one = |n: &Node| n.text(files).split_whitespace().collect::<Vec<_>>().join(" ");
                let name = format!("{what} of {}", self.name);
                self.fault(faults::stale(&name, w.span, old.span, &one(&old), &one(&new)));
            }
        }
        if was_text == now_text {
            self.fault(faults::nothing(new.span, old.span));
        }
        self.better(old.span, std::slice::from_ref(&old), new.span, std::slice::from_ref(&new), seen.is_some());
        self.changed(new.span, old.span);
        if let Some(place) = self.d.head.kids.get_mut(at) {
            *place = new;
        }
        self.head_changed = true;
    }

    /// A key of a table on one line, and what it gives.
    fn pair(&mut self, new: &Node, seen: Option<&Node>) {
        let files = self.files;
        let key = |n: &Node| n.find(Rule::range_or_names).map_or(String::new(), |r| squeezed(r.text(files)).to_lowercase());
        let what = new.find(Rule::range_or_names).map_or("", |r| r.text(files)).trim().to_owned();
        if self.d.head.rule != Rule::table_d || (!self.d.head.has(Rule::table_pair) && !self.d.body.is_empty()) {
            let d = Diagnostic::new(Code::Place, new.span, format!("`{}` has no pairs of a key and what it gives", self.name));
            let d = d.label(self.d.head.span, "the parent");
            self.fault(d.help("write what changes below, as the parent has it"));
            return;
        }
        if !self.first_time(&format!("pair {}", key(new)), &what, new.span) {
            return;
        }
        match self.d.head.kids.iter().position(|k| k.rule == Rule::table_pair && key(k) == key(new)) {
            Some(at) => self.swap_kid(&what, at, new.clone(), seen),
            None => match seen.filter(|w| !says_nothing(files, w)) {
                Some(w) => self.absent(&what, w.span),
                None => {
                    self.d.head.kids.push(new.clone());
                    self.head_changed = true;
                }
            },
        }
    }

    /// Takes a key out of a table on one line; whether it was there.
    pub fn unpair(&mut self, key: &Key) -> bool {
        let files = self.files;
        let named = |k: &Node| k.rule == Rule::table_pair && k.find(Rule::range_or_names).is_some_and(|r| Key::new(r.text(files)) == *key);
        let before = self.d.head.kids.len();
        self.d.head.kids.retain(|k| !named(k));
        before != self.d.head.kids.len()
    }
}
