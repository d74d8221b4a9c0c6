//! What tables are looked up by: numbers, spans of numbers, names.

use crate::ast::{self, Bound, CellSays, Name, Range, RangeKind};
use crate::diag::{Code, Diagnostic};
use crate::hir::{Expr, ExprKind, LocalId, Symbol, TableKey, Ty};
use crate::source::At;

use super::super::{Resolver, Scope};

/// `else` stands for every number.
pub(super) const ALL: (i64, i64) = (i64::MIN, i64::MAX);

/// Months, as spreadsheets shorten them.
const MONTHS: &[&str] = &["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A key as written.
#[derive(Clone, Copy)]
pub(super) struct Key {
    /// The numbers that it stands for, both ends included; none for a name.
    pub range: Option<(i64, i64)>,
    /// The name that it is; none for numbers, and where there is no key at all.
    pub name: Option<Name>,
    /// Whether it is written in inches.
    pub inches: bool,
    /// Whether it is written by its end alone: `to 6"`.
    open: bool,
    /// Where.
    pub at: At,
}

impl Key {
    /// A span of numbers.
    pub fn span(range: Range) -> Self {
        let (numbers, inches) = numbers_of(range.kind);
        let open = matches!(range.kind, RangeKind::To(_) | RangeKind::OrLess(_));
        Self { range: Some(numbers), name: None, inches, open, at: range.at }
    }

    /// Numbers that nobody wrote so.
    pub fn numbers(range: (i64, i64)) -> Self {
        Self { range: Some(range), name: None, inches: false, open: false, at: At::default() }
    }

    /// A name.
    pub fn name(name: Name) -> Self {
        Self { range: None, name: Some(name), inches: false, open: false, at: name.at }
    }

    /// The last number of a key, unless it is open upwards.
    pub fn end(&self) -> Option<i64> {
        self.range.map(|(_, end)| end).filter(|end| *end < i64::MAX)
    }

    /// `to 14"` behind `to 7"` begins where that ends.
    pub fn begin_after(&mut self, before: Option<i64>) {
        if let (true, Some((_, end)), Some(before)) = (self.open, self.range, before) {
            if before < end {
                self.range = Some((before.saturating_add(1), end));
            }
        }
    }
}

/// The numbers of a span, both ends included, and whether they are lengths, in thousandths of an inch.
pub(crate) fn numbers_of(range: RangeKind) -> ((i64, i64), bool) {
    let (low, high) = ALL;
    let of = |b: Bound, range| (range, b.inches);
    match range {
        RangeKind::Is(n) => of(n, (n.value, n.value)),
        RangeKind::Between(a, b) => ((a.value, b.value), a.inches || b.inches),
        RangeKind::OrMore(n) => of(n, (n.value, high)),
        RangeKind::OrLess(n) | RangeKind::To(n) => of(n, (low, n.value)),
        RangeKind::Under(n) => of(n, (low, n.value.saturating_sub(1))),
        RangeKind::Over(n) => of(n, (n.value.saturating_add(1), high)),
        RangeKind::Else => (ALL, false),
    }
}

/// The keys that a cell stands for: one of numbers, or names.
pub(super) fn keys_of(cell: &ast::Cell) -> Vec<Key> {
    if let Some(range) = cell.range() {
        return vec![Key::span(range)];
    }
    match (cell.names(), cell.name, &cell.says) {
        ([], Some(name), _) => vec![Key::name(name)],
        ([], None, CellSays::Empty) => Vec::new(),
        ([], None, _) => vec![Key { range: None, name: None, inches: false, open: false, at: cell.at }],
        (names, ..) => names.iter().copied().map(Key::name).collect(),
    }
}

/// A key as it would be written.
pub(super) fn shown(n: i64, inches: bool) -> String {
    if !inches {
        return n.to_string();
    }
    let part = format!("{:03}", n % 1000);
    let part = part.trim_end_matches('0');
    if part.is_empty() { format!("{}\"", n / 1000) } else { format!("{}.{part}\"", n / 1000) }
}

/// A key some of whose numbers another one has, too.
struct Double {
    at: At,
    /// The first number that both have, as it is written.
    both: String,
    /// Whether they begin or end alike.
    alike: bool,
    /// The first of the two without what both have, if it begins before the second.
    shorter: Option<String>,
}

/// One side of a table.
pub(super) struct Axis {
    /// Its keys.
    pub keys: Vec<TableKey>,
    /// What it is looked up by, where it is numbers whatever its word in the head may also mean.
    pub measure: Option<Ty>,
}

impl Resolver<'_> {
    /// A key as it is written; `inches` where it is a number of inches.
    pub(super) fn key_text(&self, key: &Key) -> String {
        match (key.name, key.range) {
            (Some(name), _) => self.said(name.sym),
            (None, None) => "-".to_owned(),
            (None, Some((a, b))) if a == b => shown(a, key.inches),
            (None, Some((i64::MIN, i64::MAX))) => "else".to_owned(),
            (None, Some((a, i64::MAX))) => format!("{}+", shown(a, key.inches)),
            (None, Some((i64::MIN, b))) => format!("to {}", shown(b, key.inches)),
            (None, Some((a, b))) => format!("{} to {}", shown(a, key.inches), shown(b, key.inches)),
        }
    }

    /// One side of a table that is looked up by something of a type, which `word` stands for.
    pub(super) fn axis(&mut self, scope: &mut Scope, keys: &[Key], ty: Ty, word: LocalId) -> Axis {
        let numbers: Option<Vec<(i64, i64)>> = keys.iter().map(|k| k.range).collect();
        if let Some(numbers) = numbers {
            let measure = if keys.iter().any(|k| k.inches) { Ty::LENGTH } else { Ty::Unknown };
            return Axis { keys: numbers.into_iter().map(table_key).collect(), measure: Some(measure) };
        }
        if let Some((date, span)) = keys.iter().find_map(|k| Some((k, self.date(k)?))) {
            let message = format!("`{}` is a date, and no key of a table", self.key_text(date));
            self.fault(Code::Type, date.at, message, format!("write `{span}`, of which a spreadsheet makes a date"));
            return Axis {
                keys: keys.iter().map(|k| k.range.map_or(TableKey::Otherwise, table_key)).collect(),
                measure: Some(Ty::Unknown),
            };
        }
        let counted = keys.iter().any(|k| k.range.is_some_and(|r| r != ALL));
        if let Some(odd) = keys.iter().find(|k| counted && k.name.is_some() && self.key_text(k).contains(|c: char| c.is_ascii_digit())) {
            self.no_key(odd);
            return Axis {
                keys: keys.iter().map(|k| k.range.map_or(TableKey::Otherwise, table_key)).collect(),
                measure: Some(Ty::Unknown),
            };
        }
        if let Some(number) = keys.iter().find(|k| k.range.is_some_and(|r| r != ALL)) {
            let written = self.key_text(number);
            self.fault(Code::Type, number.at, format!("`{written}` is a number among names"), "write names here, or `otherwise`");
        }
        let known: Vec<Option<Expr>> = keys.iter().map(|k| k.name.and_then(|n| self.key_value(n, ty))).collect();
        let asked = match ty {
            Ty::Thing(_) => true,
            Ty::Row(_) => keys.iter().zip(&known).any(|(k, e)| k.range.is_none() && e.is_none()),
            _ => false,
        };
        let keys = keys.iter().zip(known).map(|(key, known)| match (key.range, key.name, known) {
            (Some(range), ..) => table_key(range),
            (None, Some(name), _) if asked => {
                let it = Expr::new(ExprKind::Local(word), ty, key.at);
                let name = self.cell_name(name);
                TableKey::So(self.quality(scope, &it, &name))
            }
            (None, _, Some(e)) => TableKey::Is(e),
            (None, _, None) => {
                self.no_key(key);
                TableKey::Otherwise
            }
        });
        Axis { keys: keys.collect(), measure: None }
    }

    /// Faults what no key can be.
    fn no_key(&mut self, key: &Key) {
        let message = format!("`{}` is no key of a table", self.key_text(key));
        let help = "write a number, a range such as `2 to 3`, `5 or more`, `otherwise`, or a name that is declared";
        self.fault(Code::Type, key.at, message, help);
    }

    /// The span that a spreadsheet has made a date of: `3-4` of `3-Apr`, or of `4-Mar`.
    fn date(&self, key: &Key) -> Option<String> {
        let written = self.text(key.name?.sym);
        let (one, other) = written.split_once(['-', '.', ' ']).map(|(a, b)| (a.trim(), b.trim()))?;
        let number = |t: &str| t.parse::<usize>().ok().or_else(|| MONTHS.iter().position(|m| *m == t).map(|i| i + 1));
        let month = MONTHS.contains(&one) != MONTHS.contains(&other);
        let (a, b) = number(one).zip(number(other)).filter(|_| month)?;
        Some(format!("{}-{}", a.min(b), a.max(b)))
    }

    /// What a name stands for as a key, among things of a type.
    fn key_value(&self, name: Name, ty: Ty) -> Option<Expr> {
        let value = |kind, ty| Some(Expr::new(kind, ty, name.at));
        if let Ty::Row(kind) = ty {
            return self.row_named(name.sym, Some(kind)).and_then(|r| value(ExprKind::Row(r), ty));
        }
        self.find(name.sym, |s| match s {
            Symbol::Word(w) => value(ExprKind::Word(w), Ty::Name),
            Symbol::State(s) => Some(self.state_value(s, name.at)),
            Symbol::Reading(r, i) => value(ExprKind::Reading(r, i), Ty::Name),
            Symbol::Proc(p) if ty == Ty::Name && !self.is_chance(p) => value(ExprKind::Deed(p), Ty::Name),
            Symbol::Row(r) if ty != Ty::Name => value(ExprKind::Row(r), Ty::Row(self.rules.rows.get(r)?.kind)),
            _ => None,
        })
    }

    /// Faults gaps and doubles among a table's keys; `word` is what a key is of.
    pub(super) fn gaps(&mut self, name: &str, word: &str, at: At, keys: &[Key]) {
        if keys.iter().any(|k| self.date(k).is_some()) {
            return;
        }
        self.spans_meet(name, word, keys);
        if keys.iter().filter(|k| k.range == Some(ALL)).count() > 1 {
            self.fault(
                Code::TwiceRow,
                at,
                format!("`{name}` has two {word}s for all that is left"),
                format!("keep one `otherwise` {word}"),
            );
        }
        if let Some(early) = keys.split_last().and_then(|(_, before)| before.iter().find(|k| k.range == Some(ALL))) {
            let message = format!("behind `otherwise` no {word} of `{name}` counts");
            self.fault(Code::Place, early.at, message, format!("put the `otherwise` {word} last"));
        }
        for (i, key) in keys.iter().enumerate().filter(|(_, k)| k.range.is_none()) {
            let same = |k: &&Key| k.range.is_none() && k.name == key.name;
            if let Some(first) = keys.iter().take(i).find(same) {
                let message = format!("`{name}` has two {word}s for `{}`", self.key_text(key));
                let d = Diagnostic::new(Code::TwiceRow, key.at.span(), message).label(first.at.span(), "the other is here");
                self.report(d.help(format!("give each key one {word}")));
            }
        }
    }

    /// Faults spans of numbers that overlap, or leave something between them.
    fn spans_meet(&mut self, name: &str, word: &str, keys: &[Key]) {
        // `else` takes what the others leave
        let rest = keys.iter().any(|k| k.range == Some(ALL));
        let turned = |k: &&Key| k.range.is_some_and(|(from, to)| from > to);
        if keys.iter().any(|k| turned(&k)) {
            for k in keys.iter().filter(turned) {
                let (from, to) = k.range.unwrap_or(ALL);
                let now = format!("{}-{}", shown(to, k.inches), shown(from, k.inches));
                self.fault(Code::Place, k.at, "this span runs from the greater number to the lesser", format!("write `{now}`"));
            }
            return;
        }
        let spans = keys.iter().enumerate().filter_map(|(i, k)| Some((i, k, k.range?)));
        let mut sorted: Vec<(usize, &Key, (i64, i64))> = spans.filter(|(.., r)| *r != ALL).collect();
        sorted.sort_by_key(|(.., r)| *r);
        let mut doubles: Vec<(At, Vec<Double>)> = Vec::new();
        for pair in sorted.windows(2) {
            let [(i, a, (low, end)), (j, b, (next, last))] = pair else { continue };
            let inches = a.inches || b.inches;
            if next <= end && *low == i64::MIN && *next == i64::MIN && i > j {
                let message = format!("`{name}` has its {word}s in the wrong order: this one ends before the one before it does");
                let d = Diagnostic::new(Code::TwiceRow, a.at.span(), message).label(b.at.span(), "which ends here");
                self.report(d.help("put the shorter span first"));
            } else if next <= end {
                let both = shown((*next).max(*low), inches);
                // who writes a row beside those of a parent writes it behind them
                let (old, new) = if i < j { (a, b) } else { (b, a) };
                let shorter = (j > i && *next > *low && *end <= *last && !inches).then(|| {
                    let last = next.saturating_sub(1);
                    if *low == i64::MIN {
                        format!("under {}", shown(*next, false))
                    } else if *low == last {
                        shown(*low, false)
                    } else {
                        format!("{}-{}", shown(*low, false), shown(last, false))
                    }
                });
                let clash = Double { at: old.at, both, alike: low == next || end == last, shorter };
                match doubles.iter_mut().find(|(at, _)| at.span() == new.at.span()) {
                    Some((_, others)) => others.push(clash),
                    None => doubles.push((new.at, vec![clash])),
                }
            } else if *next > end.saturating_add(1) && !rest {
                let (from, to) = (end.saturating_add(1), next.saturating_sub(1));
                let gap = if from == to { shown(from, inches) } else { format!("{} to {}", shown(from, inches), shown(to, inches)) };
                let d = Diagnostic::new(Code::MissingRow, a.at.span(), format!("`{name}` has no {word} for {gap}"))
                    .here(format!("ends at {}", shown(*end, inches)))
                    .label(b.at.span(), format!("begins at {}", shown(*next, inches)));
                self.report(d.help(format!("add a {word} for {gap}")));
            }
        }
        for (at, others) in doubles {
            self.spans_twice(name, word, at, others);
        }
    }

    /// Faults a span that holds numbers of others.
    fn spans_twice(&mut self, name: &str, word: &str, at: At, mut others: Vec<Double>) {
        let both: Vec<&str> = others.iter().map(|o| o.both.as_str()).collect();
        let mut d = Diagnostic::new(Code::TwiceRow, at.span(), format!("`{name}` has two {word}s for {}", both.join(" and for ")));
        // the likest first: it is the one that is meant
        others.sort_by_key(|o| !o.alike);
        for other in &others {
            d = d.label(other.at.span(), if others.len() == 1 { "the other is here" } else { "this one holds some of the same" });
        }
        let shorter = others.first().filter(|_| others.len() == 1).and_then(|o| o.shorter.as_ref());
        self.report(d.help(match shorter {
            Some(shorter) => format!("write `{shorter}` for the first of the two"),
            None => format!("give each key one {word}"),
        }));
    }
}

