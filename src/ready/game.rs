//! One game, from its seed to its record.

use std::collections::BTreeMap;

use super::pack::{Ready, Table};
use crate::dice::GENERATOR;
use crate::ir::ProcNo;
use crate::play::{Answer, Finish, Player, Record, Seals, Session, Until};
use crate::vm::{
    Choice, Decision, Event, Game, Keyed, Listing, Memo, NONE_CHOICE, NoTrace, Stop, Trace, Traced, Wanted, show, show_action,
};

/// Decisions in one turn before something must be wrong.
const MOST_DECISIONS: u32 = 10_000;

/// What a game came to.
pub struct Played {
    /// The record, with its finish.
    pub record: Record,
    /// The session at its end.
    pub session: Session,
    /// What was wrong, if it could not go on.
    pub fault: Option<String>,
}

/// A record of a game about to begin; [`Ready::stamp`] says by which rules it was played when it is kept.
#[must_use]
pub fn record(ready: &Ready, table: &Table, seed: u64) -> Record {
    Record {
        format: Record::FORMAT.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        generator: GENERATOR.into(),
        pack: ready.loaded.name.clone(),
        readings: ready.loaded.readings.clone(),
        rules: String::new(),
        lists: BTreeMap::new(),
        scenario: table.scenario.clone(),
        rosters: table.rosters.clone(),
        seed,
        answers: Vec::new(),
        finish: None,
        stopped: None,
        seals: Seals::default(),
    }
}

/// The points of a side, by the pack's `value Score of side`.
#[must_use]
pub fn points(game: Game<'_>, session: &Session) -> [i64; 2] {
    let slot = game.program.score;
    let of = |side: i64| {
        let Some(slot) = slot else { return 0 };
        let ask = game.ask(&session.machine.world, 0);
        ask.slot(slot, &mut [side; 48])
    };
    [of(1), of(2)]
}

/// What is said of a game that was left at a decision.
pub const STOPPED: &str = "stopped";

/// What comes next in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Somebody decides.
    Decision(Decision),
    /// It is over, and the record has its finish.
    Over,
    /// It cannot go on, and why.
    Fault(String),
}

/// A game from decision to decision, with its record.
pub struct Course<'g> {
    /// By what it is played.
    ready: &'g Ready,
    /// The rules and who is who.
    pub game: Game<'g>,
    /// How it stands.
    pub session: Session,
    /// What was answered so far.
    pub record: Record,
    dice: Keyed,
    /// The turn, and how many decisions there were in it.
    turn: (u16, u32),
    /// The last action that was taken, and by whom.
    deed: Option<(i64, Choice)>,
}

impl<'g> Course<'g> {
    /// A game about to begin, or to go on, whose dice are those of the record.
    #[must_use]
    pub fn new(ready: &'g Ready, game: Game<'g>, session: Session, record: Record) -> Self {
        let dice = Keyed { seed: record.seed };
        Self { ready, game, session, record, dice, turn: (0, 0), deed: None }
    }

    /// A table's game about to begin.
    #[must_use]
    pub fn begin(ready: &'g Ready, table: &'g Table, memo: Option<&'g Memo>, seed: u64) -> Self {
        let game = match memo {
            Some(memo) => Game::with(ready.program(), &table.cast, memo),
            None => Game::new(ready.program(), &table.cast),
        };
        let session = Session::new(game, table.world.clone(), Some(table.setup));
        Self::new(ready, game, session, record(ready, table, seed))
    }

    /// Runs to the next decision or the end.
    pub fn advance<T: Trace>(&mut self, trace: &mut T) -> Next {
        let named = |p: ProcNo| self.game.program.procs.get(p).map_or("", |p| p.name.as_str());
        match self.session.run(self.game, &mut self.dice, trace, Until::Decision) {
            Stop::Done(_) => {
                self.ready.stamp(&mut self.record);
                finish(&self.session, &mut self.record);
                Next::Over
            }
            Stop::Decision(d) => {
                let now = self.session.machine.world.turn();
                self.turn = (now, if now == self.turn.0 { self.turn.1 + 1 } else { 0 });
                if self.turn.1 > MOST_DECISIONS { Next::Fault(endless(self.game, now, self.deed)) } else { Next::Decision(d) }
            }
            Stop::Chance(_) => Next::Fault("dice without an answer".into()),
            Stop::Stuck(p) => Next::Fault(format!("`{}` does not end", named(p))),
            Stop::Great(p) => Next::Fault(format!("in `{}` a number is greater than can be counted", named(p))),
        }
    }

    /// The decision that waits, as its player wishes to be asked.
    #[must_use]
    pub fn asked_as(&mut self, listing: Listing) -> Option<Decision> {
        self.game.listings = [listing; 2];
        let stop = self.session.run(self.game, &mut self.dice, &mut NoTrace, Until::Decision);
        self.game.listings = [Listing::All; 2];
        if let Stop::Decision(d) = stop { Some(d) } else { None }
    }

