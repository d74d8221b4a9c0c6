//! Asks the program about an input, and judges its answer.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::make::{Case, Want};

/// How long the program may be busy: a dev build is slower, and other tests run beside it.
pub const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 15 } else { 4 });

/// Kilobytes of address space: more is another's.
const SPACE: usize = 8 << 20;

/// Kilobytes of stack that a small thread has.
const SMALL_STACK: usize = 1024;

/// What the program answered.
pub struct Answer {
    /// How it ended; none if it was stopped, or ended itself by a signal.
    pub code: Option<i32>,
    /// Whether it was stopped since it took too long.
    pub late: bool,
    /// How long it took.
    pub took: Duration,
    /// How long it was busy: others may want the machine too.
    pub busy: Duration,
    /// The most memory that it held, in kilobytes, as far as that was seen.
    pub memory: usize,
    pub out: String,
    pub err: String,
}

/// The program: the one that was built, or the one that somebody names.
fn program() -> PathBuf {
    std::env::var_os("GROGNARD_BIN").map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_grognard")), PathBuf::from)
}

/// A file for one input.
pub struct Input {
    folder: tempfile::TempDir,
}

impl Input {
    pub fn new(bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("hostile.grog"), bytes).expect("it can be written");
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Calls the program in the folder of the input; it is stopped when patience ends.
    pub fn ask(&self, words: &[&str], small_stack: bool, patience: Duration) -> Answer {
        let stack = if small_stack { format!("ulimit -s {SMALL_STACK}; ") } else { String::new() };
        let script = format!("ulimit -v {SPACE}; {stack}exec \"$0\" \"$@\"");
        let from = Instant::now();
        let mut child = Command::new("sh")
            .args(["-c", &script])
            .arg(program())
            .args(words)
            .arg("hostile.grog")
            .current_dir(self.folder.path())
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(File::create(self.path("out")).expect("a file"))
            .stderr(File::create(self.path("err")).expect("a file"))
            .spawn()
            .expect("the program starts");
        let (code, late, seen) = wait(&mut child, from, patience);
        let took = from.elapsed();
        let busy = if seen.known { seen.busy } else { took };
        let text = |name: &str| {
            let mut bytes = Vec::new();
            let _ = File::open(self.path(name)).and_then(|mut f| f.read_to_end(&mut bytes));
            String::from_utf8_lossy(&bytes).into_owned()
        };
        Answer { code, late, took, busy, memory: seen.memory, out: text("out"), err: text("err") }
    }
}

/// What was seen of a process while it ran, where the system tells it.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    known: bool,
    /// The most memory that it held, in kilobytes.
    memory: usize,
    busy: Duration,
}

impl Seen {
    /// Looks again; what a process that is gone has done is not told any more.
    fn look(&mut self, id: u32) {
        let folder = Path::new("/proc").join(id.to_string());
        let status = fs::read_to_string(folder.join("status")).unwrap_or_default();
        let held = status.lines().find_map(|l| l.strip_prefix("VmHWM:")).and_then(|l| l.split_whitespace().next());
        let stat = fs::read_to_string(folder.join("stat")).unwrap_or_default();
        // the name of the program stands in brackets; times are in hundredths of a second
        let ticks =
            stat.rsplit_once(')').map(|(_, rest)| rest.split_whitespace().skip(11).take(2).flat_map(str::parse::<u64>).sum::<u64>());
        if let Some(held) = held.and_then(|n| n.parse().ok()) {
            self.memory = self.memory.max(held);
        }
        if let Some(ticks) = ticks {
            self.known = true;
            self.busy = self.busy.max(Duration::from_millis(ticks * 10));
        }
    }
}

