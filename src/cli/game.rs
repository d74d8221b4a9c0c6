//! One game, from its seed to its record.

use super::ready::{Ready, Table};
use crate::dice::GENERATOR;
use crate::play::{Answer, Finish, Player, Record, Seals, Session, Until};
use crate::vm::{Choice, Decision, Event, Game, Keyed, Memo, NONE_CHOICE, NoTrace, Stop, Traced, Wanted, show, show_action};

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

/// A record of a game about to begin.
#[must_use]
pub fn record(ready: &Ready, table: &Table, seed: u64) -> Record {
    Record {
        format: Record::FORMAT.into(),
        version: env!("CARGO_PKG_VERSION").into(),
        generator: GENERATOR.into(),
        pack: ready.loaded.name.clone(),
        readings: ready.loaded.readings.clone(),
        rules: ready.fingerprint().to_owned(),
        lists: ready.list_prints().clone(),
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

/// Plays on from a session until the end, or until `ask` gives nothing.
pub fn play_on(
    game: Game<'_>,
    session: &mut Session,
    record: &mut Record,
    ask: &mut dyn FnMut(Game<'_>, &Session, &Decision) -> Option<Choice>,
    tell: Option<&mut dyn FnMut(&Event)>,
) -> Option<String> {
    let mut tell = tell;
    let mut dice = Keyed { seed: record.seed };
    let (mut turn, mut asked, mut deed) = (0, 0, None);
    loop {
        let stop = match tell.as_mut() {
            Some(tell) => {
                let mut trace = Traced::default();
                let stop = session.run(game, &mut dice, &mut trace, Until::Decision);
                trace.0.iter().for_each(tell);
                stop
            }
            None => session.run(game, &mut dice, &mut NoTrace, Until::Decision),
        };
        match stop {
            Stop::Done(_) => break,
            Stop::Decision(d) => {
                let now = session.machine.world.turn();
                asked = if now == turn { asked + 1 } else { 0 };
                turn = now;
                if asked > MOST_DECISIONS {
                    return Some(endless(game, turn, deed));
                }
                let label = game.program.labels.get(d.label as usize).cloned().unwrap_or_default();
                let Some(choice) = ask(game, session, &d) else {
                    let position = serde_json::to_vec(&(&session.machine.world, d.side, &label)).unwrap_or_default();
                    record.stopped = Some(record.hash(&position));
                    return Some(STOPPED.into());
                };
                record.answers.push(Answer { side: d.side, label, choice });
                if d.wanted == Wanted::Action && choice != NONE_CHOICE {
                    deed = Some((d.who, choice));
                }
                session.machine.answer(choice);
            }
            Stop::Chance(_) => return Some("dice without an answer".into()),
            Stop::Stuck(p) => {
                let name = game.program.procs.get(p as usize).map_or("", |p| p.name.as_str());
                return Some(format!("`{name}` does not end"));
            }
            Stop::Great(p) => {
                let name = game.program.procs.get(p as usize).map_or("", |p| p.name.as_str());
                return Some(format!("in `{name}` a number is greater than can be counted"));
            }
        }
    }
    finish(session, record);
    None
}

/// What is told of a turn in which players decide again and again; the last action that was taken is mostly the cause.
fn endless(game: Game<'_>, turn: u16, deed: Option<(i64, Choice)>) -> String {
    let deed = deed.map_or(String::new(), |(who, deed)| format!(", the last action `{}` by {}", show_action(game, deed), show(game, who)));
    format!("turn {turn} does not end: more than {MOST_DECISIONS} decisions{deed}")
}

/// Notes how a game ended.
pub fn finish(session: &Session, record: &mut Record) {
    let world = &session.machine.world;
    let position = serde_json::to_vec(world).unwrap_or_default();
    let hash = record.hash(&position);
    let winner = world.result.and_then(|w| u8::try_from(w).ok()).filter(|w| *w > 0);
    record.finish = Some(Finish { winner, turns: world.turn(), hash });
}

/// Plays a whole game between two players; the memo belongs to the table.
pub fn play(
    ready: &Ready,
    table: &Table,
    memo: &Memo,
    seed: u64,
    players: &mut [Box<dyn Player>; 2],
    tell: Option<&mut dyn FnMut(&Event)>,
) -> Played {
    let game = Game::with(ready.program(), &table.cast, memo);
    let mut session = Session::new(game, table.world.clone(), Some(table.setup));
    let mut record = record(ready, table, seed);
    let mut ask = |g: Game<'_>, s: &Session, d: &Decision| {
        let i = usize::from(d.side == 2);
        players.get_mut(i).map(|p| p.decide(g, s, d))
    };
    let fault = play_on(game, &mut session, &mut record, &mut ask, tell);
    Played { record, session, fault }
}
