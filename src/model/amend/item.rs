//! Lines of a declaration: what each is known by, what it says, and what it says that it was.

use crate::model::Key;
use crate::source::{Files, Span};
use crate::syntax::{Line, Node, Rule, squeezed};

/// A line with one item, and where the words end by which it is known.
pub(super) fn lead_end(part: &Node) -> u32 {
    let after = |n: Option<&Node>| n.map_or(part.span.start, |n| n.span.end);
    match part.rule {
        Rule::named_row | Rule::side_item | Rule::legal | Rule::needs => after(part.find(Rule::name)),
        Rule::step => after(part.find(Rule::word)),
        Rule::option => after(part.find(Rule::option_body).and_then(|b| b.find(Rule::name))),
        Rule::attach => part.all(Rule::pattern).last().map_or(part.span.start, |p| p.span.end),
        Rule::band => after(part.first()),
        Rule::forbid => {
            part.kids.iter().take_while(|k| !matches!(k.rule, Rule::guard | Rule::during | Rule::was)).last().map_or(0, |k| k.span.end)
        }
        Rule::row_first => part.span.end,
        _ => part.span.start,
    }
}

/// Whether a line is a row of a table.
pub(super) fn is_row(line: &Line) -> bool {
    line.parts.iter().any(|p| p.rule == Rule::row_cells)
}

/// What a line is known by within its declaration: equal for a line and the one that may stand in its place.
/// Nothing for a line without a name. Names of rows and of items share one form, since they are written alike.
pub(super) fn known_by(files: &Files, line: &Line) -> Option<String> {
    let part = line.parts.first()?;
    let named = |n: Option<&Node>| n.map(|n| name_key(n.text(files)));
    let words = |n: usize| part.text(files).split_whitespace().take(n).map(|w| w.trim_end_matches(',')).collect::<Vec<_>>().join(" ");
    match part.rule {
        Rule::row_first => named(Some(part)),
        Rule::row_cells => named(part.find(Rule::cell_text)),
        Rule::named_row | Rule::side_item | Rule::legal | Rule::needs => named(part.find(Rule::name)),
        Rule::option => named(part.find(Rule::option_body).and_then(|b| b.find(Rule::name))),
        Rule::step => part.find(Rule::word).map(|w| step_key(w.text(files))),
        Rule::band | Rule::attach | Rule::forbid => Some(place_key(files.slice(Span { start: part.span.start, end: lead_end(part) }))),
        Rule::natural => Some(words(2)),
        Rule::path_cost => Some(if words(1) == "blocks" { words(2) } else { words(1) }),
        Rule::shape => Some(words(2)),
        Rule::limit => Some("limit".into()),
        Rule::mood_item => Some(words(1)),
        Rule::cost
        | Rule::dice_item
        | Rule::each_die
        | Rule::pass_item
        | Rule::keep_item
        | Rule::until_item
        | Rule::starts
        | Rule::shown
        | Rule::board
        | Rule::turns
        | Rule::setup
        | Rule::simul_item
        | Rule::kind_item => Some(words(1)),
        _ => None,
    }
}

/// What a name of a row, item or option is known by.
pub(super) fn name_key(name: &str) -> String {
    format!("name {}", Key::new(name.trim()).as_str())
}

/// What a step is known by.
pub(super) fn step_key(word: &str) -> String {
    format!("step {word}")
}

/// What a line is known by that begins with a place.
pub(super) fn place_key(text: &str) -> String {
    squeezed(text.trim_end().trim_end_matches(':'))
}

/// How what a line is known by is called in messages.
pub(super) fn called(files: &Files, line: &Line) -> String {
    let Some(part) = line.parts.first() else { return String::new() };
    let end = lead_end(part);
    let text = match part.rule {
        Rule::named_row | Rule::side_item | Rule::legal | Rule::needs => part.find(Rule::name).map_or("", |n| n.text(files)),
        Rule::option => part.find(Rule::option_body).and_then(|b| b.find(Rule::name)).map_or("", |n| n.text(files)),
        _ if end > part.span.start => files.slice(Span { start: part.span.start, end }),
        Rule::limit => "once per",
        _ => part.text(files).split_whitespace().next().unwrap_or(""),
    };
    text.trim().trim_matches('"').to_owned()
}

/// The names in an item that is a list of names, each with its part. Nothing for other items.
pub(super) fn elements(part: &Node) -> Option<Vec<&Node>> {
    let of = |rule: Rule| Some(part.all(rule).collect());
    match part.rule {
        Rule::rules_item => of(Rule::name_ref),
        Rule::carries_item | Rule::allies => of(Rule::name),
        Rule::gains_rule if !part.has(Rule::guard) => of(Rule::name_ref),
        Rule::one_of_each => of(Rule::entry_ref),
        Rule::has_item => of(Rule::crew),
        _ => None,
    }
}

