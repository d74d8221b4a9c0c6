//! Any text as a game on record: read, and played again as far as it leads. Its fingerprints are not compared: a text that is
//! tried has others.
#![no_main]

use grognard::floors::ready::papers;
use grognard::floors::muster::Scenario;
use grognard::floors::play::Record;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Ok(record) = serde_json::from_slice::<Record>(data) else { return };
    let _ = record.seals.changed(&record);
    let ready = &grognard_fuzz::ready().0;
    let Some(scenario) = Scenario::find(&ready.scenarios, &record.scenario) else { return };
    let Ok(table) = ready.table_of(scenario, papers(&record)) else { return };
    let mut answers = record.answers.iter();
    let _ = grognard_fuzz::play(&table, record.seed, usize::MAX, |_, _, _| answers.next().map(|a| a.choice));
});
