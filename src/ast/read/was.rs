//! What a parent is believed to say: read anew in the form of what it is compared with.
//!
//! An author may write all of a line behind `was`, or only what follows the words by which the line is known. Then those
//! words are put before it, and the whole is read.

use std::mem::discriminant;

use super::Reader;
use super::kids::Below;
use crate::ast::{Cell, ChanceBase, EntryRef, HeadWas, ItemKind, PairWas, Price, Row, Was, WasKind};
use crate::diag::Code;
use crate::source::{At, Files, Span};
use crate::syntax::{Node, ROUND, Rule, again, is_clause};

/// `was nothing`: that the parent has nothing there.
const NOTHING: &str = "nothing";

impl Reader<'_> {
    /// The words behind `was`, and where they stand.
    fn was_words(&mut self, node: &Node) -> Option<(String, Span)> {
        let text = self.read(node, |_, k| {
            k.mark(Rule::k_was);
            k.take(Rule::was_text)
        })?;
        let words = self.files.slice(text.span).trim_end();
        Some((words.to_owned(), Span::new(text.span.start as usize, text.span.start as usize + words.len())))
    }

    /// What an item was.
    pub fn was_of_item(&mut self, node: &Node, form: &Node, new: &ItemKind) -> Option<Was> {
        let (text, span) = self.was_words(node)?;
        if text == NOTHING {
            return Some(Was { kind: WasKind::Nothing, at: At(span), whole: At(node.span) });
        }
        let kind = self.part_of(&text, span, new);
        let kind = kind.or_else(|| self.like(&text, span, form, new).map(|item| WasKind::Item(Box::new(item))));
        let kind = kind.or_else(|| self.step_does(&text, span, new));
        // perhaps the parent said something of another sort there
        let kind = kind.or_else(|| self.any_item(&text, span).map(|item| WasKind::Item(Box::new(item))));
        kind.map(|kind| Was { kind, at: At(span), whole: At(node.span) }).or_else(|| self.no_form(span))
    }

    fn no_form<T>(&mut self, span: Span) -> Option<T> {
        let text = self.files.slice(span);
        if text.ends_with('.') {
            let at = At(Span::new(span.end as usize - 1, span.end as usize));
            self.fault(Code::Syntax, at, "a line ends without a full stop", "take it away");
            return None;
        }
        if let Some((from, id)) =
            text.rfind(" (").and_then(|i| Some((i + 1, text.get(i + 2..)?.strip_suffix(')')?))).filter(|(_, id)| is_clause(id))
        {
            let help = format!("write `[{id}]`");
            self.fault(Code::Syntax, At(Span::new(span.start as usize + from, span.end as usize)), ROUND, help);
            return None;
        }
        let help = "write what the parent says, as it stands there; or leave out `was`";
        self.fault(Code::Syntax, At(span), "this is nothing that could stand here", help);
        None
    }

    /// Only a part of the item: a price, what a die is compared with, one of a list.
    fn part_of(&mut self, text: &str, span: Span, new: &ItemKind) -> Option<WasKind> {
        let piece = Piece::new(text, span.start);
        match new {
            ItemKind::Option(_) => self.anew(&piece, Rule::price_of, Reader::price_of).map(WasKind::Price),
            ItemKind::EachDie(_) => self.anew(&piece, Rule::comparison, Reader::comparison).map(WasKind::Comparison),
            ItemKind::Rules(_) => self.anew(&piece, Rule::name_ref, Reader::name_ref).map(WasKind::Name),
            ItemKind::Gains(gains) if gains.guard.is_none() => self.anew(&piece, Rule::name_ref, Reader::name_ref).map(WasKind::Name),
            ItemKind::Carries(_) | ItemKind::Allies(_) => self.anew(&piece, Rule::name_ref, Reader::name_ref).map(WasKind::Name),
            ItemKind::Has(_) => self.anew(&piece, Rule::crew, Reader::crew).map(WasKind::Crew),
            ItemKind::Units(units) => {
                let whole = self.anew(&piece, Rule::entry_ref, Reader::entry_ref);
                // only how many: of the entry that stands before it
                let entry = whole.or_else(|| {
                    let last = units.entries.last()?;
                    let named = Piece::new(&format!("X {text}"), span.start.checked_sub(2)?);
                    let limits = self.anew(&named, Rule::entry_ref, Reader::entry_ref)?;
                    Some(EntryRef { name: last.name, ..limits })
                });
                entry.map(WasKind::Entry)
            }
            _ => None,
        }
    }

    /// An item of the same sort: as it is written, or with the words before it by which its line is known.
    fn like(&mut self, text: &str, span: Span, form: &Node, new: &ItemKind) -> Option<ItemKind> {
        let same = |item: &ItemKind| discriminant(item) == discriminant(new);
        if let Some(item) = self.any_item(text, span).filter(same) {
            return Some(item);
        }
        let start = form.span.start;
        let line = self.files.slice(form.span);
        let words = |n: usize| {
            let mut ends = line.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(i, _)| i);
            // each gap counts once
            let mut last = None;
            for _ in 0..n {
                last = ends.find(|i| line.get(i + 1..).is_some_and(|rest| !rest.starts_with(char::is_whitespace)));
            }
            last.and_then(|i| line.get(..i)).unwrap_or(line)
        };
        let lead = self.files.slice(Span { start, end: lead_end(form).max(start) }).trim_end().trim_end_matches(':');
        let leads = [lead, words(1), words(2)];
        for lead in leads.into_iter().filter(|l| !l.is_empty()) {
            for between in [" ", ": ", ": it is "] {
                let whole = format!("{lead}{between}{text}");
                if let Some(item) = self.any_item(&whole, before(span, whole.len() - text.len())).filter(same) {
                    return Some(item);
                }
            }
        }
        None
    }

    /// What a step does, without when and with what result.
    fn step_does(&mut self, text: &str, span: Span, new: &ItemKind) -> Option<WasKind> {
        if !matches!(new, ItemKind::Step(_)) {
            return None;
        }
        let whole = format!("step x: {text}");
        match self.any_item(&whole, before(span, whole.len() - text.len()))? {
            ItemKind::Step(step) => step.block.map(WasKind::Block),
            _ => None,
        }
    }

    /// Whatever item a text is, if it is one and no more.
    fn any_item(&mut self, text: &str, span: Span) -> Option<ItemKind> {
        self.anew(&Piece::new(text, span.start), Rule::item_line, |r, node| {
            r.read(node, |r, k| {
                let item = k.take(Rule::item)?;
                r.read(item, |r, k| k.next().and_then(|form| r.item_kind(form, &mut Below::none())))
            })
        })
    }

    /// What a row was: all of its cells, or those behind the first.
    pub fn was_of_row(&mut self, node: &Node, new: &Row) -> Option<Was> {
        let (text, span) = self.was_words(node)?;
        if text == NOTHING {
            return Some(Was { kind: WasKind::Nothing, at: At(span), whole: At(node.span) });
        }
        let mut start = span.start as usize;
        let mut cells = Vec::new();
        for cell in text.split('|') {
            cells.push(self.cell_of(cell, Span::new(start, start + cell.len())));
            start += cell.len() + 1;
        }
        let first = match (&new.first, cells.len() > new.cells.len()) {
            (Some(_), true) => Some(cells.remove(0)),
            (first, _) => first.clone(),
        };
        Some(Was { kind: WasKind::Item(Box::new(ItemKind::Row(Row { first, cells }))), at: At(span), whole: At(node.span) })
    }

    /// What a price on a head line was.
    pub fn was_of_price(&mut self, node: &Node) -> Option<HeadWas<Price>> {
        self.was_on_head(node, |r, piece| r.anew(piece, Rule::price, Reader::price))
    }

    /// What was thrown.
    pub fn was_of_base(&mut self, node: &Node) -> Option<HeadWas<ChanceBase>> {
        self.was_on_head(node, |r, piece| r.anew(piece, Rule::chance_body, Reader::chance_body))
    }

    /// What a key of a table gave.
    pub fn was_of_pair(&mut self, node: &Node) -> Option<HeadWas<PairWas>> {
        self.was_on_head(node, |r, piece| {
            let pair = r.anew(piece, Rule::table_pair, Reader::pair).map(PairWas::Pair);
            pair.or_else(|| {
                let cell: Cell = r.cell_of(piece.text(), piece.span);
                Some(PairWas::Gives(cell))
            })
        })
    }

    fn was_on_head<T>(&mut self, node: &Node, f: impl FnOnce(&mut Self, &Piece) -> Option<T>) -> Option<HeadWas<T>> {
        let (text, span) = self.was_words(node)?;
        if text == NOTHING {
            return Some(HeadWas::Nothing(At(span)));
        }
        // `=` and `:` only lead from the head to what it says
        let bare = text.trim_start_matches(['=', ':', ' ']);
        let span = Span { start: span.end - u32::try_from(bare.len()).unwrap_or(0), ..span };
        f(self, &Piece::new(bare, span.start)).map(HeadWas::Is).or_else(|| self.no_form(span))
    }

    /// Reads a text as one form of the grammar, all of it. What is found in it is kept only if it was such a form.
    fn anew<'p, T>(&'p mut self, piece: &'p Piece, rule: Rule, f: impl FnOnce(&mut Reader<'p>, &Node) -> Option<T>) -> Option<T> {
        let node = again(rule, piece.text(), piece.span.start as usize)?;
        let mut inner = Reader { files: &piece.files, names: self.names, found: Vec::new(), boxed: Vec::new() };
        let out = f(&mut inner, &node);
        let found = inner.found;
        if out.is_some() {
            self.found.extend(found);
        }
        out
    }
}

