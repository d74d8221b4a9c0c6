//! What the texts mean, and nothing else, is in the fingerprint and in the speech. Texts that say the same in other words, in
//! another order or in another layout have one fingerprint and one speech; and whatever could be meant otherwise, wherever it
//! stands, changes both: no two different rules have one print or are said alike.
//!
//! How many variations and mutations were made is seen with `--nocapture`. There are no exceptions: what a mutation does not
//! change is no mutation, and is mended where they are made.

#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test that cannot go on fails")]
#![allow(clippy::format_push_string, reason = "short texts")]

#[path = "meaning/games.rs"]
mod games;
mod layout;
#[path = "meaning/mutants.rs"]
mod mutants;
#[path = "meaning/said.rs"]
mod said;
#[path = "meaning/text.rs"]
mod text;
#[path = "meaning/variations.rs"]
mod variations;

use games::{GAMES, Game, PACKS};
use rayon::prelude::*;
use said::Meaning;

/// What a variation of a game means or says otherwise.
fn alike(game: &Game) -> Vec<String> {
    let layers = game.layers();
    let texts: Vec<(String, String)> = layers.iter().flatten().map(|t| (t.name.clone(), t.body.clone())).collect();
    let before = match said::compiled(&game.compiled, &texts) {
        Ok(before) => before,
        Err(wrong) => return wrong,
    };
    if before.fingerprint != Meaning::of(&game.compiled).fingerprint {
        return vec![format!("{}: loaded and read it is not the same", game.name)];
    }
    let told: Vec<(String, Vec<String>)> = variations::variations(&layers)
        .into_par_iter()
        .map(|v| {
            let now = said::compiled(&game.compiled, &v.texts).map(|now| before.differences(&now, v.said));
            let faults = now.unwrap_or_else(|wrong| wrong);
            let faults: Vec<String> = faults.iter().map(|f| format!("{}: {}: {f}", game.name, v.what)).collect();
            (format!("{}: {} in {} places, {} faults", game.name, v.what, v.places, faults.len()), faults)
        })
        .collect();
    told.into_iter()
        .flat_map(|(line, faults)| {
            println!("{line}");
            faults
        })
        .collect()
}

#[test]
fn texts_that_say_the_same_mean_the_same() {
    let games = PACKS.iter().map(|p| Game::pack(p)).chain(GAMES.iter().map(|g| Game::passages(g)));
    let faults: Vec<String> = games.flat_map(|g| alike(&g)).collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// What is printed or said alike in a game.
fn told_apart(game: &Game) -> Vec<String> {
    let told = mutants::told(&game.compiled.resolved.rules);
    println!("{}: {} mutations in {} declarations", game.name, told.changes, told.declarations);
    let mut faults: Vec<String> = told.faults.iter().map(|f| f.said(&game.files)).collect();
    if told.changes < 400 {
        faults.push(format!("only {} mutations of {}", told.changes, game.name));
    }
    faults
}

#[test]
fn whatever_is_meant_otherwise_in_packs_is_told_apart() {
    let faults: Vec<String> = PACKS.iter().flat_map(|p| told_apart(&Game::pack(p))).collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn whatever_is_meant_otherwise_in_passages_is_told_apart() {
    let faults: Vec<String> = GAMES.iter().flat_map(|g| told_apart(&Game::passages(g))).collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
