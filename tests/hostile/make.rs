//! Packs that nobody would write, each from a few words.

use std::fmt::Write as _;

#[path = "great.rs"]
mod great;

pub use great::{
    great_counts, great_memory, great_sums, large_number, many_choices, many_dice, many_put_aside, no_such_many, no_such_size,
};

/// What a case wants of the answer.
#[derive(Clone, Debug)]
pub enum Want {
    /// It is sound, but large: its tests pass, or it is refused for what is too much of it.
    Sound,
    /// It is refused with these words.
    Refused(&'static str),
    /// It is sound, and its tests fail with these words.
    Fails(&'static str),
    /// These lines, counted from 1, each with a finding.
    Told(Vec<usize>),
    /// So many findings, all of them in JSON, and their number in the text.
    Findings(usize),
}

/// An input, and what is wanted of the answer.
#[derive(Clone, Debug)]
pub struct Case {
    pub bytes: Vec<u8>,
    pub want: Want,
}

/// More than fits 16 bits.
pub const MANY: usize = 70_000;

/// As many lines as one file may have, about.
pub const FULL: usize = 20_000;

/// Those that the last of so many would be taken for if its number were cut to 16 bits, or to 8, and if it stopped at the
/// most of them.
fn others(n: usize) -> Vec<usize> {
    let last = n - 1;
    let mut all = vec![last - 1, last % 256];
    all.extend(last.checked_sub(65_536));
    all.extend((last > 65_535).then_some(65_535));
    all
}

/// The nouns of every case: a unit of one man on each side.
const NOUNS: &str = r#"pack Hostile
kind unit is group
kind model is piece of unit
  base  | is
  25 mm |
kind weapon is item of model
kind trait is rule of unit
columns of model
  Skill
count AP of unit in AP
marker Shaken of unit until removed
marker Initiative of side until removed
formation Loose of unit (the first)
  shape loose 0.5"
unit Band 10 pts
  profile | Skill
  Man     | 3
  has 1 Man leader
situation Field
  board 48" x 48"
  Red: One: Band at 10",10"
  Blue: Two: Band at 10",24"
"#;

/// A name that is misspelt, on a line of its own at the end of a file.
pub const SLIP: &str = "condition unit is Slip = unit is Shakn\n";

impl Case {
    fn new(bytes: impl Into<Vec<u8>>, want: Want) -> Self {
        Self { bytes: bytes.into(), want }
    }

    /// The nouns and this.
    fn pack(text: &str) -> Self {
        Self::new(format!("{NOUNS}{text}"), Want::Sound)
    }

    /// The nouns and this, of which each line is wrong that begins with one of the words.
    fn wrong(text: &str, words: &[&str]) -> Self {
        let whole = format!("{NOUNS}{text}");
        let first = NOUNS.lines().count();
        let lines = whole.lines().enumerate().skip(first).filter(|(_, l)| words.iter().any(|w| l.trim_start().starts_with(w)));
        let lines = lines.map(|(i, _)| i + 1).collect();
        Self::new(whole, Want::Told(lines))
    }

    /// The same with one name misspelt; and the line of it.
    pub fn with_slip(&self) -> (Self, usize) {
        let mut bytes = self.bytes.clone();
        let line = bytes.split(|b| *b == b'\n').count();
        bytes.extend_from_slice(SLIP.as_bytes());
        (Self { bytes, want: self.want.clone() }, line)
    }
}

/// So many texts, one after the other.
fn each(n: usize, mut one: impl FnMut(&mut String, usize)) -> String {
    let mut out = String::new();
    for i in 0..n {
        one(&mut out, i);
    }
    out
}

/// A test of what must hold.
fn test(does: &str, expects: &[String]) -> String {
    let mut out = "test \"it holds\" in Field\n".to_owned();
    if !does.is_empty() {
        let _ = writeln!(out, "  do {does}");
    }
    for e in expects {
        let _ = writeln!(out, "  expect {e}");
    }
    out
}

/// The last of so many is so, and those are not that it might be taken for.
fn only(n: usize, is: &str, is_not: &str) -> Vec<String> {
    others(n).iter().map(|i| format!("{is_not}{i}")).chain([format!("{is}{}", n - 1)]).collect()
}

// deep and wide

pub fn open_brackets() -> Case {
    Case::wrong(&format!("value Deep of unit = {}1\n", "(".repeat(100_000)), &["value Deep"])
}

pub fn closed_brackets() -> Case {
    let n = 100_000;
    Case::pack(&format!("value Deep of unit = {}1{}\n{}", "(".repeat(n), ")".repeat(n), test("", &["Deep of One is 1".into()])))
}

pub fn nots() -> Case {
    let nots = "not ".repeat(100_000);
    Case::pack(&format!("condition unit is Deep = {nots}unit is Shaken\n{}", test("", &["not (One is Deep)".into()])))
}

pub fn ors() -> Case {
    let ors = "unit is Shaken or ".repeat(100_000);
    Case::pack(&format!("condition unit is Wide = {ors}unit is Shaken\n{}", test("", &["not (One is Wide)".into()])))
}

pub fn braces() -> Case {
    Case::wrong(&format!("procedure Deep of unit\n  step go: {}\n", "{".repeat(100_000)), &["step go"])
}

pub fn nested_ifs() -> Case {
    let ifs = "if unit is Shaken: ".repeat(100_000);
    Case::pack(&format!("procedure Deep of unit\n  step go: {ifs}unit loses Shaken\n"))
}

pub fn indented_lines() -> Case {
    let lines = each(1_500, |out, i| {
        let _ = writeln!(out, "{:depth$}if unit is Shaken:", "", depth = i + 4);
    });
    Case::pack(&format!("procedure Deep of unit\n  step go:\n{lines}{:1504}unit loses Shaken\n", ""))
}

pub fn minuses() -> Case {
    let minuses = "- ".repeat(100_000);
    Case::pack(&format!("value Deep of unit = {minuses}1\n{}", test("", &["Deep of One is 1".into()])))
}

// long

pub fn long_sum() -> Case {
    let terms = "1 + ".repeat(250_000);
    Case::pack(&format!("value Long of unit = {terms}1\n{}", test("", &["Long of One is 250001".into()])))
}

/// As many terms as one line has room for.
pub fn full_sum() -> Case {
    Case::pack(&format!("value Long of unit = {}1\n{}", "1 + ".repeat(4_980), test("", &["Long of One is 4981".into()])))
}

/// As many questions.
pub fn full_or() -> Case {
    let ors = "unit is Shaken or ".repeat(1_100);
    Case::pack(&format!("condition unit is Wide = {ors}unit is Shaken\n{}", test("", &["not (One is Wide)".into()])))
}

/// As many as may stand in a row.
pub fn row_of_terms() -> Case {
    Case::pack(&format!("value Long of unit = {}1\n{}", "1 + ".repeat(499), test("", &["Long of One is 500".into()])))
}

/// A chain as long as it may be, each value as deep as a line goes.
pub fn deep_chain() -> Case {
    let n = 99;
    let chain = each(n, |out, i| {
        let _ = writeln!(out, "value V{i} of unit = {}V{} of unit{}", "(".repeat(60), i + 1, " + 1)".repeat(60));
    });
    Case::pack(&format!("{chain}value V{n} of unit = 7\n{}", test("", &[format!("V0 of One is {}", 7 + 60 * n)])))
}

/// Procedures each of which does the next, and two rules that meet the first.
pub fn met_calls(n: usize) -> Case {
    let all = each(n, |out, i| {
        let _ = writeln!(out, "procedure P{i} of unit\n  step go: P{} of unit", i + 1);
    });
    let rules = each(2, |out, i| {
        let _ = writeln!(out, "trait T{i} of unit\n  before P0 of me: P1 of me");
    });
    Case::pack(&format!("{all}procedure P{n} of unit\n  step go: unit gains 1 AP\n{rules}"))
}

pub fn long_name() -> Case {
    Case::pack(&format!("marker A{} until removed\n", "a".repeat(1_000_000)))
}

/// A fault beyond the 65,536th column.
pub fn far_fault() -> Case {
    let blanks = " ".repeat(MANY);
    Case::wrong(&format!("condition unit is Far = unit is Shaken{blanks}or unit is Hiden\n"), &["condition unit is Far"])
}

pub fn comments() -> Case {
    let whole = Case::pack(&"-- nothing is said here, and that at length\n".repeat(50_000_000 / 44));
    Case { want: Want::Refused("at most"), ..whole }
}

pub fn declarations() -> Case {
    let mut out = String::new();
    let mut i = 0;
    while out.len() < 50_000_000 {
        let _ = writeln!(out, "value V{i} of unit, in inches = {i}\" if unit is Shaken, otherwise 6\"");
        i += 1;
    }
    Case { want: Want::Refused("at most"), ..Case::pack(&out) }
}

pub fn not_utf8() -> Case {
    let mut bytes = format!("{NOUNS}-- caf").into_bytes();
    bytes.extend_from_slice(&[0xe9, b'\n']);
    Case::new(bytes, Want::Refused("UTF-8"))
}

// what hangs together

/// Rules that all happen before every action, of which the players choose the order.
pub fn any_order() -> Case {
    let nouns = NOUNS.replacen("pack Hostile\n", "pack Hostile\n  simultaneous in order chosen by the side with Initiative\n", 1);
    let rules = each(400, |out, i| {
        let _ = writeln!(out, "trait Rule{i} of unit\n  before any order by me: AP of me becomes {i} AP");
    });
    let actions = each(400, |out, i| {
        let _ = writeln!(out, "order Act{i} by unit\n  step go: unit gains 1 AP");
    });
    let expects = test("Act399 by One", &["AP of One is 1 AP".into()]);
    Case::new(format!("{nouns}kind order is action of unit\n{rules}{actions}{expects}"), Want::Sound)
}

pub fn chain() -> Case {
    let n = 5_000;
    let chain = each(n, |out, i| {
        let _ = writeln!(out, "value V{i} of unit = V{} of unit", i + 1);
    });
    Case::pack(&format!("{chain}value V{n} of unit = 7\n{}", test("", &["V0 of One is 7".into()])))
}

/// Asked naively, the last is worked out two to the sixtieth times.
pub fn doubling() -> Case {
    let n = 60;
    let values = each(n, |out, i| {
        let _ = writeln!(out, "value V{} of unit = V{i} of unit + V{i} of unit", i + 1);
    });
    Case::pack(&format!("value V0 of unit = 1\n{values}{}", test("", &[format!("V{n} of One is {}", 1u64 << n)])))
}

/// Each asks all the others.
pub fn circles() -> Case {
    let n = 41;
    let values = each(n, |out, i| {
        let others: Vec<String> = (0..n).filter(|j| *j != i).map(|j| format!("V{j} of unit")).collect();
        let _ = writeln!(out, "value V{i} of unit = {}", others.join(" + "));
    });
    // one circle told is enough: which one is not settled
    let whole = Case::pack(&values);
    Case { want: Want::Told(Vec::new()), ..whole }
}

// more than there are numbers for

pub fn markers(n: usize) -> Case {
    let last = n - 1;
    let all = each(n, |out, i| {
        let _ = writeln!(out, "marker M{i} until removed");
    });
    Case::pack(&format!("{all}{}", test(&format!("One gains M{last}"), &only(n, "One is M", "One is not M"))))
}

pub fn values(n: usize) -> Case {
    let last = n - 1;
    let all = each(n, |out, i| {
        let _ = writeln!(out, "value V{i} of unit = {i}");
    });
    let expects: Vec<String> = others(n).iter().chain(&[last]).map(|i| format!("V{i} of One is {i}")).collect();
    Case::pack(&format!("{all}{}", test("", &expects)))
}

pub fn procedures(n: usize) -> Case {
    let last = n - 1;
    let all = each(n, |out, i| {
        let _ = writeln!(out, "procedure P{i} of unit\n  step go: AP of unit becomes {i} AP");
    });
    Case::pack(&format!("{all}{}", test(&format!("P{last} of One"), &[format!("AP of One is {last} AP")])))
}

pub fn rules(n: usize) -> Case {
    let last = n - 1;
    let all = each(n, |out, i| {
        let _ = writeln!(out, "trait T{i} of unit\n  on Worth of me: + {i}");
    });
    let expects = test(&format!("One gains T{last}"), &[format!("Worth of One is {last}")]);
    Case::pack(&format!("value Worth of unit = 0\n{all}{expects}"))
}

pub fn rows(n: usize) -> Case {
    let last = n - 1;
    let all = each(n, |out, i| {
        let _ = writeln!(out, "  W{i} | {i}");
    });
    let expects: Vec<String> = others(n).iter().chain(&[last]).map(|i| format!("Weight of W{i} is {i}")).collect();
    Case::pack(&format!("many weapon | Weight\n{all}{}", test("", &expects)))
}

/// A word of small letters for each number.
fn letters(i: usize) -> String {
    i.to_string().bytes().map(|b| char::from(b - b'0' + b'a')).collect()
}

/// So many kinds of rules, each with one rule.
pub fn kinds(n: usize) -> Case {
    let all = each(n, |out, i| {
        let word = letters(i);
        let _ = writeln!(out, "kind sort-{word} is rule of unit\nsort-{word} R{i}\n  on Worth of me: + {i}");
    });
    let last = n - 1;
    let expects = test(&format!("One gains R{last}"), &[format!("Worth of One is {last}")]);
    Case::pack(&format!("value Worth of unit = 0\n{all}{expects}"))
}

/// So many kinds of groups, which the pack's own kinds stand before.
pub fn groups(n: usize) -> Case {
    let all = each(n, |out, i| {
        let _ = writeln!(out, "kind g{i} is group of unit");
    });
    Case::pack(&format!("{all}value Some of unit = count of g{} + count of unit\n{}", n - 1, test("", &["Some of One is 2".into()])))
}

pub fn counts(n: usize) -> Case {
    let last = n - 1;
    let all = each(n, |out, i| {
        let _ = writeln!(out, "count C{i} of unit");
    });
    let mut expects: Vec<String> = others(n).iter().map(|i| format!("C{i} of One is 0")).collect();
    expects.push(format!("C{last} of One is 5"));
    Case::pack(&format!("{all}{}", test(&format!("C{last} of One becomes 5"), &expects)))
}

pub fn tags(n: usize) -> Case {
    let last = n - 1;
    let all = each(n, |out, i| {
        let _ = writeln!(out, "tag T{i} of model, any for unit");
    });
    let nouns = NOUNS.replace("profile | Skill", "profile | Skill | is").replace("Man     | 3", &format!("Man     | 3 | T{last}"));
    Case::new(format!("{nouns}{all}{}", test("", &only(n, "One is T", "One is not T"))), Want::Sound)
}

/// A hundred results in each of seven hundred procedures, each of a name of its own.
pub fn labels(n: usize) -> Case {
    let last = n - 1;
    let all = each(n / 100, |out, p| {
        let _ = writeln!(out, "procedure P{p} of unit");
        for s in p * 100..p * 100 + 100 {
            let _ = writeln!(out, "  step s{s} = {s}");
        }
    });
    Case::pack(&format!("{all}{}", test(&format!("P{} of One", n / 100 - 1), &[format!("s{last} is {last}")])))
}

pub fn steps(n: usize) -> Case {
    let all = each(n, |out, i| {
        let _ = writeln!(out, "  step s{i}: unit gains 1 AP");
    });
    Case::pack(&format!("procedure Long of unit\n{all}{}", test("Long of One", &[format!("AP of One is {n} AP")])))
}

/// A hundred questions in each of seven hundred values, no two alike.
pub fn expressions(n: usize) -> Case {
    let all = each(n / 100, |out, v| {
        let terms: Vec<String> = (0..100).map(|t| format!("lesser of (AP of unit, {} AP)", v * 100 + t + 1)).collect();
        let _ = writeln!(out, "value V{v} of unit, in AP = {}", terms.join(" + "));
    });
    let expects = test("AP of One becomes 1 AP", &[format!("V{} of One is 100 AP", n / 100 - 1)]);
    Case::pack(&format!("{all}{expects}"))
}

/// So many descriptions in one procedure, each adding what it counts.
pub fn descriptions(n: usize) -> Case {
    let all = each(n, |out, i| {
        let _ = writeln!(out, "  step s{i}: AP of unit becomes AP of unit + (count of unit (the u{i}) where u{i} is not Shaken) x 1 AP");
    });
    Case::pack(&format!("procedure Long of unit\n{all}{}", test("Long of One", &[format!("AP of One is {} AP", 2 * n)])))
}

/// The same in what a test does.
pub fn descriptions_in_a_test(n: usize) -> Case {
    let lets: Vec<String> = (0..n).map(|i| format!("x{i} = count of unit (the u{i}) where u{i} is not Shaken")).collect();
    let sum = format!("for each unit: AP of One becomes AP of One + x{} x 1 AP", n - 1);
    Case::pack(&test(&format!("{}; {sum}", lets.join("; ")), &["AP of One is 4 AP".into()]))
}

/// A test that asks for as many results of steps as it does.
pub fn results_in_a_test(n: usize) -> Case {
    let all = each(n, |out, i| {
        let _ = writeln!(out, "procedure P{i} of unit\n  step s{i} = {i}");
    });
    let does: Vec<String> = (0..n).map(|i| format!("P{i} of One")).collect();
    let expects: Vec<String> = (0..n).map(|i| format!("s{i} is {i}")).collect();
    Case::pack(&format!("{all}{}", test(&does.join("; "), &expects)))
}

/// So many things named one after the other in one step.
pub fn registers(n: usize) -> Case {
    let all = each(n, |out, i| {
        let _ = writeln!(out, "    x{i} = AP of unit + {i} AP");
    });
    let last = n - 1;
    let sum = format!("    AP of unit becomes x0 + x{last}\n");
    Case::pack(&format!("procedure Long of unit\n  step go:\n{all}{sum}{}", test("Long of One", &[format!("AP of One is {last} AP")])))
}

/// So many conditions that hang on names that nobody knows.
pub fn findings() -> Case {
    let n = 20_000;
    let all = each(n, |out, i| {
        let _ = writeln!(out, "condition unit is C{i} = unit is Shakn{i}");
    });
    Case { want: Want::Findings(n), ..Case::pack(&all) }
}

/// Rules that all set one value, and nothing says which is over which.
pub fn setters(n: usize) -> Case {
    let all = each(n, |out, i| {
        let _ = writeln!(out, "trait T{i} of unit\n  on Worth of me: it is {i}");
    });
    Case::pack(&format!("value Worth of unit = 0\n{all}"))
}

/// Procedures each of which does the next.
pub fn calls(n: usize) -> Case {
    let all = each(n, |out, i| {
        let _ = writeln!(out, "procedure P{i} of unit\n  step go: P{} of unit", i + 1);
    });
    Case::pack(&format!("{all}procedure P{n} of unit\n  step go: unit gains 1 AP\n"))
}

/// Two names of as many letters as a line has, one of which is nothing.
pub fn long_names() -> Case {
    let long = "a".repeat(19_000);
    Case::wrong(&format!("marker M{long} until removed\ncondition unit is C = unit is N{long}\n"), &["condition unit is C"])
}
