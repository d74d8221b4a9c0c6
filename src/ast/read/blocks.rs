//! Blocks: what stands behind a colon, in braces or on deeper lines; and lines of statements.

use super::Reader;
use super::kids::{Below, Kids};
use crate::ast::{Arm, Block, Cite, If, Item, Otherwise, Stmt, StmtKind};
use crate::diag::Code;
use crate::source::{At, Span};
use crate::syntax::{Node, Rule, TreeLine};

impl Reader<'_> {
    /// The block of a construct: what stands after its `:`, or the deeper lines.
    pub fn block(&mut self, node: &Node, below: &mut Below<'_>) -> Option<Block> {
        let whole = At(node.span);
        self.read(node, |r, k| r.block_parts(k, below, whole))
    }

    /// What a block is made of: braces, statements, or nothing but the deeper lines.
    fn block_parts(&mut self, k: &mut Kids<'_>, below: &mut Below<'_>, whole: At) -> Option<Block> {
        if let Some(braced) = k.take(Rule::braced) {
            return self.braced(braced);
        }
        match k.take(Rule::stmts) {
            Some(stmts) => self.stmts(stmts, below),
            None => self.deeper_lines(below, whole),
        }
    }

    /// The deeper lines of what ends in a colon.
    pub fn deeper_lines(&mut self, below: &mut Below<'_>, whole: At) -> Option<Block> {
        let lines = below.take();
        if lines.is_empty() {
            self.nothing_deeper(whole);
            return None;
        }
        Some(self.lines(lines))
    }

    fn nothing_deeper(&mut self, whole: At) {
        let help = "write what happens behind the `:`, or in lines below that are indented more than this one";
        self.fault(Code::Syntax, whole, "nothing stands below this", help);
    }

    /// Statements in braces.
    pub fn braced(&mut self, node: &Node) -> Option<Block> {
        let mut out = Vec::new();
        self.read(node, |r, k| {
            while let Some(part) = k.next() {
                if part.rule == Rule::stmts {
                    r.stmts_into(part, &[], &mut Below::none(), &mut out)?;
                } else {
                    r.no_statement(At(part.span));
                }
            }
            Some(())
        })?;
        Some(Block(out))
    }

    /// Statements on one line; the lines below belong to the last of them.
    pub fn stmts(&mut self, node: &Node, below: &mut Below<'_>) -> Option<Block> {
        let mut out = Vec::new();
        self.stmts_into(node, &[], below, &mut out)?;
        Some(Block(out))
    }

    fn stmts_into(&mut self, node: &Node, cites: &[Cite], below: &mut Below<'_>, out: &mut Vec<Stmt>) -> Option<()> {
        self.read(node, |r, k| {
            let all = k.all(Rule::stmt);
            let (last, before) = all.split_last()?;
            // a statement that could not be read was told; the others are read all the same
            for stmt in before {
                let _ = r.push(stmt, cites, &mut Below::none(), out);
            }
            let _ = r.push(last, cites, below, out);
            Some(())
        })
    }

    /// Lines of statements.
    pub fn lines(&mut self, lines: &[TreeLine]) -> Block {
        let mut out = Vec::new();
        // whether the line above could not be read: an `otherwise` may belong to it
        let mut spoilt = false;
        for line in lines {
            let Some(node) = &line.node else {
                spoilt = true;
                continue;
            };
            let mut below = Below::new(&line.below);
            let first = node.find(Rule::stmts).and_then(Node::first).and_then(Node::first);
            if spoilt && first.is_some_and(|n| n.rule == Rule::otherwise_st) {
                continue;
            }
            spoilt = self.line_of_statements(node, &mut below, &mut out).is_none();
            self.nothing_below(&mut below);
        }
        Block(out)
    }

    fn line_of_statements(&mut self, node: &Node, below: &mut Below<'_>, out: &mut Vec<Stmt>) -> Option<()> {
        if node.rule == Rule::stmt_line {
            let cites = self.line_cites(node);
            return self.read(node, |r, k| {
                let stmts = k.take(Rule::stmts)?;
                k.mark(Rule::cites);
                r.stmts_into(stmts, &cites, below, out)
            });
        }
        // what could stand below a declaration cannot be done
        below.take();
        self.no_statement(At(node.span));
        Some(())
    }

    /// The clauses that a line cites.
    pub fn line_cites(&mut self, node: &Node) -> Vec<Cite> {
        node.find(Rule::cites).map_or_else(Vec::new, |cites| self.cites(cites))
    }

    fn no_statement(&mut self, at: At) {
        self.fault(Code::Place, at, "nothing happens by this where it stands", "write what happens, or put it below its declaration");
    }

    /// Adds a statement to those before it.
    fn push(&mut self, node: &Node, cites: &[Cite], below: &mut Below<'_>, out: &mut Vec<Stmt>) -> Option<()> {
        self.read(node, |r, k| {
            let inner = k.next()?;
            if inner.rule == Rule::otherwise_st {
                return r.otherwise(inner, cites, below, out);
            }
            let stmt = r.statement(inner, cites, below)?;
            out.push(stmt);
            Some(())
        })
    }

    /// `otherwise` belongs to the `if` right before it.
    fn otherwise(&mut self, node: &Node, cites: &[Cite], below: &mut Below<'_>, out: &mut [Stmt]) -> Option<()> {
        let whole = At(node.span);
        let (word, test, block) = self.read(node, |r, k| {
            let word = At(k.take(Rule::k_otherwise)?.span);
            let test = if k.mark(Rule::k_if) { Some(k.take(Rule::expr).and_then(|e| r.expr(e))?) } else { None };
            let block = k.take(Rule::block).and_then(|b| r.block(b, below))?;
            Some((word, test, block))
        })?;
        let open = out.last_mut().and_then(|s| match &mut *s.kind {
            StmtKind::If(before) if before.otherwise.is_none() => Some(before),
            _ => None,
        });
        let Some(before) = open else {
            let done = out.last().is_some_and(|s| matches!(&*s.kind, StmtKind::Do(_)));
            let help = if done {
                "write `failed:` below the declaration of the check, or `or` and what then happens at the end of the line above"
            } else if out.is_empty() {
                "write above it the line with its `if`, at the same depth"
            } else {
                "put it right below the `if` at the same depth"
            };
            self.fault(Code::Place, word, "`otherwise` follows no `if`", help);
            return None;
        };
        match test {
            Some(test) => before.arms.push(Arm { test, block, cites: cites.to_vec(), at: whole }),
            None => before.otherwise = Some(Otherwise { block, cites: cites.to_vec(), at: word }),
        }
        Some(())
    }

    /// `if a: ...`
    pub fn if_st(&mut self, k: &mut Kids<'_>, cites: &[Cite], at: At, below: &mut Below<'_>) -> Option<If> {
        k.mark(Rule::k_if);
        let test = k.take(Rule::expr).and_then(|e| self.expr(e))?;
        self.deeper_otherwise(below);
        let block = k.take(Rule::block).and_then(|b| self.block(b, below))?;
        Some(If { arms: vec![Arm { test, block, cites: cites.to_vec(), at }], otherwise: None })
    }

    /// Tells of an `otherwise` among the lines below its `if`; from there on they are not read.
    fn deeper_otherwise(&mut self, below: &mut Below<'_>) {
        let begins = |line: &TreeLine, rule| {
            let first = line.node.as_ref().and_then(|n| n.find(Rule::stmts)).and_then(Node::first).and_then(Node::first);
            first.filter(|n| n.rule == rule).map(|n| n.span)
        };
        let open = |line: &TreeLine| line.node.is_none() || [Rule::if_st, Rule::otherwise_st].iter().any(|r| begins(line, *r).is_some());
        let lines = below.take();
        let deeper = lines.iter().zip(lines.iter().skip(1)).position(|(above, l)| !open(above) && begins(l, Rule::otherwise_st).is_some());
        let kept = deeper.map_or(lines.len(), |i| i + 1);
        if let Some(span) = lines.get(kept).and_then(|l| begins(l, Rule::otherwise_st)) {
            let start = span.start as usize;
            let word = Span::new(start, start + "otherwise".len());
            self.fault(Code::Layout, At(word), "this `otherwise` is deeper than its `if`", "put it in the column of `if`");
        }
        *below = Below::new(lines.get(..kept).unwrap_or(lines));
    }

    /// What an effect that lasts meets and forbids: in braces, behind the colon, or on deeper lines.
    pub fn lasting_rules(&mut self, node: &Node, k: &mut Kids<'_>, below: &mut Below<'_>) -> Option<Vec<Item>> {
        let mut out = Vec::new();
        if let Some(braced) = k.take(Rule::braced) {
            self.read(braced, |r, k| {
                while let Some(part) = k.next() {
                    match part.rule {
                        Rule::attach | Rule::counts_item | Rule::ban => out.extend(r.rule_item(part, &mut Below::none())),
                        _ => r.nothing_lasts(At(part.span)),
                    }
                }
                Some(())
            })?;
        } else if let Some(rule) = k.take_any(&[Rule::attach, Rule::counts_item, Rule::ban]) {
            out.extend(self.rule_item(rule, below));
        } else {
            let lines = below.take();
            if lines.is_empty() {
                let end = node.span.end as usize;
                self.nothing_deeper(At(Span::new(end.saturating_sub(1), end)));
            }
            out.extend(lines.iter().flat_map(|line| self.lasting_line(line)));
        }
        Some(out)
    }

    fn lasting_line(&mut self, line: &TreeLine) -> Vec<Item> {
        let mut out = Vec::new();
        for item in self.item_line(line) {
            match item.kind {
                crate::ast::ItemKind::Attach(_) | crate::ast::ItemKind::Forbid(_) => out.push(item),
                _ => self.nothing_lasts(item.at),
            }
        }
        out
    }

    fn nothing_lasts(&mut self, at: At) {
        let help = "write what it meets or forbids: `on`, `before`, `after`, `instead of` or `forbid`";
        self.fault(Code::Place, at, "this does not last: it would happen once", help);
    }
}
