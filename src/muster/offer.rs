//! Options as they are written.

use super::When;
use super::entry::{Entry, Every, Guise, Limit, Offer, Per, Price, Swap, What};
use super::names::Names;
use crate::diag::{Code, Diagnostic};
use crate::syntax::{Node, Rule};

impl Names<'_> {
    /// Options by name, so that they can speak of each other; what they do is read when all are known.
    pub fn offer_names(&mut self, nodes: &[&Node], entry: &mut Entry) {
        for node in nodes {
            let Some(name) = node.find(Rule::option_body).and_then(|b| b.find(Rule::name)) else { continue };
            let written = self.name(name);
            if entry.offer(written).is_some() {
                self.found.push(
                    Diagnostic::new(Code::Twice, name.span, format!("`{}` has two options `{written}`", entry.name))
                        .help("give one of them another name"),
                );
            }
            let what = What::Gain;
            let name = Offer {
                name: written.to_owned(),
                what,
                price: Price::default(),
                swaps: Vec::new(),
                gains: Vec::new(),
                loses: Vec::new(),
                when: None,
                limit: None,
                span: name.span,
            };
            entry.offers.push(name);
        }
    }

    /// What the options of an entry do. One that cannot be read stays, and does nothing.
    pub fn offers(&mut self, nodes: &[&Node], entry: &mut Entry) {
        for node in nodes {
            let Some(body) = node.find(Rule::option_body) else { continue };
            let span = body.find(Rule::name).map_or(node.span, |n| n.span);
            if let Some(i) = entry.offers.iter().position(|o| o.span == span) {
                let offer = self.offer(node, body, entry, i);
                if let (Some(slot), Some(offer)) = (entry.offers.get_mut(i), offer) {
                    *slot = offer;
                }
            }
        }
    }

    fn unready(&mut self, node: &Node) {
        self.found.push(
            Diagnostic::new(Code::Unready, node.span, "options of this sort cannot be bought yet")
                .help("write one option for each thing that may be bought"),
        );
    }

    fn offer(&mut self, node: &Node, body: &Node, entry: &Entry, own: usize) -> Option<Offer> {
        let mut offer = entry.offers.get(own)?.clone();
        let what = body.find(Rule::option_what)?.first()?;
        let kinds = [entry.piece, entry.kind];
        match what.rule {
            Rule::gain_named if what.has(Rule::name_ref) => offer.gains.extend(self.carried_in(what)),
            Rule::offer => {
                self.unready(what);
                return None;
            }
            _ => offer.what = self.what(what, entry)?,
        }
        if let Some(price) = body.find(Rule::price_of) {
            offer.price = self.price(price, entry);
        }
        for kid in &node.kids {
            match kid.rule {
                Rule::swaps => offer.swaps.push(self.swap(kid, kinds)),
                Rule::carries_item => offer.swaps.push(Swap { from: Vec::new(), to: self.rows_in(kid, kinds) }),
                Rule::opt_gain => {
                    let rules = self.carried_in(kid);
                    if self.text(kid).starts_with("loses") { offer.loses.extend(rules) } else { offer.gains.extend(rules) }
                }
                Rule::opt_limit => offer.limit = self.limit(kid),
                Rule::guard => {
                    let when = self.guard(kid, entry)?;
                    offer.when = Some(match offer.when.take() {
                        Some(old) => When::All(vec![old, when]),
                        None => when,
                    });
                }
                _ => {}
            }
        }
        Some(offer)
    }

    fn what(&mut self, node: &Node, entry: &Entry) -> Option<What> {
        let numbers: Vec<usize> = node.all(Rule::integer).map(|n| self.number(n)).collect();
        let names: Vec<&Node> = node.all(Rule::name).collect();
        let count = numbers.first().copied().unwrap_or(1);
        match node.rule {
            Rule::add_crew => {
                let profile = self.profile(names.first()?, entry)?;
                Some(What::More { count, profile, up_to: node.has(Rule::up_to_n) })
            }
            Rule::upgrade => {
                let profile = self.profile(names.first()?, entry)?;
                let to = self.guise(names.get(1)?, entry)?;
                let every = self.every(node)?;
                Some(What::Upgrade { count, profile, every, to, leader: node.has(Rule::kw_leader) })
            }
            Rule::equip => {
                let word = node.find(Rule::word)?;
                if self.program.book.kind(self.text(word)) != Some(entry.piece) {
                    self.unready(node);
                    return None;
                }
                let every = self.every(node)?;
                // any of them: one for every one
                let every = if node.has(Rule::kw_any) { every.or(Some(Every { pieces: 1, up: false })) } else { every };
                Some(What::Equip { count, every })
            }
            Rule::whole => match names.first() {
                Some(n) => Some(What::Whole(Some(self.guise(n, entry)?))),
                None => Some(What::Whole(None)),
            },
            Rule::gain_named => {
                let profile = self.profile(names.first()?, entry)?;
                let to: Guise = self.guise(names.get(1)?, entry)?;
                Some(What::Turn { profile, to })
            }
            _ => None,
        }
    }

    /// `for every 5 models`, if it is said; none if it means nothing.
    #[allow(clippy::option_option, reason = "not said is not the same as wrong")]
    fn every(&mut self, node: &Node) -> Option<Option<Every>> {
        let Some(share) = node.find(Rule::share_n) else { return Some(None) };
        let pieces = share.find(Rule::integer).map_or(1, |n| self.number(n));
        let way = share.find(Rule::rounding).and_then(Node::first).map_or("down", |w| self.text(w));
        let fault = match (pieces, way) {
            (0, _) => Some(("every 0 models is no measure", "write a number from 1")),
            (_, "nearest") => Some(("so many are not rounded to the nearest", "write `rounded up`, or leave it out to round down")),
            _ => None,
        };
        if let Some((what, help)) = fault {
            self.found.push(Diagnostic::new(Code::Type, share.span, what).help(help));
            return None;
        }
        Some(Some(Every { pieces, up: way == "up" }))
    }

    fn price(&mut self, node: &Node, entry: &Entry) -> Price {
        let text = self.text(node);
        let points = node.find(Rule::integer).map_or(0, |n| i64::try_from(self.number(n)).unwrap_or(0));
        let points = if text.contains('-') { -points } else { points };
        let per = match node.find(Rule::word).map(|w| (w, self.program.book.kind(self.text(w)))) {
            Some((_, Some(k))) if k == entry.piece => Per::Piece,
            Some((_, Some(k))) if k == entry.kind => Per::Time,
            Some((w, _)) => {
                let piece = self.program.book.kinds.get(entry.piece).map_or("", |k| k.word.as_str());
                let message = format!("an entry of this sort is not made of `{}`", self.text(w));
                self.found.push(Diagnostic::new(Code::Name, w.span, message).help(format!("write `{piece}`")));
                Per::Time
            }
            None if text.trim_end().ends_with("each") => Per::Each,
            None => Per::Time,
        };
        Price { points, per }
    }

    fn swap(&mut self, node: &Node, kinds: [usize; 2]) -> Swap {
        let mut swap = Swap::default();
        let mut end = None;
        let mut got = false;
        for name in node.all(Rule::name) {
            // keywords leave no node: the word between the two lists is found in the text
            let between = end.map_or("", |e| self.files.slice(crate::source::Span { start: e, end: name.span.start }));
            got |= between.contains("for");
            end = Some(name.span.end);
            if let Some(row) = self.row(name, kinds) {
                if got { swap.to.push(row) } else { swap.from.push(row) }
            }
        }
        swap
    }

    fn limit(&mut self, node: &Node) -> Option<Limit> {
        let n = node.find(Rule::integer).map(|n| self.number(n))?;
        let Some(word) = node.find(Rule::word) else { return Some(Limit::Unit(n)) };
        match self.text(word) {
            "force" | "army" | "side" | "list" | "roster" => Some(Limit::Force(n)),
            w if self.program.book.kind(w).is_some_and(|k| self.program.book.is(k, crate::model::KindBase::Group)) => Some(Limit::Unit(n)),
            w => {
                self.unknown(word.span, w, "whole that a limit is of", ["force"]);
                None
            }
        }
    }

    /// `when X` or `unless X`, of other options of the entry.
    fn guard(&mut self, node: &Node, entry: &Entry) -> Option<When> {
        let when = self.asked(node.find(Rule::expr)?, entry)?;
        Some(if node.has(Rule::kw_unless) { When::Not(Box::new(when)) } else { when })
    }

    fn asked(&mut self, expr: &Node, entry: &Entry) -> Option<When> {
        let (mut any, mut all, mut not) = (Vec::new(), Vec::new(), false);
        for kid in &expr.kids {
            match kid.rule {
                Rule::not => not = !not,
                Rule::and => {}
                Rule::or => any.push(When::All(std::mem::take(&mut all))),
                _ => {
                    let one = match kid.rule {
                        Rule::paren => self.asked(kid.find(Rule::choice).and_then(|c| c.find(Rule::expr))?, entry)?,
                        _ => When::Bought(self.bought(kid, entry)?),
                    };
                    all.push(if std::mem::take(&mut not) { When::Not(Box::new(one)) } else { one });
                }
            }
        }
        any.push(When::All(all));
        let mut flat: Vec<When> = any.into_iter().map(single).collect();
        Some(if flat.len() == 1 { flat.pop()? } else { When::Any(flat) })
    }

    fn bought(&mut self, node: &Node, entry: &Entry) -> Option<usize> {
        let written = self.name(node);
        let found = entry.offer(written);
        if found.is_none() {
            self.unknown(node.span, written, &format!("option of `{}` called", entry.name), entry.offers.iter().map(|o| o.name.as_str()));
        }
        found
    }
}

/// A conjunction of one is that one.
fn single(when: When) -> When {
    match when {
        When::All(mut all) if all.len() == 1 => all.pop().unwrap_or(When::All(Vec::new())),
        other => other,
    }
}
