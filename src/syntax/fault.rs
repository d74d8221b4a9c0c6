//! Turns "could not go on here" into advice.

use super::Rule;
use super::door::Stuck;
use super::layout::strip_comment;
use crate::diag::{Code, Diagnostic, nearest};
use crate::source::Span;

/// Words that begin an item or statement, for a misspelt first word.
const FIRST_WORDS: &[&str] = &[
    "step", "needs", "cost", "once", "forbid", "before", "after", "instead", "anytime", "carries", "rules", "has", "profile",
    "option", "units", "allies", "dice", "each", "natural", "passed", "failed", "note", "shape", "shown", "use", "gains", "board",
    "turns", "given", "answer", "expect", "columns", "choose", "spend", "stop", "repeat", "otherwise", "gather", "alternate",
    "until", "stays", "starts", "difference", "setup", "legal", "may", "must",
];

/// Words that begin a declaration.
const HEADS: &[&str] = &[
    "pack", "kind", "tag", "count", "marker", "formation", "terrain", "deck", "many", "value", "condition", "roll", "pool", "check",
    "opposed", "table", "procedure", "action", "phase", "turn", "rule", "unit", "force", "restrict", "scenario", "ruling",
    "situation", "test", "chapter", "amend", "replace", "remove",
];

/// Habits of other languages, and what is written here instead.
const HABITS: &[(&str, &str)] = &[
    ("==", "write one `=` to compare"),
    ("!=", "write `<>`, or `is not`"),
    ("&&", "write `and`"),
    ("||", "write `or`"),
    ("//", "begin a comment with `--`"),
    ("/*", "begin a comment with `--`"),
    ("*", "write `x` to multiply"),
    ("->", "write `:`"),
    (":=", "write `=`"),
    ("+=", "write `+` and what is added"),
    ("{", "open a block with `:` and indent the lines below"),
];

/// Whether a line is a row of cells.
pub(super) fn is_row(text: &str) -> bool {
    let mut quoted = false;
    let mut before = ' ';
    for c in text.chars() {
        if c == '"' && !before.is_ascii_digit() {
            quoted = !quoted;
        } else if c == '|' && !quoted {
            return true;
        }
        before = c;
    }
    false
}

/// The diagnostic for a line of which `stuck` is the furthest that any reading came.
pub(super) fn explain(rules: &[Rule], text: &str, span: Span, stuck: &Stuck) -> Diagnostic {
    let start = span.start as usize;
    let at = stuck.at.min(text.len());
    let code = strip_comment(text);
    let rest = text.get(at..).unwrap_or("");
    let token = rest.split_whitespace().next().unwrap_or("");
    let here = Span::new(start + at, start + at + token.len().max(1));
    if let Some(d) = unclosed(code, start) {
        return d;
    }
    if let Some((habit, help)) = habit(code, at) {
        let from = start + habit.0;
        return Diagnostic::new(Code::Habit, Span::new(from, from + habit.1.len()), format!("`{}` is not of this language", habit.1)).help(help);
    }
    let first = text.split(|c: char| !c.is_alphanumeric() && c != '-').next().unwrap_or("");
    let words = if rules.contains(&Rule::head_line) { HEADS } else { FIRST_WORDS };
    if !words.contains(&first) && first.starts_with(|c: char| c.is_lowercase()) {
        if let Some(meant) = nearest(first, words.iter().copied()) {
            return Diagnostic::new(Code::ItemWord, Span::new(start, start + first.len()), format!("no line begins with `{first}`"))
                .help(format!("did you mean `{meant}`?"));
        }
    }
    let message = if token.is_empty() { "the line breaks off here".to_owned() } else { format!("`{token}` cannot stand here") };
    let mut d = Diagnostic::new(Code::Syntax, here, message);
    let wanted = wanted(&stuck.wanted);
    if !wanted.is_empty() {
        d = d.help(format!("write {wanted}"));
    }
    d
}

fn unclosed(code: &str, start: usize) -> Option<Diagnostic> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut quote = None;
    let mut before = ' ';
    for (i, c) in code.char_indices() {
        match c {
            '"' if !before.is_ascii_digit() || quote.is_some() => quote = if quote.is_some() { None } else { Some(i) },
            '(' | '{' | '[' if quote.is_none() => open.push((i, c)),
            ')' | '}' | ']' if quote.is_none() => {
                open.pop();
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
    Some(
        Diagnostic::new(Code::Unclosed, Span::new(start + at, start + at + 1), format!("`{c}` is opened here and never closed"))
            .help(format!("add `{close}`")),
    )
}

fn habit(code: &str, at: usize) -> Option<((usize, &'static str), &'static str)> {
    HABITS
        .iter()
        .filter_map(|(sign, help)| code.find(sign).map(|i| ((i, *sign), *help)))
        .filter(|((i, sign), _)| *i <= at + 1 && at <= i + sign.len())
        .max_by_key(|((_, sign), _)| sign.len())
}

fn wanted(rules: &[Rule]) -> String {
    let mut names: Vec<&str> = rules.iter().filter_map(|r| plain(*r)).collect();
    names.sort_unstable();
    names.dedup();
    names.truncate(4);
    match names.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

fn plain(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::name | Rule::bare_name | Rule::name_ref => "a Name",
        Rule::word | Rule::local | Rule::noun => "a word",
        Rule::number | Rule::integer => "a number",
        Rule::length => "a length such as 6\"",
        Rule::selector => "a description such as `enemy unit`",
        Rule::expr | Rule::primary | Rule::choice => "a quantity or a question",
        Rule::guard => "`when ...`",
        Rule::role | Rule::prep | Rule::role_head => "a blank such as `of unit`",
        Rule::block | Rule::body => "`:`",
        Rule::cites => "a citation in [ ]",
        Rule::contrib | Rule::contribs | Rule::contrib_core => "what is changed, such as `+ 1`",
        Rule::stmts | Rule::stmt => "a statement",
        _ => return None,
    })
}
