//! Planted mistakes, each a small pack in `tests/diagnostics`, and how they are answered.

#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use grognard::floors::diag::Diagnostic;
use grognard::floors::findings::Renderer;
use grognard::floors::findings::{self, Record};
use grognard::floors::packs::{self, Loaded};
use grognard::floors::syntax::Rule;

const FOLDER: &str = "tests/diagnostics";
/// How the names of what the variants among them extend begin.
const PARENT: &str = "parent";

/// Every planted pack: a file, or a folder.
fn planted() -> Vec<String> {
    let mut out: Vec<String> = std::fs::read_dir(FOLDER)
        .expect("the folder is there")
        .map(|e| e.expect("readable").path())
        .filter(|p| p.is_dir() || p.extension().is_some_and(|e| e == "grog"))
        .map(|p| p.to_string_lossy().replace('\\', "/"))
        .filter(|p| !title(p).starts_with(PARENT))
        .collect();
    out.sort();
    assert!(out.len() >= 15, "fewer packs than were planted");
    out
}

fn found(path: &str) -> (Loaded, Vec<Diagnostic>) {
    let (_, loaded) = packs::open(path, None, packs::Scope::default());
    let (_, found) = findings::check(&loaded);
    (loaded, found)
}

fn title(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path).trim_end_matches(".grog")
}

/// The codes on the `-- expects:` line.
fn expected(loaded: &Loaded) -> Vec<String> {
    let texts = loaded.files.ids().map(|id| loaded.files.slice(loaded.files.whole(id)));
    let line = texts.flat_map(str::lines).find_map(|l| l.strip_prefix("-- expects: ")).unwrap_or_default();
    line.split(", ").map(str::to_owned).collect()
}

#[test]
fn each_mistake_is_found_and_nothing_else() {
    let mut wrong = Vec::new();
    for path in planted() {
        let (loaded, found) = found(&path);
        let codes: Vec<&str> = found.iter().map(|d| d.code.name()).collect();
        if codes != expected(&loaded) {
            wrong.push(format!("{path}: expected {:?}, found {codes:?}", expected(&loaded)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_answers_read_like_advice() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("diagnostics");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        let renderer = Renderer::new(100, false);
        for path in planted() {
            let (loaded, found) = found(&path);
            let drawn: Vec<String> = found.iter().map(|d| renderer.draw(&loaded.files, d)).collect();
            insta::assert_snapshot!(title(&path), drawn.join("\n\n"));
        }
    });
}

#[test]
fn messages_are_lower_case_without_full_stop_and_give_one_fix() {
    for path in planted() {
        for d in found(&path).1 {
            let texts = std::iter::once(&d.message).chain(&d.help);
            for text in texts {
                assert!(!text.ends_with('.'), "{path}: `{text}` ends with a full stop");
                assert!(!text.starts_with(char::is_uppercase), "{path}: `{text}` begins with a capital");
                for rule in Rule::all_rules() {
                    let name = format!("{rule:?}");
                    assert!(!name.contains('_') || !text.contains(&name), "{path}: `{text}` names the grammar's `{name}`");
                }
            }
            assert!(d.help.is_some(), "{path}: `{}` gives no fix", d.message);
            assert!(!d.span.is_empty(), "{path}: `{}` underlines nothing", d.message);
        }
    }
}

#[test]
fn as_json_each_has_file_line_and_column() {
    let (loaded, found) = found("tests/diagnostics/two-instead");
    let records: Vec<Record> = found.iter().map(|d| findings::record(&loaded.files, d)).collect();
    let json = serde_json::to_value(&records).expect("plain data");
    let first = &json[0];
    assert_eq!(first["code"], "conflict");
    assert_eq!(first["severity"], "error");
    assert_eq!(first["file"], "tests/diagnostics/two-instead/pack.grog");
    assert_eq!(first["line"], 13);
    assert_eq!(first["column"], 3);
    assert_eq!(first["labels"][0]["file"], "tests/diagnostics/two-instead/zeal.grog");
    assert_eq!(first["labels"][0]["line"], 2);
}
