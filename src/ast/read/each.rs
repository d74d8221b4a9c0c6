//! What each of several gains or loses itself, all at once: one sentence.

use super::Reader;
use super::kids::Kids;
use crate::ast::{Block, Change, Cite, Expr, ExprKind, ForEach, Order, OrderKind, Stmt, StmtKind, Word};
use crate::diag::Code;
use crate::source::{At, Span};
use crate::syntax::{Node, Rule};

impl Reader<'_> {
    /// `each Tired unit of side loses Tired and gains 1 AP`
    pub(super) fn each_does(&mut self, k: &mut Kids<'_>, cites: &[Cite]) -> Option<StmtKind> {
        let at = At(k.take(Rule::k_each)?.span);
        let each = k.take(Rule::selector).and_then(|s| self.selector(s))?;
        let who = Expr::of(ExprKind::Local(each.noun.local()), each.noun.at);
        let mut block = Vec::new();
        while let Some(deed) = k.take(Rule::own_deed) {
            let kind = Box::new(self.own_deed(deed, &who)?);
            block.push(Stmt { kind, cites: cites.to_vec(), at: At(deed.span) });
            k.mark(Rule::k_and);
        }
        let orders = vec![Order { kind: OrderKind::Together, at }];
        Some(StmtKind::ForEach(ForEach { each, orders, block: Block(block) }))
    }

    fn own_deed(&mut self, deed: &Node, who: &Expr) -> Option<StmtKind> {
        self.read(deed, |r, k| {
            if k.marks(&[Rule::k_is, Rule::k_removed]) {
                return Some(StmtKind::Remove(who.clone()));
            }
            let what = k.next()?;
            Some(StmtKind::Change { who: who.clone(), what: r.changed(what)? })
        })
    }

    /// Tells that `for each` stands before what is one sentence without it.
    pub(super) fn told_long(&mut self, node: &Node, all: &ForEach) {
        let word = all.each.noun.local();
        let at_once = all.orders.iter().all(|o| matches!(o.kind, OrderKind::Together));
        let deeds = &all.block.0;
        if !at_once || deeds.is_empty() || deeds.len() > MOST || !deeds.iter().all(|s| is_own(s, word)) {
            return;
        }
        // a line that could not be read stands between them
        let head = Span { end: deeds.first().map_or(node.span.end, |s| s.at.span().start), ..node.span };
        if self.files.slice(head).lines().skip(1).any(|l| !l.trim().is_empty() && !l.trim_start().starts_with("--")) {
            return;
        }
        let said: Vec<String> = deeds.iter().map(|s| self.without_first_word(s.at)).collect();
        let said = said.join(" and ");
        let mut of = self.files.slice(all.each.at.span()).to_owned();
        // what goes on to speak of it has lost its place in the loop
        let name = all.each.noun.called.map_or("", |called| self.files.slice(called.at.span()));
        let deeper = self.files.below(Span { start: deeds.last().map_or(node.span.end, |s| s.at.span().end), ..node.span });
        if !name.is_empty() && deeper.split(|c: char| !c.is_alphanumeric() && c != '-').any(|w| w == name) {
            return;
        }
        if let Some(called) = all.each.noun.called {
            let bracket = format!(" ({})", self.files.slice(called.at.span()));
            let name = self.files.slice(called.at.span());
            let speaks = |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '-').any(|w| w == name);
            let bare = [format!(" (the {name})"), bracket].into_iter().find(|b| of.contains(b.as_str())).unwrap_or_default();
            let without = of.replacen(&bare, "", 1);
            if !speaks(&without) && !speaks(&said) {
                of = without;
            }
        }
        let at = At(Span { end: all.each.at.span().end, ..node.span });
        self.fault(Code::Syntax, at, "what each of several gains or loses itself is one sentence", format!("write `each {of} {said}`"));
    }

    fn without_first_word(&self, at: At) -> String {
        let text = self.files.slice(at.span());
        text.split_once(' ').map_or(text, |(_, rest)| rest).to_owned()
    }
}

/// So many deeds are still one sentence.
const MOST: usize = 3;

/// Whether it is something that the one of this word gains or loses, or its end.
fn is_own(stmt: &Stmt, word: Word) -> bool {
    let (StmtKind::Change { who, what: Change::Gains(_) | Change::Loses(_) } | StmtKind::Remove(who)) = &*stmt.kind else {
        return false;
    };
    matches!(&*who.kind, ExprKind::Local(w) if w.sym == word.sym)
}
