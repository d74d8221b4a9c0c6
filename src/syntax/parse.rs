//! Text to declarations, with every fault reported and everything else kept.

use super::door::{self, Stuck};
use super::layout::{self, RawLine};
use super::{Block, Declaration, Line, Node, Rule, fault};
use crate::diag::Diagnostic;
use crate::source::{FileId, Files};

/// Reads a file. Declarations that could not be read are left out, each with a diagnostic.
#[must_use]
pub fn parse(files: &Files, id: FileId) -> (Vec<Declaration>, Vec<Diagnostic>) {
    let whole = files.whole(id);
    let mut found = Vec::new();
    let raw = layout::split(files.slice(whole), whole.start as usize, &mut found);
    let mut reader = Reader { files, found };
    let declarations = raw.iter().filter_map(|line| reader.declaration(line)).collect();
    (declarations, reader.found)
}

/// Reads text that was kept as it is written: one of the forms that has all of it, the first that fits.
#[must_use]
pub fn again(files: &Files, node: &Node, forms: &[Rule]) -> Option<Node> {
    let text = files.slice(node.span);
    let whole = |n: &Node| n.span.end == node.span.end;
    forms.iter().find_map(|rule| door::read(*rule, text, node.span.start as usize).ok().filter(whole))
}

struct Reader<'a> {
    files: &'a Files,
    found: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn declaration(&mut self, raw: &RawLine) -> Option<Declaration> {
        let head = self.read(Rule::head_line, raw);
        let told = self.found.len();
        let body = self.block(&raw.below, true);
        let unread = self.found.len() > told;
        let end = body.last().map_or(raw.span, last_span);
        let mut line = head?;
        let cites = take_cites(&mut line);
        let mut form = line.kids.into_iter().next()?.kids.into_iter().next()?;
        let mut lines = match form.kids.first_mut() {
            Some(inner) if form.rule == Rule::replace_d => inline_items(inner),
            _ => inline_items(&mut form),
        };
        lines.extend(body);
        Some(Declaration { span: raw.span.to(end), head: form, cites, body: lines, unread })
    }

    fn block(&mut self, raw: &[RawLine], items: bool) -> Block {
        raw.iter().filter_map(|line| self.line(line, items)).collect()
    }

    fn line(&mut self, raw: &RawLine, items: bool) -> Option<Line> {
        let text = self.files.slice(raw.span);
        let rules: &[Rule] = if layout::has_bar(text) {
            &[Rule::row_line]
        } else if items {
            &[Rule::item_line, Rule::stmt_line]
        } else {
            &[Rule::stmt_line, Rule::item_line]
        };
        let below = self.block(&raw.below, false);
        let mut node = self.read_any(rules, raw)?;
        let cites = take_cites(&mut node);
        let parts = match node.rule {
            Rule::stmt_line => node.kids.into_iter().flat_map(|stmts| stmts.kids).collect(),
            _ => node.kids,
        };
        let parts = parts.into_iter().map(unwrap_choice).collect();
        Some(Line { span: raw.span, parts, cites, below })
    }

    fn read(&mut self, rule: Rule, raw: &RawLine) -> Option<Node> {
        self.read_any(&[rule], raw)
    }

    fn read_any(&mut self, rules: &[Rule], raw: &RawLine) -> Option<Node> {
        let text = self.files.slice(raw.span);
        let mut worst: Option<Stuck> = None;
        for rule in rules {
            match door::read(*rule, text, raw.span.start as usize) {
                Ok(node) => return Some(node),
                Err(stuck) => {
                    if worst.as_ref().is_none_or(|w| stuck.at > w.at) {
                        worst = Some(stuck);
                    }
                }
            }
        }
        if let Some(stuck) = worst {
            self.found.push(fault::explain(rules, text, raw.span, &stuck));
        }
        None
    }
}

/// `item` and `stmt` are only choices: what they hold is what counts. What an item was becomes its last part.
fn unwrap_choice(mut node: Node) -> Node {
    if let (Rule::item, [_, was]) = (node.rule, node.kids.as_slice()) {
        let (was, span) = (was.clone(), node.span);
        node.kids.pop();
        let mut inner = unwrap_choice(node);
        inner.span = span;
        inner.kids.push(was);
        return inner;
    }
    if matches!(node.rule, Rule::item | Rule::stmt) && node.kids.len() == 1 {
        if let Some(kid) = node.kids.pop() {
            return kid;
        }
    }
    node
}

fn take_cites(node: &mut Node) -> Vec<Node> {
    let mut cites = Vec::new();
    node.kids.retain_mut(|kid| {
        let is = kid.rule == Rule::cites;
        if is {
            cites.append(&mut kid.kids);
        }
        !is
    });
    cites
}

fn inline_items(form: &mut Node) -> Block {
    let mut lines = Vec::new();
    form.kids.retain_mut(|kid| {
        let is = kid.rule == Rule::head_items;
        if is {
            for item in kid.kids.drain(..) {
                lines.push(Line { span: item.span, parts: vec![unwrap_choice(item)], cites: Vec::new(), below: Vec::new() });
            }
        }
        !is
    });
    lines
}

fn last_span(line: &Line) -> crate::source::Span {
    line.below.last().map_or(line.span, last_span)
}
