//! Dice and answers that a test gives.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use super::ahead::Ahead;
use super::looked::failed;
use super::watch::filled;
use crate::ir::Key;
use crate::ir::{Id as _, KindBase, Pick, ProcNo, Program, StateNo};
use crate::lab::Policy;
use crate::vm::{Choice, Decision, Dice, EntId, Game, Machine, NONE_CHOICE, Outcome, See, Toss, VIA, Wanted, roll, show_option};

/// Faces and answers, by the name of what asks for them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Script {
    /// Faces in order, by the name of the roll.
    pub faces: BTreeMap<Key, VecDeque<u32>>,
    /// Answers in order, by the name of the choice.
    pub answers: BTreeMap<Key, VecDeque<Said>>,
    /// Whether the last answer will not do, as the test says: then it is asked again.
    pub tried: bool,
}

/// Dice that show what the test gives.
pub(super) struct Given<'a> {
    pub program: &'a Program,
    pub script: &'a mut Script,
    /// What was wrong with the faces first: too few, or one that no die has.
    pub fault: Option<String>,
    /// The roll for which too few are given.
    pub short: Option<Key>,
}

impl Dice for Given<'_> {
    fn toss(&mut self, toss: &Toss, see: Option<See<'_>>) -> Option<Outcome> {
        let name = self.program.throws.get(toss.throw).map_or("", |t| t.name.as_str());
        let mut none = VecDeque::new();
        let queue = self.script.faces.get_mut(&Key::new(name)).unwrap_or(&mut none);
        let (mut short, mut strange) = (false, None);
        let given = queue.len();
        // the throw lies there first; then come the dice that it brings, and those that are rolled again
        let rest = queue.split_off(queue.len().min(toss.dice as usize));
        let mut later = rest.into_iter();
        let mut next = |throw: u32, die: u32| {
            let thrown = throw == toss.again && die < toss.dice;
            let face = if thrown { queue.pop_front() } else { later.next() };
            match face {
                Some(face) if (1..=u32::from(toss.sides)).contains(&face) => face,
                Some(face) => {
                    strange.get_or_insert(face);
                    1
                }
                None => {
                    short = true;
                    1
                }
            }
        };
        let outcome = match see {
            Some(see) => roll(toss, see, &mut next),
            None => roll(toss, &mut |_, _, _| {}, &mut next),
        };
        queue.extend(later);
        let said = |n: u32| if n == 1 { "a die is rolled".to_owned() } else { format!("{n} dice are rolled") };
        let more = match (toss.dice as usize).saturating_sub(given) {
            0 => "give a face more for each die that is rolled after these".to_owned(),
            1 => format!("write 1 face more behind `given {name}`"),
            n => format!("write {n} faces more behind `given {name}`"),
        };
        let too_few = short.then(|| format!("{} for `{name}`, and too few faces are given: {more}", said(toss.dice)));
        if short && self.fault.is_none() && strange.is_none() {
            self.short = Some(Key::new(name));
        }
        let odd = strange.map(|face| {
            let total = if toss.dice > 1 && face > u32::from(toss.sides) { ": give what each die shows, and not the total" } else { "" };
            format!("`{name}` is given a {face}, and its dice show 1 to {}{total}", toss.sides)
        });
        self.fault = self.fault.take().or(odd).or(too_few);
        Some(outcome)
    }
}

/// What a decision is called that has no name of its own.
pub(super) fn general(wanted: Wanted) -> &'static str {
    match wanted {
        Wanted::Action => "action",
        Wanted::Place => "place",
        Wanted::Facing => "facing",
        Wanted::Front => "front",
        _ => "order",
    }
}

/// Every such name.
pub(super) const GENERAL: &[&str] = &["action", "place", "facing", "front", "order"];

/// The names under which a decision may be answered.
pub(super) fn names(program: &Program, d: &Decision) -> [String; 2] {
    let label = program.labels.get(d.label).cloned().unwrap_or_default();
    let rule = d.row.and_then(|row| program.rows.get(row)).map_or(String::new(), |r| r.name.clone());
    [label, rule]
}

/// An answer that a test gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Said {
    pub choice: Choice,
    /// Whether it will not do, as the test says.
    pub refused: bool,
    /// Whether it is yes only where the throw that is looked at has failed, else no. It holds each time.
    pub if_failed: bool,
}

