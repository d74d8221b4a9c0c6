//! Which rules a throw was made under, and which of them changed what came of it.

use crate::ir::RowNo;
use crate::num::Measure;
use crate::vm::{Game, Outcome, Share, Toss, TossKind};

/// What a rule did to a throw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sway {
    /// The rule.
    pub name: String,
    /// What it does, in signs: `+1`; empty for what a name says by itself.
    pub by: String,
    /// Whether without it something else had come of the dice.
    pub mattered: bool,
    /// Whether it is of a face that counts for itself.
    pub natural: bool,
}

impl Sway {
    /// The rule by which dice are rolled again.
    pub fn again(game: Game<'_>, row: RowNo) -> Self {
        Self { name: name(game, row).to_owned(), by: "re-roll".to_owned(), mattered: true, natural: false }
    }
}

/// Of what the shares that follow are parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Dice,
    Need,
    Score,
}

/// Dice as they fell.
pub(super) struct Fallen<'a> {
    pub toss: &'a Toss,
    pub faces: &'a [(u32, bool)],
    pub outcome: Outcome,
}

/// The rules that touched a throw beside those that it is made of.
pub(super) fn sways(game: Game<'_>, dice: &Fallen<'_>, shares: &[Share]) -> Vec<Sway> {
    let own = game.program.throws.get(dice.toss.throw).map(|t| t.row);
    let each: i64 = shares.iter().filter(|s| s.what == "each").map(|s| s.amount).sum();
    let mut part = Part::Dice;
    let mut above = "";
    let mut out: Vec<Sway> = Vec::new();
    for s in shares {
        part = match s.what {
            "dice" => Part::Dice,
            "need" => Part::Need,
            "each" | "base" => Part::Score,
            _ => part,
        };
        let name = name(game, s.row);
        let told = !name.is_empty() && name != above && Some(s.row) != own && modifies(s);
        if s.what == "value" {
            above = name;
        }
        if told {
            let mattered = dice.swayed(s, part, each);
            match out.iter_mut().find(|w| w.name == name) {
                Some(known) => known.mattered |= mattered,
                None => out.push(Sway { name: name.to_owned(), by: by(s), mattered, natural: s.what == "natural" }),
            }
        }
    }
    out
}

/// What rules add to a number that was worked out.
pub(super) fn parts(game: Game<'_>, own: Option<RowNo>, shares: &[Share]) -> Vec<Sway> {
    let named = shares.iter().filter(|s| Some(s.row) != own && modifies(s) && !name(game, s.row).is_empty());
    named.map(|s| Sway { name: name(game, s.row).to_owned(), by: by(s), mattered: true, natural: false }).collect()
}

/// Rules in brackets, behind what they touched.
pub(super) fn bracketed(sways: &[Sway]) -> String {
    let each = sways.iter().map(|s| {
        if s.by.is_empty() {
            s.name.clone()
        } else if s.by.starts_with(&s.name) {
            s.by.clone()
        } else {
            format!("{} {}", s.name, s.by)
        }
    });
    let all: Vec<String> = each.collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

fn name(game: Game<'_>, row: RowNo) -> &str {
    game.program.rows.get(row).map_or("", |r| r.name.as_str())
}

/// Whether a share changes a number, and does not only say what it is.
fn modifies(s: &Share) -> bool {
    match s.what {
        "value" | "base" => false,
        "reroll" | "explode" => true,
        _ => s.amount != 0,
    }
}

fn by(s: &Share) -> String {
    let amount = if s.length { Measure::from_thousandths(s.amount).to_string() } else { s.amount.to_string() };
    let plus = if s.amount > 0 { "+" } else { "" };
    match s.what {
        "each" | "add" => format!("{plus}{amount}"),
        "set" => format!("= {amount}"),
        "times" => format!("x {amount}"),
        "half" => "half".into(),
        "reroll" => "re-roll".into(),
        "explode" => "more dice".into(),
        "dice" => format!("{plus}{} dice", s.amount),
        "need" => format!("{}+", s.amount),
        "natural" => format!("natural {}", s.amount),
        "part" => String::new(),
        other => format!("{other} {amount}"),
    }
}

impl Fallen<'_> {
    /// Whether without this share something else had come of the dice. What cannot be told is taken to matter.
    fn swayed(&self, s: &Share, part: Part, each: i64) -> bool {
        match s.what {
            // what a number is to begin with made nothing better
            "set" => false,
            "reroll" => self.faces.iter().any(|(_, again)| *again),
            "explode" => self.faces.iter().any(|(f, _)| self.toss.more(*f)),
            "natural" => self.forced(s.amount, each),
            "each" | "add" if part != Part::Dice => self.summed(s.amount, part, each),
            _ => self.toss.dice > 0,
        }
    }

    /// Whether a face was thrown that counts otherwise than its score.
    fn forced(&self, natural: i64, each: i64) -> bool {
        let thrown = self.faces.iter().any(|(f, _)| i64::from(*f) == natural);
        thrown
            && match self.toss.kind {
                TossKind::Pool => {
                    let worth = usize::try_from(natural - 1).ok().and_then(|i| self.toss.worth.get(i)).copied().unwrap_or(0);
                    i64::from(worth) != i64::from(self.hits(natural + each))
                }
                TossKind::Check => self.toss.dice == 1 && (self.outcome.result != 0) != self.hits(natural + self.toss.base),
                TossKind::Sum => false,
            }
    }

    /// Whether a score is enough.
    fn hits(&self, score: i64) -> bool {
        if self.toss.low { score <= self.toss.need } else { score >= self.toss.need }
    }

    /// Whether what is added, to the score or to what is needed, made or spoilt a success.
    fn summed(&self, amount: i64, part: Part, each: i64) -> bool {
        // what it would be without: a need that is greater is a score that is less
        let less = if part == Part::Need { -amount } else { amount };
        match self.toss.kind {
            TossKind::Sum => true,
            TossKind::Check => {
                let total: i64 = self.toss.base + self.sum();
                let natural = self.hits(total) != (self.outcome.result != 0);
                !natural && self.hits(total) != self.hits(total - less)
            }
            TossKind::Pool => self.faces.iter().any(|(f, _)| {
                let f = i64::from(*f);
                let forced = u32::try_from(f - 1).ok().and_then(|b| 1u32.checked_shl(b)).unwrap_or(0);
                let natural = (self.toss.forced.0 | self.toss.forced.1) & forced != 0;
                !natural && self.hits(f + each) != self.hits(f + each - less)
            }),
        }
    }

    /// The dice of a check together, such as are counted.
    fn sum(&self) -> i64 {
        let mut faces: Vec<u32> = self.faces.iter().map(|(f, _)| *f).collect();
        faces.sort_unstable();
        self.toss.kept(&faces).iter().map(|f| i64::from(if self.toss.halve { f.div_ceil(2) } else { *f })).sum()
    }
}