/// Waits for the end; how it was, whether it was stopped, and what was seen of it.
fn wait(child: &mut Child, from: Instant, patience: Duration) -> (Option<i32>, bool, Seen) {
    let mut seen = Seen::default();
    loop {
        seen.look(child.id());
        if let Some(status) = child.try_wait().expect("it can be waited for") {
            return (status.code(), false, seen);
        }
        // others may have the machine, and it may wait for something
        if from.elapsed() > patience && (!seen.known || seen.busy > patience || from.elapsed() > patience * 10) {
            let _ = child.kill();
            let _ = child.wait();
            return (None, true, seen);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

impl Answer {
    /// What is wrong with any answer, whatever was asked, so that no more can be looked at.
    fn broken(&self) -> Option<String> {
        if self.late {
            return Some(format!("no answer in {:.0} s", self.busy.as_secs_f64()));
        }
        let said = self.err.lines().find(|l| ["panicked at", "overflow", "allocation"].iter().any(|w| l.contains(w)));
        let said: String = said.unwrap_or_default().trim().chars().take(200).collect();
        match self.code {
            Some(0..=2) if said.contains("panicked at") => Some(format!("panic: {said}")),
            Some(0..=2) if self.out.trim().is_empty() && self.err.trim().is_empty() => Some("silence".into()),
            Some(0..=2) => None,
            Some(code) => Some(format!("exit code {code}: {said}")),
            None => Some(format!("ended by a signal: {said}")),
        }
    }
}

/// How a case is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    Text,
    Json,
    /// As JSON, with a name misspelt besides, which must be told.
    Slip,
    /// As text, in a thread of a small stack.
    SmallStack,
}

impl How {
    pub const ALL: [Self; 4] = [Self::Text, Self::Json, Self::Slip, Self::SmallStack];

    /// As the tests call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Slip => "slip",
            Self::SmallStack => "small_stack",
        }
    }
}

/// What is wrong with the answer to a case, if anything is; and the slowest answer.
pub fn judge(case: &Case, how: How, limit: Duration, patience: Duration) -> (Option<String>, Answer) {
    let (asked, slip) = match how {
        How::Slip => {
            let (with, line) = case.with_slip();
            (with, Some(line))
        }
        _ => (case.clone(), None),
    };
    let input = Input::new(&asked.bytes);
    let words: &[&str] = if matches!(how, How::Json | How::Slip) { &["check", "--json"] } else { &["check"] };
    let answer = input.ask(words, how == How::SmallStack, patience);
    let mut bad: Vec<String> = answer.broken().into_iter().collect();
    if bad.is_empty() {
        if answer.busy > limit {
            bad.push(format!("{:.1} s", answer.busy.as_secs_f64()));
        }
        bad.extend(match how {
            How::Json | How::Slip => json(&asked.want, &answer, slip),
            How::Text | How::SmallStack => text(&asked.want, &answer).or_else(|| run(&input, &asked.want, &answer, how, patience)),
        });
    }
    let bad = (!bad.is_empty()).then(|| bad.join("; "));
    (bad, answer)
}

