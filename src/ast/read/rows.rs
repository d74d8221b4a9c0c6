//! Rows and cells: what a cell says is read from its signs.

use super::Reader;
use crate::ast::{BaseSize, Bound, Cell, CellSays, Cite, Dice, DiceSum, Item, ItemKind, Key, Name, Pair, Range, RangeKind, Row};
use crate::diag::Code;
use crate::num::Measure;
use crate::source::{At, Span};
use crate::syntax::{Node, Rule, plain_signs};

impl Reader<'_> {
    /// A line of cells.
    pub fn row_line(&mut self, node: &Node, cites: &[Cite]) -> Option<Vec<Item>> {
        let item = self.read(node, |r, k| {
            let first = match k.take(Rule::row_first) {
                Some(first) => Some(r.read(first, |r, k| k.take(Rule::cell_text).map(|c| r.cell(c)))?),
                None => None,
            };
            let cells = k.take(Rule::row_cells)?;
            let at = At(node.first().map_or(cells.span, |f| f.span).to(cells.span));
            let cells = r.read(cells, |r, k| Some(k.all(Rule::cell_text).into_iter().map(|c| r.cell(c)).collect()))?;
            let row = Row { first, cells };
            let was = match k.take(Rule::was) {
                Some(was) => Some(r.was_of_row(was, &row)?),
                None => None,
            };
            k.mark(Rule::cites);
            Some(Item { kind: ItemKind::Row(row), was, cites: cites.to_vec(), at })
        })?;
        Some(vec![item])
    }

    /// A cell.
    pub fn cell(&mut self, node: &Node) -> Cell {
        let text = self.files.slice(node.span);
        self.cell_of(text, node.span)
    }

    /// A cell of a text that stands at a place.
    pub fn cell_of(&mut self, text: &str, span: Span) -> Cell {
        let at = trimmed(span, text);
        let text = text.trim();
        let says = self.cell_says(text, at.span());
        let name = (!text.is_empty()).then(|| Name { sym: self.names.intern(text), at });
        Cell { says, name, at }
    }

    fn cell_says(&mut self, text: &str, span: Span) -> CellSays {
        match text {
            "" => return CellSays::Empty,
            "-" | "–" => return CellSays::Dash,
            "yes" => return CellSays::Yes,
            "no" => return CellSays::No,
            _ => {}
        }
        if let Some(number) = self.cell_number(text, span) {
            return number;
        }
        if let Some(dice) = self.cell_dice(text, At(span)) {
            return CellSays::Dice(dice);
        }
        if let Some(kind) = range_of(text) {
            return CellSays::Range(Range { kind, at: At(span) });
        }
        if let Some(base) = base_of(text) {
            return CellSays::Base(base);
        }
        if let Some((value, measure)) = amount_of(text) {
            let start = span.end as usize - measure.len();
            let measure = Name { sym: self.names.intern(measure), at: At(Span::new(start, span.end as usize)) };
            return CellSays::Amount { value, measure };
        }
        if let Some(plain) = plain_signs(text) {
            self.fault(Code::Type, At(span), format!("`{text}` is not a number"), format!("write `{plain}`, in plain signs"));
            return CellSays::Dash;
        }
        if let Some(and) = and_of_names(text) {
            let at = At(Span::new(span.start as usize + and, span.start as usize + and + "and".len()));
            self.fault(Code::Syntax, at, "`and` is not said in a list of names", "write `,` instead");
            return CellSays::Dash;
        }
        CellSays::Names(self.names_of(text, span))
    }

    /// A number, a length, a score.
    fn cell_number(&mut self, text: &str, span: Span) -> Option<CellSays> {
        let signed: String = text.split_whitespace().collect();
        let bare = signed.strip_prefix(['+', '-']).unwrap_or(&signed);
        let less = signed.starts_with('-');
        if bare.is_empty() || !bare.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
        // what does not fit was told, and the cell is left empty
        if let Some(inches) = bare.strip_suffix('"').filter(|t| t.bytes().all(|b| b.is_ascii_digit() || b == b'.')) {
            let mils = self.mils(&format!("{inches}\""), At(span)).unwrap_or(0);
            return Some(CellSays::Length(if less { -mils } else { mils }));
        }
        if let Some(degrees) = bare.strip_suffix('°').filter(|t| t.bytes().all(|b| b.is_ascii_digit() || b == b'.')) {
            let angle = self.angle(degrees, At(span)).unwrap_or(0);
            return Some(CellSays::Degrees(if less { -angle } else { angle }));
        }
        if let Some(need) = bare.strip_suffix('+').filter(|t| digits(t)) {
            return Some(CellSays::Need(self.number(need, At(span)).unwrap_or(0)));
        }
        let number: i64 = Some(bare).filter(|t| digits(t)).map(|t| self.number(t, At(span)).unwrap_or(0))?;
        Some(CellSays::Int(if less { -number } else { number }))
    }

    /// `d3`, `2d6"`, `d6+2`
    fn cell_dice(&mut self, text: &str, at: At) -> Option<DiceSum> {
        let (number, rest) = text.split_once('d')?;
        let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
        if !digits(number) || !rest.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (sides, rest) = rest.split_at(end);
        let (first, added) = rest.strip_prefix('"').map_or((false, rest), |r| (true, r));
        let added = added.trim();
        let (less, amount) = match added.strip_prefix(['+', '-']) {
            Some(amount) => (added.starts_with('-'), amount.trim()),
            None if added.is_empty() => (false, "0"),
            None => return None,
        };
        let inches = first || amount.ends_with('"');
        let bare = amount.trim_end_matches('"');
        if bare.is_empty() || !digits(bare) {
            return None;
        }
        let plus = if inches { self.mils(&format!("{bare}\""), at)? } else { self.number(bare, at)? };
        let number: u32 = if number.is_empty() { 1 } else { self.number(number, at)? };
        let dice = Dice { number, sides: self.number(sides, at)?, inches, at };
        Some(DiceSum { dice, plus: if less { -plus } else { plus } })
    }

    /// Names with commas and `or` between them; a title in quotes is one.
    fn names_of(&mut self, text: &str, span: Span) -> Vec<Name> {
        let inner = text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
        if inner.is_some_and(|t| !t.contains('"')) {
            return vec![Name { sym: self.names.intern(text), at: At(span) }];
        }
        let mut out = Vec::new();
        let mut start = span.start as usize;
        for piece in text.split_inclusive(',') {
            let mut at = start;
            for part in piece.trim_end_matches(',').split(" or ") {
                let place = trimmed(Span::new(at, at + part.len()), part);
                if !part.trim().is_empty() {
                    out.push(Name { sym: self.names.intern(part), at: place });
                }
                at += part.len() + " or ".len();
            }
            start += piece.len();
        }
        out
    }

    /// `2 to 3 5+`, `Hold or Reform 1`
    pub fn pair(&mut self, node: &Node) -> Option<Pair> {
        self.read(node, |r, k| {
            let keys = k.take(Rule::range_or_names)?;
            let keys = r.read(keys, |r, k| {
                let mut out = Vec::new();
                while let Some(key) = k.take_any(&[Rule::range, Rule::name_or]) {
                    out.push(if key.rule == Rule::range {
                        Key::Range(r.range(key)?)
                    } else {
                        Key::Name(r.read(key, |r, k| r.name_next(k))?)
                    });
                    k.mark(Rule::k_or);
                }
                Some(out)
            })?;
            let gives = k.take(Rule::cell_value).map(|c| r.cell(c))?;
            Some(Pair { keys, gives, at: At(node.span) })
        })
    }
}

