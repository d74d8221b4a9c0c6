//! What a rule or a row changes, said of a place or of what it stands in.

use super::refs::As;
use super::voice::Voice;
use crate::syntax::{Node, Rule};

/// Where a change is felt: names for the sentence.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    /// As a noun: `this unit's Movement`; `it` within a row.
    pub noun: String,
    /// Whether it is felt where it stands, so that the place need not be said.
    pub here: bool,
    /// The sentence that a condition holds, and that it does not.
    pub holds: Option<(String, String)>,
    /// The sentence that it is ignored.
    pub ignored: Option<String>,
}

impl Place {
    pub fn here() -> Self {
        Self { noun: "it".into(), here: true, holds: None, ignored: None }
    }
}

impl Voice<'_> {
    /// A contribution with its own guard.
    pub fn contrib(&self, n: &Node, at: &Place) -> String {
        let core = match n.rule {
            Rule::contrib => n.find(Rule::contrib_core).and_then(Node::first),
            Rule::contrib_core => n.first(),
            _ => Some(n),
        };
        let Some(core) = core else { return self.plain(n) };
        let effect = self.effect(core, at);
        let guard = n.find(Rule::guard).map_or(String::new(), |g| self.guard(g));
        format!("{effect}{guard}")
    }

    fn effect(&self, n: &Node, at: &Place) -> String {
        let to = |word: &str| if at.here { String::new() } else { format!(" {word} {}", at.noun) };
        let whose = |what: &str| if at.here { what.to_owned() } else { format!("{what} of {}", at.noun) };
        let noun = &at.noun;
        let last = || n.kids.last().map_or(String::new(), |k| self.sum(k));
        match n.rule {
            Rule::ignore => at.ignored.clone().unwrap_or_else(|| format!("{noun} is ignored")),
            Rule::skip => format!("{noun} is left out"),
            Rule::also => format!("{noun} also happens{}", n.find(Rule::guard).map_or(String::new(), |g| self.guard(g))),
            Rule::hit_counts => format!("{} counts {}", whose("each hit"), last()),
            Rule::each_mod => {
                let s = n.find(Rule::signed);
                let minus = s.is_some_and(|s| s.has(Rule::minus));
                let what = s.and_then(|s| s.kids.last()).map_or(String::new(), |t| self.sum(t));
                if minus { format!("subtract {what} from {}", whose("each die")) } else { format!("add {what} to {}", whose("each die")) }
            }
            Rule::reroll => {
                let faces = n.find(Rule::faces).map_or(String::new(), |f| self.faces(f));
                let verb = if n.has(Rule::may) { "may be" } else { "are" };
                let verb = if verb == "are" && faces.starts_with("1 ") { "is" } else { verb };
                let fresh = if self.text(n).contains("as a new") { " as a new test" } else { "" };
                format!("{} {verb} rolled again{fresh}", whose(&faces))
            }
            Rule::natural => {
                let face = n.find(Rule::integer).map_or("", |i| self.text(i));
                let more = n.find(Rule::way_more).map_or(String::new(), |w| format!(" or {}", self.text(w)));
                let r = n.find(Rule::natural_result);
                let text = r.map_or("", |r| self.text(r));
                let result = match r.and_then(Node::first) {
                    Some(k) => format!("counts {}", self.sum(k)),
                    None => text.to_owned(),
                };
                format!("a natural {face}{more}{} {result}", to("in"))
            }
            Rule::need_c => {
                let need = n.find(Rule::need).map_or_else(last, |k| self.text(k).to_owned());
                if at.here { format!("{need} is needed instead") } else { format!("{noun} needs {need}") }
            }
            Rule::explode => {
                let face = n.first().map_or(String::new(), |f| {
                    if f.rule == Rule::range { self.range(f) } else { self.text(f).trim_end_matches('s').to_owned() }
                });
                let once = if n.has(Rule::kw_once) { " once" } else { "" };
                format!("{} of {face} explodes{once}", whose("each die")).replace(" of it of ", " of ")
            }
            Rule::exact if self.text(n).ends_with("dice") => format!("roll exactly {} dice{}", last(), to("in")),
            Rule::exact => format!("{noun} is exactly {}", last()),
            Rule::keep => self.keep(n),
            Rule::total_mod => {
                let s = n.find(Rule::signed_sum);
                let minus = s.is_some_and(|s| s.has(Rule::minus));
                let what = s.and_then(|s| s.kids.last()).map_or(String::new(), |t| self.sum(t));
                let total = whose("the total");
                if minus { format!("subtract {what} from {total}") } else { format!("add {what} to {total}") }
            }
            Rule::floor => format!("{noun} is at least {}", last()),
            Rule::ceiling => format!("{noun} is at most {}", last()),
            Rule::dice_mod => {
                let what = n.find(Rule::sum_term).map_or(String::new(), |t| self.sum(t));
                let noun_dice = if what == "1" { "die" } else { "dice" };
                let every = n.find(Rule::for_every).map_or(String::new(), |f| self.for_every(f));
                let keep = n.find(Rule::keep).map_or(String::new(), |k| format!(" and {}", self.keep(k)));
                let how = match n.first().map(|k| k.rule) {
                    Some(Rule::minus) => format!("roll {what} fewer {noun_dice}"),
                    Some(Rule::times) => format!("roll {what} times as many dice"),
                    _ => format!("roll {what} more {noun_dice}"),
                };
                format!("{how}{}{every}{keep}", to("in"))
            }
            Rule::scale => {
                let way =
                    n.find(Rule::rounding).and_then(|r| r.find(Rule::way)).map_or(String::new(), |w| format!(", rounded {}", self.text(w)));
                match n.find(Rule::sum_term).map(|t| self.sum(t)).as_deref() {
                    None => format!("{noun} is halved{way}"),
                    Some("2") => format!("{noun} is doubled{way}"),
                    Some(k) => format!("{noun} is multiplied by {k}{way}"),
                }
            }
            Rule::set if self.asks && at.here => format!("it holds if {}", n.find(Rule::choice).map_or(String::new(), |c| self.choice(c))),
            Rule::set => format!("{noun} is {}", n.find(Rule::choice).map_or(String::new(), |c| self.choice(c))),
            Rule::add => {
                let what = n.find(Rule::sum_expr).map_or(String::new(), |t| self.far(t));
                let every = n.find(Rule::for_every).map_or(String::new(), |f| self.for_every(f));
                if n.has(Rule::minus) { format!("subtract {what}{}{every}", to("from")) } else { format!("add {what}{}{every}", to("to")) }
            }
            Rule::result_c => {
                let word = if self.text(n).starts_with("passes") { "passed" } else { "failed" };
                format!("{noun} counts as {word}")
            }
            Rule::assent => at.holds.clone().map_or_else(|| format!("{noun} holds"), |h| h.0),
            Rule::veto => at.holds.clone().map_or_else(|| format!("{noun} does not hold"), |h| h.1),
            _ => self.plain(n),
        }
    }

    pub fn keep(&self, n: &Node) -> String {
        let verb = if self.text(n).starts_with("drop") { "drop" } else { "keep" };
        let which = n.find(Rule::best_word).map_or("", |b| self.text(b));
        match n.find(Rule::integer).map(|i| self.text(i)) {
            None | Some("1") => format!("{verb} the {which} die"),
            Some(k) => format!("{verb} the {which} {k} dice"),
        }
    }

    fn faces(&self, n: &Node) -> String {
        let text = self.text(n);
        match text {
            "all" => "all dice".into(),
            "once" => "dice".into(),
            _ => text.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }

    pub fn for_every(&self, n: &Node) -> String {
        let text = self.text(n);
        let word = if text.contains("every") { "every" } else { "each" };
        let full = if text.split_whitespace().any(|w| w == "full") { " full" } else { "" };
        let k = n.find(Rule::integer).map(|i| self.text(i));
        let what = match (n.find(Rule::selector), n.find(Rule::name_ref)) {
            (Some(s), _) => self.description(s, if k.is_some() { As::Many } else { As::Bare }),
            (_, Some(x)) => self.put(&self.name(x), &self.blanks(n.all(Rule::role)), true),
            _ => String::new(),
        };
        format!(" for {word}{full}{} {what}", k.map_or(String::new(), |k| format!(" {k}")))
    }

    /// `when` or `unless` something holds, and during what.
    pub fn guard(&self, n: &Node) -> String {
        let mut out = String::new();
        if let Some(e) = n.find(Rule::expr) {
            let word = if n.has(Rule::kw_unless) { "unless" } else { "when" };
            out = format!(" {word} {}", self.expr(e));
        }
        if let Some(d) = n.find(Rule::during) {
            out += &self.during(d);
        }
        out
    }

    pub fn during(&self, n: &Node) -> String {
        let name = n.find(Rule::name_ref).map_or(String::new(), |x| self.name(x));
        let tags: Vec<&str> = n.all(Rule::tag_word).map(|t| self.text(t)).collect();
        if tags.is_empty() {
            format!(" during {name}")
        } else {
            format!(" during {}", super::english::a(&format!("{} {name}", tags.join(" "))))
        }
    }
}
