//! Cards: what each does, and which a deck lists.

use super::Reader;
use super::decls::Lines;
use super::families::Family;
use super::kids::{Below, Kids};
use crate::ast::{Block, DeckSort, Holds, Item, ItemKind, Titled};
use crate::diag::Code;
use crate::source::At;
use crate::syntax::{Node, Rule, TreeLine};

impl Reader<'_> {
    /// Faults `one for each side` of what holds no cards.
    pub(super) fn not_each(&mut self, k: &mut Kids<'_>) {
        if let Some(node) = k.take(Rule::one_each) {
            let help = "leave it out; what each side has is `of side`";
            self.fault(Code::Place, At(node.span), "only a deck or a tray is there once for each side", help);
            self.read(node, |r, k| {
                k.marks(&[Rule::k_one, Rule::k_for, Rule::k_each]);
                k.take(Rule::word).map(|w| r.word(w))
            });
        }
    }

    /// A deck, a hand or a tray, and the cards that it lists.
    pub(super) fn deck(&mut self, k: &mut Kids<'_>, lines: &Lines<'_>, sort: DeckSort) -> Option<Titled> {
        let title = self.title_next(k)?;
        let roles = self.role_heads(k)?;
        let each = match k.take(Rule::one_each) {
            Some(node) => Some(self.read(node, |r, k| {
                k.marks(&[Rule::k_one, Rule::k_for, Rule::k_each]);
                k.take(Rule::word).map(|w| r.word(w))
            })?),
            None => None,
        };
        let mut items = self.head_items(k)?;
        items.extend(self.listed_lines(lines.0));
        let items = self.unamended(items);
        Some(Titled { secret: false, holds: Some(Holds { sort, each }), title, roles, items: self.only(Family::Deck, items) })
    }

    /// What a card does on its head line; the lines below belong to the last sentence.
    pub(super) fn does(&mut self, node: &Node, below: &[TreeLine]) -> Option<Item> {
        let mut below = Below::new(below);
        let block = self.read(node, |r, k| k.take(Rule::stmts).and_then(|s| r.stmts(s, &mut below)));
        self.nothing_below(&mut below);
        Some(done(block?, At(node.span)))
    }

    /// Lines of a pack's own declaration: sentences that follow each other are what it does.
    pub(super) fn deeds(&mut self, lines: &[TreeLine]) -> Vec<Item> {
        let (mut out, mut hollow) = (Vec::new(), false);
        for group in lines.chunk_by(|a, b| says(a) == says(b)) {
            let stranded = std::mem::replace(&mut hollow, group.last().is_some_and(|line| self.is_hollow(line)));
            match (group.first(), group.last()) {
                // what should be deeper than the line above is told there
                (Some(first), _) if says(first) && stranded => {}
                (Some(first), Some(last)) if says(first) => {
                    let block = self.lines(group);
                    out.push(done(block, At(first.span.to(last.span))));
                }
                _ => out.extend(self.items(group)),
            }
        }
        out
    }

    /// Lines of a deck: `Rain Or Snow 2`.
    pub(super) fn listed_lines(&mut self, lines: &[TreeLine]) -> Vec<Item> {
        lines.iter().flat_map(|line| self.listed_line(line)).collect()
    }

    fn listed_line(&mut self, line: &TreeLine) -> Vec<Item> {
        let Some(node) = line.node.as_ref().filter(|n| n.rule == Rule::deck_line) else { return self.item_line(line) };
        let cites = self.line_cites(node);
        self.nothing_below(&mut Below::new(&line.below));
        let item = self.read(node, |r, k| {
            let name = r.name_next(k)?;
            let number = match k.take(Rule::integer) {
                Some(n) => r.int(n)?.value,
                None => 1,
            };
            k.mark(Rule::cites);
            Some(Item { kind: ItemKind::Listed(name, number), was: None, cites, at: At(node.span) })
        });
        item.into_iter().collect()
    }
}

/// Whether a line is a sentence, and nothing that only a declaration has.
pub(super) fn says(line: &TreeLine) -> bool {
    line.node.as_ref().is_some_and(|n| n.rule == Rule::stmt_line)
}

fn done(block: Block, at: At) -> Item {
    Item { kind: ItemKind::Does(block), was: None, cites: Vec::new(), at }
}