    /// Answers a decision.
    pub fn answer(&mut self, d: &Decision, choice: Choice) {
        self.record.answers.push(Answer { side: d.side, label: self.label(d).to_owned(), choice });
        if d.wanted == Wanted::Action && choice != NONE_CHOICE {
            self.deed = Some((d.who, choice));
        }
        self.session.machine.answer(choice);
    }

    /// Leaves the game before a decision: the record says where.
    pub fn leave(&mut self, d: &Decision) {
        self.ready.stamp(&mut self.record);
        let position = serde_json::to_vec(&(&self.session.machine.world, d.side, self.label(d))).unwrap_or_default();
        self.record.stopped = Some(self.record.hash(&position));
    }

    /// The record as far as it was played, as it is kept.
    #[must_use]
    pub fn kept(&self) -> Record {
        let mut record = self.record.clone();
        self.ready.stamp(&mut record);
        record
    }

    /// What a decision is called.
    #[must_use]
    pub fn label(&self, d: &Decision) -> &'g str {
        self.game.program.labels.get(d.label).map_or("", String::as_str)
    }
}

/// Says what is wrong with a position, if anything is.
pub type Look<'w> = &'w mut dyn FnMut(Game<'_>, &Session) -> Option<String>;

/// Who looks on at a game.
#[derive(Default)]
pub struct Watch<'w> {
    /// Takes what happens.
    pub tell: Option<&'w mut dyn FnMut(&Event)>,
    /// Looks at each position in which somebody decides: what is wrong with it, if the game is not to go on.
    pub look: Option<Look<'w>>,
}

impl Watch<'_> {
    /// Runs to the next decision or the end, and tells what happens.
    fn next(&mut self, course: &mut Course<'_>) -> Next {
        let Some(tell) = &mut self.tell else { return course.advance(&mut NoTrace) };
        let mut trace = Traced::default();
        let next = course.advance(&mut trace);
        trace.0.iter().for_each(tell);
        next
    }
}

/// Plays on until the end between two players. Why it did not come to its end, if it did not.
pub fn play_between(course: &mut Course<'_>, players: [&mut dyn Player; 2], mut watch: Watch<'_>) -> Option<String> {
    let [first, second] = players;
    loop {
        course.game.listings = [first.listing(), second.listing()];
        match watch.next(course) {
            Next::Over => return None,
            Next::Fault(why) => return Some(why),
            Next::Decision(d) => {
                if let Some(wrong) = watch.look.as_mut().and_then(|look| look(course.game, &course.session)) {
                    let (turn, decision) = (course.session.machine.world.turn(), course.record.answers.len() + 1);
                    return Some(format!("turn {turn}, decision {decision}: {wrong}"));
                }
                let player = if d.side == 2 { &mut *second } else { &mut *first };
                let choice = player.decide(course.game, &course.session, &d);
                course.answer(&d, choice);
            }
        }
    }
}

/// Plays on until the end, or until `ask` gives nothing. Why it did not come to its end, if it did not.
pub fn play_on(course: &mut Course<'_>, ask: &mut dyn FnMut(Game<'_>, &Session, &Decision) -> Option<Choice>) -> Option<String> {
    loop {
        match course.advance(&mut NoTrace) {
            Next::Over => return None,
            Next::Fault(why) => return Some(why),
            Next::Decision(d) => match ask(course.game, &course.session, &d) {
                Some(choice) => course.answer(&d, choice),
                None => {
                    course.leave(&d);
                    return Some(STOPPED.into());
                }
            },
        }
    }
}

/// What is told of a turn in which players decide again and again; the last action that was taken is mostly the cause.
fn endless(game: Game<'_>, turn: u16, deed: Option<(i64, Choice)>) -> String {
    let deed = deed.map_or(String::new(), |(who, deed)| format!(", the last action `{}` by {}", show_action(game, deed), show(game, who)));
    format!("turn {turn} does not end: more than {MOST_DECISIONS} decisions{deed}")
}

/// Notes how a game ended.
fn finish(session: &Session, record: &mut Record) {
    let world = &session.machine.world;
    let position = serde_json::to_vec(world).unwrap_or_default();
    let hash = record.hash(&position);
    let winner = world.result.and_then(|w| u8::try_from(w).ok()).filter(|w| *w > 0);
    record.finish = Some(Finish { winner, turns: world.turn(), hash });
}

/// Plays a whole game between two players; the memo belongs to the table.
pub fn play(ready: &Ready, table: &Table, memo: &Memo, seed: u64, players: &mut [Box<dyn Player>; 2]) -> Played {
    let mut course = Course::begin(ready, table, Some(memo), seed);
    let [first, second] = players;
    let fault = play_between(&mut course, [first.as_mut(), second.as_mut()], Watch::default());
    Played { record: course.record, session: course.session, fault }
}
