//! Two rosters and a scenario to a game about to begin.

use super::price::called;
use super::problem::Problem;
use super::{Builder, Entries, Roster, Scenario, price, world};
use crate::ir::{ProcNo, Program};
use crate::vm::{Cast, World};

/// Musters both sides on the table of a scenario: the cast, the world before the first turn, and the procedure that
/// sets the game up.
///
/// # Errors
/// All that is wrong with either roster, or a scenario that does not say how it begins.
pub fn setup_game(
    program: &Program,
    entries: &Entries,
    scenario: &Scenario,
    rosters: [&Roster; 2],
) -> Result<(Cast, World, ProcNo), Vec<Problem>> {
    let problems: Vec<Problem> = rosters.iter().filter_map(|r| price(entries, r).err()).flatten().collect();
    if !problems.is_empty() {
        return Err(problems);
    }
    let Some(setup) = scenario.setup else {
        return Err(vec![Problem::new(
            format!("`{}` does not say how it begins", scenario.name),
            "name a procedure after `setup` in the scenario",
        )]);
    };
    let one = |p: Problem| vec![p];
    let mut b = Builder::new(program, entries);
    let [first, second] = &rosters;
    let other = if first.name == second.name { format!("the other {}", second.name) } else { second.name.clone() };
    let sides = [b.side(&first.name), b.side(&other)];
    for (side, roster) in sides.iter().zip(rosters) {
        b.force(*side, &roster.force).map_err(one)?;
        b.allow(*side, roster.points);
        let Some(force) = entries.force(&roster.force) else { continue };
        for (index, picked) in roster.units.iter().enumerate() {
            let name = called(entries, force, picked);
            b.unit(*side, &picked.entry, &picked.options, &name, None).map_err(|p| vec![p.of(&name, index)])?;
        }
    }
    place(&mut b, scenario).map_err(one)?;
    let (cast, leaders) = b.finish();
    let world = world(program, &cast, &leaders);
    Ok((cast, world, setup))
}

/// Lays out the table of a scenario. Until the rules say otherwise, the first zone is the first side's.
///
/// # Errors
/// When there is no room for its features.
pub fn place(b: &mut Builder<'_>, scenario: &Scenario) -> Result<(), Problem> {
    if let Some((width, depth)) = scenario.board {
        b.board(width, depth);
    }
    for (side, zone) in (1..=2).zip(scenario.places.iter().filter(|p| p.zone)) {
        b.zone(side, zone.shape.clone());
    }
    b.turns(scenario.turns.unwrap_or(0));
    for p in &scenario.places {
        let ent = b.feature(&p.name, p.kind, p.shape.clone(), p.terrains.clone(), p.level)?;
        b.tagged(ent, &p.tags);
        if p.aside {
            b.set_aside(ent);
        }
    }
    for rule in &scenario.rules {
        b.play_by(*rule);
    }
    Ok(())
}