/// A text that is read anew, with where it stands in the whole.
struct Piece {
    files: Files,
    span: Span,
}

impl Piece {
    fn new(text: &str, start: u32) -> Self {
        let start = start as usize;
        Self { files: Files::piece(text.to_owned(), start), span: Span::new(start, start + text.len()) }
    }

    fn text(&self) -> &str {
        self.files.slice(self.span)
    }
}

/// The same place with so many bytes before it.
fn before(span: Span, bytes: usize) -> Span {
    Span { start: span.start.saturating_sub(u32::try_from(bytes).unwrap_or(0)), ..span }
}

/// Where the words end by which an item is known.
fn lead_end(form: &Node) -> u32 {
    let after = |n: Option<&Node>| n.map_or(form.span.start, |n| n.span.end);
    match form.rule {
        Rule::named_row | Rule::side_item | Rule::legal | Rule::needs => after(form.find(Rule::name)),
        Rule::step => after(form.find(Rule::word)),
        Rule::option => after(form.find(Rule::option_body).and_then(|b| b.find(Rule::name))),
        Rule::counts_item => form.find(Rule::name_ref).map_or(form.span.start, |n| n.span.end),
        Rule::attach => form.all(Rule::pattern).last().map_or(form.span.start, |p| p.span.end),
        Rule::band => after(form.first()),
        Rule::ban => {
            let known = form.kids.iter().take_while(|k| !matches!(k.rule, Rule::guard | Rule::during));
            known.last().map_or(form.span.start, |k| k.span.end)
        }
        _ => form.span.start,
    }
}
