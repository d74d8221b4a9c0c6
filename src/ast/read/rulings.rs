//! Rulings: a question, its readings, and below each what holds under it.
//!
//! What stands below a reading becomes a rule of the game, each of whose lines asks for that reading, and declarations of their own:
//! the rest of the program knows no boxes.

use super::Reader;
use super::families::Family;
use super::kids::{Below, Kids};
use crate::ast::{Decl, DeclKind, ExprKind, Name, Named, Reading, ReadingValue, Ruling, Text, Title, Word, under};
use crate::diag::{Code, Diagnostic};
use crate::source::{At, Span};
use crate::syntax::{Node, Rule, TreeLine};

/// What stands in the box of a ruling, as far as it is read.
#[derive(Default)]
struct Said {
    asks: Vec<Text>,
    readings: Vec<Reading>,
    takes: Option<Name>,
}

impl Reader<'_> {
    /// A ruling with all that stands in it.
    pub fn ruling(&mut self, k: &mut Kids<'_>, lines: &[TreeLine]) -> Option<DeclKind> {
        k.mark(Rule::k_ruling);
        let title = self.title_next(k)??;
        let (mut said, told) = (Said::default(), self.found.len());
        for line in lines {
            self.box_line(line, title.name, &mut said);
        }
        let Said { asks, readings, takes } = said;
        if readings.is_empty() && (self.found.len() > told || lines.iter().any(|line| line.node.is_none())) {
            return None;
        }
        if readings.is_empty() {
            let message = "a ruling without a reading settles nothing";
            self.fault(
                Code::Syntax,
                title.at,
                message,
                "write below it `we play` and the reading in force, and `or` before each other one",
            );
            return None;
        }
        Some(DeclKind::Ruling(Ruling { title, asks, readings, takes }))
    }

    /// `asks "..."`, `we play A 1`, `or B:`
    fn box_line(&mut self, line: &TreeLine, ruling: Name, said: &mut Said) {
        let Some(node) = &line.node else { return };
        let mut below = Below::new(&line.below);
        let read = self.read(node, |r, k| {
            let all = k.all(Rule::item);
            k.mark(Rule::cites);
            let [item] = all.as_slice() else {
                all.iter().for_each(|item| r.no_part_of_it(item));
                return Some(());
            };
            r.read(item, |r, k| {
                let form = k.next()?;
                match form.rule {
                    Rule::asks_item => said.asks.push(r.asks(form)?),
                    Rule::plays | Rule::or_reading => {
                        let reading = r.reading(form, ruling, line, &mut below)?;
                        if form.rule == Rule::plays {
                            r.taken(said, reading.name, form);
                        }
                        said.readings.push(reading);
                    }
                    _ => r.no_part_of_it(form),
                }
                Some(())
            })
        });
        if read.is_none() {
            below.take();
        }
        self.nothing_below(&mut below);
    }

    fn no_part_of_it(&mut self, node: &Node) {
        let help = "below a ruling stand `asks \"...\"`, `we play` and the reading in force, and `or` before each other one; what holds under a \
                    reading stands below that";
        self.fault(Code::Place, At(node.span), "this stands below no reading", help);
    }

    fn asks(&mut self, node: &Node) -> Option<Text> {
        self.read(node, |r, k| {
            k.mark(Rule::k_asks);
            k.take(Rule::quoted).map(|q| r.quoted(q))
        })
    }

    /// Notes the reading in force.
    fn taken(&mut self, said: &mut Said, name: Name, node: &Node) {
        if let Some(first) = said.takes.replace(name) {
            let plays = Span::new(node.span.start as usize, node.span.start as usize + "we play".len());
            self.found.push(
                Diagnostic::new(Code::Twice, plays, "another reading is in force already")
                    .label(first.at.span(), "this one")
                    .help("write `or` before all readings but one"),
            );
        }
    }

    /// A reading, with what holds under it.
    fn reading(&mut self, node: &Node, ruling: Name, line: &TreeLine, below: &mut Below<'_>) -> Option<Reading> {
        let (reading, opens) = self.read(node, |r, k| {
            k.marks(&[Rule::k_we, Rule::k_play]);
            k.mark(Rule::k_or);
            let reading = k.take(Rule::reading).and_then(|n| r.reading_name(n))?;
            Some((reading, k.mark(Rule::kw_opens)))
        })?;
        let held = below.take();
        match (opens, held.first()) {
            (true, None) => {
                let help = "take the `:` away, or write below it what holds under this reading";
                self.fault(Code::Syntax, At(node.span), "nothing stands below this reading", help);
            }
            (false, Some(_)) => {
                self.fault(Code::Syntax, At(node.span), "lines stand below this reading", "write `:` behind it");
            }
            _ => {}
        }
        self.held(held, ruling, &reading, line);
        Some(reading)
    }

    fn reading_name(&mut self, node: &Node) -> Option<Reading> {
        self.read(node, |r, k| {
            let name = r.name_next(k)?;
            let value = match k.next() {
                Some(value) => Some(match *r.expr(value)?.kind {
                    ExprKind::Amount { value, measure } => ReadingValue::Amount { value, measure },
                    ExprKind::Points(n) => ReadingValue::Points(n),
                    ExprKind::Int(n) => ReadingValue::Int(n),
                    ExprKind::Length(n) => ReadingValue::Length(n),
                    ExprKind::Need(n) => ReadingValue::Need(n),
                    ExprKind::Share(share) => ReadingValue::Share(share),
                    _ => return None,
                }),
                None => None,
            };
            Some(Reading { name, value, at: At(node.span) })
        })
    }

    /// What stands below a reading: declarations, and the lines of a rule that holds under it.
    fn held(&mut self, lines: &[TreeLine], ruling: Name, reading: &Reading, head: &TreeLine) {
        let mut items = Vec::new();
        for line in lines {
            let Some(node) = &line.node else { continue };
            if node.rule == Rule::head_line {
                self.held_declaration(line, ruling, reading.name);
            } else {
                items.extend(self.item_line(line));
            }
        }
        let items = self.unamended(items);
        let mut items = self.only(Family::Reading, items);
        for item in &mut items {
            under(item, ruling, reading.name);
        }
        if items.is_empty() {
            return;
        }
        let name = format!("{}: {}", self.names.text(ruling.sym), self.names.text(reading.name.sym));
        let (name, word) = (self.names.intern(&name), self.names.intern("rule"));
        let at = reading.at;
        let named = Named {
            word: Word { sym: word, at },
            list: false,
            title: Some(Title { name: Name { sym: name, at }, params: Vec::new(), at }),
            price: None,
            roles: Vec::new(),
            names: Vec::new(),
            items,
        };
        let cites = head.node.as_ref().map_or_else(Vec::new, |node| self.line_cites(node));
        let mut last = head;
        while let Some(line) = last.below.last() {
            last = line;
        }
        let end = last.span;
        let (head, at) = (At(head.span), At(head.span.to(end)));
        self.boxed.push(Decl { kind: Box::new(DeclKind::Named(named)), cites, unread: false, inside: Some(ruling.sym), head, at });
    }

    fn held_declaration(&mut self, line: &TreeLine, ruling: Name, reading: Name) {
        let Some(mut d) = self.declaration(line) else { return };
        if matches!(*d.kind, DeclKind::Ruling(_) | DeclKind::Pack(_) | DeclKind::Use(_)) || d.kind.changes() || d.is_test() {
            let help = "write it in column one";
            self.fault(Code::Place, d.head, "this cannot stand below a reading", help);
            return;
        }
        d.inside = Some(ruling.sym);
        // what it meets it meets under this reading alone
        d.kind.items_mut().into_iter().flatten().for_each(|item| under(item, ruling, reading));
        self.boxed.push(d);
    }
}
