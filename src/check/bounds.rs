//! Bounds of counts and limits of values: whether anything lies between them, and whether what a count starts at or becomes does.

use super::Whole;
use super::term::number;
use crate::diag::{Code, Diagnostic};
use crate::hir::walk::every;
use crate::hir::walk::{self, Walk};
use crate::hir::{Count, CountId, Expr, Rules, Stmt, StmtKind, Thing, Ty, Value};

/// Least and most of a count, where both are known before any game.
pub(super) fn of(rules: &Rules, count: &Count) -> Option<(i64, i64)> {
    let (_, [least, most]) = count.bounds.as_ref()?;
    Some((number(rules, least)?, number(rules, most)?))
}

/// Tells of bounds that leave nothing, and of amounts beyond them.
pub(super) fn check(whole: Whole<'_>) -> Vec<Diagnostic> {
    let rules = whole.rules;
    let mut look = Look { rules, found: Vec::new() };
    for count in rules.counts.all() {
        look.bounds(count);
        if let Some((_, start)) = &count.starts {
            look.amount(count, start, "starts at");
        }
    }
    rules.values.all().iter().for_each(|v| look.limits(v));
    every::part(rules, &mut look);
    look.found
}

struct Look<'a> {
    rules: &'a Rules,
    found: Vec<Diagnostic>,
}

impl Look<'_> {
    fn bounds(&mut self, count: &Count) {
        let Some((_, both)) = &count.bounds else { return };
        let Some((least, most)) = of(self.rules, count).filter(|(least, most)| least >= most) else { return };
        let [first, last] = both;
        let name = self.rules.names.text(count.name);
        let d = Diagnostic::new(Code::Place, first.at.to(last.at).span(), format!("nothing lies between the bounds of `{name}`"));
        let (least, most) = (written(least.min(most), count.holds), written(least.max(most), count.holds));
        let help = if least == most { "write the least and the most".to_owned() } else { format!("write `from {least} to {most}`") };
        self.found.push(d.help(help));
    }

    /// A least of a value that is more than its most.
    fn limits(&mut self, value: &Value) {
        let (Some(low), Some(high)) = (&value.least, &value.most) else { return };
        let Some((least, most)) = number(self.rules, low).zip(number(self.rules, high)) else { return };
        if least <= most || value.head.gives == Ty::Need {
            return;
        }
        let name = self.rules.names.text(value.head.name);
        let [least, most] = [least, most].map(|n| written(n, value.head.gives));
        let d = Diagnostic::new(Code::Place, high.at.span(), format!("nothing lies between the limits of `{name}`"));
        let d = d.here(format!("never more than {most}")).label(low.at.span(), format!("never less than {least}"));
        self.found.push(d.help(format!("write `at least {most}, at most {least}`")));
    }

    /// An amount that a count is said to have.
    fn amount(&mut self, count: &Count, e: &Expr, verb: &str) {
        let Some((least, most)) = of(self.rules, count).filter(|(least, most)| least < most) else { return };
        let Some(n) = number(self.rules, e).filter(|n| *n < least || *n > most) else { return };
        let [name, n, least, most] = [
            self.rules.names.text(count.name).to_owned(),
            written(n, count.holds),
            written(least, count.holds),
            written(most, count.holds),
        ];
        let d = Diagnostic::new(Code::Place, e.at.span(), format!("`{name}` never {verb} {n}: it is from {least} to {most}"));
        let d = d.label(count.line.at.span(), "its bounds");
        self.found.push(d.help("write an amount within them, or change them"));
    }

    /// More, or less, than lies between the bounds.
    fn step(&mut self, id: CountId, e: &Expr) {
        let Some(count) = self.rules.counts.get(id) else { return };
        let Some((least, most)) = of(self.rules, count).filter(|(least, most)| least < most) else { return };
        let Some(n) = number(self.rules, e).filter(|n| *n > most.saturating_sub(least)) else { return };
        let [name, n, least, most] = [
            self.rules.names.text(count.name).to_owned(),
            written(n, count.holds),
            written(least, count.holds),
            written(most, count.holds),
        ];
        let d = Diagnostic::new(Code::Place, e.at.span(), format!("`{name}` never changes by {n}: it is from {least} to {most}"));
        let d = d.label(count.line.at.span(), "its bounds");
        self.found.push(d.help(format!("write `becomes {most}` or `becomes {least}` if all of it is meant")));
    }
}

impl Walk for Look<'_> {
    fn stmt(&mut self, s: &Stmt) {
        match &s.kind {
            StmtKind::Store(id, _, e) => {
                if let Some(count) = self.rules.counts.get(*id) {
                    self.amount(count, e, "becomes");
                }
            }
            StmtKind::Gain(_, things) | StmtKind::Lose(_, things) => {
                for thing in things {
                    if let Thing::Amount(count, e) = thing {
                        self.step(*count, e);
                    }
                }
            }
            _ => {}
        }
        walk::walk_stmt(self, s);
    }
}

/// A number as it is written: lengths in inches.
pub(super) fn written(n: i64, holds: Ty) -> String {
    match holds {
        Ty::LENGTH => crate::num::Measure::from_thousandths(n).to_string(),
        // thousandths of a degree are written as thousandths of an inch are, but for the sign
        Ty::ANGLE => format!("{}°", crate::num::Measure::from_thousandths(n).to_string().trim_end_matches('"')),
        _ => n.to_string(),
    }
}
