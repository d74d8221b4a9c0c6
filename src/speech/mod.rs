//! The spoken form: every declaration as sentences of a rulebook. Knows how a sentence of the language is said in English,
//! and not what any name means.

mod changes;
mod conditions;
mod contribs;
mod english;
mod ground;
mod heads;
mod items;
mod moves;
mod musters;
mod patterns;
mod questions;
mod refs;
mod said;
mod scenes;
mod statements;
mod tables;
mod voice;
mod words;

pub use said::Spoken;
pub use words::Words;

use said::Said;
use voice::Voice;

use crate::source::Files;
use crate::syntax::{Declaration, Line, Node, Rule};

/// A declaration in words: the sentences, and what could only be repeated as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Speech {
    /// The sentences in order, each with its place, clauses and depth.
    pub lines: Vec<Spoken>,
    /// The rules of the grammar for which there is no sentence: none, or something is to be done here.
    pub unsaid: Vec<Rule>,
}

/// Says a declaration.
#[must_use]
pub fn say(files: &Files, words: &Words, d: &Declaration) -> Speech {
    let me = Voice::carrier(files, words, d);
    let mut voice = Voice::new(files, words, me);
    let word = d.head.find(Rule::decl_word).map_or("", |w| w.text(files));
    voice.offer = d.head.rule == Rule::named_d && words.is_offer(word);
    if matches!(d.head.rule, Rule::amend_d) {
        voice.amends = true;
        let target = d.head.find(Rule::target).and_then(|t| t.find(Rule::decl_word));
        voice.asks = target.is_some_and(|w| w.text(files) == "condition");
    }
    if d.head.rule == Rule::named_d && (word == "procedure" || words.is_action(word)) {
        *voice.deed.borrow_mut() = Some(voice.title_of(&d.head));
    }
    voice.bind("turn", "the number of the turn");
    if d.head.rule == Rule::chance_d {
        voice.bind("winner", "the winner");
        voice.bind("loser", "the loser");
    }
    voice.fades.set(!d.body.iter().flat_map(|l| &l.parts).any(|p| p.rule == Rule::until_item));
    let (d, more) = based(d);
    let (d, instead) = match d.head.first() {
        Some(inner) if d.head.rule == Rule::replace_d => {
            (&Declaration { head: inner.clone(), ..d.clone() }, "in place of what was there: ")
        }
        _ => (&d, ""),
    };
    let head_text = format!("{instead}{}", voice.head(d));
    let mut below = voice.table(d);
    let lines: Vec<Line> = d.body.iter().filter(|l| !Voice::is_row(l)).cloned().collect();
    below.extend(if word == "columns" { voice.columns(&lines) } else { voice.block(&lines) });
    let cites: Vec<String> = d.cites.iter().chain(&more).map(|c| c.text(files).to_owned()).collect();
    // a rule that says one thing is one sentence
    let short = matches!(d.head.rule, Rule::named_d | Rule::amend_d) && below.len() == 1 && below.iter().all(|b| b.below.is_empty());
    let mut head = if short {
        Said::titled(head_text, below, d.head.span)
    } else {
        Said { text: head_text, below, span: d.head.span, ..Said::default() }
    };
    let mut all = cites;
    all.append(&mut head.cites);
    all.dedup();
    head.cites = all;
    let mut lines = Vec::new();
    head.lines(0, &mut lines);
    Speech { lines, unsaid: voice.lost.take() }
}

/// A base that stands on a line of its own, drawn into the head; and what that line cites.
fn based(d: &Declaration) -> (Declaration, Vec<Node>) {
    let mut d = d.clone();
    let wanted = match d.head.rule {
        Rule::value_d => Rule::choice,
        Rule::condition_d => Rule::expr,
        _ => return (d, Vec::new()),
    };
    if d.head.has(wanted) {
        return (d, Vec::new());
    }
    let base = d.body.first().and_then(|l| l.parts.first()).and_then(set_alone).cloned();
    let base = if wanted == Rule::expr { base.and_then(|c| c.find(Rule::expr).filter(|_| c.kids.len() == 1).cloned()) } else { base };
    let Some(base) = base else { return (d, Vec::new()) };
    d.head.kids.push(base);
    let line = d.body.remove(0);
    (d, line.cites)
}

/// The quantity of a line that is only `= ...`.
fn set_alone(part: &Node) -> Option<&Node> {
    let contrib = match part.rule {
        Rule::row_contrib => part.find(Rule::contrib)?,
        Rule::contrib => part,
        _ => return None,
    };
    if contrib.kids.len() != 1 {
        return None;
    }
    contrib.find(Rule::contrib_core)?.find(Rule::set)?.find(Rule::choice)
}
