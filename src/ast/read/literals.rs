//! Numbers as they are written: each is read once, and what does not fit is told.

use std::str::FromStr;

use super::Reader;
use crate::ast::{Bound, Dice, ExprKind, Int, Length, Range, RangeKind, Rounded, Share};
use crate::diag::Code;
use crate::num::{Measure, MeasureError, Rounding};
use crate::source::At;
use crate::syntax::{Node, Rule};

impl Reader<'_> {
    /// A whole number of the wanted size.
    pub fn number<N: FromStr>(&mut self, digits: &str, at: At) -> Option<N> {
        let number = digits.parse().ok();
        if number.is_none() {
            self.fault(Code::Limit, at, "this number is too great", "write one that can be counted");
        }
        number
    }

    /// An `integer`.
    pub fn int(&mut self, node: &Node) -> Option<Int> {
        let at = At(node.span);
        let digits = self.files.slice(node.span);
        self.number(digits, at).map(|value| Int { value, at })
    }

    /// An `integer` that is at most so great.
    pub fn few(&mut self, node: &Node, most: i64) -> Option<Int> {
        let n = self.int(node)?;
        if n.value > most {
            self.fault(Code::Limit, n.at, "this number is too great", format!("write at most {most}"));
            return None;
        }
        Some(n)
    }

    /// The number that the digits at the beginning of a token say.
    fn leading(&mut self, node: &Node) -> Option<i64> {
        let text = self.files.slice(node.span);
        let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        self.number(text.get(..end)?, At(node.span))
    }

    /// A face of a die: `6s`.
    pub fn face(&mut self, node: &Node) -> Option<Int> {
        self.leading(node).map(|value| Int { value, at: At(node.span) })
    }

    /// A `length`.
    pub fn length(&mut self, node: &Node) -> Option<Length> {
        let text = self.files.slice(node.span);
        self.mils(text, At(node.span)).map(|mils| Length { mils, at: At(node.span) })
    }

    /// Thousandths of a length with its sign of inches.
    pub fn mils(&mut self, text: &str, at: At) -> Option<i64> {
        match text.parse::<Measure>() {
            Ok(length) => Some(length.thousandths()),
            Err(MeasureError::TooFine) => {
                let help = "write at most three digits behind the point";
                self.fault(Code::Measure, at, "lengths are kept to a thousandth of an inch", help);
                coarse(text).parse::<Measure>().ok().map(Measure::thousandths)
            }
            Err(_) => {
                self.fault(Code::Limit, at, "this length is too great", "write a length that fits on a table");
                None
            }
        }
    }

    /// Thousandths of a degree.
    pub fn degrees(&mut self, node: &Node) -> Option<i64> {
        self.angle(self.files.slice(node.span).trim_end_matches('°'), At(node.span))
    }

    /// Thousandths of a degree, from digits.
    pub fn angle(&mut self, digits: &str, at: At) -> Option<i64> {
        match format!("{digits}\"").parse::<Measure>() {
            Ok(n) => Some(n.thousandths()),
            Err(MeasureError::TooFine) => {
                self.fault(Code::Measure, at, "angles are kept to a thousandth of a degree", "write at most three digits behind the point");
                None
            }
            Err(_) => {
                self.fault(Code::Limit, at, "this angle is too great", "write one of at most 180°");
                None
            }
        }
    }

    /// Dice as they are written: `2d6"`.
    pub fn dice(&mut self, node: &Node) -> Option<Dice> {
        let text = self.files.slice(node.span);
        self.dice_of(text, At(node.span))
    }

    /// Dice of a text that is known to be some.
    pub fn dice_of(&mut self, text: &str, at: At) -> Option<Dice> {
        let (number, rest) = text.split_once('d')?;
        let inches = rest.ends_with('"');
        let sides = rest.trim_end_matches('"');
        let number = if number.is_empty() { 1 } else { self.number(number, at)? };
        let sides = self.number(sides, at)?;
        Some(Dice { number, sides, inches, at })
    }

    /// A `dice_term`.
    pub fn dice_term(&mut self, node: &Node) -> Option<Dice> {
        self.read(node, |r, k| k.take(Rule::dice).and_then(|d| r.dice(d)))
    }

    /// `rounded up`; `brackets` says whether a closing bracket stands right before it.
    pub fn rounding(&mut self, node: &Node, brackets: bool) -> Option<Rounded> {
        self.read(node, |r, k| {
            k.mark(Rule::k_rounded);
            let way = k.take(Rule::way)?;
            Some(Rounded { way: r.way(way)?, brackets, at: At(node.span) })
        })
    }

    /// Which way something is rounded.
    pub fn way(&self, node: &Node) -> Option<Rounding> {
        Some(match self.text(node) {
            "up" => Rounding::Up,
            "down" => Rounding::Down,
            "nearest" => Rounding::Nearest,
            _ => return None,
        })
    }

    /// `25%`, `1/3`
    pub fn share(&mut self, node: &Node) -> Option<Share> {
        let at = At(node.span);
        if node.rule == Rule::percent {
            return self.leading(node).map(Share::Percent);
        }
        let (a, b) = self.files.slice(node.span).split_once('/')?;
        let (a, b) = (self.number(a, at)?, self.number(b, at)?);
        Some(Share::Fraction(a, b))
    }

    /// A `literal` or `number`: whichever it is.
    pub fn literal(&mut self, node: &Node) -> Option<ExprKind> {
        match node.rule {
            Rule::literal | Rule::number => self.read(node, |r, k| k.next().and_then(|n| r.literal(n))),
            Rule::length => self.length(node).map(|l| ExprKind::Length(l.mils)),
            Rule::need => self.leading(node).map(ExprKind::Need),
            Rule::integer => self.int(node).map(|n| ExprKind::Int(n.value)),
            Rule::percent | Rule::fraction => self.share(node).map(ExprKind::Share),
            _ => None,
        }
    }

    /// `2 AP`
    pub fn amount(&mut self, node: &Node) -> Option<(Int, crate::ast::Name)> {
        self.read(node, |r, k| {
            let value = k.take(Rule::integer).and_then(|n| r.int(n))?;
            let measure = k.take(Rule::name)?;
            Some((value, r.name(measure)))
        })
    }

    /// `15 pts`
    pub fn points(&mut self, node: &Node) -> Option<Int> {
        self.read(node, |r, k| {
            let value = k.take(Rule::integer).and_then(|n| r.int(n))?;
            k.mark(Rule::k_pts);
            Some(Int { at: At(node.span), ..value })
        })
    }

    /// A span of numbers.
    pub fn range(&mut self, node: &Node) -> Option<Range> {
        let kind = self.read(node, |r, k| {
            if let Some(always) = k.take(Rule::always) {
                return r.read(always, |_, k| k.mark(Rule::k_otherwise).then_some(RangeKind::Else));
            }
            if let Some(word) = k.take(Rule::range_word) {
                let end = r.bound(k)?;
                return Some(match r.text(word) {
                    "under" => RangeKind::Under(end),
                    "over" => RangeKind::Over(end),
                    _ => RangeKind::To(end),
                });
            }
            let first = r.bound(k)?;
            if k.mark(Rule::k_to) || k.sign("-") {
                return Some(RangeKind::Between(first, r.bound(k)?));
            }
            if k.sign("+") {
                return Some(RangeKind::OrMore(first));
            }
            if k.mark(Rule::k_or) {
                let way = k.take(Rule::way_more)?;
                return Some(if r.text(way) == "less" { RangeKind::OrLess(first) } else { RangeKind::OrMore(first) });
            }
            Some(RangeKind::Is(first))
        })?;
        Some(Range { kind, at: At(node.span) })
    }

    fn bound(&mut self, k: &mut super::kids::Kids<'_>) -> Option<Bound> {
        if let Some(length) = k.take(Rule::length) {
            return self.length(length).map(|l| Bound { value: l.mils, inches: true });
        }
        let minus = k.sign("-");
        let number = k.take(Rule::integer).and_then(|n| self.int(n))?;
        Some(Bound { value: if minus { -number.value } else { number.value }, inches: false })
    }
}

/// A length without the digits that are too fine: what else is wrong with it is told too.
fn coarse(text: &str) -> String {
    let (whole, fine) = text.trim_end_matches('"').split_once('.').unwrap_or((text, ""));
    format!("{whole}.{}\"", fine.get(..3).unwrap_or(fine))
}