impl Script {
    /// The answer to a decision: what the test gives, else the quietest.
    ///
    /// # Errors
    /// What is wrong with the answer that the test gives.
    pub fn answer(&mut self, game: Game<'_>, machine: &Machine, d: &Decision) -> Result<Choice, String> {
        if let Some(why) = d.refused.as_ref().filter(|_| !std::mem::take(&mut self.tried)) {
            return Err(why.clone());
        }
        loop {
            let said = self.pick(game.program, d);
            if said.if_failed {
                return if_failed(game, machine, d);
            }
            let c = meant(game, d, said.choice);
            match (d.offers(c), said.refused) {
                (true, false) => return Ok(c),
                (false, false) => return Err(unfit(game, machine, d, c)),
                (false, true) => {}
                (true, true) if machine.refuses(game, c) => {
                    self.tried = true;
                    return Ok(c);
                }
                (true, true) => return Err(format!("`{}` is not refused", show_option(game, d.wanted, c))),
            }
        }
    }

    fn next(&mut self, name: &str) -> Option<Said> {
        let queue = self.answers.get_mut(&Key::new(name))?;
        let stands = queue.front().filter(|s| s.if_failed).copied();
        stands.or_else(|| queue.pop_front())
    }

    /// Of these names, that under which an answer stands that holds each time.
    fn standing(&self, names: &[String]) -> Option<Key> {
        let stands = |k: &Key| self.answers.get(k).and_then(VecDeque::front).is_some_and(|s| s.if_failed);
        names.iter().map(|n| Key::new(n)).find(stands)
    }

    /// Whether an answer is given under a name.
    /// How many answers are still to come.
    pub fn left(&self) -> usize {
        self.answers.values().map(VecDeque::len).sum()
    }

    pub fn has(&self, name: &str) -> bool {
        self.answers.get(&Key::new(name)).is_some_and(|q| !q.is_empty())
    }

    fn pick(&mut self, program: &Program, d: &Decision) -> Said {
        if let Some(said) = names(program, d).iter().find_map(|name| self.next(name)) {
            return said;
        }
        if let Some(said) = if d.wanted == Wanted::Place { self.next("via") } else { None } {
            return Said { choice: Choice { second: VIA, ..said.choice }, ..said };
        }
        // an offer is only answered by its own name
        if let Some(said) = if d.wanted == Wanted::YesNo { None } else { self.next(general(d.wanted)) } {
            return said;
        }
        let quietest = match d.wanted {
            Wanted::YesNo => Choice::of(0),
            Wanted::Action => NONE_CHOICE,
            // the last place shown is where it stands already
            Wanted::Place => d.options.last().copied().unwrap_or(NONE_CHOICE),
            _ => d.options.first().copied().unwrap_or(NONE_CHOICE),
        };
        Said { choice: quietest, refused: false, if_failed: false }
    }
}

/// Yes if the throw has failed that is looked at, else no.
fn if_failed(game: Game<'_>, machine: &Machine, d: &Decision) -> Result<Choice, String> {
    if d.wanted == Wanted::YesNo {
        return failed(game, machine, d).map(|failed| Choice::of(i64::from(failed)));
    }
    let asked = names(game.program, d).into_iter().find(|n| !n.is_empty()).unwrap_or_default();
    Err(format!("`{asked}` is no offer, which `if failed` answers: leave `if failed` out, and say what is chosen"))
}

/// The sort of a card.
fn sort_of(game: Game<'_>, c: Choice) -> Option<StateNo> {
    let card = game.cast.ent(c.value).filter(|e| e.base == KindBase::Card).and_then(|_| EntId::try_from(c.value).ok())?;
    let dealt = |sort: StateNo| game.program.deals.iter().any(|d| d.sort == sort);
    game.cast.given.iter().find(|(who, sort)| *who == card && dealt(*sort)).map(|(_, sort)| *sort)
}

/// The option that an answer means.
fn meant(game: Game<'_>, d: &Decision, c: Choice) -> Choice {
    let program = game.program;
    // a card is meant by its sort, whichever of that sort is offered
    if let Some(sort) = sort_of(game, c).filter(|_| !d.options.contains(&c)) {
        if let Some(alike) = d.options.iter().find(|o| sort_of(game, **o) == Some(sort)) {
            return *alike;
        }
    }
    // a rule is meant by its name, whichever line of it comes next
    let called = |c: &Choice| Pick::row_of(c.value).and_then(|r| program.rows.get(r)).map(|r| &r.name);
    if let Some(line) = d.options.iter().find(|o| called(&c).is_some() && called(o) == called(&c)) {
        return *line;
    }
    // an action is named alone where it can be done to one thing only
    let mut fits = d.options.iter().filter(|o| o.value == c.value);
    match (fits.next(), fits.next()) {
        (Some(one), None) if d.wanted == Wanted::Action && c.second == NONE_CHOICE.second => *one,
        _ => c,
    }
}

