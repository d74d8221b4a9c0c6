//! The whole tree of a file: every keyword and every sign of it, line by line, and between them what has no meaning.

use super::door::{self, Limit, Stuck};
use super::fault::Around;
use super::layout::{self, RawLine};
use super::{Node, Rule, elsewhere, english, fault, known, limits, parted, pasted, repeated, restated, slips};
use crate::diag::Diagnostic;
use crate::source::{FileId, Files, Span};

/// A file as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// Which file.
    pub file: FileId,
    /// All of its text.
    pub span: Span,
    /// Its lines in column one, each with all that is deeper.
    pub lines: Vec<TreeLine>,
}

/// A logical line, and the lines below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeLine {
    /// Its text, continuation lines included, without comments behind it.
    pub span: Span,
    /// What it says: a [`Rule::head_line`] in column one, below a [`Rule::item_line`], a [`Rule::stmt_line`] or a
    /// [`Rule::row_line`]. Nothing if it could not be read, which was told.
    pub node: Option<Node>,
    /// The lines below it.
    pub below: Vec<TreeLine>,
}

impl TreeLine {
    /// Whether it, or a line below it, could not be read.
    #[must_use]
    pub fn unread(&self) -> bool {
        self.node.is_none() || self.below.iter().any(Self::unread)
    }
}

/// Reads a file. Lines that could not be read are in the tree without a node, each with a finding.
#[must_use]
pub fn tree(files: &Files, id: FileId) -> (Tree, Vec<Diagnostic>) {
    tree_without(files, id, &[])
}

/// Reads a text as one form that has all of it, keywords and punctuation and all. `start` is the offset of its first byte.
#[must_use]
pub fn again(rule: Rule, text: &str, start: usize) -> Option<Node> {
    if limits::refused(text, Span::new(start, start + text.len())).is_some() {
        return None;
    }
    door::read_whole(rule, text, start).ok().filter(|n| n.span.end as usize == start + text.trim_end().len())
}

/// Reads a file, and of declarations of these sorts the head line alone: nothing is below it in the tree.
#[must_use]
pub fn tree_without(files: &Files, id: FileId, skipped: &[Rule]) -> (Tree, Vec<Diagnostic>) {
    let span = files.whole(id);
    let text = files.slice(span);
    let mut tree = Tree { file: id, span, lines: Vec::new() };
    if let Some(large) = limits::too_large(span, text) {
        return (tree, vec![large]);
    }
    let mut found = Vec::new();
    let raw = layout::split(text, span.start as usize, &mut found);
    let mut reader = Reader { files, file: text, found, head: span };
    for line in &raw {
        match belongs_above(files, line, tree.lines.last()).and_then(|told| Some((tree.lines.last_mut()?, told))) {
            Some((above, told)) => reader.goes_on(above, line, told),
            None => tree.lines.push(reader.head(line, skipped)),
        }
    }
    repeated::lines(files, &tree.lines, &mut reader.found);
    parted::told_once(text, span.start as usize, &mut reader.found);
    limits::shorten(&mut reader.found);
    (tree, reader.found)
}

/// What is told of a line in column one that ends no declaration: the number of a page between two lines, and a line that has lost
/// its space.
fn belongs_above(files: &Files, line: &RawLine, above: Option<&TreeLine>) -> Option<Diagnostic> {
    let (text, start) = (files.slice(line.span), line.span.start as usize);
    let page = pasted::between_pages(text, start).filter(|_| !line.below.is_empty());
    let word = text.split(' ').next().unwrap_or("");
    let of_entries = ENTRY_LINES.contains(&word);
    let line_of = || slips::in_column_one(text, start).filter(|_| of_entries || door::read_whole(Rule::head_line, text, 0).is_err());
    page.or_else(|| {
        slips::removed_in_column_one(text, start).filter(|_| above.is_some_and(|above| amended_just_above(files, above, start)))
    })
    .or_else(line_of)
}

