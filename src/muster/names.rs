//! Names in musters and what they stand for.

use super::entry::{Entry, Guise};
use crate::diag::{Code, Diagnostic, nearest};
use crate::graph::Program;
use crate::model::{KindBase, StateKind, Symbol};
use crate::source::{Files, Span};
use crate::syntax::{Declaration, Node, Rule};

/// Looks names up and notes those that stand for nothing.
pub(super) struct Names<'a> {
    pub files: &'a Files,
    pub program: &'a Program,
    pub found: Vec<Diagnostic>,
}

/// A number as a slot number.
pub(super) fn short(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

impl<'a> Names<'a> {
    pub fn new(files: &'a Files, program: &'a Program) -> Self {
        Self { files, program, found: Vec::new() }
    }

    pub fn text(&self, node: &Node) -> &'a str {
        self.files.slice(node.span)
    }

    /// A name as written, without quotes.
    pub fn name(&self, node: &Node) -> &'a str {
        self.text(node).trim().trim_matches('"')
    }

    /// The title of a head and where it stands.
    pub fn title(&self, head: &Node) -> (String, Span) {
        let name = head.find(Rule::title).and_then(|t| t.find(Rule::name)).or_else(|| head.find(Rule::name));
        name.map_or((String::new(), head.span), |n| (self.name(n).to_owned(), n.span))
    }

    /// The declaration word of a head, and the kind that it is the word of.
    pub fn word(&self, head: &Node) -> (&'a str, Option<usize>) {
        let word = head.find(Rule::decl_word).map_or("", |w| self.text(w));
        let kind = self.program.book.kinds.iter().position(|k| k.word == word);
        (word, kind)
    }

    /// The declarations that begin with a word.
    pub fn headed<'d>(&self, declarations: &'d [Declaration], word: &str) -> Vec<&'d Declaration> {
        declarations.iter().filter(|d| d.head.rule == Rule::named_d && self.word(&d.head).0 == word).collect()
    }

    /// A whole number.
    pub fn number(&mut self, node: &Node) -> usize {
        let text = self.text(node);
        text.parse::<u16>().map_or_else(
            |_| {
                self.found
                    .push(Diagnostic::new(Code::Type, node.span, format!("`{text}` is too large")).help("write a number below 65536"));
                0
            },
            usize::from,
        )
    }

    /// A fault for a name that stands for nothing of the wanted sort.
    pub fn unknown<'b>(&mut self, span: Span, written: &str, sort: &str, known: impl IntoIterator<Item = &'b str>) {
        let other = !self.program.book.lookup(written).is_empty();
        let d = if other {
            Diagnostic::new(Code::Kind, span, format!("`{written}` is no {sort}"))
        } else {
            Diagnostic::new(Code::Name, span, format!("there is no {sort} `{written}`"))
        };
        self.found.push(match nearest(written, known) {
            Some(meant) => d.help(format!("did you mean `{meant}`?")),
            None => d.help("declare it, or write it as it is declared"),
        });
    }

    /// An item that belongs elsewhere.
    pub fn misplaced(&mut self, node: &Node, place: &str) {
        let first = self.text(node).split_whitespace().next().unwrap_or("").to_owned();
        self.found.push(
            Diagnostic::new(Code::Place, node.span, format!("`{first}` has no place in {place}"))
                .help("move it where it belongs, or remove it"),
        );
    }

    /// A rule by its name.
    pub fn rule(&mut self, node: &Node) -> Option<u16> {
        let written = self.name(node);
        let found = self.program.book.find(written, Symbol::Rule).map(short);
        if found.is_none() {
            let program = self.program;
            self.unknown(node.span, written, "rule", program.rules.iter().map(|r| r.name.as_str()));
        }
        found
    }

    /// The rules that an item names.
    pub fn rules_in(&mut self, item: &Node) -> Vec<u16> {
        item.all(Rule::name_ref).filter_map(|n| self.rule(n)).collect()
    }

    /// The rules that an item names, which groups, pieces or sides must be able to carry.
    pub fn carried_in(&mut self, item: &Node) -> Vec<u16> {
        let mut out = Vec::new();
        for node in item.all(Rule::name_ref) {
            let Some(rule) = self.rule(node) else { continue };
            let info = self.program.rules.get(rule as usize);
            if info.is_some_and(|r| r.state.is_none()) {
                let written = self.name(node);
                let (what, help) = if info.is_some_and(|r| r.rows) {
                    (
                        format!("`{written}` is a rule of the rows of a list, and nothing that is mustered can carry it"),
                        "name it in the `rules` column of the list",
                    )
                } else {
                    (format!("`{written}` is always in force, and nothing carries it"), "leave it out")
                };
                self.found.push(Diagnostic::new(Code::Kind, node.span, what).help(help));
                continue;
            }
            out.push(rule);
        }
        out
    }

    /// A row of a list by its name, of a kind that the piece or its group may carry.
    pub fn row(&mut self, node: &Node, kinds: [usize; 2]) -> Option<u16> {
        let written = self.name(node);
        let program = self.program;
        let found = program.book.find(written, Symbol::Row);
        let fits = |row: usize| {
            let of = program.list_rows.get(row).and_then(|r| program.book.kinds.get(r.kind)).map(|k| k.of.as_slice()).unwrap_or_default();
            of.is_empty() || of.iter().any(|w| program.book.kind(w).is_some_and(|k| kinds.contains(&k)))
        };
        match found {
            Some(row) if fits(row) => Some(short(row)),
            Some(_) => {
                self.found.push(
                    Diagnostic::new(Code::Kind, node.span, format!("`{written}` is not carried by these"))
                        .help("say in its kind who carries it: `is row of ...`"),
                );
                None
            }
            None => {
                self.unknown(node.span, written, "row of a list", program.list_rows.iter().map(|r| r.name.as_str()));
                None
            }
        }
    }

    /// The rows that an item names.
    pub fn rows_in(&mut self, item: &Node, kinds: [usize; 2]) -> Vec<u16> {
        item.all(Rule::name).filter_map(|n| self.row(n, kinds)).collect()
    }

    /// A tag by its name.
    pub fn find_tag(&self, written: &str) -> Option<u16> {
        let book = &self.program.book;
        let is_tag = |s: usize| book.states.get(s).is_some_and(|s| s.kind == StateKind::Tag);
        book.every(written, Symbol::State).find(|s| is_tag(*s)).map(short)
    }

    /// The kind that bears the state of a rule.
    pub fn bearer(&self, rule: u16) -> Option<usize> {
        bearer(self.program, rule)
    }

    /// What `as X` means in an entry.
    pub fn guise(&mut self, node: &Node, entry: &Entry) -> Option<Guise> {
        let written = self.name(node);
        let book = &self.program.book;
        let profile = entry.profile(written);
        let rule = book.find(written, Symbol::Rule).map(short);
        let rule = rule.filter(|r| self.bearer(*r).is_some_and(|k| book.is(k, KindBase::Piece)));
        let tag = self.find_tag(written);
        if profile.is_none() && rule.is_none() && tag.is_none() {
            let program = self.program;
            let rules: Vec<&str> = program
                .rules
                .iter()
                .enumerate()
                .filter(|(i, _)| bearer(program, short(*i)) == Some(entry.piece))
                .map(|(_, r)| r.name.as_str())
                .collect();
            self.unknown(
                node.span,
                written,
                "profile, tag or rule of these pieces",
                entry.profiles.iter().map(|p| p.name.as_str()).chain(rules),
            );
            return None;
        }
        Some(Guise { name: written.to_owned(), profile, rule, tag })
    }

    /// A profile of an entry by its name.
    pub fn profile(&mut self, node: &Node, entry: &Entry) -> Option<usize> {
        let written = self.name(node);
        let found = entry.profile(written);
        if found.is_none() {
            self.unknown(
                node.span,
                written,
                &format!("profile of `{}` called", entry.name),
                entry.profiles.iter().map(|p| p.name.as_str()),
            );
        }
        found
    }
}

/// The kind that bears the state of a rule.
pub(super) fn bearer(program: &Program, rule: u16) -> Option<usize> {
    let state = program.rules.get(rule as usize)?.state?;
    program.book.kind(&program.book.states.get(state as usize)?.of)
}
