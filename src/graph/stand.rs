//! For whom a place is chosen: whoever is put there, or goes there, further on.

use super::compile::Pass;
use super::ir::X;
use super::refs::ALWAYS;
use super::scope::Scope;
use crate::syntax::{Declaration, Line, Node, Rule};

impl<'a> Pass<'a> {
    /// Notes of every `choose spot: place` who is to stand there.
    pub fn stands(&mut self, declarations: &'a [Declaration]) {
        for d in declarations {
            let mut said = Vec::new();
            statements(&d.head, &mut said);
            in_lines(&d.body, &mut said);
            for (i, choice) in said.iter().enumerate().filter(|(_, n)| n.rule == Rule::choose_st) {
                let word = choice.find(Rule::word).map_or("", |w| self.text(w));
                let later = said.get(i + 1..).unwrap_or(&[]).iter();
                let mut goes = later.filter(|n| n.rule != Rule::choose_st && self.goes_to(n, word));
                if let Some(who) = goes.next().and_then(|n| n.first()) {
                    self.stands.insert(choice.span, who);
                }
            }
        }
    }

    /// `X is placed at spot`, `X moves up to 6" onto spot`.
    fn goes_to(&self, node: &Node, word: &str) -> bool {
        let named = |n: &Node| n.find(Rule::r#ref).is_some_and(|r| self.text(r) == word);
        match node.rule {
            Rule::place_st => node.all(Rule::put_at).any(|p| !self.text(p).starts_with("facing") && named(p)),
            _ => node.find(Rule::course).is_some_and(|c| self.text(c).starts_with("onto") && named(c)),
        }
    }

    /// Whom the place is for that is chosen here, if he is known already.
    pub fn stands_there(&mut self, scope: &mut Scope, choice: &Node) -> Option<X> {
        let who = *self.stands.get(&choice.span)?;
        let mut known = true;
        who.walk(&mut |n| {
            let word = self.text(n);
            let mine = scope.me.is_some() && matches!(word, "me" | "I");
            known &= n.rule != Rule::local || mine || ALWAYS.contains(&word) || scope.find(word).is_some();
        });
        known.then(|| self.expr(scope, who).0)
    }
}

/// Choices, and what puts or leads somebody somewhere, in the order in which they stand.
fn statements<'a>(node: &'a Node, out: &mut Vec<&'a Node>) {
    if matches!(node.rule, Rule::choose_st | Rule::place_st | Rule::move_st) {
        out.push(node);
    }
    for kid in &node.kids {
        statements(kid, out);
    }
}

fn in_lines<'a>(lines: &'a [Line], out: &mut Vec<&'a Node>) {
    for line in lines {
        line.parts.iter().for_each(|p| statements(p, out));
        in_lines(&line.below, out);
    }
}
