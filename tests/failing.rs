//! The packs of `tests/failing`: tests that do not show what they seem to show. Each must fail, and say why; those
//! whose names begin with `but` show it, and must not.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use grognard::floors::findings::Renderer;
use grognard::floors::muster::Entries;
use grognard::floors::packs::Compiled;
use grognard::floors::source::Files;
use grognard::floors::trial::{Trial, run};

#[test]
fn tests_that_show_nothing_fail() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("failing");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for entry in std::fs::read_dir("tests/failing").expect("the folder is there") {
            let path = entry.expect("readable").path();
            if path.extension().is_none_or(|e| e != "grog") {
                continue;
            }
            let name = path.to_string_lossy().replace('\\', "/");
            let mut files = Files::default();
            files.add(&name, &std::fs::read_to_string(&path).expect("plain text"));
            let compiled = Compiled::of(&files);
            let book = compiled.book(&files);
            let (entries, more) = Entries::read(book);
            let faults: Vec<String> =
                compiled.found.iter().chain(&more).map(|d| format!("{}: {}", files.place(d.span), d.message)).collect();
            assert!(faults.is_empty(), "\n{}", faults.join("\n"));
            let trial = Trial { book, entries: &entries };
            let renderer = Renderer::new(100, false);
            let mut drawn = Vec::new();
            for verdict in run(&trial, |_| true) {
                let told = verdict.told();
                // the twin of one that fails
                if verdict.name.starts_with("but ") {
                    assert!(told.is_none(), "{name}: `{}` fails: {told:?}", verdict.name);
                    continue;
                }
                let told = told.unwrap_or_else(|| panic!("{name}: `{}` passes", verdict.name));
                drawn.push(renderer.draw(&files, &told));
            }
            let title = path.file_stem().expect("a file").to_string_lossy();
            insta::assert_snapshot!(title.as_ref(), drawn.join("\n\n"));
        }
    });
}
