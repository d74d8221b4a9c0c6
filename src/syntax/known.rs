//! What each sort of declaration has below it, and lines that say it in words of other books: the whole line is offered, as it is
//! written here.

use super::Rule;
use super::begins::HEADS;
use super::fault::Faulty;
use super::tree::again;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

/// What must stand behind the words of a line, so that it is meant.
#[derive(Clone, Copy)]
enum Rest {
    Name,
    Number,
    Length,
    Question,
    Once,
    Quoted,
}

/// Words with which other books begin a line, what it is called here, what is told, and what stands behind the words.
type Other = (&'static [&'static str], &'static str, &'static str, Rest);

/// Below what a pack declares with words of its own.
const OWN: &[Other] = &[
    (
        &["requires", "require", "required", "requirement", "prerequisite", "provided", "only if", "allowed if", "condition", "need"],
        "needs",
        "what must be so first is a line `needs`",
        Rest::Question,
    ),
    (&["price", "pays", "pay", "spends", "spend", "uses"], "cost", "what is paid for it is a line `cost`", Rest::Number),
    (
        &["limit", "limited to", "only", "max", "use", "used", "usable"],
        "",
        "how often something may be done is said with `once` alone",
        Rest::Once,
    ),
    (
        &["weapons", "weapon", "equipment", "gear", "wargear", "armed with", "equipped with", "wields", "bears"],
        "carries",
        "what somebody has with him is a line `carries`",
        Rest::Name,
    ),
    (
        &["special rules", "special rule", "traits", "trait", "abilities", "ability", "skills", "keywords", "rule"],
        "rules",
        "what holds for somebody is a line `rules`",
        Rest::Name,
    ),
    (
        &[
            "models",
            "members",
            "composition",
            "composed of",
            "made of",
            "made up of",
            "consists of",
            "contains",
            "includes",
            "comprises",
            "crew",
        ],
        "has",
        "who is in it is a line `has`",
        Rest::Number,
    ),
    (&["option", "upgrades", "choose from", "choices"], "options", "a list of options is named with `options`", Rest::Name),
];

const SCENE: &[Other] = &[
    (
        &["table", "size", "field", "battlefield", "map", "area", "table size", "board size"],
        "board",
        "how large the table is, is said with `board`",
        Rest::Length,
    ),
    (&["deploy", "deployment", "set up", "set-up", "sets up"], "setup", "how the sides are set up is a line `setup`", Rest::Name),
    (&["special rules", "special rule", "rule", "scenario rules"], "rules", "what holds there is a line `rules`", Rest::Name),
];

const FORCE: &[Other] = &[
    (
        &["entries", "list", "may take", "can take", "contains", "includes", "choose from"],
        "units",
        "who can be taken is a line `units`",
        Rest::Name,
    ),
    (&["ally", "allied", "allied with", "may ally with"], "allies", "whose units may be taken besides is a line `allies`", Rest::Name),
    (&["special rules", "special rule", "rule"], "rules", "what holds for all of it is a line `rules`", Rest::Name),
];

const RULING: &[Other] = &[
    (&["question", "q", "query", "unclear", "we ask"], "asks", "what is unclear is a line `asks`", Rest::Quoted),
    (
        &["we choose", "we use", "we take", "we say", "we read", "plays", "play"],
        "we play",
        "the reading in force is a line `we play`",
        Rest::Name,
    ),
    (&["alternative", "otherwise", "other", "else", "option"], "or", "each other reading is a line `or`", Rest::Name),
];

const TEST: &[Other] = &[
    (&["assert", "ensure", "verify", "check", "then", "require"], "expect", "what must be so is a line `expect`", Rest::Question),
    (&["rolls", "roll", "dice", "thrown", "set dice"], "given", "what dice show is a line `given`", Rest::Name),
];

/// Words for how long a game lasts.
const TURNS: &[&str] = &["turn", "turns", "round", "rounds", "lasts", "last", "duration"];
/// What a pack declares with words of its own, though the language has words for it too.
const OWN_SORTS: &[&str] = &["action", "rule", "unit"];

