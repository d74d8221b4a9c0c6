//! What the texts mean, and nothing else, is in the fingerprint and in the speech. Texts that say the same in other words, in
//! another order or in another layout have one fingerprint and one speech; and whatever could be meant otherwise, wherever it
//! stands, changes both: no two different rules have one print or are said alike.
//!
//! Several kinds of variation are made at once where they leave each other as they are; a fault names all of them. How many
//! variations and mutations were made is seen with `--nocapture`. There are no exceptions: what a mutation does not
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
use grognard::floors::hir::fingerprint;
use rayon::prelude::*;

/// What a variation of a game means or says otherwise.
fn alike(game: &Game) -> Vec<String> {
    let layers = game.layers();
    let texts: Vec<(String, String)> = layers.iter().flatten().map(|t| (t.name.clone(), t.body.clone())).collect();
    let before = match said::compiled(&game.compiled, &texts) {
        Ok(before) => before,
        Err(wrong) => return wrong,
    };
    if game.whole() && before.fingerprint != fingerprint(&game.compiled.resolved.rules) {
        return vec![format!("{}: loaded and read it is not the same", game.name)];
    }
    let told: Vec<(String, Vec<String>)> = variations::variations()
        .into_par_iter()
        .map(|make| {
            let v = make(&layers);
            let kinds: Vec<String> = v.kinds.iter().map(|(what, places)| format!("{what} in {places} places")).collect();
            let what = format!("{}: {}", game.name, kinds.join(", "));
            let now = said::compiled(&game.compiled, &v.texts).map(|now| before.differences(&now, v.said));
            let faults: Vec<String> = now.unwrap_or_else(|wrong| wrong).iter().map(|f| format!("{what}: {f}")).collect();
            (format!("{what}: {} faults", faults.len()), faults)
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
    let packs = PACKS.par_iter().map(|p| Game::pack(p));
    let faults: Vec<String> = packs.chain(GAMES.par_iter().map(|g| Game::passages(g))).flat_map_iter(|g| alike(&g)).collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// What is printed or said alike in a game.
fn told_apart(game: &Game) -> Vec<String> {
    let told = mutants::told(&game.compiled.resolved.rules);
    println!("{}: {} mutations in {} declarations", game.name, told.changes, told.declarations);
    let mut faults: Vec<String> = told.faults.iter().map(|f| f.said(&game.files)).collect();
    // a passage that stands alone has a dozen declarations
    let least = if game.files.ids().count() == 1 { 40 } else { 400 };
    if told.changes < least {
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
