//! The story as players at a table tell it: headings for turns, phases, goes and actions; each throw with its dice, its need
//! and the rules that touched it; what came of it; what was chosen. Notes that rules make only for themselves are left out.

use super::keep::{Keep, Keeps};
use super::sway::{Fallen, bracketed, parts, sways};
use super::words::{self, Sort};
use super::{Story, sway::Sway};
use crate::ir::{CountNo, KindBase, LabelNo, ProcNo, StateNo, Type};
use crate::num::Measure;
use crate::vm::{Event, Outcome, Share, Toss, TossKind, show, show_typed};
use std::fmt::Write as _;

/// A procedure that has begun and not ended.
struct Open {
    proc: ProcNo,
    args: Vec<i64>,
    depth: usize,
    sort: Sort,
    /// Its heading, if it has one.
    heads: bool,
    /// The same, if it is not told yet.
    line: String,
    /// What its dice came to, if they are told and what is added to them is not.
    rolled: Option<i64>,
    /// By how much the one is ahead of the other, once that is known.
    ahead: Option<i64>,
}

/// The same of several things, one after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Same {
    State(StateNo, bool),
    Count(CountNo, i64),
    Gone,
    Shifted(i64),
}

/// A throw of which it is not known yet what it comes to in all.
struct Thrown {
    said: String,
    rolled: i64,
    sways: Vec<Sway>,
}

/// Tells events as players do.
pub struct Full<'a> {
    story: Story<'a>,
    keeps: Keeps,
    open: Vec<Open>,
    turn: String,
    run: Option<(Same, Vec<i64>)>,
    thrown: Option<Thrown>,
    out: String,
}

impl<'a> Full<'a> {
    /// Nothing is told yet.
    #[must_use]
    pub fn new(story: Story<'a>) -> Self {
        let keeps = Keeps::of(story.game.program);
        Self { story, keeps, open: Vec::new(), turn: "Setting up".into(), run: None, thrown: None, out: String::new() }
    }

    /// What an event adds to the story; empty for what is not worth telling, or not yet.
    #[must_use]
    pub fn tell(&mut self, event: &Event) -> String {
        match event {
            Event::Turn(n) => {
                self.settle();
                self.open.clear();
                self.turn = format!("Turn {n}");
            }
            Event::Begin { proc, args, depth } => self.begin(*proc, args, *depth),
            Event::Ended { depth, value } => self.ended(*depth, *value),
            Event::Result { label, value } => {
                let names = &self.story.game.program.labels;
                if let Some(o) = self.open.last_mut().filter(|_| names.get(*label).is_some_and(|l| l == "difference")) {
                    o.ahead = Some(*value);
                }
            }
            Event::Rolled { toss, faces, outcome, shares } if toss.dice > 0 && !shares.is_empty() => {
                self.rolled(toss, faces, *outcome, shares);
            }
            Event::Added(shares) => {
                let more = parts(self.story.game, None, shares);
                if let Some(thrown) = &mut self.thrown {
                    thrown.sways.extend(more);
                }
            }
            Event::Worked { slot, args, value, shares } if *value != 0 => {
                let program = self.story.game.program;
                let rules = parts(self.story.game, program.slots.get(*slot).map(|s| s.row), shares);
                let rolled =
                    self.thrown.as_ref().is_some_and(|t| program.slot_heads.get(*slot).is_some_and(|h| t.said.starts_with(&h.name)));
                if let Some(head) = program.slot_heads.get(*slot).filter(|_| !rules.is_empty() && !rolled) {
                    let blanks: String =
                        head.roles.iter().zip(args).map(|(r, a)| format!(" {} {}", r.prep, self.story.value(&r.ty, *a))).collect();
                    let line = format!("{}{blanks} is {}{}", head.name, self.story.value(&head.gives, *value), bracketed(&rules));
                    self.line(&line);
                }
            }
            Event::Again(row) => {
                let rule = self.story.game.program.rows.get(*row).map_or("", |r| r.name.as_str());
                self.line(&format!("rolled again by {rule}"));
            }
            Event::Note(row) => {
                let said = self.story.game.program.rows.get(*row).map_or_else(String::new, |r| r.name.clone());
                self.line(&said);
            }
            // a card that leaves its deck is drawn
            Event::State { state, on: false, .. } if words::is_deck(self.story.game, *state) => {}
            Event::State { who, state, on } if self.keeps.state(*state) > Keep::Scratch => self.same(Same::State(*state, *on), *who),
            Event::Count { who, count, value } if self.keeps.count(*count) > Keep::Scratch => self.same(Same::Count(*count, *value), *who),
            Event::Bound { who, count, value } if self.keeps.count(*count) > Keep::Scratch => {
                let known = self.story.game.program.book.counts.get(*count);
                if let Some(said) = known.map(|c| words::bound(&self.story, c, *who, *value)) {
                    self.line(&said);
                }
            }
            Event::Gone(who) => self.same(Same::Gone, *who),
            Event::Left(who) => self.line(&words::left(self.story.game, *who)),
            Event::Moved { who, from, to } => self.moved(*who, *from, *to),
            Event::Turned { who, to } => {
                let said = format!("{} turns to the {}", show(self.story.game, *who), show_typed(&Type::Facing, i64::from(*to)));
                self.line(&said);
            }
            Event::Decided { side, label, closed: true, .. } => {
                let said = words::unseen_choice(self.story.game, *side, *label);
                self.line(&said);
            }
            Event::Revealed { who, what, value } => {
                let said = words::revealed(&self.story, *who, *what, *value);
                self.line(&said);
            }
            Event::Unseen { side, deck, drawn, on } => {
                let said = words::unseen(self.story.game, *side, *deck, *drawn, *on);
                self.line(&said);
            }
            Event::Decided { side, label, answer, offered, .. } => self.decided(*side, *label, offered.as_ref().unwrap_or(answer)),
            Event::Settled(winner) => {
                let game = self.story.game;
                let said = if *winner > 0 { format!("{} wins", show(game, *winner)) } else { "the game is over".into() };
                let by =
                    self.open.last().and_then(|o| game.program.procs.get(o.proc)).map_or_else(String::new, |p| format!(", by {}", p.name));
                self.line(&format!("{said}{by}"));
            }
            Event::Rolled { .. }
            | Event::Worked { .. }
            | Event::State { .. }
            | Event::Count { .. }
            | Event::Bound { .. }
            | Event::Step(_) => {}
        }
        std::mem::take(&mut self.out)
    }

