//! What rules meet: values and conditions, what happens, throws.

use crate::hir::{Expr, ExprKind, Head, LocalId, Measure, Proc, ProcId, ProcKind, Role, Sel, Step, Ty, Value};
use crate::intern::Sym;
use crate::speech::phrase::english::{a, title};
use crate::speech::phrase::{As, Place};
use crate::speech::said::Said;
use crate::speech::sentence::names::{Filled, tail};
use crate::speech::voice::Voice;

/// What a part of a declaration is, for those who say what meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Something that nothing meets by itself.
    Other,
    /// What it costs.
    Cost,
    /// What it asks, by its place.
    Need(u32),
    /// A row, by its place.
    Row(u32),
    /// A step, by its name.
    Step(Sym),
}

impl Voice<'_> {
    /// The blanks of a head, each made known.
    pub(in crate::speech) fn blanks(&self, head: &Head) -> Vec<Filled> {
        self.view_from(head.roles.iter().map(|r| r.local).find(|l| self.is_thing(*l)));
        let blank = |r: &Role| {
            let Role { prep, local, at: _ } = r;
            (prep.word().to_owned(), self.introduce(*local))
        };
        head.roles.iter().map(blank).collect()
    }

    fn is_thing(&self, local: LocalId) -> bool {
        self.rules.locals.get(local).is_some_and(|l| matches!(l.ty, Ty::Thing(_)))
    }

    /// A value or condition.
    pub(in crate::speech) fn value(&self, value: &Value) -> Said {
        let (head, pieces) = self.value_pieces(value);
        Said { below: pieces.into_iter().map(|(_, said)| said).collect(), ..head }
    }

    /// A value or condition: its first sentence, and its rows.
    pub(in crate::speech) fn value_pieces(&self, value: &Value) -> (Said, Vec<(Piece, Said)>) {
        let Value { head, base, rounding, least, most, rows, column: _ } = value;
        let Head { name, roles: _, gives, line } = head;
        let (title, blanks) = (self.name(*name), self.blanks(head));
        let truth = *gives == Ty::Truth;
        // in the one sentence that says what it is, whose it is need not be named again, unless it could be somebody else
        let (first, others) = head.roles.split_first().map_or((None, &[][..]), |(r, rest)| (Some(r.local), rest));
        let subject = first.filter(|l| self.is_thing(*l) && !others.iter().any(|r| self.is_thing(r.local)));
        let before = subject.map(|l| (l, self.call(l, "it")));
        let listed = base.as_ref().filter(|_| truth).and_then(|e| self.listed(e));
        let text = if listed.is_some() {
            let when = if rows.is_empty() { "if all of this is so" } else { "in these cases" };
            format!("{} {when}", self.holds_of(&title, &blanks, false))
        } else if truth {
            let holds = self.holds_of(&title, &blanks, false);
            match base {
                Some(e) if matches!(*e.kind, ExprKind::Truth(true)) => format!("{holds} unless a rule says otherwise"),
                Some(e) if matches!(*e.kind, ExprKind::Truth(false)) => format!("{holds} only if a rule says so"),
                Some(e) => format!("{holds} if {}", self.clause(e)),
                None if rows.is_empty() => format!("{holds} only if a rule says so"),
                None => format!("{holds} in these cases only"),
            }
        } else {
            let noun = self.quantity_of(&title, &blanks);
            let noun = noun.trim_end_matches(crate::speech::CLOSE);
            let asked = base.as_ref().map(|e| self.noun(e));
            // behind commas, one word more between commas would be lost
            let (noun, mut extra) = match self.sort_told(*gives, asked.as_deref()) {
                sort if noun.contains(',') => (format!("{noun},"), sort.into_iter().collect()),
                Some(sort) => (format!("{noun}, {sort},"), Vec::new()),
                None => (noun.to_owned(), Vec::new()),
            };
            if let Some(way) = rounding {
                extra.push(format!("rounded {}", way_of(*way)));
            }
            if let Some(e) = least {
                extra.push(format!("at least {}", self.noun(e)));
            }
            if let Some(e) = most {
                extra.push(format!("at most {}", self.noun(e)));
            }
            let extra: String = extra.iter().map(|e| format!(", {e}")).collect();
            match asked {
                Some(b) => format!("{noun} is {b}{extra}"),
                None => format!("{noun} is what the rules say{extra}"),
            }
        };
        if let Some((local, before)) = before {
            self.recall(local, before);
        }
        let mut here = Place::here();
        if truth {
            let also = if base.is_some() { "it also holds" } else { "it holds" };
            here.holds = Some((also.into(), "it does not hold".into()));
        }
        let mut pieces: Vec<(Piece, Said)> = (0..).zip(rows).map(|(i, r)| (Piece::Row(i), self.row(r, &here))).collect();
        as_written(&mut pieces);
        if let Some(parts) = listed {
            let parts = parts.into_iter().map(|part| Said::new(part, line.at));
            let whole = |parts| Said { text: "all of this is so".into(), below: parts, at: line.at, ..Said::default() };
            let first: Vec<Said> = if rows.is_empty() { parts.collect() } else { vec![whole(parts.collect())] };
            pieces.splice(0..0, first.into_iter().map(|said| (Piece::Other, said)));
        }
        (Said::new(text, line.at).citing(&line.cites), pieces)
    }

    /// What sort of thing a value is, where what is said of it does not show that: `in inches`, `a blade`.
    fn sort_told(&self, gives: Ty, asked: Option<&str>) -> Option<String> {
        match gives {
            Ty::Number(Measure::Plain) => None,
            Ty::Number(Measure::Inches) if asked.is_some_and(|said| said.contains('"')) => None,
            Ty::Number(m) => Some(format!("in {}", self.measure(m))),
            // its gun is a gun
            Ty::Thing(k) | Ty::Row(k) if asked.is_some_and(|said| said.rsplit(' ').next() == Some(self.kind(k).as_str())) => None,
            Ty::Thing(k) | Ty::Row(k) => Some(a(&self.kind(k))),
            Ty::Need => Some("the score that a die needs".into()),
            other => Some(a(Self::sort_of(other))),
        }
    }

    /// Something that happens, or is thrown.
    pub(in crate::speech) fn proc(&self, id: ProcId, proc: &Proc) -> Said {
        let before = self.calls();
        let (head, pieces) = self.proc_pieces(id, proc);
        let below: Vec<Said> = match proc.steps.as_slice() {
            // a step that is the whole of it needs no name
            [step] if matches!(proc.kind, ProcKind::Procedure | ProcKind::Card(_)) && pieces.len() == 1 => {
                self.recall_all(before);
                self.blanks(&proc.head);
                self.doing.set(Some(id));
                let said = self.only_step(step);
                self.doing.set(None);
                said
            }
            _ => pieces.into_iter().map(|(_, said)| said).collect(),
        };
        match proc.kind {
            ProcKind::Chance(_) => Said { below, ..head },
            _ => Said::short(head.text, below, head.at).headed(&head.cites),
        }
    }

    /// Something that happens, or is thrown: its first sentence, and what is said below it.
    pub(in crate::speech) fn proc_pieces(&self, id: ProcId, proc: &Proc) -> (Said, Vec<(Piece, Said)>) {
        // its ways and the words that its steps make known are said where they are
        let Proc { head, kind, costs, needs, limits, aim, steps, shown, ways: _, results: _ } = proc;
        let Head { name, roles, gives: _, line } = head;
        let title = self.name(*name);
        self.doing.set(Some(id));
        let mut blanks = self.blanks(head);
        if let (Some(sel), Some(role)) = (aim, roles.get(1)) {
            let phrase = self.aimed(sel, role.local);
            if let Some(blank) = blanks.get_mut(1) {
                blank.1 = phrase;
            }
        }
        let tail = tail(&blanks);
        let mut pieces = Vec::new();
        if let Some(shown) = shown {
            pieces.push((Piece::Other, Said::new(format!("players know it as {}", self.name(*shown)), line.at)));
        }
        let payer = roles.first().map(|r| r.local);
        pieces.extend(self.prices(costs, payer).into_iter().map(|s| (Piece::Cost, s)));
        let mut asked: Vec<(Piece, Said)> = (0..).zip(needs).map(|(i, n)| (Piece::Need(i), self.need(n))).collect();
        as_written(&mut asked);
        pieces.extend(asked);
        pieces.extend(limits.iter().map(|l| (Piece::Other, Said::new(self.limit_sentence(l), l.at))));
        let text = match kind {
            ProcKind::Turn => "a turn is played like this".to_owned(),
            ProcKind::Opening => "before the game".to_owned(),
            ProcKind::Manner(manner) => {
                let who = blanks.first().map_or("", |(_, who)| who.as_str());
                let (always, others) = self.manner(&manner.rows);
                let rows = others.into_iter().filter_map(|i| Some((i, manner.rows.get(i)?)));
                let mut rows: Vec<(Piece, Said)> =
                    rows.map(|(i, row)| (Piece::Row(u32::try_from(i).unwrap_or(u32::MAX)), self.row(row, &Place::here()))).collect();
                as_written(&mut rows);
                pieces.extend(rows);
                let colon = if always.is_empty() { "" } else { ": " };
                format!("{title}, how {who} moves{colon}{always}")
            }
            ProcKind::Phase if title.ends_with("Phase") => format!("the {title}{tail}"),
            ProcKind::Phase => format!("the {title} phase{tail}"),
            ProcKind::Procedure => format!("{title}{tail}"),
            ProcKind::Action(k) | ProcKind::Card(k) => format!("{title}, {}{tail}", a(&self.kind(*k))),
            ProcKind::Chance(chance) => {
                let (what, more) = self.chance(chance, line);
                // its rows stand before what comes of it
                let rows = more.len().saturating_sub(chance.bands.len() + chance.rows.len());
                let is_row = |i: usize| i >= rows && i < rows + chance.rows.len();
                let piece = |i: usize| if is_row(i) { Piece::Row(u32::try_from(i - rows).unwrap_or(u32::MAX)) } else { Piece::Other };
                let mut more: Vec<(Piece, Said)> = more.into_iter().enumerate().map(|(i, s)| (piece(i), s)).collect();
                if let Some(own) = more.get_mut(rows..rows + chance.rows.len()) {
                    as_written(own);
                }
                pieces.extend(more);
                format!("{title}{tail}{what}")
            }
        };
        pieces.extend(steps.iter().map(|s| (s.line.name.map_or(Piece::Other, Piece::Step), self.step(s))));
        self.doing.set(None);
        (Said::new(text, line.at).citing(&line.cites), pieces)
    }

    /// Whom an action is aimed at: a description whose word is the blank's.
    fn aimed(&self, sel: &Sel, local: LocalId) -> String {
        let kind = self.kind(sel.kind);
        let phrase = self.sel_as(sel, As::A);
        self.introduce_as(local, &phrase, &kind)
    }

    /// A step.
    fn step(&self, step: &Step) -> Said {
        let line = &step.line;
        let word = line.name.map_or(String::new(), |n| self.name(n));
        let head = step.guard.as_ref().map_or_else(|| title(&word), |g| format!("{}, {}", title(&word), self.taken(g)));
        let mut step = Said::titled(head, self.deeds_of(step, true), line.at).headed(&line.cites);
        step.open = false;
        step
    }

    /// The one step of a procedure, which goes without its name.
    pub(in crate::speech) fn only_step(&self, step: &Step) -> Vec<Said> {
        let Some(g) = &step.guard else {
            let mut said = self.deeds_of(step, false);
            if let Some(first) = said.first_mut() {
                *first = std::mem::take(first).headed(&step.line.cites);
            }
            return said;
        };
        let asked = self.taken(g);
        vec![Said::opening(asked, self.deeds_of(step, false), step.line.at).headed(&step.line.cites)]
    }

    /// When a step is taken.
    fn taken(&self, guard: &Expr) -> String {
        match &*guard.kind {
            ExprKind::Not(inner) => format!("unless {}", self.clause(inner)),
            _ => format!("when {}", self.clause(guard)),
        }
    }

    /// What a step does; whether its word stands before that.
    fn deeds_of(&self, step: &Step, titled: bool) -> Vec<Said> {
        // its name and when it is taken are said by who asks
        let Step { line, guard: _, result, or_else, block } = step;
        let word = line.name.map_or(String::new(), |n| self.name(n));
        let mut said = Vec::new();
        if let Some((local, e)) = result {
            let text = match self.result(e) {
                Ok(rolled) => rolled,
                Err(asked) if titled => asked,
                Err(asked) => format!("this is {asked}"),
            };
            let ty = self.rules.locals.get(*local).map_or(Ty::Unknown, |l| l.ty);
            self.call(*local, Self::article(&word, ty));
            said.push(Said::new(text, line.at));
        }
        said.extend(self.block(block));
        if let Some(block) = or_else {
            said.push(Said::opening("if that fails".into(), self.block(block), block.first().map_or(line.at, |s| s.at)));
        }
        if said.is_empty() {
            let text = if word == "pay" { "the cost is paid here" } else { "nothing happens here by itself" };
            said.push(Said::new(text, line.at));
        }
        said
    }
}

/// Lines whose order means nothing are said as they stand in the texts.
fn as_written(pieces: &mut [(Piece, Said)]) {
    pieces.sort_by_key(|(_, said)| said.at.span().start);
}

/// `up`, `down`, `to the nearest`
fn way_of(way: crate::num::Rounding) -> &'static str {
    match way {
        crate::num::Rounding::Up => "up",
        crate::num::Rounding::Down => "down",
        crate::num::Rounding::Nearest => "to the nearest",
    }
}
