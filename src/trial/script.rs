//! Dice and answers that a test gives.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use crate::graph::{Pick, Program};
use crate::lab::Policy;
use crate::model::Key;
use crate::vm::{Choice, Decision, Dice, Machine, NONE_CHOICE, Outcome, See, Toss, VIA, Wanted, roll};

/// Faces and answers, by the name of what asks for them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Script {
    /// Faces in order, by the name of the roll.
    pub faces: BTreeMap<Key, VecDeque<u32>>,
    /// Answers in order, by the name of the choice.
    pub answers: BTreeMap<Key, VecDeque<Choice>>,
}

/// Dice that show what the test gives.
pub(super) struct Given<'a> {
    pub program: &'a Program,
    pub script: &'a mut Script,
    /// What was wrong with the faces first: too few, or one that no die has.
    pub fault: Option<String>,
}

impl Dice for Given<'_> {
    fn toss(&mut self, toss: &Toss, see: Option<See<'_>>) -> Option<Outcome> {
        let name = self.program.throws.get(toss.throw as usize).map_or("", |t| t.name.as_str());
        let mut none = VecDeque::new();
        let queue = self.script.faces.get_mut(&Key::new(name)).unwrap_or(&mut none);
        let (mut short, mut strange) = (false, None);
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
        let too_few = short.then(|| format!("dice are rolled for `{name}`, and too few are given"));
        let odd = strange.map(|face| format!("`{name}` is given a {face}, and its dice show 1 to {}", toss.sides));
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
    let label = program.labels.get(d.label as usize).cloned().unwrap_or_default();
    let rule = program.rows.get(d.row as usize).map_or(String::new(), |r| r.name.clone());
    [label, rule]
}

impl Script {
    /// The answer to a decision: what the test gives, else the quietest.
    pub fn decide(&mut self, program: &Program, d: &Decision) -> Choice {
        let c = self.pick(program, d);
        // a rule is meant by its name, whichever line of it comes next
        let called = |c: &Choice| Pick::row_of(c.value).and_then(|r| program.rows.get(r as usize)).map(|r| &r.name);
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

    fn pick(&mut self, program: &Program, d: &Decision) -> Choice {
        for name in names(program, d) {
            if let Some(c) = self.answers.get_mut(&Key::new(&name)).and_then(VecDeque::pop_front) {
                return c;
            }
        }
        if d.wanted == Wanted::Place {
            if let Some(c) = self.answers.get_mut(&Key::new("via")).and_then(VecDeque::pop_front) {
                return Choice { second: VIA, ..c };
            }
        }
        // an offer is only answered by its own name
        if d.wanted == Wanted::YesNo {
            return Choice::of(0);
        }
        if let Some(c) = self.answers.get_mut(&Key::new(general(d.wanted))).and_then(VecDeque::pop_front) {
            return c;
        }
        match d.wanted {
            Wanted::Action => NONE_CHOICE,
            // the last place shown is where it stands already
            Wanted::Place => d.options.last().copied().unwrap_or(NONE_CHOICE),
            _ => d.options.first().copied().unwrap_or(NONE_CHOICE),
        }
    }
}

/// A test's answers while its call is run many times: each run, and each branch of one, has them from the beginning.
#[derive(Clone)]
pub(super) struct Answers<'a> {
    program: &'a Program,
    script: Script,
    /// The fewest answers that any of them has left.
    pub heard: Rc<RefCell<Script>>,
}

impl<'a> Answers<'a> {
    pub fn new(program: &'a Program, script: Script) -> Self {
        Self { program, heard: Rc::new(RefCell::new(script.clone())), script }
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
    fn decide(&mut self, decision: &Decision, _: &Machine) -> Option<Choice> {
        let choice = self.script.decide(self.program, decision);
        for (key, queue) in &mut self.heard.borrow_mut().answers {
            let left = self.script.answers.get(key).map_or(0, VecDeque::len);
            queue.truncate(left);
        }
        Some(choice).filter(|c| fits(decision, *c))
    }
}

/// Whether an answer is one that a decision offers. Places and facings beside those shown may do as well.
pub(super) fn fits(d: &Decision, c: Choice) -> bool {
    let free = matches!(d.wanted, Wanted::Place | Wanted::Facing) || (c == NONE_CHOICE && d.options.is_empty());
    free || d.options.contains(&c)
}