    /// What is left to say where the game is over or is left.
    #[must_use]
    pub fn rest(&mut self) -> String {
        self.settle();
        std::mem::take(&mut self.out)
    }

    fn begin(&mut self, proc: ProcNo, args: &[i64], depth: usize) {
        let sort = words::sort(self.story.game, proc, args);
        let inside = self.open.iter().any(|o| o.heads && o.sort != Sort::Phase && o.depth < depth);
        let heads = match sort {
            Sort::Phase | Sort::Go | Sort::Action => true,
            Sort::Matter => !inside,
            Sort::Chance | Sort::Other => false,
        };
        if heads {
            self.settle();
        }
        self.open.retain(|o| o.depth < depth);
        // a go says of itself whose it is
        if sort == Sort::Go {
            for o in self.open.iter_mut().filter(|o| o.sort == Sort::Matter && o.args == args && !o.line.is_empty()) {
                (o.heads, o.line) = (false, String::new());
            }
        }
        let name = self.story.game.program.procs.get(proc).map_or("", |p| p.name.as_str());
        let line = if heads { format!("{name}{}", self.story.filled(proc, args)) } else { String::new() };
        self.open.push(Open { proc, args: args.to_vec(), depth, sort, heads, line, rolled: None, ahead: None });
    }

    fn ended(&mut self, depth: usize, value: i64) {
        let at = self.open.iter().position(|o| o.depth >= depth).unwrap_or(self.open.len());
        if self.open.iter().skip(at).any(|o| o.heads) {
            self.settle();
        }
        let Some(o) = self.open.get(at).filter(|o| o.depth == depth) else {
            self.open.truncate(at);
            return;
        };
        let (proc, ahead, told, chance) = (o.proc, o.ahead, o.rolled, o.sort == Sort::Chance);
        let thrown = self.thrown.take_if(|_| chance);
        if let Some(rolled) = thrown.as_ref().map(|t| t.rolled).or(told) {
            let length = self.story.game.program.proc_heads.get(proc).is_some_and(|h| h.gives == Type::LENGTH);
            let plain = value == if length { rolled.saturating_mul(1000) } else { rolled };
            let total = if length { Measure::from_thousandths(value).to_string() } else { value.to_string() };
            match thrown {
                Some(t) if plain => self.line(&format!("{}{}", t.said, bracketed(&t.sways))),
                Some(t) => self.line(&format!("{}, {total} in all{}", t.said, bracketed(&t.sways))),
                None if plain => {}
                None => self.line(&format!("{total} in all")),
            }
        }
        match ahead {
            Some(0) => self.line("neither is ahead"),
            Some(by) => self.line(&format!("{} wins by {by}", show(self.story.game, value))),
            None => {}
        }
        self.open.truncate(at);
    }

