//! What is thrown, and what comes of it.

use crate::hir::{Band, Chance, ChanceKind, Expr, ExprKind, Line};
use crate::speech::phrase::Place;
use crate::speech::said::Said;
use crate::speech::voice::Voice;

impl Voice<'_> {
    /// What sort of throw it is and what is thrown, behind its name; and what is said below.
    pub(in crate::speech) fn chance(&self, chance: &Chance, line: &Line) -> (String, Vec<Said>) {
        let Chance { kind, naturals, keep, rows, bands } = chance;
        let mut below = Vec::new();
        let head = match kind {
            ChanceKind::Error => " is a roll that could not be read".to_owned(),
            ChanceKind::Roll(None) => " is a roll".to_owned(),
            ChanceKind::Roll(Some(e)) => format!(": roll {}", self.noun(e)),
            ChanceKind::Check { dice, base, need, low } => {
                let sum = match base.constant() {
                    Some(0) => String::new(),
                    _ => format!(" plus {}", self.noun(base).trim_start_matches("0 plus ")),
                };
                let or = if *low { "less" } else { "more" };
                format!(": roll {}{sum}; it is passed with {} or {or}", self.dice(dice), self.noun(need))
            }
            ChanceKind::Opposed { side, roll, ties_again } => {
                if let Some(side) = side {
                    self.call(*side, "the side");
                }
                let tie = if *ties_again { "; ties are rolled again" } else { "" };
                match roll {
                    Some(e) if side.is_some() => format!(": each side rolls {}, and the higher wins{tie}", self.noun(e)),
                    Some(e) => format!(": each of them rolls {}, and the higher wins{tie}", self.noun(e)),
                    None => format!(" is a roll of both sides, and the higher wins{tie}"),
                }
            }
            ChanceKind::Pool { dice, each, passes, or_less } => {
                below.extend(dice.iter().map(|d| Said::new(self.so_many_dice(d), if d.at.span().start == 0 { line.at } else { d.at })));
                if let Some(each) = each {
                    let at = each.need.as_ref().map_or(line.at, |n| n.at);
                    below.push(Said::new(self.each_die(each), at));
                }
                if let Some(k) = passes {
                    let or = if *or_less { "less" } else { "more" };
                    below.push(Said::new(format!("it is passed with {} or {or}", self.noun(k)), k.at));
                }
                " is a roll of several dice".to_owned()
            }
        };
        for (line, natural, forced) in naturals {
            below.push(self.called_row(line, &format!("{} {}", self.natural(*natural), self.forced(forced))));
        }
        for (line, keep) in keep {
            below.push(self.called_row(line, &keep.to_string()));
        }
        let here = Place::here();
        below.extend(rows.iter().map(|r| self.row(r, &here)));
        for (line, band, block) in bands {
            below.push(Said::opening(Self::on_band(band), self.block(block), line.at).citing(&line.cites));
        }
        (head, below)
    }

    /// What a line below a throw says, its name before it.
    fn called_row(&self, line: &Line, text: &str) -> Said {
        let text = line.name.map_or_else(|| text.to_owned(), |n| format!("{}: {text}", self.name(n)));
        Said::new(text, line.at).citing(&line.cites)
    }

    fn so_many_dice(&self, e: &Expr) -> String {
        let text = self.noun(e);
        match (&*e.kind, text.as_str()) {
            (ExprKind::Int(1), _) => "roll 1 die".into(),
            (_, w) if w.chars().all(|c| c.is_ascii_alphanumeric()) => format!("roll {w} dice"),
            (_, w) if w.contains(" if ") => format!("roll as many dice as this: {w}"),
            (_, w) => format!("roll as many dice as {w}"),
        }
    }

    /// `if it is failed by 1 to 2`, `on 3 to 5`
    fn on_band(band: &Band) -> String {
        match band {
            Band::Passed => "if it is passed".into(),
            Band::Failed => "if it is failed".into(),
            Band::FailedBy(from, to) => format!("if it is failed by {}", span(*from, *to)),
            Band::Difference(from, to) => format!("at a difference of {}", span(*from, *to)),
            Band::Score(from, to) => format!("on {}", span(*from, *to)),
            Band::Otherwise => "on anything else".into(),
        }
    }
}

/// Numbers from here to there. Ends that are beyond all numbers are open.
pub(in crate::speech) fn span(from: i64, to: i64) -> String {
    const FAR: i64 = 1 << 40;
    match (from <= -FAR, to >= FAR) {
        _ if from == to => from.to_string(),
        (true, true) => "anything".into(),
        (false, true) => format!("{from} or more"),
        (true, false) => format!("{to} or less"),
        (false, false) => format!("{from} to {to}"),
    }
}
