//! What a declaration is known by: its word, its name, and the kind of thing in its first blank.

use crate::model::Key;
use crate::source::{Files, Span};
use crate::syntax::{Declaration, Line, Node, Rule};

/// What one declaration is known by.
#[derive(Clone, Debug)]
pub(super) struct Id {
    /// The word that it begins with.
    pub word: String,
    /// Its name.
    pub key: Key,
    /// The kind in its first blank; empty if it has none.
    pub of: String,
    /// Its name as written, without quotes.
    pub name: String,
}

impl PartialEq for Id {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word && self.key == other.key && self.of == other.of
    }
}

impl Id {
    /// As messages call it.
    pub fn spoken(&self) -> String {
        format!("{} {}", self.word, self.name).trim().to_owned()
    }
}

/// What `amend` or `remove` speaks of.
pub(super) struct Target {
    pub word: String,
    /// Each name and where it stands.
    pub names: Vec<(String, Span)>,
    /// The kind in the first blank, if it is said.
    pub of: Option<String>,
    /// The words from the declaration's own to the last name.
    pub span: Span,
}

/// A name as written, without quotes.
pub(super) fn bare(files: &Files, node: &Node) -> String {
    node.text(files).trim().trim_matches('"').to_owned()
}

fn first_blank(files: &Files, head: &Node) -> String {
    let word = head.find(Rule::role_head).and_then(|r| r.find(Rule::noun)).and_then(|n| n.find(Rule::word));
    word.map_or_else(String::new, |w| w.text(files).to_owned())
}

fn common_word(word: &str) -> &str {
    if word == "tags" { "tag" } else { word }
}

/// What a declaration declares. Nothing that has no name can be spoken of.
pub(super) fn ids(files: &Files, d: &Declaration) -> Vec<Id> {
    let head = &d.head;
    let id = |word: &str, name: String, of: String| Id { word: word.to_owned(), key: Key::new(&name), of, name };
    let title = head.find(Rule::title).and_then(|t| t.find(Rule::name)).or_else(|| head.find(Rule::name)).map(|n| bare(files, n));
    let one = |word: &str, of: String| title.clone().map(|name| vec![id(word, name, of)]).unwrap_or_default();
    let by_word = |word: &str| head.find(Rule::word).map(|w| vec![id(word, bare(files, w), String::new())]).unwrap_or_default();
    match head.rule {
        Rule::pack_d => one("pack", String::new()),
        Rule::kind_d => by_word("kind"),
        Rule::many_d => by_word("many"),
        Rule::tag_d => head.all(Rule::name).map(|n| id("tag", bare(files, n), String::new())).collect(),
        Rule::count_d => {
            let of = head.find(Rule::word);
            let kind = of.map_or_else(String::new, |w| w.text(files).to_owned());
            let own = head.all(Rule::name).filter(|n| of.is_none_or(|w| n.span.start < w.span.start));
            own.map(|n| id("count", bare(files, n), kind.clone())).collect()
        }
        Rule::table_d => one("table", head.find(Rule::table_keys).map_or_else(String::new, |k| first_blank(files, k))),
        Rule::value_d => one("value", first_blank(files, head)),
        Rule::condition_d => one("condition", first_blank(files, head)),
        Rule::chance_d => one(head.find(Rule::chance_word).map_or("", |w| w.text(files)), first_blank(files, head)),
        Rule::ruling_d => one("ruling", String::new()),
        Rule::situation_d => one("situation", String::new()),
        Rule::test_d => {
            let name = head.find(Rule::quoted).map(|n| bare(files, n));
            name.map(|n| vec![id("test", n, String::new())]).unwrap_or_default()
        }
        Rule::named_d => {
            let word = head.find(Rule::decl_word).map_or("", |w| w.text(files));
            match word {
                "turn" => vec![id(word, String::new(), String::new())],
                "columns" => {
                    let of = first_blank(files, head);
                    let names = d.body.iter().filter_map(|l| column_name(files, l));
                    names.map(|n| id("columns", n, of.clone())).collect()
                }
                _ => one(word, first_blank(files, head)),
            }
        }
        _ => Vec::new(),
    }
}

/// The name that a line of columns begins with.
pub(super) fn column_name(files: &Files, line: &Line) -> Option<String> {
    let mut first = None;
    for part in &line.parts {
        part.walk(&mut |n| {
            if n.rule == Rule::name && first.is_none() {
                first = Some(bare(files, n));
            }
        });
    }
    first
}

/// What a change speaks of.
pub(super) fn target(files: &Files, head: &Node) -> Target {
    let node = head.find(Rule::target).unwrap_or(head);
    let word = node.find(Rule::decl_word);
    let named = node.all(Rule::name).chain(node.all(Rule::word)).chain(head.all(Rule::name));
    let names: Vec<(String, Span)> = named.map(|n| (bare(files, n), n.span)).collect();
    let of = node.find(Rule::table_keys).map(|k| first_blank(files, k)).filter(|k| !k.is_empty());
    let of = of.or_else(|| Some(first_blank(files, node)).filter(|k| !k.is_empty()));
    let start = word.map_or(node.span, |w| w.span);
    let span = names.last().map_or(start, |(_, s)| start.to(*s));
    Target { word: common_word(word.map_or("", |w| w.text(files))).to_owned(), names, of, span }
}
