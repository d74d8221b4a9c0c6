//! Names, words, citations.

use super::Reader;
use super::kids::Kids;
use crate::ast::{Cite, Name, NameOrWord, NameRef, Param, Period, Prep, Text, Word};
use crate::diag::Code;
use crate::source::At;
use crate::syntax::{Node, Rule};

impl<'a> Reader<'a> {
    /// The text of a node that is one token.
    pub fn text(&self, node: &Node) -> &'a str {
        self.files.slice(node.span)
    }

    /// A `name`, or a text in quotes that names something.
    pub fn name(&mut self, node: &Node) -> Name {
        Name { sym: self.names.intern(self.files.slice(node.span)), at: At(node.span) }
    }

    /// A `word`, or any other token that is one word.
    pub fn word(&mut self, node: &Node) -> Word {
        Word { sym: self.names.intern(self.files.slice(node.span)), at: At(node.span) }
    }

    /// A `quoted` text.
    pub fn quoted(&mut self, node: &Node) -> Text {
        Text { sym: self.names.intern(self.files.slice(node.span)), at: At(node.span) }
    }

    /// All names of a list.
    pub fn name_nodes(&mut self, nodes: &[&Node]) -> Vec<Name> {
        nodes.iter().map(|n| self.name(n)).collect()
    }

    /// A `name` or a `word`.
    pub fn name_or_word(&mut self, node: &Node) -> NameOrWord {
        if node.rule == Rule::name { NameOrWord::Name(self.name(node)) } else { NameOrWord::Word(self.word(node)) }
    }

    /// `Hits (3)`
    pub fn name_ref(&mut self, node: &Node) -> Option<NameRef> {
        self.read(node, |r, k| {
            let name = k.take(Rule::name)?;
            let name = r.name(name);
            let param = match k.take(Rule::params) {
                Some(params) => Some(r.param(params)?),
                None => None,
            };
            Some(NameRef { name, param, at: At(node.span) })
        })
    }

    /// All of a list of `name_ref`.
    pub fn name_refs(&mut self, nodes: &[&Node]) -> Option<Vec<NameRef>> {
        nodes.iter().map(|n| self.name_ref(n)).collect()
    }

    fn param(&mut self, node: &Node) -> Option<Param> {
        self.read(node, |r, k| {
            let what = k.next()?;
            match what.rule {
                Rule::integer => r.int(what).map(Param::Int),
                Rule::dice_param => r.dice(what).map(Param::Dice),
                Rule::name => Some(Param::Name(r.name(what))),
                _ => None,
            }
        })
    }

    /// `Foot, Horse or Tired`, each with what may stand behind a name.
    pub fn name_list(&mut self, node: &Node) -> Option<Vec<NameRef>> {
        self.read(node, |r, k| r.listed_next(k))
    }

    /// The names that come next, joined by commas and `or`.
    pub(super) fn listed_next(&mut self, k: &mut Kids<'_>) -> Option<Vec<NameRef>> {
        let mut out = Vec::new();
        k.mark(Rule::k_or);
        while let Some(listed) = k.take(Rule::listed) {
            out.push(self.read(listed, |r, k| k.take(Rule::name_ref).and_then(|n| r.name_ref(n)))?);
            k.mark(Rule::k_or);
        }
        Some(out)
    }

    /// The clauses of a `cites` node.
    pub fn cites(&mut self, node: &Node) -> Vec<Cite> {
        let is_comma = |k: &&Node| k.rule == Rule::sign && self.text(k) == ",";
        let commas: Vec<At> = node.kids.iter().filter(is_comma).map(|k| At(k.span)).collect();
        for at in commas {
            self.fault(Code::Syntax, at, "clauses stand beside each other, with a space between them", "leave the comma out");
        }
        let cites = self.read(node, |r, k| {
            let ids = k.all(Rule::clause_id);
            Some(ids.into_iter().map(|n| Cite { id: r.names.intern(r.files.slice(n.span)), at: At(n.span) }).collect())
        });
        cites.unwrap_or_default()
    }

    /// A preposition.
    pub fn prep(&self, node: &Node) -> Option<Prep> {
        Some(match self.text(node) {
            "by" => Prep::By,
            "at" => Prep::At,
            "of" => Prep::Of,
            "with" => Prep::With,
            "from" => Prep::From,
            "to" => Prep::To,
            "against" => Prep::Against,
            "for" => Prep::For,
            "in" => Prep::In,
            "on" => Prep::On,
            _ => return None,
        })
    }

    /// A stretch of the game, by a name, a word or a keyword.
    pub fn period(&mut self, node: &Node) -> Period {
        match node.rule {
            Rule::name => Period::Name(self.name(node)),
            _ => match self.text(node) {
                "game" => Period::Game,
                "turn" => Period::Turn,
                "phase" => Period::Phase,
                _ => Period::Word(self.word(node)),
            },
        }
    }
}
