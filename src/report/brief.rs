//! The story in brief: a heading for each turn, and one sentence for each thing that was done, with all that came of it.
//!
//! A sentence begins with an action, with somebody's go, or with whatever else concerns a side or one of its things first. All
//! that happens until it ends is summed in it: the dice of like throws, who is out of play, what was gained for good, who went
//! how far. In brackets are the rules without which something else had come of the dice. An action within an action has a
//! sentence of its own.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::Story;
use super::clause::Clauses;
use super::keep::{Keep, Keeps};
use super::sway::{Fallen, Sway, parts, sways};
use super::words::{self, Sort};
use crate::ir::{KindBase, ProcNo, RowNo, Type};
use crate::num::Measure;
use crate::vm::{Event, Game, Outcome, Share, Toss, TossKind, show};

/// A procedure that has begun and not ended.
struct Open {
    proc: ProcNo,
    args: Vec<i64>,
    depth: usize,
    sort: Sort,
    /// What is said of it, if a sentence begins with it.
    sentence: Option<Sentence>,
    /// Its last dice: what they came to, and which rules touched them.
    rolled: Option<(String, i64, Vec<Sway>)>,
    /// By how much the one is ahead of the other, once that is known.
    ahead: Option<i64>,
}

/// A sentence that is not told yet.
struct Sentence {
    head: String,
    /// Whether it is told though nothing came of it.
    alone: bool,
    clauses: Clauses,
}

/// Tells events in brief.
pub struct Brief<'a> {
    story: Story<'a>,
    keeps: Keeps,
    open: Vec<Open>,
    /// What came of nothing that anybody did.
    loose: Clauses,
    /// How many of each group are out of play.
    fallen: HashMap<i64, u16>,
    /// Where each was put last.
    stood: HashMap<i64, (i32, i32)>,
    /// The heading that is to come before the next sentence.
    heading: String,
    /// The last step that began.
    step: Option<RowNo>,
    /// The rule by which the next dice are rolled again.
    again: Option<RowNo>,
    out: String,
}

impl<'a> Brief<'a> {
    /// Nothing is told yet.
    #[must_use]
    pub fn new(story: Story<'a>) -> Self {
        let keeps = Keeps::of(story.game.program);
        Self {
            story,
            keeps,
            open: Vec::new(),
            loose: Clauses::default(),
            fallen: HashMap::new(),
            stood: HashMap::new(),
            heading: "Setting up".into(),
            step: None,
            again: None,
            out: String::new(),
        }
    }