/// What is wrong with an answer as JSON.
fn json(want: &Want, answer: &Answer, slip: Option<usize>) -> Option<String> {
    let Ok(value) = serde_json::from_str::<Value>(&answer.out) else { return Some("no JSON".into()) };
    let none = Vec::new();
    let all = value.as_array().unwrap_or(&none);
    let line = |d: &Value| d["line"].as_u64().and_then(|n| usize::try_from(n).ok());
    // of a file that is refused whole, nothing within is told
    let whole = |d: &&Value| d["message"].as_str().is_some_and(|m| m.starts_with("this file has ") || m.contains("cannot be read"));
    if let Some(slip) = slip.filter(|_| !all.iter().any(|d| whole(&d))) {
        let told = |d: &Value| line(d) == Some(slip) && d["message"].as_str().is_some_and(|m| m.contains("Shakn"));
        if !all.iter().any(told) {
            let first: String = all.first().map_or("", |d| d["message"].as_str().unwrap_or_default()).chars().take(100).collect();
            return Some(format!("the misspelling is not told among {}: {first}", all.len()));
        }
    }
    let errors = || all.iter().filter(|d| d["severity"] == "error");
    let text = |d: &Value, key: &str| d[key].as_str().unwrap_or_default().to_owned();
    let messages = || errors().map(|d| format!("{}: {}", text(d, "message"), text(d, "here"))).collect::<Vec<_>>().join("\n");
    // what finds no room is told of the test that it is in
    let blamed = |d: &Value| d["code"] == "test" && !text(d, "message").contains("too much");
    match want {
        Want::Fails(_) => (answer.code != Some(0) && slip.is_none()).then(|| format!("refused: {}", messages())),
        Want::Sound if slip.is_some() || answer.code == Some(0) => None,
        Want::Sound if errors().any(blamed) => Some(format!("a test is blamed: {}", messages())),
        Want::Sound => unlimited(&messages()),
        Want::Refused(words) => (!messages().contains(words)).then(|| "another message".into()),
        Want::Told(lines) => {
            let told: Vec<usize> = errors().filter_map(line).collect();
            let missing: Vec<&usize> = lines.iter().filter(|l| !told.contains(l)).collect();
            if told.is_empty() {
                Some("nothing is told".into())
            } else if missing.is_empty() {
                None
            } else {
                Some(format!("not told of lines {missing:?}"))
            }
        }
        Want::Findings(n) => {
            let told = errors().count() - usize::from(slip.is_some());
            (told != *n).then(|| format!("{told} of {n} findings"))
        }
    }
}

/// Whether a refusal of what is sound does not say what there is too much of.
fn unlimited(messages: &str) -> Option<String> {
    let said = messages.lines().find(|l| l.contains('×')).or_else(|| messages.lines().next()).unwrap_or_default();
    let limits = ["too ", "more than", "at most"];
    (!limits.iter().any(|l| messages.contains(l))).then(|| format!("refused: {}", said.trim().chars().take(80).collect::<String>()))
}

/// What is wrong with an answer as text.
fn text(want: &Want, answer: &Answer) -> Option<String> {
    match want {
        Want::Fails(_) => (answer.code != Some(0)).then(|| "refused".into()),
        Want::Sound if answer.code == Some(0) => None,
        Want::Sound if answer.out.lines().any(|l| l == "test") && !answer.out.contains("too much") => Some("a test is blamed".into()),
        Want::Sound => unlimited(&answer.out),
        Want::Refused(words) => (!answer.out.contains(words)).then(|| "another message".into()),
        Want::Told(_) if answer.code == Some(0) => Some("it is called sound".into()),
        Want::Told(lines) => {
            let said = format!("{}{}", answer.out, answer.err);
            let missing: Vec<&usize> = lines.iter().filter(|l| !said.contains(&format!("hostile.grog:{l}:"))).collect();
            (!missing.is_empty()).then(|| format!("not told of lines {missing:?}"))
        }
        Want::Findings(n) => {
            let number = n.to_string();
            let last = answer.out.lines().last().unwrap_or_default().replace([',', '\''], "");
            (!last.contains(&number)).then(|| format!("{n} findings are not counted: {last}"))
        }
    }
}

/// What is called sound runs, and comes to what its tests expect: else something was wrong and nobody was told.
fn run(input: &Input, want: &Want, answer: &Answer, how: How, patience: Duration) -> Option<String> {
    if answer.code != Some(0) {
        return None;
    }
    let ran = input.ask(&["test"], how == How::SmallStack, patience);
    let why = || {
        let lines = ran.out.lines().filter(|l| l.contains('×') || l.contains("── "));
        lines.map(|l| l.trim().chars().take(80).collect::<String>()).collect::<Vec<_>>().join(" ")
    };
    if let (None, Want::Fails(words)) = (ran.broken(), want) {
        let said = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        return (!said.contains(words)).then(|| format!("it does not fail so: {}", why()));
    }
    match ran.broken() {
        Some(broken) => Some(format!("called sound, and running it: {broken}")),
        None if ran.code != Some(0) => Some(format!("called sound, and wrong: {}", why())),
        None => None,
    }
}
