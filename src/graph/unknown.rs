//! Names that are looked for, and the faults for those that are not there.

use super::compile::Pass;
use super::ir::X;
use super::numbers::short;
use crate::diag::{Code, Diagnostic, nearest};
use crate::model::{Head, Key, KindBase, StateKind, Symbol, Type};
use crate::syntax::{Declaration, Node, Rule};

impl Pass<'_> {
    /// Faults kinds that are not there, where a word only says whose something is.
    pub fn whose(&mut self, declarations: &[Declaration]) {
        for d in declarations {
            let words: Vec<&Node> = match d.head.rule {
                Rule::kind_d => d.head.find(Rule::kind_of).map_or_else(Vec::new, |k| k.all(Rule::word).collect()),
                Rule::tag_d | Rule::count_d => d.head.find(Rule::word).into_iter().collect(),
                Rule::named_d if self.is_carried(self.word_of(d)) => {
                    d.head.find(Rule::role_head).and_then(|r| r.find(Rule::noun)).and_then(|n| n.find(Rule::word)).into_iter().collect()
                }
                _ => Vec::new(),
            };
            for word in words {
                if self.text(word) != "scenario" {
                    self.kind_word(word, self.text(word));
                }
            }
        }
    }

    /// Whether what begins with this word is carried by somebody.
    fn is_carried(&self, word: &str) -> bool {
        let book = &self.program.book;
        matches!(word, "marker" | "formation") || book.kind(word).is_some_and(|k| book.is(k, KindBase::Rule))
    }

    /// A procedure or chance hook by name.
    pub fn procedure_named(&mut self, node: &Node, written: &str) -> Option<u16> {
        for symbol in self.program.book.lookup(written) {
            match symbol {
                Symbol::Procedure(p) => return Some(short(*p)),
                Symbol::Chance(c) => return self.program.chances.get(*c).copied(),
                _ => {}
            }
        }
        self.unknown_name(node, written, "a procedure or a roll");
        None
    }

    /// The fault for a name that nothing of the wanted sort has, with what may have been meant.
    pub fn unknown_name(&mut self, node: &Node, written: &str, wanted: &str) -> (X, Type) {
        if let Some(symbol) = self.program.book.lookup(written).first().copied() {
            let help = match symbol {
                Symbol::State(_) | Symbol::Rule(_) => format!("name {wanted}, or ask whether somebody `is {written}`"),
                _ => format!("name {wanted}"),
            };
            return self.fault(
                Code::Kind,
                node.span,
                format!("`{written}` is {}, and {wanted} is wanted here", self.sort_of(symbol)),
                help,
            );
        }
        let key = Key::new(written);
        let here: Vec<String> = self.known.iter().filter(|k| k.name.starts_with(char::is_uppercase)).map(|k| k.name.clone()).collect();
        let names: Vec<String> = here.iter().cloned().chain(self.known_names()).filter(|n| Key::new(n) != key).collect();
        let d = Diagnostic::new(Code::Name, node.span, format!("there is no `{written}`"));
        let d = match nearest(written, names.iter().map(String::as_str)) {
            Some(m) => d.help(format!("did you mean `{m}`?")),
            None if !here.is_empty() && wanted == "a value" => {
                d.help(format!("name one that is there: {}", here.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")))
            }
            None => d.help("declare it, or write it as it is declared"),
        };
        self.report(d);
        (self.int(0), Type::Unknown)
    }

    /// The fault for a count that is not there: those that such a thing keeps.
    pub fn unknown_count(&mut self, node: &Node, written: &str, of: &Type) {
        let book = &self.program.book;
        let kept = |c: &&crate::model::Count| book.kind(&c.of).is_some_and(|k| of.fits(&Type::Thing(k)));
        let mut kept: Vec<String> = book.counts.iter().filter(kept).map(|c| c.name.clone()).collect();
        kept.sort();
        kept.dedup();
        if kept.is_empty() || !self.program.book.lookup(written).is_empty() {
            self.unknown_name(node, written, "a count");
            return;
        }
        let whose = self.program.book.describe(of);
        let help = match nearest(written, kept.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("write one that {whose} has: {}", kept.iter().map(|k| format!("`{k}`")).collect::<Vec<_>>().join(", ")),
        };
        self.fault(Code::Name, node.span, format!("there is no count `{written}`"), help);
    }

    /// The head of what a name stands for, if it has one.
    pub fn head_of(&self, symbol: Symbol) -> Option<&Head> {
        let p = &self.program;
        match symbol {
            Symbol::Value(v) => p.slot_heads.get(v),
            Symbol::Table(t) => p.table_heads.get(t),
            Symbol::Procedure(i) => p.proc_heads.get(i),
            Symbol::Chance(c) => p.chances.get(c).and_then(|i| p.proc_heads.get(*i as usize)),
            _ => None,
        }
    }

    /// What a name stands for, in the words of the rules: `a marker`.
    pub fn sort_of(&self, symbol: Symbol) -> String {
        let p = &self.program;
        let kind_word = |k: usize| p.book.kinds.get(k).map_or("name", |k| k.word.as_str());
        let word = match symbol {
            Symbol::State(s) => match p.book.states.get(s).map(|s| s.kind) {
                Some(StateKind::Formation) => "formation",
                Some(StateKind::Tag) => "tag",
                _ => "marker",
            },
            Symbol::Terrain(_) => "terrain",
            Symbol::Row(r) => kind_word(p.list_rows.get(r).map_or(usize::MAX, |r| r.kind)),
            Symbol::Count(_) => "count",
            Symbol::Value(_) | Symbol::Table(_) | Symbol::Procedure(_) | Symbol::Chance(_) => {
                self.head_of(symbol).map_or("value", |h| h.word.as_str())
            }
            Symbol::Rule(r) => p.rules.get(r).map_or("rule", |r| r.word.as_str()),
            Symbol::Ruling(_) => "ruling",
            Symbol::Reading(_) => "reading",
            Symbol::Word(_) => "name",
            Symbol::Deck(_) => "deck",
            Symbol::Thing(t) => kind_word(p.things.get(t).map_or(usize::MAX, |t| t.1)),
        };
        with_article(word)
    }

    fn known_names(&self) -> Vec<String> {
        let p = &self.program;
        let mut names: Vec<String> = p.book.states.iter().map(|s| s.name.clone()).collect();
        names.extend(p.book.counts.iter().map(|c| c.name.clone()));
        names.extend(p.slot_heads.iter().map(|h| h.name.clone()));
        names.extend(p.proc_heads.iter().map(|h| h.name.clone()));
        names.extend(p.rules.iter().map(|r| r.name.clone()));
        names.extend(p.list_rows.iter().map(|r| r.name.clone()));
        names.extend(p.terrains.iter().map(|t| t.name.clone()));
        names.extend(p.tables.iter().map(|t| t.name.clone()));
        names.extend(p.rulings.iter().map(|r| r.name.clone()));
        names.sort();
        names.dedup();
        names
    }
}

/// `a marker`, `an action`.
pub(super) fn with_article(word: &str) -> String {
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {word}")
}
