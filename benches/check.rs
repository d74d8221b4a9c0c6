//! What a check costs, stage by stage, against pest's parse of the same lines alone, in one run: `cargo bench --bench check`.
//!
//! Each figure is the fastest of several runs. Processes are timed whole, with all that a user waits for.

#![allow(clippy::expect_used, clippy::panic, reason = "a benchmark that cannot go on fails")]
#![allow(missing_docs, reason = "the rules that pest derives carry none")]

use std::fmt::Write as _;
use std::hint::black_box;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use comfy_table::{Table, presets};
use grognard::floors::ast;
use grognard::floors::findings;
use grognard::floors::intern::Names;
use grognard::floors::lower::lower;
use grognard::floors::packs::{self, Compiled, Scope};
use grognard::floors::resolve::resolve;
use grognard::floors::source::Files;
use grognard::floors::syntax::{self, Tree, TreeLine};
use pest::Parser as _;
use pest_derive::Parser;

/// The same grammar, without anything that is made of what it reads.
#[derive(Parser)]
#[grammar = "grammar/lexis.pest"]
#[grammar = "grammar/keywords.pest"]
#[grammar = "grammar/expressions.pest"]
#[grammar = "grammar/statements.pest"]
#[grammar = "grammar/items.pest"]
#[grammar = "grammar/declarations.pest"]
struct Alone;

/// As the program has it.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const PACK: &str = "rules/chosen-men";
const VARIANT: &str = "tests/variants/my-club.grog";

fn main() {
    // `cargo test` runs benches too, to see that they build
    if std::env::args().any(|a| a == "--test") {
        return;
    }
    stages();
    growth();
    processes();
}

/// The fastest of some runs.
fn fastest<T>(runs: usize, mut f: impl FnMut() -> T) -> Duration {
    let one = |_| {
        let begun = Instant::now();
        black_box(f());
        begun.elapsed()
    };
    (0..runs).map(one).min().unwrap_or_default()
}

fn millis(d: Duration) -> String {
    format!("{:.1} ms", d.as_secs_f64() * 1000.0)
}

/// Every line of a tree with the rule that it was read by.
fn lines<'a>(files: &'a Files, tree: &Tree, out: &mut Vec<(Rule, &'a str)>) {
    fn go<'a>(files: &'a Files, line: &TreeLine, out: &mut Vec<(Rule, &'a str)>) {
        if let Some(node) = &line.node {
            let name = format!("{:?}", node.rule);
            let rule = Rule::all_rules().iter().find(|r| format!("{r:?}") == name).expect("the same grammar");
            out.push((*rule, files.slice(line.span)));
        }
        line.below.iter().for_each(|l| go(files, l, out));
    }
    tree.lines.iter().for_each(|l| go(files, l, out));
}

/// What each stage of a check takes, and all of it, against the parse.
fn stages() {
    let (_, loaded) = packs::open(PACK, None, Scope::Everything);
    let files = &loaded.files;
    let trees: Vec<Tree> = files.ids().map(|id| syntax::tree(files, id).0).collect();
    let mut all = Vec::new();
    trees.iter().for_each(|t| lines(files, t, &mut all));
    let runs = 7;
    let alone = fastest(runs, || all.iter().map(|(rule, text)| Alone::parse(*rule, text).expect("it was read").count()).sum::<usize>());
    let syntax = fastest(runs, || files.ids().map(|id| syntax::tree(files, id)).collect::<Vec<_>>());
    let ast = fastest(runs, || {
        let mut names = Names::default();
        trees.iter().map(|t| ast::declarations(files, t, &mut names)).collect::<Vec<_>>()
    });
    let decls: Vec<_> = loaded.effective.decls.iter().filter(|d| !d.is_test()).cloned().collect();
    let resolving = fastest(runs, || resolve(loaded.names.clone(), &decls));
    let resolved = resolve(loaded.names.clone(), &decls);
    let lowering = fastest(runs, || lower(&resolved.rules));
    let compiling = fastest(runs, || loaded.compiled());
    let checking = fastest(runs, || findings::check(&loaded));
    // on one core: texts are read on as many as there are
    let whole = syntax + ast + checking;
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(["a check of Chosen Men, tests and all", "", "by pest alone"]);
    let rows = [
        ("pest alone", alone),
        ("syntax", syntax),
        ("ast", ast),
        ("resolve", resolving),
        ("graph and lower", lowering),
        ("resolve, graph, lower and the checks", compiling),
        ("the same, and what is no fault, musters, tests", checking),
        ("the whole", whole),
    ];
    for (what, time) in rows {
        table.add_row([what.to_owned(), millis(time), format!("{:.2}", time.as_secs_f64() / alone.as_secs_f64())]);
    }
    println!("{table}");
}