/// Numbers as a key.
const fn table_key(range: (i64, i64)) -> TableKey {
    match range {
        (i64::MIN, i64::MAX) => TableKey::Otherwise,
        (from, to) => TableKey::Numbers(from, to),
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, numbers_of, shown};
    use crate::ast::{Bound, Range, RangeKind};
    use crate::source::At;

    fn inches(value: i64) -> Bound {
        Bound { value, inches: true }
    }

    #[test]
    fn spans_that_begin_where_the_one_before_ends() {
        let span = |kind| Key::span(Range { kind, at: At::default() });
        let mut second = span(RangeKind::To(inches(14_000)));
        second.begin_after(span(RangeKind::To(inches(7000))).end());
        assert_eq!(second.range, Some((7001, 14_000)));
        let mut last = span(RangeKind::OrMore(inches(20_000)));
        last.begin_after(second.end());
        assert_eq!(last.range, Some((20_000, i64::MAX)));
    }

    #[test]
    fn what_spans_hold() {
        let plain = |value| Bound { value, inches: false };
        assert_eq!(numbers_of(RangeKind::Under(plain(4))), ((i64::MIN, 3), false));
        assert_eq!(numbers_of(RangeKind::Over(plain(4))), ((5, i64::MAX), false));
        assert_eq!((shown(2500, true), shown(6000, true), shown(3, false)), ("2.5\"".into(), "6\"".into(), "3".into()));
    }
}