/// Whether a change of a declaration ends on the line before.
fn amended_just_above(files: &Files, above: &TreeLine, start: usize) -> bool {
    let end = above.below.last().map_or(above.span.end, |last| last.span.end);
    let between = files.slice(Span::new(end as usize, start));
    above.node.is_some()
        && files.slice(above.span).starts_with("amend ")
        && files.slice(above.span).split_whitespace().count() > 2
        && between.matches('\n').count() == 1
}

/// Words that begin lines of entries and lists, and no declaration of whatever sort.
const ENTRY_LINES: [&str; 6] = ["rules", "carries", "has", "units", "allies", "option"];

/// Whether cards stand below a head: that of a deck, a hand or a tray, new or changed.
fn lists_cards(head: &str) -> bool {
    let word = head.split_whitespace().find(|w| !matches!(*w, "amend" | "replace" | "secret"));
    matches!(word, Some("deck" | "hand" | "tray"))
}

/// Signs with which a line under headings may begin.
const DRAWN: [char; 6] = ['|', '-', '=', '+', ':', '–'];

/// What stands on a line from a text on, its comment too.
fn behind<'t>(line: &'t str, text: &str) -> &'t str {
    let begun = text.lines().next().unwrap_or("");
    line.find(begun).and_then(|i| line.get(i..)).unwrap_or(line)
}

struct Reader<'a> {
    files: &'a Files,
    /// The text of the file that is read.
    file: &'a str,
    found: Vec<Diagnostic>,
    /// The first line of the declaration that is read.
    head: Span,
}

impl<'a> Reader<'a> {
    fn head(&mut self, raw: &RawLine, skipped: &[Rule]) -> TreeLine {
        let outer = std::mem::replace(&mut self.head, raw.span);
        let node = self.read(&[Rule::head_line], raw);
        let form = node.as_ref().and_then(Node::first).and_then(Node::first);
        let skip = form.is_some_and(|n| skipped.contains(&n.rule));
        let read = if skip { &[][..] } else { &raw.below };
        let ruling = form.is_some_and(|n| n.rule == Rule::ruling_d || n.find(Rule::ruling_d).is_some());
        let deck = lists_cards(self.files.slice(raw.span));
        let amends = node.is_some() && self.files.slice(raw.span).starts_with("amend ");
        let below = read.iter();
        let below = below.map(|line| match () {
            () if ruling => self.reading(line, raw),
            () if deck => self.card(line),
            () if amends => self.changed(line, raw),
            () => self.line(line, true),
        });
        let below = below.collect();
        self.head = outer;
        TreeLine { span: raw.span, node, below }
    }

    /// Reads what stands below a line in column one that is told as lines of the declaration above it.
    fn goes_on(&mut self, above: &mut TreeLine, raw: &RawLine, told: Diagnostic) {
        self.found.push(told);
        above.below.push(TreeLine { span: raw.span, node: None, below: Vec::new() });
        let outer = std::mem::replace(&mut self.head, above.span);
        above.below.extend(raw.below.iter().map(|line| self.line(line, true)));
        self.head = outer;
    }