/// Where `and` stands between two names of a cell; within quotes it is a part of a title.
fn and_of_names(text: &str) -> Option<usize> {
    let (before, after) = text.split_once(" and ").filter(|_| !text.contains('"'))?;
    let named = |t: &str| t.starts_with(char::is_uppercase);
    (named(before) && named(after)).then_some(before.len() + 1)
}

/// A place without the white space at the ends of its text.
fn trimmed(span: Span, text: &str) -> At {
    let start = span.start as usize + (text.len() - text.trim_start().len());
    At(Span::new(start, start + text.trim().len()))
}

/// An end of a range: a number with or without a sign, or a length.
fn bound(text: &str) -> Option<Bound> {
    let text = text.trim();
    if text.ends_with('"') {
        return text.parse::<Measure>().ok().map(|m| Bound { value: m.thousandths(), inches: true });
    }
    let bare = text.strip_prefix('-').unwrap_or(text);
    if bare.is_empty() || !bare.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().map(|value| Bound { value, inches: false })
}

/// `2 to 3`, `2-3`, `5 or more`, `under 2`, `to 6"`, `else`; what one number alone says is no range.
fn range_of(text: &str) -> Option<RangeKind> {
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.as_slice() {
        ["else"] => return Some(RangeKind::Else),
        [n, "or", "more"] => return bound(n).map(RangeKind::OrMore),
        [n, "or", "less"] => return bound(n).map(RangeKind::OrLess),
        ["to", n] => return bound(n).map(RangeKind::To),
        ["under", n] => return bound(n).map(RangeKind::Under),
        ["over", n] => return bound(n).map(RangeKind::Over),
        [a, "to", b] => return Some(RangeKind::Between(bound(a)?, bound(b)?)),
        _ => {}
    }
    if let Some(n) = text.strip_suffix('+') {
        return bound(n).map(RangeKind::OrMore);
    }
    // a sign before the first number is none between the two
    let at = text.char_indices().skip(1).find(|(_, c)| *c == '-').map(|(i, _)| i)?;
    let (a, b) = text.split_at(at);
    Some(RangeKind::Between(bound(a)?, bound(b.strip_prefix('-')?)?))
}

/// `2 AP`, `6 Sider`: a number and what stands behind it.
fn amount_of(text: &str) -> Option<(i64, &str)> {
    let (number, rest) = text.split_once(char::is_whitespace)?;
    let rest = rest.trim();
    let named = rest.starts_with(char::is_alphabetic) && !rest.contains(',') && !rest.contains(" or ");
    let value = number.strip_prefix('+').unwrap_or(number).parse().ok().filter(|_| named)?;
    Some((value, rest))
}

/// `25 mm`, `40 x 20 mm`, `2" x 1"`. One length alone is no base but a length.
fn base_of(text: &str) -> Option<BaseSize> {
    let (bare, metric) = match text.strip_suffix("mm") {
        Some(bare) => (bare.trim_end(), true),
        None => (text, false),
    };
    let one = |t: &str| -> Option<i64> {
        let t = t.trim();
        let t = if metric { t.strip_suffix("mm").unwrap_or(t).trim_end() } else { t.strip_suffix('"')? };
        format!("{t}\"").parse::<Measure>().ok().map(Measure::thousandths)
    };
    match bare.split_once('x') {
        None if metric => Some(BaseSize { width: one(bare)?, depth: None, metric }),
        None => None,
        Some((w, d)) => Some(BaseSize { width: one(w)?, depth: Some(one(d)?), metric }),
    }
}