/// What stands below a declaration that begins with this word; nothing if that is not known.
#[must_use]
pub fn lines_of(word: &str) -> &'static str {
    match word {
        "pack" => "`measure`, `coherency`, `movement`, `actions`, `simultaneous`, `legal` and `always` lines",
        "deck" | "hand" | "tray" => "the cards that it holds, such as `Rain 2`",
        "many" | "table" => "rows",
        "value" | "condition" => "what changes it, such as `Name: + 1 if ...`",
        "pool" => "`dice`, `each d6 hits on ...`, `natural ...`, `passes with ...` and contributions",
        "roll" => "contributions, and lines such as `1 to 2: ...`",
        "check" => "`natural ...`, contributions, and lines such as `failed by 1 to 2: ...`",
        "opposed" => "contributions, and lines such as `difference 2 or more: ...`",
        "marker" => "when it ends, and rules",
        "formation" => "`shape ...`, `gains ...` and rules",
        "terrain" => "what it costs, blocks and shelters; a rule of its own asks who `is in` it",
        "manner" => "what else whoever moves so does, such as `Name: keeping 1\" from enemy unit`",
        "turn" | "phase" | "procedure" => "steps: put what happens in a `step`",
        "test" => "`use`, `given`, `answer`, `do` and `expect`",
        "situation" => "a board, turns, sides, scenery, rules and `use`",
        "scenario" => "a board, turns, `setup`, rules and what lies where",
        "force" => "units, allies, rules and what makes a side legal",
        "options" => "options, such as `option Lantern: 1 model 3 pts, carries Lantern`",
        "columns" => "columns, such as `Trade` or `Actions in AP`",
        _ => "",
    }
}

/// What a line that goes wrong behind its first word is like.
const FORMS: &[(&str, &str)] = &[
    ("board", "board 48\" x 36\""),
    ("turns", "turns 6"),
    ("setup", "setup NAME"),
    ("cost", "cost 1 NAME"),
    ("needs", "needs NAME: ... is ..."),
    ("once", "once per turn"),
    ("has", "has 1 NAME leader, 5 NAME"),
    ("carries", "carries NAME, NAME"),
    ("rules", "rules NAME, NAME"),
    ("option", "option NAME: 1 NAME as NAME 5 pts"),
    ("options", "options NAME, at most 2"),
    ("units", "units NAME 0-1, NAME"),
    ("allies", "allies NAME"),
    ("shape", "shape ranks 2, front 3 to 5, otherwise NAME"),
    ("given", "given NAME 4 5"),
    ("use", "use NAME = NAME"),
    ("natural", "natural 6 hits"),
    ("asks", "asks \"...?\""),
];

/// The word that a declaration begins with, of its text.
pub(super) fn declared_by(above: &str) -> &str {
    let word = above.split_whitespace().find(|w| !matches!(*w, "amend" | "replace" | "secret"));
    word.unwrap_or("")
}

/// What a line says in other words, where that stands in it, and how it is said here.
pub(super) struct Said {
    length: usize,
    message: String,
    help: String,
}

impl Said {
    pub fn told(self, start: usize) -> Diagnostic {
        Diagnostic::new(Code::ItemWord, Span::new(start, start + self.length), self.message).help(self.help)
    }
}

/// What a line below a declaration says in words of other books, if it does. `above` is the declaration up to the line.
pub(super) fn said(above: &str, line: &str) -> Option<Said> {
    let head = declared_by(above);
    let others = match head {
        "" => return None,
        "scenario" | "situation" => SCENE,
        "force" => FORCE,
        "ruling" => RULING,
        "test" => TEST,
        word if word == "record" || HEADS.contains(&word) && !OWN_SORTS.contains(&word) => return None,
        _ => OWN,
    };
    let line = uncited(super::layout::strip_comment(line));
    let line = line.as_str();
    if matches!(head, "scenario" | "situation")
        && let Some(said) = turns(line)
    {
        return Some(said);
    }
    others.iter().find_map(|(words, now, why, rest)| {
        // the longest first: `table size` is no table
        let word = words.iter().filter(|word| behind(line, word).is_some()).max_by_key(|word| word.len())?;
        let more = behind(line, word)?;
        let whole = format!("{now} {more}");
        let whole = whole.trim_start();
        fits(*rest, more, whole).then(|| Said { length: word.len(), message: (*why).to_owned(), help: format!("write `{whole}`") })
    })
}