/// A pack of so many small parts.
fn pack(parts: usize) -> Files {
    let mut text = String::from("pack Grown 1.0\nkind band is group\nkind soul is piece of band\ncount AP of band starts 2\n");
    for n in 0..parts {
        // a name has letters only
        let name: String = format!("{n}").bytes().map(|b| char::from(b - b'0' + b'a')).collect();
        let _ = write!(
            text,
            "value Pace X{name} of band, inches = 6\"\n  Slow X{name}: - 1\" when band is Tired X{name}\nmarker Tired X{name} stays\n\
             condition Rested X{name} of band = not band is Tired X{name}\nkind trait{name} is rule of band\n\
             action Wait X{name} by band\n  cost 1 AP\n  needs Rested X{name} of band\n  step go: band gains Tired X{name}\n\
             \x20 step test: Nerve X{name} of band\n"
        );
        let nerve = format!("check Nerve X{name} of band: 2d6 >= 7\n  Calm X{name}: + 1 when band is Rested X{name}\n");
        let _ = writeln!(text, "{nerve}  passed: band loses Tired X{name}");
    }
    let mut files = Files::default();
    files.add("grown.grog", &text);
    files
}

/// How the time of a check grows with the pack.
fn growth() {
    let runs = 5;
    let times: Vec<Duration> = [200, 400, 800]
        .iter()
        .map(|n| {
            let files = pack(*n);
            let compiled = Compiled::of(&files);
            let told: Vec<String> = compiled.found.iter().map(|d| format!("{}: {}", files.place(d.span), d.message)).take(3).collect();
            assert!(told.is_empty(), "{told:?}");
            fastest(runs, || {
                let compiled = Compiled::of(&files);
                compiled.doubts(&files)
            })
        })
        .collect();
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(["a pack of small parts", "", "by the one before"]);
    let mut last = None;
    for (n, time) in [200, 400, 800].iter().zip(times) {
        let grown = last.map_or(String::new(), |l: Duration| format!("{:.2}", time.as_secs_f64() / l.as_secs_f64()));
        table.add_row([format!("{n} parts"), millis(time), grown]);
        last = Some(time);
    }
    println!("\n{table}");
}

/// What a user waits for.
fn processes() {
    let program = env!("CARGO_BIN_EXE_grognard");
    let check = fastest(9, || Command::new(program).args(["check", VARIANT]).output().expect("the program starts"));
    let first = fastest(9, || {
        let mut game = Command::new(program);
        let save = std::env::temp_dir().join("grognard-bench.json");
        game.args(["play", "--pack", PACK, "--first", "random", "--second", "random", "--seed", "1", "--save"]).arg(save);
        let mut child = game.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
        let begun = Instant::now();
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        let spent = begun.elapsed();
        let _ = child.kill();
        let _ = child.wait();
        spent
    });
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(["a process", ""]);
    table.add_row(["`check` of a variant of ten lines".to_owned(), millis(check)]);
    table.add_row(["`play` to its first line".to_owned(), millis(first)]);
    println!("\n{table}");
}
