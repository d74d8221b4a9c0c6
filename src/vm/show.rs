//! Values and actions as people read them.

use super::cast::NONE;
use super::decide::{Choice, Wanted};
use super::machine::Game;
use super::position::World;
use crate::ir::{Id as _, ListRowNo, Measure, Pick, ProcNo, StateNo, Type};
use crate::num;
use crate::table;

/// In the place of a card of which it is not known which it is.
pub const UNSEEN: i64 = -3;

/// An option of a decision as a side reads it: of what lies in another's hand it does not see which card it is.
#[must_use]
pub fn show_seen(game: Game<'_>, world: &World, side: i64, (wanted, option): (Wanted, Choice)) -> String {
    let hidden = wanted == Wanted::Thing && world.holder(game.program, option.value).is_some_and(|owner| owner != side);
    if hidden { show(game, UNSEEN) } else { show_option(game, wanted, option) }
}

/// A value as people read it.
#[must_use]
pub fn show(game: Game<'_>, value: i64) -> String {
    if value == UNSEEN {
        return "a card".into();
    }
    if value == NONE {
        return "none".into();
    }
    if let Some(row) = Pick::row_of(value) {
        return game.program.rows.get(row).map_or_else(String::new, |r| r.name.clone());
    }
    if let Some(edge) = table::unpack_edge(value) {
        return edge.map_or("nearest edge".into(), |e| format!("{e:?} edge").to_lowercase());
    }
    if let Some(p) = table::unpack_place(value) {
        return format!("{}, {}", num::Measure::from_thousandths(i64::from(p.x)), num::Measure::from_thousandths(i64::from(p.y)));
    }
    game.cast.ent(value).map_or_else(|| value.to_string(), |e| e.name.clone())
}

/// A value as its type is read.
#[must_use]
pub fn show_as(game: Game<'_>, ty: &Type, is: i64) -> String {
    match ty {
        Type::Thing(_) | Type::Place | Type::Edge => show(game, is),
        Type::Row(_) => ListRowNo::of_value(is).and_then(|r| game.program.list_rows.get(r)).map_or(String::new(), |r| r.name.clone()),
        Type::State => StateNo::of_value(is).and_then(|s| game.program.book.states.get(s)).map_or(String::new(), |s| s.name.clone()),
        _ => show_typed(ty, is),
    }
}

/// An answer as people read it: facings by name or in degrees, fronts as numbers.
#[must_use]
pub fn show_answer(game: Game<'_>, wanted: Wanted, value: i64) -> String {
    match wanted {
        Wanted::Facing | Wanted::Way if table::unpack_place(value).is_none() && value != NONE => show_facing(value),
        Wanted::Front | Wanted::Number => value.to_string(),
        Wanted::Row if value != NONE => {
            let row = ListRowNo::of_value(value).and_then(|r| game.program.list_rows.get(r));
            row.map_or_else(|| value.to_string(), |r| r.name.clone())
        }
        Wanted::Formation if value != NONE => {
            let state = StateNo::of_value(value).and_then(|s| game.program.book.states.get(s));
            state.map_or_else(|| value.to_string(), |s| s.name.clone())
        }
        _ => show(game, value),
    }
}

/// A number as its type is read: lengths in inches, angles in degrees, facings by name.
#[must_use]
pub fn show_typed(ty: &Type, value: i64) -> String {
    match ty {
        Type::Number(Measure::Inches) => num::Measure::from_thousandths(value).to_string(),
        Type::Number(Measure::Degrees) => num::Measure::from_thousandths(value).to_string().replace('"', "°"),
        Type::Facing if value == NONE => "none".into(),
        Type::Facing => show_facing(value),
        _ => value.to_string(),
    }
}

/// A facing as people read it: a point of the compass by its name, others in degrees from north, clockwise.
fn show_facing(value: i64) -> String {
    let named = table::Facing::COMPASS.iter().find(|(_, way)| i64::from(way.0) == value);
    named.map_or_else(|| format!("{} degrees", (value * 360 + 32_768) / 65_536), |(name, _)| name.to_lowercase())
}

/// An option of a decision as people read it.
#[must_use]
pub fn show_option(game: Game<'_>, wanted: Wanted, option: Choice) -> String {
    match wanted {
        Wanted::Action => show_action(game, option),
        Wanted::YesNo => if option.value == 0 { "no" } else { "yes" }.to_owned(),
        _ => show_answer(game, wanted, option.value),
    }
}

/// An action as people read it.
#[must_use]
pub fn show_action(game: Game<'_>, choice: Choice) -> String {
    if choice.value == NONE {
        return "nothing more".into();
    }
    let name = ProcNo::of_value(choice.value).and_then(|p| game.program.procs.get(p)).map_or(String::new(), |p| p.name.clone());
    if choice.second == NONE {
        return name;
    }
    let form = game
        .program
        .forms
        .iter()
        .find(|f| f.state.value() == choice.second)
        .and_then(|f| game.program.book.states.get(f.state))
        .map(|s| s.name.clone());
    let blank = ProcNo::of_value(choice.value).and_then(|p| game.program.proc_heads.get(p)).and_then(|h| h.roles.get(1));
    let second = match form {
        Some(f) if blank.is_some_and(|r| r.ty == crate::ir::Type::State) => f,
        _ => show(game, choice.second),
    };
    format!("{name} {} {second}", blank.map_or("at", |r| r.prep.as_str()))
}
