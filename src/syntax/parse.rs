//! Trees of lines to declarations: keywords and punctuation left out, items told from their lines.

use super::tree::{Tree, TreeLine, tree};
use super::{Block, Declaration, Line, Node, Rule};
use super::{door, limits};
use crate::diag::Diagnostic;
use crate::source::{FileId, Files, Span};

/// Reads a file. Declarations that could not be read are left out, each with a diagnostic.
#[must_use]
pub fn parse(files: &Files, id: FileId) -> (Vec<Declaration>, Vec<Diagnostic>) {
    let (tree, found) = tree(files, id);
    (declarations(tree), found)
}

/// The declarations of a tree. Those whose head could not be read are left out.
#[must_use]
pub fn declarations(tree: Tree) -> Vec<Declaration> {
    tree.lines.into_iter().filter_map(declaration).collect()
}

/// Reads text that was kept as it is written: one of the forms that has all of it, the first that fits.
#[must_use]
pub fn again(files: &Files, node: &Node, forms: &[Rule]) -> Option<Node> {
    let text = files.slice(node.span);
    let whole = |n: &Node| n.span.end == node.span.end;
    forms.iter().find_map(|rule| door::read(*rule, text, node.span.start as usize).ok().filter(whole))
}

/// Reads a text as one form that has all of it, keywords and punctuation and all. `start` is the offset of its first byte.
#[must_use]
pub fn again_whole(rule: Rule, text: &str, start: usize) -> Option<Node> {
    if limits::refused(text, Span::new(start, start + text.len())).is_some() {
        return None;
    }
    door::read_whole(rule, text, start).ok().filter(|n| n.span.end as usize == start + text.trim_end().len())
}

fn declaration(raw: TreeLine) -> Option<Declaration> {
    let unread = raw.below.iter().any(is_unread);
    let body: Block = raw.below.into_iter().filter_map(line).collect();
    let end = body.last().map_or(raw.span, last_span);
    let mut head = raw.node?.bare();
    let cites = take_cites(&mut head);
    let mut form = head.kids.into_iter().next()?.kids.into_iter().next()?;
    let mut lines = match form.kids.first_mut() {
        Some(inner) if form.rule == Rule::replace_d => inline_items(inner),
        _ => inline_items(&mut form),
    };
    lines.extend(body);
    Some(Declaration { span: raw.span.to(end), head: form, cites, body: lines, unread })
}

/// Whether a line or one below it could not be read.
fn is_unread(line: &TreeLine) -> bool {
    line.node.is_none() || line.below.iter().any(is_unread)
}

fn line(raw: TreeLine) -> Option<Line> {
    let below = raw.below.into_iter().filter_map(line).collect();
    let mut node = raw.node?.bare();
    let cites = take_cites(&mut node);
    let parts = match node.rule {
        Rule::stmt_line => node.kids.into_iter().flat_map(|stmts| stmts.kids).collect(),
        _ => node.kids,
    };
    let parts = parts.into_iter().map(unwrap_choice).collect();
    Some(Line { span: raw.span, parts, cites, below })
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