/// The name that an element of a list gives.
pub(super) fn element_key(files: &Files, element: &Node) -> Key {
    if element.rule == Rule::crew {
        // the same men may stand there twice, some of them in another guise
        return Key::new(element.text(files).trim_start_matches(|c: char| c.is_ascii_digit()).trim_start());
    }
    let named = if matches!(element.rule, Rule::name | Rule::name_ref) { Some(element) } else { element.find(Rule::name) };
    Key::new(named.unwrap_or(element).text(files))
}

/// What a line was, as the author of an amendment saw it.
pub(super) fn was(line: &Line) -> Option<&Node> {
    line.parts.iter().find(|p| p.rule == Rule::was).or_else(|| line.parts.first().and_then(|p| p.find(Rule::was)))
}

/// The words after `was`.
pub(super) fn was_words(was: &Node) -> &Node {
    was.find(Rule::was_text).unwrap_or(was)
}

/// Whether a line says that the parent had nothing in its place.
pub(super) fn is_new(files: &Files, line: &Line) -> bool {
    was(line).is_some_and(|w| says_nothing(files, w))
}

/// Whether `was` is followed by `nothing` alone.
pub(super) fn says_nothing(files: &Files, was: &Node) -> bool {
    was_words(was).text(files).trim() == "nothing"
}

/// A line without what it was.
pub(super) fn without_was(mut line: Line, files: &Files) -> Line {
    let Some(cut) = was(&line).map(|w| w.span.start) else { return line };
    let end = |span: Span| {
        let text = files.slice(Span { start: span.start, end: cut });
        Span { start: span.start, end: span.start + u32::try_from(text.trim_end().len()).unwrap_or(0) }
    };
    line.parts.retain(|p| p.rule != Rule::was);
    for part in &mut line.parts {
        part.kids.retain(|k| k.rule != Rule::was);
        if part.span.end > cut {
            part.span = end(part.span);
        }
    }
    line.span = end(line.span);
    line
}

/// What a line and all below it say, squeezed.
pub(super) fn said(files: &Files, line: &Line) -> String {
    let mut out: Vec<String> = line.parts.iter().filter(|p| p.rule != Rule::was).map(|p| squeezed(&own(files, p))).collect();
    out.extend(line.below.iter().map(|l| said(files, l)));
    out.join("|")
}

/// What the parts of a head say, whichever file each stands in.
pub(super) fn squeezed_nodes(files: &Files, head: &Node) -> String {
    head.kids.iter().map(|k| squeezed(k.text(files))).collect::<Vec<_>>().join("|")
}

/// The words of a part without what it was.
pub(super) fn own(files: &Files, part: &Node) -> String {
    let end = part.find(Rule::was).map_or(part.span.end, |w| w.span.start);
    files.slice(Span { start: part.span.start, end }).trim_end().to_owned()
}

/// Every form in which `was` may give what a line says: the whole, what follows its name or first word, its price.
pub(super) fn sayings(files: &Files, line: &Line) -> Vec<String> {
    let mut out = vec![said(files, line)];
    let Some(part) = line.parts.first() else { return out };
    let below: String = line.below.iter().map(|l| format!("|{}", said(files, l))).collect();
    if is_row(line) {
        let rest: Vec<String> = line.parts.iter().filter(|p| p.rule == Rule::row_cells).map(|p| squeezed(p.text(files))).collect();
        out.push(rest.join("|"));
        return out;
    }
    let after = |start: u32| {
        let text = files.slice(Span { start, end: part.span.end }).trim_start();
        format!("{}{below}", squeezed(text.strip_prefix(':').unwrap_or(text)))
    };
    out.push(after(lead_end(part)));
    let first = part.text(files).split_whitespace().next().map_or(0, str::len);
    out.push(after(part.span.start + u32::try_from(first).unwrap_or(0)));
    out.extend(part.find(Rule::comparison).map(|c| squeezed(c.text(files))));
    if let (Rule::step, Some((_, does))) = (part.rule, part.text(files).split_once(':')) {
        out.push(squeezed(does) + below.as_str());
    }
    if let Some(price) = part.find(Rule::option_body).and_then(|b| b.find(Rule::price_of)) {
        let text = price.text(files);
        out.push(squeezed(text.strip_prefix("for").unwrap_or(text)));
    }
    out
}

/// Each item of a line as a line of its own; a row stays whole.
pub(super) fn apart(line: &Line) -> Vec<Line> {
    if is_row(line) || line.parts.len() < 2 {
        return vec![line.clone()];
    }
    let last = line.parts.len() - 1;
    let one = |(i, part): (usize, &Node)| Line {
        span: part.span,
        parts: vec![part.clone()],
        cites: line.cites.clone(),
        below: if i == last { line.below.clone() } else { Vec::new() },
    };
    line.parts.iter().enumerate().map(one).collect()
}

/// The first and only score that some words need, if they name one.
pub(super) fn need<'a>(files: &Files, parts: impl IntoIterator<Item = &'a Node>) -> Option<i64> {
    let mut all = Vec::new();
    for part in parts {
        part.walk(&mut |n| {
            if n.rule == Rule::need {
                all.extend(n.text(files).trim_end_matches('+').parse::<i64>());
            }
        });
    }
    match all.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}
