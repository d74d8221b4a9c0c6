//! The rule that `src/ARCHITECTURE.md` follows from text to instruction: each stage prints of it what is said there.
//!
//! `<!-- stage: NAME -->` stands above each block. White space and commas at the end of a list are not compared, so that
//! long lines may be broken. A block that no longer holds is shown as the stage prints it: paste that, if it is meant.

#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;

use grognard::floors::ast::shown;
use grognard::floors::diag::Diagnostic;
use grognard::floors::hir::print;
use grognard::floors::ir::Program;
use grognard::floors::packs::Compiled;
use grognard::floors::source::Files;
use grognard::floors::speech::{What, say};
use grognard::floors::syntax::{Node, tree};

const PAGE: &str = "src/ARCHITECTURE.md";
/// Slips, each with what is written and what is written in its place.
const SLIPS: &[(&str, &str, &str)] = &[("misspelt", "gain Tired", "gain Tird"), ("never", "is less than 5", "is less than 0")];

/// The blocks of the page that are of a stage, by its name.
fn blocks() -> BTreeMap<String, String> {
    let page = std::fs::read_to_string(PAGE).expect("the page is there");
    let mut out = BTreeMap::new();
    for part in page.split("<!-- stage: ").skip(1) {
        let (name, rest) = part.split_once(" -->\n```").expect("a block stands below");
        let (_, rest) = rest.split_once('\n').expect("a block has lines");
        let (block, _) = rest.split_once("\n```\n").expect("the fence is closed");
        assert!(out.insert(name.to_owned(), format!("{block}\n")).is_none(), "two blocks of `{name}`");
    }
    out
}

/// What a print says, however its lines are broken.
fn squeezed(text: &str) -> String {
    let bare: String = text.split_whitespace().collect();
    bare.replace(",)", ")").replace(",]", "]").replace(",}", "}")
}

fn compiled(text: &str) -> (Files, Compiled) {
    let mut files = Files::default();
    files.add("yard.grog", text);
    let compiled = Compiled::of(&files);
    (files, compiled)
}

/// A node with all that is in it.
fn nodes(node: &Node, files: &Files) -> String {
    let rule = format!("{:?}", node.rule);
    match node.kids.as_slice() {
        [] => format!("{rule} {:?}", node.text(files)),
        kids => format!("{rule}({})", kids.iter().map(|k| nodes(k, files)).collect::<Vec<_>>().join(", ")),
    }
}

/// The last line of the text.
fn last_line(files: &Files) -> String {
    let id = files.ids().next().expect("one file");
    let (tree, _) = tree(files, id);
    let line = tree.lines.last().and_then(|rule| rule.below.last()).expect("the line of a rule");
    nodes(line.node.as_ref().expect("it could be read"), files)
}

/// The instructions of what happens, and all that a program has for them.
fn code(program: &Program, name: &str) -> String {
    let proc = program.procs.all().iter().find(|p| p.name == name).expect("it happens");
    let mut out: Vec<String> = proc.code.iter().enumerate().map(|(n, op)| format!("{n}: {op:?}")).collect();
    out.extend(program.exs.all().iter().enumerate().map(|(n, ex)| format!("expression {n}: {ex:?}")));
    out.extend(program.sels.all().iter().enumerate().map(|(n, sel)| format!("description {n}: {sel:?}")));
    out.extend(program.book.states.all().iter().enumerate().map(|(n, state)| format!("state {n}: {}", state.name)));
    out.extend(program.rows.all().iter().enumerate().map(|(n, row)| format!("row {n}: {}", row.name)));
    out.join("\n")
}

fn told(files: &Files, found: &[Diagnostic]) -> String {
    let one = |d: &Diagnostic| {
        let help = d.help.as_ref().map_or(String::new(), |h| format!("; {h}"));
        format!("{}: {}: {}{help}", files.place(d.span), d.code.name(), d.message)
    };
    found.iter().map(one).collect::<Vec<_>>().join("\n")
}

/// What each stage makes of the last declaration of a text, which is a rule with one line.
fn stages(text: &str) -> BTreeMap<&'static str, String> {
    let (files, compiled) = compiled(text);
    assert!(compiled.found.is_empty(), "{}", told(&files, &compiled.found));
    let rules = &compiled.resolved.rules;
    let decl = compiled.effective.decls.last().expect("a rule");
    let rule = rules.rules.ids().last().expect("a rule");
    let line = rules.attaches.iter().find(|(_, a)| a.rule == Some(rule)).map(|(_, a)| a).expect("its line");
    let mut out = BTreeMap::from([
        ("tree", last_line(&files)),
        ("ast", shown(decl, &rules.names)),
        ("hir", print(rules, line)),
        ("graph", compiled.lowered.graph().show(rules)),
        ("ir", code(compiled.program(), "Jog")),
        ("speech", say(rules, &What::Rule(rule)).text()),
    ]);
    for (name, right, wrong) in SLIPS {
        assert!(text.contains(right), "`{right}` is not in the text");
        let (files, compiled) = self::compiled(&text.replace(right, wrong));
        let found = if compiled.found.is_empty() { compiled.doubts(&files) } else { compiled.found.clone() };
        out.insert(name, told(&files, &found));
    }
    out
}

#[test]
fn every_stage_prints_what_is_said() {
    let mut said = blocks();
    let text = said.remove("text").expect("the page has the text of a rule");
    let mut faults = Vec::new();
    for (name, print) in stages(&text) {
        let block = said.remove(name).unwrap_or_default();
        if squeezed(&block) != squeezed(&print) {
            faults.push(format!("the block `{name}` of {PAGE} is not what is printed:\n{print}"));
        }
    }
    assert!(said.is_empty(), "no stage is called {:?}", said.keys());
    assert!(faults.is_empty(), "\n{}", faults.join("\n\n"));
}
