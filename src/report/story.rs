//! A trace as a story: every roll says which rules touched it and which clause each carries out.

use std::fmt::Write as _;

use crate::ir::{Count, ProcNo, RowNo, SlotNo, StateKind, Type};
use crate::num::Measure;
use crate::source::Files;
use crate::vm::{Event, Game, Outcome, Share, Toss, TossKind, show, show_as};

/// Tells events one after the other.
pub struct Story<'a> {
    /// The rules and the cast.
    pub game: Game<'a>,
    /// Where rules stand.
    pub files: &'a Files,
}

impl Story<'_> {
    /// One event as text; empty for what is not worth telling.
    #[must_use]
    pub fn tell(&self, event: &Event) -> String {
        match event {
            Event::Begin { proc, args, depth } => self.begin(*proc, args, *depth),
            // a pool without dice is no roll
            Event::Rolled { toss, .. } if toss.dice == 0 => String::new(),
            Event::Rolled { toss, faces, outcome, shares } => self.rolled("", toss, faces, *outcome, shares),
            Event::Added(shares) => self.shares(shares, false),
            Event::Worked { slot, args, value, shares } => self.worked(*slot, args, *value, shares),
            Event::Note(row) => self.game.program.rows.get(*row).map_or_else(String::new, |r| format!("      {}\n", r.name)),
            Event::Again(row) => {
                let rule = self.game.program.rows.get(*row).map_or("", |r| r.name.as_str());
                format!("      rolled again by {rule}{}\n", self.cites(*row))
            }
            Event::State { who, state, on } => {
                let Some(known) = self.game.program.book.states.get(*state).filter(|s| s.kind.told()) else {
                    return String::new();
                };
                let name = known.name.as_str();
                let who = show(self.game, *who);
                if self.game.program.hands.contains(state) {
                    return if *on { format!("      {who} is drawn\n") } else { String::new() };
                }
                if self.game.program.decks.iter().any(|d| d.state == *state) {
                    let deck = super::words::deck(self.game, *state);
                    return format!("      {who} {} {deck}\n", if *on { "joins" } else { "leaves" });
                }
                let verb = match (known.kind, *on) {
                    (StateKind::Formation, true) => "becomes",
                    (_, true) => "gains",
                    (_, false) => "loses",
                };
                format!("      {who} {verb} {name}\n")
            }
            Event::Count { who, count, value } => {
                // what holds nothing known is a note of the machine
                let known = self.game.program.book.counts.get(*count).filter(|c| c.holds != Type::Unknown);
                let told = |c: &Count| format!("      {} of {} is {}\n", c.name, show(self.game, *who), self.value(&c.holds, *value));
                known.map_or_else(String::new, told)
            }
            Event::Bound { who, count, value } => {
                let known = self.game.program.book.counts.get(*count);
                known.map_or_else(String::new, |c| format!("      {}\n", super::words::bound(self, c, *who, *value)))
            }
            Event::Gone(who) => format!("      {} is out of play\n", show(self.game, *who)),
            Event::Left(who) => format!("      {} leaves the board\n", show(self.game, *who)),
            Event::Moved { who, to, .. } => {
                let at = |n: i32| Measure::from_thousandths(i64::from(n / 100 * 100));
                let lies = self.game.cast.feature(*who).is_some();
                format!("      {} {} at {}, {}\n", show(self.game, *who), if lies { "lies" } else { "stands" }, at(to.0), at(to.1))
            }
            Event::Turned { who, to } => {
                format!("      {} faces {}\n", show(self.game, *who), self.value(&Type::Facing, i64::from(*to)))
            }
            Event::Decided { side, label, closed: true, .. } => format!("    {}\n", super::words::unseen_choice(self.game, *side, *label)),
            Event::Revealed { who, what, value } => format!("      {}\n", super::words::revealed(self, *who, *what, *value)),
            Event::Unseen { side, deck, drawn, on } => format!("      {}\n", super::words::unseen(self.game, *side, *deck, *drawn, *on)),
            Event::Decided { side, label, answer, .. } => {
                let what = self.game.program.labels.get(*label).map_or("", |l| l.as_str());
                let what = if what.is_empty() { String::new() } else { format!("{what}: ") };
                format!("    {} decides {what}{answer}\n", show(self.game, *side))
            }
            Event::Turn(_) | Event::Settled(_) | Event::Step(_) | Event::Result { .. } | Event::Ended { .. } => String::new(),
        }
    }

    fn begin(&self, proc: ProcNo, args: &[i64], depth: usize) -> String {
        let Some(p) = self.game.program.procs.get(proc) else { return String::new() };
        let chance = matches!(p.word.as_str(), "pool" | "roll" | "check" | "opposed");
        if chance {
            return String::new();
        }
        let mut out = format!("{:indent$}{}{}", "", p.name, self.filled(proc, args), indent = (depth * 2).min(16));
        let cites = self.cites(p.row);
        let _ = writeln!(out, "{cites}");
        out
    }

    /// What fills the blanks of a procedure, each after its preposition.
    pub(super) fn filled(&self, proc: ProcNo, args: &[i64]) -> String {
        let roles = self.game.program.proc_heads.get(proc).map_or(&[][..], |h| h.roles.as_slice());
        roles.iter().zip(args).map(|(role, a)| format!(" {} {}", role.prep, self.value(&role.ty, *a))).collect()
    }

    /// A value as its type is read.
    pub(super) fn value(&self, ty: &Type, is: i64) -> String {
        show_as(self.game, ty, is)
    }

    /// What a value came to, and what touched it.
    fn worked(&self, slot: SlotNo, args: &[i64], value: i64, shares: &[Share]) -> String {
        let Some(head) = self.game.program.slot_heads.get(slot) else { return String::new() };
        let blanks: String = head.roles.iter().zip(args).map(|(r, a)| format!(" {} {}", r.prep, self.value(&r.ty, *a))).collect();
        let own = self.game.program.slots.get(slot).map(|s| s.row);
        let others: Vec<Share> = shares.iter().filter(|s| Some(s.row) != own).cloned().collect();
        let cites = own.map_or_else(String::new, |row| self.cites(row));
        let is = self.value(&head.gives, value);
        format!("      {}{blanks} is {is}{cites}\n{}", head.name, self.shares(&others, false))
    }

    fn cites(&self, row: RowNo) -> String {
        let Some(r) = self.game.program.rows.get(row) else { return String::new() };
        if r.cites.is_empty() { String::new() } else { format!(" [{}]", r.cites.join(" ")) }
    }

    /// A roll: whose it is, what was rolled, each rule that touched it with its place and clause, the faces, and what came of it.
    pub(super) fn rolled(&self, whose: &str, toss: &Toss, faces: &[(u32, bool)], outcome: Outcome, shares: &[Share]) -> String {
        let name = self.game.program.throws.get(toss.throw).map_or("", |t| t.title.as_str());
        let mut out = format!("      {name}{whose}: {}d{}", toss.dice, if toss.halve { 3 } else { toss.sides });
        match toss.kind {
            TossKind::Pool => {
                let _ = write!(out, ", {} each", needed(toss.low, toss.need));
            }
            TossKind::Check => {
                let base = if toss.base == 0 { String::new() } else { format!(" {:+}", toss.base) };
                let _ = write!(out, "{base} against {}", needed(toss.low, toss.need));
            }
            TossKind::Sum if toss.base != 0 => {
                let _ = write!(out, " {:+}", toss.base);
            }
            TossKind::Sum => {}
        }
        let shown = faces.iter().map(|(f, again)| {
            let f = if toss.halve { f.div_ceil(2) } else { *f };
            if *again { format!("({f})") } else { f.to_string() }
        });
        let shown: Vec<String> = shown.collect();
        let result = match toss.kind {
            TossKind::Pool => format!("{} succeed", outcome.result),
            TossKind::Check if outcome.result != 0 => "passed".into(),
            TossKind::Check => "failed".into(),
            TossKind::Sum => outcome.result.to_string(),
        };
        let _ = writeln!(out, " -> {} : {result}", shown.join(" "));
        out.push_str(&self.shares(shares, toss.low));
        out
    }

    /// What rules did to a number, a line each; `low` if a score must not be exceeded.
    fn shares(&self, shares: &[Share], low: bool) -> String {
        let mut out = String::new();
        for s in shares.iter().filter(|s| s.amount != 0 || matches!(s.what, "reroll" | "explode")) {
            let Some(r) = self.game.program.rows.get(s.row).filter(|r| !r.name.is_empty()) else { continue };
            let amount = if s.length { Measure::from_thousandths(s.amount).to_string() } else { s.amount.to_string() };
            let what = match s.what {
                "each" => format!("{:+}", s.amount),
                "add" if s.amount > 0 => format!("+{amount}"),
                "add" | "value" => amount,
                "set" => format!("= {amount}"),
                "times" => format!("x {amount}"),
                "half" | "part" => s.what.into(),
                "reroll" => "re-roll".into(),
                "explode" => "more dice".into(),
                "dice" => format!("{} dice", s.amount),
                "need" => needed(low, s.amount),
                other => format!("{other} {amount}"),
            };
            let place = if r.span.is_empty() { String::new() } else { format!("  {}", self.files.place(r.span)) };
            let _ = writeln!(out, "        {what:<10} {}{}{place}", r.name, self.cites(s.row));
        }
        out
    }
}

/// A score that is needed.
fn needed(low: bool, need: i64) -> String {
    if low { format!("{need} or less") } else { format!("{need}+") }
}
