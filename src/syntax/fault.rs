//! Turns "could not go on here" into advice.

use super::Rule;
use super::begins::{FIRST_WORDS, HEADS};
use super::door::{self, Stuck, is_reserved};
use super::layout::strip_comment;
use super::tries::tries;
use crate::diag::{Code, Diagnostic, nearest};
use crate::source::Span;

/// Words that English would put there: the word before if it matters, the word, and what is written here instead.
const ENGLISH: &[(&str, &str, &str)] = &[
    ("", "must", "leave it out, and whose duty it is: what is written here is done"),
    ("may", "not", "leave it out: `no ...` before it says already that nobody may"),
    ("", "gain", "write `gains`"),
    ("", "lose", "write `loses`"),
    ("", "become", "write `becomes`"),
    ("", "along", "write `inside` and the sort of ground to keep to it, or `towards` where it goes"),
    ("", "gives", "leave it out: rules ask what is `touching the line` between"),
    ("is", "touching", "write `touches`"),
    ("path", "from", "write `march from ... to ...`, the shortest way that can be walked"),
    ("costs", "", "write `double` or `forbidden`; in inches only what is crossed costs, `crossing costs 2\"`"),
    ("reroll", "misses", "write `failures`"),
    ("reroll", "fails", "write `failures`"),
    ("reroll", "hits", "write `successes`"),
    ("", "dies", "end with `is removed`"),
    ("", "die", "end with `is removed`"),
    ("removed", "as", "end with `removed`, and say before it what else comes of it"),
];

/// Words that open a block, so that their line ends in `:`.
const OPENERS: &[&str] =
    &["step", "if", "otherwise", "for", "repeat", "alternate", "before", "after", "instead", "on", "until", "may", "share"];

/// What a line stands in and between: all of its file, its declaration above it, its head first, and what is deeper than the first
/// column below it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around<'a> {
    pub file: &'a str,
    /// How many faults of the file are told already.
    pub told: usize,
    pub above: &'a str,
    pub below: &'a str,
}

/// The diagnostic for a line of which `stuck` is the furthest that any reading came.
pub(super) fn explain(rules: &[Rule], text: &str, span: Span, stuck: &Stuck, around: Around<'_>) -> Diagnostic {
    let at = stuck.at.min(text.len());
    let mut line = Faulty {
        text,
        code: strip_comment(text),
        start: span.start as usize,
        at,
        head: rules.contains(&Rule::head_line),
        rules,
        wanted: &stuck.wanted,
        around,
    };
    if text.contains('\n') {
        // a continued line: its comments are few, its signs are looked for in all of it
        line.code = text;
    }
    tries().find_map(|t| t(&line)).unwrap_or_else(|| line.plain())
}

/// A line that could not be read.
pub(super) struct Faulty<'a> {
    text: &'a str,
    /// Without its comment.
    pub code: &'a str,
    /// The global offset of its first byte.
    start: usize,
    /// How far any reading came.
    pub at: usize,
    /// Whether it stands in column one.
    pub head: bool,
    /// What it may be.
    rules: &'a [Rule],
    /// What could have stood there.
    pub wanted: &'a [Rule],
    /// What it stands between.
    pub around: Around<'a>,
}

/// Signs that end a word without being part of it.
pub(super) const AFTER_WORDS: &[char] = &[',', ':', ';', ')'];

