//! What a cell of a table or of a list may say: a number, yes or no, the name of something.

use super::compile::Pass;
use super::numbers::{cell_number, short};
use super::places::direction;
use crate::model::{KindBase, StateKind, Symbol, Type};
use crate::source::Span;

/// Words that only cells make known are numbered from here, clear of all other names.
const WORDS: usize = 100_000;

impl Pass<'_> {
    /// What a cell says, and what sort of thing it is; none if it says nothing that is known.
    pub fn said_in_cell(&self, text: &str, wanted: &Type) -> Option<(i64, Type)> {
        if let Some(n) = cell_number(text) {
            let ty = match text {
                t if t.ends_with('"') => Type::LENGTH,
                t if t.ends_with('+') => Type::Need,
                _ => Type::PLAIN,
            };
            return Some((n, ty));
        }
        if let Some((n, measure)) = text.split_once(' ').and_then(|(n, m)| Some((cell_number(n)?, self.program.book.measure(m)?))) {
            return Some((n, Type::Number(measure)));
        }
        match text {
            "yes" => return Some((1, Type::Truth)),
            "no" => return Some((0, Type::Truth)),
            _ => {}
        }
        let symbols = self.program.book.lookup(text.trim_matches('"'));
        if let Some(way) = direction(text).filter(|_| symbols.is_empty()) {
            return Some((way, Type::Name));
        }
        let number = |i: usize| i64::try_from(i).unwrap_or(-1);
        // a row of the list that is wanted comes first
        let row = symbols.iter().find_map(|s| match (s, wanted) {
            (Symbol::Row(r), Type::Row(k)) if self.program.list_rows.get(*r).is_some_and(|l| l.kind == *k) => Some(number(*r)),
            _ => None,
        });
        if let Some(r) = row {
            return Some((r, wanted.clone()));
        }
        symbols.iter().find_map(|s| match s {
            Symbol::Word(w) => Some((number(*w), Type::Name)),
            Symbol::State(s) if self.program.book.states.get(*s).is_some_and(|s| s.kind == StateKind::Formation) => {
                Some((number(*s), Type::State))
            }
            Symbol::State(s) => Some((number(*s), Type::Name)),
            Symbol::Row(r) => Some((number(*r), Type::Row(self.program.list_rows.get(*r).map_or(0, |l| l.kind)))),
            _ => None,
        })
    }

    /// Makes a name known that only a cell speaks of.
    pub fn cell_word(&mut self, text: &str) {
        let name = text.trim().trim_matches('"');
        let wordy = name.starts_with(char::is_uppercase) && !name.contains(',');
        // a direction means what it means everywhere
        if wordy && direction(name).is_none() && self.program.book.lookup(name).is_empty() {
            let id = WORDS + usize::from(self.program.label(name));
            self.program.book.enter(name, Symbol::Word(id));
        }
    }

    /// Each tag that rows of a list may have is a column that nobody sees.
    pub fn row_tags(&mut self) {
        let tags: Vec<(usize, usize, Span)> = self
            .program
            .book
            .states
            .iter()
            .enumerate()
            .filter(|(_, s)| s.kind == StateKind::Tag)
            .filter_map(|(i, s)| Some((i, self.program.book.kind(&s.of)?, s.span)))
            .filter(|(_, kind, _)| self.program.book.is(*kind, KindBase::Row))
            .collect();
        for (state, kind, span) in tags {
            let col = self.new_column(&format!("is {state}"), kind, Type::Truth, span, Vec::new());
            self.program.row_tags.push((short(state), short(col)));
        }
    }

    /// The column that says whether a row has a tag.
    pub fn row_tag(&self, state: u16) -> Option<u16> {
        self.program.row_tags.iter().find(|(s, _)| *s == state).map(|(_, c)| *c)
    }
}