    /// What a line stands between.
    fn around(&self, line: Span) -> Around<'a> {
        Around { told: self.found.len(), file: self.file, above: self.above(line), below: self.files.below(line) }
    }

    /// The declaration above a line, its head first.
    fn above(&self, line: Span) -> &'a str {
        self.files.slice(Span { end: line.start, ..self.head })
    }

    /// A line below a head that reads as a sentence, and says in other words what its declaration has a line for.
    fn said_otherwise(&self, rules: &[Rule], rule: Rule, span: Span) -> Option<Diagnostic> {
        if let Some(told) = english::expected_otherwise(self.files.slice(span), span.start as usize) {
            return Some(told);
        }
        if rule == Rule::row_line
            && let Some(told) = pasted::heading_without_bar(self.files.slice(span), span.start as usize)
        {
            return Some(told);
        }
        let items = rules == [Rule::item_line, Rule::stmt_line] && rule == Rule::stmt_line;
        let said = items.then(|| known::said(self.above(span), self.files.slice(span))).flatten()?;
        Some(said.told(span.start as usize))
    }

    /// A line of a ruling: below a reading stand lines of rules, and declarations.
    fn reading(&mut self, raw: &RawLine, ruling: &RawLine) -> TreeLine {
        let node = self.read(&[Rule::item_line], raw);
        if node.is_none() {
            let files = self.files;
            let others = ruling.below.iter().map(|line| files.slice(line.span));
            self.rather(restated::unplayed(files.slice(ruling.span), files.slice(raw.span), raw.span.start as usize, others));
        }
        let below = raw.below.iter().map(|line| self.held(line)).collect();
        TreeLine { span: raw.span, node, below }
    }

    /// A line of what is amended.
    fn changed(&mut self, raw: &RawLine, head: &RawLine) -> TreeLine {
        let line = self.line(raw, true);
        if line.node.is_none() && line.below.is_empty() {
            let (head, text) = (self.files.slice(head.span), self.files.slice(raw.span));
            self.rather(restated::behind_head(head, text, raw.span.start as usize));
        }
        line
    }

    /// Tells of the line that was read last what the lines around it say of it, if anything.
    fn rather(&mut self, told: Option<Diagnostic>) {
        if let (Some(told), Some(last)) = (told, self.found.last_mut()) {
            *last = told;
        }
    }

    /// A line of a deck: one of its cards, or what may stand below any declaration.
    fn card(&mut self, raw: &RawLine) -> TreeLine {
        let below = raw.below.iter().map(|line| self.line(line, false)).collect();
        TreeLine { span: raw.span, node: self.read(&[Rule::deck_line, Rule::item_line], raw), below }
    }

    fn held(&mut self, raw: &RawLine) -> TreeLine {
        if !layout::declares(self.files.slice(raw.span)) {
            return self.line(raw, true);
        }
        self.head(raw, &[])
    }

    fn line(&mut self, raw: &RawLine, items: bool) -> TreeLine {
        let rules: &[Rule] = if layout::has_bar(self.files.slice(raw.span)) {
            &[Rule::row_line]
        } else if items {
            &[Rule::item_line, Rule::stmt_line]
        } else {
            &[Rule::stmt_line, Rule::item_line]
        };
        let below = raw.below.iter().map(|line| self.line(line, false)).collect();
        TreeLine { span: raw.span, node: self.read(rules, raw), below }
    }

    /// The first form that fits; else the finding for the one that came furthest.
    fn read(&mut self, rules: &[Rule], raw: &RawLine) -> Option<Node> {
        let text = self.files.slice(raw.span);
        if let Some(refused) = limits::refused(text, raw.span) {
            self.found.push(refused);
            return None;
        }
        let start = raw.span.start as usize;
        if let Some(found) = elsewhere::ligature(text, start).or_else(|| elsewhere::parted_word(text, start)) {
            self.found.push(found);
            return None;
        }
        if text.starts_with(DRAWN)
            && let Some(found) = elsewhere::line_of_dashes(text, behind(self.files.line_of(raw.span), text), start)
        {
            self.found.push(found);
            return None;
        }
        if rules == [Rule::row_line]
            && let Some(found) = elsewhere::row_with_bars(text, start)
        {
            self.found.push(found);
            return None;
        }
        let mut worst: Option<Stuck> = None;
        for rule in rules {
            match door::read_whole(*rule, text, start) {
                Ok(node) => {
                    let Some(said) = self.said_otherwise(rules, *rule, raw.span) else { return Some(node) };
                    self.found.push(said);
                    return None;
                }
                Err(stuck) => {
                    if worst.as_ref().is_none_or(|w| w.limit.is_none() && (stuck.limit.is_some() || stuck.at > w.at)) {
                        worst = Some(stuck);
                    }
                }
            }
        }
        let stuck = worst?;
        self.found.push(match stuck.limit {
            Some(Limit::Depth) => limits::too_deep(raw.span, stuck.at, text),
            Some(Limit::Steps) => limits::too_tangled(raw.span, text),
            // explaining reads parts of the line anew
            None => fault::explain(rules, text, raw.span, &stuck, self.around(raw.span)),
        });
        None
    }
}