impl<'a> Faulty<'a> {
    pub fn found(&self, code: Code, at: usize, len: usize, message: impl Into<String>, help: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, Span::new(self.start + at, self.start + at + len.max(1)), message).help(help)
    }

    /// The word that the line begins with.
    pub fn first(&self) -> &'a str {
        self.text.split(|c: char| !c.is_alphanumeric() && c != '-').next().unwrap_or("")
    }

    /// Its first line without its citation.
    pub fn said(&self) -> &'a str {
        let line = self.code.lines().next().unwrap_or("");
        line.split("  [").next().unwrap_or("").trim_end()
    }

    /// What stands where reading stopped.
    pub fn token(&self) -> &'a str {
        self.text.get(self.at..).and_then(|rest| rest.split_whitespace().next()).unwrap_or("")
    }

    /// The word before where reading stopped.
    pub fn before(&self) -> &'a str {
        self.text.get(..self.at).and_then(|t| t.split_whitespace().next_back()).unwrap_or("")
    }

    /// Its words without the signs behind them, and where each begins.
    pub fn words(&self) -> Vec<(usize, &'a str)> {
        let mut next = 0;
        let parts = self.code.split_inclusive(char::is_whitespace).map(|part| {
            let at = next;
            next += part.len();
            (at, part.trim_end().trim_end_matches(AFTER_WORDS))
        });
        parts.filter(|(_, word)| !word.is_empty()).collect()
    }

    /// Whether all of this text is a line such as could stand here.
    pub fn reads(&self, text: &str) -> bool {
        self.rules.iter().any(|rule| door::read_whole(*rule, text, 0).is_ok())
    }

    /// Whether reading comes past a part of the line if something else stands in its place.
    pub fn further(&self, at: usize, len: usize, said: &str) -> bool {
        let Some((before, behind)) = self.code.get(..at).zip(self.code.get(at + len..)) else { return false };
        let text = format!("{before}{said}{behind}");
        let past = at + said.len();
        let rest = behind.trim_start();
        let stops = self.rules.iter().map(|rule| door::read_whole(*rule, &text, 0).map_or_else(|stuck| stuck.at, |_| text.len()));
        stops.max().is_some_and(|stop| stop > past + (behind.len() - rest.len()) || rest.is_empty() && stop >= past)
    }

    /// Whether lines begin with this word.
    pub fn begins_lines(word: &str) -> bool {
        FIRST_WORDS.contains(&word) || OPENERS.contains(&word)
    }

    /// Whether declarations begin with this word.
    pub fn begins_declarations(word: &str) -> bool {
        HEADS.contains(&word)
    }

    /// Whether its first word opens a block.
    pub fn opens(&self) -> bool {
        OPENERS.contains(&self.first())
    }

    /// What stands where reading stopped, without the signs behind it.
    pub fn stopper(&self) -> &'a str {
        let token = self.token();
        Some(token.trim_end_matches(AFTER_WORDS)).filter(|word| !word.is_empty()).unwrap_or(token)
    }

    pub fn wants(&self, rules: &[Rule]) -> bool {
        self.wanted.iter().any(|w| rules.contains(w))
    }

    /// A bracket or quote without its partner.
    pub fn unclosed(&self) -> Option<Diagnostic> {
        let (mut open, mut quote, mut before) = (Vec::new(), None, ' ');
        for (i, c) in self.code.char_indices() {
            match c {
                '"' if !before.is_ascii_digit() || quote.is_some() => quote = if quote.is_some() { None } else { Some(i) },
                '(' | '{' | '[' if quote.is_none() => open.push((i, c)),
                ')' | '}' | ']' if quote.is_none() && open.pop().is_none() => {
                    return Some(self.found(
                        Code::Unclosed,
                        i,
                        1,
                        format!("`{c}` closes what was never opened"),
                        "take it away, or open it where it begins",
                    ));
                }
                _ => {}
            }
            before = c;
        }
        let (at, c, close) = match (quote, open.last()) {
            (Some(i), _) => (i, '"', '"'),
            (None, Some((i, '('))) => (*i, '(', ')'),
            (None, Some((i, '['))) => (*i, '[', ']'),
            (None, Some((i, c))) => (*i, *c, '}'),
            (None, None) => return None,
        };
        Some(self.found(Code::Unclosed, at, 1, format!("`{c}` is opened here and never closed"), format!("add `{close}` where it ends")))
    }

    /// Deeper lines below one that does not end in `:` are read as its continuation.
    pub fn colon(&self) -> Option<Diagnostic> {
        let (line, _) = self.text.split_once('\n').filter(|(line, _)| self.at > line.len())?;
        let code = strip_comment(line).trim_end();
        if !OPENERS.contains(&self.first()) || code.ends_with([':', ',', '=']) {
            return None;
        }
        let last = code.split_whitespace().next_back().unwrap_or("");
        let help = format!("write `:` after `{last}`, so that the deeper lines are what happens");
        Some(self.found(Code::Layout, code.len() - last.len(), last.len(), "this line has lines below it, but does not end in `:`", help))
    }

    /// A citation with more behind it, and capitals in one.
    pub fn citation(&self) -> Option<Diagnostic> {
        let read = self.code.get(..self.at)?.trim_end();
        let open = if self.token().starts_with('[') && !read.ends_with(']') { self.at } else { read.rfind('[')? };
        let line = self.code.get(..open)?.rfind('\n').map_or(0, |i| i + 1);
        if strip_comment(self.code.get(line..)?.lines().next()?).len() <= open - line {
            return None;
        }
        let inside = self.code.get(open + 1..)?.split(']').next()?;
        let close = open + inside.len() + 2;
        let rest = self.code.get(close..).unwrap_or("");
        if door::read_whole(Rule::cites, self.code.get(open..close)?, 0).is_ok() {
            let more = rest.lines().map(|l| strip_comment(l).trim()).find(|l| !l.is_empty())?;
            let said = format!("[{inside}]");
            let (message, help) = if let Some(other) = more.strip_prefix('[') {
                let other = other.split(']').next().unwrap_or("");
                (format!("`{said}` is one of two citations"), format!("write both in one: `[{inside} {other}]`"))
            } else {
                (format!("`{said}` ends its sentence, and the sentence goes on behind it"), "put it behind the last word".to_owned())
            };
            return Some(self.found(Code::Syntax, open, said.len(), message, help));
        }
        let help = match as_id(inside) {
            id if id.is_empty() => "write the id that the clause has in `clauses.toml`, or leave the citation out".to_owned(),
            id => format!("write `[{id}]`"),
        };
        let message = if inside.trim_start().starts_with(|c: char| c.is_ascii_digit()) {
            "a clause is cited by its id, which begins with a small letter"
        } else {
            "a clause is cited by its id: small letters, digits, `-` and `.`"
        };
        Some(self.found(Code::Syntax, open + 1, inside.len(), message, help))
    }

    /// A word that English would put there.
    pub fn english(&self) -> Option<Diagnostic> {
        let (token, before) = (self.token(), self.before());
        if self.code.get(self.at + token.len()..).is_some_and(|rest| rest.starts_with(" = ")) && is_reserved(token) {
            let message = format!("`{token}` is a word of the language, and stands for nothing of yours");
            return Some(self.found(Code::Syntax, self.at, token.len(), message, "give what is meant another name, and write that"));
        }
        if token == "die" && before.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let (was, word, help) = ENGLISH.iter().find(|(b, w, _)| (*w == token || w.is_empty()) && (b.is_empty() || *b == before))?;
        let said = if was.is_empty() { (*word).to_owned() } else { format!("{was} {token}") };
        Some(self.found(Code::Syntax, self.at, token.len(), format!("`{said}` is not said here"), *help))
    }

    /// A first word that is nearly one of the language's.
    pub fn spelling(&self) -> Option<Diagnostic> {
        let first = self.first();
        let words = if self.head { HEADS } else { FIRST_WORDS };
        let known = words.contains(&first) || !self.head && OPENERS.contains(&first);
        let second = self.text.split_whitespace().nth(1).unwrap_or("");
        let subject = !self.head && HEADS.contains(&first) && second.starts_with(char::is_lowercase);
        if known || !first.starts_with(char::is_lowercase) || super::slips::VERBS.contains(&second) || subject {
            return None;
        }
        let meant = nearest(first, words.iter().copied())?;
        Some(self.found(Code::ItemWord, 0, first.len(), format!("no line begins with `{first}`"), format!("did you mean `{meant}`?")))
    }

    /// A declaration that is indented.
    pub fn column(&self) -> Option<Diagnostic> {
        let first = self.first();
        // as a sentence of a block it may have come further
        let head = || door::read_whole(Rule::head_line, self.text, 0).err().is_none_or(|stuck| stuck.at > self.at);
        let indented = !self.head && HEADS.contains(&first) && !FIRST_WORDS.contains(&first) && head();
        let message = format!("`{first}` begins a declaration, and this line is indented");
        indented.then(|| self.found(Code::Layout, 0, first.len(), message, "begin it in column one"))
    }

    /// A small letter where a name is wanted, a capital where a kind is.
    pub fn case(&self) -> Option<Diagnostic> {
        let (token, before) = (self.token(), self.before());
        let word = token.trim_end_matches([',', ':', ';']);
        if self.head && word.starts_with(char::is_lowercase) && HEADS.contains(&before) && self.wants(&[Rule::bare_name, Rule::name]) {
            let help = format!("write `{}`", capital(word));
            return Some(self.found(
                Code::Syntax,
                self.at,
                word.len(),
                format!("`{word}` is no name: the words of a name have capitals"),
                help,
            ));
        }
        let kind =
            before.starts_with(char::is_uppercase) && !word.starts_with(char::is_alphabetic) && self.wants(&[Rule::word, Rule::noun]);
        let from = self.text.get(..self.at)?.trim_end().len().checked_sub(before.len())?;
        let message = format!("`{before}` is a name, and the word of a kind must follow or stand here");
        kind.then(|| {
            self.found(Code::Syntax, from, before.len(), message, format!("write `{}` if the kind is meant", before.to_lowercase()))
        })
    }

    /// Whether reading stopped at the first word of a further line.
    fn begins_deeper(&self) -> bool {
        let read = self.text.get(..self.at).unwrap_or("");
        read.rsplit_once('\n').is_some_and(|(_, line)| line.trim().is_empty())
    }

    fn plain(&self) -> Diagnostic {
        let token = self.stopper();
        let here = Span::new(self.start + self.at, self.start + self.at + token.len().max(1));
        let names = wanted(self.wanted);
        let vague = !token.is_empty() && !token.starts_with("```");
        let (message, help) = match (token.is_empty(), names.is_empty()) {
            (false, _) if self.at == 0 && token.starts_with("```") => {
                ("this is the fence of a page or a chat, and no rule".to_owned(), "take the line out".to_owned())
            }
            (false, _) if self.at == 0 && self.head && super::layout::has_bar(self.code) => {
                ("this row stands in column one, and so below no list".to_owned(), "indent it by two spaces".to_owned())
            }
            (false, _) if self.at == 0 && self.head && !token.starts_with(char::is_alphabetic) => {
                (super::nearly::GOES_ON.to_owned(), "indent it by four spaces more than the line that it belongs to".to_owned())
            }
            (false, _) if self.at == 0 && self.head => {
                ("no declaration begins so".to_owned(), "begin with a word such as `value`, `procedure` or `rule`".to_owned())
            }
            (false, _) if self.at == 0 => {
                let help = "begin with who does it, or with a word such as `step`, `if` or `on`";
                ("no sentence of the language begins so".to_owned(), help.to_owned())
            }
            (true, true) => (super::nearly::BREAKS_OFF.to_owned(), "say what is missing, or take the last word away".to_owned()),
            (true, false) => (super::nearly::BREAKS_OFF.to_owned(), format!("write {names}")),
            (false, _) if self.before() == "facing" => (
                format!("`{token}` is no facing here"),
                "write a point of the compass, such as `north`, or a place to face, such as `24\",24\"`".to_owned(),
            ),
            (false, true) if !self.wants(&[Rule::EOI]) => {
                let help = self.form().unwrap_or_else(|| "take it away, or say it in a sentence of its own".to_owned());
                (format!("`{token}` cannot stand here"), help)
            }
            (false, true) if self.begins_deeper() => (
                "this line is indented, and so goes on with the one above, which is complete".to_owned(),
                "indent it as the one above, or write above it the line that it stands below, with `:` at its end".to_owned(),
            ),
            // nothing but the end would do
            (false, true) => (
                format!("`{token}` is too much: the sentence is complete before it"),
                "take it away, or say it on a line of its own".to_owned(),
            ),
            (false, false) => (format!("`{token}` cannot stand here"), format!("write {names}")),
        };
        let found = Diagnostic::new(Code::Syntax, here, message).help(help);
        if vague { found.vague() } else { found }
    }
}

