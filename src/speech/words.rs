//! What the names of a pack are, as far as a sentence must know it.

use std::collections::HashMap;

use crate::model::Key;
use crate::source::Files;
use crate::syntax::{Declaration, Node, Rule};

/// What a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Passed or failed.
    Check,
    /// A total of dice.
    Roll,
    /// Successes of dice.
    Pool,
    /// Won by a side.
    Opposed,
    /// Yes or no.
    Condition,
    /// A quantity.
    Value,
    /// A look-up.
    Table,
    /// Something that happens.
    Deed,
    /// Something that a player may choose.
    Action,
    /// A question of how the book is read.
    Ruling,
    /// Anything else.
    Other,
}

/// The names and kinds of a pack.
#[derive(Clone, Debug, Default)]
pub struct Words {
    sorts: HashMap<Key, Vec<Sort>>,
    /// Each kind: what it is, and whose.
    kinds: HashMap<String, (String, Option<String>)>,
    /// Kinds whose rules are only offered.
    offered: Vec<String>,
    /// What has pieces of its own; else the first group.
    home: Option<String>,
    /// Groups that are declared as parts of a group declared before them.
    parts: Vec<String>,
    /// How many readings each ruling has.
    readings: HashMap<Key, usize>,
    /// The number that each ruling stands for, if its reading is one.
    numbers: HashMap<Key, String>,
    /// Titles that end in `!`, as they are declared.
    shouted: HashMap<Key, String>,
}

impl Words {
    /// Enters all declarations.
    #[must_use]
    pub fn of(files: &Files, declarations: &[Declaration]) -> Self {
        let mut words = Self::default();
        for d in declarations.iter().filter(|d| d.head.rule == Rule::kind_d) {
            let Some(word) = d.head.find(Rule::word).map(|w| w.text(files).to_owned()) else { continue };
            let base = d.head.find(Rule::base_kind).map_or("", |b| b.text(files)).to_owned();
            let of = d.head.find(Rule::kind_of).and_then(|k| k.find(Rule::word)).map(|w| w.text(files).to_owned());
            let mutual = of.as_ref().and_then(|o| words.kinds.get(o)).is_some_and(|k| k.0 == "group" && k.1.as_ref() == Some(&word));
            if base == "group" && mutual {
                words.parts.push(word.clone());
            }
            match base.as_str() {
                "group" if words.home.is_none() => words.home = Some(word.clone()),
                "piece" if !words.kinds.values().any(|k| k.0 == "piece") && of.is_some() => words.home.clone_from(&of),
                _ => {}
            }
            if d.body.iter().flat_map(|l| &l.parts).any(|p| p.rule == Rule::mood_item) {
                words.offered.push(word.clone());
            }
            words.kinds.insert(word, (base, of));
        }
        for d in declarations {
            let sort = words.sort_of(files, &d.head);
            let name = d.head.find(Rule::title).and_then(|t| t.find(Rule::name)).or_else(|| d.head.find(Rule::name));
            let lines = d.body.iter().filter(|_| d.head.find(Rule::decl_word).is_some_and(|w| w.text(files) == "columns"));
            for line in lines {
                let column = line.parts.first().and_then(|p| p.find(Rule::call)).and_then(|c| c.find(Rule::name_ref));
                let key = column.map_or_else(Key::default, |c| Key::new(c.text(files)));
                words.sorts.entry(key).or_default().push(Sort::Value);
            }
            if let (Some(n), Sort::Ruling) = (name, sort) {
                words.readings.insert(Key::new(n.text(files)), d.head.all(Rule::reading).count());
                let takes = d.head.find(Rule::name).map_or_else(Key::default, |t| Key::new(t.text(files)));
                let taken = d.head.all(Rule::reading).find(|r| r.find(Rule::name).is_some_and(|x| Key::new(x.text(files)) == takes));
                let number = taken.or_else(|| d.head.find(Rule::reading)).and_then(|r| r.kids.get(1));
                words.numbers.extend(number.map(|k| (Key::new(n.text(files)), k.text(files).to_owned())));
            }
            if let Some(n) = name {
                let title = n.text(files).trim_matches('"');
                if title.ends_with('!') {
                    words.shouted.insert(Key::new(title), title.to_owned());
                }
                words.sorts.entry(Key::new(n.text(files))).or_default().push(sort);
            }
        }
        words
    }