/// An answer that is given with a call, if it will do.
pub(super) fn fits(game: Game<'_>, machine: &Machine, d: &Decision, choice: Choice) -> Result<Choice, String> {
    if let Some(why) = &d.refused {
        return Err(why.clone());
    }
    let choice = meant(game, d, choice);
    if d.offers(choice) { Ok(choice) } else { Err(unfit(game, machine, d, choice)) }
}

/// What was offered where an answer fits nothing.
fn unfit(game: Game<'_>, machine: &Machine, d: &Decision, c: Choice) -> String {
    const MOST: usize = 8;
    let shown = |o: &Choice| show_option(game, d.wanted, *o);
    let mut offered: Vec<String> = d.options.iter().take(MOST).map(shown).collect();
    if d.options.len() > MOST {
        offered.push("and more".into());
    }
    let asked = names(game.program, d).into_iter().find(|n| !n.is_empty());
    let place = asked.map_or_else(|| "here".to_owned(), |n| format!("for `{n}`"));
    let offered = if offered.is_empty() { "nothing".into() } else { offered.join(", ") };
    let why = keeps(game, machine, d, c).map_or_else(String::new, |row| format!(", since `{row}` keeps it from being done"));
    format!("`{}` cannot be picked {place}{why}; offered is: {offered}", shown(&c))
}

/// The line that keeps an action from being taken, if an answer is one and there is such a line.
fn keeps(game: Game<'_>, machine: &Machine, d: &Decision, c: Choice) -> Option<String> {
    let proc = ProcNo::of_value(c.value).filter(|_| d.wanted == Wanted::Action)?;
    let row = game.ask(&machine.world, 0).why_not(proc, &mut filled(&[d.who, c.second]))?;
    game.program.rows.get(row).map(|r| r.name.clone())
}

/// A test's answers while its call is run many times: each run, and each branch of one, has them from the beginning.
#[derive(Clone)]
pub(super) struct Answers<'a> {
    game: Game<'a>,
    script: Script,
    /// The fewest answers that any of them has left.
    pub heard: Rc<RefCell<Script>>,
    /// Answers that are given with the call.
    pub ahead: Rc<RefCell<Ahead>>,
    /// What was wrong with an answer.
    pub fault: Rc<RefCell<Option<String>>>,
    /// Offers that the test does not answer, and so declines.
    pub declined: Rc<RefCell<BTreeSet<String>>>,
    /// What was asked.
    pub asked: Rc<RefCell<BTreeSet<String>>>,
    /// Whether an action was to be taken, and none was, since nothing says which.
    pub idle: Rc<Cell<bool>>,
}

impl<'a> Answers<'a> {
    pub fn new(game: Game<'a>, script: Script, ahead: Ahead) -> Self {
        let heard = Rc::new(RefCell::new(script.clone()));
        Self {
            game,
            heard,
            script,
            ahead: Rc::new(RefCell::new(ahead)),
            fault: Rc::default(),
            declined: Rc::default(),
            asked: Rc::default(),
            idle: Rc::default(),
        }
    }
}

impl PartialEq for Answers<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.script == other.script
    }
}
impl Eq for Answers<'_> {}
impl std::hash::Hash for Answers<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.script.hash(state);
    }
}

impl Policy for Answers<'_> {
    fn decide(&mut self, decision: &Decision, machine: &Machine) -> Option<Choice> {
        let names = names(self.game.program, decision);
        self.asked.borrow_mut().extend(names.iter().filter(|n| !n.is_empty()).cloned());
        if let Some(choice) = self.ahead.borrow_mut().answer(self.game, machine, decision) {
            return fits(self.game, machine, decision, choice).map_err(|why| *self.fault.borrow_mut() = Some(why)).ok();
        }
        if decision.wanted == Wanted::YesNo {
            if !names.iter().any(|n| self.script.has(n)) {
                self.declined.borrow_mut().extend(names.iter().find(|n| !n.is_empty()).cloned());
            }
        } else if decision.wanted == Wanted::Action
            && !self.script.has(general(Wanted::Action))
            && !names.iter().any(|n| self.script.has(n))
        {
            self.idle.set(true);
        }
        let standing = self.script.standing(&names);
        let choice = self.script.answer(self.game, machine, decision);
        for (key, queue) in &mut self.heard.borrow_mut().answers {
            let left = self.script.answers.get(key).map_or(0, VecDeque::len);
            queue.truncate(left.saturating_sub(usize::from(standing.as_ref() == Some(key))));
        }
        choice.map_err(|why| *self.fault.borrow_mut() = Some(why)).ok()
    }
}