/// A line without what it cites, its words one space apart.
fn uncited(line: &str) -> String {
    let said = line.trim_end().strip_suffix(']').and_then(|l| l.rsplit_once('[')).map_or(line, |(said, _)| said);
    said.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands behind words that a line begins with.
fn behind<'l>(line: &'l str, words: &str) -> Option<&'l str> {
    let rest = line.strip_prefix(words)?;
    let rest = rest.strip_prefix(':').unwrap_or(rest).strip_prefix(' ')?;
    Some(rest.trim()).filter(|rest| !rest.is_empty())
}

/// Whether what stands behind the words is such as belongs there. `whole` is the line as it is written here.
fn fits(rest: Rest, more: &str, whole: &str) -> bool {
    let line = || [Rule::item_line, Rule::deck_line].iter().any(|rule| again(*rule, whole, 0).is_some());
    match rest {
        Rest::Name => more.starts_with(|c: char| c.is_uppercase()) && line(),
        Rest::Number | Rest::Length => more.starts_with(|c: char| c.is_ascii_digit()) && line(),
        Rest::Question => line(),
        Rest::Once => more.starts_with("once per ") && line(),
        Rest::Quoted => more.starts_with('"') && line(),
    }
}

/// `lasts 6 turns`, `6 rounds`, `game length 6 turns`
fn turns(line: &str) -> Option<Said> {
    let words: Vec<&str> = line.split([' ', ':']).filter(|w| !w.is_empty()).collect();
    let number = |w: &&&str| w.bytes().all(|b| b.is_ascii_digit());
    let [many] = words.iter().filter(number).collect::<Vec<_>>()[..] else { return None };
    let small = words.iter().filter(|w| !number(w)).all(|w| w.bytes().all(|b| b.is_ascii_lowercase()));
    let first = words.first()?;
    let length = if first == many { line.len() } else { first.len() };
    let own = *first == "turns" && words.len() == 2;
    (small && !own && words.iter().any(|w| TURNS.contains(w))).then(|| Said {
        length,
        message: "how many turns are played is said with `turns`".to_owned(),
        help: format!("write `turns {many}`"),
    })
}

impl Faulty<'_> {
    /// A line below a declaration in words of other books.
    pub fn said_below(&self) -> Option<Diagnostic> {
        let said = said(self.around.above, self.code).filter(|_| !self.head)?;
        Some(self.found(Code::ItemWord, 0, said.length, said.message, said.help))
    }

    /// A first word with which no line of its declaration begins.
    pub fn no_line_of(&self) -> Option<Diagnostic> {
        let (first, head) = (self.first(), declared_by(self.around.above));
        let lines = Some(lines_of(head)).filter(|lines| !lines.is_empty() && !self.head)?;
        let small = first.starts_with(|c: char| c.is_ascii_lowercase());
        let second = self.code.split_whitespace().nth(1).unwrap_or("");
        let early = self.at <= first.len() + 1 + second.len();
        // what is deeper than a line of a declaration is a sentence
        let directly = self.around.above.lines().nth(1).is_none_or(|line| {
            let depth = |line: &str| line.len() - line.trim_start().len();
            depth(line) == self.depth()
        });
        (small && early && directly && !Self::begins_lines(first)).then(|| {
            let article = if head.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
            let message = format!("{article} {head} has no line that begins with `{first}`");
            self.found(Code::ItemWord, 0, first.len(), message, format!("below {article} {head} stand {lines}"))
        })
    }

    /// How far the line is indented, as the text above it ends.
    fn depth(&self) -> usize {
        let above = self.around.above;
        above.rfind('\n').map_or(0, |i| above.len() - i - 1)
    }

    /// The form of a line that begins as one of the language does, and cannot be read.
    pub(super) fn form(&self) -> Option<String> {
        let (word, form) = FORMS.iter().find(|(word, _)| *word == self.first() && !self.head)?;
        Some(format!("a line `{word}` is like this: `{form}`"))
    }
}