    fn sort_of(&self, files: &Files, head: &Node) -> Sort {
        match head.rule {
            Rule::value_d => Sort::Value,
            Rule::condition_d => Sort::Condition,
            Rule::table_d => Sort::Table,
            Rule::ruling_d => Sort::Ruling,
            Rule::chance_d => match head.find(Rule::chance_word).map_or("", |w| w.text(files)) {
                "check" => Sort::Check,
                "pool" => Sort::Pool,
                "opposed" => Sort::Opposed,
                _ => Sort::Roll,
            },
            Rule::named_d => match head.find(Rule::decl_word).map_or("", |w| w.text(files)) {
                "procedure" | "phase" | "turn" => Sort::Deed,
                word if self.is_action(word) => Sort::Action,
                _ => Sort::Other,
            },
            _ => Sort::Other,
        }
    }

    /// What a name is.
    #[must_use]
    pub fn sort(&self, name: &str) -> Sort {
        self.sorts.get(&Key::new(name)).and_then(|s| s.first()).copied().unwrap_or(Sort::Other)
    }

    /// Whether a name is a quantity too.
    #[must_use]
    pub fn is_value(&self, name: &str) -> bool {
        self.sorts.get(&Key::new(name)).is_some_and(|s| s.contains(&Sort::Value))
    }

    /// Whether a word is a kind of action.
    #[must_use]
    pub fn is_action(&self, word: &str) -> bool {
        word == "action" || self.kinds.get(word).is_some_and(|k| k.0 == "action")
    }

    /// Whether a word is a kind.
    #[must_use]
    pub fn is_kind(&self, word: &str) -> bool {
        matches!(word, "side" | "game" | "rule" | "action" | "formation" | "marker" | "terrain" | "place") || self.kinds.contains_key(word)
    }

    /// Whose a rule of that kind is, if it does not say so itself.
    #[must_use]
    pub fn carrier(&self, word: &str) -> Option<&str> {
        self.kinds.get(word)?.1.as_deref()
    }

    /// What units are called.
    #[must_use]
    pub fn group(&self) -> &str {
        self.home.as_deref().unwrap_or("unit")
    }

    /// Whether a group is a part of its owner, and not made of it.
    #[must_use]
    pub fn is_part(&self, word: &str) -> bool {
        self.parts.iter().any(|p| p == word)
    }

    /// What a group is made of: its pieces.
    #[must_use]
    pub fn pieces_of(&self, word: &str) -> Option<&str> {
        let mut all: Vec<&str> =
            self.kinds.iter().filter(|(_, k)| k.0 == "piece" && k.1.as_deref() == Some(word)).map(|(w, _)| w.as_str()).collect();
        all.sort_unstable();
        all.first().copied()
    }

    /// How many readings a ruling has, if it is known here.
    #[must_use]
    pub fn readings(&self, name: &str) -> Option<usize> {
        self.readings.get(&Key::new(name)).copied()
    }

    /// The number that a ruling stands for as it is read here.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<&str> {
        self.numbers.get(&Key::new(name)).map(String::as_str)
    }

    /// A title that ends in `!`, however it is written here.
    #[must_use]
    pub fn shouted(&self, name: &str) -> Option<&str> {
        self.shouted.get(&Key::new(name)).map(String::as_str)
    }

    /// Whether rules of that kind are only offered.
    #[must_use]
    pub fn is_offer(&self, word: &str) -> bool {
        self.offered.iter().any(|o| o == word)
    }
}