/// What was written for a clause, with no sign but those that an id has.
fn as_id(written: &str) -> String {
    let small = written.to_lowercase();
    let parts = small.split(|c: char| !c.is_ascii_alphanumeric() && c != '.').map(|part| part.trim_matches('.'));
    let id = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    id.trim_start_matches(|c: char| !c.is_ascii_lowercase()).to_owned()
}

/// A word with a capital.
pub(super) fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

/// What could have stood there; where nothing can be described, the words of the language that could.
fn wanted(rules: &[Rule]) -> String {
    let mut names: Vec<String> = rules.iter().filter_map(|r| plain(*r)).map(str::to_owned).collect();
    if names.iter().any(|n| n == KIND) {
        names.retain(|n| n != WORD);
    }
    if names.iter().any(|n| n == QUANTITY) {
        names.retain(|n| n != NUMBER);
    }
    if names.is_empty() && !rules.contains(&Rule::EOI) {
        let words = rules.iter().filter_map(|r| door::keyword_of(*r)).map(|word| format!("`{word}`"));
        names = if words.clone().count() < 4 { words.collect() } else { names };
    }
    names.sort_unstable();
    names.dedup();
    names.truncate(4);
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

const KIND: &str = "the word of a kind of thing";
const WORD: &str = "a word in small letters";
const NUMBER: &str = "a number";
const QUANTITY: &str = "a quantity or a question";

fn plain(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::name | Rule::bare_name | Rule::name_ref => "a name with a capital",
        Rule::noun => KIND,
        Rule::word | Rule::local => WORD,
        Rule::integer => NUMBER,
        Rule::length => "a length such as 6\"",
        Rule::selector => "a description such as `enemy unit`",
        Rule::expr | Rule::primary | Rule::choice | Rule::number | Rule::literal | Rule::deep_ref => QUANTITY,
        Rule::guard => "`if ...`",
        Rule::role | Rule::prep | Rule::role_head => "a blank such as `of unit`",
        Rule::block | Rule::body => "`:`",
        Rule::contrib | Rule::contribs | Rule::contrib_core => "what is changed, such as `+ 1`",
        Rule::stmts | Rule::stmt => "a statement",
        _ => return None,
    })
}