    /// What an event adds to the story; empty for what is not worth telling, or not yet.
    #[must_use]
    pub fn tell(&mut self, event: &Event) -> String {
        match event {
            Event::Turn(n) => {
                self.open.clear();
                self.pour();
                self.heading = format!("Turn {n}");
            }
            Event::Begin { proc, args, depth } => self.begin(*proc, args, *depth),
            Event::Ended { depth, value } => self.ended(*depth, *value),
            Event::Step(row) => self.step = Some(*row),
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
                if let Some((.., sways)) = self.open.last_mut().and_then(|o| o.rolled.as_mut()) {
                    sways.extend(more);
                }
            }
            Event::Again(row) => self.again = Some(*row),
            Event::Note(row) => {
                let words = self.story.game.program.rows.get(*row).map_or_else(String::new, |r| r.name.clone());
                self.clauses().said(words);
            }
            Event::State { who, state, on } => {
                let game = self.story.game;
                let drawn = game.program.hands.contains(state);
                if drawn || words::is_deck(game, *state) {
                    // a card that stands for somebody on the table says only whose turn it is
                    let card = game.cast.ent(*who).is_some_and(|e| e.base == KindBase::Card);
                    if card && *on && drawn {
                        self.clauses().said(format!("{} is drawn", words::card(game, *who)));
                    } else if card && *on && words::is_tray(game, *state) {
                        self.clauses().said(format!("{} joins {}", words::card(game, *who), words::deck(game, *state)));
                    }
                } else if self.keeps.state(*state) == Keep::Lasting {
                    self.clauses().state(*state, *on, *who);
                }
            }
            Event::Count { who, count, value } => {
                let begun = self.story.game.program.starts.get(*count).is_some_and(Option::is_some);
                if *value == 0 && !begun {
                    // where nothing is counted there is nothing to tell
                    self.clauses().uncount(*count, *who);
                } else if self.keeps.count(*count) == Keep::Lasting {
                    self.clauses().count(*count, *value, *who);
                }
            }
            Event::Gone(who) => {
                let whole = self.last_of(*who);
                self.clauses().gone(*who, whole);
            }
            Event::Left(who) => {
                let stood = self.stood.remove(who);
                self.clauses().left(*who, stood);
            }
            Event::Moved { who, from, to } => {
                let one = self.story.game.cast.ent(*who).is_some_and(|e| e.base != KindBase::Piece);
                if one {
                    self.stood.insert(*who, *to);
                    self.clauses().stands(*who, *from, *to);
                }
            }
            Event::Turned { who, to } => self.clauses().turned(*who, *to),
            Event::Revealed { who, what, value } => {
                let said = words::revealed(&self.story, *who, *what, *value);
                self.clauses().said(said);
            }
            Event::Settled(winner) => self.settled(*winner),
            Event::Rolled { .. } => self.again = None,
            Event::Worked { .. } | Event::Decided { .. } | Event::Bound { .. } | Event::Unseen { .. } => {}
        }
        std::mem::take(&mut self.out)
    }

    /// What is left to say where the game is over or is left.
    #[must_use]
    pub fn rest(&mut self) -> String {
        self.pour();
        self.open.clear();
        std::mem::take(&mut self.out)
    }

    fn begin(&mut self, proc: ProcNo, args: &[i64], depth: usize) {
        while self.open.last().is_some_and(|o| o.depth >= depth) {
            self.close();
        }
        let sort = words::sort(self.story.game, proc, args);
        let card = words::is_card(self.story.game, proc);
        let opens = match sort {
            // what a card does is told of the card
            Sort::Matter | Sort::Other if card => true,
            Sort::Phase => {
                self.pour();
                false
            }
            Sort::Go | Sort::Action => true,
            Sort::Matter => self.open.iter().all(|o| o.sentence.is_none()),
            Sort::Chance | Sort::Other => false,
        };
        if opens {
            self.pour();
        }
        let sentence = opens.then(|| {
            let name = self.story.game.program.procs.get(proc).map_or("", |p| p.name.as_str());
            let head = format!("{name}{}", self.story.filled(proc, args));
            Sentence { head, alone: sort == Sort::Action || card && sort == Sort::Matter, clauses: Clauses::of(args) }
        });
        self.open.push(Open { proc, args: args.to_vec(), depth, sort, sentence, rolled: None, ahead: None });
    }

    fn ended(&mut self, depth: usize, value: i64) {
        while self.open.last().is_some_and(|o| o.depth > depth) {
            self.close();
        }
        if self.open.last().is_none_or(|o| o.depth != depth) {
            return;
        }
        if let Some(o) = self.open.last_mut() {
            let (proc, rolled, ahead) = (o.proc, o.rolled.take(), o.ahead);
            if let Some((name, _, sways)) = rolled {
                let program = self.story.game.program;
                let length = program.proc_heads.get(proc).is_some_and(|h| h.gives == Type::LENGTH);
                let total = if length { Measure::from_thousandths(value).to_string() } else { value.to_string() };
                self.clauses().sum(&name, total, sways);
            }
            if let Some(by) = ahead.filter(|by| *by != 0) {
                let game = self.story.game;
                if game.cast.ent(value).is_some_and(|e| e.base != KindBase::Piece) {
                    self.clauses().said(format!("{} wins by {by}", show(game, value)));
                }
            }
        }
        self.close();
    }

    /// The last that is open has ended.
    fn close(&mut self) {
        if self.open.last().is_some_and(|o| o.sentence.is_some()) {
            self.pour();
        }
        if let Some(Open { sentence: Some(Sentence { head, alone: true, .. }), .. }) = self.open.pop() {
            self.line(&head);
        }
    }

    /// Tells what came of all that is under way, so far.
    fn pour(&mut self) {
        let loose = self.loose.take(&self.story);
        self.line(&loose);
        let mut lines = Vec::new();
        for s in self.open.iter_mut().filter_map(|o| o.sentence.as_mut()).filter(|s| !s.clauses.is_empty()) {
            let came = s.clauses.take(&self.story);
            if !came.is_empty() {
                s.alone = false;
                lines.push(format!("{}: {came}", s.head));
            }
        }
        lines.iter().for_each(|l| self.line(l));
    }

    fn line(&mut self, line: &str) {
        if line.is_empty() {
            return;
        }
        let heading = std::mem::take(&mut self.heading);
        if !heading.is_empty() {
            let _ = writeln!(self.out, "{heading}");
        }
        let _ = writeln!(self.out, "  {line}");
    }

    /// Where what happens now is said.
    fn clauses(&mut self) -> &mut Clauses {
        match self.open.iter_mut().rev().find_map(|o| o.sentence.as_mut()) {
            Some(s) => &mut s.clauses,
            None => &mut self.loose,
        }
    }

    fn rolled(&mut self, toss: &Toss, faces: &[(u32, bool)], outcome: Outcome, shares: &[Share]) {
        let game = self.story.game;
        let mut rules = sways(game, &Fallen { toss, faces, outcome }, shares);
        let again = self.again.take();
        rules.extend(again.map(|row| Sway::again(game, row)));
        let known = self.clauses().known().to_vec();
        let roll = self.open.last().filter(|o| o.sort == Sort::Chance);
        // of several who are named it is said who rolls
        let known = if toss.kind == TossKind::Pool { known.as_slice() } else { known.get(..1).unwrap_or(&[]) };
        let whose = roll.map_or_else(String::new, |o| words::whose(&self.story, o.proc, &o.args, known));
        match toss.kind {
            TossKind::Pool => {
                // what is rolled again is one die still
                let again = faces.iter().all(|(_, again)| *again);
                self.clauses().pool(toss.throw, whose, (outcome.result, if again { 0 } else { toss.dice }), rules);
            }
            TossKind::Check => {
                if again.is_some() {
                    self.clauses().checked_anew(toss.throw, &whose);
                }
                self.clauses().check(toss.throw, whose, outcome.result != 0, rules);
            }
            TossKind::Sum => {
                let name = game.program.throws.get(toss.throw).map_or("", |t| t.title.as_str()).to_owned();
                match self.open.last_mut().filter(|o| o.sort == Sort::Chance) {
                    // dice that say how many dice there are
                    Some(o) if program_word(game, o.proc) == "pool" => {}
                    Some(o) => o.rolled = Some((format!("{name}{whose}"), outcome.result, rules)),
                    None => self.clauses().sum(&name, outcome.result.to_string(), rules),
                }
            }
        }
    }

    /// The group of which somebody who is gone was the last.
    fn last_of(&mut self, who: i64) -> Option<i64> {
        let group = words::group(self.story.game, who);
        let pieces = self.story.game.cast.ent(group).filter(|_| group != who)?.pieces.1;
        let fallen = self.fallen.entry(group).or_default();
        *fallen += 1;
        (*fallen == pieces && pieces > 1).then_some(group)
    }

    /// It was settled who wins.
    fn settled(&mut self, winner: i64) {
        let game = self.story.game;
        let why = self.open.last().and_then(|o| game.program.procs.get(o.proc)).map_or("", |p| p.name.as_str());
        let step = self.step.and_then(|row| game.program.rows.get(row)).map_or("", |r| r.name.as_str());
        let why = if why.is_empty() { step } else { why };
        let who = if winner > 0 { format!("{} wins", show(game, winner)) } else { "the game is over".into() };
        let said = if why.is_empty() { who } else { format!("{who}, by {why}") };
        self.clauses().said(said);
    }
}

fn program_word(game: Game<'_>, proc: ProcNo) -> &str {
    game.program.procs.get(proc).map_or("", |p| p.word.as_str())
}
