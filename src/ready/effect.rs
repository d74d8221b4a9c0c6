//! What is offered, in the spoken form of the rules: what comes of it and what it costs.

use super::game::Course;
use super::pack::Ready;
use super::standing::of_thing;
use crate::explain::{meant, parts};
use crate::hir::{ProcId, RuleId};
use crate::ir::{Id as _, ProcNo, Type};
use crate::num::Measure;
use crate::speech::{Spoken, What, say};
use crate::table::unpack_place;
use crate::vm::{Choice, Decision, NONE, NONE_CHOICE, Wanted, show, show_typed};

/// What comes of saying yes, in the words of the rule or step that offers it; empty where no line of theirs says so.
#[must_use]
pub fn effect(ready: &Ready, course: &Course<'_>, d: &Decision) -> String {
    if d.wanted != Wanted::YesNo {
        return String::new();
    }
    let row = d.row.and_then(|row| course.game.program.rows.get(row));
    if let Some((row, rule)) = row.and_then(|row| Some((row, row.rule?))) {
        let lines = spoken(ready, &What::Rule(RuleId(rule.0)));
        let own = lines.iter().find(|l| l.at.span() == row.span);
        let offer = || lines.iter().find(|l| offers(l));
        return own.or_else(offer).map_or_else(String::new, |l| l.text.clone());
    }
    let words = course.label(d).replace('-', " ").to_lowercase();
    let Some(frame) = course.session.machine.frames.last().filter(|_| !words.is_empty()) else { return String::new() };
    let lines = spoken(ready, &What::Proc(ProcId(frame.proc.0)));
    let names = |l: &Spoken| l.text.replace('-', " ").to_lowercase().contains(&words);
    if let Some(line) = lines.iter().find(|l| names(l) && offers(l)) {
        return line.text.clone();
    }
    // a step's name stands above what it offers
    let Some((head, depth)) = lines.iter().enumerate().find(|(_, l)| l.depth > 0 && names(l)).map(|(i, l)| (i, l.depth)) else {
        return String::new();
    };
    let below = lines.iter().skip(head + 1).take_while(|l| l.depth > depth);
    below.filter(|l| offers(l)).map(|l| l.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// What is behind an option, in sentences: what an action does, how a thing stands, what the rules say of the name
/// under which it is shown.
#[must_use]
pub fn option(ready: &Ready, course: &Course<'_>, d: &Decision, (choice, name): (Choice, &str)) -> Vec<String> {
    if choice == NONE_CHOICE {
        return Vec::new();
    }
    let named = || meant(&ready.compiled, &parts(&ready.compiled), name).into_iter().flat_map(|p| p.speech.lines).collect();
    let lines: Vec<Spoken> = match d.wanted {
        Wanted::Action => ProcNo::of_value(choice.value).map_or_else(Vec::new, |p| spoken(ready, &What::Proc(ProcId(p.0)))),
        Wanted::Thing => match of_thing(course.game, &course.session, choice.value, d.side) {
            Some(line) => return vec![line],
            None => named(),
        },
        Wanted::Row | Wanted::Formation | Wanted::Name => named(),
        Wanted::Number | Wanted::Way | Wanted::YesNo | Wanted::Place | Wanted::Facing | Wanted::Front => Vec::new(),
    };
    lines.iter().map(|l| format!("{}{}", "  ".repeat(l.depth), l.text)).collect()
}

/// What players measure before they choose an option: how far off the target of an action is, and what a place lies in; empty if
/// there is nothing to measure.
#[must_use]
pub fn beside(course: &Course<'_>, d: &Decision, choice: Choice) -> String {
    let (game, world) = (course.game, &course.session.machine.world);
    if choice == NONE_CHOICE {
        return String::new();
    }
    let ask = game.ask(world, 0);
    match d.wanted {
        Wanted::Action => {
            let head = ProcNo::of_value(choice.value).and_then(|p| game.program.proc_heads.get(p));
            let aimed = head.and_then(|h| h.roles.get(1)).is_some_and(|r| matches!(r.ty, Type::Thing(_)));
            let there = |who: i64| ask.where_stands(who).is_some();
            if !aimed || choice.second == NONE || !there(d.who) || !there(choice.second) {
                return String::new();
            }
            // up to the next tenth, so that nothing seems within reach that is not
            let far = i64::from(ask.distance(d.who, choice.second)).saturating_add(99) / 100 * 100;
            format!("{} off", Measure::from_thousandths(far))
        }
        Wanted::Place => {
            let Some(at) = unpack_place(choice.value) else { return String::new() };
            let all: Vec<String> = ask.round(at).into_iter().map(|f| show(game, f)).collect();
            if all.is_empty() { String::new() } else { format!("in {}", all.join(" and ")) }
        }
        _ => String::new(),
    }
}

/// What an action costs whoever takes it, and of how much: `1 of 3 Breath`; empty if nothing.
#[must_use]
pub fn cost(course: &Course<'_>, d: &Decision, choice: Choice) -> String {
    let (game, world) = (course.game, &course.session.machine.world);
    let proc = ProcNo::of_value(choice.value).filter(|_| d.wanted == Wanted::Action && choice != NONE_CHOICE);
    let Some(p) = proc.and_then(|p| game.program.procs.get(p)) else { return String::new() };
    let ask = game.ask(world, 0);
    let mut regs = [0i64; 64];
    for (reg, is) in regs.iter_mut().zip([d.who, choice.second]) {
        *reg = is;
    }
    let each = p.costs.iter().map(|(count, of, amount)| {
        let (of, amount) = (ask.x(*of, &mut regs), ask.x(*amount, &mut regs));
        let has = world.cell(game.cast, of, *count);
        let known = game.program.book.counts.get(*count);
        let number = |n: i64| known.map_or_else(|| n.to_string(), |c| show_typed(&c.holds, n));
        let whose = if of == d.who { String::new() } else { format!(" of {}", show(game, of)) };
        format!("{} of {} {}{whose}", number(amount), number(has), known.map_or("", |c| c.name.as_str()))
    });
    each.collect::<Vec<_>>().join(", ")
}

fn spoken(ready: &Ready, what: &What) -> Vec<Spoken> {
    say(&ready.compiled.resolved.rules, what).lines
}

/// Whether a line says that somebody may do something.
fn offers(line: &Spoken) -> bool {
    line.text.split_whitespace().any(|word| matches!(word.trim_matches(','), "may" | "wishes" | "wish"))
}