    /// Tells what was kept back.
    fn settle(&mut self) {
        if let Some((same, who)) = self.run.take() {
            let game = self.story.game;
            let said = match same {
                Same::State(state, on) => words::state(game, &who, state, on),
                Same::Count(count, value) => words::count(&self.story, &who, count, value),
                Same::Gone => words::gone(game, &who),
                Same::Shifted(_) => format!("{} {} elsewhere", words::crowd(game, &who), if who.len() > 1 { "stand" } else { "stands" }),
            };
            self.put(&said);
        }
        if let Some(thrown) = self.thrown.take() {
            if let Some(o) = self.open.iter_mut().rfind(|o| o.sort == Sort::Chance) {
                o.rolled = Some(thrown.rolled);
            }
            self.put(&format!("{}{}", thrown.said, bracketed(&thrown.sways)));
        }
    }

    /// Tells a line.
    fn line(&mut self, line: &str) {
        self.settle();
        self.put(line);
    }

    /// A line below the headings that it stands under.
    fn put(&mut self, line: &str) {
        if line.is_empty() {
            return;
        }
        let turn = std::mem::take(&mut self.turn);
        if !turn.is_empty() {
            let _ = writeln!(self.out, "{turn}");
        }
        let mut indent = 2;
        for o in self.open.iter_mut().filter(|o| o.heads) {
            let head = std::mem::take(&mut o.line);
            if !head.is_empty() {
                let _ = writeln!(self.out, "{:indent$}{head}", "");
            }
            indent += 2;
        }
        let _ = writeln!(self.out, "{:indent$}{line}", "");
    }

    /// The same happened to one more.
    fn same(&mut self, same: Same, who: i64) {
        match &mut self.run {
            Some((known, all)) if *known == same => {
                if !all.contains(&who) {
                    all.push(who);
                }
            }
            _ => {
                self.settle();
                self.run = Some((same, vec![who]));
            }
        }
    }

    fn moved(&mut self, who: i64, stood: Option<(i32, i32)>, to: (i32, i32)) {
        let game = self.story.game;
        if let Some(e) = game.cast.ent(who).filter(|e| e.base == KindBase::Piece) {
            if stood != Some(to) {
                self.same(Same::Shifted(e.home.into()), who);
            }
            return;
        }
        let verb = if game.cast.feature(who).is_some() { "lies" } else { "stands" };
        let name = show(game, who);
        match stood.map(|from| words::apart(from, to)) {
            Some(far) if far.thousandths() == 0 => {}
            Some(far) => self.line(&format!("{name} goes {far} to {}", words::place(to))),
            None => self.line(&format!("{name} {verb} at {}", words::place(to))),
        }
    }

    /// What was chosen; an action, a place and a front are told when they are taken.
    fn decided(&mut self, side: i64, label: LabelNo, answer: &str) {
        let about = words::label(self.story.game, label);
        if !about.is_empty() && about != "place" {
            self.line(&format!("{} decides {about}: {answer}", show(self.story.game, side)));
        }
    }

    fn rolled(&mut self, toss: &Toss, faces: &[(u32, bool)], outcome: Outcome, shares: &[Share]) {
        let roll = self.open.last().filter(|o| o.sort == Sort::Chance);
        let whose = roll.map_or_else(String::new, |o| self.story.filled(o.proc, &o.args));
        let told = self.story.rolled(&whose, toss, faces, outcome, &[]);
        let said = told.trim().replace(" : ", ": ");
        let mut sways = sways(self.story.game, &Fallen { toss, faces, outcome }, shares);
        // faces that count for themselves are named when they fall
        sways.retain(|s| s.mattered || !s.natural);
        self.settle();
        let thrown = Thrown { said, rolled: outcome.result, sways };
        if roll_is_summed(self.open.last(), toss) {
            self.thrown = Some(thrown);
        } else {
            self.put(&format!("{}{}", thrown.said, bracketed(&thrown.sways)));
        }
    }
}

/// Whether what a throw comes to in all is known only when its roll has ended.
fn roll_is_summed(last: Option<&Open>, toss: &Toss) -> bool {
    toss.kind == TossKind::Sum && last.is_some_and(|o| o.sort == Sort::Chance)
}
